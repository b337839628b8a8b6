"""Runs the source of one job in this process, which was forked for it, and describes what became of it.

What this module reports (value, exception) is the program's own word: it shares the process with the program.
Whether the job ran, timed out, was killed or flooded its output is found by process 1, which the program
cannot reach. Everything used after the program ran is bound beforehand, because the program may have replaced
it.
"""

from __future__ import annotations

import ast
import atexit
import builtins
import contextlib
import gc
import json
import linecache
import mmap
import os
import random
import sys
import threading
import traceback
import types
from importlib.util import find_spec

from sandbox._inside import _values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, NoReturn

FILENAME = "<answer>"
_MESSAGE = 2_000
_TRACEBACK = 8_000
#: Address space held back, so that a program that has used up all of its own can still be reported on.
_RESERVE = 8 << 20
_reserve: list[mmap.mmap] = []

# The functions below look their builtins up here, whatever the program does to the module of that name.
__builtins__ = dict(vars(builtins))  # type: ignore[assignment]

_exit = os._exit
_write = os.write
_dumps = json.dumps
_encode = _values.encode
_format = traceback.TracebackException
_run_exit_functions = atexit._run_exitfuncs  # noqa: SLF001
_shutdown: Callable[[], None] = threading._shutdown  # type: ignore[attr-defined]  # noqa: SLF001


class Finding:
    """What the program did, as far as its own process can tell."""

    def __init__(self, value: Any = None, *, has_value: bool = False) -> None:
        self.code = 0
        self.value = value
        self.has_value = has_value
        self.exception: dict[str, Any] | None = None
        self.missing = ""
        self.too_large = False


def fix_randomness(seed: int | None) -> None:
    """Start every source of chance from ``seed``; ``None`` gives each job chance of its own.

    Without this, jobs forked from one server would share the server's state.
    """
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(random.getrandbits(32) if seed is None else seed)
    if seed is not None:
        _replace_entropy(seed)


def _replace_entropy(seed: int) -> None:
    source = random.Random(seed).randbytes  # noqa: S311  (a fixed seed is the point)
    os.urandom = source
    random._urandom = source  # type: ignore[attr-defined]  # noqa: SLF001
    original = random.Random.seed

    def fixed(self: random.Random, a: Any = None, version: int = 2) -> None:
        original(self, seed if a is None else a, version)

    random.Random.seed = fixed  # type: ignore[method-assign]
    random.seed = random._inst.seed  # noqa: SLF001  (bound at import)


def _compile(source: str) -> tuple[types.CodeType, types.CodeType | None]:
    """The program, and its last statement apart when that is an expression."""
    text = source.removeprefix("\ufeff")
    # dont_inherit: this module's own __future__ imports are not the program's.
    tree = compile(text, FILENAME, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    assert isinstance(tree, ast.Module)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        return compile(tree, FILENAME, "exec", dont_inherit=True), None
    tree.body.pop()
    body = compile(tree, FILENAME, "exec", dont_inherit=True)
    return body, compile(ast.Expression(last.value), FILENAME, "eval", dont_inherit=True)


def _execute(source: str, inputs: Mapping[str, Any], result: str | None, finding: Finding) -> None:
    scope = sys.modules["__main__"].__dict__
    scope.update(inputs)
    body, last = _compile(source)
    linecache.cache[FILENAME] = (len(source), None, source.splitlines(keepends=True), FILENAME)
    exec(body, scope)  # noqa: S102  (this process is the sandbox)
    value = eval(last, scope) if last is not None else None  # noqa: S307
    if result is not None:
        finding.has_value = result in scope
        finding.value = scope.get(result)
    elif value is not None:
        finding.has_value, finding.value = True, value
    elif "result" in scope and not isinstance(scope["result"], (types.FunctionType, type)):
        finding.has_value, finding.value = True, scope["result"]


def _last_line(error: BaseException) -> int | None:
    if isinstance(error, SyntaxError) and error.filename == FILENAME:
        return error.lineno
    line = None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == FILENAME:
            line = step.tb_lineno
        step = step.tb_next
    return line


def _own_frames(error: BaseException) -> types.TracebackType | None:
    step = error.__traceback__
    while step is not None and step.tb_frame.f_code.co_filename != FILENAME:
        step = step.tb_next
    return step


def _text(value: object, limit: int) -> str:
    try:
        return str(value)[:limit]
    except BaseException:  # noqa: BLE001  (a __str__ is the program's own code)
        return ""


def _is_missing(error: ModuleNotFoundError) -> bool:
    """Whether the sandbox has nothing of that name, rather than a package without that part."""
    top = (error.name or "").partition(".")[0]
    try:
        return bool(top) and find_spec(top) is None
    except Exception:  # noqa: BLE001  (the program may have changed the import system)
        return True


def _describe(error: BaseException, finding: Finding) -> None:
    finding.code = 1
    if isinstance(error, ModuleNotFoundError) and _is_missing(error):
        finding.missing = error.name or ""
    try:
        shown = "".join(_format(type(error), error, _own_frames(error), limit=-20).format())
    except BaseException:  # noqa: BLE001  (the program may have broken what formatting needs)
        shown = type(error).__name__
    if len(shown) > _TRACEBACK:
        shown = shown[: _TRACEBACK // 2] + "\n…\n" + shown[-_TRACEBACK // 2 :]
    finding.exception = {
        "type": type(error).__name__,
        "bases": [base.__name__ for base in type(error).__mro__[1:-1]],
        "message": _text(error, _MESSAGE),
        "line": _last_line(error),
        "errno": error.errno if isinstance(error, OSError) else None,
        "traceback": shown,
    }
    _write_all(2, shown.encode("utf-8", "backslashreplace"))


def _leave(error: SystemExit, finding: Finding) -> None:
    """What ``sys.exit(x)`` means: an integer is the code, nothing is 0, anything else is printed and is 1."""
    code = error.code
    if code is None or isinstance(code, int):
        finding.code = (code or 0) & 0xFF
    else:
        finding.code = 1
        _write_all(2, _text(code, _MESSAGE).encode("utf-8", "backslashreplace"))


def _close_down() -> None:
    """What the interpreter does at its end: wait for threads, call what asked for it, flush."""
    for end in (_shutdown, _run_exit_functions):
        with contextlib.suppress(BaseException):  # what they raise is the program's business
            end()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BaseException):
            stream.flush()


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    try:
        while view:
            view = view[_write(descriptor, view) :]
    except OSError:
        return


def _report(finding: Finding) -> bytes:
    value = None
    try:
        value = _encode(finding.value) if finding.has_value else None
    except _values.TooLarge:
        finding.too_large, finding.has_value = True, False
    except Exception:  # noqa: BLE001  (encoding calls the program's own methods)
        finding.has_value = False
    return _dumps({
        "value": value, "has_value": finding.has_value, "exception": finding.exception,
        "missing": finding.missing, "too_large": finding.too_large, "code": finding.code,
    }).encode("ascii")  # fmt: skip


def _free_reserve() -> None:
    while _reserve:
        _reserve.pop().close()


def _run(job: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]]) -> Finding:
    finding = Finding()
    try:
        try:
            _execute(job["source"], {**functions, **job["inputs"]}, job["result"], finding)
        finally:
            _free_reserve()
    except SystemExit as error:
        _leave(error, finding)
    except BaseException as error:  # noqa: BLE001  (whatever the program raised is its finding)
        _describe(error, finding)
    return finding


def become_fresh() -> None:
    """Make this interpreter look as if just started: call it before :func:`main`, ahead of the job.

    Its streams are those of this process, ``__main__`` is new, our own modules are forgotten.
    """
    _reserve.append(mmap.mmap(-1, _RESERVE))
    for name in [name for name in sys.modules if name.partition(".")[0] == "sandbox"]:
        del sys.modules[name]
    module = types.ModuleType("__main__")
    module.__builtins__ = builtins  # type: ignore[attr-defined]
    # Programs ask it for their folder; pandas takes a program without one for an interactive session.
    module.__file__ = FILENAME
    sys.modules["__main__"] = module
    sys.argv = [FILENAME]
    sys.path.insert(0, os.getcwd())  # noqa: PTH109
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[misc]


def rehearse() -> None:
    """Do once what every program needs, in the server, so that no job does it for the first time."""
    scope: dict[str, Any] = {}
    for source in ("[1, 'a'][0]", "1 / 0"):
        try:
            body, last = _compile(source)
            exec(body, scope)  # noqa: S102  (our own text)
            _report(Finding(value=eval(last, scope), has_value=True) if last else Finding())  # noqa: S307
        except ZeroDivisionError as error:
            "".join(_format(type(error), error, None, limit=-20).format())
    json.loads(_dumps({"text": ["", 1, 0.5, None, True]}))


def main(
    job: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]], channel: int, nonce: bytes
) -> NoReturn:
    """Run the job, write ``nonce`` and the finding to ``channel``, and end this process.

    ``functions`` are bound to their names in the program, as its inputs are.
    """
    code = 1
    try:
        fix_randomness(job["seed"])
        gc.enable()
        finding = _run(job, functions)
        code = finding.code
        _close_down()
        _write_all(channel, nonce + _report(finding))
    finally:
        _exit(code)
