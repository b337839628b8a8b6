"""Reading the examples of a question: only what is certain."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.code_oracle import preamble, read_examples

_STUB = 'def f(x, k=1):\n    """{}\n    """\n'


def _read(text: str) -> list[tuple[str, str]]:
    return [(e.call, e.expected or f"!{e.raises}") for e in read_examples(text, {"f"})]


@pytest.mark.parametrize(
    "text",
    [
        "f(1) == 2", "f(1) -> 2", "f(1) => 2", "f(1) ==> 2", "f(1) ➞ 2", "f(1) # => 2", "f(1) = 2", "f(1) returns 2",
        "`f(1)` should return 2", "f(1) should be 2.", "for f(1) == 2", "assert f(1) == 2", "* f(1) => 2", "f(1) equals 2",
        "Example: f(1) gives 2, because 1 + 1.", "f(1)    ==   2  # a remark", "例如 f(1) 返回 2", "例如：f(1) 应返回 2。",
        "f(1) 的结果是 2", "f(1) 等于 2", "f(1) 的返回值为 2，因为……", ">>> f(1)\n2", "    >>> f(1)\n    2\n\nmore", ">>> f(1) == 2",
    ],
)  # fmt: skip
def test_ways_to_write_an_example(text):
    """A call with literals, words of a known list, a literal: English, Chinese, doctests."""
    assert _read(text) == [("f(1)", "2")]


@pytest.mark.parametrize(
    "text",
    [
        "f(x) == 2", "f(1) == 2 * x", "f(1) == 1 + (2 / 2) = 2", "f(1) should not return 2", "f(1) == 2 or 3", "f(1) returns the sum",
        "f(a) => False", "def f(1) -> 2", "g(1) == 2", "xf(1) == 2", "o.f(1) == 2", 'f(1) == ("Venus")', 'f(["a"]) == ""a"', "f(1) is 20%",
        "f(1) == 2x", "f(1) == g(2)", ">>> f(1)\n<object at 0x1>", ">>> print(f(1))\n2 3", "f(1 == 2", "f(1) == [1, 2", "f(1) 不返回 2",
        ">>> g(1)\n2", "f(1) == 2 if lucky",
    ],
)  # fmt: skip
def test_what_is_not_certain_is_not_read(text):
    """Anything that may mean something else is left alone."""
    assert _read(text) == []


def test_a_recurrence_is_no_example():
    """The first values of a sequence that the text defines are not calls of the function."""
    assert _read("f(1) = 3\nf(n) = 1 + n / 2, if n is even.\nf(4) = 3") == []


def test_an_equation_beside_a_list_is_no_example():
    """When one example is a list and a bare equation gives a number, the equation defines something else."""
    assert _read("f(2) = 5\nf(3) => [1, 5]") == [("f(3)", "[1, 5]")]


def test_contradicting_examples_do_not_count():
    """Of two examples that disagree neither is believed; one said twice counts once."""
    assert _read("f(1) == 2\nf(1) == 3\nf(2) == 4\nf(2) => 4") == [("f(2)", "4")]


def test_values_keep_their_characters():
    """Multi-line calls, nested brackets, quotes and negative numbers are read whole."""
    text = "f([\n  [1, 2],\n  [3, 4]\n], k=-1) == [(0, 0), ('a,)', \"b]\")]\nf('a(b') => 'x, y'"
    assert _read(text) == [("f([[1, 2], [3, 4]], k=-1)", "[(0, 0), ('a,)', \"b]\")]"), ("f('a(b')", "'x, y'")]


def test_lower_case_truth_values_are_read():
    """``true`` in a Python question means True."""
    assert _read("f(1) => true\nf(2) => false") == [("f(1)", "true"), ("f(2)", "false")]


def test_a_full_stop_ends_a_number():
    """The stop of a sentence is no decimal point."""
    assert _read("f(1) returns -15.\nf(2) returns 1.5.") == [("f(1)", "-15"), ("f(2)", "1.5")]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ('For x = "ab", k = 2 the output should be 7.', 'f("ab", 2)'),
        ("Input: x = [1, 2], k = 4\n    Output: 7", "f([1, 2], 4)"),
        ("if x = 5 and k = 2, the result is 7", "f(5, 2)"),
        ("当 x = 5 时输出 7", ""),
        ("输入：x = 5，k = 2\n    输出：7", "f(5, 2)"),
        ("For y = 5 the output should be 7", ""),
        ("For k = 5 the output should be 7", ""),
    ],
)
def test_named_inputs_bind_to_the_stubs_parameters(text, call):
    """Names that are exactly the function's parameters make a call; others make none."""
    assert _read(_STUB.format(text)) == ([(call, "7")] if call else [])


@pytest.mark.parametrize(
    "question",
    [
        "{}",
        "Write a function by the stub below.\n\n{}",
        "Complete this:\n```python\n{}```\nReturn only code.",
        "    Indented:\n\n{}",
    ],
)
def test_a_stub_is_found_wherever_it_stands(question):
    """Alone, after prose, in a fence: its docstring is read, its parameters are known, its helpers are given."""
    stub = "import math\n\n" + _STUB.format(
        '>>> f("a\\\\n")\n    2\n    For x = 1, k = 3 the output should be 7'
    )
    text = question.format(stub)
    assert _read(text) == [('f("a\\n")', "2"), ("f(1, 3)", "7")]
    assert preamble(text, {"f"}) == ["import math"]


def test_escapes_of_a_docstring_are_resolved():
    """A docstring is read as Python reads it."""
    assert _read(_STUB.format(">>> f('a\\\\nb')\n    'c'")) == [("f('a\\nb')", "'c'")]


def test_doctests_with_setup_and_exceptions():
    """Statements above a doctest belong to it; a traceback is an expected exception."""
    text = (
        ">>> n = 3\n>>> f(n)\n4\n>>> f(None)\nTraceback (most recent call last):\n    ...\nValueError: no\n"
    )
    examples = read_examples(text, {"f"})
    assert [(e.call, e.expected, e.raises, e.setup) for e in examples] == [
        ("f(n)", "4", "", "n = 3\n"),
        ("f(None)", "", "ValueError", "n = 3\n"),
    ]


@given(st.text(), st.sets(st.sampled_from(["f", "g.h", "(", ""])))
def test_any_text_can_be_read(text, names):
    """Whatever the question, reading ends without an error."""
    read_examples(text, names)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet="ab'\"\\ ,()[]#", max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, min_size=2, max_size=3).map(tuple),
    max_leaves=6,
)


@given(_VALUES, _VALUES, st.sampled_from([" == ", " -> ", " => ", " returns ", " 返回 "]))
def test_what_is_written_plainly_is_read_back(argument, value, connector):
    """A call and its value, printed as Python prints them, are read as what they are."""
    assert _read(f"f({argument!r}){connector}{value!r}") == [(f"f({argument!r})", repr(value))]
