"""Statements on classes as statements on named things only: sound and complete by a small domain.

A statement ``all A are B``, ``no``, ``some``, ``some … not`` is true or false of a domain because of its
things. What any number of such statements (under any connectives) say together holds in some domain just
when it holds in one of the things named, one witness for each such statement (of its being true, for the
existential ones; of its being false, for the universal ones), and one for each class that is said to have
a member: cut any model down to these and no statement changes its truth value. So each statement is
spelled out over that many things, and only propositions and numbers are left (compare Löwenheim's
procedure for monadic logic).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolkits.errors import ToolLimit
from toolkits.logic._tree import Atom, Joined, Member, Not, Quantified, Role, Statement, Truth, walk

_MAX_PARTS = 100_000


def domain_of(
    statements: Sequence[Statement], roles: Mapping[str, Role], *, inhabited: bool
) -> tuple[str, ...]:
    """Names of the things of a domain that is large enough; ``thing 1`` and so on have none of their own."""
    named = [name for name, role in roles.items() if role == "thing"]
    classes = [name for name, role in roles.items() if role == "class"]
    count = sum(isinstance(part, Quantified) for s in statements for part in walk(s))
    witnesses = count + len(classes) * inhabited
    if not classes:
        return ()
    if (len(named) + witnesses) * max(count, 1) > _MAX_PARTS:
        raise ToolLimit(f"{count} statements on {len(named) + witnesses} things are too many")
    made = (f"thing {n}" for n in range(1, witnesses + 1))
    return (*named, *(name for name in made if name not in roles)) or ("thing 1",)


def membership(thing: str, of: str) -> str:
    """The proposition that a thing belongs to a class, by a name that no text can have."""
    return f"{thing}\n{of}"


def spelled_out(statement: Statement, domain: Sequence[str]) -> Statement:
    """The statement with propositions in place of classes and things."""
    match statement:
        case Not(part):
            return Not(spelled_out(part, domain))
        case Joined(by, parts):
            return Joined(by, tuple(spelled_out(part, domain) for part in parts))
        case Member(thing, of):
            return Atom(membership(thing, of))
        case Quantified():
            return _over(statement, domain)
        case _:
            return statement


def _over(statement: Quantified, domain: Sequence[str]) -> Statement:
    """``all`` and ``no`` deny a thing in the one and not (or also) in the other; the others affirm it."""
    other = statement.by in {"all", "some_not"}
    found: list[Statement] = []
    for thing in domain:
        second: Statement = Atom(membership(thing, statement.predicate))
        found.append(
            Joined("and", (Atom(membership(thing, statement.subject)), Not(second) if other else second))
        )
    exists: Statement = Joined("or", tuple(found)) if found else Truth(value=False)
    return Not(exists) if statement.by in {"all", "no"} else exists


def has_member(of: str, domain: Sequence[str]) -> Statement:
    """That a class is not empty."""
    return Joined("or", tuple(Atom(membership(thing, of)) for thing in domain))
