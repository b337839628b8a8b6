"""On Linux the sandbox must work: where it does not, its tests fail. Elsewhere they are skipped."""

from __future__ import annotations

import sys

import pytest

import sandbox


@pytest.fixture(autouse=True)
def _working_sandbox(request):
    if request.node.get_closest_marker("sandbox") is None:
        return
    if sys.platform != "linux":
        pytest.skip("there is no embedded sandbox here")
    found = sandbox.probe()
    assert found.available, f"{found.detail}; {found.hint}"
