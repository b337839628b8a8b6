"""Lists, shares and spans of dates that an answer contradicts itself by."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier import check
from verifier.planning._totals import totals_steps


def found(answer: str) -> list[str]:
    """The quotes of the contradictions."""
    claims, steps = totals_steps(answer)
    assert [step.claim for step in steps] == [claim.id for claim in claims]
    assert all(answer[slice(*claim.span)] == claim.quote for claim in claims)
    return [claim.quote for claim in claims]


@pytest.mark.parametrize(
    ("answer", "quote"),
    [
        ("Rent: $500\nFood: $40\nTotal: $550", "Total: $550"),
        ("- Rent: $1,500\n- Food: $40\n- **Total**: $1,550", "**Total**: $1,550"),
        ("| Item | Cost |\n|---|---|\n| Pens | 12 |\n| Ink | 30 |\n| Total | 43 |", "Total | 43 |"),
        ("男生：12人\n女生：15人\n合计：28人", "合计：28人"),
        ("Yes: 40%\nNo: 35%\nUnsure: 30%\nTotal: 100%", "Total: 100%"),
        ("40% said yes, 35% no and 30% nothing; the shares add up to 100%.", "the shares add up to 100%"),
        ("It lasted from March 5, 2021 to March 3, 2021.", "from March 5, 2021 to March 3, 2021"),
        ("他生于1950年3月5日，卒于1949年3月5日。", "生于1950年3月5日，卒于1949年3月5日"),
    ],
)
def test_a_contradiction_is_quoted(answer: str, quote: str) -> None:
    """The claim quotes what can't be true beside the rest."""
    assert found(answer) == [quote]


@pytest.mark.parametrize(
    "answer",
    [
        "Rent: $500\nFood: $40\nTotal: $540",
        "Rent: $500\nFood: $40\nDiscount: $20\nTotal: $520",
        "Rent: $500\nFood: 40 km\nTotal: $520",
        "Rent: $500\n\nFood: $40\nSome words.\nTotal: $700",
        "Length: 5\nWidth: 3\nTotal: 15",
        "A: 33.3%\nB: 33.3%\nC: 33.3%\nTotal: 100%",
        "North: 12\nSouth: 15\nTotal: 28\n(in millions)",
        "A: 40%\nB: 50%",
        "The shares must add up to 100%, and 40% and 70% do not.",
        "Counting back from March 5, 2021 to March 3, 2021.",
        "from 3/4/2021 to 3/3/2021",
    ],
)
def test_what_may_be_meant_otherwise_contradicts_nothing(answer: str) -> None:
    """Deductions, rounding, other units, broken lists, spans that run backwards."""
    assert found(answer) == []


def test_a_contradiction_refutes_a_step_and_names_its_values() -> None:
    """It is a slip on the way, never a verdict on the final."""
    report = check("Rent: $500\nFood: $40\nTotal: $550", "Describe the costs.")
    assert (report.verdict, report.scope) == ("refuted", "step")
    assert report.failure is not None
    assert "Total = 550 and 540" in report.failure.summary


@given(st.text(alphabet="ab :：|$%0123456789.,\nTotalfrom合计100%add up to-从到年月日", max_size=80))
def test_any_text_is_read(text: str) -> None:
    """No text crashes the reader."""
    totals_steps(text)
