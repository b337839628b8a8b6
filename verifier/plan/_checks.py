"""Evaluates typed checks: three-valued, with a reason, what was expected and what was shown.

A check that cannot be judged (no output, a path that is not there, an ambiguous claim, values of different
kinds) is ``undecided``: it refutes nothing and verifies nothing.
"""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from verifier.plan._amounts import of_claim, to_number
from verifier.plan._number_checks import (
    amount_of,
    check_compare,
    check_equals,
    check_rounds_to,
    numeric,
    rounding,
)
from verifier.plan._operands import (
    TEXT_LIMIT,
    Ambiguous,
    Undecided,
    actual_text,
    coded,
    exception_in,
    expected_text,
    outcome_of,
    printed,
    side_of,
)
from verifier.plan._outcome import CheckOutcome
from verifier.plan._pattern import PatternError, PatternLimit, compile_pattern
from verifier.plan._refs import CheckContext
from verifier.plan._schema import (
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
    Quorum,
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
    equivalent,
    of_truth,
    same_text,
    text_of,
)


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
    except Undecided as reason:
        return CheckOutcome(result="undecided", reason=reason.reason, detail=reason.detail)
    except Ambiguous as found:
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
        expected=printed(claim),
        detail=f"{printed(claim)!r} can be read as {read}, and the check depends on which",
    )


# --- other values -------------------------------------------------------------------------------------


def _equivalent(check: Equivalent, context: CheckContext) -> CheckOutcome:
    expected = side_of(check.expected, context)
    actual = side_of(check.actual, context)
    stated = of_claim(expected.claim) if expected.claim is not None else None
    if stated is not None and (amount := amount_of(check.actual, actual, context, None)) is not None:
        # A number that the answer rounded is not equivalent to the exact one; it is its rounding.
        finding = numeric(amount, stated, rounding)
    else:
        finding = equivalent(actual.value, expected.value)
    shown = actual_text(check.actual, actual, context)
    return outcome_of(finding, expected_text(expected), shown, "is equivalent to")


def _contains(check: Contains, context: CheckContext) -> CheckOutcome:
    expected = side_of(check.expected, context)
    actual = side_of(check.actual, context)
    finding = coded(contains(actual.value, expected.value, stated=expected.claim is not None), "missing_item")
    shown = actual_text(check.actual, actual, context)
    return outcome_of(finding, expected_text(expected), shown, "contains")


def _matches(check: Matches, context: CheckContext) -> CheckOutcome:
    actual = side_of(check.actual, context)
    if isinstance(actual.value, Mapping | list | tuple):
        raise Undecided("kind_mismatch", "a pattern is matched against text, not against a list or object")
    text = same_text(text_of(actual.value))
    try:
        truth = compile_pattern(check.pattern)(text)
    except PatternError as error:
        raise Undecided("pattern", str(error)) from None
    except PatternLimit as error:
        raise Undecided("limit", str(error)) from None
    finding = coded(of_truth(truth), "no_match")
    return outcome_of(finding, f"/{check.pattern}/"[:TEXT_LIMIT], text[:TEXT_LIMIT], "matches")


def _output_equals(check: OutputEquals, context: CheckContext) -> CheckOutcome:
    expected = side_of(check.expected, context)
    raised = exception_in(context.output)
    if raised is not None:
        # What was printed before an exception is not what the program prints.
        raise raised.undecided()
    actual = side_of(check.actual, context)
    wanted = expected.value if isinstance(expected.value, str) else text_of(expected.value)
    if not isinstance(actual.value, str):
        raise Undecided("kind_mismatch", "the printed output is not text")
    finding = of_truth(_lines(actual.value) == _lines(wanted))
    return outcome_of(finding, wanted[:TEXT_LIMIT], actual.value[:TEXT_LIMIT], "prints")


def _lines(text: str) -> list[str]:
    """Lines without white space at their ends, and without empty lines at the end."""
    return [line.rstrip() for line in text.rstrip().splitlines()]


def _rows_equal(check: RowsEqual, context: CheckContext) -> CheckOutcome:
    expected = side_of(check.expected, context)
    actual = side_of(check.actual, context)
    finding = _same_rows(actual.value, expected.value, in_order=check.order == "list")
    wanted, shown = f"{_count(expected.value)} rows", f"{_count(actual.value)} rows"
    if finding.result == "fail" and wanted == shown:
        wanted, shown = expected_text(expected), actual_text(check.actual, actual, context)
    return outcome_of(finding, wanted, shown, "has the rows")


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


# --- how the tool ended -------------------------------------------------------------------------------


def _succeeds(_: Succeeds, context: CheckContext) -> CheckOutcome:
    if context.output is None:
        raise Undecided("no_output", "the tool gave no output")
    raised = exception_in(context.output)
    if raised is None:
        return _exit(context.output)
    if raised.cause:
        raise raised.undecided()
    return outcome_of(Finding("fail", "exception"), "no error", str(raised), "ends with")


def _exit(output: Any) -> CheckOutcome:
    code = output.get("exit_code") if isinstance(output, Mapping) else None
    if code in (None, 0):
        return CheckOutcome(result="pass", reason="match", expected="no error", actual="no error")
    return outcome_of(Finding("fail", "exit_code"), "no error", f"exit code {code}", "ends with")


def _raises(check: Raises, context: CheckContext) -> CheckOutcome:
    if not isinstance(context.output, Mapping) or "exception" not in context.output:
        raise Undecided("no_output", "the tool does not say whether anything was raised")
    raised = exception_in(context.output)
    if raised is None:
        return outcome_of(Finding("fail", "nothing_raised"), check.exception, "no exception", "raises")
    if _is_a(raised.type, check.exception):
        return CheckOutcome(result="pass", reason="match", expected=check.exception, actual=raised.type)
    if raised.cause:
        raise raised.undecided()
    return outcome_of(MISMATCH, check.exception, str(raised), "raises")


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
    actual = side_of(check.actual, context)
    verdict = actual.value if isinstance(actual.value, str) else ""
    finding = _SUPPORT.get(verdict, Finding("undecided", "no_verdict"))
    return outcome_of(finding, "supported", text_of(actual.value)[:TEXT_LIMIT])


def _consistent(check: Consistent, context: CheckContext) -> CheckOutcome:
    actual = side_of(check.actual, context)
    if not isinstance(actual.value, bool):
        raise Undecided("no_verdict", "the tool does not say whether the statements are consistent")
    finding = MATCH if actual.value else Finding("fail", "contradiction")
    return outcome_of(finding, "no contradiction", "no contradiction" if actual.value else _found(context))


def _found(context: CheckContext) -> str:
    """The first contradiction in words: ``a contradiction: x = 10 and 5``."""
    output = context.output if isinstance(context.output, Mapping) else {}
    listed = output.get("contradictions")
    first = listed[0] if isinstance(listed, list) and listed and isinstance(listed[0], Mapping) else {}
    values = first.get("values")
    if not isinstance(values, list):
        return "a contradiction"
    return f"a contradiction: {first.get('name', '')} = {' and '.join(map(str, values))}"[:TEXT_LIMIT]


# --- logic --------------------------------------------------------------------------------------------


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
        expected=word.join(dict.fromkeys(o.expected for o in outcomes))[:TEXT_LIMIT],
        actual=first.actual,
        detail=first.detail if result != "pass" else "",
    )


def _not(check: Not, context: CheckContext) -> CheckOutcome:
    inner = evaluate_check(check.check, context)
    if inner.result == "undecided":
        return inner
    finding = MATCH if inner.result == "fail" else Finding("fail", "negated")
    return outcome_of(finding, f"not ({inner.expected})"[:TEXT_LIMIT], inner.actual)


def _quorum(check: Quorum, context: CheckContext) -> CheckOutcome:
    from verifier.plan._quorum_check import check_quorum  # noqa: PLC0415  (few runs buy programs)

    return check_quorum(check, context)


_Handler: TypeAlias = Callable[[Any, CheckContext], CheckOutcome]
_HANDLERS: Final[Mapping[type[Any], _Handler]] = {
    AllOf: _all_of,
    AnyOf: _any_of,
    Compare: check_compare,
    Consistent: _consistent,
    Contains: _contains,
    Equals: check_equals,
    Equivalent: _equivalent,
    Matches: _matches,
    Not: _not,
    OutputEquals: _output_equals,
    Quorum: _quorum,
    Raises: _raises,
    RoundsTo: check_rounds_to,
    RowsEqual: _rows_equal,
    Succeeds: _succeeds,
    Supports: _supports,
}
