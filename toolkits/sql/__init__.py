"""Databases that are only read: what they hold, and what a query gives.

The wall is the database itself, never a word list: see :class:`SQLite`.
"""

from __future__ import annotations

from toolkits.sql._records import Column, Database, Rows, Table
from toolkits.sql._sqlite import SQLite

__all__ = ["Column", "Database", "Rows", "SQLite", "Table"]
