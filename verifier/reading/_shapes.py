"""What neighbouring tokens are: a minus sign or a dash, a times sign or a variable, a unit, a remark."""

from __future__ import annotations

from typing import Final

from verifier.reading import _kinds as kinds
from verifier.reading._measures import MEASURES
from verifier.reading._tokens import Tokens
from verifier.reading._words import REMARKS

_MINUS: Final = frozenset("-−–+")
_UNITS_FOLLOW: Final = frozenset({kinds.WORD, kinds.TEXT, kinds.CJK})
_AFTER_NAME: Final = frozenset({kinds.OP, kinds.POWER, kinds.SUB, kinds.REL, kinds.RPAR})
_BEFORE_NAME: Final = frozenset({kinds.OP, kinds.LPAR, kinds.FRAC})
_AMOUNT: Final = frozenset({kinds.NUM, kinds.CUR})
_ROOTS: Final = frozenset({kinds.FUNC, kinds.FRAC})
_REMARK: Final = frozenset({kinds.WORD, kinds.CJK, kinds.OF})
_LONGEST_REMARK: Final = 8
_LONGEST_CALL: Final = 40
_LONGEST_NAME: Final = 4


def is_sign(tokens: Tokens, i: int) -> bool:
    """A plus or minus sign."""
    return tokens.kind[i] == kinds.OP and tokens.word(i) in _MINUS


def is_dash(tokens: Tokens, i: int) -> bool:
    """A spaced hyphen that introduces a remark ("= 7 - so we have")."""
    spaced = not tokens.tight(i) and not tokens.tight(i + 1)
    return (
        spaced and is_sign(tokens, i) and tokens.kind[i + 1] == kinds.WORD and tokens.word(i + 1) in REMARKS
    )


def is_times(tokens: Tokens, i: int) -> bool:
    """Whether the x at ``i`` multiplies (else it is a variable)."""
    before, following = tokens.tight(i), tokens.kind[i + 1]
    if following in _AMOUNT:
        return True
    if following in _ROOTS:
        return tokens.tight(i + 1) or not before
    if following == kinds.LPAR:
        return not before
    return not before and not tokens.tight(i + 1) and is_sign(tokens, i + 1) and tokens.tight(i + 2)


def is_variable(tokens: Tokens, i: int) -> bool:
    """A letter that stands for a number, or a function of one (f(2), P(A))."""
    start, end = tokens.span[i]
    following = tokens.kind[i + 1]
    if end - start > 1:
        called = following == kinds.LPAR and end - start <= _LONGEST_NAME and tokens.tight(i + 1)
        return called or following == kinds.SUB or tokens.text[start] == "\\"
    if tokens.text[start] not in "aAI":
        return True
    if following in _AFTER_NAME or (i and tokens.kind[i - 1] in _BEFORE_NAME):
        return True
    return following != kinds.WORD and tokens.tight(i + 1)


def is_factor(tokens: Tokens, i: int) -> bool:
    r"""A word right after an operand that is a variable, not a unit: 5x, 2ab, (1+2)n, \frac{1}{2} bh."""
    start, end = tokens.span[i]
    length, before = end - start, tokens.kind[i - 1]
    if not tokens.tight(i):
        return before == kinds.FRAC and length <= 2
    if before != kinds.NUM:
        return length <= 2
    word = tokens.text[start:end]
    if length == 1 or word[0].isupper():
        return length == 1 or word.lower() not in MEASURES
    return length <= 3 and word not in MEASURES


def is_ratio(tokens: Tokens, end: int) -> bool:
    """The tokens before ``end`` are a numeric fraction, a/b or (a/b), so that "of" multiplies."""
    if end >= 5 and tokens.kind[end - 1] == kinds.RPAR and tokens.kind[end - 5] == kinds.LPAR:
        end -= 1
    if end < 3 or tokens.kind[end - 1] != kinds.NUM or tokens.kind[end - 3] != kinds.NUM:
        return False
    return tokens.kind[end - 2] == kinds.OP and tokens.word(end - 2) == "/"


def joins_words(tokens: Tokens, i: int) -> bool:
    """A slash or hyphen between words (miles/hour, 5-year), not between operands."""
    if tokens.kind[i + 1] not in _UNITS_FOLLOW:
        return False
    sign = tokens.word(i)
    return sign == "/" or (sign == "-" and tokens.tight(i) and tokens.tight(i + 1))


def remark_end(tokens: Tokens, i: int) -> int:
    """Index after a bracket at ``i`` that holds only words ("(in dollars)"), else -1."""
    j = i + 1
    while tokens.kind[j] in _REMARK and j < i + _LONGEST_REMARK:
        j += 1
    return j + 1 if tokens.kind[j] == kinds.RPAR and j > i + 1 else -1


def closing_bracket(tokens: Tokens, i: int) -> int:
    """Index after the bracket that closes the one at ``i``; ``i`` + 1 where none does."""
    depth = 0
    for j in range(i, min(len(tokens.kind), i + _LONGEST_CALL)):
        depth += (tokens.kind[j] == kinds.LPAR) - (tokens.kind[j] == kinds.RPAR)
        if depth == 0:
            return j + 1
    return i + 1
