"""One step: resolve its input, call its tool, evaluate its check, audit a pass, diagnose a fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import Any

from toolkits.errors import ToolkitError, told
from toolkits.registry import Registry, Tool
from verifier._canonical import canonical, check_data, digest
from verifier.engine._host import Host
from verifier.engine._limits import Limits
from verifier.engine._memory import MEMORY
from verifier.errors import DeadlineReached, VerifierError
from verifier.plan import (
    CheckContext,
    CheckOutcome,
    Claim,
    Plan,
    Quorum,
    Step,
    audit_fail,
    audit_pass,
    evaluate_check,
    resolve,
)
from verifier.records import Evidence
from verifier.task import Task
from verifier.verdict import DERIVED, DISPUTED, MODEL, decisive

_DETAIL = 500
#: Reason of every step whose tool gives an opinion.
OPINION = "opinion"


class Setback(Exception):  # noqa: N818  (control flow between these functions, never seen outside)
    """The step cannot be decided: the reason code and a sentence for a person."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.outcome = CheckOutcome(result="undecided", reason=reason, detail=detail[:_DETAIL])


@dataclass(slots=True)
class Workshop:
    """What all steps of a run work with.

    Attributes:
        remaining: seconds left of the run, or ``None`` where there is no deadline.
        calls: tool calls made so far, against the budget.
        cache: outputs of heavy tools, by tool, version and canonical input: a correction that leaves a step
            as it was need not run it again.
    """

    registry: Registry
    limits: Limits
    host: Host
    remaining: Callable[[], float | None]
    calls: int = 0
    cache: dict[tuple[str, str, str], Mapping[str, Any]] = field(default_factory=dict)


@dataclass(slots=True)
class Bench:
    """What the steps of one attempt share.

    Attributes:
        outputs: outputs of the steps done so far, by step id.
        done: ids of the steps done.
        decided: ids of those that came out as pass or fail.
        passed: ids of those that passed.
        failed: the claims (or ``None``) of those that failed.
    """

    shop: Workshop
    task: Task
    plan: Plan
    claims: Mapping[str, Claim]
    outputs: dict[str, Any] = field(default_factory=dict[str, Any])
    done: set[str] = field(default_factory=set[str])
    decided: set[str] = field(default_factory=set[str])
    passed: set[str] = field(default_factory=set[str])
    failed: set[str | None] = field(default_factory=set[Any])

    def __post_init__(self) -> None:
        """The task's databases may be read by its tools, and no others."""
        if self.task.databases:
            from toolkits.sql import offer_missing  # noqa: PLC0415  (few tasks have one)

            offer_missing(database.name for database in self.task.databases)

    def add(self, evidence: Evidence) -> None:
        """Take note of a finished step, for those that wait for it or refer to its output."""
        self.done.add(evidence.step_id)
        if evidence.output is not None and evidence.outcome.reason != OPINION:  # nothing is to rest on one
            self.outputs[evidence.step_id] = evidence.output
        if evidence.outcome.result != "undecided":
            self.decided.add(evidence.step_id)
        if evidence.outcome.result == "pass":
            self.passed.add(evidence.step_id)
        if evidence.outcome.result == "fail":
            self.failed.add(evidence.claim)

    def voted(self, step: Step) -> bool:
        """Whether ``step`` is a model's own derivation of a claim on which programs voted."""
        return (
            self.plan.author.startswith(MODEL)
            and step.basis == "question"
            and not step.step_id.startswith(DERIVED)
            and any(
                s.claim == step.claim and s.step_id in self.done and isinstance(s.expected_check, Quorum)
                for s in self.plan.steps
            )
        )

    def holds(self, claim: str | None) -> bool:
        """Whether a decisive step on ``claim`` passed."""
        return any(s.claim == claim and s.step_id in self.passed and decisive(s) for s in self.plan.steps)


@dataclass(slots=True)
class _Trace:
    """What is known of a step while it runs; becomes its evidence however it ends."""

    tool: str
    version: str
    tool_input: Mapping[str, Any]
    output: Mapping[str, Any] | None = None
    output_digest: str = ""
    cached: bool = False


async def run_step(
    bench: Bench, step: Step, waits_for: tuple[str, ...], audited: CheckOutcome | None
) -> Evidence:
    """Run one step.

    Args:
        bench: what the attempt's steps share.
        step: the step.
        waits_for: ids of the steps that must have been decided.
        audited: what the static audit found wrong with the step; then it does not run.

    Raises:
        DeadlineReached: the run's time ended while a heavy tool worked. All else that goes wrong is evidence:
            ``undecided`` with a reason code (law 2).
    """
    started = perf_counter()
    trace = _Trace(tool=step.tool_required, version="", tool_input=step.tool_input)
    try:
        _refuse_unready(bench, step, waits_for, audited)
        outcome = await _outcome(bench, step, trace)
    except Setback as setback:
        outcome = setback.outcome
    return Evidence(
        step_id=step.step_id,
        tool=trace.tool,
        tool_version=trace.version,
        tool_input=trace.tool_input,
        output=trace.output,
        output_digest=trace.output_digest,
        check=None if step.expected_check is None else check_data(step.expected_check),
        basis=step.basis,
        claim=step.claim,
        outcome=outcome,
        diagnosis=_diagnosis(bench, step, trace, outcome) if outcome.result == "fail" else None,
        duration_s=perf_counter() - started,
        cached=trace.cached,
    )


def _refuse_unready(
    bench: Bench, step: Step, waits_for: tuple[str, ...], audited: CheckOutcome | None
) -> None:
    for name in waits_for:
        if name not in bench.decided:
            raise Setback("dependency", f"step {name!r}, which this one needs, was not decided")
    if audited is not None:
        raise Setback(audited.reason, audited.detail)
    claim = bench.claims.get(step.claim or "")
    if claim is not None and claim.reason:
        raise Setback(claim.reason, f"{claim.quote[:200]!r} cannot be judged")
    if step.expected_check is None:
        raise Setback("sentence", f"the check is a sentence that no rule reads: {step.sentence[:200]!r}")


async def _outcome(bench: Bench, step: Step, trace: _Trace) -> CheckOutcome:
    tool = _tool(bench.shop.registry, step.tool_required)
    trace.tool = tool.name
    trace.tool_input = _resolved(bench, step.tool_input)
    work = partial(_worked, bench, step, tool, trace)
    if not tool.heavy:
        return work()
    try:
        return await bench.shop.host.in_thread(work, bench.shop.remaining())
    except DeadlineReached as late:
        if not tool.opinion:
            raise
        raise Setback("timeout", str(late)) from None  # what was found without it still holds


def _worked(bench: Bench, step: Step, tool: Tool, trace: _Trace) -> CheckOutcome:
    """Call the tool and judge what it shows; all of it may block, for the audit may call the tool again."""
    output = _produced(bench.shop, tool, trace)
    return _heard(tool, output) if tool.opinion else judged(bench, step, output)


def _heard(tool: Tool, output: Mapping[str, Any]) -> CheckOutcome:
    """An opinion decides nothing, whatever the step's check makes of it (law 1)."""
    said = str(output.get("opinion", ""))
    reasons = [f"{item.get('quote')!r}: {item.get('why')}" for item in output.get("objections") or ()]
    detail = f"opinion of {tool.provenance.partition('@')[2] or tool.name}: {'; '.join([said, *reasons])}"
    return CheckOutcome(result="undecided", reason=OPINION, actual=said, detail=detail[:_DETAIL])


def _tool(registry: Registry, name: str) -> Tool:
    try:
        return registry.get(name)
    except ToolkitError as error:
        raise Setback(error.code, str(error)) from None


def _resolved(bench: Bench, tool_input: Mapping[str, Any]) -> dict[str, Any]:
    try:
        resolved: dict[str, Any] = resolve(tool_input, CheckContext(claims=bench.claims, steps=bench.outputs))
    except VerifierError as error:
        raise Setback(error.code, str(error)) from None
    return resolved


# --- the tool -----------------------------------------------------------------------------------------
def _produced(shop: Workshop, tool: Tool, trace: _Trace) -> Mapping[str, Any]:
    """The tool's output, from this run's cache or from a call; the trace takes note of it."""
    version = tool.provenance_of(trace.tool_input)
    key = _cache_key(tool, version, trace.tool_input)
    output = (shop.cache.get(key) or MEMORY.recall(tool, key)) if key else None
    trace.cached = output is not None
    if output is None:
        output = _called(shop, tool, trace, version)
    trace.version = version
    trace.output_digest = checked_digest(output, shop.limits.output_bytes)
    trace.output = output
    if key and not output.get("reads_clock"):
        shop.cache[key] = output
    if key and not trace.cached:
        MEMORY.keep(tool, key, output)
    return output


def _cache_key(tool: Tool, version: str, tool_input: Mapping[str, Any]) -> tuple[str, str, str] | None:
    if not tool.heavy:
        return None
    try:
        return tool.name, version, canonical(tool_input)
    except (TypeError, ValueError, RecursionError):
        return None


def _called(shop: Workshop, tool: Tool, trace: _Trace, version: str) -> Mapping[str, Any]:
    if shop.calls >= shop.limits.tool_calls:
        raise Setback("budget", f"the run's {shop.limits.tool_calls} tool calls are spent")
    shop.calls += 1
    trace.version = version  # whatever comes now, it is this version's doing
    return call_tool(tool, trace.tool_input)


def call_tool(tool: Tool, tool_input: Mapping[str, Any]) -> Mapping[str, Any]:
    """The tool's output.

    Raises:
        Setback: it refused, hit a limit, crashed, or gave back no JSON object (law 2).
    """
    try:
        output: object = tool(dict(tool_input))
    except ToolkitError as error:
        raise Setback(error.code, f"{error}{f' ({error.hint})' if error.hint else ''}") from None
    except (Exception, SystemExit) as error:  # noqa: BLE001  (a user's tool may raise anything; none of it refutes)
        raise Setback("tool_crash", f"{tool.name} crashed: {told(error)}") from None
    if not isinstance(output, Mapping):
        raise Setback("no_output", f"{tool.name} gave back {type(output).__name__}, not a JSON object")
    return output


def checked_digest(output: Mapping[str, Any], limit: int) -> str:
    """The digest of a tool's output.

    Raises:
        Setback: the output is no JSON, or longer than ``limit`` bytes.
    """
    try:
        text = canonical(output)
    except (TypeError, ValueError, RecursionError) as error:
        raise Setback("no_output", f"the output is no JSON: {error}") from None
    if len(text) > limit:
        raise Setback("limit", f"the output has {len(text)} bytes of JSON; at most {limit} are kept")
    return digest(text)


# --- the check ----------------------------------------------------------------------------------------
def judged(bench: Bench, step: Step, output: Mapping[str, Any]) -> CheckOutcome:
    """What the step's check finds in an output, and what the audit makes of that.

    A check that crashes says nothing about the answer; an audit that crashes has let nothing through.
    """
    assert step.expected_check is not None
    context = CheckContext(output=output, claims=bench.claims, steps=bench.outputs)
    try:
        outcome = evaluate_check(step.expected_check, context)
    except Exception as error:  # noqa: BLE001  (see the docstring)
        return _crash("check_error", error)
    try:
        return _audited(bench, step, output, outcome) or outcome
    except Exception as error:  # noqa: BLE001  (see the docstring)
        return _crash("audit_error", error)


def _audited(
    bench: Bench, step: Step, output: Mapping[str, Any], outcome: CheckOutcome
) -> CheckOutcome | None:
    def call(name: str, tool_input: Mapping[str, Any]) -> Mapping[str, Any]:
        return bench.shop.registry.get(name)(dict(tool_input))

    if outcome.result == "fail":
        return _disputed(bench, step, outcome) or audit_fail(step, bench.plan, outcome)
    if outcome.result == "undecided":
        return None
    return audit_pass(step, bench.plan, output, outcome, call, task=bench.task, steps=bench.outputs)


def _disputed(bench: Bench, step: Step, outcome: CheckOutcome) -> CheckOutcome | None:
    """What a fail comes to that is one derivation's word against others (a tie).

    Our own planner's against a step of the plan given; a model's plan against programs that had the vote and
    did not refute the claim: with them it takes as many as the policy says.
    """
    if bench.voted(step):
        detail = (
            f"the programs that vote on the claim do not refute it; one model's plan does: {outcome.detail}"
        )
        return replace(outcome, result="undecided", reason=DISPUTED, detail=detail[:_DETAIL])
    if not step.step_id.startswith(DERIVED) or not bench.holds(step.claim):
        return None
    detail = f"a step of the plan holds the claim; our own from the question says: {outcome.detail}"
    return replace(outcome, result="undecided", reason=DISPUTED, detail=detail[:_DETAIL])


def _crash(reason: str, error: Exception) -> CheckOutcome:
    detail = told(error)[:_DETAIL]
    return CheckOutcome(result="undecided", reason=reason, detail=detail)


def _diagnosis(bench: Bench, step: Step, trace: _Trace, outcome: CheckOutcome) -> Mapping[str, Any] | None:
    from verifier.diagnosis import diagnose  # noqa: PLC0415  (only a failed step needs it)

    claim = bench.claims.get(step.claim or "")
    return diagnose(step, claim, trace.output, outcome, bench.task.question or "")
