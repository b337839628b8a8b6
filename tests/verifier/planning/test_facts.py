"""Steps for facts: what a question asks of an entity, and what a text states of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkits.facts import Knowledge, open_sources
from verifier import Report, check
from verifier.errors import UsageError

TABLE = """# closed: true
country,aliases,capital,area (km²),population,independence (date),year
Australia,澳大利亚,Canberra,"7,741,220","26,451,124",1901-01-01,2024
Algeria,阿尔及利亚,Algiers,"2,381,740","47,735,685",1962-07-05,2024
France,法国,Paris,"643,801","68,374,591",,2024
"""


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    """A closed table of countries, beside the built-in sources."""
    path = tmp_path_factory.mktemp("facts") / "countries.csv"
    path.write_text(TABLE, encoding="utf-8")
    return open_sources([path])


def checked(answer: str, question: str | None, knowledge: Knowledge | None) -> Report:
    """The report on an answer."""
    return check(answer, question, facts=knowledge)


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        ("What is the capital of France?", "Paris.", "verified"),
        ("What is the capital of France?", "The capital of France is **Paris**.", "verified"),
        ("What is the capital of France?", "It's Paris, of course.", "not_checkable"),
        ("What is the capital of France?", "Lyon", "refuted"),
        ("What is the capital of Australia?", "The capital of Australia is Sydney.", "refuted"),
        ("法国的首都是哪里？", "巴黎", "not_verified"),
        ("What is the area of Algeria?", "Algeria has an area of 2,381,740 square kilometers.", "verified"),
        ("What is the area of Algeria?", "2,318,740 km²", "refuted"),
        ("When did Algeria gain independence?", "It gained independence on 5 July 1962.", "not_verified"),
        ("When did Algeria gain independence?", "Algeria gained independence on 5 July 1962.", "verified"),
        ("When did Algeria gain independence?", "5 July 1962", "verified"),
        (
            "What was the population of France in 2024?",
            "The population of France was 68,374,591 in 2024.",
            "verified",
        ),
        ("What was the population of France in 2019?", "68,374,591", "not_verified"),
        ("What is the capital of Georgia?", "Atlanta", "not_checkable"),
        ("What is the capital of Australia?", "It's Sydney. Wait, it is Canberra.", "not_verified"),
        ("What is the capital of Australia?", "Sydney? No, Canberra.", "not_verified"),
        ("What is the capital of Australia?", "Not Canberra.", "not_verified"),
    ],
)
def test_questions_are_answered_by_a_source(
    knowledge: Knowledge, question: str, answer: str, verdict: str
) -> None:
    """Verified only where the source holds what the question asks; refuted by another value of it."""
    found = checked(answer, question, knowledge).verdict
    if verdict == "not_verified":
        assert found in {"inconclusive", "not_checkable"}
    else:
        assert found == verdict


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        ("What is the atomic number of carbon?", "6", "verified"),
        ("What is the atomic number of carbon?", "The atomic number of carbon is 7.", "refuted"),
        ("碳的原子序数是多少？", "6", "verified"),
        ("What is the speed of light?", "The speed of light in vacuum is 299,792,458 m/s.", "verified"),
        ("What is the value of the Planck constant?", "6.626 × 10^-34 J·s", "verified"),
        ("What is the formula for the area of a circle?", "A = pi*r^2", "verified"),
        ("What is the formula for the area of a circle?", "A = 2*pi*r", "refuted"),
        ("圆的面积公式是什么？", "S = πr²", "verified"),
        ("What is the chemical symbol for gold?", "Au", "verified"),
        ("What is the chemical symbol for gold?", "Go", "refuted"),
    ],
)
def test_the_built_in_sources_are_always_there(question: str, answer: str, verdict: str) -> None:
    """Constants, elements and formulas need no option."""
    assert checked(answer, question, None).verdict == verdict


def test_the_final_of_a_fact_is_the_value_as_it_stands(knowledge: Knowledge) -> None:
    """Quote and span are the answer's own; the source's digest stands in the evidence."""
    answer = "Well, the capital of France is Paris, a city on the Seine."
    report = checked(answer, "What is the capital of France?", knowledge)
    (attempt,) = report.attempts
    (claim,) = attempt.plan.claims
    assert (claim.kind, claim.role, claim.quote) == ("fact", "final", "Paris")
    assert answer[slice(*claim.span)] == "Paris"
    (evidence,) = attempt.evidence
    assert evidence.basis == "question"
    assert evidence.tool_version == f"1@{knowledge.digest}"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("The capital of Australia is Sydney.", "refuted"),
        ("澳大利亚的首都是悉尼。", "inconclusive"),
        ("Notes.\n\n- The area of Algeria is 2,381,740 km².\n- The area of Algeria is 2,381 km².", "refuted"),
        ("The capital of Australia is Canberra.", "inconclusive"),
        ("The capital of Australia is Sydney. That is wrong.", "not_checkable"),
        ("Some think the capital of Australia is Sydney.", "not_checkable"),
        ("```\nThe capital of Australia is Sydney.\n```", "not_checkable"),
        ("A poem about Australia.", "not_checkable"),
    ],
)
def test_statements_of_a_document_are_judged_one_by_one(
    knowledge: Knowledge, text: str, verdict: str
) -> None:
    """A document can be refuted by a fact, never verified; what is not plainly stated is let be."""
    assert checked(text, None, knowledge).verdict == verdict


def test_a_fact_on_the_way_refutes_a_step(knowledge: Knowledge) -> None:
    """A false statement beside the answer is a step; a true one verifies nothing."""
    question = "What is 2 + 3?"
    wrong = checked("The capital of Australia is Sydney. 2 + 3 = 5. The answer is 5.", question, knowledge)
    assert (wrong.verdict, wrong.attempts[0].scope) == ("refuted", "step")
    assert (
        checked("The capital of Australia is Canberra. The answer is 5.", question, knowledge).verdict
        == "verified"
    )


def test_the_same_sources_give_the_same_report(knowledge: Knowledge) -> None:
    """No clock, no order of hashes."""
    reports = [checked("Lyon", "What is the capital of France?", knowledge) for _ in range(2)]
    assert [r.attempts[0].evidence[0].output_digest for r in reports] == [
        reports[0].attempts[0].evidence[0].output_digest
    ] * 2


def test_a_plan_from_elsewhere_must_ask_what_the_question_asks(knowledge: Knowledge) -> None:
    """Another entity than the question's can't verify; the right one can."""
    plan = {
        "verification_needed": True,
        "claims": [{"id": "final", "kind": "text", "role": "final", "quote": "Paris"}],
        "verification_steps": [
            {
                "step_id": "1", "description": "", "tool_required": "Fact_Checker", "claim": "final",
                "tool_input": {"entity": "France", "attribute": "capital", "value": {"$ref": "claims.final.value"}},
                "expected_check": {"type": "supports"},
            }
        ],
    }  # fmt: skip
    right = check("Paris", "What is the capital of France?", plan=plan, facts=knowledge)
    assert right.verdict == "verified"
    other = check("Paris", "What is the capital of Italy?", plan=plan, facts=knowledge)
    assert other.verdict != "verified"


@pytest.mark.parametrize("facts", [["nowhere.csv"], "countries.csv", [3]])
def test_a_wrong_source_is_told(facts: object) -> None:
    """Before anything runs."""
    with pytest.raises(UsageError):
        check("x", facts=facts)  # type: ignore[arg-type]


def test_the_command_line_takes_sources(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``--facts`` may be repeated; ``--facts-closed`` declares them complete."""
    from verifier.cli import main

    (tmp_path / "own.csv").write_text("name,capital\nAustralia,Canberra\n", encoding="utf-8")
    (tmp_path / "a.md").write_text("The capital of Australia is Sydney.\n", encoding="utf-8")
    given = ["check", str(tmp_path / "a.md"), "--no-journal", "--facts", str(tmp_path / "own.csv")]

    def run(words: list[str]) -> int:
        try:
            return int(main(words) or 0)
        except SystemExit as end:
            return int(end.code or 0)

    assert run(given) == 3
    assert run([*given, "--facts-closed"]) == 1
    assert run(["check", str(tmp_path / "a.md"), "--no-journal", "--facts", "nowhere.csv"]) == 2
    capsys.readouterr()
    words = [
        "tool",
        "fact_check",
        "--facts",
        str(tmp_path / "own.csv"),
        "--json",
        '{"claim": "The capital of Australia is Canberra."}',
    ]
    assert run(words) == 0
    assert '"supported"' in capsys.readouterr().out
