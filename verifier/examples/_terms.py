"""Texts as terms that can be compared: words, pairs of Chinese characters, and numbers apart from them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from toolkits import lazy_re as re

_WORD = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_SPLIT = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+)")


def normal(text: str) -> str:
    """A text without case, width, punctuation and space: what makes two spellings one question."""
    return "".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def terms(text: str) -> tuple[str, ...]:
    """Words without their plural ``s``, and pairs of Chinese characters; no numbers.

    Chinese has no spaces; of "多少支笔" the pairs 多少, 少支, 支笔 match "几支笔" where whole runs would not.
    """
    return tuple(_terms(unicodedata.normalize("NFKC", text).casefold()))


def _terms(text: str) -> Iterator[str]:
    for word in _WORD.findall(text):
        if word[0].isdigit():
            continue
        for part in filter(None, _SPLIT.split(word)):
            if not _CJK.fullmatch(part):
                yield part[:-1] if len(part) > 3 and part.endswith("s") and not part.endswith("ss") else part
            elif len(part) == 1:
                yield part
            else:
                yield from (part[at : at + 2] for at in range(len(part) - 1))


def numbers(text: str) -> tuple[str, ...]:
    """The numbers of a text, in order of size."""
    found = _WORD.findall(unicodedata.normalize("NFKC", text))
    return tuple(sorted(word.replace(",", "") for word in found if word[0].isdigit()))
