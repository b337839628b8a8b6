"""Sets of real numbers: finite unions of intervals whose ends are exact expressions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, lru_cache

from toolkits._precision import precision
from toolkits.equivalence._enclose import Undefined, enclose
from toolkits.equivalence._policy import Policy
from toolkits.errors import ToolInputError, ToolkitError
from toolkits.expressions import Binary, Expression, Number, exact_value

MAX_ENDS = 60
_PLAIN = Policy(symbolic=False)


class Unsolved(ToolInputError):  # noqa: N818  (control flow: this rung can't speak)
    """The set is not known: an equation beyond our rules, ends that can't be put in order."""

    default_code = "unsupported"


@dataclass(frozen=True, slots=True)
class End:
    """A finite end, or ``-∞``/``∞`` (``infinite`` is -1 or 1)."""

    value: Expression | None = None
    infinite: int = 0


LOWEST, HIGHEST = End(infinite=-1), End(infinite=1)


@dataclass(frozen=True, slots=True)
class Piece:
    """An interval; a single point where both ends are the same and closed."""

    low: End
    high: End
    has_low: bool = False
    has_high: bool = False


@dataclass(frozen=True, slots=True)
class Region:
    """A set of real numbers, as pieces that may touch or overlap."""

    pieces: tuple[Piece, ...] = ()

    def __or__(self, other: Region) -> Region:
        return _combined(self, other, lambda a, b: a or b)

    def __and__(self, other: Region) -> Region:
        return _combined(self, other, lambda a, b: a and b)

    def __sub__(self, other: Region) -> Region:
        return _combined(self, other, lambda a, b: a and not b)

    @property
    def is_empty(self) -> bool:
        """Whether it holds no number; pieces are proper once two regions have been combined."""
        return not self.pieces


EVERYTHING = Region((Piece(LOWEST, HIGHEST),))
NOTHING = Region()


def points(values: Sequence[Expression]) -> Region:
    """The set of these numbers."""
    found = [End(value) for value in values]
    return Region(tuple(Piece(end, end, has_low=True, has_high=True) for end in found)) | NOTHING


def union(regions: Iterable[Region]) -> Region:
    """The numbers of any of them."""
    return Region(tuple(piece for region in regions for piece in region.pieces)) | NOTHING


def interval(low: End, high: End, *, has_low: bool, has_high: bool) -> Region:
    """The numbers between; the empty set where the ends are the wrong way round."""
    order = compare_ends(low, high)
    if order > 0 or (order == 0 and not (has_low and has_high)) or low.infinite > 0 or high.infinite < 0:
        return NOTHING
    return Region((Piece(low, high, has_low and not low.infinite, has_high and not high.infinite),))


def same(one: Region, other: Region) -> bool:
    """Whether the two hold the same numbers. Raises :class:`Unsolved`."""
    return (one - other).is_empty and (other - one).is_empty


def compare_ends(one: End, other: End) -> int:
    """-1, 0 or 1. Raises :class:`Unsolved` where neither an order nor equality is proved."""
    if one.infinite or other.infinite:
        return (one.infinite > other.infinite) - (one.infinite < other.infinite)
    assert one.value is not None
    assert other.value is not None
    return order(one.value, other.value)


@lru_cache(maxsize=8_192)
def order(one: Expression, other: Expression) -> int:
    """The sign of ``one - other``, proved. Raises :class:`Unsolved`."""
    left, right = _rational(one), _rational(other)
    if left is not None and right is not None:
        return (left > right) - (left < right)
    difference = Binary("-", one, other)
    for bits in (96, 512):
        sign = _sign(difference, bits)
        if sign:
            return sign
    from toolkits.equivalence._ladder import Pair, compare  # noqa: PLC0415  (it builds on this module's users)

    found = compare(Pair(one, other, _PLAIN))
    if found.outcome == "equivalent" and found.grade in ("structural", "exact"):
        return 0
    sign = _sign(difference, 4_096)
    if sign:
        return sign
    raise Unsolved("two ends can't be put in order")


def sign_of(value: Expression) -> int:
    """The sign of a number, proved. Raises :class:`Unsolved`."""
    return order(value, Number(0))


def _rational(node: Expression) -> Fraction | None:
    if node.variables:
        raise Unsolved("an end with letters in it")
    try:
        return exact_value(node)
    except ToolkitError:
        return None


def _sign(node: Expression, bits: int) -> int:
    try:
        with precision(bits):
            value = enclose(node, {})
    except Undefined:
        return 0
    if not value.imag.contains(0):
        raise Unsolved("an end that is no real number")
    if not value.imag.is_zero():
        return 0
    return 0 if value.real.contains(0) else 1 if value.real > 0 else -1


# --- combining: membership on each end and between neighbours ---------------------------------------------


def _combined(one: Region, other: Region, keep: Callable[[bool, bool], bool]) -> Region:
    ends = _distinct(
        [end for region in (one, other) for piece in region.pieces for end in (piece.low, piece.high)]
    )
    cells = 2 * len(ends) + 1
    left, right = _members(one, ends, cells), _members(other, ends, cells)
    return _rebuilt(ends, [keep(a, b) for a, b in zip(left, right, strict=True)])


def _distinct(ends: list[End]) -> list[End]:
    """The finite ends in rising order, each once."""
    finite = [end for end in ends if not end.infinite]
    if len(finite) > MAX_ENDS:
        raise Unsolved("too many ends")
    found: list[End] = []
    for end in sorted(finite, key=cmp_to_key(compare_ends)):
        if not found or compare_ends(found[-1], end):
            found.append(end)
    return found


def _members(region: Region, ends: list[End], cells: int) -> list[bool]:
    """For each cell (gap, end, gap, …, gap) whether the region holds it."""
    inside = [False] * cells
    for piece in region.pieces:
        low, high = _place(piece.low, ends, cells), _place(piece.high, ends, cells)
        for cell in range(low, high + 1):
            if (cell == low and not piece.has_low and cell % 2) or (
                cell == high and not piece.has_high and cell % 2
            ):
                continue
            inside[cell] = True
    return inside


def _place(end: End, ends: list[End], cells: int) -> int:
    if end.infinite:
        return 0 if end.infinite < 0 else cells - 1
    at = bisect_left(ends, 0, key=lambda other: compare_ends(other, end))
    return 2 * at + 1


def _rebuilt(ends: list[End], inside: list[bool]) -> Region:
    pieces: list[Piece] = []
    start: int | None = None
    for cell, held in enumerate([*inside, False]):
        if held and start is None:
            start = cell
        elif not held and start is not None:
            pieces.append(_piece(ends, start, cell - 1, len(inside)))
            start = None
    return Region(tuple(pieces))


def _piece(ends: list[End], first: int, last: int, cells: int) -> Piece:
    low = LOWEST if first == 0 else ends[(first - 1) // 2]
    high = HIGHEST if last == cells - 1 else ends[last // 2]
    return Piece(low, high, has_low=bool(first % 2), has_high=bool(last % 2))
