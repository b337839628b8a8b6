"""The ``consistency`` tool: does a text contradict itself?

It judges the answer against itself, so it can refute and never verify. Whether two mentions speak of the same
thing (one scope, no reassignment, no alternatives) is decided by whoever collects the statements.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolRefused
from toolkits.quantities import Interval, QuantityError, number_from_json

_MOST = 1_000
_YEAR = re.compile(r"\d{1,4}")
Contradiction: TypeAlias = dict[str, Any]


def consistency(
    assignments: list[list[str]] | None = None,
    totals: list[dict[str, Any]] | None = None,
    orders: list[dict[str, str]] | None = None,
) -> dict[str, Any]:
    """Whether every name keeps one value, every total is that of its parts, and dates stand in order.

    Args:
        assignments: ``[name, number in JSON form]`` pairs in the order of the text; a third member is a unit.
        totals: ``{"name", "parts": [numbers as printed], "total": number, "rounded": bool, "at"}``. With
            ``rounded`` each number may be half of its last printed digit away.
        orders: ``{"earlier": date, "later": date, "at"}``; dates as people write them, or years.

    Returns:
        ``{"consistent": bool, "value": bool, "contradictions": [{"kind": "value" | "unit" | "total" |
        "order", "name", "values", …}]}``, each with the place ``at`` which it was given.

    Raises:
        ToolInputError: a statement of another form, named by its position; more than 1,000 of them.
    """
    names, sums, spans = assignments or [], totals or [], orders or []
    count = len(names) + len(sums) + len(spans)
    if count > _MOST:
        raise ToolInputError(f"{count} statements are more than {_MOST}", code="limit")
    contradictions = [*_of_names(names), *_of_totals(sums), *_of_orders(spans)]
    consistent = not contradictions
    return {"consistent": consistent, "value": consistent, "contradictions": contradictions}


# --- names ------------------------------------------------------------------------------------------------


def _of_names(assignments: Sequence[Sequence[str]]) -> Iterator[Contradiction]:
    """Names with two values, or with units of two dimensions (for which no value is compared)."""
    first: dict[str, str] = {}
    seen: dict[str, dict[Any, str]] = {}
    mixed: dict[str, list[str]] = {}
    for position, given in enumerate(assignments):
        where = f"assignments[{position}]"
        if len(given) not in (2, 3):
            raise ToolInputError(f"{where}: expected [name, number] or [name, number, unit], got {given!r}")
        name, text, unit = (*given, "")[:3]
        told = f"{text} {unit}".strip()
        value = _in_unit(_number(text, f"{where}[1]"), unit, first.setdefault(name, unit))
        if value is None:
            mixed.setdefault(name, list(seen[name].values())).append(told)
        else:
            seen.setdefault(name, {}).setdefault(value, told)
    for name, values in seen.items():
        if name in mixed:
            yield {"kind": "unit", "name": name, "values": mixed[name]}
        elif len(values) > 1:
            yield {"kind": "value", "name": name, "values": list(values.values())}


def _in_unit(value: Any, unit: str, wanted: str) -> Any:
    """The value in the unit wanted; ``None`` where that measures something else."""
    if unit == wanted:
        return value
    from toolkits.units import convert  # noqa: PLC0415  (few statements have units)

    try:
        return convert(value, unit, wanted)
    except ToolRefused as error:
        if error.code == "incompatible_units":
            return None
        raise


def _number(text: Any, where: str) -> Any:
    try:
        value = number_from_json(text)
    except QuantityError as error:
        raise ToolInputError(f"{where}: {text!r} is not a number") from error
    return (value.lo, value.hi) if isinstance(value, Interval) else value


# --- totals -----------------------------------------------------------------------------------------------


def _of_totals(totals: Sequence[Mapping[str, Any]]) -> Iterator[Contradiction]:
    for position, given in enumerate(totals):
        where = f"totals[{position}]"
        parts = given.get("parts")
        if not isinstance(parts, list) or len(parts) < 2 or len(parts) > _MOST or "total" not in given:
            raise ToolInputError(f"{where}: expected parts (two and more) and their total")
        values = [_exact(part, f"{where}.parts[{n}]") for n, part in enumerate(parts)]
        total = _exact(given["total"], f"{where}.total")
        printed = [*map(str, parts), str(given["total"])]
        slack = sum(map(_half_digit, printed), Fraction(0)) if given.get("rounded") else Fraction(0)
        found = sum(values, Fraction(0))
        if abs(found - total) > slack:
            yield {
                "kind": "total",
                "name": str(given.get("name", "total")),
                "values": [str(given["total"]), str(found)],
                "parts": [str(part) for part in parts],
                **_place(given),
            }


def _exact(text: Any, where: str) -> Fraction:
    value = _number(text, where)
    if not isinstance(value, Fraction):
        raise ToolInputError(f"{where}: {text!r} is not an exact number")
    return value


def _half_digit(printed: str) -> Fraction:
    """Half of the last printed digit; nothing for a fraction, which is exact."""
    if "/" in printed:
        return Fraction(0)
    return Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))


# --- dates ------------------------------------------------------------------------------------------------


def _of_orders(orders: Sequence[Mapping[str, str]]) -> Iterator[Contradiction]:
    for position, given in enumerate(orders):
        try:
            texts = given["earlier"], given["later"]
        except KeyError as error:
            raise ToolInputError(f"orders[{position}]: expected earlier and later") from error
        earlier, later = (_days(text) for text in texts)
        if earlier[0] > later[1]:
            yield {"kind": "order", "name": "dates", "values": list(texts), **_place(given)}


def _days(text: str) -> tuple[dt.date, dt.date]:
    """First and last day of a year, or the day of a date twice."""
    from toolkits.dates import read_date  # noqa: PLC0415  (few statements are about dates)

    plain = text.strip().removesuffix("年")
    if _YEAR.fullmatch(plain) and int(plain):
        return dt.date(int(plain), 1, 1), dt.date(int(plain), 12, 31)
    day = read_date(text)
    return day, day


def _place(given: Mapping[str, Any]) -> dict[str, str]:
    return {"at": str(given["at"])} if "at" in given else {}
