"""The sources of a run together: what they know, and their verdict on a claim or a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from toolkits.errors import ToolInputError
from toolkits.facts._decide import decide, held
from toolkits.facts._records import Evidence, FactClaim, FactSource, Ruling
from toolkits.facts._statement import Reading, formula_name, read_question, read_statement
from toolkits.facts._words import key


@dataclass(frozen=True)
class Knowledge:
    """Sources to look facts up in.

    Attributes:
        sources: in the order in which they are asked.
        required: how many sources of different origin must agree.
    """

    sources: tuple[FactSource, ...]
    required: int = 1

    @property
    def digest(self) -> str:
        """Of all that the sources hold."""
        return ",".join(f"{source.id}:{source.digest}" for source in self.sources)

    @property
    def live(self) -> bool:
        """Whether a source may say something else tomorrow."""
        return any(getattr(source, "live", False) for source in self.sources)

    def knows(self, entity: str, attribute: str) -> bool:
        """Whether a source may say something about an attribute of an entity."""
        return any(source.knows(entity, attribute) for source in self.sources)

    def check(self, claim: FactClaim, *, required: int | None = None) -> Ruling:
        """The verdict of the sources.

        Raises:
            ToolkitError: a source failed.
        """
        return decide(claim, self.sources, required=required or self.required)

    def cells(self, claim: FactClaim) -> tuple[Evidence, ...]:
        """What the sources hold of the claim's entity and attribute, whatever its value: the newest of each.

        Raises:
            ToolkitError: a source failed.
        """
        return tuple(item for source in self.sources for item in held(claim, source))

    def same(self, one: tuple[str, str], other: tuple[str, str]) -> bool:
        """Whether two pairs of entity and attribute mean one thing, by whatever names."""
        if [key(part) for part in one] == [key(part) for part in other]:
            return True
        cells = [
            {(i, fact) for i, source in enumerate(self.sources) for fact in source.lookup(_of(pair)).facts}
            for pair in (one, other)
        ]
        return bool(cells[0] & cells[1])

    def claims(self, sentence: str) -> Iterator[tuple[FactClaim, Reading]]:
        """What a sentence claims that a source knows about; one claim for each entity and attribute."""
        for reading, entity, attribute in self._told_apart(read_statement(sentence)):
            if reading.value:
                claim = FactClaim(
                    entity=entity, attribute=attribute, value=reading.value, as_of=reading.as_of,
                    negated=reading.negated, text=sentence,
                )  # fmt: skip
                yield claim, reading

    def asked(self, question: str) -> Reading | None:
        """The entity and attribute that a question asks for, where a source knows them and no other reading is."""
        found = list(self._told_apart(read_question(question)))
        if len(found) != 1:
            return None
        reading, entity, attribute = found[0]
        return Reading(entity=entity, attribute=attribute, as_of=reading.as_of)

    def _told_apart(self, readings: Iterator[Reading]) -> list[tuple[Reading, str, str]]:
        """The readings that a source knows, each entity and attribute once.

        Where the whole subject is a name ("the speed of light"), its parts are none.
        """
        found: dict[tuple[str, str], tuple[Reading, str, str]] = {}
        for reading in readings:
            known = self._resolved(reading)
            if known is not None:
                found.setdefault((key(known[0]), key(known[1])), (reading, *known))
        whole = [item for (_, attribute), item in found.items() if not attribute]
        return whole or list(found.values())

    def _resolved(self, reading: Reading) -> tuple[str, str] | None:
        """(entity, attribute) of a reading where a source knows them, by their exact names."""
        formula = formula_name(reading.entity) if not reading.attribute else ""
        if formula:
            return (formula, "formula") if self.knows(formula, "formula") else None
        if key(reading.attribute) == "formula" and not self.knows(reading.entity, "formula"):
            return None
        return (reading.entity, reading.attribute) if self.knows(reading.entity, reading.attribute) else None


def _of(pair: tuple[str, str]) -> FactClaim:
    return FactClaim(entity=pair[0], attribute=pair[1], value="")


# --- which sources ------------------------------------------------------------------------------------
def builtin() -> tuple[FactSource, ...]:
    """The sources that come along: formulas, constants, elements. Always the same, whatever is installed."""
    from toolkits.facts._constants import CONSTANTS  # noqa: PLC0415  (loaded when facts are looked up)
    from toolkits.facts._elements import ELEMENTS  # noqa: PLC0415  (likewise)
    from toolkits.facts._formulas import Formulas  # noqa: PLC0415  (likewise)

    return Formulas(), CONSTANTS, ELEMENTS


#: Sources that are asked for by name: they need the extra ``[facts]``.
NAMED: Final = ("countries", "cities")
#: Services that are asked for by name: they send the claim's entity and attribute away.
LIVE: Final = ("wikipedia", "wikidata", "wolfram", "tavily")


def open_sources(specs: Sequence[Any], *, closed: bool = False) -> Knowledge:
    """The built-in sources with further ones.

    Args:
        specs: each a :class:`FactSource`, a name (``countries``, ``cities``), a table file or a folder.
        closed: take every file and folder for complete, whatever it says of itself.

    Raises:
        ToolInputError: there is no such source, or a file is of a wrong form.
        ToolUnavailable: a source needs a library that is not installed.
        ToolLimit: a file is too long.
    """
    own = tuple(dict.fromkeys(_open(spec, closed=closed) for spec in specs))
    return Knowledge((*own, *builtin()))


def _open(spec: Any, *, closed: bool) -> FactSource:
    if isinstance(spec, FactSource):
        return spec
    if spec in NAMED:
        from toolkits.facts import _places  # noqa: PLC0415  (an extra)

        return _places.countries() if spec == "countries" else _places.cities()
    if spec in LIVE:
        from toolkits.facts._web import service  # noqa: PLC0415  (off unless named)

        return service(spec)
    if not isinstance(spec, str | Path):
        raise ToolInputError(
            f"{spec!r} is no source of facts; give a file, a folder or a FactSource", code="facts_source"
        )
    path = Path(spec)
    if path.is_dir():
        from toolkits.facts._folder import Folder  # noqa: PLC0415  (likewise)

        return Folder(path, closed=closed)
    from toolkits.facts._own import TABLES, open_table  # noqa: PLC0415  (likewise)

    if path.suffix.lower() not in TABLES or not path.exists():
        known = f"a folder, a file ({', '.join(TABLES)}) or one of {', '.join((*NAMED, *LIVE))}"
        what = "there is no such file" if path.suffix.lower() in TABLES else "it is no source"
        raise ToolInputError(f"{spec}: {what}; a source of facts is {known}", code="facts_source")
    return open_table(path, closed=closed)
