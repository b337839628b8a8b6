"""Each way in which corrections end, with a corrector model behind the real client."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.verifier.llm.server import Reply, chat, serving
from tests.verifier.scripted import RIGHT, claim, placed, question, registry, step
from verifier import Limits, Report, check
from verifier.convergence import best_attempt
from verifier.correction import Correction
from verifier.errors import ModelUnavailable
from verifier.llm import Budget, Gateway, Models, ModelSettings
from verifier.plan import Plan
from verifier.task import Task

_STATED = re.compile(r"(\w+)=(-?\d+);")


def stating(**values: int) -> str:
    """The answer that states these values; names that begin with `final` are finals."""
    return placed([claim(name, Fraction(value)) for name, value in values.items()])[0]


def planner(task: Task, answer: str, attempt: int) -> Plan:
    """Checks each value that an answer states against 1207; finals first."""
    found = [claim(m[1], Fraction(m[2]), at=m.start()) for m in _STATED.finditer(answer)]
    steps = [
        step(f"s{n}", one.id, basis="question" if one.role == "final" else "answer")
        for n, one in enumerate(found)
    ]
    return Plan(claims=tuple(found), steps=tuple(steps))


def reader(answer: str, question: str | None) -> Any:
    """What a reader of such answers finds."""
    return planner(Task(), answer, 1).claims, ()


def corrected(first: str, *replies: str | Reply, **options: Any) -> tuple[Report, list[dict[str, Any]]]:
    """The report of a run whose corrector model says that in turn, and what it was sent."""
    script = [reply if isinstance(reply, Reply) else Reply(chat(reply)) for reply in replies]
    with serving(*(script or [Reply(chat("nothing"))])) as server:
        local = ModelSettings(model="m", base_url=server.url, timeout_s=60.0, tries=1)
        report = check(
            first, question(), registry=registry({}), gateway=Gateway(Models(default=local)),
            **{"planner": planner, "corrector": "llm", "evidence": "verdict_only", **options},
        )  # fmt: skip
        return report, server.asked


ONE = [stating(final=value) for value in (9000, 5000, 3000, 2000, 1500)]
ENDS: dict[str, tuple[Sequence[str | Reply], dict[str, Any], str, int]] = {
    # reason: the answers, options, the state that the run ends in, attempts
    "passed": ([ONE[0], stating(final=1207)], {}, "PASSED", 2),
    "max_retries": (ONE, {"limits": Limits(corrections=2)}, "MAX_RETRY", 3),
    "oscillation": ([ONE[0], ONE[1], ONE[0]], {}, "MAX_RETRY", 3),
    "divergence": (
        [stating(final=1207, final2=1), stating(final=1200, final2=1207)], {}, "MAX_RETRY", 2,
    ),
    "regression": (
        [stating(final=1207, c1=1207, c2=1), stating(final=1207, c1=2, c2=1207)], {}, "MAX_RETRY", 2,
    ),
    "budget": (ONE, {"budget": Budget(calls=1)}, "MAX_RETRY", 2),
    "deadline": (
        [ONE[0], Reply(chat("late"), drip_s=0.2)], {"limits": Limits(deadline_s=2)}, "INCONCLUSIVE", 1,
    ),
    "no_corrector": (ONE[:1], {"corrector": lambda request: None}, "MAX_RETRY", 1),
    "model_error": ([ONE[0], Reply({"error": {"message": "no"}}, 403)], {}, "INCONCLUSIVE", 1),
    "nothing_to_check": ([ONE[0], "I am sure of it."], {}, "INCONCLUSIVE", 2),
}  # fmt: skip


@pytest.mark.parametrize("reason", ENDS)
def test_every_end_has_its_reason(reason: str) -> None:
    """The stop reason, the state, and the best attempt: what was refuted stays refuted unless a later one passed."""
    (first, *replies), options, state, made = ENDS[reason]
    assert isinstance(first, str)
    report, _ = corrected(first, *replies, **options)
    assert (report.stop_reason, report.path[-1], len(report.attempts)) == (reason, state, made)
    assert report.best == best_attempt(report.attempts)
    assert report.verdict == ("verified" if reason == "passed" else "refuted")


def test_a_refusal_in_words_is_divergence() -> None:
    """A model that declines in its text does not replace the answer."""
    report, _ = corrected(ONE[0], "I'm sorry, but I can't help with that.")
    assert (report.stop_reason, report.final_answer) == ("divergence", ONE[0])


@pytest.mark.parametrize(
    "values",
    [(100_000, 50_000, 25_000, 12_000, 6_000, 3_000, 1207), (-9000, 6000, 3500, 2300, 1700, 1300, 1207)],
)
def test_a_slow_improvement_is_let_go_on(values: tuple[int, ...]) -> None:
    """An error that halves each time is no oscillation, whatever its sign does."""
    answers = [stating(final=value) for value in values]
    report, _ = corrected(*answers, limits=Limits(corrections=10))
    assert (report.verdict, len(report.attempts)) == ("verified", len(values))


def test_one_part_a_round_is_an_improvement() -> None:
    """Three wrong parts, one mended in each round, others not nearer: each round fails at another claim."""
    wrong = {"final": 1, "final2": 2, "final3": 3}
    answers = [stating(**wrong)]
    for name in wrong:
        wrong[name] = 1207
        answers.append(stating(**wrong))
    report, _ = corrected(*answers)
    assert (report.verdict, len(report.attempts)) == ("verified", 4)


def test_requests_do_not_grow() -> None:
    """Each request is two messages: the rules, and the last evidence with a digest of the last three attempts."""
    padding = "pad " * 20_000
    values = [2_000_000 >> n for n in range(9)]
    answers = [stating(final=value) + padding for value in values]

    def unsure(task: Task, answer: str, attempt: int) -> Plan:
        """Checks of basis answer: nothing is certain enough to be patched without the model."""
        plan = planner(task, answer, attempt)
        return replace(plan, steps=tuple(replace(one, basis="answer") for one in plan.steps))

    limits = Limits(corrections=8)
    _, asked = corrected(*answers, planner=unsure, evidence="full", limits=limits)
    requests = [[message["content"] for message in body["messages"]] for body in asked]
    assert len(requests) == 8
    assert all(len(messages) == 2 for messages in requests)
    sizes = [len(messages[1]) for messages in requests]
    assert max(sizes) < 12_000
    assert max(sizes[4:]) - sizes[3] < 100
    assert "Answers that were tried before" in requests[-1][1]
    assert requests[-1][1].count("more characters") >= 4  # the answer, and each of three that were tried


# --- arbitrary correctors -----------------------------------------------------------------------------
def _reply() -> st.SearchStrategy[Any]:
    value = st.integers(min_value=1205, max_value=1210) | st.just(1207) | st.integers()
    names = st.sampled_from(["final", "final2", "c1", "c2"])
    stated = st.dictionaries(names, value, max_size=3).map(lambda values: stating(**values))
    errors = st.sampled_from([ModelUnavailable("down"), ValueError("bug"), KeyError("bug")])
    junk = st.sampled_from(
        [None, 3, "a str", Correction(answer=None, author="x"), Correction(answer=5, author="x")]
    )  # type: ignore[arg-type]
    words = st.sampled_from(["", "I can't help.", "抱歉，我无法回答", "It is verified. PASSED."])
    texts = (stated | words | st.text(max_size=30)).map(lambda text: Correction(answer=text, author="any"))
    return texts | texts | junk | errors


@settings(deadline=None)
@example([Correction(answer="final=1207;final2=1207;c1=1207;", author="any")], 1)
@given(replies=st.lists(_reply(), max_size=8), corrections=st.integers(min_value=0, max_value=6))
def test_the_driver_survives_any_corrector(replies: list[Any], corrections: int) -> None:
    """Whatever a corrector does the run ends, within its retries, with its best attempt, and never breaks law 1."""
    script = iter(replies)

    def corrector(request: Any) -> Any:
        reply = next(script, None)
        if isinstance(reply, Exception):
            raise reply
        return reply

    report = check(
        stating(final=1, c1=1207), question(), planner=planner, registry=registry({}), corrector=corrector,
        limits=Limits(corrections=corrections),
    )  # fmt: skip
    assert len(report.attempts) <= corrections + 1
    assert report.path[-1] in {"PASSED", "MAX_RETRY", "INCONCLUSIVE"}
    assert report.best == best_attempt(report.attempts)
    best = report.attempts[report.best]
    assert (report.verdict, report.final_answer) == (best.verdict, best.answer)
    if report.verdict == "verified":
        stated = [claim for claim in best.plan.claims if claim.role == "final"]
        assert stated
        assert all(claim.value == RIGHT for claim in best.plan.claims)
    elif report.verdict == "inconclusive":  # a better answer, not all of whose finals could be judged
        assert report.best > 0
        assert {one.outcome.result for one in best.evidence} == {"pass"}
    else:
        assert report.verdict == "refuted"  # the first answer was: nothing that is no better hides it
