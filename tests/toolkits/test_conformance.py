"""What every tool keeps, tried on the examples of its page: JSON in and out, the same twice, bad input refused."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from toolkits import default_registry
from toolkits.errors import ToolInputError, ToolkitError

PAGES = Path(__file__).parents[2] / "docs" / "tools"


def _examples() -> list[Any]:
    found = []
    for tool in default_registry():
        page = PAGES / f"{tool.name}.md"
        if tool.sandboxed or not page.exists():
            continue
        blocks = re.findall(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        given = [json.loads(block.strip().split("\n")[0]) for block in blocks]
        found.append(pytest.param(tool.name, given, id=tool.name))
    return found


@pytest.mark.parametrize(("name", "examples"), _examples())
def test_a_tool_keeps_the_contract(name: str, examples: list[dict[str, Any]]) -> None:
    """Plain JSON out, byte for byte the same again, from an input that is left as it was, with a version."""
    tool = default_registry().get(name)
    assert examples
    assert tool.version
    assert tool.limits
    for given in examples:
        kept = copy.deepcopy(given)
        try:
            outputs = [json.dumps(tool(given), ensure_ascii=False, allow_nan=False) for _ in range(2)]
        except ToolkitError as error:
            if error.code != "unavailable":
                raise
            pytest.skip(f"{error}: {error.hint}")
        assert outputs[0] == outputs[1]
        assert isinstance(json.loads(outputs[0]), dict)
        assert given == kept
        assert set(given) <= set(tool.input_schema["properties"])


@pytest.mark.parametrize(("name", "examples"), _examples())
@pytest.mark.parametrize("extra", [{"no_such_field": 1}, {"no such field": None}])
def test_a_tool_refuses_what_it_does_not_know(
    name: str, examples: list[dict[str, Any]], extra: dict[str, Any]
) -> None:
    """An unknown field and an input that is no object are input errors of the tool, never a traceback."""
    tool = default_registry().get(name)
    with pytest.raises(ToolInputError):
        tool({**examples[0], **extra})
    with pytest.raises(ToolInputError):
        tool([examples[0]])  # type: ignore[arg-type]
