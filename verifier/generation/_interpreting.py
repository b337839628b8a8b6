"""What a program or a query gave, put into words by one who sees the question and the output alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from toolkits.sql import Database
from verifier.errors import ModelEmpty, ModelTruncated
from verifier.generation._before import before
from verifier.generation._direct import DirectGenerator
from verifier.generation._generated import Generated
from verifier.llm import Session
from verifier.prompts import Language, Prompt, language_of, render
from verifier.tables import schema_text
from verifier.task import Task


async def written(session: Session, prompt: Prompt, trace: list[Mapping[str, Any]]) -> tuple[str, bool]:
    """A generator model's reply, kept in the trace, and whether it broke off at its token limit.

    Raises:
        ModelError: the model could not be asked, or declined. That it said nothing is a reply too.
    """
    try:
        reply = await session.complete("generator", prompt.messages())
        text, raw, cut = reply.text, reply.raw, False
    except ModelTruncated as error:
        text, raw, cut = error.text, error.text, True
    except ModelEmpty:
        text, raw, cut = "", "", False
    model = session.settings("generator").model
    trace.append({"kind": "reply", "text": raw, "prompt": prompt.version, "model": model})
    return text, cut


if TYPE_CHECKING:
    from verifier.examples import Kind

#: An output as an answer where no model may read it.
_STATED: Mapping[Language, str] = {"en": "The answer is {output}", "zh": "答案是{output}"}


async def interpreted(
    session: Session, task: Task, output: str, *, private: bool = False
) -> tuple[str, Mapping[str, Any]]:
    """The answer that an output gives, and the step of the trace that says so.

    Args:
        session: the run's account at the gateway.
        task: the question.
        output: what a program or query gave.
        private: it was made of data that is private where the session keeps secrets, as the task's own is.

    Raises:
        ModelError: the model could not be asked, declined, or broke off.
    """
    language = language_of(task.question)
    if session.withheld is not None and (task.data or task.values or private):
        # What a program put out over private data is private too.
        text = _STATED[language].format(output=output.strip().removeprefix("answer = "))
        return text, {"kind": "interpretation", "text": text, "detail": "stated without a model"}
    prompt = render(
        "interpreter", language, question=task.question or "", output=output, earlier=before(task)["earlier"]
    )
    reply = await session.complete("interpreter", prompt.messages())
    step = {
        "kind": "interpretation", "text": reply.raw, "prompt": prompt.version,
        "model": session.settings("interpreter").model,
    }  # fmt: skip
    return reply.text.strip(), step


def exemplified(session: Session, task: Task, kind: Kind, trace: list[Mapping[str, Any]]) -> str:
    """The worked examples for a prompt, "" for none; the trace says which they are.

    Raises:
        ExamplesError: their file can't be read.
    """
    if session.examples is None:
        return ""
    from verifier.examples import shown_for  # noqa: PLC0415  (opt-in)

    shown = shown_for(session.examples, task.question or "", kind)
    step = shown.step()
    if step is not None:
        trace.append(step)
    return shown.text


async def schema_of(database: Database, rows: int) -> str:
    """What a database holds, for a prompt, with that many rows of each table.

    Raises:
        ToolkitError: it can't be read.
    """
    from anyio import to_thread  # noqa: PLC0415  (0.1 s, for those who await)

    tables = await to_thread.run_sync(partial(database.schema, sample=rows))
    return schema_text(tables, database.dialect)


async def degraded(
    direct: DirectGenerator, task: Task, trace: list[Mapping[str, Any]], generator: str, why: str
) -> Generated:
    """A direct answer in place of one from a program or a query; its note says why.

    Raises:
        ModelError: not even a direct answer could be made.
    """
    made = await direct(task)
    note = f"degraded to a direct answer: {why}"
    return replace(made, generator=generator, trace=(*trace, *made.trace), note=note)
