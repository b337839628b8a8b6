"""The process that runs DuckDB: one JSON request a line, one reply a line.

A process of its own, because the database can't be stopped in the middle of a function that makes a long
text, and takes memory for it that its own bound does not count: this process has a bound of the system's,
and whoever started it may kill it.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any

import duckdb

from toolkits._tables import words
from toolkits.errors import ToolRefused
from toolkits.sql._cells import cell, rows_of
from toolkits.sql._lexer import called, tokens

#: Address space of this process, and what DuckDB may count on of it.
_SPACE = 3 << 30
_MEMORY = "1GB"
#: What is closed before a query is looked at; the last entry keeps it so.
_CLOSED: tuple[tuple[str, str], ...] = (
    ("enable_external_access", "false"),
    ("autoinstall_known_extensions", "false"),
    ("autoload_known_extensions", "false"),
    ("allow_community_extensions", "false"),
    ("python_enable_replacements", "false"),
    ("threads", "1"),
    ("memory_limit", f"'{_MEMORY}'"),
    ("max_temp_directory_size", "'0B'"),
    ("TimeZone", "'UTC'"),
    ("lock_configuration", "true"),
)
_READERS = {".csv": "read_csv", ".tsv": "read_csv", ".parquet": "read_parquet", ".json": "read_json",
            ".jsonl": "read_json", ".ndjson": "read_json"}  # fmt: skip
_LOADED = {"read_csv": ", sample_size = -1, ignore_errors = false", "read_json": ", sample_size = -1"}
#: What a statement may be by DuckDB's own parser; SHOW, DESCRIBE, SUMMARIZE and VALUES count as SELECT.
_READING = frozenset({"SELECT", "EXPLAIN"})


def main() -> None:
    """Serve until the standard input ends; its first line says which database."""
    _bound()
    try:
        source = _Source(json.loads(sys.stdin.readline()))
    except Exception as error:  # noqa: BLE001  (whatever it is, the reader of the reply is told)
        _reply({"error": str(error), "kind": type(error).__name__})
        return
    _reply({})
    for line in sys.stdin:
        _reply(_answer(source, json.loads(line)))


def _bound() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415  (not everywhere)

        resource.setrlimit(resource.RLIMIT_AS, (_SPACE, _SPACE))


def _reply(value: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def _answer(source: _Source, request: Mapping[str, Any]) -> dict[str, Any]:
    try:
        with source.opened() as connection:
            if request["op"] == "schema":
                return {"tables": list(_tables(connection, int(request["sample"])))}
            return _rows(connection, request)
    except ToolRefused as refused:
        return {"refused": str(refused)}
    except MemoryError:
        return {"error": "out of memory", "kind": "OutOfMemoryException"}
    except Exception as error:  # noqa: BLE001  (whatever it is, the reader of the reply is told)
        return {"error": str(error), "kind": type(error).__name__}


class _Source:
    """A database file, opened anew each time; or files of rows, loaded once into memory."""

    def __init__(self, source: Mapping[str, Any]) -> None:
        self._path: str | None = source["path"]
        self._loaded: duckdb.DuckDBPyConnection | None = None
        if self._path is not None:
            with self.opened():
                return
        self._loaded = duckdb.connect()
        for name, path in source["files"].items():
            _load(self._loaded, name, path)
        _close(self._loaded)

    @contextmanager
    def opened(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A connection inside a transaction that reads, undone at its end."""
        if self._loaded is not None:
            with closing(self._loaded.cursor()) as cursor:
                yield cursor
            return
        with closing(duckdb.connect(str(self._path), read_only=True)) as connection:
            _close(connection)
            yield connection


def _close(connection: duckdb.DuckDBPyConnection) -> None:
    for name, value in _CLOSED:
        connection.execute(f"SET {name} = {value}")


def _load(connection: duckdb.DuckDBPyConnection, name: str, path: str) -> None:
    ending = path[path.rindex(".") :].lower()
    reader = _READERS[ending]
    where = "".join(f"[{sign}]" if sign in "*?[" else sign for sign in path).replace("'", "''")
    options = _LOADED.get(reader, "")
    connection.execute(f"CREATE TABLE {_quoted(name)} AS SELECT * FROM {reader}('{where}'{options})")  # noqa: S608


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


# --- one query --------------------------------------------------------------------------------------------
def _rows(connection: duckdb.DuckDBPyConnection, request: Mapping[str, Any]) -> dict[str, Any]:
    statements = connection.extract_statements(request["sql"])
    if len(statements) != 1:
        return {"refused": "one statement at a time" if statements else "", "empty": not statements}
    kind = statements[0].type.name
    if kind not in _READING:
        return {"refused": f"only reading is allowed; this is {kind}"}
    if statements[0].named_parameters:
        return {"refused": "the query leaves values open (?, $1); write them in", "code": "parameters"}
    refused = _refused_call(connection, request["sql"])
    if refused:
        return {"refused": refused}
    limit = int(request["limit"])
    with _stopped_after(connection, float(request["seconds"])):
        connection.execute("BEGIN TRANSACTION READ ONLY")
        try:
            connection.execute(statements[0])
            columns = [str(column[0]) for column in connection.description or ()]
            rows = rows_of(columns, connection.fetchmany(limit + 1), limit)
        finally:
            with suppress(duckdb.Error):
                connection.execute("ROLLBACK")
    return {"columns": rows.columns, "rows": rows.rows, "cut": rows.cut}


def _refused_call(connection: duckdb.DuckDBPyConnection, sql: str) -> str:
    """Why the query may not be run, by what it calls; "" for nothing.

    Some of DuckDB's functions that give a table read memory by its address, or run a query that is text.
    """
    names = sorted(set(called(tokens(sql, "DuckDB"))) - _TABLES)
    if _SLEEPING & set(names):
        return "only reading is allowed; this only waits"
    if _CHANGING & set(names):
        return "only reading is allowed; a sequence or a log would change"
    found = connection.execute(_GIVES_TABLE, [names]).fetchone()
    return f"only reading this database is allowed; {found[0]} reads elsewhere" if found else ""


_GIVES_TABLE = """
SELECT function_name FROM duckdb_functions() f
WHERE list_contains(?, function_name) AND function_type = 'table'
AND NOT EXISTS (SELECT 1 FROM duckdb_functions() s WHERE s.function_name = f.function_name
                AND s.function_type IN ('scalar', 'aggregate', 'macro'))
ORDER BY 1
"""
_TABLES = frozenset(words("""
    range generate_series unnest repeat repeat_row json_each json_tree summary pragma_table_info pragma_show
    pragma_version pragma_database_size duckdb_tables duckdb_columns duckdb_views duckdb_constraints
    duckdb_schemas duckdb_databases duckdb_types duckdb_functions duckdb_keywords duckdb_settings
    duckdb_indexes pg_timezone_names
"""))  # fmt: skip
_SLEEPING = frozenset({"sleep_ms", "pg_sleep"})
_CHANGING = frozenset({"nextval", "setval", "write_log"})


@contextmanager
def _stopped_after(connection: duckdb.DuckDBPyConnection, seconds: float) -> Iterator[None]:
    timer = threading.Timer(seconds, connection.interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


# --- what it holds ----------------------------------------------------------------------------------------
_LISTED = """
SELECT t.name, t.comment, t.counted FROM (
    SELECT table_name AS name, comment, TRUE AS counted FROM duckdb_tables() WHERE NOT internal
    UNION ALL SELECT view_name, comment, FALSE FROM duckdb_views() WHERE NOT internal
) t ORDER BY t.name
"""
_COLUMNS = """
SELECT column_name, data_type, comment FROM duckdb_columns() WHERE NOT internal AND table_name = ?
ORDER BY column_index
"""
_KEYS = """
SELECT constraint_type, constraint_column_names, referenced_table, referenced_column_names
FROM duckdb_constraints() WHERE table_name = ? AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')
"""


def _tables(connection: duckdb.DuckDBPyConnection, sample: int) -> Iterator[dict[str, Any]]:
    for name, comment, counted in connection.execute(_LISTED).fetchall():
        keys, points = _keys(connection.execute(_KEYS, [name]).fetchall())
        columns = [
            {"name": column, "type": kind, "comment": said or "", "key": column in keys,
             "references": points.get(column, "")}
            for column, kind, said in connection.execute(_COLUMNS, [name]).fetchall()
        ]  # fmt: skip
        yield {
            "name": name, "comment": comment or "", "columns": columns,
            "rows": _one(connection, f"SELECT COUNT(*) FROM {_quoted(name)}") if counted else None,  # noqa: S608
            "sample": _sample(connection, name, sample),
        }  # fmt: skip


def _sample(connection: duckdb.DuckDBPyConnection, name: str, sample: int) -> list[list[Any]]:
    if not sample:
        return []
    found = connection.execute(f"SELECT * FROM {_quoted(name)} LIMIT {sample}").fetchall()  # noqa: S608
    return [list(map(cell, row)) for row in found]


def _one(connection: duckdb.DuckDBPyConnection, sql: str) -> int | None:
    found = connection.execute(sql).fetchone()
    return None if found is None else int(found[0])


def _keys(found: Sequence[Any]) -> tuple[set[str], dict[str, str]]:
    keys: set[str] = set()
    points: dict[str, str] = {}
    for kind, columns, table, others in found:
        if kind == "PRIMARY KEY":
            keys.update(columns)
        else:
            points.update({c: f"{table}.{o}" for c, o in zip(columns, others or (), strict=False)})
    return keys, points


if __name__ == "__main__":
    main()
