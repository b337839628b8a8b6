"""Renews what the docs take from the program: outputs of commands, the report's JSON Schema, the picture.

A page marks a place with ``<!-- generated: amtfv COMMAND … -->`` and ``<!-- end -->``; what the command
prints goes between them. ``python scripts/write_docs.py`` writes; the tests compare.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path

from pydantic import TypeAdapter

from verifier.cli import main
from verifier.cli._demo import picture
from verifier.report._shape import ReportRow

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SCHEMA = ROOT / "docs" / "report.schema.json"
PICTURE = ROOT / "docs" / "images" / "report.svg"
_MARK = re.compile(r"(<!-- generated: amtfv (.+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def renewed(text: str) -> str:
    """A page with what its marked commands print now."""
    return _MARK.sub(lambda found: f"{found[1]}{_block(found[2])}{found[3]}", text)


def _block(command: str) -> str:
    return f"```text\n{printed(shlex.split(command))}```\n"


def printed(words: list[str]) -> str:
    """What ``amtfv`` prints, 100 columns wide."""
    os.environ["COLUMNS"] = "100"
    with redirect_stdout(io.StringIO()) as out:
        main(words)
    return out.getvalue()


def schema() -> str:
    """JSON Schema of a report row."""
    made = TypeAdapter(ReportRow).json_schema()
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "amtfv report: one row of --output-format jsonl, one member of `reports` in json",
    }
    return json.dumps(made | head, indent=2, ensure_ascii=False) + "\n"


def write() -> None:
    """Write everything."""
    for page in PAGES:
        page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")
    SCHEMA.write_text(schema(), encoding="utf-8")
    PICTURE.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    write()
