"""One action: its tool is found, its input read, a person asked, the tool called, its output shown."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from toolkits.errors import ToolkitError, told
from toolkits.registry import Tool
from verifier.generation.react._approval import Approver, Decision, Proposal
from verifier.generation.react._inputs import bound, filled
from verifier.generation.react._loose import Input
from verifier.generation.react._offers import Toolbox
from verifier.generation.react._parse import Action
from verifier.generation.react._words import cut, said
from verifier.prompts import Language, short_schema

#: How often a person may give an input that does not fit.
EDITS = 3
#: Characters of an output that the trace keeps whole.
_KEPT = 20_000
_SCHEMA = 1_500


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """What an action came to.

    Attributes:
        text: for the model, capped.
        facts: for the trace: tool, version, input, output or error.
    """

    text: str
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Workbench:
    """What all actions of a run share.

    Attributes:
        tool_s: seconds that a tool may take.
        longest: characters of an observation.
        data: what came with the question, by name.
    """

    toolbox: Toolbox
    language: Language
    tool_s: float
    longest: int
    data: Mapping[str, Any]
    approve: Approver | None = None

    async def act(self, action: Action, step: int) -> Observed:
        """Take the action. Whatever goes wrong with it is what is observed."""
        tool = self.toolbox.find(action.name)
        if tool is None:
            text = self._say("unknown", name=action.name[:100], known=self.toolbox.known)
            return self._observed(text, {"error": {"code": "unknown_tool", "message": text}})
        try:
            tool_input = self._read(tool, action.given)
        except ToolkitError as error:
            return self._failed(tool, error, f"\n{self._say('schema', text=short_schema(tool)[:_SCHEMA])}")
        decision = await self._decided(tool, tool_input, step)
        facts: dict[str, Any] = {"tool": tool.name, "input": tool_input}
        if decision.kind == "refuse":
            reason = decision.reason.strip() or self._say("no_reason")
            return self._observed(self._say("refused", reason=reason), {**facts, "decision": "refused"})
        if decision.kind == "edit":
            edited = dict(decision.tool_input or {})
            note = self._say("edited", text=_json(edited))
            return await self._called(
                tool, edited, {**facts, "decision": "edited", "input": edited}, f"{note}\n"
            )
        return await self._called(tool, tool_input, facts)

    def _read(self, tool: Tool, given: Input) -> dict[str, Any]:
        """The input, checked as the tool will see it, and still with its references."""
        tool_input = bound(tool, given)
        tool.check_input(filled(tool_input, self.data))
        return tool_input

    async def _decided(self, tool: Tool, tool_input: Mapping[str, Any], step: int) -> Decision:
        if self.approve is None:
            return Decision(kind="approve")
        fault = ""
        for _ in range(EDITS):
            asked = self.approve(
                Proposal(step=step, tool=tool.name, tool_input=tool_input, limits=tool.limits, fault=fault)
            )
            decision = await asked if inspect.isawaitable(asked) else asked
            if decision.kind != "edit":
                return decision
            try:
                edited = self._read(tool, Input(text="", value=decision.tool_input or {}))
            except ToolkitError as error:
                fault = str(error)
            else:
                return Decision(kind="edit", tool_input=edited)
        return Decision(kind="refuse", reason=fault)

    async def _called(
        self, tool: Tool, tool_input: Mapping[str, Any], facts: Mapping[str, Any], note: str = ""
    ) -> Observed:
        try:
            output = await called(tool, filled(tool_input, self.data), self.tool_s)
        except ToolkitError as error:
            return self._failed(tool, error, facts=facts, note=note)
        except TimeoutError:
            text = self._say("timeout", seconds=self.tool_s)
            return self._observed(note + text, {**facts, "error": {"code": "timeout", "message": text}})
        version = tool.provenance_of(tool_input)
        whole = _json(output)
        kept: dict[str, Any] = {"output": output} if len(whole) <= _KEPT else {"output_start": whole[:_KEPT]}
        return self._observed(note + _json(_telling(output)), {**facts, "version": version, **kept})

    def _failed(
        self, tool: Tool, error: ToolkitError, more: str = "", *, facts: Mapping[str, Any] | None = None,
        note: str = "",
    ) -> Observed:  # fmt: skip
        hint = self._say("hint", text=error.hint) if error.hint else ""
        text = note + self._say("error", code=error.code, text=str(error)) + hint + more
        fault = {"code": error.code, "message": cut(str(error), self.longest, self.language)}
        return self._observed(text, {"tool": tool.name, **(facts or {}), "error": fault})

    def _observed(self, text: str, facts: Mapping[str, Any]) -> Observed:
        return Observed(text=cut(text, self.longest, self.language), facts=facts)

    def _say(self, key: str, **data: object) -> str:
        return said(self.language, key, **data)


async def called(tool: Tool, tool_input: dict[str, Any], within: float) -> dict[str, Any]:
    """Call a tool in a thread. A program that it runs is ended when time runs out or the caller is cancelled.

    Raises:
        ToolkitError: as the tool does; ``tool_crash`` for what is no error of ours.
        TimeoutError: it took longer than ``within`` seconds. A plain Python function can't be ended: its
            thread is left to come to its own end.
    """
    from anyio import move_on_after, to_thread  # noqa: PLC0415  (0.1 s, for those who await)

    from sandbox import cancelling  # noqa: PLC0415  (likewise)

    with cancelling() as cancel:
        try:
            with move_on_after(within):
                return await to_thread.run_sync(partial(_guarded, tool, tool_input), abandon_on_cancel=True)
        except BaseException:
            cancel.cancel()
            raise
        cancel.cancel()
    raise TimeoutError


def _guarded(tool: Tool, tool_input: dict[str, Any]) -> dict[str, Any]:
    try:
        return tool(tool_input)
    except SystemExit as error:
        raise ToolkitError(f"{tool.name} crashed: {told(error)}", code="tool_crash") from None


def _telling(output: Mapping[str, Any]) -> Mapping[str, Any]:
    """An output without the fields in which nothing stands."""
    return {key: value for key, value in output.items() if value not in (None, "", [])} or output


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
