"""What a model thought aloud, `<think>…</think>` in its text: it is no part of the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from toolkits import lazy_re as re

_TAG = re.compile(r"(?i)`</?\w+>`|<(/?)(think|thinking|thoughts?|reasoning)>")
_NOT_BLANK = re.compile(r"[^\n]")


def thoughts(text: str) -> tuple[tuple[int, int], ...]:
    """The spans of a text that are thoughts, tags included.

    A block that is closed; all before a closing tag whose opening one the server kept in its prompt; and a
    text that begins with a block that was never closed, as a whole.
    """
    if "<" not in text:
        return ()
    spans: list[tuple[int, int]] = []
    opened: int | None = None
    for tag in _TAG.finditer(text):
        if tag[2] is None:  # a tag that is spoken of
            continue
        if not tag[1]:
            opened = tag.start() if opened is None else opened
        elif opened is not None:
            spans.append((opened, tag.end()))
            opened = None
        else:
            spans = [(0, tag.end())]
    if opened is not None and not _with(text[:opened], spans, lambda _: "").strip():
        spans.append((opened, len(text)))
    return tuple(spans)


def blanked(text: str) -> str:
    """The text with its thoughts as blanks, so that all else stands where it stood."""
    return _with(text, thoughts(text), lambda thought: _NOT_BLANK.sub(" ", thought))


def answered(text: str) -> str:
    """The text without its thoughts."""
    spans = thoughts(text)
    return _with(text, spans, lambda _: "").lstrip() if spans else text


def _with(text: str, spans: Sequence[tuple[int, int]], change: Callable[[str], str]) -> str:
    if not spans:
        return text
    starts = (0, *(end for _, end in spans))
    ends = (*(start for start, _ in spans), len(text))
    kept = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    changed = [change(text[start:end]) for start, end in spans]
    return "".join(chain.from_iterable(zip(kept, [*changed, ""], strict=True)))
