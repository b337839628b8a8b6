"""What a program does with a table, as far as its syntax tree shows.

Columns, names, functions, where its result is.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from toolkits import lazy_re as re
from toolkits.code_oracle._stub import parse

_FRAME_PARAMETERS: Final = re.compile(
    r"^(?:df\w*|data(?:_?frame)?|frame|table|dataset|dataframe\w*)$", re.IGNORECASE
)
_PATH_PARAMETERS: Final = re.compile(r"(?:path|file|csv|source|input)", re.IGNORECASE)
_OUTPUT_PARAMETERS: Final = re.compile(r"(?:^out|output|dest|target|save)", re.IGNORECASE)
_NAME_IN_QUERY: Final = re.compile(r"`([^`]+)`|(?<![\w.@'\"])([A-Za-z_]\w*)(?![\w('\"])")
_QUERY_WORDS: Final = frozenset({"and", "or", "not", "in", "True", "False", "None", "index"})
# Attributes of a frame or series that are no columns; a column called alike is reached by brackets.
_METHODS: Final = frozenset(
    """
    T abs add agg aggregate all any append apply applymap assign astype at axes between bfill clip
    columns copy corr count cov describe diff div drop drop_duplicates dropna dtype dtypes duplicated
    empty eq eval explode fillna filter first ge get groupby gt head hist iat idxmax idxmin iloc index
    info insert isin isna isnull items iterrows itertuples join keys last le loc lt map mask max mean
    median melt merge min mode mul ne nlargest notna notnull nsmallest nunique pipe pivot plot pop prod
    quantile query rank reindex rename replace reset_index round sample select_dtypes set_index shape
    shift size sort_index sort_values std str sub sum tail to_csv to_dict to_excel to_json to_list
    to_numpy tolist to_string transform transpose unique update value_counts values var where xs dt cat
    name between_time
    """.split()  # noqa: SIM905  (a hundred words, one a line, read worse)
)


@dataclass(frozen=True, slots=True)
class Function:
    """A top-level function: its name and the role of each parameter without a default."""

    name: str
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Touched:
    """What a program touches.

    Attributes:
        columns: names used as columns, in order.
        texts: columns that are used as text.
        given: names that it uses as tables without making them.
        assigned: names that it assigns at module level, in order of their last assignment.
        call: the function to call for the result when nothing at module level does.
        functions: it defines functions.
    """

    columns: tuple[str, ...]
    texts: frozenset[str]
    given: tuple[str, ...]
    assigned: tuple[str, ...]
    call: Function | None
    functions: bool


def touched(code: str) -> Touched | None:
    """Look at a program; ``None`` when it does not parse."""
    tree = parse(code)
    if tree is None:
        return None
    nodes = list(ast.walk(tree))
    columns = list(dict.fromkeys(name for node in nodes for name in _columns(node)))
    return Touched(
        columns=tuple(columns),
        texts=frozenset(name for node in nodes for name in _texts(node)),
        given=_given(tree),
        assigned=_assigned(tree),
        call=_uncalled(tree),
        functions=any(isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) for node in nodes),
    )


def column_of(node: ast.expr) -> str:
    """The one column that an expression is (``df['Age']``, ``df.Age``, ``row['Age']``), or ""."""
    if isinstance(node, ast.Subscript):
        names = list(_texts_in(node.slice))
        if isinstance(node.slice, ast.Tuple) and node.slice.elts:
            names = list(_texts_in(node.slice.elts[-1]))
        return names[0] if len(names) == 1 else ""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and _is_column_attribute(node):
        return node.attr
    return ""


# --- columns ------------------------------------------------------------------------------------------
def _texts_in(node: ast.expr) -> Iterator[str]:
    """A literal name, or the literal names of a list."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        for item in node.elts:
            if isinstance(item, ast.Constant) and isinstance(item.value, str):
                yield item.value


def _columns(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Subscript):
        yield from _texts_in(node.slice)
        if isinstance(node.slice, ast.Tuple) and node.slice.elts:
            yield from _texts_in(node.slice.elts[-1])
    elif isinstance(node, ast.keyword) and node.arg in ("subset", "by", "columns", "usecols", "on"):
        yield from _texts_in(node.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield from _columns_of_call(node, node.func.attr)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and _is_column_attribute(node):
        yield node.attr


def _columns_of_call(node: ast.Call, method: str) -> Iterator[str]:
    if method in ("query", "eval") and node.args and isinstance(node.args[0], ast.Constant):
        text = str(node.args[0].value)
        for match in _NAME_IN_QUERY.finditer(re.sub(r"'[^']*'|\"[^\"]*\"", "", text)):
            name = match[1] or match[2]
            if name not in _QUERY_WORDS:
                yield name
    elif method in ("groupby", "sort_values", "drop_duplicates", "set_index", "get") and node.args:
        yield from _texts_in(node.args[0])


def _is_column_attribute(node: ast.Attribute) -> bool:
    assert isinstance(node.value, ast.Name)
    return (
        bool(_FRAME_PARAMETERS.match(node.value.id))
        and node.attr not in _METHODS
        and not node.attr.startswith("_")
    )


def _texts(node: ast.AST) -> Iterator[str]:
    """Columns with ``.str`` on them or compared with text."""
    if isinstance(node, ast.Attribute) and node.attr == "str":
        yield from _columns(node.value)
    elif isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if any(isinstance(side, ast.Constant) and isinstance(side.value, str) for side in sides):
            for side in sides:
                yield from _columns(side)


# --- names --------------------------------------------------------------------------------------------
def _targets(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
        yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)


def _module_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run when the module does: not the bodies of functions and classes."""
    for child in ast.iter_child_nodes(tree):
        yield child
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            yield from _module_nodes(child)


def _given(tree: ast.Module) -> tuple[str, ...]:
    """Names that the module's own statements use as tables and never make."""
    made = {name for node in ast.walk(tree) for name in _targets(node) if not _rebinds_itself(tree, name)}
    used = [
        node.value.id
        for node in _module_nodes(tree)
        if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.value, ast.Name)
    ]
    return tuple(name for name in dict.fromkeys(used) if name not in made and not hasattr(builtins, name))


def _rebinds_itself(tree: ast.Module, name: str) -> bool:
    """Whether the first assignment of a name already reads it (``df = df[...]`` on a table that is given)."""
    for node in tree.body:
        stored = any(name in _targets(inner) for inner in ast.walk(node))
        if stored:
            return isinstance(node, ast.Assign) and any(
                isinstance(inner, ast.Name) and inner.id == name and isinstance(inner.ctx, ast.Load)
                for inner in ast.walk(node.value)
            )
    return False


def _assigned(tree: ast.Module) -> tuple[str, ...]:
    last: dict[str, None] = {}
    for node in tree.body:
        for inner in (node, *_module_nodes(node)):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                last.pop(inner.id, None)
                last[inner.id] = None
    return tuple(last)


# --- functions ----------------------------------------------------------------------------------------
def _uncalled(tree: ast.Module) -> Function | None:
    """The last top-level function that no statement of the module calls."""
    called = {
        node.func.id
        for node in _module_nodes(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    inner_calls = {
        node.func.id
        for function in tree.body
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id != function.name
    }
    free = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name not in called | inner_calls
    ]
    if not free:
        return None
    function = free[-1]
    required = function.args.args[: len(function.args.args) - len(function.args.defaults)]
    roles = tuple(_role(function, parameter.arg, number) for number, parameter in enumerate(required))
    return Function(function.name, roles)


def _reads_table(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr.startswith("read_")


def _role(function: ast.FunctionDef, parameter: str, number: int) -> str:
    """``frame``, ``path``, ``output`` or "" for a parameter that must be given."""
    if _OUTPUT_PARAMETERS.search(parameter):
        return "output"
    reads = any(
        isinstance(node, ast.Call) and _reads_table(node)
        and node.args and isinstance(node.args[0], ast.Name) and node.args[0].id == parameter
        for node in ast.walk(function)
    )  # fmt: skip
    if reads:
        return "path"
    if _FRAME_PARAMETERS.match(parameter):
        return "frame"
    if _PATH_PARAMETERS.search(parameter):
        return "path"
    return "frame" if number == 0 else ""


def preferred(names: Sequence[str]) -> list[str]:
    """Names of module-level tables, the likeliest result first."""
    order = {name: number for number, name in enumerate(names)}
    return sorted(names, key=lambda name: (_liking(name), order[name]), reverse=True)


_LIKELY: Final = re.compile(
    r"clean|filter|result|valid|final|kept|keep|remain|new|output|selected", re.IGNORECASE
)
_UNLIKELY: Final = re.compile(
    r"invalid|dropped|removed|outlier|bad|mask|cond|orig|raw|backup|old", re.IGNORECASE
)


def _liking(name: str) -> int:
    return 0 if _UNLIKELY.search(name) else (2 if _LIKELY.search(name) else 1)
