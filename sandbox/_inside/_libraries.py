"""Loads libraries ahead of a job, so that neither its clock nor its memory pays for them."""

from __future__ import annotations

import contextlib
import importlib
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Parts that a library loads only on first use, and that every job would otherwise load anew.
_PARTS = {"numpy": ("numpy.random", "numpy.linalg")}


def load(names: Sequence[str]) -> list[str]:
    """Import what there is of those modules; returns their names."""
    loaded = []
    for name in names:
        with contextlib.suppress(ImportError):
            for part in (name, *_PARTS.get(name, ())):
                importlib.import_module(part)
            loaded.append(name)
    return loaded


def load_beside_files(names: Sequence[str], folder: str) -> list[str]:
    """As :func:`load`, where the job's own files lie in ``folder`` already.

    None of them is taken for a module: they are the program's, and its clock does not run yet.
    """
    before = list(sys.path)
    sys.path[:] = [path for path in before if path not in ("", folder)]
    try:
        return load(names)
    finally:
        sys.path[:] = before
