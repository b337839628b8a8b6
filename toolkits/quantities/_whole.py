"""A text that is one quantity as a whole."""

from __future__ import annotations

import re

from toolkits._characters import fold_prose
from toolkits.quantities._quantity import Quantity, QuantityError
from toolkits.quantities._scan import read_all

_MAX_LENGTH = 5000
_BEFORE = re.compile(r"\s*(?:\*\*|\$\$?(?=[^$]*\$)|\\\(|\\\[|\+|\()*\s*")
_AFTER = re.compile(r"\s*(?:\*\*|\$\$?|\\\)|\\\]|[.。!！,，;；]|\))*\s*")


def read(text: str) -> Quantity:
    """Read ``text`` as one quantity; offsets are offsets of ``text``.

    Brackets around it, Markdown and LaTeX marks and a mark at the end of the sentence ("42!") don't count.

    Raises:
        QuantityError: there is no number, more than one, or something else beside it.
    """
    if len(text) > _MAX_LENGTH:
        raise QuantityError(f"a number of more than {_MAX_LENGTH} characters", code="limit")
    found = read_all(text)
    if len(found) != 1:
        raise QuantityError(f"{text[:60]!r} holds {len(found) or 'no'} numbers, not one")
    quantity = found[0]
    folded = fold_prose(text)
    if _BEFORE.fullmatch(folded, 0, quantity.start) and _AFTER.fullmatch(folded, quantity.end):
        return quantity
    raise QuantityError(f"{text[:60]!r} is more than one number")
