"""What all tests of language models share."""

from __future__ import annotations

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """The client's own event loop."""
    return "asyncio"
