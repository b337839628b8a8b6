"""Why code under test failed: its exception with a hint, or the cases that come out otherwise."""

from __future__ import annotations

from verifier.diagnosis import diagnose
from verifier.plan import Equals, Step
from verifier.plan._outcome import CheckOutcome

STEP = Step(
    step_id="1",
    description="",
    tool_required="code_oracle",
    tool_input={},
    expected_check=Equals(expected="holds"),
)
OUTCOME = CheckOutcome(result="fail", reason="mismatch", expected="holds", actual="violated")


def case(name, expected, actual, *, judged=True):
    """One case of the code oracle."""
    return {
        "case": name,
        "expected": expected,
        "actual": actual,
        "judged": judged,
        "ok": judged and expected == actual,
    }


def test_a_hint_is_told_in_both_languages():
    """The hint of the exception stands in each summary in its own language."""
    output = {
        "value": "violated",
        "exception": {"type": "ValueError", "message": "ambiguous", "line": 4},
        "hint": {"en": "use &", "zh": "用 &"},
    }
    found = diagnose(STEP, None, output, OUTCOME)
    assert found["kind"] == "exception"
    assert found["summary"] == "the code raises ValueError in line 4: ambiguous Hint: use &"
    assert found["summary_zh"] == "代码抛出ValueError（第4行）：ambiguous 提示：用 &"
    assert found["hint"] == "use &"


def test_the_first_wrong_case_is_named_and_the_unjudged_do_not_count():
    """Cases on which the question is silent are no fault."""
    output = {
        "value": "violated",
        "exception": None,
        "cases": [
            case("Age = 0", "kept", "kept"),
            case("Age = 121", "dropped", "kept"),
            case("Age missing", "not stated", "dropped", judged=False),
        ],
    }
    found = diagnose(STEP, None, output, OUTCOME)
    assert (found["kind"], found["cases_wrong"], found["cases_judged"]) == ("case", 1, 2)
    assert "Age = 121: should be dropped, the code: kept" in found["summary"]
    assert "Age = 121：应为dropped，代码得出kept" in found["summary_zh"]
