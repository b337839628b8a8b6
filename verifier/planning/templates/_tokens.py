"""A question as tokens: words, Chinese characters, marks, whole quantities, dates, discounts (八五折)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from toolkits import lazy_re as re
from toolkits.quantities import Quantity
from verifier.planning._derivation import QuestionText
from verifier.planning.templates._word_lists import NOT_NAMES

MAX_TOKENS = 120
TokenKind = Literal["word", "quantity", "date", "fold"]


@dataclass(frozen=True, slots=True)
class Token:
    """One token.

    Attributes:
        text: the word in lower case, one Chinese character, one mark; a placeholder for the other kinds.
        kind: what it is.
        raw: the word as written.
        start: offset in the question's stem.
        end: likewise.
        capital: a word that starts with a capital letter.
        quantity: the number, for kind ``quantity``.
        value: for kind ``fold`` what is to be paid, as a fraction of the price; for ``date`` its own words.
    """

    text: str
    kind: TokenKind
    start: int
    end: int
    raw: str = ""
    capital: bool = False
    quantity: Quantity | None = None
    value: Fraction | str | None = None


_HAN = r"\u3400-\u9fff"
_WORD = re.compile(rf"[^\W\d_{_HAN}]+(?:['’][^\W\d_{_HAN}]+)*|\d+|[{_HAN}]|[^\s]")
_SMALL = re.compile(rf"(?<![^\W_])[a-z]{{2,}}(?![^\W_])|[{_HAN}]")
_HAS_HAN = re.compile(rf"[{_HAN}]")
_MARKS = str.maketrans(
    {
        "，": ",",
        "。": ".",
        "？": "?",
        "！": "!",
        "：": ":",
        "；": ";",
        "、": ",",
        "“": '"',
        "”": '"',
        "’": "'",
    }
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DATE = re.compile(
    rf"\b\d{{4}}-\d{{1,2}}-\d{{1,2}}\b|\b{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH},?\s+\d{{4}}\b|\d{{4}}\s*年\s*\d{{1,2}}\s*月\s*\d{{1,2}}\s*[日号]",
    re.IGNORECASE,
)
_FOLD = re.compile(
    r"(?P<digits>\d(?:\.\d+)?|\d{2})\s*折|(?P<han>[一二三四五六七八九][一二三四五六七八九]?)折"
)
#: How often something happens, and how many sides a figure has: the numbers in these are words of the idiom.
_IDIOM = re.compile(
    r"[每按]半个?年度?|every\s+(?:six|three|half|6|3)[\s-]+(?:months|years?)|half[\s-]yearly"
    r"|(?:four|two|twelve|4|2|12)\s+times\s+(?:a|per|each|every)\s+year|[两二三四][条边者人]|[甲乙丙]、?[乙丙]两"
    r"|(?:two|three|four)\s+(?=(?:parallel\s+)?(?:legs|sides|bases|diagonals|people|friends|brothers|sisters|children|dates)\b)",
    re.IGNORECASE,
)
_HAN_DIGITS = {sign: n for n, sign in enumerate("一二三四五六七八九", start=1)}
_COUNTED = frozenset("个件块本台辆只条张间片套双份支把部艘架列节所座位名笔家项款种顿")


def tokenise(question: QuestionText) -> tuple[Token, ...]:
    """The stem's tokens; empty when it is longer than any template explains."""
    text = question.stem
    if len(text) > 8 * MAX_TOKENS:
        return ()
    tokens = tuple(_tokens(text, question.quantities))
    return tokens if len(tokens) <= MAX_TOKENS else ()


def is_chinese(text: str) -> bool:
    """Whether a text holds a Chinese character."""
    return _HAS_HAN.search(text) is not None


def plain_words(text: str) -> frozenset[str]:
    """Words in small letters, and Chinese characters: a quick look before a text is tokenised."""
    return frozenset(_SMALL.findall(text))


def words(text: str) -> list[str]:
    """The literal tokens of a phrase: how its words appear among a question's tokens."""
    return [_plain(match[0]) for match in _WORD.finditer(text)]


def is_name(token: Token) -> bool:
    """Whether a word may be a proper name, in the possessive too."""
    stem = token.text.removesuffix("'s")
    return token.capital and stem.isascii() and stem.isalpha() and stem not in NOT_NAMES


def _tokens(text: str, quantities: Sequence[Quantity]) -> Iterator[Token]:
    position = 0
    for token in _special(text, quantities):
        yield from _words(text, position, token.start)
        yield token
        position = token.end
    yield from _words(text, position, len(text))


def _words(text: str, start: int, end: int) -> Iterator[Token]:
    for match in _WORD.finditer(text, start, end):
        word = match[0]
        yield Token(_plain(word), "word", match.start(), match.end(), raw=word, capital=word[0].isupper())


def _plain(word: str) -> str:
    return unicodedata.normalize("NFKC", word).translate(_MARKS).casefold()


def _special(text: str, quantities: Sequence[Quantity]) -> list[Token]:
    """Dates and discounts, and the quantities outside them, left to right."""
    found = [Token("<date>", "date", m.start(), m.end(), value=m[0]) for m in _DATE.finditer(text)]
    found += [Token("<fold>", "fold", m.start(), m.end(), value=_fold(m)) for m in _FOLD.finditer(text)]
    taken = [(token.start, token.end) for token in found] + [match.span() for match in _IDIOM.finditer(text)]
    for quantity in quantities:
        inside = any(start < quantity.end and quantity.start < end for start, end in taken)
        if not inside and not _is_article(text, quantity):
            found.append(Token("<number>", "quantity", quantity.start, quantity.end, quantity=quantity))
    return sorted(found, key=lambda token: token.start)


def _fold(match: re.Match[str]) -> Fraction:
    """八折 is 8/10, 八五折 and 85折 are 85/100, 8.5折 is 85/100: the part of the price that remains."""
    digits = match["digits"] or "".join(str(_HAN_DIGITS[sign]) for sign in match["han"])
    return Fraction(digits) / (100 if len(digits) == 2 else 10)


def _is_article(text: str, quantity: Quantity) -> bool:
    """一 in 一个圆 only introduces a noun."""
    after = text[quantity.number_end : quantity.number_end + 1]
    return text[quantity.start : quantity.number_end] == "一" and after in _COUNTED
