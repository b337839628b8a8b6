"""Whole questions on counts of days, ages, weeks and quarters: what they ask of the ``dates`` tool."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from toolkits import lazy_re as re

Make: TypeAlias = Callable[[re.Match[str]], dict[str, Any] | None]

_NAME = r"(?:[A-Z][\w'-]*|[Hh]e|[Ss]he|[Tt]hey|my \w+)"
_D = r"(?P<d>[^?？,，]+?(?:, \d{4})?)"
_E = r"(?P<e>[^?？]+?)"
_DAY = r"(?P<w>(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_DAY_ZH = r"(?P<w>(?:星期|周|礼拜)[一二三四五六日天])"
_BUSINESS = r"(?:business|working|work|week)[- ]?days"
_BUSINESS_ZH = r"(?:个)?工作日"
_WHICH_ZH = r"(?:的日期)?是(?:几月几[日号]|哪一?天|什么日期|几年几月几[日号])[?？]"
_BOTH = r"(?P<both>,? ?\(?(?:inclusive(?: of both(?: dates| days| ends)?)?|including both(?: dates| days| the (?:start|first) and (?:the )?(?:end|last) (?:dates?|days?))|both (?:dates|days|ends) (?:included|inclusive)|counting both(?: dates| days| ends)?)\)?)"
_BOTH_ZH = r"(?P<both>[,，]?[(（]?(?:含|包括|包含)(?:首尾|两端|头尾|起止)(?:两天|日期|两日)?(?:在内)?[)）]?)"


_NO_HOLIDAYS = re.compile(
    r"[,.;]? ?\(?(?:please )?(?:ignor(?:e|ing)|disregard(?:ing)?|without (?:counting|considering)|assum(?:e|ing) (?:that )?(?:there are )?no|there are no) (?:any )?(?:public |bank |federal |national )?holidays(?: (?:in between|fall in this period))?\)?\.?"
    r"|[,，。;；]?[(（]?(?:不考虑|忽略|不计|假设没有|假设期间没有)(?:任何)?(?:法定)?(?:节假日|假日|节日)(?:和调休)?[)）]?[。]?",
    re.IGNORECASE,
)
_WEEKDAYS_ONLY = re.compile(r"\bweekdays\b", re.IGNORECASE)


def holidays_of(text: str) -> tuple[str, list[str] | None]:
    """The question without what it says of holidays, and those; ``None`` where it says nothing."""
    plain, found = _NO_HOLIDAYS.subn("", text)
    return plain.strip(" ,，。"), [] if found or _WEEKDAYS_ONLY.search(text) else None


def _business(match: re.Match[str]) -> dict[str, Any]:
    ends = {"ends": "both"} if match["both"] else {}
    return {"op": "business_days", "date": match["d"].strip(), "other": match["e"].strip(), **ends}


def _after(match: re.Match[str]) -> dict[str, Any]:
    said = match["s"].lower()
    move = {
        "amount": match["n"],
        "unit": "business-day",
        "direction": "before" if said in ("before", "前") else "after",
    }
    return {"op": "shift", "date": match["d"].strip(), "shift": [move]}


def _days_after(match: re.Match[str]) -> dict[str, Any]:
    move = {"amount": match["n"], "unit": "day", "direction": "before" if match["s"] == "前" else "after"}
    return {"op": "shift", "date": match["d"].strip(), "shift": [move]}


def _age(match: re.Match[str]) -> dict[str, Any]:
    return {"op": "age", "date": match["d"].strip(), "other": match["e"].strip()}


def _one(op: str) -> Make:
    return lambda match: {"op": op, "date": match["d"].strip()}


def _weekdays(match: re.Match[str]) -> dict[str, Any]:
    return {"op": "count_weekday", "date": match["d"].strip(), "weekday": match["w"]}


def _is_weekday(match: re.Match[str]) -> dict[str, Any]:
    return {"op": "is_weekday", "date": match["d"].strip(), "weekday": match["w"]}


def _span(unit: str) -> Make:
    return lambda match: {
        "op": "difference",
        "date": match["d"].strip(),
        "other": match["e"].strip(),
        "unit": unit,
    }


_MONTH_OR_YEAR = r"(?P<d>(?:[A-Z][a-z]+,? (?:of )?)?\d{4})"
_MONTH_OR_YEAR_ZH = r"(?P<d>\d{4}\s*年(?:\s*\d{1,2}\s*月份?)?)"
#: Question pattern, what it asks of the tool, and whether small and capital letters are told apart.
COUNTS: tuple[tuple[re.Pattern[str], Make], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), make)
    for pattern, make in (
        (rf"how many {_BUSINESS} (?:are there |are |is it |were there )?(?:between|from) {_D} (?:and|to|until|through) {_E}{_BOTH}?\?", _business),
        (rf"(?:从|自)?{_D}(?:到|至|和|与)(?P<e>[^?？,，]+?)(?:之间|期间)?{_BOTH_ZH}?[,，]?(?:一?共)?有?(?:多少|几){_BUSINESS_ZH}[?？]", _business),
        (rf"what (?:is the date|date is(?: it)?|date falls|date will it be|day is) (?P<n>\d{{1,4}}) {_BUSINESS.replace('|week', '')} (?P<s>after|from|before) (?P<d>[^?]+?)\?", _after),
        (rf"(?P<d>[^?？,，后前]+?[日号])(?:之|以)?(?P<s>后|前)的?(?P<n>\d{{1,5}})天{_WHICH_ZH}", _days_after),
        (rf"(?P<d>[^?？,，后前]+?)的?(?P<n>\d{{1,4}}){_BUSINESS_ZH}(?:之|以)?(?P<s>后|前){_WHICH_ZH}", _after),
        (rf"(?P<d>[^?？,，后前]+?)(?:之|以)?(?P<s>后|前)的?第?(?P<n>\d{{1,4}}){_BUSINESS_ZH}{_WHICH_ZH}", _after),
        (rf"{_NAME} (?:was|is) born on {_D}[.,] ?how old (?:was|is|will|would|were|are) (?:{_NAME})(?: be| turn)? on {_E}\?", _age),
        (rf"how old (?:was|is|will|would) (?:a person|someone|somebody|{_NAME})(?: be)?,? (?:who (?:was|is) )?born on {_D},?(?: be)?,? on {_E}\?", _age),
        (rf"(?:[^,，。?？\d]{{1,8}})?(?:生于|出生于|出生在|的?生日是|的?出生日期是){_D}(?:出生)?[,，。](?:那么|请问)?(?:他|她|[^,，。?？\d]{{1,6}})?(?:在|到了?|于|截至)?(?P<e>\d{{4}}[^?？,，岁]*?[日号])(?:时|那天|这天|当天)?[,，]?(?:他|她|[^,，。?？\d]{{1,6}})?(?:是|满|有|应该是|已经)?(?:多少|几)(?:周)?岁(?:了)?[?？]", _age),
        (rf"how many {_DAY}s (?:are there |were there |are |does |did |will there be )?(?:in )?{_MONTH_OR_YEAR}(?: have)?\?", _weekdays),
        (rf"{_MONTH_OR_YEAR_ZH}(?:里|中|份|一共|共|总共)*有(?:多少|几)个{_DAY_ZH}[?？]", _weekdays),
        (rf"(?:is|was|will) (?P<d>[^?]+?) (?:be )?(?:on )?a {_DAY}\?", _is_weekday),
        (rf"(?P<d>\d{{4}}[^?？,，]*?[日号])(?:那天)?是(?:不是)?{_DAY_ZH}吗?[?？]", _is_weekday),
        (r"(?:in )?(?:what|which) ISO (?:calendar )?week(?: number)? (?:is|was|does|did|contains) (?P<d>[^?]+?)(?: (?:in|fall in|fall into|belong to))?\?", _one("iso_week")),
        (r"what is the ISO week(?: number)? (?:of|for) (?P<d>[^?]+?)\?", _one("iso_week")),
        (r"(?:按|根据|依照?)?\s*ISO\s*(?:8601)?(?:标准|周历|日历)?[,，]?(?P<d>[^?？,，]+?)(?:属于|是|位于|在)(?:当年|该年|这一年)?(?:的)?第几周[?？]", _one("iso_week")),
        (r"(?:in )?(?:what|which) (?:calendar )?quarter(?: of the (?:calendar )?year)? (?:is|was|does|did) (?P<d>[^?]+?)(?: (?:in|fall in|fall into|belong to|fall))?\?", _one("quarter")),
        (r"(?P<d>\d{4}[^?？,，]*?[日号])(?:属于|是|位于|在)(?:当年|该年|这一年)?(?:的)?第?几(?:个)?季度[?？]", _one("quarter")),
        (r"(?:what|which) (?:number )?day of the year (?:is|was) (?P<d>[^?]+?)\?", _one("day_of_year")),
        (r"(?P<d>[^?？,，]+?)是(?:当年|该年|这一?年|那一?年|一年中?|全年)的?第(?:几|多少)天[?？]", _one("day_of_year")),
        (rf"how many (?:full |complete |whole )(?P<u>month|year)s (?:are there |are |passed )?(?:between|from) {_D} (?:and|to|until) {_E}\?", lambda m: _span(m["u"].lower())(m)),
        (rf"how many weeks (?:are there |are |is it )?(?:between|from) {_D} (?:and|to|until) {_E}\?", _span("week")),
        (rf"(?:从)?{_D}(?:到|至|和|与)(?P<e>[^?？,，]+?)(?:之间)?(?:相差|相隔|间隔|有|是|一共|共)+(?:多少|几)(?:周|个?星期)[?？]", _span("week")),
    )
)  # fmt: skip
#: What shows that one of them may be meant.
ASKED = re.compile(
    r"[后前]的?\d+天(?:的日期)?是|business|work(?:ing)?[- ]?days|weekdays|工作日|how old|岁|how many (?:mon|tues|wednes|thurs|fri|satur|sun)days|有(?:多少|几)个(?:星期|周|礼拜)"
    r"|a (?:mon|tues|wednes|thurs|fri|satur|sun)day\?|是(?:不是)?(?:星期|周|礼拜)[一二三四五六日天]吗?[?？]|ISO|quarter|季度|day of the year|第(?:几|多少)天|how many (?:weeks|full|complete|whole)|(?:多少|几)(?:周|个?星期)",
    re.IGNORECASE,
)
