"""Tools as the chat API has them, and inputs as the tools have them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits import default_registry
from toolkits.errors import ToolInputError
from toolkits.registry import Deferred, Registry, Tool
from verifier.generation.react._inputs import bound, filled
from verifier.generation.react._loose import Input, read_input
from verifier.generation.react._offers import Toolbox, loosened, strict
from verifier.plan import lint_strict

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@dataclass
class Place:
    """A nested object."""

    x: int
    label: str | None


def everything(
    *, a: str, b: int | None = None, c: dict[str, Any] | None = None, d: list[dict[str, str]] | None = None,
    e: Literal["x", "y"] = "x", f: Any = 1, g: Place | None = None, h: list[Any] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Takes one of each."""
    return {"a": a, "b": b, "c": c, "d": d, "e": e, "f": f, "g": g, "h": h}


EVERYTHING = Tool(name="all.of it"[:6], version="1", function=everything)


@pytest.mark.parametrize("tool", [*default_registry(), EVERYTHING], ids=lambda tool: tool.name)
def test_every_tool_is_offered_in_strict_mode(tool):
    """Each schema is within strict mode's subset: all required, closed, no bounds and defaults."""
    schema = strict(tool.input_schema)
    assert lint_strict(schema) == ()
    assert list(schema["properties"]) == list(tool.input_schema.get("properties", {}))
    assert "title" not in {key for field in schema["properties"].values() for key in field}


def test_what_strict_mode_makes_of_a_field_is_undone():
    """Nulls are left out where they stand for nothing, JSON in text is decoded where anything may stand."""
    sent = {
        "a": '{"x": 1}', "b": None, "c": '{"k": [1]}', "d": ['{"k": "v"}'], "e": None, "f": "3.140",
        "g": {"x": 1, "label": None}, "h": ["[1]", "2"],
    }  # fmt: skip
    assert loosened(sent, EVERYTHING.input_schema) == {
        "a": '{"x": 1}', "c": {"k": [1]}, "d": [{"k": "v"}], "f": "3.140", "g": {"x": 1, "label": None},
        "h": [[1], "2"],
    }  # fmt: skip


@given(st.dictionaries(st.sampled_from("abcdefgh"), JSON))
def test_any_object_is_loosened(sent):
    """No object is an exception, and fields never change their names."""
    assert set(loosened(sent, EVERYTHING.input_schema)) <= set(sent)


def test_names_fit_the_api_and_find_their_tools():
    """Function names are letters, digits, _ and -; tools are found by any of their names, however spelt."""
    registry = Registry()
    for name in ("a.b", "a_b", "数"):
        registry.add(Tool(name=name, version="1", function=everything, aliases=(f"Old {name}",)))
    box = Toolbox(registry)
    names = [entry["function"]["name"] for entry in box.definitions]
    assert names == ["a_b", "a_b_2", "_"]
    assert [box.find(name).name for name in names] == ["a.b", "a_b", "数"]
    assert box.find("old-a.b").name == "a.b"
    assert box.find("OLD_数").name == "数"
    assert box.find("c") is None
    builtin = Toolbox(default_registry())
    assert builtin.find("Python Calculator").name == "arithmetic"
    assert builtin.find("python calculator").name == "arithmetic"


def test_a_tool_whose_library_is_missing_is_not_offered():
    """It could only fail."""
    registry = Registry()
    registry.add(Tool(name="gone", version="1", function=Deferred("no_such_module_of_ours:x")))
    assert Toolbox(registry).definitions == []


def test_a_tool_that_does_not_exist_cannot_be_chosen():
    """The message names those that there are."""
    with pytest.raises(ToolInputError, match="arithmetic"):
        Toolbox(default_registry(), ["arithmetics"])


@pytest.mark.parametrize(
    ("tool", "text", "expected"),
    [
        ("arithmetic", "3*4", {"expression": "3*4"}), ("arithmetic", '"3*4"', {"expression": "3*4"}),
        ("arithmetic", "42", {"expression": "42"}), ("arithmetic", "expression='3*4'", {"expression": "3*4"}),
        ("python", "```python\nx = 1\nprint(x)\n```", {"code": "x = 1\nprint(x)"}), ("python", "x = 1", {"code": "x = 1"}),
        ("python", '{"code": "1", "inputs": null, "files": null, "result": null, "before": null}', {"code": "1"}),
        ("navigate", '[{"turn": "left"}]', {"moves": [{"turn": "left"}]}), ("facts", "", {}),
    ],
)  # fmt: skip
def test_inputs_are_bound(tool, text, expected):
    """Bare text is the one field that a tool requires; pairs count where they name its fields."""
    assert bound(default_registry().get(tool), read_input(text)) == expected


@pytest.mark.parametrize(("tool", "text"), [("units", "5 km"), ("units", '{"value": '), ("facts", "circle")])
def test_text_that_is_no_input_is_refused(tool, text):
    """Where a tool takes several fields, or an object was begun, bare text is not guessed at."""
    with pytest.raises(ToolInputError, match="JSON object"):
        bound(default_registry().get(tool), read_input(text))


def test_an_input_given_as_an_object_is_taken():
    """Also one without text."""
    assert bound(EVERYTHING, Input(text="", value={"a": "1"})) == {"a": "1"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"x": {"$data": "t"}}, {"x": [1, 2]}), ({"x": '{"$data": "t"}'}, {"x": [1, 2]}),
        ({"x": ['{"$data": "t"}']}, {"x": [1, 2]}), ({"x": [{"$data": "n"}]}, {"x": [5]}),
        ({"x": [{"$data": "t"}, 3]}, {"x": [[1, 2], 3]}), ({"$data": "n", "y": 1}, {"$data": "n", "y": 1}),
        ({"x": 'print({"$data": "t"})'}, {"x": 'print({"$data": "t"})'}),
    ],
)  # fmt: skip
def test_references_to_data(value, expected):
    """An object, or a text, that is nothing but a reference stands for the data."""
    assert filled(value, {"t": [1, 2], "n": 5}) == expected


def test_unknown_data_is_named():
    """The message says what there is."""
    with pytest.raises(ToolInputError, match="there is t"):
        filled({"x": {"$data": "u"}}, {"t": 1})


def test_definitions_are_json():
    """They go over the wire as they are."""
    definitions = Toolbox(default_registry()).definitions
    assert json.loads(json.dumps(definitions)) == definitions
    assert all(entry["function"]["strict"] for entry in definitions)
