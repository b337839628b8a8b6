"""References are parsed, looked up and resolved to JSON; one that leads nowhere is an error with its text."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.plan.claims import said, stated
from verifier.plan import CheckContext, MissingRef, resolve
from verifier.plan._refs import Missing, Ref, look_up, parse_ref, refs_in


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("output.value", Ref("output", ("value",))),
        ("output.a.0.b", Ref("output", ("a", "0", "b"))),
        ("claims.final.value", Ref("claims", ("final", "value"))),
        ("claims.final.2.value", Ref("claims", ("final", "2", "value"))),
        ("steps.1.output.value", Ref("steps", ("1", "output", "value"))),
        ("steps.1.output", Ref("steps", ("1", "output"))),
        ("output", None),
        ("output.", None),
        ("output..a", None),
        ("claims.final", None),
        ("steps.1.value", None),
        ("steps.output", None),
        ("answer.value", None),
        ("", None),
    ],
)
def test_what_is_a_reference(text: str, ref: Ref | None) -> None:
    """Three roots, each with what must follow it."""
    assert parse_ref(text) == ref
    if ref is not None:
        assert ref.text == text


CONTEXT = CheckContext(
    output={"value": "5", "rows": [[1, {"a": "x"}]], "none": None},
    claims={
        "final": stated("25%"),
        "final.2": stated("7", id="final.2"),
        "c1": said(("a", Fraction(1, 3)), "list", id="c1"),
        "c2": said(date(2024, 3, 1), "date", id="c2"),
        "c3": said(True, "boolean", id="c3"),
    },
    steps={"1": {"value": "1"}, "1.1": {"value": "1.1"}, "q.units": {"value": {"lo": "1", "hi": "2"}}},
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("output.value", "5"),
        ("output.rows.0.1.a", "x"),
        ("claims.final.value", "0.25"),
        ("claims.final.unit", "%"),
        ("claims.final.quantum", "0.01"),
        ("claims.final.quote", "25%"),
        ("claims.final.2.value", "7"),
        ("claims.c1.value", ["a", "1/3"]),
        ("claims.c1.value.0", "a"),
        ("claims.c2.value", "2024-03-01"),
        ("claims.c3.value", True),
        ("steps.1.output.value", "1"),
        ("steps.1.1.output.value", "1.1"),
        ("steps.q.units.output.value.hi", "2"),
        ("steps.1.output", {"value": "1"}),
    ],
)
def test_resolving(text: str, value: Any) -> None:
    """Each root gives JSON: exact numbers as text, dates in ISO form; the longest id that exists is meant."""
    assert resolve({"x": [{"$ref": text}]}, CONTEXT) == {"x": [value]}


@pytest.mark.parametrize(
    "text",
    [
        "output.other",
        "output.value.0",
        "output.rows.1",
        "output.rows.a",
        "output.rows.-1",
        f"output.rows.{'9' * 5000}",
        "output.rows.²",
        "output.none",
        "claims.c9.value",
        "claims.final.other",
        "claims.final.role",
        "claims.c1.value.2",
        "steps.2.output.value",
        "steps.1.output.other",
        "steps.1.1.1.output.value",
        "nonsense",
        "claims.c1.lhs.x",
    ],
)
def test_what_leads_nowhere(text: str) -> None:
    """A reference to nothing raises with its own text and never gives null."""
    with pytest.raises(MissingRef) as caught:
        resolve({"$ref": text}, CONTEXT)
    assert caught.value.ref == text
    assert caught.value.code == "missing_path"


@pytest.mark.parametrize("value", [{"$ref": 5}, {"$ref": ["output.value"]}, {"$ref": None}])
def test_a_reference_that_is_no_text_leads_nowhere(value: Any) -> None:
    """Only text can refer."""
    with pytest.raises(MissingRef):
        resolve(value, CONTEXT)


def test_plain_values_stay() -> None:
    """What holds no reference comes back equal."""
    value = {"a": [1, "x", None, {"b": True}], "c": (1, 2)}
    assert resolve(value, CONTEXT) == {"a": [1, "x", None, {"b": True}], "c": [1, 2]}


def test_a_lookup_keeps_python_values() -> None:
    """A check sees the claim's exact number, not its text."""
    assert look_up(Ref("claims", ("final", "value")), CONTEXT) == Fraction(1, 4)
    assert look_up(Ref("steps", ("9", "output")), CONTEXT) == Missing("steps.9.output")


def test_references_are_found_wherever_they_stand() -> None:
    """Nested references are found in order; malformed ones are not references."""
    value = {
        "a": {"$ref": "output.x"},
        "b": [{"$ref": "steps.1.output.y"}, {"$ref": "bad"}],
        "c": ({"$ref": 5},),
    }
    assert [ref.text for ref in refs_in(value)] == ["output.x", "steps.1.output.y"]


@given(st.text(alphabet="abc019.", max_size=20))
def test_any_text_parses_or_not(text: str) -> None:
    """A parsed reference spells itself."""
    ref = parse_ref(text)
    assert ref is None or ref.text == text
