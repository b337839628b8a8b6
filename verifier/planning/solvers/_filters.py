"""Questions on the rows of the question's data that meet conditions: how many there are, what they sum to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolkits import lazy_re as re
from toolkits.counting import singular
from toolkits.errors import ToolkitError
from toolkits.rows import rows
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._columns import folded, names_pattern
from verifier.planning.solvers._core import core
from verifier.task import DataTable

_MAX_LENGTH = 400
_RELATIONS: Mapping[str, str] = {
    "greater than": ">", "more than": ">", "larger than": ">", "higher than": ">", "bigger than": ">", "above": ">",
    "over": ">", "exceeding": ">", "exceeds": ">", "exceed": ">", "older than": ">", "at least": ">=",
    "no less than": ">=", "not less than": ">=", "greater than or equal to": ">=", "less than": "<", "smaller than": "<",
    "lower than": "<", "fewer than": "<", "below": "<", "under": "<", "at most": "<=", "no more than": "<=",
    "not more than": "<=", "less than or equal to": "<=", "equal to": "=", "equals": "=", "exactly": "=", "of": "=",
    "not equal to": "!=", ">": ">", "<": "<", ">=": ">=", "<=": "<=", "=": "=", "==": "=", "!=": "!=", "≥": ">=", "≤": "<=",
    "大于": ">", "高于": ">", "超过": ">", "多于": ">", "大于等于": ">=", "不低于": ">=", "不少于": ">=", "不小于": ">=", "至少为": ">=",
    "小于": "<", "低于": "<", "少于": "<", "不足": "<", "不到": "<", "小于等于": "<=", "不高于": "<=", "不超过": "<=", "不多于": "<=",
    "不大于": "<=", "至多为": "<=", "等于": "=", "不等于": "!=", "": "=", "是": "=", "为": "=",
}  # fmt: skip
_RELATION = "|".join(
    re.escape(word) for word in sorted(_RELATIONS, key=len, reverse=True) if word.isascii() and word
)
_RELATION_ZH = "|".join(
    re.escape(word)
    for word in sorted(_RELATIONS, key=len, reverse=True)
    if word and (not word.isascii() or word[0] in "<>=!")
)
_OPS: Mapping[str, str] = {
    "sum": "sum", "total": "sum", "average": "mean", "mean": "mean", "maximum": "max", "highest": "max", "largest": "max",
    "minimum": "min", "lowest": "min", "smallest": "min", "总和": "sum", "合计": "sum", "之和": "sum", "平均值": "mean",
    "平均数": "mean", "均值": "mean", "平均": "mean", "最大值": "max", "最小值": "min",
}  # fmt: skip
_OP = "sum|total|average|mean|maximum|highest|largest|minimum|lowest|smallest"
_OP_ZH = "总和|合计|之和|平均值|平均数|均值|平均|最大值|最小值"
_VALUE = r"-?\d[\d,]*(?:\.\d+)?(?: ?(?!and\b)[a-zA-Z]+)?|'[^']+'|\"[^\"]+\"|“[^”]+”"
_WORD = r"(?-i:[A-Z])[\w-]*(?: (?-i:[A-Z])[\w-]*)*"
_ROW = "rows|records|entries|lines"
_ASK = r"(?:what (?:is|was)|find|calculate|compute|give)"
_IN = r"(?: (?:in|of|from) (?:the |this )?(?:data|table|file|csv|dataset|[\w-]+\.\w+))?"
_MARK = re.compile(r"how many|what|which|find|calculate|compute|give|多少|几", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The operation, the column of its values, and the conditions on rows."""

    op: str
    column: str
    conditions: tuple[tuple[str, str, str], ...]


def solve(question: QuestionText) -> list[Derivation]:
    """The number or cell that the data's rows answer with."""
    if not question.data or len(question.stem) > _MAX_LENGTH or not _MARK.search(question.stem):
        return []
    text = core(question.stem)
    found = [d for table in question.data if (d := _answered(text, table))]
    return found if len(found) == 1 else []


def _answered(text: str, table: DataTable) -> Derivation | None:
    for asked in _readings(text, table):
        tool_input = _tool_input(asked, table)
        try:
            found = rows(**tool_input) if tool_input else None
        except ToolkitError:
            continue
        if tool_input and found and (asked.op != "cell" or asked.conditions):
            value = found["value"]
            numeric = isinstance(value, str) and bool(re.fullmatch(r"-?\d+(?:[./]\d+)?", value))
            return Derivation(
                kind="number" if numeric else "text",
                tool="rows",
                tool_input=tool_input,
                unit=found["unit"] if numeric else None,
                description=f"{asked.op} of the rows of {table.name} that meet {len(asked.conditions)} conditions",
            )
    return None


def _readings(text: str, table: DataTable) -> Iterator[_Asked]:
    column = names_pattern(table)
    if not column:
        return
    first = folded(table.columns[0])
    where = f"{_condition(column, 1)}(?: and {_condition(column, 2)})?"
    where_zh = f"{_condition_zh(column, 1)}(?:(?:且|并且|而且|,){_condition_zh(column, 2)})?"
    entity = f"{_ROW}|(?P<e>[a-z]+)"
    for pattern in (
        rf"how many (?:{entity}){_IN} (?:have|with|where|whose|are there (?:with|where|whose)) {where}{_IN}\?",
        rf"(?:{_ASK} the )?(?:number|count) of (?:{entity}){_IN} (?:with|where|whose|that have) {where}[?.]",
    ):
        match = re.fullmatch(pattern, text, re.IGNORECASE)
        if match and (not match["e"] or singular(match["e"].lower()) in (first, _stem(table))):
            yield _Asked("count", "", tuple(_conditions(match)))
    for pattern in (
        rf"{_ASK} the (?P<op>{_OP})(?: value)?(?: of)?(?: the)? (?P<c>{column}) (?:(?:of|for|over|across|in) (?:the |all |all the )?(?:{_ROW}) )?(?:where|with|whose|when|that have) {where}[?.]",
        rf"{where_zh}的(?:行|记录|数据)?(?:的|中)?(?P<c>{column})(?:的)?(?P<op>{_OP_ZH})(?:是|为)(?:多少|几)[?]",
    ):
        match = re.fullmatch(pattern, text, re.IGNORECASE)
        if match:
            yield _Asked(_OPS[match["op"].lower()], match["c"], tuple(_conditions(match)))
    for pattern in (
        rf"{where_zh}的(?:行|记录|数据)(?:一共|共)?有(?:多少|几)(?:行|条|个)?[?]",
        rf"(?:一共|共)?有(?:多少|几)(?:行|条记录|条数据|个记录)(?:的|是|满足)?{where_zh}[?]",
    ):
        match = re.fullmatch(pattern, text, re.IGNORECASE)
        if match:
            yield _Asked("count", "", tuple(_conditions(match)))
    for pattern in (
        rf"{_ASK} the (?P<c>{column}) (?:of|for) (?P<x>[^?]+?)[?.]",
        rf"what (?:is|was) (?P<x>[^?]+?)'s (?P<c>{column})\?",
        rf"(?P<x>[^?]+?)的(?P<c>{column})(?:是|为)(?:多少|什么|几)[?]",
    ):
        match = re.fullmatch(pattern, text, re.IGNORECASE)
        if match and folded(match["c"]) != first and _cells(table, 0).count(_bare(match["x"])) == 1:
            yield _Asked("cell", match["c"], ((table.columns[0], "=", _bare(match["x"])),))


def _condition(column: str, n: int) -> str:
    return (
        rf"(?:the |an? |their |its )?(?P<c{n}>{column})(?: (?:is|are|was|were|that is|which is))?"
        rf" ?(?:(?P<r{n}>{_RELATION}) )?(?P<v{n}>{_VALUE}|{_WORD})"
    )


def _condition_zh(column: str, n: int) -> str:
    return rf"(?P<c{n}>{column})(?P<r{n}>{_RELATION_ZH})(?P<v{n}>{_VALUE}|[^\d\s,，的且?]+)"


def _conditions(match: re.Match[str]) -> Iterator[tuple[str, str, str]]:
    for n in "12":
        if match[f"c{n}"]:
            yield match[f"c{n}"], _RELATIONS[(match[f"r{n}"] or "").lower()], _bare(match[f"v{n}"])


def _tool_input(asked: _Asked, table: DataTable) -> dict[str, Any] | None:
    """The tool's input with the columns that matter; None where the data can't carry it."""
    wanted = {folded(name) for name in (asked.column, *(name for name, _, _ in asked.conditions)) if name}
    places = [i for i, name in enumerate(table.columns) if i == 0 or folded(name) in wanted]
    columns = [table.columns[i] for i in places]
    cells = [[row[i] for i in places] for row in table.rows]
    gaps = any(cell is None or isinstance(cell, bool) or cell == "" for row in cells for cell in row)
    if gaps or not cells or not all(_fits(condition, table) for condition in asked.conditions):
        return None
    shown = [[str(cell) for cell in row] for row in cells]
    made: dict[str, Any] = {"tables": [{"of": table.name, "columns": columns, "rows": shown}], "op": asked.op}
    named = {folded(name): name for name in columns}
    if asked.column:
        made["column"] = named[folded(asked.column)]
    if asked.conditions:
        made["where"] = [[named[folded(name)], relation, value] for name, relation, value in asked.conditions]
    return made


def _fits(condition: Sequence[str], table: DataTable) -> bool:
    """A word must stand in the column; a number needs a column of numbers."""
    name, relation, value = condition
    place = next(i for i, known in enumerate(table.columns) if folded(known) == folded(name))
    cells = _cells(table, place)
    if re.match(r"-?\d", value):
        return all(re.match(r"-?\d", cell) for cell in cells)
    return relation in ("=", "!=") and value.casefold() in (cell.casefold() for cell in cells)


def _cells(table: DataTable, place: int) -> list[str]:
    return [str(row[place]) for row in table.rows]


def _bare(text: str) -> str:
    return text.strip().strip("'\"“”")


def _stem(table: DataTable) -> str:
    return singular(folded(table.name.rsplit("/", 1)[-1].split(".")[0]))
