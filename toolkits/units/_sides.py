"""Splits a stated conversion into its sides: at =, ≈, "is", 等于 and the like."""

from __future__ import annotations

from itertools import islice

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolkitError
from toolkits.quantities import Decimals, QuantityError, readings
from toolkits.units._compound import Amount, read_amount
from toolkits.units._parse import parse

_ABOUT = "≈"
_MOST_VERBS = 8
_SIGN = re.compile(r"\s*(?:(≈|≃|≅|~=|大?约(?:等于|为|合|是))|=|⇔|⟺|等于|合(?=[约0-9])|就是|相当于)\s*")
_VERB = re.compile(
    r"\s+(?:is|are|equals?|makes?)(?:\s+(?:equal\s+to|the\s+same\s+as|exactly))?\s+|\s*(?:即|是|为|有)\s*",
    re.IGNORECASE,
)
_THERE = re.compile(
    r"there\s+(?:is|are)\s+(.+?)\s+in\s+(?:an?|each|every|one|1)\s+(.+)|(?:一|1|每)(?:个)?(.+?)有(.+)",
    re.IGNORECASE,
)


def split_statement(body: str) -> list[str]:
    """The sides of a statement (folded); fewer than two where it is none."""
    there = _THERE.fullmatch(body)
    if there:
        return [f"1 {there[2] or there[3]}", there[1] or there[4]]
    sides: list[str] = []
    position, about = 0, ""
    for sign in _SIGN.finditer(body):
        sides.append(about + body[position : sign.start()])
        position, about = sign.end(), _ABOUT if sign[1] else ""
    sides.append(about + body[position:])
    return sides if len(sides) > 1 else _around_verb(body)


def _around_verb(body: str) -> list[str]:
    """Both sides of the first verb with an amount on each."""
    for verb in islice(_VERB.finditer(body), _MOST_VERBS):
        sides = [body[: verb.start()], body[verb.end() :]]
        if all(map(_may_be_amount, sides)):
            return sides
    return []


def _may_be_amount(text: str) -> bool:
    """Whether there is a number with something behind it, known as a unit or not."""
    try:
        read_side(text)
    except ToolkitError as error:
        return error.code != "number"
    return True


def read_side(text: str, decimals: Decimals = "point") -> Amount:
    """An amount; a bare number has the unit 1 (3 dozen = 36)."""
    try:
        return read_amount(text, decimals)
    except ToolInputError as error:
        if error.code != "number":
            raise
        failed = error
    try:
        first, *others = readings(text, decimals)
    except QuantityError:
        raise failed from None
    if first.unit or first.upper is not None or first.spread is not None:
        raise failed
    return Amount(
        first.value, parse(""), "", first.quantum, first.approx, tuple(other.value for other in others)
    )
