"""What the docs take from the program is what the program says now."""

from __future__ import annotations

import importlib.util
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def load_script():
    """The script that writes the generated parts."""
    spec = importlib.util.spec_from_file_location("write_docs", ROOT / "scripts" / "write_docs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = load_script()


@pytest.mark.parametrize("page", SCRIPT.PAGES, ids=lambda page: page.name)
def test_pages_show_what_the_commands_print(page):
    """Help texts and the machine's diagram in the docs are those of the program (`python scripts/write_docs.py`)."""
    text = page.read_text(encoding="utf-8")
    assert SCRIPT.renewed(text) == text


def test_every_command_is_on_the_cli_page():
    """The page of the command line holds each command's help."""
    from verifier.cli._help import COMMANDS

    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"<!-- generated: amtfv {command} --help -->" in page


def test_published_schema_is_the_schema():
    """docs/report.schema.json is made from the types of the report."""
    assert SCRIPT.SCHEMA.read_text(encoding="utf-8") == SCRIPT.schema()


def test_the_picture_is_one():
    """The picture is well-formed SVG that shows a verdict."""
    text = SCRIPT.PICTURE.read_text(encoding="utf-8")
    assert ET.fromstring(text).tag.endswith("svg")
    assert "verified" in text


def test_the_sandbox_page_says_what_each_wall_is_worth():
    """The statements are those that `amtfv sandbox doctor` makes, and each ending has its row."""
    from typing import get_args

    from sandbox._job import Status
    from sandbox._worth import CLAIM, WORTH

    page = (ROOT / "docs" / "sandbox.md").read_text(encoding="utf-8")
    assert all(statement in page for statement in [*WORTH.values(), CLAIM])
    assert all(f"`{status}`" in page for status in get_args(Status))
