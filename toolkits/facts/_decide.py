"""From what sources hold to a verdict: dates, negation, closed sources, conflict, a second source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from toolkits.facts._compare import compare
from toolkits.facts._records import Evidence, Fact, FactClaim, FactSource, Found, Ruling, Stance, Verdict
from toolkits.facts._values import read_value
from toolkits.facts._words import key

_MAX_EVIDENCE: Final = 8
_OTHER: Final[dict[Stance, Stance]] = {"supports": "refutes", "refutes": "supports", "neutral": "neutral"}
_VERDICT: Final[dict[Stance, Verdict]] = {
    "supports": "supported", "refutes": "refuted", "neutral": "not_enough_info",
}  # fmt: skip


def decide(claim: FactClaim, sources: Iterable[FactSource], *, required: int = 1) -> Ruling:
    """The verdict of all sources together.

    Args:
        claim: what is stated.
        sources: where it is looked up.
        required: how many sources of different origin must say so.

    Returns:
        ``not_enough_info`` where nothing is known, where sources contradict each other (``conflict``), and
        where fewer than ``required`` decide (``one_source``).

    Raises:
        ToolkitError: a source failed.
    """
    rulings = [(s, ruling) for s in sources if (ruling := judge(claim, s)).evidence]
    evidence = tuple(e for _, ruling in rulings for e in ruling.evidence)[:_MAX_EVIDENCE]
    if not rulings:
        return Ruling(verdict="not_enough_info", reason="unknown", evidence=())
    decided = [(s, r) for s, r in rulings if r.verdict != "not_enough_info"]
    if not decided:
        return Ruling(verdict="not_enough_info", reason=rulings[0][1].reason, evidence=evidence)
    if len({r.verdict for _, r in decided}) > 1:
        return Ruling(verdict="not_enough_info", reason="conflict", evidence=evidence)
    if len({s.origin for s, _ in decided}) < required:
        return Ruling(verdict="not_enough_info", reason="one_source", evidence=evidence)
    return Ruling(verdict=decided[0][1].verdict, reason=decided[0][1].reason, evidence=evidence)


def judge(claim: FactClaim, source: FactSource) -> Ruling:
    """The verdict of one source."""
    found = source.lookup(claim)
    evidence = [*_of_cells(claim, source, found), *_of_passages(source, found)]
    if claim.negated:
        evidence = [_negated(item) for item in evidence]
    stances = {item.stance for item in evidence}
    if {"supports", "refutes"} <= stances:
        return Ruling(verdict="not_enough_info", reason="conflict", evidence=tuple(evidence))
    stance: Stance = "supports" if "supports" in stances else "refutes" if "refutes" in stances else "neutral"
    reason = next((item.reason for item in evidence if item.stance == stance), "no_value")
    return Ruling(verdict=_VERDICT[stance], reason=reason, evidence=tuple(evidence))


def _negated(item: Evidence) -> Evidence:
    """What evidence on a value says to the denial of that value.

    A value that only agrees within the printed digits, or lacks its unit, does not refute its denial.
    """
    if item.stance == "supports" and item.reason not in {"match", "restated"}:
        return replace(item, stance="neutral")
    return replace(item, stance=_OTHER[item.stance])


def held(claim: FactClaim, source: FactSource) -> Iterator[Evidence]:
    """The cells of a claim's entity and attribute at its date, else the newest."""
    facts = source.lookup(claim).facts
    wanted = claim.as_of or max((fact.as_of for fact in facts), default="")
    for fact in facts:
        if (not wanted and not fact.as_of) or (wanted and fact.as_of and _at(wanted, fact.as_of)):
            yield _evidence(source, fact, "neutral", "found")


# --- passages -----------------------------------------------------------------------------------------
def _of_passages(source: FactSource, found: Found) -> Iterator[Evidence]:
    for passage in found.passages:
        yield Evidence(
            source=source.id, locator=passage.locator, text=passage.text, as_of="",
            retrieved=source.retrieved, stance=passage.stance, reason=passage.reason,
        )  # fmt: skip


# --- cells --------------------------------------------------------------------------------------------
def _of_cells(claim: FactClaim, source: FactSource, found: Found) -> list[Evidence]:
    """One piece of evidence for each cell that has a say; what a set of cells says falls on all of them."""
    facts = found.facts
    if not facts:
        return []
    if claim.as_of:
        timely = [fact for fact in facts if fact.as_of and _at(claim.as_of, fact.as_of)]
        if not timely:
            reason = "no_such_date" if any(fact.as_of for fact in facts) else "undated_source"
            return [_evidence(source, fact, "neutral", reason) for fact in facts]
        return _of_one_date(claim, source, timely)
    newest = max(fact.as_of for fact in facts)
    current = [fact for fact in facts if fact.as_of == newest]
    made = _of_one_date(claim, source, current)
    if any(item.stance == "refutes" for item in made) and newest:
        return _undated(claim, source, facts, made)
    return made


def _undated(
    claim: FactClaim, source: FactSource, facts: Sequence[Fact], made: list[Evidence]
) -> list[Evidence]:
    """A claim without a date is not refuted by an open source's date, nor where an older value is meant."""
    if any(compare(claim, fact)[0] == "supports" for fact in facts):
        return [replace(item, stance="neutral", reason="older_value") for item in made]
    if not source.closed:
        return [replace(item, stance="neutral", reason="undated_claim") for item in made]
    return made


def _at(stated: str, held: str) -> bool:
    """Whether a value of one date speaks about another: the same year, or the same day where both name one."""
    shorter, longer = sorted((stated, held), key=len)
    return longer.startswith(shorter)


def _of_one_date(claim: FactClaim, source: FactSource, facts: Sequence[Fact]) -> list[Evidence]:
    matches = [(fact, *compare(claim, fact)) for fact in facts]
    stances = {stance for _, stance, _ in matches}
    if "supports" in stances:
        if not _is_list(facts) and "refutes" in stances:
            return [_evidence(source, f, "neutral", "conflict") for f in facts]
        return [_evidence(source, f, s, r) for f, s, r in matches if s == "supports"]
    if stances == {"refutes"} and (source.closed or (len(facts) == 1 and facts[0].single)):
        reason = "not_listed" if len(facts) > 1 else "mismatch"
        return [_evidence(source, fact, "refutes", reason) for fact in facts]
    if stances == {"refutes"} and not _is_list(facts) and _are_amounts(claim, facts):
        return [_evidence(source, fact, "refutes", "mismatch") for fact in facts]
    return [
        _evidence(source, f, "neutral", "open_source" if s == "refutes" else reason)
        for f, s, reason in matches
    ]


def _is_list(facts: Sequence[Fact]) -> bool:
    """Whether several values are several names, each of which holds; of numbers only one can."""
    return len({key(fact.value) for fact in facts}) > 1 and not any(_measures(f) for f in facts)


def _are_amounts(claim: FactClaim, facts: Sequence[Fact]) -> bool:
    return all(map(_measures, facts)) and claim.value != ""


def _measures(fact: Fact) -> bool:
    return not isinstance(read_value(fact.value, fact.unit), str)


def _evidence(source: FactSource, fact: Fact, stance: Stance, reason: str) -> Evidence:
    text = (
        f"{fact.entity} | {fact.attribute} | {fact.cell}"
        if fact.attribute
        else f"{fact.entity} | {fact.cell}"
    )
    return Evidence(
        source=source.id, locator=fact.locator, text=text[:500], as_of=fact.as_of,
        retrieved=source.retrieved, stance=stance, reason=reason,
    )  # fmt: skip
