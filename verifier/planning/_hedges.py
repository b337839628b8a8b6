"""Words around a final value by which the answer does not stand for it: it denies, bounds, doubts or asks."""

from __future__ import annotations

from typing import Final

from toolkits import lazy_re as re
from verifier.plan import Claim

_REACH: Final = 40
#: What may stand between such words and the value: a name, emphasis, a currency, "the", "equal to".
_BETWEEN: Final = (
    r"\s*(?:(?:exactly|equal to|the date|on|a|an|the)\s+)?(?:[A-Za-z]\s*=\s*)?"
    r"[*_`\"'“(\[\\$£€¥\s]*$"
)
_DENIED: Final = re.compile(
    r"(?:\b(?:can|could|would|should|must|will)(?:not|n['’]t| not)(?: be| equal)?"
    r"|\b(?:is|are|was|were)(?:n['’]t| not)|\bnever|不是|并非|不可能是|不会是|不等于)" + _BETWEEN,
    re.IGNORECASE,
)
_BOUNDED: Final = re.compile(
    r"(?P<word>\bat least|\bat most|\b(?:no )?(?:less|more|fewer|greater|earlier|later|smaller|larger|bigger"
    r"|lower|higher|shorter|longer) than|\bup to|\bunder|\bover|\bbelow|\babove"
    r"|\b(?:is|be|was) (?:before|after|until)|不到|至少|至多|最多|超过|少于|多于|大于|小于|早于|晚于)"
    + _BETWEEN,
    re.IGNORECASE,
)
_DOUBTED: Final = re.compile(
    r"(?:\b(?:some|others|many)(?: people)? (?:would )?(?:say|think|claim|believe)(?: that)?"
    r"(?: it is| it's| the answer is)?"
    r"|\b(?:perhaps|maybe|possibly|(?:might|may|could) be)|有人说|也许|可能)(?:是)?" + _BETWEEN,
    re.IGNORECASE,
)
#: Another value told by this one: "twice 36", "the day after March 5", "36 dozen", "March 5 + 1 day".
_PART_OF_BEFORE: Final = re.compile(
    r"(?:\b(?:twice|double|triple|thrice|half|(?:third|quarter|multiple|divisor|factor|square|cube)s? of"
    r"|(?:half|double|reciprocal|opposite|negative|complement|predecessor|successor) of)"
    r"|\b(?:day|week|month|year|hour|minute)s? (?:after|before|of|from|following|preceding))" + _BETWEEN,
    re.IGNORECASE,
)
_PART_OF_AFTER: Final = re.compile(
    r"\s*(?:(?:squared|cubed)\b(?!\s+[a-z])|(?P<word>dozen|tenths|hundredths|thousandths)\b"
    r"|[-+−]\s*(?:\d+|an?|one|two)\s+(?:day|week|month|year|hour|minute)s?\b)",
    re.IGNORECASE,
)
_RATE: Final = re.compile(
    r"\s*(?:dollars?|元)?\s*(?:per|an?|each|every|/)\s*(?P<period>second|minute|hour|day|week|month|year)\b",
    re.IGNORECASE,
)
_WRONG: Final = re.compile(
    r"[*_`\"'”)\]$]*\s+(?:is|was|would be|seems)(?:n['’]t\b|\s+(?:wrong|incorrect|false|not"
    r"|impossible|too)\b)",
    re.IGNORECASE,
)
_OR: Final = re.compile(
    r"[)\]*_`\"'”.]{0,3}\s*(?:,\s*)?(?:\bor\b|或者?)(?!\s*(?:equivalently|simply))\s*\S", re.IGNORECASE
)
_ASKED: Final = re.compile(r"[^.!;,。！；，\n:：]{0,30}[?？]")
#: Kinds whose value is one text, so that another behind "or" is another value.
_WORDED: Final = frozenset({"date", "boolean", "choice", "text"})


def not_stood_for(claim: Claim, question: str, answer: str) -> str:
    """How the answer does not stand for the value of a final claim; "" where it does.

    Args:
        claim: with its place in the answer.
        question: its text: a bound that it asks for is the value asked for.
        answer: its text.
    """
    start, end = claim.value_span or claim.span
    before = answer[max(0, start - _REACH) : start]
    bound = _BOUNDED.search(before)
    if bound and bound["word"].casefold() not in question.casefold():
        return "is a bound"
    if claim.kind != "boolean" and _DENIED.search(before):
        return "is denied"
    if _PART_OF_BEFORE.search(before):
        return "is told of, not stated"
    if _DOUBTED.search(before):
        return "is one that may be"
    ends = sorted({end, max(end, claim.span[1])})
    return next((how for at in ends if (how := _after(claim, question, answer, at))), "")


def _after(claim: Claim, question: str, answer: str, at: int) -> str:
    """How what follows the value takes it back; "" where it does not."""
    if _ASKED.match(answer, at):
        return "is asked, not stated"
    if _WRONG.match(answer, at):
        return "is denied"
    part = _PART_OF_AFTER.match(answer, at)
    if part and (part["word"] or part[0]).casefold() not in question.casefold():
        return "is told of, not stated"
    rate = _RATE.match(answer, at)
    if rate and not _asks_rate(question, rate["period"]):
        return "is a rate"
    return "is one of several" if claim.kind in _WORDED and _OR.match(answer, at) else ""


def _asks_rate(question: str, period: str) -> bool:
    """Whether the question speaks of an amount for one of the periods."""
    stem = period.casefold().removesuffix("y")
    asked = rf"(?:per|\ban?|each|every|\bone|\b1|/)\s*{period}|\b{stem}(?:i?ly)\b|\brate\b|\bspeed\b|how fast"
    return re.search(asked, question, re.IGNORECASE) is not None
