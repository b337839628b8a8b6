"""Names that an answer gives two values."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.reading import read


def contradictions(text: str) -> list[tuple[str, object]]:
    """Subject and values of the consistency claims."""
    return [(c.subject, c.value) for c in read(text).claims if c.kind == "consistency"]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("We know x = 10.\nHence y = 3.\nSo x = 5.", "x"),
        ("由题意x=10，解得x=5。", "x"),
        ("\\(x = 10\\) holds.\nThus \\(x = 5\\).", "x"),
        ("r_1 = 10 and so r_1 = 5.", "r_1"),
    ],
)
def test_one_name_with_two_values_is_claimed(text: str, subject: str) -> None:
    """The claim holds both values, for the consistency tool."""
    assert contradictions(text) == [(subject, (Fraction(10), Fraction(5)))]


@pytest.mark.parametrize(
    "text",
    [
        "x = 2 or x = -3", "If x = 2 then y = 4. If x = 3 then y = 9.", "x = 3.33, so x = 3.3333", "First x = 10, now x = 5.",
        "Case 1: x = 2.\nCase 2: x = 3.", "The solutions are x = 2 and x = 3.", "x^2 = 4 gives x = 2 and x = -2.", "2 * x = 10, so x = 5.",
        "c + b = 5 and b = 2.", "From t = 0 to t = 4.", "15 J / 5 m = 3 and m = 7", "x = 1, x = 2, x = 3", "令x=1，得y=2；令x=3，得y=4。",
        "Let x = 10. Therefore, x = 5.", "x = 0.25, that is x = 25%",
    ],
)  # fmt: skip
def test_alternatives_cases_and_new_values_contradict_nothing(text: str) -> None:
    """Only one scope, without reassignment or alternatives, can contradict."""
    assert contradictions(text) == []


def test_the_reading_lists_repeated_assignments_with_their_spans() -> None:
    """Each says where it stands, in order."""
    text = "x = 10 here.\nThen x = 5."
    spans = [text[slice(*a.span)] for a in read(text).assignments]
    assert spans == ["x = 10", "x = 5"]
