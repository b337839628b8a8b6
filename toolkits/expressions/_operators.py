r"""The grammar with the operators of analysis: integrals, sums, products, limits, derivatives.

They stand in the tree as calls: ``integral(body, x)`` and ``integral(body, x, low, high)``; ``sum_over`` and
``product_over(body, k, low, high)``; ``limit(body, x, point)`` and ``limit(body, x, point, ±1)`` from one
side; ``derivative(body, x, order)``. No part of this package evaluates them; :mod:`toolkits.equivalence`
resolves them.
"""

from __future__ import annotations

from functools import lru_cache

from toolkits import lazy_re as re
from toolkits.expressions._functions import GREEK
from toolkits.expressions._parser import _IMPLICIT, _PRODUCT, _SUM, _Parser, read_with
from toolkits.expressions._tree import Call, Constant, Expression, Number, Unary, Variable

INFINITY = Constant("infinity")

_INFINITE = frozenset({"\\infty", "∞", "oo"})
_TO = frozenset({"\\to", "\\rightarrow", "→"})
_DIFFERENTIAL = re.compile(r"d([A-Za-z])")
_BIG = {"\\sum": "sum_over", "∑": "sum_over", "\\prod": "product_over", "∏": "product_over"}
_INTEGRALS = frozenset({"\\int", "∫"})
_CALLS = {"integrate": "integral", "diff": "derivative"}
#: C(5, 2) and P(5, 2); of one argument they are a product.
_CHOICES = {"C": "comb", "P": "perm"}
_LETTERS = frozenset(GREEK.values())


def parse_analysis(text: str) -> Expression:
    """As :func:`toolkits.expressions.parse`, with the operators of analysis."""
    return _remembered(text)


class _Analysis(_Parser):
    __slots__ = ()

    def prefix(self) -> Expression:
        mark = self.tokens[self.index]
        if mark in _INTEGRALS:
            self.index += 1
            return self.integral()
        if mark in _BIG:
            self.index += 1
            return self.big(_BIG[mark])
        if mark == "\\lim":
            self.index += 1
            return self.limit()
        if mark in _CALLS and self.tokens[self.index + 1] == "(":
            self.index += 2
            return self.plain_call(_CALLS[mark])
        if mark in _CHOICES and self.tokens[self.index + 1] == "(" and self.has_two(self.index + 2):
            self.index += 1
            return self.call(_CHOICES[mark])
        length = self.derivative_length()
        return self.derivative(length) if length else super().prefix()

    def has_two(self, start: int) -> bool:
        """Whether the bracket that opened before ``start`` holds a comma."""
        here, self.index = self.index, start
        found = any("," in self.tokens[at] for at in self.top_level_span())
        self.index = here
        return found

    def starts_operand(self) -> bool:
        return self.tokens[self.index] in ("\\int", "\\lim", *_BIG) or super().starts_operand()

    # --- derivatives --------------------------------------------------------------------------------------

    def derivative_length(self) -> int:
        r"""How many tokens a ``\frac{d}{dx}`` or ``d/dx`` takes here; 0 where none stands."""
        ahead = " ".join(self.tokens[self.index : self.index + 14])
        found = _LEIBNIZ.match(ahead)
        return len(found[0].split()) if found else 0

    def derivative(self, length: int) -> Expression:
        found = _LEIBNIZ.match(" ".join(self.tokens[self.index : self.index + 14]))
        assert found is not None
        self.index += length
        order = int(found["order"] or found["order2"] or 1)
        name = next(part for part in (found["x"], found["y"], found["z"]) if part)
        body = self.expression(_IMPLICIT)
        if not found["w"]:
            return Call("derivative", (body, Variable(name), Number(order)))
        if order != 2:
            self.fail("a mixed derivative of another order than two")
        inner = Call("derivative", (body, Variable(found["w"]), Number(1)))
        return Call("derivative", (inner, Variable(name), Number(1)))

    # --- integrals ----------------------------------------------------------------------------------------

    def integral(self) -> Expression:
        ends = self.bounds()
        body, variable = self.integrand()
        return Call("integral", (body, variable, *ends))

    def integrand(self) -> tuple[Expression, Variable]:
        """The body up to ``dx``; a ``dx`` in a numerator counts as 1."""
        depth = inner = 0
        for at in range(self.index, len(self.tokens)):
            mark = self.tokens[at]
            inner += mark in _INTEGRALS
            depth += (mark in ("(", "[", "{")) - (mark in (")", "]", "}"))
            name, length = self.differential(at)
            if not name:
                continue
            if inner:  # the dx of an integral inside this one
                inner -= 1
                continue
            if depth:
                self.tokens[at : at + length] = ["1"]
                return self.expression(_PRODUCT), Variable(name)
            self.tokens[at : at + length] = [")"]
            behind = len(self.tokens) - at  # names in the body may be parted into more tokens
            body: Expression = Number(1) if at == self.index else self.expression(_SUM)
            if len(self.tokens) - self.index != behind:
                self.fail(self.surprise())
            self.index += 1
            return body, Variable(name)
        return self.fail("an integral needs its dx")

    def differential(self, at: int) -> tuple[str, int]:
        """The variable of a ``dx`` at that token, and how many tokens it takes."""
        mark, following = self.tokens[at], self.tokens[at + 1] if at + 1 < len(self.tokens) else ""
        found = _DIFFERENTIAL.fullmatch(mark)
        if found:
            return found[1], 1
        if mark == "d" and (following in _LETTERS or (len(following) == 1 and following.isalpha())):
            return GREEK.get(following, following), 2
        return "", 0

    def bounds(self) -> tuple[Expression, ...]:
        low = self.end("_")
        high = self.end("^")
        if low is None:
            low = self.end("_")
        if (low is None) != (high is None):
            self.fail("an integral has both limits or none")
        return () if low is None or high is None else (low, high)

    def end(self, sign: str) -> Expression | None:
        if self.tokens[self.index] != sign:
            return None
        self.index += 1
        if self.tokens[self.index] in _INFINITE:
            self.index += 1
            return INFINITY
        if self.tokens[self.index] != "{":
            return self.latex_argument()
        self.index += 1
        found = self.infinite() or self.expression(_SUM)
        self.expect("}")
        return found

    def infinite(self) -> Expression | None:
        """``∞`` with its sign, where one stands here."""
        sign = self.tokens[self.index] if self.tokens[self.index] in ("+", "-") else ""
        if self.tokens[self.index + len(sign)] not in _INFINITE:
            return None
        self.index += 1 + len(sign)
        return Unary("-", INFINITY) if sign == "-" else INFINITY

    # --- sums, products, limits ---------------------------------------------------------------------------

    def big(self, name: str) -> Expression:
        self.expect("_")
        self.expect("{")
        counter = self.counter()
        self.expect("=")
        low = self.infinite() or self.expression(_SUM)
        self.expect("}")
        high = self.end("^")
        if high is None:
            self.fail("a sum needs its upper limit")
        body = self.expression(_PRODUCT)
        return Call(name, (body, counter, low, high))

    def counter(self) -> Variable:
        mark = self.tokens[self.index]
        if len(mark) != 1 or not mark.isalpha():
            self.fail("a letter is needed here")
        self.index += 1
        return Variable(GREEK.get(mark, mark))

    def limit(self) -> Expression:
        self.expect("_")
        self.expect("{")
        variable = self.counter()
        if self.tokens[self.index] not in _TO:
            self.fail("a limit says where its variable goes")
        self.index += 1
        point = self.infinite()
        side: tuple[Expression, ...] = ()
        if point is None:
            point, side = self.approached()
        self.expect("}")
        body = self.expression(_PRODUCT)
        return Call("limit", (body, variable, point, *side))

    def approached(self) -> tuple[Expression, tuple[Expression, ...]]:
        """The point, and the side where it is written as an exponent: ``0^+``, ``0^{-}``."""
        closing = self.tokens.index("}", self.index)
        tail = self.tokens[closing - 2 : closing]
        braced = self.tokens[closing - 2 : closing + 2]
        side: tuple[Expression, ...] = ()
        if tail[:1] == ["^"] and tail[1] in "+-":
            side = (Number(1) if tail[1] == "+" else Number(-1),)
            del self.tokens[closing - 2 : closing]
        elif braced[:1] == ["{"] and braced[1] in ("+", "-") and braced[3:] == ["}"]:
            side = (Number(1) if braced[1] == "+" else Number(-1),)
            del self.tokens[closing - 3 : closing + 1]
        return self.expression(_SUM), side

    # --- plain text ---------------------------------------------------------------------------------------

    def plain_call(self, name: str) -> Expression:
        """``integrate(f, x)``, ``integrate(f, (x, 0, 1))``, ``diff(f, x)``, ``diff(f, x, 2)``."""
        body = self.expression(_SUM)
        self.comma()
        bracketed = self.tokens[self.index] == "("
        self.index += bracketed
        self.part_numbers()
        found: list[Expression] = [body, self.counter()]
        while self.tokens[self.index][:1] == ",":
            self.index += 1
            found.append(self.infinite() or self.expression(_SUM))
        if bracketed:
            self.expect(")")
        self.expect(")")
        if name == "derivative" and len(found) == 2:
            found.append(Number(1))
        if len(found) not in ((3,) if name == "derivative" else (2, 4)):
            self.fail(f"{name} takes a body and a variable, with its limits or order")
        return Call(name, tuple(found))

    def part_numbers(self) -> None:
        """The commas between the numbers of this bracket part arguments: they group no digits."""
        for at in reversed(self.top_level_span()):
            if "," in self.tokens[at] and self.tokens[at][0] != ",":
                numbers = self.tokens[at].split(",")
                self.tokens[at : at + 1] = [part for number in numbers for part in (number, ",")][:-1]

    def comma(self) -> None:
        if self.tokens[self.index][:1] != ",":
            self.fail("a comma is missing")
        self.index += 1


_LEIBNIZ = re.compile(
    r"\\frac \{ (?:d|\\partial)(?: \^ (?:(?P<order>\d)|\{ (?P<order2>\d) \}))? \}"
    r" \{ (?:d|\\partial) ?(?P<x>[A-Za-z])(?: \^ (?:\d|\{ \d \})| (?:d|\\partial) ?(?P<w>[A-Za-z]))? \}"
    r"|d / d(?P<y>[a-zA-Z])(?![A-Za-z])|\\frac d \{ d(?P<z>[A-Za-z]) \}"
)

_remembered = lru_cache(maxsize=1024)(lambda text: read_with(_Analysis, text))
