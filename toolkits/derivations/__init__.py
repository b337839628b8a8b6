"""The ``independent_derivations`` tool: runs programs written apart from each other and says which agree.

Each program derives the value that a question asks, from the question alone. What it returns or prints last
is its vote. A program that fails, is stopped, reads the clock, or shows no single value abstains: it votes
neither for an answer nor against one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from toolkits.derivations._classes import agreement, same_value
from toolkits.derivations._run import Derived, derived
from toolkits.derivations._values import Value, number_in, value_in
from toolkits.errors import ToolInputError, ToolRefused

__all__ = ["Derived", "Value", "agreement", "independent_derivations", "number_in", "same_value", "value_in"]

#: More programs than that are no derivations but a search.
MOST = 16


def independent_derivations(
    programs: list[dict[str, Any]] | None = None,
    inputs: dict[str, Any] | None = None,
    k: int | None = None,
) -> dict[str, Any]:
    """Run programs that derive one value independently, and group the values by agreement.

    Args:
        programs: what was written, in the order in which it was bought: objects with ``source``, ``author``
            (who wrote it), ``seed`` (which of the author's drafts) and ``result`` (the variable that holds
            the value; without it the last expression, or a variable ``result``, or the last line printed).
        inputs: JSON values, bound to names in every program before it starts.
        k: in a plan: how many programs are wanted. Who plans puts them in place of it.

    Returns:
        ``derivations``: for each program ``author``, ``seed``, ``value`` and ``unit`` (``null`` where it
        abstains) and ``abstains``, the reason or "". ``classes``: the values that agree, the largest class
        first, with ``members``, positions in ``derivations``. ``value``: the value of the largest class,
        ``null`` when there is none or two are of a size. ``votes``: how many did not abstain.

    Raises:
        ToolkitError: ``no_derivations`` (none was bought), ``sandbox_unavailable``, or bad input.
    """
    if not programs:
        wanted = f"the step asks for {k} programs, and" if k else "the step holds no programs;"
        raise ToolRefused(
            f"{wanted} none was bought",
            code="no_derivations",
            hint="give a gateway and a policy, which buy them",
        )
    found = _without_repeats(_run_all(programs, inputs or {}))
    values = [one.value for one in found]
    classes = agreement(values)
    leads = bool(classes) and (len(classes) == 1 or len(classes[0]) > len(classes[1]))
    return {
        "derivations": [one.json() for one in found],
        "classes": [{"members": list(members), **_told(values[members[0]])} for members in classes],
        "value": _told(values[classes[0][0]])["value"] if leads else None,
        "votes": sum(value is not None for value in values),
    }


def _run_all(programs: Sequence[Mapping[str, Any]], inputs: Mapping[str, Any]) -> list[Derived]:
    if len(programs) > MOST:
        raise ToolInputError(f"{len(programs)} programs; at most {MOST}")
    for at, program in enumerate(programs):
        if not isinstance(program.get("source"), str):
            raise ToolInputError(f"programs.{at}.source: the program's text is missing")
        unknown = sorted(program.keys() - {"source", "author", "seed", "result"})
        if unknown:
            raise ToolInputError(f"programs.{at}.{unknown[0]}: unknown key")
    return [derived(program, dict(inputs)) for program in programs]


def _without_repeats(found: Sequence[Derived]) -> list[Derived]:
    """One author's same text twice is one derivation; two authors who write the same are two."""
    seen: set[tuple[str, str]] = set()
    kept = []
    for one in found:
        text = (one.author, "\n".join(line.rstrip() for line in one.source.strip().splitlines()))
        kept.append(one.abstaining("repeated") if text in seen else one)
        seen.add(text)
    return kept


def _told(value: Value | None) -> dict[str, Any]:
    return {"value": None, "unit": None} if value is None else value.json()
