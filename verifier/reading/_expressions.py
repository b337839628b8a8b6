"""Finds arithmetic expressions among tokens, with what was stripped and how sure their edges are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from toolkits import lazy_re as re
from verifier.reading import _kinds as kinds
from verifier.reading._edges import CLOSED, FACTORS, OPEN, RELATIONS, goes_on, left_edge
from verifier.reading._measures import MEASURES, SCALE_WORDS, Measure
from verifier.reading._shapes import (
    closing_bracket,
    is_dash,
    is_factor,
    is_ratio,
    is_sign,
    is_times,
    is_variable,
    joins_words,
    remark_end,
)
from verifier.reading._tokens import Tokens
from verifier.reading._words import ARTICLES, NOT_UNITS

_SIGNS: Final = {
    **dict.fromkeys(("−", "–", "minus", "减去", "减"), "-"),
    **dict.fromkeys(("plus", "加上", "加"), "+"),
    **dict.fromkeys(
        ("×", "·", "⋅", "∙", "∗", "✕", "✖", "\\times", "\\cdot", "\\ast", "times", "乘以", "乘上", "乘"), "*"
    ),
    **dict.fromkeys(("÷", "∕", "\\div", "除以"), "/"),
    "**": "^",
}
_SPACED: Final = {sign: f" {sign} " for sign in ("+", "-", "*", "/", "of")}
_STARTS: Final = frozenset({kinds.NUM, kinds.CUR, kinds.LPAR, kinds.FRAC, kinds.FUNC, kinds.CONST, kinds.OP})
_NAMES: Final = frozenset({kinds.WORD, kinds.TIMES})
_JOINERS: Final = RELATIONS | {
    kinds.OP, kinds.TIMES, kinds.OF, kinds.LPAR, kinds.RPAR, kinds.FRAC, kinds.FUNC, kinds.CONST, kinds.POWER,
    kinds.BANG,
}  # fmt: skip
_AFTER_UNITS: Final = RELATIONS | {kinds.OP, kinds.TIMES, kinds.RPAR}
_AFTER_BANG: Final = frozenset({kinds.OP, kinds.REL, kinds.RPAR, kinds.TIMES, kinds.APPROX})
_JUXTAPOSED: Final = frozenset({kinds.CONST, kinds.FUNC, kinds.FRAC})
_UNIT_PARTS: Final = frozenset({kinds.CJK, kinds.DEG})
_FUNCTIONS: Final = {
    "√": "sqrt",
    "∛": "cbrt",
    **{p + f: f for p in ("", "\\") for f in ("sqrt", "cbrt", "abs", "floor", "ceil", "gcd", "lcm")},
}
_HARMLESS: Final = re.compile(
    r"\\(?:[dt]?frac|sqrt|[dt]?binom|times|cdot|div|left|right|pi|,|!|;|text\{\s*\})"
)
_PLAIN_FRAC: Final = re.compile(r"\\[dt]?frac\s?\{?\s*[\d.,]+\s*\}?\s?\{?\s*[\d.,]+\s*\}?$")
_LETTERS: Final = re.compile(r"[A-Za-z_\u0370-\u03ff\\\u4e00-\u9fff]")
_SEPARATORS: Final = re.compile(r"\{,\}|\\,|\\!,|,\\!")
_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_NUMERIC_POWER: Final = re.compile(r"[-+]?\d+(?:\.\d+)?(?:/\d+)?")
_MOST_DEPTH: Final = 24
_MOST_UNIT_TOKENS: Final = 6
_LARGEST_DENOMINATOR: Final = 100
_REACH: Final = 9  # a number's sign, percent, units and the sign after them


@dataclass(slots=True)
class Expr:
    """An expression found in a text.

    Attributes:
        first, stop: its tokens; unit words before an operator or relation count in.
        start, end: its characters, trailing unit words left out.
        text: the same for the expression parser: units and currency stripped, signs normalised.
        operators: the operators between its operands, in order, as one string ("+*"); "?" for any other
            operation.
        number: span of the digits when it is one number (with sign, percent, currency aside).
        measures: of its operands, as far as known.
        percents: how many percent signs.
        variable: holds something that is no number.
        right_open: something unreadable follows that may belong to it.
        certain: false where a convention had to be chosen (mixed numbers).
        plain: the text needs no parser to be known as well formed.
        units_end: end of the first unit word after the last operand.
        unit: that first word.
        left: how sure its left edge is.
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
    right_open: bool
    certain: bool
    plain: bool
    units_end: int
    unit: str
    left: int = CLOSED

    @property
    def readable(self) -> bool:
        """It holds numbers only, to its edges."""
        return not (self.variable or self.right_open or self.left == OPEN)

    @property
    def computes(self) -> bool:
        """It has an operation to carry out and is readable to its edges."""
        return self.number is None and self.readable

    @property
    def pure(self) -> bool:
        """It is one number, readable to its edges."""
        return self.number is not None and self.readable


class Scanner:
    """Reads expressions from tokens by recursive descent. One instance reads one stretch.

    Expressions come without a look at what stands around them; :meth:`settle` adds that.
    """

    __slots__ = (
        "_certain", "_depth", "_floor", "_fractional", "_measures", "_number", "_operators", "_percents",
        "_pieces", "_plain", "_right_open", "_unit", "_units_end", "_variable", "tokens",
    )  # fmt: skip

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens

    def scan_all(self) -> list[Expr]:
        """Every maximal expression, left to right, settled."""
        return [self.settle(e) for e in self._scan_until(len(self.tokens.kind) - 1)]

    def scan_related(self) -> list[Expr]:
        """The expressions up to the one that follows the last relation sign; [] where there is no sign."""
        kind = self.tokens.kind
        last = next((i for i in range(len(kind) - 1, -1, -1) if kind[i] in RELATIONS), -1)
        return self._scan_until(last) if last >= 0 else []

    def _scan_until(self, last: int) -> list[Expr]:
        """Expressions that start before token ``last``, and the next one after it."""
        kind = self.tokens.kind
        found: list[Expr] = []
        i, end = 0, len(kind) - 1
        while i < end:
            k = kind[i]
            if k == kinds.NUM and last < end and _JOINERS.isdisjoint(kind[max(i - 2, 0) : i + _REACH]):
                i += 1  # a number in prose, far from every sign
                continue
            if k in _STARTS or (k in _NAMES and is_variable(self.tokens, i)):
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
        if tokens.kind[i] == kinds.OP and not (is_sign(tokens, i) and tokens.tight(i + 1)):
            return None
        self._pieces: list[str] = []
        self._operators: list[str] = []
        self._measures: list[Measure] = []
        self._percents = self._depth = self._floor = 0
        self._variable = self._right_open = self._fractional = False
        self._certain = self._plain = True
        self._number: tuple[int, int] | None = None
        self._unit, self._units_end = "", 0
        end = self._expression(i)
        return self._made(i, end, self._units(end)) if end > 0 else None

    def _made(self, i: int, end: int, stop: int) -> Expr:
        last = self.tokens.span[end - 1][1]
        return Expr(
            i, stop, self.tokens.span[i][0], last, "".join(self._pieces), "".join(self._operators),
            None if self._operators else self._number, tuple(self._measures), self._percents, self._variable,
            self._right_open, self._certain, self._plain, max(self._units_end, last), self._unit,
        )  # fmt: skip

    def settle(self, expr: Expr) -> Expr:
        """Look at what stands around ``expr``: fill its ``left`` and ``right_open``."""
        expr.right_open = expr.right_open or goes_on(self.tokens, expr.stop)
        expr.left = left_edge(self.tokens, expr.first)
        return expr

    # --- operands joined by operators -----------------------------------------------------------------------
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
            self._pieces.append(_SPACED.get(sign, sign))
            self._operators.append("*" if sign == "of" else sign)
            following = self._operand(after)
            if following < 0:
                del self._pieces[mark:], self._operators[count:]
                self._right_open = self._right_open or not (sign == "of" or is_dash(self.tokens, after - 1))
                break
            end = following
        self._depth -= 1
        return end

    def _operator(self, end: int) -> tuple[str, int]:
        """The operator after the operand that ends at ``end``, and where the next one starts; or ("", 0)."""
        tokens = self.tokens
        at = self._units(end)
        kind = tokens.kind[at]
        if kind == kinds.OP:
            sign = tokens.word(at)
            if at > end and sign == "/" and tokens.tight(at) and tokens.tight(at + 1):
                self._certain = False  # "1 hour/60 miles": a rate, perhaps
            return _SIGNS.get(sign, sign), at + 1
        if kind == kinds.TIMES and is_times(tokens, at):
            return "*", at + 1
        if (
            kind == kinds.WORD
            and tokens.word(at + 1) == "by"
            and tokens.word(at) in ("multiplied", "divided")
        ):
            return ("*" if tokens.word(at) == "multiplied" else "/"), at + 2
        if kind == kinds.OF and at == end and self._fractional:
            article = tokens.kind[at + 1] == kinds.WORD and tokens.word(at + 1) in ARTICLES
            return "of", at + 2 if article else at + 1
        if at == end and self._implicit(end):
            self._plain = False
            if tokens.kind[end - 1] == kinds.NUM and self._operators[self._floor :][-1:] == ["/"]:
                self._certain = False  # "1/2(3+1)" has two readings
            return "*", end
        return "", 0

    def _implicit(self, end: int) -> bool:
        """Multiplication by juxtaposition: 2(3+4), (2)(3), 2π, 2√3."""
        tokens = self.tokens
        kind, before = tokens.kind[end], tokens.kind[end - 1]
        if kind == kinds.LPAR:
            return (tokens.tight(end) or before == kinds.RPAR) and remark_end(tokens, end) < 0
        if kind == kinds.CONST and before == kinds.NUM:  # "25 pi"
            return tokens.span[end][0] - tokens.span[end - 1][1] <= 1
        return kind in _JUXTAPOSED and tokens.tight(end) and before in FACTORS

    # --- one operand ----------------------------------------------------------------------------------------
    def _operand(self, i: int) -> int:
        """Index after the operand at ``i`` with its percent signs and powers, or -1."""
        tokens = self.tokens
        kind = tokens.kind[i]
        self._fractional = False
        if kind == kinds.NUM:
            return self._numeral(i)
        if kind == kinds.CUR:
            return self._money(i)
        if kind == kinds.LPAR:
            return self._postfix(self._group(i))
        if kind == kinds.OP and is_sign(tokens, i):
            self._pieces.append("+" if tokens.word(i) == "+" else "-")
            return self._operand(i + 1)
        if kind == kinds.FRAC:
            return self._latex(i)
        if kind == kinds.FUNC:
            return self._function(i)
        if kind == kinds.CONST:
            self._operation("pi")
            return self._postfix(i + 1)
        return self._name(i) if kind in _NAMES and is_variable(tokens, i) else -1

    def _operation(self, piece: str) -> None:
        """Note something to compute that is none of the plain operators."""
        self._pieces.append(piece)
        self._operators.append("?")
        self._plain = False

    def _money(self, i: int) -> int:
        self._measure("$")
        following = self.tokens.kind[i + 1]
        amount = following in (kinds.NUM, kinds.LPAR) or is_sign(self.tokens, i + 1)
        return self._operand(i + 1) if amount else -1

    def _numeral(self, i: int) -> int:
        tokens = self.tokens
        start, end = tokens.span[i]
        piece = tokens.text[start:end]
        self._number = (start, end)
        following = tokens.kind[i + 1]
        if (
            following == kinds.COLON
            and tokens.kind[i + 2] == kinds.NUM
            and tokens.tight(i + 1)
            and tokens.tight(i + 2)
        ):
            self._variable = True  # "2:30", "3:4"
        if "{" in piece or "\\" in piece:
            piece = _SEPARATORS.sub(",", piece)
        if following in (kinds.NUM, kinds.FRAC):
            mixed = self._mixed(i, piece)
            if mixed > 0:
                return mixed
        elif following == kinds.WORD and tokens.word(i + 1) in SCALE_WORDS:
            self._pieces.append(f"({piece} * {SCALE_WORDS[tokens.word(i + 1)]})")
            self._number = (start, tokens.span[i + 1][1])
            return self._postfix(i + 2)
        elif following == kinds.TIMES and tokens.tight(i + 1) and not is_times(tokens, i + 1):
            self._variable = True
            return self._postfix(i + 2)
        self._pieces.append(piece)
        return self._postfix(i + 1)

    def _mixed(self, i: int, whole: str) -> int:
        r"""A mixed number (1 1/2, 2\frac{1}{2}): index after it, or -1."""
        tokens = self.tokens
        if not whole.isdigit():
            return -1
        if tokens.kind[i + 1] == kinds.FRAC:
            fraction, stop = tokens.piece(i + 1), i + 2
            near = tokens.span[i + 1][0] - tokens.span[i][1] <= 1
            fits = near and _PLAIN_FRAC.match(fraction) is not None
        else:
            fraction, stop = self._simple_fraction(i + 1), i + 4
            fits = fraction != "" and tokens.span[i + 1][0] - tokens.span[i][1] == 1
        if not fits:
            return -1
        self._pieces.append(f"({whole} + {fraction})")
        self._certain = False
        self._plain = self._plain and fraction[0] != "\\"
        self._number = (tokens.span[i][0], tokens.span[stop - 1][1])
        return self._postfix(stop)

    def _simple_fraction(self, i: int) -> str:
        """The proper fraction at ``i``, written tight ("1/2"), or ""."""
        tokens = self.tokens
        if tokens.kind[i + 1] != kinds.OP or tokens.word(i + 1) != "/" or tokens.kind[i + 2] != kinds.NUM:
            return ""
        upper, lower = tokens.piece(i), tokens.piece(i + 2)
        tight = tokens.tight(i + 1) and tokens.tight(i + 2) and upper.isdigit() and lower.isdigit()
        return f"{upper}/{lower}" if tight and int(upper) < int(lower) <= _LARGEST_DENOMINATOR else ""

    def _group(self, i: int) -> int:
        self._pieces.append("(")
        floor, self._floor = self._floor, len(self._operators)
        inner = self._expression(i + 1)
        self._floor = floor
        if inner < 0:
            return -1
        close = self._units(inner)
        self._pieces.append(")")
        return close + 1 if self.tokens.kind[close] == kinds.RPAR else -1

    def _latex(self, i: int) -> int:
        piece = self.tokens.piece(i)
        if _LETTERS.search(_HARMLESS.sub("", piece)):
            self._variable = True
        plain = _PLAIN_FRAC.match(piece) is not None
        self._operation(piece)
        if plain:
            self._operators[-1] = "/"
        end = self._postfix(i + 1)
        self._fractional = self._fractional or plain
        return end

    def _function(self, i: int) -> int:
        tokens = self.tokens
        name = _FUNCTIONS.get(tokens.piece(i))
        if name is None:  # log has no one base, sin no one unit
            self._variable = True
        self._operation(name or "f")
        if tokens.kind[i + 1] == kinds.LPAR:
            return self._postfix(self._group(i + 1))
        if tokens.kind[i + 1] != kinds.NUM:
            return -1
        self._pieces.append(f"({tokens.piece(i + 1)})")
        return self._postfix(i + 2)

    def _name(self, i: int) -> int:
        tokens = self.tokens
        self._variable = True
        self._pieces.append(tokens.piece(i))
        called = tokens.kind[i + 1] == kinds.LPAR and tokens.tight(i + 1)
        return self._postfix(closing_bracket(tokens, i + 1) if called else i + 1)

    def _postfix(self, i: int) -> int:
        """Index after the percent signs, powers and factorials at ``i``."""
        if i < 0:
            return i
        tokens = self.tokens
        shares = False
        while True:
            kind = tokens.kind[i]
            if kind == kinds.PCT:
                self._pieces.append("%")
                self._percents += 1
                shares = True
            elif kind == kinds.POWER and tokens.tight(i):
                self._power(tokens.piece(i))
            elif kind == kinds.BANG and tokens.tight(i) and tokens.kind[i + 1] in _AFTER_BANG:
                self._operation("!")
            elif (kind == kinds.SUB and tokens.tight(i)) or (kind == kinds.WORD and is_factor(tokens, i)):
                self._variable = True
            elif kind != kinds.DEG:
                break
            i += 1
        self._fractional = shares or is_ratio(tokens, i)
        return i

    def _power(self, text: str) -> None:
        inner = text.lstrip("^ ").strip("{} ").translate(_SUPERSCRIPTS).replace("−", "-")
        if not _NUMERIC_POWER.fullmatch(inner):
            self._variable = True
        self._operation(f"^({inner})")

    # --- units ----------------------------------------------------------------------------------------------
    def _units(self, i: int) -> int:
        """Index after the unit words at ``i`` if a sign or closing bracket follows them, else ``i``."""
        tokens = self.tokens
        kind = tokens.kind
        if kind[i] in _AFTER_UNITS and kind[i] != kinds.OP:
            return i
        self._note_unit(i)
        j, last = i, i + _MOST_UNIT_TOKENS
        while j <= last:
            k = kind[j]
            if k == kinds.LPAR:
                close = remark_end(tokens, j)
                if close < 0:
                    break
                j = close
            elif self._is_raised(j, i):
                j += 2
            elif self._is_unit_part(k, j, i):
                j += 1
            else:
                break
        return j if kind[j] in _AFTER_UNITS else i

    def _is_raised(self, j: int, start: int) -> bool:
        """The power of a unit: the ^3 of "64 cm^3" raises no number."""
        tokens = self.tokens
        return (
            j > start
            and tokens.word(j) == "^"
            and tokens.tight(j)
            and tokens.tight(j + 1)
            and tokens.word(j + 1) in ("2", "3")
        )

    def _is_unit_part(self, kind: int, j: int, start: int) -> bool:
        tokens = self.tokens
        if kind == kinds.WORD:
            word = tokens.word(j)
            return word not in NOT_UNITS and (len(word) > 1 or self._is_letter_unit(j))
        if kind == kinds.OP:
            return joins_words(tokens, j)
        if kind == kinds.TEXT:
            return "remainder" not in tokens.word(j)
        return (
            kind in _UNIT_PARTS
            or (kind == kinds.POWER and tokens.tight(j))
            or (kind == kinds.OF and j > start)
        )

    def _is_letter_unit(self, j: int) -> bool:
        """A letter between number and sign: the a of "$5 a day"; the h of "60 km / 2 h" may be algebra."""
        tokens = self.tokens
        word = tokens.word(j)
        if tokens.tight(j) or (word == "a" and tokens.kind[j + 1] == kinds.WORD):
            return True
        if word in MEASURES and tokens.kind[j - 1] == kinds.NUM:
            self._certain = False
            return True
        return False

    def _note_unit(self, i: int) -> None:
        """Note the unit that the words at ``i`` name, for the operand just read."""
        tokens = self.tokens
        start, end = tokens.span[i]
        kind = tokens.kind[i]
        if kind == kinds.CJK:
            text = tokens.text[start : start + 4]
            name = next((text[:n] for n in (4, 3, 2, 1) if text[:n] in MEASURES), text[:1])
            self._note(name, start + len(name))
        elif kind == kinds.WORD:
            word = tokens.word(i)
            if word not in NOT_UNITS:
                self._note(word, end)
        elif kind == kinds.TEXT:
            inner = tokens.text[start:end].partition("{")[2].rstrip("}").split()
            if inner:
                self._note(inner[0].lower().strip("."), end)
        elif kind == kinds.OP and joins_words(tokens, i):
            self._note(tokens.word(i + 1), tokens.span[i + 1][1])

    def _note(self, name: str, end: int) -> None:
        self._unit, self._units_end = name, end
        if name in MEASURES:
            self._measure(name)

    def _measure(self, name: str) -> None:
        measure = MEASURES[name]
        if measure not in self._measures:
            self._measures.append(measure)
