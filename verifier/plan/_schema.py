"""The vocabulary of a plan: claims, steps and typed checks, as plain frozen data.

These are standard dataclasses, so that the engine can make thousands a second; pydantic validates the same
classes where a plan comes from outside (see ``_document``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any, Literal, TypeAlias

ClaimKind = Literal[
    "number", "quantity", "equation", "expression", "boolean", "choice", "text", "date", "list", "code",
    "sql", "fact", "consistency",
]  # fmt: skip
#: How the ids of the steps begin that our own planner adds to a plan from elsewhere.
DERIVED = "derived."
Role = Literal["final", "step"]
Basis = Literal["question", "independent", "answer"]

#: Parsed value of a claim. Numbers are exact rationals in base units of what was printed (25 % is 1/4,
#: 约1.16万 is 11600); lists are tuples of values; code, SQL, choices and expressions are text.
Value: TypeAlias = Fraction | bool | str | date | tuple[Any, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One checkable statement of the answer.

    Attributes:
        id: unique in the plan: ``final``, ``final.2``, … for final claims, ``c1``, ``c2``, … for steps.
        kind: what sort of statement it is.
        role: ``final`` (answers an asked part) or ``step``.
        quote: the answer's own characters, verbatim: ``answer[span[0]:span[1]] == quote``.
        span: character offsets of the quote.
        value: parsed value; see :data:`Value`.
        quantum: the step to which a number was printed (26 -> 1; 11,607.55 -> 1/100; 约1.16万 -> 100);
            ``None`` for what is exact as written (a fraction, a symbol) and for kinds that have no numbers.
        unit: canonical unit or currency of the value, or ``None``.
        subject: normalised left side ("x", "3*4") or asked part ("mean"); with kind and role it is the claim
            key.
        approx: printed with "about", "≈", "约".
        truncated: printed with "…" or with a stated floor, so that truncation is right.
        value_span: where the value itself stands (what a local patch replaces), within the answer.
        alternatives: other readings of the same characters; not empty means ambiguous: the claim is
            undecided.
        lhs: for equations, the left side's text as an expression our parser reads.
        reason: why it can't be judged (``ambiguous_final``, ``ambiguous_number``), or "".
        echoes: spans of the same value where the answer states it again ("#### 18 … The answer is: 18"); a
            patch that leaves them alone makes the finals disagree.
    """

    id: str
    kind: ClaimKind
    role: Role
    quote: str
    span: tuple[int, int]
    value: Value = None
    quantum: Fraction | None = None
    unit: str | None = None
    subject: str = ""
    approx: bool = False
    truncated: bool = False
    value_span: tuple[int, int] | None = None
    alternatives: tuple[Value, ...] = ()
    lhs: str = ""
    reason: str = ""
    echoes: tuple[tuple[int, int], ...] = ()

    @property
    def key(self) -> tuple[str, str, str]:
        """How the claim is matched between attempts: (kind, role, subject)."""
        return (self.kind, self.role, self.subject)


# --- checks -------------------------------------------------------------------------------------------
# An operand is a JSON literal or a reference: {"$ref": "output.value"}, {"$ref": "claims.final.value"},
# {"$ref": "steps.1.output.value"}. {"$first": [A, B]} is the first of them that is there and not null: a
# program may return a value or print it. `actual` is what the tool showed, `expected` what the answer claims.
Operand: TypeAlias = Any

OUTPUT_VALUE: Mapping[str, str] = {"$ref": "output.value"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Equals:
    """Same value: numbers exactly (or within an explicit tolerance), text after NFKC and strip.

    ``abs_tol`` is in the claim's printed unit; a number within either tolerance holds. ``unit``: unit of
    ``actual``, where the tool's output does not carry it ("%" when it counts percent, "1" for a plain ratio).
    """

    type: Literal["equals"] = "equals"
    actual: Operand = field(default_factory=lambda: dict(OUTPUT_VALUE))
    expected: Operand
    abs_tol: str | None = None
    rel_tol: str | None = None
    unit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsTo:
    """The tool's exact value, rounded at the claim's printed quantum, is the claim (ties either way).

    ``truncation``: cutting off the digits is right too (step claims, "…", a stated floor). ``places``:
    decimals that count instead of the claim's own. ``unit``: as in :class:`Equals`. ``exact``: the
    exact value was asked for, so a final that only rounds a short one, or a fraction to a whole number,
    without saying so ("about") is left open; money may be rounded to its cents.
    """

    type: Literal["rounds_to"] = "rounds_to"
    actual: Operand = field(default_factory=lambda: dict(OUTPUT_VALUE))
    expected: Operand
    truncation: bool = False
    places: int | None = None
    unit: str | None = None
    exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Equivalent:
    """Mathematically the same (decided by the equivalence tool's ladder)."""

    type: Literal["equivalent"] = "equivalent"
    actual: Operand = field(default_factory=lambda: dict(OUTPUT_VALUE))
    expected: Operand


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare:
    """``actual op expected`` holds, exactly. ``unit``: as in :class:`Equals`."""

    type: Literal["compare"] = "compare"
    actual: Operand = field(default_factory=lambda: dict(OUTPUT_VALUE))
    op: Literal["<", "<=", ">", ">=", "!="]
    expected: Operand
    unit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Contains:
    """The output (text, list or list of formulas) contains the expected item."""

    type: Literal["contains"] = "contains"
    actual: Operand = field(default_factory=lambda: dict(OUTPUT_VALUE))
    expected: Operand


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """The whole output text matches a regular expression, of a subset that runs in linear time."""

    type: Literal["matches"] = "matches"
    actual: Operand = field(default_factory=lambda: dict(OUTPUT_VALUE))
    pattern: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Succeeds:
    """The tool ran to its end. Can refute, never verify."""

    type: Literal["succeeds"] = "succeeds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Raises:
    """The code raised an exception of that class."""

    type: Literal["raises"] = "raises"
    exception: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputEquals:
    """What the code printed is the expected text, white space at line ends aside."""

    type: Literal["output_equals"] = "output_equals"
    actual: Operand = field(default_factory=lambda: {"$ref": "output.stdout"})
    expected: Operand


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsEqual:
    """Two tables hold the same rows (``order``: ``list`` in order, ``bag`` any order)."""

    type: Literal["rows_equal"] = "rows_equal"
    actual: Operand = field(default_factory=lambda: {"$ref": "output.rows"})
    expected: Operand
    order: Literal["list", "bag"] = "list"


@dataclass(frozen=True, slots=True, kw_only=True)
class Supports:
    """A fact source says ``supported``; ``refuted`` fails, ``not_enough_info`` is undecided."""

    type: Literal["supports"] = "supports"
    actual: Operand = field(default_factory=lambda: {"$ref": "output.verdict"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Consistent:
    """The consistency tool found no contradiction (basis answer: can refute, never verify)."""

    type: Literal["consistent"] = "consistent"
    actual: Operand = field(default_factory=lambda: {"$ref": "output.consistent"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Quorum:
    """Enough of the programs that derived a value independently agree on the claim.

    Reads ``output.derivations`` of the tool ``independent_derivations``; each program's value votes for the
    claim, against it, or not at all. ``refute_at`` contradict by one value: fail, unless ``dissent_veto`` and
    one agrees; ``verify_at`` more agree than contradict: pass; ``scattered_at`` contradict each in its own
    way and none agrees: fail. ``unit`` and ``exact``: as in :class:`RoundsTo`, where what would be left open
    is an abstention. See :mod:`verifier.quorum`.
    """

    type: Literal["quorum"] = "quorum"
    expected: Operand
    refute_at: int = 2
    verify_at: int = 2
    dissent_veto: bool = True
    scattered_at: int | None = None
    unit: str | None = None
    exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AllOf:
    """Every check holds (Kleene)."""

    type: Literal["all_of"] = "all_of"
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf:
    """At least one check holds (Kleene)."""

    type: Literal["any_of"] = "any_of"
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Not:
    """The check fails (Kleene: not undecided is undecided)."""

    type: Literal["not"] = "not"
    check: Check


Check: TypeAlias = (
    Equals
    | RoundsTo
    | Equivalent
    | Compare
    | Contains
    | Matches
    | Succeeds
    | Raises
    | OutputEquals
    | RowsEqual
    | Supports
    | Consistent
    | Quorum
    | AllOf
    | AnyOf
    | Not
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One tool call and what it must show.

    Attributes:
        step_id: unique in the plan.
        description: for people.
        tool_required: the tool's name or alias.
        tool_input: JSON object; ``{"$ref": "steps.ID.output.PATH"}`` stands for an earlier step's output.
        expected_check: the typed check, or ``None`` when its sentence could not be compiled (then
            ``sentence`` holds it and the step is ``undecided: sentence``).
        sentence: the check as it was written, when it was written as a sentence.
        claim: id of the claim that the step judges, or ``None``.
        depends_on: ids of steps that must have been decided first.
        required: an undecided required step keeps the run from being verified.
        basis: where the step's truth comes from.
        formula: id of the curated formula or template whose constants the input uses, or "".
    """

    step_id: str
    description: str
    tool_required: str
    tool_input: Mapping[str, Any]
    expected_check: Check | None
    sentence: str = ""
    claim: str | None = None
    depends_on: tuple[str, ...] = ()
    required: bool = True
    basis: Basis = "answer"
    formula: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Claims and ordered steps.

    Attributes:
        claims: what the answer states.
        steps: how each is checked, in the order of execution.
        verification_needed: the planner's own opinion; overruled when there are claims (design: evasion).
        asked: labels of the asked parts, for coverage; empty when the question asks one unnamed thing.
        notes: what the planner wants a person to know (abstentions with their reason).
        author: who made it: ``offline``, ``given``, ``llm:…``.
    """

    claims: tuple[Claim, ...] = ()
    steps: tuple[Step, ...] = ()
    verification_needed: bool = True
    asked: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    author: str = "offline"
