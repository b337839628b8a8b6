"""Every kind and check has its mutants, each of which is a wrong value that a sound check refuses."""

from __future__ import annotations

import ast
from datetime import date
from fractions import Fraction
from typing import Any, get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.verifier.plan.claims import FINAL, said, seen, stated
from verifier.plan import (
    AllOf,
    AnyOf,
    Check,
    Claim,
    ClaimKind,
    Compare,
    Contains,
    Equals,
    Equivalent,
    Matches,
    Not,
    RoundsTo,
    RowsEqual,
    evaluate_check,
)
from verifier.plan._fields import CHECKS
from verifier.plan.mutants import ACCEPTED, MUTATIONS, has_tolerance, mutants, table

EXAMPLES: dict[str, Claim] = {
    "number": stated("78.5"),
    "quantity": stated("5.2 km"),
    "equation": stated("13.5", kind="equation", role="step"),
    "expression": said("x^2 + 3*x", "expression"),
    "boolean": said(True, "boolean"),
    "choice": said("B", "choice"),
    "text": said("New York", "text"),
    "date": said(date(2024, 3, 5), "date"),
    "list": said(("b", "a", Fraction(3)), "list"),
    "code": said("def f(x):\n    return x + 1\n", "code"),
    "sql": said("SELECT name FROM t WHERE n > 1;", "sql"),
    "fact": said("circle area = pi*r^2", "fact"),
    "consistency": said((Fraction(10), Fraction(5)), "consistency"),
}


def values(claim: Claim, check: Check | None = None) -> dict[str, Any]:
    """Mutation name -> value of its (last) mutant."""
    return {mutant.name: mutant.claim.value for mutant in mutants(claim, check or Equals(expected=FINAL))}


def test_every_kind_and_every_check_type_has_an_entry() -> None:
    """The published table is complete."""
    assert set(MUTATIONS) == set(get_args(ClaimKind)) == set(EXAMPLES)
    assert set(ACCEPTED) == set(CHECKS)
    assert all(MUTATIONS.values())
    assert all(ACCEPTED.values())


@pytest.mark.parametrize("kind", sorted(EXAMPLES))
def test_every_kind_has_mutants_that_differ(kind: str) -> None:
    """Each mutant differs from the claim in value or unit, and in nothing else but the step it was printed to."""
    claim = EXAMPLES[kind]
    made = mutants(claim, Equals(expected=FINAL))
    assert made
    for mutant in made:
        assert (mutant.claim.value, mutant.claim.unit) != (claim.value, claim.unit)
        assert (mutant.claim.id, mutant.claim.kind, mutant.claim.quote) == (claim.id, claim.kind, claim.quote)


def test_numbers() -> None:
    """Two last digits either way, factors of ten, the sign."""
    assert values(stated("78.5")) == {
        "+2 last digits": Fraction("78.7"),
        "-2 last digits": Fraction("78.3"),
        "×10": 785,
        "×100": 7850,
        "÷10": Fraction("7.85"),
        "−x": Fraction("-78.5"),
    }
    assert values(stated("about 11,600"))["+2 last digits"] == 11800
    assert values(stated("约1.16万"))["-2 last digits"] == 11400
    assert values(stated("1/3"))["+2 last digits"] == 1
    assert values(stated("25%"))["+2 last digits"] == Fraction("0.27")


def test_zero_has_only_neighbours() -> None:
    """Multiples and the opposite of zero are zero, so they are no mutants."""
    assert set(values(stated("0"))) == {"+2 last digits", "-2 last digits"}


def test_a_tenth_is_printed_one_digit_further() -> None:
    """The same digits with the point moved: 1 becomes 0.1, not a 0 or 1 at the old step."""
    tenth = next(m for m in mutants(stated("1"), Equals(expected=FINAL)) if m.name == "÷10")
    assert (tenth.claim.value, tenth.claim.quantum) == (Fraction(1, 10), Fraction(1, 10))


@pytest.mark.parametrize(
    ("printed", "unit"), [("5 km", "m"), ("5 kg", "g"), ("$5", "EUR"), ("5 °C", "°F"), ("5 N", "m")]
)
def test_quantities_also_change_their_unit(printed: str, unit: str) -> None:
    """The same number of another unit."""
    claim = stated(printed)
    other = [m.claim for m in mutants(claim, RoundsTo(expected=FINAL)) if m.name == "another unit"]
    assert [(c.value, c.unit) for c in other] == [(claim.value, unit)]


def test_percent_needs_no_other_unit() -> None:
    """The other readings of a percentage are its factors of ten and a hundred."""
    assert "another unit" not in values(stated("25%"))
    assert "another unit" not in values(stated("25", kind="quantity"))


def test_metres_change_to_another_dimension_only_where_there_is_no_other() -> None:
    """A unit without an entry changes to metres, and metres themselves to centimetres."""
    assert [
        m.claim.unit for m in mutants(stated("5 m"), RoundsTo(expected=FINAL)) if m.name == "another unit"
    ] == ["cm"]


def test_words() -> None:
    """Negation, other choices, other words."""
    assert values(said(True, "boolean")) == {"negated": False}
    letters = [m.claim.value for m in mutants(said("B", "choice"), Equals(expected=FINAL))]
    assert letters == ["A", "C", "D", "E"]
    assert [m.claim.value for m in mutants(said("(G)", "choice"), Equals(expected=FINAL))] == list("ABCDEF")
    assert values(said("red", "choice")) == {"another choice": "rex"}
    assert values(said("New York")) == {
        "one character": "New Yorx",
        "more words": "not New York",
        "fewer words": "New",
    }
    assert values(said("box")) == {"one character": "boy", "more words": "not box"}
    assert values(said("?!")) == {"more words": "not ?!"}


def test_dates() -> None:
    """A day either way, and day and month swapped where that is another date."""
    assert values(said(date(2024, 3, 5), "date")) == {
        "+1 day": date(2024, 3, 6),
        "-1 day": date(2024, 3, 4),
        "day and month swapped": date(2024, 5, 3),
    }
    assert "day and month swapped" not in values(said(date(2024, 3, 13), "date"))
    assert "day and month swapped" not in values(said(date(2024, 3, 3), "date"))
    assert set(values(said(date.max, "date"))) == {"-1 day"}
    assert set(values(said(date.min, "date"))) == {"+1 day"}


def test_lists_and_rows() -> None:
    """Two swapped, one dropped, one changed; of rows the last cell."""
    assert values(said(("a", "a", "b"), "list")) == {
        "two swapped": ("a", "b", "a"),
        "one dropped": ("a", "a"),
        "one changed": ("a", "a", "x"),
    }
    assert values(said(("a",), "list")) == {"one dropped": (), "one changed": ("x",)}
    rows = ((Fraction(1), "x"), (Fraction(2), True))
    assert values(said(rows, "list"))["one changed"] == ((Fraction(1), "x"), (Fraction(2), False))
    assert values(said((Fraction(1),), "list"))["one changed"] == (Fraction(3),)
    assert values(said((date.max,), "list"))["one changed"] < (date.max,)
    assert values(said((None,), "list"))["one changed"] == ("x",)
    assert mutants(said((), "list"), Equals(expected=FINAL)) == ()


def test_expressions() -> None:
    """One number raised by one where that tells, and one more than the whole."""
    made = [m.claim.value for m in mutants(said("A = 2*x^3", "expression"), Equivalent(expected=FINAL))]
    assert made == ["A = 3*x^3", "A = 2*x^4", "A = (2*x^3) + 1"]
    assert [m.name for m in mutants(said("0*7", "expression"), Equivalent(expected=FINAL))] == [
        "one node",
        "+1",
    ]
    assert [m.name for m in mutants(said("x", "expression"), Equivalent(expected=FINAL))] == ["+1"]
    assert [m.name for m in mutants(said("((", "expression"), Equivalent(expected=FINAL))] == ["+1"]


def test_programs() -> None:
    """Bodies emptied, returns and prints replaced; nothing is run."""
    assert values(said("def f(x):\n    return x + 1\n", "code")) == {
        "does nothing": "def f(x):\n    pass",
        "says one thing": "def f(x):\n    return 'mutant'",
    }
    assert values(said("print(6)", "code")) == {"does nothing": "pass", "says one thing": "print('mutant')"}
    assert values(said("def f(x):\n    pass", "code")) == {}
    assert values(said("def f(:", "code")) == {}
    assert values(said("(" * 500, "code")) == {}
    assert values(said("\0", "code")) == {}


@given(
    st.sampled_from(
        ["x = 1", "def f():\n    return 1", "class A:\n    def m(self):\n        return 2\nprint(A().m())"]
    )
)
def test_changed_programs_are_programs(code: str) -> None:
    """Every mutant of a program parses."""
    for mutant in mutants(said(code, "code"), Equals(expected=FINAL)):
        ast.parse(str(mutant.claim.value))


def test_queries_statements_and_names() -> None:
    """SQL loses or doubles its rows, a statement its last number, a name keeps no one value."""
    assert values(said("SELECT 1;", "sql")) == {
        "no rows": "SELECT * FROM (SELECT 1) AS q LIMIT 0",
        "rows twice": "SELECT * FROM (SELECT 1) AS q UNION ALL SELECT * FROM (SELECT 1) AS q",
    }
    assert values(said("circle area = pi*r^2", "fact")) == {"another statement": "circle area = pi*r^3"}
    assert values(said("The capital is Rome", "fact")) == {"another statement": "The capital is Romx"}
    assert values(EXAMPLES["consistency"]) == {"a contradiction": (10, 5, 12)}


# --- acceptance -------------------------------------------------------------------------------------------------------


def names(claim: Claim, check: Check) -> set[str]:
    """Names of the mutants that a check must refuse."""
    return {mutant.name for mutant in mutants(claim, check)}


NEAR = {"+2 last digits", "-2 last digits"}


@pytest.mark.parametrize(
    ("check", "excused"),
    [
        (Equals(expected=FINAL), set()),
        (Equals(expected=FINAL, abs_tol="0.01"), set()),
        (Equals(expected=FINAL, abs_tol="0.1"), NEAR),
        (Equals(expected=FINAL, rel_tol="0.01"), NEAR),
        (Equals(expected=FINAL, rel_tol="0.001"), set()),
        (RoundsTo(expected=FINAL), set()),
        (RoundsTo(expected=FINAL, truncation=True), set()),
        (RoundsTo(expected=FINAL, places=0), NEAR),
        (RoundsTo(expected=FINAL, places=3), set()),
        (AllOf(checks=(Equals(expected=FINAL, abs_tol="1"), Compare(op=">", expected="0"))), NEAR),
        (AnyOf(checks=(Equals(expected=FINAL, abs_tol="1"), Compare(op=">", expected="0"))), NEAR),
        (Not(check=Equals(expected=FINAL, abs_tol="1")), set()),
        (Compare(op=">", expected=FINAL), set()),
        (Matches(pattern=".*"), set()),
    ],
)
def test_a_declared_tolerance_excuses_near_mutants_only(check: Check, excused: set[str]) -> None:
    """Gross mutants are never excused; a tenth more or less is added where a tolerance is declared."""
    claim = stated("78.5")
    gross = {"×10", "×100", "÷10", "−x"}
    tenth = {"+10%", "−10%"} if has_tolerance(check) else set()
    assert names(claim, check) == (NEAR - excused) | gross | tenth


def test_a_tenth_more_or_less() -> None:
    """Where a tolerance is declared, a tenth either way must fail."""
    made = values(stated("80"), Equals(expected=FINAL, abs_tol="0.5"))
    assert (made["+10%"], made["−10%"]) == (88, 72)


def test_tolerances_of_a_percentage_are_in_percent() -> None:
    """Half a point of 25 % excuses nothing, one point excuses the neighbours two points off."""
    assert names(stated("25%"), Equals(expected=FINAL, abs_tol="0.5")) >= NEAR
    assert not NEAR & names(stated("25%"), Equals(expected=FINAL, abs_tol="1"))


def test_order_is_excused_where_the_check_ignores_it() -> None:
    """A bag and a containment accept two items swapped, nothing else."""
    claim = EXAMPLES["list"]
    assert "two swapped" in names(claim, RowsEqual(expected=FINAL))
    assert names(claim, RowsEqual(expected=FINAL, order="bag")) == {"one dropped", "one changed"}
    assert names(claim, Contains(expected=FINAL)) == {"one dropped", "one changed"}


# --- laws -------------------------------------------------------------------------------------------------------------

decimals = st.decimals(min_value=-10_000, max_value=10_000, places=2)
checks = st.sampled_from(
    [
        RoundsTo(expected=FINAL),
        RoundsTo(expected=FINAL, truncation=True),
        Equals(expected=FINAL, abs_tol="0.01"),
        Equals(expected=FINAL, rel_tol="0.01"),
        RoundsTo(expected=FINAL, places=1),
    ]
)


@given(decimals, st.integers(0, 2), checks)
def test_a_sound_check_kills_every_mutant(exact: Any, places: int, check: Check) -> None:
    """Whatever the tool's exact value: when a check passes, it refuses every mutant that it does not declare."""
    claim = stated(f"{exact:.{places}f}")
    assume(
        abs(Fraction(exact)) > 2
    )  # near zero these tolerances are as large as the value, so the check is weak
    context = seen(str(exact), claim)
    assume(evaluate_check(check, context).result == "pass")
    for mutant in mutants(claim, check):
        outcome = evaluate_check(check, seen(str(exact), mutant.claim))
        assert outcome.result == "fail", mutant


@given(decimals, st.sampled_from([">", ">=", "<", "<="]))
def test_a_mere_bound_is_survived(exact: Any, op: Any) -> None:
    """A check that the claim only has to lie beyond lets some mutant pass."""
    claim = stated(f"{exact:.2f}")
    assume(claim.value != 0)
    check = Compare(op=op, expected=FINAL)
    off = Fraction(exact) + (1 if op in (">", ">=") else -1)
    context = seen(str(off), claim)
    assume(evaluate_check(check, context).result == "pass")
    passed = [
        m for m in mutants(claim, check) if evaluate_check(check, seen(str(off), m.claim)).result == "pass"
    ]
    assert passed


def test_the_published_table_names_every_mutation() -> None:
    """The table is written from the data."""
    text = table()
    for kind, mutations in MUTATIONS.items():
        for mutation in mutations:
            assert f"| {kind} | {mutation.name} |" in text
    for name in ACCEPTED:
        assert f"| `{name}` |" in text
