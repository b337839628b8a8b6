"""What those who watch a run are shown: the four parts, while they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from verifier.generation.react._labels import Label
from verifier.generation.react._split import Piece, Splitter

Part: TypeAlias = Literal["thought", "action", "observation", "answer"]
Watch: TypeAlias = Callable[["Event"], None]

_PARTS: Final[Mapping[Label | None, Part]] = {
    None: "thought", "thought": "thought", "action": "action", "input": "action", "answer": "answer",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """Some text of a part; ``opens`` where a new part begins, also one of the same kind."""

    part: Part
    text: str
    opens: bool = False


class Live:
    """Passes on the parts of a reply that count, as they come, and nothing of what is dropped.

    Args:
        watch: who is shown them.
        native: unlabelled text is held back: only its end tells whether it was an answer.
    """

    def __init__(self, watch: Watch, *, native: bool) -> None:
        self._watch = watch
        self._native = native
        self._splitter = Splitter()
        self._seen: Label | None = None
        self._decided = False  # an action's input or an answer has begun
        self._over = False

    def feed(self, text: str) -> None:
        """Show what ``text`` adds."""
        self._show(self._splitter.feed(text))

    def close(self) -> None:
        """Show what was held back."""
        self._show(self._splitter.close())

    def _show(self, pieces: Iterable[Piece]) -> None:
        for piece in pieces:
            if piece.opens:
                self._open(piece.label)
            if self._over or self._mute(piece.label):
                continue
            opens = piece.opens and piece.label != "input"
            if piece.text or opens:
                self._decided |= piece.label == "answer" and bool(piece.text.strip())
                self._watch(Event(_PARTS[piece.label], piece.text, opens=opens))

    def _mute(self, label: Label | None) -> bool:
        orphan = label == "input" and not self._decided  # without an action
        return label not in _PARTS or (label is None and self._native) or orphan

    def _open(self, label: Label | None) -> None:
        after_action = self._seen == "action" and label != "input"
        if self._decided or after_action or label == "observation":
            self._over = True
        self._decided |= label == "input" and self._seen == "action"
        self._seen = label
