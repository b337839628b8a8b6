"""Checks one row after another with the same tools: what a worker process does. It never sees a label."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from evals.run._job import Done, Job, Setting
from toolkits import default_registry
from verifier._api import Options, check_task
from verifier._unchecked import crashed
from verifier.cli._models import gateway_of
from verifier.cli._plugins import load_tools
from verifier.cli._session import model_options, open_journal
from verifier.records import Report
from verifier.report import report_row
from verifier.task import DataTable, Task

if TYPE_CHECKING:
    from verifier.quorum import Policy

_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Worker:
    """One for each process.

    Raises:
        CliError: a module of tools, the models or the journal can't be used.
    """

    def __init__(self, setting: Setting) -> None:
        load_tools(setting.tools)
        gateway = gateway_of(setting.models)
        self._journal = open_journal(setting.journal, "eval")
        options = model_options(setting.models, gateway)
        if setting.quorum is not None and gateway is not None:
            options["policy"] = quorum_of(setting.quorum)
        self._options: Options = {
            **options,
            "fix": setting.fix,
            "registry": default_registry(),
            "journal": self._journal,
        }

    def check(self, job: Job) -> Done:
        """Check a row; a fault of ours in it is its result."""
        start = time.perf_counter()
        tables, values = split_data(job.data)
        task = Task(id=job.id, question=job.question, data=tables, values=values)
        try:
            report = check_task(task, job.answer, **self._options)
            text = _dumps(report_row(report))
        except Exception as error:  # noqa: BLE001  (a fault of ours in one row must not cost the others)
            text = _dumps(report_row(crashed(task, job.answer, error)))
        return Done(number=job.number, report=text, seconds=time.perf_counter() - start)

    def close(self) -> None:
        """Close the journal."""
        if self._journal is not None:
            self._journal.close()


def quorum_of(votes: int) -> Policy:
    """The policy by which so many votes decide, and half as many again may be bought.

    Raises:
        UsageError: no such number.
    """
    from verifier.quorum import Policy  # noqa: PLC0415  (only runs with models load it)

    return Policy(refute_at=votes, verify_at=votes, most=max(votes, 2 * votes - 1))


def lost(job: Job, why: str, seconds: float) -> Done:
    """The result of a row whose worker died."""
    report: Report = crashed(Task(id=job.id, question=job.question), job.answer, RuntimeError(why))
    return Done(number=job.number, report=_dumps(report_row(report)), seconds=seconds, lost=True)


def split_data(data: Mapping[str, Any]) -> tuple[tuple[DataTable, ...], dict[str, Any]]:
    """Tables (lists of objects with the same fields, or objects of equally long lists), and other values."""
    tables: list[DataTable] = []
    values: dict[str, Any] = {}
    for name, value in data.items():
        table = _table(name, value)
        if table is None:
            values[name] = value
        else:
            tables.append(table)
    return tuple(tables), values


def _table(name: str, value: Any) -> DataTable | None:
    if isinstance(value, list) and value and all(isinstance(row, dict) and row for row in value):
        columns = tuple(value[0])
        if all(tuple(row) == columns for row in value) and all(_flat(row.values()) for row in value):
            rows = tuple(tuple(row[column] for column in columns) for row in value)
            return DataTable(name=name, columns=columns, rows=rows)
    if isinstance(value, dict) and value and all(isinstance(column, list) for column in value.values()):
        lengths = {len(column) for column in value.values()}
        if len(lengths) == 1 and lengths != {0} and all(map(_flat, value.values())):
            return DataTable(name=name, columns=tuple(value), rows=tuple(zip(*value.values(), strict=True)))
    return None


def _flat(cells: Sequence[Any] | Any) -> bool:
    return not any(isinstance(cell, dict | list) for cell in cells)
