"""A backend for the tests of one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandbox.docker import DockerBackend, Engine


@pytest.fixture
def backend(ready_engine: Engine) -> Iterator[DockerBackend]:
    """A backend of single-use containers, removed afterwards."""
    made = DockerBackend(size=2, engine=ready_engine)
    yield made
    made.close()
