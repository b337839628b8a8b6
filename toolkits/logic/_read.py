"""Reads statements given as data: texts of the grammar, or JSON objects of one connective each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from toolkits.errors import ToolInputError, ToolLimit
from toolkits.logic._text import read_text
from toolkits.logic._tree import (
    Atom,
    Connective,
    Joined,
    Member,
    Not,
    Quantified,
    Quantifier,
    Role,
    Statement,
    names_in,
)

_MAX_DEPTH = 60
_COMPARING = frozenset({"<", "<=", ">", ">=", "=", "!="})
_FORMS = (
    'a text, {"atom": name}, {"not": s}, {"and" | "or": [s, …]}, {"implies" | "iff" | "xor": [s, s]}, '
    '{"all" | "no" | "some" | "some_not": [class, class]}, {"is" | "is_not": [thing, class]}, '
    '{"<" | "<=" | ">" | ">=" | "=" | "!=": [sum, sum]}'
)


def read(given: Any, where: str, depth: int = 0) -> Statement:
    """The statement that ``given`` is.

    Args:
        given: a text of the grammar (see :mod:`toolkits.logic._text`) or an object with one key.
        where: its place in the input, for messages.
        depth: how deep it stands.

    Raises:
        ToolInputError: it has another form; the message names the place and the forms.
        ToolLimit: too deep.
    """
    if depth > _MAX_DEPTH:
        raise ToolLimit(f"{where[:80]}: more than {_MAX_DEPTH} levels deep")
    if isinstance(given, str):
        try:
            return read_text(given)
        except ToolInputError as error:
            raise ToolInputError(f"{where}: {error}", code=error.code) from error
    if isinstance(given, Mapping) and len(given) == 1:
        ((key, value),) = given.items()
        for keys, make in _MAKERS:
            if key in keys:
                return make(key, value, where, depth)
    raise ToolInputError(f"{where}: a statement is {_FORMS}")


def _atom(_: str, value: Any, where: str, __: int) -> Statement:
    return Atom(_text(value, where))


def _denied(_: str, value: Any, where: str, depth: int) -> Statement:
    return Not(read(value, f"{where}.not", depth + 1))


def _joined(key: str, value: Any, where: str, depth: int) -> Statement:
    parts = _items(value, where, None if key in {"and", "or"} else 2)
    read_parts = (read(part, f"{where}.{key}[{n}]", depth + 1) for n, part in enumerate(parts))
    return Joined(cast("Connective", key), tuple(read_parts))


def _quantified(key: str, value: Any, where: str, _: int) -> Statement:
    subject, predicate = _items(value, where, 2)
    return Quantified(cast("Quantifier", key), _text(subject, where), _text(predicate, where))


def _member(key: str, value: Any, where: str, _: int) -> Statement:
    thing, of = _items(value, where, 2)
    member = Member(_text(thing, where), _text(of, where))
    return member if key == "is" else Not(member)


def _compared(key: str, value: Any, where: str, depth: int) -> Statement:
    left, right = _items(value, where, 2)
    return read(f"({left}) {key} ({right})", where, depth + 1)


_Make = Callable[[str, Any, str, int], Statement]
_MAKERS: tuple[tuple[frozenset[str], _Make], ...] = (
    (frozenset({"atom"}), _atom),
    (frozenset({"not"}), _denied),
    (frozenset({"and", "or", "xor", "implies", "iff"}), _joined),
    (frozenset({"all", "no", "some", "some_not"}), _quantified),
    (frozenset({"is", "is_not"}), _member),
    (_COMPARING, _compared),
)


def _items(value: Any, where: str, count: int | None) -> Sequence[Any]:
    if not isinstance(value, list) or not value or (count is not None and len(value) != count):
        raise ToolInputError(f"{where}: expected a list of {count or 'at least one'}")
    return value


def _text(value: Any, where: str) -> str:
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not text or len(text) > 200:
        raise ToolInputError(f"{where}: expected a name of at most 200 characters")
    return text


def roles_of(statements: Sequence[Statement]) -> dict[str, Role]:
    """What each name stands for, in order of first occurrence.

    Raises:
        ToolInputError: a name stands for two sorts of things.
    """
    found: dict[str, Role] = {}
    for statement in statements:
        for name, role in names_in(statement):
            if found.setdefault(name, role) != role:
                raise ToolInputError(f"{name!r} is used as a {found[name]} and as a {role}")
    return found
