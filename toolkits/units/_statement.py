"""Judges a conversion as it was written: "5 km = 5000 m", "98.6 F is 37 C", "1 ft = 30 cm".

The left side is taken as given, the right side as printed: right is what equals it, or is it rounded at its
last printed digit and still has two significant figures. docs/tools/unit_convert.md states what was decided.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product, starmap
from typing import Any, Literal, TypeAlias

from toolkits import lazy_re as re
from toolkits._characters import fold_prose
from toolkits._interval import Interval
from toolkits.errors import ToolkitError
from toolkits.quantities import Decimals, Quantity, Rounding, decimal_text, number_json, rounding_as_printed
from toolkits.units._apply import apply
from toolkits.units._compound import Amount
from toolkits.units._convert import Conversion, by_working_time, compatible, conversion_of, is_money
from toolkits.units._sides import read_side, split_statement

Outcome: TypeAlias = Literal["true", "false", "undecided"]
_MAX_LENGTH = 400
_MOST_SIDES = 6
Judged: TypeAlias = tuple[Outcome, str]
_FEWEST_FIGURES = 2
_NEAR = Fraction(1, 4)
_LARGEST_SIMPLE = 100
_READ_CODES = frozenset(("unknown_unit", "number", "limit", "ambiguous_unit"))
#: Of several readings with one outcome, the one that says most.
_ORDER = (
    "exact",
    "rounded",
    "rounding",
    "wrong",
    "figures",
    "zeros",
    "given_rounded",
    "ambiguous",
    "enclosure",
)
_DECIMAL_COMMA = re.compile(r"(?<![\d,])\d+,\d{1,2}(?![\d,])")
_DENIED = re.compile(r"\b(?:not|isn't|aren't)\b|≠|!=|不等于|不是", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A judged conversion.

    Attributes:
        outcome: ``true``, ``false`` or ``undecided``.
        reason: of ``true``: ``exact``, ``rounded``; of ``false``: ``wrong``, ``rounding`` (the right size, a
            wrong last digit), ``dimension``; of ``undecided``: ``ambiguous`` (see ``candidates``),
            ``figures`` (right, but only to one figure), ``given_rounded`` (the left side may be the rounded
            one), ``zeros``, ``currency``, ``unknown_unit``, ``number``, ``limit``, ``statement``.
        value: the left side in the right side's unit; ``None`` where there is no single one.
        unit: that unit.
        rounding: how the printed right side comes from ``value``.
        candidates: the readings that disagree, or that the units have.
        message: what is wrong with the text, for people.
    """

    outcome: Outcome
    reason: str
    value: Fraction | Interval | None = None
    unit: str | None = None
    rounding: Rounding | None = None
    candidates: tuple[str, ...] = ()
    message: str = ""

    def json(self) -> dict[str, Any]:
        """The judgement as JSON; ``value`` is the outcome, ``converted`` the number."""
        return {
            "value": self.outcome,
            "reason": self.reason,
            "converted": None if self.value is None else number_json(self.value),
            "unit": self.unit,
            "steps": self.rounding.steps if self.rounding else None,
            "candidates": list(self.candidates),
            **({"message": self.message} if self.message else {}),
        }


def unit_convert(claim: str = "", left: str = "", right: str = "") -> dict[str, Any]:
    """Whether a stated conversion is right: "5 km = 5000 m", "98.6 F is 37 C", "1公里等于2里".

    Args:
        claim: the whole statement, with =, ≈, "is", 等于 and the like between its sides; it may be a chain.
        left: the amount that is converted, when the statement is given in two parts.
        right: the amount that it is said to be.

    Returns:
        ``{"value": "true" | "false" | "undecided", "reason": code, "converted": number or null, "unit": the
        right side's unit, "steps": last digits off, "candidates": readings that disagree}``.
    """
    found = judge_statement(claim) if claim else judge_conversion(left, right)
    return found.json()


def judge_statement(text: str) -> Statement:
    """Judge a statement with its signs; of a chain every link must hold."""
    if len(text) > _MAX_LENGTH:
        return Statement(outcome="undecided", reason="limit", message=f"more than {_MAX_LENGTH} characters")
    body = fold_prose(text).strip().rstrip(".。!！")
    if _DENIED.search(body):
        return _unread("statement", "a denied statement is not judged")
    sides = split_statement(body)
    if not 2 <= len(sides) <= _MOST_SIDES:
        return _unread("statement", f"{text[:60]!r} does not say that one amount is another")
    links = [judge_conversion(one, other) for one, other in pairwise(sides)]
    for outcome in ("false", "undecided"):
        for link in links:
            if link.outcome == outcome:
                return link
    return next((link for link in links if link.reason != "exact"), links[-1])


def judge_conversion(left: str, right: str) -> Statement:
    """Judge whether ``right``, as printed, is ``left``."""
    try:
        decimals: Decimals = "" if _DECIMAL_COMMA.search(f"{left} {right}") else "point"
        one, other = read_side(left, decimals), read_side(right, decimals)
    except ToolkitError as error:
        return _unread(_reason(error), str(error))
    return judge_amounts(one, other)


def judge_amounts(one: Amount, other: Amount) -> Statement:
    """The same of amounts that were read."""
    pairs = [pair for pair in product(one.units, other.units) if compatible(*pair)]
    if not pairs:
        return _incompatible(one, other)
    if all(starmap(by_working_time, pairs)):
        return _unread("ambiguous", "how many hours of the day are paid is not said")
    found: dict[Statement, list[str]] = {}
    for source, target in pairs:
        for value, printed in product((one.value, *one.others), (other.value, *other.others)):
            judged = _judged(conversion_of(source, target), value, printed, one, other)
            converted = value if judged.value is None else judged.value
            label = f"{decimal_text(value)} {source.label} = {decimal_text(converted)} {target.label}"
            found.setdefault(judged, []).append(label)
    if len({judged.outcome for judged in found}) == 1 and not _in_the_mean(found, one, other):
        return min(found, key=lambda judged: _ORDER.index(judged.reason))
    candidates = tuple(dict.fromkeys(label for labels in found.values() for label in labels))
    return Statement(outcome="undecided", reason="ambiguous", unit=other.name, candidates=candidates)


def _in_the_mean(found: Iterable[Statement], one: Amount, other: Amount) -> bool:
    """Whether a month or year was said to have so many days: none has its mean length."""
    values = {judged.value for judged in found}
    dated = any(family == "calendar" for unit in (*one.units, *other.units) for family, _ in unit.tags)
    return len(values) > 1 and dated and not (one.approx or other.approx)


def _judged(by: Conversion, value: Fraction, printed: Fraction, one: Amount, other: Amount) -> Statement:
    """One reading of each: the converted value against the printed one."""
    exact = apply(by, value)
    relation = rounding_as_printed(exact, _as_quantity(printed, other))
    outcome, reason = _outcome(relation, exact, printed, one.approx or other.approx)
    if outcome == "false" and _left_may_be_rounded(by, printed, one):
        outcome, reason = "undecided", "given_rounded"
    return Statement(outcome=outcome, reason=reason, value=exact, unit=by.target.symbol, rounding=relation)


def _outcome(relation: Rounding, exact: Fraction | Interval, printed: Fraction, hedged: bool) -> Judged:
    """The outcome of one reading and why; rounded to a single figure only an open one, where it is near."""
    if relation.relation == "exact":
        return "true", "exact"
    if relation.relation == "rounded" and (hedged or (relation.figures or 0) >= _FEWEST_FIGURES):
        return "true", "rounded"
    if relation.relation in ("rounded", "open"):
        value = exact.midpoint if isinstance(exact, Interval) else exact
        far = (relation.figures or 0) < _FEWEST_FIGURES and abs(printed - value) >= abs(value) * _NEAR
        reason = relation.reason or "figures"
        return ("false", "wrong") if far else ("undecided", reason)
    return "false", "rounding" if relation.modes else "wrong"


def _left_may_be_rounded(by: Conversion, printed: Fraction, one: Amount) -> bool:
    """26.2 miles = 42.195 km: between systems of units either side may be the rounded one.

    Not within one system (1.5 h = 91 min), whose factors are small numbers, and not where the left side is a
    whole number.
    """
    terms = (by.scale.numerator, by.scale.denominator)
    if one.quantum is None or one.quantum >= 1 or by.pi or 1 in terms or max(terms) <= _LARGEST_SIMPLE:
        return False
    back = rounding_as_printed((printed - by.shift) / by.scale, _as_quantity(one.value, one))
    return back.holds is not False and (back.figures or 0) >= _FEWEST_FIGURES


def _as_quantity(value: Fraction, amount: Amount) -> Quantity:
    return Quantity(
        value=value,
        quantum=amount.quantum,
        unit=None,
        approx=amount.approx,
        truncated=False,
        start=0,
        end=0,
        number_start=0,
        number_end=0,
    )


# --- what can't be judged -----------------------------------------------------------------------------------


def _incompatible(one: Amount, other: Amount) -> Statement:
    """Other dimensions are plain wrong; between currencies nobody here knows the rate."""
    if all(map(is_money, (*one.units, *other.units))):
        return Statement(
            outcome="undecided",
            reason="currency",
            message=f"{one.name} and {other.name} are different currencies; no exchange rate is known here",
        )
    return Statement(
        outcome="false",
        reason="dimension",
        message=f"{one.name or '1'} and {other.name or '1'} measure different things",
    )


def _unread(reason: str, message: str) -> Statement:
    return Statement(outcome="undecided", reason=reason, message=message[:300])


def _reason(error: ToolkitError) -> str:
    return error.code if error.code in _READ_CODES else "number"
