"""What solvers and templates hand to the offline planner: how a question can be computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from toolkits import lazy_re as re
from toolkits.quantities import Quantity, read_all
from verifier.plan import Check, ClaimKind, Step, Succeeds
from verifier.task import DatabaseFile, DataTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """One way to compute one asked part, with no look at the answer.

    Attributes:
        part: label of the asked part that it answers ("mean", "x"); "" when the question asks one thing.
        kind: kind of the value.
        tool: name of a tool in the registry.
        tool_input: its input; every literal stands in the question or its data, or is a constant of the
            formula.
        output: path of the value in the tool's output.
        unit: unit of the tool's value, where it has one.
        description: one line for people.
        formula: id of the curated formula or template, or "".
        check: a check to use in place of the kind's default.
        values: option letter -> value, for questions that offer choices.
        before: earlier steps that belong to it (a fact look-up).
        implied: the question does not say what to do (it is a bare list of words): it speaks only about an
            answer that is an attempt at it.
    """

    kind: ClaimKind
    tool: str
    tool_input: dict[str, Any]
    description: str
    part: str = ""
    output: str = "value"
    unit: str | None = None
    formula: str = ""
    check: Check | None = None
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    before: tuple[Step, ...] = ()
    implied: bool = False

    def computed_as(self, step_id: str) -> Step:
        """The step that computes the value and judges no claim."""
        return Step(
            step_id=step_id,
            description=self.description,
            tool_required=self.tool,
            tool_input=self.tool_input,
            expected_check=Succeeds(),
            depends_on=tuple(step.step_id for step in self.before),
            basis="question",
            formula=self.formula,
        )


_OPTION = re.compile(
    r"(?:^|(?<=[\s,;]))\(?([A-Z])[).:：、]\s*(.+?)(?=\s*(?:[\n,;]|\s)\s*\(?[A-Z][).:：、]\s|\s*$)",
    re.MULTILINE,
)
_OPTIONS_HEAD = re.compile(
    r"^\s*(?:options|choices|answer choices|选项)\s*[:：]", re.IGNORECASE | re.MULTILINE
)


@dataclass(frozen=True, kw_only=True)
class QuestionText:
    """A question with the readings that several solvers share, each computed once."""

    text: str
    data: tuple[DataTable, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    databases: tuple[DatabaseFile, ...] = ()

    @cached_property
    def _options_start(self) -> int:
        head = _OPTIONS_HEAD.search(self.text)
        if head:
            return head.start()
        first = re.search(r"^\s*\(?A[).:：、]\s*\S", self.text, re.MULTILINE)
        return (
            first.start()
            if first and re.search(r"^\s*\(?B[).:：、]\s*\S", self.text, re.MULTILINE)
            else len(self.text)
        )

    @cached_property
    def stem(self) -> str:
        """The question without its options."""
        return self.text[: self._options_start]

    @cached_property
    def folded(self) -> str:
        """The whole question in small letters."""
        return self.text.lower()

    @cached_property
    def options(self) -> dict[str, str]:
        """Option letter -> option text; empty when the question offers no choices."""
        return {m[1]: m[2].strip() for m in _OPTION.finditer(self.text[self._options_start :])}

    @cached_property
    def quantities(self) -> list[Quantity]:
        """Every number of the stem."""
        return read_all(self.stem)


Solver: TypeAlias = Callable[[QuestionText], list[Derivation]]
