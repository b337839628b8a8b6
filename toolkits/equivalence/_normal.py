"""A normal form of expressions, to prove that two are the same function: rational functions in atoms.

Atoms are variables, constants, roots, sines, cosines and exponentials, each with the relation that it obeys
(the square of a root is its radicand, the square of a sine is one less that of the cosine). If the cross
product of two rational functions reduces to zero by such relations, they agree wherever both have a value.
The converse does not hold: a difference that is not zero proves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from toolkits.algebra import Polynomial
from toolkits.equivalence._atoms import IMAGINARY, MAX_POWER, MAX_WORK, ONE, PI, ZERO, Atoms, NoForm, Ratio
from toolkits.equivalence._circle_forms import trigonometric
from toolkits.equivalence._power_forms import hyperbolic, power_of_e, product_of_powers
from toolkits.equivalence._root_forms import absolute, factors, numeric_power, real_cube_root, root
from toolkits.errors import ToolLimit
from toolkits.expressions import Binary, Call, Constant, Expression, Number, Unary, Variable

_ODD = frozenset({"asin", "atan", "erf", "sgn"})
_LOGARITHMS: Mapping[str, int | None] = {"ln": None, "log": None, "log10": 10, "log2": 2}
_TRIGONOMETRIC = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})
_HYPERBOLIC = frozenset({"sinh", "cosh", "tanh"})


class Forms:
    """Builds normal forms that share their atoms, and decides whether one is zero.

    Args:
        imaginary: ``i`` is the imaginary unit.
        positive: variables that are known to be positive.
    """

    def __init__(self, *, imaginary: bool, positive: frozenset[str] = frozenset()) -> None:
        self.atoms = Atoms(imaginary=imaginary, positive=positive)

    def same(self, one: Expression, other: Expression) -> bool:
        """Whether the two are proved to agree wherever both have a value."""
        try:
            for node in (one, other):
                self._collect(node)
            left, right = self.ratio(one), self.ratio(other)
            crossed = len(left.top.terms) * len(right.bottom.terms) + len(right.top.terms) * len(
                left.bottom.terms
            )
            if crossed > MAX_WORK:
                return False
            return not self.atoms.reduce(left.top * right.bottom - right.top * left.bottom).terms
        except (NoForm, ToolLimit):
            return False

    def ratio(self, node: Expression) -> Ratio:
        """The normal form of ``node``. Raises :class:`NoForm` or :class:`ToolLimit`."""
        if isinstance(node, Number):
            return Ratio(Polynomial.constant(Fraction(node.value)))
        if isinstance(node, Variable):
            return Ratio(Polynomial.variable(node.name))
        if isinstance(node, Constant):
            return Ratio(power_of_e(self.atoms, Ratio(ONE)).top if node.name == "e" else PI)
        if isinstance(node, Unary):
            return self._unary(node)
        if isinstance(node, Binary):
            return self._binary(node)
        assert isinstance(node, Call)
        return self._call(node)

    def _unary(self, node: Unary) -> Ratio:
        inner = self.ratio(node.operand)
        if node.op == "-":
            return -inner
        if node.op == "rad":
            return inner
        if node.op in "%‰":
            return inner * Ratio(Polynomial.constant(Fraction(1, 100 if node.op == "%" else 1000)))
        if node.op == "°":
            return inner * Ratio(PI / Fraction(180))
        return Ratio(self.atoms.opaque("!", inner))

    def _binary(self, node: Binary) -> Ratio:
        if node.op == "^":
            return self._power(node)
        left, right = self.ratio(node.left), self.ratio(node.right)
        if node.op == "+":
            return self.atoms.kept(left + right)
        if node.op == "-":
            return self.atoms.kept(left + -right)
        if node.op == "*":
            return self.atoms.product(left, right)
        if node.op == "/":
            return self.atoms.product(left, right.inverse())
        raise NoForm

    def _power(self, node: Binary) -> Ratio:
        exponent = self.ratio(node.right)
        number = exponent.value
        if number is None or (isinstance(node.left, Constant) and node.left.name == "e"):
            return self._exponential(node.left, exponent)
        if number.denominator == 1 and self._is_imaginary(node.left):
            return Ratio(IMAGINARY ** int(number % 4))
        base = self.ratio(node.left)
        value = base.value
        if number.denominator > 1 and value is not None and value > 0:
            return numeric_power(self.atoms, value, number)
        if abs(number.numerator) > MAX_POWER or (number == 0 and base.value is None):
            raise NoForm
        if number.denominator > 1:
            base = Ratio(self._root(base, node.left, number.denominator))
        raised = Ratio(ONE)
        for _ in range(abs(number.numerator)):
            raised = self.atoms.product(raised, base)
        return raised if number >= 0 else raised.inverse()

    def _root(self, radicand: Ratio, node: Expression, degree: int) -> Polynomial:
        """The principal root of ``node``; of the square of a real its absolute value."""
        if degree == 2 and isinstance(node, Binary) and node.op == "^" and radicand.value is None:
            base = self.ratio(node.left)
            if self.ratio(node.right).value == 2 and self.atoms.is_real(base):
                return absolute(self.atoms, base)
        return root(self.atoms, radicand, degree)

    def _call(self, node: Call) -> Ratio:
        name, inner = node.name, node.arguments[0]
        if name in ("sqrt", "cbrt") and len(node.arguments) == 1:
            if name == "cbrt":
                return Ratio(real_cube_root(self.atoms, self.ratio(inner)))
            return Ratio(self._root(self.ratio(inner), inner, 2))
        if name == "exp":
            return power_of_e(self.atoms, self.ratio(inner))
        if name in _LOGARITHMS:
            return self._logarithm_to(name, node)
        if name == "root" and isinstance(node.arguments[1], Number):
            return self._numeric_root_call(inner, node.arguments[1])
        if name in ("asinh", "acosh", "atanh"):
            return self._inverse_hyperbolic(name, inner)
        if name == "acos":
            quarter = Ratio(PI / Fraction(2))
            return self.atoms.kept(quarter + -self._odd("asin", self.ratio(inner)))
        if name in _ODD:
            return self._odd(name, self.ratio(inner))
        if name in ("floor", "ceil"):
            return self._whole_part(name, self.ratio(inner))
        if name in _TRIGONOMETRIC:
            return trigonometric(self.atoms, name, self.ratio(inner))
        if name in _HYPERBOLIC:
            return hyperbolic(self.atoms, name, self.ratio(inner))
        sign = _sign(inner) if name == "abs" and not inner.variables else 0
        if sign:
            return self.ratio(inner) if sign > 0 else -self.ratio(inner)
        if name == "abs":
            return Ratio(absolute(self.atoms, self.ratio(inner)))
        return Ratio(self.atoms.opaque(name, *(self.ratio(argument) for argument in node.arguments)))

    def _exponential(self, base: Expression, exponent: Ratio) -> Ratio:
        """``base ** exponent`` as a product of powers of one atom for each prime and each term."""
        if isinstance(base, Constant) and base.name == "e":
            return product_of_powers(self.atoms, "e", Fraction(1), exponent)
        if self._is_imaginary(base):
            turn = IMAGINARY * PI / Fraction(2)
            return power_of_e(self.atoms, exponent * Ratio(turn))
        ratio = self.ratio(base)
        value = ratio.value
        if value is not None and value < 0 and self.atoms.is_complex:  # by its principal logarithm
            turned = power_of_e(self.atoms, exponent * Ratio(IMAGINARY * PI))
            return self.atoms.product(self._exponential(Number(-value), exponent), turned)
        if value is None or value <= 0:
            return Ratio(self.atoms.opaque("power", ratio, exponent))
        result = Ratio(ONE)
        for prime, count in factors(value).items():
            result = self.atoms.kept(
                result * product_of_powers(self.atoms, str(prime), Fraction(count), exponent)
            )
        return result

    def _logarithm_to(self, name: str, node: Call) -> Ratio:
        value = self._logarithm(node.arguments[0])
        base = _LOGARITHMS[name]
        if base is None and len(node.arguments) == 2:
            return self.atoms.kept(value * self._logarithm(node.arguments[1]).inverse())
        return value if base is None else self.atoms.kept(value * self._logarithm(Number(base)).inverse())

    def _logarithm(self, node: Expression) -> Ratio:
        """The natural logarithm: of a number by its primes, of an even power by the absolute value."""
        if isinstance(node, Constant) and node.name == "e":
            return Ratio(ONE)
        if isinstance(node, Call) and node.name == "abs" and not node.variables and _sign(node.arguments[0]):
            size = node.arguments[0]
            return self._logarithm(size if _sign(size) > 0 else Unary("-", size))
        if (
            isinstance(node, Call)
            and node.name == "exp"
            and self.atoms.is_real(self.ratio(node.arguments[0]))
        ):
            return self.ratio(node.arguments[0])
        if isinstance(node, Binary) and node.op in "*/" and self._is_positive(node.left, node.right):
            right = self._logarithm(node.right)
            return self.atoms.kept(self._logarithm(node.left) + (right if node.op == "*" else -right))
        if isinstance(node, Binary) and node.op == "^":
            found = self._logarithm_of_power(node)
            if found:
                return found
        if isinstance(node, Call) and node.name == "sqrt" and self._is_positive(node.arguments[0]):
            return self._logarithm(node.arguments[0]) * Ratio(Polynomial.constant(Fraction(1, 2)))
        inner = self.ratio(node)
        value = inner.value
        turn = ZERO
        if value is not None and value < 0 and self.atoms.is_complex:
            value, turn = -value, IMAGINARY * PI
        if value is None or value <= 0:
            return Ratio(self._log_atom(f"ln({self.atoms.text(inner)})", inner))
        terms = (
            self._log_atom(f"ln {prime}", Ratio(Polynomial.constant(prime))) * Polynomial.constant(count)
            for prime, count in factors(value).items()
        )
        return Ratio(sum(terms, turn))

    def _log_atom(self, text: str, inner: Ratio) -> Polynomial:
        name = self.atoms.atom(text)
        self.atoms.logs[name] = inner
        return Polynomial.variable(name)

    def _inverse_hyperbolic(self, name: str, node: Expression) -> Ratio:
        """By their definitions as logarithms."""
        one, square = Number(1), Binary("*", node, node)
        if name == "atanh":
            difference = self._logarithm(Binary("+", one, node)) + -self._logarithm(Binary("-", one, node))
            return self.atoms.kept(difference * Ratio(Polynomial.constant(Fraction(1, 2))))
        if name == "asinh":
            return self._logarithm(Binary("+", node, Call("sqrt", (Binary("+", square, one),))))
        roots = (Call("sqrt", (Binary(op, node, one),)) for op in "+-")
        return self._logarithm(Binary("+", node, Binary("*", *roots)))

    def _odd(self, name: str, inner: Ratio) -> Ratio:
        """An odd function: the sign stands outside."""
        opposite = -inner
        if inner.value == 0:
            return Ratio(ZERO)
        if self.atoms.text(opposite) < self.atoms.text(inner):
            return -Ratio(self.atoms.opaque(name, opposite))
        return Ratio(self.atoms.opaque(name, inner))

    def _logarithm_of_power(self, node: Binary) -> Ratio | None:
        exponent = self.ratio(node.right)
        number = exponent.value
        if isinstance(node.left, Constant) and node.left.name == "e" and self.atoms.is_real(exponent):
            return exponent
        if self._is_positive(node.left) and self.atoms.is_real(exponent):
            return self.atoms.kept(exponent * self._logarithm(node.left))
        base = self.ratio(node.left)
        if number is not None and number.denominator == 1 and number % 2 == 0 and self.atoms.is_real(base):
            size = Ratio(absolute(self.atoms, base))
            return exponent * Ratio(self._log_atom(f"ln({self.atoms.text(size)})", size))
        return None

    def _is_imaginary(self, node: Expression) -> bool:
        return isinstance(node, Variable) and node.name == "i" and self.atoms.is_complex

    def _is_positive(self, *nodes: Expression) -> bool:
        """Whether each is a positive number, or a variable that is known to be positive."""
        for node in nodes:
            if isinstance(node, Variable) and node.name in self.atoms.positives:
                continue
            if isinstance(node, Constant):
                continue
            value = self.ratio(node).value if not node.variables else None
            if value is None or value <= 0:
                return False
        return True

    def _numeric_root_call(self, node: Expression, degree: Number) -> Ratio:
        """A real root of a number."""
        value, count = self.ratio(node).value, degree.value
        if value is None or not isinstance(count, int) or count < 1 or (value < 0 and count % 2 == 0):
            return Ratio(self.atoms.opaque("root", self.ratio(node), self.ratio(degree)))
        root = numeric_power(self.atoms, abs(value), Fraction(1, count)) if value else Ratio(ZERO)
        return -root if value < 0 else root

    def _whole_part(self, name: str, inner: Ratio) -> Ratio:
        """``floor``; ``ceil(u)`` is ``-floor(-u)``."""
        down = Ratio(self.atoms.opaque("floor", inner if name == "floor" else -inner))
        return down if name == "floor" else -down

    def _collect(self, node: Expression) -> None:
        """Find a unit for the terms of angles and exponents, so that every one is a whole multiple of it."""
        stack = [node]
        while stack:
            each = stack.pop()
            if isinstance(each, Binary):
                stack += [each.left, each.right]
                if each.op == "^":
                    is_e = isinstance(each.left, Constant) and each.left.name == "e"
                    self._note(each.right, "e" if is_e else "power")
            elif isinstance(each, Unary):
                stack.append(each.operand)
            elif isinstance(each, Call):
                stack += each.arguments
                if each.name in ("exp", *_TRIGONOMETRIC, *_HYPERBOLIC):
                    self._note(each.arguments[0], "angle" if each.name in _TRIGONOMETRIC else "e")

    def _note(self, node: Expression, key: str) -> None:
        try:
            argument = self.ratio(node)
        except (NoForm, ToolLimit):
            return
        divisor = argument.bottom.value
        for monomial, coefficient in (argument.top / divisor).terms.items() if divisor else ():
            name = f"{key}^{monomial}"
            self.atoms.units[name] = math.lcm(self.atoms.units.get(name, 1), coefficient.denominator)


def _sign(node: Expression) -> int:
    """The sign of a real number, where an enclosure shows it; else 0."""
    from toolkits._precision import precision  # noqa: PLC0415
    from toolkits.equivalence._enclose import Undefined, enclose  # noqa: PLC0415

    try:
        with precision(96):
            value = enclose(node, {})
    except Undefined:
        return 0
    return 0 if not value.imag.is_zero() or value.real.contains(0) else 1 if value.real > 0 else -1
