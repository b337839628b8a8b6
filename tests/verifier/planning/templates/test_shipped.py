"""The shipped templates, each by questions it answers and near misses."""

from __future__ import annotations

from fractions import Fraction

import pytest

from toolkits import default_registry
from toolkits.quantities import Interval, number_from_json
from verifier import check
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.templates import load_library

from .tables import ANSWERED, SILENT, Answered

LIBRARY = load_library()
CASES = [
    pytest.param(name, case, id=case.question[:60]) for name, cases in ANSWERED.items() for case in cases
]
MISSES = [pytest.param(name, text, id=text[:60]) for name, texts in SILENT.items() for text in texts]


def computed(derivation: Derivation) -> Fraction:
    """The derivation's value: its steps run in order, references filled in."""
    registry = default_registry()
    outputs: dict[str, object] = {}
    for step in derivation.before:
        outputs[f"steps.{step.step_id}.output.value"] = registry.get(step.tool_required)(
            dict(step.tool_input)
        )["value"]
    filled = {k: outputs[v["$ref"]] if isinstance(v, dict) else v for k, v in derivation.tool_input.items()}
    value = number_from_json(registry.get(derivation.tool)(filled)["value"])
    return value.midpoint if isinstance(value, Interval) else value


@pytest.mark.parametrize(("template", "case"), CASES)
def test_answers(template: str, case: Answered) -> None:
    """The template explains the whole question and computes the right value in the right unit."""
    found = LIBRARY.match(QuestionText(text=case.question))
    assert len(found) == 1
    assert (round(computed(found[0]), 6), found[0].unit) == (Fraction(case.value), case.unit)
    own = load_library().templates[template]
    assert found[0].description.startswith(tuple(own.title.values()))


@pytest.mark.parametrize(("template", "question"), MISSES)
def test_keeps_silent(template: str, question: str) -> None:
    """A question that asks something else, adds something or has two readings is nobody's."""
    assert template in LIBRARY.templates
    assert LIBRARY.match(QuestionText(text=question)) == []


@pytest.mark.parametrize("template", sorted(LIBRARY.templates))
def test_every_template_is_in_the_tables_in_both_languages(template: str) -> None:
    """Each shipped template has questions and near misses in English and Chinese."""
    for texts in ([case.question for case in ANSWERED[template]], SILENT[template]):
        assert any(text.isascii() or "π" in text or "²" in text or "³" in text for text in texts)
        assert any("\u4e00" <= sign <= "\u9fff" for text in texts for sign in text)


def test_several_parts_are_answered_one_by_one() -> None:
    """A question for area and perimeter gives two derivations with labels."""
    found = LIBRARY.match(
        QuestionText(text="A rectangle has a length of 10 and a width of 4. Find the area and perimeter.")
    )
    assert {d.part: computed(d) for d in found} == {"area": 40, "perimeter": 28}


def test_each_shipped_file_is_named_after_its_template() -> None:
    """The file name is the id, so that a user's template of that id takes its place."""
    assert all(
        template.file == f"{name}.yaml" and template.id == name
        for name, template in LIBRARY.templates.items()
    )


@pytest.mark.parametrize(("template", "case"), CASES)
def test_the_engine_verifies_the_right_answer_and_refutes_a_wrong_one(template: str, case: Answered) -> None:
    """From the question to the verdict, with the printed value and with another."""
    chinese = any("\u4e00" <= sign <= "\u9fff" for sign in case.question)
    exact = Fraction(case.value) * (100 if case.unit == "%" else 1)
    for value, verdict in ((exact, "verified"), (exact * 2 + 1, "refuted")):
        printed = f"{round(float(value), 2):.2f}{'%' if case.unit == '%' else ''}"
        answer = f"答案是{printed}。" if chinese else f"The answer is {printed}."
        assert check(answer, case.question).verdict == verdict
