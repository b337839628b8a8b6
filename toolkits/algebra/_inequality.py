"""The ``inequality`` tool: a linear inequality of one unknown."""

from __future__ import annotations

from typing import Any

from toolkits import lazy_re as re
from toolkits.algebra._build import Scope
from toolkits.algebra._polynomial import Polynomial
from toolkits.errors import ToolInputError, ToolRefused
from toolkits.quantities import number_json
from toolkits.relations import SIGN, TURNED, relation_of

_RELATION = re.compile(SIGN)


def inequality(text: str, variable: str) -> dict[str, Any]:
    """For which values of its unknown a linear inequality holds.

    Args:
        text: such as ``2x + 3 < 11``; one relation sign.
        variable: the unknown.

    Returns:
        ``{"value": "x < 4", "relation": "<", "bound": "4"}``.

    Raises:
        ToolInputError: unreadable, or not one relation.
        ToolRefused: ``unsupported``: not linear, other unknowns, or the unknown drops out.
    """
    sides = _RELATION.split(text)
    signs = _RELATION.findall(text)
    if len(signs) != 1:
        raise ToolInputError(f"{text!r} is not one inequality")
    scope = Scope()
    difference = scope.polynomial(sides[0], (variable,)) - scope.polynomial(sides[1], (variable,))
    if difference.degree() != 1 or set(difference.variables) != {variable}:
        raise ToolRefused("a linear inequality of one unknown is needed", code="unsupported")
    return _solved(difference, relation_of(str(signs[0])), variable)


def _solved(difference: Polynomial, sign: str, variable: str) -> dict[str, Any]:
    constant, slope = (row.value for row in difference.coefficients(variable))
    if constant is None or not slope:
        raise ToolRefused("irrational coefficients", code="unsupported")
    relation = sign if slope > 0 else TURNED[sign]
    bound = str(number_json(-constant / slope))
    return {"value": f"{variable} {relation} {bound}", "relation": relation, "bound": bound}
