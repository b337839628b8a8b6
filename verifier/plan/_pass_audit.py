"""The audit of one pass: dependence (is the claim handed back?) and kill (would a wrong claim fail?)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, TypeAlias

from toolkits.errors import ToolkitError
from verifier.plan._amounts import PERCENT
from verifier.plan._checks import evaluate_check
from verifier.plan._grounding import grounds_of, number_of, numbers_in_expression
from verifier.plan._leaves import claims_in_check, leaves_of
from verifier.plan._outcome import CheckOutcome
from verifier.plan._refs import REF, CheckContext, MissingRef, Ref, claim_of, refs_in, resolve, value_json
from verifier.plan._schema import Check, Claim, Equals, Step, Succeeds
from verifier.plan._values import text_of
from verifier.plan.mutants import Mutant, mutants
from verifier.quorum import OPEN_REASONS
from verifier.task import Task

Json: TypeAlias = Any
Call: TypeAlias = Callable[[str, Mapping[str, Json]], Json]

#: Reasons for which a check refuses a mutant without refuting it: no conversion, nobody knows it, or it has
#: not the votes.
_REFUSED: Final = frozenset({"unit", "not_enough_info", *OPEN_REASONS})


@dataclass(frozen=True)
class PassAudit:
    """One pass under audit."""

    step: Step
    check: Check
    claim: Claim
    claims: Mapping[str, Claim]
    output: Json
    outcome: CheckOutcome
    call: Call
    task: Task | None
    steps: Mapping[str, Json]

    @cached_property
    def _by_reference(self) -> bool:
        """Whether the claim is part of the tool's input, so that a mutant is too."""
        return any(map(self._is_own, refs_in(self.step.tool_input)))

    def verdict(self) -> CheckOutcome | None:
        """The first fault found, or ``None``."""
        if all(isinstance(leaf, Succeeds) for leaf in leaves_of(self.check)):
            return self._weak("it only says that the tool ran")
        try:
            if self._echoes():
                return self._undecided(
                    "echo", "the tool hands back whatever value is put in place of the claimed one"
                )
            return self._survivor()
        except ToolkitError as error:
            return self._undecided(error.code, f"the audit could not run the tool again: {error}")
        except MissingRef as error:
            return self._undecided(error.code, str(error))

    def _is_own(self, ref: Ref) -> bool:
        named = claim_of(ref, self.claims) if ref.root == "claims" else None
        return named is not None and named[0].id == self.claim.id

    def _undecided(self, reason: str, detail: str) -> CheckOutcome:
        return CheckOutcome(
            result="undecided",
            reason=reason,
            expected=self.outcome.expected,
            actual=self.outcome.actual,
            detail=detail,
        )

    def _weak(self, what: str) -> CheckOutcome:
        return self._undecided("weak_plan", f"the check would let a wrong answer pass: {what}")

    def _context(self, claim: Claim, output: Json) -> CheckContext:
        return CheckContext(output=output, claims={**self.claims, claim.id: claim}, steps=self.steps)

    def _resolved(self, given: Mapping[str, Json], claim: Claim) -> Mapping[str, Json]:
        resolved: Mapping[str, Json] = resolve(dict(given), self._context(claim, None))
        return resolved

    def _literals(self, given: Json) -> Any:
        """The input with claims written out; what an earlier step gave is no copy, and stays."""
        if isinstance(given, Mapping):
            if REF in given:
                return (
                    given
                    if str(given[REF]).startswith("steps.")
                    else self._resolved({"": given}, self.claim)[""]
                )
            return {key: self._literals(member) for key, member in given.items()}
        return [self._literals(member) for member in given] if isinstance(given, list | tuple) else given

    # kill: every mutant must be refused

    def _survivor(self) -> CheckOutcome | None:
        made = mutants(self.claim, self.check)
        if not made:
            return self._weak(
                "it accepts every mutant by its own declaration, or none can be made of the claim"
            )
        for mutant in made:
            outcome = self._judged(mutant.claim)
            if outcome.result == "pass" and self._asks_for_unit(mutant):
                continue
            if outcome.result == "pass" or (outcome.result == "undecided" and outcome.reason not in _REFUSED):
                shown = text_of(mutant.claim.value)[:80]
                unit = f" {mutant.claim.unit}" if mutant.claim.unit else ""
                verb = "passes" if outcome.result == "pass" else f"is undecided ({outcome.reason})"
                return self._weak(f"the mutant {mutant.name!r} ({shown}{unit}) {verb}")
        return None

    def _judged(self, claim: Claim) -> CheckOutcome:
        """The check on a changed claim; the tool runs again only where the claim is part of its input."""
        output = (
            self.call(self.step.tool_required, self._resolved(self.step.tool_input, claim))
            if self._by_reference
            else self.output
        )
        return evaluate_check(self.check, self._context(claim, output))

    def _asks_for_unit(self, mutant: Mutant) -> bool:
        """A value without a unit is of the asked one: the claim's, where the question names only that."""
        if mutant.name != "another unit" or self.task is None or not self.task.question:
            return False
        asked = grounds_of(self.task).units
        return self.claim.unit in asked and mutant.claim.unit not in asked

    # dependence: another value in place of the claimed one

    def _echoes(self) -> bool:
        """Whether the output follows another value in the claimed one's place, with nothing else in play."""
        if self.claim.id not in claims_in_check(self.check, self.claims):
            return False
        given = self._literals(self.step.tool_input)
        # A percentage may stand in the input as the ratio or as its hundredfold.
        scales = (1, 100) if self.claim.unit == PERCENT else (1,)
        return any(self._follows(given, scale) for scale in scales) and not self._uses_more(given)

    def _follows(self, given: Mapping[str, Json], scale: int) -> bool:
        old = _scaled(self.claim.value, scale)
        others = self._others() if holds(given, old) else ()
        return bool(others) and all(
            self._passes_with(_substituted(given, old, _scaled(other.value, scale)), other)
            for other in others
        )

    def _others(self) -> Sequence[Claim]:
        value = self.claim.value
        if isinstance(value, Fraction):
            return [replace(self.claim, value=value * 3 + 7), replace(self.claim, value=-value - 11)]
        return [mutant.claim for mutant in mutants(self.claim, Equals(expected=None))[:2]]

    def _passes_with(self, changed: Mapping[str, Json], other: Claim) -> bool:
        try:
            output = self.call(self.step.tool_required, self._resolved(changed, self.claim))
        except ToolkitError:
            return False
        return evaluate_check(self.check, self._context(other, output)).result == "pass"

    def _uses_more(self, given: Mapping[str, Json]) -> bool:
        """Whether another number of the question takes part: "what is 1*3" does more than hand back its 3."""
        if self.task is None or not self.task.question:
            return False
        tokens = grounds_of(self.task)
        value = self.claim.value
        claimed = {value, -value, value * 100, -value * 100} if isinstance(value, Fraction) else set()
        rest = {n for n in _numbers(given) if n not in claimed and tokens.stands(n)}
        return any(self._has_influence(given, number) for number in sorted(rest))

    def _has_influence(self, given: Mapping[str, Json], number: Fraction) -> bool:
        for other in (number * 5 + 97, -number * 5 - 89):
            try:
                changed = self._resolved(_substituted(given, number, other), self.claim)
                output = self.call(self.step.tool_required, changed)
            except ToolkitError:
                return True
            if output != self.output:
                return True
        return False


# --- values inside an input ----------------------------------------------------------------------------


def _scaled(value: Any, scale: int) -> Any:
    return value * scale if isinstance(value, Fraction) else value


def holds(given: Json, value: Any) -> bool:
    return bool(_substituted(given, value, _MARK) != given)


class _Mark:
    """Stands for any other value."""


_MARK: Final = _Mark()


def _substituted(given: Json, old: Any, new: Any) -> Any:
    """An input with ``new`` wherever ``old`` stands: as a value, or as a number of an expression."""
    if _is_same(given, old):
        return new if new is _MARK else _as_json(new, given)
    if isinstance(given, Mapping):
        return (
            given if REF in given else {key: _substituted(member, old, new) for key, member in given.items()}
        )
    if isinstance(given, list | tuple):
        return [_substituted(member, old, new) for member in given]
    if isinstance(given, str) and isinstance(old, Fraction):
        return _in_expression(given, old, new)
    return given


def _is_same(given: Json, old: Any) -> bool:
    if isinstance(old, Fraction):
        return _number(given) == old
    if isinstance(old, tuple):
        return isinstance(given, list) and len(given) == len(old) and all(map(_is_same, given, old))
    return isinstance(given, str) and isinstance(old, str) and given.strip() == old.strip()


def _number(value: Json) -> Fraction | None:
    # "20/80" is a computation with two numbers, not the value that it comes to.
    return None if isinstance(value, str) and "/" in value else number_of(value)


def _as_json(value: Any, like: Json) -> Json:
    plain = value_json(value)
    return (
        int(plain)
        if isinstance(like, int) and isinstance(value, Fraction) and value.denominator == 1
        else plain
    )


def _in_expression(text: str, old: Fraction, new: Any) -> Any:
    # The numbers of an expression have no sign: -5 is 5, negated.
    places = [i for i, number in enumerate(numbers_in_expression(text)) if number == abs(old)]
    if not places or new is _MARK:
        return _MARK if places else text
    from toolkits.expressions import parse, replace_literal  # noqa: PLC0415  (only where it is found)

    try:
        tree = parse(text)
        for place in places:
            tree = replace_literal(tree, place, new if old >= 0 else -new)
    except ToolkitError:
        return text
    return str(tree)


def _numbers(given: Json) -> Iterator[Fraction]:
    """Every number of an input, those inside expressions too."""
    if isinstance(given, Mapping):
        for member in () if REF in given else given.values():
            yield from _numbers(member)
    elif isinstance(given, list | tuple):
        for member in given:
            yield from _numbers(member)
    elif (number := _number(given)) is not None:
        yield number
    elif isinstance(given, str):
        yield from numbers_in_expression(given)
