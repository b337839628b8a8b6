"""Shared test settings: no network, quiet logs, deterministic Hypothesis in CI."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

import sandbox
from sandbox import _choice

# What runs code in tests is said by each test, not by what happens to be on the machine.
os.environ.setdefault("AMTFV_SANDBOX", "embedded")
settings.register_profile("ci", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


#: Services by marker: where CI_REQUIRE names one, its tests may not be skipped.
_SERVICES = {"sandbox": "embedded", "docker": "docker", "runsc": "runsc", "local": "local",
    "duckdb": "duckdb", "postgresql": "postgresql", "mysql": "mysql", "browser": "browser"}  # fmt: skip


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that is skipped for want of a service that must be there has failed."""
    report = yield
    required = os.environ.get("CI_REQUIRE", "").split(",")
    wanted = [name for mark, name in _SERVICES.items() if item.get_closest_marker(mark) and name in required]
    if report.skipped and wanted and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, though CI_REQUIRE names {', '.join(wanted)}: {report.longrepr}"
    return report


@pytest.fixture(autouse=True)
def _no_sandbox_asked_for() -> Iterator[None]:
    """What one test asks for with ``sandbox.use`` is not what the next one gets."""
    yield
    if _choice.asked_by_program():
        sandbox.use(None)


@pytest.fixture(autouse=True)
def _working_sandbox(request: pytest.FixtureRequest) -> None:
    """Tests marked ``sandbox`` need a working one: on Linux they fail without it, elsewhere they are skipped."""
    if request.node.get_closest_marker("sandbox") is None:
        return
    if sys.platform != "linux":
        pytest.skip("there is no embedded sandbox here")
    found = sandbox.probe()
    assert found.available, f"{found.detail}; {found.hint}"
