"""Yes or no at the start of an answer, and whether the rest of it stands by that."""

from __future__ import annotations

from typing import Final, Literal

from toolkits import lazy_re as re
from verifier.reading._markers import RETRACTION

_ASKED: Final = (
    re.compile(
        r"\b(?:is|are)\s+(?P<subject>[\d,.]*\d)\s+(?:an?\s+)?(?P<said>[a-z]+)[a-z0-9 ]*\?",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<subject>[\d,.]*\d)是(?:一个)?(?P<said>[\u4e00-\u9fff]{1,8}?)吗"),
)
_STATEMENT: Final = re.compile(r"(?:^|[，,。.；;：:\s])(?P<said>[^，,。；;：:？?\s]{4,40}?)吗[？?]?\s*$")
_OPPOSITE: Final = {
    "prime": "composite", "composite": "prime", "even": "odd", "odd": "even", "质数": "合数", "素数": "合数",
    "合数": "质数|素数", "偶数": "奇数", "奇数": "偶数",
}  # fmt: skip
_AGAIN: Final = re.compile(
    r"(?:^|[\s,，:：])(?:so|therefore|thus|it is|it's|所以|因此|答案是|应该)?\s*"
    r"(?P<word>yes|no|true|false|是的?|不是|否)(?=[\s.,!;。，！；]|$)",
    re.IGNORECASE,
)
_ALONE: Final = re.compile(
    r"[\s,，.;:]*(?:so|therefore|thus|hence|所以|因此)?[\s,，:]*(?:it is|it's|the answer is|答案是)?[\s*_`]*"
    r"(?P<word>yes|no|true|false|是的?|否)[\s*_`.!。！]*",
    re.IGNORECASE,
)
_AFFIRMS: Final = frozenset(("yes", "true", "是", "是的"))


def last_word(text: str, start: int) -> tuple[bool, tuple[int, int]] | Literal[False] | None:
    """What the text says after its last retraction behind ``start``.

    Returns:
        ``False`` where it takes nothing back; else the truth value and its span, ``None`` where it has none.
    """
    last = None
    for match in RETRACTION.finditer(text, start):
        last = match
    if last is None:
        return False
    words = list(_AGAIN.finditer(text, last.end()))
    said = {m["word"].lower() in _AFFIRMS for m in words}
    return (said.pop(), words[-1].span("word")) if len(said) == 1 else None


def contradicts(value: bool, rest: str, question: str) -> bool:
    """Whether "No" goes on with "it is prime" where that was asked, or "Yes" with "so no"."""
    again = _ALONE.fullmatch(rest)
    if again and (again["word"].lower() in _AFFIRMS) != value:
        return True
    if not value and _repeats(rest, question):
        return True
    asked = next((m for pattern in _ASKED if (m := pattern.search(question))), None)
    if asked is None:
        return False
    said, subject = asked["said"].strip().lower(), re.escape(asked["subject"])
    opposite = _OPPOSITE.get(said, "")
    affirmed = _states(rest, subject, re.escape(said)) or (opposite and _denies(rest, subject, opposite))
    denied = _denies(rest, subject, re.escape(said)) or (opposite and _states(rest, subject, opposite))
    return bool(denied if value else affirmed) and not (affirmed and denied)


def _repeats(rest: str, question: str) -> bool:
    """Whether a text goes on with the very statement that a Chinese question asks about (12能被5整除吗？)."""
    asked = _STATEMENT.search(question)
    return (
        asked is not None
        and re.match(rf"[\s，,。.：:]*{re.escape(asked['said'])}(?=[\s，,。.；;！!]|$)", rest) is not None
    )


def _states(rest: str, subject: str, said: str) -> bool:
    english = (
        rf"(?:\bit|\bthis|\bthat|{subject})(?:'s|’s|\s+is)\s+(?:indeed\s+|also\s+)?(?:an?\s+)?(?:{said})\b"
    )
    chinese = rf"(?<!不)(?<!并非)是(?:一个)?(?:{said})"
    return re.search(chinese if _is_chinese(said) else english, rest, re.IGNORECASE) is not None


def _denies(rest: str, subject: str, said: str) -> bool:
    english = rf"(?:\bit|\bthis|\bthat|{subject})(?:'s|’s|\s+is)?\s*(?:not|n't|n’t)\s+(?:an?\s+)?(?:{said})\b"
    chinese = rf"(?:不是|并非|并不是)(?:一个)?(?:{said})"
    return re.search(chinese if _is_chinese(said) else english, rest, re.IGNORECASE) is not None


def _is_chinese(text: str) -> bool:
    return "\u4e00" <= text[0] <= "\u9fff"
