"""What reading an answer yields: claims, code, asked parts, assignments. Plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from verifier.plan import Claim, ClaimKind


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeBlock:
    r"""A piece of code in an answer.

    Attributes:
        language: ``python``, ``sql``, another fence's first word in lower case, or "" when nothing tells.
        code: the code to run: line ends as ``\n``, the indentation of its fence taken off.
        span: where its characters stand in the answer.
        fenced: it stood between fences; false for code recognised only because it parses.
        closed: its fence was closed.
    """

    language: str
    code: str
    span: tuple[int, int]
    fenced: bool = True
    closed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPart:
    """One thing that a question asks for.

    Attributes:
        label: normalised name ("mean", "x", "children"), or "" when the question asks one unnamed thing.
        kind: what sort of value is asked for.
        span: the characters of the question that ask for it.
    """

    label: str
    kind: ClaimKind
    span: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """A name that the answer gives one number ("x = 10").

    Attributes:
        name: the variable, as printed.
        value: the number.
        quantum: the step to which it was printed.
        span: the whole "x = 10".
        unit: of the number, where one stands behind it.
        scope: number of the case, example or attempt in which it stands.
        tentative: a hypothesis, an alternative ("x = 2 or x = -3"), a test value: contradicts nothing.
        replaces: introduced as a new value ("now x = 5").
    """

    name: str
    value: Fraction
    quantum: Fraction | None
    span: tuple[int, int]
    scope: int = 0
    unit: str | None = None
    tentative: bool = False
    replaces: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Everything that was found in an answer.

    Attributes:
        claims: checkable statements by position; ids ``c1``, ``c2``, … for steps, ``final``, ``final.2``, …
            for finals.
        code: code blocks in order; outputs and transcripts are not code.
        asked: the parts that the question asks for; empty without a question.
        notes: what a person should know about the reading (text cut off, a final that is not certain).
        assignments: in order, for names that are given a number more than once.
    """

    claims: tuple[Claim, ...] = ()
    code: tuple[CodeBlock, ...] = ()
    asked: tuple[AskedPart, ...] = ()
    notes: tuple[str, ...] = ()
    assignments: tuple[Assignment, ...] = ()
