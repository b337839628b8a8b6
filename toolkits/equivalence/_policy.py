"""What the caller may say about conventions, and what counts."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from toolkits.equivalence._evidence import GRADES, Grade
from toolkits.errors import ToolInputError

Relation = Literal["equal", "rounding"]
LogBase = Literal["any", "natural", "common"]
Roots = Literal["any", "principal", "real"]
Angles = Literal["any", "radians", "degrees"]
Sign = Literal["positive", "negative", "nonnegative", "nonzero", "integer", "real"]

#: How long a comparison may take that asks the computer algebra system; 2 s are promised.
SECONDS = 1.6


class Clock:
    """The deadline of one comparison, counted from the caller's call: nothing is asked beyond it."""

    __slots__ = ("_end",)

    def __init__(self, seconds: float = SECONDS) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds until then; negative behind it."""
        return self._end - time.monotonic()


@dataclass(frozen=True, slots=True)
class Policy:
    """Conventions under which two answers are compared.

    Attributes:
        relation: ``equal``, or ``rounding``: one is the other rounded where it was printed.
        least: the least grade of evidence that counts.
        assume: what is known of variables: ``{"x": "positive"}``.
        variables: names that stand for real numbers although they look like constants (``i``, ``e``).
        log: the base of a bare ``log``; ``any``: both are tried, and must agree.
        roots: what a fractional power of a negative number is; ``any``: both, and they must agree.
        angles: the unit of a bare ``sin(30)``; ``any``: both, and they must agree.
        symbolic: whether a computer algebra system in a process of its own may be asked.
        clock: how long all questions to it may take together.
    """

    relation: Relation = "equal"
    least: Grade = "symbolic"
    assume: Mapping[str, Sign] = field(default_factory=dict[str, Sign])
    variables: frozenset[str] = frozenset()
    log: LogBase = "any"
    roots: Roots = "any"
    angles: Angles = "any"
    symbolic: bool = True
    clock: Clock = field(default_factory=Clock, compare=False)

    def __post_init__(self) -> None:
        choices = (
            ("relation", self.relation, get_args(Relation)),
            ("least", self.least, GRADES),
            ("log", self.log, get_args(LogBase)),
            ("roots", self.roots, get_args(Roots)),
            ("angles", self.angles, get_args(Angles)),
            *((f"assume[{name!r}]", sign, get_args(Sign)) for name, sign in self.assume.items()),
        )
        for name, value, allowed in choices:
            if value not in allowed:
                raise ToolInputError(f"{name} is one of {', '.join(allowed)}, not {value!r}")

    def allows(self, name: str, value: object) -> bool:
        """Whether a rational ``value`` of the variable ``name`` fits what is assumed of it."""
        sign = self.assume.get(name, "real")
        number: int = value  # type: ignore[assignment]
        return {
            "positive": number > 0,
            "negative": number < 0,
            "nonnegative": number >= 0,
            "nonzero": number != 0,
            "integer": getattr(value, "denominator", 1) == 1,
            "real": True,
        }[sign]
