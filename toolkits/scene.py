"""The ``scene`` tool: questions on coloured things that lie in a row or a heap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolLimit, ToolRefused

Operation: TypeAlias = Literal["color", "is_color", "beside", "end", "furthest", "count", "count_beside"]

_MAX_THINGS = 500
_HEADS = re.compile(r"^(?:pairs?|sheets?|pieces?) of ")


@dataclass(frozen=True, slots=True)
class _Thing:
    count: int
    color: str
    name: str

    def fits(self, text: str) -> bool:
        """Whether ``text`` names its colour or its kind."""
        return text == self.color or kind_of(text) == self.name


def scene(
    things: list[dict[str, str]],
    op: Operation,
    of: str = "",
    *,
    side: Literal["", "left", "right"] = "",
    color: str = "",
    without: list[str] | None = None,
    removed: str = "",
) -> dict[str, Any]:
    """A fact about coloured things, in the order in which they lie from left to right.

    Args:
        things: each ``{"count": "2", "color": "red", "name": "cat toys"}``.
        op: ``color``: of the one thing that ``of`` names; ``is_color``: whether that is ``color``;
            ``beside``: the colour of the thing directly to its ``side``; ``end``: of the last thing on a
            ``side``; ``furthest``: of the thing furthest from it; ``count``: of the things that ``of`` names
            ("" for all) without the colours ``without`` and what was ``removed``; ``count_beside``: of those
            to the ``side`` of it, without the colours ``without``.
        of: a colour or a kind of thing.
        side: left or right.
        color: a colour.
        without: colours that do not count.
        removed: a colour or kind of thing that was taken away first.

    Returns:
        ``{"value": a colour, a number as text, or a boolean}``.

    Raises:
        ToolInputError: an unknown operation, a count that is no number.
        ToolRefused: nothing, or more than one thing, is meant (``ambiguous``, ``missing``), or two are
            equally far (``tie``).
        ToolLimit: more than 500 things.
    """
    row = [_thing(each) for each in things]
    if sum(thing.count for thing in row) > _MAX_THINGS:
        raise ToolLimit(f"more than {_MAX_THINGS} things")
    asked = _Asked(of.lower(), side, color.lower(), frozenset(map(str.lower, without or ())), removed.lower())
    return {"value": _Scene(row).answer(op, asked)}


@dataclass(frozen=True, slots=True)
class _Asked:
    of: str
    side: str
    color: str
    without: frozenset[str]
    removed: str


def kind_of(name: str) -> str:
    """A kind of thing in the singular, "pair of" and the like left out."""
    plain = _HEADS.sub("", name.strip().lower())
    for ending in ("shes", "ches", "xes", "sses"):
        if plain.endswith(ending):
            return plain.removesuffix("es")
    return plain.removesuffix("s")


def _thing(given: dict[str, str]) -> _Thing:
    count = given.get("count", "1")
    if not (count.isascii() and count.isdigit()) or not given.get("color") or not given.get("name"):
        raise ToolInputError(f"{given!r} needs a count, a color and a name")
    return _Thing(int(count), given["color"].lower(), kind_of(given["name"]))


class _Scene:
    def __init__(self, row: Sequence[_Thing]) -> None:
        self._row = row

    def answer(self, op: str, asked: _Asked) -> Any:
        table: dict[str, Callable[[], Any]] = {
            "color": lambda: self._row[self._place(asked.of)].color,
            "is_color": lambda: self._row[self._place(asked.of)].color == asked.color,
            "beside": lambda: self._beside(asked),
            "end": lambda: self._row[{"left": 0, "right": -1}[asked.side]].color,
            "furthest": lambda: self._furthest(asked.of),
            "count": lambda: self._count(self._row, asked),
            "count_beside": lambda: self._count(self._toward(asked), replace(asked, of="")),
        }
        if op not in table or (op in ("beside", "end", "count_beside") and not asked.side):
            raise ToolInputError(f"{op!r} is no operation, or lacks a side")
        if not self._row:
            raise ToolRefused("there is nothing", code="missing")
        return table[op]()

    def _place(self, of: str) -> int:
        hits = [place for place, thing in enumerate(self._row) if thing.fits(of)]
        if len(hits) != 1 or self._row[hits[0]].count != 1:
            raise ToolRefused(f"{of!r} is {len(hits)} things", code="ambiguous" if hits else "missing")
        return hits[0]

    def _toward(self, asked: _Asked) -> Sequence[_Thing]:
        place = self._place(asked.of)
        return self._row[:place] if asked.side == "left" else self._row[place + 1 :]

    def _beside(self, asked: _Asked) -> str:
        near = self._toward(asked)
        if not near:
            raise ToolRefused(f"nothing lies to the {asked.side} of {asked.of!r}", code="missing")
        return near[-1 if asked.side == "left" else 0].color

    def _furthest(self, of: str) -> str:
        place = self._place(of)
        ends = {abs(other - place): self._row[other].color for other in (0, len(self._row) - 1)}
        if len(ends) == 1 and len(self._row) > 1:
            raise ToolRefused("both ends are equally far", code="tie")
        return ends[max(ends)]

    def _count(self, things: Sequence[_Thing], asked: _Asked) -> str:
        left = (t for t in things if not (asked.removed and t.fits(asked.removed)))
        counted = (t for t in left if t.color not in asked.without and (not asked.of or t.fits(asked.of)))
        return str(sum(thing.count for thing in counted))
