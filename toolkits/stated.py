"""The ``stated`` tool: does a text state a value anywhere?

It serves answers that attempt a computable question and break off before a result. A value that stands
nowhere in the text was not given; one that does may stand there by chance, so finding it proves nothing.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolRefused
from toolkits.quantities import Interval, QuantityError, literals, number_from_json, read_all

_MOST = 100_000
#: What joins the members of a list, beside their numbers ("1. fig 2. pear").
_JOINS = ("and", "then", "和")
#: Words, and the marks of an order that is still open ("[sail ? swift]").
_WORD = re.compile(r"[^\W_](?:[^\W_]|['’&.-](?=[^\W_]))*|\?(?=\s*[\"'“]?\w)")
_NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
#: A sum, product and the like, written out: its numbers are operands.
_EXPRESSION = re.compile(
    rf"[-−(\[]*{_NUMBER}[)\]]*(?:\s?(?:\*\*|[-−+*/×·÷^])\s?(?:[-−(\[]\s?)*{_NUMBER}[)\]]*)+"
)
#: Brackets in a row: the end of a sequence, or the whole of it.
_BRACKETS = re.compile(r"[<>()\[\]{}](?:[\s,，]*[<>()\[\]{}])*")
_LAST_LINES = 3
_LEADS = r"(?:=|\bis\b|:|是|为)\s*[(\[*\"'“]*"
_ENDS = r"[)\]*\"'”]*\s*(?:[.,;!。，]|$|\n|\bso\b)"


def stated(value: Any, text: str) -> dict[str, Any]:
    """Whether ``text`` states ``value`` anywhere.

    Args:
        value: a truth value, a whole number in JSON form, a list of whole numbers, or a list of words in
            their order.
        text: where to look, at most 100,000 characters.

    Returns:
        ``{"stated": bool, "value": bool}``. Words are stated where they follow one another, with no
        question mark between them, brackets where they stand in a row in
        one of the last three lines; numbers ("x = 2 or x = 3") where each
        of them stands somewhere. The 8 of "8 + 1" is an operand, and states nothing; "True" is stated where
        it ends a clause, behind "=", "is" or a colon.

    Raises:
        ToolInputError: the text is too long (``limit``).
        ToolRefused: a value with many ways of being written (``many_forms``): no look can prove it absent.
    """
    if len(text) > _MOST:
        raise ToolInputError(f"the text has {len(text)} characters, more than {_MOST}", code="limit")
    found = _found(value, text)
    return {"stated": found, "value": found}


def _found(value: Any, text: str) -> bool:
    if isinstance(value, bool):
        return re.search(rf"{_LEADS}{value}{_ENDS}", text, re.IGNORECASE) is not None
    return _all_stated(value, text) if isinstance(value, list) else _whole(value) in _numbers(text)


def _all_stated(members: list[Any], text: str) -> bool:
    if any(_number(member) is not None for member in members):
        return {_whole(member) for member in members} <= _numbers(text)
    if members and all(_BRACKETS.fullmatch(str(member)) for member in members):
        return _in_last_lines("".join(map(str, members)), text)
    return _follows(members, text)


def _in_last_lines(brackets: str, text: str) -> bool:
    """Whether they stand in a row in a last line: a trace before it holds brackets of all sorts."""
    lines = [line for line in text.splitlines() if line.strip()][-_LAST_LINES:]
    runs = (run[0] for line in lines for run in _BRACKETS.finditer(line))
    return any(brackets in re.sub(r"[\s,，]", "", run) for run in runs)


def _follows(words: list[Any], text: str) -> bool:
    wanted = [str(word).casefold() for word in words]
    passed_over = {*_JOINS, *(str(n) for n in range(1, len(wanted) + 1))} - set(wanted)
    if "?" in wanted:
        return False
    seen = [word for found in _WORD.findall(text) if (word := found.casefold()) not in passed_over]
    size = len(wanted)
    return any(seen[at : at + size] == wanted for at in range(len(seen) - size + 1))


def _whole(value: Any) -> Fraction:
    number = _number(value)
    if isinstance(number, Fraction) and number.denominator == 1:
        return number
    raise ToolRefused(f"{value!r} can be written in many ways", code="many_forms")


def _number(value: Any) -> Fraction | Interval | None:
    try:
        return number_from_json(value)
    except QuantityError:
        return None


def _numbers(text: str) -> set[Fraction]:
    plain = _EXPRESSION.sub(" ; ", text)
    read = {quantity.value for quantity in read_all(plain)}
    return {*literals(plain), *read, *(-value for value in read)}
