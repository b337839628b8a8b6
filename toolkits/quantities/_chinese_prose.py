"""Chinese numerals where they count something; not in idioms and names (星期三, 三角形, 一些, 万一)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from toolkits import lazy_re as re
from toolkits.quantities import _chinese as chinese
from toolkits.quantities._units import chinese_unit


class ChineseNumber(NamedTuple):
    """A Chinese numeral at a place: no value when the characters are no number there."""

    value: Fraction | None
    quantum: Fraction | None
    end: int
    percent: bool = False


_ROW = "零〇○一二三四五六七八九"
PARTS = re.compile(
    rf"([{chinese.NUMERAL}]{{1,99}}|\d{{1,99}})分之([{chinese.NUMERAL}]+(?:点[{_ROW}]+)?|\d{{1,99}}(?:\.\d{{1,99}})?)"
)

_RUN = re.compile(rf"[{chinese.NUMERAL}]+(?:点[{_ROW}]+[万亿]*)?")
_TENTHS = re.compile(
    "([一二两三四五六七八九])成(?![为了立本功熟年员分交果长])(?:(半)|([一二三四五六七八九])(?![成个百十千万]))?"
)
_MIXED = re.compile(rf"([{chinese.NUMERAL}]{{1,20}}|\d{{1,20}})又")
_IDIOMS = re.compile(
    "一(?:些|样|定|起|般|直|下|旦|切|致|共|边|方面|种|部分|点|会|向|律|味|时|次函数|元|一|侧|端|道|系列|旁|同|并|次性)"
    r"|万(?:一|分|能|物|众|岁)|千(?:万(?!\d)|方百计|变万化)|百(?:分比|分点|货|科|姓)|十(?:分|字|足|进制)"
    "|二(?:次|元|进制|者|维|叉)|三(?:角|维|者|次方|明治|心二意)|四(?:舍五入|边形|则|季)|五(?:边形|角|官)|六(?:边形|角)"
    "|八(?:边形|进制|卦)|两(?:者|边|侧|端|旁|位数)|百战百胜|七上八下|五颜六色|零(?:食|售|件|钱|用)"
    "|半(?:径|圆|导体|数|价|球|成品|途|夜|决赛)"
)
_MEASURES = frozenset(
    "个只本人名位件台张条支枝块元角分米天年岁月周秒斤吨升里亩两盒箱袋包瓶杯碗盘双对组排列行层间套辆艘架头匹棵朵粒颗片根步题道页章节"
    "次遍回倍门科场笔份批户家座栋届代号路班队种类克度千公厘毫小时星厂店车船首篇段句字词折成打毛角"
)
_NO_DOZEN = frozenset("折包开算电扫")
_ORDINAL_BEFORE = frozenset("第初周期拜专统唯单万几")
_STATES_BEFORE = frozenset("-是为于得即:：=＝")
_HALF = re.compile("个半(?=小时|钟头|月|星期|礼拜)")


def number_at(text: str, first: int, stop: int) -> ChineseNumber:
    """The number that the numerals at ``first`` make, fractions and tenths (百分之二十, 五成) included."""
    parts = PARTS.match(text, first, stop)
    if parts:
        return fraction(parts)
    tenths = _TENTHS.match(text, first, stop)
    if tenths:
        return _tenths(tenths)
    mixed = _MIXED.match(text, first, stop)
    if mixed and (found := _mixed(text, mixed, stop)):
        return found
    idiom = _IDIOMS.match(text, first, stop)
    if idiom:
        return ChineseNumber(None, None, idiom.end())
    if text.startswith("一半", first, stop) and not text.startswith("一半径", first):
        return ChineseNumber(Fraction(1, 2), None, first + 2)
    if text[first] == "半":
        return _half(text, first, stop)
    run = _RUN.match(text, first, stop)
    assert run is not None
    return _counted(text, first, run, stop)


def _tenths(match: re.Match[str]) -> ChineseNumber:
    """五成, 七成半 (75%), 八成五 (85%)."""
    hundredths = 5 if match[2] else chinese.DIGITS[match[3]] if match[3] else 0
    quantum = Fraction(1, 20 if match[2] else 100 if match[3] else 10)
    value = Fraction(chinese.DIGITS[match[1]] * 10 + hundredths, 100)
    return ChineseNumber(value, quantum, match.end(), percent=True)


def _mixed(text: str, mixed: re.Match[str], stop: int) -> ChineseNumber | None:
    """二又三分之一."""
    parts = PARTS.match(text, mixed.end(), stop)
    part, whole = fraction(parts) if parts else None, _value(mixed[1])
    if part is None or part.value is None or whole is None or not 0 < part.value < 1:
        return None
    return ChineseNumber(whole + part.value, None, part.end)


def fraction(parts: re.Match[str]) -> ChineseNumber:
    """百分之二十, 三分之二, 百分之12.5: printed to a step where the whole is a power of ten."""
    scale = {"百": 100, "千": 1000, "万": 10_000}.get(parts[1])
    whole = Fraction(scale) if scale else _value(parts[1])
    top = Fraction(100) if parts[2] == "百" else _value(parts[2])
    if not whole or top is None:
        return ChineseNumber(None, None, parts.end())
    places = len(re.split("[.点]", parts[2])[1]) if re.search("[.点]", parts[2]) else 0
    quantum = Fraction(1, scale * 10**places) if scale else None
    return ChineseNumber(top / whole, quantum, parts.end(), percent=bool(scale))


def _value(text: str) -> Fraction | None:
    if text[0].isdecimal():
        return Fraction(text)
    numeral = chinese.numeral(text)
    return numeral and numeral.value


def _half(text: str, first: int, stop: int) -> ChineseNumber:
    """半 before a unit (半小时, 半年, 半个), or all that is said."""
    following = first + 1
    if following >= stop:
        counted = first == 0
    else:
        counted = text[following] == "个" or chinese_unit(text, following, stop) is not None
    return ChineseNumber(Fraction(1, 2) if counted else None, None, following)


def _counted(text: str, first: int, run: re.Match[str], stop: int) -> ChineseNumber:
    end = run.end()
    while end - first > 1 and chinese_unit(text, end - 1, stop):  # the 千 of 一百二十千克
        end -= 1
    digits = text[first:end]
    previous = text[first - 1] if first else ""
    following = text[end] if end < stop else ""
    found = chinese.numeral(digits)
    if previous in _ORDINAL_BEFORE or found is None:
        return ChineseNumber(None, None, end)
    if digits == "一" and (half := _HALF.match(text, end, stop)):  # 一个半小时
        return ChineseNumber(Fraction(3, 2), None, half.end())
    article = digits == "一" and following and not chinese_unit(text, end, stop)
    if article and not (following == "打" and end + 1 >= stop):  # 一个, 一辆; but 一打
        return ChineseNumber(None, None, end)
    if not _counts(digits, following, previous) or text.startswith("年级", end, stop):
        return ChineseNumber(None, None, end)
    if (following in "月号日" and following and end - first <= 3) or (following == "年" and _is_year(digits)):
        return ChineseNumber(None, None, end + 1)
    if following == "打" and text[end + 1 : end + 2] not in _NO_DOZEN:  # 两打鸡蛋
        return ChineseNumber(found.value * 12, Fraction(1), end + 1)
    return ChineseNumber(found.value, found.quantum, end)


def _is_year(digits: str) -> bool:
    return len(digits) == 4 and all(char in _ROW for char in digits)


def _counts(numeral: str, following: str, previous: str) -> bool:
    """Whether a numeral is a number here. One sign alone must count something, or be all that is said."""
    if len(numeral) > 1:
        return not (following or previous) or not _is_vague_row(numeral, following)
    if numeral in "百千万亿":
        return False
    if following in _MEASURES:
        return True
    return not following.isalnum() and (not previous or previous in _STATES_BEFORE)


def _is_vague_row(numeral: str, following: str) -> bool:
    """七八个 is seven or eight; 八五折, 二〇二四 and 三一四一 are rows of digits."""
    row = all(char in _ROW for char in numeral)
    return row and len(numeral) < 4 and "零" not in numeral and "〇" not in numeral and following != "折"
