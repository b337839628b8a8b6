"""Numbers in digits: fractions, mixed numbers, exponents, scales (3k, 5万, 1.2 million), LaTeX, lists."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from toolkits import lazy_re as re
from toolkits.quantities._numerals import Printed, printed
from toolkits.quantities._units import chinese_unit

VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
BLOB = r"[0-9]+(?:(?:[.,'_]|\{,\}|,?\\[,!]\s?)[0-9]+)*"
SCALE_WORDS = {
    "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12, "bn": 10**9,
    "mn": 10**6,
}  # fmt: skip
_CHINESE_SCALES = {
    "万亿": 10**12, "千亿": 10**11, "百亿": 10**10, "亿": 10**8, "千万": 10**7, "百万": 10**6, "十万": 10**5,
    "万": 10**4, "千": 1000, "百": 100,
}  # fmt: skip
_LETTER_SCALES = {"K": 1000, "M": 10**6, "B": 10**9, "m": 10**6, "T": 10**12}

_MIXED = re.compile(r" ([0-9]{1,99})/([0-9]{1,99})(?![\d/]|\.\d)")
_SLASH = re.compile(r"/([0-9]{1,99})(?![\d/]|[.,]\d)")
_SPACED_GROUPS = re.compile(r"(?: [0-9]{3}){2,}(?![\d,])(?:\.[0-9]+)?")
_EXPONENT = re.compile(r"[eE]([+-]?[0-9]{1,3})(?![A-Za-z0-9_])")
_POWER_OF_TEN = re.compile(
    r"\s*(?:[×x*·⋅]|\\times|\\cdot)\s*10\s*"
    r"(?:\^\s*(?:\{\s*(-?[0-9]{1,3})\s*\}|(-?[0-9]{1,3}))|\*\*\s*(-?[0-9]{1,3})|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))"
)
_TEN_TO = re.compile(r"\^(?:\{(-?[0-9]{1,3})\}|(-?[0-9]{1,3}))|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
FRAC = re.compile(
    r"\\[dt]?frac\s*(?:\{\s*(-?[0-9]{1,99})\s*\}|([0-9]))\s*(?:\{\s*([0-9]{1,99})\s*\}|([0-9]))"
)
_PERIOD = re.compile(r"\\(?:overline|bar)\s*\{([0-9]{1,99})\}|((?:\\dot\s*\{?[0-9]\}?[0-9]{0,99}){1,2})")
_TEN_THOUSAND = 10**4
#: The last four digits of a number whose 万 are written apart (987万6463), not the year of what comes next.
#: The last digit of 3万5, which counts the next smaller power of ten, where nothing makes it another number.
_SHORT_TAIL = re.compile(
    r"[1-9](?![0-9A-Za-z%‰年月日号点时:分万千百十亿成折/^*]|[.,:][0-9]|\s*[-+*/^×÷=]\s*[0-9])"
)
_PLAIN_TAIL = re.compile(r"[0-9]{4}(?![0-9%年点时:万千百亿]|[.,][0-9])")
_MORE_CHINESE = re.compile(r"([0-9]+(?:\.[0-9]+)?)(千万|百万|万|千|百)(?![米克瓦卡分万])")
_MONEY = "$€£¥₹"


class Number(NamedTuple):
    """A number and where its digits end, before sign, unit and the like are looked at.

    ``point`` tells whether its digits have a decimal part.
    """

    value: Fraction
    quantum: Fraction | None
    end: int
    alternatives: tuple[Fraction, ...] = ()
    point: bool = False

    def times(self, factor: int, end: int) -> Number:
        """The number with a scale behind it."""
        quantum = None if self.quantum is None else self.quantum * factor
        others = tuple(other * factor for other in self.alternatives)
        return Number(self.value * factor, quantum, end, others, self.point)


def number_at(text: str, blob: str, first: int, stop: int) -> Number | None:
    """The number that begins with the digits ``blob`` at ``first``; ``None``: a list, a version."""
    end = first + len(blob)
    if blob in VULGAR:
        return Number(Fraction(*VULGAR[blob]), None, end)
    reading = printed(blob)
    if reading is None:
        return None
    plain = Number(reading.value, reading.quantum, end, reading.alternatives, reading.point)
    following = text[end] if end < stop else ""
    if following in _DULL or text[end : end + 2] in _DULL_SPACES:
        return plain
    continued = _CONTINUED.get(following)
    return (continued(text, plain, first, stop) if continued else None) or scaled(text, plain, first, stop)


_DULL = frozenset(("", "\n", ",", ")", ";", ":", "%", "!", "?", "$", "。", "，", "、", "元", "个"))

_DULL_SPACES = frozenset(f" {char}" for char in "=+-/<>(),acefgijklnopqrsuvwyz")


# --- what may follow the digits -----------------------------------------------------------------------------


def _after_space(text: str, number: Number, first: int, stop: int) -> Number | None:
    end = number.end
    following = text[end + 1 : end + 2]
    if following in "×x*·⋅\\":
        return _scientific(text, number, first, stop)
    if not following.isdecimal():
        return None
    mixed = _MIXED.match(text, end, stop)
    if mixed and text[first:end].isdecimal():
        return _mixed(number, int(mixed[1]), int(mixed[2]), mixed.end())
    groups = _SPACED_GROUPS.match(text, end, stop) if end - first <= 3 else None
    grouped = printed(text[first : groups.end()]) if groups else None
    return (
        Number(grouped.value, grouped.quantum, groups.end(), (), grouped.point)
        if groups and grouped
        else None
    )


def _mixed(number: Number, top: int, bottom: int, end: int) -> Number | None:
    return Number(number.value + Fraction(top, bottom), None, end) if 0 < top < bottom else None


def _vulgar(text: str, number: Number, first: int, stop: int) -> Number | None:  # noqa: ARG001  (one shape for all)
    top, bottom = VULGAR[text[number.end]]
    return None if number.point else _mixed(number, top, bottom, number.end + 1)


def _slash(text: str, number: Number, first: int, stop: int) -> Number | None:
    slash = _SLASH.match(text, number.end, stop)
    if slash is None or not text[first : number.end].isdecimal() or not int(slash[1]):
        return None
    return Number(number.value / int(slash[1]), None, slash.end())


def _exponent(text: str, number: Number, first: int, stop: int) -> Number | None:  # noqa: ARG001
    exponent = _EXPONENT.match(text, number.end, stop)
    return _shifted(number, int(exponent[1]), exponent.end()) if exponent else None


def _scientific(text: str, number: Number, first: int, stop: int) -> Number | None:  # noqa: ARG001
    power = _POWER_OF_TEN.match(text, number.end, stop)
    if power is None:
        return None
    digits = (power[1] or power[2] or power[3] or power[4]).translate(_SUPERSCRIPTS)
    return _shifted(number, int(digits), power.end()) if digits.lstrip("+-") else None


def _shifted(number: Number, exponent: int, end: int) -> Number:
    factor = Fraction(10) ** exponent
    quantum = None if number.quantum is None else number.quantum * factor
    return Number(
        number.value * factor,
        quantum,
        end,
        tuple(other * factor for other in number.alternatives),
        number.point,
    )


def _power(text: str, number: Number, first: int, stop: int) -> Number | None:
    """10^6 and 10⁻³ are numbers; other powers are expressions."""
    power = _TEN_TO.match(text, number.end, stop) if text[first : number.end] == "10" else None
    digits = power and (power[1] or power[2] or power[3]).translate(_SUPERSCRIPTS)
    if power is None or not digits or not digits.lstrip("+-"):
        return None
    return Number(Fraction(10) ** int(digits), None, power.end())


def _latex(text: str, number: Number, first: int, stop: int) -> Number | None:
    fraction = FRAC.match(text, number.end, stop)
    if fraction and not number.point:
        return _mixed(
            number, int(fraction[1] or fraction[2]), int(fraction[3] or fraction[4]), fraction.end()
        )
    period = _PERIOD.match(text, number.end, stop)
    if period and number.quantum is not None and number.point:
        digits = period[1] or re.sub(r"\D", "", period[2])
        return Number(repeating(number.value, number.quantum, digits), None, period.end())
    return _scientific(text, number, first, stop)


def repeating(start: Fraction, quantum: Fraction, period: str) -> Fraction:
    """The number whose digits begin as ``start`` (to ``quantum``) and go on with ``period`` for ever."""
    return start + quantum * Fraction(int(period), 10 ** len(period) - 1)


def _dot(text: str, number: Number, first: int, stop: int) -> Number | None:
    r"""``0.\overline{3}``: the point belongs to the period."""
    if text[number.end + 1 : number.end + 2] != "\\" or number.point:
        return None
    pointed = Number(number.value, number.quantum, number.end + 1, (), point=True)
    found = _latex(text, pointed, first, stop)
    return found if found and found.quantum is None else None


_CONTINUED = {
    " ": _after_space, "/": _slash, "e": _exponent, "E": _exponent, "\\": _latex, ".": _dot, "^": _power,
    **dict.fromkeys("×x*·⋅", _scientific),
    **dict.fromkeys("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", _power),
    **dict.fromkeys(VULGAR, _vulgar),
}  # fmt: skip


# --- scales -------------------------------------------------------------------------------------------------

_LETTERS = re.compile("[A-Za-z]+")


def scaled(text: str, number: Number, first: int, stop: int) -> Number:
    """``number`` with the scale word or letter behind it: 1.2 million, 3k, 5万, 3万5千."""
    position = number.end
    gap = text[position] in " -" if position < stop else False
    position += gap
    char = text[position] if position < stop else ""
    if char.isascii():
        return _english_scale(text, number, first, position, stop) if char.isalpha() else number
    return _chinese_scale(text, number, position, stop) if char in "万亿千百十打兆" else number


def _english_scale(text: str, number: Number, first: int, position: int, stop: int) -> Number:
    word = _LETTERS.match(text, position, stop)
    assert word is not None
    name = word[0]
    factor = _scale_word(name)
    if factor:
        return scaled(text, number.times(factor, word.end()), first, stop)
    if name.lower() == "dozen":
        return Number(number.value * 12, Fraction(1), word.end(), (), number.point)
    return number if position > number.end or len(name) != 1 else _letter_scale(text, number, first, name)


@lru_cache(maxsize=1024)
def _scale_word(name: str) -> int | None:
    return SCALE_WORDS.get(name.lower())


def _letter_scale(text: str, number: Number, first: int, letter: str) -> Number:
    """``k`` is a thousand; ``K``, ``M``, ``B`` are certain beside a currency sign, else maybe units."""
    end = number.end + 1
    if letter == "k":
        return number.times(1000, end)
    factor = _LETTER_SCALES.get(letter)
    if factor is None:
        return number
    if first and text[first - 1] in _MONEY:
        return number.times(factor, end)
    return number if letter in "mT" else number.times(factor, end)._replace(alternatives=(number.value,))


def _chinese_scale(text: str, number: Number, position: int, stop: int) -> Number:
    if chinese_unit(text, position, stop):
        return number
    if text[position] == "打":
        dozens = text[position + 1 : position + 2] not in "折包开算电扫"
        return Number(number.value * 12, Fraction(1), position + 1, (), number.point) if dozens else number
    if text[position] == "兆":  # 10^6 or 10^12, by region
        return number.times(10**12, position + 1)._replace(alternatives=(number.value * 10**6,))
    for length in (2, 1):
        factor = _CHINESE_SCALES.get(text[position : position + length])
        if factor and position + length <= stop:
            return _with_smaller(text, number.times(factor, position + length), factor, stop)
    return number


def _with_smaller(text: str, number: Number, factor: int, stop: int) -> Number:
    """3万5千 is 35000, 3万5001 is 35001, and 3万5 is 35000 too."""
    short = _SHORT_TAIL.match(text, number.end, stop)
    if short is not None and number.quantum == factor:
        tenth = Fraction(factor, 10)
        return Number(number.value + int(short[0]) * tenth, tenth, short.end(), (), number.point)
    tail = _PLAIN_TAIL.match(text, number.end, stop) if factor == _TEN_THOUSAND else None
    if tail is not None and number.quantum is not None and number.quantum >= _TEN_THOUSAND:
        return Number(number.value + int(tail[0]), Fraction(1), tail.end(), (), number.point)
    more = _MORE_CHINESE.match(text, number.end, stop)
    reading = printed(more[1]) if more else None
    if more is None or reading is None or number.quantum is None:
        return number
    smaller = _CHINESE_SCALES[more[2]]
    if reading.value * smaller >= factor:
        return number
    total = Number(
        number.value + reading.value * smaller, reading.quantum * smaller, more.end(), (), number.point
    )
    return _with_smaller(text, total, smaller, stop)


# --- lists --------------------------------------------------------------------------------------------------


def items(blob: str) -> list[tuple[int, int, Printed]]:
    """Offset, width and reading of each number of ``85,90.5,78`` or ``5'10``; [] for versions."""
    separator = "," if "," in blob else "'"
    found: list[tuple[int, int, Printed]] = []
    offset = 0
    for part in blob.split(separator):
        reading = printed(part) if part.count(".") <= 1 else None
        if reading is None or separator not in blob:
            return []
        found.append((offset, len(part), reading))
        offset += len(part) + 1
    return found
