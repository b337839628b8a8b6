"""The SQL tools on labelled queries and answers, and what the SQLite wall costs beside a bare connection."""

from __future__ import annotations

import sqlite3
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.toolkits.sql.cases import ANSWERS, CASES, SCHEMA
from toolkits import default_registry
from toolkits.errors import ToolRefused
from toolkits.sql import SQLite, offer
from verifier import DatabaseFile, check


@dataclass(frozen=True, slots=True)
class Case:
    """A query beside a reference, and whether it is right."""

    query: str
    reference: str
    right: bool


def labelled() -> list[Case]:
    """All cases."""
    return [
        Case(query, reference, right)
        for _, reference, *both in CASES
        for right, queries in zip((True, False), both, strict=True)
        for query in queries
    ]


def library(folder: Path) -> str:
    """The labelled queries' database, offered; its name."""
    file = folder / "library.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(SCHEMA)
    return offer(file)


def judge(name: str, case: Case) -> str:
    """What ``sql_rows`` says: same, different or undecided."""
    given = {"query": case.query, "references": [case.reference], "database": name}
    try:
        return str(default_registry().get("sql_rows")(given)["value"])
    except ToolRefused:
        return "undecided"


def same_here(name: str, case: Case) -> bool:
    """Whether the rows are the same on this one database: what an execution match would pass."""
    tool = default_registry().get("sql")
    one, other = (tool({"query": text, "database": name})["rows"] for text in (case.query, case.reference))
    return Counter(map(str, one)) == Counter(map(str, other))


def measure(folder: Path) -> list[str]:
    """Lines of a table."""
    name = library(folder)
    cases = labelled()
    return [
        "| what | cases | said right | said wrong | undecided |",
        "|---|---|---|---|---|",
        *(_line(name, cases, right) for right in (True, False)),
        *(_answers(name, right) for right in (True, False)),
        _matched(name, cases),
        *_overhead(Path(name)),
    ]


def _line(name: str, cases: list[Case], right: bool) -> str:
    found = Counter(judge(name, case) for case in cases if case.right is right)
    return _row(
        f"{'right' if right else 'wrong'} queries beside a reference", found, "same", "different", "undecided"
    )


def _answers(name: str, right: bool) -> str:
    found: Counter[str] = Counter()
    for question, *both in ANSWERS:
        for answer in both[0 if right else 1]:
            found[check(answer, question, data=[DatabaseFile(name=name)]).verdict] += 1
    title = f"{'right' if right else 'wrong'} answers to a question with its query"
    return _row(title, found, "verified", "refuted", "inconclusive")


def _row(title: str, found: Counter[str], *names: str) -> str:
    total = sum(found.values())
    return f"| {title} | {total} | " + " | ".join(str(found[name]) for name in names) + " |"


def _matched(name: str, cases: list[Case]) -> str:
    wrong = [case for case in cases if not case.right]
    passed = sum(same_here(name, case) for case in wrong)
    return (
        "the same rows on this one database, which is all that an execution match asks for: "
        f"{passed} of {len(wrong)} wrong queries"
    )


# --- what the wall costs ----------------------------------------------------------------------------------
QUERIES = {
    "SELECT 1": "SELECT 1",
    "a join of 8 rows": "SELECT m.name, b.title FROM loan l JOIN member m ON m.id = l.member_id "
    "JOIN book b ON b.id = l.book_id",
    "200,000 rows counted": "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n "
    "WHERE x < 200000) SELECT COUNT(*), SUM(x) FROM n",
}


def _overhead(file: Path) -> Iterator[str]:
    database = SQLite(file)
    for title, query in QUERIES.items():
        bare, walled = [], []
        for _ in range(7):
            bare.append(_seconds(partial(_bare, file, query)))
            walled.append(_seconds(partial(database.query, query)))
        low, high = min(bare), min(walled)
        yield (
            f"{title}: bare connection {low * 1e6:,.0f} µs, wall {high * 1e6:,.0f} µs,"
            f" +{(high - low) * 1e6:,.0f} µs, "
            f"ratio {high / low:.2f} (median {statistics.median(walled) / statistics.median(bare):.2f})"
        )


def _bare(file: Path, query: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(query).fetchall()


def _seconds(call, repeat: int = 20) -> float:
    start = time.perf_counter()
    for _ in range(repeat):
        call()
    return (time.perf_counter() - start) / repeat
