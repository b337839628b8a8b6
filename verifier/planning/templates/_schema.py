"""What a template is: plain data, read from YAML by :mod:`._reader`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from toolkits import lazy_re as re
from verifier.planning.templates._phrases import Node

#: Parameters that every template has: the unit that the question asks for, and a stated value of π.
BUILT_IN = frozenset({"asked_unit", "pi"})
#: References that are no phrases: a name, its possessive, a number that changes nothing (decimal places).
BUILT_IN_REFERENCES = frozenset({"name", "owner", "number"})

#: left, operator, right.
Comparison: TypeAlias = tuple[str, str, str]

_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Shared phrases.

    Attributes:
        groups: language -> name -> one node of all the entry's phrases.
        fills: language -> name -> the parameters that the entry and what it refers to fill.
        same: entries that must be said in the same words wherever a question says them: a garden stays one.
    """

    groups: Mapping[str, Mapping[str, Node]]
    fills: Mapping[str, Mapping[str, frozenset[str]]]
    same: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterSpec:
    """A quantity, word or name that the question gives.

    Attributes:
        kind: one of :data:`~verifier.planning.templates._kinds.KINDS`.
        unit: what the value is converted to (times: ``year``), or "".
        words: for kind ``word``: language -> (phrase, the number that it stands for).
        default: the number that holds when the question does not say, or ``None``.
    """

    kind: str
    unit: str
    words: Mapping[str, tuple[tuple[Node, Fraction], ...]]
    default: Fraction | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Compute:
    """One way to compute an answer, used when its parameters are exactly those that the question gives.

    Attributes:
        expression: in our expression language, over the parameters' names; "" when another tool is called.
        tool: name of the tool.
        tool_input: its input; ``{name}`` stands for a parameter's value and ``{name.unit}`` for its unit.
        parameters: the parameters that take part.
        where: comparisons that must hold, else the template abstains.
        formula: id of the curated formula, or "".
        unit: unit of the value in terms of parameters (``length^2``), ``%``, a fixed one (``=d``), or "".
    """

    expression: str
    tool: str
    tool_input: Mapping[str, str]
    parameters: frozenset[str]
    where: tuple[Comparison, ...]
    formula: str
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSpec:
    """One thing that the question may ask for.

    Attributes:
        part: its label when a question asks for several.
        ask: language -> the phrases that ask for it.
        compute: the ways to compute it.
    """

    part: str
    ask: Mapping[str, tuple[Node, ...]]
    compute: tuple[Compute, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """One template; see ``docs/templates.md``.

    Attributes:
        id: unique among the templates in use.
        title: language -> name for people.
        file: where it was read from.
        parameters: name -> what it is.
        groups: group -> language -> phrases, for use in other phrases.
        must: likewise, and the question must say one of each group.
        says: language -> phrases that the question may say.
        answers: what it may ask for.
        ask_all: language -> phrases that ask for all of that at once.
    """

    id: str
    title: Mapping[str, str]
    file: str
    parameters: Mapping[str, ParameterSpec]
    groups: Mapping[str, Mapping[str, tuple[Node, ...]]]
    must: Mapping[str, Mapping[str, tuple[Node, ...]]]
    says: Mapping[str, tuple[Node, ...]]
    answers: tuple[AnswerSpec, ...]
    ask_all: Mapping[str, tuple[Node, ...]]


def substitute(text: str, values: Mapping[str, str]) -> str:
    """An expression with names replaced by the text of their values."""
    return _WORD.sub(lambda match: values.get(match[0], match[0]), text)


def words_in(text: str) -> frozenset[str]:
    """Names that stand in an expression."""
    return frozenset(_WORD.findall(text))
