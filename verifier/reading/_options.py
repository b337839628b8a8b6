"""What the question itself offers: lettered options, words to put in order."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from toolkits import lazy_re as re

_OPTION: Final = re.compile(
    r"(?:^|(?<=\s))\(?([A-Za-z])[).:：、]\s*(.+?)(?=\s*(?:\n"
    r"|(?<=\s)\(?[A-Za-z][).:：、]\s)|\s*$)",
    re.MULTILINE,
)
_FOLDED: Final = re.compile(r"[\s.,;:!?。，；、'\"“”‘’$\\{}]+")
_WORD: Final = re.compile(r"[^\W\d_][\w'’.-]*")
#: Words of a remark around a list of others.
_REMARKS: Final = frozenset(
    (
        *(
            "i",
            "i'm",
            "it",
            "it's",
            "is",
            "are",
            "be",
            "to",
            "of",
            "as",
            "so",
            "the",
            "a",
            "since",
            "because",
        ),
        *("which", "that", "this", "if", "my", "we", "by", "in", "yes", "no", "ans", "answer"),
        *("approximately", "correct"),
    )
)
_SHARE: Final = 0.75
_FEWEST: Final = 3


@lru_cache(maxsize=256)
def _options(question: str) -> dict[str, str]:
    return {_fold(m[2]): m[1].upper() for m in _OPTION.finditer(question)}


def choice_of(question: str, text: str) -> str:
    """Letter of the option that ``text`` states, word for word; "" when none or it is not sure."""
    return _options(question).get(_fold(text), "")


def _fold(text: str) -> str:
    return _FOLDED.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()


def words_of(question: str, text: str) -> tuple[str, ...]:
    """The words of ``text`` if they are nearly all of the question's and hardly any others; else ()."""
    words = _WORD.findall(text)
    asked = _WORD.findall(question)
    if len(words) < _FEWEST or len(words) > 2 * len(asked) or len(asked) > 3 * len(words):
        return ()
    theirs = {w.casefold() for w in asked}
    shared = sum(w.casefold().rstrip(".") in theirs for w in words)
    enough = shared >= _SHARE * len(words) and len({w.casefold() for w in words} & theirs) >= _SHARE * len(
        theirs
    )
    return tuple(w.rstrip(".") for w in words) if enough else ()


def has_remark(question: str, value: object) -> bool:
    """Whether a list of words holds some of a remark ("apple fig is correct") that the question has not."""
    if not isinstance(value, tuple):
        return False
    words = {item.casefold() for item in value if isinstance(item, str)} & _REMARKS
    return bool(words and words - {w.casefold() for w in _WORD.findall(question)})
