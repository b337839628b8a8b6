"""One suite for every backend. A new one adds its name here and to ``_made``, and nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest

from sandbox import Backend, Cancel, Job, Limits, Outcome
from sandbox.docker import DockerBackend
from sandbox.embedded import EmbeddedBackend

_SHORT = Limits(wall_s=1.0)


_BACKENDS = [
    "embedded",
    pytest.param("embedded-once", marks=pytest.mark.soak),
    pytest.param("docker", marks=pytest.mark.docker),
    pytest.param("docker-fork", marks=[pytest.mark.docker, pytest.mark.soak]),
]


def _made(name: str, request: pytest.FixtureRequest) -> Backend:
    if name.startswith("docker"):
        engine = request.getfixturevalue("ready_engine")
        return DockerBackend(size=2, reuse="fork" if name == "docker-fork" else "never", engine=engine)
    if sys.platform != "linux":
        pytest.skip("there is no embedded sandbox here")
    return EmbeddedBackend(once=name == "embedded-once")


# Of the package, not the session: tests elsewhere count what runs on the engine.
@pytest.fixture(scope="package", params=_BACKENDS)
def backend(request: pytest.FixtureRequest) -> Iterator[Backend]:
    """A backend that works here."""
    made = _made(request.param, request)
    outcome = made.run(Job(source="print(1)"), Cancel())
    assert outcome.status == "ok", f"{outcome.detail}; {outcome.hint}"
    yield made
    made.close()


@pytest.fixture
def run(backend: Backend) -> Callable[[Job], Outcome]:
    """Runs a job on the backend."""
    return lambda job: backend.run(job, Cancel())


@pytest.fixture
def attempt(run: Callable[[Job], Outcome]) -> Callable[..., Outcome]:
    """Runs a source with the limits of an attack."""

    def attempted(source: str, limits: Limits = _SHORT) -> Outcome:
        return run(Job(source=source, limits=limits))

    return attempted
