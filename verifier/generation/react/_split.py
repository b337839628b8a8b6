"""Tells the parts of a reply apart while it is being written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.generation.react._labels import Label, label_of, open_end

_FENCE = "```"


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text of one part.

    Attributes:
        label: the label that it stands under; ``None`` before the first one.
        text: without the label itself.
        opens: whether the label stands right before it.
    """

    label: Label | None
    text: str
    opens: bool = False


class Splitter:
    """Takes a reply in pieces of any size and gives back its parts; how it was cut up makes no difference.

    Of the text at most the beginning of one line (64 characters) is held back, until it is known whether that
    is a label. Within a code fence only an observation's label counts: no program holds it, and an
    observation that the model invents must not hide in a fence that it forgot to close.
    """

    def __init__(self) -> None:
        self._label: Label | None = None
        self._held = ""  # the beginning of a line of which nothing was given back yet
        self._line: list[str] = []  # what was given back of the present line, without its label
        self._within = False  # of a line
        self._fenced = False

    def feed(self, text: str) -> list[Piece]:
        """What ``text`` adds to the parts."""
        return list(self._fed(text))

    def close(self) -> list[Piece]:
        """What was held back: the reply ends here."""
        held, self._held = self._held, ""
        return [] if self._within else list(self._begun(held))

    def _fed(self, text: str) -> Iterator[Piece]:
        position = 0
        while position < len(text):
            newline = text.find("\n", position) + 1
            end = newline or len(text)
            if self._within:
                yield from self._more(text[position:end])
            else:
                yield from self._start(text[position:end])
            position = end

    def _start(self, text: str) -> Iterator[Piece]:
        self._held += text
        if self._held.endswith("\n") or not open_end(self._held):
            held, self._held = self._held, ""
            yield from self._begun(held)

    def _begun(self, line: str) -> Iterator[Piece]:
        """The beginning of a line, or all of it, now that it is known what it is."""
        self._within = True
        found = label_of(line.removesuffix("\n"))
        if found is not None and (not self._fenced or found.label == "observation"):
            self._label, self._fenced = found.label, False
            yield Piece(self._label, "", opens=True)
            line = line[found.end :]
        if line:
            yield from self._more(line)

    def _more(self, text: str) -> Iterator[Piece]:
        """Text that goes on, or ends, the present line."""
        self._line.append(text)
        yield Piece(self._label, text)
        if text.endswith("\n"):
            self._see_fence("".join(self._line).strip())
            self._line, self._within = [], False

    def _see_fence(self, line: str) -> None:
        if self._fenced:
            self._fenced = not line.endswith(_FENCE)
        else:
            self._fenced = line.startswith(_FENCE) and _FENCE not in line[len(_FENCE) :]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a whole reply: its label, ``None`` for what stands before the first one, and its text."""

    label: Label | None
    text: str


def sections(reply: str) -> list[Section]:
    """The parts of a whole reply in order, blank around the edges."""
    splitter = Splitter()
    found: list[tuple[Label | None, list[str]]] = [(None, [])]
    for piece in [*splitter.feed(reply), *splitter.close()]:
        if piece.opens:
            found.append((piece.label, []))
        found[-1][1].append(piece.text)
    whole = [Section(label, "".join(texts).strip()) for label, texts in found]
    return whole if whole[0].text else whole[1:]
