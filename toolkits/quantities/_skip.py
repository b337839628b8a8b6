"""Digits that are no quantity: dates, clock times, versions, phones, ordinals, identifiers, subscripts."""

from __future__ import annotations

from toolkits import lazy_re as re
from toolkits._tables import words
from toolkits.quantities._units import CURRENCY_CODES, chinese_unit

_DATE = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}(?!\d)(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?|\d{1,2}-\d{1,2}-\d{4}(?!\d)"
    r"|\d{1,4}/\d{1,2}/\d{1,4}(?![\d/])|\d{4}年(?:\s?\d{1,2}月(?:\s?\d{1,2}[日号]?)?)?"
    r"|\d{1,2}月(?:\d{1,2}[日号]?)?|\d{1,2}[日号](?![元内])|\d{1,2}年级"
)
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?![\d:])(?:\s?[AaPp]\.?[Mm]\b\.?)?")
_CLOCK_ZH = re.compile(r"\d{1,2}[点时](?![\d.]{2}\d|\d(?!\d?分))(?:\d{1,2}分|半|整|钟)?")
_PHONE = re.compile(r"\d{2,4}-\d{3,4}-\d{3,4}(?!\d)")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)(?![A-Za-z])")
_WORD = re.compile(r"[A-Za-z0-9_]*")
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?"
)
_MONTH_BEFORE = re.compile(rf"(?<![A-Za-z]){_MONTH} $")
_MONTH_STARTS = frozenset("JFMASOND")
MONTH_ENDS = frozenset(
    words(
        "ary Jan Feb rch Mar ril Apr May une Jun uly Jul ust Aug ber Sep ept Oct Nov Dec an. eb. ar. pr."
        " un. ul. ug. ep. pt. ct. ov. ec."
    )
)
_DAY_AND_YEAR = re.compile(r"\d{1,2}(?:st|nd|rd|th)?(?:,? \d{4}(?!\d))?")
_DAY_MONTH = re.compile(rf"\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}(?:,? \d{{4}}(?!\d))?")
_COMMAND = re.compile(r"\\[A-Za-z]+$")
_HEX = re.compile(r"0[xX][0-9a-fA-F]+")
_NAMED = re.compile(r"[A-Z][A-Za-z]+-$")
_RATIO_BEFORE = re.compile("(?:ratio|scale|odds|proportion|比例?)[^.。\n]{0,40}$", re.IGNORECASE)
_DATED = frozenset("-/年月日号")
_UNITS_WITH_DIGIT = frozenset(["m2", "m3", "cm2", "cm3", "km2", "mm2", "mm3", "ft2", "ft3", "in2", "in3"])


def beyond(text: str, first: int, end: int, previous: str, stop: int) -> int:
    """Where to go on when the digits at ``first`` belong to something that is no number; else 0."""
    following = text[end] if end < stop else ""
    if previous not in " \n($=" and (passed := _after(text, first, end, previous)):
        return passed
    if (
        following in _DATED
        and following
        and (date := _DATE.match(text, first, stop) or _phone(text, first, stop))
    ):
        return date.end()
    if following == ":":
        return _clock(text, first, stop)
    if following in "点时" and following:
        clock = _CLOCK_ZH.match(text, first, stop)
        return clock.end() if clock and not chinese_unit(text, end, stop) else 0
    if following.isascii() and following.isalpha() and (passed := _before_letter(text, first, end, stop)):
        return passed
    return _beside_month(text, first, previous, following, stop) if end - first <= 2 else 0


def _after(text: str, first: int, end: int, previous: str) -> int:
    """Digits behind a letter, an underscore, a name with a hyphen (GPT-4), or 第."""
    if previous == "第":
        return end
    if previous == "{":
        return end if text[first - 2 : first - 1] == "_" else 0
    if previous == "-":
        named = first > 2 and text[first - 2].isalpha() and _NAMED.search(text, max(0, first - 16), first)
        return end if named else 0
    if previous != "_" and not previous.isalpha():
        return 0
    if _is_east_asian(previous):
        return 0
    if previous in "xX" and first > 1 and text[first - 2].isdecimal():
        return 0
    if previous.isascii() and (
        text[first - 3 : first].endswith(tuple(CURRENCY_CODES))
        or _COMMAND.search(text, max(0, first - 12), first)
    ):
        return 0
    matched = _WORD.match(text, end)
    return matched.end() if matched else end


def _is_east_asian(char: str) -> bool:
    return "\u3005" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af" or "\uf900" <= char <= "\ufaff"


def _phone(text: str, first: int, stop: int) -> re.Match[str] | None:
    return _PHONE.match(text, first, stop)


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
        dated = _DAY_MONTH.match(text, first, stop)
        return dated.end() if dated else ordinal.end()
    hexadecimal = _HEX.match(text, first, stop)
    if hexadecimal:
        return hexadecimal.end()
    matched = _WORD.match(text, end, stop)
    word = matched[0] if matched else ""
    if word in ("D", "G"):
        return end + 1
    return end + len(word) if any(char in "0123456789_" for char in word) and not _is_factor(word) else 0


def _is_factor(word: str) -> bool:
    """``x4`` in 3x4, ``e5`` in 2e5, ``m2`` in 5m2."""
    return (word[0] in "xXeE" and word[1:].isdecimal()) or word in _UNITS_WITH_DIGIT


def _beside_month(text: str, first: int, previous: str, following: str, stop: int) -> int:
    if previous == " " and first > 3 and text[first - 4 : first - 1] in MONTH_ENDS:
        month = _MONTH_BEFORE.search(text, max(0, first - 12), first)
        day = _DAY_AND_YEAR.match(text, first, stop) if month else None
        if day:
            return day.end()
    if following == " ":
        at = text.find(" ", first) + 1
        if text[at : at + 1] in _MONTH_STARTS and (day := _DAY_MONTH.match(text, first, stop)):
            return day.end()
    return 0
