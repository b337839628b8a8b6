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
    r"(?P<word>\bat least|\bat most|\b(?:no )?(?:less|more|fewer|greater|earlier|later) than|\bup to|\bunder"
    r"|\bover|不到|至少|至多|最多|超过|少于|多于|大于|小于|早于|晚于)" + _BETWEEN,
    re.IGNORECASE,
)
_DOUBTED: Final = re.compile(
    r"(?:\b(?:some|others|many)(?: people)? (?:would )?(?:say|think|claim|believe)(?: that)?"
    r"(?: it is| it's| the answer is)?"
    r"|\b(?:perhaps|maybe|possibly|(?:might|may|could) be)|有人说|也许|可能)(?:是)?" + _BETWEEN,
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
    if _DOUBTED.search(before):
        return "is one that may be"
    ends = {end, max(end, claim.span[1])}
    if any(_ASKED.match(answer, at) for at in ends):
        return "is asked, not stated"
    several = claim.kind in _WORDED and any(_OR.match(answer, at) for at in ends)
    return "is one of several" if several else ""
