"""One-to-one character folding: the folded text is as long, so spans found in it hold in the original.

Prose and expressions share the digits, signs and brackets; only expressions fold the comma of Chinese text
and the signs of multiplication, which separate clauses or items in prose.
"""

from __future__ import annotations

import unicodedata

_MINUS_SIGNS = "\u2212\u2010\u2011\u2012\u2013\ufe63\uff0d"
_SPACES = "\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u202f\u205f\u3000\ufeff"
GROUP_SPACES = "\u00a0\u2009\u202f"
"""Spaces that typography puts between groups of three digits, never between two numbers."""


class _Folding(dict[int, str]):
    """A translation table that learns the digits of every script as it meets them."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        digit = unicodedata.decimal(char, None)
        self[code] = folded = char if digit is None else str(digit)
        return folded


def _table(*pairs: tuple[str, str]) -> dict[int, str]:
    """``(sources, targets)``: one target for all sources, or as many targets as sources."""
    return {
        ord(source): targets if len(targets) == 1 else targets[index]
        for sources, targets in pairs
        for index, source in enumerate(sources)
    }


_SHARED = _table(
    (_MINUS_SIGNS, "-"),
    (_SPACES, " "),
    ("．％／＋＝（）［］｛｝＄＊＾～＿｜", ".%/+=()[]{}$*^~_|"),
    ("⁄∕", "/"),
    ("﹪", "%"),
    ("’", "'"),
    ("￥", "¥"),
    ("٫٬", ".,"),
)
_PROSE = _Folding(_SHARED)
_EXPRESSION = _Folding({**_SHARED, **_table(("×·⋅∙•∗✕✖⨯", "*"), ("÷∶", "/"), ("，", ","), ("ℯ", "e"))})


def fold_prose(text: str) -> str:
    """``text`` with digits, minus signs, spaces and full-width ASCII folded; same length."""
    return text if text.isascii() else text.translate(_PROSE)


def fold_expression(text: str) -> str:
    """Like :func:`fold_prose`, and with the signs of multiplication and division folded too; same length."""
    return text if text.isascii() else text.translate(_EXPRESSION)
