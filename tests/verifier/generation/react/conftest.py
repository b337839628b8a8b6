"""What all tests of ReAct share."""

from __future__ import annotations

import pytest
import stamina


@pytest.fixture
def anyio_backend() -> str:
    """The client's own event loop."""
    return "asyncio"


@pytest.fixture(autouse=True)
def _no_waiting():
    """Retries happen as often as they would, without their pauses."""
    with stamina.set_testing(True, attempts=2):
        yield
