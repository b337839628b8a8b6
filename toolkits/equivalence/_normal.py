"""A normal form of expressions, to prove that two are the same function: rational functions in atoms.

Atoms are variables, constants, roots, sines, cosines and exponentials, each with the relation that it obeys
(the square of a root is its radicand, the square of a sine is one less that of the cosine). If the cross
product of two rational functions reduces to zero by such relations, they agree wherever both have a value.
The converse does not hold: a difference that is not zero proves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from toolkits.algebra import Polynomial
from toolkits.errors import ToolLimit
from toolkits.expressions import Binary, Call, Constant, Expression, Number, Unary, Variable

ZERO, ONE = Polynomial.constant(0), Polynomial.constant(1)
IMAGINARY = Polynomial.variable("i")
MAX_MULTIPLE = 40
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
    """

    def __init__(self, *, imaginary: bool) -> None:
        self._relations: dict[str, tuple[int, Polynomial]] = {"i": (2, -ONE)} if imaginary else {}
        self._atoms: dict[str, str] = {}
        self._units: dict[str, int] = {}

    # --- deciding
    # -----------------------------------------------------------------------------------------------------

    def same(self, one: Expression, other: Expression) -> bool:
        """Whether the two are proved to agree wherever both have a value."""
        try:
            for node in (one, other):
                self._collect(node)
            left, right = self.ratio(one), self.ratio(other)
            return not self.reduce(left.top * right.bottom - right.top * left.bottom).terms
        except (NoForm, ToolLimit):
            return False

    def reduce(self, polynomial: Polynomial) -> Polynomial:
        """The polynomial with every relation used until none applies."""
        for _ in range(_ROUNDS):
            name = next(
                (n for n, (power, _) in self._relations.items() if polynomial.degree(n) >= power), None
            )
            if name is None:
                return polynomial
            power, square = self._relations[name]
            rows = polynomial.coefficients(name)
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
            return self._kept(left * right)
        if node.op == "/":
            return self._kept(left * right.inverse())
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
        if abs(number.numerator) > MAX_POWER or (number == 0 and base.value is None):
            raise NoForm
        if number.denominator > 1:
            base = Ratio(self._root(base, node.left, number.denominator))
        raised = Ratio(ONE)
        for _ in range(abs(number.numerator)):
            raised = self._kept(raised * base)
        return raised if number >= 0 else raised.inverse()

    def _call(self, node: Call) -> Ratio:
        name, inner = node.name, node.arguments[0]
        if name in ("sqrt", "cbrt") and len(node.arguments) == 1:
            if name == "cbrt":
                return Ratio(self._real_cube_root(self.ratio(inner)))
            return Ratio(self._root(self.ratio(inner), inner, 2))
        if name == "exp":
            return self._power_of_e(self.ratio(inner))
        if name in _TRIGONOMETRIC:
            return self._trigonometric(name, self.ratio(inner))
        if name in _HYPERBOLIC:
            return self._hyperbolic(name, self.ratio(inner))
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
        name = self._atom(f"root {degree} of {self._text(radicand)}")
        bottom = radicand.bottom.value
        if bottom:
            self._relations[name] = (degree, radicand.top / bottom)
        return Polynomial.variable(name)

    def _numeric_root(self, value: Fraction) -> Polynomial:
        """The square root of a rational, as a rational times roots of primes."""
        from toolkits.algebra._surds import surd  # noqa: PLC0415  (it factors; rarely needed)

        root = surd(value)
        for name in root.variables:
            self._relations[name] = (2, Polynomial.constant(int(name[1:])))
        return root

    def _real_cube_root(self, radicand: Ratio) -> Polynomial:
        name = self._atom(f"real cube root of {self._text(radicand)}")
        bottom = radicand.bottom.value
        if bottom:
            self._relations[name] = (3, radicand.top / bottom)
        return Polynomial.variable(name)

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
        opposite = -inner
        name = self._atom(f"abs {min(self._text(inner), self._text(opposite))}")
        bottom = inner.bottom.value
        if bottom and self._is_real(inner):
            self._relations[name] = (2, self.reduce((inner.top / bottom) ** 2))
        return Polynomial.variable(name)

    # --- exponentials
    # -------------------------------------------------------------------------------------------------

    def _power_of_e(self, exponent: Ratio) -> Ratio:
        return self._exponential(Constant("e"), exponent)

    def _exponential(self, base: Expression, exponent: Ratio) -> Ratio:
        """``base ** exponent`` as a product of powers of one atom for each term of the exponent."""
        divisor = exponent.bottom.value
        key = "e" if isinstance(base, Constant) and base.name == "e" else self._positive(base)
        if not divisor:
            return Ratio(
                self._opaque("power", Ratio(Polynomial.variable(self._atom(f"base {key}"))), exponent)
            )
        result = Ratio(ONE)
        for monomial, coefficient in (exponent.top / divisor).terms.items():
            if key == "e" and any(name == "i" for name, _ in monomial):
                result = result * self._euler(Polynomial({monomial: coefficient}))
                continue
            unit = self._units.get(f"{key}^{monomial}", coefficient.denominator)
            times = coefficient * unit
            if times.denominator != 1 or abs(times) > MAX_POWER:
                raise NoForm
            atom = Polynomial.variable(self._atom(f"{key} ^ {Polynomial({monomial: Fraction(1, unit)})}"))
            power = Ratio(atom ** abs(times.numerator))
            result = result * (power if times > 0 else power.inverse())
        return result

    def _euler(self, exponent: Polynomial) -> Ratio:
        """``e ** (i a)`` for a real a."""
        angle = self.reduce(exponent * -IMAGINARY)
        if "i" in angle.variables:
            raise NoForm
        return Ratio(self._cosine(angle) + IMAGINARY * self._sine(angle))

    def _positive(self, base: Expression) -> str:
        """A key for a base whose powers add up: a positive number. Raises :class:`NoForm` else."""
        ratio = self.ratio(base)
        value = ratio.value
        if value is None or value <= 0:
            raise NoForm
        return str(value)

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
                    self._note(
                        each.right,
                        str(each.left) if not isinstance(each.left, Number) else str(each.left.value),
                    )
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
