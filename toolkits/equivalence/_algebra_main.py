"""The process that runs SymPy for the equivalence tool: one JSON request a line, one reply a line.

Each request is answered by a child of its own, forked with SymPy already loaded, under limits on memory and
processor time; a child that outlives its deadline is killed. Where processes can't be forked the request is
answered in place, and the parent kills and restarts the whole process.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import time
from typing import Any

MEMORY = 1 << 30


def main() -> None:
    """Serve until stdin closes."""
    import sympy  # noqa: F401, PLC0415  (loaded before the first fork)

    _write({"ready": True})
    if hasattr(os, "fork") and not select.select([sys.stdin], [], [], 0)[0]:
        _warm_up()
    for line in sys.stdin:
        request = json.loads(line)
        answer = _in_child(request) if hasattr(os, "fork") else _answer(request)
        _write({"id": request["id"], **answer})


def _warm_up() -> None:
    """First use of simplify and integrate loads more modules: do it before anyone waits."""
    with contextlib.suppress(Exception):
        import sympy  # noqa: PLC0415

        x = sympy.Symbol("x", real=True)
        sympy.simplify(sympy.sin(x) ** 2 + sympy.cos(x) ** 2)


def _write(value: Any) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def _in_child(request: Any) -> dict[str, Any]:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _run_child(request, writer)
    os.close(writer)
    try:
        return _awaited(reader, time.monotonic() + float(request["seconds"]))
    finally:
        os.close(reader)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _run_child(request: Any, writer: int) -> None:
    code = 1
    try:
        _limit(float(request["seconds"]))
        os.write(writer, json.dumps(_answer(request)).encode())
        code = 0
    finally:
        os._exit(code)


def _limit(seconds: float) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415  (POSIX only)

        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _awaited(reader: int, deadline: float) -> dict[str, Any]:
    data = b""
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([reader], [], [], left)[0]:
            return {"limit": "time"}
        chunk = os.read(reader, 65536)
        if not chunk:
            break
        data += chunk
        if len(data) > MEMORY >> 8:
            return {"limit": "size"}
    return dict(json.loads(data)) if data else {"limit": "memory"}


def _answer(request: Any) -> dict[str, Any]:
    from toolkits.equivalence._algebra_work import answer  # noqa: PLC0415

    try:
        return answer(request)
    except MemoryError:
        return {"limit": "memory"}
    except RecursionError:
        return {"limit": "depth"}
    except Exception as error:  # noqa: BLE001  (whatever SymPy raises: it found nothing)
        return {"error": type(error).__name__}


if __name__ == "__main__":
    main()
