"""What can be seen in a program's source before it runs.

What it imports, whether it reads the time, and what it asks for that it will not get: advice only.
"""

from __future__ import annotations

import ast
import threading
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sandbox._advice import Advice, advice

_CLOCKS = frozenset({
    "time", "time_ns", "perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns", "process_time",
    "process_time_ns", "thread_time", "thread_time_ns", "localtime", "gmtime", "ctime", "strftime", "asctime",
    "clock_gettime",
})  # fmt: skip
#: Parts that a library loads only when they are asked for, and that take long: scipy.stats a second.
_PARTS = {
    "scipy": (
        "fft", "integrate", "interpolate", "io", "linalg", "ndimage", "optimize", "signal", "sparse",
        "spatial", "special", "stats",
    ),
    "sympy": ("physics", "stats"),
}  # fmt: skip
_NOW = frozenset({"now", "today", "utcnow"})


#: CPython 3.11 counts the depth of a tree in one place for all threads, and raises SystemError when two of
#: them make trees at once; filters of warnings are shared as well.
_ONE_AT_A_TIME = threading.Lock()
_TRIES = 5


def parse(source: str) -> ast.Module | None:
    """The syntax tree of a program as it would be run, or ``None`` when the source has none."""
    return syntax_tree(source.removeprefix("\ufeff"))


def syntax_tree(source: str) -> ast.Module | None:
    """The tree of a Python source, or ``None`` when it has none. Nothing is run, nothing is warned of.

    Safe in threads, which ``ast.parse`` is not.
    """
    for _ in range(_TRIES):
        try:
            return _parsed(source)
        except SystemError:  # somebody else's thread came between; the next time it is elsewhere
            continue
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
    return None


def _parsed(source: str) -> ast.Module:
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def _modules(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module


def imports(tree: ast.Module | None) -> frozenset[str]:
    """Top-level names of the modules that the program's import statements name."""
    nodes = ast.walk(tree) if tree else ()
    return frozenset(name.partition(".")[0] for node in nodes for name in _modules(node))


def parts(tree: ast.Module | None) -> tuple[str, ...]:
    """The slow parts of libraries that the program asks for, as modules to load ahead.

    However it asks: ``import scipy.stats``, ``from scipy import stats``, ``scipy.stats`` after
    ``import scipy``.
    """
    nodes = list(ast.walk(tree)) if tree else []
    names = {
        alias.asname or alias.name: alias.name
        for node in nodes if isinstance(node, ast.Import) for alias in node.names
    }  # fmt: skip
    seen = {".".join(name.split(".")[:2]) for node in nodes for name in _dotted(node, names)}
    return tuple(
        f"{top}.{part}" for top, known in _PARTS.items() for part in known if f"{top}.{part}" in seen
    )


def _dotted(node: ast.AST, names: Mapping[str, str]) -> Iterator[str]:
    """Dotted names that a node may stand for; ``names`` are those of the imported modules."""
    yield from _modules(node)
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        yield f"{names.get(node.value.id, '')}.{node.attr}"


def _from_time(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.ImportFrom)
        and node.module == "time"
        and any(a.name in _CLOCKS for a in node.names)
    )


def _is_clock(node: ast.AST, time_names: frozenset[str]) -> bool:
    if isinstance(node, ast.Attribute):
        of_time = isinstance(node.value, ast.Name) and node.value.id in time_names and node.attr in _CLOCKS
        return of_time or node.attr in _NOW
    return _from_time(node)


def reads_clock(tree: ast.Module | None) -> bool:
    """Whether the source reads the time: functions of ``time``, ``now``/``today`` of anything, ``timeit``.

    A static look, made the same way on every machine. A program that hides it (``getattr``, ``/proc/uptime``)
    is missed.
    """
    if tree is None:
        return False
    nodes = list(ast.walk(tree))
    aliases = [a for node in nodes if isinstance(node, ast.Import) for a in node.names]
    if any(alias.name == "timeit" for alias in aliases):
        return True
    names = frozenset(alias.asname or alias.name for alias in aliases if alias.name == "time")
    return any(_is_clock(node, names) for node in nodes)


@dataclass(frozen=True, slots=True)
class Look:
    """What a program's source shows.

    Attributes:
        parses: it is Python by its syntax.
        imports: top-level names of the modules that it imports.
        reads_clock: it reads the time.
        advice: what it asks for that the sandbox refuses or bounds.
    """

    parses: bool
    imports: frozenset[str]
    reads_clock: bool
    advice: tuple[Advice, ...] = ()


def look(source: str) -> Look:
    """Look at a program without running it."""
    tree = parse(source)
    return Look(tree is not None, imports(tree), reads_clock(tree), advice(tree))
