"""Chinese numerals: 三百二十, 十二, 两千零八, 三万五千, 一万二, 二〇二四, 三点一四, 12万3千."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from toolkits import lazy_re as re
from toolkits._decimals import scaled_text, terminating_places

DIGITS = {
    "零": 0,
    "〇": 0,
    "○": 0,
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}
_SMALL = {"十": 10, "百": 100, "千": 1000}
_LARGE = {"万": 10**4, "亿": 10**8}
NUMERAL = "零〇○一二两三四五六七八九十百千万亿"
_LONGEST = 100
_PLAIN = re.compile("[零〇○一二三四五六七八九]{2,}")
_DIGITS_ONLY = re.compile("[零〇○一二三四五六七八九]+")
_SECTION = re.compile("(?:([一二两三四五六七八九])?([十百千])|零|〇|([一二两三四五六七八九]))")


class Numeral(NamedTuple):
    """Value and printed step of a Chinese numeral."""

    value: Fraction
    quantum: Fraction


def numeral(text: str) -> Numeral | None:
    """Value of a Chinese numeral; ``None`` when it is none (a lone 万, 百百, 二三十 …)."""
    if len(text) > _LONGEST:
        return None
    whole, point, decimals = text.partition("点")
    if point:
        return _with_decimals(whole, decimals)
    value = _digit_row(text) if _PLAIN.fullmatch(text) else _whole(text)
    return None if value is None else Numeral(Fraction(value), Fraction(1))


def _with_decimals(whole: str, decimals: str) -> Numeral | None:
    tail = decimals.rstrip("万亿")
    scale = 1
    for char in decimals[len(tail) :]:
        scale *= _LARGE[char]
    before = numeral(whole) if whole else None
    if before is None or not _DIGITS_ONLY.fullmatch(tail):
        return None
    fraction = Fraction(_digit_row(tail), 10 ** len(tail))
    return Numeral((before.value + fraction) * scale, Fraction(scale, 10 ** len(tail)))


def _digit_row(text: str) -> int:
    return int("".join(str(DIGITS[char]) for char in text))


def _whole(text: str, *, last: bool = True) -> int | None:
    """A numeral with units: sections under 亿, under 万, the rest; the last may be cut short (一万二)."""
    for mark in "亿万":
        head, found, tail = text.rpartition(mark)
        if found:
            return _around(head, tail, _LARGE[mark], last=last)
    return _section(text, last=last)


def _around(head: str, tail: str, scale: int, *, last: bool) -> int | None:
    left = _whole(head, last=False) if head else None
    if left is None or left == 0:
        return None
    if not tail:
        return left * scale
    if len(tail) == 1 and DIGITS.get(tail):
        return left * scale + DIGITS[tail] * scale // 10 if last else None  # 一万二 is 12000
    right = _whole(tail, last=last)
    return None if right is None or right >= scale else left * scale + right


def _section(text: str, *, last: bool) -> int | None:
    """A numeral below 10,000: 三百二十, 十二, 两千零八, 一百五 (150)."""
    total, unit, position, gap = 0, 10_000, 0, False
    for match in _SECTION.finditer(text):
        if match.start() != position or match.end() == position:
            break
        position = match.end()
        digit, scale = match[1] or match[3], _SMALL.get(match[2] or "", 1)
        if not digit and not match[2]:
            if gap:
                return None
            gap = True
        elif scale >= unit or (match[2] and not digit and (scale != 10 or (total and not gap))):
            return None
        elif match[3] and not gap and 10 < unit < 10_000:
            return total + DIGITS[digit] * unit // 10 if last and position == len(text) else None
        else:
            total, unit, gap = total + DIGITS[digit or "一"] * scale, scale, False
    return None if position != len(text) or not text or (gap and total) else total


def with_digits(text: str, marks: str) -> str:
    """``text`` with digits for the numerals before each of ``marks``: 三月十五日 is 3月15日."""
    if text.isascii():
        return text
    return re.sub(rf"[{NUMERAL}]+(?=[{marks}])", _in_digits, text)


def _in_digits(match: re.Match[str]) -> str:
    found = numeral(match[0])
    return match[0] if found is None else str(found.value)


def to_numeral(value: int) -> str | None:
    """``value`` as a Chinese numeral (0 to 10^12), or ``None`` outside."""
    if not 0 <= value < 10**12:
        return None
    if value == 0:
        return "零"
    text = ""
    for scale, mark in ((10**8, "亿"), (10**4, "万"), (1, "")):
        part, value = divmod(value, scale)
        if part:
            gap = bool(text) and part < 1000
            text += ("零" if gap else "") + _section_text(part) + mark
    return text[1:] if text.startswith("一十") else text


def _section_text(part: int) -> str:
    text, gap = "", False
    for scale, mark in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, part = divmod(part, scale)
        if digit:
            text += ("零" if gap and text else "") + "零一二三四五六七八九"[digit] + mark
        gap = digit == 0
    return text


def to_decimal_numeral(value: Fraction) -> str | None:
    """``value`` as a Chinese numeral with 点 for a short decimal part, or ``None``."""
    places = terminating_places(value.denominator, 6)
    if places is None or value < 0:
        return None
    whole = to_numeral(int(value))
    if not places or whole is None:
        return whole
    decimals = scaled_text(int(value * 10**places), places).partition(".")[2]
    return whole + "点" + "".join("零一二三四五六七八九"[int(digit)] for digit in decimals)
