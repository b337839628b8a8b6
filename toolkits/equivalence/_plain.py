"""Compares words, dates and times of day."""

from __future__ import annotations

from toolkits.equivalence._evidence import Finding, different, equivalent, undecided
from toolkits.equivalence._values import Clock, Day, Word

_CLOSE_WORDS = 2


def decided(truth: bool, reason: str) -> Finding:
    """The finding where the values themselves say it."""
    return equivalent("structural", reason) if truth else different("structural", reason)


def days(one: Day, other: Day) -> Finding:
    """Whether two dates are one."""
    if not one.text or not other.text:
        return undecided("ambiguous", reason="day and month can't be told apart")
    yearless = one.text.startswith("--") != other.text.startswith("--")
    if yearless and one.text[-5:] == other.text[-5:]:
        return undecided("date", reason="one of the dates names no year")
    return decided(one.text == other.text, "date")


def clocks(one: Clock, other: Clock) -> Finding:
    """Whether two times of day are one."""
    if one.seconds == other.seconds:
        return equivalent("exact", "time")
    half_a_day = abs(one.seconds - other.seconds) == 12 * 3600
    if half_a_day and one.half != other.half:
        return undecided("ambiguous", reason="one of the times may be in the other half of the day")
    return different("exact", "time")


def words(one: Word, other: Word) -> Finding:
    """Whether two phrases say the same; those that may are undecided."""
    if "nothing" in (one.text, other.text):
        return Finding("error", "undefined", None, {"reason": "not a number"})
    if one.text == other.text and one.topic == other.topic:
        return equivalent("structural", "text")
    if one.topic or other.topic:
        return (
            different("structural", "text")
            if one.topic == other.topic
            else undecided("text", reason="other kinds of words")
        )
    if _alike(one.text, other.text):
        return undecided("text", reason="words that are alike")
    return different("structural", "text")


def _alike(one: str, other: str) -> bool:
    """Whether two phrases may be spellings of one: a part, initials, or few letters changed."""
    if one in other or other in one or {*one.split()} & {*other.split()}:
        return True
    if any(
        "".join(word[0] for word in long.split()) == short for long, short in ((one, other), (other, one))
    ):
        return True
    return abs(len(one) - len(other)) <= _CLOSE_WORDS and _distance(one, other) <= _CLOSE_WORDS


def _distance(one: str, other: str) -> int:
    row = list(range(len(other) + 1))
    for at, a in enumerate(one, start=1):
        above, row[0] = row[0], at
        for to, b in enumerate(other, start=1):
            above, row[to] = row[to], min(row[to] + 1, row[to - 1] + 1, above + (a != b))
    return row[-1]
