"""Equations that a text supposes, asks about, denies or finds false: they are no claims."""

from __future__ import annotations

from typing import Final

from toolkits import lazy_re as re

_BEFORE: Final = re.compile(
    r"(?:\b(?:(?:not true|not the case|false|incorrect|wrong|wrong to say) that|not|isn't|if|suppose"
    r"|assuming|assume"
    r"|whether|instead of|rather than|unless|never|wrongly|incorrectly|mistakenly)|如果|假设|假如|若|不是"
    r"|而非|并非|是否)$",
    re.IGNORECASE,
)
# The last words of those, for a look before the pattern.
_LAST_WORDS: Final = frozenset(
    (
        "that",
        "not",
        "isn't",
        "if",
        "suppose",
        "assuming",
        "assume",
        "whether",
        "of",
        "than",
        "unless",
        "never",
        "wrongly",
        "incorrectly",
        "mistakenly",
    )
)
_LAST_CHARACTERS: Final = frozenset("果设如若是非否")
_STRIPPED: Final = " \t:：,\"'“(\\$"
# "*+": where code was blanked out, thousands of blanks follow, and there is one way to pass them.
_AFTER: Final = re.compile(
    r"[\s)\"'”\\$.]*+(?:(?:,?\s*(?:which|this|that|it))?\s*(?:is|was|are|would be|seems|looks)\s+"
    r"(?:wrong|incorrect|false|not|n't|impossible|a mistake|an error)|\?|是?错|不对|不正确|有误|不成立)",
    re.IGNORECASE,
)
_LATER: Final = re.compile(
    r"[^.。\n]{0,80}[.。]?[^.。\n]{0,80}?"
    r"(?:\b(?:which|that|this)(?: equation| statement)? is (?:false|not true|impossible|not possible)"
    r"|\b(?:not a true|a false|doesn't hold|does not hold|does not satisfy|doesn't satisfy|contradiction"
    r"|inconsistent)\b"
    r"|not result in a true|不成立|矛盾)",
    re.IGNORECASE,
)
_LATER_WORDS: Final = (
    "false",
    "true",
    "hold",
    "satisf",
    "contradict",
    "inconsistent",
    "possible",
    "不成立",
    "矛盾",
)
_LONGEST: Final = 40
_REACH: Final = 200


def denied(text: str, line: int, start: int, end: int) -> bool:
    """Whether the text does not stand by its equation ("if 3 + 4 = 8", "3 + 4 = 8 is wrong").

    Args:
        text: the prose.
        line: where its sentence starts.
        start: where the equation starts.
        end: where it ends.
    """
    return _is_supposed(text[max(line, start - _LONGEST) : start]) or _is_refused(text, end)


def _is_supposed(before: str) -> bool:
    before = before.rstrip(_STRIPPED)
    if not before:
        return False
    last = before[before.rfind(" ") + 1 :].lstrip("(\"'“").lower()
    likely = last in _LAST_WORDS or before[-1] in _LAST_CHARACTERS
    return likely and _BEFORE.search(before) is not None


def _is_refused(text: str, end: int) -> bool:
    """Called false at once, or in this sentence or the next: a test that failed."""
    if _AFTER.match(text, end):
        return True
    near = text[end : end + _REACH].lower()
    return any(word in near for word in _LATER_WORDS) and _LATER.match(text, end) is not None
