"""The ``ordering`` tool: what follows about a row of things from statements on their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from toolkits.errors import ToolInputError, ToolLimit, ToolRefused

_MAX_ITEMS = 12
_MAX_NODES = 200_000

Placed: TypeAlias = dict[str, int]
Test: TypeAlias = Callable[[Placed], bool]


def ordering(
    items: list[str], constraints: list[list[str]], options: dict[str, list[str]] | None = None, ask: str = ""
) -> dict[str, Any]:
    """What holds in every order of ``items``, first to last, that meets the constraints.

    Args:
        items: distinct names, at most 12.
        constraints: each one of ``[a, "before", b]``, ``[a, "right before", b]`` (next to it), ``[a, "next
            to", b]``, ``[a, "at", n]`` (n counted from 1; from the end where negative: -1 is the last), with
            ``"not"`` in front of the word to deny it.
        options: letter -> a constraint that may or may not follow. The value is the letter of the one that
            does.
        ask: a position as text, ``"2"`` or ``"-1"``. The value is the item that stands there.

    Returns:
        ``{"value": …, "orders": how many orders remain, "order": the order where it is the only one}``. With
        neither ``options`` nor ``ask`` the value is the order itself.

    Raises:
        ToolInputError: a constraint names something unknown or has another form.
        ToolRefused: no order meets the constraints (``contradiction``), or they leave the answer open
            (``undetermined``), or more than one option follows (``ambiguous_option``).
        ToolLimit: too many items or orders.
    """
    if len(items) > _MAX_ITEMS or len(set(items)) < len(items):
        raise ToolLimit(f"at most {_MAX_ITEMS} items, each once")
    orders = list(_orders(items, [_test(c, items) for c in constraints]))
    if not orders:
        raise ToolRefused("no order meets all the statements", code="contradiction")
    known = {"orders": len(orders), "order": list(orders[0]) if len(orders) == 1 else None}
    if options is not None:
        return {"value": _following(options, items, orders), **known}
    if ask:
        return {"value": _standing_at(ask, orders), **known}
    if len(orders) > 1:
        raise ToolRefused(f"{len(orders)} orders meet the statements", code="undetermined")
    return {"value": known["order"], **known}


def _following(options: dict[str, list[str]], items: Sequence[str], orders: list[tuple[str, ...]]) -> str:
    tests = {letter: _test(option, items) for letter, option in options.items()}
    places = [_places(order) for order in orders]
    hits = [letter for letter, test in tests.items() if all(map(test, places))]
    if len(hits) != 1:
        raise ToolRefused(f"{len(hits)} options follow", code="ambiguous_option" if hits else "undetermined")
    return hits[0]


def _standing_at(ask: str, orders: list[tuple[str, ...]]) -> str:
    index = _position(ask, len(orders[0])) - 1
    found = {order[index] for order in orders}
    if len(found) > 1:
        raise ToolRefused(f"{len(found)} items may stand there", code="undetermined")
    return found.pop()


def _places(order: Sequence[str]) -> Placed:
    return {name: place for place, name in enumerate(order, start=1)}


def _orders(items: Sequence[str], tests: Sequence[Test]) -> Iterator[tuple[str, ...]]:
    """Every order that passes, place by place, leaving a branch at the first test that fails.

    A test sees the items placed so far and answers True while it can't tell.
    """
    nodes = 0
    stack: list[tuple[str, ...]] = [()]
    while stack:
        head = stack.pop()
        nodes += 1
        if nodes > _MAX_NODES:
            raise ToolLimit(f"more than {_MAX_NODES} partial orders")
        placed = _places(head)
        if not all(test(placed) for test in tests):
            continue
        if len(head) == len(items):
            yield head
        stack += [(*head, name) for name in reversed(items) if name not in placed]


def _test(constraint: Sequence[str], items: Sequence[str]) -> Test:
    try:
        one, word, other = constraint
    except ValueError as error:
        raise ToolInputError(f"{constraint!r} is not [item, word, item or place]") from error
    word, denied = (word.removeprefix("not "), word.startswith("not "))
    for name in (one, *([] if word == "at" else [other])):
        if name not in items:
            raise ToolInputError(f"{name!r} is not one of the items")
    if word == "at":
        return _at(one, _position(other, len(items)), denied)
    if word not in _RELATIONS:
        raise ToolInputError(f"{word!r} is none of at, {', '.join(_RELATIONS)}")
    return _related(one, other, _RELATIONS[word], denied)


_RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "before": lambda a, b: a < b,
    "right before": lambda a, b: a + 1 == b,
    "next to": lambda a, b: abs(a - b) == 1,
}


def _at(one: str, place: int, denied: bool) -> Test:
    def holds(placed: Placed) -> bool:
        if one in placed:
            return (placed[one] == place) != denied
        return denied or len(placed) < place

    return holds


def _related(one: str, other: str, relation: Callable[[int, int], bool], denied: bool) -> Test:
    def holds(placed: Placed) -> bool:
        if one in placed and other in placed:
            return relation(placed[one], placed[other]) != denied
        if denied or (one not in placed and other not in placed):
            return True
        # The one that is missing stands further back; the next place is its best chance for every relation.
        soonest = len(placed) + 1
        return relation(placed.get(one, soonest), placed.get(other, soonest))

    return holds


def _position(text: str, count: int) -> int:
    try:
        number = int(text)
    except ValueError as error:
        raise ToolInputError(f"{text!r} is not a place") from error
    place = number if number > 0 else count + 1 + number
    if number == 0 or not 1 <= place <= count:
        raise ToolInputError(f"there is no place {text} among {count}")
    return place
