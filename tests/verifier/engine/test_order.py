"""The order of execution: what decides a final first, everything after what it needs, nothing lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.scripted import claim, step
from verifier.engine._order import schedule
from verifier.plan import AllOf, Equals, Not, Plan, Step

NAMES = [f"s{n}" for n in range(7)] + ["a.b", "a"]
CLAIMS = (claim("c1"), claim("final"), claim("final.2"))


@st.composite
def steps(draw: st.DrawFn) -> list[Step]:
    """Steps on finals and others that depend on each other in any way, circles included."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=9))
    return [
        step(
            name,
            draw(st.sampled_from(["c1", "final", "final.2", None])),
            basis=draw(st.sampled_from(["question", "independent", "answer"])),
            depends_on=tuple(draw(st.lists(st.sampled_from([*NAMES, "gone"]), max_size=2))),
            expected_check=Equals(expected="1"),
        )
        for name in names
    ]


def decides(one: Step) -> bool:
    """It can decide a final."""
    return one.basis != "answer" and one.claim in ("final", "final.2")


def needed(name: str, by_name: dict[str, Step]) -> set[str]:
    """All that a step needs, directly or not."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for other in by_name[waiting.pop()].depends_on:
            if other in by_name and other not in found:
                found.add(other)
                waiting.append(other)
    return found


@given(steps())
def test_every_step_once_and_after_what_it_needs(made: list[Step]) -> None:
    """A permutation in which only members of a circle, which never run, precede what they need."""
    order = [one.step_id for one in schedule(Plan(claims=CLAIMS, steps=tuple(made))).order]
    by_name = {one.step_id: one for one in made}
    assert sorted(order) == sorted(by_name)
    for name in order:
        if name not in needed(name, by_name):
            assert all(order.index(other) < order.index(name) for other in needed(name, by_name))


@given(steps())
def test_nothing_precedes_the_finals_that_they_do_not_need(made: list[Step]) -> None:
    """Before the last deciding step there are only deciding steps and what these need."""
    order = schedule(Plan(claims=CLAIMS, steps=tuple(made))).order
    by_name = {one.step_id: one for one in made}
    first = {one.step_id for one in made if decides(one)}
    allowed = first.union(*(needed(name, by_name) for name in first))
    head = [one.step_id for one in order][: len(allowed)]
    assert set(head) == allowed


@given(steps())
def test_the_plans_own_order_is_kept_otherwise(made: list[Step]) -> None:
    """Without dependencies: the deciding ones, then the others, each in the plan's order."""
    free = [step(s.step_id, s.claim, basis=s.basis, expected_check=s.expected_check) for s in made]
    order = [one.step_id for one in schedule(Plan(claims=CLAIMS, steps=tuple(free))).order]
    assert order == [s.step_id for s in free if decides(s)] + [s.step_id for s in free if not decides(s)]


def waits(one: Step, *others: str) -> tuple[str, ...]:
    """What a step waits for in a plan with these others."""
    plan = Plan(steps=(one, *(step(name, None, expected_check=None) for name in others)))
    return schedule(plan).waits_for[one.step_id]


def test_references_anywhere_are_dependencies() -> None:
    """In the input at any depth, in a check, in a check within a check; ids may hold dots."""
    ref = {"$ref": "steps.a.b.output.value"}
    inner = Equals(actual={"$ref": "steps.s1.output.value"}, expected="1")
    assert waits(step("x", None, expected_check=Not(check=AllOf(checks=(inner,)))), "s1") == ("s1",)
    deep = step(
        "x", None, expected_check=Equals(expected={"$ref": "steps.s2.output.value"}), depends_on=("s1",)
    )
    assert waits(deep, "s1", "s2") == ("s1", "s2")
    for tool_input in ({"v": ref}, {"v": [1, {"w": ref}]}):
        plain = step("x", None, expected_check=None)
        user = Step(
            **{**{n: getattr(plain, n) for n in plain.__dataclass_fields__}, "tool_input": tool_input}
        )
        assert waits(user, "a.b", "a") == ("a.b",)
        assert waits(user, "a") == ("a",)
        assert waits(user) == ("a",)


def test_other_references_are_no_dependencies() -> None:
    """A claim and the step's own output are at hand anyway."""
    check = Equals(actual={"$ref": "output.value"}, expected={"$ref": "claims.final.value"})
    assert waits(step("x", None, expected_check=check), "s1") == ()
