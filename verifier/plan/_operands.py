"""The operands of a check: what they stand for, and how an outcome speaks of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from verifier.plan._amounts import number_text, to_number
from verifier.plan._outcome import CheckOutcome
from verifier.plan._refs import FIRST, REF, CheckContext, Missing, claim_of, look_up, parse_ref
from verifier.plan._schema import OUTPUT_VALUE, Claim
from verifier.plan._values import MISMATCH, Finding, text_of

TEXT_LIMIT: Final = 200

# Exceptions that say what the machine lacks, not what the code does (law 2).
_SURROUNDINGS: Final = {
    "ModuleNotFoundError": "missing_library",
    "ImportError": "missing_library",
    "FileNotFoundError": "missing_file",
    "EOFError": "stdin",
    "MemoryError": "limit",
    "PermissionError": "refused",
    "TimeoutError": "timeout",
    "ConnectionError": "network",
    "ConnectionRefusedError": "network",
    "gaierror": "network",
    "URLError": "network",
}


class Undecided(Exception):  # noqa: N818  (control flow inside this package)
    """Ends a check without a finding; ``reason`` is the outcome's."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


class Ambiguous(Exception):  # noqa: N818  (control flow inside this package)
    """A claim with several readings was met."""

    def __init__(self, claim: Claim) -> None:
        super().__init__(claim.id)
        self.claim = claim


class Side(NamedTuple):
    """One operand: its value, and the claim whose value it is."""

    value: Any
    claim: Claim | None = None


def side_of(operand: Any, context: CheckContext) -> Side:
    """An operand's value; undecided when it is not there, null, or a claim that nobody can judge."""
    if isinstance(operand, dict):
        text = operand.get(REF)
        if text is not None:
            return _referred(text, context)
        if FIRST in operand:
            return _first(operand[FIRST], context)
    if operand is None:
        raise Undecided("no_value", "the check expects null, which states nothing")
    return Side(_member(operand, context))


def _member(operand: Any, context: CheckContext) -> Any:
    """A literal with the references inside it replaced; null may stand in a table's cell."""
    if isinstance(operand, dict):
        if REF in operand:
            return _referred(operand[REF], context).value
        return {key: _member(member, context) for key, member in operand.items()}
    if isinstance(operand, list | tuple):
        return [_member(member, context) for member in operand]
    return operand


def _referred(text: Any, context: CheckContext) -> Side:
    ref = parse_ref(text) if isinstance(text, str) else None
    if ref is None:
        raise Undecided("missing_path", f"{text!r} is no reference")
    if ref.root == "claims":
        named = claim_of(ref, context.claims)
        if named is None:
            raise Undecided("missing_claim", f"the answer has no claim for {text}")
        claim, path = named
        _refuse_unjudgeable(claim)
        if path == ("value",) and claim.value is not None:
            return Side(claim.value, claim)
    value = look_up(ref, context)
    if isinstance(value, Missing) or value is None:
        raise _absent(text, ref.root, context)
    return Side(value)


def _refuse_unjudgeable(claim: Claim) -> None:
    if claim.reason:
        raise Undecided(claim.reason, f"{printed(claim)!r} cannot be judged")
    if claim.alternatives:
        raise Ambiguous(claim)


def _absent(text: str, root: str, context: CheckContext) -> Undecided:
    raised = exception_in(context.output) if root == "output" else None
    if raised is not None:
        return raised.undecided()
    if root == "output" and context.output is None:
        return Undecided("no_output", "the tool gave no output")
    return Undecided("missing_path", f"{text} is not there or null")


def _first(operands: Any, context: CheckContext) -> Side:
    """The first operand that is there: a program may return a value or print it."""
    reason: Undecided | None = None
    for operand in operands:
        try:
            side = side_of(operand, context)
        except Undecided as missing:
            reason = reason or missing
        else:
            if not isinstance(side.value, str) or side.value.strip():
                return side
    raise reason or Undecided("no_value", "none of the places where the value may stand holds one")


class _Raised(NamedTuple):
    """An exception in an output; ``cause``: what the surroundings lacked, "" for the code's own fault."""

    type: str
    message: str
    cause: str

    def undecided(self) -> Undecided:
        return Undecided(self.cause or "exception", f"the code raised {self}")

    def __str__(self) -> str:
        return f"{self.type}: {self.message}"[:TEXT_LIMIT]


def exception_in(output: Any) -> _Raised | None:
    raised = output.get("exception") if isinstance(output, Mapping) else None
    if not isinstance(raised, Mapping):
        return None
    name = str(raised.get("type", ""))
    cause = str(raised["cause"]) if "cause" in raised else _SURROUNDINGS.get(name, "")
    return _Raised(name, str(raised.get("message", "")), cause)


def printed(claim: Claim) -> str:
    """The claim's value in the answer's own characters."""
    span = claim.value_span
    if span is None:
        return claim.quote
    start = claim.span[0]
    return claim.quote[span[0] - start : span[1] - start] or claim.quote


def expected_text(side: Side) -> str:
    return (printed(side.claim) if side.claim is not None else text_of(side.value))[:TEXT_LIMIT]


def actual_text(operand: Any, side: Side, context: CheckContext) -> str:
    """What the tool showed; an exact number in the decimals that the tool gave for people."""
    output = context.output
    if type(output) is dict and "decimal" in output and operand == OUTPUT_VALUE:
        return str(output["decimal"])[:TEXT_LIMIT]
    value = side.value
    if isinstance(value, str):
        return value[:TEXT_LIMIT]
    number = to_number(value)
    return (number_text(number) if number is not None else text_of(value))[:TEXT_LIMIT]


def outcome_of(finding: Finding, expected: str, actual: str, relation: str = "is") -> CheckOutcome:
    if finding.result == "pass":
        return CheckOutcome(result="pass", reason=finding.reason, expected=expected, actual=actual)
    detail = f"expected that the value {relation} {expected}; the tool shows {actual}"
    return CheckOutcome(
        result=finding.result, reason=finding.reason, expected=expected, actual=actual, detail=detail
    )


def coded(finding: Finding, reason: str) -> Finding:
    """A plain mismatch under the check's own code."""
    return Finding("fail", reason) if finding is MISMATCH else finding
