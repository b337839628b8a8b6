"""How some answers must come out: the table of the design contract, row by row, through the public API."""

from __future__ import annotations

import pytest

import verifier

COMPOUND_ZH = "如果本金10000元，年利率5%，按季度复利，存3年，最终本息和是多少？"
COMPOUND_EN = (
    "If a principal of $10,000 earns 5% annual interest compounded quarterly for 3 years, "
    "what is the final amount?"
)
FILTER_EN = "Read data.csv and drop the rows whose 'Age' is under 0 or over 120."
FILTER_ZH = "读取data.csv，删除'Age'列中小于0或大于120的行。"

CODE = """```python
import pandas as pd
df = pd.read_csv('data.csv')
df = df[{predicate}]
```"""
WITH_AND = CODE.format(predicate="(df['Age'] >= 0) and (df['Age'] <= 120)")
WITH_AMPERSAND = CODE.format(predicate="(df['Age'] >= 0) & (df['Age'] <= 120)")
WITH_PIPE = CODE.format(predicate="(df['Age'] >= 0) | (df['Age'] <= 120)")


def outcome(answer: str, question: str | None) -> tuple[str, str | None, str, str]:
    """Verdict, scope, state of the final and stop reason."""
    report = verifier.check(answer, question)
    return report.verdict, report.scope, report.final, report.stop_reason


def test_true_sums_with_wrong_reasoning_are_consistent_only() -> None:
    """A word problem that no template explains is not verified by its own true sums."""
    answer = "Anna has 3 + 4 = 7 apples. She eats 2, so 7 + 2 = 9.\n#### 9"
    question = "Anna has 3 red apples and 4 green apples, and eats 2 of them before her brother comes home. How many are left?"
    verdict, _, _, stop = outcome(answer, question)
    assert (verdict, stop) == ("inconclusive", "consistent_only")


def test_a_slip_on_the_way_with_the_final_right_has_scope_step() -> None:
    """The final value is held by the question's own computation; the slip is told apart."""
    answer = "5% of 10000 is 0.05 * 10000 = 400. By the formula the final amount is 11607.55."
    verdict, scope, final, _ = outcome(answer, COMPOUND_EN)
    assert (verdict, scope, final) == ("refuted", "step", "held")


@pytest.mark.parametrize("question", ["How many metres are 5 km?", "Convert 5 km to m.", "5公里等于多少米？"])
def test_a_conversion_that_was_asked_is_verified(question: str) -> None:
    """The sentence answers the question that was asked."""
    assert outcome("5 km = 5000 m", question)[0] == "verified"


def test_a_true_conversion_that_was_not_asked_is_not_verified() -> None:
    """The same sentence under another question proves nothing about that question."""
    assert outcome("5 km = 5000 m", "How far does a walker go in 2 h at 3 km/h?")[0] != "verified"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (COMPOUND_EN, "The final amount is 11607.55."),
        (COMPOUND_EN, "The final amount is $11,607.55."),
        (COMPOUND_EN, "The final amount is about 11,600."),
        (COMPOUND_ZH, "最终本息和是11607.55元。"),
        (COMPOUND_ZH, "最终本息和约1.16万元。"),
        (COMPOUND_ZH, "答案是11,607.55"),
    ],
)
def test_correct_roundings_are_verified(question: str, answer: str) -> None:
    """A final value is the exact one, rounded at its printed quantum."""
    assert outcome(answer, question)[0] == "verified"


@pytest.mark.parametrize("value", ["11607.54", "11608.92", "11614.80"])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (COMPOUND_ZH, "根据公式A=P*(1+r/n)^(nt)，计算得约为{}元。"),
        (COMPOUND_EN, "By the formula A = P*(1+r/n)^(nt), the final amount is about ${}."),
    ],
)
def test_wrong_roundings_and_values_are_refuted(question: str, answer: str, value: str) -> None:
    """One unit in the last printed place is a finding; so is a value often quoted for this question."""
    verdict, scope, final, _ = outcome(answer.format(value), question)
    assert (verdict, scope, final) == ("refuted", "final", "failed")


@pytest.mark.sandbox
@pytest.mark.parametrize("question", [FILTER_EN, FILTER_ZH])
def test_a_filter_with_a_pipe_is_refuted_by_the_predicate(question: str) -> None:
    """`|` runs, and keeps rows that the question says to drop."""
    report = verifier.check(WITH_PIPE, question)
    assert report.verdict == "refuted"
    assert report.failure is not None
    assert report.failure.evidence.outcome.reason != "exception"


@pytest.mark.sandbox
@pytest.mark.parametrize("question", [FILTER_EN, FILTER_ZH])
def test_a_filter_with_and_is_refuted_by_its_exception(question: str) -> None:
    """The ValueError on data that the question allows is the finding, with the hint to write `&`."""
    report = verifier.check(WITH_AND, question)
    assert report.verdict == "refuted"
    assert report.failure is not None
    shown = repr(report.failure)
    assert "truth value of a Series is ambiguous" in shown
    assert "&" in report.failure.summary + repr(report.failure.evidence.diagnosis)


@pytest.mark.sandbox
@pytest.mark.parametrize("question", [FILTER_EN, FILTER_ZH])
def test_rows_on_which_the_question_is_silent_are_shown_and_not_judged(question: str) -> None:
    """With `&` the filter holds; the row with a missing value stands in the evidence, unjudged."""
    report = verifier.check(WITH_AMPERSAND, question)
    assert report.verdict == "verified"
    outputs = [e.output for e in report.attempts[0].evidence if e.tool == "code_oracle"]
    assert any(not case["judged"] for output in outputs if output for case in output["cases"])


def test_sql_that_runs_with_no_reference_is_inconclusive() -> None:
    """A query that is only read cannot be verified."""
    answer = "```sql\nSELECT name FROM singer JOIN song ON singer.id = song.id\n```"
    assert outcome(answer, "Which singers have a song?")[0] == "inconclusive"


@pytest.mark.parametrize(
    ("question", "answer"), [("91 is prime?", "No, 7·13"), ("91是质数吗？", "不是，91=7×13")]
)
def test_a_question_that_computes_is_decided(question: str, answer: str) -> None:
    """Primality is computed from the question."""
    assert outcome(answer, question)[0] == "verified"


def test_one_of_two_asked_parts_unchecked_is_inconclusive_and_a_wrong_one_refutes() -> None:
    """Every asked part must be held before the whole is verified."""
    question = "What are the mean and the median of 1, 2, 3, 4, 10?"
    assert outcome("The mean is 4.", question)[0] == "inconclusive"
    assert outcome("The mean is 4 and the median is 3.", question)[0] == "verified"
    assert outcome("The mean is 4 and the median is 4.", question)[0] == "refuted"


def test_the_first_final_stands_when_another_question_follows() -> None:
    """Text after a final marker that begins another question is cut off."""
    report = verifier.check("Step 1.\n#### 18\n\nQuestion: What is 3 + 4?\n#### 7", "How many eggs are left?")
    finals = [c for c in report.attempts[0].plan.claims if c.role == "final"]
    assert [c.value for c in finals] == [18]


@pytest.mark.parametrize("poem", ["Roses are red, violets are blue.", "春眠不觉晓，处处闻啼鸟。"])
def test_a_poem_is_not_checkable(poem: str) -> None:
    """Nothing to check is its own verdict."""
    verdict, _, _, stop = outcome(poem, "Write me a poem about spring.")
    assert (verdict, stop) == ("not_checkable", "nothing_to_check")
