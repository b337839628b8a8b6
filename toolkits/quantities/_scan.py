"""Finds every number in prose, English and Chinese, with its sign, precision, unit and word of approximation."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from toolkits._characters import fold_prose
from toolkits.quantities import _chinese as chinese
from toolkits.quantities import _english as english
from toolkits.quantities import _skip as skip
from toolkits.quantities._numerals import Printed, printed, significant_quantum, step
from toolkits.quantities._quantity import Quantity
from toolkits.quantities._units import CURRENCY_CODES, CURRENCY_SIGNS, DOLLARS, PERCENT_WORDS, unit_at

VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5),
    "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
SCALE_WORDS = {
    "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12, "bn": 10**9,
    "mn": 10**6, "hundreds": 100, "thousands": 1000, "millions": 10**6, "billions": 10**9,
}  # fmt: skip
CHINESE_SCALES = {
    "万亿": 10**12, "千亿": 10**11, "百亿": 10**10, "亿": 10**8, "千万": 10**7, "百万": 10**6, "十万": 10**5, "万": 10**4,
    "千": 1000, "百": 100, "打": 12,
}  # fmt: skip

_FIRST_WORDS = {
    "z": "zero", "o": "one", "t": "two|three|ten|twelve|thirteen|twenty|thirty|trillion|thousand", "f":
    "four|five|fourteen|fifteen|forty|fifty", "s": "six|seven|sixteen|seventeen|sixty|seventy", "e":
    "eight|eleven|eighteen|eighty", "n": "nine|nineteen|ninety", "h": "half|hundred", "d": "dozen", "m": "million", "b": "billion",
}  # fmt: skip
_ENGLISH = "|".join(
    rf"[{letter}{letter.upper()}](?<![A-Za-z_\\].)(?i:{'|'.join(word[1:] for word in words.split('|'))})(?![A-Za-z_])"
    for letter, words in _FIRST_WORDS.items()
)
_NUMBER = re.compile(
    rf"(?P<digits>[0-9]+(?:[.,'_][0-9]+)*|\.[0-9]+|[{''.join(VULGAR)}]|\\[dt]?frac)"
    rf"|(?P<zh>[{chinese.NUMERAL}半])|(?P<en>{_ENGLISH})"
)
_PLAIN_END = frozenset(("", "\n", ",", ";", ")", "。", "，", "、", "；", "*", "?"))
_MIXED = re.compile(r" ([0-9]+)/([0-9]+)(?![\d/]|\.\d)")
_SLASH = re.compile(r"/([0-9]+)(?![\d/]|[.,]\d)")
_SPACED_GROUPS = re.compile(r"(?: [0-9]{3}){2,}(?![\d,])(?:\.[0-9]+)?")
_EXPONENT = re.compile(r"[eE]([+-]?[0-9]{1,4})(?![A-Za-z0-9_])")
_POWER_OF_TEN = re.compile(
    r"\s*(?:[×x*·⋅]|\\times|\\cdot)\s*10\s*(?:\^\s*\{?\s*(-?[0-9]{1,4})\s*\}?|\*\*\s*\(?(-?[0-9]{1,4})\)?|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}))"
)
_TEN_TO = re.compile(r"\^\{?(-?[0-9]{1,4})\}?|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_FRAC = re.compile(r"\\[dt]?frac\s*(?:\{\s*(-?[0-9]+)\s*\}|([0-9]))\s*(?:\{\s*([0-9]+)\s*\}|([0-9]))")
_REPEATING = re.compile(r"\\overline\s*\{([0-9]+)\}|((?:\\dot\s*\{?[0-9]\}?[0-9]*)+)")
_ELLIPSIS = re.compile(r"\.{3}|…|\\(?:ld|d|cd)ots")
_LETTERS = re.compile(r"[A-Za-z]+(?:-[a-z]+)?")
_PERCENT = re.compile(r"\s?\\?%|\s?‰|[ -]?(?:percent(?:age)?(?: points?)?|per cent|pct|bps|basis points?)(?![A-Za-z])", re.IGNORECASE)
_HALF_MORE = re.compile("[年天月]半|个半")
_APPROX_WORDS = frozenset(
    "about approximately approx approx. around roughly nearly almost circa ca. ≈ ~ ∼ ≃ ≅ ≐ \\approx \\sim about:"
    " estimated".split()
)
_APPROX_SIGNS = frozenset("≈~∼≃≅≐")
_APPROX_ZH = re.compile("(?:大约|约为|约等于|约是|约合|大概|将近|接近|差不多|近似|近|约)(?:有|是|为|需要?|要)?$")
_APPROX_TAIL = re.compile(r"(?:\\approx|\\sim|\bapproximately equal to|\bclose to|\bmore or less)$")
_APPROX_AFTER = re.compile(r" or so\b| approx(?:\.|imately)?(?![A-Za-z])|左右|上下")
_LINE = re.compile(r"[^\n]*")
_MATH = re.compile(r"\$[^$\n]*?[^\s$]\$(?![\w$])")
_CODE_BEFORE = re.compile(rf"(?<![A-Za-z])({'|'.join(re.escape(code) for code in CURRENCY_CODES)})\s?$")
_HEDGES = frozenset(("several", "few", "many", "couple", "some"))


class _Number(NamedTuple):
    """A number and the span of its digits, before sign and surroundings."""

    value: Fraction
    quantum: Fraction | None
    end: int
    alternatives: tuple[Fraction, ...] = ()
    point: bool = False


def read_all(text: str, start: int = 0, end: int | None = None) -> list[Quantity]:
    """Every number of ``text[start:end]``, left to right, never overlapping.

    Dates, clock times, versions, ordinals, list references (第三) and identifiers (x2, H2O) are no quantities; a sign
    or unit outside the span is not looked at.

    Args:
        text: prose, Markdown or LaTeX, English or Chinese.
        start: where to begin; offsets of the result are offsets of ``text``.
        end: where to stop; the end of the text by default.
    """
    folded = fold_prose(text)
    stop = len(folded) if end is None else min(end, len(folded))
    found: list[Quantity] = []
    position = max(start, 0)
    scan = _Scan(folded, position, stop)
    while (match := _NUMBER.search(folded, position, stop)) is not None:
        position = scan.take(match, found)
    return _with_continental_context(found, folded) if scan.continental else found


def _with_continental_context(found: list[Quantity], text: str) -> list[Quantity]:
    """In a text that surely writes 1.234,5, the 1.234 beside it has two readings."""
    from dataclasses import replace  # noqa: PLC0415

    marked: list[Quantity] = []
    for quantity in found:
        digits = text[quantity.number_start : quantity.number_end]
        whole, _, decimals = digits.partition(".")
        if len(decimals) == 3 and decimals.isdigit() and whole.lstrip("-").isdigit() and not quantity.alternatives:
            quantity = replace(quantity, alternatives=(quantity.value * 1000,))
        marked.append(quantity)
    return marked


class _Scan:
    """One pass over a text; ``take`` reads the number at a match and returns where to go on."""

    __slots__ = ("continental", "end", "start", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.continental = False

    def take(self, match: re.Match[str], found: list[Quantity]) -> int:
        kind = match.lastgroup
        if kind == "digits":
            return self.digits(match, found)
        return self.chinese(match, found) if kind == "zh" else self.english(match, found)

    # --- digits -------------------------------------------------------------------------------------------------------

    def digits(self, match: re.Match[str], found: list[Quantity]) -> int:
        text, first, end = self.text, match.start(), match.end()
        previous = text[first - 1] if first else ""
        passed = skip.not_a_number(text, first, end, previous, self.end)
        if passed:
            return passed
        blob = match[0]
        if blob[0] == "\\":
            return self.latex_fraction(first, end, found)
        number = self.number(blob, first, end)
        if number is None:
            return self.listed(blob, first, end, found)
        found.append(self.finished(first, number, previous))
        return max(found[-1].end, end)

    def number(self, blob: str, first: int, end: int) -> _Number | None:
        """The number that begins with ``blob``: fractions, exponents and scales included."""
        if blob in VULGAR:
            return _Number(Fraction(*VULGAR[blob]), None, end)
        reading = printed(blob)
        if reading is None:
            return None
        following = self.text[end : end + 1] if end < self.end else ""
        if following in _PLAIN_END and following != "*":
            return self.plain(blob, reading, end)
        return self.extended(blob, reading, first, end, following)

    def plain(self, blob: str, reading: Printed, end: int) -> _Number:
        if "," in blob and "." in blob and blob.rindex(",") > blob.index("."):
            self.continental = True
        elif blob.count(".") > 1:
            self.continental = True
        return _Number(reading.value, reading.quantum, end, reading.alternatives, reading.point)

    def extended(self, blob: str, reading: Printed, first: int, end: int, following: str) -> _Number | None:
        text, stop = self.text, self.end
        if following in VULGAR and not reading.point:
            return _Number(reading.value + Fraction(*VULGAR[following]), None, end + 1)
        if following == " " and (mixed := _MIXED.match(text, end, stop)) and blob.isdigit():
            top, bottom = int(mixed[1]), int(mixed[2])
            if 0 < top < bottom:
                return _Number(reading.value + Fraction(top, bottom), None, mixed.end())
        if following == " " and len(blob) <= 3 and (groups := _SPACED_GROUPS.match(text, end, stop)):
            grouped = printed(text[first : groups.end()])
            return None if grouped is None else self.plain(blob, grouped, groups.end())
        if following == "/" and blob.isdigit() and (slash := _SLASH.match(text, end, stop)) and int(slash[1]):
            return _Number(reading.value / int(slash[1]), None, slash.end())
        if following == "\\" and (more := self.latex_number(blob, reading, end)):
            return more
        if following in "eE" and (exponent := _EXPONENT.match(text, end, stop)):
            return self.shifted(reading, int(exponent[1]), exponent.end())
        if following in "×x*·⋅\\ " and (power := _POWER_OF_TEN.match(text, end, stop)):
            digits = power[1] or power[2] or power[3].translate(_SUPERSCRIPTS)
            return self.shifted(reading, int(digits), power.end())
        if blob == "10" and following in "^⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹" and (power := _TEN_TO.match(text, end, stop)):
            value = Fraction(10) ** int(power[1] or power[2].translate(_SUPERSCRIPTS))
            return _Number(value, None, power.end())
        return self.scaled(self.plain(blob, reading, end))

    def latex_number(self, blob: str, reading: Printed, end: int) -> _Number | None:
        r"""``3\frac{1}{2}``, ``0.\overline{3}``, ``1.2\dot{3}``."""
        fraction = _FRAC.match(self.text, end, self.end)
        if fraction and blob.isdigit():
            top, bottom = int(fraction[1] or fraction[2]), int(fraction[3] or fraction[4])
            return _Number(reading.value + Fraction(top, bottom), None, fraction.end()) if 0 < top < bottom else None
        return None

    @staticmethod
    def shifted(reading: Printed, exponent: int, end: int) -> _Number:
        factor = Fraction(10) ** exponent
        return _Number(reading.value * factor, reading.quantum * factor, end)

    def scaled(self, number: _Number) -> _Number:
        """The number with the scale word or letter behind it: 1.2 million, 3k, 5万."""
        text, end = self.text, number.end
        gap = text[end : end + 1] in (" ", "-")
        position = end + gap
        char = text[position : position + 1] if position < self.end else ""
        if char in "万亿千百十打":
            return self.chinese_scale(number, position, char)
        if not (char.isascii() and char.isalpha()):
            return number
        word = _LETTERS.match(text, position, self.end)
        assert word is not None
        scale = SCALE_WORDS.get(word[0].lower())
        if scale:
            return self.scaled(_times(number, scale, word.end()))
        return number if gap or len(word[0]) != 1 else self.letter_scale(number, word[0], position + 1)

    def chinese_scale(self, number: _Number, position: int, char: str) -> _Number:
        text = self.text
        if unit_at(text, position, self.end) or (char == "打" and text[position + 1 : position + 2] in "折包开算"):
            return number
        for length in (2, 1):
            scale = CHINESE_SCALES.get(text[position : position + length])
            if scale:
                return _times(number, scale, position + length)
        return number

    def letter_scale(self, number: _Number, letter: str, end: int) -> _Number:
        """k is a thousand; K, M and B only beside a currency sign, else they may be units."""
        if letter == "k":
            return _times(number, 1000, end)
        factor = {"K": 1000, "M": 10**6, "B": 10**9, "m": 10**6, "T": 10**12}.get(letter)
        if factor is None:
            return number
        before = self.text[number.end - 1 :: -1]
        money = re.match(r"[0-9.,]*[$€£¥₹]", before) is not None
        if money:
            return _times(number, factor, end)
        if letter in "mT":
            return number
        return _times(number, factor, end)._replace(alternatives=(number.value,))

    def listed(self, blob: str, first: int, end: int, found: list[Quantity]) -> int:
        """A run of digits that is no single number: a version is passed over, a list gives its items."""
        parts = blob.split(",")
        if "," not in blob or not all(part.count(".") <= 1 for part in parts):
            return end
        position = first
        for part in parts:
            reading = printed(part)
            if reading is not None:
                stop = position + len(part)
                number = _Number(reading.value, reading.quantum, stop, (), reading.point)
                found.append(self.finished(position, number, self.text[position - 1] if position else ""))
            position += len(part) + 1
        return max(end, found[-1].end) if found else end

    def latex_fraction(self, first: int, end: int, found: list[Quantity]) -> int:
        match = _FRAC.match(self.text, first, self.end)
        if match is None or not int(match[3] or match[4]):
            return end
        value = Fraction(int(match[1] or match[2]), int(match[3] or match[4]))
        previous = self.text[first - 1] if first else ""
        found.append(self.finished(first, _Number(value, None, match.end()), previous))
        return found[-1].end

    # --- words --------------------------------------------------------------------------------------------------------

    def english(self, match: re.Match[str], found: list[Quantity]) -> int:
        text, first = self.text, match.start()
        phrase = english.PHRASE.match(text, first, self.end)
        if phrase is None:
            return self.bare_fraction(match, found)
        words = english.read_words(text, phrase)
        if skip.not_counted(text, first, words.end, match[0].lower()):
            return words.end
        number = _Number(words.value, words.quantum, min(words.end, self.end))
        found.append(self.finished(first, number, text[first - 1] if first else ""))
        return found[-1].end

    def bare_fraction(self, match: re.Match[str], found: list[Quantity]) -> int:
        number = _Number(Fraction(1, 2), None, match.end())
        if self.text[match.end() : match.end() + 8].lower().startswith((" a dozen", " dozen")):
            number = _Number(Fraction(6), None, match.end() + (8 if self.text[match.end() + 1] in "aA" else 6))
        found.append(self.finished(match.start(), number, " "))
        return found[-1].end

    def chinese(self, match: re.Match[str], found: list[Quantity]) -> int:
        reading = skip.chinese_number(self.text, match.start(), self.end)
        if reading.value is None:
            return reading.end
        number = _Number(reading.value, reading.quantum, reading.end)
        found.append(self.finished(match.start(), number, " ", percent=reading.percent))
        return max(found[-1].end, reading.end)

    # --- surroundings -------------------------------------------------------------------------------------------------

    def finished(self, first: int, number: _Number, previous: str, *, percent: bool = False) -> Quantity:
        """The quantity with sign, currency, percent sign, unit and approximation around the number."""
        value, quantum = number.value, number.quantum
        begin = number_start = first
        number_end = end = number.end
        unit: str | None = "%" if percent else None
        if previous and previous not in " \n(":
            begin, number_start, unit = self.before(first, previous, unit)
            if number_start < first:
                value = -value
        elif previous == " " and first >= 2 and self.text[first - 2] not in "=,.;:":
            begin, number_start, unit = self.spaced_before(first, unit)
            if number_start < first:
                value = -value
        if begin < self.start:
            begin = number_start = first
            value, unit = number.value, "%" if percent else None
        truncated = False
        if number.point and (dots := _ELLIPSIS.match(self.text, end, self.end)):
            truncated, end = True, dots.end()
        if end < self.end and self.text[end] not in _PLAIN_END:
            value, quantum, unit, number_end, end = self.after(value, quantum, unit, number_end, end)
        approx = begin > self.start and self.is_approximate(begin)
        if approx:
            begin = self.approx_start(begin)
        if end < self.end and (tail := _APPROX_AFTER.match(self.text, end, self.end)):
            approx, end = True, tail.end()
        if approx and quantum is not None and not number.point:
            quantum = significant_quantum(value, quantum)
        alternatives = number.alternatives
        if alternatives and number_start < first:
            alternatives = tuple(-other for other in alternatives)
        return Quantity(
            value=value,
            quantum=quantum,
            unit=unit,
            approx=approx,
            truncated=truncated,
            start=begin,
            end=end,
            number_start=number_start,
            number_end=number_end,
            alternatives=alternatives,
        )

    def before(self, first: int, previous: str, unit: str | None) -> tuple[int, int, str | None]:
        """Sign and currency directly before the digits: begin of the span, begin of the number, unit."""
        text = self.text
        begin = first
        if previous in CURRENCY_SIGNS and not (previous == "$" and self.is_math(first - 1)):
            unit, begin = self.currency(first - 1)
            sign = text[begin - 1] if begin else ""
            if sign == "-" and skip.is_sign(text, begin - 1):
                return begin - 1, begin - 1, unit
            return begin, first, unit
        if previous == "-" and skip.is_sign(text, first - 1):
            inner = text[first - 2] if first >= 2 else ""
            if inner in CURRENCY_SIGNS and inner and not (inner == "$" and self.is_math(first - 2)):
                unit, begin = self.currency(first - 2)
                return begin, first - 1, unit
            return first - 1, first - 1, unit
        if previous.isalpha() or previous == ".":
            return self.code_before(first, unit)
        return first, first, unit

    def spaced_before(self, first: int, unit: str | None) -> tuple[int, int, str | None]:
        """A sign or currency with one space before the digits: ``= - 5``, ``$ 5``, ``USD 5``."""
        text, other = self.text, self.text[first - 2]
        if other == "-" and skip.is_spaced_sign(text, first - 2):
            return first - 2, first - 2, unit
        if other in CURRENCY_SIGNS and not (other == "$" and (self.is_math(first - 2) or self.closes_math(first - 2))):
            unit, begin = self.currency(first - 2)
            return begin, first, unit
        if other.isupper() or other in "s.":
            return self.code_before(first, unit)
        return first, first, unit

    def code_before(self, first: int, unit: str | None) -> tuple[int, int, str | None]:
        code = _CODE_BEFORE.search(self.text, max(self.start, first - 6), first)
        return (code.start(), first, CURRENCY_CODES[code[1]]) if code else (first, first, unit)

    def currency(self, sign: int) -> tuple[str, int]:
        """Code and begin of the currency whose sign stands at ``sign``."""
        text = self.text
        if text[sign] != "$":
            return CURRENCY_SIGNS[text[sign]], sign
        for length in (2, 1):
            code = DOLLARS.get(text[max(sign - length, 0) : sign])
            if code and not text[max(sign - length - 1, 0) : sign - length].isalpha():
                return code, sign - length
        return "USD", sign - 1 if sign and text[sign - 1] == "\\" else sign

    def is_math(self, sign: int) -> bool:
        """Whether the ``$`` at ``sign`` opens mathematics (``$5 + 3$``) rather than an amount."""
        text = self.text
        if sign and text[sign - 1] == "\\":
            return False
        return (sign > 0 and text[sign - 1] == "$") or _MATH.match(text, sign, self.end) is not None

    def closes_math(self, sign: int) -> bool:
        """Whether a ``$`` with a space behind it ends mathematics (``$x$ 5``)."""
        return sign > 0 and not self.text[sign - 1].isspace()

    def after(
        self, value: Fraction, quantum: Fraction | None, unit: str | None, number_end: int, end: int
    ) -> tuple[Fraction, Fraction | None, str | None, int, int]:
        """Percent sign or unit behind the number."""
        text = self.text
        percent = _PERCENT.match(text, end, self.end) if text[end] in " \\%‰-pPbB" else None
        if percent:
            return self.percentage(value, quantum, percent)
        position = end + 1 if text[end] in " -" else end
        found = unit_at(text, position, self.end) if position < self.end else None
        if found is None:
            return value, quantum, unit, number_end, end
        symbol, stop = found
        if symbol == "s" and position == end and text[end - 1] == "0":  # the 1990s, in his 20s
            return value, quantum, unit, number_end, end
        if unit is not None and symbol != unit:
            return value, quantum, unit, number_end, end
        return value, quantum, symbol, number_end, stop

    @staticmethod
    def percentage(
        value: Fraction, quantum: Fraction | None, match: re.Match[str]
    ) -> tuple[Fraction, Fraction | None, str, int, int]:
        sign = match[0].strip(" -\\").lower()
        if "point" in sign and "basis" not in sign:
            return value, quantum, "pp", match.start(), match.end()
        factor = Fraction(1, 1000 if sign == "‰" else 10_000 if sign[0] == "b" else 100)
        return value * factor, None if quantum is None else quantum * factor, "%", match.end(), match.end()

    def is_approximate(self, begin: int) -> bool:
        return self.approx_start(begin) != begin

    def approx_start(self, begin: int) -> int:
        """Where the word of approximation before ``begin`` starts; ``begin`` when there is none."""
        text = self.text
        last = begin - 1
        while last >= self.start and text[last] in " $(":
            last -= 1
        if last < self.start:
            return begin
        char = text[last]
        if char in _APPROX_SIGNS:
            return last
        if char.isascii():
            return self.approx_word(begin, last) if char.isalpha() or char in ".:" else begin
        match = _APPROX_ZH.search(text, max(self.start, last - 5), last + 1)
        return match.start() if match else begin

    def approx_word(self, begin: int, last: int) -> int:
        text, first = self.text, last
        while first > self.start and not text[first - 1].isspace() and last - first < 16:
            first -= 1
        if text[first : last + 1].lower() in _APPROX_WORDS:
            return first
        tail = _APPROX_TAIL.search(text, max(self.start, last - 24), last + 1)
        return tail.start() if tail else begin


def _times(number: _Number, factor: int, end: int) -> _Number:
    quantum = None if number.quantum is None else number.quantum * factor
    return number._replace(
        value=number.value * factor,
        quantum=quantum,
        end=end,
        alternatives=tuple(other * factor for other in number.alternatives),
    )
