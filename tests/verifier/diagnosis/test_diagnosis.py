"""Why a check failed: the slip is named when there is one, by how much is always said, in two languages."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from toolkits.expressions import Interval, evaluate, parse
from toolkits.quantities import decimal_text, number_json, read, rounds_to
from verifier.diagnosis import KINDS, diagnose
from verifier.diagnosis._expressions import BUDGET, expression_slips
from verifier.diagnosis._numbers import Pair
from verifier.plan import Claim, Equals, RoundsTo, Step
from verifier.plan._outcome import CheckOutcome


def stated(printed: str, **fields: object) -> Claim:
    """A claim that states the printed number."""
    quantity = read(printed)
    return Claim(
        id="c1", kind="equation", role="step", quote=printed, span=(0, len(printed)), value=quantity.value,
        quantum=quantity.quantum, unit=quantity.unit, **fields,
    )  # fmt: skip


def diagnosed(expression: str, printed: str, *, unit: str | None = None) -> dict:
    """The diagnosis when ``printed`` is given for the value of ``expression``."""
    exact = evaluate(parse(expression))
    step = Step(
        step_id="1", description="", tool_required="arithmetic", tool_input={"expression": expression},
        expected_check=RoundsTo(expected={"$ref": "claims.c1.value"}),
    )  # fmt: skip
    output = {"value": number_json(exact), **({"unit": unit} if unit else {})}
    outcome = CheckOutcome(result="fail", reason="mismatch", expected=printed, actual=decimal_text(exact))
    return diagnose(step, stated(printed), output, outcome)


@pytest.mark.parametrize(
    ("expression", "printed", "kind", "said"),
    [
        ("2/3", "0.66", "truncated", "rounds to 0.67"),
        ("-2/3", "-0.66", "truncated", "rounds to -0.67"),
        ("10000*(1+0.05/4)^(4*3)", "11607.56", "rounding", "by 1 in the last digit"),
        ("10000*(1+0.05/4)^(4*3)", "11607.57", "rounding", "by 2 in the last digit"),
        ("sqrt(2)", "1.42", "rounding", "rounds to 1.41"),
        ("7 * 8", "57", "off_by_one", "off by one"),
        ("100 * 1.05", "104", "off_by_one", "off by one"),
        ("15 * 24", "-360", "sign", "sign"),
        ("5 - 8", "3", "sign", "sign"),
        ("15 * 24", "36", "scale", "too small by a factor of 10"),
        ("15 * 24", "3,600", "scale", "too large by a factor of 10"),
        ("20/100*50", "1000", "scale", "factor of 100"),
        ("15 * 24", "306", "transposed", "60 became 06"),
        ("1207 + 36", "1423", "transposed", "24 became 42"),
        ("3 * 4", "7", "operator", "+ in place of ×"),
        ("12 + 30", "-18", "operator", "- in place of +"),
        ("2^10", "20", "operator", "× in place of ^"),
        ("40 - 15", "600", "operator", "× in place of -"),
        ("3 / 12", "4", "operator", "two sides exchanged"),
        ("(2 + 3) * 4", "14", "parentheses", "without its brackets"),
        ("2 + 3 * 4", "20", "parentheses", "before the product"),
        ("10000*(1+0.05/4)^(4*3)", "11576.25", "parameter", "1 in place of 4"),
        ("10000*(1+0.05/4)^(4*3)", "11614.72", "parameter", "12 in place of 4"),
        ("24 * 7 + 19", "43", "operand", "7 is left out"),
        ("12 * 31", "22320", "unit", "factor of 60"),
        ("10000*(1+0.05/4)^(4*3)", "11608.92", "value", "no single common slip"),
        ("10000*(1+0.05/4)^(4*3)", "11614.80", "value", "no single common slip"),
    ],
)
def test_slips(expression: str, printed: str, kind: str, said: str) -> None:
    """One common slip each, found by its kind."""
    found = diagnosed(expression, printed)
    assert found["kind"] == kind
    assert said in found["summary"]


def test_by_how_much_is_always_said() -> None:
    """Difference and relative error stand in the data and in both sentences."""
    found = diagnosed("10000*(1+0.05/4)^(4*3)", "11608.92")
    assert found["difference"].startswith("1.3748")
    assert found["relative"] == "0.0118…%"
    assert "11608.92 is 1.37482… (0.0118…%) too high, the tool shows 11607.5451" in found["summary"]
    assert "11608.92偏大1.37482…(0.0118…%)" in found["summary_zh"]
    low = diagnosed("6 * 7", "40")
    assert (low["difference"], "too low" in low["summary"], "偏小" in low["summary_zh"]) == ("-2", True, True)


def test_percent_is_compared_in_percent() -> None:
    """A quarter printed as 2500 % is off by 100 in percent; printed as 26 % it is off by one."""
    assert diagnosed("1/4", "2500%")["kind"] == "percent"
    assert diagnosed("1/4", "26%")["kind"] == "off_by_one"
    assert diagnosed("25", "26%", unit="%")["kind"] == "off_by_one"


NUMBERS = st.integers(2, 999)


@given(a=NUMBERS, b=NUMBERS, op=st.sampled_from("+-*"), wrong=st.integers(-5000, 5000))
@example(a=527, b=2, op="-", wrong=326)
@example(a=49, b=443, op="*", wrong=217)
def test_never_more_than_was_found(a: int, b: int, op: str, wrong: int) -> None:
    """Whatever is said can be worked out again from what is said, at the digits to which the claim is printed."""
    expression = f"{a} {op} {b}"
    exact = evaluate(parse(expression))
    assert not isinstance(exact, Interval)
    assume(wrong != exact)
    found = diagnosed(expression, str(wrong))
    assert found["kind"] in KINDS
    assert found["difference"] == decimal_text(wrong - exact, 6)
    if found["kind"] == "operator" and found["used"] in "+-*/":
        assert evaluate(parse(expression.replace(op, found["used"], 1))) == wrong
    if found["kind"] == "scale":
        assert rounds_to(exact * Fraction(10) ** found["power"], Fraction(wrong), Fraction(1))
    if found["kind"] == "sign":
        assert wrong == -exact
    if found["kind"] == "off_by_one":
        assert abs(wrong - exact) == 1
    if found["kind"] == "unit":
        assert rounds_to(exact * Fraction(found["factor"]) ** found["power"], Fraction(wrong), Fraction(1))
    if found["kind"] == "transposed":
        assert sorted(str(abs(wrong))) == sorted(str(abs(exact)))


@given(digits=st.text("0123456789+-*/(). ^", max_size=30), wrong=st.integers(-99, 99))
def test_any_text_may_stand_as_the_expression(digits: str, wrong: int) -> None:
    """What is no expression simply explains nothing."""
    for slip in expression_slips(digits, Pair(Fraction(wrong), Fraction(1), Fraction(1))):
        assert slip.kind in KINDS


def test_long_expressions_cost_no_more() -> None:
    """A sum of thousands of terms is not searched, and a search has its budget."""
    pair = Pair(Fraction(-7), Fraction(1), Fraction(1))
    assert list(expression_slips(" + ".join(["1"] * 3000), pair)) == []
    assert len(list(expression_slips("1 + 2 + 3 + 4 + 5 + 6 + 7", pair))) <= BUDGET


def test_sentences_come_in_both_languages() -> None:
    """Every kind of number slip has a Chinese sentence with Chinese in it."""
    for expression, printed in [
        ("2/3", "0.66"),
        ("7*8", "57"),
        ("15*24", "-360"),
        ("3*4", "7"),
        ("(2+3)*4", "14"),
        ("12*31", "22320"),
    ]:
        assert re.search(r"[\u4e00-\u9fff]{3}", diagnosed(expression, printed)["summary_zh"])


# --- other values -------------------------------------------------------------------------------------
def other(value: object, shown: object, *, kind: str = "list") -> dict:
    """The diagnosis of a value that is no number."""
    claim = Claim(id="c1", kind=kind, role="final", quote="q", span=(0, 1), value=value)
    step = Step(
        step_id="1",
        description="",
        tool_required="t",
        tool_input={},
        expected_check=Equals(expected={"$ref": "claims.c1.value"}),
    )
    outcome = CheckOutcome(result="fail", reason="mismatch", expected=str(value), actual=str(shown))
    return diagnose(step, claim, {"value": shown}, outcome)


@pytest.mark.parametrize(
    ("value", "shown", "kind", "said"),
    [
        (("a", "c", "b"), ["a", "b", "c"], "order", "item 2 should be b"),
        (("a", "x"), ["a", "b"], "item", "item 2 is b, not x"),
        (("a",), ["a", "b"], "item", "1 items stated, there are 2"),
        (True, False, "negated", "the tool shows: False"),
        ("Sydney", "Canberra", "value", "stated: Sydney; the tool shows: Canberra"),
    ],
)
def test_lists_and_truth_values(value: object, shown: object, kind: str, said: str) -> None:
    """What differs is named: the item, the order, the opposite."""
    found = other(value, shown)
    assert (found["kind"], said in found["summary"]) == (kind, True)


def test_without_a_claim_or_an_output_there_is_still_a_sentence() -> None:
    """A step that judges no claim, or whose tool gave nothing to compare, gets the plain facts."""
    step = Step(
        step_id="1", description="", tool_required="t", tool_input={}, expected_check=Equals(expected="5")
    )
    outcome = CheckOutcome(result="fail", reason="mismatch", expected="5", actual="6")
    for output in ({"value": "6"}, {}, None):
        assert diagnose(step, None, output, outcome)["summary"] == "stated: 5; the tool shows: 6"


def test_every_kind_has_its_meaning() -> None:
    """The published table of kinds is complete."""
    assert all(KINDS.values())
    assert {"value", "exception", "rounding", "parameter"} <= KINDS.keys()
