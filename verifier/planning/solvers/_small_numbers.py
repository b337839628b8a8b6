"""The small numbers that questions write as words, in one table for all solvers."""

from __future__ import annotations

from collections.abc import Mapping

#: one to twelve, in digits.
ENGLISH: Mapping[str, str] = {
    name: str(n)
    for n, name in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], start=1
    )
}  # fmt: skip
#: 一 to 十, and 两, in digits.
CHINESE: Mapping[str, str] = {sign: str(n) for n, sign in enumerate("一二三四五六七八九十", start=1)} | {
    "两": "2"
}
ARTICLES: Mapping[str, str] = {"a": "1", "an": "1"}
_ALL = {**ENGLISH, **CHINESE, **ARTICLES}


def in_digits(word: str) -> str:
    """A number word or article in digits; anything else (digits, above all) as it is."""
    return _ALL.get(word.lower(), word)
