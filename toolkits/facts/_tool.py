"""The tool ``fact_check``: a claim in, a verdict with its evidence out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from toolkits.errors import ToolInputError
from toolkits.facts._knowledge import Knowledge, builtin
from toolkits.facts._records import Evidence, FactClaim, Ruling, Stance
from toolkits.registry import Tool

VERSION: Final = "1"
NAME: Final = "fact_check"
LIMITS: Final = (
    "Knows what its sources list, by exact names; texts only by the value or the sentence that they state."
)
_MAX_TEXT: Final = 400


@cache
def _builtin() -> Knowledge:
    return Knowledge(builtin())


def source_digest() -> str:
    """The digest of the built-in sources, for the evidence."""
    return _builtin().digest


def tool_function(knowledge: Callable[[], Knowledge]) -> Callable[..., dict[str, Any]]:
    """The tool's function on some sources. They are no part of its input: a plan can't choose its own truth."""

    def fact_check(
        *,
        claim: str = "",
        entity: str = "",
        attribute: str = "",
        value: str | float = "",
        unit: str = "",
        as_of: str | int = "",
        negated: bool = False,
        query: str = "",
        require: int = 1,
    ) -> dict[str, Any]:
        """Check a claim of the form entity, attribute, value against the fact sources of this run.

        Args:
            claim: a sentence ("The capital of Australia is Sydney", "碳的原子序数是6"), or a formula's statement.
            entity: in place of a sentence: what it is about.
            attribute: which property; "" for a constant, whose name is the entity.
            value: the claimed value, as it is written.
            unit: its unit, where the value does not carry it.
            as_of: the year or ISO date for which it is stated.
            negated: whether the value is denied.
            query: what is looked up: a formula ("compound interest formula"), an attribute ("capital of France").
            require: how many sources of different origin must agree.

        Returns:
            ``{"verdict", "reason", "value", "evidence", "claim", "sources"}``: ``supported``, ``refuted`` or
            ``not_enough_info``, a reason code, the sources' own value where there is one, the cells and
            passages, and the claim as it was read.

        Raises:
            ToolInputError: nothing to check, or two things at once.
        """
        if [bool(part.strip()) for part in (claim, entity, query)].count(True) != 1:
            raise ToolInputError(
                "give one of claim (a sentence), entity (with attribute and value) and query"
            )
        if require < 1:
            raise ToolInputError("require is a number of sources, 1 or more")
        if query.strip():
            return _looked_up(knowledge(), query, require)
        if claim.strip():
            return _sentence(knowledge(), claim, require)
        if not str(value).strip():
            raise ToolInputError("the claim has no value")
        stated = FactClaim(
            entity=entity[:_MAX_TEXT], attribute=attribute[:_MAX_TEXT], value=str(value)[:_MAX_TEXT], unit=unit,
            as_of=str(as_of), negated=negated,
        )  # fmt: skip
        return _answer(knowledge(), stated, knowledge().check(stated, required=require))

    return fact_check


fact_check = tool_function(_builtin)


def fact_checker(knowledge: Knowledge) -> Tool:
    """The tool ``fact_check`` on other sources than the built-in ones."""
    return Tool(
        name=NAME,
        version=VERSION,
        function=tool_function(lambda: knowledge),
        aliases=("Fact_Checker",),
        limits=LIMITS,
        heavy=knowledge.live,
        deterministic=not knowledge.live,
        source=lambda: knowledge.digest,
    )


def _sentence(knowledge: Knowledge, sentence: str, require: int) -> dict[str, Any]:
    """The verdict on a sentence: on its one reading that the sources know, or as it stands in a text."""
    claims = [claim for claim, _ in knowledge.claims(sentence)]
    if len(claims) == 1:
        return _answer(knowledge, claims[0], knowledge.check(claims[0], required=require))
    whole = FactClaim(entity="", attribute="", value="", text=sentence[:_MAX_TEXT])
    if claims:
        return _answer(knowledge, whole, Ruling(verdict="not_enough_info", reason="ambiguous"))
    if "=" in sentence:
        found = _formula(sentence)
        if found["verdict"] != "not_enough_info":
            return found
    return _answer(knowledge, whole, knowledge.check(whole, required=require))


def _answer(knowledge: Knowledge, claim: FactClaim, ruling: Ruling) -> dict[str, Any]:
    return {
        "verdict": ruling.verdict,
        "reason": ruling.reason,
        "value": next((item.text.rpartition(" | ")[2] for item in ruling.evidence), None),
        "evidence": [item.to_json() for item in ruling.evidence],
        "claim": claim.to_json(),
        "sources": [source.id for source in knowledge.sources],
        **({"reads_clock": True} if knowledge.live else {}),
    }


def _looked_up(knowledge: Knowledge, query: str, require: int) -> dict[str, Any]:
    """What a query names: a formula, the value of an attribute, or else what a sentence states."""
    found = _formula(query)
    if found["facts"] or "=" in query:
        return found
    asked = knowledge.asked(query)
    if asked is None:
        return _sentence(knowledge, query, require)
    wanted = FactClaim(entity=asked.entity, attribute=asked.attribute, value="", as_of=asked.as_of)
    cells = knowledge.cells(wanted)
    values = {item.text.rpartition(" | ")[2] for item in cells}
    settled = len(values) == 1 and len({item.source for item in cells}) >= require
    return {
        **_answer(
            knowledge, wanted, Ruling(verdict="not_enough_info", reason="several_values", evidence=cells)
        ),
        **({"verdict": "supported", "reason": "found"} if settled else {"value": None}),
    }


def _formula(query: str) -> dict[str, Any]:
    """The formulas of a name, or what they say to an equation, as the tool ``facts`` shows them."""
    from toolkits.formulas import facts  # noqa: PLC0415  (reads the curated files)

    found = facts(query=query) if len(query) <= _MAX_TEXT else facts(query="-")
    stance: Stance = _STANCES[found["verdict"]]
    evidence = [
        Evidence(
            source="formulas", locator=f"formulas#{fact['id']}", text=fact["formula"], as_of="", retrieved="",
            stance=stance, reason="formula",
        ).to_json()
        for fact in found["facts"]
    ]  # fmt: skip
    reason = {"supports": "match", "refutes": "not_equivalent", "neutral": "unknown"}[stance]
    return {**found, "reason": reason, "evidence": evidence, "sources": ["formulas"]}


_STANCES: Final[dict[str, Stance]] = {
    "supported": "supports", "refuted": "refutes", "not_enough_info": "neutral",
}  # fmt: skip
