"""Calls of the host's functions from within a program.

One call at a time goes out as a frame, ``{"name", "arguments", "keywords"}``, and its answer comes back,
``{"value"}`` or ``{"error": {"type", "message"}}``. The host believes nothing that comes this way.
"""

from __future__ import annotations

import builtins
import json
import os
import threading

from sandbox._inside import _frames

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

#: Bytes of one call, as the host allows them.
MAX_CALL_BYTES = 1_000_000


def _plain(value: Any) -> Any:
    """What numpy's numbers and arrays are in JSON; others have no JSON form."""
    for name in ("tolist", "item"):
        method = getattr(value, name, None)
        if callable(method):
            return method()
    raise TypeError(f"a {type(value).__name__} has no JSON form")


def _exception(kind: str, message: str) -> Exception:
    """An exception of that name when Python has one, else a ``RuntimeError`` that names it."""
    known = getattr(builtins, kind, None)
    if isinstance(known, type) and issubclass(known, Exception) and not issubclass(known, UnicodeError):
        return known(message)
    return RuntimeError(f"{kind}: {message}")


class Caller:
    """The program's side of the calls, on one descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = threading.Lock()
        self._process = os.getpid()

    def call(self, name: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """Ask the host and wait for its answer. Raises what the host's function raised."""
        order = {"name": name, "arguments": arguments, "keywords": keywords}
        body = json.dumps(order, allow_nan=False, default=_plain).encode("ascii")
        if len(body) > MAX_CALL_BYTES:
            raise ValueError(f"the arguments of {name} have more than {MAX_CALL_BYTES} bytes")
        if os.getpid() != self._process:
            raise RuntimeError(f"{name} can only be called in the program's first process")
        with self._lock:
            _frames.write(self._descriptor, _frames.framed(body))
            answer = _frames.receive(self._descriptor)
        if answer is None:
            raise RuntimeError(f"{name} is not answered any more")
        if "error" in answer:
            raise _exception(answer["error"]["type"], answer["error"]["message"])
        return answer["value"]


def stubs(names: Iterable[str], descriptor: int) -> dict[str, Callable[..., Any]]:
    """Functions of those names that ask the host."""
    caller = Caller(descriptor)

    def stub(name: str) -> Callable[..., Any]:
        def function(*arguments: Any, **keywords: Any) -> Any:
            return caller.call(name, arguments, keywords)

        function.__name__ = function.__qualname__ = name
        return function

    return {name: stub(name) for name in names}
