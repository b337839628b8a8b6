"""The gate: what fails it, and its judgement, from which both the printed verdict and the exit code come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verifier.cli._exit import OK, REFUTED, UNVERIFIED, USAGE
from verifier.cli._settings import Checked
from verifier.report import Summary

#: What can fail the gate, by the names of ``--fail-on``.
NAMES = ("refuted", "inconclusive", "not_checkable", "weak_plan")
_FAILED = "a tool or a service failed, and left answers undecided"
_UNDECIDED = "nothing was decided; --allow-undecided accepts that"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """What the gate demands.

    Attributes:
        fail_on: names of :data:`NAMES` of which one answer is enough to fail.
        min_pass_rate: the least share of answers that are verified, of all that have a question.
        min_coverage: the least share of claims that are decided.
        baseline: fingerprints of findings that are known, with what is told of them; ``None`` without one.
        allow_undecided: nothing need be decided.
        exit_zero: what is found fails nothing, and is told.
    """

    fail_on: frozenset[str] = frozenset({"refuted"})
    min_pass_rate: Fraction | None = None
    min_coverage: Fraction | None = None
    baseline: Mapping[str, Mapping[str, Any]] | None = None
    allow_undecided: bool = False
    exit_zero: bool = False

    @property
    def is_asked_for(self) -> bool:
        """More is demanded than that nothing be refuted."""
        return self != Gate(allow_undecided=self.allow_undecided)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The gate's verdict.

    Attributes:
        code: the exit code.
        reasons: why it failed, in the order of their weight; nothing where it passed.
        notes: what else is to be told of the gate.
    """

    code: int
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The verdict in a sentence."""
        word = {OK: "passed", REFUTED: "failed", USAGE: "can't be judged", UNVERIFIED: "could not verify"}[
            self.code
        ]
        return f"{word}: {'; '.join(self.reasons)}" if self.reasons else word

    def as_row(self) -> dict[str, Any]:
        """The same as JSON."""
        return {
            "code": self.code,
            "verdict": self.line,
            "reasons": list(self.reasons),
            "notes": list(self.notes),
        }


@dataclass(slots=True)
class Tally:
    """What the judgement is made from, collected answer by answer."""

    gate: Gate
    summary: Summary = field(default_factory=Summary)
    failing: Counter[str] = field(default_factory=Counter[str])
    seen: set[str] = field(default_factory=set[str])
    sources: set[str] = field(default_factory=set[str])
    known: int = 0
    claims: int = 0
    decided: int = 0
    broken: int = 0
    missing: int = 0
    unread: int = 0
    unwritten: int = 0

    def add(self, checked: Checked, source: str, fingerprints: Iterable[str] = ()) -> None:
        """Count one answer.

        Args:
            checked: what became of it.
            source: the file that it came from, as findings name it.
            fingerprints: of its findings; needed where there is a baseline only.
        """
        if checked.document:
            failed = checked.failed or int(checked.verdict == "refuted")
            self.summary.add_document(held=checked.held, failed=failed)
        else:
            self.summary.add(checked.verdict, checked.stop_reason)
        self.claims += checked.claims
        self.decided += checked.held + checked.failed
        self.broken += checked.broken
        self.missing += bool(checked.missing)
        self.sources.add(source)
        names = [name for name in NAMES if name in self.gate.fail_on and checked.has(name)]
        found = set(fingerprints)
        self.seen |= found
        if names and found and self.gate.baseline is not None and found <= self.gate.baseline.keys():
            self.known += 1
        elif names:
            self.failing[names[0]] += 1

    def judge(self) -> Judgement:
        """The verdict on everything."""
        notes = tuple(self._notes())
        unread = self.unread or self.unwritten or self.missing
        findings = [*self._failing(), *self._rates()]
        broken = self._unverified()
        if unread:
            return Judgement(code=USAGE, reasons=(*self._unread(), *findings, *broken), notes=notes)
        reasons = (*findings, *broken)
        if self.gate.exit_zero and reasons:
            told = f"--exit-zero: else {'failed' if findings else 'could not verify'}: {'; '.join(reasons)}"
            return Judgement(code=OK, notes=(told, *notes))
        code = REFUTED if findings else UNVERIFIED if broken else OK
        return Judgement(code=code, reasons=reasons, notes=notes)

    def _unread(self) -> Iterable[str]:
        if self.unread:
            yield f"{self.unread} {_places(self.unread)} of the input could not be read"
        if self.unwritten:
            yield f"{self.unwritten} corrected {_texts(self.unwritten)} could not be written"
        if self.missing:
            yield "the recording lacks answers of models"

    def _failing(self) -> Iterable[str]:
        for name in NAMES:
            if self.failing[name]:
                new = " that the baseline does not hold" if self.gate.baseline is not None else ""
                yield f"{self.failing[name]} {name.replace('_', ' ')}{new}"

    def _rates(self) -> Iterable[str]:
        answers = self.summary.verdicts.total()
        yield from _short("pass rate", self.summary.verdicts["verified"], answers, self.gate.min_pass_rate)
        yield from _short("coverage", self.decided, self.claims, self.gate.min_coverage)

    def _unverified(self) -> Iterable[str]:
        if self.broken:
            return [_FAILED]
        nothing = not self.summary.decided and not self.gate.allow_undecided
        return [_UNDECIDED] if nothing else []

    def _notes(self) -> Iterable[str]:
        if self.known:
            yield f"{self.known} known from the baseline"
        for mark, entry in (self.gate.baseline or {}).items():
            if mark not in self.seen and entry.get("source") in self.sources:
                yield f"gone from {entry['source']}: {entry.get('quote') or entry.get('rule')}"


def _short(name: str, count: int, total: int, least: Fraction | None) -> Iterable[str]:
    """A share that is less than it must be; of nothing there is no share, and that fails."""
    if not least:
        return
    if not total:
        yield f"{name}: nothing to take it of, at least {float(least):.1%} is demanded"
    elif count < least * total:
        yield f"{name} {count / total:.1%} ({count}/{total}), at least {float(least):.1%} is demanded"


def _places(count: int) -> str:
    return "place" if count == 1 else "places"


def _texts(count: int) -> str:
    return "text" if count == 1 else "texts"
