"""Truth values of expressions, in words of two languages and in signs."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.boolean import boolean
from toolkits.errors import ToolInputError, ToolLimit


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("True", True),
        ("not True or True", True),
        ("not (True or True)", False),
        ("True or False and False", True),
        ("not not False", False),
        ("[True and {not False}]", True),
        ("true xor true", False),
        ("!true || false", False),
        ("¬False ∧ True", True),
        ("非 真 或 真", True),
        ("真 且 （假 或 真）", True),
        ("真 并且 不是 真", False),
    ],
)
def test_value(expression: str, value: bool) -> None:
    """``not`` binds tighter than ``and``, ``and`` than ``xor``, ``xor`` than ``or``, in every notation."""
    assert boolean(expression) == {"value": value}


@pytest.mark.parametrize(
    "expression",
    ["", "True False", "(True", "True)", "(True]", "and True", "maybe", "1 and 0", "True and", "x or True"],
)
def test_refuses_what_is_no_expression(expression: str) -> None:
    """Leftover words, unbalanced brackets and names are input errors, never a guess."""
    with pytest.raises(ToolInputError):
        boolean(expression)


def test_counts_its_work() -> None:
    """Depth and length are bounded by count, so that no input is deep enough to crash."""
    with pytest.raises(ToolLimit):
        boolean("(" * 500 + "True" + ")" * 500)
    with pytest.raises(ToolLimit):
        boolean("not " * 3_000 + "True")


_TREES = st.recursive(
    st.sampled_from(["True", "False"]),
    lambda inner: st.one_of(
        inner.map(lambda e: f"not ({e})"),
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
    ),
    max_leaves=20,
)


@given(_TREES, _TREES)
def test_de_morgan(one: str, other: str) -> None:
    """Not (a and b) is not a or not b."""
    left = boolean(f"not ({one} and {other})")
    assert left == boolean(f"not {one} or not {other}")


@given(st.text(max_size=40))
def test_any_text_gives_a_value_or_a_tool_error(text: str) -> None:
    """No text raises anything but the tools' own errors."""
    with contextlib.suppress(ToolInputError, ToolLimit):
        assert boolean(text)["value"] in (True, False)
