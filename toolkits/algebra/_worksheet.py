"""The ``worksheet`` tool: a problem that defines letters and functions step by step, then asks one thing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from toolkits._ordinals import ordinal
from toolkits.algebra._build import Function, Scope
from toolkits.algebra._linear import solve_linear
from toolkits.algebra._polynomial import Polynomial
from toolkits.algebra._solve import equation, solutions
from toolkits.algebra._surds import is_constant, surd_text
from toolkits.errors import ToolInputError, ToolLimit, ToolRefused
from toolkits.expressions import evaluate, parse
from toolkits.number_theory import number_theory
from toolkits.quantities import number_json
from toolkits.statistics import statistics

MAX_STEPS = 50
MAX_ORDER = 20

Part: TypeAlias = Mapping[str, Any]


def worksheet(definitions: list[dict[str, Any]], ask: dict[str, Any]) -> dict[str, Any]:
    """Work through definitions in order, then answer one request about them, exactly.

    Args:
        definitions: each one of ``{"name": "q", "value": expression}``; ``{"name": "f", "of": ["x"], "value":
            expression}``, a function, with ``"derivative": order`` the derivative of what is written;
            ``{"name": "g", "op": …, "numbers": […]}``, an operation of the ``number_theory`` tool;
            ``{"equations": […]}``, which fix the letters that are new in them.
        ask: ``{"op": "value", "expression": …}``; ``{"op": "solve", "equations": […], "variables": […]}``;
            ``{"op": "derivative", "expression": …, "variable": …, "order": …}``; ``{"op": "coefficient",
            "expression": …, "variable": …, "power": …}``; ``{"op": "minimum", "expression": …}`` or
            ``maximum``, of a quadratic; ``{"op": "compare", "numbers": [a, b], "relation": "<"}``; or an
            operation of ``number_theory`` or ``statistics`` with its operands as expressions.

    Returns:
        ``{"value": a number (irrational: an enclosure, and the expression as "exact"), an expression, a list
        or a boolean, "known": letter -> number}``.

    Raises:
        ToolInputError: unreadable, or it uses what was not defined.
        ToolRefused: what can't be decided (see ``solve``).
        ToolLimit: more than 50 definitions, or numbers or expressions too large.
    """
    if len(definitions) > MAX_STEPS:
        raise ToolLimit(f"more than {MAX_STEPS} definitions")
    scope = Scope()
    try:
        for definition in definitions:
            _define(definition, scope)
        answer = _answer(ask, scope)
    except (KeyError, TypeError, ValueError) as error:
        raise ToolInputError(f"a definition or request lacks something: {error!r}") from error
    known = {name: str(number_json(p.value)) for name, p in scope.values.items() if p.value is not None}
    return {**answer, "known": known}


def _define(part: Part, scope: Scope) -> None:
    if "equations" in part:
        _suppose([equation(text, scope) for text in part["equations"]], scope)
        return
    name = part.get("name", "")
    if not name or name in scope.values or name in scope.functions:
        raise ToolInputError(f"{name!r} is no new name")
    if "op" in part:
        scope.values[name] = _closed(_delegate(part, scope)["value"])
    elif "of" in part:
        scope.functions[name] = _function(part, scope)
    else:
        scope.values[name] = Polynomial.constant(_number(part["value"], scope))


def _closed(value: Any) -> Polynomial:
    return Polynomial.constant(Fraction(str(value)))


def _function(part: Part, scope: Scope) -> Function:
    parameters = tuple(part["of"])
    body = scope.polynomial(part["value"], free=parameters)
    strangers = body.variables - set(parameters)
    if strangers:
        raise ToolInputError(f"{', '.join(sorted(strangers))}: not defined")
    if "derivative" in part:
        if len(parameters) != 1:
            raise ToolInputError("a derivative needs one parameter")
        body = _derived(body, parameters[0], part["derivative"])
    return Function(parameters, body)


def _derived(body: Polynomial, name: str, order: str) -> Polynomial:
    times = ordinal(order)
    if not 1 <= times <= MAX_ORDER:
        raise ToolInputError(f"{order!r} is no order of a derivative")
    for _ in range(times):
        body = body.derivative(name)
    return body


def _suppose(equations: Sequence[Polynomial], scope: Scope) -> None:
    unknowns = sorted({name for each in equations for name in each.variables})
    if any(each.degree() > 1 for each in equations):
        raise ToolRefused("an equation that is not linear does not fix its letters", code="unsupported")
    for name, value in solve_linear(equations, unknowns).items():
        scope.values[name] = Polynomial.constant(value)


def _number(text: str, scope: Scope) -> Fraction:
    value = scope.polynomial(text).value
    if value is None:
        raise ToolInputError(f"{text!r} has letters that are not defined")
    return value


def _texts(values: Sequence[str], scope: Scope) -> list[str]:
    return [str(number_json(_number(text, scope))) for text in values]


def _delegate(part: Part, scope: Scope) -> dict[str, Any]:
    """An operation of the number or statistics tools on expressions."""
    extra = {key: value for key, value in part.items() if key not in ("op", "name", "numbers", "values")}
    if "numbers" in part:
        return number_theory(part["op"], _texts(part["numbers"], scope), **extra)
    if "to" in extra:
        extra["to"] = _texts([extra["to"]], scope)[0]
    return statistics(part["op"], _texts(part["values"], scope), **extra)


def _answer(ask: Part, scope: Scope) -> dict[str, Any]:
    handler = _ASKS.get(ask.get("op", ""))
    return handler(ask, scope) if handler else _delegate(ask, scope)


def _written(polynomial: Polynomial) -> dict[str, Any]:
    value = polynomial.value
    if value is not None:
        return {"value": str(number_json(value))}
    text = surd_text(polynomial)
    return _enclosed(text) if is_constant(polynomial) else {"value": text}


def _enclosed(text: str) -> dict[str, Any]:
    """An irrational constant: a certified enclosure, and the expression itself."""
    expression = parse(text)
    return {"value": number_json(evaluate(expression)), "exact": str(expression)}


def _value(ask: Part, scope: Scope) -> dict[str, Any]:
    text = ask["expression"]
    try:
        return _written(scope.polynomial(text))
    except ToolRefused as error:
        # Without letters it may still be a number that is no square root: pi, logarithms, sines.
        if error.code != "not_polynomial" or scope.values or scope.functions:
            raise
        return _enclosed(text)


def _solve(ask: Part, scope: Scope) -> dict[str, Any]:
    variables = ask["variables"]
    found = solutions([equation(text, scope, variables) for text in ask["equations"]], variables)
    solution = {name: values if len(values) > 1 else values[0] for name, values in found.items()}
    return {
        "value": solution[variables[0]] if len(variables) == 1 else list(solution.values()),
        "solution": solution,
    }


def _derivative(ask: Part, scope: Scope) -> dict[str, Any]:
    name = ask["variable"]
    return _written(
        _derived(scope.polynomial(ask["expression"], free=(name,)), name, ask.get("order", "first"))
    )


def _coefficient(ask: Part, scope: Scope) -> dict[str, Any]:
    name, power = ask["variable"], int(ask["power"])
    rows = scope.polynomial(ask["expression"], free=(name,)).coefficients(name)
    return _written(rows[power] if 0 <= power < len(rows) else Polynomial.constant(0))


def _extremum(ask: Part, scope: Scope) -> dict[str, Any]:
    """The least or greatest value of a quadratic over the real numbers."""
    letters = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in scope.values]
    body = scope.polynomial(ask["expression"], free=letters)
    if len(body.variables) != 1:
        raise ToolRefused("the expression needs one variable", code="unsupported")
    values = [row.value for row in body.coefficients(next(iter(body.variables)))]
    if len(values) != 3 or None in values:
        raise ToolRefused("only a quadratic is understood", code="unsupported")
    c, b, a = (Fraction(value or 0) for value in values)
    if (a > 0) != (ask["op"] == "minimum"):
        raise ToolRefused(f"the quadratic has no {ask['op']}", code="no_solution")
    return {"value": number_json(c - b * b / (4 * a))}


_RELATIONS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


def _compare(ask: Part, scope: Scope) -> dict[str, Any]:
    relation = _RELATIONS.get(ask.get("relation", ""))
    if relation is None or len(ask["numbers"]) != 2:
        raise ToolInputError(f"two numbers and one of {' '.join(_RELATIONS)} are needed")
    return {"value": relation(*(_number(text, scope) for text in ask["numbers"]))}


_ASKS: dict[str, Callable[[Part, Scope], dict[str, Any]]] = {
    "value": _value,
    "solve": _solve,
    "derivative": _derivative,
    "coefficient": _coefficient,
    "compare": _compare,
    "minimum": _extremum,
    "maximum": _extremum,
}
