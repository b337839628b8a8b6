"""MySQL and MariaDB: a read-only transaction, the server's time limit, a user that may do nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError, ToolLimit, ToolRefused, ToolTimeout, ToolUnavailable
from toolkits.sql._lexer import Token
from toolkits.sql._records import Fault, QueryError
from toolkits.sql._server import Server, refuse_beginning, refuse_called

_READING: Final = frozenset({"select", "with", "values", "table", "explain", "describe", "desc", "show"})
_HINT: Final = (
    "connect with a user made for reading: CREATE USER reader IDENTIFIED BY '…'; "
    "GRANT SELECT ON shop.* TO reader;"
)
_REFUSED: Final[Mapping[str, str]] = {
    "load_file": "touches files of the server",
    "sleep": "only waits",
    "benchmark": "only works",
    **dict.fromkeys(
        ("get_lock", "release_lock", "release_all_locks", "is_free_lock", "is_used_lock", "master_pos_wait",
         "master_gtid_wait", "source_pos_wait", "wait_for_executed_gtid_set",
         "wait_until_sql_thread_after_gtids"),
        "locks or waits",
    ),
    **dict.fromkeys(("nextval", "setval", "lastval", "last_insert_id"), "changes something"),
    **dict.fromkeys(("sys_exec", "sys_eval", "sys_set", "sys_get", "lib_mysqludf_sys_info"), "runs programs"),
}  # fmt: skip
#: Global privileges that let a user do more than read.
_GLOBAL: Final = re.compile(r"GRANT (?P<what>.+?) ON \*\.\* TO", re.IGNORECASE)
_HARMLESS: Final = frozenset({"USAGE", "SELECT", "SHOW VIEW", "SHOW DATABASES", "REFERENCES", "PROCESS"})
_MODE: Final = "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION"


class MySQL(Server):
    """A MySQL or MariaDB database; see :class:`Server`.

    The connection takes one statement at a time, the transaction is read-only, the server ends a query that
    takes too long. A user with global privileges to write, or to read the server's files, is refused.
    ``sql_mode`` is ``STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION``, whatever the server's is.
    """

    dialect = "MySQL"
    _scheme = "mysql+pymysql"
    _driver = "pymysql"
    _extra = "mysql"

    def _backends(self) -> frozenset[str]:
        return frozenset({"mysql", "mariadb"})

    def _arguments(self) -> dict[str, Any]:
        return {"charset": "utf8mb4", "connect_timeout": 5, "local_infile": False}

    def _begin(self, connection: Any, seconds: float) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET SESSION sql_mode = %s, SESSION time_zone = '+00:00'", [_MODE])
            if "MariaDB" in connection.get_server_info():
                # Past its bound MariaDB ends a recursion as if that were its end.
                cursor.execute(
                    "SET SESSION max_statement_time = %s, max_recursive_iterations = 4294967295", [seconds]
                )
            else:
                cursor.execute("SET SESSION max_execution_time = %s", [int(seconds * 1000)])
            cursor.execute("SET SESSION TRANSACTION READ ONLY")
            cursor.execute("START TRANSACTION READ ONLY")

    def _refuse_unsafe(self, cursor: Any) -> None:
        cursor.execute("SHOW GRANTS")
        for (grant,) in cursor.fetchall():
            match = _GLOBAL.search(grant)
            rights = {right.strip().upper() for right in match["what"].split(",")} if match else set()
            if rights - _HARMLESS:
                raise ToolRefused(
                    f"the user may do more than read ({', '.join(sorted(rights - _HARMLESS))[:100]})",
                    code="unsafe_role",
                    hint=_HINT,
                )

    def _refuse_calls(self, cursor: Any, found: Sequence[Token]) -> None:  # noqa: ARG002  (see Server)
        refuse_beginning(found, _READING)
        refuse_called(found, _REFUSED)
        words = [token.text.lower() for token in found if token.kind == "word"]
        if any(pair in (("next", "value"), ("previous", "value")) for pair in pairwise(words)):
            raise ToolRefused("only reading is allowed; NEXT VALUE changes something")

    def _executed(self, cursor: Any, sql: str, found: Sequence[Token], limit: int) -> Sequence[Sequence[Any]]:  # noqa: ARG002
        from pymysql.cursors import SSCursor  # noqa: PLC0415  (an extra)

        # Rows come as they are fetched; the rest is never read, for the connection is closed.
        streamed = cursor.connection.cursor(SSCursor)
        streamed.execute(sql)
        rows: Sequence[Sequence[Any]] = streamed.fetchmany(limit + 1) if streamed.description else []
        cursor.description = streamed.description
        if streamed._result is not None:  # noqa: SLF001  (else it reads all other rows when it is thrown away)
            streamed._result.unbuffered_active = False  # noqa: SLF001
        streamed.connection = None
        return rows

    def _drop(self, connection: Any) -> None:
        connection._force_close()  # noqa: SLF001  (its `close` reads what is left)

    def _cancel(self, connection: Any) -> None:
        with suppress(Exception):
            connection._force_close()  # noqa: SLF001  (the other thread waits in its socket)

    def _said(self, error: BaseException) -> ToolkitError:
        if isinstance(error, UnicodeError):
            return QueryError("the query holds what is no character", "syntax")
        code = error.args[0] if error.args and isinstance(error.args[0], int) else 0
        text = str(error.args[1]) if len(error.args) > 1 else type(error).__name__
        if code in (1969, 3024, 1317):
            return ToolTimeout("the query was stopped: the wall clock ran out")
        if code in (1792, 1142, 1143, 1044, 1227, 1290, 1370, 1045, 1449):
            return ToolRefused(f"only reading is allowed: {text}")
        if code in (1104, 1114, 1038, 1153, 1436, 1301):
            return ToolLimit(f"a bound of the database was hit: {text}")
        if code in _FAULTS:
            return QueryError(text, _FAULTS[code])
        if 1000 <= code < 2000 or code >= 3000:
            return QueryError(text, "other")
        return ToolUnavailable(f"the database can't be read: {type(error).__name__} {code or ''}".strip())


_FAULTS: Final[Mapping[int, Fault]] = {
    1064: "syntax", 1065: "syntax", 1146: "no_such_table", 1109: "no_such_table", 1054: "no_such_column",
    1052: "ambiguous_column", 1305: "no_such_function", 1365: "runtime", 1690: "runtime", 1242: "runtime",
    1292: "runtime",
}  # fmt: skip
