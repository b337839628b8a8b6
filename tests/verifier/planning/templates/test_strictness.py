"""Laws of strictness: what a template does not know makes it silent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.planning._derivation import QuestionText
from verifier.planning.templates import load_library

from .tables import ANSWERED

LIBRARY = load_library()
QUESTIONS = [case.question for cases in ANSWERED.values() for case in cases]
ENGLISH = [text for text in QUESTIONS if not any("\u4e00" <= sign <= "\u9fff" for sign in text)]
CHINESE = [text for text in QUESTIONS if text not in ENGLISH]


def silent(text: str) -> bool:
    """Whether no template speaks."""
    return LIBRARY.match(QuestionText(text=text)) == []


@given(
    st.sampled_from(ENGLISH),
    st.sampled_from(["almost", "twice", "remaining", "zebra", "minus", "not", "former", "except"]),
    st.data(),
)
def test_a_word_nobody_knows_silences(question: str, word: str, data: st.DataObject) -> None:
    """A foreign word anywhere in an English question leaves it unexplained."""
    words = question.split(" ")
    place = data.draw(st.integers(1, len(words)))
    assert silent(" ".join([*words[:place], word, *words[place:]]))


@given(st.sampled_from(CHINESE), st.sampled_from("倍剩余减除不另"), st.data())
def test_a_character_nobody_knows_silences(question: str, sign: str, data: st.DataObject) -> None:
    """Likewise in Chinese."""
    place = data.draw(st.integers(0, len(question)))
    assert silent(question[:place] + sign + question[place:])


@pytest.mark.parametrize("question", ENGLISH)
@pytest.mark.parametrize(
    "extra",
    [
        "Then he loses 3 of them.",
        "There are 7 of these.",
        "The rate is 9%.",
        "It is 4 km long.",
        "Repeat this 2 times.",
    ],
)
def test_a_further_statement_silences(question: str, extra: str) -> None:
    """A sentence with a quantity of its own, before or after, is never ignored."""
    assert silent(f"{extra} {question}")
    assert silent(f"{question} {extra}")


@pytest.mark.parametrize("question", CHINESE)
@pytest.mark.parametrize(
    "extra", ["然后他又用去3个。", "一共有7个这样的。", "手续费是9%。", "再过2年呢？", "重复5次。"]
)
def test_a_further_statement_silences_chinese_questions(question: str, extra: str) -> None:
    """Likewise in Chinese."""
    assert silent(extra + question)
    assert silent(question + extra)


@given(st.text(max_size=200))
def test_arbitrary_text_is_survived(text: str) -> None:
    """Any text gives derivations or none, never an error."""
    assert isinstance(LIBRARY.match(QuestionText(text=text)), list)


@given(st.lists(st.sampled_from(sorted({word for text in QUESTIONS for word in text.split()})), max_size=25))
def test_shuffled_words_are_survived(words: list[str]) -> None:
    """Known words in any order give derivations or none, within the step limit."""
    assert isinstance(LIBRARY.match(QuestionText(text=" ".join(words))), list)


def test_a_very_long_question_is_nobodys() -> None:
    """Length is bounded before any search."""
    assert silent("What is 20% of 150? " * 400)
