"""Where any of some short strings stands: many times faster than a pattern of alternatives."""

from __future__ import annotations


def positions(text: str, literals: tuple[str, ...]) -> list[int]:
    """Start of every occurrence of every literal in ``text``, in order."""
    found: list[int] = []
    find = text.find
    for literal in literals:
        at = find(literal)
        while at >= 0:
            found.append(at)
            at = find(literal, at + 1)
    found.sort()
    return found
