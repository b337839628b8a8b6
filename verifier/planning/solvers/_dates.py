"""Questions on the calendar: a date before or after one that the question fixes, weekdays, spans."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from toolkits import lazy_re as re
from toolkits.dates import dates, read_date
from toolkits.errors import ToolkitError
from verifier.plan import ClaimKind, Contains
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._calendar_counts import ASKED, COUNTS, holidays_of
from verifier.planning.solvers._core import core
from verifier.planning.solvers._small_numbers import in_digits

Move: TypeAlias = dict[str, str]

_UNITS = {
    "小时": "hour", "天": "day", "日": "day", "周": "week", "星期": "week", "个星期": "week", "礼拜": "week", "个月": "month", "年": "year",
}  # fmt: skip
_N = r"(?P<n>\d{1,6}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_UNIT = r"(?P<u>hour|day|week|fortnight|month|year|decade)s?"
_NAME = r"[A-Z][\w'-]*"
_DATE = r"(?P<d>[^?]+?)"
_AMOUNT_ZH = r"(?P<n>\d{1,6}|[一二两三四五六七八九十])\s*(?P<u>小时|天|日|周|个?星期|礼拜|个月|年)"

#: Words for a day near today, as the move from today.
_NEAR: dict[str, int] = {
    "today": 0, "now": 0, "tomorrow": 1, "yesterday": -1, "the day after tomorrow": 2,
    "the day before yesterday": -2,
    "今天": 0, "明天": 1, "昨天": -1, "后天": 2, "前天": -2, "大后天": 3, "大前天": -3,
}  # fmt: skip
_RELATIVE = (
    (
        re.compile(rf"{_N} {_UNIT} (?P<s>ago|earlier|before)(?: from)?(?: (?:today|now))?", re.IGNORECASE),
        "before",
    ),
    (re.compile(rf"{_N} {_UNIT} (?P<s>from|after)(?: (?:today|now))", re.IGNORECASE), "after"),
    (re.compile(rf"{_N} {_UNIT} (?P<s>later|hence)(?: from (?:today|now))?", re.IGNORECASE), "after"),
    (re.compile(rf"in {_N} {_UNIT}(?P<s>)(?: from (?:today|now))?", re.IGNORECASE), "after"),
    (re.compile(rf"(?:从今天(?:起|算起)?,?)?{_AMOUNT_ZH}(?:之|以)?(?P<s>前)"), "before"),
    (re.compile(rf"(?:从今天(?:起|算起)?,?)?{_AMOUNT_ZH}(?:之|以)?(?P<s>后)"), "after"),
    (re.compile(rf"(?:再)?过{_AMOUNT_ZH}(?P<s>后)?"), "after"),
)


@dataclass(frozen=True, slots=True)
class _Today:
    """How the question fixes today: a date as it is written there, and the moves from it."""

    text: str
    moves: tuple[Move, ...] = ()
    order: str = ""


Read: TypeAlias = Callable[[re.Match[str]], _Today | None]


def _amount(match: re.Match[str], direction: str) -> Move:
    unit = match["u"].lower()
    return {
        "amount": in_digits(match["n"]),
        "unit": _UNITS.get(unit, unit),
        "direction": direction,
    }


def _days(count: int) -> tuple[Move, ...]:
    if not count:
        return ()
    return ({"amount": str(abs(count)), "unit": "day", "direction": "after" if count > 0 else "before"},)


def _moves(text: str) -> tuple[Move, ...] | None:
    """The moves from today that a phrase such as "one week ago from today" makes."""
    plain = " ".join(text.lower().split())
    if plain in _NEAR:
        return _days(_NEAR[plain])
    for pattern, direction in _RELATIVE:
        match = pattern.fullmatch(plain)
        if match:
            return (_amount(match, direction),)
    return None


def _back(text: str) -> tuple[Move, ...]:
    return _days(-_NEAR[text.lower()])


def _as_written(match: re.Match[str]) -> _Today:
    return _Today(match["d"])


def _near(match: re.Match[str]) -> _Today:
    return _Today(match["d"], _back(match["w"]))


def _ago(match: re.Match[str]) -> _Today:
    """The date was so long ago: today lies after it."""
    return _Today(match["d"], (_amount(match, "after"),))


def _ahead(match: re.Match[str]) -> _Today:
    return _Today(match["d"], (_amount(match, "before"),))


def _years(match: re.Match[str]) -> _Today:
    return _Today(match["d"], ({"amount": match["y"], "unit": "year", "direction": "after"},))


def _jubilee(match: re.Match[str]) -> _Today:
    unit = {"golden": "half-century", "silver": "quarter-century"}[match["j"].lower()]
    return _Today(match["d"], ({"amount": "1", "unit": unit, "direction": "after"},))


def _disputed(match: re.Match[str]) -> _Today | None:
    said = {match["a"]: match["d"], match["b"]: match["e"]}
    return _Today(said[match["who"]]) if match["a"] != match["b"] and match["who"] in said else None


def _in_fact(match: re.Match[str]) -> _Today | None:
    """The true day is named twice; both must agree."""
    today = _ago(match)
    try:
        then = dates("shift", today.text, shift=list(today.moves), order="mdy")["value"]
        year = then[:4]
        return today if read_date(f"{match['e']}, {year}").isoformat() == then else None
    except ToolkitError:
        return None


def _monthly(match: re.Match[str]) -> _Today:
    moves = (
        {"amount": match["k"], "unit": "month", "direction": "after"},
        {"amount": "1", "unit": "month", "direction": "before"},
    )
    return _Today(f"{match['day']} {match['month']} {match['year']}", moves)


def _british(match: re.Match[str]) -> _Today:
    return _Today(match["d"], order="dmy")


def _with_year(match: re.Match[str]) -> _Today:
    return _Today(f"{match['d']}/{match['year']}")


def _second_day(match: re.Match[str]) -> _Today:
    moves = (*_days(-1), {"amount": match["y"], "unit": "year", "direction": "after"})
    return _Today(f"{match['d']}, {match['year']}", moves)


_W = r"(?P<w>today|tomorrow|yesterday|the day after tomorrow|the day before yesterday)"
_W_ZH = r"(?P<w>大?后天|大?前天|今天|明天|昨天)"
_PREMISES: tuple[tuple[re.Pattern[str], Read], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE if not flags else 0), read)
    for pattern, read, flags in (
        (rf"(?:if )?{_W}(?:'s date)? (?:is|was|will be) {_DATE}[.,]", _near, 0),
        (rf"(?:if )?it (?:is|was|will be) {_DATE} {_W}[.,]", _near, 0),
        (rf"{_W} was {_DATE}\. today could not be [^?]+ because [^?]+\.", _near, 0),
        (rf"today is {_DATE}\. {_NAME}'s appointment (?:will be|is|was) [^?]+ (?:later|ago|earlier)\.", _as_written, 0),
        (rf"(?:this is|{_NAME} is celebrating) {_DATE}\.", _as_written, 0),
        (rf"today, {_DATE}, is a day that [a-z ]+\.", _as_written, 0),
        (rf"the current (?:local )?time is \d{{1,2}}:\d{{2}} ?(?:am|pm)? (?:of|on) {_DATE}\.", _as_written, 0),
        (rf"{_W}, {_DATE}, {_NAME} (?:ate|had|bought|saw|met|read|drank) \d+ [a-z]+(?: and \d+ [a-z]+)?\.", _near, 0),
        (rf"(?:{_NAME} (?:booked|reserved|scheduled|planned|bought) (?:an? )?[\w ]+ (?:for|on)|today's meeting is rescheduled to(?: \d{{1,2}} ?(?:am|pm))?) {_W}(?:, {_DATE}| \((?P<d2>[^?()]+)\))\.", lambda m: _Today(m["d"] or m["d2"], _back(m["w"])), 0),
        (rf"(?:the )?[\w' ]+? (?:is|was|will be) (?:on )?{_DATE}, which is {_N} {_UNIT} (?:away )?from (?:now|today)\.", _ahead, 0),
        (rf"the \w+ was scheduled to be on {_DATE},? but (?:was|got) delayed by {_N} {_UNIT} to today\.", _ago, 0),
        (rf"it was {_DATE} {_N} {_UNIT} ago\.", _ago, 0),
        (rf"{_NAME} (?:quit|quited|left|started|got) (?:her|his|their|a|the) [a-z]+ on {_DATE}\. {_N} {_UNIT} have passed since then\.", _ago, 0),
        (rf"{_NAME} and {_NAME} (?:got )?married on {_DATE}\. it is their (?P<y>\d+)[- ]year (?:wedding )?anniversary today\.", _years, 0),
        (rf"{_NAME} and {_NAME} (?:got )?married on {_DATE}\. today is their (?P<j>golden|silver) wedding anniversary\.", _jubilee, 0),
        (rf"{_NAME} was born on {_DATE}\. today is (?:her|his|their) (?P<y>\d+)[- ]year[- ]old birthday\.", _years, 0),
        (rf"(?P<a>{_NAME}) thinks today is {_DATE}, but (?P<b>{_NAME}) thinks today is (?P<e>[^?]+?)\. (?P<who>{_NAME}) is (?:correct|right)\.", _disputed, 1),
        (rf"{_NAME} thought today is {_DATE}, but today is in fact (?P<e>[^?]+?), which is {_N} {_UNIT} later\.", _in_fact, 0),
        (rf"{_NAME} visits the [a-z]+ on the (?P<day>\d{{1,2}}(?:st|nd|rd|th)) of each month starting from the (?P<month>[a-z]+) of (?P<year>\d{{4}})\. it is (?:her|his) (?P<k>\d+)(?:st|nd|rd|th) visit to the [a-z]+ today\.", _monthly, 0),
        (rf"in the uk, people usually put the day before the month when formatting the date\. therefore, today is {_DATE} to them\.", _british, 0),
        (rf"the first day of \d{{4}} is an? \w+, and today is {_DATE}\.", _as_written, 0),
        (rf"in the us, thanksgiving is on the fourth thursday of november\. today is {_DATE}\.", _as_written, 0),
        (rf"{_DATE} is like yesterday to {_NAME}, but that is actually {_N} {_UNIT} ago\.", _ago, 0),
        (rf"today is (?P<d>\d{{1,2}}/\d{{1,2}})\. {_NAME} is watching [a-z]+ (?P<year>\d{{4}})\.", _with_year, 0),
        (rf"today is (?P<d>\d{{1,2}}/\d{{1,2}}), and it is {_NAME}'s \w+ time in the year (?P<year>\d{{4}}) to [a-z ]+\.", _with_year, 0),
        (rf"{_NAME} got (?:her|his) job in (?P<year>\d{{4}})\. today is (?:her|his) (?P<y>\d+)[- ]year work anniversary\. (?:she|he) still remembers? that on (?P<d>[a-z]+ \d{{1,2}}), (?:her|his) second day at work, [^\d?]+\.", _second_day, 0),
        (rf"(?:如果|若|假设|已知)?{_W_ZH}(?:的日期)?是\s*(?P<d>[^?？,。]+?)[,。]", _near, 0),
    )
)  # fmt: skip
_ASKS: tuple[re.Pattern[str], ...] = (
    re.compile(
        r"(?P<premise>.*?)\s*what (?:is|was|will be) the date (?P<rel>[\w ]+?)(?: in (?P<f>MM/DD/YYYY|DD/MM/YYYY|YYYY-MM-DD))?\?",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<premise>.*?)\s*what (?:is|was|will) (?P<rel>[\w ]+?)'s date(?: in (?P<f>MM/DD/YYYY|DD/MM/YYYY|YYYY-MM-DD))?\?",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<premise>.*?)\s*what date (?:is|was|will) (?:it )?(?:be )?(?P<rel>[\w ]+?)(?: in (?P<f>MM/DD/YYYY|DD/MM/YYYY|YYYY-MM-DD))?\?",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<premise>.*?)\s*(?:那么|则|请问)?(?P<rel>[^,，。?？]+?)(?:的日期)?是(?:几月几[日号]|哪一?天|什么日期|哪年哪月哪[日号]|几年几月几[日号])(?P<f>)[?？]"
    ),
)
_ORDERS: Mapping[str, str] = {"MM/DD/YYYY": "mdy", "DD/MM/YYYY": "dmy"}

_IS_WHICH = r"(?:的日期)?(?:是|为)(?:(?P<w>星期几|周几|礼拜几|星期几呢)|几月几[日号]|哪一?天|什么日期|几年几月几[日号]|哪年哪月哪[日号])[?？]"

#: Whole questions about dates that they name.
_WHOLE: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], dict[str, Any] | None]], ...] = (
    (
        re.compile(rf"(?:on )?(?:what|which) (?:day of the week|weekday|day) (?:is|was|will|did|does) (?:it (?:be )?on )?{_DATE}(?: (?:fall|fall on|be(?: on)?))?\?", re.IGNORECASE),
        lambda m: {"op": "weekday", "date": m["d"]},
    ),
    (re.compile(r"(?P<d>[^?？]+?)(?:那天)?(?:是|为)(?:星期|周|礼拜)几[?？]"), lambda m: {"op": "weekday", "date": m["d"]}),
    (
        re.compile(rf"what (?:is the date|date is(?: it)?|date will it be|date was it|date comes) {_N} {_UNIT} (?P<s>after|from|before) {_DATE}\?", re.IGNORECASE),
        lambda m: {"op": "shift", "date": m["d"], "shift": [_amount(m, "before" if m["s"].lower() == "before" else "after")]},
    ),
    (
        re.compile(rf"(?P<d>[^?？]+?)(?:的|往)?{_AMOUNT_ZH}(?:之|以)?(?P<s>前|后)(?:的日期)?是(?:几月几[日号]|哪一?天|什么日期|几年几月几[日号])[?？]"),
        lambda m: {"op": "shift", "date": m["d"], "shift": [_amount(m, "before" if m["s"] == "前" else "after")]},
    ),
    (
        re.compile(rf"(?:on )?(?:what|which) day of the week (?:is|will it be|was it|is it|was|will be|falls) {_N} {_UNIT} (?P<s>after|from|before) (?:this |next |last )?{_DATE}\?", re.IGNORECASE),
        lambda m: {"op": "weekday", "date": m["d"], "shift": [_amount(m, "before" if m["s"].lower() == "before" else "after")]},
    ),
    (
        re.compile(rf"(?:从)?(?P<d>[^?？]+?)(?:的)?(?:之|以)?(?P<s>后|前)(?:的)?第{_AMOUNT_ZH}{_IS_WHICH}"),
        lambda m: _zh_shift(m, "before" if m["s"] == "前" else "after"),
    ),
    (
        re.compile(rf"(?:从|自)?(?P<d>[^?？]+?)(?:起|开始|算起)?[,，]?(?:再|又)?(?:往后|向后)?(?:过|推|数|经过)了?{_AMOUNT_ZH}(?:之?后)?{_IS_WHICH}"),
        lambda m: _zh_shift(m, "after"),
    ),
    (
        re.compile(rf"(?:从|自)?(?P<d>[^?？]+?)(?:往前|向前|倒)(?:推|数)了?{_AMOUNT_ZH}{_IS_WHICH}"),
        lambda m: _zh_shift(m, "before"),
    ),
    (
        re.compile(rf"(?:从|自)?(?P<d>[^?？]+?)(?:起|开始|算起)?[,，]?(?:的)?{_AMOUNT_ZH}(?:之|以)?(?P<s>前|后){_IS_WHICH}"),
        lambda m: _zh_shift(m, "before" if m["s"] == "前" else "after"),
    ),
    (
        re.compile(rf"(?P<d>[^?？]+?)的(?P<s>前|后){_AMOUNT_ZH}{_IS_WHICH}"),
        lambda m: _zh_shift(m, "before" if m["s"] == "前" else "after") if m["n"] == "一" else None,
    ),
    (
        re.compile(r"how many days (?:are|were|will be|does|did)(?: there)?(?: in)? (?P<d>(?:[A-Z][a-z]+,? (?:of )?)?\d{4})(?: have)?\?", re.IGNORECASE),
        lambda m: _length(m["d"]),
    ),
    (
        re.compile(r"(?P<d>\d{4}\s*年(?:\s*\d{1,2}月份?)?)(?:一共|共|全年)?有(?:多少|几)天[?？]"),
        lambda m: _length(m["d"]),
    ),
    (
        re.compile(r"how many days (?:are there |are |is it |passed |elapsed )?(?:between|from) (?P<d>[^?]+?) (?:and|until|till) (?P<e>[^?]+?)\?", re.IGNORECASE),
        lambda m: {"op": "difference", "date": m["d"], "other": m["e"]},
    ),
    (
        re.compile(r"(?:从)?(?P<d>[^?？]+?)(?:和|与|到|至)(?P<e>[^?？]+?)(?:之间)?(?:相差|相隔|间隔|隔)(?:了)?(?:多少|几)天[?？]"),
        lambda m: {"op": "difference", "date": m["d"], "other": m["e"]},
    ),
    (re.compile(r"(?:is|was) (?:the year )?(?P<d>\d{4}) a leap year\?", re.IGNORECASE), lambda m: {"op": "is_leap_year", "date": f"{m['d']}-1-1"}),
    (re.compile(r"(?P<d>\d{4})\s*年?是(?:不是)?闰年(?:吗)?[?？]"), lambda m: {"op": "is_leap_year", "date": f"{m['d']}-1-1"}),
    (
        re.compile(r"(?:if )?today is (?P<d>(?:mon|tues|wednes|thurs|fri|satur|sun)day)[.,] (?:then )?(?:what|which) (?:day(?: of the week)?|weekday) (?:will it be|is it|was it|is|will be|was)(?: on)? (?P<rel>[\w ]+)\?", re.IGNORECASE),
        lambda m: _from_weekday(m["d"], m["rel"]),
    ),
    (
        re.compile(r"(?:如果|若|假设)?今天是(?P<d>(?:星期|周|礼拜)[一二三四五六日天])[,，。](?:那么|则|请问)?(?P<rel>[^,，。?？]+?)是?(?:星期|周|礼拜)几[?？]"),
        lambda m: _from_weekday(m["d"], m["rel"]),
    ),
)  # fmt: skip


def _zh_shift(match: re.Match[str], direction: str) -> dict[str, Any] | None:
    """A date, or the weekday of it, so long before or after the one named."""
    op = "weekday" if match["w"] else "shift"
    return {"op": op, "date": match["d"].strip(), "shift": [_amount(match, direction)]}


def _length(named: str) -> dict[str, Any]:
    year = re.fullmatch(r"\d{4}\s*年?", named.strip())
    return {"op": "days_in_year" if year else "days_in_month", "date": named.strip()}


_MARKS = ("date", "day", "leap year", "几月", "星期", "周几", "礼拜", "天", "日期", "闰年")
_ASKED = re.compile(
    r"(?:[wW]hat|[wW]hich) (?:is |was |will be )?(?:the )?(?:date|day|weekday|tomorrow|today|yesterday)|[hH]ow many days (?:are|is|were|does|will|between|from|passed|elapsed)|leap year"
    r"|几月几|哪一?天|星期几|周几|礼拜几|(?:多少|几)天|闰年|什么日期|几年几月"
)


def _from_weekday(day: str, relative: str) -> dict[str, Any] | None:
    moves = _moves(relative)
    return None if moves is None else {"op": "weekday", "date": day, "shift": list(moves)}


def solve(question: QuestionText) -> list[Derivation]:
    """The date, weekday or number of days that the question asks for."""
    stem = question.stem
    known = any(mark in stem for mark in _MARKS) and _ASKED.search(stem)
    if len(stem) > 1_000 or not (known or ASKED.search(stem)):
        return []
    text = core(stem)
    tool_input = next((t for t in _readings(text) if _computes(t)), None)
    if tool_input is None:
        return []
    form = re.search(r"MM/DD/YYYY|DD/MM/YYYY", text)
    return [_derivation(tool_input, _iso(question.options, _ORDERS.get(form[0] if form else "", "")))]


def _computes(tool_input: dict[str, Any]) -> bool:
    """Whether the tool has a value, or can say what a date or a count that is ambiguous may come to."""
    try:
        value = dates(**tool_input)["value"]
    except ToolkitError as error:
        return error.code in _AMBIGUOUS
    return tool_input.get("unit") != "week" or "/" not in value


def _readings(text: str) -> Iterator[dict[str, Any]]:
    """What the question may ask of the tool; a reading whose dates are none does not compute."""
    for pattern, make in _WHOLE:
        match = pattern.fullmatch(text)
        made = make(match) if match else None
        if made:
            yield made
    plain, holidays = holidays_of(text)
    for pattern, make in COUNTS:
        match = pattern.fullmatch(plain)
        made = make(match) if match else None
        if made:
            yield made if holidays is None else {**made, "holidays": holidays}
    relative = _relative(text)
    if relative:
        yield relative


def _relative(text: str) -> dict[str, Any] | None:
    """The input for a date relative to today, where the sentences before the question fix today."""
    for pattern in _ASKS:
        match = pattern.fullmatch(text)
        moves = _moves(match["rel"]) if match else None
        today = _today(match["premise"].strip()) if match and moves is not None else None
        if match and today and moves is not None:
            order = today.order or _ORDERS.get((match["f"] or "").upper(), "")
            return {"op": "shift", "date": today.text, "shift": [*today.moves, *moves], "order": order}
    return None


def _today(premise: str) -> _Today | None:
    ended = premise if premise.endswith((".", ",", "。", "，")) else f"{premise}."
    for pattern, read in _PREMISES:
        match = pattern.fullmatch(ended)
        found = read(match) if match else None
        if found and _is_date(found):
            return replace(found, text=found.text.strip())
    return None


def _is_date(today: _Today) -> bool:
    try:
        read_date(today.text, today.order or "mdy")
    except ToolkitError:
        return False
    return True


_KINDS: Mapping[str, ClaimKind] = {
    "shift": "date",
    "weekday": "text",
    "difference": "number",
    "days_in_month": "number",
    "days_in_year": "number",
    "is_leap_year": "boolean",
    "is_weekday": "boolean",
}
_AMBIGUOUS = frozenset({"ambiguous_date", "ambiguous_ends", "leap_birthday", "holidays_unknown"})


def _derivation(tool_input: dict[str, Any], options: dict[str, str]) -> Derivation:
    op = tool_input["op"]
    names = Contains(actual={"$ref": "output.names"}, expected={"$ref": "claims.final.value"})
    return Derivation(
        kind=_KINDS.get(op, "number"),
        tool="dates",
        tool_input=tool_input,
        description=f"{op}: {tool_input['date']}"
        + (f", {tool_input['other']}" if "other" in tool_input else ""),
        check=names if op == "weekday" and not options else None,
        values=options if op == "shift" else {},
        unit="year" if op == "age" and tool_input["date"].isascii() else None,
    )


def _iso(options: Mapping[str, str], order: str) -> dict[str, str]:
    """The options as ISO dates, as the tool writes them; those that are no date stay as they are."""
    found: dict[str, str] = {}
    for letter, text in options.items():
        try:
            found[letter] = read_date(text, order).isoformat()
        except ToolkitError:
            found[letter] = text
    return found
