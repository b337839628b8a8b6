"""Python values as JSON: what a job may hand back.

``None``, booleans, integers, finite floats, text, lists and dictionaries with text keys stand for themselves.
Anything else is an object with a ``$type``: ``{"$type": "tuple", "items": [...]}``, ``{"$type": "DataFrame",
"columns": ...}``, and for a value that has no JSON form its class and its ``repr``. No object, only this
description, leaves the sandbox.
"""

from __future__ import annotations

import base64
import builtins
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Encoded: TypeAlias = Any

# As in ``_program``: a job may replace what is in the module of builtins.
__builtins__ = dict(vars(builtins))  # type: ignore[assignment]

MAX_DEPTH = 60
MAX_ITEMS = 200_000
_LONG_INT = 10**4000
_REPR = 2_000
# Where an object happens to lie in memory differs from run to run and says nothing.
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")


class TooLarge(Exception):  # noqa: N818
    """The value has more items than :data:`MAX_ITEMS`."""


def encode(value: Any) -> Encoded:
    """The JSON form of ``value``. Raises :class:`TooLarge`."""
    return _Encoder().node(value, 0)


class _Encoder:
    """One walk over a value, with its count of items."""

    def __init__(self) -> None:
        self._items = 0

    def node(self, value: Any, depth: int) -> Encoded:
        self._items += 1
        if self._items > MAX_ITEMS:
            raise TooLarge(f"more than {MAX_ITEMS} items")
        if depth > MAX_DEPTH:
            return _opaque(value)
        simple = _scalar(value)
        if simple is not _NOT_SCALAR:
            return simple
        return self._container(value, depth)

    def _container(self, value: Any, depth: int) -> Encoded:
        kind = type(value)
        inner = depth + 1
        if kind is list:
            return [self.node(item, inner) for item in value]
        if kind is dict:
            return self._mapping(value, inner)
        if kind is tuple or (isinstance(value, tuple) and hasattr(value, "_fields")):
            return {"$type": "tuple", "items": [self.node(item, inner) for item in value]}
        if kind in (set, frozenset):
            ordered = sorted(value, key=repr)
            return {"$type": kind.__name__, "items": [self.node(item, inner) for item in ordered]}
        if isinstance(value, (list, dict)):
            return self.node(list(value) if isinstance(value, list) else dict(value), inner)
        return self._library(value, inner)

    def _mapping(self, value: dict[Any, Any], depth: int) -> Encoded:
        if all(type(key) is str for key in value) and "$type" not in value:
            return {key: self.node(item, depth) for key, item in value.items()}
        items = [[self.node(key, depth), self.node(item, depth)] for key, item in value.items()]
        return {"$type": "dict", "items": items}

    def _library(self, value: Any, depth: int) -> Encoded:
        """Values of numpy, pandas and the standard library, by the name of their class."""
        name = type(value).__name__
        package = type(value).__module__.partition(".")[0]
        if package == "numpy":
            return self._numpy(value, name, depth)
        if package == "pandas":
            return self._pandas(value, name, depth)
        if (package, name) in _AS_TEXT:
            return {"$type": name, "value": str(value)}
        return _opaque(value)

    def _numpy(self, value: Any, name: str, depth: int) -> Encoded:
        if name == "ndarray":
            items = self.node(value.tolist(), depth)
            return {"$type": "ndarray", "shape": list(value.shape), "dtype": str(value.dtype), "items": items}
        plain = value.item() if hasattr(value, "item") else value
        return _opaque(value) if type(plain) is type(value) else self.node(plain, depth)

    def _pandas(self, value: Any, name: str, depth: int) -> Encoded:
        if name == "DataFrame":
            columns = list(value.columns)
            rows = [
                [self.cell(item, depth) for item in row] for row in value.itertuples(index=False, name=None)
            ]
            return {
                "$type": "DataFrame", "columns": [self.cell(column, depth) for column in columns],
                "index": [self.cell(label, depth) for label in value.index],
                "dtypes": [str(dtype) for dtype in value.dtypes], "rows": rows,
            }  # fmt: skip
        if name == "Series":
            return {
                "$type": "Series", "name": self.cell(value.name, depth), "dtype": str(value.dtype),
                "index": [self.cell(label, depth) for label in value.index],
                "items": [self.cell(item, depth) for item in value],
            }  # fmt: skip
        if name in ("NaTType", "NAType"):
            return None
        if name in ("Timestamp", "Timedelta", "Period"):
            return {"$type": name, "value": str(value)}
        if hasattr(value, "tolist"):
            return {"$type": name, "items": [self.cell(item, depth) for item in value.tolist()]}
        return _opaque(value)

    def cell(self, value: Any, depth: int) -> Encoded:
        """A cell of a table: as elsewhere, but a missing value (NaN, NaT, NA) is ``None``."""
        if value is None or (isinstance(value, float) and value != value):  # noqa: PLR0124  (only NaN differs)
            return None
        return self.node(value, depth)


_NOT_SCALAR = object()
_AS_TEXT = frozenset({
    ("decimal", "Decimal"), ("fractions", "Fraction"), ("datetime", "date"), ("datetime", "datetime"),
    ("datetime", "time"), ("datetime", "timedelta"), ("uuid", "UUID"), ("pathlib", "PosixPath"),
})  # fmt: skip


def _scalar(value: Any) -> Encoded:
    kind = type(value)
    if value is None or kind is bool or kind is str:
        return value
    if kind is int:
        return value if -_LONG_INT < value < _LONG_INT else {"$type": "int", "hex": hex(value)}
    if kind is float:
        # Only NaN differs from itself; infinities differ from zero times themselves.
        return value if value - value == 0 else {"$type": "float", "value": repr(value)}
    if kind is complex:
        return {"$type": "complex", "value": repr(value)}
    if kind in (bytes, bytearray):
        return {"$type": kind.__name__, "base64": base64.b64encode(value).decode("ascii")}
    if isinstance(value, (bool, int, str, float)):  # an enum member, numpy's float64, a subclass of str
        return _scalar(_base(value))
    return _NOT_SCALAR


def _base(value: bool | str | float) -> int | str | float:
    """The plain number or text under a subclass's instance."""
    if isinstance(value, int):
        return int.__int__(value)
    return float.__float__(value) if isinstance(value, float) else str.__str__(value)


def _opaque(value: Any) -> Encoded:
    kind = type(value)
    try:
        shown = _ADDRESS.sub("0x…", repr(value)[:_REPR])
    except Exception:  # noqa: BLE001  (a repr is the job's own code)
        shown = "<no repr>"
    return {"$type": f"{kind.__module__}.{kind.__qualname__}", "repr": shown}
