"""gVisor, where the engine is configured for it (``scripts/test_engine.sh`` starts one that is)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandbox import Cancel, Job, Limits
from sandbox.docker import DockerBackend, Engine

# Not `docker`: an engine without gVisor fails no gate, unless the gate asks for `runsc`.
pytestmark = pytest.mark.runsc


@pytest.fixture(scope="module")
def gvisor(ready_engine: Engine) -> Iterator[DockerBackend]:
    """A backend whose containers have gVisor's kernel."""
    if "runsc" not in ready_engine.runtimes:
        pytest.skip("the engine has no runtime called runsc")
    made = DockerBackend(runtime="runsc", size=2, engine=ready_engine)
    yield made
    made.close()


def _run(backend, source, **rest):
    return backend.run(Job(source=source, **rest), Cancel())


def test_the_kernel_is_another_one(gvisor):
    """A job sees gVisor's kernel, and the backend's name says so."""
    outcome = _run(gvisor, "print(open('/proc/version').read())\nimport numpy\nint(numpy.arange(4).sum())")
    assert (outcome.status, outcome.value, outcome.backend) == ("ok", 6, "docker+runsc")
    assert "gVisor" in outcome.stdout or "4.4.0" in outcome.stdout


@pytest.mark.parametrize(
    ("source", "statuses"),
    [
        ("while True: pass", {"timeout"}),
        ("import sys\nwhile True: sys.stdout.write('A' * 65536)", {"output_limit"}),
        ("x = 'a' * 4_000_000_000", {"memory"}),
        ("import os\nfor _ in range(9):\n    if os.fork() == 0:\n        x = bytearray(b'x' * 90_000_000)\n        import time; time.sleep(4); os._exit(0)\nfor _ in range(9): os.wait()", {"memory"}),
        ("import os\nwhile True:\n    try: os.fork()\n    except OSError: pass", {"timeout", "memory"}),
        ("import os\nos._exit(137)", {"error"}),
        ("import ctypes\nctypes.string_at(0)", {"killed"}),
        ("import not_a_module_xyz", {"missing_library"}),
    ],
)  # fmt: skip
def test_status_is_as_elsewhere(gvisor, source, statuses):
    """Clock, output, memory and crashes are found as without gVisor."""
    assert _run(gvisor, source, limits=Limits(wall_s=8)).status in statuses


def test_the_host_is_out_of_reach(gvisor, tmp_path):
    """No file of this machine, no socket, nothing of the supervisor's memory."""
    canary = tmp_path / "canary"
    canary.write_text("x")
    source = (
        "import socket\nreached = []\nfor p in paths:\n    try:\n        open(p, 'rb').read(1); reached.append(p)\n    except OSError: pass\n"
        "try:\n    socket.socket(); reached.append('socket')\nexcept OSError: pass\nreached"
    )
    paths = [
        str(canary),
        __file__,
        "/var/run/docker.sock",
        "/dev/mem",
        "/dev/vda",
        "/proc/1/mem",
    ]
    assert _run(gvisor, source, inputs={"paths": paths}).value == []


def test_cancelling_ends_the_job(gvisor):
    """A cancelled job is killed, and the next one runs."""
    cancel = Cancel()
    cancel.cancel()
    assert gvisor.run(Job(source="1"), cancel).status == "killed"
    assert _run(gvisor, "2").value == 2


def test_frames_of_the_jobs_own_are_not_believed(gvisor):
    """Here a job can open its supervisor's streams; what it writes there is not taken for a reply."""
    source = (
        "import json, os, struct\nbody = json.dumps({'why': '', 'exit_code': 0, 'stdout': '', 'stderr': '', 'report': '', 'seconds': 0}).encode()\n"
        "for extra in (b'', bytes(32)):\n    for n in range(1, 64):\n        try:\n            f = os.open(f'/proc/1/fd/{n}', os.O_WRONLY)\n"
        "            os.write(f, struct.pack('>I', len(extra + body)) + extra + body)\n        except OSError: pass\nos._exit(1)"
    )
    outcome = _run(gvisor, source)
    assert outcome.status != "ok"
    assert _run(gvisor, "2").value == 2
