"""Signs of order relations."""

from __future__ import annotations

import re

import pytest

from toolkits.relations import SIGN, TURNED, relation_of


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("x ≤ 1", "<="),
        ("x ⩾ 1", ">="),
        (r"x \leq 1", "<="),
        (r"x \ge 1", ">="),
        (r"x \lt 1", "<"),
        ("x >= 1", ">="),
        ("x<1", "<"),
    ],
)
def test_every_spelling_of_a_sign_is_one_of_four(text: str, relation: str) -> None:
    """A sign is found whole, and has a plain form, which reads back after two turns."""
    (sign,) = re.findall(SIGN, text)
    assert relation_of(sign) == relation
    assert TURNED[TURNED[relation]] == relation


@pytest.mark.parametrize("text", [r"\left(x\right)", r"\leqslant", "a = b"])
def test_other_commands_and_signs_are_no_relation(text: str) -> None:
    """LaTeX commands that begin like a sign are not taken for one."""
    assert re.search(SIGN, text) is None
