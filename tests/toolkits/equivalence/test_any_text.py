"""Any text at all: no exception but ours, a finding of one of four outcomes, in bounded work."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolkits.equivalence import check
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._read import read_values
from toolkits.errors import ToolkitError
from toolkits.expressions import parse, parse_analysis

_SIGNS = "0123456789xyie+-*/^(){}[]|=<>,.;:!%°± \\$_'\"∞∪∩≤√π½²一二百万分之"
_PIECES = st.sampled_from(
    [
        "\\frac", "{", "}", "(", ")", "\\int_0^1 ", "dx", "\\sqrt", "[3]", "x", "y", "2", "17", "0.5", "\\sum_{k=1}^{3}", "k",
        "\\lim_{x\\to 0}", "sin", "ln", "^", "_", "+", "-", "*", "/", "=", "<", " or ", " and ", ",", "\\cup", "{1,2}",
        "\\begin{pmatrix}1&2\\end{pmatrix}", "\\pm", "%", "!", "km", " h ", "$", "\\boxed{", "d/dx ", "|", "oo",
    ]
)  # fmt: skip
_TEXTS = st.one_of(
    st.text(max_size=40), st.text(_SIGNS, max_size=40), st.lists(_PIECES, max_size=12).map("".join)
)
#: Processor time that reading a short text may take.
_READ_SECONDS = 0.1


def _values(text: str) -> object:
    return read_values(text, Policy(symbolic=False))


def _read(text: str) -> None:
    for grammar in (parse, parse_analysis, _values):
        begun = time.thread_time()
        with contextlib.suppress(ToolkitError):
            grammar(text)
        assert time.thread_time() - begun < _READ_SECONDS, text


def _compared(a: str, b: str) -> None:
    found = check(a, b, symbolic=False)
    assert found.outcome in ("equivalent", "different", "undecided", "error")
    assert check(b, a, symbolic=False).outcome == found.outcome


@settings(deadline=None)
@given(_TEXTS)
def test_the_parser_ends_well(text: str) -> None:
    """Arbitrary text: an expression, values, or an error of ours, within a tenth of a second."""
    _read(text)


@settings(deadline=None, max_examples=80)
@given(_TEXTS, _TEXTS)
def test_any_text_gets_an_outcome(a: str, b: str) -> None:
    """No text raises; the outcome is one of four, and symmetric."""
    _compared(a, b)


@pytest.mark.soak
@settings(deadline=None, max_examples=20_000)
@given(_TEXTS)
def test_the_parser_ends_well_for_long(text: str) -> None:
    """The same for a long time."""
    _read(text)


@pytest.mark.soak
@settings(deadline=None, max_examples=5_000)
@given(_TEXTS, _TEXTS)
def test_any_text_gets_an_outcome_for_long(a: str, b: str) -> None:
    """The same for a long time."""
    _compared(a, b)


@pytest.mark.parametrize("b", ["x", "1"])
@pytest.mark.parametrize(
    "a",
    [
        "\\sum_{k=1}^{960} \\frac{1}{k^{120}}",
        "\\sum_{k=1}^{500} \\frac{1}{x+k^{40}}",
        "{" + ",".join(f"sqrt({k})" for k in range(80)) + "}",
        "∪".join(f"[sqrt({k}),sqrt({k + 1})]" for k in range(80)),
        "\\frac{d^9}{dx^9} \\sin(\\sin(\\sin(\\sin(x))))",
        "+".join(f"abs(x-{k})" for k in range(12)) + "=5",
        "*".join(f"(x-{k})" for k in range(120)) + "<0",
        "0." + "3" * 3900,
        "tan(tan(tan(tan(10^50))))",
        "(((x+1)^10+1)^10+1)^3",
    ],
)
def test_heavy_texts_stay_in_time(a: str, b: str) -> None:
    """Work is refused before it is done: no text keeps the processor for a second."""
    begun = time.process_time()
    check(a, b, symbolic=False)
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("x=1 or " * 2800 + "x=2", "x=1"),
        (", ".join(f"a_{i}+b_{i}={i}" for i in range(150)), ", ".join(f"a_{i}+b_{i}=1" for i in range(150))),
    ],
)
def test_many_statements_are_a_limit(a: str, b: str) -> None:
    """Work that grows with the square of the statements is refused before it is done."""
    assert check(a, b).reason in ("limit", "unsupported")
