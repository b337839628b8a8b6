"""English number words where they count something; not in "one of them", "no one", "several hundred"."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from toolkits import lazy_re as re
from toolkits._tables import words
from toolkits.quantities import _english as english
from toolkits.quantities._units import unit_symbol

_FIRST_WORDS = {
    "z": "zero", "o": "one", "t": "two|three|ten|twelve|thirteen|twenty|thirty|trillion|thousand|third|tenth",
    "f": "four|five|fourteen|fifteen|forty|fifty|fourth|fifth",
    "s": "six|seven|sixteen|seventeen|sixty|seventy|sixth", "e": "eight|eleven|eighteen|eighty|eighth",
    "n": "nine|nineteen|ninety", "h": "half|hundred", "d": "dozen", "m": "million", "b": "billion",
    "q": "quarter",
}  # fmt: skip
_LETTERS = "".join(_FIRST_WORDS) + "".join(_FIRST_WORDS).upper()
#: the first word of a number, at the start of a word; its letter first, since most words begin with another.
FIRST_WORD = (
    rf"(?<![A-Za-z_\\])(?=[{_LETTERS}])(?:"
    + "|".join(
        f"[{letter}{letter.upper()}](?:{'|'.join(word[1:] for word in words.split('|'))})"
        for letter, words in _FIRST_WORDS.items()
    )
    + ")(?![A-Za-z_])"
)
_STEMS = tuple(
    words(
        "one two three four five six seven eight nine ten half zero eleven twelve thirt fift twent fort"
        " hundred thousand million billion trillion dozen quarter third"
    )
)
_SHORTEST = re.compile("[A-Za-z]{3}")  # the shortest have three letters
_BARE_SCALES = frozenset((*english.SCALES, "hundred"))
_PARTS = {
    "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10,
}  # fmt: skip
_WHOLE_PART = re.compile(rf"an?[ -]({'|'.join((*_PARTS, 'half'))})", re.IGNORECASE)
_ONE_IDIOM = re.compile(
    "(?:no|any|every|some|each|this|that|the|which|another|other|first|last|only|right|wrong|correct|next|new|big|small"
    "|good|older|younger)[ -]$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?<![A-Za-z])([aA]) $")
_WORD_AFTER = re.compile(r"[ -]([A-Za-z]+)")
_OF_AFTER = re.compile(r"[ -](?:of|as|an?) ", re.IGNORECASE)
_HALF_OF = re.compile(
    r"(?:[ -]a)?[ -]dozen(?![A-Za-z])|[ -]a[ -](hundred|thousand|million|billion|trillion)(?![A-Za-z])",
    re.IGNORECASE,
)
_UNIT_LINK = re.compile(r"(?:[ -]of)?[ -]an?(?=[ -][A-Za-z])", re.IGNORECASE)


def may_stand_in(text: str) -> bool:
    """Whether a number word may stand in ``text``: plain searches, which often save the costlier pattern."""
    if not _SHORTEST.search(text):
        return False
    lower = text.lower()
    return any(stem in lower for stem in _STEMS)


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
    begins = _article(text, first) if word in _BARE_SCALES else first
    value = None if begins is None or _counts_nothing(text, first, end, word) else words.value
    return EnglishNumber(
        value, words.quantum, first if begins is None else begins, end, _linked(text, end, words.quantum)
    )


def _article(text: str, first: int) -> int | None:
    """Where the article before ``first`` stands: "a" of "a million"; ``None`` when there is none."""
    found = _ARTICLE.search(text, max(0, first - 3), first)
    return found.start(1) if found else None


def _part(text: str, first: int, end: int, word: str) -> EnglishNumber:
    """half, half a dozen, a third of …, a quarter mile; not "the third", "a fifth grader"."""
    of = _HALF_OF.match(text, end) if word == "half" else None
    if of:
        value = Fraction(_scale(of[1].lower()), 2) if of[1] else Fraction(6)
        return EnglishNumber(value, None if of[1] else Fraction(1), first, of.end(), of.end())
    if word == "half":
        return EnglishNumber(Fraction(1, 2), None, first, end, _linked(text, end, None))
    begins = _article(text, first)
    unit = _WORD_AFTER.match(text, end)
    if begins is None or not (_OF_AFTER.match(text, end) or (unit and unit_symbol(unit[1]))):
        return EnglishNumber(None, None, first, end, end)
    return EnglishNumber(Fraction(1, _PARTS[word]), None, begins, end, _linked(text, end, None))


def _scale(word: str) -> int:
    return english.SCALES.get(word, 100)


def _linked(text: str, end: int, quantum: Fraction | None) -> int:
    """Where the unit of a fraction would begin: behind the article of "half an hour", "a third of a mile"."""
    link = _UNIT_LINK.match(text, end) if quantum is None else None
    return link.end() if link else end


def _counts_nothing(text: str, first: int, end: int, word: str) -> bool:
    if word != "one" or end - first > 3:
        return False
    if _ONE_IDIOM.search(text, max(0, first - 9), first):
        return True
    following = _WORD_AFTER.match(text, end)
    return following is None or unit_symbol(following[1]) is None


def whole_value(text: str) -> tuple[Fraction, Fraction | None] | None:
    """Value and step of ``text`` when it is just a number in words ("one", "a third"), else ``None``."""
    part = _WHOLE_PART.fullmatch(text)
    if part:
        return Fraction(1, _PARTS.get(part[1].lower(), 2)), None
    phrase = english.PHRASE.fullmatch(text)
    words = english.read_words(text, phrase) if phrase else None
    return (words.value, words.quantum) if words and words.end == len(text) else None
