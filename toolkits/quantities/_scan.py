"""Finds every number in prose, English and Chinese, with its sign, precision, unit and hedge."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from toolkits import lazy_re as re
from toolkits._characters import GROUP_SPACES, fold_prose
from toolkits.quantities import _chinese as chinese
from toolkits.quantities import _chinese_prose as chinese_prose
from toolkits.quantities import _english_prose as english_prose
from toolkits.quantities._after import APPROX_BEGINS, After, approximation_after, percent_or_unit
from toolkits.quantities._before import APPROX_ENDS, SPACED, Before, is_calm
from toolkits.quantities._digits import BLOB, FRAC, VULGAR, Number, items, number_at
from toolkits.quantities._numerals import Printed, printed, significant_quantum
from toolkits.quantities._quantity import Quantity
from toolkits.quantities._skip import MONTH_ENDS, beyond

_SIGNS = rf"(?P<digits>{BLOB}|\.[0-9]+|[{''.join(VULGAR)}]|\\[dt]?frac)|(?P<zh>[{chinese.NUMERAL}半])"
_WITHOUT_WORDS = re.compile(_SIGNS)
_WITH_WORDS = re.compile(rf"{_SIGNS}|(?P<en>{english_prose.FIRST_WORD})")
_PLAIN_ENDS = frozenset("\n,;).?!:]}|\"'。，、；）？！：")
_OPERATOR_FOLLOWS = frozenset(f" {sign}" for sign in "=+-/<>(&")
_CALM_ENDS = frozenset("\n,;?!]}。，、；？！")
_GOES_ON = frozenset(".…\\0123456789")
_ODD = frozenset("\\" + "".join(VULGAR))
_ELLIPSIS = re.compile(r"\.{3}|…|\\(?:ld|d|cd)ots")
_THIN_GROUPS = re.compile(rf"(?<=\d)[{GROUP_SPACES}](?=\d{{3}}(?!\d))")
_CONTINENTAL = re.compile(r"\d\.\d{3},\d|\d\.\d{3}\.\d{3}(?![\d.])")
_THREE_DECIMALS = re.compile(r"-?\d{1,3}\.\d{3}")


def read_all(text: str, start: int = 0, end: int | None = None) -> list[Quantity]:
    """Every number of ``text[start:end]``, left to right, never overlapping.

    Dates, clock times, versions, ordinals (2nd, 第三) and identifiers (x2, H2O) are no quantities. Numbers
    in words count ("twenty-five", "half an hour", 三百二十), "twice" and "double" don't. A sign, currency or
    unit outside the span is not looked at.

    Args:
        text: prose, Markdown or LaTeX, English or Chinese.
        start: where to begin; offsets of the result are offsets of ``text``.
        end: where to stop; the end of the text by default.
    """
    folded = _folded(text)
    stop = len(folded) if end is None else min(end, len(folded))
    position = max(start, 0)
    scan = _Scan(folded, position, stop)
    search = (_WITH_WORDS if english_prose.may_stand_in(folded[position:stop]) else _WITHOUT_WORDS).search
    while (match := search(folded, position, stop)) is not None:
        position = scan.take(match)
    if scan.dotted and _CONTINENTAL.search(folded, start, stop):
        return [_in_continental_text(quantity, folded) for quantity in scan.found]
    return scan.found


@lru_cache(maxsize=4)
def _folded(text: str) -> str:
    """The text in plain forms; kept for a while, since the same text is asked for number by number."""
    if text.isascii():
        return text
    return fold_prose(_THIN_GROUPS.sub("_", text))


def _in_continental_text(quantity: Quantity, text: str) -> Quantity:
    """In a text that surely writes 1.234,5, the 1.234 beside it has two readings."""
    digits = text[quantity.number_start : quantity.number_end]
    if quantity.alternatives or not _THREE_DECIMALS.fullmatch(digits):
        return quantity
    return replace(quantity, alternatives=(quantity.value * 1000,))


def _plain(reading: Printed, first: int, end: int) -> Quantity:
    return Quantity(
        value=reading.value,
        quantum=reading.quantum,
        unit=None,
        approx=False,
        truncated=False,
        start=first,
        end=end,
        number_start=first,
        number_end=end,
    )


class _Scan:
    """One pass over a text: ``take`` reads the number at a match, and returns where to go on."""

    __slots__ = ("before", "dotted", "found", "start", "stop", "text")

    def __init__(self, text: str, start: int, stop: int) -> None:
        self.text = text
        self.start = start
        self.stop = stop
        self.before = Before(text, start, stop)
        self.found: list[Quantity] = []
        self.dotted = False

    def take(self, match: re.Match[str]) -> int:
        if match.lastgroup == "digits":
            return self.digits(match)
        return self.chinese(match) if match.lastgroup == "zh" else self.english(match)

    # --- three ways to write a number -----------------------------------------------------------------------

    def digits(self, match: re.Match[str]) -> int:
        text, blob = self.text, match[0]
        first, end = match.span()
        if self.is_plain(blob, first, end) and (reading := printed(blob)) and not reading.alternatives:
            self.dotted = self.dotted or reading.point
            self.found.append(_plain(reading, first, end))
            self.before.start = end
            return end
        previous = text[first - 1] if first else ""
        passed = beyond(text, first, end, previous, self.stop)
        if passed:
            return self.chinese_fraction(first) or passed
        if blob[0] == "\\":
            return self.latex_fraction(first, end, previous)
        if "," in blob and self.is_bracketed_pair(blob, first, end):
            return self.listed(blob, first, end)
        number = number_at(text, blob, first, self.stop)
        if number is None:
            return self.listed(blob, first, end)
        if end < self.stop and text[end] == "分" and (passed := self.chinese_fraction(first)):
            return passed
        self.dotted = self.dotted or "." in blob
        return self.add(first, number, previous)

    def is_plain(self, blob: str, first: int, end: int) -> bool:
        """Whether nothing around the digits can matter; many numbers need no closer look."""
        text = self.text
        following = text[end] if end < self.stop else "\n"
        if following == " ":
            if text[end : end + 2] not in _OPERATOR_FOLLOWS:
                return False
        elif following in ".:":
            if text[end + 1 : end + 2] in _GOES_ON:
                return False
        elif following not in _CALM_ENDS:
            return False
        return (
            is_calm(text, first)
            and text[max(0, first - 4) : first - 1] not in MONTH_ENDS
            and blob[0] not in _ODD
        )

    def is_bracketed_pair(self, blob: str, first: int, end: int) -> bool:
        """``(-3,4)`` and ``C(11,2)`` hold two numbers; ``(1,234)`` one."""
        rest = blob.partition(",")[2]
        if len(rest) == 3 or "," in rest or end >= self.stop or self.text[end] not in ")]}":
            return False
        before = self.text[max(self.start, first - 40) : first]
        return max(map(before.rfind, "([{")) > max(map(before.rfind, ")]}"))

    def listed(self, blob: str, first: int, end: int) -> int:
        """A run of digits that is no single number: the items of a list; a version is passed over."""
        position = end
        for offset, width, reading in items(blob):
            begin = first + offset
            number = Number(reading.value, reading.quantum, begin + width, (), reading.point)
            position = self.add(begin, number, self.text[begin - 1] if begin else "")
        return max(position, end)

    def latex_fraction(self, first: int, end: int, previous: str) -> int:
        match = FRAC.match(self.text, first, self.stop)
        if match is None or not int(match[3] or match[4]):
            return end
        value = Fraction(int(match[1] or match[2]), int(match[3] or match[4]))
        return self.add(first, Number(value, None, match.end()), previous)

    def chinese_fraction(self, first: int) -> int:
        """3分之2, 100分之5."""
        parts = chinese_prose.PARTS.match(self.text, first, self.stop)
        reading = chinese_prose.fraction(parts) if parts else None
        if reading is None or reading.value is None:
            return 0
        return self.add(first, Number(reading.value, reading.quantum, reading.end), "")

    def english(self, match: re.Match[str]) -> int:
        reading = english_prose.number_at(self.text, match, self.stop)
        if reading.value is None or reading.start < self.start:
            return reading.end
        number = Number(reading.value, reading.quantum, reading.end)
        negated = self.text[max(self.start, reading.start - 2) : reading.start].lower() == "e "
        return self.add(reading.start, number, " " if negated else "", unit_from=reading.unit_gap)

    def chinese(self, match: re.Match[str]) -> int:
        reading = chinese_prose.number_at(self.text, match.start(), self.stop)
        if reading.value is None:
            return reading.end
        number = Number(reading.value, reading.quantum, reading.end)
        previous = self.text[match.start() - 1] if match.start() else ""
        return self.add(match.start(), number, previous, percent=reading.percent)

    # --- surroundings ---------------------------------------------------------------------------------------

    def add(
        self, first: int, number: Number, previous: str, *, percent: bool = False, unit_from: int = 0
    ) -> int:
        """Add the quantity with all that stands around the number; returns its end."""
        text, stop = self.text, self.stop
        begin, number_start, currency = first, first, "%" if percent else None
        if previous not in _NOTHING_BEFORE and (previous != " " or text[first - 2] in SPACED):
            begin, number_start, found = self.before.sign_and_currency(first, previous)
            currency = found or currency
        value = -number.value if number_start < first else number.value
        quantum, unit, number_end = number.quantum, currency, number.end
        end = number_end
        truncated = False
        following = text[end] if end < stop else "\n"
        if number.point and following in ".…\\" and (dots := _ELLIPSIS.match(text, end, stop)):
            truncated, end = True, dots.end()
        elif following not in _PLAIN_ENDS and text[end : end + 2] not in _OPERATOR_FOLLOWS:
            after = self.after(After(value, quantum, unit, end, end), unit_from)
            value, quantum, unit, number_end, end = after
        begins = begin
        if begin > self.start and (text[begin - 1] != " " or text[begin - 2] in APPROX_ENDS):
            begins = self.before.approximation(begin)
        approx = begins < begin
        if end < stop and text[end] in APPROX_BEGINS and (tail := approximation_after(text, end, stop)) > end:
            approx, end = True, tail
        if approx and quantum is not None and not number.point:
            quantum = significant_quantum(value, quantum)
        self.found.append(
            Quantity(
                value=value,
                quantum=quantum,
                unit=unit,
                approx=approx,
                truncated=truncated,
                start=begins,
                end=end,
                number_start=number_start,
                number_end=number_end,
                alternatives=self.alternatives(number, value, unit, number_start),
            )
        )
        self.before.start = end
        return end

    def after(self, number: After, unit_from: int) -> After:
        """Percent sign and unit behind the digits, or behind the article of "half an hour"."""
        end = number.end
        if unit_from <= end:
            return percent_or_unit(self.text, number, self.stop)
        if unit_from >= self.stop:
            return number
        after = percent_or_unit(self.text, number._replace(end=unit_from), self.stop)
        return after._replace(number_end=end, end=after.end if after.end > unit_from else end)

    def alternatives(
        self, number: Number, value: Fraction, unit: str | None, number_start: int
    ) -> tuple[Fraction, ...]:
        if number.alternatives:
            negative = (value < 0) != (number.value < 0)
            return tuple(-other if negative else other for other in number.alternatives)
        if unit == "EUR" and number.point and _THREE_DECIMALS.fullmatch(self.text, number_start, number.end):
            return (value * 1000,)
        return ()


_NOTHING_BEFORE = frozenset(("", "\n", "(", "*", "=", "[", ",", "{", "}"))
