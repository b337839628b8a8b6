"""Checks one answer after another with the same tools and the same journal: what a worker does."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Self

from toolkits import default_registry
from verifier import logs
from verifier._api import Options, check_task
from verifier._unchecked import crashed
from verifier.cli._exit import UNVERIFIED, CliError
from verifier.cli._inputs import STDIN, Item
from verifier.cli._models import ModelFlags, budget_of, gateway_of
from verifier.cli._plugins import load_tools
from verifier.cli._settings import Checked, Settings
from verifier.engine import Limits
from verifier.errors import JournalError, PlanError, TemplateError
from verifier.journal import DEFAULT_PATH, Journal
from verifier.records import Attempt, Report
from verifier.report import Line, coloured, counts, document_lines, finding, full_report, plain, report_row
from verifier.task import Task

if TYPE_CHECKING:
    from toolkits.facts import Knowledge
    from verifier.llm import Gateway

#: Reasons that say that a tool failed, whatever the answer is like.
_BROKEN = frozenset(
    {"tool_crash", "tool_error", "check_error", "audit_error", "unavailable", "sandbox_unavailable"}
)
_dumps = json.JSONEncoder(ensure_ascii=False).encode


class Session:
    """A context manager; one for each process."""

    def __init__(self, settings: Settings) -> None:
        load_tools(settings.tools)
        if settings.log is not None:
            logs.enable(settings.log)
        self._settings = settings
        self._collected = gc.get_threshold()
        self._registry = default_registry()
        self._gateway = gateway_of(settings.models)
        self._journal = open_journal(settings.journal, "check")
        self._options: Options = {
            **model_options(settings.models, self._gateway, planned=settings.plan is not None),
            "plan": settings.plan,
            "fix": settings.fix,
            "registry": self._registry,
            "facts": _facts(settings),
            "journal": self._journal,
        }

    def __enter__(self) -> Self:
        # What is loaded by now stays, and rows make few circles: looking for them seldom saves a tenth.
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        return self

    def __exit__(self, *_: object) -> None:
        gc.set_threshold(*self._collected)
        gc.unfreeze()
        if self._journal is not None:
            self._journal.close()

    def check(self, item: Item) -> Checked:
        """Check one answer.

        Raises:
            CliError: the plan given or a template can't be used, or the journal can't be written.
        """
        settings = self._settings
        task = Task(
            id=item.id, question=item.question, data=settings.data, values=settings.values,
            databases=settings.databases,
        )  # fmt: skip
        try:
            report = check_task(task, item.answer, **self._options)
        except PlanError as error:
            raise CliError(f"--plan: {error}") from None
        except TemplateError as error:
            raise CliError(f"templates: {error}") from None
        except JournalError as error:
            raise CliError(f"the journal failed: {error} (--no-journal does without)", UNVERIFIED) from None
        except Exception as error:  # noqa: BLE001  (a fault of ours in one answer must not cost the others)
            report = crashed(task, item.answer, error)
        return self._checked(item, report)

    def _checked(self, item: Item, report: Report) -> Checked:
        settings = self._settings
        shown = report.attempts[0 if settings.preview else report.best] if report.attempts else None
        verdict = shown.verdict if shown else report.verdict
        claims = counts(shown) if shown else {}
        broken = verdict in {"inconclusive", "not_checkable"} and is_broken(report, shown)
        named = not settings.named.isdisjoint({verdict, report.stop_reason})
        corrected = report.final_answer != item.answer
        telling = broken or named or corrected or verdict == "refuted"
        return Checked(
            verdict=verdict,
            stop_reason=report.stop_reason,
            document=report.document,
            held=claims.get("held", 0),
            failed=claims.get("failed", 0),
            claims=sum(claims.values()),
            lasting=report.reproducible and not broken and not report.error,
            broken=broken,
            answer=report.final_answer,
            text=self._text(item, report, telling=telling) if settings.text else "",
            detail=_detail(item, report) if settings.detail and verdict != "verified" else "",
            row=_dumps(report_row(report, source=item.name, line=item.line)) if settings.json else "",
            missing=missing(self._gateway),
        )

    def _text(self, item: Item, report: Report, *, telling: bool) -> str:
        lines = list(_lines(item, report, self._settings.width, telling=telling))
        return coloured(lines) if self._settings.colour and lines else plain(lines)


def _facts(settings: Settings) -> Knowledge | None:
    if not settings.facts:
        return None
    from verifier.cli._facts import open_facts  # noqa: PLC0415  (loads the framework for options)

    return open_facts(settings.facts, closed=settings.closed)


def _detail(item: Item, report: Report) -> str:
    if report.document:
        return plain(document_lines(report, name=item.name))
    return plain(finding(report, name=f"{item.name}:{item.line}"))


def model_options(flags: ModelFlags, gateway: Gateway | None, *, planned: bool = False) -> Options:
    """The options of a run that the flags about models decide; ``planned``: there is a plan already."""
    options = Options()
    if flags.max_seconds is not None:
        options["limits"] = Limits(deadline_s=flags.max_seconds)
    if gateway is None:
        return options
    _log_retries()
    options["gateway"], options["budget"] = gateway, budget_of(flags)
    options["planner"] = None if planned else flags.planner
    options["private"] = flags.private
    options["examples"] = _examples(flags.examples)
    options["tier"], options["critic"] = flags.tier or "auto", flags.critic
    if flags.correct:
        options["corrector"], options["evidence"] = "llm", flags.evidence
    if flags.policy is not None:
        options["policy"] = flags.policy
    return options


def _examples(given: str | None) -> Path | None:
    """The file of worked examples: the one named, or the default one where it is there.

    Raises:
        CliError: there is none of that name.
    """
    if given == "off":
        return None
    path = Path(given) if given else DEFAULT_PATH.parent / "examples.sqlite"
    if path.is_file():
        return path
    if given:
        raise CliError(f"--examples {given}: there is no such file; `amtfv train add` makes one")
    return None


def _log_retries() -> None:
    """Retries go to the log, if anywhere: left to itself stamina writes them to the standard output."""
    from stamina.instrumentation import RetryDetails, set_on_retry_hooks  # noqa: PLC0415  (only with models)

    def tell(details: RetryDetails) -> None:
        logs.event("model.retry", "", cause=str(details.caused_by), wait_s=round(details.wait_for, 3))

    set_on_retry_hooks([tell])


def missing(gateway: Gateway | None) -> str:
    """The requests since the last call that a replayed recording did not hold, as messages."""
    if gateway is None:
        return ""
    from verifier.cli._misses import NotingReplay  # noqa: PLC0415  (likewise)

    replay = gateway.transport
    return "\n".join(map(str, replay.taken())) if isinstance(replay, NotingReplay) else ""


def _lines(item: Item, report: Report, width: int, *, telling: bool) -> Iterator[Line]:
    name = "<stdin>" if item.source == STDIN else item.name
    if report.document and (item.is_text or item.spelling == "notebook"):
        yield from document_lines(report, name=name, width=width)
    elif item.is_text:
        yield from full_report(report, name=name, width=width)
    elif telling:
        label = f"{name}:{item.line}" if item.id == str(item.line) else f"{name}:{item.line} {item.id}"
        yield from finding(report, name=label, width=width)


def is_broken(report: Report, shown: Attempt | None) -> bool:
    """Whether a tool or a service failed in the attempt that is shown."""
    if shown is None or report.stop_reason == "model_error":
        return True
    return any(evidence.outcome.reason in _BROKEN for evidence in shown.evidence)


def open_journal(path: str | None, command: str) -> Journal | None:
    """The journal, or ``None`` where it can't be kept: checking goes on without it, and says so."""
    if path is None:
        return None
    try:
        return Journal.open(path)
    except JournalError as error:
        sys.stderr.write(f"amtfv {command}: runs are not recorded: {error}\n")
        return None
