"""What the laws say about a scripted scenario, written without a look at the engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

RIGHT = Fraction(1207)


@dataclass(frozen=True)
class Said:
    """A claim: its value is right when it is 1207."""

    name: str
    value: int
    subject: str
    unclear: bool = False

    @property
    def final(self) -> bool:
        """It answers an asked part."""
        return self.name.startswith("final")


@dataclass(frozen=True)
class Job:
    """A step: what it judges, and what happens to it."""

    name: str
    on: str | None
    basis: str
    tool: str = "answers"  # answers | an error's code | crashes
    check: str = "equals"  # equals | succeeds | sentence
    needs: tuple[str, ...] = ()
    required: bool = True


@dataclass(frozen=True)
class Round:
    """One answer with its plan."""

    said: tuple[Said, ...]
    jobs: tuple[Job, ...]
    planner: str = "plans"  # plans | crashes | refuses


@dataclass
class Expected:
    """What the run must come to."""

    verdict: str = ""
    scope: str | None = None
    final: str = "unchecked"
    state: str = ""
    stop: str = ""
    best: int = 0
    ran: list[list[tuple[str, str]]] = field(default_factory=list)


def order(jobs: tuple[Job, ...], finals: set[str]) -> list[Job]:
    """Jobs that decide a final come first; each after what it needs."""
    by_name = {job.name: job for job in jobs}
    placed: list[Job] = []

    def put(job: Job, above: tuple[str, ...]) -> None:
        if job in placed:
            return
        for name in job.needs:
            if name in by_name and name not in above:
                put(by_name[name], (*above, name))
        if job not in placed:
            placed.append(job)

    for job in (*(j for j in jobs if j.basis != "answer" and j.on in finals), *jobs):
        put(job, (job.name,))
    return placed


def outcome(job: Job, said: dict[str, Said], decided: set[str]) -> str:
    """pass, fail, or the reason why neither."""
    if any(name not in decided for name in job.needs):
        return "dependency"
    claim = said.get(job.on or "")
    if claim is not None and claim.unclear:
        return "ambiguous_final"
    if job.check == "sentence":
        return "sentence"
    if job.tool != "answers":
        return "tool_crash" if job.tool == "crashes" else job.tool
    if job.check == "succeeds":
        return "weak_plan" if job.basis != "answer" and claim is not None else "pass"
    if claim is None:
        return "pass"
    return "pass" if claim.value == RIGHT else "fail"


def execute(round_: Round, *, document: bool) -> list[tuple[str, str]]:
    """What becomes of each job, in order; those after the first fail do not start."""
    said = {s.name: s for s in round_.said}
    done: list[tuple[str, str]] = []
    decided: set[str] = set()
    failed: set[str | None] = set()
    for job in order(round_.jobs, {s.name for s in round_.said if s.final}):
        if failed and (not document or job.on in failed):
            continue
        came = outcome(job, said, decided)
        done.append((job.name, came))
        if came in ("pass", "fail"):
            decided.add(job.name)
        if came == "fail":
            failed.add(job.on)
    return done


@dataclass
class Judged:
    """A round, judged."""

    verdict: str
    scope: str | None
    final: str
    reason: str
    held: set[str]
    fails: int
    passes: int
    decided: bool
    weight: int


def judge(round_: Round, done: list[tuple[str, str]], *, document: bool) -> Judged:
    """Law 1."""
    jobs = {job.name: job for job in round_.jobs}
    finals = [s for s in round_.said if s.final]
    fails = [jobs[n] for n, came in done if came == "fail"]
    passes = [jobs[n] for n, came in done if came == "pass"]
    good = {j.on for j in passes if j.basis != "answer" and j.check == "equals"}
    held = {s.name for s in finals if s.name in good and not s.unclear}
    state = "held" if finals and len(held) == len(finals) else "unchecked"
    base = {
        "held": held, "fails": len(fails), "passes": len(passes), "decided": bool(fails or passes),
        "weight": sum(1 if j.basis == "answer" else 1000 for j in passes),
    }  # fmt: skip
    if fails:
        hit = any(j.on and j.on.startswith("final") for j in fails)
        return Judged("refuted", "final" if hit else "step", "failed" if hit else state, "", **base)
    if not round_.said and not round_.jobs:
        return Judged("not_checkable", None, state, "nothing_to_check", **base)
    came = dict(done)
    open_ = {came.get(j.name, "not reached") for j in round_.jobs if j.required} - {"pass"}
    if open_ & {"weak_plan"}:
        reason = "weak_plan"
    elif open_ or any(s.unclear for s in finals if s.name not in held):
        reason = "undecided"
    elif state == "held" and not document:
        return Judged("verified", None, "held", "passed", **base)
    else:
        reason = "consistent_only" if passes and (document or not held) else "undecided"
    return Judged("inconclusive", None, state, reason, **base)


def normal(round_: Round) -> object:
    """What makes two answers the same."""
    return tuple((s.subject, s.final, s.value) for s in round_.said)


def predict(
    rounds: list[Round], replies: list[str], *, document: bool, corrections: int, corrector: bool
) -> Expected:
    """What a run over ``rounds`` must come to; ``replies`` says what the corrector does after each fail."""
    expected = Expected()
    judged: list[Judged] = []
    dones: list[list[tuple[str, str]]] = []
    for number, round_ in enumerate(rounds, start=1):
        if round_.planner != "plans":
            judged.append(Judged("inconclusive", None, "unchecked", "", set(), 0, 0, decided=False, weight=0))
            dones.append([])
            expected.state = "INCONCLUSIVE"
            expected.stop = "model_error" if round_.planner == "crashes" else "undecided"
            break
        done = execute(round_, document=document)
        dones.append(done)
        one = judge(round_, done, document=document)
        judged.append(one)
        if one.verdict == "verified":
            expected.state, expected.stop = "PASSED", "passed"
            break
        if one.verdict != "refuted":
            expected.state = "INCONCLUSIVE"
            expected.stop = (
                one.reason if round_.jobs else ("undecided" if round_.said else "nothing_to_check")
            )
            break
        if not corrector:
            expected.state, expected.stop = "FAILED", "no_corrector"
            break
        why = no_use(rounds[:number], dones, judged) or ("max_retries" if number > corrections else "")
        if why:
            expected.state, expected.stop = "MAX_RETRY", why
            break
        reply = replies[number - 1]
        if reply != "next":
            expected.state = "INCONCLUSIVE" if reply == "crash" else "MAX_RETRY"
            expected.stop = {"crash": "model_error", "none": "no_corrector", "refusal": "divergence"}[reply]
            break
    expected.ran = dones
    ranks = [rank(rounds, judged, dones, i, expected.stop) for i in range(len(judged))]
    expected.best = ranks.index(min(ranks))
    best = judged[expected.best]
    expected.verdict, expected.scope, expected.final = best.verdict, best.scope, best.final
    return expected


def rank(rounds: list[Round], judged: list[Judged], dones: list, i: int, stop: str) -> tuple:
    """The order of attempts: smaller is better."""
    one = judged[i]
    lost = {
        s.subject
        for j in range(i)
        for s in rounds[j].said
        if s.final and failing(rounds[j], dones[j], s.name)
    } - {s.subject for s in rounds[i].said if s.final}
    if rounds[i].planner != "plans":
        lost = {"everything"}
    return (-len(one.held), bool(lost) or not one.decided, one.fails, -one.weight, i)


def failing(round_: Round, done: list[tuple[str, str]], name: str) -> bool:
    """A job on that claim failed."""
    jobs = {job.name: job for job in round_.jobs}
    return any(came == "fail" and jobs[n].on == name for n, came in done)


def no_use(rounds: list[Round], dones: list, judged: list[Judged]) -> str:
    """Why no correction is worth a try."""
    now = rounds[-1]
    if any(normal(r) == normal(now) for r in rounds[:-1]):
        return "oscillation"
    errors = [error_by_key(r, d) for r, d in zip(rounds, dones, strict=True)]
    if len(rounds) >= 3 and any(
        not 2 * errors[-1][k] <= errors[-2][k] for k in errors[-1].keys() & errors[-2].keys()
    ):
        return "oscillation"
    for before, one in zip(rounds[:-1], judged[:-1], strict=True):
        for s in before.said:
            if s.name not in one.held:
                continue
            same = [t for t in now.said if t.final and t.subject == s.subject]
            if any(t.name in judged[-1].held for t in same):
                continue
            if s.value not in [t.value for t in same]:
                return "divergence"
    if len(rounds) >= 3:
        a, b, c = errors[-3:]
        if any(a[k] < b[k] < c[k] for k in a.keys() & b.keys() & c.keys()):
            return "divergence"
    for before, done in zip(rounds[:-1], dones[:-1], strict=True):
        passed = keys(before, done, "pass") - keys(before, done, "fail")
        if passed & keys(now, dones[-1], "fail"):
            return "regression"
    return ""


def error_by_key(round_: Round, done: list[tuple[str, str]]) -> dict:
    """How far each failed claim is off."""
    said = {s.name: s for s in round_.said}
    jobs = {j.name: j for j in round_.jobs}
    failed = [said[jobs[n].on] for n, came in done if came == "fail"]
    return {(s.final, s.subject): abs(s.value - RIGHT) for s in failed}


def keys(round_: Round, done: list[tuple[str, str]], came: str) -> set:
    """Claims on which a job came out so."""
    said = {s.name: s for s in round_.said}
    jobs = {j.name: j for j in round_.jobs}
    return {
        (said[jobs[n].on].final, said[jobs[n].on].subject)
        for n, c in done
        if c == came and jobs[n].on in said
    }
