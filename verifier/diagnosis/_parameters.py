"""The single slips tried on an expression's numbers: another one in their place, or one rounded too early."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise

from toolkits.expressions import Binary, Constant, Expression, Interval, Number, Unary, evaluate
from toolkits.quantities import Mode, decimal_text, round_to
from verifier.diagnosis._changes import Change, Nodes
from verifier.diagnosis._numbers import Slip
from verifier.diagnosis._tree import NAN, Tree

#: Periods in a year, and the factors by which a number is misread.
_PERIODS = tuple(map(Fraction, (1, 2, 4, 12, 52, 365)))
_MISREAD = (Fraction(100), Fraction(1, 100), Fraction(10), Fraction(1, 10))
_UNIT_FACTORS = (Fraction(60), Fraction(1, 60), Fraction(1000), Fraction(1, 1000))
_MOST_FROM_QUESTION = 12
_LONGEST_TRANSPOSED = 5
_DECIMALS = range(5)
_CONSTANTS = {
    "pi": tuple(map(Fraction, ("3.14", "22/7", "3.1416", "3.142", "3.1", "3"))),
    "e": tuple(map(Fraction, ("2.718", "2.72", "2.7"))),
}
_ROUNDED: Mode = "half_up"
_CUT: Mode = "truncation"
_LARGEST_CUT = 1e12


def number_changes(tree: Tree, question: Sequence[Fraction]) -> Iterator[Change]:
    """Another number wherever one of the numbers stands (1 for 4 periods a year), or in one place only."""
    places: dict[Fraction, list[int]] = {}
    for index, node in enumerate(tree.nodes):
        if index and isinstance(node, Number):
            places.setdefault(Fraction(node.value), []).append(index)
    known = (*places, *question[:_MOST_FROM_QUESTION])
    for value, at in places.items():
        for other, kind in _candidates(value, known, tree, at).items():
            yield _change(tree, at, value, other, kind)
            for index in at if len(at) > 1 else ():
                if abs(other - value) > 1 or not _is_exponent(tree, tree.nodes[tree.parents[index]], index):
                    yield _change(tree, [index], value, other, kind)


def _change(tree: Tree, at: Sequence[int], value: Fraction, other: Fraction, kind: str) -> Change:
    try:
        as_float = float(other)
    except OverflowError:
        as_float = NAN
    whole = (
        tree.whole_with(at[0], as_float) if len(at) == 1 else tree.with_values(dict.fromkeys(at, as_float))[0]
    )
    return Change(whole, partial(_all, at, other), partial(_parameter_slip, value, other, kind))


def _all(at: Iterable[int], other: Fraction) -> Nodes:
    return dict.fromkeys(at, Number(other))


def _parameter_slip(value: Fraction, other: Fraction, kind: str) -> Slip:
    was, now = decimal_text(value), decimal_text(other)
    more, more_zh = ("one more", "多一") if other > value else ("one fewer", "少一")
    by, by_zh = (f", {more}", f"（{more_zh}）") if kind == "period" else ("", "")
    return Slip(
        kind, f"it is what comes out with {now} in place of {was}{by}", f"以{now}代替{was}{by_zh}即得此值",
        {"right": was, "used": now},
    )  # fmt: skip


def _candidates(
    value: Fraction, known: Iterable[Fraction], tree: Tree, at: Sequence[int]
) -> dict[Fraction, str]:
    """What may have been put in place of ``value``, each with the kind of slip that it is."""
    parents = [(tree.nodes[tree.parents[index]], index) for index in at if tree.parents[index] >= 0]
    found: dict[Fraction, str] = dict.fromkeys(known, "parameter")
    if value in _PERIODS:
        found |= dict.fromkeys(_PERIODS, "parameter")
    exponent = bool(parents) and all(_is_exponent(tree, parent, index) for parent, index in parents)
    if value.denominator == 1 and not exponent:
        for other in (value + 1, value - 1):
            found.setdefault(other, "period")
    in_percent = bool(parents) and all(
        isinstance(parent, Unary) and parent.op in "%‰" for parent, _ in parents
    )
    scaled = (value * factor for factor in _MISREAD if not (in_percent and factor == 100))
    for other in (*scaled, *_transposed(value)):
        found.setdefault(other, "parameter")
    for factor in _UNIT_FACTORS:
        found.setdefault(value * factor, "unit")
    found.pop(value, None)
    if exponent:
        found.pop(Fraction(1), None)  # no exponent at all is tried as that
    return found


def _is_exponent(tree: Tree, parent: Expression, index: int) -> bool:
    """Whether the number is an exponent by itself, whose neighbours are tried as exponents."""
    power = isinstance(parent, Binary) and parent.op == "^"
    return power and tree.parts[tree.parents[index]][1] == index


def _transposed(value: Fraction) -> Iterator[Fraction]:
    """36 for 63, 1.25 for 1.52."""
    text = decimal_text(value)
    figures = text.replace(".", "")
    if not figures.isdecimal() or not 2 <= len(figures) <= _LONGEST_TRANSPOSED or text[0] == "0":
        return
    scale = 10 ** len(text.partition(".")[2])
    for index, (one, two) in enumerate(pairwise(figures)):
        if one != two and (index or two != "0"):
            yield Fraction(int(figures[:index] + two + one + figures[index + 2 :]), scale)


# --- rounding too early -------------------------------------------------------------------------------------


def early_roundings(tree: Tree) -> Iterator[Change]:
    """An intermediate result, or a constant, rounded before it goes on."""
    for index, node in enumerate(tree.nodes):
        if isinstance(node, Constant):
            for other in _CONSTANTS[node.name]:
                slip = partial(_constant_slip, node.name, other)
                yield Change(tree.whole_with(index, float(other)), partial(_all, (index,), other), slip)
        if index and _is_result(tree, index):
            yield from _rounded_result(tree, index)


def _is_result(tree: Tree, index: int) -> bool:
    """An intermediate result (or a given number) that is not whole."""
    node, value = tree.nodes[index], tree.values[index]
    if isinstance(node, Constant) or not math.isfinite(value):
        return False
    return value != round(value) and not (isinstance(node, Unary) and isinstance(node.operand, Number))


def _rounded_result(tree: Tree, index: int) -> Iterator[Change]:
    value = tree.values[index]
    for places in _DECIMALS:
        nearest = round(value, places)
        cut = math.trunc(value * 10**places) / 10**places if abs(value) < _LARGEST_CUT else nearest
        found: list[tuple[Mode, float]] = [(_ROUNDED, nearest)]
        if cut != nearest:
            found.append((_CUT, cut))
        for mode, rounded in found:
            if abs(rounded - value) > 1e-12 * abs(value):
                yield Change(
                    tree.whole_with(index, rounded),
                    partial(_rounded_node, tree, index, places, mode),
                    partial(_early_slip, tree, index, places, mode),
                )


def _rounded_node(tree: Tree, index: int, places: int, mode: Mode) -> Nodes:
    return {index: Number(_rounded(tree.nodes[index], places, mode))}


def _rounded(node: Expression, places: int, mode: Mode) -> Fraction:
    value = evaluate(node)
    return round_to(value.midpoint if isinstance(value, Interval) else value, Fraction(1, 10**places), mode)


def _early_slip(tree: Tree, index: int, places: int, mode: Mode) -> Slip:
    what = str(tree.nodes[index])
    now = decimal_text(_rounded(tree.nodes[index], places, mode))
    done, done_zh = ("rounded", "舍入") if mode == _ROUNDED else ("cut off", "截断")
    return Slip(
        "early_rounding", f"it is what comes out when {what} is {done} to {now} first",
        f"先把{what}{done_zh}为{now}再计算即得此值", {"at": what, "used": now},
    )  # fmt: skip


def _constant_slip(name: str, other: Fraction) -> Slip:
    now = "22/7" if other.denominator == 7 else decimal_text(other)
    return Slip(
        "early_rounding", f"it is what comes out with {now} for {name}", f"以{now}代替{name}即得此值",
        {"at": name, "used": now},
    )  # fmt: skip
