"""Nothing outlives the process that asked for it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from sandbox import Cancel, Job, Limits, image
from sandbox.docker import DockerBackend, _owner, _sweeper, client_of
from sandbox.docker._settings import OWNER_LABEL, Kind, creation, size_of

pytestmark = pytest.mark.docker
_ENGINE = """
import sys, threading
from sandbox import Cancel, Job, Limits
from sandbox.docker import DockerBackend
backend = DockerBackend(size=2)
def work():
    while True:
        backend.run(Job(source="import time; time.sleep(0.2)", limits=Limits(wall_s=30)), Cancel())
for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
print("ready", flush=True)
threading.Event().wait()
"""


def _of(client, process):
    found = client.containers(all=True, filters={"label": OWNER_LABEL})
    return [one for one in found if f":{process}:" in one["Labels"][OWNER_LABEL]]


def test_killed_at_any_moment_nothing_is_left(ready_engine):
    """SIGKILL at random moments: running containers end by themselves, the next engine sweeps up the rest."""
    client = client_of(ready_engine)
    chance = random.Random(5)
    seen = 0
    try:
        for _ in range(4):
            with subprocess.Popen([sys.executable, "-c", _ENGINE], stdout=subprocess.PIPE) as process:
                assert process.stdout is not None
                assert process.stdout.readline() == b"ready\n"
                time.sleep(chance.uniform(0.3, 3.0))
                seen += len(_of(client, process.pid))
                process.send_signal(signal.SIGKILL)
                process.wait()
            deadline = time.monotonic() + 15
            while any(one["State"] == "running" for one in _of(client, process.pid)):
                assert time.monotonic() < deadline, "a container runs on"
                time.sleep(0.1)
            _sweeper.sweep(client)
            while _of(client, process.pid):
                assert time.monotonic() < deadline, "a container is left"
                time.sleep(0.1)
    finally:
        client.close()
    assert seen, "no container was ever seen: the test shows nothing"


def test_a_container_that_was_never_started_is_swept_up(ready_engine):
    """Killed between creating and starting: the next backend of this machine removes it."""
    client = client_of(ready_engine)
    dead = f"{_owner.me().partition(':')[0]}:{os.getpid()}:1"
    options = creation(
        client, image.tag(), Kind((), size_of(Limits())), owner=dead, reuse="never", runtime=None,
        engine=ready_engine,
    )  # fmt: skip
    name = client.create_container(**options)["Id"]
    backend = DockerBackend(size=1, engine=ready_engine)
    try:
        assert backend.run(Job(source="1"), Cancel()).value == 1
        assert name not in {one["Id"] for one in client.containers(all=True)}
    finally:
        backend.close()
        client.close()


def test_an_orderly_end_waits_for_what_it_started(ready_engine):
    """A process that ends while containers are being started leaves none."""
    code = (
        "from sandbox import Cancel, Job\nfrom sandbox.docker import DockerBackend\nb = DockerBackend(size=3)\n"
        "for _ in range(2): print(b.run(Job(source='1'), Cancel()).value)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        out, _ = process.communicate(timeout=120)
    assert out.split() == [b"1", b"1"]
    client = client_of(ready_engine)
    deadline = time.monotonic() + 10
    while _of(client, process.pid):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    client.close()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_has_containers_of_its_own(ready_engine):
    """After a fork, parent and child do not talk to one container."""
    backend = DockerBackend(size=1, engine=ready_engine)
    try:
        assert backend.run(Job(source="1"), Cancel()).value == 1
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(writer, str(backend.run(Job(source="20 + 3"), Cancel()).value).encode())
                backend.close()
            finally:
                os._exit(0)
        os.close(writer)
        os.waitpid(child, 0)
        with os.fdopen(reader) as file:
            assert file.read() == "23"
        assert backend.run(Job(source="2"), Cancel()).value == 2
    finally:
        backend.close()
