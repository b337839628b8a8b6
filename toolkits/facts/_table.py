"""A source of typed cells: an index of facts by the exact names of entity and attribute."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from toolkits.facts._records import Fact, FactClaim, Found
from toolkits.facts._words import attribute_keys, key

_Index: TypeAlias = dict[str, dict[str, list[Fact]]]

#: "the mass of the electron" is the constant "electron mass".
_TURNED = (
    "{entity} {attribute}",
    "{attribute} of {entity}",
    "{attribute} of the {entity}",
    "{entity}{attribute}",
)


@dataclass(frozen=True)
class Table:
    """Facts in memory; loaded when first asked.

    Attributes:
        id: the source's name in the evidence.
        load: gives its facts.
        names: gives other names of entities: the names -> the entities that they may mean.
        closed: what is listed of an entity's attribute is all there is.
        origin: where its content comes from.
        retrieved: the source's own date.
        stamp: the digest where it is known without loading.
    """

    id: str
    load: Callable[[], Iterable[Fact]]
    names: Callable[[], Mapping[str, Iterable[str]]] = dict
    closed: bool = False
    origin: str = ""
    retrieved: str = ""
    stamp: str = ""

    def __post_init__(self) -> None:
        if not self.origin:
            object.__setattr__(self, "origin", self.id)

    @cached_property
    def _facts(self) -> tuple[Fact, ...]:
        return tuple(self.load())

    @property
    def digest(self) -> str:
        """Of all that it holds."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        """Of every fact, in order."""
        if self.stamp:
            return self.stamp
        sha = hashlib.sha256(f"{self.id}|{self.closed}|{self.retrieved}".encode())
        for fact in self._facts:
            sha.update(repr(fact).encode())
        return sha.hexdigest()[:16]

    @cached_property
    def _index(self) -> _Index:
        index: _Index = {}
        for fact in self._facts:
            cells = index.setdefault(key(fact.entity), {})
            for name in attribute_keys(fact.attribute):
                cells.setdefault(name, []).append(fact)
        return index

    @cached_property
    def _aliases(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for name, entities in self.names().items():
            found.setdefault(key(name), set()).update(map(key, entities))
        return {name: frozenset(entities) for name, entities in found.items()}

    def _entities(self, entity: str) -> frozenset[str]:
        """The keys of the entities that a name may mean."""
        plain = key(entity)
        own = {plain} if plain in self._index else set[str]()
        return frozenset(own | self._aliases.get(plain, frozenset()))

    def cells(self, entity: str, attribute: str) -> tuple[Fact, ...]:
        """The facts for one attribute of one entity; none where the name means several entities."""
        direct = self._cells_of(entity, attribute)
        if direct or not attribute:
            return direct
        for form in _TURNED:
            turned = self._cells_of(form.format(entity=key(entity), attribute=key(attribute)), "")
            if turned:
                return turned
        return ()

    def _cells_of(self, entity: str, attribute: str) -> tuple[Fact, ...]:
        entities = self._entities(entity)
        if len(entities) != 1:
            return ()
        cells = self._index.get(next(iter(entities)), {})
        wanted = attribute_keys(attribute)
        wanted |= {""} if "value" in wanted else frozenset()
        found = [fact for name in sorted(wanted) for fact in cells.get(name, ())]
        # A phrase with two meanings ("area" and "total area" as columns of their own) means the column of its name.
        exact = cells.get(key(attribute), ())
        return tuple(dict.fromkeys(exact or found))

    def knows(self, entity: str, attribute: str) -> bool:
        """Whether there is a cell."""
        return bool(self.cells(entity, attribute))

    def lookup(self, claim: FactClaim) -> Found:
        """The cells for the claim's entity and attribute."""
        return Found(facts=self.cells(claim.entity, claim.attribute))
