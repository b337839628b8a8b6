"""Questions that give a query and ask what it gives, on a database or tables that come with them."""

from __future__ import annotations

from typing import Final

from toolkits import lazy_re as re
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning._queries import source_of

_FENCED: Final = re.compile(
    r"```[ \t]*(?:sql|sqlite|duckdb|postgresql|mysql)?[ \t]*\n(?P<query>.*?)```", re.IGNORECASE | re.DOTALL
)
_TICKED: Final = re.compile(r"`(?P<query>\s*(?:select|with)\b[^`]+)`", re.IGNORECASE)
#: A query written into the sentence ends at its semicolon, at a blank line or at the question's end.
_BARE: Final = re.compile(
    r"(?<![\w`])(?P<query>(?:select\s|with\s+(?:recursive\s+)?\w+\s*(?:\([^)]*\)\s*)?as\s*\().*?)"
    r"(?=;|\n\s*\n|\Z|[?？!！。]\s*\Z|\b(?:returns?|gives?|outputs?|yields?|produces?|evaluates? to|results? in)\b[\s?.]*\Z|(?:返回|输出|得到|的结果))",
    re.IGNORECASE | re.DOTALL,
)
_QUERY: Final = re.compile(r"\s*(?:select|with)\b", re.IGNORECASE)
_ROWS: Final = re.compile(
    r"\bhow many (?:rows|records|results|tuples)\b|\bnumber of (?:rows|records)\b|(?:多少|几)(?:行|条)|行数",
    re.IGNORECASE,
)
_ASKS: Final = re.compile(
    r"\b(?:what|which|how many|how much)\b[^.?!]*\b(?:returns?|results?|outputs?|gives?|values?|evaluates?|yields?|produces?|prints?|shows?)\b"
    r"|\b(?:run|execute|evaluate|compute)\b|(?:返回|结果|输出|得到|执行|运行)",
    re.IGNORECASE,
)
#: Requests for another query, or for words about one.
_OTHER: Final = re.compile(
    r"\b(?:rewrite|optimi[sz]e|fix|correct(?:ed)?|debug|explain|convert|translate|wrong|error|bug|improve|modify|change|equivalent"
    r"|insert|update|delete|alter|drop|create|refactor|simplify|instead|missing|complete|fill)\b|改写|优化|修正|修改|解释|转换|错误|等价|补全",
    re.IGNORECASE,
)


def solve(question: QuestionText) -> list[Derivation]:
    """The value of the query, or the number of its rows."""
    source = source_of(question)
    found = _query(question.text)
    if source is None or found is None:
        return []
    query, rest = found
    counts = _ROWS.search(rest) is not None
    if _OTHER.search(rest) or not (counts or _ASKS.search(rest)):
        return []
    return [
        Derivation(
            kind="number", tool="sql", tool_input={"query": query, **source},
            output="row_count" if counts else "value",
            description="the question's query, on its own data",
        )
    ]  # fmt: skip


def _query(text: str) -> tuple[str, str] | None:
    """The one query of a question and the words around it; ``None`` for none, or several."""
    for pattern in (_FENCED, _TICKED, _BARE):
        found = [match for match in pattern.finditer(text) if _QUERY.match(match["query"])]
        if len(found) > 1:
            return None
        if found:
            match = found[0]
            return match["query"].strip(), f"{text[: match.start()]} {text[match.end() :]}"
    return None
