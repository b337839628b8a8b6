"""Cancelling, ending, forking, failing to start: what becomes of servers and jobs."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

import sandbox
from sandbox import Cancel, Job, Limits, _probe
from sandbox.embedded import _bubblewrap, _pool, _run
from sandbox.embedded._bubblewrap import Kind, StartFailed


@pytest.fixture(autouse=True)
def _embedded(monkeypatch: pytest.MonkeyPatch) -> None:
    """These are tests of one backend, whichever others work here."""
    monkeypatch.setenv("AMTFV_SANDBOX", "embedded")


_SLEEP = "import os, sys\nos.execv(sys.executable, ['python', '-S', '-c', 'import time; time.sleep(86422)'])"


def _parent(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _descends_from(process: int, ancestor: int) -> bool:
    while process > 1:
        if process == ancestor:
            return True
        process = _parent(process)
    return False


def _with_words(words: bytes) -> set[int]:
    """Every process that has such words in its command line."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if words in path.read_bytes():
                found.add(int(path.parent.name))
        except OSError:
            continue
    return found


def _sandboxed() -> set[int]:
    """Every process of a sandbox, whoever started it."""
    return _with_words(b"sandbox._inside")


def _sleepers() -> set[int]:
    """The processes of jobs of this test run that sleep."""
    return {process for process in _with_words(b"86422") if _descends_from(process, os.getpid())}


def _gone(found: Callable[[], object], seconds: float) -> bool:
    """Whether there is nothing of that kind within that time."""
    deadline = time.monotonic() + seconds
    while found():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def _servers(owner: int = 0) -> set[int]:
    """The sandbox processes of this test run, or of another owner."""
    return {process for process in _sandboxed() if _descends_from(process, owner or os.getpid())}


def _strike(processes: set[int]) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


@pytest.mark.sandbox
@pytest.mark.anyio
async def test_arun_returns_the_outcome():
    """The awaited form gives the same outcome."""
    assert (await sandbox.arun(Job(source="3 * 3"))).value == 9


@pytest.mark.sandbox
@pytest.mark.anyio
async def test_cancelling_arun_kills_the_job():
    """Cancellation returns at once, and the job's processes are gone shortly after."""
    await sandbox.arun(Job(source="1"))
    begin = time.monotonic()
    with anyio.move_on_after(0.5) as scope:
        await sandbox.arun(Job(source=_SLEEP, limits=Limits(wall_s=60)))
    assert scope.cancelled_caught
    assert time.monotonic() - begin < 20
    assert _gone(_sleepers, 10)


@pytest.mark.sandbox
def test_cancelling_from_another_thread():
    """A cancelled job is killed, and the next one runs."""
    sandbox.run(Job(source="1"))
    cancel = Cancel()
    threading.Timer(0.2, cancel.cancel).start()
    begin = time.monotonic()
    outcome = _run.run(Job(source=_SLEEP, limits=Limits(wall_s=60)), cancel)
    assert (outcome.status, outcome.detail) == ("killed", "cancelled")
    assert time.monotonic() - begin < 20
    assert sandbox.run(Job(source="1")).value == 1


@pytest.mark.sandbox
def test_cancelled_before_it_starts():
    """A job cancelled beforehand never runs."""
    cancel = Cancel()
    cancel.cancel()
    assert _run.run(Job(source="1"), cancel).detail == "cancelled"


@pytest.mark.sandbox
def test_one_bubblewrap_a_job():
    """Where no nested namespaces can be made, a job still runs, alone and without privilege."""
    outcome = _run.run(
        Job(source="import os\nprint(sorted(p for p in os.listdir('/proc') if p.isdigit()))\n1"), once=True
    )
    assert (outcome.status, outcome.value, outcome.backend) == ("ok", 1, "bubblewrap-once")
    assert outcome.stdout == "['1', '2']\n"
    assert _run.run(Job(source="while True: pass", limits=Limits(wall_s=0.5)), once=True).status == "timeout"


@pytest.mark.sandbox
def test_killed_server_is_replaced():
    """When a fork server dies between jobs, the next job gets another one."""
    sandbox.run(Job(source="1"))
    struck = _servers()
    _strike(struck)
    assert _gone(lambda: _servers() & struck, 5)
    assert sandbox.run(Job(source="2")).value == 2


@pytest.mark.sandbox
def test_server_killed_during_a_job():
    """A job whose supervisor dies is killed, never ok."""
    sandbox.run(Job(source="1"))
    threading.Timer(0.3, lambda: _strike(_servers())).start()
    outcome = sandbox.run(Job(source=_SLEEP, limits=Limits(wall_s=20)))
    assert outcome.status == "killed"


@pytest.mark.sandbox
def test_nothing_outlives_this_process():
    """When the engine is killed outright, its servers and jobs end by themselves."""
    code = (
        "import sandbox\nprint(sandbox.run(sandbox.Job(source='1')).value, flush=True)\n"
        "sandbox.run(sandbox.Job(source='import time; time.sleep(86423)', limits=sandbox.Limits(wall_s=60)))"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert process.stdout is not None
    with process, process.stdout:
        assert process.stdout.readline() == b"1\n"
        time.sleep(0.3)
        theirs = _servers(process.pid)
        process.kill()
    assert theirs
    deadline = time.monotonic() + 5
    while _sandboxed() & theirs and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _sandboxed() & theirs


@pytest.mark.sandbox
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forked_child_makes_its_own_servers():
    """After a fork, parent and child do not share a server."""
    sandbox.run(Job(source="1"))
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, str(sandbox.run(Job(source="20 + 3")).value).encode())
        finally:
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as file:
        assert file.read() == "23"
    assert sandbox.run(Job(source="2")).value == 2


@pytest.mark.sandbox
def test_no_descriptor_or_process_is_leaked():
    """Many jobs, good and bad, leave this process with what it had."""
    sandbox.run(Job(source="1"))
    for source in ("1", "1 / 0", "import os\nos._exit(3)"):
        sandbox.run(Job(source=source))
    before = _settled(0, 0)
    for number in range(30):
        sandbox.run(Job(source=("1", "1 / 0", "import os\nos.kill(os.getpid(), 9)")[number % 3]))
    files, servers = _settled(*before)
    assert files <= before[0]
    assert servers <= before[1]


def _settled(files: int, servers: int) -> tuple[int, int]:
    """Open files and servers of this process, once they are down to those numbers or 3 s have passed.

    The kernel takes a job's last processes away a moment after the job's result is there.
    """
    deadline = time.monotonic() + 3
    while True:
        now = (len(list(Path("/proc/self/fd").iterdir())), len(_servers()))
        if (now[0] <= files and now[1] <= servers) or time.monotonic() > deadline:
            return now
        time.sleep(0.05)


class _Fake:
    """Stands for a fork server in tests of the pool."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.alive = True
        self.ended = False

    def close(self) -> None:
        self.alive, self.ended = False, True

    kill = close

    def forget(self) -> None:
        self.ended = True


def test_pool_lends_an_idle_server_again():
    """A server that came back is used for the next job of its kind."""
    pool = _pool.Pool(2, _Fake)  # type: ignore[arg-type]
    first = pool.acquire(Kind(), Cancel())
    pool.give_back(first, usable=True)
    assert pool.acquire(Kind(), Cancel()) is first


def test_pool_ends_an_idle_server_of_another_kind_for_room():
    """The pool never holds more than its limit."""
    pool = _pool.Pool(1, _Fake)  # type: ignore[arg-type]
    first = pool.acquire(Kind(), Cancel())
    pool.give_back(first, usable=True)
    second = pool.acquire(Kind(preload=("numpy",)), Cancel())
    assert second is not first
    assert not first.alive


def test_full_pool_lends_a_server_that_has_more_loaded():
    """A job that needs less runs on a server that has more, rather than ending it for one of its own."""
    pool = _pool.Pool(1, _Fake)  # type: ignore[arg-type]
    rich = pool.acquire(Kind(preload=("numpy", "pandas")), Cancel())
    pool.give_back(rich, usable=True)
    assert pool.acquire(Kind(preload=("numpy",)), Cancel()) is rich
    pool.give_back(rich, usable=True)
    assert pool.acquire(Kind(preload=("sympy",)), Cancel()) is not rich


def test_pool_with_room_starts_a_server_of_the_kind():
    """While there is room, each kind has servers of its own, which fork faster."""
    pool = _pool.Pool(2, _Fake)  # type: ignore[arg-type]
    rich = pool.acquire(Kind(preload=("numpy",)), Cancel())
    pool.give_back(rich, usable=True)
    assert pool.acquire(Kind(), Cancel()) is not rich


@pytest.mark.parametrize(
    ("other", "serves"),
    [
        (Kind(), True),
        (Kind(preload=("pandas", "numpy")), True),
        (Kind(preload=("scipy",)), False),
        (Kind(libraries=("idna",)), False),
        (Kind(once_mb=32), False),
    ],
)
def test_kinds_that_serve_others(other, serves):
    """More loaded does no harm; other packages in sight, or another way of isolating, do."""
    assert Kind(preload=("numpy", "pandas")).serves(other) is serves


def test_pool_drops_what_cannot_be_used_again():
    """Broken servers, dead ones and those made for one job are ended."""
    pool = _pool.Pool(2, _Fake)  # type: ignore[arg-type]
    for kind, usable in ((Kind(), False), (Kind(once_mb=32), True)):
        server = pool.acquire(kind, Cancel())
        pool.give_back(server, usable=usable)
        assert not server.alive
    server = pool.acquire(Kind(), Cancel())
    pool.give_back(server, usable=True)
    server.alive = False  # type: ignore[misc]
    assert pool.acquire(Kind(), Cancel()) is not server


def test_pool_waits_until_a_server_is_free_and_can_be_cancelled():
    """A caller beyond the limit waits; it gets the server that comes back, or gives up."""
    pool = _pool.Pool(1, _Fake)  # type: ignore[arg-type]
    first = pool.acquire(Kind(), Cancel())
    cancel = Cancel()
    threading.Timer(0.05, cancel.cancel).start()
    with pytest.raises(_pool.Cancelled):
        pool.acquire(Kind(), cancel)
    threading.Timer(0.1, pool.give_back, args=(first,), kwargs={"usable": True}).start()
    assert pool.acquire(Kind(), Cancel()) is first


def test_pool_forgets_a_failed_start():
    """A start that fails takes no room."""

    def fail(_kind: Kind) -> _bubblewrap.Server:
        raise StartFailed("no")

    pool = _pool.Pool(1, fail)
    for _ in range(3):
        with pytest.raises(StartFailed):
            pool.acquire(Kind(), Cancel())


def test_no_bubblewrap_means_unavailable_with_a_hint(monkeypatch):
    """Without bubblewrap nothing runs, and the hint says how to get it."""
    monkeypatch.setattr(_bubblewrap, "find", lambda: None)
    monkeypatch.setattr(_pool, "_pool", None)
    monkeypatch.setattr(_probe, "_found", None)
    outcome = sandbox.run(Job(source="print('ran')"))
    assert (outcome.status, outcome.stdout) == ("unavailable", "")
    if sys.platform == "linux":
        assert "pip install" in outcome.hint


def test_program_that_is_not_bubblewrap_fails_to_start(monkeypatch, tmp_path):
    """A broken program gives words, not a hang or a traceback of ours."""
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho no namespaces >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setattr(_bubblewrap, "find", lambda: fake)
    with pytest.raises(StartFailed, match=r"no namespaces|without a word"):
        _bubblewrap.start(Kind())


@pytest.mark.sandbox
@pytest.mark.anyio
async def test_a_blocking_run_in_a_thread_can_be_ended():
    """Who calls something that runs a job in a thread ends that job, and the thread with it."""
    sandbox.run(Job(source="1"))
    outcomes = []
    begin = time.monotonic()
    with sandbox.cancelling() as cancel:
        threading.Timer(0.3, cancel.cancel).start()
        outcomes.append(
            await anyio.to_thread.run_sync(sandbox.run, Job(source=_SLEEP, limits=Limits(wall_s=60)))
        )
    assert [(outcome.status, outcome.detail) for outcome in outcomes] == [("killed", "cancelled")]
    assert time.monotonic() - begin < 20
    assert sandbox.run(Job(source="1")).value == 1
