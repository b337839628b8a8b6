"""What a program hands back: ``{"type": …, "value": …}``, checked against what it says it is.

A plain value is taken for what it is. Plots are PNG files that the program wrote; what is said of one is its
size and digest.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Final, Literal, TypeAlias, get_args

Kind: TypeAlias = Literal["number", "string", "table", "plot"]
KINDS: Final[tuple[str, ...]] = get_args(Kind)
#: Files that come back from a job.
PLOTS: Final = ("*.png",)
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_SIZES: Final = 24
_NUMBERS: Final = frozenset({"Decimal", "Fraction", "int"})
_SHORT: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A program's result.

    Attributes:
        type: one of :data:`KINDS`, or "" for a plain value that is none of them (a list, a dict).
        value: as the sandbox encodes values; of a plot what :func:`plot_facts` says.
        fault: why it is no result, or "": ``wrong_type`` or ``empty_value``.
        detail: the fault in words.
        files: of a plot: the PNG by its name.
    """

    type: Kind | Literal[""]
    value: Any
    fault: Literal["", "wrong_type", "empty_value"] = ""
    detail: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


def result_of(value: Any, files: Mapping[str, bytes], wanted: str = "") -> Result:
    """The result that a job's value is.

    Args:
        value: as the sandbox encodes it; not ``None``.
        files: what the job wrote.
        wanted: the type that the caller needs; "" takes any.
    """
    if isinstance(value, dict) and value.keys() == {"type", "value"}:
        found = _typed(value["type"], value["value"], files)
    else:
        found = Result(type=_kind(value), value=value)
    if found.fault:
        return found
    if wanted and found.type != wanted:
        return _wrong(found.type, value, f"a {wanted} is wanted, not {found.type or _named(value)}")
    opaque = _opaque(found.value)
    if opaque:
        return _wrong(found.type, value, opaque)
    if _is_empty(found.value):
        return Result(type=found.type, value=found.value, fault="empty_value", detail=_named(found.value))
    return found


def _typed(kind: Any, value: Any, files: Mapping[str, bytes]) -> Result:
    if kind not in KINDS:
        return _wrong("", value, f"type {str(kind)[:_SHORT]!r}: it is one of {', '.join(KINDS)}")
    if kind == "plot":
        return _plot(value, files)
    if value is None:
        return Result(type=kind, value=value, fault="empty_value", detail=f"{kind}: None")
    if _opaque(value):
        return _wrong(kind, value, f"{kind}: {_opaque(value)}")
    if _kind(value) != kind:
        return _wrong(kind, value, f"type {kind}, but the value is {_named(value)}")
    return Result(type=kind, value=value)


def _wrong(kind: Any, value: Any, detail: str) -> Result:
    return Result(type=kind, value=value, fault="wrong_type", detail=detail)


def _kind(value: Any) -> Kind | Literal[""]:
    """The type that a value has by itself; a list of dicts is a table."""
    if isinstance(value, str):
        return "string"
    if isinstance(value, bool):
        return ""
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, dict):
        shape = str(value.get("$type"))
        if shape in _NUMBERS:
            return "number"
        return "table" if shape in {"DataFrame", "Series"} or value.keys() == {"columns", "rows"} else ""
    rows = isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)
    return "table" if rows or value == [] else ""


# --- plots ------------------------------------------------------------------------------------------------
def _plot(value: Any, files: Mapping[str, bytes]) -> Result:
    if not isinstance(value, str):
        return _wrong("plot", value, f"plot: the value is {_named(value)}, not the name of a PNG file")
    name = str(PurePosixPath(value.strip()))
    if name not in files:
        there = ", ".join(sorted(files)[:5]) or "none"
        return _wrong("plot", value, f"plot: no file {name[:_SHORT]!r} was written; PNG files: {there}")
    facts = plot_facts(name, files[name])
    if facts is None:
        return _wrong("plot", value, f"plot: {name} is no PNG file")
    return Result(type="plot", value=facts, files={name: files[name]})


def plot_facts(name: str, content: bytes) -> dict[str, Any] | None:
    """A plot as the trace has it: file, size in pixels and bytes, SHA-256; ``None`` for what is no PNG."""
    if not content.startswith(_PNG) or len(content) < _SIZES or content[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", content[16:24])
    return {
        "file": name, "width": width, "height": height, "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }  # fmt: skip


# --- faults -----------------------------------------------------------------------------------------------
def _opaque(value: Any) -> str:
    """The kind of a value that says nothing as text: a function, a figure, not-a-number; else ""."""
    if not isinstance(value, dict) or "$type" not in value:
        return ""
    kind, shown = str(value["$type"]), str(value.get("value", value.get("repr", "")))
    if shown.lower() == "nan":
        return f"{kind} nan"
    # A repr such as sympy's says what the value is; <function …> doesn't.
    return kind if "base64" in value or ("repr" in value and shown[:1] in {"", "<"}) else ""


def _is_empty(value: Any) -> bool:
    if isinstance(value, dict) and "$type" in value:
        parts: Sequence[Any] = [value[name] for name in ("items", "rows") if name in value]
        return bool(parts) and not any(parts)
    if isinstance(value, dict) and value.keys() == {"columns", "rows"}:
        return not value["rows"]
    return isinstance(value, dict | list | str) and not value


def _named(value: Any) -> str:
    """The kind of a value, for a message."""
    return str(value["$type"]) if isinstance(value, dict) and "$type" in value else type(value).__name__


def is_opaque(value: Any) -> bool:
    """Whether a value says nothing as text."""
    return bool(_opaque(value))
