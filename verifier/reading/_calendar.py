"""Names of weekdays and months as answers, and dates in the order that the question names."""

from __future__ import annotations

from typing import Final

from toolkits import lazy_re as re

_DAY: Final = r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:星期|周|礼拜)[一二三四五六日天]"
_MONTH: Final = (
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
    r"|(?:十[一二]?|[一二三四五六七八九]|1[0-2]|[1-9])月(?![\d一二三四五六七八九十])"
)
_WANTED: Final = {
    "day": re.compile(
        r"\b(?:what|which) (?:day of the week|weekday)\b|(?:星期|周|礼拜)几"
        r"|\b(?:what|which) day (?:is|was|did|does|will)(?: it)?(?: be)?(?: on)? (?:the )?"
        r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d)"
        r"|\btoday is (?:mon|tues|wednes|thurs|fri|satur|sun)day\b[^?]*\bwhat day\b",
        re.IGNORECASE,
    ),
    "month": re.compile(r"\b(?:what|which) month\b|哪一?个?月|几月(?!几|的)", re.IGNORECASE),
}
_NAMES: Final = {"day": re.compile(_DAY, re.IGNORECASE), "month": re.compile(_MONTH, re.IGNORECASE)}
_DATE: Final = re.compile(
    r"\bwhat (?:is the |was the |will be the )?date\b|几月几|MM/DD|DD/MM", re.IGNORECASE
)
_SLASHED: Final = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-]\d{4}")


def asks_name(clause: str) -> str:
    """``day`` or ``month`` where a question asks for the name of one, else ""."""
    if _DATE.search(clause):
        return ""
    return next((what for what, pattern in _WANTED.items() if pattern.search(clause)), "")


def name_in(text: str, start: int, end: int, what: str, known: str = "") -> tuple[int, int] | None:
    """Span of the one name of that sort in ``text[start:end]``; ``None`` where there is none, or several.

    Those of ``known`` count only where there is no other.
    """
    found = list(_NAMES[what].finditer(text, start, end))
    theirs = {m[0].casefold() for m in _NAMES[what].finditer(known)}
    new = [m for m in found if m[0].casefold() not in theirs] or found
    return new[0].span() if len({m[0].casefold() for m in new}) == 1 else None


def in_other_order(printed: str, question: str) -> bool:
    """Whether a date is printed day first where the question says MM/DD, or the other way round."""
    match = _SLASHED.search(printed)
    if match is None:
        return False
    first, second = int(match[1]), int(match[2])
    month_first = "MM/DD" in question
    if month_first == ("DD/MM" in question):
        return False
    return (first if month_first else second) > 12
