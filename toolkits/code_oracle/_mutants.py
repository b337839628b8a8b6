"""Wrong versions of a program: what the oracle must notice before its "holds" may count.

Node mutants of the row filter: each comparison of a column with a number negated, its number moved by two of
its last printed digits, each ``&`` between conditions made ``|`` and back, ``between`` turned into its
opposite. A mutant that only moves the end itself (``>=`` for ``>``) is not made: where the question leaves
the end open it is no error.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Final

from toolkits import lazy_re as re
from toolkits.code_oracle._stub import parse
from toolkits.code_oracle._touched import column_of

_MOST: Final = 12
_NEGATED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip
# Inside these a condition is counted or shown, and does not choose rows.
_LOOKING: Final = frozenset({"print", "len", "sum", "any", "all", "mean", "info", "describe", "format"})
_QUERY_OPERATOR: Final = re.compile(r"<=|>=|==|!=|<|>")
_QUERY_NEGATED: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def mutate_code(source: str) -> list[tuple[str, str]]:
    """Wrong versions of a program that chooses rows, as ``(name, source)``, at most twelve.

    The name says what was changed and on which line. [] when nothing in the program is a row condition.
    """
    tree = parse(source)
    if tree is None:
        return []
    count = sum(1 for _ in ast.walk(tree))
    found: list[tuple[str, str]] = []
    for index in range(count):
        for change in _CHANGES:
            mutant = _applied(tree, index, change)
            if mutant is not None:
                found.append(mutant)
    return found[:_MOST]


Change = Callable[[ast.AST], str]


def _applied(tree: ast.Module, index: int, change: Change) -> tuple[str, str] | None:
    """The program with one change at the node of that number, when the change fits there."""
    node = _node(tree, index)
    if node is None or not _fits(node, change):
        return None
    mutated = copy.deepcopy(tree)
    target = _node(mutated, index)
    assert target is not None
    name = change(target)
    return f"{name} on line {getattr(node, 'lineno', 0)}", ast.unparse(mutated)


def _choosing(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a program, less those inside calls that only look."""
    yield node
    if isinstance(node, (ast.Assert, ast.JoinedStr)) or (
        isinstance(node, ast.Call) and _called(node) in _LOOKING
    ):
        return
    for child in ast.iter_child_nodes(node):
        yield from _choosing(child)


def _called(node: ast.Call) -> str:
    function = node.func
    return (
        function.attr
        if isinstance(function, ast.Attribute)
        else function.id
        if isinstance(function, ast.Name)
        else ""
    )


def _node(tree: ast.Module, index: int) -> ast.AST | None:
    return next((node for number, node in enumerate(_choosing(tree)) if number == index), None)


def _fits(node: ast.AST, change: Change) -> bool:
    return bool(change(copy.deepcopy(node)))


# --- changes: each alters the node in place and names itself, or returns "" ---------------------------
def _number(node: ast.AST) -> ast.Constant | None:
    inner = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    is_number = (
        isinstance(inner, ast.Constant)
        and isinstance(inner.value, (int, float))
        and not isinstance(inner.value, bool)
    )
    return inner if is_number and isinstance(inner, ast.Constant) else None


def _condition(node: ast.AST) -> ast.Compare | None:
    """A comparison of a column with a number."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        return None
    sides = (node.left, node.comparators[0])
    if any(_number(side) for side in sides) and any(column_of(side) for side in sides):
        return node
    return None


def _negate(node: ast.AST) -> str:
    condition = _condition(node)
    if condition is None or type(condition.ops[0]) not in _NEGATED:
        return ""
    condition.ops[0] = _NEGATED[type(condition.ops[0])]()
    return "comparison negated"


def _step(value: float) -> float:
    decimals = repr(value).partition(".")[2]
    return 2.0 if decimals in ("", "0") else 2 * 10.0 ** -len(decimals)


def _shift(node: ast.AST, sign: int) -> str:
    condition = _condition(node)
    number = (
        next(filter(None, map(_number, (condition.left, condition.comparators[0]))), None)
        if condition
        else None
    )
    if number is None:
        return ""
    assert isinstance(number.value, (int, float))
    moved = number.value + sign * _step(number.value)
    number.value = int(moved) if isinstance(number.value, int) else round(moved, 10)
    return f"{'+' if sign > 0 else '-'}2 steps"


def _raise(node: ast.AST) -> str:
    return _shift(node, 1)


def _lower(node: ast.AST) -> str:
    return _shift(node, -1)


def _rejoin(node: ast.AST) -> str:
    """``&`` for ``|`` and back, between conditions."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.BitAnd, ast.BitOr)):
        return ""
    if not all(any(_condition(inner) for inner in ast.walk(side)) for side in (node.left, node.right)):
        return ""
    was_and = isinstance(node.op, ast.BitAnd)
    node.op = ast.BitOr() if was_and else ast.BitAnd()
    return "& made |" if was_and else "| made &"


def _invert_between(node: ast.AST) -> str:
    """``between`` of a column: its low end moved beyond its high end."""
    if not isinstance(node, ast.Call) or _called(node) != "between" or len(node.args) < 2:
        return ""
    low, high = _number(node.args[0]), _number(node.args[1])
    if low is None or high is None:
        return ""
    node.args[0], node.args[1] = node.args[1], node.args[0]
    return "between turned round"


def _query(node: ast.AST) -> str:
    """The first comparison of a query string, negated."""
    if not isinstance(node, ast.Call) or _called(node) != "query" or not node.args:
        return ""
    text = node.args[0]
    if (
        not isinstance(text, ast.Constant)
        or not isinstance(text.value, str)
        or not _QUERY_OPERATOR.search(text.value)
    ):
        return ""
    text.value = _QUERY_OPERATOR.sub(lambda match: _QUERY_NEGATED[match[0]], text.value, count=1)
    return "query negated"


_CHANGES: Final[tuple[Change, ...]] = (_negate, _raise, _lower, _rejoin, _invert_between, _query)
