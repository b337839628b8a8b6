"""Reading is bounded by counted signs: an endless answer is undecided, not judged by its start."""

from __future__ import annotations

import time

import pytest

from verifier import check
from verifier.errors import ReadingLimit
from verifier.reading import read

SIZE = 16 * 1024 * 1024
PIECES = [
    "12 ", "1 = 1 = ", "(", "()", "三百二十一 ", "abc ", "\\sqrt{\\frac{1}{2}} + ", "1*", "7", "\\boxed{1} ", "#### 1\n",
    "The answer is 5. ", "2+2=4\n", "```python\nx=1\n```\n", "x=1, ", "wait, ", "１＋２＝３，", "<<1+1=2>>2 ", "\n",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("question", [None, "What is 17 * 24?"])
def test_endless_answers_are_undecided(piece: str, question: str | None) -> None:
    """16 MiB of one thing: told of at once, and the run is no measure of another one."""
    answer = piece * (SIZE // len(piece))
    started = time.monotonic()
    report = check(answer, question)
    assert time.monotonic() - started < 5
    assert (report.verdict, report.stop_reason, report.reproducible) == ("inconclusive", "undecided", False)
    assert report.error.startswith("limit: the answer has ")


@pytest.mark.parametrize("piece", ["x=1, ", "2+2=4\n", "```python\nx=1\n```\n", "The answer is 5. "])
def test_too_many_signs_of_one_sort_are_a_limit(piece: str) -> None:
    """What costs most to read is counted: relation signs, fences, final markers."""
    with pytest.raises(ReadingLimit, match="at most"):
        read(piece * 6_000, "What is 2 + 2?")


def test_a_plan_given_for_an_endless_answer_is_not_at_fault() -> None:
    """The limit is the answer's, in its report; the caller's plan raises nothing."""
    plan = {
        "verification_steps": [
            {
                "step_id": 1,
                "description": "",
                "tool_required": "Python_Calculator",
                "tool_input": {"expression": "17*24"},
                "expected_check": "the result should equal 408",
            }
        ]
    }
    report = check("1 + 1 = 2. " * 6_000, "What is 17 * 24?", plan=plan)
    assert (report.verdict, report.reproducible) == ("inconclusive", False)
    assert report.error.startswith("limit: ")


def test_long_answers_of_people_are_read() -> None:
    """A hundred pages of prose with a thousand sums are within bounds."""
    answer = "The shop sells 3 * 4 = 12 eggs, and so on for a while, as shops do. " * 1_000
    assert len(read(answer).claims) == 1_000
