"""Finds the arithmetic expressions in a stretch of tokens, with what was stripped and how sure their edges are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from verifier.reading._measures import MEASURES, SCALE_WORDS, Measure
from verifier.reading._tokens import (
    APPROX,
    BANG,
    BREAK,
    CJK,
    COLON,
    CONST,
    CUR,
    DEG,
    DOTS,
    END,
    EQWORD,
    FRAC,
    FUNC,
    ISWORD,
    LPAR,
    NOTE,
    NUM,
    ODD,
    OF,
    OP,
    OTHERREL,
    PCT,
    POWER,
    REL,
    RPAR,
    SUB,
    TEXT,
    TIMES,
    WORD,
    Tokens,
)  # fmt: skip

#: How sure the left edge of an expression is.
CLOSED, UNCERTAIN, OPEN = 0, 1, 2

_SIGNS: Final = {
    "−": "-", "–": "-", "×": "*", "·": "*", "⋅": "*", "∙": "*", "∗": "*", "✕": "*", "✖": "*", "÷": "/", "∕": "/", "**": "^",
    "\\times": "*", "\\cdot": "*", "\\ast": "*", "\\div": "/", "plus": "+", "minus": "-", "times": "*",
    "乘以": "*", "乘上": "*", "乘": "*", "除以": "/", "加上": "+", "加": "+", "减去": "-", "减": "-",
}  # fmt: skip
_STARTS: Final = frozenset({NUM, CUR, LPAR, FRAC, FUNC, CONST, OP})
_JOINERS: Final = frozenset({OP, TIMES, REL, APPROX, EQWORD, ISWORD, OF, LPAR, RPAR, FRAC, FUNC, CONST, POWER, BANG})
_FACTORS: Final = frozenset({NUM, RPAR, FRAC, CONST, POWER, SUB, WORD, TIMES})
_RELATIONS: Final = frozenset({REL, APPROX, EQWORD, ISWORD})
_AFTER_UNITS: Final = frozenset({OP, TIMES, REL, APPROX, EQWORD, ISWORD, RPAR})
_SAFE_FUNCTIONS: Final = {
    "√": "sqrt", "∛": "cbrt", **{n: n.lstrip("\\") for p in ("", "\\") for n in (p + f for f in ("sqrt", "cbrt", "abs", "floor", "ceil", "gcd", "lcm"))},
}  # fmt: skip
_NOT_UNITS: Final = frozenset(
    "and or so then which that is are was were be has have had having do does did if but because since as the in on at to from for with "
    "he she it they we you i this these those there gives get gets got now therefore thus hence when where while after before who how what "
    "plus minus times equals equal leaving giving making not only also still will would can could should may must than or".split()
)
_ARTICLES: Final = frozenset("the those these his her their its all my your our that".split())
# Words before an expression that may belong to it.
_BELONG: Final = frozenset(
    "than twice thrice half double triple quadruple times plus minus by over squared cubed root percent third thirds quarter quarters fourth "
    "fourths fifth fifths sixth sixths seventh seventh eighth eighths ninth tenth tenths times less more fewer mod modulo square cube average mean "
    "difference product quotient remainder add adding subtract subtracting multiply multiplying divide dividing negative".split()
)
_LABELS: Final = frozenset(
    "step day week month year hour question part case problem example chapter option method room section equation eq number no figure table "
    "line row column round level stage grade page item choice quarter phase trip game night lap class group team".split()
)
_OF_WHOLE: Final = frozenset("total sum cost price amount number profit value balance weight length width height area age count rest".split())
_DASH_WORDS: Final = frozenset("so which that this because since as but and then therefore thus hence the a we he she it they i".split())
_REMAINDER: Final = frozenset({"r", "remainder", "rem", "mod", "modulo", "or", "余", "modulus"})
_HARMLESS: Final = re.compile(r"\\(?:[dt]?frac|sqrt|[dt]?binom|times|cdot|div|left|right|pi|,|!|;|text\{\s*\})")
_PLAIN_FRAC: Final = re.compile(r"\\[dt]?frac\s?\{?\s*[\d.,]+\s*\}?\s?\{?\s*[\d.,]+\s*\}?$")
_LETTERS: Final = re.compile(r"[A-Za-z_\u0370-\u03ff\\\u4e00-\u9fff]")
_SEPARATORS: Final = re.compile(r"\{,\}|\\,|\\!,|,\\!")
_UNIT_LETTERS: Final = frozenset("gmhslLJNVWAKCFP")
_NO_FACTORS: Final = frozenset("aAI") | _UNIT_LETTERS
_AFTER_NAME: Final = frozenset({OP, POWER, SUB, REL, RPAR})
_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_NUMERIC_POWER: Final = re.compile(r"[-+]?\d+(?:\.\d+)?(?:/\d+)?")
_MOST_DEPTH: Final = 24
_MOST_UNIT_TOKENS: Final = 6
_REACH: Final = 9  # a number's sign, percent, units and the sign after them


@dataclass(slots=True)
class Expr:
    """An expression found in a text.

    Attributes:
        first, stop: its tokens; unit words before an operator or relation count in.
        start, end: its characters, trailing unit words left out.
        text: the same for the expression parser: units and currency stripped, signs normalised.
        operators: the operators between its operands, in order, as one string ("+*").
        number: span of the digits when it is one number (with sign, percent, currency aside).
        measures: of its operands, as far as known.
        percents: how many percent signs.
        variable: holds something that is no number.
        left: how sure its left edge is.
        right_open: something unreadable follows that may belong to it.
        certain: false where a convention had to be chosen (mixed numbers).
        plain: the text needs no parser to be known as well formed.
        units_end: end of the first unit word after the last operand.
        unit: that first word.
    """

    first: int
    stop: int
    start: int
    end: int
    text: str
    operators: str
    number: tuple[int, int] | None
    measures: tuple[Measure, ...]
    percents: int
    variable: bool
    left: int
    right_open: bool
    certain: bool
    plain: bool
    units_end: int
    unit: str

    @property
    def computes(self) -> bool:
        """It has an operation to carry out and is readable to its edges."""
        return self.number is None and not self.variable and not self.right_open and self.left != OPEN

    @property
    def pure(self) -> bool:
        """It is one number, readable to its edges."""
        return self.number is not None and not self.variable and not self.right_open and self.left != OPEN


class Scanner:
    """Reads expressions from tokens by recursive descent. One instance reads one stretch.

    Expressions come without a look at what stands around them; :meth:`settle` adds that.
    """

    __slots__ = ("_certain", "_depth", "_fractional", "_last", "_measures", "_number", "_operators", "_percents", "_pieces",
                 "_plain", "_right_open", "_unit", "_units_end", "_variable", "tokens")  # fmt: skip

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens

    def scan_all(self) -> list[Expr]:
        """Every maximal expression, left to right."""
        return self._scan_until(len(self.tokens.kind) - 1)

    def scan_related(self) -> list[Expr]:
        """The expressions up to the one that follows the last relation sign; [] where there is no sign."""
        kinds = self.tokens.kind
        last = next((i for i in range(len(kinds) - 1, -1, -1) if kinds[i] in _RELATIONS), -1)
        return self._scan_until(last) if last >= 0 else []

    def _scan_until(self, last: int) -> list[Expr]:
        """Expressions that start before token ``last``, and the next one after it."""
        kind = self.tokens.kind
        found: list[Expr] = []
        i, end = 0, len(kind) - 1
        while i < end:
            k = kind[i]
            if k == NUM and last < end and _JOINERS.isdisjoint(kind[max(i - 2, 0) : i + _REACH]):
                i += 1  # a number in prose, far from every sign
                continue
            if k in _STARTS or (k in (WORD, TIMES) and self._is_variable(i)):
                expr = self.scan(i)
                if expr is not None:
                    found.append(expr)
                    if i > last:
                        break
                    i = max(expr.stop, i + 1)
                    continue
            i += 1
        return found

    def scan(self, i: int) -> Expr | None:
        """The expression that starts at token ``i``, or ``None``."""
        tokens = self.tokens
        kind = tokens.kind[i]
        if kind == OP and not (self._is_minus(i) and tokens.tight(i + 1)):
            return None
        self._pieces: list[str] = []
        self._operators: list[str] = []
        self._measures: list[Measure] = []
        self._percents = self._depth = 0
        self._variable = self._right_open = self._fractional = False
        self._certain = self._plain = True
        self._number: tuple[int, int] | None = None
        self._unit, self._units_end = "", 0
        end = self._expression(i)
        if end < 0:
            return None
        stop = self._units(end)
        return self._made(i, end, stop)

    def _made(self, i: int, end: int, stop: int) -> Expr:
        tokens = self.tokens
        text = " ".join(self._pieces)
        number = self._number if not self._operators else None
        last = tokens.span[end - 1][1]
        return Expr(
            first=i, stop=stop, start=tokens.span[i][0], end=last, text=text, operators="".join(self._operators), number=number,
            measures=tuple(self._measures), percents=self._percents, variable=self._variable, left=CLOSED,
            right_open=self._right_open, certain=self._certain, plain=self._plain, units_end=max(self._units_end, last), unit=self._unit,
        )  # fmt: skip

    def settle(self, expr: Expr) -> Expr:
        """Look at what stands around ``expr``: fills ``left`` and ``right_open``. Only what is used needs it."""
        self._right_open = expr.right_open
        self._check_right(expr.stop)
        expr.right_open = self._right_open
        expr.left = self._left_edge(expr.first)
        return expr

    # --- operands joined by operators ---------------------------------------------------------------------------------
    def _expression(self, i: int) -> int:
        """Index after the expression at ``i`` (without trailing units), or -1."""
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            return -1
        end = self._operand(i)
        while end > 0:
            sign, after = self._operator(end)
            if not sign:
                break
            mark, count = len(self._pieces), len(self._operators)
            self._pieces.append(sign)
            self._operators.append(sign)
            following = self._operand(after)
            if following < 0:
                del self._pieces[mark:], self._operators[count:]
                self._right_open = self._right_open or not (sign == "of" or self._is_dash(after - 1))
                break
            end = following
        self._depth -= 1
        return end

    def _operator(self, end: int) -> tuple[str, int]:
        """The operator after the operand that ends at ``end``, and where its right operand starts; ("", 0) if none."""
        tokens = self.tokens
        at = self._units(end)
        kind = tokens.kind[at]
        if kind == OP:
            sign = tokens.word(at)
            if at > end and sign == "/" and tokens.tight(at) and tokens.tight(at + 1):
                self._certain = False  # "1 hour/60 miles": a rate, perhaps
            return _SIGNS.get(sign, sign), at + 1
        if kind == TIMES and self._is_times(at):
            return "*", at + 1
        if kind == WORD and tokens.word(at) in ("multiplied", "divided") and tokens.word(at + 1) == "by":
            return ("*" if tokens.word(at)[0] == "m" else "/"), at + 2
        if kind == OF and at == end and self._fractional:
            skip = at + 2 if tokens.kind[at + 1] == WORD and tokens.word(at + 1) in _ARTICLES else at + 1
            return "of", skip
        if at == end and self._implicit(end):
            self._plain = False
            return "*", end
        return "", 0

    def _implicit(self, end: int) -> bool:
        """Multiplication by juxtaposition: 2(3+4), (2)(3), 2π, 2√3."""
        tokens = self.tokens
        kind, before = tokens.kind[end], tokens.kind[end - 1]
        if kind == LPAR:
            return (tokens.tight(end) or before == RPAR) and self._comment(end) < 0
        return kind in (CONST, FUNC, FRAC) and tokens.tight(end) and before in _FACTORS

    def _is_times(self, i: int) -> bool:
        """Whether the x at ``i`` multiplies (else it is a variable)."""
        tokens = self.tokens
        before, after = tokens.tight(i), tokens.tight(i + 1)
        following = tokens.kind[i + 1]
        if following in (NUM, CUR, FUNC, FRAC):
            return after or not before or tokens.kind[i - 1] in (RPAR, WORD, PCT)  or following in (NUM, CUR)
        if following == LPAR:
            return not before
        return following == OP and self._is_minus(i + 1) and not before and not after and tokens.tight(i + 2)

    def _is_minus(self, i: int) -> bool:
        return self.tokens.kind[i] == OP and self.tokens.word(i) in ("-", "−", "–", "+")

    def _is_dash(self, i: int) -> bool:
        """A spaced hyphen that introduces a remark ("= 7 - so we have")."""
        tokens = self.tokens
        spaced = not tokens.tight(i) and not tokens.tight(i + 1)
        return spaced and self._is_minus(i) and tokens.kind[i + 1] == WORD and tokens.word(i + 1) in _DASH_WORDS

    # --- one operand --------------------------------------------------------------------------------------------------
    def _operand(self, i: int) -> int:
        tokens = self.tokens
        kind = tokens.kind[i]
        self._fractional = False
        if kind == NUM:
            return self._numeral(i)
        if kind == CUR:
            self._measure("$")
            nxt = tokens.kind[i + 1]
            return self._operand(i + 1) if nxt in (NUM, LPAR) or (nxt == OP and self._is_minus(i + 1)) else -1
        if kind == LPAR:
            return self._postfix(self._group(i))
        if kind == OP and self._is_minus(i):
            self._pieces.append("-" if tokens.word(i) != "+" else "+")
            return self._operand(i + 1)
        if kind == FRAC:
            return self._latex(i)
        if kind == FUNC:
            return self._function(i)
        if kind == CONST:
            self._pieces.append("pi")
            self._plain = False
            self._operators.append("")
            self._number = None
            return self._postfix(i + 1)
        return self._name(i) if kind in (WORD, TIMES) and self._is_variable(i) else -1

    def _numeral(self, i: int) -> int:
        tokens = self.tokens
        start, end = tokens.span[i]
        piece = tokens.text[start:end]
        self._number = (start, end)
        nxt = tokens.kind[i + 1]
        if nxt == COLON and tokens.tight(i + 1) and tokens.kind[i + 2] == NUM and tokens.tight(i + 2):
            self._variable = True
        if "{" in piece or "\\" in piece:
            piece = _SEPARATORS.sub(",", piece)
        mixed = self._mixed(i, piece)
        if mixed > 0:
            return mixed
        if nxt == WORD:
            word = tokens.word(i + 1)
            if word in SCALE_WORDS:
                self._pieces.append(f"({piece} * {SCALE_WORDS[word]})")
                self._number = (start, tokens.span[i + 1][1])
                return self._postfix(i + 2)
        elif nxt == TIMES and tokens.tight(i + 1) and not self._is_times(i + 1):
            self._variable = True
            return self._postfix(i + 2)
        self._pieces.append(piece)
        return self._postfix(i + 1)

    def _mixed(self, i: int, whole: str) -> int:
        """A mixed number (1 1/2, 2\\frac{1}{2}); -1 if none."""
        tokens = self.tokens
        nxt = tokens.kind[i + 1]
        if not whole.isdigit():
            return -1
        if nxt == FRAC and tokens.tight(i + 1):
            fraction = tokens.text[slice(*tokens.span[i + 1])]
            if _PLAIN_FRAC.match(fraction) is None:
                return -1
            self._pieces.append(f"({whole} + {fraction})")
            self._plain = self._certain = False
            self._number = (tokens.span[i][0], tokens.span[i + 1][1])
            return self._postfix(i + 2)
        if nxt != NUM or tokens.kind[i + 2] != OP or tokens.word(i + 2) != "/" or tokens.kind[i + 3] != NUM:
            return -1
        if not (tokens.tight(i + 2) and tokens.tight(i + 3)) or tokens.span[i + 1][0] - tokens.span[i][1] != 1:
            return -1
        upper, lower = tokens.word(i + 1), tokens.word(i + 3)
        if not (upper.isdigit() and lower.isdigit() and int(upper) < int(lower) <= 100):
            return -1
        self._pieces.append(f"({whole} + {upper}/{lower})")
        self._certain = False
        self._number = (tokens.span[i][0], tokens.span[i + 3][1])
        return self._postfix(i + 4)

    def _group(self, i: int) -> int:
        tokens = self.tokens
        self._pieces.append("(")
        inner = self._expression(i + 1)
        if inner < 0:
            return -1
        close = self._units(inner)
        if tokens.kind[close] != RPAR:
            return -1
        self._pieces.append(")")
        return close + 1

    def _latex(self, i: int) -> int:
        tokens = self.tokens
        piece = tokens.text[slice(*tokens.span[i])]
        if _LETTERS.search(_HARMLESS.sub("", piece)):
            self._variable = True
        self._fractional = _PLAIN_FRAC.match(piece) is not None
        self._pieces.append(piece)
        self._plain = False
        self._operators.append("/" if self._fractional else "")
        return self._postfix(i + 1, keep=self._fractional)

    def _function(self, i: int) -> int:
        tokens = self.tokens
        name = tokens.text[slice(*tokens.span[i])]
        self._plain = False
        self._operators.append("")
        safe = _SAFE_FUNCTIONS.get(name)
        if safe is None:
            self._variable = True
        self._pieces.append(safe or name)
        if tokens.kind[i + 1] == LPAR:
            return self._postfix(self._group(i + 1))
        if tokens.kind[i + 1] != NUM:
            return -1
        start, end = tokens.span[i + 1]
        self._pieces.append(f"({tokens.text[start:end]})")
        return self._postfix(i + 2)

    def _is_variable(self, i: int) -> bool:
        """A letter that stands for a number, or a function call of one (f(2), P(A))."""
        tokens = self.tokens
        start, end = tokens.span[i]
        length = end - start
        nxt = tokens.kind[i + 1]
        if length > 1:
            called = nxt == LPAR and length <= 4 and tokens.span[i + 1][0] == end
            return called or nxt == SUB or tokens.text[start] == "\\"
        if tokens.text[start] not in "aAI":
            return True
        before = tokens.kind[i - 1] if i else END
        return nxt in _AFTER_NAME or before in (OP, LPAR, FRAC) or (nxt != WORD and tokens.tight(i + 1))

    def _name(self, i: int) -> int:
        tokens = self.tokens
        self._variable = True
        self._pieces.append(tokens.text[slice(*tokens.span[i])])
        i += 1
        if tokens.kind[i] == LPAR and tokens.tight(i):
            i = self._matching(i)
        return self._postfix(i)

    def _matching(self, i: int) -> int:
        """Index after the bracket that closes the one at ``i`` (or ``i`` + 1 where none does)."""
        kind = self.tokens.kind
        depth = 0
        for j in range(i, min(len(kind), i + 40)):
            depth += (kind[j] == LPAR) - (kind[j] == RPAR)
            if depth == 0:
                return j + 1
        return i + 1

    def _postfix(self, i: int, *, keep: bool = False) -> int:
        """Percent signs, powers and factorials after an operand."""
        if i < 0:
            return i
        tokens = self.tokens
        while True:
            kind = tokens.kind[i]
            if kind == PCT:
                self._pieces.append("%")
                self._percents += 1
                self._fractional = keep = True
            elif kind == POWER and tokens.tight(i):
                self._power(tokens.text[slice(*tokens.span[i])])
            elif kind == BANG and tokens.tight(i) and tokens.kind[i + 1] in (OP, REL, RPAR, TIMES, APPROX):
                self._pieces.append("!")
                self._operators.append("")
                self._plain = False
            elif kind == SUB and tokens.tight(i):
                self._variable = True
            elif kind == WORD and self._is_factor(i):
                self._variable = True
            elif kind != DEG:
                break
            i += 1
        if not keep:
            self._fractional = self._is_ratio(i)
        return i

    def _is_factor(self, i: int) -> bool:
        """A word right after an operand that is a variable, not a unit: 5x, 2ab, (1+2)n, \\frac{1}{2} bh, 3Tom."""
        tokens = self.tokens
        start, end = tokens.span[i]
        before = tokens.kind[i - 1]
        if not tokens.tight(i):
            return before == FRAC and end - start <= 2
        word = tokens.text[start:end]
        if before != NUM:
            return end - start <= 2
        return word.lower() not in MEASURES if end - start > 1 and word.islower() and end - start <= 3 else end - start == 1 or word[0].isupper()

    def _is_ratio(self, i: int) -> bool:
        """The operand just read ends a numeric fraction a/b, so that "of" multiplies."""
        tokens = self.tokens
        tight = i >= 3 and tokens.kind[i - 1] == NUM and tokens.kind[i - 2] == OP and tokens.word(i - 2) == "/" and tokens.kind[i - 3] == NUM
        return tight or (i >= 5 and tokens.kind[i - 1] == RPAR and tokens.kind[i - 2] == NUM and tokens.kind[i - 4] == NUM and tokens.kind[i - 5] == LPAR)

    def _power(self, text: str) -> None:
        inner = text.lstrip("^ ").strip("{} ").translate(_SUPERSCRIPTS).replace("−", "-")
        if not _NUMERIC_POWER.fullmatch(inner):
            self._variable = True
        self._pieces.append(f"^({inner})")
        self._operators.append("")
        self._plain = False

    # --- units and edges ----------------------------------------------------------------------------------------------
    def _units(self, i: int) -> int:
        """Index after the unit words at ``i`` where an operator, relation or bracket follows them, else ``i``."""
        tokens = self.tokens
        kind = tokens.kind
        if kind[i] in _AFTER_UNITS and kind[i] != OP:
            return i
        j = self._first_unit(i)
        last = i + _MOST_UNIT_TOKENS
        while j <= last:
            k = kind[j]
            if k == WORD:
                word = tokens.word(j)
                if word in _NOT_UNITS or (len(word) == 1 and not self._is_letter_unit(j)):
                    break
            elif k == OP:
                if not self._joins_words(j) or j == i and kind[i - 1] == NUM and tokens.kind[j + 1] == NUM:
                    break
            elif k == LPAR:
                close = self._comment(j)
                if close < 0:
                    break
                j = close
                continue
            elif not ((k == TEXT and "remainder" not in tokens.word(j)) or k == CJK or k == DEG or (k == POWER and tokens.tight(j)) or (k == OF and j > i)):
                break
            j += 1
        return j if kind[j] in _AFTER_UNITS else i

    def _is_letter_unit(self, j: int) -> bool:
        """A single letter between a number and a sign: "$5 a day", "2 h / 4 s" (which may be algebra, so nothing is sure)."""
        tokens = self.tokens
        word = tokens.word(j)
        if tokens.tight(j) or (word == "a" and tokens.kind[j + 1] == WORD):
            return True
        if word in MEASURES and tokens.kind[j - 1] == NUM:
            self._certain = False
            return True
        return False

    def _first_unit(self, i: int) -> int:
        """Note the measure that the words at ``i`` name, for the operand just read."""
        tokens = self.tokens
        start, end = tokens.span[i]
        kind = tokens.kind[i]
        if kind == CJK:
            text = tokens.text[start : start + 3]
            name = next((text[:n] for n in (3, 2, 1) if text[:n] in MEASURES), text[:1])
            self._note(name, start + len(name))
        elif kind == WORD and not self._is_variable_here(i):
            self._note(tokens.word(i), end)
        elif kind == TEXT:
            inner = tokens.text[start:end].partition("{")[2].rstrip("}").split()
            if inner:
                self._note(inner[0].lower().strip("."), end)
        elif kind == OP and self._joins_words(i) and tokens.kind[i + 1] == WORD:
            self._note(tokens.word(i + 1), tokens.span[i + 1][1])
        return i

    def _is_variable_here(self, i: int) -> bool:
        return self.tokens.word(i) in _NOT_UNITS

    def _note(self, name: str, end: int) -> None:
        self._unit, self._units_end = name, end
        if name in MEASURES:
            self._measure(name)

    def _measure(self, name: str) -> None:
        measure = MEASURES[name]
        if measure not in self._measures:
            self._measures.append(measure)

    def _joins_words(self, i: int) -> bool:
        """A slash or hyphen between words (miles/hour, 5-year), not between operands."""
        tokens = self.tokens
        if tokens.kind[i + 1] not in (WORD, TEXT, CJK):
            return False
        sign = tokens.word(i)
        return sign == "/" or (sign == "-" and tokens.tight(i) and tokens.tight(i + 1))

    def _comment(self, i: int) -> int:
        """Index after a bracket at ``i`` that holds only words; -1 otherwise."""
        tokens = self.tokens
        j = i + 1
        while tokens.kind[j] in (WORD, CJK, OF) and j < i + 8:
            j += 1
        return j + 1 if tokens.kind[j] == RPAR and j > i + 1 else -1

    def _check_right(self, stop: int) -> None:
        tokens = self.tokens
        kind = tokens.kind[stop]
        if self._has_remainder(stop) or self._is_compound(stop):
            self._right_open = True
        elif kind == WORD and tokens.span[stop][1] - tokens.span[stop][0] == 1 and tokens.text[tokens.span[stop][0]] not in _NO_FACTORS:
            self._right_open = True
        elif kind in (OP, ODD, SUB, OTHERREL, BANG) and not (kind == OP and self._is_trailing_dash(stop)):
            self._right_open = self._right_open or kind != BANG
        elif kind == COLON:
            tight = tokens.tight(stop + 1)
            self._right_open = self._right_open or (tokens.kind[stop + 1] == NUM and (tight or not tokens.tight(stop)))
        elif kind == BREAK and tokens.text[tokens.span[stop][0]] in ",." and tokens.tight(stop):
            self._right_open = self._right_open or (tokens.kind[stop + 1] == NUM and tokens.tight(stop + 1))  # "3,2 million"
        elif kind == DOTS:
            self._right_open = self._right_open or tokens.kind[stop + 1] == NUM

    def _has_remainder(self, i: int) -> bool:
        """"3 R 2", "3 remainder 2", "3, remainder 2", "3 余 2", "3 or 4": the number is not all of the value."""
        tokens = self.tokens
        if tokens.kind[i] == BREAK and tokens.text[tokens.span[i][0]] in ",，":
            i += 1
        kind = tokens.kind[i]
        if kind in (WORD, CJK):
            return tokens.word(i) in _REMAINDER and (tokens.word(i) != "or" or tokens.kind[i - 1] != BREAK)
        return kind == TEXT and "remainder" in tokens.word(i)

    def _is_compound(self, i: int) -> bool:
        """"10 feet 8 inches", "2 hours and 20 minutes": a second number goes on with the first one's measure."""
        tokens = self.tokens
        if tokens.kind[i] != WORD or tokens.word(i) not in MEASURES:
            return False
        j = i + 2 if tokens.kind[i + 1] == WORD and tokens.word(i + 1) == "and" else i + 1
        if tokens.kind[j] != NUM or tokens.kind[j + 1] != WORD:
            return False
        second = MEASURES.get(tokens.word(j + 1))
        return second is not None and second[0] == MEASURES[tokens.word(i)][0]

    def _is_trailing_dash(self, i: int) -> bool:
        return self._is_dash(i) or (self._is_minus(i) and self.tokens.kind[i + 1] in (BREAK, END))

    def _left_edge(self, i: int) -> int:
        """How sure it is that nothing before token ``i`` belongs to the expression."""
        tokens = self.tokens
        if i == 0:
            return CLOSED
        kind = tokens.kind[i - 1]
        if kind in _FACTORS and tokens.tight(i):
            return OPEN
        if kind in (BREAK, COLON, NOTE, LPAR, CUR) or kind in _RELATIONS:
            return OPEN if kind == LPAR and i > 1 and tokens.tight(i - 1) and tokens.kind[i - 2] in (OP, NUM) else CLOSED
        if kind == WORD:
            word = tokens.word(i - 1)
            compound = i > 1 and tokens.kind[i - 2] == NUM and word in MEASURES  # "5 feet 4 inches"
            return OPEN if compound else self._after_word(word)
        if kind == OF:
            return CLOSED if i > 1 and tokens.word(i - 2) in _OF_WHOLE else UNCERTAIN
        if kind == CJK:
            return UNCERTAIN if tokens.word(i - 1) in "的倍半之方根比第" else CLOSED
        if kind == OP:
            return self._after_sign(i)
        if kind == RPAR:
            return self._after_bracket(i)
        if kind in (OTHERREL, DOTS, TEXT, NUM, PCT):
            return UNCERTAIN if kind in (NUM, PCT) else CLOSED
        return OPEN

    @staticmethod
    def _after_word(word: str) -> int:
        if word in _BELONG:
            return UNCERTAIN
        if word in _LABELS:
            return UNCERTAIN
        return OPEN if (len(word) == 1 and word not in "ai") or word.startswith("\\") else CLOSED

    def _after_sign(self, i: int) -> int:
        """After an operator nothing is sure, except after a bullet at the start of a line."""
        tokens = self.tokens
        at_start = i == 1 or tokens.kind[i - 2] == BREAK
        if at_start and not tokens.tight(i) and tokens.word(i - 1) in ("-", "*", "+", "–", "·", "∙"):
            return UNCERTAIN if tokens.word(i - 1) in ("-", "–", "+") else CLOSED
        return OPEN

    def _after_bracket(self, i: int) -> int:
        """After ")" nothing is sure, except after an enumeration mark: (1), (a), 1), a)."""
        tokens = self.tokens
        j = i - 2
        if j < 0 or tokens.kind[j] not in (NUM, WORD, TIMES) or tokens.tight(i):
            return OPEN
        if j > 0 and tokens.kind[j - 1] == LPAR:
            j -= 1
        return CLOSED if j == 0 or tokens.kind[j - 1] in (BREAK, COLON) else OPEN

