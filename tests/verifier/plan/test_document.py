"""Plans are read in every form that is promised, and refused with the path of what is wrong in every other."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.verifier.plan.claims import FINAL
from toolkits import Registry, Tool, default_registry
from verifier.plan import (
    AllOf,
    AnyOf,
    Contains,
    Equals,
    Equivalent,
    Plan,
    PlanError,
    RoundsTo,
    Succeeds,
    load_plan,
    parse_plan,
    plan_json,
    rebind,
)
from verifier.task import DataTable

QUESTION = "A circle has radius 5. What is its area, with pi = 3.14?"
ANSWER = "The area is 3.14 * 5^2 = 78.5. The answer is 78.5."
REGISTRY = default_registry()


def step(**changes: Any) -> dict[str, Any]:
    """A good step, with members replaced; ``None`` takes one away."""
    good = {
        "step_id": 1,
        "description": "area",
        "tool_required": "Python_Calculator",
        "tool_input": "3.14 * 5**2",
        "expected_check": "the result should equal 78.5",
    }
    return {key: value for key, value in {**good, **changes}.items() if value is not None}


def plan_of(*steps: dict[str, Any], **members: Any) -> dict[str, Any]:
    """A plan of the published form."""
    return {"verification_needed": True, "verification_steps": list(steps), **members}


def parsed(source: Any, answer: str = ANSWER, question: str | None = QUESTION, **more: Any) -> Plan:
    """The plan that the parser makes."""
    return parse_plan(
        source, answer=answer, question=question, registry=more.pop("registry", REGISTRY), **more
    )


def refused(source: Any, **more: Any) -> tuple[str, str]:
    """(path, message) of the error that the parser raises."""
    with pytest.raises(PlanError) as caught:
        parsed(source, **more)
    assert str(caught.value) == f"{caught.value.path}: {caught.value.message}"
    return caught.value.path, caught.value.message


# --- the published form -----------------------------------------------------------------------------------------------


def test_the_published_form_is_read_unchanged() -> None:
    """String inputs map to the tool's main key, sentences compile, numbers of the answer bind."""
    plan = parsed(plan_of(step()))
    assert plan.steps[0].tool_input == {"expression": "3.14 * 5**2"}
    assert plan.steps[0].expected_check == RoundsTo(expected=FINAL)
    assert (plan.steps[0].claim, plan.steps[0].basis, plan.steps[0].step_id) == ("final", "question", "1")
    assert (plan.author, plan.verification_needed) == ("given", True)


@pytest.mark.parametrize(
    ("tool", "text", "tool_input"),
    [
        ("Python_Calculator", "1 + 1", {"expression": "1 + 1"}),
        ("arithmetic", "1 + 1", {"expression": "1 + 1"}),
        ("Fact_Checker", "按季度复利的计算公式", {"query": "按季度复利的计算公式"}),
        ("Unit_Converter", "5 km to m", {"value": "5 km", "to_unit": "m"}),
        ("Unit_Converter", "convert 5 km into m", {"value": "5 km", "to_unit": "m"}),
        ("Unit_Converter", "5 km -> m", {"value": "5 km", "to_unit": "m"}),
        ("Unit_Converter", "将5千米换算成米", {"value": "5千米", "to_unit": "米"}),
        ("boolean", "True and False", {"expression": "True and False"}),
        ("brackets", "([", {"sequence": "(["}),
        ("Python_Calculator", '{"expression": "1 + 1"}', {"expression": "1 + 1"}),
        ("statistics", '{"op": "mean", "values": ["1", "2"]}', {"op": "mean", "values": ["1", "2"]}),
    ],
)
def test_string_inputs(tool: str, text: str, tool_input: Any) -> None:
    """A string is the tool's main input, or the whole input as JSON text."""
    plan = parsed(plan_of(step(tool_required=tool, tool_input=text, expected_check="should be 5")))
    assert plan.steps[0].tool_input == tool_input


@pytest.mark.parametrize(
    ("text", "a", "b"),
    [
        ("x**2 - 1 == (x-1)*(x+1)", "x**2 - 1", "(x-1)*(x+1)"),
        ("x**2 - 1 = (x-1)*(x+1)", "x**2 - 1", "(x-1)*(x+1)"),
        ("x + 1, 1 + x", "x + 1", "1 + x"),
        ("x + 1 and 1 + x", "x + 1", "1 + x"),
        ("x+1 与 1+x 是否等价", "x+1", "1+x"),
    ],
)
def test_pairs_of_expressions(text: str, a: str, b: str) -> None:
    """An equivalence step may write both sides in one string."""
    from toolkits.equivalence import equivalence

    registry = Registry()
    registry.add(Tool("equivalence", "1", equivalence, aliases=("SymPy_Equivalence_Check",)))
    row = step(
        tool_required="SymPy_Equivalence_Check", tool_input=text, expected_check="should be equivalent"
    )
    plan = parsed(plan_of(row), registry=registry)
    assert plan.steps[0].tool_input == {"a": a, "b": b}
    assert plan.steps[0].expected_check == Equals(expected="equivalent")


def test_a_users_own_tool_takes_a_string_when_it_has_one_text_input() -> None:
    """A tool that joined the registry is as good as a built-in one."""

    def shout(text: str, times: int = 1) -> dict[str, str]:
        return {"value": text.upper() * times}

    def pair(a: str, b: str) -> dict[str, str]:
        return {"value": a + b}

    registry = Registry()
    registry.add(Tool("shout", "1", shout))
    registry.add(Tool("pair", "1", pair))
    plan = parsed(
        plan_of(step(tool_required="shout", tool_input="hi", expected_check="should be 'HI'")),
        registry=registry,
    )
    assert plan.steps[0].tool_input == {"text": "hi"}
    row = step(tool_required="pair", tool_input="hi")
    assert refused(plan_of(row), registry=registry) == (
        "$.verification_steps[0].tool_input",
        "pair needs an object with the keys a, b, not a string",
    )


def test_a_sentence_that_is_not_understood_leaves_the_step_undecided() -> None:
    """The step keeps its sentence and has no check."""
    plan = parsed(plan_of(step(expected_check="should look about right")))
    assert (plan.steps[0].expected_check, plan.steps[0].sentence) == (None, "should look about right")


def test_no_verification_needed_is_a_plan() -> None:
    """A planner may say that nothing needs checking; the engine overrules it when there are claims."""
    plan = parsed({"verification_needed": False, "verification_steps": []})
    assert (plan.verification_needed, plan.steps) == (False, ())
    assert plan.claims


# --- the typed form ---------------------------------------------------------------------------------------------------


def test_the_typed_form() -> None:
    """Objects for input and check, references, dependencies, and the step's own word on the claim."""
    typed = {
        "steps": [
            {"step_id": "square", "tool_required": "arithmetic", "tool_input": {"expression": "5^2"},
             "expected_check": {"type": "succeeds"}},
            {"step_id": "area", "tool_required": "arithmetic", "tool_input": {"expression": {"$ref": "steps.square.output.value"}},
             "expected_check": {"type": "all_of", "checks": [
                 {"type": "rounds_to", "expected": FINAL, "truncation": False, "places": None},
                 {"type": "not", "check": {"type": "equals", "expected": "5"}}]},
             "claim": "final", "required": False, "basis": "answer", "depends_on": None},
        ],
        "notes": ["two steps"],
    }  # fmt: skip
    plan = parsed(json.dumps(typed))
    second = plan.steps[1]
    assert second.depends_on == ("square",)
    assert (second.claim, second.required, second.basis) == ("final", False, "answer")
    assert isinstance(second.expected_check, AllOf)
    assert plan.notes[-1] == "two steps"
    assert plan.steps[0].expected_check == Succeeds()


def test_an_array_is_a_list_of_steps() -> None:
    """A plan may be written as its steps alone."""
    assert parsed(json.dumps([step()])).steps == parsed(plan_of(step())).steps


def test_a_copied_literal_is_bound_to_the_claim() -> None:
    """A typed check that copies the answer's number means the answer's claim."""
    plan = parsed(plan_of(step(expected_check={"type": "equals", "expected": "78.5"})))
    assert plan.steps[0].expected_check == Equals(expected=FINAL)
    plan = parsed(plan_of(step(expected_check={"type": "equals", "expected": "79.5"})))
    assert plan.steps[0].expected_check == Equals(expected="79.5")


# --- a model's reply --------------------------------------------------------------------------------------------------


def test_a_plan_is_found_in_a_reply() -> None:
    """Prose, fences and braces around it do not matter; the last valid plan counts and rivals are noted."""
    good = json.dumps(plan_of(step()))
    other = json.dumps(plan_of(step(expected_check="should be 5")))
    assert parsed(f"Sure! {{draft}}\n```json\n{good}\n```\nHope it helps.") == parsed(good)
    two = parsed(f"First idea: {other}\nBetter: {good}")
    assert two.steps == parsed(good).steps
    assert "2 different plans" in two.notes[-1]
    bad = json.dumps(plan_of(step(tool_required="Oracle")))
    assert parsed(f"{good} {bad}") == parsed(good)


def test_a_fence_inside_a_string_does_not_cut_the_plan() -> None:
    """Code in a plan may hold fences and braces."""
    row = step(
        tool_required="Fact_Checker",
        tool_input="```py\nprint({'a': '}'})\n```",
        expected_check="should contain 'x'",
    )
    assert parsed(f"```json\n{json.dumps(plan_of(row))}\n```").steps[0].tool_input == {
        "query": row["tool_input"]
    }


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "path", "says"),
    [
        ({}, "$.verification_steps", "checks nothing"),
        ([], "$.verification_steps", "checks nothing"),
        ({"steps": []}, "$.steps", "checks nothing"),
        ({"verification_steps": "x"}, "$.verification_steps", "array"),
        (plan_of(step(), steps=[step()]), "$.steps", "two names of one thing"),
        (plan_of(step(), checks=[]), "$.checks", "unknown key in a plan"),
        (plan_of(step(), verification_needed="yes"), "$.verification_needed", "true or false, not a string"),
        (plan_of(step(), notes="x"), "$.notes", "array of strings"),
        (plan_of(step(), notes=[1]), "$.notes[0]", "must be a string"),
        (plan_of("x"), "$.verification_steps[0]", "a step is a JSON object, not a string"),  # type: ignore[arg-type]
        (plan_of(None), "$.verification_steps[0]", "not null"),  # type: ignore[arg-type]
        (plan_of(step(expected_chek="x")), "$.verification_steps[0].expected_chek", "did you mean 'expected_check'"),
        (plan_of(step(checks=[])), "$.verification_steps[0].checks", "unknown key in a step"),
        (plan_of(step(step_id=None)), "$.verification_steps[0]", "needs the key 'step_id'"),
        (plan_of(step(tool_required=None)), "$.verification_steps[0]", "needs the key 'tool_required'"),
        (plan_of(step(tool_input=None)), "$.verification_steps[0]", "needs the key 'tool_input'"),
        (plan_of(step(expected_check=None)), "$.verification_steps[0]", "needs the key 'expected_check'"),
        (plan_of({**step(), "expected_check": None}), "$.verification_steps[0].expected_check", "not null"),
        (plan_of(step(step_id=True)), "$.verification_steps[0].step_id", "a step id is"),
        (plan_of(step(step_id="a b")), "$.verification_steps[0].step_id", "a step id is"),
        (plan_of(step(step_id="x" * 65)), "$.verification_steps[0].step_id", "a step id is"),
        (plan_of(step(step_id=1.5)), "$.verification_steps[0].step_id", "a step id is"),
        (plan_of(step(), step(step_id="1")), "$.verification_steps[1].step_id", "'1' is taken"),
        (plan_of(step(tool_required="Oracle")), "$.verification_steps[0].tool_required", "no tool is called 'Oracle'"),
        (plan_of(step(tool_required="Python_Calculater")), "$.verification_steps[0].tool_required", "did you mean 'Python_Calculator'"),
        (plan_of(step(tool_required=5)), "$.verification_steps[0].tool_required", "must be a string"),
        (plan_of(step(tool_input=5)), "$.verification_steps[0].tool_input", "object or a string"),
        (plan_of(step(tool_input={"expresion": "1"})), "$.verification_steps[0].tool_input.expresion", "did you mean 'expression'"),
        (plan_of(step(tool_input={})), "$.verification_steps[0].tool_input", "needs the input 'expression'"),
        (plan_of(step(tool_required="Unit_Converter")), "$.verification_steps[0].tool_input", "5 km to m"),
        (plan_of(step(tool_required="statistics")), "$.verification_steps[0].tool_input", "needs an object with the keys"),
        (plan_of(step(expected_check=" ")), "$.verification_steps[0].expected_check", "empty sentence"),
        (plan_of(step(expected_check=5)), "$.verification_steps[0].expected_check", "with a 'type', not a number"),
        (plan_of(step(expected_check={})), "$.verification_steps[0].expected_check", "needs the key 'type'"),
        (plan_of(step(expected_check={"type": "equal"})), "$.verification_steps[0].expected_check.type", "did you mean 'equals'"),
        (plan_of(step(expected_check={"type": 5})), "$.verification_steps[0].expected_check.type", "unknown check '5'"),
        (plan_of(step(expected_check={"type": "equals"})), "$.verification_steps[0].expected_check", "needs the key 'expected'"),
        (plan_of(step(expected_check={"type": "equals", "expected": None})), "$.verification_steps[0].expected_check.expected", "null"),
        (plan_of(step(expected_check={"type": "equals", "expected": 1, "tol": 1})), "$.verification_steps[0].expected_check.tol", "unknown key"),
        (plan_of(step(expected_check={"type": "equals", "expected": 1, "abs_tol": -1})), "$.verification_steps[0].expected_check.abs_tol", "not negative"),
        (plan_of(step(expected_check={"type": "equals", "expected": 1, "abs_tol": "a"})), "$.verification_steps[0].expected_check.abs_tol", "not negative"),
        (plan_of(step(expected_check={"type": "equals", "expected": 1, "abs_tol": True})), "$.verification_steps[0].expected_check.abs_tol", "not negative"),
        (plan_of(step(expected_check={"type": "rounds_to", "expected": 1, "places": 101})), "$.verification_steps[0].expected_check.places", "0 to 100"),
        (plan_of(step(expected_check={"type": "rounds_to", "expected": 1, "places": True})), "$.verification_steps[0].expected_check.places", "0 to 100"),
        (plan_of(step(expected_check={"type": "rounds_to", "expected": 1, "truncation": "no"})), "$.verification_steps[0].expected_check.truncation", "true or false"),
        (plan_of(step(expected_check={"type": "compare", "expected": 1})), "$.verification_steps[0].expected_check", "needs the key 'op'"),
        (plan_of(step(expected_check={"type": "compare", "expected": 1, "op": "=="})), "$.verification_steps[0].expected_check.op", "is none of"),
        (plan_of(step(expected_check={"type": "matches", "pattern": "(a"})), "$.verification_steps[0].expected_check.pattern", "unclosed"),
        (plan_of(step(expected_check={"type": "raises", "exception": "a b"})), "$.verification_steps[0].expected_check.exception", "exception class"),
        (plan_of(step(expected_check={"type": "all_of", "checks": []})), "$.verification_steps[0].expected_check.checks", "empty combination"),
        (plan_of(step(expected_check={"type": "any_of", "checks": {}})), "$.verification_steps[0].expected_check.checks", "array of checks"),
        (plan_of(step(expected_check={"type": "all_of", "checks": [{"type": "not", "check": {"type": "x"}}]})), "$.verification_steps[0].expected_check.checks[0].check.type", "unknown check"),
        (plan_of(step(expected_check={"type": "equals", "expected": {"$ref": "nowhere"}})), '$.verification_steps[0].expected_check.expected["$ref"]', "output.PATH"),
        (plan_of(step(expected_check={"type": "equals", "expected": {"$ref": "output.a", "x": 1}})), '$.verification_steps[0].expected_check.expected["$ref"]', "only key"),
        (plan_of(step(expected_check={"type": "equals", "expected": {"$ref": "claims.final.role"}})), '$.verification_steps[0].expected_check.expected["$ref"]', "a claim has the fields"),
        (plan_of(step(expected_check={"type": "equals", "expected": {"$first": []}})), "$.verification_steps[0].expected_check.expected", "$first"),
        (plan_of(step(expected_check={"type": "equals", "expected": {"$ref": "claims.total.value"}})), "$.verification_steps[0].expected_check", "refers to no claim"),
        (plan_of(step(expected_check={"type": "equals", "expected": [{"$ref": "bad"}]})), '$.verification_steps[0].expected_check.expected[0]["$ref"]', "output.PATH"),
        (plan_of(step(expected_check={"type": "equals", "expected": {"a": {"$ref": "bad"}}})), '$.verification_steps[0].expected_check.expected.a["$ref"]', "output.PATH"),
        (plan_of(step(claim="total")), "$.verification_steps[0].claim", "no claim has the id 'total'"),
        (plan_of(step(claim=5)), "$.verification_steps[0].claim", "must be a string"),
        (plan_of(step(depends_on=[2])), "$.verification_steps[0].depends_on", "no step has the id '2'"),
        (plan_of(step(depends_on="2")), "$.verification_steps[0].depends_on", "array of step ids"),
        (plan_of(step(depends_on=[[1]])), "$.verification_steps[0].depends_on[0]", "a step id is"),
        (plan_of(step(tool_input={"expression": {"$ref": "steps.2.output.value"}})), "$.verification_steps[0].tool_input", "no step of the plan"),
        (plan_of(step(tool_input={"expression": {"$ref": "output.value"}})), "$.verification_steps[0].tool_input", "its own output"),
        (plan_of(step(tool_input={"expression": {"$ref": "x"}})), '$.verification_steps[0].tool_input.expression["$ref"]', "output.PATH"),
        (plan_of(step(expected_check={"type": "equals", "expected": {"$ref": "steps.7.output.value"}})), "$.verification_steps[0].expected_check", "no step of the plan"),
        (plan_of(step(basis="mine")), "$.verification_steps[0].basis", "is none of question, independent, answer"),
        (plan_of(step(required="no")), "$.verification_steps[0].required", "true or false"),
        (plan_of(step(formula="compound_intrest")), "$.verification_steps[0].formula", "did you mean 'compound_interest'"),
        (plan_of(step(), claims={}), "$.claims", "claims is an array"),
        (plan_of(step(), claims=[{"id": "a"}]), "$.claims[0]", "needs the key 'kind'"),
    ],
)  # fmt: skip
def test_what_is_refused(source: Any, path: str, says: str) -> None:
    """Each fault is named at its own path, from data and from text alike."""
    at, message = refused(source)
    assert (at, says in message) == (path, True), message
    assert refused(json.dumps(source))[0] == at


@pytest.mark.parametrize(
    "waits",
    [{1: [1]}, {1: [2], 2: [1]}, {1: [2], 2: [3], 3: [1]}, {1: [], 2: [3], 3: [2]}],
)
def test_cycles_are_refused(waits: dict[int, list[int]]) -> None:
    """Steps that wait for each other are named in their order."""
    rows = [step(step_id=name, depends_on=needs) for name, needs in waits.items()]
    path, message = refused(plan_of(*rows))
    assert path.endswith("depends_on")
    assert "wait for each other" in message


def test_a_cycle_through_references_is_refused() -> None:
    """A reference is a dependency."""
    rows = [
        step(step_id=1, depends_on=[2]),
        step(step_id=2, tool_input={"expression": {"$ref": "steps.1.output.value"}}),
    ]
    assert "2 -> 1 -> 2" in refused(plan_of(*rows))[1] or "1 -> 2 -> 1" in refused(plan_of(*rows))[1]


def test_forward_references_are_dependencies() -> None:
    """A step may be written before one that it needs; the engine orders them."""
    rows = [step(step_id=1, tool_input={"expression": {"$ref": "steps.2.output.value"}}), step(step_id=2)]
    assert parsed(plan_of(*rows)).steps[0].depends_on == ("2",)


def test_a_check_may_refer_to_another_step() -> None:
    """The outputs that a check looks at are dependencies too."""
    check = {"type": "equals", "actual": {"$ref": "steps.1.output.value"}, "expected": FINAL}
    assert parsed(plan_of(step(), step(step_id=2, expected_check=check))).steps[1].depends_on == ("1",)


def test_ten_thousand_steps_are_refused() -> None:
    """The number of steps is bounded, and the message says how many there were."""
    rows = [step(step_id=n) for n in range(10_000)]
    assert refused(plan_of(*rows)) == ("$.verification_steps", "10000 steps; at most 500")
    assert "10000 steps" in refused(json.dumps(plan_of(*rows)))[1]


def test_a_long_chain_is_read() -> None:
    """Five hundred steps, each waiting for the one before: deep for recursion, fine for us."""
    rows = [step(step_id=n, depends_on=[n - 1] if n else []) for n in range(500)]
    assert len(parsed(plan_of(*rows)).steps) == 500
    assert len(parsed(plan_of(*reversed(rows))).steps) == 500


def test_a_megabyte_is_refused() -> None:
    """A string of a million characters is refused wherever it stands."""
    assert "1000000 characters" in refused(plan_of(step(tool_input="1" * 1_000_000)))[1]
    assert "1000000 characters" in refused(json.dumps(plan_of(step(expected_check="x" * 1_000_000))))[1]


def test_a_mis_indented_plan_is_refused() -> None:
    """Steps nested one level too deep are an unknown key, not a plan without checks."""
    nested = {"plan": {"verification_steps": [step()]}}
    path, message = refused(json.dumps(nested))
    assert path == "$.plan"
    assert message.startswith("unknown key in a plan; known: verification_needed, verification_steps,")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
keys = st.sampled_from(
    ["step_id", "description", "tool_required", "tool_input", "expected_check", "claim", "depends_on", "required", "basis",
     "type", "expected", "actual", "checks", "check", "$ref", "$first", "op", "pattern", "verification_steps", "claims", "id",
     "kind", "role", "quote", "span", "value"]
)  # fmt: skip
words = st.sampled_from(
    ["arithmetic", "Python_Calculator", "equals", "all_of", "not", "rounds_to", "output.value", "claims.final.value", "final",
     "number", "step", "78.5", "1 + 1", "The answer is 78.5", "question", "steps.1.output.value", "should be 5", "units", "text"]
) | st.integers(0, 3)  # fmt: skip
likely = st.recursive(
    words | st.none() | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=12,
)
steps_like = st.dictionaries(keys, likely, max_size=4).map(lambda extra: {**step(), **extra})


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(json_values | likely | st.lists(steps_like, max_size=3).map(lambda rows: {"verification_steps": rows}))
def test_any_json_is_a_plan_or_a_plan_error(source: Any) -> None:
    """No other error leaves the parser, whatever the data."""
    try:
        parsed(source) if not isinstance(source, str) else parsed(json.dumps(source))
    except PlanError as error:
        path = error.path
    else:
        path = "$"
    assert path.startswith("$")


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=100) | likely.map(json.dumps), st.integers(0, 200), st.text(max_size=3))
def test_any_text_is_a_plan_or_a_plan_error(text: str, at: int, noise: str) -> None:
    """Broken and arbitrary text ends in a plan or in its own error."""
    good = json.dumps(plan_of(step()))
    for source in (text, good[:at], good[:at] + noise + good[at:], text + good):
        try:
            parsed(source)
        except PlanError:
            continue


# --- bases ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "basis"),
    [
        ("3.14 * 5**2", "question"),
        ("3.14 * 5 * 5", "question"),
        ("3.15 * 5**2", "answer"),
        ("pi * 5^2", "question"),
        ("3.14 * 6**2", "answer"),
        ("78.5", "answer"),
    ],
)
def test_a_step_is_of_basis_question_when_its_literals_are(expression: str, basis: str) -> None:
    """Every number of the input stands in the question, or the step only has the answer's word."""
    assert parsed(plan_of(step(tool_input=expression))).steps[0].basis == basis


def test_a_plan_cannot_declare_a_basis_that_it_lacks() -> None:
    """``question`` is found out, ``answer`` is taken at its word, and without a question there is none."""
    assert parsed(plan_of(step(tool_input="78.5", basis="question"))).steps[0].basis == "answer"
    assert parsed(plan_of(step(tool_input="78.5", basis="independent"))).steps[0].basis == "answer"
    assert parsed(plan_of(step(basis="answer"))).steps[0].basis == "answer"
    assert parsed(plan_of(step()), question=None).steps[0].basis == "answer"


def test_a_basis_is_not_laundered_through_a_step() -> None:
    """A step that builds on one of basis answer has no better basis."""
    rows = [
        step(step_id=1, tool_input="78.5"),
        step(step_id=2, tool_input={"expression": {"$ref": "steps.1.output.value"}}),
    ]
    assert [s.basis for s in parsed(plan_of(*rows)).steps] == ["answer", "answer"]
    rows = [
        step(step_id=1, tool_input={"expression": {"$ref": "steps.2.output.value"}}),
        step(step_id=2, tool_input="5^2"),
    ]
    assert [s.basis for s in parsed(plan_of(*rows)).steps] == ["question", "question"]


def test_data_grounds_a_step() -> None:
    """Numbers of the data that comes with the question are the question's."""
    table = DataTable(name="t", columns=("n",), rows=((41,), (None,)))
    row = plan_of(step(tool_input="41 + 43"))
    assert parsed(row, data=(table,)).steps[0].basis == "answer"
    assert parsed(row, data=(table,), values={"k": {"m": [43]}}).steps[0].basis == "question"


# --- claims -----------------------------------------------------------------------------------------------------------


def test_claims_are_read_from_the_answer() -> None:
    """A plan that names none has the reader's."""
    plan = parsed(plan_of(step()))
    assert {c.id for c in plan.claims} >= {"final"}
    assert all(ANSWER[slice(*c.span)] == c.quote for c in plan.claims)


def test_a_named_claim_takes_its_value_from_the_answer() -> None:
    """The plan quotes; value, quantum and unit are read there."""
    named = [{"id": "area", "kind": "number", "role": "final", "quote": "answer is 78.5"}]
    plan = parsed(plan_of(step(claim="area"), claims=named))
    area = next(c for c in plan.claims if c.id == "area")
    assert (str(area.value), str(area.quantum), area.role) == ("157/2", "1/10", "final")
    assert [c.id for c in plan.claims if c.role == "final"] == ["area"]
    assert plan.steps[0].expected_check == RoundsTo(expected={"$ref": "claims.area.value"})


def test_a_plan_cannot_look_away_from_a_final() -> None:
    """The reader's finals stay in the plan beside those that it names."""
    named = [{"id": "r", "kind": "number", "role": "final", "quote": "5^2", "value": "5"}]
    plan = parsed(plan_of(step(), claims=named))
    assert {c.id for c in plan.claims if c.role == "final"} == {"r", "final"}


@pytest.mark.parametrize(
    ("claim", "path", "says"),
    [
        ({"quote": "79.5"}, "$.claims[0].quote", "does not stand in the answer"),
        ({"quote": "area"}, "$.claims[0].quote", "no such numbers"),
        ({"quote": "78.5"}, "$.claims[0].quote", "stands 2 times"),
        ({"quote": ""}, "$.claims[0].quote", "does not stand"),
        ({"quote": "3.14 * 5^2"}, "$.claims[0].quote", "3 such numbers"),
        ({"quote": "answer is 78.5", "value": "80"}, "$.claims[0].quote", "no such numbers"),
        ({"quote": "answer is 78.5", "value": "abc"}, "$.claims[0].quote", "no such numbers"),
        ({"quote": "answer is 78.5", "value": True}, "$.claims[0].quote", "no such numbers"),
        ({"quote": "answer is 78.5", "span": [0, 4]}, "$.claims[0].span", "not the quote"),
        ({"quote": "answer is 78.5", "span": [4]}, "$.claims[0].span", "[start, end]"),
        ({"quote": "answer is 78.5", "span": [True, 4]}, "$.claims[0].span", "[start, end]"),
        ({"quote": "answer is 78.5", "kind": "date"}, "$.claims[0]", "no date there"),
        ({"quote": "answer is 78.5", "kind": "boolean"}, "$.claims[0].value", "true or false"),
        (
            {"quote": "answer is 78.5", "kind": "text", "value": "yes"},
            "$.claims[0].value",
            "stand in the quote",
        ),
        ({"quote": "answer is 78.5", "kind": "text", "value": 5}, "$.claims[0].value", "stand in the quote"),
        ({"quote": "answer is 78.5", "kind": "sum"}, "$.claims[0].kind", "is none of"),
        ({"quote": "answer is 78.5", "role": "last"}, "$.claims[0].role", "is none of"),
        ({"quote": "answer is 78.5", "quantum": "100"}, "$.claims[0].quantum", "unknown key in a claim"),
    ],
)
def test_claims_that_are_refused(claim: dict[str, Any], path: str, says: str) -> None:
    """A claim that the answer does not show is an error of the plan."""
    named = {"id": "a", "kind": "number", "role": "final", **claim}
    at, message = refused(plan_of(step(), claims=[named]))
    assert (at, says in message) == (path, True), message


@pytest.mark.parametrize("key", ["id", "kind", "role", "quote"])
def test_claims_need_their_keys(key: str) -> None:
    """A claim without one of these is no claim."""
    named = {"id": "a", "kind": "number", "role": "final", "quote": "answer is 78.5"}
    del named[key]
    assert refused(plan_of(step(), claims=[named])) == ("$.claims[0]", f"a claim needs the key {key!r}")


def test_a_named_word_must_be_the_answers() -> None:
    """The reader's choice is not taken for another that the plan names."""
    named = {"id": "a", "kind": "choice", "role": "final", "quote": "answer is (B)", "value": "B"}
    question = "Which is red? (A) grass (B) blood (C) sky"
    plan = parsed(plan_of(step(), claims=[named]), answer="The answer is (B).", question=question)
    assert [(c.id, c.value) for c in plan.claims if c.role == "final"] == [("a", "B")]
    at, _ = refused(
        plan_of(step(), claims=[{**named, "value": "C"}]), answer="The answer is (B).", question=question
    )
    assert at == "$.claims[0].value"


def test_a_percentage_may_be_named_either_way() -> None:
    """The plan may name the ratio or the percents that the answer prints."""
    for value in ("20%", "20", "0.2", 0.2):
        named = {"id": "a", "kind": "number", "role": "final", "quote": "It grew by 20%", "value": value}
        plan = parsed(
            plan_of(step(), claims=[named]), answer="It grew by 20%.", question="By what percent did it grow?"
        )
        assert [str(c.value) for c in plan.claims if c.id == "a"] == ["1/5"]


def test_an_empty_formula_is_none() -> None:
    """The default may be written out."""
    assert parsed(plan_of(step(formula=""))) == parsed(plan_of(step()))


def test_claims_of_other_kinds() -> None:
    """Text, booleans and expressions are quoted, too."""
    answer = "Yes, the capital is Canberra. The rest is x + 1."
    named = [
        {"id": "yes", "kind": "boolean", "role": "final", "quote": "Yes"},
        {"id": "city", "kind": "text", "role": "final", "quote": "capital is Canberra", "value": "Canberra"},
        {"id": "rest", "kind": "expression", "role": "step", "quote": "x + 1"},
    ]
    claims = {
        c.id: c for c in parsed(plan_of(step(), claims=named), answer=answer, question="What is it?").claims
    }
    assert claims["yes"].value is True
    assert answer[slice(*(claims["city"].value_span or (0, 0)))] == claims["city"].value == "Canberra"
    assert claims["rest"].value == "x + 1"


def test_claim_ids_stay_unique() -> None:
    """A plan that takes the reader's id for another claim makes the reader's take another."""
    named = [{"id": "final", "kind": "number", "role": "step", "quote": "5^2", "value": "5"}]
    ids = [c.id for c in parsed(plan_of(step(), claims=named)).claims]
    assert len(ids) == len(set(ids))
    assert refused(plan_of(step(), claims=[*named, *named])) == (
        "$.claims[1].id",
        "the id 'final' is taken by an earlier claim",
    )


def test_code_of_the_answer_in_an_input_becomes_a_reference() -> None:
    """Code that is pasted into a step is the claim, bound anew in each attempt."""
    answer = "Here:\n```python\nprint(6)\n```\n"
    named = [{"id": "program", "kind": "code", "role": "final", "quote": "print(6)"}]
    row = step(
        tool_required="Fact_Checker", tool_input={"query": "print(6)"}, expected_check="should contain 'x'"
    )
    plan = parsed(plan_of(row, claims=named), answer=answer, question="Write a program that prints 6.")
    assert plan.steps[0].tool_input["query"]["$ref"].startswith("claims.")


CODE_ANSWER = "Here it is:\n```python\ndef f(x):\n    return x / 0\n\nprint(f(1))\n```\nThe answer is 78.5."


def test_code_of_the_answer_is_under_test_by_reference() -> None:
    """A block that a step runs becomes a claim, whatever its indentation in the plan; the plan's own code does not."""
    code = "def f(x):\n  return x / 0\nprint(f(1))"
    row = step(tool_required="Fact_Checker", tool_input=code, expected_check="代码应正常运行")
    plan = parsed(plan_of(row), answer=CODE_ANSWER)
    ref = plan.steps[0].tool_input["query"]["$ref"]
    claim = next(c for c in plan.claims if ref == f"claims.{c.id}.value")
    assert (claim.kind, CODE_ANSWER[slice(*claim.span)]) == ("code", claim.quote)
    assert "return x / 0" in str(claim.value)
    corrected = CODE_ANSWER.replace("x / 0", "x / 2")
    again = rebind(plan, corrected, QUESTION)
    assert "return x / 2" in str(next(c.value for c in again.claims if c.id == claim.id))
    other = parsed(
        plan_of(step(tool_required="Fact_Checker", tool_input="1/0", expected_check="代码应正常运行")),
        answer=CODE_ANSWER,
    )
    assert other.steps[0].tool_input == {"query": "1/0"}
    assert all(c.kind != "code" for c in other.claims)
    assert rebind(other, corrected, QUESTION).claims == other.claims


# --- the final claim of a plan that never speaks of it ----------------------------------------------------------------


def test_the_last_step_is_meant_to_judge_the_only_final() -> None:
    """A plan whose checks name only constants is taken to mean the answer with its last step."""
    rows = [
        step(step_id=1, expected_check="should be greater than 0"),
        step(step_id=2, expected_check="should be greater than 1"),
    ]
    assert [s.claim for s in parsed(plan_of(*rows)).steps] == [None, "final"]
    assert [s.claim for s in parsed(plan_of(*rows, step(step_id=3))).steps] == [None, None, "final"]


# --- a new answer -----------------------------------------------------------------------------------------------------


def test_a_plan_follows_a_corrected_answer() -> None:
    """References mean the new answer's values; the plan is the same else."""
    plan = parsed(plan_of(step()))
    corrected = ANSWER.replace("78.5", "79.5")
    again = rebind(plan, corrected, QUESTION)
    final = next(c for c in again.claims if c.id == "final")
    assert str(final.value) == "159/2"
    assert again.steps == plan.steps
    assert rebind(again, ANSWER, QUESTION) == plan


def test_a_claim_that_the_new_answer_drops_is_gone() -> None:
    """A refusal states nothing: the references lead nowhere and the step is undecided."""
    again = rebind(parsed(plan_of(step())), "I would rather not say.", QUESTION)
    assert all(c.id != "final" or c.value is None for c in again.claims) or not again.claims
    assert again.steps[0].expected_check == RoundsTo(expected=FINAL)


def test_a_constant_that_the_new_answer_states_is_bound() -> None:
    """The planner's own number, once the answer says it, is the answer's."""
    plan = parsed(plan_of(step(expected_check="should equal 79.5")))
    assert plan.steps[0].expected_check == RoundsTo(expected="79.5")
    again = rebind(plan, ANSWER.replace("78.5", "79.5"), QUESTION)
    assert again.steps[0].expected_check == RoundsTo(expected=FINAL)


def test_the_one_final_is_the_one_final_whatever_its_form() -> None:
    """A corrected final may carry a unit that the old one lacked."""
    again = rebind(parsed(plan_of(step())), "The answer is 79 m.", QUESTION)
    assert [c.id for c in again.claims if c.role == "final"] == ["final"]


# --- dumping ----------------------------------------------------------------------------------------------------------


def test_a_plan_survives_its_json() -> None:
    """Claims with exact numbers, checks of every depth and sentences come back equal."""
    check = {"type": "any_of", "checks": [{"type": "not", "check": {"type": "contains", "expected": ["x", 1]}},
                                          {"type": "equivalent", "expected": FINAL}]}  # fmt: skip
    plan = parsed(
        plan_of(step(), step(step_id=2, expected_check=check), step(step_id=3, expected_check="hm"))
    )
    assert load_plan(json.loads(json.dumps(plan_json(plan)))) == plan
    assert isinstance(plan.steps[1].expected_check, AnyOf)
    assert any(isinstance(part, Equivalent | Contains) for part in plan.steps[1].expected_check.checks)


def test_a_plan_is_the_same_every_time() -> None:
    """Parsing has no memory."""
    assert parsed(plan_of(step())) == parsed(plan_of(step()))


def test_ids_like_our_own_derivations_are_refused() -> None:
    """What our own planner adds to a plan is trusted by its ids, so that nobody else may use them."""
    with pytest.raises(PlanError, match="those of our own derivations"):
        parsed(plan_of(step(step_id="derived.q1")))
