"""What a run leaves behind: outcomes, evidence, attempts and the report. Plain frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from verifier.generation import Generated
from verifier.plan import Basis, CheckOutcome, Claim, Plan
from verifier.task import Task

Verdict = Literal["verified", "refuted", "inconclusive", "not_checkable"]
Scope = Literal["final", "step"]
FinalState = Literal["held", "failed", "unchecked"]
StopReason = Literal[
    "passed", "max_retries", "oscillation", "divergence", "regression", "budget", "deadline", "no_corrector",
    "undecided", "consistent_only", "weak_plan", "nothing_to_check", "model_error", "cancelled",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Everything needed to run one step again.

    ``output`` is the tool's JSON, ``output_digest`` its SHA-256 over canonical JSON; ``diagnosis`` says why a
    check failed, as data (:mod:`verifier.diagnosis`). ``tool_version`` is "" when the tool was not called.
    """

    step_id: str
    tool: str
    tool_version: str
    tool_input: Mapping[str, Any]
    output: Mapping[str, Any] | None
    output_digest: str
    check: Mapping[str, Any] | None
    basis: Basis
    claim: str | None
    outcome: CheckOutcome
    diagnosis: Mapping[str, Any] | None = None
    duration_s: float = 0.0
    cached: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How much was decided: counts of final and of step claims."""

    final_checked: int = 0
    final_total: int = 0
    steps_checked: int = 0
    steps_total: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """A change of an answer's characters: ``answer[span[0]:span[1]] == old`` becomes ``new``.

    ``claim`` is the id of the claim whose value it mends, ``reason`` a stable code (``own_check``: the value
    that the question gives; ``equation``: the value of the equation's left side).
    """

    span: tuple[int, int]
    old: str
    new: str
    claim: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One answer, its plan and its evidence, with the attempt's own verdict.

    Attributes:
        number: 1 for the answer under test, then counting its corrections.
        reason: why it was neither verified nor refuted, or "".
        author: who wrote the answer: ``given``, or the generator's or corrector's name.
        patches: what a local corrector changed in the answer before it.
    """

    number: int
    answer: str
    plan: Plan
    evidence: tuple[Evidence, ...]
    verdict: Verdict
    scope: Scope | None
    final: FinalState
    coverage: Coverage
    reason: StopReason | Literal[""] = ""
    author: str = "given"
    patches: tuple[Patch, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """The finding that refuted an attempt: the step, its claim and evidence, and the diagnosis in words."""

    step_id: str
    claim: Claim | None
    evidence: Evidence
    summary: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The result of a run.

    Attributes:
        best: index into ``attempts`` of the best; ``verdict``, ``scope``, ``coverage`` are that attempt's.
        path: the machine's states in order.
        reproducible: false when a limit was hit or a job read the clock.
        document: the text had no question: claims are judged one by one and the whole is never verified.
        suggestions: patches of the best attempt's answer that are not certain enough to be made unasked.
        generation: how the first answer was made, when it was made here.
        usage: what models cost (``Ledger.as_data()``), when the run had any.
    """

    run_id: str
    task: Task
    verdict: Verdict
    scope: Scope | None
    final: FinalState
    stop_reason: StopReason
    final_answer: str
    coverage: Coverage
    attempts: tuple[Attempt, ...]
    best: int
    failure: Failure | None
    path: tuple[str, ...]
    needs_human: bool
    reproducible: bool
    document: bool = False
    error: str = ""
    suggestions: tuple[Patch, ...] = ()
    generation: Generated | None = None
    usage: Mapping[str, Any] | None = None
