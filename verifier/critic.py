"""A critic: a model that argues against an answer. It is heard, and decides nothing.

What it says stands in the evidence as an *opinion*: the engine gives a step with a tool of opinion the
outcome ``undecided: opinion``, whatever the step's check, its basis and the opinion are, and no other step
can refer to its output. So an objection can neither refute an answer nor keep it from being verified, and
praise verifies nothing (law 1): both are there for a person, or for a program that reads the evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from toolkits import Registry, Tool
from toolkits.errors import ToolUnavailable
from verifier.engine import Planner, planned
from verifier.errors import ModelError, PlanError
from verifier.llm import Form, Schema, Session
from verifier.plan import Plan, Step, Succeeds
from verifier.prompts import language_of, render
from verifier.task import Task

__all__ = ["CRITIC", "critic_tool", "criticised", "with_critic"]

_T = TypeVar("_T")
#: Name of the tool and of its step.
CRITIC = "critic"
_OBJECTIONS = 5
_WORDS = 300
_SCHEMA = Schema(
    name="opinion",
    definition={
        "type": "object",
        "properties": {
            "opinion": {"type": "string", "enum": ["objects", "no_objection"]},
            "objections": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"quote": {"type": "string"}, "why": {"type": "string"}},
                    "required": ["quote", "why"],
                    "additionalProperties": False,
                },
            },
        },
        "required": ["opinion", "objections"],
        "additionalProperties": False,
    },
)


def with_critic(registry: Registry, session: Session) -> Registry:
    """The tools of ``registry`` and the critic; ``registry`` itself stays as it is."""
    tools = Registry()
    for tool in registry:
        tools.add(tool)
    if CRITIC not in tools:
        tools.add(critic_tool(session))
    return tools


def critic_tool(session: Session) -> Tool:
    """The critic as a tool: question and answer in, an opinion out, of the model that plays ``judge``."""
    model = session.settings("judge").model

    def critic(question: str, answer: str) -> dict[str, Any]:
        """What a language model has against an answer: an opinion, which decides nothing.

        Args:
            question: what was asked.
            answer: the text under test.
        """
        try:
            return _waited(lambda: _opinion(session, question, answer))
        except ModelError as error:
            raise ToolUnavailable(str(error), code=error.code) from error

    return Tool(
        name=CRITIC,
        version=f"1@{model}",
        function=critic,
        heavy=True,
        limits="it is a model's opinion: it neither refutes nor verifies",
        opinion=True,
    )


async def _opinion(session: Session, question: str, answer: str) -> dict[str, Any]:
    prompt = render(CRITIC, language_of(question, answer), question=question, answer=answer)

    def read(value: Any) -> dict[str, Any]:
        return _read(value, answer)

    said = await session.ask("judge", prompt.messages(), Form(_SCHEMA, read))
    return {
        "kind": "opinion",
        **said,
        "model": session.settings("judge").model,
        "prompt": prompt.version,
    }


def _read(value: Any, answer: str) -> dict[str, Any]:
    """An opinion. An objection without a reason is none; a quote that is not the answer's is dropped."""
    opinion, found = value.get("opinion"), value.get("objections")
    if opinion not in {"objects", "no_objection"}:
        raise PlanError("$.opinion", "it is objects or no_objection")
    if not isinstance(found, list) or not all(isinstance(item, Mapping) for item in found):
        raise PlanError("$.objections", "a list of objects is wanted")
    objections = [_objection(item, answer) for item in found if str(item.get("why") or "").strip()]
    if opinion == "objects" and not objections:
        raise PlanError("$.objections", "who objects says why")
    return {"opinion": opinion, "objections": objections[:_OBJECTIONS] if opinion == "objects" else []}


def _objection(item: Mapping[str, Any], answer: str) -> dict[str, str]:
    quote = str(item.get("quote") or "")
    return {"quote": quote[:_WORDS] if quote in answer else "", "why": str(item["why"]).strip()[:_WORDS]}


def _waited(work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
    """The result of a coroutine, for a tool's thread: from the loop that waits for it, else its own."""
    import anyio  # noqa: PLC0415  (only who asks a model needs it)

    try:
        return anyio.from_thread.run(work)
    except RuntimeError as error:
        if "worker thread" not in str(error):
            raise
    return anyio.run(work)


# --- its step -----------------------------------------------------------------------------------------
def criticised(planner: Planner) -> Planner:
    """The plans of ``planner`` with the critic's step as their last; one without steps stays without.

    The engine asks it after all other steps, and only when none of them failed.
    """
    return _Criticised(planner)


@dataclass(frozen=True, slots=True)
class _Criticised:
    planner: Planner

    async def __call__(
        self, task: Task, answer: str, attempt: int, /, *, feedback: tuple[str, ...] = ()
    ) -> Plan:
        """See :class:`verifier.engine.Planner`."""
        plan = await planned(self.planner, task, answer, attempt, feedback)
        if not plan.steps or any(step.step_id == CRITIC for step in plan.steps):
            return plan
        return replace(plan, steps=(*plan.steps, _step(task, answer)))


def _step(task: Task, answer: str) -> Step:
    return Step(
        step_id=CRITIC,
        description="what a critic has against the answer: an opinion, which decides nothing",
        tool_required=CRITIC,
        tool_input={"question": task.question or "", "answer": answer},
        expected_check=Succeeds(),
        required=False,
        basis="answer",
    )
