"""A local server in place of the generator and interpreter models, told apart by their names."""

from __future__ import annotations

from typing import Any

from tests.verifier.llm.server import Reply, Server, chat
from verifier.llm import Gateway, Models, ModelSettings


def by_model(**scripts: list[Any]) -> Any:
    """Replies by model, each script in turn and its last entry again; a text is a reply, an object a body."""

    def reply(body: dict[str, Any]) -> Reply:
        script = scripts[body["model"]]
        entry = script.pop(0) if len(script) > 1 else script[0]
        return Reply(chat(entry) if isinstance(entry, str) else entry)

    return reply


def gateway(server: Server, **changes: Any) -> Gateway:
    """Models behind that server: each role's model is called after it."""
    roles = {
        role: ModelSettings(model=role, base_url=server.url, timeout_s=60.0, **changes)
        for role in ("generator", "interpreter", "planner", "corrector")
    }
    return Gateway(Models(default=roles["generator"], roles=roles))


def asked(server: Server, model: str) -> list[str]:
    """The prompts that a model was sent, system and user part together."""
    return [
        "\n".join(message["content"] for message in body["messages"])
        for body in server.asked
        if body["model"] == model
    ]
