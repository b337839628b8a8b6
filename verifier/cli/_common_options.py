"""Options that mean the same to several commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

from typer import Option

Tools: TypeAlias = Annotated[
    list[str] | None, Option("--tools", metavar="MODULE", help="A module or .py file of your own tools.")
]
FieldsOfRows: TypeAlias = Annotated[
    str | None,
    Option("--map", metavar="FIELDS", help="Where a row has them: question=F,answer=F (dotted paths)."),
]
Recorded: TypeAlias = Annotated[bool, Option("--journal/--no-journal", help="Record runs in .amtfv/.")]
JournalFile: TypeAlias = Annotated[
    Path, Option("--journal", metavar="FILE", help="The journal.", show_default=True)
]
