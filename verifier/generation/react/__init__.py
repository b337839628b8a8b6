"""ReAct: the model thinks, has a tool called, is shown what it gave, and so on until it answers.

::

    aask("…?", generator=Recipe("react", {"bounds": Bounds(steps=5)}), gateway=gateway)

Only the first action of a reply is taken, observations that the model writes itself are dropped, and what
tools show is quoted to it as data.
"""

from __future__ import annotations

from verifier.generation.react._approval import Approver, Decision, Proposal
from verifier.generation.react._events import Event, Part, Watch
from verifier.generation.react._parse import Action, Reading, read_reply
from verifier.generation.react._react import Bounds, ReAct
from verifier.generation.react._split import Piece, Section, Splitter, sections

__all__ = [
    "Action",
    "Approver",
    "Bounds",
    "Decision",
    "Event",
    "Part",
    "Piece",
    "Proposal",
    "ReAct",
    "Reading",
    "Section",
    "Splitter",
    "Watch",
    "read_reply",
    "sections",
]
