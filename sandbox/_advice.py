"""What a program's source asks for that the sandbox refuses or bounds, seen before it runs.

Names are followed through imports and their aliases, on the syntax tree. What is hidden (``getattr``, a name
built from text, a module handed around) is not claimed. Advice only: the walls do not depend on it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath

#: Kind -> what the sandbox does about it.
MEANING = {
    "network": "there is no network in the sandbox",
    "program": "the sandbox holds few programs besides Python, or none",
    "native": "calls of the kernel are filtered in the sandbox",
    "process": "a job's processes are few, and end with it",
    "file": "only the job's own files and /tmp can be used in the sandbox",
    "stdin": "the sandbox's standard input is empty",
}
#: Kind -> module -> its functions that ask for it.
_CALLS: Mapping[str, Mapping[str, str]] = {
    "network": {
        "socket": "socket create_connection create_server getaddrinfo gethostbyname",
        "urllib.request": "urlopen urlretrieve", "http.client": "HTTPConnection HTTPSConnection",
        "ftplib": "FTP", "smtplib": "SMTP", "asyncio": "open_connection start_server",
        "requests": "get post put head request Session", "httpx": "get post Client AsyncClient",
        "aiohttp": "ClientSession",
    },
    "program": {
        "subprocess": "run Popen call check_call check_output getoutput getstatusoutput",
        "os": "system popen execv execve execvp execl execlp spawnv spawnl spawnlp posix_spawn",
        "pty": "spawn", "asyncio": "create_subprocess_exec create_subprocess_shell",
    },
    "native": {"ctypes": "CDLL PyDLL WinDLL", "ctypes.cdll": "LoadLibrary", "cffi": "FFI"},
    "process": {
        "os": "fork forkpty", "multiprocessing": "Process Pool", "concurrent.futures": "ProcessPoolExecutor",
    },
}  # fmt: skip
_KIND_OF = {
    f"{module}.{name}": kind
    for kind, modules in _CALLS.items()
    for module, names in modules.items()
    for name in names.split()
}
#: Calls whose first argument is a path; pandas reads addresses too.
_OPENERS = frozenset({
    "open", "io.open", "os.open", "pathlib.Path", "numpy.loadtxt", "numpy.load", "numpy.genfromtxt",
    "pandas.read_csv", "pandas.read_excel", "pandas.read_json", "pandas.read_table", "pandas.read_parquet",
})  # fmt: skip
_BUILTINS = frozenset({"open", "input"})
_REACHABLE = (
    "/tmp/", "/proc/self/", "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/std",  # noqa: S108
    "/dev/fd", "/dev/shm/", "/usr/lib", "/usr/share/zoneinfo", "/lib",  # noqa: S108
)  # fmt: skip
_MOST = 20


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing in a program that will not go as it would outside.

    Attributes:
        kind: ``network, program, native, process, file`` or ``stdin``.
        name: the call, by its full name, or the path.
        line: where, from 1.
    """

    kind: str
    name: str
    line: int

    def __str__(self) -> str:
        """The advice in words."""
        return f"line {self.line}: {self.name}: {MEANING[self.kind]}"


def advice(tree: ast.Module | None) -> tuple[Advice, ...]:
    """What to expect of a program, in the order of its lines; at most the first 20."""
    if tree is None:
        return ()
    nodes = list(ast.walk(tree))
    names = _imported(nodes)
    found = {said for node in nodes if isinstance(node, ast.Call) for said in _of_call(node, names)}
    return tuple(sorted(found, key=lambda said: (said.line, said.kind, said.name))[:_MOST])


def _imported(nodes: Iterable[ast.AST]) -> dict[str, str]:
    """Name in the program -> what it stands for; one that is ever given another meaning is left out."""
    names = {name: name for name in _BUILTINS}
    own: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names.update(_plain(alias) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.update((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)
        else:
            own.update(_given(node))
    return {name: meaning for name, meaning in names.items() if name not in own}


def _plain(alias: ast.alias) -> tuple[str, str]:
    """``import a.b`` binds ``a``; ``import a.b as c`` binds ``c`` to ``a.b``."""
    if alias.asname:
        return alias.asname, alias.name
    top = alias.name.partition(".")[0]
    return top, top


def _given(node: ast.AST) -> Iterator[str]:
    """Names to which the program gives a meaning of its own."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name


def _meaning(node: ast.expr, names: Mapping[str, str]) -> str:
    """The full name of what an expression stands for, or ""."""
    if isinstance(node, ast.Name):
        return names.get(node.id, "")
    if isinstance(node, ast.Attribute):
        owner = _meaning(node.value, names)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def _of_call(call: ast.Call, names: Mapping[str, str]) -> Iterator[Advice]:
    name = _meaning(call.func, names)
    if name in _KIND_OF:
        yield Advice(_KIND_OF[name], name, call.lineno)
    elif name == "input":
        yield Advice("stdin", name, call.lineno)
    elif name in _OPENERS and call.args and isinstance(call.args[0], ast.Constant):
        path = call.args[0].value
        kind = _kind_of_path(path) if isinstance(path, str) else ""
        if kind:
            yield Advice(kind, repr(path), call.lineno)


def _kind_of_path(path: str) -> str:
    """``network`` for an address, ``file`` for a path that leaves the job's directories, else ""."""
    if path.startswith(("http://", "https://", "ftp://", "s3://")):
        return "network"
    if path.startswith("~") or ".." in PurePosixPath(path).parts or PureWindowsPath(path).drive:
        return "file"
    return "file" if path.startswith("/") and not path.startswith(_REACHABLE) else ""
