"""Questions on a small table that stands in the question: who is oldest, how many are above, what is the mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from toolkits import lazy_re as re
from toolkits.counting import singular
from toolkits.errors import ToolkitError
from toolkits.rows import rows
from verifier.plan import ClaimKind
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core

_NAME = r"[A-Z][a-z]+"
_NUMBER = r"-?\d+(?:\.\d+)?"
_COLUMN = r"[a-z]+(?: \([a-z/]+\))?"
_BLOCK = re.compile(
    rf"(?P<head>name(?:, {_COLUMN})+) (?P<rows>{_NAME}(?:, {_NUMBER})+(?: {_NAME}(?:, {_NUMBER})+)*)"
)
_ROW = re.compile(rf"{_NAME}(?:, {_NUMBER})+")
_INTRO = re.compile(
    r"here is a table where the first line is a header and each subsequent line is an? (?P<of>[a-z]+): ",
    re.IGNORECASE,
)
_FACT = rf"the [a-z]+ of {_NAME} is {_NUMBER}(?: [a-z]+)?"
_EXAMPLE = re.compile(rf"For example: (?:{_FACT}, )*{_FACT}\. ?")
_ADDED = re.compile(
    rf"We (?:now|then) add an? (?P<of>[a-z]+) to the table: (?P<row>{_NAME}(?:, {_NUMBER})+) ?"
)
_SIMILAR = re.compile(r"And here is a similar table, but listing (?P<of>[a-z]+): ")
_DELETED = re.compile(
    rf"We (?:now|then) delete the (?P<of>[a-z]+) named (?P<name>{_NAME}) from the table\. ?"
)

#: Adjective -> the column it speaks of, and whether its superlative is the largest value.
_SUPERLATIVES: Mapping[str, tuple[str, bool]] = {
    "oldest": ("age", True), "youngest": ("age", False), "younest": ("age", False), "tallest": ("height", True),
    "shortest": ("height", False), "heaviest": ("weight", True), "lightest": ("weight", False),
}  # fmt: skip
_COMPARATIVES: Mapping[str, tuple[str, bool]] = {
    "older": ("age", True), "younger": ("age", False), "taller": ("height", True), "shorter": ("height", False),
    "heavier": ("weight", True), "lighter": ("weight", False),
}  # fmt: skip
_EXTREMES: Mapping[str, str] = {
    **dict.fromkeys(
        ("largest", "greatest", "highest", "biggest", "maximum", "oldest", "tallest", "heaviest"), "max"
    ),
    **dict.fromkeys(("smallest", "lowest", "least", "minimum", "youngest", "shortest", "lightest"), "min"),
}
_PLACES: Mapping[str, int] = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1, "": 1}
_TOTALS: Mapping[str, str] = {
    "cumulated": "sum", "cumulative": "sum", "total": "sum", "combined": "sum", "average": "mean", "mean": "mean"
}  # fmt: skip
#: Kinds of things that are animals, for a question that says "animals".
_ANIMALS = frozenset(
    [
        "penguin",
        "giraffe",
        "otter",
        "seal",
        "elephant",
        "lion",
        "tiger",
        "bear",
        "cat",
        "dog",
        "horse",
        "cow",
        "sheep",
        "goat",
        "pig",
        "wolf",
        "fox",
    ]
)

_P = r"(?P<p>[a-z]+)"
_PLACE = r"(?P<k>first|second|third|fourth|fifth|last)"
_BOUND = (
    rf"(?:(?:are |is )?(?P<{{0}}r>more|less) than (?P<{{0}}n>{_NUMBER} (?:years? old|[a-z]+ (?:tall|heavy)))"
    rf"|(?:are |is )?(?P<{{0}}c>{'|'.join(_COMPARATIVES)}) than (?P<{{0}}m>{_NUMBER} [a-z]+)"
    rf"|weight?s? (?P<{{0}}w>more|less) than (?P<{{0}}o>{_NUMBER} [a-z]+))"
)
_AMOUNT = rf"(?P<v>{_NUMBER})[ -](?P<u>[a-z]+)[ -](?P<a>old|tall|heavy)"
_MEASURES: Mapping[str, str] = {"old": "age", "tall": "height", "heavy": "weight"}


def _superlative(match: re.Match[str]) -> dict[str, Any]:
    column, largest = _SUPERLATIVES[match["s"].lower()]
    return {
        "op": "at",
        "sort": column,
        "descending": largest,
        "at": str(_PLACES[(match["k"] or "").strip().lower()]),
    }


def _beyond_all(match: re.Match[str]) -> dict[str, Any]:
    column, largest = _COMPARATIVES[match["c"].lower()]
    return {"op": "at", "sort": column, "descending": largest}


def _beyond(match: re.Match[str]) -> dict[str, Any]:
    compared = [(match["c"], match["x"]), *([(match["d"], match["y"])] if match["d"] else [])]
    conditions = [(*_COMPARATIVES[word.lower()], name) for word, name in compared]
    return {
        "op": "cell",
        "where": [[column, ">" if larger else "<", name] for column, larger, name in conditions],
    }


def _named(match: re.Match[str]) -> dict[str, Any]:
    column = _MEASURES[match["a"].lower()]
    amount = match["v"] if column == "age" else f"{match['v']} {match['u']}"
    fits = column != "age" or match["u"].rstrip("s") == "year"
    return {"op": "cell" if fits else "", "where": [[column, "=", amount]]}


def _counted(match: re.Match[str]) -> dict[str, Any]:
    groups = match.groupdict()
    return {"op": "count", "where": [_bound(groups, key) for key in "ab" if _has(groups, key)]}


def _has(groups: Mapping[str, Any], key: str) -> bool:
    return any(groups.get(key + part) for part in "rcw")


def _bound(groups: Mapping[str, Any], key: str) -> list[str]:
    """The condition that the groups with the prefix ``key`` state."""
    if groups[f"{key}c"]:
        column, larger = _COMPARATIVES[groups[f"{key}c"].lower()]
        return [column, ">" if larger else "<", groups[f"{key}m"]]
    word = groups[f"{key}r"] or groups[f"{key}w"]
    relation = ">" if word.lower() == "more" else "<"
    if groups[f"{key}w"]:
        return ["weight", relation, groups[f"{key}o"]]
    number, unit, measure = groups[f"{key}n"].split()
    return [_MEASURES[measure], relation, number if measure == "old" else f"{number} {unit}"]


def _sorted_place(match: re.Match[str]) -> dict[str, Any]:
    return {"op": "at", "sort": "name", "at": str(_PLACES[match["k"].lower()])}


_ASKS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], dict[str, Any]]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), make)
    for pattern, make in (
        (rf"(?:which|what|who) is the (?:name of the )?(?P<k>(?:second|third|fourth) )?(?P<s>{'|'.join(_SUPERLATIVES)}) {_P}", _superlative),
        (rf"what is the name of the (?P<k>(?:second|third|fourth) )?(?P<s>{'|'.join(_SUPERLATIVES)}) {_P}", _superlative),
        (rf"which {_P} is (?P<c>{'|'.join(_COMPARATIVES)}) than (?:all )?the other (?:ones|[a-z]+)", _beyond_all),
        (rf"which {_P} is (?P<c>{'|'.join(_COMPARATIVES)}) than (?-i:(?P<x>{_NAME}))(?: (?:and|but) (?P<d>{'|'.join(_COMPARATIVES)}) than (?-i:(?P<y>{_NAME})))?", _beyond),
        (rf"(?:what is the name of|which is) the {_AMOUNT} {_P}", _named),
        (rf"what is the name of the {_P} that is {_AMOUNT}", _named),
        (rf"which {_P} is {_AMOUNT}", _named),
        (rf"how many {_P} (?:are there|are listed|are) in the tables?", lambda _: {"op": "count"}),
        (rf"how many {_P} {_BOUND.format('a')}(?: and {_BOUND.format('b')})?", _counted),
        (rf"what is the name of the {_PLACE} {_P}", lambda m: {"op": "at", "at": str(_PLACES[m["k"].lower()])}),
        (rf"what is the name of the {_PLACE} {_P} (?:sorted|when sorted|ordered) (?:by|in) alphabetic(?:al)? order", _sorted_place),
        (rf"what is the (?P<column>age|height|weight) of (?-i:(?P<x>{_NAME}))", lambda m: {"op": "cell", "column": m["column"].lower(), "where": [["name", "=", m["x"]]]}),
        (rf"how (?P<a>old|tall|heavy) is (?-i:(?P<x>{_NAME}))", lambda m: {"op": "cell", "column": _MEASURES[m["a"].lower()], "where": [["name", "=", m["x"]]]}),
        (rf"what is the (?P<e>{'|'.join(_EXTREMES)}) (?P<column>age|height|weight)", lambda m: {"op": _EXTREMES[m["e"].lower()], "column": m["column"].lower()}),
        (rf"what is the (?P<t>{'|'.join(_TOTALS)}) (?P<column>age|height|weight) of (?:all )?the {_P}", lambda m: {"op": _TOTALS[m["t"].lower()], "column": m["column"].lower()}),
        (r"how many species are (?:there|listed) in the tables?", lambda _: {"op": "tables"}),
        (r"how many columns are (?:there )?in the table", lambda _: {"op": "columns"}),
        (r"what(?: is|'s) the number of the column with the (?P<column>name|age|height|weight)s(?: \(1, 2, 3 or 4\))?", lambda m: {"op": "column_number", "column": m["column"].lower()}),
    )
)  # fmt: skip


def solve(question: QuestionText) -> list[Derivation]:
    """The name or number that the table answers with."""
    if "header" not in question.stem[:200]:
        return []
    tool_input = _problem(" ".join(core(question.stem).split()))
    if not tool_input:
        return []
    try:
        found = rows(**tool_input)
    except ToolkitError:
        return []
    numeric = isinstance(found["value"], str) and found["value"].lstrip("-")[:1].isdigit()
    kind: ClaimKind = "number" if numeric else "text"
    return [
        Derivation(
            kind=kind,
            tool="rows",
            tool_input=tool_input,
            unit=found["unit"] if kind == "number" else None,
            values=question.options,
            description=f"{tool_input['op']} of the rows of the question's table",
        )
    ]


def _problem(text: str) -> dict[str, Any]:
    """The tool's input; {} where a sentence is not understood."""
    start = _INTRO.match(text)
    block = _BLOCK.match(text, start.end()) if start else None
    table = _table(block, start["of"]) if start and block else None
    if block is None or table is None:
        return {}
    tables, without, rest = [table], list[str](), text[block.end() :].lstrip()
    if example := _EXAMPLE.match(rest):
        rest = rest[example.end() :]
    while not (ask := re.fullmatch(r"([^?.:]+(?:\d\.\d[^?.:]*)?)\?", rest)):
        if (added := _ADDED.match(rest)) and added["of"] == tables[0]["of"]:
            tables[0]["rows"].append(added["row"].split(", "))
            rest = rest[added.end() :]
        elif (similar := _SIMILAR.match(rest)) and (block := _BLOCK.match(rest, similar.end())):
            other = _table(block, singular(similar["of"]))
            if other is None:
                return {}
            tables.append(other)
            rest = rest[block.end() :].lstrip()
        elif (deleted := _DELETED.match(rest)) and deleted["of"] == tables[0]["of"]:
            without.append(deleted["name"])
            rest = rest[deleted.end() :]
        else:
            return {}
    return _asked(ask[1].strip(), tables, without)


def _table(block: re.Match[str], of: str) -> dict[str, Any] | None:
    columns = block["head"].split(", ")
    found = [row.split(", ") for row in _ROW.findall(block["rows"])]
    fits = all(len(row) == len(columns) for row in found) and len({row[0] for row in found}) == len(found)
    return {"of": of, "columns": columns, "rows": found} if fits else None


def _asked(ask: str, tables: list[dict[str, Any]], without: list[str]) -> dict[str, Any]:
    for pattern, make in _ASKS:
        match = pattern.fullmatch(ask)
        if match is None:
            continue
        made = make(match)
        kind = _kind(match.groupdict().get("p"), tables)
        several = len(tables) > 1 and made["op"] in ("columns", "column_number", "min", "max")
        if kind is None or several or not made["op"]:
            continue
        return {
            "tables": tables,
            **made,
            **({"of": kind} if kind else {}),
            **({"without": without} if without else {}),
        }
    return {}


def _kind(word: str | None, tables: list[dict[str, Any]]) -> str | None:
    """The table that the word means, "" for all of them, None for none."""
    if word is None:
        return ""
    kind = singular(word.lower())
    kinds = [table["of"] for table in tables]
    if kind in kinds:
        return kind if len(kinds) > 1 else ""
    return "" if kind == "animal" and all(k in _ANIMALS for k in kinds) else None
