"""Judges the answers of one reply, and settles what becomes of the reply."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolkits.errors import told
from verifier._api import Options, acheck, check
from verifier._unchecked import not_judged
from verifier.errors import RefutedError
from verifier.records import Report
from verifier.task import Task
from verifier.wrapping._attached import attach, gravest
from verifier.wrapping._settings import Settings
from verifier.wrapping._shapes import Answer, Unjudged

if TYPE_CHECKING:
    from verifier.correction import Corrector

_DETAIL = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """What the answers of one call are checked against, and how.

    Attributes:
        correctable: what the caller is given can be changed.
        corrector: makes the corrector of one text, where the wrapped client itself corrects.
        fault: why the question could not be read, "" where it could.
    """

    settings: Settings
    question: str | None
    correctable: bool = True
    corrector: Callable[[], Corrector] | None = None
    fault: str = ""

    def reports(self, answers: Sequence[Answer]) -> tuple[Report, ...]:
        """A report for each answer; a checker that crashes makes one, too."""
        return tuple(map(self._report, answers)) or (self._without_answer(),)

    async def areports(self, answers: Sequence[Answer]) -> tuple[Report, ...]:
        """:meth:`reports` inside an event loop; cancelling it cancels the check."""
        return tuple([await self._areport(answer) for answer in answers]) or (self._without_answer(),)

    def _report(self, answer: Answer) -> Report:
        if self._unjudged(answer) is not None:
            return self._not_judged(answer)
        try:
            options = self._options(answer)
            return _outside_loops(
                lambda: check(answer.text, self.question, data=self.settings.data, **options), options
            )
        except Exception as error:  # noqa: BLE001  (the completion is not to be lost by its check)
            return self._crashed(answer, error)

    async def _areport(self, answer: Answer) -> Report:
        if self._unjudged(answer) is not None:
            return self._not_judged(answer)
        try:
            options = self._options(answer)
            return await acheck(answer.text, self.question, data=self.settings.data, **options)
        except Exception as error:  # noqa: BLE001  (likewise)
            return self._crashed(answer, error)

    def read(self, answers: Callable[[Any], list[Answer]], reply: Any) -> list[Answer]:
        """The answers of a reply; one that can't be read has a report that says so."""
        try:
            return answers(reply)
        except Exception as error:  # noqa: BLE001  (the completion is not to be lost by its check)
            return [Answer("", Unjudged("inconclusive", f"the reply can't be read: {told(error)}"[:_DETAIL]))]

    def _options(self, answer: Answer) -> Options:
        correctable = self.correctable and answer.put is not None and not _is_json(answer.text)
        options = self.settings.for_text(correctable=correctable)
        if correctable and self.corrector is not None:
            options["corrector"] = self.corrector()
        return options

    def _unjudged(self, answer: Answer) -> Unjudged | None:
        return answer.unjudged or (Unjudged("inconclusive", self.fault) if self.fault else None)

    def _not_judged(self, answer: Answer) -> Report:
        unjudged = self._unjudged(answer)
        assert unjudged is not None
        return _report_of(unjudged, answer.text, self.question)

    def _without_answer(self) -> Report:
        return _report_of(Unjudged("inconclusive", "the reply holds no answer"), "", self.question)

    def _crashed(self, answer: Answer, error: Exception) -> Report:
        why = f"the check failed: {told(error)}"[:_DETAIL]
        return _report_of(Unjudged("inconclusive", why), answer.text, self.question)


def _report_of(unjudged: Unjudged, text: str, question: str | None) -> Report:
    return not_judged(Task(question=question), text, unjudged.verdict, unjudged.why)


def _is_json(text: str) -> bool:
    """Whether the text is for a program to read: a correction might break its form."""
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _outside_loops(work: Callable[[], Report], options: Options) -> Report:
    """The work's report; in a thread of its own where a loop runs here and the work needs one, too."""
    if not (options.keys() & {"planner", "corrector", "gateway"} and _in_loop()):
        return work()
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  (a sync client inside an event loop is rare)

    with ThreadPoolExecutor(1) as executor:
        return executor.submit(work).result()


def _in_loop() -> bool:
    from anyio.lowlevel import current_token  # noqa: PLC0415  (only where a check needs a loop)

    try:
        current_token()
    except RuntimeError:
        return False
    return True


# --- what becomes of the reply ------------------------------------------------------------------------
def correct(answers: Sequence[Answer], reports: Sequence[Report]) -> tuple[Report, ...]:
    """Put the corrected texts in their places; the reports of the texts that are now there."""
    if len(answers) != len(reports):  # the one report that says that there is no answer
        return tuple(reports)
    return tuple(map(_corrected, answers, reports))


def _corrected(answer: Answer, report: Report) -> Report:
    if answer.put is None or report.final_answer == answer.text:
        return report
    try:
        answer.put(report.final_answer)
    except Exception as error:  # noqa: BLE001  (a reply that can't be changed is not to be lost)
        unjudged = Unjudged(
            "inconclusive", f"the correction can't be put in its place: {told(error)}"[:_DETAIL]
        )
        return _report_of(unjudged, answer.text, report.task.question)
    return report


def label(answers: Sequence[Answer], reports: Sequence[Report]) -> None:
    """Join each report to the part of the reply that it is about."""
    for answer, report in zip(answers, reports, strict=False):
        # A plain dict stands in a list of the reply's, where nothing can stand in for it.
        if answer.holder is not None and type(answer.holder) is not dict:
            attach(answer.holder, (report,))


def settle(reply: Any, answers: Sequence[Answer], reports: tuple[Report, ...], settings: Settings) -> Any:
    """The reply as its caller gets it.

    Raises:
        RefutedError: an answer is refuted, and the caller asked for it.
    """
    reports = correct(answers, reports)
    label(answers, reports)
    reply = attach(reply, reports)
    refuse(reply, reports, settings)
    return reply


def refuse(reply: Any, reports: Sequence[Report], settings: Settings) -> None:
    """Raise where that is asked for and an answer is refuted."""
    report = gravest(reports)
    if settings.on_refuted == "raise" and report.verdict == "refuted":
        summary = report.failure.summary if report.failure is not None else ""
        raise RefutedError(f"the answer is refuted: {summary}"[:_DETAIL], completion=reply, report=report)
