"""What SymPy is asked, in the worker process: is a difference zero; what is a limit, an integral, a sum."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from toolkits.equivalence._wire import from_wire, to_wire
from toolkits.expressions import Binary, Call, Constant, Expression, Number, Unary, Variable, transform
from toolkits.expressions._sympy import to_sympy

_FUNCTIONS = {
    "sin": "sin", "cos": "cos", "tan": "tan", "cot": "cot", "sec": "sec", "csc": "csc", "asin": "asin",
    "acos": "acos", "atan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asinh": "asinh",
    "acosh": "acosh", "atanh": "atanh",
    "exp": "exp", "log": "ln", "Abs": "abs", "erf": "erf", "erfc": "erfc", "gamma": "gammafunction",
    "factorial": "factorial", "floor": "floor", "ceiling": "ceil",
}  # fmt: skip


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The reply to one request: ``{"zero": bool}``, or ``{"tree": …}``, or ``{}`` where nothing was found."""
    return _TASKS[request["task"]](request)


def _build(data: Any, request: Mapping[str, Any]) -> Any:
    """The SymPy object, assumptions in its symbols; ``i`` is the imaginary unit unless named a variable."""
    import sympy  # noqa: PLC0415

    node = from_wire(data)
    built: Any = to_sympy(node)
    replaced: dict[Any, Any] = {}
    for symbol in built.free_symbols:
        if symbol.name == "i" and "i" not in request["variables"]:
            replaced[symbol] = sympy.I
        elif symbol.name in request["assume"]:
            sign = request["assume"][symbol.name]
            replaced[symbol] = sympy.Symbol(symbol.name, **{"real": True, sign: True})
    return built.subs(replaced) if replaced else built


def _zero(request: Mapping[str, Any]) -> dict[str, Any]:
    import sympy  # noqa: PLC0415

    difference = _build(request["one"], request) - _build(request["other"], request)
    for attempt in (sympy.simplify, _rewritten, sympy.trigsimp, sympy.radsimp):
        if attempt(difference) == 0:
            return {"zero": True}
    return {"zero": False}


def _rewritten(difference: Any) -> Any:
    import sympy  # noqa: PLC0415

    return sympy.simplify(sympy.expand_log(sympy.expand_func(sympy.expand(difference, trig=True))))


def _limit(request: Mapping[str, Any]) -> dict[str, Any]:
    import sympy  # noqa: PLC0415

    bound = {**request, "variables": [*request["variables"], request["variable"]]}
    body, variable = _build(request["body"], bound), _symbol(request)
    found = sympy.limit(body, variable, _end(request["point"], request), request["side"] or "+-")
    return _reply(found)


def _integral(request: Mapping[str, Any]) -> dict[str, Any]:
    import sympy  # noqa: PLC0415

    bound = {**request, "variables": [*request["variables"], request["variable"]]}
    body, variable = _build(request["body"], bound), _symbol(request)
    if request["low"] is None:
        return _reply(sympy.integrate(body, variable))
    ends = _end(request["low"], request), _end(request["high"], request)
    return _reply(sympy.integrate(body, (variable, *ends)))


def _sum(request: Mapping[str, Any]) -> dict[str, Any]:
    import sympy  # noqa: PLC0415

    counter = sympy.Symbol(request["variable"], integer=True)
    bound = {**request, "variables": [*request["variables"], request["variable"]]}
    body = _build(request["body"], bound).subs(_symbol(request), counter)
    ends = _end(request["low"], request), _end(request["high"], request)
    make = sympy.summation if request["task"] == "sum" else sympy.product
    return _reply(make(body, (counter, *ends)))


def _symbol(request: Mapping[str, Any]) -> Any:
    import sympy  # noqa: PLC0415

    return sympy.Symbol(request["variable"], real=True)


def _end(data: Any, request: Mapping[str, Any]) -> Any:
    import sympy  # noqa: PLC0415

    if data in ("+oo", "-oo"):
        return sympy.oo if data == "+oo" else -sympy.oo
    return _build(data, request)


def _reply(found: Any) -> dict[str, Any]:
    tree = _tree(found)
    return {} if tree is None else {"tree": to_wire(tree)}


def _tree(found: Any) -> Expression | None:
    """A SymPy object as a tree of ours, by its class; None where it holds anything else."""
    import sympy  # noqa: PLC0415

    if isinstance(found, sympy.Rational):
        top = Number(abs(int(found.p)))
        value = top if found.q == 1 else Binary("/", top, Number(int(found.q)))
        return Unary("-", value) if found.p < 0 else value
    constants = {sympy.pi: Constant("pi"), sympy.E: Constant("e"), sympy.I: Variable("i")}
    if found in constants:
        return constants[found]
    if isinstance(found, sympy.Symbol):
        return Variable(found.name)
    parts = [_tree(part) for part in found.args]
    known = [part for part in parts if part is not None]
    if not known or len(known) != len(parts):
        return None
    if isinstance(found, sympy.Add | sympy.Mul):
        op = "+" if isinstance(found, sympy.Add) else "*"
        total = known[0]
        for part in known[1:]:
            total = Binary(op, total, part)
        return total
    if isinstance(found, sympy.Pow):
        return Binary("^", *known)
    if isinstance(found, sympy.exp):
        return Call("exp", tuple(known))
    name = _FUNCTIONS.get(type(found).__name__)
    return Call(name, tuple(known)) if name else None


def renamed(node: Expression, old: str, new: Expression) -> Expression:
    """``node`` with a variable replaced."""
    return transform(node, lambda leaf: new if isinstance(leaf, Variable) and leaf.name == old else leaf)


_TASKS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "zero": _zero, "limit": _limit, "integral": _integral, "sum": _sum, "product": _sum,
}  # fmt: skip
