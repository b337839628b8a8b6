"""English number words where they count something; not in "one of them", "no one", "several hundred"."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from toolkits.quantities import _english as english
from toolkits.quantities._units import unit_symbol

_FIRST_WORDS = {
    "z": "zero", "o": "one", "t": "two|three|ten|twelve|thirteen|twenty|thirty|trillion|thousand|third|tenth",
    "f": "four|five|fourteen|fifteen|forty|fifty|fourth|fifth", "s": "six|seven|sixteen|seventeen|sixty|seventy|sixth",
    "e": "eight|eleven|eighteen|eighty|eighth", "n": "nine|nineteen|ninety", "h": "half|hundred", "d": "dozen",
    "m": "million", "b": "billion", "q": "quarter",
}  # fmt: skip
_LETTERS = "".join(_FIRST_WORDS) + "".join(_FIRST_WORDS).upper()
#: the first word of a number, at the start of a word; the letter is looked at first, since most words begin with another.
FIRST_WORD = rf"(?<![A-Za-z_\\])(?=[{_LETTERS}])(?:" + "|".join(
    f"[{letter}{letter.upper()}](?:{'|'.join(word[1:] for word in words.split('|'))})"
    for letter, words in _FIRST_WORDS.items()
) + ")(?![A-Za-z_])"
_PARTS = {
    "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10,
}  # fmt: skip
_ONE_IDIOM = re.compile(
    "(?:no|any|every|some|each|this|that|the|which|another|other|first|last|only|right|wrong|correct|next|new|big|small"
    "|good|older|younger)[ -]$",
    re.IGNORECASE,
)
_HEDGE = re.compile(r"(?:several|few|many|some|of) $", re.IGNORECASE)
_WORD_AFTER = re.compile(r"[ -]([A-Za-z]+)")
_OF_AFTER = re.compile(r"[ -](?:of|as|an?) ", re.IGNORECASE)
_DOZEN = re.compile(r"(?:[ -]a)?[ -]dozen(?![A-Za-z])", re.IGNORECASE)
_UNIT_LINK = re.compile(r"(?:[ -]of)?[ -]an?(?=[ -][A-Za-z])", re.IGNORECASE)


class EnglishNumber(NamedTuple):
    """A number in words: no value when the words count nothing; ``unit_gap`` is where a unit would begin."""

    value: Fraction | None
    quantum: Fraction | None
    start: int
    end: int
    unit_gap: int


def number_at(text: str, match: re.Match[str], stop: int) -> EnglishNumber:
    """The number whose first word is ``match``."""
    first, word = match.start(), match[0].lower()
    if word in _PARTS or word == "half":
        return _part(text, first, match.end(), word)
    phrase = english.PHRASE.match(text, first, stop)
    assert phrase is not None
    words = english.read_words(text, phrase)
    end = min(words.end, stop)
    value = None if _counts_nothing(text, first, end, word) else words.value
    return EnglishNumber(value, words.quantum, first, end, _linked(text, end, words.quantum))


def _part(text: str, first: int, end: int, word: str) -> EnglishNumber:
    """half, half a dozen, a third of …, a quarter mile; not "the third", "a fifth grader"."""
    dozen = _DOZEN.match(text, end) if word == "half" else None
    if dozen:
        return EnglishNumber(Fraction(6), Fraction(1), first, dozen.end(), dozen.end())
    if word == "half":
        return EnglishNumber(Fraction(1, 2), None, first, end, _linked(text, end, None))
    article = text[max(0, first - 3) : first].lower()
    begins = first - 2 if article in (" a ", "a ") or (article.endswith("a ") and not article[0].isalpha()) else -1
    unit = _WORD_AFTER.match(text, end)
    if begins < 0 or not (_OF_AFTER.match(text, end) or (unit and unit_symbol(unit[1]))):
        return EnglishNumber(None, None, first, end, end)
    return EnglishNumber(Fraction(1, _PARTS[word]), None, begins, end, _linked(text, end, None))


def _linked(text: str, end: int, quantum: Fraction | None) -> int:
    """Where the unit of a fraction would begin: behind the article of "half an hour", "a third of a mile"."""
    link = _UNIT_LINK.match(text, end) if quantum is None else None
    return link.end() if link else end


def _counts_nothing(text: str, first: int, end: int, word: str) -> bool:
    if word in english.SCALES or word == "hundred":
        return _HEDGE.search(text, max(0, first - 9), first) is not None
    if word != "one" or end - first > 3:
        return False
    if _ONE_IDIOM.search(text, max(0, first - 9), first):
        return True
    following = _WORD_AFTER.match(text, end)
    return following is None or unit_symbol(following[1]) is None
