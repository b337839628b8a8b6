"""The shape of a report as JSON: what ``--output-format json|jsonl`` and ``-o`` write, one object a run.

These types are the published schema (``docs/report.schema.json`` is made from them). Numbers that must stay
exact are text: a decimal where it ends (``"11607.55"``), else a fraction (``"34823/3"``).
"""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

from verifier.plan import Basis, ClaimKind, Result, Role
from verifier.records import FinalState, Scope, StopReason, Verdict

ClaimResult = Literal["held", "failed", "undecided", "unchecked"]


class CountRow(TypedDict):
    """How many of how many were decided."""

    checked: int
    total: int


class CoverageRow(TypedDict):
    """Final claims and step claims that were decided."""

    final: CountRow
    steps: CountRow


class ClaimRow(TypedDict):
    """A claim of the answer and what became of it.

    ``span`` holds character offsets into the attempt's answer; ``line`` and ``column`` count from 1.
    """

    id: str
    kind: ClaimKind
    role: Role
    subject: str
    quote: str
    span: list[int]
    line: int
    column: int
    value: Any
    quantum: str | None
    unit: str | None
    approx: bool
    result: ClaimResult
    reason: str


class OutcomeRow(TypedDict):
    """What a check found; ``reason`` is a stable code."""

    result: Result
    reason: str
    expected: str
    actual: str
    detail: str


class StepRow(TypedDict):
    """A step of the plan with its evidence; ``outcome`` is null when the step was not reached."""

    step_id: str
    description: str
    claim: str | None
    basis: Basis
    required: bool
    tool: str
    tool_version: str | None
    input: dict[str, Any]
    output: dict[str, Any] | None
    output_digest: str | None
    check: dict[str, Any] | None
    sentence: str
    outcome: OutcomeRow | None
    diagnosis: dict[str, Any] | None
    cached: bool
    duration_s: float


class FailureRow(TypedDict):
    """The finding that refuted the answer."""

    step_id: str
    claim: str | None
    rule: str
    quote: str
    line: int | None
    column: int | None
    expected: str
    actual: str
    reason: str
    summary: str


class PatchRow(TypedDict):
    """A change of the answer's characters: ``old`` at ``span`` becomes ``new``."""

    span: list[int]
    old: str
    new: str
    claim: str
    reason: str


class AttemptRow(TypedDict):
    """One answer with its claims and evidence.

    ``author`` wrote the answer (``given``, or a corrector); ``patches`` is what a local corrector changed in
    the answer before it. ``planner`` made the plan (``offline``, ``given``, ``llm:MODEL:PROMPT``);
    ``unconfirmed`` are the finals that only the plan of a model, which saw the answer, holds or contradicts.
    """

    number: int
    verdict: Verdict
    scope: Scope | None
    final: FinalState
    reason: str
    answer: str
    author: str
    planner: str
    unconfirmed: list[str]
    patches: list[PatchRow]
    coverage: CoverageRow
    claims: list[ClaimRow]
    steps: list[StepRow]
    notes: list[str]


class GenerationRow(TypedDict):
    """How the first answer was made; ``trace`` is the generator's steps in order, each with a ``kind``."""

    generator: str
    answer: str
    note: str
    trace: list[dict[str, Any]]


class UsageRow(TypedDict):
    """What models cost: requests, tokens as the server counts them, money in the price table's currency."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    money: str


class ReportRow(TypedDict):
    """The result of one run.

    ``claims``, ``steps`` and ``notes`` are those of the best attempt (number ``best``, counted from 1); the
    others, if any, are in ``other_attempts``. ``patches`` is what was changed on the way to ``final_answer``,
    ``suggestions`` what might be changed but is not certain; ``source`` and ``line`` where the answer stands.
    ``planner`` and ``unconfirmed`` are the best attempt's (:class:`AttemptRow`).
    ``generation`` is null for an answer that was given, ``usage`` for a run without models.
    """

    id: str
    source: str | None
    line: int | None
    run_id: str
    verdict: Verdict
    scope: Scope | None
    final: FinalState
    stop_reason: StopReason
    needs_human: bool
    reproducible: bool
    document: bool
    question: str | None
    final_answer: str
    coverage: CoverageRow
    planner: str
    unconfirmed: list[str]
    claims: list[ClaimRow]
    steps: list[StepRow]
    failure: FailureRow | None
    notes: list[str]
    patches: list[PatchRow]
    suggestions: list[PatchRow]
    best: int
    other_attempts: list[AttemptRow]
    path: list[str]
    error: str
    generation: GenerationRow | None
    usage: UsageRow | None
