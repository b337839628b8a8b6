"""Every check type passes, fails and stays undecided where it should, with its reason."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.plan.claims import FINAL, said, seen, stated
from verifier.plan import (
    AllOf,
    AnyOf,
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
    _number_checks,
    evaluate_check,
)

EXACT = "11607.5451772"
RAISED = {"type": "KeyError", "message": "'Age'", "line": 3}


def judged(check: Any, output: Any, *claims: Claim, steps: Any = None) -> str:
    """``result:reason`` of a check."""
    outcome = evaluate_check(check, seen(output, *claims, steps=steps))
    return f"{outcome.result}:{outcome.reason}"


@pytest.mark.parametrize(
    ("printed", "output", "expected"),
    [
        ("11607.55", EXACT, "pass:match"),
        ("11607.54", EXACT, "fail:rounding"),
        ("11608.92", EXACT, "fail:mismatch"),
        ("11614.80", EXACT, "fail:mismatch"),
        ("about 11,600", EXACT, "pass:match"),
        ("约1.16万", EXACT, "pass:match"),
        ("-5", "5", "fail:mismatch"),
        ("26", "26.4", "pass:match"),
        ("26.0", "26.4", "fail:mismatch"),
        ("2.5", "2.45", "pass:match"),
        ("2.4", "2.45", "pass:match"),
        ("2.7", "2.79", "fail:rounding"),
        ("2.7…", "2.79", "pass:match"),
        ("1/3", "1/3", "pass:match"),
        ("1/3", "0.3333", "fail:mismatch"),
        ("0.33", "1/3", "pass:match"),
        ("3.14", {"value": {"lo": "3.14159", "hi": "3.14160"}}, "pass:match"),
        ("3.14", {"value": {"lo": "3.1", "hi": "3.2"}}, "undecided:precision"),
        ("3.14", {"value": {"lo": "3.2", "hi": "3.3"}}, "fail:mismatch"),
        ("5", "five apples", "undecided:kind_mismatch"),
        ("5", True, "undecided:kind_mismatch"),
        ("1", True, "undecided:kind_mismatch"),
        ("5", None, "undecided:no_output"),
        ("5", {"value": None}, "undecided:missing_path"),
        ("5", {}, "undecided:missing_path"),
        ("0", 0, "pass:match"),
        ("100001", "100002", "fail:mismatch"),
        ("100001", "100001.6", "fail:rounding"),
    ],
)
def test_rounds_to(printed: str, output: Any, expected: str) -> None:
    """A final claim is the exact value rounded at its printed digits, nothing looser and nothing else."""
    assert judged(RoundsTo(expected=FINAL), output, stated(printed)) == expected


@pytest.mark.parametrize(
    ("check", "output", "expected"),
    [
        (RoundsTo(expected="78.5"), "78.53981", "pass:match"),
        (RoundsTo(expected="78.5", exact=True), "78.53981", "pass:match"),
        (RoundsTo(expected="78.5", exact=True), "78.53", "undecided:rounded"),
        (RoundsTo(expected="about 78.5", exact=True), "78.53", "pass:match"),
        (RoundsTo(expected="79", exact=True), "78.53981", "undecided:rounded"),
        (RoundsTo(expected="$78.54", exact=True), "78.536", "pass:match"),
        (RoundsTo(expected="78.53", exact=True), "78.53", "pass:match"),
        (RoundsTo(expected="78.54"), "78.53981", "pass:match"),
        (RoundsTo(expected="78.50"), "78.53981", "fail:mismatch"),
        (RoundsTo(expected=78.5), "78.53981", "pass:match"),
        (RoundsTo(expected="about 80"), "78.5", "pass:match"),
        (RoundsTo(expected="80"), "78.5", "fail:mismatch"),
        (RoundsTo(expected="3.14159", places=2), "3.1413", "pass:match"),
        (RoundsTo(expected="3.149", places=2), "3.1413", "fail:rounding"),
        (RoundsTo(expected="2.345", places=2), "2.34", "pass:match"),
        (RoundsTo(expected="2.80", places=1), "2.89", "fail:rounding"),
        (RoundsTo(expected="2.80", places=1, truncation=True), "2.89", "pass:match"),
        (RoundsTo(expected="2.80…", places=1), "2.89", "pass:match"),
        (RoundsTo(expected="2.345", places=2), "2.35", "pass:match"),
        (RoundsTo(expected="2.7", truncation=True), "2.79", "pass:match"),
        (RoundsTo(expected="-2.7", truncation=True), "-2.79", "pass:match"),
        (RoundsTo(expected="2.8", truncation=True), "2.71", "fail:rounding"),
        (RoundsTo(expected="2.8", truncation=True), "2.9", "fail:mismatch"),
        (RoundsTo(expected="50,1"), "50.1", "undecided:kind_mismatch"),
        (RoundsTo(expected="hello"), "50.1", "undecided:kind_mismatch"),
        (RoundsTo(expected=True), "1", "undecided:kind_mismatch"),
    ],
)
def test_rounds_to_a_constant(check: RoundsTo, output: Any, expected: str) -> None:
    """A literal of the plan is read with the digits that it prints; ``places`` and ``truncation`` say otherwise."""
    assert judged(check, output) == expected


@pytest.mark.parametrize(
    ("claim", "output", "unit", "expected"),
    [
        (stated("5 km"), {"value": "5000", "unit": "m"}, None, "pass:match"),
        (stated("5 km"), {"value": "5", "unit": "m"}, None, "fail:mismatch"),
        (stated("5 km"), {"value": "5"}, None, "pass:match"),
        (stated("5"), {"value": "5", "unit": "km"}, None, "pass:match"),
        (stated("5 kg"), {"value": "5", "unit": "m"}, None, "undecided:unit"),
        (stated("5 km"), {"value": "5000"}, "m", "pass:match"),
        (stated("25%"), {"value": "0.25"}, None, "pass:match"),
        (stated("25%"), {"value": "25", "unit": "%"}, None, "pass:match"),
        (stated("25%"), {"value": "25"}, "%", "pass:match"),
        (stated("25%"), {"value": "0.25"}, "1", "pass:match"),
        (stated("25%"), {"value": "25"}, "1", "fail:mismatch"),
        (stated("25%"), {"value": "25"}, None, "undecided:ambiguous_unit"),
        (stated("0.25%"), {"value": "0.25"}, None, "undecided:ambiguous_unit"),
        (stated("26%"), {"value": "25"}, None, "fail:mismatch"),
        (stated("25"), {"value": "25", "unit": "%"}, None, "pass:match"),
        (stated("0.25"), {"value": "25", "unit": "%"}, None, "undecided:ambiguous_unit"),
        (stated("26"), {"value": "25", "unit": "%"}, None, "fail:mismatch"),
        (stated("25%", role="step"), {"value": "25"}, None, "pass:match"),
        (stated("26%", role="step"), {"value": "25"}, None, "fail:mismatch"),
        (stated("33%"), {"value": "1/3"}, None, "pass:match"),
        (stated("33.4%"), {"value": "1/3"}, None, "fail:rounding"),
    ],
)
def test_units(claim: Claim, output: Any, unit: str | None, expected: str) -> None:
    """Compatible units convert, a missing one is the asked one, and a percent sign is never guessed for a final claim."""
    assert judged(RoundsTo(expected=FINAL, unit=unit), output, claim) == expected


def test_the_value_meant_is_the_value_judged() -> None:
    """A check of another member, or of another step, is not passed by the output's value."""
    claim, output = stated("5"), {"value": "5", "other": "6"}
    assert judged(RoundsTo(actual={"$ref": "output.other"}, expected=FINAL), output, claim) == "fail:mismatch"
    step = RoundsTo(actual={"$ref": "steps.0.output.value"}, expected=FINAL)
    assert judged(step, output, claim, steps={"0": {"value": "7"}}) == "fail:mismatch"


def test_a_reading_with_a_unit_beside_an_earlier_step() -> None:
    """The unit beside a value is found in an earlier step's output too."""
    check = RoundsTo(actual={"$ref": "steps.a.output.value"}, expected=FINAL)
    steps = {"a": {"value": "5000", "unit": "m"}}
    assert judged(check, None, stated("5 km"), steps=steps) == "pass:match"
    assert judged(check, None, stated("5 m"), steps=steps) == "fail:mismatch"


@pytest.mark.parametrize(
    ("check", "output", "claim", "expected"),
    [
        (Equals(expected=FINAL), "78.5", stated("78.5"), "pass:match"),
        (Equals(expected=FINAL), "78.53", stated("78.5"), "fail:mismatch"),
        (Equals(expected=FINAL, abs_tol="0.1"), "78.53", stated("78.5"), "pass:match"),
        (Equals(expected=FINAL, abs_tol="0.03"), "78.53", stated("78.5"), "pass:match"),
        (Equals(expected=FINAL, abs_tol="0.02"), "78.53", stated("78.5"), "fail:mismatch"),
        (Equals(expected=FINAL, rel_tol="0.01"), "79", stated("78.5"), "pass:match"),
        (Equals(expected=FINAL, rel_tol="0.001"), "79", stated("78.5"), "fail:mismatch"),
        (Equals(expected=FINAL, rel_tol="0"), "78.5", stated("78.5"), "pass:match"),
        (Equals(expected=FINAL, rel_tol="0.01"), "-100", stated("-100.5"), "pass:match"),
        (Equals(expected=FINAL, abs_tol="0.5"), {"value": "25.4", "unit": "%"}, stated("25%"), "pass:match"),
        (
            Equals(expected=FINAL, abs_tol="0.5"),
            {"value": "25.6", "unit": "%"},
            stated("25%"),
            "fail:mismatch",
        ),
        (Equals(expected=FINAL, abs_tol="1"), {"value": {"lo": "4", "hi": "4.5"}}, stated("5"), "pass:match"),
        (
            Equals(expected=FINAL, abs_tol="1"),
            {"value": {"lo": "3", "hi": "4.5"}},
            stated("5"),
            "undecided:precision",
        ),
        (
            Equals(expected=FINAL, abs_tol="1"),
            {"value": {"lo": "2", "hi": "3"}},
            stated("5"),
            "fail:mismatch",
        ),
        (
            Equals(expected=FINAL, abs_tol="1"),
            {"value": {"lo": "7", "hi": "8"}},
            stated("5"),
            "fail:mismatch",
        ),
        (Equals(expected=FINAL, abs_tol="1"), "x", said("x"), "undecided:kind_mismatch"),
        (Equals(expected=FINAL), {"value": {"lo": "4.9", "hi": "5.1"}}, stated("5"), "undecided:precision"),
        (Equals(expected=FINAL), True, said(True, "boolean"), "pass:match"),
        (Equals(expected=FINAL), False, said(True, "boolean"), "fail:mismatch"),
        (Equals(expected=FINAL), "False", said(False, "boolean"), "pass:match"),
        (Equals(expected=FINAL), "是", said(True, "boolean"), "pass:match"),
        (Equals(expected=FINAL), 1, said(True, "boolean"), "undecided:kind_mismatch"),
        (Equals(expected=FINAL), "yellow", said("Yellow"), "pass:match"),
        (Equals(expected=FINAL), "ｙｅｌｌｏｗ ", said("yellow"), "pass:match"),
        (Equals(expected=FINAL), "green", said("yellow"), "fail:mismatch"),
        (Equals(expected=FINAL), 5, said("five"), "undecided:kind_mismatch"),
        (Equals(expected=FINAL), "B", said("B", "choice"), "pass:match"),
        (Equals(expected=FINAL), "C", said("B", "choice"), "fail:mismatch"),
        (Equals(expected=FINAL), "2024-03-01", said(date(2024, 3, 1), "date"), "pass:match"),
        (Equals(expected=FINAL), "2024-01-03", said(date(2024, 3, 1), "date"), "fail:mismatch"),
        (Equals(expected=FINAL), "March", said(date(2024, 3, 1), "date"), "undecided:kind_mismatch"),
        (Equals(expected=FINAL), 5, said(date(2024, 3, 1), "date"), "undecided:kind_mismatch"),
        (Equals(expected=FINAL), ["a", "b"], said(("a", "b"), "list"), "pass:match"),
        (Equals(expected=FINAL), ["b", "a"], said(("a", "b"), "list"), "fail:mismatch"),
        (Equals(expected=FINAL), ["a"], said(("a", "b"), "list"), "fail:mismatch"),
        (Equals(expected=FINAL), "a b", said(("a", "b"), "list"), "undecided:kind_mismatch"),
        (Equals(expected=FINAL), ["1.0", 2], said((Fraction(1), Fraction(2)), "list"), "pass:match"),
        (
            Equals(expected=FINAL),
            ["1", "x"],
            said((Fraction(1), Fraction(2)), "list"),
            "undecided:kind_mismatch",
        ),
        (Equals(expected=FINAL), "x", said(None), "undecided:missing_path"),
        (Equals(expected=FINAL), {"value": "5000", "unit": "m"}, stated("5 km"), "pass:match"),
        (Equals(expected=FINAL), {"value": "5", "unit": "kg"}, stated("5 km"), "undecided:unit"),
        (Equals(expected=FINAL), {"value": "0.25"}, stated("25%"), "pass:match"),
        (Equals(expected=FINAL), {"value": "25"}, stated("25%"), "undecided:ambiguous_unit"),
        (Equals(expected="78.5", rel_tol="0.01"), "79", said("x"), "pass:match"),
        (Equals(expected="78.5", abs_tol="0.01"), "79", said("x"), "fail:mismatch"),
        (Equals(expected="5 km", unit="m"), "5000", said("x"), "pass:match"),
    ],
)
def test_equals(check: Equals, output: Any, claim: Claim, expected: str) -> None:
    """Values of one kind are compared exactly or within a stated tolerance; values of two kinds decide nothing."""
    assert judged(check, output, claim) == expected


@pytest.mark.parametrize(
    ("expected", "output", "finding"),
    [
        ("78.50", "78.5", "pass:match"),
        ("78.50", 78.5, "pass:match"),
        ("78.51", "78.5", "fail:mismatch"),
        (5, "5", "pass:match"),
        (0.1, "0.1", "pass:match"),
        (True, True, "pass:match"),
        (True, 1, "undecided:kind_mismatch"),
        ("abc", "abc", "pass:match"),
        ("abc", "ABC", "fail:mismatch"),
        ("abc", 5, "undecided:kind_mismatch"),
        ("5", "five", "pass:match"),
        ("5", "apples", "undecided:kind_mismatch"),
        ([1, "a"], ["1", "a"], "pass:match"),
        ([], [], "pass:match"),
        ({"x": 1}, {"value": {"x": "1"}}, "pass:match"),
        ({"x": 1}, {"value": {"x": "2"}}, "fail:mismatch"),
        ({"x": 1}, {"value": {"y": "1"}}, "fail:mismatch"),
        ({"x": 1}, {"value": [1]}, "undecided:kind_mismatch"),
        ("equivalent", "equivalent", "pass:match"),
        ("equivalent", "different", "fail:mismatch"),
        ("equivalent", "undecidable", "undecided:undecidable"),
        ("different", "error", "undecided:error"),
        ({"$first": [{"$ref": "output.value"}, {"$ref": "output.stdout"}]}, "x", "pass:match"),
    ],
)
def test_equals_a_constant(expected: Any, output: Any, finding: str) -> None:
    """A literal of the plan is compared by its kind; "78.50" and 78.5 are one number, "abc" and "ABC" two texts."""
    assert judged(Equals(expected=expected), output) == finding


@pytest.mark.parametrize(
    ("op", "expected", "output", "finding"),
    [
        (">", "5", "6", "pass:match"),
        (">", "5", "5", "fail:comparison"),
        (">=", "5", "5", "pass:match"),
        (">=", "5", "4.9", "fail:comparison"),
        ("<", "5", "4", "pass:match"),
        ("<", "5", "5", "fail:comparison"),
        ("<=", "5", "5", "pass:match"),
        ("<=", "5", "5.1", "fail:comparison"),
        ("!=", "5", "6", "pass:match"),
        ("!=", "5", "5.0", "fail:comparison"),
        ("!=", "abc", "abd", "pass:match"),
        ("!=", "abc", "abc", "fail:comparison"),
        ("!=", "abc", "ABC", "pass:match"),
        (">", "abc", "abd", "undecided:kind_mismatch"),
        (">", "5", {"value": {"lo": "4", "hi": "6"}}, "undecided:precision"),
        (">", "5", {"value": {"lo": "6", "hi": "7"}}, "pass:match"),
        ("<", "5", {"value": {"lo": "6", "hi": "7"}}, "fail:comparison"),
        (">=", "5", {"value": {"lo": "5", "hi": "7"}}, "pass:match"),
        ("<=", "5", {"value": {"lo": "5", "hi": "7"}}, "undecided:precision"),
        ("<=", "5", {"value": {"lo": "4", "hi": "5"}}, "pass:match"),
        ("<", "5", {"value": {"lo": "4", "hi": "5"}}, "undecided:precision"),
        (">", "5", {"value": {"lo": "5", "hi": "7"}}, "undecided:precision"),
        ("<", "5", {"value": {"lo": "5", "hi": "7"}}, "fail:comparison"),
        ("!=", "5", {"value": {"lo": "4", "hi": "6"}}, "undecided:precision"),
        ("!=", "5", {"value": {"lo": "6", "hi": "7"}}, "pass:match"),
        (">", "5", None, "undecided:no_output"),
    ],
)
def test_compare(op: Any, expected: Any, output: Any, finding: str) -> None:
    """Orders are exact; an enclosure decides only when all of it lies on one side."""
    assert judged(Compare(op=op, expected=expected), output) == finding


@pytest.mark.parametrize(
    ("op", "output", "finding"),
    [
        ("<", "2024-02-29", "pass:match"),
        (">", "2024-02-29", "fail:comparison"),
        (">", "soon", "undecided:kind_mismatch"),
        (">", 5, "undecided:kind_mismatch"),
        ("!=", "2024-03-01", "fail:comparison"),
    ],
)
def test_compare_dates(op: Any, output: Any, finding: str) -> None:
    """Dates are ordered by day."""
    assert judged(Compare(op=op, expected=FINAL), output, said(date(2024, 3, 1), "date")) == finding


def test_compare_texts() -> None:
    """Case does not make a text differ from what the answer states."""
    assert judged(Compare(op="!=", expected=FINAL), "yellow", said("Yellow")) == "fail:comparison"
    assert judged(Compare(op="!=", expected=FINAL), "green", said("Yellow")) == "pass:match"
    assert judged(Compare(op="!=", expected=FINAL), ["a"], said("Yellow")) == "undecided:kind_mismatch"


def test_compare_converts_units() -> None:
    """A bound with a unit is compared in that unit."""
    assert judged(Compare(op="<", expected="5 km"), {"value": "4000", "unit": "m"}) == "pass:match"
    assert judged(Compare(op="<", expected="5 km"), {"value": "6000"}, steps=None) == "fail:comparison"
    assert judged(Compare(op="<", expected="5 km", unit="m"), {"value": "4000"}) == "pass:match"


@pytest.mark.parametrize(
    ("expected", "output", "finding"),
    [
        ("5", "the 5 of them", "pass:match"),
        ("5", "25 of them", "fail:missing_item"),
        ("5", "-5 of them", "fail:missing_item"),
        ("5", "none", "fail:missing_item"),
        (5, ["4", "5.0"], "pass:match"),
        (5, ["4", "6"], "fail:missing_item"),
        (5, [], "fail:missing_item"),
        (5, [{"lo": "4", "hi": "6"}, "7"], "undecided:precision"),
        (5, [{"lo": "4", "hi": "6"}, "5"], "pass:match"),
        (5, ["a", "b"], "fail:missing_item"),
        ("cat", "a Cat sat", "pass:match"),
        ("cat", "concatenate", "fail:missing_item"),
        ("cat", "concatenate the cat", "pass:match"),
        ("复利", "按季度复利计算", "pass:match"),
        ("two  words", "has two words", "pass:match"),
        (["a", "b"], ["b", "a", "c"], "pass:match"),
        (["a", "d"], ["b", "a", "c"], "fail:missing_item"),
        ([], ["a"], "undecided:no_value"),
        ("", "abc", "undecided:no_value"),
        ("x", {"value": {"x": 1}}, "undecided:kind_mismatch"),
        ("x", 5, "undecided:kind_mismatch"),
        (True, "True", "undecided:kind_mismatch"),
        ("A = P*(1 + r/n)^(n*t)", ["I = P*r*t", "A=P*(1+r/n)**(n*t)"], "pass:match"),
        ("A = P*(1 + n/r)^(n*t)", ["A=P*(1+r/n)**(n*t)"], "fail:missing_item"),
    ],
)
def test_contains(expected: Any, output: Any, finding: str) -> None:
    """A text or list holds an item: numbers as numbers, words as whole words, formulas up to rewriting."""
    found = judged(Contains(expected=expected), output)
    assert found == finding or (finding == "fail:missing_item" and found == "fail:not_equivalent")


@pytest.mark.parametrize(
    ("pattern", "output", "finding"),
    [
        ("-?[0-9]+", "-78", "pass:match"),
        ("-?[0-9]+", "78.5", "fail:no_match"),
        ("a+", "aaa ", "pass:match"),
        ("a+", "baaa", "fail:no_match"),
        ("true", True, "pass:match"),
        ("5", 5, "pass:match"),
        ("a", ["a"], "undecided:kind_mismatch"),
        ("(a", "a", "undecided:pattern"),
        ("(?:[a-z]+[0-9]*){100}", "a" * 9000, "undecided:limit"),
        ("a", {"value": None}, "undecided:missing_path"),
    ],
)
def test_matches(pattern: str, output: Any, finding: str) -> None:
    """A pattern is matched against the whole text, within counted work."""
    assert judged(Matches(pattern=pattern), output) == finding


@pytest.mark.parametrize(
    ("output", "finding"),
    [
        ({"value": 1, "exception": None}, "pass:match"),
        ({"exit_code": 0}, "pass:match"),
        ({}, "pass:match"),
        ({"exit_code": 2}, "fail:exit_code"),
        ({"exception": RAISED}, "fail:exception"),
        ({"exception": {"type": "ModuleNotFoundError", "message": "numpy"}}, "undecided:missing_library"),
        ({"exception": {"type": "FileNotFoundError", "message": "data.csv"}}, "undecided:missing_file"),
        ({"exception": {"type": "EOFError", "message": ""}}, "undecided:stdin"),
        ({"exception": {"type": "FileNotFoundError", "message": "", "cause": ""}}, "fail:exception"),
        ({"exception": {"type": "OSError", "message": "", "cause": "network"}}, "undecided:network"),
        (None, "undecided:no_output"),
    ],
)
def test_succeeds(output: Any, finding: str) -> None:
    """A fault of the code fails, a lack of its surroundings decides nothing (law 2)."""
    assert judged(Succeeds(), output) == finding


@pytest.mark.parametrize(
    ("exception", "output", "finding"),
    [
        ("KeyError", {"exception": RAISED}, "pass:match"),
        ("LookupError", {"exception": RAISED}, "pass:match"),
        ("Exception", {"exception": RAISED}, "pass:match"),
        ("ValueError", {"exception": RAISED}, "fail:mismatch"),
        ("json.JSONDecodeError", {"exception": {"type": "JSONDecodeError", "message": ""}}, "pass:match"),
        ("ValueError", {"exception": None}, "fail:nothing_raised"),
        (
            "ValueError",
            {"exception": {"type": "ModuleNotFoundError", "message": ""}},
            "undecided:missing_library",
        ),
        ("ImportError", {"exception": {"type": "ModuleNotFoundError", "message": ""}}, "pass:match"),
        ("ValueError", {"value": 1}, "undecided:no_output"),
        ("ValueError", None, "undecided:no_output"),
        ("print", {"exception": RAISED}, "fail:mismatch"),
    ],
)
def test_raises(exception: str, output: Any, finding: str) -> None:
    """The class that was raised, or a subclass of it, passes; text of the message never counts."""
    assert judged(Raises(exception=exception), output) == finding


def test_a_word_in_an_error_message_is_no_verdict() -> None:
    """An exception whose message says "False" is an exception, not the value False."""
    raised = {"value": None, "exception": {"type": "ValueError", "message": "False positive rate"}}
    assert judged(Equals(expected=FINAL), raised, said(False, "boolean")) == "undecided:exception"
    assert judged(Equals(expected=FINAL), raised, said(True, "boolean")) == "undecided:exception"


@pytest.mark.parametrize(
    ("expected", "output", "finding"),
    [
        ("a\nb", {"stdout": "a  \nb\n\n"}, "pass:match"),
        ("a\nb", {"stdout": "a\n\nb\n"}, "fail:mismatch"),
        ("a", {"stdout": " a\n"}, "fail:mismatch"),
        (6, {"stdout": "6\n"}, "pass:match"),
        (True, {"stdout": "True\n"}, "fail:mismatch"),
        ("", {"stdout": ""}, "pass:match"),
        ("a", {"stdout": "a\n", "exception": RAISED}, "undecided:exception"),
        ("a", {"stdout": None}, "undecided:missing_path"),
        ("a", {"stdout": 5}, "undecided:kind_mismatch"),
        ("a", {"value": "a"}, "undecided:missing_path"),
        (None, {"stdout": "nothing"}, "undecided:no_value"),
    ],
)
def test_output_equals(expected: Any, output: Any, finding: str) -> None:
    """What was printed is compared line by line; what was printed before an exception is not compared."""
    assert judged(OutputEquals(expected=expected), output) == finding


ROWS = [[1, "a"], ["2.0", None]]


@pytest.mark.parametrize(
    ("expected", "rows", "order", "finding"),
    [
        (ROWS, [["1.0", "a"], [2, None]], "list", "pass:match"),
        (ROWS, [[2, None], [1, "a"]], "list", "fail:mismatch"),
        (ROWS, [[2, None], [1, "a"]], "bag", "pass:match"),
        (ROWS, [[1, "a"], [1, "a"], [2, None]], "bag", "fail:mismatch"),
        (ROWS, [[1, "a"]], "list", "fail:mismatch"),
        (ROWS, [[1, "a"], [2, ""]], "list", "fail:mismatch"),
        (ROWS, [[True, "a"], [2, None]], "list", "fail:mismatch"),
        ([{"x": 1}], [{"x": "1"}], "list", "pass:match"),
        ([{"x": 1}], [{"y": "1"}], "list", "fail:mismatch"),
        ([[[1, 2]]], [[["1", 2]]], "list", "pass:match"),
        ([[[1, 2]]], [[[2, 1]]], "list", "fail:mismatch"),
        ([], [], "list", "pass:match"),
        ([[None]], [["None"]], "list", "fail:mismatch"),
        ([[True]], [["true"]], "list", "fail:mismatch"),
        (ROWS, "text", "list", "undecided:kind_mismatch"),
        (ROWS, ["text"], "list", "undecided:kind_mismatch"),
        ("text", ROWS, "list", "undecided:kind_mismatch"),
        (ROWS, None, "list", "undecided:missing_path"),
    ],
)
def test_rows_equal(expected: Any, rows: Any, order: Any, finding: str) -> None:
    """Rows are compared cell by cell, numbers as numbers, in order or as a bag."""
    assert judged(RowsEqual(expected=expected, order=order), {"rows": rows}) == finding


@pytest.mark.parametrize(
    ("verdict", "finding"),
    [
        ("supported", "pass:match"),
        ("refuted", "fail:refuted"),
        ("not_enough_info", "undecided:not_enough_info"),
        ("maybe", "undecided:no_verdict"),
        (True, "undecided:no_verdict"),
        (None, "undecided:missing_path"),
    ],
)
def test_supports(verdict: Any, finding: str) -> None:
    """Only the source's own word refutes; no verdict is no verdict."""
    assert judged(Supports(), {"verdict": verdict}) == finding


@pytest.mark.parametrize(
    ("consistent", "finding"),
    [
        (True, "pass:match"),
        (False, "fail:contradiction"),
        ("yes", "undecided:no_verdict"),
        (None, "undecided:missing_path"),
    ],
)
def test_consistent(consistent: Any, finding: str) -> None:
    """The consistency tool's boolean decides, nothing else."""
    assert judged(Consistent(), {"consistent": consistent}) == finding


@pytest.mark.parametrize(
    ("expected", "output", "finding"),
    [
        ("x^2 - 1", "(x - 1)*(x + 1)", "pass:match"),
        ("x^2 - 1", "x^2 + 1", "fail:not_equivalent"),
        ("x^2 - 1", "x^2 - 1", "pass:match"),
        ("x^2 - 1", ["(x - 1)*(x + 1)"], "pass:match"),
        ("x^2 - 1", ["a", "b"], "undecided:kind_mismatch"),
        ("x^2 - 1", True, "undecided:kind_mismatch"),
        ("x^2 - 1", None, "undecided:no_output"),
        ("A = P*(1 + r/n)^(n*t)", "A = P*(1 + r/n)**(n*t)", "pass:match"),
        (5, "5", "pass:match"),
    ],
)
def test_equivalent(expected: Any, output: Any, finding: str) -> None:
    """Expressions are the same when the equivalence tool proves it, different when it finds a witness."""
    assert judged(Equivalent(expected=expected), output) == finding


def test_equivalent_to_a_rounded_number_means_rounding() -> None:
    """A number that the answer rounded is judged at its printed digits."""
    assert judged(Equivalent(expected=FINAL), "1/3", stated("0.33")) == "pass:match"
    assert judged(Equivalent(expected=FINAL), "1/3", stated("0.34")) == "fail:rounding"


# --- claims that cannot be judged -------------------------------------------------------------------------------------


def test_an_unjudgeable_claim_is_undecided_with_its_reason() -> None:
    """Disagreeing finals stay undecided whatever the tool shows."""
    claim = stated("5", reason="ambiguous_final")
    assert judged(RoundsTo(expected=FINAL), "5", claim) == "undecided:ambiguous_final"


def test_an_ambiguous_number_is_decided_only_when_all_readings_agree() -> None:
    """Two readings that differ in the result leave it open; two that agree decide."""
    claim = stated("1.234", alternatives=(Fraction(1234),))
    assert judged(RoundsTo(expected=FINAL), "1.234", claim) == "undecided:ambiguous_number"
    assert judged(RoundsTo(expected=FINAL), "1234", claim) == "undecided:ambiguous_number"
    assert judged(RoundsTo(expected=FINAL), "7", claim) == "fail:mismatch"
    assert judged(Compare(op=">", expected=FINAL), "5000", claim) == "pass:match"


def test_a_claim_that_the_answer_lacks_is_undecided() -> None:
    """A reference to a claim that is not there refutes nothing."""
    assert judged(RoundsTo(expected=FINAL), "5") == "undecided:missing_claim"
    assert judged(RoundsTo(expected={"$ref": "nowhere"}), "5") == "undecided:missing_path"
    assert judged(RoundsTo(expected={"$ref": 5}), "5") == "undecided:missing_path"
    assert (
        judged(RoundsTo(expected={"$ref": "claims.final.nothing"}), "5", stated("5"))
        == "undecided:missing_path"
    )


def test_an_exception_in_the_code_leaves_its_value_undecided() -> None:
    """The missing value of a program that raised is explained by the exception."""
    outcome = evaluate_check(
        RoundsTo(expected=FINAL), seen({"value": None, "exception": RAISED}, stated("5"))
    )
    assert (outcome.result, outcome.reason) == ("undecided", "exception")
    assert "KeyError" in outcome.detail


def test_first_takes_the_value_that_is_there() -> None:
    """A program may return its value or print it; an empty print is no value."""
    check = RoundsTo(actual={"$first": [{"$ref": "output.value"}, {"$ref": "output.stdout"}]}, expected=FINAL)
    assert judged(check, {"value": "5", "stdout": "7"}, stated("5")) == "pass:match"
    assert judged(check, {"value": None, "stdout": "5\n"}, stated("5")) == "pass:match"
    assert judged(check, {"value": None, "stdout": "6\n"}, stated("5")) == "fail:mismatch"
    assert judged(check, {"value": None, "stdout": " \n"}, stated("5")) == "undecided:missing_path"
    assert judged(check, {"value": " ", "stdout": ""}, stated("5")) == "undecided:no_value"


def test_a_literal_may_hold_references() -> None:
    """A list literal compares by the values that its references stand for."""
    check = Equals(actual=[{"$ref": "output.a"}, {"$ref": "output.b"}], expected=["1", FINAL])
    assert judged(check, {"a": "1", "b": "2"}, stated("2")) == "pass:match"
    assert judged(check, {"a": "1", "b": "3"}, stated("2")) == "fail:mismatch"
    assert judged(check, {"a": "1"}, stated("2")) == "undecided:missing_path"


def test_deep_output_is_a_limit_not_a_crash() -> None:
    """An output nested a thousand levels deep is undecided."""
    deep: Any = "x"
    for _ in range(100_000):
        deep = [deep]
    assert judged(RowsEqual(expected=[[1]]), {"rows": [deep]}) == "undecided:limit"


# --- what outcomes say ------------------------------------------------------------------------------------------------


def test_an_outcome_shows_the_answers_own_characters_and_the_tools_decimals() -> None:
    """Expected is what the answer printed, actual the decimals that the tool gave for people."""
    claim = stated("about 11,600")
    output = {"value": "5", "decimal": "11607.5451772…"}
    outcome = evaluate_check(RoundsTo(expected=FINAL), seen(output, claim))
    assert (outcome.expected, outcome.actual) == ("11,600", "11607.5451772…")
    assert outcome.detail == "expected that the value rounds to 11,600; the tool shows 11607.5451772…"


def test_an_outcome_shows_the_tools_unit() -> None:
    """A number that the tool counts in another unit is shown with it."""
    outcome = evaluate_check(RoundsTo(expected=FINAL), seen({"value": "90", "unit": "m²"}, stated("0.9 cm²")))
    assert (outcome.result, outcome.actual) == ("fail", "90 m²")
    outcome = evaluate_check(Equals(expected=FINAL, unit="km"), seen("5", stated("6 km")))
    assert (outcome.result, outcome.actual) == ("fail", "5 km")
    assert evaluate_check(Compare(op=">", expected="1 km"), seen({"value": "5", "unit": "m"})).actual == "5 m"
    assert evaluate_check(RoundsTo(expected=FINAL, unit="1"), seen("5", stated("6"))).actual == "5"


def test_the_outputs_own_unit_goes_before_the_checks() -> None:
    """A check's unit is for outputs that carry none."""
    assert (
        judged(RoundsTo(expected=FINAL, unit="km"), {"value": "5000", "unit": "m"}, stated("5 km"))
        == "pass:match"
    )


def test_a_failed_negation_says_what_was_expected() -> None:
    """The text of a failed negation states the negation, not its opposite."""
    outcome = evaluate_check(Not(check=Equals(expected="5")), seen("5"))
    assert (outcome.result, outcome.reason, outcome.expected, outcome.actual) == (
        "fail",
        "negated",
        "not (5)",
        "5",
    )


def test_objects_and_lists_for_people() -> None:
    """Members are shown as values, not as program text."""
    outcome = evaluate_check(
        Equals(expected={"x": 1, "y": [True, None]}), seen({"value": {"x": "1", "y": ["a"]}})
    )
    assert (outcome.expected, outcome.actual) == ("{x: 1, y: [true, nothing]}", "{x: 1, y: [a]}")


def test_long_values_are_capped() -> None:
    """Outcomes hold at most 200 characters of a value."""
    outcome = evaluate_check(Equals(expected="x" * 5000), seen("y" * 5000))
    assert len(outcome.expected) == len(outcome.actual) == 200


# --- Kleene's logic ---------------------------------------------------------------------------------------------------

TRUE, FALSE, OPEN = Equals(expected="5"), Equals(expected="6"), Equals(expected="x")
VALUES = {"pass": TRUE, "fail": FALSE, "undecided": OPEN}
results = st.sampled_from(sorted(VALUES))


def result_of(check: Any) -> str:
    """The bare result of a check on the output "5"."""
    return evaluate_check(check, seen("5")).result


def test_the_three_values() -> None:
    """The checks that stand for the three values below have them."""
    assert {name: result_of(check) for name, check in VALUES.items()} == {n: n for n in VALUES}


@given(st.lists(results, min_size=1, max_size=6))
def test_all_of_is_the_weakest(parts: list[str]) -> None:
    """*And* fails when any fails, else is undecided when any is, else passes."""
    check = AllOf(checks=tuple(VALUES[part] for part in parts))
    assert result_of(check) == min(parts, key=["fail", "undecided", "pass"].index)


@given(st.lists(results, min_size=1, max_size=6))
def test_any_of_is_the_strongest(parts: list[str]) -> None:
    """*Or* passes when any passes, else is undecided when any is, else fails."""
    check = AnyOf(checks=tuple(VALUES[part] for part in parts))
    assert result_of(check) == min(parts, key=["pass", "undecided", "fail"].index)


@given(results)
def test_not_turns_and_keeps_undecided(part: str) -> None:
    """*Not* swaps pass and fail; not undecided is undecided; twice is nothing."""
    turned = result_of(Not(check=VALUES[part]))
    assert turned == {"pass": "fail", "fail": "pass", "undecided": "undecided"}[part]
    assert result_of(Not(check=Not(check=VALUES[part]))) == part


@given(st.lists(results, min_size=1, max_size=4))
def test_de_morgan(parts: list[str]) -> None:
    """Not all is any not."""
    checks = tuple(VALUES[part] for part in parts)
    assert result_of(Not(check=AllOf(checks=checks))) == result_of(
        AnyOf(checks=tuple(Not(check=c) for c in checks))
    )


def test_an_empty_combination_is_undecided() -> None:
    """No check is no pass: ``all([])`` must not verify anything."""
    assert judged(AllOf(checks=()), "5") == "undecided:empty"
    assert judged(AnyOf(checks=()), "5") == "undecided:empty"
    assert judged(Not(check=AllOf(checks=())), "5") == "undecided:empty"


# --- properties -------------------------------------------------------------------------------------------------------

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
literal_checks = st.builds(
    lambda kind, expected: kind(expected=expected),
    st.sampled_from([Equals, RoundsTo, Contains, OutputEquals, RowsEqual]),
    json_values,
) | st.sampled_from(
    [Succeeds(), Supports(), Consistent(), Raises(exception="ValueError"), Matches(pattern="a*")]
)


@given(literal_checks, json_values)
def test_evaluation_never_raises(check: Any, output: Any) -> None:
    """Any check on any output gives one of the three results."""
    assert (
        evaluate_check(
            check, seen({"value": output, "stdout": output, "rows": output, "verdict": output})
        ).result
        in VALUES
    )


decimals = st.decimals(min_value=-10_000, max_value=10_000, places=3)


@given(decimals, decimals, st.booleans(), st.booleans())
def test_the_short_way_agrees_with_the_full_one(value: Any, exact: Any, truncation: bool, step: bool) -> None:
    """The fast path of ``rounds_to`` passes only what the full path passes, with the same outcome."""
    claim = stated(f"{value:.2f}", role="step" if step else "final")
    check, context = RoundsTo(expected=FINAL, truncation=truncation), seen(str(exact), claim)
    full = _number_checks.fully_rounds_to(check, context)
    short = _number_checks.plainly_rounds_to(check, context)
    assert short == full if full.result == "pass" else short is None


@given(decimals)
def test_a_value_rounds_to_its_own_rounding(value: Any) -> None:
    """Whatever a number is, its own rounding holds and two printed digits beside it fail."""
    printed = f"{value:.2f}"
    assert judged(RoundsTo(expected=FINAL), str(value), stated(printed)) == "pass:match"
    wrong = stated(printed, value=stated(printed).value + Fraction(2, 100))
    assert judged(RoundsTo(expected=FINAL), str(value), wrong).startswith("fail")
