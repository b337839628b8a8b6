"""The ``solve`` tool: equations and systems, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from toolkits import lazy_re as re
from toolkits.algebra._build import Scope
from toolkits.algebra._linear import solve_linear
from toolkits.algebra._polynomial import Polynomial
from toolkits.algebra._roots import real_roots
from toolkits.algebra._surds import is_root
from toolkits.errors import ToolInputError, ToolLimit, ToolRefused
from toolkits.quantities import number_json

MAX_EQUATIONS = 100
_EQUALS = re.compile(r"(?<![<>=!])=(?![=<>])|==")


def solve(equations: list[str], variables: list[str]) -> dict[str, Any]:
    """Real solutions of linear equations and systems, and of polynomial equations in one unknown.

    Args:
        equations: each ``left = right``; "and" between them.
        variables: what to solve for; other unknowns of the equations are eliminated.

    Returns:
        ``{"value": …, "solution": {"x": …}}``: for one variable the number, or the list of its values in
        rising order (surds, as expressions, after the rationals) when there are several; for several
        variables the list in their order, and each by name in ``solution``.

    Raises:
        ToolInputError: an equation without one equals sign, or unreadable.
        ToolRefused: ``no_solution``, ``undetermined``, or ``unsupported`` (not linear and more than one
            unknown; variables below a fraction line; roots that need more than square roots).
        ToolLimit: too many equations, terms or digits.
    """
    scope = Scope()
    found = solutions([equation(text, scope) for text in equations], variables)
    solution = {name: values if len(values) > 1 else values[0] for name, values in found.items()}
    value = solution[variables[0]] if len(variables) == 1 else [solution[name] for name in variables]
    return {"value": value, "solution": solution}


def equation(text: str, scope: Scope, free: Sequence[str] = ()) -> Polynomial:
    """The polynomial whose vanishing the equation states, with the letters that ``scope`` knows put in."""
    sides = _EQUALS.split(text)
    if len(sides) != 2:
        raise ToolInputError(f"{text!r} is not one equation")
    difference = scope.polynomial(sides[0], free) - scope.polynomial(sides[1], free)
    if any(map(is_root, difference.variables)):
        raise ToolRefused("an equation with irrational coefficients", code="unsupported")
    return difference


def solutions(equations: Sequence[Polynomial], variables: Sequence[str]) -> dict[str, list[str]]:
    """The values of each of ``variables``, as JSON numbers or surds. Raises as :func:`solve` does."""
    if not 0 < len(equations) <= MAX_EQUATIONS or not variables:
        raise (ToolInputError if not equations or not variables else ToolLimit)(
            "1 to 100 equations, and a variable, are needed"
        )
    unknowns = sorted({name for each in equations for name in each.variables})
    if any(each.degree() > 1 for each in equations):
        return _nonlinear(equations, unknowns, variables)
    found = solve_linear(equations, unknowns)
    missing = [name for name in variables if name not in found]
    if missing:
        raise ToolRefused(f"the equations leave {', '.join(missing)} open", code="undetermined")
    return {name: [str(number_json(found[name]))] for name in variables}


def _nonlinear(
    equations: Sequence[Polynomial], unknowns: Sequence[str], variables: Sequence[str]
) -> dict[str, list[str]]:
    if len(equations) != 1 or list(variables) != list(unknowns):
        raise ToolRefused(
            "only linear systems, and one equation in one unknown, can be solved", code="unsupported"
        )
    roots = real_roots(equations[0], unknowns[0])
    if not roots:
        raise ToolRefused("no real number solves it", code="no_solution")
    return {unknowns[0]: roots}
