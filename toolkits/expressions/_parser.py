"""A Pratt parser over our own tokens: nothing of the text is ever handed to an interpreter.

Binding, loosest first: sums; products, quotients, ``of`` and remainders; implicit products; signs; powers
(from the right); postfix signs. A quotient followed by an implicit product (``1/2(3+4)``), a percentage
added to an amount (``100 + 10%``) and a bare name as exponent (``2^nt``) have two readings and are refused
with both.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NoReturn

from toolkits.expressions._errors import ExpressionError
from toolkits.expressions._functions import ALIASES, ANGULAR, CONSTANTS, FUNCTIONS, GREEK, MANY, SCALES, WORDS
from toolkits.expressions._numerals import in_base, number_value, simplest
from toolkits.expressions._tokens import HEXADECIMAL, MODULO, token_position, tokenise
from toolkits.expressions._tree import Binary, Call, Constant, Expression, Number, Unary, Variable

MAX_CHARACTERS = 20_000
MAX_TOKENS = 8_000
MAX_DEPTH = 120
_SHORT = 200

_SUM, _PRODUCT, _IMPLICIT, _QUOTIENT, _POWER = 1, 2, 3, 4, 5
_INFIX = {
    "+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "//": _PRODUCT, "mod": _PRODUCT, MODULO: _PRODUCT,
    "of": _PRODUCT, "^": _POWER, "**": _POWER,
}  # fmt: skip
_OPERATOR = {"of": "*", MODULO: "mod", "**": "^"}
_STOPS = frozenset(("", ")", "]", "}", ",", "|", "⌋", "⌉"))
_CLOSING = {"(": ")", "[": "]", "{": "}", "|": "|", "⌊": "⌋", "⌈": "⌉"}
_GROUPS = frozenset("([{")
_ROUNDING = {"⌊": "floor", "⌈": "ceil", "|": "abs"}
_RADICALS = {"√": "sqrt", "∛": "cbrt", "∜": "root"}
_OPENERS = frozenset(("(", "[", "{", "\\frac", "\\sqrt", "\\binom", "√", "∛", "∜", "⌊", "⌈"))
_POSTFIX = {sign: sign for sign in ("!", "%", "‰", "°", "rad")} | {
    **dict.fromkeys(("percent", "pct"), "%"),
    **dict.fromkeys(("deg", "degree", "degrees", "度"), "°"),
    **dict.fromkeys(("radian", "radians", "弧度"), "rad"),
}
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_INVERSES = {"sin": "asin", "cos": "acos", "tan": "atan"}


def parse(text: str) -> Expression:
    """Read the whole of ``text`` as one expression.

    Raises:
        ExpressionError: with ``code`` ``empty``, ``syntax``, ``ambiguous`` (and ``readings``),
            ``unknown_name`` or ``limit``, and the ``position`` of the trouble.
    """
    return _remembered(text) if len(text) <= _SHORT else _read(text)


def _read(text: str) -> Expression:
    return read_with(_Parser, text)


def read_with(grammar: type[_Parser], text: str) -> Expression:
    """The whole of ``text`` as one expression of the grammar, or of one that adds to it."""
    if len(text) > MAX_CHARACTERS:
        raise ExpressionError(f"an expression of more than {MAX_CHARACTERS} characters", code="limit")
    if HEXADECIMAL.search(text):
        raise ExpressionError("hexadecimal numbers are not in the grammar")
    tokens = tokenise(text)
    if len(tokens) > MAX_TOKENS:
        raise ExpressionError(f"an expression of more than {MAX_TOKENS} tokens", code="limit")
    if len(tokens) == 1:
        raise ExpressionError("there is no expression", code="empty")
    parser = grammar(tokens, text)
    try:
        expression = parser.expression(_SUM)
        if tokens[parser.index]:
            parser.fail(parser.surprise())
    except IndexError:
        raise ExpressionError("the expression ends too early", position=len(text)) from None
    except ExpressionError as error:
        if not error.position:
            error.position = token_position(text, max(parser.index - 1, 0))
        raise
    return expression


#: Trees are immutable, and one run reads the same expression several times (reader, tool, audit).
_remembered = lru_cache(maxsize=4096)(_read)


class _Parser:
    """Reads tokens into a tree; :mod:`toolkits.expressions._operators` adds to it."""

    __slots__ = ("depth", "index", "letters", "text", "tokens")

    def __init__(self, tokens: list[str], text: str) -> None:
        self.tokens = tokens
        self.text = text
        self.letters = frozenset(tokens)
        self.index = 0
        self.depth = 0

    # --- errors ---------------------------------------------------------------------------------------------

    def fail(self, message: str, *, code: str = "syntax", readings: tuple[str, ...] = ()) -> NoReturn:
        position = token_position(self.text, self.index)
        raise ExpressionError(message, code=code, position=position, readings=readings)

    def surprise(self) -> str:
        mark = self.tokens[self.index]
        if not mark:
            return "the expression ends too early"
        if mark[0].isdecimal():
            return f"two values side by side: nothing stands before {mark!r}"
        return f"{mark.strip()!r} does not fit here"

    # --- the loop -------------------------------------------------------------------------------------------

    def expression(self, floor: int) -> Expression:
        """An expression whose operators bind at least as tightly as ``floor``."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"brackets, signs and powers nested more than {MAX_DEPTH} deep", code="limit")
        tokens = self.tokens
        left = self.prefix()
        while True:
            mark = tokens[self.index]
            level = _INFIX.get(mark)
            if level is None:
                if mark in _STOPS:
                    break
                continued = self.continuation(left, mark, floor)
                if continued is None:
                    break
                left = continued
            elif level < floor:
                break
            else:
                self.index += 1
                left = self.infix(mark, left)
        self.depth -= 1
        return left

    def infix(self, mark: str, left: Expression) -> Expression:
        if mark in "+-":
            right = self.expression(_PRODUCT)
            if isinstance(right, Unary) and _POSTFIX.get(self.tokens[self.index - 1], "-") in "%‰":
                self.percentage_of_what(mark, left, right)
            return Binary(mark, left, right)
        mark = _OPERATOR.get(mark, mark)
        if mark == "*":
            return Binary("*", left, self.expression(_IMPLICIT))
        if mark == "^":
            return self.power(left)
        right = self.expression(_QUOTIENT)
        if self.starts_operand():
            self.quotient_of_what(mark, left, right)
        return Binary(mark, left, right)

    def power(self, base: Expression) -> Expression:
        start = self.index
        mark = self.tokens[start]
        exponent = self.expression(_POWER)
        was_split = self.tokens[start] != mark  # 2^nt, of which n is the first letter
        if (
            was_split
            and isinstance(exponent, Variable | Constant)
            and self.tokens[self.index][:1].isalpha()
            and self.starts_operand()
        ):
            rest = self.expression(_QUOTIENT)
            together = Binary("^", base, Binary("*", exponent, rest))
            apart = Binary("*", Binary("^", base, exponent), rest)
            self.ambiguous("the exponent may be one letter or the product", together, apart)
        return Binary("^", base, exponent)

    def continuation(self, left: Expression, mark: str, floor: int) -> Expression | None:
        """``left`` with the postfix sign or implicit factor that follows it; ``None``: there is none."""
        postfix = _POSTFIX.get(mark)
        if postfix:
            self.index += 1
            if mark == "!" and self.tokens[self.index] == "!":
                self.fail("a double factorial is not in the grammar; write factorial(factorial(n)) for (n!)!")
            return Unary(postfix, left)
        if mark[0] in "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿˣ":
            self.index += 1
            return Binary("^", left, self.superscript(mark))
        if mark[0] in "_₀₁₂₃₄₅₆₇₈₉" and isinstance(left, Number):
            return self.in_other_base(left)
        if floor > _IMPLICIT or not self.starts_operand():
            return None
        if mark == "\\frac" and isinstance(left, Number):
            return self.mixed_latex(left)
        if isinstance(left, Variable) and mark in _GROUPS and left.name in ("f", "g", "h"):
            self.fail(f"{left.name}(…) is a function that the grammar does not know", code="unknown_name")
        return Binary("*", left, self.expression(_QUOTIENT))

    def starts_operand(self) -> bool:
        """Whether the next mark, standing after an operand, begins an implicit factor."""
        mark = self.tokens[self.index]
        return mark in _OPENERS or (mark[:1].isalpha() and mark not in _INFIX and mark not in _POSTFIX)

    # --- two readings ---------------------------------------------------------------------------------------

    def ambiguous(self, message: str, *readings: Expression) -> NoReturn:
        texts = tuple(str(reading) for reading in readings)
        self.fail(f"{message}: {' or '.join(texts)}", code="ambiguous", readings=texts)

    def percentage_of_what(self, sign: str, left: Expression, right: Unary) -> None:
        """``a + p%`` has one reading only where ``a`` is 1 or itself a percentage."""
        if isinstance(left, Number) and left.value == 1:
            return
        last = left.right if isinstance(left, Binary) and left.op in "+-" else left
        if isinstance(last, Unary) and last.op in "%‰":
            return
        part = Binary("/", right.operand, Number(100 if right.op == "%" else 1000))
        points = Binary(sign, left, part)
        share = Binary("*", left, Binary(sign, Number(1), part))
        self.ambiguous("a percentage of the amount, or of one", points, share)

    def quotient_of_what(self, op: str, left: Expression, right: Expression) -> NoReturn:
        factors = self.expression(_IMPLICIT)
        under = Binary(op, left, Binary("*", right, factors))
        beside = Binary("*", Binary(op, left, right), factors)
        self.ambiguous("the factor may stand under the line or beside it", under, beside)

    # --- operands -------------------------------------------------------------------------------------------

    def prefix(self) -> Expression:
        mark = self.tokens[self.index]
        self.index += 1
        first = mark[:1]
        if first.isdecimal() or (first == "." and len(mark) > 1):
            return self.number(mark)
        if mark in _GROUPS:
            inner = self.expression(_SUM)
            self.expect(_CLOSING[mark])
            return inner
        if mark == "-":
            return Unary("-", self.expression(_POWER))
        if mark == "+":
            return self.expression(_POWER)
        if mark in _ROUNDING:
            inner = self.expression(_SUM)
            self.expect(_CLOSING[mark])
            return Call(_ROUNDING[mark], (inner,))
        if mark in _RADICALS:
            return self.radical(_RADICALS[mark])
        if mark in ("\\frac", "\\binom"):
            top, bottom = self.latex_argument(), self.latex_argument()
            return Binary("/", top, bottom) if mark == "\\frac" else Call("comb", (top, bottom))
        if mark == "\\sqrt":
            return self.latex_root()
        if mark == "\\$" and self.tokens[self.index][:1].isdecimal():
            return self.prefix()
        if (first.isalpha() and first.isascii()) or first in GREEK or first == "π":
            return self.name(mark)
        if first and number_like(first):
            return Number(number_value(mark))
        self.index -= 1
        if first.isalpha() or first == "\\":
            self.fail(f"{mark!r} is not a name of the grammar", code="unknown_name")
        return self.fail(self.surprise())

    def expect(self, closing: str) -> None:
        if self.tokens[self.index] != closing:
            self.fail(f"{closing!r} is missing; {self.surprise()}")
        self.index += 1

    def number(self, mark: str) -> Expression:
        tokens = self.tokens
        value = number_value(mark)
        following = tokens[self.index]
        if following[:1].isdecimal() and mark.isdecimal():
            value = self.mixed(int(value))
        elif following and following[-1] in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒" and len(following) == 1:
            self.index += 1
            value += number_value(following)
        while (scale := SCALES.get(tokens[self.index])) is not None:
            self.index += 1
            value *= scale
        return Number(simplest(value) if isinstance(value, Fraction) else value)

    def mixed(self, whole: int) -> int | Fraction:
        """``3 1/2``: the whole part is read and a second number follows."""
        top, slash, bottom = [*self.tokens[self.index : self.index + 3], "", ""][:3]
        if slash != "/" or not (top.isdecimal() and bottom.isdecimal()):
            self.fail(self.surprise())
        upper, lower = number_value(top), number_value(bottom)
        if not 0 < upper < lower:
            self.fail(f"{whole} {top}/{bottom} is not a mixed number")
        self.index += 3
        return whole + Fraction(upper, lower)

    def mixed_latex(self, whole: Number) -> Expression:
        r"""``3\frac{1}{2}`` is 7/2; ``3\frac{x}{2}`` is a product; ``3\frac{3}{2}`` has two readings."""
        fraction = self.prefix()
        assert isinstance(fraction, Binary)
        top, bottom = fraction.left, fraction.right
        if not (isinstance(top, Number) and isinstance(bottom, Number) and isinstance(whole.value, int)):
            return Binary("*", whole, fraction)
        if not 0 < top.value < bottom.value:
            readings = Binary("+", whole, fraction), Binary("*", whole, fraction)
            self.ambiguous("a mixed number, or a product", *readings)
        return Number(simplest(whole.value + Fraction(top.value) / Fraction(bottom.value)))

    def superscript(self, mark: str) -> Expression:
        plain = mark.translate(_SUPERSCRIPTS)
        if plain in ("ⁿ", "ˣ"):
            return Variable("n" if plain == "ⁿ" else "x")
        try:
            value = int(plain)
        except ValueError:
            self.fail(f"{mark!r} is not a whole exponent")
        return Unary("-", Number(-value)) if value < 0 else Number(value)

    def in_other_base(self, digits: Number) -> Expression:
        base = self.subscript()
        if not base.isdecimal() or not isinstance(digits.value, int):
            self.fail(f"{base!r} is not the base of a number")
        return Number(in_base(str(digits.value), int(base)))

    def subscript(self) -> str:
        """The text of the subscript that stands next, or "" when there is none."""
        mark = self.tokens[self.index]
        if mark[:1] in tuple("₀₁₂₃₄₅₆₇₈₉"):
            self.index += 1
            return mark.translate(_SUBSCRIPTS)
        if mark != "_":
            return ""
        self.index += 1
        body = self.tokens[self.index]
        if not body[:1].isalnum() and body != "{":
            self.fail("a subscript is a letter, a number or braces")
        self.index += 1
        if body != "{":
            return body
        parts: list[str] = []
        while self.tokens[self.index] not in ("}", ""):
            parts.append(self.tokens[self.index])
            self.index += 1
        self.expect("}")
        return "".join(parts)

    # --- names ----------------------------------------------------------------------------------------------

    def name(self, mark: str) -> Expression:
        library, _, bare = mark.rpartition(".")
        name = bare if bare in FUNCTIONS or len(bare) == 1 else ALIASES.get(bare.lower(), bare.lower())
        if name in FUNCTIONS:
            return self.call("ln" if library and name == "log" else name, radians=bool(library))
        if bare in CONSTANTS:
            return Constant(CONSTANTS[bare])
        if library:
            self.index -= 1
            self.fail(f"{mark!r} is not a function of the grammar", code="unknown_name")
        return self.variable(bare)

    def variable(self, name: str) -> Expression:
        if name in GREEK or name in GREEK.values():
            return Variable(GREEK.get(name, name) + self.index_suffix())
        if name.rstrip("0123456789") == name[:1]:
            return Variable(name + self.index_suffix())
        if len(name) > 3 or name in WORDS or not name.isalpha() or not self.is_product(name):
            self.index -= 1
            self.fail(f"{name!r} is not a name of the grammar", code="unknown_name")
        self.tokens[self.index - 1 : self.index] = list(name)
        return self.name(name[0])

    def index_suffix(self) -> str:
        subscript = self.subscript()
        return f"_{subscript}" if subscript else ""

    def is_product(self, letters: str) -> bool:
        """Two letters are a product; three are one only where one of them stands alone elsewhere."""
        return len(letters) == 2 or not self.letters.isdisjoint(letters)

    def call(self, name: str, *, radians: bool = False) -> Expression:
        base = self.log_base() if name == "log" else None
        exponent = self.function_power()
        bare = self.tokens[self.index] not in _GROUPS
        arguments = (self.bare_argument(name),) if bare else self.arguments(name)
        if radians and name in ANGULAR:
            arguments = tuple(Unary("rad", argument) for argument in arguments)
        if base is not None:
            arguments = (*arguments, base)
        result = self.built(name, arguments)
        if exponent is None:
            return result
        if isinstance(exponent, Unary):
            if name not in _INVERSES:
                self.fail(f"{name}^-1 has two readings; write 1/{name}(x)", code="ambiguous")
            return Call(_INVERSES[name], arguments)
        return Binary("^", result, exponent)

    def log_base(self) -> Expression | None:
        r"""The subscript of ``\log_2``, ``\log_{1/2}``, ``\log_a``; None: there is none."""
        if self.tokens[self.index : self.index + 2] == ["_", "{"]:
            self.index += 1
            return self.latex_argument()
        base = self.subscript()
        if not base:
            return None
        return Number(number_value(base)) if base[0].isdecimal() else self.letter(base)

    def letter(self, base: str) -> Expression:
        if base in CONSTANTS:
            return Constant(CONSTANTS[base])
        if len(base) > 1:
            self.fail(f"{base!r} is not the base of a logarithm")
        return Variable(base)

    def function_power(self) -> Expression | None:
        mark = self.tokens[self.index]
        if mark in ("^", "**"):
            self.index += 1
            return self.latex_argument()
        if mark[:1] and mark[0] in "⁰¹²³⁴⁵⁶⁷⁸⁹⁻":
            self.index += 1
            return self.superscript(mark)
        return None

    def built(self, name: str, arguments: tuple[Expression, ...]) -> Expression:
        least, most = FUNCTIONS[name]
        if not least <= len(arguments) <= most:
            wanted = (
                str(least) if least == most else f"{least} to {most}" if most < MANY else f"{least} or more"
            )
            self.fail(f"{name} takes {wanted} arguments, not {len(arguments)}")
        if name == "pow":
            return Binary("^", *arguments)
        return Binary("mod", *arguments) if name == "mod" else Call(name, arguments)

    def bare_argument(self, name: str) -> Expression:
        """``sin x``, ``sqrt 2``: one tight operand; an operand directly behind it has two readings."""
        argument = self.expression(_POWER)
        if isinstance(argument, Number) and self.is_one_letter(self.tokens[self.index]):
            argument = Binary("*", argument, self.expression(_POWER))  # sin 2x
        if self.starts_operand() and self.tokens[self.index] not in FUNCTIONS:
            rest = self.expression(_QUOTIENT)
            inside = Call(name, (Binary("*", argument, rest),))
            self.ambiguous(
                "the function may take the product", inside, Binary("*", Call(name, (argument,)), rest)
            )
        return argument

    @staticmethod
    def is_one_letter(mark: str) -> bool:
        return mark in GREEK.values() or mark in CONSTANTS or (len(mark) == 1 and mark.isalpha())

    def radical(self, name: str) -> Expression:
        degree = (Number(4),) if name == "root" else ()
        if self.tokens[self.index] in _GROUPS:
            return Call(name, (self.prefix(), *degree))
        argument = self.prefix()
        if self.starts_operand() and self.tokens[self.index] not in _RADICALS:
            rest = self.expression(_QUOTIENT)
            inside = Call(name, (Binary("*", argument, rest), *degree))
            self.ambiguous(
                "the root may cover the product", inside, Binary("*", Call(name, (argument, *degree)), rest)
            )
        return Call(name, (argument, *degree))

    def arguments(self, name: str) -> tuple[Expression, ...]:
        opening = self.tokens[self.index]
        self.index += 1
        listed = self.tokens[self.index] == "[" and FUNCTIONS[name][1] == MANY
        if listed:
            self.index += 1
        self.split_grouped(name)
        found = [self.expression(_SUM)]
        while self.tokens[self.index][:1] == ",":
            self.index += 1
            found.append(self.expression(_SUM))
        if listed:
            self.expect("]")
        self.expect(_CLOSING[opening])
        return tuple(found)

    def split_grouped(self, name: str) -> None:
        """Decide whether the commas inside the numbers of an argument list group digits or part arguments."""
        least, most = FUNCTIONS[name]
        inside = self.top_level_span()
        grouped = [index for index in inside if "," in self.tokens[index] and self.tokens[index][0] != ","]
        if most == 1 or not grouped:
            return
        commas = [self.tokens[index] for index in inside if self.tokens[index][0] == ","]
        if commas and all(len(comma) > 1 for comma in commas):
            return
        if commas or (least == 1 and most < MANY):
            self.fail(
                "commas that may group digits or part arguments; put a space after those that part",
                code="ambiguous",
            )
        for index in reversed(grouped):
            numbers = self.tokens[index].split(",")
            self.tokens[index : index + 1] = [part for number in numbers for part in (number, ",")][:-1]

    def top_level_span(self) -> list[int]:
        """Indices of the tokens of this bracket that stand in no inner bracket."""
        depth, found = 0, list[int]()
        for index in range(self.index, len(self.tokens)):
            mark = self.tokens[index]
            if mark in _GROUPS:
                depth += 1
            elif mark in (")", "]", "}", ""):
                depth -= 1
                if depth < 0:
                    break
            elif depth == 0:
                found.append(index)
        return found

    # --- LaTeX ----------------------------------------------------------------------------------------------

    def latex_argument(self) -> Expression:
        r"""``{…}``, or the next single sign: ``\frac12`` is one half."""
        mark = self.tokens[self.index]
        if mark == "{":
            self.index += 1
            inner = self.expression(_SUM)
            self.expect("}")
            return inner
        if mark.isdecimal() and len(mark) > 1:
            self.tokens[self.index : self.index + 1] = [mark[0], mark[1:]]
        named = mark in FUNCTIONS or mark in CONSTANTS or mark in GREEK.values()
        if mark[:1].isalpha() and len(mark) > 1 and not named:
            self.fail("put the argument into braces", code="ambiguous")
        if mark == "-":
            self.index += 1
            return Unary("-", self.latex_argument())
        self.index += 1
        if mark.isdecimal():
            return Number(number_value(mark[0]))
        self.index -= 1
        return self.prefix()

    def latex_root(self) -> Expression:
        degree: Expression | None = None
        if self.tokens[self.index] == "[":
            self.index += 1
            degree = self.expression(_SUM)
            self.expect("]")
        elif self.tokens[self.index].isdecimal() and len(self.tokens[self.index]) > 1:
            self.fail(r"\sqrt takes one sign; put the number into braces", code="ambiguous")
        radicand = self.latex_argument()
        if degree is None or (isinstance(degree, Number) and degree.value == 2):
            return Call("sqrt", (radicand,))
        return (
            Call("cbrt", (radicand,))
            if isinstance(degree, Number) and degree.value == 3
            else Call("root", (radicand, degree))
        )


def number_like(char: str) -> bool:
    """Whether a mark that begins with ``char`` is a vulgar fraction."""
    return char in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
