"""The loop: ask, read, act, and again, until there is an answer or no step is left."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from toolkits.registry import Registry
from verifier.errors import (
    DeadlineReached,
    ModelEmpty,
    ModelError,
    ModelRejected,
    ModelTruncated,
    ModelUnavailable,
    UsageError,
)
from verifier.generation._before import before
from verifier.generation._generated import Generated
from verifier.generation.react._acting import Workbench
from verifier.generation.react._approval import Approver
from verifier.generation.react._events import Event, Live, Watch
from verifier.generation.react._history import Turn, digest, talk
from verifier.generation.react._loose import read_input
from verifier.generation.react._offers import Toolbox
from verifier.generation.react._parse import Action, Reading, read_reply
from verifier.generation.react._split import sections
from verifier.generation.react._words import cut, said
from verifier.llm import Completion, Message, Session
from verifier.prompts import language_of, render
from verifier.task import Task

_SENT_BACK = 2_000
_DROPPED = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Bounds of one answer; the run's own budget and deadline hold besides.

    Attributes:
        steps: actions taken. Then the model is asked for its answer once more.
        repairs: replies in a row that may be malformed and are sent back with their fault.
        turns: turns that the model sees whole; earlier ones stand in a digest.
        tool_s: seconds that one tool may take.
        deadline_s: seconds for all of it; ``None`` for none.
        observation: characters of one observation.

    Raises:
        UsageError: a bound is negative, or leaves nothing to do.
    """

    steps: int = 8
    repairs: int = 2
    turns: int = 4
    tool_s: float = 20.0
    deadline_s: float | None = None
    observation: int = 3_000

    def __post_init__(self) -> None:
        if self.steps < 1 or self.turns < 1 or self.observation < 1:
            raise UsageError("Bounds: steps, turns and observation are at least 1")
        if self.repairs < 0 or self.tool_s <= 0 or (self.deadline_s is not None and self.deadline_s <= 0):
            raise UsageError("Bounds: repairs can't be negative, and times lie ahead")


class ReAct:
    """Answers a question by thoughts, actions and observations.

    Tools are offered as native tool calls; a model whose server refuses them is asked in the text format from
    then on, and one that writes the text format by itself is read all the same.

    Args:
        session: the run's account at the gateway; the role is ``generator``.
        registry: the tools.
        bounds: see :class:`Bounds`.
        only: names of the tools to offer; all of the registry by default.
        native: false: ask in the text format from the start.
        approve: is asked before each action.
        watch: is shown the parts as they come; the reply is then streamed.
        rows: rows of each table of the question that the model sees; 0 for no values at all.

    Raises:
        UsageError: a setting can't be used.
    """

    name = "react"

    def __init__(
        self,
        session: Session,
        registry: Registry,
        *,
        bounds: Bounds | None = None,
        only: Sequence[str] | None = None,
        native: bool = True,
        approve: Approver | None = None,
        watch: Watch | None = None,
        rows: int = 3,
    ) -> None:
        self._session = session
        self._bounds = bounds or Bounds()
        self._toolbox = Toolbox(registry, only)
        self._native = native
        self._approve = approve
        self._watch = watch
        self._rows = rows
        self.trace: Sequence[Mapping[str, Any]] = ()

    async def __call__(self, task: Task, /) -> Generated:
        """Answer ``task.question``.

        Where no answer comes within the bounds, ``answer`` is "" and ``note`` says why.

        Raises:
            ModelError: the model could not be asked; ``BudgetSpent`` when it may not be.
            DeadlineReached: the bounds' own deadline passed.
            UsageError: there is data, and it is private.
        """
        if self._session.withheld is not None and (task.data or task.values):
            raise UsageError(
                "react answers from what tools show, which private data must not be: use pot or sql"
            )
        from anyio import move_on_after  # noqa: PLC0415  (0.1 s, for those who await)

        run = self._run(task)
        self.trace = run.trace
        with move_on_after(self._bounds.deadline_s):
            return await run.answer()
        raise DeadlineReached(f"no answer within the {self._bounds.deadline_s:g} s of the generator")

    def _run(self, task: Task) -> _Run:
        language = language_of(task.question)
        values, shown = _data(task, self._rows)
        bench = Workbench(
            toolbox=self._toolbox,
            language=language,
            tool_s=self._bounds.tool_s,
            longest=self._bounds.observation,
            data=values,
            approve=self._approve,
        )
        return _Run(
            session=self._session,
            bounds=self._bounds,
            bench=bench,
            question=task.question or "",
            data=shown,
            earlier=before(task)["earlier"],
            native=self._native and bool(self._toolbox.definitions),
            watch=self._watch,
        )


def _data(task: Task, rows: int) -> tuple[Mapping[str, Any], str]:
    """What came with the question by name, and its description for the prompt."""
    if not task.data and not task.values:
        return {}, ""
    from verifier.tables import described, inputs, variables  # noqa: PLC0415  (few questions)

    found = variables(task)
    return inputs(found), described(found, language_of(task.question), rows=rows)


@dataclass(frozen=True, slots=True)
class _Said:
    """A reply that was read, and the id of the native call in it ("" for none)."""

    reading: Reading
    call_id: str = ""
    raw: str = ""


@dataclass(slots=True, kw_only=True)
class _Run:
    """One question on its way to an answer."""

    session: Session
    bounds: Bounds
    bench: Workbench
    question: str
    data: str
    earlier: str
    native: bool
    watch: Watch | None
    streams: bool = True
    refused: bool = False  # tools, it seems; a reply without them proves it
    turns: list[Turn] = field(default_factory=list[Turn])
    trace: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])

    async def answer(self) -> Generated:
        for step in range(1, self.bounds.steps + 1):
            said_now = await self._reply()
            reading = said_now.reading
            if reading.action is None:
                return self._ended(reading)
            await self._acted(reading, reading.action, said_now.call_id, step)
        return self._ended((await self._reply(last=True)).reading, last=True)

    def _ended(self, reading: Reading, *, last: bool = False) -> Generated:
        """The answer, or why there is none. A thought is never taken for an answer."""
        answer, note = reading.answer, ""
        if answer is None and reading.fault == "unlabelled":
            answer, note = (
                reading.thought,
                "the model kept to no format; its last text is taken for its answer",
            )
        elif answer is None and last and reading.action is not None:
            note = f"no answer: {self.bounds.steps} actions were taken and another one was wanted"
        elif answer is None:
            note = f"no answer: {said('en', reading.fault or 'unfinished')}"
        elif last:
            note = f"answered when its {self.bounds.steps} actions were used up"
        self.trace.append({"kind": "answer", "text": answer or ""})
        return Generated(answer=answer or "", generator="react", trace=tuple(self.trace), note=note)

    # --- the tools --------------------------------------------------------------------------------------
    async def _acted(self, reading: Reading, action: Action, call_id: str, step: int) -> None:
        written = action.given.text or _json(action.given.value or {})
        entry: dict[str, Any] = {"kind": "action", "step": step, "tool": action.name, "input": written}
        if reading.dropped:
            entry["dropped"] = [what[:_DROPPED] for what in reading.dropped]
        self.trace.append(entry)
        observed = await self.bench.act(action, step)
        self.trace.append({"kind": "observation", "step": step, "text": observed.text, **observed.facts})
        self._show(Event("observation", observed.text, opens=True))
        self.turns.append(
            Turn(
                step=step,
                thought=reading.thought,
                tool=action.name,
                written=written,
                observation=observed.text,
                call_id=call_id,
            )
        )

    # --- the model --------------------------------------------------------------------------------------
    async def _reply(self, *, last: bool = False) -> _Said:
        """A reply that can be used, else the last of those that could not."""
        fault: Sequence[Message] = ()
        for left in range(self.bounds.repairs, -1, -1):
            answered = await self._said(fault, last=last)
            reading = answered.reading
            if reading.thought and not reading.fault:
                self.trace.append({"kind": "thought", "text": reading.thought})
            if not reading.fault or not left:
                return answered
            message = self._sent_back(reading.fault)
            self.trace.append({"kind": "thought", "text": answered.raw[:_SENT_BACK], "fault": reading.fault})
            self._show(Event("observation", message, opens=True))
            # Only the last bad reply and its fault: the conversation does not grow with each round.
            raw = cut(answered.raw, _SENT_BACK, self.bench.language) or "…"
            fault = ({"role": "assistant", "content": raw}, {"role": "user", "content": message})
        raise AssertionError("the last round returns")

    def _sent_back(self, fault: str) -> str:
        again = "again_native" if self.native else "again_text"
        language = self.bench.language
        return f"{said(language, fault)} {said(language, again)}"

    async def _said(self, fault: Sequence[Message], *, last: bool) -> _Said:
        while True:
            offered = self.bench.toolbox.definitions if self._offers() else ()
            try:
                completion = await self._complete(self._messages(fault, last=last), offered)
            except ModelTruncated as error:
                return _Said(Reading(thought=error.text, fault="truncated"), raw=error.text)
            except ModelEmpty:
                return _Said(Reading(fault="empty"))
            except ModelError as error:
                if offered and self.session.refused_tools(error):
                    self.native, self.refused, self.streams = False, True, True
                    continue
                raise
            if self.refused and not offered:
                self.refused = False
                self.session.forgo_tools("generator")
            read = _read(completion, native=bool(offered))
            self._show_call(read, completion, native=bool(offered))
            return read

    def _offers(self) -> bool:
        """Whether tools are offered natively; never again once the server has refused them."""
        self.native = self.native and self.session.takes_tools("generator")
        return self.native

    def _messages(self, fault: Sequence[Message], *, last: bool) -> list[Message]:
        language = self.bench.language
        earlier, recent = self.turns[: -self.bounds.turns], self.turns[-self.bounds.turns :]
        prompt = render(
            "react",
            language,
            question=self.question,
            data=self.data,
            earlier=self.earlier,
            digest=digest(earlier, language),
            native=self.native,
            tools=() if self.native else self.bench.toolbox.told(),
            steps=self.bounds.steps,
        )
        ending: list[Message] = [{"role": "user", "content": said(language, "last")}] if last else []
        return _joined([*prompt.messages(), *talk(recent, language, native=self.native), *fault, *ending])

    async def _complete(self, messages: Sequence[Message], tools: Sequence[dict[str, Any]]) -> Completion:
        if self.watch is None:
            return await self.session.complete("generator", messages, tools=tools)
        if self.streams:
            try:
                return await self._streamed(messages, tools, self.watch)
            except ModelRejected:
                self.streams = False  # the server may know no streams, or no tools: the next call tells
            except ModelUnavailable:
                pass  # a stream is not tried again by itself; a plain call is
        completion = await self.session.complete("generator", messages, tools=tools)
        _shown_whole(completion.text, self.watch, native=bool(tools))
        return completion

    async def _streamed(
        self, messages: Sequence[Message], tools: Sequence[dict[str, Any]], watch: Watch
    ) -> Completion:
        live = Live(watch, native=bool(tools))
        stream: AsyncIterator[str | Completion] = self.session.stream("generator", messages, tools=tools)
        async for piece in stream:
            if isinstance(piece, Completion):
                live.close()
                return piece
            live.feed(piece)
        raise ModelEmpty("the stream ended without a reply")

    def _show(self, event: Event) -> None:
        if self.watch is not None:
            self.watch(event)

    def _show_call(self, read: _Said, completion: Completion, *, native: bool) -> None:
        """What a stream of text could not show: a native call, and text whose end told what it was."""
        reading = read.reading
        if native and not any(part.label for part in sections(completion.text)) and completion.text.strip():
            part = "answer" if reading.answer is not None else "thought"
            self._show(Event(part, completion.text.strip(), opens=True))  # type: ignore[arg-type]
        if completion.calls and reading.action is not None:
            call = completion.calls[0]
            self._show(Event("action", f"{call.name}\n{call.arguments}", opens=True))


def _joined(messages: Sequence[Message]) -> list[Message]:
    """Messages without two of the user's in a row, which some chat templates refuse."""
    found: list[Message] = []
    for message in messages:
        if found and message["role"] == found[-1]["role"] == "user":
            found[-1] = {"role": "user", "content": f"{found[-1]['content']}\n\n{message['content']}"}
        else:
            found.append(message)
    return found


def _shown_whole(text: str, watch: Watch, *, native: bool) -> None:
    live = Live(watch, native=native)
    live.feed(text)
    live.close()


def _read(completion: Completion, *, native: bool) -> _Said:
    """What a completion says. A native call is the action, whatever the text beside it says."""
    text = completion.text
    if not completion.calls:
        reading = read_reply(text)
        if native and reading.fault == "unlabelled":  # with native calls, a text without one is the answer
            reading = Reading(answer=reading.thought)
        return _Said(reading, raw=text)
    first, *others = completion.calls
    parts = sections(text)
    thought = "\n".join(part.text for part in parts if part.label in (None, "thought"))
    dropped = [f"{part.label}: {part.text}" for part in parts if part.label not in (None, "thought")]
    dropped += [f"action: {call.name} {call.arguments}" for call in others]
    action = Action(name=first.name, given=read_input(first.arguments))
    return _Said(Reading(thought=thought, action=action, dropped=tuple(dropped)), call_id=first.id, raw=text)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
