"""A normal form of expressions, to prove that two are the same function: rational functions in atoms.

Atoms are variables, constants, roots, sines, cosines and exponentials, each with the relation that it obeys
(the square of a root is its radicand, the square of a sine is one less that of the cosine). If the cross
product of two rational functions reduces to zero by such relations, they agree wherever both have a value.
The converse does not hold: a difference that is not zero proves nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from toolkits.algebra import Polynomial
from toolkits.errors import ToolLimit
from toolkits.expressions import Binary, Call, Constant, Expression, Number, Unary, Variable

Monomial: TypeAlias = tuple[tuple[str, int], ...]

ZERO, ONE = Polynomial.constant(0), Polynomial.constant(1)
IMAGINARY = Polynomial.variable("i")
MAX_MULTIPLE = 40
MAX_BITS = 20_000
#: Products of terms in one comparison.
MAX_WORK = 40_000
SECONDS = 0.4
MAX_POWER = 200
_ROUNDS = 60


class NoForm(Exception):  # noqa: N818  (control flow: this rung can't speak)
    """The expression has no normal form of this kind."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """``top / bottom``, both polynomials in the atoms."""

    top: Polynomial
    bottom: Polynomial = ONE

    def __add__(self, other: Ratio) -> Ratio:
        if self.bottom == other.bottom:
            return Ratio(self.top + other.top, self.bottom)
        return Ratio(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    def __neg__(self) -> Ratio:
        return Ratio(-self.top, self.bottom)

    def __mul__(self, other: Ratio) -> Ratio:
        return Ratio(self.top * other.top, self.bottom * other.bottom)

    def inverse(self) -> Ratio:
        """One over it. Raises :class:`NoForm` for zero."""
        if not self.top.terms:
            raise NoForm
        return Ratio(self.bottom, self.top)

    @property
    def value(self) -> Fraction | None:
        """The rational number that it is as it stands, or None."""
        top, bottom = self.top.value, self.bottom.value
        return top / bottom if top is not None and bottom else None


class Forms:
    """Builds normal forms that share their atoms, and decides whether one is zero.

    Args:
        imaginary: ``i`` is the imaginary unit.
        positive: variables that are known to be positive.
    """

    def __init__(self, *, imaginary: bool, positive: frozenset[str] = frozenset()) -> None:
        self._positives = positive
        self._relations: dict[str, tuple[int, Polynomial]] = {"i": (2, -ONE)} if imaginary else {}
        self._atoms: dict[str, str] = {}
        self._spent = 0
        self._until = time.thread_time() + SECONDS
        self._logs: dict[str, Ratio] = {}  # what an atom is the logarithm of
        self._units: dict[str, int] = {}

    # --- deciding
    # -----------------------------------------------------------------------------------------------------

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
            return not self.reduce(left.top * right.bottom - right.top * left.bottom).terms
        except (NoForm, ToolLimit):
            return False

    def reduce(self, polynomial: Polynomial) -> Polynomial:
        """The polynomial with every relation used until none applies."""
        for _ in range(_ROUNDS):
            self._spent += len(polynomial.terms)
            self._check_work()
            name = next(
                (n for n, (power, _) in self._relations.items() if polynomial.degree(n) >= power), None
            )
            if name is None:
                return polynomial
            power, square = self._relations[name]
            rows = polynomial.coefficients(name)
            for at, row in enumerate(rows):
                if row.terms:
                    self._spent += len(row.terms) * len(square.terms) * (at // power + 1)
            self._check_work()
            parts = (
                row * square ** (at // power) * Polynomial.variable(name) ** (at % power)
                for at, row in enumerate(rows)
            )
            polynomial = sum(parts, ZERO)
        raise NoForm

    # --- building
    # -----------------------------------------------------------------------------------------------------

    def ratio(self, node: Expression) -> Ratio:
        """The normal form of ``node``. Raises :class:`NoForm` or :class:`ToolLimit`."""
        if isinstance(node, Number):
            return Ratio(Polynomial.constant(Fraction(node.value)))
        if isinstance(node, Variable):
            return Ratio(Polynomial.variable(node.name))
        if isinstance(node, Constant):
            return Ratio(self._power_of_e(Ratio(ONE)).top if node.name == "e" else Polynomial.variable("π"))
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
            return inner * Ratio(Polynomial.variable("π") / Fraction(180))
        return Ratio(self._opaque("!", inner))

    def _binary(self, node: Binary) -> Ratio:
        if node.op == "^":
            return self._power(node)
        left, right = self.ratio(node.left), self.ratio(node.right)
        if node.op == "+":
            return self._kept(left + right)
        if node.op == "-":
            return self._kept(left + -right)
        if node.op == "*":
            return self._product(left, right)
        if node.op == "/":
            return self._product(left, right.inverse())
        raise NoForm

    def _product(self, one: Ratio, other: Ratio) -> Ratio:
        """The product. Raises :class:`NoForm` when the work of this comparison grows out of bounds."""
        for a, b in ((one.top, other.top), (one.bottom, other.bottom)):
            self._spent += len(a.terms) * len(b.terms)
        self._check_work()
        return self._kept(one * other)

    def _check_work(self) -> None:
        """Bounded by counted work; processor time is the backstop."""
        if self._spent > MAX_WORK or time.thread_time() > self._until:
            raise NoForm

    def _kept(self, ratio: Ratio) -> Ratio:
        bottom = self.reduce(ratio.bottom)
        if not bottom.terms:
            raise NoForm
        return Ratio(self.reduce(ratio.top), bottom)

    def _power(self, node: Binary) -> Ratio:
        exponent = self.ratio(node.right)
        number = exponent.value
        if number is None or (isinstance(node.left, Constant) and node.left.name == "e"):
            return self._exponential(node.left, exponent)
        base = self.ratio(node.left)
        value = base.value
        if number.denominator > 1 and value is not None and value > 0:
            return self._numeric_power(value, number)
        if abs(number.numerator) > MAX_POWER or (number == 0 and base.value is None):
            raise NoForm
        if number.denominator > 1:
            base = Ratio(self._root(base, node.left, number.denominator))
        raised = Ratio(ONE)
        for _ in range(abs(number.numerator)):
            raised = self._product(raised, base)
        return raised if number >= 0 else raised.inverse()

    def _call(self, node: Call) -> Ratio:
        name, inner = node.name, node.arguments[0]
        if name in ("sqrt", "cbrt") and len(node.arguments) == 1:
            if name == "cbrt":
                return Ratio(self._real_cube_root(self.ratio(inner)))
            return Ratio(self._root(self.ratio(inner), inner, 2))
        if name == "exp":
            return self._power_of_e(self.ratio(inner))
        if name in _LOGARITHMS:
            return self._logarithm_to(name, node)
        if name == "root" and isinstance(node.arguments[1], Number):
            return self._numeric_root_call(inner, node.arguments[1])
        if name in ("asinh", "acosh", "atanh"):
            return self._inverse_hyperbolic(name, inner)
        if name == "acos":
            quarter = Ratio(Polynomial.variable("π") / Fraction(2))
            return self._kept(quarter + -self._odd("asin", self.ratio(inner)))
        if name in _ODD:
            return self._odd(name, self.ratio(inner))
        if name in ("floor", "ceil"):
            return self._whole_part(name, self.ratio(inner))
        if name in _TRIGONOMETRIC:
            return self._trigonometric(name, self.ratio(inner))
        if name in _HYPERBOLIC:
            return self._hyperbolic(name, self.ratio(inner))
        sign = _sign(inner) if name == "abs" and not inner.variables else 0
        if sign:
            return self.ratio(inner) if sign > 0 else -self.ratio(inner)
        if name == "abs":
            return Ratio(self._absolute(self.ratio(inner)))
        return Ratio(self._opaque(name, *(self.ratio(argument) for argument in node.arguments)))

    # --- atoms
    # --------------------------------------------------------------------------------------------------------

    def _atom(self, text: str) -> str:
        """The name of the atom that ``text`` describes, the same for the same text."""
        return self._atoms.setdefault(text, f"@{len(self._atoms)}")

    def _opaque(self, name: str, *arguments: Ratio) -> Polynomial:
        """An atom that is known only by its name and the normal forms of its arguments."""
        return Polynomial.variable(self._atom(f"{name}({', '.join(map(self._text, arguments))})"))

    def _text(self, ratio: Ratio) -> str:
        """Text that is the same for the same form, up to a common number above and below the line."""
        lead = next(iter(sorted(ratio.bottom.terms.items())))[1]
        return f"{ratio.top / lead} over {ratio.bottom / lead}"

    def _root(self, radicand: Ratio, node: Expression, degree: int) -> Polynomial:
        """The principal root; its power ``degree`` is the radicand, whatever the branch."""
        value = radicand.value
        if degree == 2 and value is not None and value >= 0:
            return self._numeric_root(value)
        if (
            degree == 2
            and isinstance(node, Binary)
            and node.op == "^"
            and self.ratio(node.right).value == 2
            and self._is_real(self.ratio(node.left))
        ):
            return self._absolute(self.ratio(node.left))
        square = self._root_of_square(radicand) if degree == 2 else None
        if square is not None:
            return square
        name = self._atom(f"root {degree} of {self._text(radicand)}")
        bottom = radicand.bottom.value
        if bottom:
            self._relations[name] = (degree, radicand.top / bottom)
        return Polynomial.variable(name)

    def _root_of_square(self, radicand: Ratio) -> Polynomial | None:
        """``sqrt(4 x^2) = 2 |x|``: the root of one term whose exponents are even."""
        bottom = radicand.bottom.value
        if not bottom or len(radicand.top.terms) != 1 or not self._is_real(radicand):
            return None
        monomial, coefficient = next(iter(radicand.top.terms.items()))
        if coefficient / bottom < 0 or any(power % 2 for _, power in monomial):
            return None
        result = self._numeric_root(coefficient / bottom)
        for name, power in monomial:
            plain = Polynomial.variable(name)
            half = power // 2
            result = result * (plain**half if half % 2 == 0 else self._absolute(Ratio(plain)) ** half)
        return self.reduce(result)

    def _numeric_root(self, value: Fraction) -> Polynomial:
        """The square root of a rational, as a rational times roots of primes."""
        from toolkits.algebra._surds import surd  # noqa: PLC0415  (it factors; rarely needed)

        root = surd(value)
        for name in root.variables:
            self._relations[name] = (2, Polynomial.constant(int(name[1:])))
        return root

    def _real_cube_root(self, radicand: Ratio) -> Polynomial:
        cube = self._root_of_cube(radicand)
        if cube is not None:
            return cube
        name = self._atom(f"real cube root of {self._text(radicand)}")
        bottom = radicand.bottom.value
        if bottom:
            self._relations[name] = (3, radicand.top / bottom)
        return Polynomial.variable(name)

    def _root_of_cube(self, radicand: Ratio) -> Polynomial | None:
        """``cbrt(8 x^3) = 2 x``: the real root of one term whose exponents are multiples of three."""
        bottom = radicand.bottom.value
        if not bottom or len(radicand.top.terms) != 1 or not self._is_real(radicand):
            return None
        monomial, coefficient = next(iter(radicand.top.terms.items()))
        if not monomial or any(power % 3 for _, power in monomial):
            return None
        value = coefficient / bottom
        root = self._numeric_power(abs(value), Fraction(1, 3)).top
        result = root if value > 0 else -root
        for name, power in monomial:
            result = result * Polynomial.variable(name) ** (power // 3)
        return result

    def _is_real(self, ratio: Ratio) -> bool:
        return not any(
            "i" in p.variables or any(v.startswith("@") for v in p.variables)
            for p in (ratio.top, ratio.bottom)
        )

    def _absolute(self, inner: Ratio) -> Polynomial:
        """The absolute value; of a real its square is the square."""
        value = inner.value
        if value is not None:
            return Polynomial.constant(abs(value))
        size = self._modulus(inner)
        if size is not None:
            return size
        if inner.bottom == ONE and inner.top.variables <= self._positives and len(inner.top.terms) == 1:
            return inner.top if next(iter(inner.top.terms.values())) > 0 else -inner.top
        opposite = -inner
        name = self._atom(f"abs {min(self._text(inner), self._text(opposite))}")
        bottom = inner.bottom.value
        if bottom and self._is_real(inner):
            self._relations[name] = (2, self.reduce((inner.top / bottom) ** 2))
        return Polynomial.variable(name)

    def _modulus(self, inner: Ratio) -> Polynomial | None:
        """Of a complex number with rational parts."""
        bottom = inner.bottom.value
        if not bottom or inner.top.variables != {"i"} or "i" not in self._relations:
            return None
        real, imaginary = [*inner.top.coefficients("i"), ZERO][:2]
        if real.value is None or imaginary.value is None:
            return None
        return self._numeric_root((real.value**2 + imaginary.value**2) / bottom**2)

    # --- exponentials
    # -------------------------------------------------------------------------------------------------

    def _power_of_e(self, exponent: Ratio) -> Ratio:
        return self._exponential(Constant("e"), exponent)

    def _exponential(self, base: Expression, exponent: Ratio) -> Ratio:
        """``base ** exponent`` as a product of powers of one atom for each prime and each term."""
        if isinstance(base, Constant) and base.name == "e":
            return self._product_of_powers("e", Fraction(1), exponent)
        if isinstance(base, Variable) and base.name == "i" and "i" in self._relations:
            turn = IMAGINARY * Polynomial.variable("π") / Fraction(2)
            return self._power_of_e(exponent * Ratio(turn))
        ratio = self.ratio(base)
        value = ratio.value
        if value is None or value <= 0:
            return Ratio(self._opaque("power", ratio, exponent))
        result = Ratio(ONE)
        for prime, count in _factors(value).items():
            result = self._kept(result * self._product_of_powers(str(prime), Fraction(count), exponent))
        return result

    def _product_of_powers(self, key: str, count: Fraction, exponent: Ratio) -> Ratio:
        """``key ** (count * exponent)`` for a positive key."""
        divisor = exponent.bottom.value
        if not divisor:
            return Ratio(self._opaque("power of " + key, exponent * Ratio(Polynomial.constant(count))))
        result = Ratio(ONE)
        for monomial, plain in self.reduce(exponent.top / divisor).terms.items():
            coefficient = plain * count
            power = self._undone(key, monomial, coefficient)
            if power is not None:
                result = self._kept(result * power)
            elif key == "e" and any(name == "i" for name, _ in monomial):
                result = result * self._euler(Polynomial({monomial: coefficient}))
            elif key != "e" and not monomial:
                result = result * self._numeric_power(Fraction(key), coefficient)
            else:
                result = result * self._power_of_atom(key, monomial, coefficient)
        return result

    def _undone(self, key: str, monomial: Monomial, coefficient: Fraction) -> Ratio | None:
        """``e`` to a multiple of a logarithm."""
        if key != "e" or len(monomial) != 1 or monomial[0][1] != 1 or monomial[0][0] not in self._logs:
            return None
        inner = self._logs[monomial[0][0]]
        value = inner.value
        if value is not None:
            return self._numeric_power(value, coefficient)
        if coefficient.denominator != 1 or abs(coefficient) > MAX_POWER:
            return None
        power = Ratio(ONE)
        for _ in range(abs(int(coefficient))):
            power = self._product(power, inner)
        return power if coefficient > 0 else power.inverse()

    def _power_of_atom(self, key: str, monomial: Monomial, coefficient: Fraction) -> Ratio:
        unit = self._units.get(f"{'e' if key == 'e' else 'power'}^{monomial}", coefficient.denominator)
        times = coefficient * unit
        if times.denominator != 1 or abs(times) > MAX_POWER:
            raise NoForm
        atom = Polynomial.variable(self._atom(f"{key} ^ {Polynomial({monomial: Fraction(1, unit)})}"))
        power = Ratio(atom ** abs(times.numerator))
        return power if times > 0 else power.inverse()

    def _numeric_power(self, base: Fraction, exponent: Fraction) -> Ratio:
        """A positive rational to a rational power, as a rational times roots of primes."""
        if abs(exponent.numerator) > MAX_POWER:
            raise NoForm
        result = Ratio(ONE)
        for prime, count in _factors(base).items():
            total = count * exponent
            whole = math.floor(total)
            if abs(whole) * prime.bit_length() > MAX_BITS:
                raise NoForm
            result = result * Ratio(Polynomial.constant(Fraction(prime) ** whole))
            rest = total - whole
            if rest:
                result = result * Ratio(self._prime_root(prime, rest.denominator) ** rest.numerator)
        return self._kept(result)

    def _prime_root(self, prime: int, degree: int) -> Polynomial:
        if degree == 2:
            return self._numeric_root(Fraction(prime))
        name = self._atom(f"root {degree} of {prime}")
        self._relations[name] = (degree, Polynomial.constant(prime))
        return Polynomial.variable(name)

    # --- logarithms and whole parts
    # -----------------------------------------------------------------------------------

    def _logarithm_to(self, name: str, node: Call) -> Ratio:
        value = self._logarithm(node.arguments[0])
        base = _LOGARITHMS[name]
        if base is None and len(node.arguments) == 2:
            return self._kept(value * self._logarithm(node.arguments[1]).inverse())
        return value if base is None else self._kept(value * self._logarithm(Number(base)).inverse())

    def _logarithm(self, node: Expression) -> Ratio:
        """The natural logarithm: of a number by its primes, of an even power by the absolute value."""
        if isinstance(node, Constant) and node.name == "e":
            return Ratio(ONE)
        if isinstance(node, Call) and node.name == "abs" and not node.variables and _sign(node.arguments[0]):
            size = node.arguments[0]
            return self._logarithm(size if _sign(size) > 0 else Unary("-", size))
        if isinstance(node, Call) and node.name == "exp" and self._is_real(self.ratio(node.arguments[0])):
            return self.ratio(node.arguments[0])
        if isinstance(node, Binary) and node.op in "*/" and self._is_positive(node.left, node.right):
            right = self._logarithm(node.right)
            return self._kept(self._logarithm(node.left) + (right if node.op == "*" else -right))
        if isinstance(node, Binary) and node.op == "^":
            found = self._logarithm_of_power(node)
            if found:
                return found
        if isinstance(node, Call) and node.name == "sqrt" and self._is_positive(node.arguments[0]):
            return self._logarithm(node.arguments[0]) * Ratio(Polynomial.constant(Fraction(1, 2)))
        inner = self.ratio(node)
        value = inner.value
        turn = ZERO
        if value is not None and value < 0 and "i" in self._relations:
            value, turn = -value, IMAGINARY * Polynomial.variable("π")
        if value is None or value <= 0:
            return Ratio(self._log_atom(f"ln({self._text(inner)})", inner))
        terms = (
            self._log_atom(f"ln {prime}", Ratio(Polynomial.constant(prime))) * Polynomial.constant(count)
            for prime, count in _factors(value).items()
        )
        return Ratio(sum(terms, turn))

    def _log_atom(self, text: str, inner: Ratio) -> Polynomial:
        name = self._atom(text)
        self._logs[name] = inner
        return Polynomial.variable(name)

    def _inverse_hyperbolic(self, name: str, node: Expression) -> Ratio:
        """By their definitions as logarithms."""
        one, square = Number(1), Binary("*", node, node)
        if name == "atanh":
            difference = self._logarithm(Binary("+", one, node)) + -self._logarithm(Binary("-", one, node))
            return self._kept(difference * Ratio(Polynomial.constant(Fraction(1, 2))))
        if name == "asinh":
            return self._logarithm(Binary("+", node, Call("sqrt", (Binary("+", square, one),))))
        roots = (Call("sqrt", (Binary(op, node, one),)) for op in "+-")
        return self._logarithm(Binary("+", node, Binary("*", *roots)))

    def _odd(self, name: str, inner: Ratio) -> Ratio:
        """An odd function: the sign stands outside."""
        opposite = -inner
        if inner.value == 0:
            return Ratio(ZERO)
        if self._text(opposite) < self._text(inner):
            return -Ratio(self._opaque(name, opposite))
        return Ratio(self._opaque(name, inner))

    def _logarithm_of_power(self, node: Binary) -> Ratio | None:
        exponent = self.ratio(node.right)
        number = exponent.value
        if isinstance(node.left, Constant) and node.left.name == "e" and self._is_real(exponent):
            return exponent
        if self._is_positive(node.left) and self._is_real(exponent):
            return self._kept(exponent * self._logarithm(node.left))
        base = self.ratio(node.left)
        if number is not None and number.denominator == 1 and number % 2 == 0 and self._is_real(base):
            size = Ratio(self._absolute(base))
            return exponent * Ratio(self._log_atom(f"ln({self._text(size)})", size))
        return None

    def _is_positive(self, *nodes: Expression) -> bool:
        """Whether each is a positive number, or a variable that is known to be positive."""
        for node in nodes:
            if isinstance(node, Variable) and node.name in self._positives:
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
            return Ratio(self._opaque("root", self.ratio(node), self.ratio(degree)))
        root = self._numeric_power(abs(value), Fraction(1, count)) if value else Ratio(ZERO)
        return -root if value < 0 else root

    def _whole_part(self, name: str, inner: Ratio) -> Ratio:
        """``floor``; ``ceil(u)`` is ``-floor(-u)``."""
        down = Ratio(self._opaque("floor", inner if name == "floor" else -inner))
        return down if name == "floor" else -down

    def _euler(self, exponent: Polynomial) -> Ratio:
        """``e ** (i a)`` for a real a."""
        angle = self.reduce(exponent * -IMAGINARY)
        if "i" in angle.variables:
            raise NoForm
        return Ratio(self._cosine(angle) + IMAGINARY * self._sine(angle))

    # --- circular and hyperbolic functions
    # ----------------------------------------------------------------------------

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
            self._units[name] = math.lcm(self._units.get(name, 1), coefficient.denominator)

    def _trigonometric(self, name: str, argument: Ratio) -> Ratio:
        divisor = argument.bottom.value
        if not divisor:
            return Ratio(self._opaque(name, argument))
        angle = argument.top / divisor
        sine, cosine = Ratio(self._sine(angle)), Ratio(self._cosine(angle))
        forms = {
            "sin": (sine, None),
            "cos": (cosine, None),
            "tan": (sine, cosine),
            "cot": (cosine, sine),
            "sec": (Ratio(ONE), cosine),
            "csc": (Ratio(ONE), sine),
        }
        top, bottom = forms[name]
        return self._kept(top if bottom is None else top * bottom.inverse())

    def _hyperbolic(self, name: str, argument: Ratio) -> Ratio:
        up, down = self._power_of_e(argument), self._power_of_e(-argument)
        half = Ratio(Polynomial.constant(Fraction(1, 2)))
        sine, cosine = (up + -down) * half, (up + down) * half
        return sine if name == "sinh" else cosine if name == "cosh" else sine * cosine.inverse()

    def _sine(self, angle: Polynomial) -> Polynomial:
        return self._circular(angle)[1]

    def _cosine(self, angle: Polynomial) -> Polynomial:
        return self._circular(angle)[0]

    def _circular(self, angle: Polynomial) -> tuple[Polynomial, Polynomial]:
        """Cosine and sine of a sum of terms, by the addition theorems."""
        cosine, sine = ONE, ZERO
        for monomial, coefficient in sorted(angle.terms.items()):
            c, s = self._of_term(monomial, coefficient)
            cosine, sine = self.reduce(cosine * c - sine * s), self.reduce(sine * c + cosine * s)
        return cosine, sine

    def _of_term(
        self, monomial: tuple[tuple[str, int], ...], coefficient: Fraction
    ) -> tuple[Polynomial, Polynomial]:
        if monomial == (("π", 1),):
            known = self._of_pi(coefficient)
            if known:
                return known
        unit = self._units.get(f"angle^{monomial}", coefficient.denominator)
        times = coefficient * unit
        if times.denominator != 1 or abs(times) > MAX_MULTIPLE:
            raise NoForm
        text = str(Polynomial({monomial: Fraction(1, unit)}))
        cosine, sine = (Polynomial.variable(self._atom(f"{name} {text}")) for name in ("cos", "sin"))
        self._relations[self._atom(f"sin {text}")] = (2, ONE - cosine * cosine)
        c, s = ONE, ZERO
        for _ in range(abs(times.numerator)):
            c, s = self.reduce(c * cosine - s * sine), self.reduce(s * cosine + c * sine)
        return c, s if times > 0 else -s

    def _of_pi(self, turns: Fraction) -> tuple[Polynomial, Polynomial] | None:
        """Cosine and sine of a multiple of π/4 or π/6, with roots; None for other fractions of π."""
        twelfths = turns * 12
        if twelfths.denominator != 1 or int(twelfths) % 24 not in _TWELFTHS:
            return None
        cosine, sine = _TWELFTHS[int(twelfths) % 24], _TWELFTHS[(int(twelfths) - 6) % 24]
        return self._scaled_root(cosine), self._scaled_root(sine)

    def _scaled_root(self, signed_square: Fraction) -> Polynomial:
        root = self._numeric_root(abs(signed_square))
        return -root if signed_square < 0 else root


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


def _factors(value: Fraction) -> dict[int, int]:
    """Exponents of the primes of a positive rational; what small primes leave over counts as a prime."""
    found: dict[int, int] = {}
    for number, sign in ((value.numerator, 1), (value.denominator, -1)):
        rest = number
        for prime in _PRIMES:
            while rest % prime == 0:
                rest //= prime
                found[prime] = found.get(prime, 0) + sign
        if rest > 1:
            found[rest] = found.get(rest, 0) + sign
    return found


_PRIMES = tuple(n for n in range(2, 1000) if all(n % d for d in range(2, math.isqrt(n) + 1)))
_ODD = frozenset({"asin", "atan", "erf", "sgn"})
_LOGARITHMS: Mapping[str, int | None] = {"ln": None, "log": None, "log10": 10, "log2": 2}
_TRIGONOMETRIC = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})
_HYPERBOLIC = frozenset({"sinh", "cosh", "tanh"})
#: twelfths of π -> the square of the cosine, with the cosine's sign.
_QUADRANT: Mapping[int, Fraction] = {
    0: Fraction(1),
    2: Fraction(3, 4),
    3: Fraction(1, 2),
    4: Fraction(1, 4),
    6: Fraction(0),
}
_TWELFTHS: Mapping[int, Fraction] = {
    place: sign * square
    for at, square in _QUADRANT.items()
    for place, sign in ((at, 1), ((12 - at) % 24, -1), ((12 + at) % 24, -1), ((24 - at) % 24, 1))
}
