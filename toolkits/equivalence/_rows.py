"""Many pairs at once: rows ``{id, a, b}`` in, rows ``{id, outcome, grade, reason, ms}`` out, in order."""

from __future__ import annotations

import time
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

from toolkits.equivalence._evidence import Finding
from toolkits.errors import ToolInputError

_TEXTS = ("a", "b")
_CHOICES = ("relation", "least", "log", "roots", "angles")
_OPTIONS = (*_CHOICES, "assume", "variables")
_KNOWN = {"id", "kind", *_TEXTS, *_OPTIONS}
#: How like an option's name a field is that is taken for a slip: `lest`, `assumes`, `Relation`; not `label`.
_NEAR = 0.8


def is_row(value: Mapping[str, Any]) -> bool:
    """Whether an input is such a row, rather than an input of the tool, which knows no ids."""
    return "id" in value


def answer(row: Mapping[str, Any]) -> dict[str, Any]:
    """The finding on one row, and the milliseconds that it took once everything was loaded.

    Its options are those of :func:`toolkits.equivalence.check`.

    ``{"kind": "rounding"}`` asks for the relation of that name, as ``{"relation": "rounding"}`` does.

    Raises:
        ToolInputError: a side that is missing or no text, or an option that is none.
    """
    for name in _TEXTS:
        if not isinstance(row.get(name), str):
            raise ToolInputError(f"{name} must be text" if name in row else f"there is no {name!r}")
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


def slips(row: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a row that are no options and nearly named like one, each with the option.

    A row may hold fields of its owner's, so that these are worth a remark and no more.
    """
    near = {name: get_close_matches(name, _OPTIONS, n=1, cutoff=_NEAR) for name in row if name not in _KNOWN}
    return {name: found[0] for name, found in near.items() if found}


def _reason(found: Finding) -> str:
    said = found.detail.get("reason") or found.detail.get("limit")
    return f"{found.reason}: {said}" if said else found.reason
