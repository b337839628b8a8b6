"""The pages about templates, units and facts say what is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from toolkits import default_registry
from verifier.planning._derivation import QuestionText
from verifier.planning.templates import load_library
from verifier.planning.templates._kinds import KINDS

from .tables import ANSWERED

DOCS = Path(__file__).resolve().parents[4] / "docs"
PAGE = (DOCS / "templates.md").read_text(encoding="utf-8")
_HAN = re.compile("[\u4e00-\u9fff]")
EXAMPLES = [
    pytest.param(tool, *block.strip().split("\n"), id=f"{tool}: {block[:40]}")
    for tool in ("units", "facts")
    for block in re.findall(
        r"```json\n(.*?)```", (DOCS / "tools" / f"{tool}.md").read_text(encoding="utf-8"), re.DOTALL
    )
]


def shipped_table() -> str:
    """The list of shipped templates, with a question that each answers."""
    rows = ["| id | answers | such as |", "|---|---|---|"]
    for template in sorted(load_library().templates.values(), key=lambda template: template.id):
        parts = ", ".join(answer.part.replace("_", " ") for answer in template.answers)
        questions = [case.question for case in ANSWERED[template.id]]
        english = next(text for text in questions if not _HAN.search(text))
        chinese = next(text for text in questions if _HAN.search(text))
        rows.append(f"| `{template.id}` ({template.title['zh']}) | {parts} | {english}<br>{chinese} |")
    return "\n".join(rows) + "\n"


def test_every_shipped_template_is_listed() -> None:
    """The page's table is the folder."""
    listed = re.search(r"<!-- shipped templates -->\n(.*?)<!-- end -->", PAGE, re.DOTALL)
    assert listed
    assert listed[1] == shipped_table()


def test_the_example_works_as_printed(tmp_path: Path) -> None:
    """The file on the page answers the question on the page."""
    source = re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    question = re.search(r'"(A stone .*?\?)" gives `(.*?)` in (\S+)\.', PAGE)
    assert source
    assert question
    (tmp_path / "density.yaml").write_text(source[1], encoding="utf-8")
    (found,) = load_library([tmp_path]).match(QuestionText(text=question[1]))
    assert (found.tool_input["expression"], found.unit) == (question[2], question[3])


def test_every_kind_is_named() -> None:
    """The page lists the kinds that there are."""
    listed = PAGE[PAGE.index("Kinds of parameters:") :].split("\n\n")[0]
    assert set(re.findall(r"`([a-z]+)`", listed)) == set(KINDS)


@pytest.mark.parametrize(("tool", "given", "shown"), EXAMPLES)
def test_the_tools_examples_are_what_the_tools_print(tool: str, given: str, shown: str) -> None:
    """Input above, output (or a part of it) below."""
    printed = default_registry().get(tool)(json.loads(given))
    assert {key: printed[key] for key in json.loads(shown)} == json.loads(shown)
