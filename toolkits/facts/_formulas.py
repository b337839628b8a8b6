"""The curated formulas as a source: equivalence decides, whatever the letters."""

from __future__ import annotations

from toolkits.facts._records import FactClaim, Found, Passage, Stance
from toolkits.facts._words import key

_STANCES: dict[str, Stance] = {"supported": "supports", "refuted": "refutes", "not_enough_info": "neutral"}
_REASONS: dict[str, str] = {"supports": "equivalent", "refutes": "not_equivalent", "neutral": "undecided"}


class Formulas:
    """The formulas of :mod:`toolkits.formulas`; the attribute is ``formula``, the entity what it computes."""

    id = "formulas"
    closed = True
    origin = "amtfv formulas"
    retrieved = ""

    @property
    def digest(self) -> str:
        """The list's version."""
        from toolkits.formulas import VERSION  # noqa: PLC0415  (loaded with the formulas)

        return VERSION

    def knows(self, entity: str, attribute: str) -> bool:
        """Whether a formula has that name."""
        if key(attribute) != "formula":
            return False
        from toolkits.formulas import find  # noqa: PLC0415  (reads the curated files)

        return bool(find(entity))

    def lookup(self, claim: FactClaim) -> Found:
        """The formulas of that name, each with what it says to the claimed one."""
        if not self.knows(claim.entity, claim.attribute):
            return Found()
        from toolkits.formulas import check_claim, find, read_formulas  # noqa: PLC0415  (see above)

        readings = read_formulas(claim.value)
        body = claim.value.rpartition("=")[2]
        # A number is the formula's value for some givens, no other formula.
        verdict, facts = "not_enough_info", find(claim.entity)
        if any(reading.body.variables for reading in readings):
            verdict, facts = check_claim(f"{claim.entity} = {body}")
        stance = _STANCES[verdict]
        return Found(
            passages=tuple(
                Passage(
                    text="; ".join(fact.forms),
                    locator=f"formulas#{fact.id}",
                    stance=stance,
                    reason=_REASONS[stance],
                )
                for fact in facts
            )
        )
