"""From a database's own error to ours: whose fault it was, and what kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from toolkits import lazy_re as re
from toolkits.sql._records import Fault, QueryError

#: Patterns of messages, and the fault that each tells.
Messages: TypeAlias = Sequence[tuple["re.Pattern[str]", Fault]]

SQLITE: Messages = (
    (re.compile(r"no such table"), "no_such_table"),
    (re.compile(r"no such column"), "no_such_column"),
    (re.compile(r"ambiguous column name"), "ambiguous_column"),
    (re.compile(r"no such function|wrong number of arguments to function"), "no_such_function"),
    (re.compile(r"syntax error|incomplete input|unrecognized token"), "syntax"),
    (re.compile(r"overflow|malformed JSON|bad JSON|not a valid|divide"), "runtime"),
)
DUCKDB: Messages = (
    (re.compile(r"^Parser Error"), "syntax"),
    (re.compile(r"^Catalog Error: Table with name"), "no_such_table"),
    (re.compile(r"^Catalog Error: .*[Ff]unction|No function matches"), "no_such_function"),
    (re.compile(r"Referenced (?:column|table) .* not found|does not have a column"), "no_such_column"),
    (re.compile(r"[Aa]mbiguous reference to column"), "ambiguous_column"),
    (re.compile(r"^(?:Conversion|Out of Range|Invalid Input|Mismatch Type) Error"), "runtime"),
)


def fault_of(message: str, known: Messages) -> Fault:
    """The fault that a message tells."""
    for pattern, fault in known:
        if pattern.search(message):
            return fault
    return "other"


def query_error(message: str, known: Messages) -> QueryError:
    """The error of a query that failed with this message."""
    return QueryError(message, fault_of(message, known))
