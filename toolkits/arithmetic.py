"""The ``arithmetic`` tool: the exact value of one expression."""

from __future__ import annotations

from typing import Any

from toolkits.expressions import Interval, evaluate, parse
from toolkits.quantities import decimal_text, number_json


def arithmetic(expression: str) -> dict[str, Any]:
    """Exact value of an arithmetic expression; irrational values come as a certified enclosure.

    Args:
        expression: such as ``10000 * (1 + 0.05/4) ** (4*3)``, ``20% of 50``, ``sqrt(2)``, ``3 1/2 + 1.2万``
            or LaTeX.

    Returns:
        ``{"value": number, "exact": bool, "decimal": text}``: the value as decimal text,
        ``"p/q"`` or ``{"lo", "hi"}``; its first 12 digits, with "…" where there are more.
        An irrational value also has its ``expression``, which is exact.

    Raises:
        ExpressionError: the text is not one expression (``syntax``, ``unknown_name``, ``limit``) or has two
            readings (``ambiguous``).
        EvaluationError: ``division_by_zero``, ``domain``, ``unbound`` (a variable), ``ambiguous``, ``limit``.
    """
    tree = parse(expression)
    value = evaluate(tree)
    output = {
        "value": number_json(value),
        "exact": not isinstance(value, Interval),
        "decimal": decimal_text(value),
    }
    return {**output, "expression": str(tree)} if isinstance(value, Interval) else output
