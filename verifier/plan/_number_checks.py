"""The checks of numbers: ``rounds_to``, ``equals`` and ``compare``, with their units."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

from toolkits.quantities import is_money, rounds_to
from toolkits.quantities import rounding as relation
from verifier.plan._amounts import (
    RATIO,
    Amount,
    Number,
    Stated,
    UnitMismatch,
    of_claim,
    of_literal,
    of_output,
    readings,
    to_number,
)
from verifier.plan._operands import (
    TEXT_LIMIT,
    Side,
    Undecided,
    actual_text,
    coded,
    expected_text,
    outcome_of,
    printed,
    side_of,
)
from verifier.plan._outcome import CheckOutcome
from verifier.plan._refs import REF, CheckContext, look_up, parse_ref
from verifier.plan._schema import OUTPUT_VALUE, Claim, Compare, Equals, RoundsTo
from verifier.plan._values import (
    KIND,
    MATCH,
    MISMATCH,
    Finding,
    equal_numbers,
    in_order,
    of_truth,
    same,
    same_text,
    text_of,
    within,
)

_CENT = Fraction(1, 100)
#: Exact values whose denominator divides this have at most four decimals.
_SHORT = 10**4


def _stated(side: Side) -> Stated | None:
    return of_claim(side.claim) if side.claim is not None else of_literal(side.value)


def amount_of(operand: Any, side: Side, context: CheckContext, unit: str | None) -> Amount | None:
    """The tool's number, with the unit that stands beside it in the output, else the check's."""
    if side.claim is not None:
        stated = of_claim(side.claim)
        return None if stated is None else Amount(stated.value, stated.unit)
    beside = _unit_beside(operand.get(REF), context) if type(operand) is dict else None
    return of_output(side.value, beside or unit)


def _unit_beside(text: Any, context: CheckContext) -> str | None:
    if text == "output.value":
        output = context.output
        unit = output.get("unit") if type(output) is dict else None
    elif isinstance(text, str) and text.endswith(".value"):
        ref = parse_ref(f"{text.removesuffix('value')}unit")
        unit = look_up(ref, context) if ref is not None and ref.root != "claims" else None
    else:
        return None
    return unit if isinstance(unit, str) and unit else None


def numeric(amount: Amount, stated: Stated, judge: Callable[[Number, Stated], Finding]) -> Finding:
    """Judge the tool's number in the claim's unit; where percent leaves two readings they must agree.

    A step claim may be either ("20/100*100 = 20%"); of a final claim the plain reading passes, and the other
    one passing alone leaves it open, because that is the very slip of a factor of 100.
    """
    try:
        plain, *others = readings(amount, stated.unit)
    except UnitMismatch as error:
        raise Undecided("unit", str(error)) from None
    finding = judge(plain, stated)
    if finding.result != "fail" or not others or judge(others[0], stated).result == "fail":
        return finding
    return MATCH if not stated.strict else Finding("undecided", "ambiguous_unit")


def check_rounds_to(check: RoundsTo, context: CheckContext) -> CheckOutcome:
    return plainly_rounds_to(check, context) or fully_rounds_to(check, context)


def plainly_rounds_to(check: RoundsTo, context: CheckContext) -> CheckOutcome | None:
    """The pass of an equation of an answer, by the shortest way: nine in ten checks of a run are this one."""
    output, claim = context.output, _unitless_claim(check.expected, context)
    if claim is None or type(output) is not dict or check.places is not None or check.unit is not None:
        return None
    if check.exact:
        return None
    value = output.get("value")
    if type(value) is not str or "unit" in output or check.actual != OUTPUT_VALUE:
        return None
    exact, stated = to_number(value), claim.value
    if exact is None or type(stated) is not Fraction:
        return None
    if not rounds_to(exact, stated, claim.quantum, truncation=check.truncation or claim.truncated):
        return None
    shown = output.get("decimal", value)
    return CheckOutcome(
        result="pass", reason="match", expected=printed(claim), actual=str(shown)[:TEXT_LIMIT]
    )


def _unitless_claim(operand: Any, context: CheckContext) -> Claim | None:
    """The claim whose value an operand refers to, when nothing about it needs thought."""
    text = operand.get(REF) if type(operand) is dict else None
    ref = parse_ref(text) if type(text) is str else None
    if ref is None or ref.root != "claims" or len(ref.parts) != 2 or ref.parts[1] != "value":
        return None
    claim = context.claims.get(ref.parts[0])
    return claim if claim and not claim.unit and not claim.reason and not claim.alternatives else None


def fully_rounds_to(check: RoundsTo, context: CheckContext) -> CheckOutcome:
    expected = side_of(check.expected, context)
    actual = side_of(check.actual, context)
    stated = _stated(expected)
    amount = amount_of(check.actual, actual, context, check.unit)
    if stated is None or amount is None:
        raise Undecided("kind_mismatch", _not_numbers(expected, actual, stated))
    if check.places is None:
        finding = numeric(amount, stated, _rounding_of(check.truncation))
        if check.exact and finding is MATCH and says_too_little(amount, stated):
            finding = Finding("undecided", "rounded")
    else:
        finding = numeric(amount, stated, _places_of(check.places, check.truncation))
    return outcome_of(finding, expected_text(expected), _shown(check, actual, context, amount), "rounds to")


def _shown(
    check: RoundsTo | Equals | Compare, actual: Side, context: CheckContext, amount: Amount | None
) -> str:
    """What the tool showed, with the unit that it counts in."""
    text = actual_text(check.actual, actual, context)
    unit = amount.unit if amount is not None else None
    return f"{text} {unit}" if unit and unit != RATIO and not text.endswith(unit) else text


def _not_numbers(expected: Side, actual: Side, stated: Stated | None) -> str:
    value = expected.value if stated is None else actual.value
    return f"{text_of(value)[:TEXT_LIMIT]!r} is not one number"


def rounding(exact: Number, stated: Stated) -> Finding:
    return _rounded(exact, stated.value, stated.quantum, stated.truncated)


def _truncation(exact: Number, stated: Stated) -> Finding:
    return _rounded(exact, stated.value, stated.quantum, True)


def _rounding_of(truncation: bool) -> Callable[[Number, Stated], Finding]:
    return _truncation if truncation else rounding


def says_too_little(amount: Amount, stated: Stated) -> bool:
    """Whether a value that could be printed in full was rounded, and nothing in the answer says so."""
    exact = readings(amount, stated.unit)[0]
    if stated.quantum is None or stated.approx or stated.truncated or exact == stated.value:
        return False
    if stated.quantum <= _CENT and (is_money(amount.unit) or is_money(stated.unit)):
        return False
    return stated.quantum >= 1 or (isinstance(exact, Fraction) and _SHORT % exact.denominator == 0)


def _places_of(places: int, truncation: bool) -> Callable[[Number, Stated], Finding]:
    """Judge at a given number of decimals: both numbers, rounded there, are one."""
    quantum = Fraction(1, 10**places)

    def judge(exact: Number, stated: Stated) -> Finding:
        cut = truncation or stated.truncated
        findings = [
            _rounded(exact, value, quantum, cut) for value in _rounded_both_ways(stated.value, quantum)
        ]
        return next((finding for finding in findings if finding.result != "fail"), findings[0])

    return judge


def _rounded_both_ways(value: Fraction, quantum: Fraction) -> tuple[Fraction, ...]:
    steps = value / quantum
    low = steps.numerator // steps.denominator
    half = steps - low
    near = (low, low + 1) if half * 2 == 1 else (low + (half * 2 > 1),)
    return tuple(n * quantum for n in near)


def _rounded(exact: Number, value: Fraction, quantum: Fraction | None, truncation: bool) -> Finding:
    truth = rounds_to(exact, value, quantum, truncation=truncation)
    if truth is not False:
        return of_truth(truth)
    if relation(exact, value, quantum).relation in ("truncated", "raised"):
        return Finding("fail", "rounding")  # rounded the wrong way rather than wrong
    return MISMATCH


def check_equals(check: Equals, context: CheckContext) -> CheckOutcome:
    expected = side_of(check.expected, context)
    actual = side_of(check.actual, context)
    finding = _equality(check, expected, actual, context)
    amount = amount_of(check.actual, actual, context, check.unit) if _is_numeric(check, expected) else None
    return outcome_of(finding, expected_text(expected), _shown(check, actual, context, amount))


def _equality(check: Equals, expected: Side, actual: Side, context: CheckContext) -> Finding:
    stated = _stated(expected) if _is_numeric(check, expected) else None
    if stated is None:
        if check.abs_tol is not None or check.rel_tol is not None:
            return KIND
        return same(actual.value, expected.value, stated=expected.claim is not None)
    amount = amount_of(check.actual, actual, context, check.unit)
    if amount is None:
        return KIND
    return numeric(amount, stated, _tolerance_of(check))


def _is_numeric(check: Equals, expected: Side) -> bool:
    if check.abs_tol is not None or check.rel_tol is not None or check.unit is not None:
        return True
    value = expected.value
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)


def _tolerance_of(check: Equals) -> Callable[[Number, Stated], Finding]:
    absolute = Fraction(check.abs_tol) if check.abs_tol is not None else None
    relative = Fraction(check.rel_tol) if check.rel_tol is not None else None
    if absolute is None and relative is None:
        return lambda exact, stated: equal_numbers(exact, stated.value)

    def judge(exact: Number, stated: Stated) -> Finding:
        margins = [m for m in (absolute, relative and relative * abs(stated.value)) if m is not None]
        return within(exact, stated.value, max(margins))

    return judge


def check_compare(check: Compare, context: CheckContext) -> CheckOutcome:
    expected = side_of(check.expected, context)
    actual = side_of(check.actual, context)
    finding = _order(check, expected, actual, context)
    shown = _shown(check, actual, context, amount_of(check.actual, actual, context, check.unit))
    return outcome_of(coded(finding, "comparison"), f"{check.op} {expected_text(expected)}", shown)


def _order(check: Compare, expected: Side, actual: Side, context: CheckContext) -> Finding:
    if isinstance(expected.value, date):
        return _dates_in_order(actual.value, check.op, expected.value)
    stated = _stated(expected)
    amount = amount_of(check.actual, actual, context, check.unit)
    if stated is None or amount is None:
        return KIND if check.op != "!=" else _differs(actual, expected)
    return numeric(amount, stated, lambda exact, s: in_order(exact, check.op, s.value))


def _dates_in_order(actual: Any, op: str, expected: date) -> Finding:
    try:
        shown = date.fromisoformat(same_text(actual)) if isinstance(actual, str) else None
    except ValueError:
        shown = None
    if shown is None:
        return KIND
    return in_order(Fraction(shown.toordinal()), op, Fraction(expected.toordinal()))


def _differs(actual: Side, expected: Side) -> Finding:
    finding = same(actual.value, expected.value, stated=expected.claim is not None)
    return {"pass": MISMATCH, "fail": MATCH, "undecided": finding}[finding.result]
