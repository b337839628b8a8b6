"""Language models behind an OpenAI-compatible endpoint: roles, budgets, structured replies, recordings.

::

    gateway = Gateway(Models(default=ModelSettings(model="…", base_url="http://127.0.0.1:8080/v1")))
    session = gateway.session(Budget(calls=10))
    reply = await session.complete("generator", [{"role": "user", "content": "What is 6 times 7?"}])
"""

from __future__ import annotations

from verifier.llm._chunks import as_chunks
from verifier.llm._completion import Completion, ToolCall, Usage
from verifier.llm._config import load_models
from verifier.llm._gateway import REPAIRS, Gateway, Session
from verifier.llm._ledger import Budget, Ledger
from verifier.llm._request import Message, Request, Schema
from verifier.llm._settings import ROLES, Models, ModelSettings, Price, Role, Structured
from verifier.llm._structured import Form
from verifier.llm._tape import RecordingTransport, ReplayTransport, Tape, rejection
from verifier.llm._transport import Response, Transport

__all__ = [
    "REPAIRS",
    "ROLES",
    "Budget",
    "Completion",
    "Form",
    "Gateway",
    "Ledger",
    "Message",
    "ModelSettings",
    "Models",
    "Price",
    "RecordingTransport",
    "ReplayTransport",
    "Request",
    "Response",
    "Role",
    "Schema",
    "Session",
    "Structured",
    "Tape",
    "ToolCall",
    "Transport",
    "Usage",
    "as_chunks",
    "load_models",
    "rejection",
]
