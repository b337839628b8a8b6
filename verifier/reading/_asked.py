"""What a question asks for: its parts, each with a label and the kind of value wanted."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from toolkits import lazy_re as re
from verifier.plan import ClaimKind
from verifier.reading._calendar import asks_name
from verifier.reading._labels import distinct_labels, has_known_name, named_parts
from verifier.reading._records import AskedPart

_OPTION_LINES: Final = re.compile(r"^[ \t]*\(?A[).:：、][^\n]*\n[ \t]*\(?B[).:：、]", re.MULTILINE)
_ASKING_LINE: Final = re.compile(r"^(?![ \t]*\(?[A-Z][).:：、])[^\n]*[?？][ \t]*$", re.MULTILINE)
_OPTION_A: Final = re.compile(r"(?<!\S)\(?[Aa][).:：、]\s*\S[\s\S]*?(?<!\S)\(?[Bb][).:：、]\s*\S")
_YES_NO_LIST: Final = re.compile(
    r"^[ \t]*[-*][ \t]*(?:yes|true|是)[ \t]*\n[ \t]*[-*][ \t]*(?:no|false|否)\b", re.IGNORECASE | re.MULTILINE
)
_SQL: Final = re.compile(
    r"\bSQL\b|\b(?:write|give|what) .{0,30}\bquer(?:y|ies)\b|SQL语句|查询语句", re.IGNORECASE
)
#: A query stands in the question, and what it gives is asked for.
_QUERY_GIVEN: Final = re.compile(r"\bselect\s[\s\S]*?\S", re.IGNORECASE)
_RESULT_ASKED: Final = re.compile(
    r"\b(?:what (?:do|does|is|are|will|would|value|number)|how (?:many|much))\b[^.?!\n]*"
    r"\b(?:returns?|gives?|outputs?|results?|prints?|produces?|yields?)\b|(?:查询|语句|SELECT)[^。？\n]*(?:返回|结果|输出)",
    re.IGNORECASE,
)
_ONE_NUMBER: Final = re.compile(
    r"\bselect\s+(?:count|sum|avg|min|max|round|total)\s*\(|\bhow many (?:rows|records)\b|多少行|几行",
    re.IGNORECASE,
)
_CODE: Final = re.compile(
    r"^\s*(?:async )?def \w+\(|>>> |\b(?:write|implement|complete|create|give|provide|fix"
        r"|code)\b.{0,60}\b(?:function|program|script|method|class|code|snippet|regex)\b"
    r"|\b(?:pandas|numpy|DataFrame|python)\b|\bread .{0,20}\.(?:csv|json|xlsx)\b"
    r"|(?:写|编写|实现|给出|完成).{0,20}(?:函数|程序|代码|脚本|方法)|(?:读取|读入|加载).{0,20}\.(?:csv"
        r"|json|xlsx)|代码",
    re.IGNORECASE | re.MULTILINE,
)  # fmt: skip
_LIST: Final = re.compile(
    r"(?:^|[.?!\n]\s*|\bplease )(?:sort|arrange|order|alphabeti[sz]e"
    r"|rank)\b.{0,60}\b(?:words?|list|alphabetical|ascending|descending|following|names|numbers)|(?:^"
    r"|[.?!\n]\s*)list (?:all |the |every )|complete the rest of the sequence|(?:parentheses|brackets) are "
    r"closed|排序|从[小大]到[大小]排|按字母|列出",
    re.IGNORECASE,
)
_SQL_WORDS: Final = ("sql", "query", "queries", "查询")
_CODE_WORDS: Final = (
    "def ", ">>>", "function", "program", "script", "method", "class", "code", "snippet", "regex", "pandas",
    "numpy", "dataframe", "python",
    ".csv", ".json", ".xlsx", "函数", "程序", "代码", "脚本", "方法",
)  # fmt: skip
_LIST_WORDS: Final = (
    "sort",
    "arrange",
    "order",
    "alphabet",
    "rank",
    "list ",
    "sequence",
    "brackets",
    "排",
    "列出",
)
_BRACKETS: Final = re.compile(r"[<>()\[\]{}\s]+")
_YES_NO: Final = re.compile(
    r"(?:^|[,;:]\s*|\b(?:so|then|and)\s+)(?:is|are|was|were|do|does|did|can|could|will|would|has|have|had"
    r"|should|must|may)\s+(?!\w+ing\b)",
    re.IGNORECASE,
)
_YES_NO_ZH: Final = re.compile(r"吗\s*[?？]?|是否|是不是|能否|对不对|有没有|会不会|对还是错|正确还是错误")
_ASKING_WORD: Final = re.compile(
    r"\b(?:what|which|who|whom|whose|where|when|why|how|find|calculate|compute|determine|solve|evaluate"
    r"|simplify|give|express|estimate|list|name)\b",
    re.IGNORECASE,
)
_STATEMENT: Final = re.compile(r"\b(?:is|are|was|were|equals)\b[^?？]*[?？]\s*$", re.IGNORECASE)
_TRUE_FALSE: Final = re.compile(
    r"\btrue or false\b|^\s*(?:(?:not|true|false|and|or|\(|\))\s*)+is\s*$", re.IGNORECASE
)
_NUMBER: Final = re.compile(
    r"\bhow (?:many|much|old|long|far|tall|fast|high|deep|heavy|wide|big|large|often)\b|\bwhat (?:percent"
        r"|percentage|fraction|number)\b"
    r"|多少|几[个只天年次人元米件本]|多[大长远高重久快]|百分之几|几分之几",
    re.IGNORECASE,
)  # fmt: skip
_IMPERATIVE: Final = re.compile(
    r"(?:[Ff]ind|[Cc]alculate|[Cc]ompute|[Dd]etermine|[Ee]valuate|[Ss]olve|[Ss]implify|[Ww]ork out|[Gg]ive"
    r"|[Ee]xpress|[Cc]onvert|[Ss]ort|[Aa]rrange"
    r"|[Dd]ifferentiate|[Ii]ntegrate|[Ff]actor)(?![a-z])[^.;?\n]*|(?:求出?|计算|求解|解方程|化简"
    r"|算出)[^。；？?\n]*"
)
_BEFORE_IMPERATIVE: Final = re.compile(
    r"(?:^|[.;。；\n]\s*|[,，]\s*(?:and\s+)?(?:then\s+)?"
    r"|[?？]\s*)(?:[Pp]lease\s+|请)?$"
)
_CLOSING_QUOTES: Final = ('"', "''", "”", "’", "」")
_ABOVE: Final = re.compile(r"\babove question\b|\banswer (?:to|of) the question is\b|\bThe answer is \d")
_ASKS: Final = re.compile(r"[?？]")
_BREAKS: Final = (". ", "? ", "! ", "\n", "。", "？", "！", "；", "; ")
_WHEN: Final = re.compile(
    r"\bwhat (?:is the |day|date)?.{0,20}\bdate\b|\bon what (?:day|date)\b|\bwhat "
    r"day\b|几月几[日号]|哪一?天|日期",
    re.IGNORECASE,
)
_SOLVES: Final = re.compile(r"solve\b|求?解", re.IGNORECASE)
_DIGITS: Final = re.compile(r"\d")
_WHO: Final = re.compile(
    r"^\s*(?:who|whom|whose|where|when|why|which|how (?:do|does|did|can|should|is"
    r"|are))\b|谁|哪里|为什么",
    re.IGNORECASE,
)
_EXPRESSION: Final = re.compile(
    r"\b(?:simplify|factor|expand|derivative|differentiate|integral|integrate"
    r"|antiderivative|in terms of|expression)\b|导数|积分|化简|因式分解|展开",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def asked_parts(question: str) -> tuple[AskedPart, ...]:
    """The parts that ``question`` asks for, in order; never empty.

    A question with options asks for one choice, a request for code for code. A question that asks one thing
    gets one part, with a label only where its name is a known one ("mean", "x"); one that asks several gets a
    label for each.
    """
    whole = (0, len(question))
    form = _form(question)
    if form is not None:
        return (AskedPart(label="", kind=form, span=whole),)
    clauses = _clauses(question) or [whole]
    parts = [p for start, end in clauses for p in _parts_of(question, start, end)]
    if any(part.label for part in parts):  # "Solve the system …. Find x and y." asks for x and y
        parts = [p for p in parts if p.label or not _SOLVES.match(question, p.span[0])]
    if len(parts) == 1:
        return tuple(parts)
    return _labelled(question, parts)


def _has_options(question: str) -> bool:
    """Whether ``question`` ends with lettered options, each on its line or one after another."""
    lines = _OPTION_LINES.search(question)
    if lines is not None:
        return not _ASKING_LINE.search(question, lines.end())
    match = _OPTION_A.search(question)
    return match is not None and _ASKS.search(question, match.end()) is None


def _form(question: str) -> ClaimKind | None:
    """Kind of a question whose form says what is wanted, whatever else stands in it."""
    low = question.lower()
    if ("yes" in low or "true" in low or "是" in low) and _YES_NO_LIST.search(question):
        return "boolean"
    if _has_options(question):
        return "choice"
    if "select" in low and _QUERY_GIVEN.search(question) and _RESULT_ASKED.search(question):
        return "number" if _ONE_NUMBER.search(question) else None
    if _mentions(low, _SQL_WORDS) and _SQL.search(question):
        return "sql"
    if _mentions(low, _CODE_WORDS) and _CODE.search(question):
        return "code"
    if (_mentions(low, _LIST_WORDS) and _LIST.search(question)) or _BRACKETS.fullmatch(question):
        return "list"
    return "boolean" if ("true" in low or "false" in low) and _TRUE_FALSE.search(question) else None


def _mentions(low: str, words: tuple[str, ...]) -> bool:
    """Whether a cheap look finds one of ``words``: most questions need no pattern."""
    return any(word in low for word in words)


def _clauses(question: str) -> list[tuple[int, int]]:
    """Spans of the sentences that ask, in order; only the last where it refers to "the above question"."""
    spans = [(_sentence_start(question, m.start()), m.end()) for m in _ASKS.finditer(question)]
    if len(spans) > 1:
        spans = [(a, b) for a, b in spans if _asks_itself(question, a, b)] or spans
    sentences = list(spans)
    for match in _IMPERATIVE.finditer(question):
        start, end = match.span()
        inside = any(a <= start < b for a, b in sentences)
        if (
            not inside
            and "answer" not in match[0]
            and _BEFORE_IMPERATIVE.search(question, max(0, start - 20), start)
        ):
            spans.append((start, end))
    context = question.rfind("Question:") + 1  # what stands before it is the passage
    spans = sorted((a, b) for a, b in spans if b > context)
    return spans[-1:] if _ABOVE.search(question) else spans


def _asks_itself(question: str, start: int, end: int) -> bool:
    """Neither what someone says ("Are we there yet?" she asks) nor alternatives alone ("White or brown?")."""
    if question.startswith(_CLOSING_QUOTES, end):
        return False
    clause = question[start:end]
    return (
        " or " not in clause or _ASKING_WORD.search(clause) is not None or _YES_NO.search(clause) is not None
    )


def _sentence_start(question: str, end: int) -> int:
    start = max(
        question.rfind(mark, 0, end) + len(mark) if question.rfind(mark, 0, end) >= 0 else 0
        for mark in _BREAKS
    )
    while start < end and question[start].isspace():
        start += 1
    return start


def _parts_of(question: str, start: int, end: int) -> list[AskedPart]:
    clause = question[start:end]
    names = named_parts(clause)
    kind = _kind(clause, question)
    if not names:
        return [AskedPart(label="", kind=kind, span=(start, end))]
    if len(names) > 1:
        kind = "number" if kind == "text" else kind
    return [AskedPart(label=label, kind=kind, span=(start + a, start + b)) for label, a, b in names]


def _kind(clause: str, question: str) -> ClaimKind:
    if asks_name(question if "day" in clause else clause):
        return "text"
    if _YES_NO_ZH.search(clause) or (
        _YES_NO.search(clause.strip()) and not _NUMBER.search(clause) and not _asks_what(clause)
    ):
        return "boolean"
    if _NUMBER.search(clause):
        return "number"
    if _STATEMENT.search(clause) and not _asks_what(clause):
        return "boolean"
    if _WHEN.search(clause):
        return "date"
    if _EXPRESSION.search(clause):
        return "expression"
    if _WHO.search(clause):
        return "text"
    return "number" if has_known_name(clause) or _DIGITS.search(question) else "text"


def _asks_what(clause: str) -> bool:
    return _ASKING_WORD.search(clause) is not None


def _labelled(question: str, parts: list[AskedPart]) -> tuple[AskedPart, ...]:
    """Give each part of a question that asks several things a label of its own."""
    unnamed = [p for p in parts if not p.label]
    labels = iter(
        distinct_labels([question[p.span[0] : p.span[1]] for p in unnamed]) if len(unnamed) > 1 else [""]
    )
    named = [p if p.label else AskedPart(label=next(labels), kind=p.kind, span=p.span) for p in parts]
    return tuple({p.label or str(p.span): p for p in reversed(named)}.values())[::-1]
