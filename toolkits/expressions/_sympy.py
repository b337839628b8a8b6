"""SymPy objects built from the tree by constructors; no text ever reaches SymPy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from toolkits._tables import words
from toolkits.expressions._tree import Binary, Call, Constant, Expression, Number, Unary, Variable, fold_left

if TYPE_CHECKING:
    import sympy

_SAME_NAME = words(
    "sqrt exp floor factorial sin cos tan cot sec csc asin acos atan sinh cosh tanh gcd lcm"
    " asinh acosh atanh erf erfc"
)


def to_sympy(expression: Expression) -> sympy.Expr:
    """``expression`` as a SymPy object, unevaluated work left to SymPy's constructors.

    Variables become real symbols. ``log`` without a base is the natural logarithm and angles are radians, as
    in SymPy.
    """
    import sympy  # noqa: PLC0415  (0.9 s)

    return _Builder(sympy).build(expression)


class _Builder:
    def __init__(self, library: Any) -> None:
        self.sympy = library
        self.calls: Mapping[str, Callable[..., Any]] = {
            "abs": library.Abs, "ceil": library.ceiling, "ln": library.log, "log": library.log,
            "comb": library.binomial, "perm": library.ff, "max": library.Max, "min": library.Min,
            "sum": library.Add, "log10": lambda value: library.log(value, 10),
            "log2": lambda value: library.log(value, 2), "cbrt": lambda value: library.real_root(value, 3),
            "root": library.real_root, "gammafunction": library.gamma, "zetafunction": library.zeta,
            "sgn": library.sign, "round": self.rounded,
            **{name: getattr(library, name) for name in _SAME_NAME},
        }  # fmt: skip
        self.operators: Mapping[str, Callable[[Any, Any], Any]] = {
            "+": library.Add, "*": library.Mul, "^": library.Pow, "mod": library.Mod,
            "-": lambda left, right: library.Add(left, library.Mul(-1, right)),
            "/": lambda left, right: library.Mul(left, library.Pow(right, -1)),
            "//": lambda left, right: library.floor(library.Mul(left, library.Pow(right, -1))),
        }  # fmt: skip

    def build(self, node: Expression) -> Any:
        if isinstance(node, Number):
            value = Fraction(node.value)
            return self.sympy.Rational(value.numerator, value.denominator)
        if isinstance(node, Constant):
            return self.sympy.pi if node.name == "pi" else self.sympy.E
        if isinstance(node, Variable):
            return self.sympy.Symbol(node.name, real=True)
        if isinstance(node, Unary):
            return self.unary(node)
        if isinstance(node, Binary):
            return self.binary(node)
        assert isinstance(node, Call)
        return self.calls[node.name](*(self.build(argument) for argument in node.arguments))

    def unary(self, node: Unary) -> Any:
        operand = self.build(node.operand)
        if node.op == "!":
            return self.sympy.factorial(operand)
        factors = {
            "-": -1,
            "%": self.sympy.Rational(1, 100),
            "‰": self.sympy.Rational(1, 1000),
            "°": self.sympy.pi / 180,
            "rad": 1,
        }
        return self.sympy.Mul(factors[node.op], operand)

    def binary(self, node: Binary) -> Any:
        return fold_left(
            node, self.build, lambda part, left: self.operators[part.op](left, self.build(part.right))
        )

    def rounded(self, value: Any, places: Any = 0) -> Any:
        scale = self.sympy.Pow(10, places)
        return self.sympy.floor(value * scale + self.sympy.Rational(1, 2)) / scale
