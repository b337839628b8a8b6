"""How sure the edges of an expression are: whether something beside it may belong to it."""

from __future__ import annotations

from typing import Final

from verifier.reading import _kinds as kinds
from verifier.reading._measures import MEASURES
from verifier.reading._shapes import is_dash, is_sign
from verifier.reading._tokens import Tokens
from verifier.reading._words import BELONG, BELONG_ZH, LABELS, OF_WHOLE, REMAINDERS, UNIT_LETTERS

#: Nothing beside it belongs to it; something may; something does that can't be read.
CLOSED, UNCERTAIN, OPEN = 0, 1, 2

#: Kinds that end an operand: an expression that follows one directly is part of a product.
FACTORS: Final = frozenset(
    {kinds.NUM, kinds.RPAR, kinds.FRAC, kinds.CONST, kinds.POWER, kinds.SUB, kinds.WORD, kinds.TIMES}
)
RELATIONS: Final = frozenset({kinds.REL, kinds.APPROX, kinds.EQWORD, kinds.ISWORD})
_ENDS: Final = frozenset({kinds.BREAK, kinds.COLON, kinds.NOTE, kinds.CUR, *RELATIONS})
_HARMLESS: Final = frozenset({kinds.OTHERREL, kinds.DOTS, kinds.TEXT})
_ENUMERATION: Final = frozenset({kinds.NUM, kinds.WORD, kinds.TIMES})
_GOES_ON: Final = frozenset({kinds.ODD, kinds.SUB, kinds.OTHERREL, kinds.HASH})
_OWN_SIGNS: Final = frozenset("@⊕⊗⊙∘★☆△◇◆∨∧")
_BULLETS: Final = frozenset("-*+–·∙")
_NO_FACTORS: Final = frozenset("aAI") | UNIT_LETTERS


def left_edge(tokens: Tokens, i: int) -> int:
    """How sure it is that nothing before token ``i`` belongs to the expression that starts there."""
    if i == 0:
        return CLOSED
    kind = tokens.kind[i - 1]
    if kind in FACTORS and tokens.tight(i):
        return OPEN
    if kind in _ENDS or kind in _HARMLESS:
        return CLOSED
    if kind in _LEFT:
        return _LEFT[kind](tokens, i)
    return UNCERTAIN if kind in (kinds.NUM, kinds.PCT) else OPEN


def _after_bracket_opens(tokens: Tokens, i: int) -> int:
    product = i > 1 and tokens.tight(i - 1) and tokens.kind[i - 2] in (kinds.OP, kinds.NUM)
    return OPEN if product else CLOSED


def _after_word(tokens: Tokens, i: int) -> int:
    word = tokens.word(i - 1)
    if i > 1 and tokens.kind[i - 2] == kinds.NUM and word in MEASURES:
        return OPEN  # "5 feet 4 inches * 2"
    if word in BELONG or word in LABELS:
        return UNCERTAIN
    return OPEN if (len(word) == 1 and word not in "ai") or word[0] == "\\" else CLOSED


def _after_of(tokens: Tokens, i: int) -> int:
    return CLOSED if i > 1 and tokens.word(i - 2) in OF_WHOLE else UNCERTAIN


def _after_chinese(tokens: Tokens, i: int) -> int:
    return UNCERTAIN if tokens.word(i - 1) in BELONG_ZH else CLOSED


def _after_sign(tokens: Tokens, i: int) -> int:
    """After an operator nothing is sure, except after a bullet at the start of a line."""
    sign = tokens.word(i - 1)
    at_start = i == 1 or tokens.kind[i - 2] == kinds.BREAK
    if at_start and not tokens.tight(i) and sign in _BULLETS:
        return UNCERTAIN if sign in "-–+" else CLOSED
    return OPEN


def _after_bracket_closes(tokens: Tokens, i: int) -> int:
    """After ")" nothing is sure, except after an enumeration mark: (1), (a), 1), a)."""
    j = i - 2
    if j < 0 or tokens.kind[j] not in _ENUMERATION or tokens.tight(i):
        return OPEN
    if j > 0 and tokens.kind[j - 1] == kinds.LPAR:
        j -= 1
    return CLOSED if j == 0 or tokens.kind[j - 1] in (kinds.BREAK, kinds.COLON) else OPEN


_LEFT: Final = {
    kinds.LPAR: _after_bracket_opens,
    kinds.WORD: _after_word,
    kinds.OF: _after_of,
    kinds.CJK: _after_chinese,
    kinds.OP: _after_sign,
    kinds.RPAR: _after_bracket_closes,
}


def goes_on(tokens: Tokens, stop: int) -> bool:
    """Whether what stands at token ``stop`` goes on with the expression before it, and can't be read."""
    kind = tokens.kind[stop]
    if kind in _GOES_ON or _leaves_remainder(tokens, stop) or _is_compound(tokens, stop):
        return True
    if kind == kinds.WORD:
        start, end = tokens.span[stop]
        return end - start == 1 and tokens.text[start] not in _NO_FACTORS  # "= 5 x"
    if kind == kinds.OTHER:
        return tokens.piece(stop) in _OWN_SIGNS  # an operation of the question's own: "11 ⊕ 5"
    if kind == kinds.OP:
        return not (is_dash(tokens, stop) or _trails(tokens, stop))
    number_follows = tokens.kind[stop + 1] == kinds.NUM if kind != kinds.END else False
    if not number_follows:
        return False
    if kind == kinds.COLON:  # "3:4", "3 : 4"
        return tokens.tight(stop + 1) or not tokens.tight(stop)
    comma = kind == kinds.BREAK and tokens.text[tokens.span[stop][0]] in ",."
    return kind == kinds.DOTS or (
        comma and tokens.tight(stop) and tokens.tight(stop + 1)
    )  # "3……2", "3,2 million"


def _trails(tokens: Tokens, i: int) -> bool:
    """A hyphen that ends its line."""
    return is_sign(tokens, i) and tokens.kind[i + 1] in (kinds.BREAK, kinds.END)


def _leaves_remainder(tokens: Tokens, i: int) -> bool:
    """Whether "R 2", ", remainder 2", "余 2" or "or 4" follows: the number is not all of the value."""
    after_comma = tokens.kind[i] == kinds.BREAK and tokens.text[tokens.span[i][0]] in ",，"
    i += after_comma
    kind = tokens.kind[i]
    if kind in (kinds.WORD, kinds.CJK):
        word = tokens.word(i)
        return word in REMAINDERS and not (after_comma and word == "or")
    return kind == kinds.TEXT and "remainder" in tokens.word(i)


def _is_compound(tokens: Tokens, i: int) -> bool:
    """Whether a second number goes on with the first one's measure ("10 feet 8 inches")."""
    if tokens.kind[i] != kinds.WORD or tokens.word(i) not in MEASURES:
        return False
    j = i + 2 if tokens.kind[i + 1] == kinds.WORD and tokens.word(i + 1) == "and" else i + 1
    if tokens.kind[j] != kinds.NUM or tokens.kind[j + 1] != kinds.WORD:
        return False
    second = MEASURES.get(tokens.word(j + 1))
    return second is not None and second[0] == MEASURES[tokens.word(i)][0]
