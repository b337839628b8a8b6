"""PostgreSQL: a read-only transaction, a time limit of the server's, a role that may do nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from toolkits.errors import ToolkitError, ToolLimit, ToolRefused, ToolTimeout, ToolUnavailable
from toolkits.sql._lexer import Token, called, first_word
from toolkits.sql._records import Fault, QueryError
from toolkits.sql._server import Server, refuse_beginning, refuse_called

_READING: Final = frozenset({"select", "with", "values", "table", "explain"})
_HINT: Final = (
    "connect with a role made for reading: CREATE ROLE reader LOGIN PASSWORD '…'; "
    "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader;"
)
#: Told in words of their own. Any other function that PostgreSQL holds for volatile is refused as that.
_REFUSED: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("pg_read_file", "pg_read_binary_file", "pg_ls_dir", "pg_stat_file", "lo_import", "lo_export"),
        "touches files of the server",
    ),
    **dict.fromkeys(("pg_sleep", "pg_sleep_for", "pg_sleep_until"), "only waits"),
    **dict.fromkeys(
        ("dblink", "dblink_exec", "dblink_connect", "dblink_open", "dblink_send_query", "dblink_connect_u"),
        "connects elsewhere",
    ),
    **dict.fromkeys(
        ("query_to_xml", "query_to_xmlschema", "query_to_xml_and_xmlschema", "cursor_to_xml", "ts_stat"),
        "runs a query that is text",
    ),
    **dict.fromkeys(("set_config", "setval", "nextval"), "changes something"),
}
#: Volatile by the catalogue, and harmless: their value alone is new each time.
_HARMLESS: Final = frozenset({
    "random", "random_normal", "gen_random_uuid", "uuidv4", "uuidv7", "clock_timestamp", "timeofday",
    "pg_backend_pid",
})  # fmt: skip
#: Which of these functions may do more than compute, by PostgreSQL's own catalogue.
_VOLATILE: Final = """
SELECT DISTINCT p.proname FROM pg_catalog.pg_proc p
WHERE p.proname = ANY(%s) AND (p.provolatile = 'v' OR p.prosecdef)
"""
_ROLE: Final = """
SELECT r.rolsuper, r.rolreplication, EXISTS (
    SELECT 1 FROM pg_catalog.pg_roles m
    WHERE m.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program',
                        'pg_write_all_data', 'pg_signal_backend')
      AND pg_catalog.pg_has_role(r.oid, m.oid, 'MEMBER'))
FROM pg_catalog.pg_roles r WHERE r.rolname = session_user
"""


class PostgreSQL(Server):
    """A PostgreSQL database; see :class:`Server`.

    The query runs as a cursor, whose grammar takes only what reads, inside a read-only transaction with a
    ``statement_timeout``, and functions that PostgreSQL's catalogue calls volatile are refused. A role that
    is superuser, or may read the server's files, is refused: no transaction holds it.
    """

    dialect = "PostgreSQL"
    _scheme = "postgresql+psycopg"
    _driver = "psycopg"
    _extra = "postgresql"

    def _backends(self) -> frozenset[str]:
        return frozenset({"postgresql", "postgres"})

    def _arguments(self) -> dict[str, Any]:
        settings = {
            "default_transaction_read_only": "on",
            "statement_timeout": str(int(self._wall_s * 1000)),
            "lock_timeout": "2000",
            "standard_conforming_strings": "on",
            "max_parallel_workers_per_gather": "0",
            "TimeZone": "UTC",
        }
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        return {"options": options, "connect_timeout": 5, "application_name": "amtfv"}

    def _begin(self, connection: Any, seconds: float) -> None:
        connection.read_only = True
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_catalog.set_config('statement_timeout', %s, true)", [str(int(seconds * 1000))]
            )

    def _refuse_unsafe(self, cursor: Any) -> None:
        if any(cursor.execute(_ROLE).fetchone() or (True,)):
            raise ToolRefused(
                "the role may do more than read (it is a superuser, or has the server's files)",
                code="unsafe_role",
                hint=_HINT,
            )

    def _refuse_calls(self, cursor: Any, found: Sequence[Token]) -> None:
        refuse_beginning(found, _READING)
        refuse_called(found, _REFUSED)
        names = sorted(set(called(found)) - _HARMLESS)
        for (name,) in cursor.execute(_VOLATILE, [names]).fetchall():
            what = "works on large objects" if name.startswith("lo_") else "may do more than compute"
            raise ToolRefused(f"only reading is allowed; {name} {what} (PostgreSQL calls it volatile)")

    def _executed(self, cursor: Any, sql: str, found: Sequence[Token], limit: int) -> Sequence[Sequence[Any]]:
        if first_word(found) == "explain":
            cursor.execute(sql, prepare=True)
            return [] if cursor.description is None else cursor.fetchmany(limit + 1)
        # `prepare`: the server's protocol for prepared statements takes no second one.
        cursor.execute(f"DECLARE amtfv NO SCROLL CURSOR FOR {sql}", prepare=True)
        cursor.execute(f"FETCH FORWARD {limit + 1} FROM amtfv")
        rows: Sequence[Sequence[Any]] = cursor.fetchall()
        return rows

    def _cancel(self, connection: Any) -> None:
        connection.cancel()

    def _said(self, error: BaseException) -> ToolkitError:
        state = getattr(error, "sqlstate", None) or ""
        text = (str(error).partition("\n")[0]).removeprefix("ERROR: ").strip()
        if isinstance(error, UnicodeError):
            return QueryError("the query holds what is no character", "syntax")
        if state == "57014":
            return ToolTimeout("the query was stopped: the wall clock ran out")
        if state in ("25006", "42501") or "must not contain data-modifying" in text or "SELECT INTO" in text:
            return ToolRefused(f"only reading is allowed: {text}")
        if state == "42P02" or "there is no parameter" in text:
            return ToolRefused("the query leaves values open ($1); write them in", code="parameters")
        if state[:2] in ("53", "54"):
            return ToolLimit(f"a bound of the database was hit: {text}")
        fault = _FAULTS.get(state) or (
            "runtime" if state[:2] in _AT_WORK else "other" if state[:2] == "42" else None
        )
        if fault is None:
            return ToolUnavailable(f"the database can't be read: {type(error).__name__} {state}".strip())
        return QueryError(text, fault)


#: SQLSTATE → fault; classes of states that come up on the data.
_FAULTS: Final[Mapping[str, Fault]] = {
    "42601": "syntax", "42P01": "no_such_table", "3F000": "no_such_table", "42703": "no_such_column",
    "42702": "ambiguous_column", "42883": "no_such_function",
}  # fmt: skip
_AT_WORK: Final = frozenset({"22", "21", "P0", "0A"})
