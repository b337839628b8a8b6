"""``amtfv eval export-batch`` and ``import-batch``."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import anyio
from typer import Argument, Option

from evals.batch import MEANING, Ended, Row, Setting, State, export, runs, take
from toolkits import default_registry
from verifier import __version__
from verifier.cli._common_options import FieldsOfRows
from verifier.cli._exit import OK, UNVERIFIED, CliError
from verifier.cli._inputs import Fault, read_items
from verifier.cli._model_options import PlannerName, takes_models
from verifier.cli._models import ModelFlags, budget_of, gateway_of
from verifier.cli._rows import Fields, RowError, parse_fields
from verifier.errors import UsageError
from verifier.generation import named
from verifier.report import printable

#: ``export-batch`` when no run asks anything any more: a loop in a shell ends by it.
NOTHING_TO_ASK = 1
_SHOWN = 10

StateFolder = Annotated[
    Path, Option("--state", metavar="DIR", help="The folder that holds the batch between rounds.")
]


@takes_models(
    planner=PlannerName.LLM, without=("critic", "examples", "private", "record", "replay", "max_seconds")
)
def export_batch(
    data: Annotated[
        list[str] | None,
        Argument(metavar="DATA", help="JSONL rows, for the first round; later ones know them."),
    ] = None,
    *,
    state: StateFolder = Path("batch"),
    output: Annotated[
        Path,
        Option("-o", metavar="FILE", help="Where the requests go; numbered if several files are needed."),
    ] = Path("requests.jsonl"),
    mapping: FieldsOfRows = None,
    generator: Annotated[
        str | None, Option("--generator", metavar="NAME", help="Have the questions answered first, by NAME.")
    ] = None,
    again: Annotated[
        bool, Option("--again", help="Ask once more for requests whose answers are lost.")
    ] = False,
    models: ModelFlags,
) -> int:
    """Write the requests that a data set's runs need next, as JSONL of the OpenAI Batch API.

    The first round names the data and the models; later ones take both from --state. Nothing is sent.

    Exit codes: 0 requests were written, 1 every run has ended, 2 usage or input error.
    """
    try:
        if State.exists(state):
            if data:
                raise CliError(f"{state} holds a batch already: leave the data out to go on with it")
            batch = _loaded(state)
        elif data:
            batch = State.begin(
                state,
                _rows(data, _fields(mapping, generator), answered=generator is None),
                _setting(models, generator),
            )
        else:
            raise CliError(f"{state} holds no batch: name the data to begin one")
        return _export(batch, output, again=again)
    except UsageError as error:
        raise CliError(str(error)) from None
    except OSError as error:
        raise CliError(f"{state} can't be written: {error.strerror or error}") from None


def import_batch(
    answers: Annotated[
        list[Path] | None, Argument(metavar="ANSWERS", help="Output and error files of the batch service.")
    ] = None,
    state: StateFolder = Path("batch"),
    output: Annotated[
        Path | None, Option("-o", metavar="FILE", help="Write the reports of runs that have ended, as JSONL.")
    ] = None,
) -> int:
    """Take the answers of a batch, joined by custom_id, and say which runs have ended.

    Every line that adds no answer is told: failed, of another export, unreadable, repeated. Without
    ANSWERS it says which runs have ended, and writes their reports.

    Exit codes: 0 every run has ended, 2 usage or input error, 3 runs wait for further answers.
    """
    try:
        return _import(state, answers or [], output)
    except UsageError as error:
        raise CliError(str(error)) from None
    except OSError as error:
        raise CliError(f"{error.filename or state} can't be written: {error.strerror or error}") from None


# --- out ------------------------------------------------------------------------------------------------
def _export(state: State, output: Path, *, again: bool) -> int:
    done = anyio.run(lambda: export(state, output, again=again))
    _say(f"{done.ended} of {done.ended + done.waiting} runs have ended")
    if not done.files:
        if done.waiting:
            raise AssertionError("a run that waits asks for something")
        _say("nothing is left to ask; `amtfv eval import-batch -o FILE` writes the reports")
        return NOTHING_TO_ASK
    if done.repeated:
        _say(f"nothing new is to ask: what waits for answers since round {done.round} was written again")
    elif done.open:
        _say(
            f"{done.open} requests of earlier rounds wait for answers, and are not asked again (--again does)"
        )
    for file in done.files:
        _say(
            f"{file.path}: round {done.round}, {file.requests} requests to {file.model}, {file.size:,} bytes"
        )
    return OK


def _fields(mapping: str | None, generator: str | None) -> Fields | None:
    try:
        fields = None if mapping is None else parse_fields(mapping)
    except RowError as error:
        raise CliError(str(error)) from None
    if generator is None:
        return fields
    # Rows of questions hold no answer; what stands in its place is not kept.
    question = fields.question if fields is not None and fields.question else "question"
    return Fields(question=question, answer=question, id=fields.id if fields is not None else "")


def _rows(sources: Sequence[str], fields: Fields | None, *, answered: bool) -> list[Row]:
    """The rows; the whole data set is readable, or nothing is begun."""
    rows: list[Row] = []
    faults: list[Fault] = []
    for entry in read_items(sources, question=None, fields=fields):
        if isinstance(entry, Fault):
            faults.append(entry)
            continue
        answer = entry.answer if answered else ""
        rows.append(
            Row(source=entry.name, line=entry.line, id=entry.id, question=entry.question, answer=answer)
        )
    if faults:
        _list("rows that can't be read", [str(fault) for fault in faults])
        raise CliError("nothing was begun; mend the data, or name the fields with --map")
    return rows


def _setting(flags: ModelFlags, generator: str | None) -> Setting:
    gateway = gateway_of(flags, needed=generator is not None)
    if gateway is None:
        raise CliError("nothing asks for a model; add --planner llm, --correct or --generator NAME")
    if generator is not None:
        named(generator, gateway.session(), default_registry())  # a name that is none of ours is told now
    return Setting(
        models=gateway.models,
        planner=flags.planner,
        corrector="llm" if flags.correct else None,
        evidence=flags.evidence,
        generator=generator,
        policy=flags.policy,
        tier=flags.tier or "auto",
        budget=budget_of(flags),
    )


def _loaded(folder: Path) -> State:
    state = State.load(folder)
    if state.version != __version__:
        _say(f"begun by amtfv {state.version}, this is {__version__}: its requests may differ")
    return state


# --- in -------------------------------------------------------------------------------------------------
def _import(folder: Path, answers: Sequence[Path], output: Path | None) -> int:
    state = _loaded(folder)
    taken = take(state, answers)
    _say(f"{taken.answers} answers taken, {taken.open} requests still have none")
    for kind, count in taken.counts().items():
        lines = [str(problem) for problem in taken.problems if problem.kind == kind]
        _list(f"{count} {kind}: {MEANING[kind]}", lines)
    ended, waiting = anyio.run(lambda: _reported(state, output))
    _say(f"{ended} of {ended + waiting} runs have ended")
    if waiting:
        _say(f"the others wait for answers: amtfv eval export-batch --state {folder} -o FILE")
    return UNVERIFIED if waiting else OK


async def _reported(state: State, output: Path | None) -> tuple[int, int]:
    """Counts of runs that have ended and that wait; the reports of the former are written."""
    ended = waiting = 0
    with nullcontext() if output is None else output.open("w", encoding="utf-8", newline="\n") as stream:
        async for run in runs(state):
            if not isinstance(run, Ended):
                waiting += 1
                continue
            ended += 1
            if stream is not None:
                stream.write(json.dumps(run.report, ensure_ascii=False) + "\n")
    return ended, waiting


def _list(title: str, lines: Sequence[str]) -> None:
    """The first lines of many, and how many more there are."""
    _say(title)
    for line in lines[:_SHOWN]:
        _say(f"  {line}")
    if len(lines) > _SHOWN:
        _say(f"  … and {len(lines) - _SHOWN} more")


def _say(text: str) -> None:
    sys.stderr.write(f"{printable(text)}\n")
