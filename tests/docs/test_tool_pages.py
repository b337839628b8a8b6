"""The pages of the tools are those of tools that exist, and their examples are what the tools print."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from toolkits import default_registry
from toolkits.errors import ToolUnavailable

PAGES = sorted((Path(__file__).parents[2] / "docs" / "tools").glob("*.md"))
EXAMPLES = [
    pytest.param(page.stem, *block.strip().split("\n"), id=f"{page.stem}: {block[:40]}")
    for page in PAGES
    for block in re.findall(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_about_one_tool_and_shows_it(page: Path) -> None:
    """The page bears the tool's name, and at least one example."""
    assert page.read_text(encoding="utf-8").startswith(f"# {page.stem}\n")
    assert page.stem in default_registry()
    assert any(example.values[0] == page.stem for example in EXAMPLES)


@pytest.mark.parametrize(("tool", "given", "shown"), EXAMPLES)
def test_the_example_is_what_the_tool_prints(tool: str, given: str, shown: str) -> None:
    """Input above, output (or a part of it) below."""
    try:
        printed = default_registry().get(tool)(json.loads(given))
    except ToolUnavailable as error:
        pytest.skip(f"{error}: {error.hint}")
    assert {key: printed[key] for key in json.loads(shown)} == json.loads(shown)
