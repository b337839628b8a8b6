"""What a worker needs to know, and what it gives back: plain data that crosses process borders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from verifier.cli._models import ModelFlags
from verifier.records import StopReason, Verdict
from verifier.task import DatabaseFile, DataTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to check each answer.

    Attributes:
        plan: text of the plan to run in place of our own, or ``None``.
        data: tables that come with the question.
        values: other data that comes with the question.
        facts: files, folders and names of the sources of facts.
        closed: those files and folders list all there is.
        databases: databases that come with the question.
        tools: modules with tools of the user's own.
        fix: correct what a local patch can.
        preview: judge the answer as it was given, whatever a patch would make of it.
        journal: path of the journal, or ``None`` for none.
        log: how events are logged to the standard error, or ``None`` for not at all.
        models: the models that plan or correct, and their bounds.
        detail: render the plain text of each answer that was not verified, for reports on the whole.
        named: what ``--fail-on`` names beside ``refuted``; such answers are shown as findings.
        json: render the JSON row.
        text: render the text.
        colour: with terminal colours.
        width: cells to a line of text.
    """

    plan: str | None = None
    data: tuple[DataTable, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    facts: tuple[str, ...] = ()
    closed: bool = False
    databases: tuple[DatabaseFile, ...] = ()
    tools: tuple[str, ...] = ()
    fix: bool = False
    preview: bool = False
    journal: str | None = None
    log: Literal["text", "json"] | None = None
    models: ModelFlags = field(default_factory=ModelFlags)
    detail: bool = False
    named: frozenset[str] = frozenset()
    json: bool = False
    text: bool = True
    colour: bool = False
    width: int = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What became of one answer.

    Attributes:
        verdict: of the answer as it stays: corrected where ``--fix`` could, as it was given with ``--diff``.
        stop_reason: why the run ended.
        document: the text had no question.
        held: claims that held.
        failed: claims that failed.
        claims: all of them.
        broken: a tool or a service failed, and nothing else decided the answer.
        lasting: the same input would give the same again: no tool failed, no limit or clock touched it.
        answer: the best answer, which is the given one where nothing was corrected.
        text: the rendering for people, "" when there is nothing to show.
        detail: the same for reports on the whole: plain, and told of all that was not verified.
        row: the JSON row, "" when not asked for.
        missing: what a replayed recording did not hold, "" for nothing.
    """

    verdict: Verdict
    stop_reason: StopReason
    document: bool
    held: int
    failed: int
    broken: bool
    answer: str
    claims: int = 0
    lasting: bool = False
    text: str = ""
    detail: str = ""
    row: str = ""
    missing: str = ""

    def has(self, name: str) -> bool:
        """Whether the answer is what a ``--fail-on`` name says."""
        return name in {self.verdict, self.stop_reason}
