"""The published schemas and pages say what the code does."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import verifier.plan
from toolkits import default_registry
from verifier.plan import PlanError, compile_sentence, lint_strict, parse_plan, plan_schema, strict_schema
from verifier.plan._fields import CHECKS

ROOT = Path(__file__).resolve().parents[3]
QUESTION = "What do 10000 yuan at 5% a year, compounded quarterly, come to in 3 years?"
ANSWER = "The answer is 11608.92."


def writer() -> Any:
    """The script that writes the pages."""
    spec = importlib.util.spec_from_file_location("write_plan_docs", ROOT / "scripts" / "write_plan_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["plan.schema.json", "plan.strict.schema.json", "mutants.md"])
def test_written_pages_are_up_to_date(name: str) -> None:
    """`python scripts/write_plan_docs.py` would change nothing."""
    path = ROOT / "docs" / name
    assert path.read_text(encoding="utf-8") == writer().pages()[path]


def test_the_plans_in_the_docs_are_plans() -> None:
    """Each JSON example of the page is read, and every check of it is understood."""
    page = (ROOT / "docs" / "plan.md").read_text(encoding="utf-8")
    examples = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        plan = parse_plan(example, answer=ANSWER, question=QUESTION, registry=default_registry())
        assert all(step.expected_check is not None for step in plan.steps)
        assert plan.steps[-1].claim == "final"
        assert plan.steps[-1].basis == "question"


def test_the_sentences_in_the_docs_compile() -> None:
    """Each sentence of the page's table means what the page says."""
    page = (ROOT / "docs" / "plan.md").read_text(encoding="utf-8")
    section = page.partition("| sentence | check |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", section, re.MULTILINE)
    assert len(rows) > 8
    for sentences, says in rows:
        kinds = set(re.findall(r"`(\w+)`", says))
        for sentence in sentences.split(" · "):
            from tests.verifier.plan.claims import stated

            check = compile_sentence(sentence, "python", [stated("11608.92")])
            assert check is not None, sentence
            assert check.type in kinds | {"all_of"}, sentence


def test_every_check_type_is_in_the_docs() -> None:
    """The page and both schemas name every check type."""
    page = (ROOT / "docs" / "plan.md").read_text(encoding="utf-8")
    for name in CHECKS:
        assert f"`{name}`" in page
        assert name in plan_schema()["$defs"]
        assert name in strict_schema()["$defs"]


def test_the_errors_in_the_docs_are_the_errors() -> None:
    """The page's messages are what the parser says."""
    page = (ROOT / "docs" / "plan.md").read_text(encoding="utf-8")
    row = {"step_id": 1, "tool_required": "arithmetic", "tool_input": "1", "expected_check": "x"}
    faults: list[Any] = [
        {"steps": [{**row, "expected_chek": 1}]},
        {"steps": [{**row, "tool_required": "Python_Calculater"}]},
        {"steps": [{**row, "expected_check": {"type": "all_of", "checks": []}}]},
        '{"steps": [],\n "a": 1\n "b": 2}',
    ]
    for fault in faults:
        with pytest.raises(PlanError) as caught:
            parse_plan(fault, answer=ANSWER, question=QUESTION, registry=default_registry())
        assert caught.value.message in page


# --- the strict subset ------------------------------------------------------------------------------------------------


def test_the_strict_schema_is_strict() -> None:
    """Nothing in it is refused by structured output."""
    assert lint_strict(strict_schema()) == ()
    assert "oneOf" not in json.dumps(plan_schema())


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ({"anyOf": []}, "root must be an object"),
        ({"type": "object", "anyOf": [], "additionalProperties": False}, "must not be a union"),
        ({"type": "object"}, "additionalProperties must be false"),
        ({"type": "object", "additionalProperties": True}, "additionalProperties must be false"),
        ({"type": "object", "additionalProperties": False, "properties": {"a": {}}, "required": []}, "not required: a"),
        ({"type": "object", "additionalProperties": False, "properties": {"a": {"oneOf": []}}, "required": ["a"]},
         "#/properties/a: oneOf is not allowed"),
        ({"type": "object", "additionalProperties": False, "$defs": {"a": {"minimum": 1}}}, "#/$defs/a: minimum"),
        ({"type": "object", "additionalProperties": False, "$defs": {"a": {"anyOf": [{"pattern": "x"}]}}}, "anyOf/0: pattern"),
        ({"type": "object", "additionalProperties": False, "$defs": {"a": {"items": {"default": 1}}}}, "items: default"),
        ({"type": "object", "additionalProperties": False, "$defs": {"a": {"type": "object"}}}, "#/$defs/a: additional"),
    ],
)  # fmt: skip
def test_the_lint_finds_what_strict_mode_refuses(schema: Any, says: str) -> None:
    """Each fault is named with its pointer."""
    assert any(says in fault for fault in lint_strict(schema))


# --- a schema and its validator agree ---------------------------------------------------------------------------------

_TYPES: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float), "null": type(None),
}  # fmt: skip


def fits(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    """Whether a value fits a schema, for the keywords that ours use."""
    if "$ref" in schema:
        return fits(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    if "anyOf" in schema and not any(fits(value, option, root) for option in schema["anyOf"]):
        return False
    if "const" in schema and value != schema["const"]:
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    kind = schema.get("type")
    if kind and (not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return False
    if isinstance(value, list):
        bounds = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 10**9)
        return bounds and all(fits(item, schema.get("items", {}), root) for item in value)
    if isinstance(value, dict):
        return object_fits(value, schema, root)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return True


def object_fits(value: dict[str, Any], schema: dict[str, Any], root: dict[str, Any]) -> bool:
    """As :func:`fits`, for objects."""
    known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    if not all(name in value for name in schema.get("required", [])):
        return False
    return all(
        fits(member, known[name], root)
        if name in known
        else bool(others) and (others is True or fits(member, others, root))
        for name, member in value.items()
    )


def accepted(source: Any) -> bool:
    """Whether the parser takes a plan."""
    try:
        parse_plan(source, answer=ANSWER, question=QUESTION, registry=default_registry())
    except PlanError:
        return False
    return True


scalars = st.sampled_from(["78.5", "x", 5, 1.5, True])
operands = st.recursive(
    scalars | st.sampled_from([{"$ref": "output.value"}, {"$ref": "claims.final.value"}, {"$first": ["1"]}]),
    lambda inner: st.lists(inner, max_size=2),
    max_leaves=3,
)
optional = st.none() | operands
checks = st.recursive(
    st.one_of(
        st.fixed_dictionaries({"type": st.sampled_from(["equals", "contains", "equivalent"]), "expected": operands}, optional={"actual": optional}),
        st.fixed_dictionaries({"type": st.just("rounds_to"), "expected": operands},
                              optional={"places": st.none() | st.integers(0, 5), "truncation": st.booleans(), "unit": st.just("km")}),
        st.fixed_dictionaries({"type": st.just("compare"), "op": st.sampled_from(["<", "!="]), "expected": operands}),
        st.sampled_from([{"type": "succeeds"}, {"type": "supports"}, {"type": "raises", "exception": "ValueError"},
                         {"type": "matches", "pattern": "a*"}, {"type": "consistent", "actual": None}]),
    ),
    lambda inner: st.one_of(
        st.fixed_dictionaries({"type": st.sampled_from(["all_of", "any_of"]), "checks": st.lists(inner, min_size=1, max_size=2)}),
        st.fixed_dictionaries({"type": st.just("not"), "check": inner}),
    ),
    max_leaves=3,
)  # fmt: skip
steps = st.fixed_dictionaries(
    {
        "step_id": st.just(1),
        "tool_required": st.just("arithmetic"),
        "tool_input": st.sampled_from(["1 + 1", {"expression": "1"}]),
        "expected_check": checks | st.just("should be 5"),
    },
    optional={"claim": st.sampled_from([None, "final"]), "depends_on": st.sampled_from([None, []]), "required": st.booleans(),
              "basis": st.sampled_from(["question", "answer"]), "description": st.text(max_size=3)},
)  # fmt: skip
broken = st.sampled_from(
    [
        ("expected_check", {"type": "equals"}), ("expected_check", {"type": "nothing"}), ("expected_check", 5), ("tool_input", 5),
        ("step_id", None), ("oops", 1), ("basis", "mine"), ("required", "yes"), ("depends_on", "1"), ("claim", 5),
        ("expected_check", {"type": "all_of", "checks": []}), ("expected_check", {"type": "equals", "expected": 1, "x": 2}),
        ("expected_check", {"type": "rounds_to", "expected": 1, "places": -1}),
    ]
)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(steps)
def test_what_is_accepted_fits_the_schema(step: dict[str, Any]) -> None:
    """Every plan of the right form is accepted, and fits the published schema."""
    plan = {"verification_steps": [step]}
    assert accepted(plan)
    assert fits(plan, plan_schema(), plan_schema())
    assert fits([step], plan_schema(), plan_schema())


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(steps, broken)
def test_what_does_not_fit_is_refused(step: dict[str, Any], fault: tuple[str, Any]) -> None:
    """A fault of form is refused by the schema and by the parser alike."""
    plan = {"verification_steps": [{**step, fault[0]: fault[1]}]}
    assert not fits(plan, plan_schema(), plan_schema())
    assert not accepted(plan)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(checks)
def test_what_strict_output_writes_is_accepted(check: dict[str, Any]) -> None:
    """A plan with every key there, nulls for what is optional, and inputs as text."""
    step = {
        "step_id": 1, "description": None, "tool_required": "arithmetic", "tool_input": '{"expression": "1 + 1"}',
        "expected_check": check, "claim": None, "depends_on": None, "required": None, "basis": None, "formula": None,
    }  # fmt: skip
    plan = {"verification_needed": None, "verification_steps": [step], "claims": None, "notes": None}
    assert accepted(plan)
    simple = {**step, "expected_check": "should be 5"}
    assert fits({**plan, "verification_steps": [simple]}, strict_schema(), strict_schema())


EXPORTS = """REF AllOf AnyOf Basis Check CheckContext CheckOutcome Claim ClaimKind Compare Consistent Contains Equals Equivalent Extracted Matches
MissingRef Mutant Not OutputEquals Plan PlanError Quorum Raises Result Role RoundsTo RowsEqual Step Succeeds Supports Value audit_fail audit_pass
audit_static check_json claim_json compile_sentence concerns_answer evaluate_check extract_json lint_strict load_check load_claim
load_plan load_step parse_plan plan_json plan_schema rebind resolve split_id step_json strict_schema"""


def test_exports() -> None:
    """The package's public names, each of which exists; adding one is a decision."""
    assert verifier.plan.__all__ == EXPORTS.split()
    for name in verifier.plan.__all__:
        assert getattr(verifier.plan, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        verifier.plan.nothing  # noqa: B018
