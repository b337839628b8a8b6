"""The ``logic`` tool: what follows from statements given as data, decided by Z3."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from toolkits.errors import ToolInputError, ToolLimit, ToolRefused
from toolkits.logic._read import read, roles_of
from toolkits.logic._solver import EXISTENCE, Solver, version
from toolkits.logic._tree import Joined, Model, Not, Quantified, Statement, walk

__all__ = ["logic"]

Operation: TypeAlias = Literal["entails", "holds", "contradicts", "consistent", "equivalent"]
Existence: TypeAlias = Literal["", "none", "assumed"]
Given: TypeAlias = str | dict[str, Any]

_MOST_STATEMENTS = 200
_MOST_NAMES = 500
_LONGEST_TEXT = 200
_EXISTENCE_NOTE = "no class is empty"


def logic(  # noqa: PLR0917  (the fields of one JSON object)
    op: Operation,
    premises: list[Given] | None = None,
    conclusion: Given | None = None,
    other: Given | None = None,
    integers: list[str] | None = None,
    existence: Existence = "",
) -> dict[str, Any]:
    """Whether a statement follows from others, contradicts them, or they can hold together.

    Statements are texts such as ``p -> q``, ``not p``, ``2*x + y <= 3``, ``all dogs are mammals``,
    ``"it rains" or p``, or JSON objects of one connective each, such as ``{"implies": ["p", "q"]}``.

    Args:
        op: ``entails`` (the conclusion is true wherever the premises are), ``holds`` (its truth value where
            they leave no choice), ``contradicts`` (it is false wherever they are true), ``consistent`` (the
            premises can all be true), ``equivalent`` (conclusion and other have one truth value wherever the
            premises hold).
        premises: statements, at most 200.
        conclusion: a statement, for all but ``consistent``.
        other: the second statement of ``equivalent``.
        integers: names of the numbers that are whole; all others are real.
        existence: whether ``all A are B`` says that there are As: ``none``, ``assumed``, or "" where the
            outcome must be the same either way.

    Returns:
        ``{"value": bool, "core": [premises that suffice, counted from 1], "because": [their texts],
        "model": a case that shows it is not so, or that the premises can hold, "solver": …}``.

    Raises:
        ToolInputError: a statement that can't be read, or a name used in two ways.
        ToolRefused: the premises contradict each other, so that they prove nothing (``vacuous``); they leave
            the truth value open (``undetermined``); products of variables (``not_linear``); it depends on
            whether classes may be empty (``existence``).
        ToolLimit: too much to read, or not decided within the solver's counted work.
        ToolUnavailable: Z3 is not installed.
    """
    asked = _asked(op, premises or [], conclusion, other)
    roles = roles_of(asked.statements)
    if len(roles) > _MOST_NAMES:
        raise ToolLimit(f"{len(roles)} names; at most {_MOST_NAMES}")
    unknown = [name for name in integers or [] if roles.get(name) != "number"]
    if unknown:
        raise ToolInputError(f"integers: {unknown[0]!r} is no number of the statements")
    whole = frozenset(integers or [])
    about_classes = any(isinstance(part, Quantified) for s in asked.statements for part in walk(s))
    readings = [existence == "assumed"] if existence or not about_classes else [False, True]
    found = [
        _HANDLERS[op](asked, Solver(asked.statements, roles, whole, inhabited=inhabited))
        for inhabited in readings
    ]
    if len(found) == 2 and not _same(*found):
        raise ToolRefused(
            "it depends on whether a class may be empty: say so with existence (none, assumed)",
            code="existence",
        )
    first = found[0]
    if isinstance(first, ToolRefused):
        raise first
    return {**first, "solver": version()}


@dataclass(frozen=True, slots=True)
class _Asked:
    """The statements, read, and their texts for the report."""

    premises: tuple[Statement, ...]
    texts: tuple[str, ...]
    conclusion: Statement | None = None

    @property
    def statements(self) -> tuple[Statement, ...]:
        return self.premises if self.conclusion is None else (*self.premises, self.conclusion)


_Found: TypeAlias = dict[str, Any] | ToolRefused


def _asked(op: str, premises: Sequence[Given], conclusion: Given | None, other: Given | None) -> _Asked:
    if len(premises) > _MOST_STATEMENTS:
        raise ToolLimit(f"{len(premises)} premises; at most {_MOST_STATEMENTS}")
    if (conclusion is None) != (op == "consistent") or (other is None) != (op != "equivalent"):
        needs = {"consistent": "premises alone", "equivalent": "conclusion and other"}
        raise ToolInputError(f"{op} needs {needs.get(op, 'a conclusion')}")
    given = tuple(read(p, f"premises[{n}]") for n, p in enumerate(premises))
    texts = tuple(_told(premise) for premise in premises)
    if conclusion is None:
        return _Asked(given, texts)
    last = read(conclusion, "conclusion")
    if other is not None:
        last = Joined("iff", (last, read(other, "other")))
    return _Asked(given, texts, last)


def _told(given: Given) -> str:
    return (given if isinstance(given, str) else json.dumps(given, ensure_ascii=False))[:_LONGEST_TEXT]


def _same(one: _Found, two: _Found) -> bool:
    if isinstance(one, ToolRefused) or isinstance(two, ToolRefused):
        return isinstance(one, ToolRefused) and isinstance(two, ToolRefused) and one.code == two.code
    return bool(one["value"] == two["value"])


# --- one handler an operation -----------------------------------------------------------------------------


def _consistent(asked: _Asked, solver: Solver) -> _Found:
    model = solver.model(asked.premises)
    if model is not None:
        return {"value": True, "core": [], "because": [], "model": _shown(model)}
    return {"value": False, **_core(asked, solver.core(asked.premises)), "model": None}


def _entails(asked: _Asked, solver: Solver) -> _Found:
    return _follows(asked, solver, _conclusion(asked))


def _contradicts(asked: _Asked, solver: Solver) -> _Found:
    return _follows(asked, solver, Not(_conclusion(asked)))


def _holds(asked: _Asked, solver: Solver) -> _Found:
    yes = _follows(asked, solver, _conclusion(asked))
    if isinstance(yes, ToolRefused) or yes["value"]:
        return yes
    no = _follows(asked, solver, Not(_conclusion(asked)))
    if isinstance(no, ToolRefused) or no["value"]:
        return no if isinstance(no, ToolRefused) else {**no, "value": False}
    return ToolRefused(
        "the premises leave it open: it is true in one case and false in another", code="undetermined"
    )


def _follows(asked: _Asked, solver: Solver, conclusion: Statement) -> _Found:
    """Whether the conclusion is true wherever the premises are, which must be able to hold."""
    counter = solver.model([*asked.premises, Not(conclusion)])
    if counter is not None:
        return {"value": False, "core": [], "because": [], "model": _shown(counter)}
    if solver.model(asked.premises) is None:
        core = _core(asked, solver.core(asked.premises))
        said = "; ".join(core["because"])
        return ToolRefused(
            f"the premises contradict each other ({said[:300]}): everything follows, nothing is shown",
            code="vacuous",
        )
    needed = solver.core([*asked.premises, Not(conclusion)])
    return {"value": True, **_core(asked, needed), "model": None}


_HANDLERS: Mapping[str, Callable[[_Asked, Solver], _Found]] = {
    "entails": _entails,
    "holds": _holds,
    "contradicts": _contradicts,
    "consistent": _consistent,
    "equivalent": _entails,
}


def _conclusion(asked: _Asked) -> Statement:
    assert asked.conclusion is not None
    return asked.conclusion


def _core(asked: _Asked, indexes: Sequence[int]) -> dict[str, Any]:
    own = [n for n in indexes if 0 <= n < len(asked.premises)]
    note = [_EXISTENCE_NOTE] if EXISTENCE in indexes else []
    return {"core": [n + 1 for n in own], "because": [*(asked.texts[n] for n in own), *note]}


def _shown(model: Model) -> dict[str, Any]:
    """A model as JSON: a value for each proposition and number, the members of each class."""
    order = {thing: n for n, thing in enumerate(model.things)}
    return {
        **model.propositions,
        **{name: str(value) for name, value in model.numbers.items()},
        **{name: sorted(members, key=order.__getitem__) for name, members in model.classes.items()},
    }
