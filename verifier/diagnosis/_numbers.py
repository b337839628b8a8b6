"""How a claimed number relates to the exact one: which common slip turns one into the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from toolkits.quantities import decimal_text, magnitude, round_to, rounds_to

#: Factors between units that people mix up: 60 (minutes, seconds), 3600, 24, 7, 12 (months, inches), 365, km
#: and miles, kilograms and pounds, centimetres and inches, km/h and m/s.
UNIT_FACTORS = tuple(
    map(Fraction, ("60", "3600", "24", "7", "12", "365", "1.609344", "0.45359237", "2.54", "3.6"))
)
#: Smaller factors are common between bare numbers too.
_LARGE = 60
_MOST_PLACES = 9


@dataclass(frozen=True)
class Pair:
    """A claimed number and the exact one, in the same units.

    Attributes:
        quantum: the step to which the claim was printed; ``None`` when it is exact as written.
        percent: the claim is printed in percent.
        measured: the numbers count a unit, so that one may have been taken for another.
    """

    claimed: Fraction
    exact: Fraction
    quantum: Fraction | None = None
    percent: bool = False
    measured: bool = False

    def rounds(self, value: Fraction) -> bool:
        """Whether ``value`` rounds to what was claimed."""
        return rounds_to(value, self.claimed, self.quantum) is True

    def fits(self, value: Fraction) -> bool:
        """Whether ``value`` is what was claimed, or rounds to it and that is no accident.

        Of a number of one or two figures a tenth of all values round to it: that explains nothing.
        """
        if value.as_integer_ratio() == self.claimed.as_integer_ratio():
            return True
        return self.is_fine and self.is_near(*value.as_integer_ratio()) and self.rounds(value)

    @cached_property
    def is_fine(self) -> bool:
        """Whether the claim was printed so finely that a value which rounds to it is no accident."""
        return self.quantum is not None and abs(self.claimed) >= 100 * self.quantum

    def is_near(self, numerator: int, denominator: int) -> bool:
        """Whether the quotient is what was claimed or within one printed step of it: else it cannot fit.

        In whole numbers, for the many values that are tried and do not fit.
        """
        claimed, per = self.claimed.as_integer_ratio()
        apart = abs(numerator * per - claimed * denominator)
        if not apart or not self.is_fine:
            return not apart
        assert self.quantum is not None
        step, of = self.quantum.as_integer_ratio()
        return apart * of <= step * per * abs(denominator)


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip that explains the claimed number: its kind, details, and a sentence in English and Chinese.

    ``gives`` is the number that comes out with the slip; ``None`` where the slip is in the digits as printed.
    """

    kind: str
    en: str
    zh: str
    details: Mapping[str, object] = field(default_factory=dict[str, object])
    gives: Fraction | None = field(default=None, compare=False)


def number_slips(pair: Pair) -> Iterator[Slip]:
    """Relations between the exact number and the claimed one, that hold whatever the expression is."""
    yield from _last_digits(pair)
    yield from _sign(pair)
    yield from _scale(pair)
    yield from _reciprocal(pair)
    yield from _digits(pair)
    yield from _units(pair)


def _last_digits(pair: Pair) -> Iterator[Slip]:
    if pair.quantum is None:
        return
    steps = (pair.claimed - round_to(pair.exact, pair.quantum)) / pair.quantum
    whole = (pair.exact / pair.quantum).denominator == 1
    if abs(steps) != 1 and (whole or abs(steps) > 2):
        return
    right = decimal_text(round_to(pair.exact, pair.quantum))
    details = {"steps": int(steps), "right": right}
    if whole:
        yield Slip("off_by_one", "off by one in the last digit", "末位差一", details, pair.claimed)
        return
    if pair.claimed == round_to(pair.exact, pair.quantum, "truncation"):
        yield Slip(
            "truncated",
            f"cut off instead of rounded: it rounds to {right}",
            f"应四舍五入为{right}，却被截断",
            details,
        )
    by = abs(int(steps))
    yield Slip(
        "rounding", f"rounded wrongly, by {by} in the last digit: it rounds to {right}",
        f"舍入有误，末位差{by}：应为{right}", details,
    )  # fmt: skip


def _sign(pair: Pair) -> Iterator[Slip]:
    if pair.exact and pair.rounds(-pair.exact):
        yield Slip("sign", "the sign is wrong", "符号错误", gives=-pair.exact)


def _reciprocal(pair: Pair) -> Iterator[Slip]:
    """1/x for x, where that is no power of ten."""
    if pair.exact and abs(pair.exact) != 1 and pair.fits(1 / pair.exact):
        en, zh = "it is one divided by the right value", "所得为正确值的倒数"
        yield Slip("reciprocal", en, zh, gives=1 / pair.exact)


def _scale(pair: Pair) -> Iterator[Slip]:
    if not pair.exact or not pair.claimed or (pair.claimed < 0) != (pair.exact < 0):
        return
    near = magnitude(pair.claimed / pair.exact)
    for power in (near, near + 1):
        gives = pair.exact * Fraction(10) ** power
        if power and abs(power) <= _MOST_PLACES and pair.fits(gives):
            yield replace(_by_power(power, percent=pair.percent and abs(power) == 2), gives=gives)
            return


def _by_power(power: int, *, percent: bool) -> Slip:
    times = str(10 ** abs(power))
    details = {"power": power}
    if percent:
        return Slip(
            "percent", f"{_size_en(power)} by a factor of 100: percent and ratio are mixed up",
            f"{_size_zh(power)}100倍：百分数与比值混淆", details,
        )  # fmt: skip
    return Slip("scale", f"{_size_en(power)} by a factor of {times}", f"{_size_zh(power)}{times}倍", details)


def _size_en(power: int) -> str:
    return "too large" if power > 0 else "too small"


def _size_zh(power: int) -> str:
    return "大了" if power > 0 else "小了"


def _units(pair: Pair) -> Iterator[Slip]:
    """Factors between units that turn the exact number into the claimed one."""
    for factor in UNIT_FACTORS if pair.exact else ():
        if factor < _LARGE and not pair.measured:
            continue
        for power, value in ((1, pair.exact * factor), (-1, pair.exact / factor)):
            if pair.fits(value):
                times = decimal_text(factor)
                yield Slip(
                    "unit", f"{_size_en(power)} by a factor of {times}, as between units",
                    f"{_size_zh(power)}{times}倍，似为单位换算所致", {"factor": times, "power": power}, value,
                )  # fmt: skip


def _digits(pair: Pair) -> Iterator[Slip]:
    """Two neighbouring digits exchanged."""
    if pair.quantum is None or (pair.claimed < 0) != (pair.exact < 0):
        return
    right = _figures(round_to(pair.exact, pair.quantum), pair.quantum)
    shown = _figures(pair.claimed, pair.quantum)
    differing = [i for i, (a, b) in enumerate(zip(right, shown, strict=False)) if a != b]
    if len(right) != len(shown) or len(differing) != 2 or differing[1] != differing[0] + 1:
        return
    first, second = differing
    if right[first] == shown[second] and right[second] == shown[first]:
        exchanged = f"{right[first]}{right[second]}"
        yield Slip(
            "transposed", f"two digits are exchanged: {exchanged} became {exchanged[::-1]}",
            f"两位数字颠倒：{exchanged}写成了{exchanged[::-1]}", {"digits": exchanged},
        )  # fmt: skip


def _figures(value: Fraction, quantum: Fraction) -> str:
    return str(abs(int(value / quantum))) if abs(value) < quantum * 10**60 else ""
