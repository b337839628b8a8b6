"""Numbers in the forms that the grammar of expressions does not have, as the numeric layer reads them."""

from __future__ import annotations

from fractions import Fraction

from toolkits import lazy_re as re
from toolkits.equivalence._values import Scalar
from toolkits.errors import ToolInputError
from toolkits.expressions import number
from toolkits.quantities import QuantityError, Reading, readings

_LONGEST = 120
#: What only such forms have: a comma, an ellipsis, a period in brackets, a base, groups.
_MARKED = re.compile(r"[,…_(']|\.\.|\d[\u2009\u00a0 ]\d|^[-+]?0[xXbBoO]|\.\d+\.")
#: Letters that are digits only in a number of a stated base.
_LETTERS = re.compile(r"[-+]?0[xXbBoO][0-9A-Fa-f]+|[^a-z]+")


def marked_number(text: str) -> Scalar | None:
    """The number that ``text`` is as a whole, with its other readings; None where it is no such number.

    Raises:
        ToolInputError: ``ambiguous``: digits that go on, and no period is shown.
    """
    if len(text) > _LONGEST or not _MARKED.search(text) or not _LETTERS.fullmatch(text) or "!" in text:
        return None
    try:
        found = readings(text)
    except QuantityError:
        return None
    first = found[0]
    if first.unit or first.upper is not None or first.spread is not None:
        return None
    if first.says == "truncated":
        raise ToolInputError("digits that go on, and no period is shown", code="ambiguous")
    return Scalar(number(first.value), others=tuple(_other_marks(found[1:])))


def decimal_comma(text: str) -> Scalar | None:
    """``1,22`` as one number, which may be a list too; None where ``text`` is no such number."""
    return marked_number(text) if "," in text and ", " not in text else None


def _other_marks(others: tuple[Reading, ...]) -> list[Fraction]:
    return [reading.value for reading in others if reading.says != "truncated"]
