"""Models that say what a test tells them to, behind the real client."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.verifier.llm.server import Reply, Server, chat, serving
from toolkits.registry import Registry, Tool
from verifier.generation.react import ReAct
from verifier.llm import Budget, Gateway, Models, ModelSettings
from verifier.task import Task

QUESTION = "A crate holds 12 jars. How many jars do 3 crates hold?"
NO_TOOLS = Reply({"error": {"message": "this model takes no tools"}}, status=400)


def call(tool: str, tool_input: Any, text: str | None = None, *more: str) -> dict[str, Any]:
    """A completion with a native tool call, and others of the same tool after it."""
    inputs = [tool_input if isinstance(tool_input, str) else json.dumps(tool_input), *more]
    calls = [
        {"id": f"call_{number}", "type": "function", "function": {"name": tool, "arguments": arguments}}
        for number, arguments in enumerate(inputs)
    ]
    return chat(text, "tool_calls", tool_calls=calls)


def act(tool: str, tool_input: str, thought: str = "so be it") -> dict[str, Any]:
    """A completion with an action in text."""
    return chat(f"Thought: {thought}\nAction: {tool}\nAction Input: {tool_input}")


def registry(**tools: Callable[..., Any]) -> Registry:
    """Tools of a test's own, with a calculator of sorts."""

    def add(a: int, b: int = 0) -> dict[str, Any]:
        """Adds two numbers.

        Args:
            a: the first.
            b: the second.
        """
        return {"value": a + b}

    made = Registry()
    for name, function in {"add": add, **tools}.items():
        made.add(Tool(name=name, version="7", function=function, limits="Small numbers."))
    return made


async def answer(
    *script: Any, question: str = QUESTION, tools: Registry | None = None, task: Task | None = None,
    budget: Budget | None = None, timeout_s: float = 60.0, **settings: Any,
) -> tuple[Any, Server]:  # fmt: skip
    """What ReAct makes of the question with a server that follows the script; the server keeps what it was asked."""
    with serving(*script) as server:
        model = ModelSettings(model="m", base_url=server.url, timeout_s=timeout_s)
        gateway = Gateway(Models(default=model))
        try:
            made = ReAct(gateway.session(budget), tools or registry(), **settings)
            return await made(task or Task(question=question)), server
        finally:
            await gateway.aclose()


def kinds(generated: Any) -> list[str]:
    """The kinds of the trace, in order."""
    return [entry["kind"] for entry in generated.trace]


def observations(generated: Any) -> list[str]:
    """What the model was shown."""
    return [entry["text"] for entry in generated.trace if entry["kind"] == "observation"]


def seen(server: Server, number: int = -1) -> str:
    """All texts of a request's messages after the prompt's first."""
    return "\n".join(str(message.get("content")) for message in server.asked[number]["messages"][1:])
