"""Words that answers are made of: closed lists, whose members differ, and names of sets."""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from functools import lru_cache

from toolkits import lazy_re as re
from toolkits._tables import words
from toolkits.equivalence._values import Clock, Day, Value, Whole, Word
from toolkits.errors import ToolkitError

_EMPTY = frozenset(
    {
        "no solution", "no solutions", "no real solution", "no real solutions", "none", "empty set",
        "the empty set",
        "∅", "{}", "无解", "空集", "没有解", "no root", "no roots", "no real roots",
    }
)  # fmt: skip
_ALL = frozenset(
    {
        "all real numbers",
        "all reals",
        "all real x",
        "ℝ",
        "reals",
        "the real numbers",
        "real numbers",
        "全体实数",
        "实数集",
    }
)

#: list -> word -> what it stands for.
_TOPICS: Mapping[str, Mapping[str, str]] = {
    "truth": {
        **dict.fromkeys(("true", "yes", "correct", "right", "是", "正确", "对", "真", "可以"), "yes"),
        **dict.fromkeys(("false", "no", "incorrect", "wrong", "否", "错误", "错", "假", "不是"), "no"),
        **dict.fromkeys(("不正确", "不可以"), "no"),
    },
    "weekday": {
        name: day
        for names, day in (
            ("monday mon 星期一 周一", "monday"),
            ("tuesday tue 星期二 周二", "tuesday"),
            ("wednesday wed 星期三 周三", "wednesday"),
            ("thursday thu 星期四 周四", "thursday"),
            ("friday fri 星期五 周五", "friday"),
            ("saturday sat 星期六 周六", "saturday"),
            ("sunday sun 星期日 星期天 周日", "sunday"),
        )
        for name in names.split()
    },
    "month": {name.lower(): name for name in calendar.month_name if name},
    "direction": {
        name: name for name in words("north south east west northeast northwest southeast southwest")
    },
    "parity": {"odd": "odd", "even": "even", "奇数": "odd", "偶数": "even", "neither": "neither"},
    "kind of number": {
        name: name for name in ("prime", "composite", "rational", "irrational", "positive", "negative")
    },
    "value": {
        **dict.fromkeys(("undefined", "not defined", "does not exist", "dne"), "undefined"),
        **dict.fromkeys(("不存在", "无意义"), "undefined"),
        **dict.fromkeys(("nan", "null"), "nothing"),
        **dict.fromkeys(("divergent", "diverges", "发散"), "diverges"),
        **dict.fromkeys(("convergent", "converges", "收敛"), "converges"),
    },
}  # fmt: skip
_WORD = re.compile(r"[A-Za-z][A-Za-z' -]{0,60}|[\u4e00-\u9fff]{1,20}")
_MOST_WORDS = 6
_HOUR = re.compile(r"(\d{1,2})\s*([ap])\.?m\.?", re.IGNORECASE)
_HOURS = {"noon": 12, "midnight": 0, "正午": 12, "中午": 12, "午夜": 0}
_NUMERIC_DAY = re.compile(r"\d{1,4}/\d{1,2}/\d{1,4}")
_SAYS_TIME = re.compile("[午晨晚夜].*[点时:]|[点][整钟半]?$|点.*[分刻]")
_MAY_BE_DAY = re.compile(r"[A-Za-z]{3}|\d-\d|年")
_YEAR = re.compile(r"\d{4}|[〇零一二三四五六七八九]{4}年")
_YEARLESS = re.compile(
    rf"(?P<zh>[\d一二三四五六七八九十]{{1,3}}月[\d一二三四五六七八九十]{{1,3}}[日号])"
    rf"|(?:{'|'.join(name for name in calendar.month_name if name)})\s+\d{{1,2}}(?:st|nd|rd|th)?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{'|'.join(name for name in calendar.month_name if name)})"
)
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap])?\.?(?:m\.?)?", re.IGNORECASE)
_CHOICE = re.compile(r"(?i:option|choice|选项?)?\s*\(([A-Ha-h])\)\.?|(?i:option|choice|选项?)\s*([A-Ha-h])")


_LABELLED = re.compile(
    r"(?i:option|choice|选项?)?\s*(?:\(([A-H])\)[.:]?|([A-H])(?:[.:]|\)[.:]?))(?=\s|$)\s*(.*)"
    r"|\(([a-h])\)\s+(\d.*|[A-Za-z]{3}.*)",
    re.DOTALL,
)


def folded(text: str) -> str:
    """Lower case, single spaces."""
    return " ".join(text.lower().split())


@lru_cache(maxsize=1024)
def known(text: str) -> Value | None:
    """A word of a closed list, or a set with a name."""
    plain = folded(text)
    if plain in _EMPTY or plain in _ALL:
        return Whole(empty=plain in _EMPTY)
    for topic, members in _TOPICS.items():
        if plain in members:
            return Word(members[plain], topic)
    return None


def choice(text: str) -> str | None:
    """The letter of ``(B)``, ``option B``; None where the text is no choice."""
    found = _CHOICE.fullmatch(text.strip())
    return (found[1] or found[2]).upper() if found else None


def labelled(text: str) -> tuple[str, str] | None:
    """``(B) 42``, ``B. 42``, ``B)``: the letter, and what stands behind it."""
    found = _LABELLED.fullmatch(text.strip())
    if not found:
        return None
    letter = found[1] or found[2] or found[4]
    return letter.upper(), (found[3] or found[5] or "").strip()


def word(text: str) -> Word | None:
    """A short phrase of letters alone."""
    plain = text.strip()
    if _WORD.fullmatch(plain) and len(plain.split()) <= _MOST_WORDS:
        return Word(folded(plain))
    return None


def clock(text: str) -> Clock | None:
    """A time of day: ``15:30``, ``3:30 PM``."""
    if folded(text) in _HOURS:
        return Clock(_HOURS[folded(text)] * 3600, half=True)
    if not text.isascii():
        return _spoken_clock(text)
    whole = _HOUR.fullmatch(text.strip())
    found = _CLOCK.fullmatch(f"{whole[1]}:00 {whole[2]}m" if whole else text.strip())
    if not found:
        return None
    hours, minutes, seconds = int(found[1]), int(found[2]), int(found[3] or 0)
    half = (found[4] or "").lower()
    if minutes > 59 or seconds > 59 or hours > 24 or (half and not 1 <= hours <= 12):
        return None
    if half:
        hours = hours % 12 + (12 if half == "p" else 0)
    return Clock(hours * 3600 + minutes * 60 + seconds, bool(half))


def _spoken_clock(text: str) -> Clock | None:
    """``下午3点半``; ``三点五`` is a number."""
    if not _SAYS_TIME.search(text):
        return None
    from toolkits.clock import read_time  # noqa: PLC0415

    try:
        time = read_time(text)
    except ToolkitError:
        return None
    return Clock(time.minutes * 60, time.sure)


def day(text: str) -> Day | None:
    """A date with its year, in words or ISO; all-digit dates with slashes are quotients."""
    yearless = _YEARLESS.fullmatch(text.strip())
    if not yearless and (not _MAY_BE_DAY.search(text) or not _YEAR.search(text)):
        return None
    from toolkits.dates import read_date  # noqa: PLC0415

    try:
        if yearless:  # of a leap year: February has 29 days
            full = f"2000年{text.strip()}" if yearless["zh"] else f"{text.strip().rstrip('.')}, 2000"
            return Day(f"--{read_date(full).isoformat()[5:]}")
        return Day(read_date(text).isoformat())
    except ToolkitError:
        return None


def numeric_day(text: str) -> Day | None:
    """``2024/1/5``, which may be a quotient too; no text where day and month can't be told apart."""
    if not _NUMERIC_DAY.fullmatch(text) or not re.search(r"\d{4}", text):
        return None
    from toolkits.dates import read_date  # noqa: PLC0415

    try:
        return Day(read_date(text.replace("/", "-") if text[:4].isdigit() else text).isoformat())
    except ToolkitError as error:
        return Day("") if error.code == "ambiguous_date" else None
