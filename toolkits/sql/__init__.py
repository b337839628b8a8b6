"""Databases that are only read: what they hold, what a query gives, whether two queries give the same.

The wall is the database itself, never a word list: see :class:`SQLite` and its likes. Their libraries are
loaded when one is opened.
"""

from __future__ import annotations

from toolkits.sql._compare import Difference, difference
from toolkits.sql._duckdb import DuckDB
from toolkits.sql._mysql import MySQL
from toolkits.sql._offered import offer, offer_missing, open_database, trust_names, withdraw
from toolkits.sql._postgresql import PostgreSQL
from toolkits.sql._records import Column, Database, Fault, QueryError, Rows, Table
from toolkits.sql._sqlite import SQLite
from toolkits.sql._tool import reads, sql, sql_rows

__all__ = [
    "Column",
    "Database",
    "Difference",
    "DuckDB",
    "Fault",
    "MySQL",
    "PostgreSQL",
    "QueryError",
    "Rows",
    "SQLite",
    "Table",
    "difference",
    "offer",
    "offer_missing",
    "open_database",
    "reads",
    "sql",
    "sql_rows",
    "trust_names",
    "withdraw",
]
