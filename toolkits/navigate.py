"""The ``navigate`` tool: where a walk on the plane ends."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from toolkits.errors import ToolInputError, ToolLimit

_MAX_MOVES = 10_000
_HEADINGS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
_QUARTERS = {"forward": 0, "right": 1, "backward": 2, "left": 3}
_TURNS = {"right": 1, "around": 2, "left": 3}


def navigate(moves: list[dict[str, str]]) -> dict[str, Any]:
    """Whether a walk ends where it began, starting out northward.

    Args:
        moves: the instructions in order: ``{"turn": "left" | "right" | "around"}``, or ``{"steps": number,
            "toward": side}``. A side of the walker (forward, backward, left, right) does not turn them; it
            may also be a point of the compass; forward when absent.

    Returns:
        ``{"value": whether it ends at the start, "position": [steps east, steps north], "distance": steps
        along the two axes together}``, numbers as text.

    Raises:
        ToolInputError: a move that is neither a turn nor a number of steps.
        ToolLimit: more than 10,000 moves.
    """
    if len(moves) > _MAX_MOVES:
        raise ToolLimit(f"{len(moves)} moves; at most {_MAX_MOVES}")
    facing = 0
    east = north = Fraction(0)
    for move in moves:
        if "turn" in move:
            facing = (facing + _turn(move)) % 4
            continue
        across, along = _direction(move, facing)
        steps = _steps(move)
        east, north = east + across * steps, north + along * steps
    return {
        "value": east == north == 0,
        "position": [str(east), str(north)],
        "distance": str(abs(east) + abs(north)),
    }


def _turn(move: dict[str, str]) -> int:
    if move["turn"] not in _TURNS:
        raise ToolInputError(f"can't turn {move['turn']!r}; left, right or around")
    return _TURNS[move["turn"]]


def _direction(move: dict[str, str], facing: int) -> tuple[int, int]:
    toward = move.get("toward", "forward")
    if toward in _HEADINGS:
        return _HEADINGS[toward]
    if toward not in _QUARTERS:
        raise ToolInputError(f"{toward!r} is no direction")
    return list(_HEADINGS.values())[(facing + _QUARTERS[toward]) % 4]


def _steps(move: dict[str, str]) -> Fraction:
    try:
        return Fraction(move["steps"])
    except (KeyError, ValueError, ZeroDivisionError) as error:
        raise ToolInputError(f"{move!r} says no number of steps") from error
