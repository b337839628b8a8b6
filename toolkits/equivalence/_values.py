"""Typed values: what the text of an answer can state."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from toolkits.expressions import Expression

if TYPE_CHECKING:
    from toolkits.units import Unit


@dataclass(frozen=True, slots=True)
class Scalar:
    """One expression.

    Attributes:
        symbolic: the computer algebra system took part in making it.
        constant: the variable of an indefinite integral in it, whose constant is open; else "".
        others: the less likely values of a number that was read in several ways (1,234 as 1.234).
    """

    expression: Expression
    symbolic: bool = False
    constant: str = ""
    others: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Infinite:
    """``∞`` or ``-∞``."""

    sign: int

    @property
    def infinite_above(self) -> bool:
        """Whether it is the upper one."""
        return self.sign > 0


@dataclass(frozen=True, slots=True)
class Equation:
    """``left = right``."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Relation:
    """A chain such as ``a <= x < b``: one more part than signs, each sign one of ``= != < <= > >=``."""

    parts: tuple[Expression | Infinite, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Several values: a set ``{…}``, a tuple ``(…)``, a bare list ``a, b``, or an interval ``[a, b)``.

    Attributes:
        form: ``set``, ``tuple``, ``list`` or ``interval``.
        brackets: the brackets of an interval, and of anything that may be one: ``()``.
    """

    form: str
    members: tuple[Value, ...]
    brackets: str = ""


@dataclass(frozen=True, slots=True)
class Combined:
    """Sets joined by ``∪ ∩ ∖``, statements joined by ``or`` and ``and``; worked off from the left."""

    parts: tuple[Value, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """The set of all real numbers, or the empty one."""

    empty: bool


@dataclass(frozen=True, slots=True)
class Builder:
    """``{x | condition}``, or ``x ∈ set``: the condition may use the variable."""

    variable: str
    condition: Value
    is_set: bool


@dataclass(frozen=True, slots=True)
class Named:
    """``D = (0, 2)``, ``(x, y) = (1, 2)``: a name for a value that is no scalar."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class Matrix:
    """Rows of expressions, all of one length."""

    rows: tuple[tuple[Expression, ...], ...]


@dataclass(frozen=True, slots=True)
class Measure:
    """An amount with every reading of its unit.

    Attributes:
        difference: a change (of temperature), not a point of a scale.
        tolerance: of ``100 km ± 5 km``, in the same unit.
        others: the other values that the number may have (1,234 as 1.234).
        likely: the first value is by far the likeliest: its comma groups digits.
    """

    value: Expression
    units: tuple[Unit, ...]
    difference: bool = False
    tolerance: Expression | None = None
    others: tuple[Expression, ...] = ()
    likely: bool = True


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of things that are no unit: ``12 apples``."""

    value: Expression
    noun: str


@dataclass(frozen=True, slots=True)
class Ratio:
    """``a : b : c``; ``open``: an ellipsis follows."""

    parts: tuple[Expression, ...]
    open: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day, in seconds; ``half`` where it was written with am or pm."""

    seconds: int
    half: bool


@dataclass(frozen=True, slots=True)
class Day:
    """A date, ISO: ``--03-05`` without its year, "" where it has two readings."""

    text: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word or short phrase, folded; ``topic`` names the closed list that it belongs to, or ""."""

    text: str
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A letter of a multiple choice, with the readings of what it stands for where that is written too."""

    letter: str
    content: tuple[Value, ...] = ()


Value: TypeAlias = (
    Scalar
    | Infinite
    | Equation
    | Relation
    | Group
    | Combined
    | Whole
    | Builder
    | Named
    | Matrix
    | Measure
    | Counted
    | Ratio
    | Clock
    | Day
    | Word
    | Choice
)
