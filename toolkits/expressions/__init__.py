"""Expressions of model text, read by an allow-list grammar and evaluated exactly by our own code."""

from __future__ import annotations

from toolkits._interval import Interval
from toolkits.expressions._angles import half_turns
from toolkits.expressions._errors import EvaluationError, ExpressionError
from toolkits.expressions._evaluate import evaluate, exact_value
from toolkits.expressions._operators import parse_analysis
from toolkits.expressions._parser import parse
from toolkits.expressions._sympy import to_sympy
from toolkits.expressions._tree import (
    Binary,
    Call,
    Constant,
    Expression,
    Number,
    Unary,
    Variable,
    children,
    fold_left,
    left_spine,
    number,
    rename,
    replace_literal,
    transform,
    walk,
)

__all__ = [
    "Binary",
    "Call",
    "Constant",
    "EvaluationError",
    "Expression",
    "ExpressionError",
    "Interval",
    "Number",
    "Unary",
    "Variable",
    "children",
    "evaluate",
    "exact_value",
    "fold_left",
    "half_turns",
    "left_spine",
    "number",
    "parse",
    "parse_analysis",
    "rename",
    "replace_literal",
    "to_sympy",
    "transform",
    "walk",
]
