"""Runs over a batch's rows, each as far as the answers at hand reach."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import anyio

from evals.batch._setting import Setting
from evals.batch._state import Failure, Row, State
from verifier import acheck_task
from verifier._api import aask_task
from verifier._unchecked import crashed
from verifier.errors import ModelRejected, ModelUnavailable
from verifier.llm import Gateway, ModelSettings, Request, Tape, as_chunks
from verifier.records import Report
from verifier.report import report_row
from verifier.task import Task

#: Seconds that a run which lacks an answer is given for what it does beside: programs of a quorum are asked
#: for together then. What comes later is asked in the next round.
TOGETHER_S = 0.02
#: Runs at work at a time: while one waits for that, others go on.
_SIDE_BY_SIDE = 16


@dataclass(frozen=True, slots=True)
class Ended:
    """A run that needed no answer but those at hand; ``report`` is its JSON, a row of ``-o FILE.jsonl``."""

    row: Row
    report: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A run that needs the answers to ``requests``."""

    row: Row
    requests: tuple[Request, ...]


class _TapeEnd:
    """Answers from the state; what it holds no answer to is collected, and ends the run.

    The end is a cancellation, not an error: no generator or quorum can take it for a model's failure, and go
    another way than it will with the answer.
    """

    def __init__(self, state: State, scope: anyio.CancelScope) -> None:
        self._state = state
        self._scope = scope
        self.missing: dict[str, Request] = {}

    async def send(self, request: Request, settings: ModelSettings) -> Mapping[str, Any]:
        """See :class:`verifier.llm.Transport`."""
        key = request.key
        if key in self._state.answers:
            return Tape({key: self._state.answers[key]}).reply(request)
        failure = self._state.given_up(key, settings.tries)
        if failure is not None:
            raise _error_of(failure)
        self.missing[key] = request
        await anyio.sleep(TOGETHER_S)
        self._scope.cancel()
        await anyio.sleep_forever()
        raise AssertionError("a cancelled scope ends this")

    async def stream(self, request: Request, settings: ModelSettings) -> AsyncIterator[Mapping[str, Any]]:
        """See :class:`verifier.llm.Transport`."""
        for chunk in as_chunks(await self.send(request, settings)):
            yield chunk

    async def aclose(self) -> None:
        """See :class:`verifier.llm.Transport`."""


def _error_of(failure: Failure) -> Exception:
    """As a live call would have failed."""
    if failure.status is None or failure.status in {408, 409, 425, 429} or failure.status >= 500:
        return ModelUnavailable(failure.reason)
    return ModelRejected(failure.reason, status=failure.status)


async def run_row(state: State, row: Row) -> Ended | Waiting:
    """One row's run."""
    scope, report = anyio.CancelScope(), None
    transport = _TapeEnd(state, scope)
    with scope:
        try:
            # A gateway of its own: what one run learns of a server must not change what another asks.
            report = await _report(row, state.setting, Gateway(state.setting.models, transport))
        except Exception as error:  # noqa: BLE001  (a fault of ours in one row must not cost the others)
            report = crashed(Task(id=row.id, question=row.question), row.answer, error)
    if transport.missing or report is None:
        return Waiting(row, tuple(transport.missing.values()))
    return Ended(row, report_row(report, source=row.source, line=row.line))


async def _report(row: Row, setting: Setting, gateway: Gateway) -> Report:
    task = Task(id=row.id, question=row.question)
    if setting.generator is None:
        return await acheck_task(task, row.answer, gateway=gateway, **setting.options())
    return await aask_task(task, generator=setting.generator, gateway=gateway, **setting.options())


async def runs(state: State) -> AsyncIterator[Ended | Waiting]:
    """Every row's run, in the order of the rows. What has ended is kept in the state, and not run again."""
    chunk: dict[int, Row] = {}
    for number, row in enumerate(state.rows()):
        chunk[number] = row
        if len(chunk) == _SIDE_BY_SIDE:
            for found in await _together(state, chunk):
                yield found
            chunk = {}
    for found in await _together(state, chunk):
        yield found


async def _together(state: State, rows: Mapping[int, Row]) -> list[Ended | Waiting]:
    kept = {number: state.report(number) for number in rows}
    made: dict[int, Ended | Waiting] = {
        number: Ended(rows[number], report) for number, report in kept.items() if report is not None
    }

    async def work(number: int, row: Row) -> None:
        made[number] = await run_row(state, row)

    async with anyio.create_task_group() as group:
        for number, row in rows.items():
            if number not in made:
                group.start_soon(work, number, row)
    new = {number: run.report for number, run in made.items() if isinstance(run, Ended) and not kept[number]}
    if new:
        state.add_reports(new)
    return [made[number] for number in rows]
