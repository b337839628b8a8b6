"""The curated formulas: plain data, one YAML file a field, loaded when first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

#: Changes whenever a formula is added or changed; part of every evidence record.
VERSION = "2"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """The formula's form under a further condition, or from other givens."""

    formula: str
    when: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One formula.

    Attributes:
        id: what templates and plans call it.
        formula: ``name = expression``, in the language of :mod:`toolkits.expressions`.
        cases: other forms of it, each with its condition.
        names: language -> what people call it; in Chinese, words that must all stand in a query.
        words: language -> further words that a query for it may hold.
        variables: symbol -> ``{"en", "zh", "unit"}``.
        source: where it comes from.
    """

    id: str
    formula: str
    cases: tuple[Case, ...]
    names: Mapping[str, tuple[str, ...]]
    words: Mapping[str, tuple[str, ...]]
    variables: Mapping[str, Mapping[str, str]]
    source: str

    @property
    def forms(self) -> tuple[str, ...]:
        """Every form of the formula, the general one first."""
        return (self.formula, *(case.formula for case in self.cases))

    def to_json(self) -> dict[str, Any]:
        """What the tool shows of it."""
        return {
            "id": self.id,
            "formula": self.formula,
            "cases": [{"formula": case.formula, "when": case.when} for case in self.cases],
            "variables": {symbol: dict(meaning) for symbol, meaning in self.variables.items()},
            "source": self.source,
        }


@cache
def facts_by_id() -> Mapping[str, Fact]:
    """Every shipped formula by its id, in the order of the files."""
    return {fact.id: fact for fact in _load()}


def _load() -> Iterator[Fact]:
    import yaml  # noqa: PLC0415  (only look-ups need it)

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for entry in sorted(files("toolkits.formulas").joinpath("data").iterdir(), key=lambda path: path.name):
        if entry.name.endswith(".yaml"):
            document = yaml.load(entry.read_text(encoding="utf-8"), Loader=loader)  # noqa: S506  (a safe loader)
            for row in document["facts"]:
                yield _fact(row, document["source"])


def _fact(row: Mapping[str, Any], source: str) -> Fact:
    return Fact(
        id=row["id"],
        formula=row["formula"],
        cases=tuple(Case(formula=case["formula"], when=case["when"]) for case in row.get("cases", ())),
        names={language: tuple(names) for language, names in row["names"].items()},
        words={language: tuple(words) for language, words in row.get("words", {}).items()},
        variables=row["variables"],
        source=source,
    )
