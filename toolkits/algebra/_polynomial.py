"""Polynomials in several variables over the rationals, exactly."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from typing import TypeAlias

from toolkits.errors import ToolLimit

#: exponents by variable, in the order of the names: x**2*y is (("x", 2), ("y", 1)).
Monomial: TypeAlias = tuple[tuple[str, int], ...]

MAX_TERMS = 20_000
MAX_DEGREE = 1_000
MAX_BITS = 20_000


@dataclass(frozen=True, eq=True)
class Polynomial:
    """A polynomial: its terms by monomial, none of them zero."""

    terms: Mapping[Monomial, Fraction]

    @staticmethod
    def of(terms: Iterable[tuple[Monomial, Fraction]]) -> Polynomial:
        """The sum of the terms. Raises :class:`ToolLimit` when it grows out of bounds."""
        total: dict[Monomial, Fraction] = {}
        for monomial, coefficient in terms:
            total[monomial] = total.get(monomial, Fraction(0)) + coefficient
        kept = {monomial: c for monomial, c in total.items() if c}
        if len(kept) > MAX_TERMS:
            raise ToolLimit(f"a polynomial of more than {MAX_TERMS} terms")
        return Polynomial(kept)

    @staticmethod
    def constant(value: Fraction | int) -> Polynomial:
        """The polynomial that is that number everywhere."""
        return Polynomial({(): Fraction(value)} if value else {})

    @staticmethod
    def variable(name: str) -> Polynomial:
        """The polynomial ``name``."""
        return Polynomial({((name, 1),): Fraction(1)})

    @cached_property
    def variables(self) -> frozenset[str]:
        """Names that occur in it."""
        return frozenset(name for monomial in self.terms for name, _ in monomial)

    @property
    def value(self) -> Fraction | None:
        """The number that it is, or None where it has variables."""
        if not self.terms:
            return Fraction(0)
        return self.terms.get(()) if len(self.terms) == 1 else None

    def degree(self, name: str | None = None) -> int:
        """Highest exponent of ``name`` (of all variables together where None); 0 for a constant."""
        return max((_degree(m, name) for m in self.terms), default=0)

    def coefficients(self, name: str) -> list[Polynomial]:
        """Coefficients by rising power of ``name``, as polynomials in the other variables."""
        rows: list[list[tuple[Monomial, Fraction]]] = [[] for _ in range(self.degree(name) + 1)]
        for monomial, coefficient in self.terms.items():
            rest = tuple(pair for pair in monomial if pair[0] != name)
            rows[_degree(monomial, name)].append((rest, coefficient))
        return [Polynomial.of(row) for row in rows]

    def __add__(self, other: Polynomial) -> Polynomial:
        return Polynomial.of([*self.terms.items(), *other.terms.items()])

    def __neg__(self) -> Polynomial:
        return Polynomial({m: -c for m, c in self.terms.items()})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    def __mul__(self, other: Polynomial) -> Polynomial:
        if len(self.terms) * len(other.terms) > MAX_TERMS * 10:
            raise ToolLimit("a product of too many terms")
        if self.degree() + other.degree() > MAX_DEGREE:
            raise ToolLimit(f"a degree of more than {MAX_DEGREE}")
        return Polynomial.of(
            (_times(m, n), a * b) for m, a in self.terms.items() for n, b in other.terms.items()
        )

    def __truediv__(self, number: Fraction) -> Polynomial:
        return Polynomial({m: c / number for m, c in self.terms.items()})

    def __pow__(self, exponent: int) -> Polynomial:
        self._check_power(exponent)
        result, square = Polynomial.constant(1), self
        while exponent:
            if exponent & 1:
                result = result * square
            exponent >>= 1
            square = square * square if exponent else square
        return result

    def _check_power(self, exponent: int) -> None:
        if self.degree() * exponent > MAX_DEGREE:
            raise ToolLimit(f"a degree of more than {MAX_DEGREE}")
        bits = max(
            (c.numerator.bit_length() + c.denominator.bit_length() for c in self.terms.values()), default=0
        )
        if bits * exponent > MAX_BITS:
            raise ToolLimit("a power with too many digits")

    def substitute(self, env: Mapping[str, Polynomial]) -> Polynomial:
        """This polynomial with variables replaced, all at once."""
        if not self.variables & env.keys():
            return self
        parts = (_substituted(m, c, env) for m, c in self.terms.items())
        return reduce(Polynomial.__add__, parts, Polynomial({}))

    def derivative(self, name: str) -> Polynomial:
        """Partial derivative with respect to ``name``."""
        return Polynomial.of(
            (_lowered(m, name), c * _degree(m, name)) for m, c in self.terms.items() if _degree(m, name)
        )

    def integral(self, name: str) -> Polynomial:
        """The antiderivative in ``name`` that vanishes where ``name`` is 0."""
        return Polynomial.of(
            (_times(m, ((name, 1),)), c / (_degree(m, name) + 1)) for m, c in self.terms.items()
        )

    def __str__(self) -> str:
        """Expression text, highest powers first: ``-2*x**2 + x*y/3 - 1``."""
        parts = [_term(self.terms[m], m) for m in sorted(self.terms, key=_display_key)]
        if not parts:
            return "0"
        (minus, head), *rest = parts
        return f"{'-' if minus else ''}{head}" + "".join(f" {'-' if m else '+'} {body}" for m, body in rest)


def _degree(monomial: Monomial, name: str | None) -> int:
    return sum(power for variable, power in monomial if name is None or variable == name)


def _times(one: Monomial, other: Monomial) -> Monomial:
    if not one or not other:
        return one or other
    powers = dict(one)
    for name, power in other:
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted(powers.items()))


def _lowered(monomial: Monomial, name: str) -> Monomial:
    return tuple((v, p - (v == name)) for v, p in monomial if v != name or p > 1)


def _substituted(monomial: Monomial, coefficient: Fraction, env: Mapping[str, Polynomial]) -> Polynomial:
    kept = tuple(pair for pair in monomial if pair[0] not in env)
    result = Polynomial({kept: coefficient})
    for name, power in monomial:
        if name in env:
            result = result * env[name] ** power
    return result


def _display_key(monomial: Monomial) -> tuple[int, list[tuple[str, int]]]:
    return (-_degree(monomial, None), [(name, -power) for name, power in monomial])


def _term(coefficient: Fraction, monomial: Monomial) -> tuple[bool, str]:
    top, bottom = abs(coefficient.numerator), coefficient.denominator
    factors = [name if power == 1 else f"{name}^{power}" for name, power in monomial]
    if top != 1 or not factors:
        factors.insert(0, str(top))
    text = "*".join(factors)
    return coefficient < 0, text if bottom == 1 else f"{text}/{bottom}"


def content(coefficients: Iterable[Fraction]) -> Fraction:
    """The positive rational q such that ``coefficients`` are q times integers with no common factor."""
    values = [c for c in coefficients if c]
    over = math.lcm(*(c.denominator for c in values))
    return Fraction(math.gcd(*(int(c * over) for c in values)), over)
