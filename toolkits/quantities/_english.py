"""English number words: twenty-five, three hundred and two, two and a half million, a dozen, two thirds."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from toolkits import lazy_re as re
from toolkits._tables import words

UNITS = {
    word: value
    for value, word in enumerate(
        words(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
            " sixteen seventeen eighteen nineteen"
        )
    )
}
TENS = {
    word: 10 * tens
    for tens, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2
    )
}
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_FRACTIONS = {
    "half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "twelfth": 12, "twentieth": 20, "hundredth": 100,
    "thousandth": 1000,
}  # fmt: skip
_SMALL = "|".join((*TENS, *sorted(UNITS, key=len, reverse=True)))
_FRACTION = "|".join(_FRACTIONS)
_NUMBER = rf"(?:{_SMALL}|hundred|thousand|million|billion|trillion|dozen)"
_WORD = re.compile("[a-z]+")
PHRASE = re.compile(rf"{_NUMBER}(?:(?:[ -]+|[ -]and[ -]){_NUMBER}){{0,30}}(?![A-Za-z])", re.IGNORECASE)
_TAIL = re.compile(
    rf"(?:[ -]+and[ -]+(?P<add>a|one|two|three)?[ -]*(?P<addpart>{_FRACTION})s?"
    r"(?:[ -]+(?P<scale>hundred|thousand|million|billion|trillion))?"
    rf"|[ -]+(?P<part>{_FRACTION})s?)(?![A-Za-z])",
    re.IGNORECASE,
)

_DIGIT = "zero|oh|one|two|three|four|five|six|seven|eight|nine"
_POINT = re.compile(
    rf"[ -]point(?P<digits>(?:[ -](?:{_DIGIT})(?![A-Za-z])){{1,20}})"
    r"(?:[ -]+(?P<scale>thousand|million|billion|trillion)(?![A-Za-z]))?",
    re.IGNORECASE,
)


class Words(NamedTuple):
    """Value of a phrase of number words, its step (``None``: a fraction) and where it ends."""

    value: Fraction
    quantum: Fraction | None
    end: int


class _Count:
    """A cardinal read word by word: ``total`` plus a section below the next scale word.

    ``room`` is what the section may still take: 1000 anything, 100 tens and units, 10 units, 1 a scale only.
    """

    __slots__ = ("last", "room", "section", "total")

    def __init__(self) -> None:
        self.total, self.section, self.last, self.room = 0, 0, 10**15, 1000

    @property
    def value(self) -> int:
        return self.total + self.section

    def take(self, word: str) -> bool:
        """Whether ``word`` goes on with the number; then it is counted."""
        if word == "hundred":
            if self.room <= 100 and (self.room > 10 or not 0 < self.section < 100):
                return False
            self.section, self.room = max(self.section, 1) * 100, 100
        elif word == "dozen":
            self.section, self.room = max(self.section, 1) * 12, 0
        elif word in SCALES:
            return self._take_scale(SCALES[word])
        elif word != "and":
            value, size = (TENS[word], 100) if word in TENS else (UNITS[word], 10 if UNITS[word] < 10 else 20)
            if self.room < size:
                return False
            self.section, self.room = self.section + value, 10 if word in TENS else 1
        return True

    def _take_scale(self, scale: int) -> bool:
        if scale >= self.last:
            return False
        self.total += max(self.section, 1) * scale
        self.section, self.last, self.room = 0, scale, 1000
        return True


def words_value(text: str) -> int | None:
    """Value of a row of cardinal words ("three hundred and two"); ``None``: they don't make one number."""
    count = _Count()
    return count.value if all(map(count.take, _WORD.findall(text.lower()))) else None


def read_words(text: str, match: re.Match[str]) -> Words:
    """The number that begins at ``match`` (a :data:`PHRASE`), with "and a half" or "thirds" behind it."""
    whole, end = _longest(match)
    tail = _TAIL.match(text, end)
    if tail is None and (point := _POINT.match(text, end)):
        return _with_decimals(whole, point)
    if tail is None:
        return Words(Fraction(whole), Fraction(1), end)
    if tail["part"]:
        return _fraction_of(whole, tail, end)
    top = {"two": 2, "three": 3}.get((tail["add"] or "a").lower(), 1)
    part = Fraction(top, _FRACTIONS[tail["addpart"].lower()])
    if match[0].lower() in SCALES and not tail["scale"]:  # a million and a half
        return Words(whole * (1 + part), None, tail.end())
    value = whole + part
    scale = tail["scale"]
    factor = 1 if not scale else 100 if scale.lower() == "hundred" else SCALES[scale.lower()]
    return Words(value * factor, None, tail.end())


def _with_decimals(whole: int, point: re.Match[str]) -> Words:
    """Three point one four; two point five million."""
    digits = "".join(str(UNITS.get(word, 0)) for word in _WORD.findall(point["digits"].lower()))
    scale = point["scale"]
    factor = SCALES[scale.lower()] if scale else 1
    quantum = Fraction(factor, 10 ** len(digits))
    return Words(whole * factor + int(digits) * quantum, quantum, point.end())


def _longest(match: re.Match[str]) -> tuple[int, int]:
    """Value and end of the longest start of a row of words that is one number ("two and three": two)."""
    count, end = _Count(), match.start()
    for word in _WORD.finditer(match[0].lower()):
        if not count.take(word[0]):
            break
        if word[0] != "and":
            end = match.start() + word.end()
    return count.value, end


def _fraction_of(whole: int, tail: re.Match[str], end: int) -> Words:
    part = tail["part"].lower()
    bottom = _FRACTIONS[part]
    plural = tail[0][-1] in "sS"
    if not 0 < whole < bottom or (whole > 1) != plural:
        return Words(Fraction(whole), Fraction(1), end)
    return Words(Fraction(whole, bottom), None, tail.end())


def to_words(value: int) -> str | None:
    """``value`` in English words (0 to 10^12), or ``None`` outside."""
    if not 0 <= value < 10**12:
        return None
    if value < 1000:
        return _below_thousand(value)
    parts: list[str] = []
    for name, scale in (("billion", 10**9), ("million", 10**6), ("thousand", 10**3), ("", 1)):
        part, value = divmod(value, scale)
        if part:
            parts.append(f"{_below_thousand(part)} {name}".strip())
    return " ".join(parts)


def _below_thousand(value: int) -> str:
    hundreds, rest = divmod(value, 100)
    if hundreds:
        head = f"{_names[hundreds]} hundred"
        return f"{head} {_below_thousand(rest)}" if rest else head
    if rest < 20:
        return _names[rest]
    tens, ones = divmod(rest, 10)
    return _ten_names[tens] + (f"-{_names[ones]}" if ones else "")


_names = tuple(UNITS)
_ten_names = ("", "", *TENS)
