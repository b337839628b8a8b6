"""Eighty programs of each kind that try a sandbox, made by crossing ways with means; a few of each always run.

What is expected is said in the words of :func:`sandbox.selftest.read_bank`.
"""

from __future__ import annotations

import itertools
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest

from sandbox import Backend
from sandbox.selftest import Bait, Case, trial
from sandbox.selftest import _run as selftest_run

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(600)]

_EACH = 80


@dataclass(frozen=True, slots=True)
class Program:
    """A source and what must become of it."""

    code: str
    expected: str
    alternatives: tuple[str, ...] = ()


def _indented(text: str) -> str:
    return text.replace("\n", "\n    ")


def time_programs() -> Iterator[Program]:
    """Endless bodies, each in several disguises."""
    bodies = (
        "while True: pass", "import time; time.sleep(10 ** 6)", "10 ** 10 ** 8",
        "import re; re.match('(a+)+$', 'a' * 60 + 'b')", "import threading; threading.Event().wait()",
        "import os; r, w = os.pipe(); os.read(r, 1)", "sum(iter(int, 1))", "import select; select.select([], [], [])",
        "max(iter(int, 1))", "import threading; x = threading.Lock(); x.acquire(); x.acquire()",
    )  # fmt: skip
    disguises = (
        "%s",
        "def f():\n    %s\nimport threading\nthreading.Thread(target=f).start()",
        "class A:\n    def __del__(self):\n        %s\na = A()\ndel a",
        "import signal\nfor n in range(1, 32):\n    try: signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError): pass\n%s",
        "import os\nos.close(1); os.close(2)\n%s",
        "try:\n    %s\nexcept BaseException:\n    pass\nwhile True: pass",
        "import atexit\ndef f():\n    %s\natexit.register(f)",
        "import os\np = os.fork()\nif p == 0:\n    %s\nos.waitpid(p, 0)",
    )
    for body, disguise in itertools.product(bodies, disguises):
        yield Program(disguise % body, "timeout")


def process_programs() -> Iterator[Program]:
    """Children that get away in several ways from parents that end in several ways."""
    actions = (
        "time.sleep(7777)", "while True: pass", "signal.pause()", "os.kill(os.getpid(), signal.SIGSTOP)",
    )  # fmt: skip
    ways = (
        "pass", "os.setsid()", "os.setsid()\n    if os.fork(): os._exit(0)",
        "signal.signal(signal.SIGHUP, signal.SIG_IGN); signal.signal(signal.SIGTERM, signal.SIG_IGN)",
        "os.closerange(0, 300)",
    )  # fmt: skip
    ends = ("print('done')", "os._exit(3)", "os.kill(os.getpid(), 9)", "time.sleep(99)")
    for action, way, end in itertools.product(actions, ways, ends):
        yield Program(
            f"import os, signal, time\nif os.fork() == 0:\n    {way}\n    {action}\n{end}", "no_survivor"
        )


def memory_programs() -> Iterator[Program]:
    """Ways to ask for more than there may be, from a little more to absurdly much."""
    ways = (
        "bytearray(N)", "bytes(N)", "b'x' * N", "'x' * N", "'é' * N", "[0] * (N // 8)", "(0,) * (N // 8)",
        "__import__('array').array('d', [0]) * (N // 8)", "__import__('mmap').mmap(-1, N)",
        "__import__('numpy').ones(N // 8)", "__import__('numpy').zeros((2, N // 16))",
        "__import__('ctypes').create_string_buffer(N)", "'x'.rjust(N)", "b'x'.zfill(N)",
        "bytearray(b'x') * N", "memoryview(bytes(N)).tobytes()",
    )  # fmt: skip
    for way, size in itertools.product(ways, (5 * 10**8, 10**9, 3 * 10**9, 10**11, 10**15)):
        yield Program(f"N = {size}\nx = {way}\nprint('GOT', len(x))", "memory_limit")


def output_programs() -> Iterator[Program]:
    """Floods of several sorts, written in several ways to both streams."""
    ways = (
        "print(T, file=sys.NAME)", "sys.NAME.write(T)", "os.write(FD, T.encode())", "sys.NAME.buffer.write(T.encode())",
        "sys.NAME.writelines([T] * 9)", "os.writev(FD, [T.encode()] * 9)", "open(f'/proc/self/fd/{FD}', 'w').write(T)",
        "os.write(os.dup(FD), T.encode()); os.close(os.dup(FD))",
    )  # fmt: skip
    texts = ("'A' * 65536", "'\\0' * 65536", "'é' * 9000", "'\\n' * 65536", "'\\x1b[31m' * 9000")
    for way, text, (name, number) in itertools.product(ways, texts, (("stdout", 1), ("stderr", 2))):
        body = way.replace("NAME", name).replace("FD", str(number))
        loop = "for _ in range(200)" if "dup" in way else "while True"
        yield Program(f"import os, sys\nT = {text}\n{loop}: {body}", "output_truncated")


def disk_programs() -> Iterator[Program]:
    """Ways to fill both writable places, in pieces of several sizes."""
    ways = (
        "f = open(P + 'big', 'wb')\n    for i in range(T // S): f.write(b'x' * S)\n    f.close()",
        "for i in range(T // S): open(P + str(i), 'wb', 0).write(b'x' * S)",
        "for i in range(T // S): open(P + 'a', 'ab', 0).write(b'x' * S)",
        "f = open(P + 'b', 'wb')\n    for i in range(T // S): os.pwrite(f.fileno(), b'x' * S, i * S)",
        "f = os.open(P + 'c', os.O_RDWR | os.O_CREAT)\n    os.posix_fallocate(f, 0, T)",
        "import mmap\n    f = os.open(P + 'd', os.O_RDWR | os.O_CREAT)\n    os.ftruncate(f, T)",
        "for i in range(20000): os.mkdir(P + f'd{i}')",
        "for i in range(20000): os.symlink('x', P + f'l{i}')",
    )
    for way, size, place in itertools.product(
        ways, (4096, 65536, 10**6, 10**7, 3 * 10**7), ("/tmp/", "/dev/shm/")
    ):
        code = f"import os\nP, S, T = {place!r}, {size}, 200_000_000\ntry:\n    {way}\n    print('WROTE')\nexcept OSError: print('stopped')"
        yield Program(code, "blocked")


def file_programs() -> Iterator[Program]:
    """Ways to read, and to find, what is the host's."""
    paths = (
        "/opt/amtfv-canary/CANARY", "/proc/1/root/opt/amtfv-canary/CANARY", "/proc/self/root/opt/amtfv-canary/CANARY",
        "/proc/self/cwd/../opt/amtfv-canary/CANARY", "/tmp/../opt/amtfv-canary/CANARY", "/proc/1/cwd/../opt/amtfv-canary/CANARY",
        "/proc/self/task/self/root/opt/amtfv-canary/CANARY", "/proc/1/fd/0", "/proc/1/fd/5", "/proc/1/mem", "/proc/kcore",
        "/dev/mem", "/dev/kmsg", "/dev/vda", "/var/run/docker.sock", "/run/docker.sock",
    )  # fmt: skip
    ways = (
        "open(p, 'rb').read(1)", "os.read(os.open(p, os.O_RDONLY | os.O_NONBLOCK), 1)", "os.link(p, '/tmp/x') or 1",
        "open(p, 'r+b') and 1", "os.sendfile(os.open('/tmp/o', os.O_RDWR | os.O_CREAT), os.open(p, 0), 0, 1)",
    )  # fmt: skip
    for path, way in itertools.product(paths, ways):
        yield Program(
            f"import os\np = {path!r}\ntry: print('LEAK' if {way} else 'empty')\nexcept OSError: print('denied')",
            "blocked",
        )


def network_programs() -> Iterator[Program]:
    """Every family and type of socket, and ways to reach several places."""
    for family, kind in itertools.product((1, 2, 10, 16, 17, 29, 31, 38, 40, 44), (1, 2, 3, 5)):
        yield Program(
            f"import socket\ntry:\n    s = socket.socket({family}, {kind})\n    print('OPENED')\nexcept OSError: print('denied')",
            "no_network",
        )
    places = (
        ("127.0.0.1", "PORT"), ("localhost", "PORT"), ("::1", "PORT"), ("0.0.0.0", "PORT"), ("169.254.169.254", "80"),
        ("172.17.0.1", "22"), ("10.0.0.1", "53"), ("1.1.1.1", "53"), ("example.com", "80"), ("host.docker.internal", "PORT"),
    )  # fmt: skip
    ways = (
        "import socket\ntry:\n    socket.create_connection((%r, %s), 1); print('CONNECTED')\nexcept OSError: print('denied')",
        (
            "import urllib.request\ntry:\n    urllib.request.urlopen('http://[%s]:%s/'.replace('[', '').replace(']', ''), timeout=1); print('CONNECTED')\n"
            "except (OSError, ValueError): print('denied')"
        ),
        (
            "import http.client\ntry:\n    http.client.HTTPConnection(%r, %s, timeout=1).request('GET', '/'); print('CONNECTED')\n"
            "except OSError: print('denied')"
        ),
        (
            "import asyncio\nasync def f():\n    try:\n        await asyncio.wait_for(asyncio.open_connection(%r, %s), 1); print('CONNECTED')\n"
            "    except (OSError, asyncio.TimeoutError): print('denied')\nasyncio.run(f())"
        ),
    )
    for way, place in itertools.product(ways, places):
        yield Program(way % place, "no_network")


#: Number (x86_64) and arguments of calls that no job needs.
_CALLS = (
    "41, 2, 1, 0", "41, 16, 3, 0", "101, 0, 1, 0, 0", "101, 16, 1, 0, 0", "310, 1, 0, 0, 0, 0, 0", "311, 1, 0, 0, 0, 0, 0",
    "312, 1, 1, 0, 0, 0", "440, 3, 0, 0, 0, 0", "438, 3, 0, 0", "448, 3, 0", "165, b'x', b'/tmp', b'tmpfs', 0, 0",
    "165, b'/', b'/tmp', 0, 4096, 0", "166, b'/proc', 2", "166, b'/tmp', 0", "155, b'/tmp', b'/tmp'", "161, b'/tmp'",
    "428, -100, b'/', 1", "429, 3, b'', -100, b'/tmp', 4", "430, b'tmpfs', 0", "431, 3, 0, 0, 0, 0", "432, 3, 0, 0",
    "433, -100, b'/', 0", "442, -100, b'/', 0, 0, 0", "457, 0, 0, 0, 0", "458, 0, 0, 0, 0", "272, 0x10000000", "272, 0x20000",
    "272, 0x40000000", "272, 0x20000000", "272, 0x8000000", "272, 0x4000000", "272, 0x2000000", "272, 0", "308, 0, 0",
    "308, 3, 0x40000000", "248, b'user', b'a', b'v', 1, -4", "249, b'user', b'a', 0, -4", "250, 0, -3, 1", "321, 0, 0, 0",
    "321, 5, 0, 120", "298, 0, 0, -1, -1, 0", "323, 0", "323, 1", "425, 1, 0", "425, 8, ctypes.create_string_buffer(120)",
    "426, 3, 1, 0, 0, 0", "427, 3, 0, 0, 0", "175, b'', 0, b''", "313, 0, b'', 0", "176, b'x', 0", "246, 0, 0, 0, 0",
    "320, 0, 0, 0, b'', 0", "169, 0xfee1dead, 672274793, 0, 0", "167, b'/tmp/s', 0", "168, b'/tmp/s'", "163, 0",
    "179, 0, 0, 0, 0", "443, 0, 0, 0, 0", "164, 0, 0", "227, 0, (ctypes.c_long * 2)(1, 1)", "305, 0, 0", "159, 0",
    "170, b'x', 1", "171, b'x', 1", "103, 3, 0, 0", "103, 5, 0, 0", "153", "133, b'/tmp/d', 0o60666, 0xfe00",
    "259, -100, b'/tmp/d', 0o20666, 0x101", "304, -100, 0, 0", "303, -100, b'/', 0, 0, 0", "300, 0, 0", "172, 3", "173, 0, 1, 1",
    "154, 1, 0, 0", "135, 0x0040000", "319, b'x', 0", "447, 0", "29, 0, 4096, 0o1600", "302, 1, 7, 0, 0",
)  # fmt: skip


def kernel_programs() -> Iterator[Program]:
    """Calls into the kernel that no job needs."""
    for call in _CALLS:
        yield Program(
            f"import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nprint('SUCCEEDED' if libc.syscall({call}) >= 0 else 'denied')",
            "blocked",
        )


def crash_programs() -> Iterator[Program]:
    """Exit codes that look like another fate, and every signal that ends a program."""
    for code in (0, 1, 2, 3, 42, 77, 99, 100, 124, 125, 126, 127, 128, 129, 130, 134, 135, 136, 137, 139, 141, 143, 152, 153, 159,
                 200, 254, 255, 256, 257, 511):  # fmt: skip
        yield Program(f"import os\nos._exit({code})", f"exit: {code % 256}")
        yield Program(f"import sys\nprint('x')\nsys.exit({code})", f"exit: {code % 256}")
    fatal = [
        number for number in signal.valid_signals()
        if number not in (signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH, signal.SIGSTOP, signal.SIGTSTP,
                          signal.SIGTTIN, signal.SIGTTOU, signal.SIGINT, signal.SIGXCPU)
    ]  # fmt: skip
    for number in fatal[:18]:
        code = f"import os, signal\nsignal.signal({number}, signal.SIG_DFL) if {number} != 9 else 0\nos.kill(os.getpid(), {number})"
        yield Program(code, "signal")


def protocol_programs() -> Iterator[Program]:
    """Programs that break what the runner may rely on, and then end in several ways."""
    breaks = (
        "for fd in range(3, 1024):\n    try: os.write(fd, b'\\0\\0\\0\\x10{\"exit_code\": 0}')\n    except OSError: pass",
        "for fd in range(3, 1024):\n    try: os.close(fd)\n    except OSError: pass",
        "print('{\"why\": \"\", \"exit_code\": 0, \"report\": \"\"}', flush=True)",
        "os._exit = sys.exit = lambda *a: None", "json.dumps = json.loads = lambda *a, **k: '{}'",
        "builtins.len = builtins.str = builtins.open = builtins.isinstance = None", "sys.modules.clear()",
        "sys.stdout = sys.stderr = None", "gc.get_objects = None; sys.settrace(lambda *a: None)",
        "for o in gc.get_objects():\n    if isinstance(o, dict) and '_dumps' in o: o['_dumps'] = o['_encode'] = None",
    )  # fmt: skip
    ends = (
        ("raise SystemExit(1)", "exit: 1"), ("raise SystemExit(7)", "exit: 7"), ("1 / 0", "error"), ("raise KeyboardInterrupt", "error"),
        ("exit_now(9)", "exit: 9"), ("raise BaseException('x')", "error"), ("kill(getpid(), 9)", "signal"), ("undefined", "error"),
    )  # fmt: skip
    head = "import builtins, gc, json, os, sys\nfrom os import kill, getpid, _exit as exit_now\n"
    for breaking, (end, expected) in itertools.product(breaks, ends):
        yield Program(f"{head}{breaking}\n{end}", expected)


def source_programs() -> Iterator[Program]:
    """Odd but right sources, with every end of line."""
    texts = (
        ("print('a')", "a"), ("x = (1,\n     2)\nprint(x)", "(1, 2)"), ("if True:\n\tprint('tab')", "tab"),
        ("print('π≠你好😀')", "π≠你好😀"), ("变量 = 3\nprint(变量)", "3"), ("# nothing\nprint(1); print(2)", "1\n2"),
        ("'''doc'''\nprint(__doc__)", "doc"), ("from __future__ import annotations\ndef f(x: y): pass\nprint(f.__annotations__)", "{'x': 'y'}"),
        ("match [1, 2]:\n    case [a, b]: print(a + b)", "3"), ("print((n := 4) + n)", "8"), ("print(f'{1 + 1!r:>3}')", "  2"),
        ("async def f(): return 5\nimport asyncio\nprint(asyncio.run(f()))", "5"), ("print(*[1, 2], sep='-')", "1-2"),
        ("try:\n    raise ExceptionGroup('g', [ValueError(1)])\nexcept* ValueError:\n    print('star')", "star"),
        ("def f():\n    x = 1\n    def g():\n        nonlocal x\n        x += 1\n    g()\n    return x\nprint(f())", "2"),
        ("print(" + "+".join(["1"] * 500) + ")", "500"), ("x = " + repr("y" * 100_000) + "\nprint(len(x))", "100000"),
        ("print(__name__, __file__ if '__file__' in globals() else 'none')", "__main__ <answer>"), ("-1\nprint(-1)", "-1"),
        ("class A:\n    def __repr__(self): return 'A()'\nprint([A()])", "[A()]"),
    )  # fmt: skip
    for (text, shown), (head, end, tail) in itertools.product(
        texts, (("", "\n", "\n"), ("", "\r\n", "\r\n"), ("\ufeff", "\n", ""), ("\n\n# c\n", "\n", "   "))
    ):
        # A module's documentation comes first; blank lines and comments before it are no obstacle.
        yield Program(head + text.replace("\n", end) + tail, f"ok: {shown}\n")


_PLAIN = (
    "sum(range(101))", "2 ** 100", "round(2.675, 2)", "divmod(-7, 3)", "sorted('hello')", "0.1 + 0.2", "hex(255)", "complex(1, 2) ** 2",
    "[i * i for i in range(5)]", "{k: v for k, v in zip('ab', (1, 2))}", "'abc'[::-1]", "'%.3e' % 12345.678", "format(1234567.891, ',.2f')",
    "bytes([65, 66]).decode()", "int('ff', 16)", "max([3, 1, 2], key=lambda v: -v)", "any([]) or all([])", "list(map(str, (1, 2)))",
    "'a,b'.split(',')", "frozenset([1, 1])",
)  # fmt: skip
_MODULES = (
    "math.comb(10, 3)", "math.isclose(math.tau, 2 * math.pi)", "cmath.sqrt(-1)", "statistics.mean([1, 2, 4])", "statistics.stdev([1, 2, 4])",
    "statistics.NormalDist(0, 1).cdf(1.96)", "decimal.Decimal('0.1') + decimal.Decimal('0.2')", "fractions.Fraction(1, 3) + 1",
    "itertools.accumulate([1, 2, 3]).__reduce__()[0].__name__", "list(itertools.permutations('abc', 2))[:3]", "functools.reduce(lambda a, b: a * b, range(1, 6))",
    "collections.Counter('banana').most_common(1)", "collections.deque([1, 2, 3], maxlen=2)", "operator.itemgetter(1)([5, 6])",
    "datetime.date(2024, 2, 29) + datetime.timedelta(365)", "datetime.datetime(2024, 1, 1).isoformat()", "calendar.monthrange(2024, 2)",
    "time.strftime('%Y', time.gmtime(0))", "re.findall(r'\\d+', 'a1b22')", "string.ascii_lowercase[:3]", "textwrap.shorten('hello big world', 12)",
    "json.dumps({'a': [1, None]})", "csv.__name__", "io.StringIO('x').read()", "struct.pack('>I', 7)", "base64.b64encode(b'hi')", "hashlib.sha256(b'').hexdigest()[:8]",
    "zlib.crc32(b'hi')", "binascii.hexlify(b'hi')", "uuid.UUID(int=5).hex[-3:]", "random.Random(1).randint(1, 6)", "heapq.nsmallest(2, [3, 1, 2])",
    "bisect.bisect([1, 2, 3], 2)", "array.array('i', [1, 2]).tolist()", "copy.deepcopy([1])", "pprint.pformat({'b': 1, 'a': 2})", "enum.Enum('E', 'A').A.value",
    "dataclasses.make_dataclass('P', ['x'])(1)", "typing.Optional[int]", "types.SimpleNamespace(a=1)", "contextlib.nullcontext(3).__enter__()", "ast.literal_eval('[1]')",
    "inspect.signature(len)", "urllib.parse.urlsplit('http://a/b').path", "html.escape('<')", "xml.etree.ElementTree.fromstring('<a>1</a>').text",
    "unicodedata.name('π')", "pathlib.PurePath('a/b').name", "os.path.splitext('a.txt')", "shlex.split('a \"b c\"')", "fnmatch.fnmatch('a.py', '*.py')", "glob.glob('/nothing*')",
    "tempfile.gettempdir()", "sqlite3.connect(':memory:').execute('select 1 + 2').fetchone()", "pickle.loads(pickle.dumps((1, 2)))", "gzip.decompress(gzip.compress(b'x'))",
    "numbers.Real.__name__", "secrets.__name__", "queue.Queue().empty()", "weakref.__name__",
)  # fmt: skip


_MODULE = re.compile(r"(urllib\.parse|xml\.etree\.ElementTree|\b[a-z][a-z0-9]+)\.")


def benign_programs() -> Iterator[Program]:
    """Ordinary programs: what this interpreter prints, the sandbox prints."""
    for text in (*_PLAIN, *_MODULES):
        found = _MODULE.search(text) if text in _MODULES else None
        head = f"import {found[1]}\n" if found else ""
        scope: dict[str, object] = {}
        exec(f"{head}x = str({text})", scope)
        yield Program(f"{head}print({text})", f"ok: {scope['x']}\n")


def state_programs() -> Iterator[Program]:
    """Traces that a job could leave, and the next job's look for them; run in this order."""
    traces = (
        ("open(P + 'left', 'w').write('s')", "os.path.exists(P + 'left')"),
        ("os.mkdir(P + 'left_d')", "os.path.exists(P + 'left_d')"),
        ("os.symlink('/', P + 'left_l')", "os.path.lexists(P + 'left_l')"),
        ("os.mkfifo(P + 'left_f')", "os.path.exists(P + 'left_f')"),
        ("os.chmod(P, 0o700)", "os.stat(P).st_mode & 0o7777 != 0o1777"),
    )
    for (leave, look), place in itertools.product(traces, ("/tmp/", "/dev/shm/")):
        yield Program(f"import os\nP = {place!r}\ntry: {leave}\nexcept OSError: pass\nprint('w')", "ok: w\n")
        yield Program(f"import os\nP = {place!r}\nprint('LEAK' if {look} else 'clean')", "ok: clean\n")
    marks = (
        "json.loads", "math.pi", "os.environ", "sys.path", "builtins.print", "random.random", "re.compile", "decimal.Decimal",
        "string.digits", "os.getcwd", "collections.OrderedDict", "functools.partial", "itertools.chain", "copy.copy", "datetime.date",
    )  # fmt: skip
    for name in marks:
        module, _, attribute = name.partition(".")
        yield Program(f"import {module}\n{module}.{attribute} = 'left'\nopen('/tmp/w', 'w').close()", "ok: ")
        yield Program(
            f"import {module}\nopen(1, 'w').write('LEAK' if {name} == 'left' else 'clean')", "ok: clean"
        )
    variables = (
        "x",
        "result",
        "_",
        "__builtins__.left",
        "price",
        "data",
        "df",
        "np",
        "i",
        "total",
        "a",
        "b",
        "f",
        "s",
        "n",
    )
    for name in variables:
        yield Program(
            f"{name} = 'left'"
            if "." not in name
            else f"import builtins\nbuiltins.left = 1\n{name.rpartition('.')[2]}",
            "ok: ",
        )
        yield Program(
            f"try:\n    {name.rpartition('.')[2]}\n    print('LEAK')\nexcept NameError:\n    print('clean')",
            "ok: clean\n",
        )


KINDS: dict[str, Callable[[], Iterator[Program]]] = {
    "time": time_programs, "process": process_programs, "memory": memory_programs, "output": output_programs,
    "disk": disk_programs, "files": file_programs, "network": network_programs, "kernel": kernel_programs,
    "crash": crash_programs, "protocol": protocol_programs, "source": source_programs, "state": state_programs,
    "benign": benign_programs,
}  # fmt: skip


@pytest.fixture(scope="module")
def bait() -> Iterator[Bait]:
    """A canary to read and a port to reach."""
    with Bait() as laid:
        yield laid


def _misses(kind: str, programs: Sequence[Program], backend: Backend, bait: Bait) -> list[str]:
    found = []
    for number, program in enumerate(programs):
        case = Case(
            id=f"{kind}-{number}",
            category=kind,
            code=program.code,
            expected=program.expected,
            alternatives=program.alternatives,
        )
        tried = trial(case, backend, bait)
        if not tried.held:
            found.append(f"{tried.id}: {tried.status}: {tried.detail}\n{program.code[:600]}")
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_some_of_each_kind_hold(kind, backend, bait, monkeypatch):
    """Programs spread over each kind: none gets anything, each has its right status."""
    monkeypatch.setattr(selftest_run, "WALL_S", 1.0)
    programs = list(KINDS[kind]())
    step = len(programs) // 4
    chosen = programs[:4] if kind == "state" else programs[:: step + 1]
    assert not _misses(kind, chosen, backend, bait)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_all_of_each_kind_hold(kind, backend, bait, monkeypatch):
    """All eighty of each kind."""
    monkeypatch.setattr(selftest_run, "WALL_S", 1.5 if kind in {"time", "process"} else 10.0)
    assert not _misses(kind, list(KINDS[kind]()), backend, bait)


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_eighty_of_each_kind(kind):
    """And no two are alike."""
    programs = list(KINDS[kind]())
    assert len(programs) >= _EACH
    assert len(set(programs)) >= len(programs) - 20, sys.version
