"""What looks like a number and is none: dates, times, versions, ordinals, identifiers, idioms; and what a minus means."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from toolkits.quantities import _chinese as chinese
from toolkits.quantities._units import CURRENCY_CODES, unit_at

_DATE = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}(?!\d)(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?|\d{1,2}-\d{1,2}-\d{4}(?!\d)"
    r"|\d{1,4}/\d{1,2}/\d{1,4}(?![\d/])|\d{4}/\d{1,2}/\d{1,2}(?!\d)|\d{4}年(?:\s?\d{1,2}月(?:\s?\d{1,2}[日号]?)?)?"
    r"|\d{1,2}月(?:\d{1,2}[日号]?)?"
)
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?![\d:])(?:\s?[AaPp]\.?[Mm]\b\.?)?")
_CLOCK_ZH = re.compile(r"\d{1,2}[点时](?!\d{2,})(?:\d{1,2}分|半|整|钟)?")
_PHONE = re.compile(r"\d{2,4}-\d{3,4}-\d{3,4}(?!\d)")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)(?![A-Za-z])")
_IDENTIFIER = re.compile(r"[A-Za-z0-9_]*")
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?"
)
_MONTH_BEFORE = re.compile(rf"(?<![A-Za-z]){_MONTH} $")
_DAY_AND_YEAR = re.compile(r"\d{1,2}(?:st|nd|rd|th)?(?:,? \d{4}(?!\d))?")
_DAY_MONTH = re.compile(rf"\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}(?:,? \d{{4}}(?!\d))?")
_HEX = re.compile(r"0[xX][0-9a-fA-F]+")
_NAMED = re.compile(r"[A-Z][A-Za-z]+-$|[A-Z]{2,}-$")
_RATIO_BEFORE = re.compile("(?:ratio|scale|odds|proportion|比例?)[^.。\n]{0,40}$", re.IGNORECASE)
_AFTER_OPERAND = frozenset(")]}%")


def not_a_number(text: str, first: int, end: int, previous: str, stop: int) -> int:
    """Where to go on when the digits at ``first`` are part of something that is no number; 0 when they are one."""
    following = text[end] if end < stop else ""
    if previous and (previous.isalpha() or previous in "_-第"):
        passed = _after_letter(text, first, end, previous)
        if passed:
            return passed
    if following and following in "-/:年月点时.":
        dated = _dated(text, first, end, following, stop)
        if dated:
            return dated
    if following.isascii() and following.isalpha() and (passed := _before_letter(text, first, end, stop)):
        return passed
    return _beside_month(text, first, end, previous, following, stop) if end - first <= 2 else 0


def _after_letter(text: str, first: int, end: int, previous: str) -> int:
    if previous == "第":
        return end
    if previous == "-":
        return end if first > 2 and text[first - 2].isalpha() and _NAMED.search(text, max(0, first - 16), first) else 0
    if not previous.isascii() and previous != "_":
        return end if previous.isalpha() and not _is_cjk(previous) else 0
    if previous in "xX" and first > 1 and text[first - 2].isdigit():
        return 0
    if any(text.endswith(code, 0, first) for code in CURRENCY_CODES):
        return 0
    matched = _IDENTIFIER.match(text, end)
    return matched.end() if matched else end


def _is_cjk(char: str) -> bool:
    return "\u3400" <= char <= "\u9fff" or "\u3040" <= char <= "\u30ff" or "\uac00" <= char <= "\ud7af"


def _dated(text: str, first: int, end: int, following: str, stop: int) -> int:
    if following == ":":
        return _clock(text, first, stop)
    if following in "点时":
        clock = _CLOCK_ZH.match(text, first, stop)
        return clock.end() if clock and not unit_at(text, end, stop) else 0
    if following == ".":
        return 0
    date = _DATE.match(text, first, stop)
    if date:
        return date.end()
    phone = _PHONE.match(text, first, stop) if following == "-" else None
    return phone.end() if phone else 0


def _clock(text: str, first: int, stop: int) -> int:
    time = _TIME.match(text, first, stop)
    if time is None:
        return 0
    hours, minutes = time[0].split(":")[:2]
    if int(hours) > 24 or int(minutes[:2]) > 59 or _RATIO_BEFORE.search(text, max(0, first - 48), first):
        return 0
    return time.end()


def _before_letter(text: str, first: int, end: int, stop: int) -> int:
    """Ordinals, hexadecimals and identifiers that begin with a digit."""
    ordinal = _ORDINAL.match(text, end, stop)
    if ordinal:
        return _DAY_MONTH.match(text, first, stop).end() if _DAY_MONTH.match(text, first, stop) else ordinal.end()  # type: ignore[union-attr]
    hexadecimal = _HEX.match(text, first, stop)
    if hexadecimal:
        return hexadecimal.end()
    word = _IDENTIFIER.match(text, end, stop)
    assert word is not None
    if word[0] in ("D", "G") or (any(char.isdigit() or char == "_" for char in word[0]) and not _is_factor(word[0])):
        return word.end()
    return 0


def _is_factor(word: str) -> bool:
    """``x4`` in 3x4, ``e5`` in 2e5, ``m2`` in 5m2."""
    return word[0] in "xXeE" and word[1:].isdigit() or word in ("m2", "m3", "cm2", "cm3", "km2", "mm2", "ft2", "ft3")


def _beside_month(text: str, first: int, end: int, previous: str, following: str, stop: int) -> int:
    if previous == " " and first > 3 and (text[first - 2].islower() or text[first - 2] == "."):
        if _MONTH_BEFORE.search(text, max(0, first - 12), first):
            day = _DAY_AND_YEAR.match(text, first, stop)
            return day.end() if day else 0
    if following == " " and end + 1 < stop and text[end + 1].isupper():
        day = _DAY_MONTH.match(text, first, stop)
        return day.end() if day else 0
    return 0


# --- signs ------------------------------------------------------------------------------------------------------------


def is_sign(text: str, minus: int) -> bool:
    """Whether the ``-`` at ``minus``, directly before a number, is its sign rather than a difference or a range."""
    before = text[minus - 1] if minus else ""
    if before in (" ", "\t"):
        rest = text[:minus].rstrip(" \t")[-2:]
        last = rest[-1:]
        if last.isdigit() or last in _AFTER_OPERAND:
            return not last
        return not (last.isascii() and last.isalpha() and not rest[:-1].isalpha() and last not in "aI")
    return not (before.isdigit() or before in _AFTER_OPERAND or (before.isascii() and before.isalpha()))


def is_spaced_sign(text: str, minus: int) -> bool:
    """Whether a ``-`` with a space behind it is a sign: only after an equals sign, a bracket or the like."""
    last = text[:minus].rstrip(" ")[-1:]
    return bool(last) and last in "=(:<>≈≤≥,"


# --- words ------------------------------------------------------------------------------------------------------------

_ONE_IDIOM = re.compile(
    r"(?:no|any|every|some|each|this|that|the|which|another|other|first|last|only|right|wrong|correct|next|new|big|small|good)"
    r"[ -]$",
    re.IGNORECASE,
)
_UNIT_AFTER = re.compile(r"[ -]([A-Za-z]+)")
_HEDGE = re.compile(r"(?:several|few|many|some|of) $", re.IGNORECASE)


def not_counted(text: str, first: int, end: int, word: str) -> bool:
    """Whether number words at ``first`` count nothing: "one of them", "no one", "several hundred"."""
    if word in ("hundred", "thousand", "million", "billion", "trillion"):
        return _HEDGE.search(text, max(0, first - 9), first) is not None
    if word != "one" or end - first > 3:
        return False
    if _ONE_IDIOM.search(text, max(0, first - 9), first):
        return True
    following = _UNIT_AFTER.match(text, end)
    return following is None or unit_at(text, following.start(1), len(text)) is None


class ChineseNumber(NamedTuple):
    """A Chinese numeral at a place: no value when the characters are no number there."""

    value: Fraction | None
    quantum: Fraction | None
    end: int
    percent: bool = False


_ZH_PARTS = re.compile(rf"(百|千|万|[{chinese.NUMERAL}]+)分之([{chinese.NUMERAL}点]+|\d+(?:\.\d+)?)")
_ZH_RUN = re.compile(rf"[{chinese.NUMERAL}]+(?:点[零〇○一二三四五六七八九]+[万亿]*)?")
_ZH_TENTHS = re.compile("([一二三四五六七八九])成(?![为了立本功熟年员分交果长])(半)?")
_ZH_IDIOMS = re.compile(
    "一(?:些|样|定|起|般|直|下|旦|切|致|共|边|方面|种|部分|点|会|向|律|味|时|次函数|元|一|半|侧|端|道|系列|旁|同|并|次性)"
    "|万(?:一|分|能|物|众|岁)|千(?:万(?!\\d)|方百计|变万化)|百(?:分比|分点|货|科|姓)|十(?:分|字|足|进制)|二(?:次|元|进制|者|维|叉)"
    "|三(?:角|维|者|次方|明治|心二意)|四(?:舍五入|边形|则|季)|五(?:边形|角|官)|六(?:边形|角)|八(?:边形|进制|卦)|两(?:者|边|侧|端|旁|位数)|"
    "百战百胜|七上八下|五颜六色|零(?:食|售|件|钱|用)|半(?:径|圆|导体|数|价|球|成品|途|夜|决赛)"
)
_ZH_MEASURE = (
    "个只本人名位件台张条支枝块元角分米天年岁月周秒斤吨升里亩两盒箱袋包瓶杯碗盘双对组排列行层间套辆艘架头匹棵朵粒颗片根步题道页章节"
    "次遍回倍门科场笔份批户家座栋届代号路班队种类克度千公厘毫小时星厂店车船首篇段句字词"
)
_ZH_ORDINAL_BEFORE = frozenset("第初周期拜专统唯单万")


def chinese_number(text: str, first: int, stop: int) -> ChineseNumber:
    """The number that the Chinese numerals at ``first`` make, fractions and tenths (百分之二十, 五成) included."""
    parts = _ZH_PARTS.match(text, first, stop)
    if parts:
        return _zh_fraction(parts)
    tenths = _ZH_TENTHS.match(text, first, stop)
    if tenths:
        value = Fraction(chinese.DIGITS[tenths[1]] * 2 + bool(tenths[2]), 20)
        return ChineseNumber(value, Fraction(1, 20 if tenths[2] else 10), tenths.end(), percent=True)
    idiom = _ZH_IDIOMS.match(text, first, stop)
    if idiom:
        return ChineseNumber(None, None, idiom.end())
    if text[first] == "半":
        return _zh_half(text, first, stop)
    run = _ZH_RUN.match(text, first, stop)
    assert run is not None
    return _zh_run(text, first, run, stop)


def _zh_fraction(parts: re.Match[str]) -> ChineseNumber:
    scale = {"百": 100, "千": 1000, "万": 10_000}.get(parts[1])
    bottom = Fraction(scale) if scale else (found := chinese.numeral(parts[1])) and found.value
    top = _zh_value(parts[2])
    if not bottom or top is None:
        return ChineseNumber(None, None, parts.end())
    quantum = top[1] / bottom if scale else None
    return ChineseNumber(top[0] / bottom, quantum, parts.end(), percent=scale == 100)


def _zh_value(text: str) -> tuple[Fraction, Fraction] | None:
    if text == "百":
        return Fraction(100), Fraction(1)
    if text[0].isdigit():
        places = len(text.partition(".")[2])
        return Fraction(text), Fraction(1, 10**places)
    return chinese.numeral(text)


def _zh_half(text: str, first: int, stop: int) -> ChineseNumber:
    """半 before a unit: 半小时, 半年, 半个."""
    counted = unit_at(text, first + 1, stop) or text[first + 1 : first + 2] == "个"
    return ChineseNumber(Fraction(1, 2) if counted else None, None, first + 1)


def _zh_run(text: str, first: int, run: re.Match[str], stop: int) -> ChineseNumber:
    end = run.end()
    previous = text[first - 1] if first else ""
    if previous in _ZH_ORDINAL_BEFORE and previous:
        return ChineseNumber(None, None, end)
    found = chinese.numeral(run[0])
    following = text[end : end + 1]
    if found is None or (len(run[0]) == 1 and not _zh_counts(run[0], following, previous)):
        return ChineseNumber(None, None, end)
    if following in "月号日" and following and end - first <= 3:
        return ChineseNumber(None, None, end + 1)
    return ChineseNumber(found.value, found.quantum, end)


def _zh_counts(char: str, following: str, previous: str) -> bool:
    """Whether one numeral alone is a number: only where something is counted with it."""
    if not following or char in "百千万亿":
        return not following and not previous
    return following in _ZH_MEASURE and not (char == "一" and following in "个种次道条位名件张")
