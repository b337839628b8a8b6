"""Kinds of token. Plain integers in a module of their own: they are compared a thousand times an answer."""

from __future__ import annotations

from typing import Final

END: Final = 0  # closes every list of tokens
BREAK: Final = 1  # punctuation, a new line, a LaTeX delimiter: nothing goes on across it
SKIP: Final = 2  # spacing and emphasis, left out of the lists
NOTE: Final = 3  # <<3*4=12>>
ODD: Final = 4  # ±, ∞: no plain value
NUM: Final = 5
FRAC: Final = 6  # \frac, \sqrt, \binom with their arguments
REL: Final = 7
APPROX: Final = 8
OTHERREL: Final = 9  # <, ≠, ≡, …
POWER: Final = 10
SUB: Final = 11
OP: Final = 12
TIMES: Final = 13  # x or X, which may multiply or be a name
EQWORD: Final = 14  # equals, 等于
ISWORD: Final = 15  # is, makes, 得
LPAR: Final = 16
RPAR: Final = 17
CUR: Final = 18
PCT: Final = 19
TEXT: Final = 20  # \text{…}
FUNC: Final = 21
CONST: Final = 22
DOTS: Final = 23
DEG: Final = 24
OF: Final = 25
WORD: Final = 26
CJK: Final = 27  # one Chinese character
BANG: Final = 28
COLON: Final = 29
HASH: Final = 30
OTHER: Final = 31
