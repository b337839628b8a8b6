"""Whether a value that code returned is the one that an example expects: yes, no, or not to be judged.

Equality is Python's (``True == 1 == 1.0``), but a float that the example prints with few digits stands for
every number that rounds to it, and where only the container differs (a tuple for a list, an iterator, an
array) nothing is said: the example may have been meant either way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

from sandbox import encode
from toolkits._sandboxed import plain

Truth: TypeAlias = bool | None

_RELATIVE = 1e-6
_SEQUENCES = frozenset({"list", "tuple", "ndarray", "Series", "Index"})
_SETS = frozenset({"set", "frozenset"})


def same(expected: Any, actual: Any, *, text: str = "") -> Truth:
    """Compare a literal's value with a sandbox value.

    Args:
        expected: the literal's Python value.
        actual: the encoded value from the sandbox.
        text: the literal as printed, for the number of decimals of a lone float.
    """
    actual = _number(actual)
    if isinstance(expected, float) and not isinstance(actual, bool) and isinstance(actual, int | float):
        return _close(expected, actual, _half_step(text))
    return _same(encode(expected), actual)


def _half_step(text: str) -> float:
    """Half of the last printed decimal place: 0.33 stands for everything from 0.325 to 0.335."""
    decimals = text.partition(".")[2]
    return 0.5 * 10.0 ** -len(decimals) if decimals.isdigit() else 0.0


def _close(expected: float, actual: float, margin: float = 0.0) -> bool:
    return math.isclose(expected, actual, rel_tol=_RELATIVE, abs_tol=max(margin, 1e-9) * (1 + 1e-9))


def _number(value: Any) -> Any:
    """A number that JSON has no form for (NaN, infinities, integers of thousands of digits) as itself."""
    if isinstance(value, dict) and value.get("$type") == "float":
        return float(value["value"])
    return int(value["hex"], 16) if isinstance(value, dict) and value.get("$type") == "int" else value


def _kind(value: Any) -> str:
    if isinstance(value, dict):
        return str(value.get("$type", "dict"))
    return "list" if isinstance(value, list) else "scalar"


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else value["items"]


def _same(expected: Any, actual: Any) -> Truth:
    expected, actual = _number(expected), _number(actual)
    one, other = _kind(expected), _kind(actual)
    if one == other == "scalar":
        return _scalars(expected, actual)
    if one in _SEQUENCES and other in _SEQUENCES:
        truth = _all(_items(expected), _items(actual))
        return truth if one == other or truth is False else None
    if one in _SETS and other in _SETS:
        return sorted(map(repr, plain(expected))) == sorted(map(repr, plain(actual)))
    if one == other == "dict":
        return _mappings(_pairs(expected), _pairs(actual))
    if one == other:
        return bool(plain(expected) == plain(actual))
    return _different(one, other, expected, actual)


def _scalars(expected: Any, actual: Any) -> Truth:
    if isinstance(expected, (int, float)) and isinstance(actual, (int, float)):
        if isinstance(expected, float) or isinstance(actual, float):
            return _close(expected, actual)
        return expected == actual
    if isinstance(expected, str) is not isinstance(actual, str) and str(expected) == str(actual):
        return None  # 5 and "5": the example may have left the quotes out
    return bool(expected == actual)


def _all(expected: Sequence[Any], actual: Sequence[Any]) -> Truth:
    if len(expected) != len(actual):
        return False
    truths = [_same(one, other) for one, other in zip(expected, actual, strict=True)]
    if False in truths:
        return False
    return None if None in truths else True


def _pairs(value: dict[str, Any]) -> list[tuple[Any, Any]]:
    return [(key, item) for key, item in value["items"]] if "$type" in value else list(value.items())


def _mappings(expected: Sequence[tuple[Any, Any]], actual: Sequence[tuple[Any, Any]]) -> Truth:
    if len(expected) != len(actual):
        return False
    rest = {repr(key): item for key, item in actual}
    if {repr(key) for key, _ in expected} != set(rest):
        return False
    return _all([item for _, item in expected], [rest[repr(key)] for key, _ in expected])


def _different(one: str, other: str, expected: Any, actual: Any) -> Truth:
    """Values of different kinds: certain only between plain ones."""
    plain_kinds = {"scalar", "list", "tuple", "dict", "set"}
    if one not in plain_kinds or other not in plain_kinds:
        return None
    if "set" in (one, other) and {one, other} & _SEQUENCES:
        same_items = sorted(map(repr, plain(expected))) == sorted(map(repr, plain(actual)))
        return None if same_items else False
    return False


def written(value: Any) -> str:
    """A sandbox value as Python would write it."""
    kind = _kind(value)
    if kind == "tuple":
        items = [written(item) for item in value["items"]]
        return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
    if kind == "list":
        return f"[{', '.join(map(written, value))}]"
    if kind in _SETS:
        return f"{{{', '.join(map(written, value['items']))}}}" if value["items"] else f"{kind}()"
    if kind == "dict":
        return f"{{{', '.join(f'{written(key)}: {written(item)}' for key, item in _pairs(value))}}}"
    return repr(plain(value)) if kind == "scalar" else str(plain(value))
