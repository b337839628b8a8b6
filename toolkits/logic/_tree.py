"""Statements as trees: propositions, linear comparisons, and what is said of classes of things."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

Quantifier: TypeAlias = Literal["all", "no", "some", "some_not"]
Connective: TypeAlias = Literal["and", "or", "xor", "implies", "iff"]
Sign: TypeAlias = Literal["<", "<=", "=", "!="]
Role: TypeAlias = Literal["proposition", "number", "class", "thing"]


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""

    value: bool


@dataclass(frozen=True, slots=True)
class Atom:
    """A proposition, known by its name alone."""

    name: str


@dataclass(frozen=True, slots=True)
class Not:
    """The denial of a statement."""

    part: Statement


@dataclass(frozen=True, slots=True)
class Joined:
    """Statements under one connective; ``xor``, ``implies`` and ``iff`` have two parts."""

    by: Connective
    parts: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Linear:
    """A sum of numbers times variables, and a constant."""

    terms: tuple[tuple[str, Fraction], ...]
    constant: Fraction = Fraction(0)

    def plus(self, other: Linear, factor: Fraction = Fraction(1)) -> Linear:
        """This and ``factor`` times the other."""
        total = dict(self.terms)
        for name, value in other.terms:
            total[name] = total.get(name, Fraction(0)) + factor * value
        kept = tuple((name, value) for name, value in total.items())
        return Linear(kept, self.constant + factor * other.constant)

    def times(self, factor: Fraction) -> Linear:
        """This, ``factor`` times."""
        return Linear(tuple((n, v * factor) for n, v in self.terms), self.constant * factor)


@dataclass(frozen=True, slots=True)
class Compared:
    """``sum sign 0``."""

    sum: Linear
    sign: Sign


@dataclass(frozen=True, slots=True)
class Quantified:
    """``all``, ``no``, ``some`` or ``some_not`` (some are not), of the things of two classes."""

    by: Quantifier
    subject: str
    predicate: str


@dataclass(frozen=True, slots=True)
class Member:
    """A named thing belongs to a class."""

    thing: str
    of: str


Statement: TypeAlias = Truth | Atom | Not | Joined | Compared | Quantified | Member


def walk(statement: Statement) -> Iterator[Statement]:
    """The statement and all its parts, outermost first."""
    waiting = [statement]
    while waiting:
        found = waiting.pop()
        yield found
        if isinstance(found, Not):
            waiting.append(found.part)
        elif isinstance(found, Joined):
            waiting.extend(reversed(found.parts))


def names_in(statement: Statement) -> Iterator[tuple[str, Role]]:
    """Every name of a statement with what it stands for, as often as it occurs."""
    for part in walk(statement):
        if isinstance(part, Atom):
            yield part.name, "proposition"
        elif isinstance(part, Compared):
            for name, _ in part.sum.terms:
                yield name, "number"
        elif isinstance(part, Quantified):
            yield part.subject, "class"
            yield part.predicate, "class"
        elif isinstance(part, Member):
            yield part.thing, "thing"
            yield part.of, "class"


# --- truth in a given model -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Model:
    """What makes statements true or false: values of names, and which things are in which class."""

    propositions: Mapping[str, bool]
    numbers: Mapping[str, Fraction]
    things: tuple[str, ...]
    classes: Mapping[str, frozenset[str]]


def is_true(statement: Statement, model: Model) -> bool:
    """Whether a statement is true in a model, by its definition."""
    match statement:
        case Truth(value):
            return value
        case Atom(name):
            return model.propositions[name]
        case Not(part):
            return not is_true(part, model)
        case Joined(by, parts):
            return _joined(by, [is_true(part, model) for part in parts])
        case Compared(total, sign):
            found = sum((v * model.numbers[n] for n, v in total.terms), total.constant)
            return {"<": found < 0, "<=": found <= 0, "=": found == 0, "!=": found != 0}[sign]
        case Quantified(by, subject, predicate):
            inside = model.classes[subject], model.classes[predicate]
            both, only = bool(inside[0] & inside[1]), bool(inside[0] - inside[1])
            return {"all": not only, "no": not both, "some": both, "some_not": only}[by]
        case Member(thing, of):
            return thing in model.classes[of]


def _joined(by: Connective, values: list[bool]) -> bool:
    if by == "and":
        return all(values)
    if by == "or":
        return any(values)
    one, other = values
    return {"xor": one != other, "implies": not one or other, "iff": one == other}[by]
