"""The rules that findings are filed under: one for each check and for each slip that explains its failure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from verifier.report._findings import UNDECIDED

#: Every check and what it means that it failed.
CHECKS: Mapping[str, str] = {
    "equals": "the value is not the one that the tool gives",
    "rounds_to": "the printed number is not the exact value rounded",
    "equivalent": "the two expressions are not equivalent",
    "compare": "the comparison does not hold",
    "contains": "the value is not contained",
    "matches": "the text does not have the form",
    "succeeds": "the program does not run to its end",
    "raises": "the program does not raise what it must",
    "output_equals": "the program prints something else",
    "rows_equal": "the rows are not those that the query must give",
    "supports": "the source contradicts the statement",
    "consistent": "the answer contradicts itself, its question or its own program",
    "quorum": "independent derivations agree on another value",
    "all_of": "one of several checks failed",
    "any_of": "none of several checks held",
    "not": "what must not hold does",
    UNDECIDED: "the answer could not be decided, and the gate does not accept that",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule's stable id and what it says."""

    id: str
    text: str


def rules(fired: Iterable[str]) -> list[Rule]:
    """Every check's rule, and after them those of ``fired`` that name a slip or a reason, sorted."""
    named = sorted({rule for rule in fired if rule not in CHECKS})
    return [*(Rule(name, text) for name, text in CHECKS.items()), *map(_rule, named)]


def _rule(name: str) -> Rule:
    from verifier.diagnosis import KINDS  # noqa: PLC0415  (loaded for findings only)

    check, _, slip = name.partition("/")
    text = CHECKS.get(check, "a check failed")
    return Rule(name, f"{text}: {KINDS.get(slip, slip.replace('_', ' '))}" if slip else text)
