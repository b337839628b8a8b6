"""Every value that stands in a question, for the audit that asks where a plan's literals come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from toolkits import lazy_re as re
from toolkits._characters import fold_prose
from toolkits._tables import words
from toolkits.quantities import _chinese as chinese
from toolkits.quantities import _english as english
from toolkits.quantities._quantity import Quantity
from toolkits.quantities._scan import read_all

#: Constants that need not stand in a question: the calendar, unit factors of round size, angles.
CONSTANTS: frozenset[Fraction] = frozenset(
    map(
        Fraction,
        words("7 12 24 30 31 52 60 90 168 180 360 365 366 1000 1440 1760 3600 5280 86400"),
    )
)

#: values: the words that stand for them.
_ENGLISH = """
2: twice double doubled doubles doubling both couple pair pairs twins second squared
3: thrice triple tripled triples tripling triangle triangular cubed
4: quadruple quadrupled rectangle rectangular
5: pentagon
6: hexagon
8: octagon
10: decade decades
12: dozen dozens
14 2: fortnight
20: score
100: hundred century centuries
144: gross
1000: thousand
1000000: million
1000000000: billion
7: week weeks
2 4: square
3 6: cube
1/2 2: half halves halved halving
1/3 3: third thirds
1/4 4: quarter quarters fourth fourths
1/5 5: fifth fifths
1/6 6: sixth sixths
1/7 7: seventh sevenths
1/8 8: eighth eighths
1/9 9: ninth ninths
1/10 10: tenth tenths
1: annual annually yearly
2: semiannual semiannually semi-annual semi-annually biannually half-yearly
4: quarterly
6: bimonthly
12: monthly
26: biweekly fortnightly
52: weekly
365: daily
"""
_CHINESE = """
1/2 2: 半 一半
2: 两倍 翻倍 翻一番 加倍 双 对 平方 长方形
3: 三角形 立方
4: 正方形
12: 一打
10: 十年
100: 世纪 百
1000: 千
10000: 万
100000000: 亿
7: 一周 星期
2 7: 周末
1: 按年
1 12: 每年
2: 按半年
2 6 1/2: 半年 每半年
4: 按季
3 4: 季度 每季
12: 按月 每月
52: 按周
7 52: 每周
365: 按日 按天 每日 每天
"""


def _by_word(table: str) -> dict[str, tuple[Fraction, ...]]:
    found: dict[str, tuple[Fraction, ...]] = {}
    for row in table.strip().splitlines():
        values, _, names = row.partition(":")
        found |= dict.fromkeys(names.split(), tuple(map(Fraction, values.split())))
    return found


def _any_of(names: Iterable[str]) -> str:
    return "|".join(sorted(names, key=len, reverse=True))


_BY_ENGLISH = _by_word(_ENGLISH)
_BY_CHINESE = _by_word(_CHINESE)
_WORD = re.compile(rf"(?<![A-Za-z])(?:{_any_of(_BY_ENGLISH)})(?![A-Za-z])")
_PHRASE = re.compile(rf"(?<![A-Za-z]){english.PHRASE.pattern}", re.IGNORECASE)
_DOZENS = re.compile(rf"[\d{chinese.NUMERAL}几]打(?![折包开算电扫])")
_ZH = re.compile(_any_of(_BY_CHINESE))
_ZH_RUN = re.compile(rf"[{chinese.NUMERAL}]+(?:点[零〇一二三四五六七八九]+)?")
_RAW = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?|\.\d+")
_RAW_PARTS = re.compile(r"\d+")


def literals(text: str) -> frozenset[Fraction]:
    """Every value that stands in ``text`` in any form.

    Digits wherever they stand (dates and ``2x`` included), English and Chinese number words, fractions with
    their parts, scaled numbers with their mantissa, a percentage both as 5 and as 1/20, 八五折 as 0.85, and
    words that stand for a number (twice, half, dozen, quarterly = 4, 按季度 = 4, 半年 = 2).
    """
    folded = fold_prose(text)
    found = {value for quantity in read_all(text) for value in _of_quantity(quantity)}
    for match in _RAW.finditer(folded):
        found.add(Fraction(match[0].replace(",", "")[:4000]))
        found.update(
            Fraction(part[:4000])
            for part in _RAW_PARTS.findall(match[0])
            if "," in match[0] or "." in match[0]
        )
    found.update(_of_words(folded.lower()))
    return frozenset(found)


def _of_quantity(quantity: Quantity) -> Iterator[Fraction]:
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
        yield from _BY_ENGLISH[match[0]]
    for match in _PHRASE.finditer(text):
        yield english.read_words(text, match).value
    for match in _ZH.finditer(text):
        yield from _BY_CHINESE[match[0]]
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
