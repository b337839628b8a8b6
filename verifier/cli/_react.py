"""ReAct at the terminal: its four parts as they come, and a person's word on each action."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import IO, Any, Final

from verifier.generation.react import Decision, Event, Part, Proposal
from verifier.generation.react._loose import read_input
from verifier.prompts import Language
from verifier.report import printable, wrapped

#: Rows of an observation that are shown.
FOLD: Final = 8

_COLOURS: Final[Mapping[Part, str]] = {
    "thought": "\x1b[2m", "action": "\x1b[36m", "observation": "\x1b[33m", "answer": "\x1b[1;32m",
}  # fmt: skip
_RESET: Final = "\x1b[0m"
_WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "thought": "Thought: ", "action": "Action: ", "observation": "Observation: ", "answer": "Answer: ",
        "more": "… ({count} more lines)", "step": "Step {step} wants to call {tool} with",
        "limits": "It can't: {limits}", "ask": "[a]pprove, [e]dit or [r]efuse? ",
        "input": "New input, as JSON on one line: ",
        "why": "Why? (the model is told) ", "fault": "That input does not fit: {fault}",
        "no_terminal": "there is no terminal at which to ask", "ended": "the terminal's input has ended",
        "no_object": "it is no JSON object",
    },
    "zh": {
        "thought": "思考：", "action": "行动：", "observation": "观察：", "answer": "答案：",
        "more": "……（还有{count}行）", "step": "第{step}步要调用{tool}，输入为",
        "limits": "它做不到：{limits}", "ask": "[a]同意，[e]修改，[r]拒绝？",
        "input": "新的输入（一行JSON）：",
        "why": "为什么？（会告诉模型）", "fault": "这个输入不合适：{fault}",
        "no_terminal": "没有终端可供询问", "ended": "终端的输入已结束", "no_object": "不是JSON对象",
    },
}  # fmt: skip
_APPROVE: Final = frozenset({"a", "y", "yes", "approve", "同意", "是", "好"})
_EDIT: Final = frozenset({"e", "edit", "修改", "改"})
_REFUSE: Final = frozenset({"r", "n", "no", "refuse", "拒绝", "否", "不"})


class View:
    """Writes the parts to a stream as they come, each under its label.

    Args:
        stream: where to.
        language: of the labels.
        colour: paint the parts; see :func:`verifier.report.wants_colour`.
        width: cells of a row, by which long observations are folded.
        fold: rows of an observation that are shown.
    """

    def __init__(
        self,
        stream: IO[str],
        language: Language = "en",
        *,
        colour: bool = False,
        width: int = 100,
        fold: int = FOLD,
    ) -> None:
        self._stream = stream
        self._words = _WORDS[language]
        self._colour = colour
        self._width = width
        self._fold = fold
        self._fresh = True  # at the start of a line
        self._blank = True  # nothing of the part was written yet
        self._breaks = 0  # line breaks that wait for what follows

    def __call__(self, event: Event) -> None:
        """Write what the event adds."""
        if event.opens or (self._fresh and self._blank):
            self._open(event.part)
        text = self._folded(event.text) if event.part == "observation" else event.text
        self._write(text, event.part)
        if event.part == "observation":
            self.close()
        self._stream.flush()

    def close(self) -> None:
        """End the line that is being written."""
        if not self._fresh:
            self._stream.write("\n")
        self._fresh, self._blank, self._breaks = True, True, 0

    def _open(self, part: Part) -> None:
        self.close()
        self._stream.write(self._painted(self._words[part], part))
        self._fresh = False

    def _write(self, text: str, part: Part) -> None:
        for number, line in enumerate(text.replace("\r\n", "\n").split("\n")):
            self._breaks += 1 if number and not self._blank else 0
            shown = printable(line.lstrip() if self._blank else line)
            if not shown.strip() and (self._blank or self._breaks):
                continue
            self._stream.write("\n" * min(self._breaks, 2) + self._painted(shown, part))
            self._fresh, self._blank, self._breaks = False, False, 0

    def _painted(self, text: str, part: Part) -> str:
        return f"{_COLOURS[part]}{text}{_RESET}" if self._colour and text else text

    def _folded(self, text: str) -> str:
        """The first rows, and how many more there are."""
        rows = list(_rows(text, self._width - len(self._words["observation"])))
        if len(rows) <= self._fold + 1:
            return "\n".join(rows)
        more = self._words["more"].format(count=len(rows) - self._fold)
        return "\n".join([*rows[: self._fold], more])


def _rows(text: str, width: int) -> Iterator[str]:
    for line in text.split("\n"):
        yield from wrapped(printable(line.rstrip("\r")), max(width, 20))


class Confirm:
    """Asks at the terminal before each action. Where nobody can be asked, the answer is no.

    Args:
        source: where the person's words come from.
        stream: where the questions go.
        language: of the questions.
        before: is called before a question is written: to end the line that is being written.
    """

    def __init__(
        self,
        source: IO[str],
        stream: IO[str],
        language: Language = "en",
        before: Callable[[], None] = lambda: None,
    ) -> None:
        self._source = source
        self._before = before
        self._stream = stream
        self._words = _WORDS[language]

    async def __call__(self, proposal: Proposal, /) -> Decision:
        """Ask until there is an answer; an input that ends is a refusal."""
        if not self._source.isatty():
            return Decision(kind="refuse", reason=self._words["no_terminal"])
        self._show(proposal)
        try:
            return await self._asked()
        except EOFError:
            self._stream.write("\n")
            return Decision(kind="refuse", reason=self._words["ended"])

    async def _asked(self) -> Decision:
        while True:
            word = (await self._line("ask")).casefold()
            if word in _APPROVE:
                return Decision(kind="approve")
            if word in _REFUSE:
                return Decision(kind="refuse", reason=await self._line("why"))
            if word in _EDIT:
                given = read_input(await self._line("input"))
                if given.value is not None:
                    return Decision(kind="edit", tool_input=given.value)
                self._say("fault", fault=given.fault or self._words["no_object"])

    def _show(self, proposal: Proposal) -> None:
        """All of the input, for a person answers for all of it; nothing in it can steer the terminal."""
        self._before()
        if proposal.fault:
            self._say("fault", fault=proposal.fault)
        self._say("step", step=proposal.step, tool=proposal.tool)
        for name, value in proposal.tool_input.items():
            self._stream.write(f"  {printable(name)}: {_shown(value)}\n")
        if proposal.limits:
            self._say("limits", limits=proposal.limits)

    def _say(self, key: str, **data: Any) -> None:
        self._stream.write(printable(self._words[key].format(**data)) + "\n")

    async def _line(self, key: str) -> str:
        """A line from the person. Raises ``EOFError`` where there is none."""
        self._stream.write(self._words[key])
        self._stream.flush()
        line = await _read_line(self._source)
        if not line:
            raise EOFError
        return line.strip()


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    lines = [printable(line) for line in text.split("\n")]
    return lines[0] if len(lines) == 1 else "".join(f"\n    {line}" for line in lines)


async def _read_line(source: IO[str]) -> str:
    """A line, awaited in a way that can be cancelled: no thread is left waiting for a person."""
    from anyio import to_thread, wait_readable  # noqa: PLC0415  (0.1 s, for those who are asked)

    if sys.platform == "win32":  # a console can't be waited for there
        return await to_thread.run_sync(source.readline, abandon_on_cancel=True)
    with suppress(OSError, ValueError):  # no file that can be waited for: then it can be read
        await wait_readable(source.fileno())
    return source.readline()


def react_settings(
    *,
    question: str,
    output: IO[str] | None = None,
    source: IO[str] | None = None,
    asking: IO[str] = sys.stderr,
    colour: bool = False,
    width: int = 100,
    fold: bool = True,
) -> dict[str, Any]:
    """What ``Recipe("react", …)`` needs for a terminal.

    Args:
        question: decides the language.
        output: where the parts are shown as they come, ``None`` for nowhere.
        source: where a person says yes or no to each action, ``None`` where nobody is asked.
        asking: where that person is asked.
        colour: paint the parts.
        width: cells of a row.
        fold: show no more than the first rows of an observation.
    """
    from verifier.prompts import language_of  # noqa: PLC0415  (with its caller)

    language = language_of(question)
    view = None
    if output is not None:
        view = View(output, language, colour=colour, width=width, fold=FOLD if fold else sys.maxsize)
    settings: dict[str, Any] = {} if view is None else {"watch": view}
    if source is not None:
        settings["approve"] = Confirm(source, asking, language, view.close if view else lambda: None)
    return settings
