"""The plain subprocess: only by its name, and never without that name on what it made."""

from __future__ import annotations

import os
import threading
import time

import pytest

from sandbox import Cancel, Job, JobError, Limits
from sandbox.unsafe import UnsafeSubprocessBackend

pytestmark = pytest.mark.skipif(os.name == "nt", reason="tried on POSIX only")


def run(source, cancel=None, **fields):
    """The outcome of a harmless program."""
    return UnsafeSubprocessBackend().run(Job(source=source, **fields), cancel or Cancel())


def test_a_program_runs_and_the_outcome_says_where():
    """Inputs, files and the last value work as in a sandbox; ``backend`` is the warning."""
    found = run("print(open('a/b.txt').read())\n{'n': n + 1}", inputs={"n": 1}, files={"a/b.txt": b"text"})
    assert (found.status, found.stdout, found.value) == ("ok", "text\n", {"n": 2})
    assert found.backend == "unsafe_subprocess"


@pytest.mark.parametrize(
    ("source", "status"),
    [
        ("while True: pass", "timeout"),
        ("while True: print('o' * 1000)", "output_limit"),
        ("1 / 0", "error"),
        ("import a_module_that_nobody_has", "missing_library"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGTERM)", "killed"),
        ("raise SystemExit", "ok"),
    ],
)
def test_statuses_are_those_of_a_sandbox(source, status):
    """Time and output are limited; how the process ended is told apart."""
    assert run(source, limits=Limits(wall_s=2.0, output_bytes=10_000)).status == status


def test_files_come_back():
    """What was asked for, and nothing else."""
    found = run("open('p.png', 'wb').write(b'1')\nopen('q.txt', 'w').close()", collect=("*.png",))
    assert found.files == {"p.png": b"1"}


def test_the_environment_is_not_handed_on(monkeypatch):
    """Credentials in it are not among what the program finds there."""
    monkeypatch.setenv("API_KEY", "s3cret")
    assert run("import os\n'API_KEY' in os.environ").value is False


def test_cancelling_ends_it():
    """From another thread, at once."""
    cancel = Cancel()
    threading.Timer(0.5, cancel.cancel).start()
    begin = time.monotonic()
    found = run("import time\ntime.sleep(30)", cancel)
    assert (found.status, found.detail) == ("killed", "cancelled")
    assert time.monotonic() - begin < 5


def test_what_it_cannot_do_is_said():
    """Functions of the caller are refused, as are files outside the working directory."""
    found = run("f()", functions={"f": print})
    assert found.status == "unavailable"
    assert found.hint
    with pytest.raises(JobError):
        run("1", files={"../x": b""})
