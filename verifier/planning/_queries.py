"""Steps that run the SQL of an answer on the database of its question.

That a query parses, binds and runs says nothing about whether it is right (law 1): such a step can refute,
when the query names a table or a column that is not there, and never verifies.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, Final

from toolkits import lazy_re as re
from verifier.plan import Step, Succeeds
from verifier.reading import Reading
from verifier.task import DataTable, Task

_MOST_CELLS: Final = 5_000
#: Names of dialects, and our engines that speak them, by a file's ending.
_DIALECTS: Final = re.compile(
    r"(?P<mysql>my\s?sql|mariadb)|(?P<postgresql>postgres(?:ql)?|psql)|(?P<sqlite>sqlite3?)|(?P<duckdb>duck\s?db)"
    r"|(?P<other>t-sql|sql server|mssql|oracle|pl/sql|big\s?query|snowflake|redshift"
    r"|presto|trino|hive|spark\s?sql"
    r"|clickhouse|db2)",
    re.IGNORECASE,
)
_SQLITE: Final = frozenset({".sqlite", ".sqlite3", ".db", ".db3"})
_DUCKDB: Final = frozenset({".duckdb", ".ddb", ".parquet"})


def query_steps(task: Task, reading: Reading, answer: str) -> list[Step]:
    """The step for an answer that is one query, where a database or tables come with its question."""
    final = [claim for claim in reading.claims if claim.kind == "sql" and claim.role == "final"]
    blocks = [block for block in reading.code if block.language == "sql"]
    if task.question is None or len(final) != 1 or len(blocks) != 1:
        return []
    source = source_of(task)
    if source is None or _speaks_otherwise(f"{task.question}\n{answer}", source):
        return []
    claim = final[0]
    return [
        Step(
            step_id=f"runs.{claim.id}",
            description="the query runs on the database of the question",
            tool_required="sql",
            tool_input={"query": {"$ref": f"claims.{claim.id}.value"}, **source},
            expected_check=Succeeds(),
            claim=claim.id,
            basis="answer",
        )
    ]


def source_of(task: Any) -> dict[str, Any] | None:
    """The one database of the question, or its tables, as the ``sql`` tool takes them, or ``None``."""
    if len(task.databases) == 1 and not task.data:
        return {"database": task.databases[0].name}
    if task.databases or not task.data:
        return None
    if sum(len(table.columns) * len(table.rows) for table in task.data) > _MOST_CELLS:
        return None
    return {"tables": {PurePath(table.name).stem: _written(table) for table in task.data}}


def _written(table: DataTable) -> dict[str, Any]:
    return {"columns": list(table.columns), "rows": [list(row) for row in table.rows]}


def _speaks_otherwise(text: str, source: Mapping[str, Any]) -> bool:
    """Whether question or answer name a dialect that is not the database's."""
    named = {str(match.lastgroup) for match in _DIALECTS.finditer(text)}
    return bool(named - {_dialect(source)})


def _dialect(source: Mapping[str, Any]) -> str:
    ending = PurePath(str(source.get("database", ".db"))).suffix.lower()
    if ending in _SQLITE:
        return "sqlite"
    return "duckdb" if ending in _DUCKDB else ""
