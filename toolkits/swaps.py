"""The ``swaps`` tool: who holds what after a series of swaps."""

from __future__ import annotations

from typing import Any

from toolkits.errors import ToolInputError, ToolLimit

_MAX_SWAPS = 10_000


def swaps(initial: dict[str, str], swaps: list[list[str]], ask: str) -> dict[str, Any]:
    """What one holder has after pairs of holders exchanged what they had.

    Args:
        initial: holder -> what they hold first.
        swaps: pairs of holders, in order.
        ask: the holder in question, or a thing (then the value is who holds it).

    Returns:
        ``{"value": what ``ask`` holds, "final": holder -> thing}``.

    Raises:
        ToolInputError: a swap or the question names someone unknown, or a holder swaps with themselves.
        ToolLimit: more than 10,000 swaps.
    """
    if len(swaps) > _MAX_SWAPS:
        raise ToolLimit(f"{len(swaps)} swaps; at most {_MAX_SWAPS}")
    held = dict(initial)
    for one, other in swaps:
        if one not in held or other not in held or one == other:
            raise ToolInputError(f"the swap of {one!r} and {other!r} is not between two known holders")
        held[one], held[other] = held[other], held[one]
    return {"value": _asked(ask, held), "final": held}


def _asked(ask: str, held: dict[str, str]) -> str:
    if ask in held:
        return held[ask]
    holders = [who for who, thing in held.items() if thing == ask]
    if len(holders) != 1:
        raise ToolInputError(f"{ask!r} is neither a holder nor a thing that one of them has")
    return holders[0]
