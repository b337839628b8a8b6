r"""Reads matrices, and arithmetic with them, to rows of expressions; determinants to expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError
from toolkits.expressions import Binary, Expression, Number, Unary, Variable

Rows: TypeAlias = tuple[tuple[Expression, ...], ...]

MAX_SIZE = 12
MAX_DETERMINANT = 5
MAX_POWER = 10
_BLOCK = re.compile(
    r"\\begin\{(?P<kind>[pbBvV]?matrix|smallmatrix|array)\}(?:\{[clr|\s]*\})?(?P<body>.*?)\\end\{(?P=kind)\}",
    re.DOTALL,
)
_DETERMINANT = re.compile(
    r"\\det\s*(?:\(\s*)?\\begin\{[pb]?matrix\}((?:(?!\\end).)*)\\end\{[pb]?matrix\}(?:\s*\))?", re.DOTALL
)
_SYSTEM = re.compile(
    r"\{?\s*\\begin\{(?P<kind>cases|aligned|align\*?|gathered|array)\}(?:\{[clr|\s]*\})?(?P<body>.*?)"
    r"\\end\{(?P=kind)\}",
    re.DOTALL,
)
_LINE = re.compile(r"\\\\(?:\[[^\]]*\])?")
_NAME = "Xi_{m%d}"
_NAMES = re.compile(r"Xi_m(\d+)")


def has_matrix(text: str) -> bool:
    """Whether a matrix of LaTeX stands in the text."""
    return "\\begin" in text


def system_lines(text: str) -> list[str]:
    """The statements that a brace or an alignment of LaTeX lists; none where the text is no such list."""
    found = _SYSTEM.fullmatch(text)
    if not found:
        return []
    lines = [line.replace("&", " ").strip().rstrip(",;") for line in _LINE.split(found["body"])]
    kept = [line for line in lines if line]
    is_system = len(kept) > 1 and all(re.search("[=<>]", line) for line in kept)
    return kept if is_system and "," not in "".join(kept) else []


def matrix_value(text: str, parse: Callable[[str], Expression]) -> Rows | Expression:
    """The matrix, or the scalar (a determinant, a product of row and column), that ``text`` states.

    Raises:
        ToolInputError: the rows differ in length, the sizes don't fit, or a part can't be read.
    """
    found: dict[str, Rows | Expression] = {}

    def replaced(match: re.Match[str]) -> str:
        rows = _rows(match["body"], parse)
        name = _NAME % len(found)
        found[f"Xi_m{len(found)}"] = _determinant(rows) if match["kind"] in ("vmatrix", "Vmatrix") else rows
        return f"({name})"

    plain = _BLOCK.sub(replaced, _DETERMINANT.sub(r"\\begin{vmatrix}\1\\end{vmatrix}", text))
    if "\\begin{cases}" in plain:
        raise ToolInputError("a function in pieces", code="unsupported")
    if "\\begin" in plain or not found:
        raise ToolInputError("a matrix is not closed", code="syntax")
    return _Arithmetic(found).value(parse(plain.replace("Xi", "\\Xi")))


def nested_rows(text: str, parse: Callable[[str], Expression]) -> Rows | None:
    """``[[1, 2], [3, 4]]`` as rows; None where it is no such list."""
    inner = re.fullmatch(r"\[\s*(\[[^\[\]]*\](?:\s*[,;]\s*\[[^\[\]]*\])*)\s*\]", text)
    if not inner:
        return None
    rows = [re.split(r"[,;]", row) for row in re.findall(r"\[([^\[\]]*)\]", inner[1])]
    return _checked([[parse(cell) for cell in row] for row in rows])


def _rows(body: str, parse: Callable[[str], Expression]) -> Rows:
    lines = [
        line
        for line in re.split(r"\\\\(?:\[[^\]]*\])?|\\cr(?![a-z])", body.replace("\\hline", ""))
        if line.strip()
    ]
    return _checked([[parse(cell) for cell in line.split("&")] for line in lines])


def _checked(rows: list[list[Expression]]) -> Rows:
    if not rows or len({len(row) for row in rows}) != 1:
        raise ToolInputError("the rows of a matrix are of one length", code="syntax")
    if max(len(rows), len(rows[0])) > MAX_SIZE:
        raise ToolInputError(f"a matrix of more than {MAX_SIZE} rows or columns", code="limit")
    return tuple(map(tuple, rows))


def _determinant(rows: Rows) -> Expression:
    if len(rows) != len(rows[0]) or len(rows) > MAX_DETERMINANT:
        raise ToolInputError(f"a determinant is square, of at most {MAX_DETERMINANT} rows", code="limit")
    if len(rows) == 1:
        return rows[0][0]
    total: Expression = Number(0)
    for at, factor in enumerate(rows[0]):
        minor = tuple(row[:at] + row[at + 1 :] for row in rows[1:])
        total = Binary("-" if at % 2 else "+", total, Binary("*", factor, _determinant(minor)))
    return total


class _Arithmetic:
    def __init__(self, known: Mapping[str, Rows | Expression]) -> None:
        self._known = known

    def value(self, node: Expression) -> Rows | Expression:
        if isinstance(node, Variable) and node.name in self._known:
            return self._known[node.name]
        if isinstance(node, Unary) and node.op == "-":
            return _scaled(Number(-1), self.value(node.operand))
        if isinstance(node, Binary):
            return self._joined(node)
        if any(name in self._known for name in node.variables):
            raise ToolInputError("this is not defined for matrices", code="unsupported")
        return node

    def _joined(self, node: Binary) -> Rows | Expression:
        left = self.value(node.left)
        if node.op == "^" and isinstance(left, tuple):
            return _raised(left, node.right)
        right = self.value(node.right)
        if not isinstance(left, tuple) and not isinstance(right, tuple):
            return Binary(node.op, left, right)
        if node.op in "+-" and isinstance(left, tuple) and isinstance(right, tuple):
            return _added(node.op, left, right)
        if node.op == "*":
            return _product(left, right)
        if node.op == "/" and not isinstance(right, tuple):
            return _scaled(Binary("/", Number(1), right), left)
        raise ToolInputError("this is not defined for matrices", code="unsupported")


def _scaled(factor: Expression, value: Rows | Expression) -> Rows | Expression:
    if not isinstance(value, tuple):
        return Binary("*", factor, value)
    return tuple(tuple(Binary("*", factor, cell) for cell in row) for row in value)


def _added(op: str, left: Rows, right: Rows) -> Rows:
    if (len(left), len(left[0])) != (len(right), len(right[0])):
        raise ToolInputError("matrices that are added are of one size", code="syntax")
    return tuple(
        tuple(Binary(op, a, b) for a, b in zip(one, other, strict=True))
        for one, other in zip(left, right, strict=True)
    )


def _product(left: Rows | Expression, right: Rows | Expression) -> Rows | Expression:
    if not isinstance(left, tuple):
        return _scaled(left, right)
    if not isinstance(right, tuple):
        return _scaled(right, left)
    if len(left[0]) != len(right):
        raise ToolInputError("the sizes of the factors do not fit", code="syntax")
    columns = list(zip(*right, strict=True))
    return tuple(tuple(_dot(row, column) for column in columns) for row in left)


def _dot(row: tuple[Expression, ...], column: tuple[Expression, ...]) -> Expression:
    total: Expression = Binary("*", row[0], column[0])
    for a, b in zip(row[1:], column[1:], strict=True):
        total = Binary("+", total, Binary("*", a, b))
    return total


def _raised(rows: Rows, exponent: Expression) -> Rows:
    if isinstance(exponent, Variable) and exponent.name == "T":
        return tuple(zip(*rows, strict=True))
    if not isinstance(exponent, Number) or not isinstance(exponent.value, int):
        raise ToolInputError("a power of a matrix is a whole number", code="unsupported")
    if not 1 <= exponent.value <= MAX_POWER or len(rows) != len(rows[0]):
        raise ToolInputError(f"a power of a square matrix, up to {MAX_POWER}", code="limit")
    result: Rows | Expression = rows
    for _ in range(exponent.value - 1):
        result = _product(result, rows)
    assert isinstance(result, tuple)
    return result
