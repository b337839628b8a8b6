"""Whether two values are the same: what a tool showed, and what an answer states. Three-valued."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.quantities import Interval, read_all
from verifier.plan._amounts import Number, number_text, of_literal, of_output, to_number

Reason: TypeAlias = str
Result: TypeAlias = Literal["pass", "fail", "undecided"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A three-valued result with its reason code."""

    result: Result
    reason: Reason


MATCH = Finding("pass", "match")
MISMATCH = Finding("fail", "mismatch")
KIND = Finding("undecided", "kind_mismatch")
PRECISION = Finding("undecided", "precision")
NO_VALUE = Finding("undecided", "no_value")

_SPACES = re.compile(r"\s+")
_TRUE = frozenset({"true", "yes", "是", "真", "对"})
_FALSE = frozenset({"false", "no", "否", "假", "错", "不是"})
_FORMULA = re.compile(r"[^=<>!]=[^=]")
#: What the equivalence tool says when it could not tell: neither of the two verdicts.
_UNDECIDED = frozenset({"undecided", "undecidable", "error", "unknown"})
_VERDICTS = frozenset({"equivalent", "different"})


def of_truth(truth: bool | None) -> Finding:
    """A finding from a comparison that may be unknown."""
    if truth is None:
        return PRECISION
    return MATCH if truth else MISMATCH


def all_of(findings: Sequence[Finding]) -> Finding:
    """Kleene's *and* over the parts of a value; an empty value has nothing that differs."""
    failed = next((f for f in findings if f.result == "fail"), None)
    if failed is not None:
        return failed
    return next((f for f in findings if f.result == "undecided"), MATCH)


def any_of(findings: Sequence[Finding]) -> Finding:
    """Kleene's *or* over candidates."""
    passed = next((f for f in findings if f.result == "pass"), None)
    if passed is not None:
        return passed
    return next((f for f in findings if f.result == "undecided"), MISMATCH)


def same_text(text: str) -> str:
    """The form in which two texts are compared: NFKC, outer white space off."""
    return unicodedata.normalize("NFKC", text).strip()


def same(actual: Any, expected: Any, *, stated: bool) -> Finding:
    """Whether a tool's JSON value and an expected value are the same.

    Numbers are compared exactly, lists and objects member by member.

    Args:
        actual: from a tool.
        expected: a claim's value, or a literal of the plan.
        stated: the answer states it: then case does not count in text ("yellow" is "Yellow").
    """
    if expected is None or actual is None:
        return NO_VALUE
    if isinstance(expected, bool):
        return _same_truth(actual, expected)
    if isinstance(expected, str):
        return _same_text(actual, expected, stated=stated)
    if isinstance(expected, date):
        return _same_date(actual, expected)
    if isinstance(expected, Mapping):
        return _same_object(actual, expected, stated=stated)
    if isinstance(expected, list | tuple):
        return _same_list(actual, expected, stated=stated)
    return _same_number(actual, expected)


def _same_truth(actual: Any, expected: bool) -> Finding:
    truth = to_truth(actual)
    return KIND if truth is None else of_truth(truth is expected)


def to_truth(value: Any) -> bool | None:
    """A JSON boolean, or a word that spells one; else ``None``."""
    if isinstance(value, bool):
        return value
    word = same_text(value).casefold() if isinstance(value, str) else ""
    return True if word in _TRUE else False if word in _FALSE else None


def _same_text(actual: Any, expected: str, *, stated: bool) -> Finding:
    if isinstance(actual, str):
        one, other = same_text(actual), same_text(expected)
        if one == other or (stated and one.casefold() == other.casefold()):
            return MATCH
        if other in _VERDICTS and one in _UNDECIDED:
            return Finding("undecided", one)
        return MISMATCH if stated else _same_spelled_number(actual, expected)
    if isinstance(actual, bool) or stated:
        return KIND
    return _same_spelled_number(actual, expected)


def _same_spelled_number(actual: Any, expected: str) -> Finding:
    """Two texts of a plan and a tool that differ, but may spell one number: "78.50" and "78.5"."""
    one, other = of_output(actual, None), of_literal(expected)
    if one is not None and other is not None:
        return equal_numbers(one.number, other.value)
    return MISMATCH if isinstance(actual, str) and one is None and other is None else KIND


def _same_date(actual: Any, expected: date) -> Finding:
    try:
        return (
            of_truth(date.fromisoformat(same_text(actual)) == expected) if isinstance(actual, str) else KIND
        )
    except ValueError:
        return KIND


def _same_object(actual: Any, expected: Mapping[str, Any], *, stated: bool) -> Finding:
    if not isinstance(actual, Mapping):
        return KIND
    if actual.keys() != expected.keys():
        return MISMATCH
    return all_of([same(actual[key], expected[key], stated=stated) for key in expected])


def _same_list(actual: Any, expected: Sequence[Any], *, stated: bool) -> Finding:
    if not isinstance(actual, list | tuple):
        return KIND
    if len(actual) != len(expected):
        return MISMATCH
    return all_of([same(a, e, stated=stated) for a, e in zip(actual, expected, strict=True)])


def _same_number(actual: Any, expected: Any) -> Finding:
    one, other = of_output(actual, None), to_number(expected)
    return KIND if one is None or other is None else equal_numbers(one.number, other)


def equal_numbers(one: Number, other: Number) -> Finding:
    """Whether two numbers are equal; enclosures that touch leave it open."""
    if isinstance(one, Interval) or isinstance(other, Interval):
        return PRECISION if _interval(one).overlaps(_interval(other)) else MISMATCH
    return of_truth(one == other)


def _interval(number: Number) -> Interval:
    return number if isinstance(number, Interval) else Interval(number, number)


def within(one: Number, other: Fraction, margin: Fraction) -> Finding:
    """Whether two numbers are at most ``margin`` apart."""
    if isinstance(one, Interval):
        ends = one.lo - other, one.hi - other
        if all(abs(end) <= margin for end in ends):
            return MATCH
        return MISMATCH if ends[0] > margin or ends[1] < -margin else PRECISION
    return of_truth(abs(one - other) <= margin)


def in_order(one: Number, op: str, other: Number) -> Finding:
    """Whether ``one op other`` holds."""
    if op == "!=":
        return _opposite(equal_numbers(one, other))
    left, right = _interval(one), _interval(other)
    if op in ("<", "<="):
        return _below(left, right, strictly=op == "<")
    return _below(right, left, strictly=op == ">")


def _below(left: Interval, right: Interval, *, strictly: bool) -> Finding:
    if left.hi < right.lo or (not strictly and left.hi == right.lo):
        return MATCH
    if left.lo > right.hi or (strictly and left.lo == right.hi):
        return MISMATCH
    return PRECISION


def _opposite(finding: Finding) -> Finding:
    return {"pass": MISMATCH, "fail": MATCH, "undecided": finding}[finding.result]


def contains(actual: Any, expected: Any, *, stated: bool) -> Finding:
    """Whether a text or list holds an item; a number as a number: 5 does not stand in "25" or "-5"."""
    if expected is None or actual is None:
        return NO_VALUE
    if isinstance(expected, list | tuple):
        return all_of([contains(actual, item, stated=stated) for item in expected]) if expected else NO_VALUE
    if isinstance(actual, list | tuple):
        return any_of([_is_item(item, expected, stated=stated) for item in actual]) if actual else MISMATCH
    if not isinstance(actual, str):
        return KIND
    number = to_number(expected)
    if number is not None:
        return _holds_number(actual, number)
    return _holds_text(actual, expected) if isinstance(expected, str) else KIND


def _is_item(item: Any, expected: Any, *, stated: bool) -> Finding:
    if (
        isinstance(item, str)
        and isinstance(expected, str)
        and _FORMULA.search(item)
        and _FORMULA.search(expected)
    ):
        return equivalent(item, expected)
    found = same(item, expected, stated=stated)
    # An item of another kind is another item.
    return MISMATCH if found is KIND else found


def _holds_number(text: str, number: Number) -> Finding:
    found = [q for q in read_all(text) if not q.alternatives]
    return any_of([equal_numbers(q.value, number) for q in found]) if found else MISMATCH


def _holds_text(text: str, part: str) -> Finding:
    """A part stands in a text as whole words, case and runs of white space aside."""
    inside, wanted = _folded(text), _folded(part)
    if not wanted:
        return NO_VALUE
    start = inside.find(wanted)
    while start >= 0:
        if _is_whole(inside, start, start + len(wanted)):
            return MATCH
        start = inside.find(wanted, start + 1)
    return MISMATCH


def _folded(text: str) -> str:
    return _SPACES.sub(" ", same_text(text)).casefold()


def _is_whole(text: str, start: int, end: int) -> bool:
    """No ASCII word runs on across an edge; Chinese has no such edges."""
    before, after = text[start - 1 : start + 1], text[end - 1 : end + 1]
    return not any(len(pair) == 2 and _runs_on(pair) for pair in ((before if start else ""), after))


def _runs_on(pair: str) -> bool:
    return pair.isascii() and pair[0].isalnum() and pair[1].isalnum()


def equivalent(actual: Any, expected: Any) -> Finding:
    """Whether two expressions or formulas are mathematically the same, by the equivalence tool."""
    if isinstance(actual, list | tuple) and len(actual) == 1:
        return equivalent(actual[0], expected)
    one, other = _expression(actual), _expression(expected)
    if one is None or other is None:
        return KIND
    if same_text(one) == same_text(other):
        return MATCH
    return _by_tool(one, other)


def _expression(value: Any) -> str | None:
    if isinstance(value, Fraction):
        return (
            f"({value.numerator})/({value.denominator})" if value.denominator != 1 else str(value.numerator)
        )
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) and value.strip() else None


def _by_tool(one: str, other: str) -> Finding:
    try:
        if _FORMULA.search(one) and _FORMULA.search(other):
            from toolkits.formulas import same_formula  # noqa: PLC0415  (reads the curated formulas)

            return _of_equivalence(same_formula(one, other))
        from toolkits.equivalence import equivalence  # noqa: PLC0415  (may load a computer algebra system)

        return _of_equivalence(equivalence(a=one, b=other)["value"])
    except ToolkitError as error:
        return Finding("undecided", error.code)


def _of_equivalence(verdict: Any) -> Finding:
    if verdict in (True, "equivalent"):
        return MATCH
    if verdict in (False, "different"):
        return Finding("fail", "not_equivalent")
    return Finding("undecided", "undecidable")


def text_of(value: Any) -> str:
    """A value for people."""
    if isinstance(value, Fraction | Interval):
        return number_text(value)
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "nothing"}[value]
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(text_of, value[:20]))}{', …' if len(value) > 20 else ''}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{k}: {text_of(v)}' for k, v in list(value.items())[:20])}}}"
    return str(value)
