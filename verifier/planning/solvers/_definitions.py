"""Sentences that define letters and functions: "Let f(x) = …", "Suppose 2*x = …", "设 …"."""

from __future__ import annotations

from typing import Any

from toolkits import lazy_re as re
from verifier.planning.solvers._math_text import equations, is_expression, is_math

_LET = r"(?:let|define|suppose(?: that)?|assume(?: that)?|given(?: that)?|if|设|令|定义|已知|若|假设)\s*"
_LETTER = r"[A-Za-z]"
_FUNCTION = re.compile(
    rf"{_LET}(?:the function )?(?P<f>{_LETTER})\((?P<v>{_LETTER}(?:, ?{_LETTER})*)\)\s*(?:=|be|为)\s*(?P<e>.+)",
    re.IGNORECASE,
)
_DERIVATIVE = re.compile(
    rf"{_LET}(?P<f>{_LETTER})\((?P<v>{_LETTER})\)\s*be the (?:(?P<n>\w+) )?derivative of (?P<e>.+)",
    re.IGNORECASE,
)
_COMMON = re.compile(
    rf"{_LET}(?P<x>{_LETTER}) be the (?:greatest|highest|largest) common (?:divisor|factor) of (?P<a>.+) and (?P<b>.+)",
    re.IGNORECASE,
)
_MULTIPLE = re.compile(
    rf"{_LET}(?P<x>{_LETTER}) be the (?:least|lowest|smallest) common multiple of (?P<a>.+) and (?P<b>.+)",
    re.IGNORECASE,
)
_REMAINDER = re.compile(
    rf"{_LET}(?P<x>{_LETTER}) be the remainder when (?P<a>.+) is divided by (?P<b>.+)", re.IGNORECASE
)
_DIVIDED = re.compile(rf"{_LET}(?P<x>{_LETTER}) be (?P<a>.+) divided by (?P<b>.+)", re.IGNORECASE)
_VALUE = re.compile(
    rf"(?:let|define|设|令|定义)\s*(?P<x>{_LETTER})\s*(?:=|be(?: equal to)?|为|等于)\s*(?P<e>.+)",
    re.IGNORECASE,
)
_EQUATIONS = re.compile(
    rf"{_LET}(?:(?:the )?values? of [A-Za-z](?:\s*,? (?:and )?[A-Za-z])* (?:is|are)(?: given by)?\s*)?(?:函数\s*)?(?P<e>.+)",
    re.IGNORECASE,
)
_GAP = re.compile(r"\s*,?\s*\\q?quad\s*,?\s*")
_APPLIED = re.compile(rf"(?P<f>{_LETTER})\((?P<v>{_LETTER}(?:, ?{_LETTER})*)\)\s*=\s*(?P<e>.+)")
_NAMED = re.compile(rf"(?P<x>{_LETTER})\s*=\s*(?P<e>.+)")
_LETTERS = re.compile(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z(])")

#: The patterns of every defining sentence.
PATTERNS = tuple(
    p.pattern for p in (_FUNCTION, _DERIVATIVE, _COMMON, _MULTIPLE, _REMAINDER, _DIVIDED, _VALUE, _EQUATIONS)
)


def definitions(sentence: str) -> list[dict[str, Any]]:
    """The definitions that a sentence (without its full stop) makes, as ``worksheet`` takes them; [] for none."""
    one = _definition(sentence)
    match = None if one and "equations" not in one else _EQUATIONS.fullmatch(sentence)
    several = given(match["e"]) if match else []
    return several if any("of" in each for each in several) or not one else [one]


def given(text: str) -> list[dict[str, Any]]:
    """The definitions that a list of equations makes: of functions, of letters, and what else they state."""
    made: list[dict[str, Any]] = []
    others: list[str] = []
    for part in equations(_GAP.sub(", ", text)) or ():
        function, named = _APPLIED.fullmatch(part), _NAMED.fullmatch(part)
        if function:
            made.append(
                {"name": function["f"], "of": re.split(r",\s*", function["v"]), "value": function["e"]}
            )
        elif named and is_math(named["e"]) and not _LETTERS.search(named["e"]):
            made.append({"name": named["x"], "value": named["e"]})
        else:
            others.append(part)
    return [*made, *([{"equations": others}] if others else [])]


def _definition(sentence: str) -> dict[str, Any] | None:
    for pattern, make in (
        (_DERIVATIVE, _derivative), (_COMMON, _common), (_MULTIPLE, _multiple), (_REMAINDER, _remainder),
        (_DIVIDED, _divided), (_FUNCTION, _function), (_VALUE, _value), (_EQUATIONS, _equations),
    ):  # fmt: skip
        match = pattern.fullmatch(sentence)
        made = make(match) if match else None
        if made:
            return made
    return None


def _function(match: re.Match[str]) -> dict[str, Any] | None:
    if not is_expression(match["e"]):
        return None
    return {"name": match["f"], "of": re.split(r",\s*", match["v"]), "value": match["e"]}


def _derivative(match: re.Match[str]) -> dict[str, Any] | None:
    if not is_expression(match["e"]):
        return None
    return {"name": match["f"], "of": [match["v"]], "value": match["e"], "derivative": match["n"] or "first"}


def _two(match: re.Match[str], op: str) -> dict[str, Any] | None:
    numbers = [match["a"], match["b"]]
    return {"name": match["x"], "op": op, "numbers": numbers} if all(map(is_expression, numbers)) else None


def _common(match: re.Match[str]) -> dict[str, Any] | None:
    return _two(match, "gcd")


def _multiple(match: re.Match[str]) -> dict[str, Any] | None:
    return _two(match, "lcm")


def _remainder(match: re.Match[str]) -> dict[str, Any] | None:
    return _two(match, "remainder")


def _divided(match: re.Match[str]) -> dict[str, Any] | None:
    if not (is_expression(match["a"]) and is_expression(match["b"])):
        return None
    return {"name": match["x"], "value": f"({match['a']})/({match['b']})"}


def _value(match: re.Match[str]) -> dict[str, Any] | None:
    return {"name": match["x"], "value": match["e"]} if is_expression(match["e"]) else None


def _equations(match: re.Match[str]) -> dict[str, Any] | None:
    found = equations(match["e"])
    return {"equations": found} if found else None
