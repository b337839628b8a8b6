"""Tools by name: the built-in table, users' own functions, what a call accepts and gives back."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toolkits
from toolkits import Registry, Tool, default_registry, registry, tool
from toolkits._builtin import BUILTIN
from toolkits._signature import Signature
from toolkits.errors import ToolInputError, ToolkitError, ToolRefused, ToolUnavailable
from toolkits.registry import Deferred


def add(a: int, b: int = 1) -> dict[str, Any]:
    """Add two whole numbers.

    More about it.

    Args:
        a: the first,
            on two lines.
        b: the second.

    Returns:
        The sum.
    """
    return {"value": a + b}


def shapes(  # noqa: PLR0917  (one parameter a kind of annotation)
    text: str = "",
    number: float = 0.0,
    flag: bool = False,
    items: list[str] | None = None,
    table: dict[str, int] | None = None,
    op: Literal["up", "down"] = "up",
    pairs: list[tuple[str, str]] | None = None,
    anything: Any = None,
) -> dict[str, Any]:
    """Give back what it gets."""
    return {
        "items": items,
        "table": table,
        "op": op,
        "pairs": pairs,
        "number": number,
        "flag": flag,
        "text": text,
        "any": anything,
    }


def made(function: Any, **fields: Any) -> Tool:
    """A tool of ``function``."""
    return Tool(name=function.__name__, version="1", function=function, **fields)


def test_export_list() -> None:
    """The public names of the package."""
    assert toolkits.__all__ == sorted(toolkits.__all__)


@pytest.mark.parametrize("entry", BUILTIN, ids=lambda entry: entry.name)
def test_each_builtin_loads_and_has_a_schema(entry: Any) -> None:
    """Every entry of the table names a function with a description and an input schema, and says its limits."""
    built = default_registry().get(entry.name)
    assert built.description
    assert built.limits
    schema = built.input_schema
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    for name in entry.aliases:
        assert default_registry().get(name) is built


def test_published_names_are_aliases() -> None:
    """The names of the published plan form lead to our tools."""
    known = default_registry()
    for published, ours in [
        ("Python_Calculator", "arithmetic"),
        ("Unit_Converter", "units"),
        ("Fact_Checker", "fact_check"),
        ("SymPy_Equivalence_Check", "equivalence"),
        ("Python_Code_Executor", "python"),
    ]:
        assert known.get(published).name == ours


def test_building_the_registry_imports_no_tool() -> None:
    """A tool's module is imported when the tool is first called, and an arithmetic call imports nothing heavy."""
    script = (
        "import sys\n"
        "from toolkits import default_registry\n"
        "registry = default_registry()\n"
        "assert 'Unit_Converter' in registry and len(list(registry)) > 10\n"
        "assert not [m for m in ('toolkits.arithmetic', 'toolkits.units', 'toolkits.quantities') if m in sys.modules]\n"
        "assert registry.get('arithmetic')({'expression': '20% of 50'})['value'] == '10'\n"
        "heavy = [m for m in ('sympy', 'flint', 'pint', 'pydantic', 'pandas', 'numpy', 'rich') if m in sys.modules]\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_unknown_names_list_the_known() -> None:
    """A misspelt name says which tools there are."""
    with pytest.raises(ToolInputError, match="arithmetic") as caught:
        default_registry().get("arithmetics")
    assert caught.value.code == "unknown_tool"
    assert "arithmetics" not in default_registry()


def test_names_are_taken_once() -> None:
    """Two tools can't share a name or an alias."""
    own = Registry()
    own.add(made(add, aliases=("plus",)))
    for name in ("add", "plus"):
        with pytest.raises(ValueError, match=f"'{name}' is taken"):
            own.add(Tool(name=name, version="1", function=shapes))
    assert [each.name for each in own] == ["add"]
    assert len(own) == 1


def test_a_decorated_function_joins_the_default_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The decorator adds the function under its name and aliases, and leaves it callable."""
    fresh = registry.default_registry.__wrapped__()
    monkeypatch.setattr(registry, "default_registry", lambda: fresh)

    @tool(version="3", aliases=("Doubler_Of_Tests",), limits="Small numbers.")
    def double_of_tests(number: int) -> dict[str, int]:
        """Twice a number."""
        return {"value": 2 * number}

    @tool
    def triple_of_tests(number: int) -> dict[str, int]:
        """Three times a number."""
        return {"value": 3 * number}

    found = fresh.get("Doubler_Of_Tests")
    assert (found.name, found.version, found.limits) == ("double_of_tests", "3", "Small numbers.")
    assert found({"number": 4}) == {"value": 8}
    assert found.description == "Twice a number."
    assert double_of_tests(5) == {"value": 10}
    assert fresh.get("triple_of_tests")({"number": 4}) == {"value": 12}
    assert triple_of_tests(1) == {"value": 3}
    assert "triple_of_tests" not in default_registry()
    with pytest.raises(ValueError, match="taken"):
        tool(name="arithmetic")(triple_of_tests)


async def _async(a: int) -> dict[str, Any]:
    return {"value": a}


def _generator(a: int) -> Any:
    yield {"value": a}


def _many(*a: int) -> dict[str, Any]:
    return {"value": a}


def _any(**a: int) -> dict[str, Any]:
    return {"value": a}


def _placed(a: int, /) -> dict[str, Any]:
    return {"value": a}


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (_async, "is async"),
        (_generator, "is a generator"),
        (_many, "named fields only"),
        (_any, "named fields only"),
        (_placed, "named fields only"),
        (lambda a: {"value": a}, "is no name"),
    ],
)
def test_what_no_call_could_use_is_refused_at_its_definition(function: Any, message: str) -> None:
    """Else each step that calls it would be undecided, and nobody would know why."""
    with pytest.raises(ValueError, match=message):
        tool(function)


def test_description_and_schema_come_from_the_function() -> None:
    """The first paragraph of the docstring is the description, its Args describe the schema's fields."""
    built = made(add)
    assert built.description == "Add two whole numbers."
    schema = built.input_schema
    assert schema["properties"]["a"] == {
        "description": "the first, on two lines.",
        "title": "A",
        "type": "integer",
    }
    assert schema["properties"]["b"]["default"] == 1
    assert schema["required"] == ["a"]


@pytest.mark.parametrize(
    ("tool_input", "message"),
    [
        ({}, "a: Field required"),
        ({"a": "x"}, "a: Input should be a valid integer"),
        ({"a": 1, "c": 2}, "c: Extra inputs"),
        ({"a": None}, "a: Input should be a valid integer"),
        ({"a": 1.5}, "a: Input should be a valid integer"),
        ([], "must be a JSON object, not list"),
        ("a", "must be a JSON object, not str"),
        (None, "must be a JSON object, not NoneType"),
    ],
)
def test_bad_input_is_named_by_field(tool_input: Any, message: str) -> None:
    """Input that does not fit is refused with the field and what is wrong with it."""
    with pytest.raises(ToolInputError, match="add") as caught:
        made(add)(tool_input)
    assert message in str(caught.value)
    assert caught.value.code == "tool_input"


def test_what_can_be_converted_is() -> None:
    """A number where text is wanted becomes text, a digit string a number, lists of pairs tuples."""
    built = made(shapes)
    assert built({"text": 5})["text"] == "5"
    assert built({"number": "2.5"})["number"] == 2.5
    assert built({"number": 2})["number"] == 2
    assert built({"pairs": [["a", "b"]]})["pairs"] == [("a", "b")]


@pytest.mark.parametrize(
    "tool_input",
    [{"op": "left"}, {"op": ["up"]}, {"items": "abc"}, {"items": [None]}, {"table": {"a": "x"}}, {"flag": "maybe"}, {"text": True},
     {"text": ["a"]}],
)  # fmt: skip
def test_what_does_not_fit_is_refused(tool_input: dict[str, Any]) -> None:
    """Other types than the annotated are refused, not guessed at."""
    with pytest.raises(ToolInputError):
        made(shapes)(tool_input)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(
        st.sampled_from(["text", "number", "flag", "items", "table", "op", "pairs", "anything", "zzz"]),
        VALUES,
        max_size=4,
    )
)
def test_the_cheap_check_lets_nothing_through_that_pydantic_refuses(tool_input: dict[str, Any]) -> None:
    """What passes as it stands is what pydantic would pass, unchanged; all else is pydantic's own verdict."""
    signature = Signature(shapes)
    try:
        arguments = signature.arguments(tool_input, "shapes")
    except ToolInputError:
        return
    if arguments is tool_input:
        assert dict(signature._validated(tool_input, "shapes")) == tool_input


def returns(output: Any) -> Tool:
    """A tool that gives ``output``."""

    def giver() -> Any:
        """Give."""
        return output

    return made(giver)


@pytest.mark.parametrize("output", [{"value": 1}, {}, {"a": [1, 2.5, None, True, {"b": "c"}]}, {"t": (1, 2)}])
def test_json_objects_come_back(output: Mapping[str, Any]) -> None:
    """A JSON object is passed on."""
    assert returns(output)({}) == output


@pytest.mark.parametrize(
    "output",
    [
        None,
        5,
        "text",
        [1],
        {1: 2},
        {"a": object()},
        {"a": {1}},
        {"a": float("nan")},
        {"a": [float("inf")]},
        {"a": 1j},
    ],
)
def test_no_object_is_no_output(output: Any) -> None:
    """Nothing, or what JSON can't say, is no verdict: an error, never an empty pass."""
    with pytest.raises(ToolkitError) as caught:
        returns(output)({})
    assert caught.value.code == "no_output"


def test_a_crash_is_an_error_with_its_type_and_message() -> None:
    """An unforeseen exception inside a tool becomes one of ours."""

    def crashes(kind: str) -> dict[str, Any]:
        """Crash."""
        raise {"zero": ZeroDivisionError, "recursion": RecursionError, "memory": MemoryError}[kind]("boom")

    for kind, name in [
        ("zero", "ZeroDivisionError"),
        ("recursion", "RecursionError"),
        ("memory", "MemoryError"),
    ]:
        with pytest.raises(ToolkitError, match=f"{name}: boom") as caught:
            made(crashes)({"kind": kind})
        assert caught.value.code == "tool_crash"


def test_the_tools_own_errors_pass_through() -> None:
    """A refusal of the tool keeps its code."""

    def refuses() -> dict[str, Any]:
        """Refuse."""
        raise ToolRefused("no", code="why_not", hint="ask nicely")

    with pytest.raises(ToolRefused) as caught:
        made(refuses)({})
    assert (caught.value.code, caught.value.hint) == ("why_not", "ask nicely")


def test_an_interrupt_is_not_swallowed() -> None:
    """Ctrl-C during a tool ends the program, not the step."""

    def interrupted() -> dict[str, Any]:
        """Wait."""
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made(interrupted)({})


def test_a_missing_library_makes_the_tool_unavailable() -> None:
    """A deferred tool whose module can't be imported is unavailable, with a hint."""
    missing = Tool(name="missing", version="1", function=Deferred("no_such_module_of_tests:function"))
    with pytest.raises(ToolUnavailable, match="no_such_module_of_tests") as caught:
        missing({})
    assert caught.value.code == "missing_library"
    assert caught.value.hint == "install no_such_module_of_tests"


def test_a_deferred_function_can_be_called_itself() -> None:
    """The stand-in loads and calls the function."""
    assert Deferred("toolkits.arithmetic:arithmetic")(expression="1+1")["value"] == "2"


@pytest.mark.parametrize(("place", "shown"), [("docker@sha256:12", "7@docker@sha256:12"), ("", "7")])
def test_the_provenance_of_a_sandboxed_tool_says_where_it_ran(monkeypatch, place, shown):
    """The version with the backend and its image; nowhere is nothing, and other tools ask for no sandbox."""
    import sandbox

    monkeypatch.setattr(sandbox, "place", lambda: place)
    assert Tool(name="t", version="7", function=dict, sandboxed=True).provenance == shown
    assert Tool(name="t", version="7", function=dict).provenance == "7"
    programs = {"python", "code_oracle", "independent_derivations"}
    assert {tool.name for tool in default_registry() if tool.sandboxed} == programs
