"""Worked examples: questions with the code that answers them, and documents, found again by likeness.

::

    with Examples.open("examples.sqlite") as examples:
        examples.add(Example.pair("How many pens are in 3 boxes of 12?", "result = 3 * 12"))
        examples.similar("How many cups are in 4 boxes of 6?", kinds=("python",))

An example of the very question that is asked is left out, so that nothing is answered from its own answer
without anyone seeing it; which examples a prompt showed stands in the trace.
"""

from __future__ import annotations

from verifier.examples._records import KINDS, Example, Found, Kind, Shown
from verifier.examples._showing import shown_for
from verifier.examples._store import DEFAULT_PATH, Embedder, Examples, ExamplesError

__all__ = [
    "DEFAULT_PATH",
    "KINDS",
    "Embedder",
    "Example",
    "Examples",
    "ExamplesError",
    "Found",
    "Kind",
    "Shown",
    "shown_for",
]
