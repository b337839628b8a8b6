"""Scripted planners, tools and correctors: runs whose every outcome a test decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from toolkits.errors import ToolLimit, ToolRefused, ToolTimeout, ToolUnavailable
from toolkits.registry import Registry, Tool
from verifier.correction import Correction
from verifier.plan import Claim, Equals, Plan, Step
from verifier.plan._outcome import CheckOutcome
from verifier.records import Evidence
from verifier.task import Task

#: The right value of everything that the scripted oracle is asked about.
RIGHT, WRONG = Fraction(1207), Fraction(4831)
ERRORS: Mapping[str, Exception] = {
    "limit": ToolLimit("too large"),
    "timeout": ToolTimeout("too slow"),
    "refused": ToolRefused("will not"),
    "unavailable": ToolUnavailable("not here"),
    "sandbox_unavailable": ToolUnavailable("no sandbox", code="sandbox_unavailable"),
}


def question(steps: int = 12) -> str:
    """A question in which every step's input stands."""
    return "What do " + " ".join(f"s{number}" for number in range(steps)) + " give?"


def claim(
    name: str, value: Fraction | bool = RIGHT, *, subject: str | None = None, at: int = 0, **fields: Any
) -> Claim:
    """A claim whose quote is "name=value;"; ``role`` follows from the name."""
    quote = f"{name}={value};"
    return Claim(
        id=name,
        kind=fields.pop("kind", "boolean" if isinstance(value, bool) else "number"),
        role="final" if name.startswith("final") else "step",
        quote=quote,
        span=(at, at + len(quote)),
        value=value,
        quantum=fields.pop("quantum", None if isinstance(value, bool) else Fraction(1)),
        subject=name if subject is None else subject,
        value_span=(at + len(name) + 1, at + len(quote) - 1),
        **fields,
    )


def placed(claims: Sequence[Claim]) -> tuple[str, tuple[Claim, ...]]:
    """The answer that states the claims one after another, and the claims with their spans in it."""
    text, found = "", []
    for one in claims:
        shift = len(text) - one.span[0]
        spans = {
            name: tuple(at + shift for at in span)
            for name in ("span", "value_span")
            if (span := getattr(one, name))
        }
        found.append(type(one)(**{**{f: getattr(one, f) for f in one.__dataclass_fields__}, **spans}))
        text += one.quote
    return text, tuple(found)


def step(name: str, on: str | None, *, basis: str = "question", **fields: Any) -> Step:
    """A step that asks the oracle and compares its value with the claim ``on``."""
    fields.setdefault("expected_check", Equals(expected={"$ref": f"claims.{on}.value"}))
    return Step(
        step_id=name, description=name, tool_required=fields.pop("tool", "oracle"), tool_input={"ask": name},
        claim=on, basis=basis, **fields,
    )  # fmt: skip


def registry(answers: Mapping[str, Any], *, heavy: bool = False, called: list[str] | None = None) -> Registry:
    """Tools with one oracle: it gives back, raises or calls what ``answers`` holds for the input, else RIGHT."""

    def oracle(ask: str) -> Mapping[str, Any]:
        if called is not None:
            called.append(ask)
        answer = answers.get(ask, RIGHT)
        if isinstance(answer, Callable):
            answer = answer()
        if isinstance(answer, BaseException):
            raise answer
        return {"value": str(answer)} if isinstance(answer, Fraction) else answer

    tools = Registry()
    tools.add(Tool(name="oracle", version="1", function=oracle, heavy=heavy))
    return tools


def planner(*plans: Plan | Exception) -> Callable[[Task, str, int], Plan]:
    """Gives the plans in turn, one for each attempt; the last one again when they are used up."""

    def plan(task: Task, answer: str, attempt: int) -> Plan:
        found = plans[min(attempt, len(plans)) - 1]
        if isinstance(found, BaseException):
            raise found
        return found

    return plan


class ScriptedCorrector:
    """Gives the replies in turn: an answer, a correction, ``None``, or an exception to raise. Then ``None``."""

    def __init__(self, *replies: str | Correction | BaseException | None) -> None:
        self.replies = list(replies)
        self.requests: list[Any] = []

    def __call__(self, request: Any) -> Correction | None:
        """Give the next reply."""
        self.requests.append(request)
        reply = self.replies.pop(0) if self.replies else None
        if isinstance(reply, BaseException):
            raise reply
        return Correction(answer=reply, author="scripted") if isinstance(reply, str) else reply


def evidence(on: Step, result: str, reason: str = "", output: Mapping[str, Any] | None = None) -> Evidence:
    """Evidence of a step with the outcome given."""
    from verifier._canonical import check_data

    reasons = {"pass": "match", "fail": "mismatch", "undecided": "tool_error"}
    return Evidence(
        step_id=on.step_id, tool="oracle", tool_version="1", tool_input=on.tool_input, output=output,
        output_digest="", check=check_data(on.expected_check) if on.expected_check else None, basis=on.basis,
        claim=on.claim, outcome=CheckOutcome(result=result, reason=reason or reasons[result]),
    )  # fmt: skip
