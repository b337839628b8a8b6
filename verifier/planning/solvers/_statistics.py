"""Questions that ask for statistics of numbers: those written in the question, or a column of its data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.statistics import statistics
from verifier.plan import AnyOf, Check, ClaimKind, Contains, Equals, RoundsTo
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._columns import find
from verifier.planning.solvers._core import core
from verifier.planning.solvers._math_text import is_expression, plain_math, split_top
from verifier.planning.solvers._small_numbers import in_digits
from verifier.task import DataTable

_NAMES: dict[str, str] = {
    "mean": r"(?:arithmetic )?mean|average(?: \(mean\)| value)?|mean \(average\)|算术平均数|平均数|平均值|均值|平均",
    "median": r"median|中位数",
    "mode": r"mode|众数",
    "range": r"range|极差",
    "sample variance": r"sample variance|样本方差",
    "population variance": r"population variance|总体方差|方差",
    "variance": r"variance",
    "sample standard deviation": r"sample standard deviation|样本标准差",
    "population standard deviation": r"population standard deviation|总体标准差|标准差",
    "standard deviation": r"standard deviation",
    "sum": r"sum|total|总和|之和",
    "product": r"product|乘积|之积",
    "maximum": r"maximum|max|largest (?:number|value)|greatest (?:number|value)|highest (?:number|value)|最大值|最大数",
    "minimum": r"minimum|min|smallest (?:number|value)|least (?:number|value)|lowest (?:number|value)|最小值|最小数",
    "count": r"count|number of values|个数",
}  # fmt: skip
_OPS: dict[str, str] = {
    "sample variance": "sample_variance", "population variance": "variance",
    "sample standard deviation": "sample_stdev",
    "population standard deviation": "stdev", "standard deviation": "stdev", "maximum": "max",
    "minimum": "min",
}  # fmt: skip
_ANY = "|".join(_NAMES.values())
_ONE = re.compile(
    "|".join(f"(?P<L{n}>{pattern})" for n, pattern in enumerate(_NAMES.values())), re.IGNORECASE
)
_WANTED = rf"(?P<w>(?:the |its |their )?(?:{_ANY})(?:(?:,? and (?:the |its |their )?|, (?:the )?|和|与|、|及|以及)(?:{_ANY}))*)"
_ASK = r"(?:what (?:is|are|was|were)|what's|find|calculate|compute|determine|give|work out|求|计算|求出)"
_THINGS = r"(?:the |this |these |all (?:of )?the |his |her |their )?(?:following )?(?:(?:\w+ )?(?:data ?set|data|set|list|sample|numbers?|values?|scores?|observations?|integers?|test scores|points|temperatures|ages|heights|weights|grades|members|elements)(?: of (?:numbers|data|values|scores|integers))?)"
_LIST = r"(?P<l>[^?]*?\d[^?]*?)"
_SENTENCES: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_ASK} {_WANTED} (?:of|for|in) (?:{_THINGS})?\s*(?::|,)?\s*{_LIST}[?.]?",
        rf"(?:for|given|consider|using|in) (?:{_THINGS})\s*(?::|,|of)?\s*{_LIST}[,.;:]? (?:please )?{_ASK} {_WANTED}(?: of (?:{_THINGS}))?[?.]?",
        rf"(?:{_THINGS}) (?:is|are|has|have|contains?|consists? of)(?: the (?:values|numbers))?\s*:?\s*{_LIST}[.;,]? {_ASK} {_WANTED}(?: (?:of|for) (?:{_THINGS}))?[?.]?",
        rf"(?:points|scores|grades|marks|values|temperatures) (?:earned |received |recorded |obtained )?(?:on|in|for|during)? ?(?:\w+ ){{0,4}}(?:are|were)\s*:?\s*{_LIST}\. {_ASK} {_WANTED} of (?:these|the)(?: (?P<n>\w+))? (?:\w+ ){{0,2}}\w+[?.]?",
        rf"(?:the )?(?:ages|heights|weights|scores|marks|grades|salaries|prices|temperatures) of (?:the )?(?:(?P<n>\w+) )?(?:people|students|children|boys|girls|players|friends|members|employees|workers|men|women|cities|items|books|tests|days) (?:are|were):? {_LIST}(?: years(?: old)?)?\. {_ASK} {_WANTED} (?:age|height|weight|score|mark|grade|salary|price|temperature)(?: of (?:the|these) \w+)?[?.]?",
        rf"(?:(?P<n>[两三四五六七八九十]|\d+)(?:个|名|位)(?:人|同学|学生|孩子|朋友|队员|员工)的)?(?:年龄|身高|体重|成绩|得分|分数)(?:分别)?(?:是|为)\s*:?\s*{_LIST}\s*(?:岁|分|厘米|千克|公斤|cm|kg)?[,。;](?:求|则|那么|问)?(?:他们|这些人)?的?(?P<w>平均)(?:年龄|身高|体重|成绩|得分|分数|分)(?:是|为)?(?:多少|几)?(?:岁|分|厘米|千克|公斤)?[?。]?",
        rf"(?:求|计算)?(?:数据|下列数据|以下数据|这组数据|一组数据|数|数字|数列)?(?:的?数据)?\s*[::]?\s*{_LIST}\s*(?:这(?:组|几个|些|\w个)(?:数据|数)?)?\s*的\s*{_WANTED}(?:分别)?(?:是|为)?(?:多少|几|什么)?[?。]?",
        rf"(?:求|计算)(?:下列|以下)(?:数据|数|数字)的\s*{_WANTED}\s*[::]\s*{_LIST}[?。]?",
        rf"(?:一组|某组|已知一组|已知)?数据(?:是|为|:|如下:)?\s*{_LIST}[,。;](?:则|那么)?(?:这组数据|它们|其)的\s*{_WANTED}(?:分别)?(?:是|为)?(?:多少|几|什么)?[?。]?",
    )
)
_SPREAD = re.compile(
    rf"{_ASK} the (?:positive )?difference between the (?:greatest|largest|highest|maximum|biggest) and (?:the )?(?:least|smallest|lowest|minimum) (?:members?|elements?|numbers?|values?) (?:of|in) (?:the |this )?(?:set|list|data set|numbers)?\s*:?\s*{_LIST}[?.]?",
    re.IGNORECASE,
)
_BRACES = re.compile(r"^\s*(?:\\left)?\s*\\?[{\[(]\s*|\s*(?:\\right)?\s*\\?[}\])]\s*$")
_COLUMN = re.compile(
    rf"{_ASK} {_WANTED}(?: value)?(?: of| for| in) (?:the )?(?:column )?['\"`]?(?P<c>[^'\"`?]+?)['\"`]?(?: column)?(?: (?:in|of|from) (?:the )?(?:data|table|file|csv|dataset|['\"`]?[\w.-]+\.\w+['\"`]?))?[?.]?",
    re.IGNORECASE,
)
_COLUMN_ZH = re.compile(
    rf"(?:求|计算)?(?:(?:数据|表|文件)?\s*[\w.-]*\s*中)?\s*['\"`“]?(?P<c>[^'\"`“”?]+?)['\"`”]?\s*(?:列|这一列|一列)?的\s*{_WANTED}(?:分别)?(?:是|为)?(?:多少|几)?[?。]?"
)
_ADJECTIVE = re.compile(
    rf"{_ASK} the (?P<a>average|mean|median|total|maximum|minimum|highest|lowest|largest|smallest) ['\"`]?(?P<c>[^'\"`?]+?)['\"`]?(?: (?:in|of|from) (?:the )?(?:data|table|file|csv|dataset|['\"`]?[\w.-]+\.\w+['\"`]?))?[?.]?",
    re.IGNORECASE,
)
_ADJECTIVES = {
    "average": "mean", "mean": "mean", "median": "median", "total": "sum",
    "maximum": "maximum", "highest": "maximum",
    "largest": "maximum", "minimum": "minimum", "lowest": "minimum", "smallest": "minimum",
}  # fmt: skip
_WHICH = re.compile(
    r"(?:which|what) (?P<who>[\w ]+?) (?:has|had|have) the (?:(?P<n>second|third|fourth|fifth)[- ])?(?P<dir>highest|largest|greatest|most|lowest|smallest|least) ['\"`]?(?P<c>[^'\"`?]+?)['\"`]?[?.]?",
    re.IGNORECASE,
)
_ROWS = re.compile(
    r"how many rows (?:are there |are |does )?(?:in |there in )?(?:the )?(?:data|table|file|csv|dataset|[\w.-]+\.\w+)(?: have)?\?|(?:数据|表|文件|[\w.-]+)(?:中|里)?(?:一共|共)?有多少行[?]?",
    re.IGNORECASE,
)
MAX_LENGTH = 1_000
#: A number, and what parts it from the next in a written list.
_LISTED = re.compile(r"\d[)}\]%$]*\s*(?:[,，、;；]|and\b|和|与)")
_MARK = re.compile(
    r"mean|average|median|mode\b|range|variance|deviation|sum\b|total|product|maximum|minimum|largest|smallest|greatest|difference between|highest|lowest|how many rows"
    r"|平均|均值|中位数|众数|极差|方差|标准差|总和|最大|最小|行",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Numbers:
    values: list[Any]
    described: str


def solve(question: QuestionText) -> list[Derivation]:
    """One derivation for each statistic that the question asks for."""
    stem = question.stem
    listed = len(stem) <= MAX_LENGTH and _LISTED.search(stem)
    if not (listed or (question.data and len(stem) <= MAX_LENGTH)) or not _MARK.search(stem):
        return []
    text = plain_math(core(stem))
    try:
        return _of_list(text) or (_of_data(text, question.data) if question.data else [])
    except ToolkitError:
        return []


def _of_list(text: str) -> list[Derivation]:
    spread = _SPREAD.fullmatch(text)
    if spread:
        values = _values(spread["l"])
        return _derivations(["range"], _Numbers(values, spread["l"])) if values else []
    for pattern in _SENTENCES:
        match = pattern.fullmatch(text)
        values = _values(match["l"]) if match else None
        if match and values and _counted(match, values):
            return _derivations(_wanted(match["w"]), _Numbers(values, match["l"]))
    return []


def _values(text: str) -> list[str] | None:
    """The numbers of a written list: at least two, each a number as it stands."""
    parts = split_top(_BRACES.sub("", text.strip().rstrip(".,;。")))
    numbers = [part.strip().strip("$") for part in parts]
    if len(numbers) < 2 or not all(is_expression(n) and re.search(r"\d", n) for n in numbers):
        return None
    return [_plain(n) for n in numbers]


def _plain(number: str) -> str:
    """A fraction of LaTeX in the form that the tools read."""
    fraction = re.fullmatch(r"(-?)\\[dt]?frac\s*\{(\d+)\}\s*\{(\d+)\}", number)
    return f"{fraction[1]}{fraction[2]}/{fraction[3]}" if fraction else number


def _counted(match: re.Match[str], values: Sequence[str]) -> bool:
    """A count that the question states ("these six scores") must be the number of values."""
    said = in_digits(match.groupdict().get("n") or "")
    return not said.isdecimal() or int(said) == len(values)


def _wanted(text: str) -> list[str]:
    names = list(_NAMES)
    return [names[int(m.lastgroup[1:])] for m in _ONE.finditer(text) if m.lastgroup]


def _derivations(names: Sequence[str], numbers: _Numbers) -> list[Derivation]:
    return [_derivation(name, numbers, len(names) > 1) for name in dict.fromkeys(names)]


def _derivation(name: str, numbers: _Numbers, several: bool) -> Derivation:
    op = _OPS.get(name, name)
    tool_input: dict[str, Any] = {"op": op, "values": numbers.values}
    value = statistics(**tool_input)["value"]
    label = name.removeprefix("population ").removeprefix("sample ")
    kind: ClaimKind = "list" if isinstance(value, list) else "number"
    return Derivation(
        part=label if several else "",
        kind=kind,
        tool="statistics",
        tool_input=tool_input,
        description=f"{name} of {numbers.described}"[:200],
        check=None if several else _check(name, value),
    )


def _check(name: str, value: Any) -> Check | None:
    """A check where the default of the kind would be too strict or too lax."""
    claim = {"$ref": "claims.final.value"}
    if isinstance(value, list):
        return Contains(expected=claim)
    if name in ("variance", "standard deviation"):
        # Unqualified it may be the population's or the sample's: the answer may give either.
        return AnyOf(
            checks=(RoundsTo(expected=claim), RoundsTo(actual={"$ref": "output.sample"}, expected=claim))
        )
    # What is picked from the numbers of the question is one of them: a coarser number is another one.
    return Equals(expected=claim) if name in ("maximum", "minimum", "mode") and "/" not in value else None


def _of_data(text: str, tables: Sequence[DataTable]) -> list[Derivation]:
    if _ROWS.fullmatch(text) and len(tables) == 1 and tables[0].rows:
        values = [1] * len(tables[0].rows)
        return _derivations(["count"], _Numbers(values, f"rows of {tables[0].name}"))
    which = _WHICH.fullmatch(text)
    if which:
        return _ranked(which, tables)
    for pattern in (_COLUMN, _COLUMN_ZH, _ADJECTIVE):
        match = pattern.fullmatch(text)
        column = _column(match["c"], tables) if match else None
        if match and column:
            names = [_ADJECTIVES[match["a"].lower()]] if "a" in match.groupdict() else _wanted(match["w"])
            return _derivations(names, column)
    return []


def _cells(table: DataTable, index: int) -> list[Any] | None:
    """The column's cells, when every one of them is a number: on gaps the question is silent."""
    cells = [row[index] for row in table.rows]
    numeric = all((isinstance(c, int | float) and not isinstance(c, bool)) or _is_number(c) for c in cells)
    return [str(c) for c in cells] if cells and numeric else None


def _is_number(cell: Any) -> bool:
    return isinstance(cell, str) and bool(re.fullmatch(r"-?\d+(?:\.\d+)?", cell.strip()))


def _column(name: str, tables: Sequence[DataTable]) -> _Numbers | None:
    found = find(name, tables)
    cells = _cells(*found) if found else None
    return _Numbers(cells, f"column {name} of {found[0].name}") if cells and found else None


def _ranked(match: re.Match[str], tables: Sequence[DataTable]) -> list[Derivation]:
    """Whose value is the (second, third, …) highest or lowest."""
    by, who = find(match["c"], tables), find(match["who"], tables)
    if by is None or who is None or by[0] is not who[0]:
        return []
    cells, labels = _cells(*by), [str(row[who[1]]) for row in who[0].rows]
    if cells is None:
        return []
    high = match["dir"].lower() in ("highest", "largest", "greatest", "most")
    op = "kth_largest" if high else "kth_smallest"
    tool_input: dict[str, Any] = {"op": op, "values": cells, "k": match["n"] or "first", "labels": labels}
    statistics(**tool_input)
    expected = {"$ref": "claims.final.value"}
    return [
        Derivation(
            kind="text",
            tool="statistics",
            tool_input=tool_input,
            output="label",
            description=f"whose {match['c']} is {match['n'] or ''} {match['dir']}",
            check=Equals(actual={"$ref": "output.label"}, expected=expected),
        )
    ]
