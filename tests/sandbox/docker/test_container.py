"""Jobs in real containers: what comes back, what is held, what is left."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path

import pytest

import sandbox
from sandbox import Cancel, Job, Limits
from sandbox.docker import DockerBackend, client_of
from sandbox.docker._settings import OWNER_LABEL

pytestmark = pytest.mark.docker


def _run(backend, source, **rest):
    return backend.run(Job(source=source, **rest), Cancel())


#: Containers of this process that were there before the test: of backends that other tests keep.
_others: set[str] = set()


def _containers(engine, owner=None):
    """Ids of the test's own containers, or of those of another owner."""
    client = client_of(engine)
    try:
        found = client.containers(all=True, filters={"label": OWNER_LABEL})
    finally:
        client.close()
    wanted = f":{owner or os.getpid()}:"
    return {one["Id"] for one in found if wanted in one["Labels"][OWNER_LABEL]} - _others


@pytest.fixture(autouse=True)
def _only_its_own(ready_engine):
    """Tell the test's containers from those that were there: as soon as no pool is being refilled any more."""
    _others.clear()
    found, again = _containers(ready_engine), None
    while found != again:
        time.sleep(0.5 if found else 0)
        found, again = _containers(ready_engine), found
    _others.update(found)


def _gone(engine, owner=None, within_s=15.0):
    """Whether no container is left, or none soon."""
    deadline = time.monotonic() + within_s
    while _containers(engine, owner):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def test_a_job_runs_in_a_container(backend):
    """Output, value, image and durations come back; nothing of this machine's environment is inside."""
    outcome = _run(backend, "import os, socket\nprint(socket.gethostname(), os.getuid())\nsorted(os.environ)")
    assert (outcome.status, outcome.stdout, outcome.backend) == ("ok", "sandbox 65534\n", "docker")
    assert outcome.image.startswith("sha256:")
    assert "PYTHONHASHSEED" in outcome.value
    assert not {"DOCKER_HOST", "USER", "LOGNAME"} & set(outcome.value)
    assert outcome.durations.total_s >= outcome.durations.ran_s > 0


def test_inputs_files_functions_and_collected_files(backend):
    """Data goes in by content, the program asks the host by name, and its files come back."""
    source = "open('out/b.txt', 'w').write(open('in/a.txt').read() * n)\nlook_up('k')"
    outcome = _run(
        backend, "import os\nos.mkdir('out')\n" + source, inputs={"n": 2}, files={"in/a.txt": b"x"},
        functions={"look_up": lambda key: key + "!"}, collect=("out/*.txt",),
    )  # fmt: skip
    assert (outcome.status, outcome.value) == ("ok", "k!")
    assert outcome.files == {"out/b.txt": b"xx"}


def test_each_job_has_a_container_of_its_own(backend):
    """Nothing that one job leaves is there for the next."""
    leave = (
        "for p in ('/tmp', '/dev/shm'):\n    open(p + '/left', 'w').close()\nimport json\njson.loads = None"
    )
    assert _run(backend, leave).status == "ok"
    look = "import json, os\n[os.listdir('/tmp'), os.listdir('/dev/shm'), json.loads('1')]"
    assert _run(backend, look).value == [[], [], 1]


@pytest.mark.parametrize(
    ("source", "status"),
    [
        ("while True: pass", "timeout"),
        ("import os\nwhile True:\n    try: os.fork()\n    except OSError: pass", "timeout"),
        ("import time, os, signal\nfor n in range(1, 32):\n    try: signal.signal(n, signal.SIG_IGN)\n    except OSError: pass\nos.close(1)\ntime.sleep(99)", "timeout"),
        ("import sys\nwhile True: sys.stdout.write('A' * 65536)", "output_limit"),
        ("import os\nwhile True: os.write(2, b'\\0' * 65536)", "output_limit"),
        ("x = 'a' * 4_000_000_000", "memory"),
        ("import os\nos._exit(137)", "error"),
        ("import os\nos.kill(os.getpid(), 9)", "killed"),
        ("import ctypes\nctypes.string_at(0)", "killed"),
        ("raise SystemExit(0)", "ok"),
        ("import no_such_thing_at_all", "missing_library"),
        ("x = 1\n\0print(2)", "error"),
        ("print('\ud800')", "error"),
        ("", "ok"),
        ("pass\n" * 50_000, "ok"),
    ],
)  # fmt: skip
def test_status_is_the_supervisors_finding(backend, source, status):
    """Each way of ending has its own status."""
    assert _run(backend, source, limits=Limits(wall_s=3)).status == status


def test_memory_of_all_processes_together_is_counted(backend):
    """Children that together take too much are killed; the job ends as soon as the kernel's counter says so."""
    source = (
        "import os, time\nfor _ in range(8):\n    if os.fork() == 0:\n        x = bytearray(b'x' * 40_000_000)\n"
        "        time.sleep(60)\n        os._exit(0)\nfor _ in range(8): os.wait()\nprint('fine')"
    )
    outcome = _run(backend, source, limits=Limits(memory_mb=128, wall_s=30))
    assert (outcome.status, outcome.detail) == ("memory", "the memory limit was hit")
    assert outcome.duration_s < 20


def test_within_the_limit_memory_is_the_jobs(backend):
    """A job may use what it was given, whatever is preloaded."""
    source = "import numpy\nlen(numpy.ones(40_000_000, dtype='int8') + bytearray(1)[0])"
    assert _run(backend, source, limits=Limits(memory_mb=256)).value == 40_000_000


def test_a_library_that_the_image_lacks(backend):
    """The outcome names the library and how to get it into the image."""
    for outcome in (_run(backend, "import sklearn"), _run(backend, "1", libraries=("sklearn",))):
        assert (outcome.status, outcome.missing) == ("missing_library", "sklearn")
        assert outcome.hint.endswith("amtfv sandbox build --with scikit-learn")


_SUPERVISOR = """
import os
seen = []
for path in ("/proc/1/environ", "/proc/1/mem", "/proc/1/fd", "/proc/1/root/etc", "/proc/1/maps", "/proc/1/cwd"):
    try:
        os.listdir(path) if path.endswith(("fd", "root/etc", "cwd")) else open(path, "rb").read(1)
        seen.append(path)
    except OSError:
        pass
for number in range(1, 65):
    try: os.kill(1, number)
    except OSError: pass
seen
"""


def test_the_supervisor_is_out_of_reach(backend):
    """Its memory, descriptors and environment are closed to the job, and signals do not stop it."""
    outcome = _run(backend, _SUPERVISOR)
    assert (outcome.status, outcome.value) == ("ok", [])


def test_nothing_outside_can_be_reached(backend, tmp_path):
    """No file of this machine, no network, no device, no writable place but /tmp."""
    canary = tmp_path / "canary"
    canary.write_text("x")
    source = (
        "import os, socket\nreached = []\nfor p in paths:\n    try:\n        open(p).close(); reached.append(p)\n    except OSError: pass\n"
        "for p in ('/x', '/usr/x', '/etc/x', '/amtfv/x', '/dev/x', '/proc/sys/kernel/core_pattern'):\n    try:\n        open(p, 'w').close(); reached.append(p)\n    except OSError: pass\n"
        "try:\n    socket.socket(); reached.append('socket')\nexcept OSError: pass\nreached"
    )
    paths = [str(canary), __file__, "/var/run/docker.sock", "/dev/mem", "/dev/kmsg", "/etc/shadow"]
    assert _run(backend, source, inputs={"paths": paths}).value == []


def test_no_privilege_is_left(backend):
    """No capability in any set, no new ones, both filters on."""
    source = "dict(line.split(':\\t', 1) for line in open('/proc/self/status').read().splitlines() if ':\\t' in line)"
    status = _run(backend, source).value
    assert {status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {"0" * 16}
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")


def test_forged_frames_are_not_believed(backend):
    """Frames on every descriptor that a job can find give no value and no good status."""
    forged = 'b"\\0\\0\\0\\x40" + b\'{"why": "", "exit_code": 0, "stdout": "", "stderr": "", "report": ""}\''
    source = f"import os\nfor fd in range(3, 1024):\n    try: os.write(fd, {forged})\n    except OSError: pass\nos._exit(1)"
    outcome = _run(backend, source)
    assert (outcome.status, outcome.exit_code, outcome.has_value) == ("error", 1, False)


def test_cancelling_kills_within_a_tenth_of_a_second(backend):
    """The caller is back at once (the best of a few, on a busy machine), and the next job runs."""
    _run(backend, "1")
    took = []
    for _ in range(5):
        cancel, asked = Cancel(), []

        def strike(cancel=cancel, asked=asked):
            asked.append(time.monotonic())
            cancel.cancel()

        threading.Timer(0.5, strike).start()
        outcome = backend.run(Job(source="import time\ntime.sleep(60)", limits=Limits(wall_s=60)), cancel)
        took.append(time.monotonic() - asked[0])
        assert (outcome.status, outcome.detail) == ("killed", "cancelled")
        if took[-1] < 0.1:
            break
    assert min(took) < 0.1
    assert _run(backend, "2").value == 2


def test_cancelled_jobs_do_not_run_on(ready_engine, backend):
    """A cancelled job's container ends within moments."""
    cancel = Cancel()
    threading.Timer(1.0, cancel.cancel).start()
    backend.run(Job(source="import time\ntime.sleep(60)", limits=Limits(wall_s=60)), cancel)
    backend.close()
    assert _gone(ready_engine)


def test_limits_of_another_size_get_another_container(backend):
    """A job with limits of its own runs under them, though containers of another size wait."""
    _run(backend, "1")
    assert (
        _run(backend, "import os\nos.statvfs('/tmp').f_blocks * 4096 >> 20", limits=Limits(files_mb=3)).value
        == 3
    )
    assert _run(backend, "import os\nos.statvfs('/tmp').f_blocks * 4096 >> 20").value == 32


def test_hundreds_of_callers_share_a_pool_of_four(ready_engine):
    """More callers than containers: all are served, none starves, no more than four containers live."""
    backend = DockerBackend(size=4, reuse="fork", engine=ready_engine)
    answers, most = [], [0]
    done = threading.Event()

    def watch():
        while not done.wait(0.2):
            most[0] = max(most[0], len(_containers(ready_engine)))

    def ask(number):
        answers.append((number, _run(backend, f"{number} * 2").value))

    watcher = threading.Thread(target=watch)
    callers = [threading.Thread(target=ask, args=(number,)) for number in range(300)]
    try:
        watcher.start()
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
    finally:
        done.set()
        watcher.join()
        backend.close()
    assert sorted(answers) == [(number, number * 2) for number in range(300)]
    assert most[0] <= 4
    assert _gone(ready_engine)


def test_waiting_callers_can_be_cancelled(ready_engine):
    """A caller in the queue gives up at once; the one at work is not disturbed."""
    backend = DockerBackend(size=1, engine=ready_engine)
    first = []
    worker = threading.Thread(
        target=lambda: first.append(_run(backend, "import time\ntime.sleep(3)\n1", limits=Limits(wall_s=20)))
    )
    try:
        _run(backend, "1")
        worker.start()
        time.sleep(1.0)
        cancel = Cancel()
        threading.Timer(0.2, cancel.cancel).start()
        begin = time.monotonic()
        assert backend.run(Job(source="2"), cancel).detail == "cancelled"
        assert time.monotonic() - begin < 1.5
        worker.join()
        assert first[0].value == 1
    finally:
        backend.close()


def test_reuse_by_fork_keeps_jobs_apart(ready_engine):
    """Asked for by name: one container serves many jobs, and files and changed modules do not pass between."""
    backend = DockerBackend(size=1, reuse="fork", engine=ready_engine)
    try:
        leave = (
            "import json, os, threading\njson.loads = None\nos.makedirs('/tmp/a/b')\nopen('/tmp/a/b/left', 'w').close()\n"
            "os.chmod('/tmp/a', 0)\nopen('/dev/shm/left', 'w').close()\n"
            "if os.fork() == 0:\n    os.setsid()\n    while True: pass"
        )
        assert _run(backend, leave).status == "ok"
        look = "import json, os\n[os.listdir('/tmp'), os.listdir('/dev/shm'), json.loads('1'), len([p for p in os.listdir('/proc') if p.isdigit()])]"
        outcome = _run(backend, look)
        assert (outcome.value, outcome.backend) == ([[], [], 1, 2], "docker-fork")
        before = _containers(ready_engine)
        assert _run(backend, "import os\nos._exit(3)").exit_code == 3
        assert _run(backend, "x = 'a' * 4_000_000_000").status == "memory"
        assert _run(backend, "1").value == 1
        assert _containers(ready_engine) == before
    finally:
        backend.close()


def test_a_container_that_is_removed_while_it_waits_is_replaced(ready_engine, backend):
    """Whatever ends an idle container, the next job gets another one."""
    backend.warm(count=1)
    client = client_of(ready_engine)
    for name in _containers(ready_engine):
        client.remove_container(name, force=True)
    client.close()
    assert _run(backend, "4").value == 4


def test_a_container_that_is_killed_at_work(ready_engine, backend):
    """A job whose container is killed from outside is killed, never ok."""

    def strike():
        client = client_of(ready_engine)
        for name in _containers(ready_engine):
            client.kill(name)
        client.close()

    backend.warm(count=1)
    threading.Timer(0.5, strike).start()
    outcome = _run(backend, "import time\ntime.sleep(30)", limits=Limits(wall_s=30))
    assert (outcome.status, outcome.detail) == ("killed", "the job's container was killed")


def test_nothing_is_pulled(ready_engine):
    """An image that is not there is not looked for elsewhere."""
    backend = DockerBackend(image="amtfv-sandbox:no-such-tag", engine=ready_engine)
    outcome = _run(backend, "1")
    assert outcome.status == "unavailable"
    assert "amtfv-sandbox:no-such-tag" in outcome.detail
    assert "amtfv sandbox build" in outcome.hint


def test_closing_leaves_nothing(ready_engine):
    """After ``close`` no container and no descriptor is left; the backend can be used again."""
    backend = DockerBackend(size=2, engine=ready_engine)
    for _ in range(2):
        assert _run(backend, "1").value == 1
        backend.close()
        assert _gone(ready_engine)
    before = len(list(Path("/proc/self/fd").iterdir()))
    _run(backend, "1")
    backend.close()
    assert len(list(Path("/proc/self/fd").iterdir())) <= before


def test_the_image_is_small_and_says_what_it_is(ready_engine):
    """Under 500 MB, unprivileged by default, no set-user programs, everything compiled ahead."""
    client = client_of(ready_engine)
    found = client.inspect_image(sandbox.image.tag())
    client.close()
    assert found["Size"] < 500e6
    assert found["Config"]["User"] == "65534:65534"
    assert "amtfv.image" in found["Config"]["Labels"]
    assert json.dumps(found["Config"].get("Env") or []).count("PATH=") >= 1


def test_the_image_has_no_set_user_programs_and_is_compiled(backend):
    """What the image was tidied for."""
    source = (
        "import os, importlib.util\nbad = []\nfor root in ('/usr', '/bin', '/sbin', '/lib'):\n    for folder, _, names in os.walk(root):\n"
        "        bad += [n for n in names if not os.path.islink(p := os.path.join(folder, n)) and os.stat(p).st_mode & 0o6000]\n"
        "import pandas, json\n[bad, [os.path.exists(importlib.util.cache_from_source(m.__file__)) for m in (pandas, json)]]"
    )
    assert _run(backend, source).value == [[], [True, True]]
