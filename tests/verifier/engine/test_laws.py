"""The real engine against an independent model of the laws, under arbitrary tools, crashes and correctors."""

from __future__ import annotations

import json
import tempfile
from fractions import Fraction
from pathlib import Path

import anyio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule

from tests.verifier.engine import model
from tests.verifier.engine.model import Job, Round, Said, predict
from tests.verifier.scripted import ERRORS, RIGHT, ScriptedCorrector, claim, placed, question, registry, step
from toolkits.registry import Registry
from verifier._replay import replay
from verifier.engine import Limits, resume_inline, run, run_inline
from verifier.errors import PlanError
from verifier.journal import Journal
from verifier.machine import shared
from verifier.plan import Equals, Plan, Succeeds
from verifier.records import Report
from verifier.report import canonical, report_row
from verifier.task import Task

NAMES = [f"s{n}" for n in range(5)]
SAID = st.sampled_from(["c1", "c2", "final", "final.2"])
VALUES = st.sampled_from([1207, 1207, 1207, 1208, 1300, 4831, -1207])
TOOLS = st.sampled_from(["answers"] * 8 + [*ERRORS, "crashes"])


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """An answer of up to four claims, and a plan of up to five steps on them."""
    names = draw(st.lists(SAID, unique=True, max_size=4))
    said = tuple(
        Said(n, draw(VALUES), draw(st.sampled_from([n, n, "same"])), unclear=draw(st.integers(0, 15)) == 0)
        for n in names
    )
    return Round(said, draw(jobs(names)), draw(st.sampled_from(["plans"] * 12 + ["crashes", "refuses"])))


@st.composite
def jobs(draw: st.DrawFn, names: list[str]) -> tuple[Job, ...]:
    """Steps on these claims, or on none."""
    taken = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=5))
    made = []
    for name in taken:
        on = draw(st.sampled_from([*names, None])) if names else None
        basis = draw(st.sampled_from(["question", "question", "independent", "answer"]))
        made.append(
            Job(
                name, on, basis if on else "answer", draw(TOOLS),
                draw(st.sampled_from(["equals"] * 6 + ["succeeds", "sentence"])),
                tuple(draw(st.lists(st.sampled_from([*NAMES, "gone"]), max_size=2))) if draw(st.booleans()) else (),
                draw(st.integers(0, 4)) > 0,
            )
        )  # fmt: skip
    return tuple(made)


def as_plan(round_: Round) -> tuple[str, Plan]:
    """The answer and the plan of a round."""
    claims = [
        claim(s.name, Fraction(s.value), subject=s.subject, reason="ambiguous_final" if s.unclear else "")
        for s in round_.said
    ]
    text, found = placed(claims)
    return text or "A poem.", Plan(claims=found, steps=tuple(map(as_step, round_.jobs)))


def as_step(job: Job):
    """The step of a job."""
    checks = {
        "equals": Equals(expected={"$ref": f"claims.{job.on}.value"} if job.on else str(RIGHT)),
        "succeeds": Succeeds(),
        "sentence": None,
    }
    return step(
        job.name, job.on, basis=job.basis, depends_on=job.needs, required=job.required,
        expected_check=checks[job.check], sentence="looks fine" if job.check == "sentence" else "",
    )  # fmt: skip


class Scenario:
    """A run's parts, and what it must come to."""

    def __init__(
        self, rounds_: list[Round], replies: list[str], *, document: bool, corrector: bool, corrections: int
    ) -> None:
        self.rounds, self.replies = rounds_, replies
        self.task = Task(question=None if document else question())
        self.has_corrector = corrector
        self.limits = Limits(corrections=corrections)
        self.answers = [as_plan(r)[0] for r in rounds_]
        self.expected = predict(
            rounds_, replies, document=document, corrections=corrections, corrector=corrector
        )
        self.called: list[str] = []
        self.stop_at: int | None = None

    @property
    def registry(self) -> Registry:
        """Tools that behave as the round at hand says."""
        return registry({name: self._behave(name) for name in NAMES}, called=self.called)

    def _behave(self, name: str):
        def behave() -> object:
            if self.stop_at is not None and len(self.called) > self.stop_at:
                raise KeyboardInterrupt
            tool = next(job.tool for job in self.current.jobs if job.name == name)
            if tool == "crashes":
                raise ZeroDivisionError
            if tool != "answers":
                raise ERRORS[tool]
            return RIGHT

        return behave

    def planner(self, task: Task, answer: str, attempt: int) -> Plan:
        """Plans the round of that number."""
        self.current = self.rounds[attempt - 1]
        if self.current.planner == "crashes":
            raise KeyError("bug")
        if self.current.planner == "refuses":
            raise PlanError("$", "no plan")
        return as_plan(self.current)[1]

    def corrector(self, request: object):
        """Replies as scripted."""
        done = request.attempt.number
        reply = self.replies[done - 1]
        made = {
            "next": self.answers[done] if done < len(self.answers) else None,
            "none": None,
            "refusal": "I'm sorry, I can't help with that.",
            "crash": RuntimeError("bug"),
        }[reply]
        return ScriptedCorrector(made)(request)

    @property
    def parts(self) -> dict:
        """What the engine is given."""
        return {
            "planner": self.planner, "registry": self.registry, "limits": self.limits,
            "corrector": self.corrector if self.has_corrector else None,
        }  # fmt: skip


@st.composite
def wild(draw: st.DrawFn) -> Scenario:
    """Anything at all."""
    made = draw(st.lists(rounds(), min_size=1, max_size=5))
    replies = draw(
        st.lists(st.sampled_from(["next"] * 9 + ["none", "refusal", "crash"]), min_size=5, max_size=5)
    )
    for index, reply in enumerate(replies):
        if reply == "next" and index + 1 >= len(made):
            replies[index] = "none"
    return Scenario(
        made, replies, document=draw(st.integers(0, 5)) == 0, corrector=draw(st.integers(0, 3)) > 0,
        corrections=draw(st.integers(0, 4)),
    )  # fmt: skip


NEAR = st.sampled_from([1207, 1208, 1209, 1211, 1215, 1223, 1300, 1206, 1190, -1207])


@st.composite
def correcting(draw: st.DrawFn) -> Scenario:
    """The same claims in every round, with other values: corrections that get nearer, go astray, come again."""
    names = draw(st.sampled_from([["final"], ["c1", "final"], ["c1", "c2", "final"], ["final", "final.2"]]))
    layout = tuple(
        Job(f"s{n}", name, draw(st.sampled_from(["question", "answer"])) if name[0] == "c" else "question")
        for n, name in enumerate(names)
    )
    length = draw(st.integers(1, 6))
    made = []
    for _ in range(length):
        kept = draw(st.sampled_from([names] * 8 + [names[:-1]]))
        said = tuple(Said(name, draw(NEAR), name) for name in kept)
        made.append(Round(said, tuple(job for job in layout if job.on in kept)))
    replies = ["next"] * (length - 1) + ["none"]
    return Scenario(made, replies, document=False, corrector=True, corrections=draw(st.integers(1, 6)))


def scenarios() -> st.SearchStrategy[Scenario]:
    """Both sorts."""
    return st.one_of(wild(), correcting())


def plain(report: Report) -> str:
    """What two reports of one run share."""
    return json.dumps(canonical(report_row(report)), sort_keys=True)


def agrees(report: Report, scenario: Scenario) -> None:
    """Everything that the model predicts, and the laws as plain statements besides."""
    expected = scenario.expected
    ran = [
        [
            (e.step_id, e.outcome.result if e.outcome.result != "undecided" else e.outcome.reason)
            for e in a.evidence
        ]
        for a in report.attempts
    ]
    assert ran == expected.ran
    assert (report.path[-1], report.stop_reason) == (expected.state, expected.stop)
    assert (report.best, report.verdict, report.scope, report.final) == (
        expected.best,
        expected.verdict,
        expected.scope,
        expected.final,
    )
    assert report.needs_human is (expected.state in ("MAX_RETRY", "INCONCLUSIVE"))
    assert len(report.attempts) <= scenario.limits.corrections + 1
    if report.verdict == "verified":
        best = report.attempts[report.best]
        assert best.plan.claims
        assert best.evidence
        assert not report.document
        assert all(e.outcome.result != "fail" for e in best.evidence)
        passed = {e.claim for e in best.evidence if e.outcome.result == "pass" and e.basis != "answer"}
        assert {c.id for c in best.plan.claims if c.role == "final"} <= passed


class Laws(RuleBasedStateMachine):
    """Runs scenarios in all the ways there are, interrupts, resumes and replays them: all as the model says."""

    finished = Bundle("finished")
    interrupted = Bundle("interrupted")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.journal = Journal.open(Path(self.folder.name) / "journal.sqlite")

    def teardown(self) -> None:
        """Close and remove the journal."""
        self.journal.close()
        self.folder.cleanup()

    @rule(target=finished, scenario=scenarios())
    def run_it(self, scenario: Scenario):
        """A run comes to what the model says."""
        report = run_inline(scenario.task, scenario.answers[0], journal=self.journal, **scenario.parts)
        agrees(report, scenario)
        return report, scenario

    @rule(scenario=scenarios())
    def run_in_a_loop(self, scenario: Scenario) -> None:
        """In an event loop too."""

        async def main() -> Report:
            return await run(scenario.task, scenario.answers[0], **scenario.parts)

        agrees(anyio.run(main), scenario)

    @rule(target=interrupted, scenario=scenarios(), after=st.integers(0, 4))
    def interrupt_it(self, scenario: Scenario, after: int):
        """A tool is interrupted from outside."""
        scenario.stop_at = after
        try:
            report = run_inline(scenario.task, scenario.answers[0], journal=self.journal, **scenario.parts)
        except KeyboardInterrupt:
            return self.journal.runs()[-1], scenario
        agrees(report, scenario)
        return multiple()

    @rule(target=finished, taken=consumes(interrupted))
    def resume_it(self, taken: tuple[str, Scenario]):
        """The run is taken up; no finished step runs again."""
        run_id, scenario = taken
        before = self.journal.history(run_id)
        assert (before.interrupted, before.ended, before.reason) == (True, False, "cancelled")
        finished = sum(len(a.evidence) for a in before.attempts)
        scenario.stop_at = None
        scenario.called.clear()
        scenario.current = scenario.rounds[len(before.attempts) - 1]
        report = resume_inline(run_id, self.journal, **scenario.parts)
        agrees(report, scenario)
        done = sum(len(a.evidence) for a in report.attempts)
        assert len(scenario.called) <= done - finished
        return report, scenario

    @rule(taken=finished)
    def read_it_back(self, taken: tuple[Report, Scenario]) -> None:
        """A finished run is in the journal as it was reported."""
        report, scenario = taken
        scenario.called.clear()
        again = resume_inline(report.run_id, self.journal, **scenario.parts)
        assert plain(again) == plain(report)
        assert scenario.called == []

    @rule(taken=finished)
    def replay_it(self, taken: tuple[Report, Scenario]) -> None:
        """The same tools do not drift."""
        report, _ = taken
        same = registry({name: self._recorded(report, name) for name in NAMES})
        found = replay(report.run_id, self.journal, registry=same)
        if len(report.attempts) == 1:
            assert found.drifts == ()
            assert found.steps == sum(bool(e.tool_version) for e in report.attempts[0].evidence)

    @staticmethod
    def _recorded(report: Report, name: str):
        def behave() -> object:
            evidence = next(e for e in report.attempts[0].evidence if e.step_id == name)
            reason = evidence.outcome.reason
            if reason in ERRORS:
                raise ERRORS[reason]
            if reason == "tool_crash":
                raise ZeroDivisionError
            return RIGHT

        return behave

    @invariant()
    def the_journal_is_whole(self) -> None:
        """The chain can be followed."""
        self.journal.verify_chain()

    @invariant()
    def the_machine_is_empty(self) -> None:
        """No run stays on the shared machine."""
        assert not shared().models


Laws.TestCase.settings = settings(
    max_examples=25, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
TestLaws = Laws.TestCase


@settings(max_examples=400, suppress_health_check=list(HealthCheck))
@given(scenario=scenarios())
def test_the_engine_does_what_the_laws_say(scenario: Scenario) -> None:
    """Order, outcomes, verdict, scope, best attempt, final state and stop reason are the model's."""
    assert model.RIGHT == RIGHT
    report = run_inline(scenario.task, scenario.answers[0], **scenario.parts)
    agrees(report, scenario)
