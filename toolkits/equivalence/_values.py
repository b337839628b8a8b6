"""Reads the text of an answer as a typed value: scalar, equation, relation, group, quantity or word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from toolkits import lazy_re as re
from toolkits._characters import fold_expression
from toolkits.errors import ToolInputError
from toolkits.expressions import Expression, ExpressionError, parse
from toolkits.quantities import Quantity, QuantityError, read

MAX_CHARACTERS = 20_000
_LONGEST_MEASURE = 80


@dataclass(frozen=True, slots=True)
class Scalar:
    """One expression."""

    expression: Expression


@dataclass(frozen=True, slots=True)
class Equation:
    """``left = right``."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Relation:
    """``left op right`` with op one of < <= > >= !=."""

    left: Expression
    op: str
    right: Expression


@dataclass(frozen=True, slots=True)
class Group:
    """Several values: a set ``{…}``, a tuple ``(…)``, a bare list ``a, b``, or an interval ``[a, b)``.

    Attributes:
        form: ``set``, ``tuple``, ``list`` or ``interval``.
        brackets: the brackets of an interval, and of anything that may be one: ``()``.
    """

    form: str
    members: tuple[Value, ...]
    brackets: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity with a unit."""

    quantity: Quantity


@dataclass(frozen=True, slots=True)
class Word:
    """A word or short phrase, folded."""

    text: str


Value: TypeAlias = Scalar | Equation | Relation | Group | Measure | Word

_LEAD = re.compile(
    r"\s*(?:(?:so |thus |hence |therefore,? )?(?:the )?(?:final )?answer(?: is|\s*[:=])\s*"
    r"|(?:最终)?答案(?:是|为|[:：])\s*|\\displaystyle\s*)",
    re.IGNORECASE,
)
_BOX = re.compile(r"\\(?:boxed|fbox)\s*\{")
_MATH = re.compile(
    r"\s*(?:\$\$(?P<a>[^$]+)\$\$|\$(?P<b>[^$]+)\$|\\\((?P<c>.+)\\\)|\\\[(?P<d>.+)\\\])\s*", re.DOTALL
)
_SIGNS = (
    (re.compile(r"\\(?:leq?|leqslant)(?![a-zA-Z])|≤|⩽"), "<="),
    (re.compile(r"\\(?:geq?|geqslant)(?![a-zA-Z])|≥|⩾"), ">="),
    (re.compile(r"\\(?:neq?)(?![a-zA-Z])|≠"), "!="),
    (re.compile(r"\\lt(?![a-zA-Z])"), "<"),
    (re.compile(r"\\gt(?![a-zA-Z])"), ">"),
    (re.compile(r"\\pm(?![a-zA-Z])|\\mp(?![a-zA-Z])|∓"), "±"),
    (re.compile(r"\\left(?=[(\[{|.\\])|\\right(?=[)\]}|.\\])|\\(?:,|;|!|:|quad|qquad)(?![a-zA-Z])"), " "),
    (re.compile(r"\\\{"), "{"),
    (re.compile(r"\\\}"), "}"),
)
_DERIVATIVE = re.compile(r"\\[dt]?frac\s*\{\s*d\s*(?:\^\S+)?\}\s*\{\s*d\s*[a-zA-Z]")
_RELATION = re.compile(r"<=|>=|!=|<|>")
_WORD = re.compile(r"[A-Za-z][A-Za-z' -]{0,60}|[\u4e00-\u9fff]{1,20}")
_WORDS = frozenset({"true", "false", "yes", "no", "none", "no solution", "infinity", "undefined"})
_OPEN, _CLOSE = "([{", ")]}"


def read_value(text: str) -> Value:
    """The typed value that ``text`` states, the whole of it.

    Raises:
        ToolInputError: it states none that can be read; ``ambiguous`` when it states two.
    """
    if len(text) > MAX_CHARACTERS:
        raise ToolInputError(f"more than {MAX_CHARACTERS} characters", code="limit")
    plain = _bare(text)
    if _DERIVATIVE.search(plain):
        raise ToolInputError("a derivative is to be computed first", code="unsupported")
    if not plain:
        raise ToolInputError("there is nothing to compare", code="empty")
    return _structure(plain) or _leaf(plain)


def read_measure(text: str) -> Measure | None:
    """The quantity with a unit (percent aside) that ``text`` states, where it states one."""
    if len(text) > _LONGEST_MEASURE or not any(char.isdigit() for char in text):
        return None
    try:
        quantity = read(_bare(text))
    except QuantityError:
        return None
    return Measure(quantity) if quantity.unit not in (None, "%") else None


def _bare(text: str) -> str:
    """The statement itself: no "the answer is", box, dollar signs or full stop; signs in one spelling."""
    plain = _LEAD.sub("", fold_expression(text), count=1).strip()
    box = _BOX.search(plain)
    if box:
        end = _matching(plain, box.end() - 1)
        plain = plain[box.end() : end].strip() if end > 0 else plain
    while inner := _MATH.fullmatch(plain):
        plain = next(part for part in inner.groups() if part is not None).strip()
    for pattern, sign in _SIGNS:
        plain = pattern.sub(sign, plain)
    return plain.strip().rstrip(".。").strip()


def _matching(text: str, start: int) -> int:
    """Where the bracket that opens at ``start`` closes; -1 where it doesn't."""
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] in _OPEN) - (text[index] in _CLOSE)
        if depth == 0:
            return index
    return -1


def _structure(text: str) -> Value | None:
    """A group, an equation or a relation; None where the text is none of these."""
    if text[0] in _OPEN and _matching(text, 0) == len(text) - 1:
        members = _split(text[1:-1])
        if (
            text[0] == "{"
            and text[-1] == "}"
            and (len(members) > 1 or not text[1:-1].strip().isalnum() or text[1:-1].strip())
        ):
            return Group("set", tuple(map(read_value, members)))
        if len(members) == 2 and (text[0], text[-1]) != ("(", ")"):
            return Group("interval", tuple(map(_endpoint, members)), text[0] + text[-1])
        if len(members) > 1:
            return Group("tuple", tuple(map(_endpoint, members)), text[0] + text[-1])
    elif (
        len(text) > 4
        and text[0] in "[("
        and text[-1] in ")]"
        and (members := _split(text[1:-1]))
        and len(members) == 2
    ):
        return Group("interval", tuple(map(_endpoint, members)), text[0] + text[-1])
    alternatives = re.split(r"\s+(?:or|and)\s+|\s*或\s*", text)
    if len(alternatives) > 1:
        return Group("set", tuple(read_value(part) for part in alternatives if part))
    return _related(text) or _listed(text) or _signed(text)


def _related(text: str) -> Value | None:
    parts = _split(text)
    if len(parts) > 1 and all("=" in part for part in parts):
        return Group("list", tuple(map(read_value, parts)))
    found = _RELATION.findall(text)
    if len(found) == 1 and len(parts) == 1:
        left, right = _RELATION.split(text)
        return Relation(parse(left), found[0], parse(right))
    if text.count("=") == 1 and not found and len(parts) == 1:
        left, right = text.split("=")
        if "±" in right:
            return Group("set", tuple(Equation(parse(left), parse(side)) for side in _both_signs(right)))
        return Equation(parse(left), parse(right))
    return None


def _listed(text: str) -> Value | None:
    parts = _split(text)
    if len(parts) < 2 or _is_number(text):
        return None
    return Group("list", tuple(map(read_value, parts)))


def _is_number(text: str) -> bool:
    """Whether the commas of ``text`` group the digits of one number."""
    return bool(re.fullmatch(r"[^\d,]*\d{1,3}(?:,\d{2,3})+(?:\.\d+)?[^\d,]*", text))


def _signed(text: str) -> Value | None:
    return (
        Group("set", tuple(Scalar(parse(side)) for side in _both_signs(text)))
        if text.count("±") == 1
        else None
    )


def _both_signs(text: str) -> tuple[str, str]:
    """``3 ± 2`` as 3 + 2 and 3 - 2."""
    if text.count("±") != 1:
        raise ToolInputError("more than one ±: which signs go together is open", code="ambiguous")
    return text.replace("±", "+"), text.replace("±", "-")


def _endpoint(text: str) -> Value:
    infinite = re.fullmatch(r"\s*([+-]?)\s*(?:\\infty|∞|inf(?:inity)?|oo)\s*", text)
    return Word(f"{infinite[1] or '+'}infinity") if infinite else read_value(text)


def _split(text: str) -> list[str]:
    """Parts between the commas that stand outside brackets; the whole where there are none."""
    parts, depth = [""], 0
    for index, sign in enumerate(text):
        depth += (sign in _OPEN) - (sign in _CLOSE)
        if sign in ",;" and depth == 0 and not _groups_digits(text, index):
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _groups_digits(text: str, index: int) -> bool:
    """Whether the comma at ``index`` stands between digits with no space: 1,234."""
    return (
        text[index] == ","
        and text[index - 1 : index].isdigit()
        and bool(re.match(r"\d{3}(?!\d)", text[index + 1 :]))
    )


def _leaf(text: str) -> Value:
    folded = " ".join(text.lower().split())
    if folded in _WORDS:
        return Word(folded)
    try:
        return Scalar(parse(text))
    except ExpressionError as error:
        return _measured(text, error)


def _measured(text: str, error: ExpressionError) -> Value:
    """A number that the grammar of expressions does not have (money, units, words), or a word."""
    try:
        quantity = read(text)
    except QuantityError:
        if error.code in ("unknown_name", "syntax") and _WORD.fullmatch(text) and len(text.split()) <= 6:
            return Word(" ".join(text.lower().split()))
        raise error from None
    return Measure(quantity)
