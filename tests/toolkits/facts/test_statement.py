"""Sentences and questions are read by form; which reading means something a source says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.facts import read_question, read_statement


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The capital of Australia is Sydney.", ("Australia", "capital", "Sydney", "", False)),
        ("Australia's capital is Sydney", ("Australia", "capital", "Sydney", "", False)),
        ("Sydney is the capital of Australia", ("Australia", "capital", "Sydney", "", False)),
        ("The capital of Australia is not Sydney", ("Australia", "capital", "Sydney", "", True)),
        ("The capital of Australia isn't Sydney", ("Australia", "capital", "Sydney", "", True)),
        ("The capital of France is **Lyon**, a large city.", ("France", "capital", "Lyon", "", False)),
        ("Carbon has an atomic number of 6.", ("Carbon", "atomic number", "6", "", False)),
        ("In 2020, the population of Peru was 33 million.", ("Peru", "population", "33 million", "2020", False)),
        ("The population of Peru was 33 million in 2020.", ("Peru", "population", "33 million", "2020", False)),
        ("Algeria gained independence on 5 July 1962.", ("Algeria", "independence", "5 July 1962", "", False)),
        ("Gold melts at 1064 °C", ("Gold", "melting point", "1064 °C", "", False)),
        ("The area of Algeria is 2,381,740 sq km.", ("Algeria", "area", "2,381,740 sq km", "", False)),
        ("法国的首都是里昂。", ("法国", "首都", "里昂", "", False)),
        ("法国首都为巴黎", ("法国", "首都", "巴黎", "", False)),
        ("巴黎是法国的首都", ("法国", "首都", "巴黎", "", False)),
        ("悉尼不是澳大利亚的首都", ("澳大利亚", "首都", "悉尼", "", True)),
        ("2020年，秘鲁的人口为3300万", ("秘鲁", "人口", "3300万", "2020", False)),
    ],
)  # fmt: skip
def test_statements_are_read(sentence: str, expected: tuple[object, ...]) -> None:
    """Entity, attribute, value, year and denial, in English and Chinese; the value stands in the sentence."""
    readings = list(read_statement(sentence))
    assert expected in [(r.entity, r.attribute, r.value, r.as_of, r.negated) for r in readings]
    assert all(sentence[r.start : r.start + len(r.value)] == r.value for r in readings)


@pytest.mark.parametrize(
    "sentence",
    [
        "Is the capital of Australia Sydney?",
        "If the capital of Australia is Sydney, the map is wrong.",
        '"The capital of Australia is Sydney" is often heard.',
        "It is a myth that the capital of Australia is Sydney.",
        "The capital of Australia was Melbourne.",
        "The former capital of Brazil is Rio de Janeiro.",
        "The capital of Australia is either Sydney or Canberra.",
        "The capital of Australia might be Sydney.",
        "据说澳大利亚的首都是悉尼。",
        "澳大利亚的首都是悉尼吗？",
    ],
)
def test_what_states_nothing_plainly_gives_no_capital(sentence: str) -> None:
    """Questions, conditions, quotations, hedges and what was so once claim nothing."""
    assert not [r for r in read_statement(sentence) if r.attribute in {"capital", "首都"} and not r.negated]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the capital of France?", ("France", "capital", "")),
        ("Which city is the capital of France?", ("France", "capital", "")),
        ("What was the population of Peru in 2020?", ("Peru", "population", "2020")),
        ("When did Algeria gain independence?", ("Algeria", "independence", "")),
        ("At what temperature does gold melt?", ("gold", "melting point", "")),
        ("How many protons does carbon have?", ("carbon", "atomic number", "")),
        ("What is the speed of light?", ("the speed of light", "", "")),
        ("法国的首都是哪里？", ("法国", "首都", "")),
        ("金的熔点是多少？", ("金", "熔点", "")),
        ("2020年秘鲁的人口是多少？", ("秘鲁", "人口", "2020")),
    ],
)
def test_questions_are_read(question: str, expected: tuple[str, ...]) -> None:
    """A question for one attribute of one entity, with its year."""
    assert expected in [(r.entity, r.attribute, r.as_of) for r in read_question(question)]


@given(st.text(max_size=120))
def test_any_text_is_read_without_an_error(text: str) -> None:
    """Whatever the text, values stand where they are said to."""
    for reading in read_statement(text):
        assert text[reading.start : reading.start + len(reading.value)] == reading.value
    list(read_question(text))
