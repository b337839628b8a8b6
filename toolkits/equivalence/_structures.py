"""Reads what brackets, commas, signs of relation and words of joining make of several parts.

Each function takes a reader of parts, and gives None where the text is no such thing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from toolkits import lazy_re as re
from toolkits.equivalence import _words as words
from toolkits.equivalence._amounts import amounts, money
from toolkits.equivalence._matrices import has_matrix, nested_rows
from toolkits.equivalence._scalars import is_spelled
from toolkits.equivalence._text import CLOSE, OPEN, matching, split_commas, split_outside
from toolkits.equivalence._values import (
    Builder,
    Combined,
    Equation,
    Group,
    Infinite,
    Matrix,
    Named,
    Ratio,
    Relation,
    Scalar,
    Value,
    Whole,
    Word,
)
from toolkits.errors import ToolInputError
from toolkits.expressions import Expression, ExpressionError

MAX_PARTS = 200
MAX_JOINED = 40
_SETS = re.compile(r"[∪∩∖]|(?<=[\])}ℝ])\s*\\\s*(?=[\[({])|(?<=[)\]}])\s+[Uu]\s+(?=[\[({])")
_JOINED = re.compile(r"(?:^|(?<=[\s,;)\]}]))\s*(?:or|and)\s+")
_SIGN = re.compile(r"<=|>=|!=|==|<|>|=")
_COLON = re.compile(r":")
_MEMBER = re.compile(r"\s*([A-Za-z](?:_\{?\w+\}?)?)\s*∈\s*(.+)", re.DOTALL)
_BUILDER = re.compile(r"\{\s*([A-Za-z])\s*(?:∈\s*([^|:]+?)\s*)?[:|]\s*(.+)\}", re.DOTALL)
_FUNCTION = re.compile(r"\s*([A-Za-z])('*)\(\s*[A-Za-z](?:\s*,\s*[A-Za-z])*\s*\)\s*")
_INFINITE = re.compile(r"\s*([+-]?)\s*∞\s*")
_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:[ \u00a0]\d{3})+,\d+")
_OPEN_INTERVAL = re.compile(r"([\[\](])([^\[\]]+)([\])\[])")
_TURNED: Mapping[str, str] = {"]": "(", "[": "["}
_TURNED_END: Mapping[str, str] = {"[": ")", "]": "]"}
_UNNAMED = re.compile(r"\s*(?:<=|>=|!=|<|>)")
_TUPLE_OF_GROUPS = re.compile(r"[(\[{][^()\[\]{}]*\d,\d{3}[^()\[\]{}]*[)\]}]")
_MEASURED = re.compile(r"([A-Za-z](?:_\w+)?)\s*=\s*([-+]?[\d.][^=<>,;]*)")
_NAMED_POINT = re.compile(r"([A-Z])\s*(\([^()]*,[^()]*\))")
_FIRST_OF_SEVERAL = re.compile(r"\s*[A-Za-z]\w*\s*=[^=<>!]+")


class Parts(Protocol):
    """What reads the parts of a text."""

    def value(self, text: str) -> Value:
        """The likeliest reading of a part."""
        ...

    def expression(self, text: str) -> Expression:
        """One expression, where nothing else will do."""
        ...


def structure(text: str, read: Parts) -> Value | None:
    """``text`` as a value of several parts; None where it is one expression, or a word."""
    return next((found for rule in _RULES if (found := rule(text, read)) is not None), None)


def as_tuple(text: str, read: Parts) -> Value | None:
    """``(3,100)`` may be a point as well as a number."""
    if text[0] not in "([{" or not _TUPLE_OF_GROUPS.fullmatch(text):
        return None
    members = tuple(read.value(part) for part in text[1:-1].split(","))
    return Group("set" if text[0] == "{" else "tuple", members, text[0] + text[-1])


def named_point(text: str, read: Parts) -> Value | None:
    """``P(1, 2)`` may be a point as well as a number of choices."""
    found = _NAMED_POINT.fullmatch(text)
    return Named(found[1], read.value(found[2])) if found else None


def infinite(text: str) -> Infinite | None:
    """``∞`` with its sign."""
    found = _INFINITE.fullmatch(text)
    return Infinite(-1 if found[1] == "-" else 1) if found else None


# --- sets, tuples, intervals --------------------------------------------------------------------------------


def _combined_sets(text: str, read: Parts) -> Value | None:
    if not _SETS.search(text):
        return None
    pieces = split_outside(text, _SETS)
    if len(pieces) < 2:
        return None
    signs = tuple({"U": "∪", "u": "∪", "\\": "∖"}.get(sign, sign) for _, sign in pieces[:-1])
    return Combined(tuple(read.value(part) for part, _ in pieces), signs)


def _membership(text: str, read: Parts) -> Value | None:
    found = _MEMBER.fullmatch(text)
    return Builder(found[1], read.value(found[2]), is_set=True) if found else None


def _bracketed(text: str, read: Parts) -> Value | None:
    if len(text) < 2:
        return None
    french = _french_interval(text, read)
    if french:
        return french
    if text[0] not in OPEN or matching(text, 0) != len(text) - 1 or text[-1] not in CLOSE:
        return None
    return _set(text, read) if text[0] == "{" else _tuple(text, read)


def _french_interval(text: str, read: Parts) -> Value | None:
    """``]0, 1[``."""
    found = _OPEN_INTERVAL.fullmatch(text)
    if not found or (text[0] != "]" and text[-1] != "["):
        return None
    ends = split_commas(found[2])
    if len(ends) != 2:
        return None
    brackets = _TURNED.get(text[0], text[0]) + _TURNED_END.get(text[-1], text[-1])
    return Group("interval", tuple(map(read.value, ends)), brackets)


def _set(text: str, read: Parts) -> Value | None:
    builder = _BUILDER.fullmatch(text)
    if builder:
        return _builder(builder, read)
    inner = text[1:-1].strip()
    if not inner:
        return Whole(empty=True)
    return Group("set", tuple(map(read.value, _parts(inner))))


def _builder(match: re.Match[str], read: Parts) -> Value:
    condition = read.value(match[3])
    if match[2] and match[2] != "R" and words.known(match[2]) != Whole(empty=False):
        inside = Builder(match[1], read.value(match[2]), is_set=True)
        condition = Combined((inside, condition), ("and",))
    return Builder(match[1], condition, is_set=False)


def _tuple(text: str, read: Parts) -> Value | None:
    rows = nested_rows(text, read.expression) if text.startswith("[[") else None
    if rows:
        return Matrix(rows)
    members = _parts(text[1:-1])
    if len(members) < 2:
        return None
    values = tuple(map(read.value, members))
    interval = len(members) == 2 and (text[0], text[-1]) != ("(", ")")
    return Group("interval" if interval else "tuple", values, text[0] + text[-1])


def _parts(inner: str) -> list[str]:
    parts = split_commas(re.sub(r",?\s+and\s+", ", ", inner)) if " and " in inner else split_commas(inner)
    if len(parts) > MAX_PARTS:
        raise ToolInputError(f"more than {MAX_PARTS} members", code="limit")
    return parts


# --- statements ---------------------------------------------------------------------------------------------


def _joined(text: str, read: Parts) -> Value | None:
    """Statements joined by words; a comma before them lists more: ``15, 40, and 77``."""
    if not re.search(r"\b(?:or|and)\b", text) or is_spelled(text):
        return None
    pieces = split_outside(text, _JOINED)
    if len(pieces) < 2:
        return None
    parts = [part for piece, _ in pieces for part in _parts(piece.rstrip(",; "))]
    if len(parts) > MAX_JOINED:
        raise ToolInputError(f"more than {MAX_JOINED} statements", code="limit")
    signs = {sign.strip() for _, sign in pieces[:-1]}
    if len(signs) > 1:
        raise ToolInputError("a mixture of 'and' and 'or'", code="ambiguous")
    try:
        values = tuple(map(read.value, parts))
    except ExpressionError as error:
        if words.word(text):
            return words.word(text)
        raise error from None
    if all(isinstance(value, Word) and not value.topic for value in values):
        return words.word(text) or Group("set", values)
    sign = signs.pop()
    if all(isinstance(value, Scalar | Word) for value in values):
        listed = len(parts) > len(pieces)
        return Group("list" if listed and sign == "and" else "set", values)
    return Combined(values, (sign,) * (len(values) - 1))


def _related(text: str, read: Parts) -> Value | None:
    if not _SIGN.search(text):
        return None
    if _UNNAMED.match(text):
        raise ToolInputError("a relation without its left side", code="ambiguous")
    parts = _parts(text)
    if len(parts) > 1 and all(_SIGN.search(part) for part in parts):
        return Combined(tuple(map(read.value, parts)), (",",) * (len(parts) - 1))
    if len(parts) > 1 and _FIRST_OF_SEVERAL.fullmatch(parts[0]):
        name, first = parts[0].split("=")
        sides = [first, *parts[1:]]
        return Combined(tuple(_equation(name, side, read) for side in sides), (",",) * (len(sides) - 1))
    pieces = split_outside(text, _SIGN)
    if len(pieces) < 2:
        return None
    signs = tuple("=" if sign == "==" else sign for _, sign in pieces[:-1])
    sides = [part for part, _ in pieces]
    if signs == ("=",):
        return _equation(sides[0], sides[1], read)
    return Relation(tuple(infinite(side) or read.expression(side) for side in sides), signs)


def _equation(left: str, right: str, read: Parts) -> Value:
    function = _FUNCTION.fullmatch(left)
    if function:
        left = function[1]
    name = "".join(left.split())
    if _is_structured(right) or has_matrix(right):
        value = read.value(right)
        if not isinstance(value, Scalar):
            return Named(name, value)
    if left.strip()[:1] == "(" and "," in left:
        return Named(name, read.value(right))
    if "±" in right:
        return Group("set", tuple(_equation(left, side, read) for side in _both_signs(right)))
    special = words.known(right.strip())
    if isinstance(special, Whole):
        return Named(name, special)
    endless = infinite(right)
    if endless:
        return Relation((read.expression(left), endless), ("=",))
    try:
        return Equation(read.expression(left), read.expression(right))
    except ExpressionError:
        measured = amounts(right.strip())
        if not measured:
            raise
        return Named(name, measured[0])


def measured_side(text: str) -> Value | None:
    """``t = 5 s`` may be seconds as well as a product."""
    found = _MEASURED.fullmatch(text)
    measured = amounts(found[2].strip()) if found else []
    return Named(found[1], measured[0]) if found and measured else None


def _is_structured(text: str) -> bool:
    plain = text.strip()
    return bool(_SETS.search(plain)) or (
        plain[:1] in ("(", "[", "{", "]") and plain[-1:] in (")", "]", "}", "[") and "," in plain
    )


# --- lists, signs, ratios -----------------------------------------------------------------------------------


def _listed(text: str, read: Parts) -> Value | None:
    if "," not in text and ";" not in text:
        return None
    if _GROUPED.fullmatch(text) or words.day(text) or money(text):
        return None
    parts = _parts(text)
    return Group("list", tuple(map(read.value, parts))) if len(parts) > 1 else None


def _signed(text: str, read: Parts) -> Value | None:
    if "±" not in text or amounts(text):
        return None
    return Group("set", tuple(read.value(side) for side in _both_signs(text)))


def _both_signs(text: str) -> tuple[str, str]:
    """``3 ± 2`` as 3 + 2 and 3 - 2."""
    if text.count("±") != 1:
        raise ToolInputError("more than one ±: which signs go together is open", code="ambiguous")
    return text.replace("±", "+"), text.replace("±", "-")


def _ratio(text: str, read: Parts) -> Value | None:
    if ":" not in text or words.clock(text):
        return None
    parts = [part for part, _ in split_outside(text, _COLON)]
    if len(parts) < 2:
        return None
    is_open = parts[-1] in ("…", "...")
    kept = tuple(map(read.expression, parts[:-1] if is_open else parts))
    if any(len(name) > 1 for part in kept for name in part.variables):
        raise ToolInputError("the parts of a ratio are numbers or letters", code="syntax")
    return Ratio(kept, is_open)


_RULES: tuple[Callable[[str, Parts], Value | None], ...] = (
    _combined_sets,
    _membership,
    _bracketed,
    _joined,
    _related,
    _listed,
    _signed,
    _ratio,
)
