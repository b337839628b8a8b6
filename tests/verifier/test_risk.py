"""The risk gate: which answers are worth a model's plan."""

from __future__ import annotations

from dataclasses import replace

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier._api import offline_planner
from verifier.plan import Plan
from verifier.risk import TIERS, GatedPlanner, assess
from verifier.task import Task
from verifier.verdict import decisive, finals

POEM = "Leaves fall softly down,\ngold upon the quiet lake,\nautumn says goodbye."
CASES = [
    ("none", "Write a poem about autumn.", POEM),
    ("none", "写一首关于秋天的诗。", "秋风起，落叶黄，一行雁，向南方。"),
    ("none", "How do I feel better?", "Take a walk and talk to a friend."),
    ("none", None, POEM),
    ("none", None, "The meeting in 2019 was a success for everybody."),
    ("offline", "What is 12 times 12?", "It is 146."),
    ("offline", "Is 91 prime?", "No, 7 * 13."),
    ("offline", "5 km是多少米？", "5 km = 5000 m"),
    ("offline", None, "So 12 * 12 = 146."),
    ("full", "What is the capital of Australia?", "The capital of Australia is Sydney."),
    ("full", "中国的首都是哪里？", "北京。"),
    ("full", "Who wrote Hamlet?", "Shakespeare wrote it."),
    ("full", "When did the war end?", "On the second of September."),
    ("full", "Write a SQL query for all users older than 30.", "SELECT * FROM users WHERE age > 30;"),
    ("full", "Write a function that reverses a string.", "```python\ndef f(s):\n    return s[::-1]\n```"),
    ("full", "Explain the area of a circle.", r"It is \pi r^2, so A = \pi r^2."),
    ("full", "小明有三盒铅笔，送掉一些后又得到剩下的一半，还有几支？", "还有四十三支。"),
    ("full", "What is 12 times 12, and what is the mean of that and the number of days in a fortnight?", "144."),
]  # fmt: skip


@pytest.mark.parametrize(("tier", "question", "answer"), CASES)
def test_tiers(tier: str, question: str | None, answer: str) -> None:
    """Poems and advice are worth nothing, what we derive ourselves nothing more, all else a model."""
    task = Task(question=question)
    risk = assess(task, answer, offline_planner(task, answer, 1))
    assert risk.tier == tier, risk
    assert str(risk).startswith(f"risk gate: {tier}: ")


@given(answer=st.text(max_size=80), question=st.none() | st.text(max_size=80))
def test_offline_means_that_every_final_can_be_verified(answer: str, question: str | None) -> None:
    """Whatever the texts: `offline` for a question only where each final has a step of its own that decides it."""
    task = Task(question=question)
    plan = offline_planner(task, answer, 1)
    risk = assess(task, answer, plan)
    assert risk.tier in TIERS
    if risk.tier == "offline" and question is not None:
        judged = {step.claim for step in plan.steps if decisive(step)}
        assert finals(plan)
        assert all(claim.id in judged for claim in finals(plan))


def test_a_final_with_several_readings_is_not_derived() -> None:
    """A step that could verify it counts for nothing while it is open what the answer states."""
    task, answer = Task(question="What is 12 times 12?"), "It is 144."
    plan = offline_planner(task, answer, 1)
    open_claims = tuple(replace(claim, reason="ambiguous_final") for claim in plan.claims)
    assert assess(task, answer, plan).tier == "offline"
    assert assess(task, answer, replace(plan, claims=open_claims)).tier == "full"


def planned(question: str, answer: str, **extra: tuple[str, ...]) -> tuple[Plan, list[tuple[str, ...]]]:
    """The plan of a gated planner, and the feedback of each time when the dear one was asked."""
    asked: list[tuple[str, ...]] = []

    async def dear(task: Task, answer: str, attempt: int, *, feedback: tuple[str, ...] = ()) -> Plan:
        asked.append(feedback)
        return Plan(author="llm:m", notes=("dear",))

    gate = GatedPlanner(offline_planner, dear, lambda _task, _answer, plan: plan)

    async def main() -> Plan:
        return await gate(Task(question=question), answer, 1, **extra)

    return anyio.run(main), asked


def test_a_plan_is_bought_only_where_it_is_worth_it() -> None:
    """What is derived offline costs no call, and the note says why."""
    plan, asked = planned("What is 12 times 12?", "It is 146.")
    assert (plan.author, asked) == ("offline", [])
    assert "risk gate: offline" in plan.notes[-1]
    plan, asked = planned("Who wrote Hamlet?", "Shakespeare wrote it.")
    assert (plan.author, asked) == ("llm:m", [()])
    assert plan.notes[0] == "dear"
    assert "risk gate: full" in plan.notes[1]


def test_a_weak_plan_of_ours_is_replaced_by_a_bought_one() -> None:
    """Sent back with reasons, the gate asks the other planner, and passes the reasons on."""
    plan, asked = planned("What is 12 times 12?", "It is 146.", feedback=("step 1: weak_plan",))
    assert (plan.author, asked) == ("llm:m", [("step 1: weak_plan",)])
    assert "our own plan was weak" in plan.notes[-1]
