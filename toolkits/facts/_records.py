"""The fact checker's words: claims, what sources hold, evidence, verdicts. Plain frozen data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

Verdict: TypeAlias = Literal["supported", "refuted", "not_enough_info"]
Stance: TypeAlias = Literal["supports", "refutes", "neutral"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactClaim:
    """One statement: an entity has a value of an attribute.

    Attributes:
        entity: what it is about ("Australia", "法国", "carbon").
        attribute: which property of it ("capital", "原子序数"); "" for a constant, whose name is the entity.
        value: the value as it is written: a number with its unit, a date, a name.
        unit: the unit, where it does not stand in the value.
        as_of: the year, or the ISO date, for which it is stated; "" for none.
        negated: it is stated that the value is another one.
        text: the sentence that states it, where it was read from one.
    """

    entity: str
    attribute: str
    value: str
    unit: str = ""
    as_of: str = ""
    negated: bool = False
    text: str = ""

    def to_json(self) -> dict[str, Any]:
        """The claim as a JSON object."""
        return {
            "entity": self.entity, "attribute": self.attribute, "value": self.value, "unit": self.unit,
            "as_of": self.as_of, "negated": self.negated,
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One typed cell of a source.

    Attributes:
        entity: its name.
        attribute: its property; "" where the entity's name alone says what the value is.
        value: as the source writes it.
        unit: of the value, where that does not carry it.
        aliases: other names of the *value*.
        as_of: the year or ISO date that the value holds for; "" for values that don't change, or undated ones.
        uncertainty: standard uncertainty, in the value's unit: a claim within it holds.
        guard: a claim off by less is not refuted: sources differ by as much, in the value's unit.
        single: there is one such value, so that another one contradicts it.
        locator: where in the source it stands.
    """

    entity: str
    attribute: str
    value: str
    locator: str
    unit: str = ""
    aliases: tuple[str, ...] = ()
    as_of: str = ""
    uncertainty: Fraction = Fraction(0)
    guard: Fraction = Fraction(0)
    single: bool = False

    @property
    def cell(self) -> str:
        """The value with its unit, verbatim."""
        return f"{self.value} {self.unit}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A sentence of a source that states the claim, or its opposite, and is no cell to compare with.

    Attributes:
        text: the sentence, verbatim.
        locator: where it stands.
        stance: what it says to the claim.
        reason: why, as a code.
    """

    text: str
    locator: str
    stance: Stance = "supports"
    reason: str = "restated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a source holds about a claim.

    Attributes:
        facts: its cells for the claim's entity and attribute.
        passages: its sentences that repeat the claim.
    """

    facts: tuple[Fact, ...] = ()
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What one cell or passage says to a claim.

    Attributes:
        source: the source's id.
        locator: row, cell, page or line of the source.
        text: the cell or passage, verbatim.
        as_of: what date the value holds for, "" where that is not said.
        retrieved: the source's own date, "" where it has none. Never today's.
        stance: supports, refutes or neutral.
        reason: why, as a code.
    """

    source: str
    locator: str
    text: str
    as_of: str
    retrieved: str
    stance: Stance
    reason: str

    def to_json(self) -> dict[str, str]:
        """The evidence as a JSON object."""
        return {
            "source": self.source, "locator": self.locator, "text": self.text, "as_of": self.as_of,
            "retrieved": self.retrieved, "stance": self.stance, "reason": self.reason,
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The verdict on a claim, its reason code and the evidence for it."""

    verdict: Verdict
    reason: str
    evidence: tuple[Evidence, ...] = ()


@runtime_checkable
class FactSource(Protocol):
    """Where facts are looked up.

    Attributes:
        id: its name in the evidence.
        digest: of its content; part of the tool's version.
        closed: what it lists of an entity's attribute is all there is.
        origin: where its content comes from; two sources of one origin don't confirm each other.
        retrieved: the source's own date, or "".
    """

    @property
    def id(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def closed(self) -> bool: ...
    @property
    def origin(self) -> str: ...
    @property
    def retrieved(self) -> str: ...

    def knows(self, entity: str, attribute: str) -> bool:
        """Whether it may say something about this attribute of this entity, by their exact names."""
        ...

    def lookup(self, claim: FactClaim) -> Found:
        """What it holds about a claim's entity and attribute.

        Raises:
            ToolkitError: the source can't be read or reached; that is no verdict.
        """
        ...


Sources: TypeAlias = Sequence[FactSource]
