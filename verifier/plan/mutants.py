"""The published table of mutants: wrong values near a claim's own, which a sound check must refuse (law 8).

``docs/mutants.md`` is written from this table. A mutant is *near* when it may lie within a tolerance that the
check declares; the others are gross: no tolerance excuses them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any, Final, TypeAlias, get_args

from toolkits.errors import ToolkitError
from verifier.plan._schema import AllOf, AnyOf, Check, Claim, ClaimKind, Contains, Equals, RoundsTo, RowsEqual

__all__ = ["ACCEPTED", "MUTATIONS", "Mutant", "Mutation", "is_accepted", "mutants", "table"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A claim with a wrong value.

    Attributes:
        name: of the mutation ("+2 last digits").
        claim: the claim, changed.
        near: a declared tolerance may accept it.
    """

    name: str
    claim: Claim
    near: bool = False


Change: TypeAlias = Callable[[Claim], Iterator[Claim]]


@dataclass(frozen=True, slots=True)
class Mutation:
    """One line of the table: its name, what it does, and whether it is near."""

    name: str
    says: str
    change: Change
    near: bool = False


# --- numbers ------------------------------------------------------------------------------------------


def _number(change: Callable[[Fraction, Fraction], Fraction]) -> Change:
    """A change of a number; the second argument is the step to which it was printed."""

    def changed(claim: Claim) -> Iterator[Claim]:
        value = claim.value
        if isinstance(value, Fraction):
            yield replace(claim, value=change(value, _step(claim, value)))

    return changed


def _step(claim: Claim, value: Fraction) -> Fraction:
    """The last printed digit, or for an exact fraction one unit of its denominator."""
    return claim.quantum if claim.quantum is not None else Fraction(1, value.denominator)


def _tenth(claim: Claim) -> Iterator[Claim]:
    """One tenth of it, printed one digit further: the same digits with the point moved."""
    if isinstance(claim.value, Fraction):
        quantum = None if claim.quantum is None else claim.quantum / 10
        yield replace(claim, value=claim.value / 10, quantum=quantum)


#: What a unit is swapped for: one of the same dimension, so that the check can tell them apart.
_OTHER_UNIT: Final[Mapping[str, str]] = {
    "km": "m", "m": "cm", "cm": "m", "mm": "cm", "mi": "km", "ft": "in", "in": "ft", "yd": "ft", "kg": "g",
    "g": "kg", "mg": "g", "t": "kg", "lb": "kg", "h": "min", "min": "h", "s": "min", "day": "h", "d": "h",
    "week": "day", "L": "mL", "mL": "L", "m²": "cm²", "cm²": "m²", "m³": "L", "km/h": "m/s", "m/s": "km/h",
    "°C": "°F", "°F": "°C", "USD": "EUR", "CNY": "USD", "EUR": "USD", "GBP": "USD",
}  # fmt: skip


def _other_unit(claim: Claim) -> Iterator[Claim]:
    # Percent has no entry: its other readings are the factors of 10 and 100 above.
    if claim.unit is not None and claim.unit != "%":
        yield replace(claim, unit=_OTHER_UNIT.get(claim.unit, "m" if claim.unit != "m" else "kg"))


_NUMBERS: Final = (
    Mutation(
        "+2 last digits", "two more in the last printed digit", _number(lambda v, q: v + 2 * q), near=True
    ),
    Mutation(
        "-2 last digits", "two less in the last printed digit", _number(lambda v, q: v - 2 * q), near=True
    ),
    Mutation("×10", "ten times the value", _number(lambda v, _: v * 10)),
    Mutation("×100", "a hundred times the value", _number(lambda v, _: v * 100)),
    Mutation("÷10", "a tenth of the value", _tenth),
    Mutation("−x", "the sign changed", _number(lambda v, _: -v)),
)
#: Only where the check declares a tolerance: one that accepts a tenth more or less says nothing.
_TOLERANCE: Final = (
    Mutation(
        "+10%", "a tenth more, where the check states a tolerance", _number(lambda v, _: v * Fraction(11, 10))
    ),
    Mutation(
        "−10%", "a tenth less, where the check states a tolerance", _number(lambda v, _: v * Fraction(9, 10))
    ),
)


# --- expressions --------------------------------------------------------------------------------------


def _expression(claim: Claim) -> Iterator[Claim]:
    """One node changed: each of the first two numbers in turn, raised by one."""
    text = claim.value
    if not isinstance(text, str):
        return
    name, equals, body = text.rpartition("=")
    for changed in _changed_expressions(body):
        yield replace(claim, value=f"{name}{equals} {changed}".strip())


def _changed_expressions(body: str) -> Iterator[str]:
    from toolkits.expressions import parse, replace_literal  # noqa: PLC0415  (only expression claims need it)

    try:
        tree = parse(body)
        numbers = tree.literals
        changed = [replace_literal(tree, index, numbers[index] + 1) for index in range(min(len(numbers), 2))]
    except ToolkitError:
        return
    yield from (str(other) for other in changed if _differ(tree, other))


def _differ(one: Any, other: Any) -> bool:
    """Some value tells two expressions apart; without that a change may be none (``0*x`` for ``1*0*x``)."""
    from toolkits.expressions import evaluate  # noqa: PLC0415  (only expression claims need it)

    for first in (2, 3, 5):
        names = {
            name: Fraction(first + 2 * i) for i, name in enumerate(sorted(one.variables | other.variables))
        }
        try:
            if evaluate(one, names) != evaluate(other, names):
                return True
        except ToolkitError:
            continue
    return False


def _one_more(claim: Claim) -> Iterator[Claim]:
    if isinstance(claim.value, str):
        name, equals, body = claim.value.rpartition("=")
        yield replace(claim, value=f"{name}{equals} ({body.strip()}) + 1".strip())


# --- words, choices, dates ----------------------------------------------------------------------------


def _negated(claim: Claim) -> Iterator[Claim]:
    if isinstance(claim.value, bool):
        yield replace(claim, value=not claim.value)


def _other_choices(claim: Claim) -> Iterator[Claim]:
    value = claim.value
    if not isinstance(value, str):
        return
    letter = value.strip("() .").upper()
    if len(letter) == 1 and "A" <= letter <= "Z":
        last = max("E", letter)
        yield from (replace(claim, value=chr(c)) for c in range(ord("A"), ord(last) + 1) if chr(c) != letter)
    else:
        yield from _other_text(claim)


def _other_text(claim: Claim) -> Iterator[Claim]:
    """The last letter or digit changed, so that only a comparison to the end sees it."""
    if isinstance(claim.value, str) and (changed := _changed_text(claim.value)) is not None:
        yield replace(claim, value=changed)


def _changed_text(text: str) -> str | None:
    for index in range(len(text) - 1, -1, -1):
        if text[index].isalnum():
            return f"{text[:index]}{'x' if text[index] not in 'xX' else 'y'}{text[index + 1 :]}"
    return None


def _more_words(claim: Claim) -> Iterator[Claim]:
    if isinstance(claim.value, str):
        yield replace(claim, value=f"not {claim.value}")


def _fewer_words(claim: Claim) -> Iterator[Claim]:
    words = claim.value.split() if isinstance(claim.value, str) else []
    if len(words) > 1:
        yield replace(claim, value=" ".join(words[:-1]))


def _day(days: int) -> Change:
    def changed(claim: Claim) -> Iterator[Claim]:
        if isinstance(claim.value, date):
            try:
                yield replace(claim, value=claim.value + timedelta(days=days))
            except OverflowError:
                return

    return changed


def _day_for_month(claim: Claim) -> Iterator[Claim]:
    value = claim.value
    if isinstance(value, date) and value.day <= 12:
        yield replace(claim, value=value.replace(month=value.day, day=value.month))


# --- lists and rows -----------------------------------------------------------------------------------


def _swapped(claim: Claim) -> Iterator[Claim]:
    value = claim.value
    if not isinstance(value, tuple):
        return
    for index in range(len(value) - 1):
        if value[index] != value[index + 1]:
            items = (*value[:index], value[index + 1], value[index], *value[index + 2 :])
            yield replace(claim, value=items)
            return


def _dropped(claim: Claim) -> Iterator[Claim]:
    if isinstance(claim.value, tuple) and claim.value:
        yield replace(claim, value=claim.value[:-1])


def _item_changed(claim: Claim) -> Iterator[Claim]:
    """The last item (of rows: the last cell of the last row) changed."""
    if isinstance(claim.value, tuple) and claim.value:
        yield replace(claim, value=_changed_item(claim.value))


def _changed_item(value: Any) -> Any:
    if isinstance(value, tuple) and value:
        return (*value[:-1], _changed_item(value[-1]))
    if isinstance(value, bool):
        return not value
    if isinstance(value, Fraction):
        return value + 2
    if isinstance(value, date):
        return value + timedelta(days=1 if value < date.max else -1)
    return (_changed_text(value) or f"{value}x") if isinstance(value, str) else "x"


# --- programs and statements --------------------------------------------------------------------------


def _empty_program(claim: Claim) -> Iterator[Claim]:
    """Every function does nothing; a program without functions is gone."""
    yield from _rewritten(claim, _Emptied())


def _constant_program(claim: Claim) -> Iterator[Claim]:
    """Every ``return`` gives back the same word; without functions, every ``print`` prints it."""
    yield from _rewritten(claim, _Constant())


def _conditions_changed(claim: Claim) -> Iterator[Claim]:
    """Wrong versions of the conditions by which a program chooses rows."""
    from toolkits.code_oracle import mutate_code  # noqa: PLC0415  (only code claims need it)

    if isinstance(claim.value, str):
        yield from (replace(claim, value=source) for _, source in mutate_code(claim.value))


def _rewritten(claim: Claim, change: _Rewrite) -> Iterator[Claim]:
    if next(_conditions_changed(claim), None) is not None:
        return
    from sandbox import syntax_tree  # noqa: PLC0415  (claims that are no programs do without)

    tree = syntax_tree(claim.value) if isinstance(claim.value, str) else None
    if tree is None:
        return
    changed = ast.unparse(ast.fix_missing_locations(change.module(tree)))
    if changed != ast.unparse(tree):
        yield replace(claim, value=changed)


class _Rewrite(ast.NodeTransformer):
    """A change of a program's tree; nothing is run here."""

    def module(self, tree: ast.Module) -> ast.Module:
        """The changed copy."""
        changed: ast.Module = self.visit(deepcopy(tree))
        return changed


class _Emptied(_Rewrite):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.body = [ast.Pass()]
        return node

    def module(self, tree: ast.Module) -> ast.Module:
        functions = any(isinstance(node, ast.FunctionDef) for node in ast.walk(tree))
        return super().module(tree) if functions else ast.Module(body=[ast.Pass()], type_ignores=[])


class _Constant(_Rewrite):
    def visit_Return(self, node: ast.Return) -> ast.Return:
        return ast.Return(value=ast.Constant("mutant")) if node.value is not None else node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "print":
            return ast.Call(func=node.func, args=[ast.Constant("mutant")], keywords=[])
        return node


def _query(form: str) -> Change:
    def changed(claim: Claim) -> Iterator[Claim]:
        if isinstance(claim.value, str) and claim.value.strip():
            query = claim.value.strip().rstrip(";")
            yield replace(claim, value=form.format(query=query))

    return changed


def _other_statement(claim: Claim) -> Iterator[Claim]:
    """The statement with its last number one higher, or without numbers its last word changed."""
    text = claim.value
    if not isinstance(text, str):
        return
    from toolkits.quantities import read_all  # noqa: PLC0415  (only statements of fact need it)

    found = [q for q in read_all(text) if text[q.number_start : q.number_end].isdigit()]
    if not found:
        yield from _other_text(claim)
        return
    start, end = found[-1].number_start, found[-1].number_end
    yield replace(claim, value=f"{text[:start]}{int(text[start:end][:18]) + 1}{text[end:]}")


def _contradiction(claim: Claim) -> Iterator[Claim]:
    """One more value for the name, unlike the first."""
    if isinstance(claim.value, tuple) and claim.value:
        yield replace(claim, value=(*claim.value, _changed_item(claim.value[0])))


#: Kind of claim -> its mutations. Every kind has an entry.
MUTATIONS: Final[Mapping[ClaimKind, tuple[Mutation, ...]]] = {
    "number": (*_NUMBERS, *_TOLERANCE),
    "quantity": (
        *_NUMBERS,
        *_TOLERANCE,
        Mutation("another unit", "the same number of another unit of its dimension", _other_unit),
    ),
    "equation": (*_NUMBERS, *_TOLERANCE),
    "expression": (
        Mutation(
            "one node",
            "one of the first two numbers raised by one, where that changes the value",
            _expression,
        ),
        Mutation("+1", "one more than the expression", _one_more),
    ),
    "boolean": (Mutation("negated", "the other truth value", _negated),),
    "choice": (Mutation("another choice", "each other letter, A to E at least", _other_choices),),
    "text": (
        Mutation("one character", "the last letter or digit changed", _other_text),
        Mutation("more words", "a word before it", _more_words),
        Mutation("fewer words", "the last word left out", _fewer_words),
    ),
    "date": (
        Mutation("+1 day", "the day after", _day(1)),
        Mutation("-1 day", "the day before", _day(-1)),
        Mutation("day and month swapped", "where that is another date", _day_for_month),
    ),
    "list": (
        Mutation("two swapped", "the first two neighbours that differ change places", _swapped),
        Mutation("one dropped", "the last item (row) left out", _dropped),
        Mutation("one changed", "the last item (the last cell of the last row) changed", _item_changed),
    ),
    "code": (
        Mutation(
            "one condition",
            "a condition on a column negated, its number moved by 2 last digits, `&` and `|` exchanged",
            _conditions_changed,
        ),
        Mutation(
            "does nothing",
            "without such conditions: every function body is `pass`; a bare program is empty",
            _empty_program,
        ),
        Mutation(
            "says one thing",
            "without such conditions: every `return` and `print` gives the word `mutant`",
            _constant_program,
        ),
    ),
    "sql": (
        Mutation("no rows", "the query's rows, none of them", _query("SELECT * FROM ({query}) AS q LIMIT 0")),
        Mutation(
            "rows twice",
            "the query's rows, each twice",
            _query("SELECT * FROM ({query}) AS q UNION ALL SELECT * FROM ({query}) AS q"),
        ),
    ),
    "fact": (
        Mutation(
            "another statement", "its last number raised by one, else its last word changed", _other_statement
        ),
    ),
    "consistency": (
        Mutation("a contradiction", "one more value for the name, unlike the first", _contradiction),
    ),
}

#: Check type -> which mutants it may accept by its own declaration, in words. Every check type has an entry.
ACCEPTED: Final[Mapping[str, str]] = {
    "equals": "near mutants within `abs_tol` or `rel_tol`",
    "rounds_to": "near mutants that are the claim at `places` decimals",
    "equivalent": "none",
    "compare": "none (a bound that the claim only has to lie beyond accepts mutants, so it is weak)",
    "contains": "two list items swapped",
    "matches": "none (it does not refer to the claim: weak unless the claim is part of the tool's input)",
    "succeeds": "none, and it never verifies",
    "raises": "none (weak unless the claim is part of the tool's input)",
    "output_equals": "none",
    "rows_equal": "two rows swapped, with `order: bag`",
    "supports": "none; the tool runs again on the mutant, and `not_enough_info` on it counts as refused",
    "consistent": "none; the tool runs again on the mutant",
    "quorum": "none; a mutant for which the votes don't suffice, either way, counts as refused",
    "all_of": "what any of its checks may accept",
    "any_of": "what any of its checks may accept",
    "not": "none",
}


def mutants(claim: Claim, check: Check) -> tuple[Mutant, ...]:
    """The mutants that a check must refuse: those of the claim's kind, less those that it may accept."""
    tolerant = has_tolerance(check)
    made = (
        Mutant(mutation.name, changed, mutation.near)
        for mutation in MUTATIONS[claim.kind]
        if tolerant or mutation not in _TOLERANCE
        for changed in mutation.change(claim)
        if (changed.value, changed.unit) != (claim.value, claim.unit)
    )
    return tuple(mutant for mutant in made if not is_accepted(mutant, claim, check))


def has_tolerance(check: Check) -> bool:
    """Whether a check declares a tolerance anywhere."""
    if isinstance(check, AllOf | AnyOf):
        return any(map(has_tolerance, check.checks))
    if isinstance(check, Equals):
        return check.abs_tol is not None or check.rel_tol is not None
    return isinstance(check, RoundsTo) and check.places is not None


def is_accepted(mutant: Mutant, claim: Claim, check: Check) -> bool:
    """Whether a mutant lies inside the acceptance set that a check declares."""
    match check:
        case AllOf(checks=parts) | AnyOf(checks=parts):
            return any(is_accepted(mutant, claim, part) for part in parts)
        case Equals() | RoundsTo():
            return mutant.near and _distance(mutant.claim, claim) <= _margin(check, claim)
        case Contains():
            return mutant.name == "two swapped"
        case RowsEqual(order="bag"):
            return mutant.name == "two swapped"
        case _:
            return False


def _distance(one: Claim, other: Claim) -> Fraction:
    if isinstance(one.value, Fraction) and isinstance(other.value, Fraction):
        return abs(one.value - other.value) * _scale(other)
    return Fraction(10**9)


def _scale(claim: Claim) -> int:
    """Tolerances are in the printed unit; a percent claim's value is a ratio."""
    return 100 if claim.unit == "%" else 1


def _margin(check: Equals | RoundsTo, claim: Claim) -> Fraction:
    if isinstance(check, RoundsTo):
        return Fraction(0) if check.places is None else Fraction(1, 10**check.places)
    absolute = Fraction(check.abs_tol or 0)
    value = claim.value if isinstance(claim.value, Fraction) else Fraction(0)
    # The tool's value may lie off the claim by the margin, and the mutant on its other side.
    return 2 * max(absolute, Fraction(check.rel_tol or 0) * abs(value) * _scale(claim))


def table() -> str:
    """The published table, as Markdown."""
    lines = ["| kind of claim | mutant | what it is | near |", "|---|---|---|---|"]
    for kind in get_args(ClaimKind):
        lines += [f"| {kind} | {m.name} | {m.says} | {'yes' if m.near else ''} |" for m in MUTATIONS[kind]]
    lines += ["", "| check | mutants that it may accept |", "|---|---|"]
    lines += [f"| `{name}` | {says} |" for name, says in ACCEPTED.items()]
    return "\n".join(lines) + "\n"
