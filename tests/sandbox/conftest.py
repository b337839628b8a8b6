"""What tests against a real container engine share: the engine, with the image built."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from sandbox import image
from sandbox.docker import Engine, client_of, find_engine


@pytest.fixture(scope="session")
def engine() -> Engine:
    """The engine of this machine; tests that need one are skipped only where none can be reached."""
    found = find_engine()
    if not found.found:
        pytest.skip(found.detail)
    return found


@pytest.fixture(scope="session")
def ready_engine(engine: Engine) -> Engine:
    """The engine, with the image: built where CI demands the engine, by one test process, else only looked for."""
    fcntl = pytest.importorskip("fcntl")
    with Path(tempfile.gettempdir(), "amtfv-test-image.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        client = client_of(engine)
        try:
            if not client.images(name=image.tag(), quiet=True):
                if "docker" not in os.environ.get("CI_REQUIRE", "").split(","):
                    pytest.skip(f"the engine does not have {image.tag()}: amtfv sandbox build")
                image.build(client, source="debian" if shutil.which("mmdebstrap") else "registry")
        finally:
            client.close()
    return engine
