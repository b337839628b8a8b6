"""Every value that stands in a question, for the audit that asks where a plan's literals come from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from toolkits._characters import fold_prose
from toolkits.quantities import _chinese as chinese
from toolkits.quantities import _english as english
from toolkits.quantities._quantity import Quantity
from toolkits.quantities._scan import read_all

#: Constants that need not stand in a question: the calendar, unit factors of round size, angles.
CONSTANTS: frozenset[Fraction] = frozenset(
    Fraction(value)
    for value in (
        7,
        12,
        24,
        28,
        29,
        30,
        31,
        52,
        60,
        90,
        180,
        360,
        365,
        366,
        1000,
        3600,
        86400,
        1440,
        168,
        3,
        16,
        36,
        1760,
        5280,
        8,
    )
)

_WORDS: Mapping[str, str] = {
    "twice": "2", "double": "2", "doubled": "2", "doubles": "2", "doubling": "2", "thrice": "3", "triple": "3",
    "tripled": "3", "triples": "3", "quadruple": "4", "quadrupled": "4", "half": "1/2 2", "halves": "1/2 2", "halved": "1/2 2",
    "third": "1/3 3", "thirds": "1/3 3", "quarter": "1/4 4", "quarters": "1/4 4", "fourth": "1/4 4", "fourths": "1/4 4",
    "fifth": "1/5 5", "fifths": "1/5 5", "sixth": "1/6 6", "sixths": "1/6 6", "seventh": "1/7 7", "sevenths": "1/7 7",
    "eighth": "1/8 8", "eighths": "1/8 8", "ninth": "1/9 9", "ninths": "1/9 9", "tenth": "1/10 10", "tenths": "1/10 10",
    "dozen": "12", "dozens": "12", "score": "20", "gross": "144", "couple": "2", "pair": "2", "pairs": "2", "both": "2",
    "twins": "2", "single": "1", "once": "1", "one": "1", "a": "1", "an": "1", "first": "1", "second": "2",
    "annual": "1", "annually": "1", "yearly": "1", "semiannual": "2", "semiannually": "2", "biannually": "2",
    "half-yearly": "2", "quarterly": "4", "bimonthly": "6", "monthly": "12", "biweekly": "26", "fortnightly": "26",
    "fortnight": "14 2", "weekly": "52", "daily": "365", "week": "7", "weeks": "7", "weekend": "2", "decade": "10",
    "decades": "10", "century": "100", "centuries": "100", "triangle": "3", "square": "2 4", "squared": "2", "cube": "3 6",
    "cubed": "3", "pentagon": "5", "hexagon": "6", "octagon": "8", "hundred": "100", "thousand": "1000", "million":
    "1000000", "billion": "1000000000",
}  # fmt: skip
_CHINESE: Mapping[str, str] = {
    "半": "1/2 2", "一半": "1/2 2", "两倍": "2", "翻倍": "2", "翻一番": "2", "加倍": "2", "双": "2", "对": "2", "一打": "12", "按年": "1",
    "每年": "1 12", "按半年": "2", "半年": "2 1/2 6", "每半年": "2 6", "按季": "4", "季度": "4 3", "每季": "4 3", "按月": "12", "每月": "12", "按周": "52",
    "每周": "52 7", "按日": "365", "按天": "365", "每日": "365", "每天": "365", "一周": "7", "星期": "7", "周末": "2", "平方": "2", "立方": "3",
    "三角形": "3", "正方形": "4", "长方形": "2", "十年": "10", "世纪": "100", "百": "100", "千": "1000", "万": "10000", "亿": "100000000",
}  # fmt: skip
_WORD = re.compile(
    rf"(?<![A-Za-z])(?:half-yearly|semi-annual(?:ly)?|{'|'.join(sorted(_WORDS, key=len, reverse=True))})(?![A-Za-z])"
)
_PHRASE = re.compile(rf"(?<![A-Za-z]){english.PHRASE.pattern}", re.IGNORECASE)
_DOZENS = re.compile(rf"[\d{chinese.NUMERAL}几]打(?![折包开算电扫])")
_ZH = re.compile("|".join(sorted(_CHINESE, key=len, reverse=True)))
_ZH_RUN = re.compile(rf"[{chinese.NUMERAL}]+(?:点[零〇一二三四五六七八九]+)?")
_RAW = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?|\.\d+")
_RAW_PARTS = re.compile(r"\d+")


def literals(text: str) -> frozenset[Fraction]:
    """Every value that stands in ``text`` in any form.

    Digits wherever they stand (dates and ``2x`` included), English and Chinese number words, fractions with their parts,
    scaled numbers with their mantissa, a percentage both as 5 and as 1/20, 八五折 as 0.85, and words that stand for a
    number (twice, half, dozen, quarterly = 4, 按季度 = 4, 半年 = 2).
    """
    folded = fold_prose(text)
    found = {value for quantity in read_all(text) for value in _of_quantity(quantity, folded)}
    for match in _RAW.finditer(folded):
        found.add(Fraction(match[0].replace(",", "")[:4000]))
        found.update(
            Fraction(part[:4000])
            for part in _RAW_PARTS.findall(match[0])
            if "," in match[0] or "." in match[0]
        )
    found.update(_of_words(folded.lower()))
    return frozenset(found)


def _of_quantity(quantity: Quantity, text: str) -> Iterator[Fraction]:
    value = quantity.value
    yield value
    yield abs(value)
    yield from quantity.alternatives
    if quantity.unit == "%":
        yield value * 100
        yield abs(value) * 100
    elif quantity.unit == "pp":
        yield value / 100
    elif quantity.unit == "折":
        yield value / (10 if value < 10 else 100)
    if quantity.quantum is None:
        yield Fraction(value.numerator)
        yield Fraction(value.denominator)


def _of_words(text: str) -> Iterator[Fraction]:
    for match in _WORD.finditer(text):
        name = match[0].replace("semi-annual", "semiannual")
        yield from map(Fraction, _WORDS[name].split())
    for match in _PHRASE.finditer(text):
        words = english.read_words(text, match)
        yield words.value
    for match in _ZH.finditer(text):
        yield from map(Fraction, _CHINESE[match[0]].split())
    if _DOZENS.search(text):
        yield Fraction(12)
    for match in _ZH_RUN.finditer(text):
        yield from _of_numeral(match[0])


def _of_numeral(text: str) -> Iterator[Fraction]:
    numeral = chinese.numeral(text)
    if numeral is not None:
        yield numeral.value
    yield from (Fraction(chinese.DIGITS[char]) for char in text if char in chinese.DIGITS)
    if "十" in text:
        yield Fraction(10)
