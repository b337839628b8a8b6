"""Many pairs at once: rows ``{id, a, b}`` in, rows ``{id, outcome, grade, reason, ms}`` out, in order."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache
from typing import Any

from toolkits.equivalence._evidence import Finding
from toolkits.errors import ToolInputError

_TEXTS = ("a", "b")
_CHOICES = ("relation", "least", "log", "roots", "angles")


def is_row(value: Mapping[str, Any]) -> bool:
    """Whether an input is such a row, rather than an input of the tool."""
    return "id" in value and all(isinstance(value.get(name), str) for name in _TEXTS)


def answer(row: Mapping[str, Any]) -> dict[str, Any]:
    """The finding on one row, and the milliseconds that it took once everything was loaded.

    Its options are those of :func:`toolkits.equivalence.check`.

    ``{"kind": "rounding"}`` asks for the relation of that name, as ``{"relation": "rounding"}`` does.

    Raises:
        ToolInputError: an option that is none.
    """
    from toolkits.equivalence import check  # noqa: PLC0415  (this module is a part of it)

    _loaded()
    begun = time.perf_counter()
    found = check(row["a"], row["b"], **_options(row))
    return {
        "id": row["id"],
        "outcome": found.outcome,
        "grade": found.grade,
        "reason": _reason(found),
        "ms": round((time.perf_counter() - begun) * 1000, 3),
    }


@cache
def _loaded() -> None:
    """Load what comparing needs: the first row's time is the row's, in whatever order they come."""
    from toolkits.equivalence import check  # noqa: PLC0415
    from toolkits.equivalence._symbolic import warm  # noqa: PLC0415

    warm()
    check("1 km", "2 m", symbolic=False)
    warm(wait=True)


def _options(row: Mapping[str, Any]) -> dict[str, Any]:
    options: dict[str, Any] = {name: row[name] for name in _CHOICES if name in row}
    if "relation" not in options and row.get("kind") == "rounding":
        options["relation"] = "rounding"
    if "assume" in row:
        if not isinstance(row["assume"], dict):
            raise ToolInputError("assume is an object of names and what is known of them")
        options["assume"] = row["assume"]
    if "variables" in row:
        if not isinstance(row["variables"], list):
            raise ToolInputError("variables is a list of names")
        options["variables"] = map(str, row["variables"])
    return options


def _reason(found: Finding) -> str:
    said = found.detail.get("reason") or found.detail.get("limit")
    return f"{found.reason}: {said}" if said else found.reason
