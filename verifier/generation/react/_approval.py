"""A person between the model and the tools."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """An action that waits for a word.

    Attributes:
        step: which one of the run, from 1.
        tool: the tool's name.
        tool_input: what it is to be called with; its form is checked.
        limits: what the tool cannot do.
        fault: what was wrong with the input that the person gave before, "" the first time.
    """

    step: int
    tool: str
    tool_input: Mapping[str, Any]
    limits: str = ""
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the person says.

    Attributes:
        kind: ``approve``; ``edit``: call it with ``tool_input`` instead; ``refuse``: don't call it.
        tool_input: the input of an edit.
        reason: of a refusal; the model is told.
    """

    kind: Literal["approve", "edit", "refuse"]
    tool_input: Mapping[str, Any] | None = None
    reason: str = ""


class Approver(Protocol):
    """Decides on each action before it is taken; may be sync or async."""

    def __call__(self, proposal: Proposal, /) -> Decision | Awaitable[Decision]:
        """Decide. An edit whose input does not fit comes back with its fault, three times at the most."""
        ...
