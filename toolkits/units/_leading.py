"""The number that begins an amount, told from the unit behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from toolkits import lazy_re as re
from toolkits.quantities import Decimals, Quantity, QuantityError, Reading, read_all, readings

NUMERAL = "零〇一二两三四五六七八九十百千万亿点半"
_DIGITS = r"(?:[0-9]{1,3}(?: [0-9]{3})+(?![0-9])|[0-9]+)(?:[.,_][0-9]+|'[0-9]{3}(?![0-9]))*|\.[0-9]+"
_NUMBER = re.compile(
    rf"(?:-\s?|\+)?(?:10(?:\^\{{?[-+]?[0-9]{{1,3}}\}}?|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,3}})|(?:{_DIGITS})"
    r"(?:\s?[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]| [0-9]+/[0-9]+(?![0-9])|/[0-9]+(?![0-9])"
    r"|[eE][-+]?[0-9]{1,3}(?![A-Za-z0-9])|\s?[×x*·]\s?10(?:\^\{?[-+]?[0-9]{1,3}\}?|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))?"
    r"(?:(?:千|百|十)?[万亿](?:[1-9](?![0-9.,万千百十]))?"
    r"| ?(?:hundred|thousand|million|billion|trillion)(?![A-Za-z]))?(?:个半)?"
    r"|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])"
)
_NUMERALS = re.compile(rf"负?[{NUMERAL}]+(?:个半|又[{NUMERAL}]+分之[{NUMERAL}]+)?")
_ARTICLE = re.compile(r"an? (?=[A-Za-z])", re.IGNORECASE)
_OF_A = re.compile(r"(?:\s|-)+(?:of\s+)?an?(?=\s)|\s+of(?=\s)", re.IGNORECASE)
_ONE = Fraction(1)
_BELOW_ZERO = "零下"


def leading_numbers(body: str, decimals: Decimals) -> Iterator[tuple[tuple[Reading, ...], int]]:
    """The numbers that may begin ``body``, the longest first, with where each ends."""
    digits = _NUMBER.match(body)
    if digits:
        yield from _read_up_to(body, digits.end(), decimals)
        return
    if body.startswith(_BELOW_ZERO):
        for found, end in leading_numbers(body[len(_BELOW_ZERO) :], decimals):
            yield tuple(replace(one, value=-one.value) for one in found), end + len(_BELOW_ZERO)
        return
    numerals = _NUMERALS.match(body)
    if numerals:
        for end in range(numerals.end(), 0, -1):
            yield from _read_up_to(body, end, decimals)
        return
    if body.startswith(("π", "pi ", "\\pi")):
        yield (Reading(value=Fraction(1), quantum=None),), 0
        return
    yield from _in_words(body)


def _read_up_to(body: str, end: int, decimals: Decimals) -> Iterator[tuple[tuple[Reading, ...], int]]:
    text = body[:end]
    if text.isascii() and text.isdecimal() and end < 19:
        yield (Reading(value=Fraction(int(text)), quantum=_ONE),), end
        return
    try:
        found = readings(text, decimals)
    except QuantityError:
        return
    if not any(one.spread is not None or one.upper is not None or one.unit for one in found):
        yield found, end


def _in_words(body: str) -> Iterator[tuple[tuple[Reading, ...], int]]:
    """Two and a half, half an, a, a quarter of a."""
    found: list[Quantity] = read_all(body)
    if found and found[0].number_start == 0 and found[0].number_end < len(body):
        first = found[0]
        link = _OF_A.match(body, first.number_end)
        value = first.value / 100 if first.unit == "%" else first.value
        yield (Reading(value=value, quantum=first.quantum),), link.end() if link else first.number_end
    article = _ARTICLE.match(body)
    if article:
        yield (Reading(value=Fraction(1), quantum=Fraction(1)),), article.end()
