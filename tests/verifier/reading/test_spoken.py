"""Equations said in words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from toolkits.expressions import evaluate, parse
from verifier.reading import read


@pytest.mark.parametrize(
    ("text", "left", "right"),
    [
        ("half of 20 is 10", 10, 10), ("Twice 6 is 13.", 12, 13), ("two thirds of 60 is 40", 40, 40), ("The sum of 3 and 4 is 7.", 7, 7),
        ("so the average of 3, 4 and 8 is 5", 5, 5), ("the product of 3, 4 and 5 equals 60", 60, 60), ("5 squared is 25", 25, 25),
        ("the square root of 16 is 4", 4, 4), ("5 more than 3 is 9", 8, 9), ("5 less than 8 is 3", 3, 3), ("three times 4 is 12", 12, 12),
        ("5的平方是25", 25, 25), ("2的立方等于8", 8, 8), ("10的一半是5", 5, 5), ("20的50%是10", 10, 10), ("4的3倍是12", 12, 12),
        ("3和4的和是7", 7, 7), ("16的平方根是4", 4, 4), ("3、4和8的平均数是5", 5, 5), ("60的三分之二是40", 40, 40),
    ],
)  # fmt: skip
def test_reads_arithmetic_said_in_words(text: str, left: int, right: int) -> None:
    """The words become an expression, true or not."""
    (claim,) = read(text).claims
    assert (evaluate(parse(claim.lhs)), claim.value) == (left, Fraction(right))
    assert text[slice(*claim.span)] == claim.quote


@pytest.mark.parametrize(
    "text",
    [
        "half of 20 is 10 more than nothing", "3 plus half of 20 is 13", "twice 6 is 12 or 13", "If half of 20 is 11", "half of 20 is 10 + 3",
        "x is half of 20", "half of the 20 is 10 eggs of 12", "7的5的平方是25", "the sum of 3 and x is 7", "half of 20 is 50%",
    ],
)  # fmt: skip
def test_claims_nothing_where_a_doubt_is_left(text: str) -> None:
    """Words before or after that may belong to it leave nothing certain."""
    assert read(text).claims == ()
