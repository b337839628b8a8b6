"""Programs that try to break the sandbox: each kind must be held, and the status must be the runner's own."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

import pytest

from sandbox import Job, Limits

pytestmark = pytest.mark.sandbox
_LIBC = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nprint('GOT IN' if %s >= 0 else 'denied')"


def _command_lines() -> list[bytes]:
    lines = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(process.read_bytes())
        except OSError:
            continue
    return lines


@pytest.mark.parametrize(
    "source",
    [
        "while True: pass",
        "x = 10 ** 10 ** 8",
        "import re\nre.match('(a+)+$', 'a' * 60 + 'b')",
        "import os, time\nos.close(1); os.close(2)\ntime.sleep(1000)",
        "import signal, time\nfor n in range(1, 32):\n    try: signal.signal(n, signal.SIG_IGN)\n    except OSError: pass\ntime.sleep(1000)",
        "import threading\nt = threading.Thread(target=threading.Event().wait)\nt.start()",
        "class A:\n    def __del__(self):\n        while True: pass\na = A()\ndel a",
    ],
)
def test_endless_programs_are_stopped(attempt, source):
    """The wall clock is the runner's; nothing the program does moves it."""
    begin = time.monotonic()
    assert attempt(source).status == "timeout"
    assert time.monotonic() - begin < 4


def test_whole_tree_dies_with_the_job(attempt):
    """A daemon that left its session and closed its pipes is gone when the call returns."""
    source = (
        "import os, sys\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        os.closerange(0, 3)\n"
        "        os.execv(sys.executable, ['python', '-S', '-c', 'import time; time.sleep(86421)'])\n    os._exit(0)\nprint('done')"
    )
    assert attempt(source).stdout == "done\n"
    assert not [line for line in _command_lines() if b"86421" in line]


@pytest.mark.parametrize(
    "source",
    [
        "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",
        "import os, signal\nos.kill(-1, signal.SIGKILL)\nprint('alive')",
        "import os, signal\nfor n in (9, 15, 19):\n    os.kill(1, n)\nprint('alive')",
        "import resource\ntry: resource.prlimit(1, resource.RLIMIT_CPU, (0, 0))\nexcept OSError: print('alive')",
    ],
)
def test_process_attacks_stay_inside(attempt, source):
    """Fork bombs and signals reach nothing outside; the sandbox serves the next job."""
    outcome = attempt(source)
    assert outcome.status in ("ok", "timeout", "error")
    assert attempt("1 + 1").value == 2


@pytest.mark.parametrize(
    "source",
    [
        "x = 'a' * (4 * 10**9)",
        "x = []\nwhile True: x.append(bytearray(10**6))",
        "import mmap\nmmap.mmap(-1, 3 * 2**30)",
        "import numpy as np\nnp.ones(10**9)",
    ],
)
def test_memory_limit(attempt, source):
    """Asking for more memory than allowed has its own status."""
    assert attempt(source, Limits(wall_s=10)).status == "memory"


def test_memory_used_up_in_small_pieces_is_still_reported(attempt):
    """What the report itself needs was held back, so the exception is told and is no fault of the code."""
    source = "kept = {}\nwhile True: kept[len(kept)] = str(len(kept)) * 9"
    outcome = attempt(source, Limits(wall_s=20, memory_mb=48))
    assert outcome.status == "memory"
    assert outcome.exception is not None
    assert outcome.exception.type == "MemoryError"


@pytest.mark.parametrize(
    "source",
    [
        "import sys\nwhile True: sys.stdout.write('A' * 65536)",
        "import os\nwhile True: os.write(2, b'\\0' * 65536)",
        "print('B' * 5_000_000)",
        "import threading, os\ndef f(n):\n    while True: os.write(n, b'x' * 4096)\nthreading.Thread(target=f, args=(1,)).start()\nf(2)",
        "[0] * 10_000_000",
    ],
)
def test_floods_are_cut(attempt, source):
    """Output beyond the cap ends the job, and no more than the cap is kept."""
    outcome = attempt(source, Limits(wall_s=10))
    assert outcome.status == "output_limit"
    assert len(outcome.stdout) <= 1_000_000
    assert len(outcome.stderr) <= 1_000_000


def test_huge_exception_stays_an_error(attempt):
    """A traceback of megabytes is cut; the finding is the exception."""
    outcome = attempt("raise ValueError('E' * 3_000_000)")
    assert outcome.status == "error"
    assert outcome.exception is not None
    assert len(outcome.exception.message) <= 2_000
    assert len(outcome.stderr) < 20_000


@pytest.mark.parametrize(
    "source",
    [
        "f = open('/tmp/big', 'wb')\nfor i in range(100): f.write(b'x' * 2**20)",
        "open('/tmp/s', 'wb').truncate(10**13)",
        "for i in range(10_000): open(f'/tmp/{i}', 'w').close()",
        "open('/usr/lib/evil', 'w')",
        "open('/evil', 'w')",
        "open('/dev/evil', 'w')",
        "import json\nopen(json.__file__, 'a')",
        "open('/proc/sys/kernel/core_pattern', 'w')",
        "open('/proc/self/oom_score_adj', 'wb', buffering=0).write(b'-1000')",
    ],
)
def test_writing_is_bounded(attempt, source):
    """/tmp has a size and a number of files; everything else is read-only."""
    outcome = attempt(source, Limits(wall_s=10))
    assert outcome.status == "error"
    assert outcome.exception is not None
    assert "OSError" in (outcome.exception.type, *outcome.exception.bases)


def test_files_of_the_host_are_not_there(run, backend, tmp_path):
    """A world-readable canary, this repository, home and passwords cannot be read by any path."""
    own = ["/etc/passwd"] if backend.name.startswith("docker") else []  # the image's, with two names in it
    canary = tmp_path / "canary"
    canary.write_text("CANARY")
    canary.chmod(0o644)
    paths = [
        str(canary),
        f"/proc/1/root{canary}",
        __file__,
        "/etc/passwd",
        "/etc/shadow",
        "/root/.bashrc",
        "/proc/kcore",
        "/dev/vda",
    ]
    source = "found = []\nfor p in paths:\n    try:\n        found.append(open(p, 'rb').read(1) and p)\n    except OSError:\n        pass\nfound"
    assert run(Job(source=source, inputs={"paths": paths})).value == own


def test_environment_of_the_host_is_not_there(attempt, monkeypatch):
    """Neither the job's environment nor that of process 1 shows ours."""
    monkeypatch.setenv("API_KEY", "SECRET_CANARY")
    source = (
        "import os, glob\ntext = repr(dict(os.environ))\nfor p in glob.glob('/proc/*/environ'):\n"
        "    try: text += open(p).read()\n    except OSError: pass\n'SECRET_CANARY' in text"
    )
    assert attempt(source).value is False


def test_no_descriptor_is_inherited(attempt):
    """A job has its three streams and nothing else that it could write to."""
    source = "import os\n[n for n in range(3, 256) if os.path.exists(f'/proc/self/fd/{n}') and 'fd' not in os.readlink(f'/proc/self/fd/{n}')]"
    assert attempt(source).value == []


def test_network_is_not_there(run):
    """No socket of any family can be made, though the host listens; socketpair, which asyncio needs, works."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        source = (
            "import socket, asyncio\nmade = []\nfor family in (1, 2, 10, 16, 17, 40):\n"
            "    try: made.append(socket.socket(family, socket.SOCK_STREAM))\n    except OSError: pass\n"
            "try: made.append(socket.create_connection(('127.0.0.1', port), 1))\nexcept OSError: pass\n"
            "asyncio.run(asyncio.sleep(0))\nlen(made)"
        )
        assert run(Job(source=source, inputs={"port": port})).value == 0


@pytest.mark.parametrize(
    "call",
    [
        "libc.unshare(0x10000000)", "libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0)", "libc.umount2(b'/proc', 2)",
        "libc.mount(b'x', b'/tmp', b'tmpfs', 0, None)", "libc.chroot(b'/tmp')", "libc.ptrace(16, 1, 0, 0)",
        "libc.syscall(425, 8, ctypes.create_string_buffer(120))", "libc.syscall(321, 0, 0, 0)", "libc.syscall(323, 1)",
        "libc.syscall(248, b'user', b'k', b'v', 1, -4)", "libc.syscall(313, 0, b'', 0)", "libc.mknod(b'/tmp/d', 0o60666, 254 << 8)",
        "libc.sethostname(b'x', 1)", "libc.setns(0, 0)", "libc.syscall(319, b'x', 0)", "libc.shmget(0, 4096, 0o1600)",
        "libc.setuid(1)", "libc.syscall(0x40000000 + 39)", "libc.syscall(435, 0, 0)",
    ],
)  # fmt: skip
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers are those of x86_64")
def test_kernel_interfaces_are_refused(attempt, call):
    """Namespaces, mounts, tracing, keyrings, modules, io_uring, bpf and uncounted memory are refused."""
    assert attempt(_LIBC % call).stdout == "denied\n"


def test_no_privilege_is_left(attempt):
    """No capability in any set, no new ones, a filter on, and to the kernel the job is not root."""
    status = dict(
        line.split(":\t", 1)
        for line in attempt("print(open('/proc/self/status').read())").stdout.splitlines()
        if ":\t" in line
    )
    assert [int(status[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")] == [0] * 5
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
    assert "65534" in attempt("print(open('/proc/mounts').read())").stdout or os.geteuid() != 0


def test_setuid_to_root_gains_nothing(attempt):
    """User 0 of the job's own namespace may not read what root of the host may."""
    assert (
        attempt("import os\nos.setuid(0) if os.getuid() else None\nos.access('/usr/lib', os.W_OK)").value
        is not True
    )


@pytest.mark.parametrize(
    ("source", "status", "code"),
    [
        ("import ctypes\nctypes.string_at(0)", "killed", -11),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "killed", -9),
        ("import os\nos._exit(137)", "error", 137),
        ("import os\nos._exit(124)", "error", 124),
        ("import sys\nsys.exit(3)", "error", 3),
        ("import sys\nsys.exit('no')", "error", 1),
        ("import os\nos._exit(0)", "ok", 0),
        ("raise SystemExit", "ok", 0),
        ("import os, sys\nos._exit = sys.exit = lambda code: None\nraise SystemExit(1)", "error", 1),
        ("import builtins\nbuiltins.len = builtins.str = builtins.open = None\n1 / 0", "error", 1),
        ("def f(): return f()\nf()", "error", 1),
        ("input()", "error", 1),
        ("import os\nos.close(1)\nprint('x')", "error", 1),
    ],
)
def test_status_is_what_happened(attempt, source, status, code):
    """Exit codes that look like another fate are not taken for it; a broken interpreter is still an error."""
    outcome = attempt(source)
    assert (outcome.status, outcome.exit_code) == (status, code)


@pytest.mark.parametrize(
    "forged",
    [
        'b"0" * 16 + b\'{"value": 42, "has_value": true, "exception": null, "missing": "", "too_large": false}\'',
        'b"\\0\\0\\0\\x10" + b\'{"why": "", "exit_code": 0}\'',
    ],
)
def test_forged_report_is_not_believed(attempt, forged):
    """Frames written to every descriptor give no value and no good status."""
    source = f"import os\nfor fd in range(3, 1024):\n    try: os.write(fd, {forged})\n    except OSError: pass\nos._exit(1)"
    outcome = attempt(source)
    assert (outcome.status, outcome.exit_code, outcome.has_value) == ("error", 1, False)


def test_jobs_leave_nothing_for_each_other(attempt):
    """Files, shared memory and changed modules of one job are gone for the next."""
    attempt(
        "import json\nopen('/tmp/left', 'w').close()\nopen('/dev/shm/left', 'w').close()\njson.loads = None"
    )
    source = "import os, json\n[os.listdir('/tmp'), os.listdir('/dev/shm'), json.loads('1')]"
    assert attempt(source).value == [[], [], 1]


def test_kernel_processes_of_others_are_not_visible(attempt):
    """A job sees its supervisor and itself."""
    seen = attempt("import os\nsorted(p for p in os.listdir('/proc') if p.isdigit())").value
    assert (seen[0], len(seen)) == ("1", 2)
