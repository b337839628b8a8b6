"""Asks Z3 whether statements can hold together; it gets terms that we build, never a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from toolkits.errors import ToolkitError, ToolLimit, ToolUnavailable
from toolkits.logic._encode import domain_of, has_member, membership, spelled_out
from toolkits.logic._tree import Atom, Compared, Joined, Model, Not, Role, Statement, Truth, is_true

#: Z3's own count of work for one question, a second or two of it; the same on every machine.
WORK = 500_000
#: The same for each premise that is tried to be left out of a core.
_WORK_OF_CORE = WORK // 10
_MOST_TRIED = 40
#: The clock, behind that.
_MILLISECONDS = 20_000
EXISTENCE = -1
_LABEL = "\n"


class Solver:
    """Statements with their roles, in one context of Z3's own; not for use by two threads at once.

    Args:
        statements: all that may be asked about.
        roles: what their names stand for.
        integers: names of the numbers that are whole.
        inhabited: every class has a member.
    """

    def __init__(
        self,
        statements: Sequence[Statement],
        roles: Mapping[str, Role],
        integers: frozenset[str] = frozenset(),
        *,
        inhabited: bool = False,
    ) -> None:
        self._z3 = load()
        self._context = self._z3.Context()
        self._roles = roles
        self._integers = integers
        self._domain = domain_of(statements, roles, inhabited=inhabited)
        self._inhabited = inhabited

    @property
    def _classes(self) -> list[str]:
        return [name for name, role in self._roles.items() if role == "class"]

    def model(self, statements: Sequence[Statement]) -> Model | None:
        """A model in which all the statements are true, or ``None``.

        Raises:
            ToolLimit: the work allowed did not suffice.
            ToolkitError: Z3's model is none by our own reading (``solver_fault``).
        """
        solver = self._solver()
        for statement in [*statements, *self._existence()]:
            solver.add(self._term(spelled_out(statement, self._domain)))
        if not self._has_model(solver):
            return None
        found = self._read(solver.model())
        if not all(is_true(s, found) for s in statements):
            raise ToolkitError("the solver's model does not fulfil the statements", code="solver_fault")
        return found

    def core(self, statements: Sequence[Statement]) -> list[int]:
        """Indexes of statements that can't hold together, in order; as few as little work finds.

        ``EXISTENCE`` among them stands for the condition that no class is empty.
        """
        every = list(range(len(statements)))
        kept = self._conflict(every, statements, WORK) or every
        if len(kept) <= _MOST_TRIED:
            for index in reversed(kept):
                fewer = [n for n in kept if n != index]
                kept = self._conflict(fewer, statements, _WORK_OF_CORE) or kept
        return sorted(kept, key=lambda n: (n == EXISTENCE, n))

    def _conflict(self, indexes: Sequence[int], statements: Sequence[Statement], work: int) -> list[int]:
        """Those of the statements of these indexes that Z3 contradicts itself by; [] where it finds none."""
        named = {str(n): statements[n] for n in indexes if n != EXISTENCE}
        solver = self._solver(work)
        for name, statement in named.items():
            solver.assert_and_track(self._term(spelled_out(statement, self._domain)), self._label(name))
        if self._inhabited and (EXISTENCE in indexes or work == WORK):
            existence = Joined("and", (Truth(value=True), *self._existence()))
            solver.assert_and_track(self._term(existence), self._label(str(EXISTENCE)))
        if solver.check() != self._z3.unsat:
            return []
        return sorted(int(str(label).removeprefix(_LABEL)) for label in solver.unsat_core())

    def _label(self, name: str) -> Any:
        return self._z3.Bool(f"{_LABEL}{name}", ctx=self._context)

    def _existence(self) -> list[Statement]:
        return [has_member(name, self._domain) for name in self._classes] if self._inhabited else []

    def _solver(self, work: int = WORK) -> Any:
        solver = self._z3.SimpleSolver(ctx=self._context)
        solver.set("random_seed", 0)
        solver.set("rlimit", work)
        solver.set("timeout", _MILLISECONDS)
        return solver

    def _has_model(self, solver: Any) -> bool:
        found = solver.check()
        if found == self._z3.unknown:
            raise ToolLimit(f"not decided within the work allowed ({solver.reason_unknown()})")
        return bool(found == self._z3.sat)

    # --- terms and models ---

    def _term(self, statement: Statement) -> Any:
        z3, context = self._z3, self._context
        match statement:
            case Truth(value):
                return z3.BoolVal(value, ctx=context)
            case Atom(name):
                return z3.Bool(name, ctx=context)
            case Not(part):
                return z3.Not(self._term(part), ctx=context)
            case Joined(by, parts):
                return self._joined(by, [self._term(part) for part in parts])
            case Compared(total, sign):
                return self._compared(total.terms, total.constant, sign)
            case _:
                raise AssertionError(statement)

    def _joined(self, by: str, terms: list[Any]) -> Any:
        z3, context = self._z3, self._context
        if by in {"and", "or"}:
            return (z3.And if by == "and" else z3.Or)([*terms, z3.BoolVal(by == "and", ctx=context)])
        one, other = terms
        if by == "implies":
            return z3.Implies(one, other, ctx=context)
        return z3.Xor(one, other, ctx=context) if by == "xor" else one == other

    def _compared(self, terms: Sequence[tuple[str, Fraction]], constant: Fraction, sign: str) -> Any:
        total = self._number(constant)
        for name, factor in terms:
            total += self._number(factor) * self._variable(name)
        zero = self._number(Fraction(0))
        return {"<": total < zero, "<=": total <= zero, "=": total == zero, "!=": total != zero}[sign]

    def _number(self, value: Fraction) -> Any:
        return self._z3.Q(value.numerator, value.denominator, ctx=self._context)

    def _variable(self, name: str) -> Any:
        if name in self._integers:
            return self._z3.ToReal(self._z3.Int(name, ctx=self._context))
        return self._z3.Real(name, ctx=self._context)

    def _read(self, model: Any) -> Model:
        def truth(name: str) -> bool:
            term = model.eval(self._z3.Bool(name, ctx=self._context), model_completion=True)
            return bool(self._z3.is_true(term))

        def number(name: str) -> Fraction:
            term = model.eval(self._variable(name), model_completion=True)
            term = self._z3.simplify(term)
            return Fraction(term.numerator_as_long(), term.denominator_as_long())

        names = sorted(self._roles)
        return Model(
            {n: truth(n) for n in names if self._roles[n] == "proposition"},
            {n: number(n) for n in names if self._roles[n] == "number"},
            self._domain,
            {
                c: frozenset(t for t in self._domain if truth(membership(t, c)))
                for c in names
                if self._roles[c] == "class"
            },
        )


def load() -> Any:
    """The library. Raises :class:`ToolUnavailable` where it is missing."""
    try:
        import z3  # noqa: PLC0415  (an extra, and costly to load)
    except ImportError as error:
        raise ToolUnavailable(
            "the logic tool needs Z3, which is not installed", hint="pip install 'amtfv[logic]'"
        ) from error
    return z3


def version() -> str:
    """Which solver answers: ``z3 5.4.1``."""
    return f"z3 {load().get_version_string()}"
