"""The local patcher: certain patches are made, everything else is a suggestion or nothing."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.scripted import evidence
from toolkits import default_registry
from toolkits.expressions import Interval, evaluate, parse
from toolkits.quantities import number_json, read
from verifier.correction import Correction, apply, correction_request, patch_locally
from verifier.engine import run_inline
from verifier.plan import Check, Claim, Equals, Plan, RoundsTo, Step
from verifier.records import Attempt, Patch, Report
from verifier.task import Task
from verifier.verdict import judge


def found(answer: str, quote: str, printed: str, *, name: str, kind: str, **fields: object) -> Claim:
    """The claim that ``quote`` makes in the answer, with its value printed at its end."""
    start = answer.index(quote)
    at = start + quote.rindex(printed)
    number: dict[str, object] = {}
    if kind in ("number", "equation"):
        quantity = read(printed)
        number = {"value": quantity.value, "quantum": quantity.quantum, "unit": quantity.unit}
    return Claim(
        id=name, kind=kind, role="final" if name.startswith("final") else "step", quote=quote, span=(start, start + len(quote)),
        value_span=(at, at + len(printed)), subject=name, **{**number, **fields},
    )  # fmt: skip


def equation(answer: str, quote: str, name: str = "c1") -> Claim:
    """The claim of a step "expression = value"."""
    left, _, right = quote.rpartition("=")
    return found(answer, quote, right.strip(), name=name, kind="equation", lhs=left.strip())


def attempt(
    answer: str,
    claims: list[Claim],
    failed: Claim,
    shown: object,
    *,
    basis: str = "question",
    check: Check | None = None,
) -> Attempt:
    """An attempt in which the check of one claim failed."""
    step = Step(
        step_id="s", description="", tool_required="t", tool_input={}, claim=failed.id, basis=basis,
        expected_check=check or RoundsTo(expected={"$ref": f"claims.{failed.id}.value"}, truncation=failed.role == "step"),
    )  # fmt: skip
    plan = Plan(claims=tuple(claims), steps=(step,))
    done = (
        evidence(
            step, "fail", output=shown if isinstance(shown, dict) and "value" in shown else {"value": shown}
        ),
    )
    judged = judge(plan, done)
    return Attempt(
        number=1,
        answer=answer,
        plan=plan,
        evidence=done,
        verdict=judged.verdict,
        scope=judged.scope,
        final=judged.final,
        coverage=judged.coverage,
    )


def patched(*args: object, **how: object) -> Correction | None:
    """What the local corrector makes of such an attempt."""
    return patch_locally(correction_request(Task(question="?"), [attempt(*args, **how)]))


# --- finals -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("answer", "printed", "shown", "fixed"),
    [
        ("约为11608.92元。", "11608.92", "11607.5451772", "约为11607.55元。"),
        ("It is $11,608.92 in all.", "11,608.92", "11607.5451772", "It is $11,607.55 in all."),
        ("So 26%", "26%", {"value": "25", "unit": "%"}, "So 25%"),
        ("So 26%", "26%", {"value": "0.25", "unit": "1"}, "So 25%"),
        ("约1.17万", "1.17万", "11607.55", "约1.16万"),
        ("x = -4", "-4", "3", "x = 3"),
        ("about 1/3 of it", "1/3", "1/4", "about 1/4 of it"),
        ("答案是１２", "１２", "15", "答案是１５"),
    ],
)
def test_a_final_is_written_as_it_was_printed(answer: str, printed: str, shown: object, fixed: str) -> None:
    """The tool's value, at the printed digits, in the printed style; currency and words stay."""
    final = found(answer, printed, printed, name="final", kind="number")
    correction = patched(answer, [final], final, shown)
    assert correction is not None
    assert (correction.answer, correction.suggestions) == (fixed, ())
    assert correction.patches[0].reason == "own_check"


@pytest.mark.parametrize("basis", ["answer", "independent"])
def test_a_final_is_only_patched_by_its_own_question(basis: str) -> None:
    """A final refuted by the answer's own sums, or by other programs, is at most a suggestion."""
    answer = "The answer is 13."
    final = found(answer, "13", "13", name="final", kind="number")
    correction = patched(answer, [final], final, "12", basis=basis)
    assert correction is not None
    assert (correction.answer, [p.new for p in correction.suggestions]) == (None, ["12"])


def test_an_enclosure_is_patched_when_its_digits_are_certain() -> None:
    """An irrational value is known to the printed digits."""
    answer = "√2 is 1.42"
    final = found(answer, "1.42", "1.42", name="final", kind="number")
    shown = number_json(Interval(Fraction("1.41421356"), Fraction("1.41421357")))
    correction = patched(answer, [final], final, shown)
    assert correction is not None
    assert correction.answer == "√2 is 1.41"


@pytest.mark.parametrize(
    ("answer", "printed", "kind", "value", "shown", "fixed"),
    [
        ("Yes.", "Yes", "boolean", True, False, "No."),
        ("So the answer is yes.", "yes", "boolean", True, False, "So the answer is no."),
        ("TRUE", "TRUE", "boolean", True, False, "FALSE"),
        ("是", "是", "boolean", True, False, "不是"),
        ("正确", "正确", "boolean", True, False, "错误"),
        ("The answer is (B).", "B", "choice", "B", "D", "The answer is (D)."),
        (
            "apple, pear, fig",
            "apple, pear, fig",
            "list",
            ("apple", "pear", "fig"),
            ["apple", "fig", "pear"],
            "apple, fig, pear",
        ),
        (
            "apple pear fig",
            "apple pear fig",
            "list",
            ("apple", "pear", "fig"),
            ["apple", "fig", "pear"],
            "apple fig pear",
        ),
        ("On 2024-03-01.", "2024-03-01", "date", date(2024, 3, 1), "2024-02-29", "On 2024-02-29."),
        ("03/01/2024", "03/01/2024", "date", date(2024, 3, 1), "2024-02-29", "02/29/2024"),
    ],
)
def test_other_kinds_of_finals(
    *, answer: str, printed: str, kind: str, value: object, shown: object, fixed: str
) -> None:
    """Truth words are turned in their own style, letters and lists replaced, dates kept in their form."""
    final = found(answer, printed, printed, name="final", kind=kind, value=value)
    correction = patched(answer, [final], final, shown, check=Equals(expected={"$ref": "claims.final.value"}))
    assert correction is not None
    assert correction.answer == fixed


@pytest.mark.parametrize(
    ("printed", "kind", "value", "shown"),
    [
        ("perhaps", "boolean", True, False),
        ("fig and apple, pear", "list", ("fig", "apple", "pear"), ["apple", "fig", "pear"]),
        ("3 March", "date", date(2024, 3, 3), "2024-03-04"),
        ("x^2", "expression", "x^2", "x^3"),
        ("13", "number", Fraction(13), "not a number"),
    ],
)
def test_what_cannot_be_written_for_certain_is_left(
    printed: str, kind: str, value: object, shown: object
) -> None:
    """No patch and no suggestion: the local corrector has nothing to offer."""
    final = found(
        printed, printed, printed, name="final", kind=kind, **({} if kind == "number" else {"value": value})
    )
    assert (
        patched(printed, [final], final, shown, check=Equals(expected={"$ref": "claims.final.value"})) is None
    )


def test_a_patch_must_make_its_own_check_pass() -> None:
    """A value that the check would refuse as well, as in another unit, is not written."""
    answer = "It is 13%."
    final = found(answer, "13%", "13%", name="final", kind="number")
    check = Equals(actual={"$ref": "output.other"}, expected={"$ref": "claims.final.value"})
    assert patched(answer, [final], final, "12", check=check) is None


def test_the_same_number_elsewhere_goes_along() -> None:
    """Telling digits wherever they stand, and right sides of equations that come to the new value; not the rest."""
    answer = "10000*(1+0.05/4)^12 = 11608.92. So 11608.92 it is, not 13. The answer is 11608.92"
    final = found(answer[60:], "11608.92", "11608.92", name="final", kind="number")
    final = found(answer, "answer is 11608.92", "11608.92", name="final", kind="number")
    correction = patched(
        answer, [equation(answer, "10000*(1+0.05/4)^12 = 11608.92"), final], final, "11607.5451772"
    )
    assert correction is not None
    assert correction.answer == answer.replace("11608.92", "11607.55")
    short = "3 * 4 = 13 in 13 rows. The answer is 13"
    final = found(short, "answer is 13", "13", name="final", kind="number")
    correction = patched(short, [equation(short, "3 * 4 = 13"), final], final, "12")
    assert correction is not None
    assert correction.answer == "3 * 4 = 12 in 13 rows. The answer is 12"


# --- equations ----------------------------------------------------------------------------------------
def follow(answer: str, quotes: list[str], *, final: str = "") -> Correction | None:
    """The correction when the first of the equations fails by arithmetic."""
    claims = [equation(answer, quote, f"c{n}") for n, quote in enumerate(quotes, 1)]
    if final:
        claims.append(found(answer, final, final.rsplit(maxsplit=1)[-1], name="final", kind="number"))
    exact = evaluate(parse(claims[0].lhs))
    assert not isinstance(exact, Interval)
    return patched(answer, claims, claims[0], number_json(exact), basis="answer")


@pytest.mark.parametrize(
    ("answer", "quotes", "fixed"),
    [
        ("So 12 * 12 = 146.", ["12 * 12 = 146"], "So 12 * 12 = 144."),
        ("Before: 146. Then 12 * 12 = 146!", ["12 * 12 = 146"], "Before: 146. Then 12 * 12 = 144!"),
        (
            "12 * 12 = 146. 146 + 4 = 150.",
            ["12 * 12 = 146", "146 + 4 = 150"],
            "12 * 12 = 144. 144 + 4 = 148.",
        ),
        (
            "3 * 4 = 13; 13 * 2 = 26; 26 - 1 = 25",
            ["3 * 4 = 13", "13 * 2 = 26", "26 - 1 = 25"],
            "3 * 4 = 12; 12 * 2 = 24; 24 - 1 = 23",
        ),
        ("2/3 = 0.7, fine; 5 - 2 = 3", ["2/3 = 0.7", "5 - 2 = 3"], None),
    ],
)
def test_an_equation_is_patched_with_all_that_rests_on_it(
    answer: str, quotes: list[str], fixed: str | None
) -> None:
    """The right side, and later equations in whose left side the wrong value stands, worked out again."""
    correction = follow(answer, quotes)
    if fixed is None:
        assert correction is None
    else:
        assert correction is not None
        assert (correction.answer, correction.suggestions) == (fixed, ())


@pytest.mark.parametrize(
    ("answer", "quotes", "final"),
    [
        ("3 * 4 = 13 so 13 it is. The answer is 9", ["3 * 4 = 13"], "answer is 9"),
        ("3 * 4 = 13. The answer is 13", ["3 * 4 = 13"], "answer is 13"),
        ("3 * 4 = 13; 13 + 13 = 26. The answer is 9", ["3 * 4 = 13", "13 + 13 = 26"], "answer is 9"),
        ("3 * 4 = 13; 13 + 2 = 14. The answer is 9", ["3 * 4 = 13", "13 + 2 = 14"], "answer is 9"),
        ("3 * 4 = 13; 13 + 2 = 15. The answer is 15", ["3 * 4 = 13", "13 + 2 = 15"], "answer is 15"),
    ],
)
def test_where_the_change_cannot_be_followed_it_is_a_suggestion(
    answer: str, quotes: list[str], final: str
) -> None:
    """Prose or a final that uses the value, a value used twice, a later sum that is wrong by itself."""
    correction = follow(answer, quotes, final=final)
    assert correction is not None
    assert (correction.answer, [(p.old, p.new) for p in correction.suggestions]) == (None, [("13", "12")])


def test_several_failures_of_a_document_are_mended_together() -> None:
    """Each false equation of a document gets its patch in one round."""
    answer = "10 + 1 = 12. 2 + 2 = 4. 30 + 3 = 34."
    claims = [equation(answer, q, f"c{n}") for n, q in enumerate(("10 + 1 = 12", "2 + 2 = 4", "30 + 3 = 34"))]
    steps = tuple(
        Step(step_id=c.id, description="", tool_required="arithmetic", tool_input={"expression": c.lhs}, claim=c.id,
             expected_check=RoundsTo(expected={"$ref": f"claims.{c.id}.value"}, truncation=True))
        for c in claims
    )  # fmt: skip

    def planner(task: Task, text: str, attempt: int) -> Plan:
        moved = tuple(
            equation(text, f"{c.lhs} = {text.split(c.lhs + ' = ')[1].split('.', maxsplit=1)[0]}", c.id)
            for c in claims
        )
        return Plan(claims=moved, steps=steps)

    report: Report = run_inline(
        Task(), answer, planner=planner, registry=default_registry(), corrector=patch_locally
    )
    assert report.final_answer == "10 + 1 = 11. 2 + 2 = 4. 30 + 3 = 33."
    assert (report.verdict, len(report.attempts), len(report.attempts[1].patches)) == ("inconclusive", 2, 2)


# --- applying -----------------------------------------------------------------------------------------
def test_patches_are_applied_from_the_end() -> None:
    """Lengths may change; places are those of the answer before."""
    changes = [
        Patch(span=(0, 1), old="1", new="100", claim="a"),
        Patch(span=(4, 5), old="2", new="", claim="b"),
    ]
    assert apply("1 + 2 = 3", changes) == "100 +  = 3"
    assert apply("x", []) == "x"


@pytest.mark.parametrize(
    "changes",
    [[Patch(span=(0, 1), old="9", new="5", claim="a")],
     [Patch(span=(0, 3), old="1 +", new="5", claim="a"), Patch(span=(2, 5), old="+ 2", new="5", claim="b")]],
)  # fmt: skip
def test_patches_that_do_not_fit_are_refused(changes: list[Patch]) -> None:
    """Old text that is not there, and patches that overlap, change nothing."""
    with pytest.raises(ValueError, match="does not stand"):
        apply("1 + 2 = 3", changes)


@given(
    a=st.integers(1, 999),
    b=st.integers(1, 999),
    off=st.integers(-50, 50).filter(bool),
    words=st.sampled_from(["So {}.", "因此{}。", "{}", "We get {}, done"]),
)
def test_a_wrong_sum_alone_is_always_mended(a: int, b: int, off: int, words: str) -> None:
    """Whatever stands around it, the patched equation holds and nothing else changes."""
    quote = f"{a} + {b} = {a + b + off}"
    correction = follow(words.format(quote), [quote])
    assert correction is not None
    assert correction.answer == words.format(f"{a} + {b} = {a + b}")


@pytest.mark.parametrize(
    ("answer", "printed"),
    [
        ("Yes, 91 is a prime number.", "Yes"),
        ("是，91是质数。", "是"),
        ("91 is prime. The answer is yes.", "yes"),
    ],
)
def test_a_truth_word_is_not_turned_among_other_words(answer: str, printed: str) -> None:
    """They would say the opposite of it: the turn is only suggested."""
    final = found(answer, printed, printed, name="final", kind="boolean", value=True)
    correction = patched(answer, [final], final, False, check=Equals(expected={"$ref": "claims.final.value"}))
    assert correction is not None
    assert (correction.answer, len(correction.suggestions)) == (None, 1)
