"""From an expression tree to a polynomial, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from toolkits import lazy_re as re
from toolkits.algebra._polynomial import Polynomial
from toolkits.algebra._surds import invert, is_constant, reduce_surds, surd
from toolkits.errors import ToolInputError, ToolLimit, ToolRefused
from toolkits.expressions import (
    Binary,
    Call,
    Expression,
    Interval,
    Number,
    Unary,
    Variable,
    evaluate,
    fold_left,
    parse,
)

MAX_TEXT = 20_000
_PLACEHOLDERS = "αβγδεζηθικλμνξρστυφχψω"
_NAMES = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "chi",
    "psi",
    "omega",
]


@dataclass(frozen=True, slots=True)
class Function:
    """A function that the problem defines: ``f(x, y) = body``."""

    parameters: tuple[str, ...]
    body: Polynomial

    def __call__(self, arguments: Sequence[Polynomial]) -> Polynomial:
        if len(arguments) != len(self.parameters):
            raise ToolInputError(f"{len(self.parameters)} arguments are needed, {len(arguments)} given")
        return self.body.substitute(dict(zip(self.parameters, arguments, strict=True)))


class Scope:
    """What letters mean while a problem is worked through."""

    def __init__(self) -> None:
        self.values: dict[str, Polynomial] = {}
        self.functions: dict[str, Function] = {}

    def polynomial(self, text: str, free: Sequence[str] = ()) -> Polynomial:
        """``text`` as a polynomial, with the known letters (less the ``free`` ones) and functions put in.

        Raises:
            ToolInputError: not an expression.
            ToolRefused: not a polynomial (``not_polynomial``).
            ToolLimit: too large.
        """
        if len(text) > MAX_TEXT:
            raise ToolLimit(f"an expression of more than {MAX_TEXT} characters")
        env = {name: value for name, value in self.values.items() if name not in free}
        plain = self._without_calls(text, env, free)
        return to_polynomial(parse(plain), env)

    def _without_calls(self, text: str, env: dict[str, Polynomial], free: Sequence[str]) -> str:
        """``text`` with each call of a defined function replaced by a placeholder, whose value joins env."""
        if not self.functions:
            return text
        call = re.compile(rf"(?<![A-Za-z])({'|'.join(map(re.escape, self.functions))})\(")
        while found := call.search(text):
            end = _closing(text, found.end() - 1)
            arguments = [self.polynomial(part, free) for part in _split(text[found.end() : end])]
            name = next((n for n in _NAMES if n not in env), None)
            if name is None:
                raise ToolLimit(f"more than {len(_NAMES)} function values in one expression")
            env[name] = self.functions[found[1]](arguments)
            text = f"{text[: found.start()]}({_PLACEHOLDERS[_NAMES.index(name)]}){text[end + 1 :]}"
        return text


def _closing(text: str, start: int) -> int:
    depth = 0
    for index in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    raise ToolInputError("a bracket is never closed")


def _split(text: str) -> list[str]:
    """The arguments of a call: split at the commas outside brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def to_polynomial(node: Expression, env: Mapping[str, Polynomial]) -> Polynomial:
    """The polynomial that ``node`` is once the variables of ``env`` are put in.

    Square roots of numbers are kept exactly, as variables that ``reduce_surds`` knows.

    Raises:
        ToolRefused: it is none (``not_polynomial``): a variable below a fraction line or a root, a
            transcendental.
    """
    return reduce_surds(_built(node, env))


def _built(node: Expression, env: Mapping[str, Polynomial]) -> Polynomial:
    if isinstance(node, Number):
        return Polynomial.constant(Fraction(node.value))
    if isinstance(node, Variable):
        return env.get(node.name) or Polynomial.variable(node.name)
    if isinstance(node, Unary) and node.op == "-":
        return -_built(node.operand, env)
    if isinstance(node, Binary):
        return _joined(node, env)
    if isinstance(node, Call) and node.name == "sqrt":
        return _root(node, env)
    return _constant(node, env)


def _root(node: Call, env: Mapping[str, Polynomial]) -> Polynomial:
    radicand = reduce_surds(_built(node.arguments[0], env)).value
    return _constant(node, env) if radicand is None or radicand < 0 else surd(radicand)


def _joined(node: Binary, env: Mapping[str, Polynomial]) -> Polynomial:
    """A chain of operations, worked off from its left end (long sums are deep trees)."""
    return fold_left(node, lambda left: _built(left, env), lambda part, left: _join(part, left, env))


def _join(node: Binary, left: Polynomial, env: Mapping[str, Polynomial]) -> Polynomial:
    right = _built(node.right, env)
    if node.op == "+":
        return left + right
    if node.op == "-":
        return left - right
    if node.op == "*":
        return left * right
    if node.op == "/":
        return _quotient(left, right)
    if node.op == "^":
        return _power(left, right)
    return _constant(node, env)


def _quotient(left: Polynomial, right: Polynomial) -> Polynomial:
    divisor = reduce_surds(right)
    if not divisor.terms:
        raise ToolRefused("division by zero", code="division_by_zero")
    if not is_constant(divisor):
        raise ToolRefused("a variable below a fraction line", code="not_polynomial")
    return left * invert(divisor)


def _power(left: Polynomial, right: Polynomial) -> Polynomial:
    exponent = reduce_surds(right).value
    if exponent is None or exponent.denominator != 1:
        raise ToolRefused("an exponent that is no whole number", code="not_polynomial")
    if exponent > 0:
        return reduce_surds(left ** int(exponent))
    base = reduce_surds(left)
    if not base.terms:
        raise ToolRefused("0 to the power 0 or less", code="undefined")
    if not is_constant(base) and exponent:
        raise ToolRefused("a variable below a fraction line", code="not_polynomial")
    return reduce_surds(invert(base) ** -int(exponent)) if exponent else Polynomial.constant(1)


def _constant(node: Expression, env: Mapping[str, Polynomial]) -> Polynomial:
    """A subexpression with no unknown in it, where its value is rational."""
    known: dict[str, Fraction] = {}
    for name in node.variables:
        given = env[name].value if name in env else None
        if given is None:
            raise ToolRefused(f"{node} is no polynomial in {name}", code="not_polynomial")
        known[name] = given
    value = evaluate(node, known)
    if isinstance(value, Interval):
        raise ToolRefused(f"{node} is irrational", code="not_polynomial")
    return Polynomial.constant(value)
