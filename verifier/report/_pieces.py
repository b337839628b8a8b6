"""Styled text that stays text until it is painted: a plain report loads no terminal library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import IO, TYPE_CHECKING, Literal, TypeAlias

from verifier.report._places import printable

if TYPE_CHECKING:
    from rich.text import Text

Style: TypeAlias = Literal["", "good", "bad", "unsure", "dim", "strong", "mark", "tool"]
Piece: TypeAlias = tuple[str, Style]
Line: TypeAlias = tuple[Piece, ...]

STYLES: Mapping[Style, str] = {
    "good": "green",
    "bad": "bold red",
    "unsure": "yellow",
    "dim": "dim",
    "strong": "bold",
    "mark": "bold cyan",
    "tool": "cyan",
}


def plain(lines: Iterable[Line]) -> str:
    """The lines as text, each ended."""
    return "".join(printable("".join(text for text, _ in line).rstrip()) + "\n" for line in lines)


def rich_text(lines: Iterable[Line]) -> Text:
    """The lines as one rich text."""
    from rich.text import Text  # noqa: PLC0415  (only where colours are shown)

    text = Text(no_wrap=False)
    for line in lines:
        for piece, style in line:
            text.append(printable(piece), STYLES.get(style, ""))
        text.append("\n")
    text.rstrip()
    return text


def coloured(lines: Iterable[Line]) -> str:
    """The lines with terminal colours."""
    from rich.console import Console  # noqa: PLC0415  (only where colours are shown)

    console = Console(force_terminal=True, highlight=False, soft_wrap=True, width=10_000)
    with console.capture() as capture:
        console.print(rich_text(lines), soft_wrap=True)
    return capture.get()


def wants_colour(stream: IO[str], environ: Mapping[str, str]) -> bool:
    """Colours are for terminals whose user has not said NO_COLOR."""
    return stream.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
