"""Questions that ask for a derivative, its value at a point, or an integral."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolkits import lazy_re as re
from toolkits.calculus import calculus
from toolkits.errors import ToolkitError
from verifier.plan import AnyOf, Check, Equivalent, RoundsTo
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers import _math_text
from verifier.planning.solvers._asks import WORDS, ask
from verifier.planning.solvers._core import core, only_words, vocabulary
from verifier.planning.solvers._math_text import is_expression, plain_math

_ASKING = r"(?:what is|find|calculate|compute|evaluate|determine|give|work out|solve|求|计算|求出)"
_SIGN = r"(?:\\int|∫)\s*(?:_\s*(?:\{(?P<lb>[^{}]+)\}|(?P<l>-?[\w.]+))\s*\^\s*(?:\{(?P<ub>[^{}]+)\}|(?P<u>-?[\w.]+)))?\s*(?P<e>.+?)\s*(?:\\,|\s)*d(?P<v>[a-z])"
_PATTERNS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:{_ASKING} )?(?:the )?(?:value of )?(?:the )?(?:following )?(?:definite |indefinite )?(?:integral)?\s*:?\s*{_SIGN}(?: from (?P<l2>\S+) to (?P<u2>\S+))?",
        rf"{_ASKING} (?:the )?(?:definite |indefinite )?(?:integral|antiderivative) of (?P<e>.+?)(?: ?d(?P<v>[a-z])| with respect to (?P<v2>[a-z])| wrt (?P<v3>[a-z]))?(?: (?:from|between) (?:[a-z] ?= ?)?(?P<l>\S+) (?:to|and) (?:[a-z] ?= ?)?(?P<u>\S+))?",
        r"integrate (?P<e>.+?)(?: ?d(?P<v>[a-z])| with respect to (?P<v2>[a-z])| wrt (?P<v3>[a-z]))?(?: from (?:[a-z] ?= ?)?(?P<l>\S+) to (?:[a-z] ?= ?)?(?P<u>\S+))?",
        rf"(?:{_ASKING})?\s*(?:定|不定)?积分\s*[::]?\s*{_SIGN}(?:的值)?",
        rf"(?:{_ASKING})\s*{_SIGN}(?:的值)?",
    )
)
_AT: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:if|let|given(?: that)?|suppose) (?P<f>[a-z])\((?P<v>[a-z])\) = (?P<e>[^?]+?)[,.] (?:then )?(?:what is|find|calculate|compute|determine) (?P<f2>[a-z])'\((?P<at>[^?()]+)\)",
        r"(?:what is|find|calculate|compute|determine) (?P<f2>[a-z])'\((?P<at>[^?()]+)\) (?:if|when|where|for|given(?: that)?) (?P<f>[a-z])\((?P<v>[a-z])\) = (?P<e>[^?]+?)",
        r"(?:what is|find|calculate|compute|determine) the derivative of (?P<e>[^?]+?) at (?P<v>[a-z]) ?= ?(?P<at>[^?]+?)",
        r"(?:若|设|已知)(?:函数)?\s*(?P<f>[a-z])\((?P<v>[a-z])\)\s*=\s*(?P<e>[^?,]+?),\s*(?:则|求)\s*(?P<f2>[a-z])'\((?P<at>[^?()]+)\)(?:的值)?(?:=|是|为|等于)?(?:多少)?",
    )
)
_MARKS = ("ntegra", "ntideriv", "\\int", "∫", "积分", "'(", "erivative", "ifferentiate", "导")
_KNOWN = vocabulary(*WORDS, *(p.pattern for p in (*_PATTERNS, *_AT)), _math_text.PATTERN, "int dx")
_SPACING = re.compile(r"\\[,;!:]|\\(?:quad|qquad|displaystyle)(?![a-zA-Z])")


def solve(question: QuestionText) -> list[Derivation]:
    """The derivative or integral that the whole question asks for."""
    stem = question.stem
    if len(stem) > 500 or not any(mark in stem for mark in _MARKS) or not only_words(stem, _KNOWN):
        return []
    text = re.sub(r"[\s?.。:]+$", "", " ".join(_SPACING.sub(" ", plain_math(core(stem))).split()))
    tool_input = _at(text) or _integral(text) or _derivative(text)
    try:
        return [_derivation(tool_input, calculus(**tool_input))] if tool_input else []
    except ToolkitError:
        return []


def _derivative(text: str) -> dict[str, Any] | None:
    request = ask(text)
    if request is None or request["op"] != "derivative":
        return None
    return {
        "op": "differentiate",
        "expression": request["expression"],
        "variable": request["variable"],
        "order": request["order"],
    }


def _at(text: str) -> dict[str, Any] | None:
    for pattern in _AT:
        match = pattern.fullmatch(text)
        if match and is_expression(match["e"]) and is_expression(match["at"]):
            parts = match.groupdict()
            if parts.get("f") == parts.get("f2") or "f" not in parts:
                return {
                    "op": "differentiate",
                    "expression": match["e"],
                    "variable": match["v"],
                    "at": match["at"],
                }
    return None


def _integral(text: str) -> dict[str, Any] | None:
    for pattern in _PATTERNS:
        match = pattern.fullmatch(text)
        if match and is_expression(match["e"]):
            return _integration(match.groupdict())
    return None


def _integration(parts: Mapping[str, str | None]) -> dict[str, Any] | None:
    variable = parts.get("v") or parts.get("v2") or parts.get("v3") or "x"
    lower = parts.get("lb") or parts.get("l") or parts.get("l2") or ""
    upper = parts.get("ub") or parts.get("u") or parts.get("u2") or ""
    found = {"op": "integrate", "expression": parts["e"], "variable": variable}
    if not (lower or upper):
        return found
    return (
        {**found, "lower": lower, "upper": upper} if is_expression(lower) and is_expression(upper) else None
    )


def _derivation(tool_input: dict[str, Any], output: Mapping[str, Any]) -> Derivation:
    number = "exact" in output
    return Derivation(
        kind="number" if number else "expression",
        tool="calculus",
        tool_input=tool_input,
        description=f"{tool_input['op']} {tool_input['expression']}"[:200],
        check=_check(output),
    )


def _check(output: Mapping[str, Any]) -> Check | None:
    claim = {"$ref": "claims.final.value"}
    if "with_constant" in output:
        forms = ("output.with_constant", "output.value")
        return AnyOf(checks=tuple(Equivalent(actual={"$ref": form}, expected=claim) for form in forms))
    if isinstance(output["value"], dict):
        return AnyOf(
            checks=(RoundsTo(expected=claim), Equivalent(actual={"$ref": "output.exact"}, expected=claim))
        )
    return None
