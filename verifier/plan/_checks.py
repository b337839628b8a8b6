"""Evaluates typed checks: three-valued, with a reason, what was expected and what was shown.

A check that cannot be judged (no output, a path that is not there, an ambiguous claim, values of different kinds) is
``undecided``: it refutes nothing and verifies nothing.
"""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias

from toolkits.quantities import rounds_to
from verifier.plan._amounts import (
    Amount,
    Number,
    Stated,
    UnitMismatch,
    number_text,
    of_claim,
    of_literal,
    of_output,
    readings,
    to_number,
)
from verifier.plan._outcome import CheckOutcome
from verifier.plan._pattern import PatternError, PatternLimit, compile_pattern
from verifier.plan._refs import REF, CheckContext, Missing, claim_of, look_up, parse_ref
from verifier.plan._schema import (
    OUTPUT_VALUE,
    AllOf,
    AnyOf,
    Check,
    Claim,
    Compare,
    Consistent,
    Contains,
    Equals,
    Equivalent,
    Matches,
    Not,
    OutputEquals,
    Raises,
    RoundsTo,
    RowsEqual,
    Succeeds,
    Supports,
)
from verifier.plan._values import (
    KIND,
    MATCH,
    MISMATCH,
    Finding,
    contains,
    equal_numbers,
    equivalent,
    in_order,
    of_truth,
    same,
    same_text,
    text_of,
    within,
)

_TEXT_LIMIT: Final = 200
FIRST: Final = "$first"

# Exceptions that say what the machine lacks, not what the code does (law 2).
_SURROUNDINGS: Final = {
    "ModuleNotFoundError": "missing_library",
    "ImportError": "missing_library",
    "FileNotFoundError": "missing_file",
    "EOFError": "stdin",
    "MemoryError": "limit",
    "PermissionError": "refused",
    "TimeoutError": "timeout",
    "ConnectionError": "network",
    "ConnectionRefusedError": "network",
    "gaierror": "network",
    "URLError": "network",
}


class _Undecided(Exception):  # noqa: N818  (control flow inside this module)
    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


class _Ambiguous(Exception):  # noqa: N818  (control flow inside this module)
    def __init__(self, claim: Claim) -> None:
        super().__init__(claim.id)
        self.claim = claim


class _Side(NamedTuple):
    """One operand: its value, and the claim whose value it is."""

    value: Any
    claim: Claim | None = None


def evaluate_check(check: Check, context: CheckContext) -> CheckOutcome:
    """What a check finds.

    Args:
        check: the typed check.
        context: the tool's output, the claims, the outputs of earlier steps.

    Returns:
        ``pass``, ``fail`` or ``undecided``; never raises on any output or claim.
    """
    try:
        return _HANDLERS[type(check)](check, context)
    except _Undecided as reason:
        return CheckOutcome(result="undecided", reason=reason.reason, detail=reason.detail)
    except _Ambiguous as found:
        return _over_readings(check, context, found.claim)
    except RecursionError:
        return CheckOutcome(
            result="undecided", reason="limit", detail="the tool's output is nested too deeply"
        )


def _over_readings(check: Check, context: CheckContext, claim: Claim) -> CheckOutcome:
    """An ambiguous claim is decided only when every reading of it gives the same result."""
    outcomes = [
        evaluate_check(check, replace(context, claims={**context.claims, claim.id: reading}))
        for value in (claim.value, *claim.alternatives)
        for reading in (replace(claim, value=value, alternatives=()),)
    ]
    if len({outcome.result for outcome in outcomes}) == 1:
        return outcomes[0]
    read = ", ".join(text_of(v) for v in (claim.value, *claim.alternatives))
    return CheckOutcome(
        result="undecided",
        reason="ambiguous_number",
        expected=_printed(claim),
        detail=f"{_printed(claim)!r} can be read as {read}, and the check depends on which",
    )


# --- operands ---------------------------------------------------------------------------------------------------------


def _side(operand: Any, context: CheckContext) -> _Side:
    """An operand's value; undecided when it is not there, null, or a claim that nobody can judge."""
    if isinstance(operand, dict):
        text = operand.get(REF)
        if text is not None:
            return _referred(text, context)
        if FIRST in operand:
            return _first(operand[FIRST], context)
    if operand is None:
        raise _Undecided("no_value", "the check expects null, which states nothing")
    return _Side(_member(operand, context))


def _member(operand: Any, context: CheckContext) -> Any:
    """A literal with the references inside it replaced; null may stand in a table's cell."""
    if isinstance(operand, dict):
        if REF in operand:
            return _referred(operand[REF], context).value
        return {key: _member(member, context) for key, member in operand.items()}
    if isinstance(operand, list | tuple):
        return [_member(member, context) for member in operand]
    return operand


def _referred(text: Any, context: CheckContext) -> _Side:
    ref = parse_ref(text) if isinstance(text, str) else None
    if ref is None:
        raise _Undecided("missing_path", f"{text!r} is no reference")
    if ref.root == "claims":
        named = claim_of(ref, context.claims)
        if named is None:
            raise _Undecided("missing_claim", f"the answer has no claim for {text}")
        claim, path = named
        _refuse_unjudgeable(claim)
        if path == ("value",) and claim.value is not None:
            return _Side(claim.value, claim)
    value = look_up(ref, context)
    if isinstance(value, Missing) or value is None:
        raise _absent(text, ref.root, context)
    return _Side(value)


def _refuse_unjudgeable(claim: Claim) -> None:
    if claim.reason:
        raise _Undecided(claim.reason, f"{_printed(claim)!r} cannot be judged")
    if claim.alternatives:
        raise _Ambiguous(claim)


def _absent(text: str, root: str, context: CheckContext) -> _Undecided:
    raised = _exception(context.output) if root == "output" else None
    if raised is not None:
        return raised.undecided()
    if root == "output" and context.output is None:
        return _Undecided("no_output", "the tool gave no output")
    return _Undecided("missing_path", f"{text} is not there or null")


def _first(operands: Any, context: CheckContext) -> _Side:
    """The first operand that is there: a program may return a value or print it."""
    reason: _Undecided | None = None
    for operand in operands:
        try:
            side = _side(operand, context)
        except _Undecided as missing:
            reason = reason or missing
        else:
            if not isinstance(side.value, str) or side.value.strip():
                return side
    raise reason or _Undecided("no_value", "none of the places where the value may stand holds one")


class _Raised(NamedTuple):
    """An exception that an output reports; ``cause`` is what the surroundings lacked, "" for a fault of the code."""

    type: str
    message: str
    cause: str

    def undecided(self) -> _Undecided:
        return _Undecided(self.cause or "exception", f"the code raised {self}")

    def __str__(self) -> str:
        return f"{self.type}: {self.message}"[:_TEXT_LIMIT]


def _exception(output: Any) -> _Raised | None:
    raised = output.get("exception") if isinstance(output, Mapping) else None
    if not isinstance(raised, Mapping):
        return None
    name = str(raised.get("type", ""))
    cause = str(raised["cause"]) if "cause" in raised else _SURROUNDINGS.get(name, "")
    return _Raised(name, str(raised.get("message", "")), cause)


def _printed(claim: Claim) -> str:
    """The claim's value in the answer's own characters."""
    span = claim.value_span
    if span is None:
        return claim.quote
    start = claim.span[0]
    return claim.quote[span[0] - start : span[1] - start] or claim.quote


def _expected_text(side: _Side) -> str:
    return (_printed(side.claim) if side.claim is not None else text_of(side.value))[:_TEXT_LIMIT]


def _actual_text(operand: Any, side: _Side, context: CheckContext) -> str:
    """What the tool showed; an exact number in the decimals that the tool gave for people."""
    output = context.output
    if type(output) is dict and "decimal" in output and operand == OUTPUT_VALUE:
        return str(output["decimal"])[:_TEXT_LIMIT]
    value = side.value
    if isinstance(value, str):
        return value[:_TEXT_LIMIT]
    number = to_number(value)
    return (number_text(number) if number is not None else text_of(value))[:_TEXT_LIMIT]


def _outcome(finding: Finding, expected: str, actual: str, relation: str = "is") -> CheckOutcome:
    if finding.result == "pass":
        return CheckOutcome(result="pass", reason=finding.reason, expected=expected, actual=actual)
    detail = f"expected that the value {relation} {expected}; the tool shows {actual}"
    return CheckOutcome(
        result=finding.result, reason=finding.reason, expected=expected, actual=actual, detail=detail
    )


# --- numbers ----------------------------------------------------------------------------------------------------------


def _stated(side: _Side) -> Stated | None:
    return of_claim(side.claim) if side.claim is not None else of_literal(side.value)


def _amount(operand: Any, side: _Side, context: CheckContext, unit: str | None) -> Amount | None:
    """The tool's number, with the unit that the check or the output beside it states."""
    if side.claim is not None:
        stated = of_claim(side.claim)
        return None if stated is None else Amount(stated.value, stated.unit)
    if unit is None and type(operand) is dict:
        unit = _unit_beside(operand.get(REF), context)
    return of_output(side.value, unit)


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


def _numeric(amount: Amount, stated: Stated, judge: Callable[[Number, Stated], Finding]) -> Finding:
    """Judge the tool's number in the claim's unit; where percent leaves two readings they must agree.

    A step claim may be either ("20/100*100 = 20%"); of a final claim the plain reading passes, and the other one
    passing alone leaves it open, because that is the very slip of a factor of 100.
    """
    try:
        plain, *others = readings(amount, stated.unit)
    except UnitMismatch as error:
        raise _Undecided("unit", str(error)) from None
    finding = judge(plain, stated)
    if finding.result != "fail" or not others or judge(others[0], stated).result == "fail":
        return finding
    return MATCH if not stated.strict else Finding("undecided", "ambiguous_unit")


def _rounds_to(check: RoundsTo, context: CheckContext) -> CheckOutcome:
    return _plainly_rounds_to(check, context) or _fully_rounds_to(check, context)


def _plainly_rounds_to(check: RoundsTo, context: CheckContext) -> CheckOutcome | None:
    """The pass of an equation of an answer, by the shortest way: nine in ten checks of a run are this one."""
    output, claim = context.output, _unitless_claim(check.expected, context)
    if claim is None or type(output) is not dict or check.places is not None or check.unit is not None:
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
        result="pass", reason="match", expected=_printed(claim), actual=str(shown)[:_TEXT_LIMIT]
    )


def _unitless_claim(operand: Any, context: CheckContext) -> Claim | None:
    """The claim whose value an operand refers to, when nothing about it needs thought."""
    text = operand.get(REF) if type(operand) is dict else None
    ref = parse_ref(text) if type(text) is str else None
    if ref is None or ref.root != "claims" or len(ref.parts) != 2 or ref.parts[1] != "value":
        return None
    claim = context.claims.get(ref.parts[0])
    return claim if claim and not claim.unit and not claim.reason and not claim.alternatives else None


def _fully_rounds_to(check: RoundsTo, context: CheckContext) -> CheckOutcome:
    expected = _side(check.expected, context)
    actual = _side(check.actual, context)
    stated = _stated(expected)
    amount = _amount(check.actual, actual, context, check.unit)
    if stated is None or amount is None:
        raise _Undecided("kind_mismatch", _not_numbers(expected, actual, stated))
    if check.places is None:
        finding = _numeric(amount, stated, _rounding_of(check.truncation))
    else:
        finding = _numeric(amount, stated, _places_of(check.places, check.truncation))
    return _outcome(
        finding, _expected_text(expected), _actual_text(check.actual, actual, context), "rounds to"
    )


def _not_numbers(expected: _Side, actual: _Side, stated: Stated | None) -> str:
    value = expected.value if stated is None else actual.value
    return f"{text_of(value)[:_TEXT_LIMIT]!r} is not one number"


def _rounding(exact: Number, stated: Stated) -> Finding:
    return _rounded(exact, stated.value, stated.quantum, stated.truncated)


def _truncation(exact: Number, stated: Stated) -> Finding:
    return _rounded(exact, stated.value, stated.quantum, True)


def _rounding_of(truncation: bool) -> Callable[[Number, Stated], Finding]:
    return _truncation if truncation else _rounding


def _places_of(places: int, truncation: bool) -> Callable[[Number, Stated], Finding]:
    """Judge at a given number of decimals: the stated number, rounded there, is the exact one rounded there."""
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
    if quantum is not None and _is_nearer(exact, value, quantum):
        return Finding("fail", "rounding")
    return MISMATCH


def _is_nearer(exact: Number, value: Fraction, quantum: Fraction) -> bool:
    """Less than one printed step away: rounded the wrong way rather than wrong."""
    return in_order(exact, ">", value - quantum) is MATCH and in_order(exact, "<", value + quantum) is MATCH


def _equals(check: Equals, context: CheckContext) -> CheckOutcome:
    expected = _side(check.expected, context)
    actual = _side(check.actual, context)
    finding = _equality(check, expected, actual, context)
    return _outcome(finding, _expected_text(expected), _actual_text(check.actual, actual, context))


def _equality(check: Equals, expected: _Side, actual: _Side, context: CheckContext) -> Finding:
    stated = _stated(expected) if _is_numeric(check, expected) else None
    if stated is None:
        if check.abs_tol is not None or check.rel_tol is not None:
            return KIND
        return same(actual.value, expected.value, stated=expected.claim is not None)
    amount = _amount(check.actual, actual, context, check.unit)
    if amount is None:
        return KIND
    return _numeric(amount, stated, _tolerance_of(check))


def _is_numeric(check: Equals, expected: _Side) -> bool:
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


def _compare(check: Compare, context: CheckContext) -> CheckOutcome:
    expected = _side(check.expected, context)
    actual = _side(check.actual, context)
    finding = _order(check, expected, actual, context)
    shown = _actual_text(check.actual, actual, context)
    return _outcome(_coded(finding, "comparison"), f"{check.op} {_expected_text(expected)}", shown)


def _order(check: Compare, expected: _Side, actual: _Side, context: CheckContext) -> Finding:
    if isinstance(expected.value, date):
        return _dates_in_order(actual.value, check.op, expected.value)
    stated = _stated(expected)
    amount = _amount(check.actual, actual, context, check.unit)
    if stated is None or amount is None:
        return KIND if check.op != "!=" else _differs(actual, expected)
    return _numeric(amount, stated, lambda exact, s: in_order(exact, check.op, s.value))


def _dates_in_order(actual: Any, op: str, expected: date) -> Finding:
    try:
        shown = date.fromisoformat(same_text(actual)) if isinstance(actual, str) else None
    except ValueError:
        shown = None
    if shown is None:
        return KIND
    return in_order(Fraction(shown.toordinal()), op, Fraction(expected.toordinal()))


def _differs(actual: _Side, expected: _Side) -> Finding:
    finding = same(actual.value, expected.value, stated=expected.claim is not None)
    return {"pass": MISMATCH, "fail": MATCH, "undecided": finding}[finding.result]


def _coded(finding: Finding, reason: str) -> Finding:
    """A plain mismatch under the check's own code."""
    return Finding("fail", reason) if finding is MISMATCH else finding


# --- other values -----------------------------------------------------------------------------------------------------


def _equivalent(check: Equivalent, context: CheckContext) -> CheckOutcome:
    expected = _side(check.expected, context)
    actual = _side(check.actual, context)
    stated = of_claim(expected.claim) if expected.claim is not None else None
    if stated is not None and (amount := _amount(check.actual, actual, context, None)) is not None:
        # A number that the answer rounded is not equivalent to the exact one; it is its rounding.
        finding = _numeric(amount, stated, _rounding)
    else:
        finding = equivalent(actual.value, expected.value)
    shown = _actual_text(check.actual, actual, context)
    return _outcome(finding, _expected_text(expected), shown, "is equivalent to")


def _contains(check: Contains, context: CheckContext) -> CheckOutcome:
    expected = _side(check.expected, context)
    actual = _side(check.actual, context)
    finding = _coded(
        contains(actual.value, expected.value, stated=expected.claim is not None), "missing_item"
    )
    shown = _actual_text(check.actual, actual, context)
    return _outcome(finding, _expected_text(expected), shown, "contains")


def _matches(check: Matches, context: CheckContext) -> CheckOutcome:
    actual = _side(check.actual, context)
    if isinstance(actual.value, Mapping | list | tuple):
        raise _Undecided("kind_mismatch", "a pattern is matched against text, not against a list or object")
    text = same_text(text_of(actual.value))
    try:
        truth = compile_pattern(check.pattern)(text)
    except PatternError as error:
        raise _Undecided("pattern", str(error)) from None
    except PatternLimit as error:
        raise _Undecided("limit", str(error)) from None
    finding = _coded(of_truth(truth), "no_match")
    return _outcome(finding, f"/{check.pattern}/"[:_TEXT_LIMIT], text[:_TEXT_LIMIT], "matches")


def _output_equals(check: OutputEquals, context: CheckContext) -> CheckOutcome:
    expected = _side(check.expected, context)
    raised = _exception(context.output)
    if raised is not None:
        # What was printed before an exception is not what the program prints.
        raise raised.undecided()
    actual = _side(check.actual, context)
    wanted = expected.value if isinstance(expected.value, str) else text_of(expected.value)
    if not isinstance(actual.value, str):
        raise _Undecided("kind_mismatch", "the printed output is not text")
    finding = of_truth(_lines(actual.value) == _lines(wanted))
    return _outcome(finding, wanted[:_TEXT_LIMIT], actual.value[:_TEXT_LIMIT], "prints")


def _lines(text: str) -> list[str]:
    """Lines without white space at their ends, and without empty lines at the end."""
    return [line.rstrip() for line in text.rstrip().splitlines()]


def _rows_equal(check: RowsEqual, context: CheckContext) -> CheckOutcome:
    expected = _side(check.expected, context)
    actual = _side(check.actual, context)
    finding = _same_rows(actual.value, expected.value, in_order=check.order == "list")
    wanted, shown = f"{_count(expected.value)} rows", f"{_count(actual.value)} rows"
    if finding.result == "fail" and wanted == shown:
        wanted, shown = _expected_text(expected), _actual_text(check.actual, actual, context)
    return _outcome(finding, wanted, shown, "has the rows")


def _count(rows: Any) -> str:
    return str(len(rows)) if isinstance(rows, Sequence) and not isinstance(rows, str) else "no"


def _same_rows(actual: Any, expected: Any, *, in_order: bool) -> Finding:
    one, other = _row_keys(actual), _row_keys(expected)
    if one is None or other is None:
        return KIND
    return of_truth(one == other if in_order else Counter(one) == Counter(other))


def _row_keys(rows: Any) -> list[tuple[Any, ...]] | None:
    if not isinstance(rows, list | tuple):
        return None
    keys = [_row_key(row) for row in rows]
    return None if any(key is None for key in keys) else [key for key in keys if key is not None]


def _row_key(row: Any) -> tuple[Any, ...] | None:
    if isinstance(row, Mapping):
        return tuple((name, _cell_key(row[name])) for name in sorted(row))
    return tuple(_cell_key(cell) for cell in row) if isinstance(row, list | tuple) else None


def _cell_key(cell: Any) -> tuple[str, Any]:
    """What makes two cells one value: 1, 1.0 and "1.0" are one number, true is not 1, null is null."""
    if cell is None or isinstance(cell, bool):
        return ("constant", cell)
    if isinstance(cell, Mapping | list | tuple):
        members = sorted(cell.items()) if isinstance(cell, Mapping) else enumerate(cell)
        return ("members", tuple((key, _cell_key(member)) for key, member in members))
    number = to_number(cell)
    return ("number", number) if number is not None else ("text", same_text(str(cell)))


# --- how the tool ended -----------------------------------------------------------------------------------------------


def _succeeds(_: Succeeds, context: CheckContext) -> CheckOutcome:
    if context.output is None:
        raise _Undecided("no_output", "the tool gave no output")
    raised = _exception(context.output)
    if raised is None:
        return _exit(context.output)
    if raised.cause:
        raise raised.undecided()
    return _outcome(Finding("fail", "exception"), "no error", str(raised), "ends with")


def _exit(output: Any) -> CheckOutcome:
    code = output.get("exit_code") if isinstance(output, Mapping) else None
    if code in (None, 0):
        return CheckOutcome(result="pass", reason="match", expected="no error", actual="no error")
    return _outcome(Finding("fail", "exit_code"), "no error", f"exit code {code}", "ends with")


def _raises(check: Raises, context: CheckContext) -> CheckOutcome:
    if not isinstance(context.output, Mapping) or "exception" not in context.output:
        raise _Undecided("no_output", "the tool does not say whether anything was raised")
    raised = _exception(context.output)
    if raised is None:
        return _outcome(Finding("fail", "nothing_raised"), check.exception, "no exception", "raises")
    if _is_a(raised.type, check.exception):
        return CheckOutcome(result="pass", reason="match", expected=check.exception, actual=raised.type)
    if raised.cause:
        raise raised.undecided()
    return _outcome(MISMATCH, check.exception, str(raised), "raises")


def _is_a(raised: str, wanted: str) -> bool:
    """Whether one exception class is another, or a built-in subclass of it."""
    if raised.rpartition(".")[2] == wanted.rpartition(".")[2]:
        return True
    one, other = getattr(builtins, raised, None), getattr(builtins, wanted, None)
    return isinstance(one, type) and isinstance(other, type) and issubclass(one, other)


_SUPPORT: Final = {
    "supported": MATCH,
    "refuted": Finding("fail", "refuted"),
    "not_enough_info": Finding("undecided", "not_enough_info"),
}


def _supports(check: Supports, context: CheckContext) -> CheckOutcome:
    actual = _side(check.actual, context)
    verdict = actual.value if isinstance(actual.value, str) else ""
    finding = _SUPPORT.get(verdict, Finding("undecided", "no_verdict"))
    return _outcome(finding, "supported", text_of(actual.value)[:_TEXT_LIMIT])


def _consistent(check: Consistent, context: CheckContext) -> CheckOutcome:
    actual = _side(check.actual, context)
    if not isinstance(actual.value, bool):
        raise _Undecided("no_verdict", "the tool does not say whether the statements are consistent")
    finding = MATCH if actual.value else Finding("fail", "contradiction")
    return _outcome(finding, "no contradiction", "no contradiction" if actual.value else "a contradiction")


# --- logic ------------------------------------------------------------------------------------------------------------


def _all_of(check: AllOf, context: CheckContext) -> CheckOutcome:
    outcomes = [evaluate_check(part, context) for part in check.checks]
    return _first_of(outcomes, "fail", "undecided") or _joined(outcomes, "pass", " and ")


def _any_of(check: AnyOf, context: CheckContext) -> CheckOutcome:
    outcomes = [evaluate_check(part, context) for part in check.checks]
    return _first_of(outcomes, "pass", "undecided") or _joined(outcomes, "fail", " or ")


def _first_of(outcomes: Sequence[CheckOutcome], *results: str) -> CheckOutcome | None:
    """The first outcome with the strongest of ``results``; an empty combination is an error, so undecided."""
    if not outcomes:
        return CheckOutcome(
            result="undecided", reason="empty", detail="a combination of no checks states nothing"
        )
    return next((o for result in results for o in outcomes if o.result == result), None)


def _joined(outcomes: Sequence[CheckOutcome], result: Any, word: str) -> CheckOutcome:
    first = outcomes[0]
    return CheckOutcome(
        result=result,
        reason=first.reason,
        expected=word.join(dict.fromkeys(o.expected for o in outcomes))[:_TEXT_LIMIT],
        actual=first.actual,
        detail=first.detail if result != "pass" else "",
    )


def _not(check: Not, context: CheckContext) -> CheckOutcome:
    inner = evaluate_check(check.check, context)
    if inner.result == "undecided":
        return inner
    finding = MATCH if inner.result == "fail" else Finding("fail", "negated")
    return _outcome(finding, f"not ({inner.expected})"[:_TEXT_LIMIT], inner.actual)


_Handler: TypeAlias = Callable[[Any, CheckContext], CheckOutcome]
_HANDLERS: Final[Mapping[type[Any], _Handler]] = {
    AllOf: _all_of,
    AnyOf: _any_of,
    Compare: _compare,
    Consistent: _consistent,
    Contains: _contains,
    Equals: _equals,
    Equivalent: _equivalent,
    Matches: _matches,
    Not: _not,
    OutputEquals: _output_equals,
    Raises: _raises,
    RoundsTo: _rounds_to,
    RowsEqual: _rows_equal,
    Succeeds: _succeeds,
    Supports: _supports,
}
