"""What a model thought aloud before its answer is no part of the answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier import check
from verifier.reading import answered, read
from verifier.reading._thoughts import blanked


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>5 + 5 = 11</think>\n\nThe answer is 10.", "The answer is 10."),
        ("<THINKING>no</THINKING>10", "10"),
        ("5 + 5 = 11, hm</think>10", "10"),  # the server kept the opening tag in its prompt
        ("<think>a</think>10 <think>b</think>pens", "10 pens"),
        ("<think>a <think>b</think>10", "10"),
        ("<think>it never ends: 11", ""),
        ("<think></think>10", "10"),
        ("The tag <think> opens a thought.", "The tag <think> opens a thought."),
        ("Write `</think>` after it.", "Write `</think>` after it."),
        ("a < b", "a < b"),
    ],
)
def test_what_is_left_of_a_reply(text: str, left: str) -> None:
    """Closed blocks, all before a lone closing tag, and a text that only thinks; tags in prose stay."""
    assert answered(text) == left


def test_claims_stand_where_they_stood() -> None:
    """Nothing is claimed in a thought, and the spans of claims are those of the whole text."""
    answer = "<think>5 + 5 = 11.\nThe answer is 11.</think>\nThe answer is 10."
    claims = read(answer, "What is 5 + 5?").claims
    assert [claim.quote for claim in claims] == ["answer is 10"]
    assert all(answer[slice(*claim.span)] == claim.quote for claim in claims)
    assert check(answer, "What is 5 + 5?").verdict == "verified"
    assert check(answer.replace("is 10", "is 11"), "What is 5 + 5?", fix=True).final_answer == answer


@given(st.lists(st.sampled_from(["<think>", "</think>", "5", "\n", "x ", "`"]), max_size=12).map("".join))
def test_any_mix_of_tags(text: str) -> None:
    """Blanking keeps every offset, and what is left has no thoughts of its own."""
    shown = blanked(text)
    assert len(shown) == len(text)
    assert shown.count("\n") == text.count("\n")
    assert "".join(answered(text).split()) == "".join(shown.split())
