"""Applies patches to a text."""

from __future__ import annotations

from collections.abc import Iterable

from verifier.records import Patch


def apply(answer: str, patches: Iterable[Patch]) -> str:
    """The answer with the patches made, from its end to its start.

    Raises:
        ValueError: a patch's old text does not stand at its place, or two patches overlap.
    """
    end = len(answer)
    for patch in sorted(patches, key=lambda p: p.span, reverse=True):
        start, stop = patch.span
        if answer[start:stop] != patch.old or stop > end:
            raise ValueError(f"{patch.old!r} does not stand at {patch.span}, or two patches overlap there")
        answer = answer[:start] + patch.new + answer[stop:]
        end = start
    return answer
