"""Laws of reading: exact spans, no exceptions, the same result every time, true sums are read as true."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import verifier.reading
from toolkits.expressions import evaluate, parse
from toolkits.quantities import rounds_to
from verifier.reading import asked_parts, normalise_answer, read

FRAGMENTS = st.sampled_from(
    [
        "3 + 4 = 7", "x", "=", "≈", "$5", "25%", "\\boxed{", "}", "{", "####", "```", "```python\n", "~~~", "\n", "\n\n", " ",
        "The answer is", "答案是", "不是", "wait, ", "(", ")", "[", "\\frac{1}{2}", "\\frac{", "of", "and", "or", "<<3*4=12>>",
        "1,234.5", "…", "。", "是", "5 km", "3 hours", "Question:", "Choice_A", "(C)", "Yes", "May 31, 2021", "def f():\n", "SELECT 1;",
        "**", "_", "^2", "²", "√", "π", "-", "–", "x = 5", "half of", "的平方", "万", "\r\n", "１２", "\\text{eggs}", "!", "0" * 30, "=" * 9,
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(FRAGMENTS, max_size=25).map("".join),
    st.lists(FRAGMENTS, max_size=25).map(" ".join),
)
QUESTIONS = st.one_of(
    st.none(),
    TEXTS,
    st.sampled_from(["How many?", "Is it?", "Find x and y.", "Which?\nA: 1\nB: 2", "Write code."]),
)
NUMBERS = st.one_of(st.integers(0, 10_000).map(str), st.decimals(0, 999, places=2).map(str))
OPERATORS = st.sampled_from(["+", "-", "*", "/", "×", "x", "÷"])
UNITS = st.sampled_from(["", " eggs", " red pens", "个"])


@given(TEXTS, QUESTIONS)
def test_spans_are_exact_and_nothing_raises(answer: str, question: str | None) -> None:
    """Whatever the text, each claim quotes it verbatim, in order, and its value stands within it."""
    reading = read(answer, question)
    for claim in reading.claims:
        assert answer[slice(*claim.span)] == claim.quote
        assert claim.value_span is None or claim.span[0] <= claim.value_span[0] <= claim.value_span[1] <= len(
            answer
        )
    assert [c.span for c in reading.claims] == sorted(c.span for c in reading.claims)
    assert all(0 <= b.span[0] <= b.span[1] <= len(answer) for b in reading.code)


@given(TEXTS, QUESTIONS)
def test_ids_are_unique_and_finals_need_a_question(answer: str, question: str | None) -> None:
    """Steps count up, finals are final, final.2, …; a document has none."""
    claims = read(answer, question).claims
    assert len({c.id for c in claims}) == len(claims)
    finals = [c.id for c in claims if c.role == "final"]
    assert (
        finals == []
        if question is None
        else sorted(finals) == sorted(["final", *(f"final.{i}" for i in range(2, 99))][: len(finals)])
    )


@given(TEXTS, QUESTIONS)
def test_reading_twice_gives_the_same(answer: str, question: str | None) -> None:
    """No state is shared between readings."""
    assert read(answer, question) == read(answer, question)


@given(TEXTS)
def test_equations_have_sides_that_compute(answer: str) -> None:
    """Each equation's left side parses, unless it is a quantity in another unit."""
    for claim in read(answer).claims:
        if claim.kind == "equation" and not claim.lhs[-1:].isalpha():
            parse(claim.lhs)
            assert isinstance(claim.value, Fraction)


@given(NUMBERS, OPERATORS, NUMBERS, UNITS, st.integers(0, 4))
def test_a_true_sum_is_read_as_true(a: str, sign: str, b: str, unit: str, places: int) -> None:
    """An equation printed correctly rounded is claimed with both its sides, whatever the sign and the unit."""
    assume(sign not in "/÷" or Fraction(b) != 0)
    exact = evaluate(parse(f"{a} {sign} {b}"))
    assert isinstance(exact, Fraction)
    result = f"{float(round(exact, places)):.{places}f}"
    (claim,) = read(f"So there are {a}{unit} {sign} {b}{unit} = {result}{unit} in all.").claims
    assert claim.value == Fraction(result)
    assert rounds_to(evaluate(parse(claim.lhs)), claim.value, claim.quantum, truncation=True)


@given(st.integers(2, 500), st.integers(2, 500), st.integers(1, 9))
def test_a_false_sum_is_read_as_false(a: int, b: int, off: int) -> None:
    """A slip in a plain sum is always claimed as it stands."""
    (claim,) = read(f"Then {a} + {b} = {a + b + off}.").claims
    assert (evaluate(parse(claim.lhs)), claim.value) == (a + b, a + b + off)


@given(
    st.integers(-10_000, 10_000),
    st.sampled_from(["#### {}", "The answer is {}.", "\\boxed{{{}}}", "答案是{}。", "A: {}"]),
)
def test_marked_finals_round_trip(value: int, marker: str) -> None:
    """A number behind any marker is the final."""
    (claim,) = read("Some words.\n" + marker.format(value), "How many?").claims
    assert (claim.id, claim.value) == ("final", value)


@given(TEXTS)
def test_normalising_is_idempotent_and_blind_to_blanks(text: str) -> None:
    """Answers that differ by width and blanks only are one answer."""
    once = normalise_answer(text)
    assert normalise_answer(once) == once
    assert normalise_answer(f"  {text}\n\n") == once


@given(TEXTS)
def test_every_question_has_parts_within_it(question: str) -> None:
    """Spans of asked parts lie in the question."""
    for part in asked_parts(question):
        assert 0 <= part.span[0] <= part.span[1] <= len(question)


@pytest.mark.parametrize(
    "text",
    ["(" * 3000 + "1 + 1 = 2", "1+" * 5000 + "1 = 5001", "= " * 5000, "x = 5 " * 2000, "3 + 4 = 7. " * 2000, "\\frac{" * 500 + "1", "9" * 5000 + " + 1 = 2", "```\n" * 2000],
    ids=["brackets", "long sum", "signs", "names", "many", "latex", "digits", "fences"],
)  # fmt: skip
@pytest.mark.timeout(20)
def test_hostile_sizes_end_soon(text: str) -> None:
    """Deep nesting, long sums and many signs cost no more than they must."""
    read(text, "How many?")


def test_the_export_list() -> None:
    """What the package offers."""
    assert sorted(verifier.reading.__all__) == [
        "AskedPart",
        "Assignment",
        "CodeBlock",
        "Reading",
        "answered",
        "asked_parts",
        "normalise_answer",
        "read",
    ]
