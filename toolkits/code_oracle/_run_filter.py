"""Code under test against the rows that its question says to keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

from toolkits.code_oracle import _judged
from toolkits.code_oracle._frame import Cell, Table, make_table
from toolkits.code_oracle._hints import mask_fault
from toolkits.code_oracle._predicate import Predicate, number_text
from toolkits.code_oracle._touched import Touched, preferred, touched
from toolkits.errors import ToolInputError, ToolRefused, ToolTimeout

Key: TypeAlias = tuple[Fraction | str | None, ...]
Found: TypeAlias = Mapping[str, Any]

_SECONDS: Final = 3.0
_FILE: Final = "data.csv"


def judge_filter(
    code: str, predicate: Predicate, *, file: str = "", before: str = "", table: Table | None = None
) -> dict[str, Any]:
    """Run ``code`` on a table made for the predicate (and on ``table``) and compare the rows that it keeps.

    Args:
        code: the code under test; it may read the file, take a table as given, or define a function.
        predicate: the rows to keep.
        file: the file that the question names.
        before: imports and helpers that the question gives.
        table: a table that came with the question, tried besides.

    Raises:
        ToolkitError: nothing could be judged.
    """
    seen = touched(code)
    tables = [_made(predicate, seen)]
    if table is not None:
        tables.append(_checked(table, predicate))
    runs = [_run(code, seen, one, file or _FILE, before) for one in tables]
    if any("timeout" in run for run in runs):
        raise ToolTimeout("the code ran out of processor time")
    broken = next((run["exception"] for run in runs if "exception" in run), None)
    if broken is not None:
        _raise_if_blameless(broken, predicate, alone=tables[0].columns == predicate.columns)
        return _output([], "violated", code, broken, tables[0])
    functions = bool(seen and seen.functions)
    results = [
        _result(predicate, one, run["found"], functions=functions and not run["silent"], silent=run["silent"])
        for one, run in zip(tables, runs, strict=True)
    ]
    cases = [case for _, found in results for case in found]
    value = _judged.verdict(cases)
    killed = _killed(predicate, tables[0], results[0][0]) if value == "holds" else {}
    return _output(cases, value, code, None, tables[0], killed=killed)


def _made(predicate: Predicate, seen: Touched | None) -> Table:
    if seen is None:
        return make_table(predicate, ())
    # A column that differs from the question's in case only would be two columns after a rename to lower
    # case.
    own = {_folded(column) for column in predicate.columns}
    others = [column for column in seen.columns if _folded(column) not in own]
    return make_table(predicate, others, seen.texts)


def _folded(name: str) -> str:
    return name.strip().casefold()


def _checked(table: Table, predicate: Predicate) -> Table:
    missing = [column for column in predicate.columns if column not in table.columns]
    if missing:
        raise ToolInputError(f"the data has no column {missing[0]!r}; it has {', '.join(table.columns)}")
    return table


def _run(code: str, seen: Touched | None, table: Table, file: str, before: str) -> Found:
    text = table.csv()
    calls = seen.call if seen else None
    if calls is not None and "" in calls.roles:
        raise ToolRefused(f"it is not clear what to call {calls.name} with", code="unclear_result")
    inputs = {
        "before": before, "file": file, "text": text.decode("utf-8", "surrogatepass"), "seconds": _SECONDS,
        "given": list(seen.given) if seen else [], "names": preferred(seen.assigned) if seen else [],
        "call": {"name": calls.name, "roles": list(calls.roles)} if calls else None,
    }  # fmt: skip
    outcome = _judged.run_harness("_harness_filter", code, inputs, {file: text}, libraries=("pandas",))
    if not isinstance(outcome.value, dict) or "found" not in outcome.value:
        raise ToolTimeout("the code ended the run before its result could be seen", code="killed")
    return outcome.value


#: Exceptions that no content of a table brings about.
_OF_THE_CODE: Final = frozenset(
    {"SyntaxError", "IndentationError", "TabError", "NameError", "UnboundLocalError"}
)


def _raise_if_blameless(found: Mapping[str, Any], predicate: Predicate, *, alone: bool) -> None:
    """Raise when an exception may come from the table, which we made, and not from the code.

    ``alone``: the table has no column but the predicate's, whose values the question allows.
    """
    error = _judged.blameless(found)
    if error is not None:
        raise error
    message = str(found["message"])
    if found["type"] == "KeyError":
        certain = any(_folded(column) in _folded(message) for column in predicate.columns)
    else:
        certain = (
            alone
            or found["type"] in _OF_THE_CODE
            or "NoneType" in message
            or mask_fault(str(found["type"]), message)
        )
    if not certain:
        detail = f"{found['type']}: {message}"[:300]
        raise ToolRefused(
            f"the code raised {detail}, perhaps because of columns that were made up", code="unclear_data"
        )


# --- comparing ----------------------------------------------------------------------------------------
def _cell(value: Cell) -> Fraction | str | None:
    """A cell as a number when it is one; what pandas reads from a CSV and what stands in it compare equal."""
    if value is None or isinstance(value, bool):
        return None if value is None else str(value)
    if isinstance(value, dict):
        value = value.get("value", str(value))
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return str(value).strip()


@dataclass(frozen=True, slots=True)
class _Kept:
    """The rows of one candidate for the result, by the values of the predicate's columns.

    ``keys``: of the input.
    """

    keys: tuple[Key, ...]
    counts: Counter[Key]
    cells: Mapping[Key, list[dict[str, Fraction | str | None]]]


def _kept(predicate: Predicate, table: Table, frame: Mapping[str, Any]) -> _Kept | None:
    """A candidate's rows; ``None`` when it lacks a column that the predicate reads."""
    columns = [_own_name(predicate, str(column)) for column in frame["columns"]]
    if any(columns.count(column) != 1 for column in predicate.columns):
        return None
    counts: Counter[Key] = Counter()
    cells: dict[Key, list[dict[str, Fraction | str | None]]] = {}
    for row in frame["rows"]:
        named = dict(zip(columns, map(_cell, row), strict=False))
        key = tuple(named[column] for column in predicate.columns)
        counts[key] += 1
        cells.setdefault(key, []).append(named)
    return _Kept(tuple(_rows(predicate, table)), counts, cells)


def _rows(predicate: Predicate, table: Table) -> dict[Key, list[dict[str, Fraction | str | None]]]:
    """The table's own rows by the values of the predicate's columns."""
    rows: dict[Key, list[dict[str, Fraction | str | None]]] = {}
    for row in table.rows:
        named = dict(zip(table.columns, map(_cell, row), strict=True))
        rows.setdefault(tuple(named[column] for column in predicate.columns), []).append(named)
    return rows


def _own_name(predicate: Predicate, column: str) -> str:
    """The question's name of a column that the code may have renamed to other case."""
    return next((own for own in predicate.columns if _folded(own) == _folded(column)), column)


def _result(
    predicate: Predicate, table: Table, found: Sequence[Mapping[str, Any]], *, functions: bool, silent: bool
) -> tuple[_Kept, list[dict[str, Any]]]:
    """The likeliest result and its cases; it is unclear when another table fits in its place.

    Raises:
        ToolRefused: no table came out, or it is not clear which one is the result.
    """
    tables = [
        (str(item["from"]), kept)
        for item in found
        if (kept := _kept(predicate, table, item["frame"])) is not None
    ]
    judged = [(source, kept, _compare(predicate, table, kept)) for source, kept in tables]
    counted = [one for one in judged if one[0].startswith("saved") or _says_something(one[0], one[2])]
    if counted:
        if not _fits(counted[0][2]) and any(_fits(cases) for _, _, cases in counted[1:]):
            raise ToolRefused("several tables come out, and not all of them fit", code="unclear_result")
        return counted[0][1:]
    called = next((one for one in judged if one[0].startswith("call of")), None)
    if called is None and (functions or (not judged and not silent)):
        raise ToolRefused("the code leaves no table that could be its result", code="unclear_result")
    if not judged:
        nothing = _Kept(tuple(_rows(predicate, table)), Counter(), {})
        return nothing, _compare(predicate, table, nothing)
    return (called or judged[0])[1:]


def _says_something(source: str, cases: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a table may be the result.

    It is not the whole input, and not just the head of a table that was printed.
    """
    if all(case["actual"] == "kept" for case in cases):
        return False
    return (
        source != "shown"
        or _fits(cases)
        or any(case["judged"] and case["actual"] == "kept" and not case["ok"] for case in cases)
    )


def _fits(cases: Sequence[Mapping[str, Any]]) -> bool:
    return all(case["ok"] for case in cases if case["judged"])


def _compare(predicate: Predicate, table: Table, kept: _Kept) -> list[dict[str, Any]]:
    """One case for each row of the table, and one for rows that came from nowhere."""
    rows = _rows(predicate, table)
    cases = [_case(predicate, key, group, kept) for key, group in rows.items()]
    silent = sum(len(group) for key, group in rows.items() if None in key)
    extra = sum(max(0, count - len(rows.get(key, []))) for key, count in kept.counts.items())
    if extra > silent:
        cases.append(
            {
                "case": "rows that are not in the data",
                "expected": "none",
                "actual": f"{extra}",
                "judged": True,
                "ok": False,
            }
        )
    return cases


def _case(predicate: Predicate, key: Key, group: Sequence[Mapping[str, Any]], kept: _Kept) -> dict[str, Any]:
    row = dict(zip(predicate.columns, key, strict=True))
    wanted = _wanted(predicate, row)
    count = kept.counts[key]
    actual = "kept" if count >= len(group) else "dropped" if count == 0 else f"{count} of {len(group)} kept"
    if count and _changed(group, kept.cells[key]):
        actual = "changed"
    shown = {True: "kept", False: "dropped", None: "not stated"}[wanted]
    case = {"case": _shown(row), "expected": shown, "actual": actual}
    return {**case, "judged": wanted is not None, "ok": wanted is not None and actual == shown}


def _wanted(predicate: Predicate, row: Mapping[str, Fraction | str | None]) -> bool | None:
    numbers = {name: value if isinstance(value, Fraction) else None for name, value in row.items()}
    return predicate.keeps(numbers)


def _changed(group: Sequence[Mapping[str, Any]], found: Sequence[Mapping[str, Any]]) -> bool:
    """Whether no row that came out equals the one that went in, on the columns that are still there."""
    return not any(
        all(other.get(name) == value for name, value in row.items() if name in other)
        for row in group
        for other in found
    )


def _killed(predicate: Predicate, table: Table, kept: _Kept) -> dict[str, bool]:
    """Whether the comparison would have noticed one row dropped, one kept too many, one cell changed.

    Raises:
        ToolRefused: it would not, so that its "holds" says nothing.
    """
    mutants = {
        "row_dropped": _changed_count(predicate, kept, wanted=True, count=0),
        "row_kept": _changed_count(predicate, kept, wanted=False, count=1),
        "cell_changed": _changed_cell(predicate, kept),
    }
    killed = {
        name: mutant is not None and not _fits(_compare(predicate, table, mutant))
        for name, mutant in mutants.items()
    }
    survivor = next((name for name, dead in killed.items() if not dead), "")
    if survivor:
        raise ToolRefused(
            f"the data cannot tell the result from a wrong one ({survivor})", code="weak_oracle"
        )
    return killed


def _changed_count(predicate: Predicate, kept: _Kept, *, wanted: bool, count: int) -> _Kept | None:
    """The result with one row more or less; ``None`` when the table has no row of that sort."""
    for key in kept.keys:
        if _wanted(predicate, dict(zip(predicate.columns, key, strict=True))) is wanted:
            return _Kept(
                kept.keys,
                Counter({**kept.counts, key: count}),
                {**kept.cells, key: kept.cells.get(key, [{}])},
            )
    return None


def _changed_cell(predicate: Predicate, kept: _Kept) -> _Kept | None:
    """The result with one cell changed, in a column other than the predicate's where there is one."""
    for key, rows in kept.cells.items():
        if _wanted(predicate, dict(zip(predicate.columns, key, strict=True))) is True:
            others = [name for name in rows[0] if name not in predicate.columns]
            if others:
                changed = [{**row, others[0]: "another"} for row in rows]
                return _Kept(kept.keys, kept.counts, {**kept.cells, key: changed})
            moved = ("another", *key[1:])
            counts = Counter({**kept.counts, key: 0, moved: kept.counts[key]})
            return _Kept(kept.keys, counts, {**kept.cells, moved: rows})
    return None


def _shown(row: Mapping[str, Fraction | str | None]) -> str:
    return ", ".join(f"{name} {_shown_cell(value)}" for name, value in row.items())


def _shown_cell(value: Fraction | str | None) -> str:
    if value is None:
        return "missing"
    return f"= {number_text(value) if isinstance(value, Fraction) else value}"


def _output(
    cases: list[dict[str, Any]],
    value: str,
    code: str,
    exception: Mapping[str, Any] | None,
    table: Table,
    *,
    killed: Mapping[str, bool] | None = None,
) -> dict[str, Any]:
    return {
        "value": value,
        "consistent": value == "holds",
        "oracle": "row_filter",
        "complete": True,
        "cases": cases,
        "exception": _judged.exception_data(exception) if exception else None,
        "hint": _judged.hint_data(exception),
        "killed": sorted(killed or ()),
        "table": table.as_data(),
        "reads_clock": _judged.reads_clock(code),
    }
