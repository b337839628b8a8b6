"""Small tables written as text."""

from __future__ import annotations


def words(text: str) -> tuple[str, ...]:
    """The words of ``text``: a long list of names reads better as text than as one quoted name a line."""
    return tuple(text.split())
