"""Stories of two kinds of things, equations that follow from each other, and answers that break off."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier import check
from verifier.planning._conclusions import concluded
from verifier.planning._derivation import Derivation
from verifier.planning._solving import solving_steps
from verifier.planning._unanswered import loop_start

_TICKETS = "Student tickets cost 3 dollars and adult tickets cost 5 dollars. A school sells 100 tickets and collects 380 dollars."
_COINS = "There are 12 coins, some 2-dollar coins and some 5-dollar coins, which give a total of 36 dollars. How many 2-dollar coins are there? How many 5-dollar coins are there?"
_ZOO = "Admission to a zoo is 8 dollars for each adult and 4 dollars for each child. A group of 9 people pays a total of 52 dollars."


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        (f"{_TICKETS} How many student tickets were sold?", "The answer is 60.", "verified"),
        (f"{_TICKETS} How many student tickets were sold?", "The answer is 40.", "refuted"),
        (f"{_TICKETS} How many adult tickets were sold?", "The answer is 40.", "verified"),
        (f"{_TICKETS} How many student tickets and adult tickets were sold?", r"Thus, \boxed{60} student tickets and \boxed{40} adult tickets.", "verified"),
        (f"{_TICKETS} How many student tickets and adult tickets were sold?", r"Thus, \boxed{40} adult tickets and \boxed{60} student tickets.", "verified"),
        (f"{_TICKETS} How many student tickets and adult tickets were sold?", r"Thus, \boxed{40} student tickets and \boxed{60} adult tickets.", "refuted"),
        (f"{_TICKETS} How many student tickets and adult tickets were sold?", r"The number of adult tickets is \boxed{40} and the number of student tickets is \boxed{60}.", "verified"),
        (f"{_ZOO} How many children were there?", "There were 5 children.", "verified"),
        (f"{_ZOO} How many children were there?", "There were 4 children.", "refuted"),
        (_COINS, r"There are \boxed{8} 2-dollar coins and \boxed{4} 5-dollar coins.", "verified"),
    ],
)  # fmt: skip
def test_stories_of_two_kinds(question: str, answer: str, verdict: str) -> None:
    """Each count is held to the kind that the question asks for, whatever the order of telling."""
    assert check(answer, question).verdict == verdict


def test_one_of_two_asked_counts_is_not_enough() -> None:
    """Where both kinds are asked for, an answer with one of them is not verified."""
    assert (
        check(
            "The answer is 60.", f"{_TICKETS} How many student tickets and adult tickets were sold?"
        ).verdict
        != "verified"
    )


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("2x + 3 = 11. Subtracting 3 from both sides gives 2x = 9.", ["2x = 9"]),
        ("70x = 320\nDivide both sides by 70: x = 5", ["x = 5"]),
        ("12 + x - 3 = 17. Combining like terms, we get 9 + x = 17.", ["9 + x = 17"]),
        ("129 - 0.32x = 7. Solving for x, we get x = 90.", ["x = 90"]),
        ("10y = 4.4444... Multiply both sides by 10: 100y = 44.444...", []),
        ("x = 5 and y = 2x + z, so solving for x, x = 7", []),
        ("x = 5. Let us check another: 2x = 9, simplifying.", []),
        ("2x = 8. If both sides double, x = 7 instead.", []),
        ("2x = 8 and y = 3, simplifying", []),
        ("nothing follows here: 2x = 8, x = 3", []),
    ],
)
def test_equations_that_follow_are_read(text: str, verdict: list[str]) -> None:
    """Only an equation that the text says is made from the one before is held to it."""
    claims, steps = solving_steps(text)
    assert [claim.quote for claim in claims] == verdict
    assert len(steps) == len(claims)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("2x + 3 = 11. Subtracting 3 from both sides gives 2x = 9.\n#### 4.5", "refuted"),
        ("2x + 3 = 11. Subtracting 3 from both sides gives 2x = 8.\n#### 4", "inconclusive"),
        ("3x = 10. Dividing both sides by 3, x = 3.33.\n#### 3.33", "inconclusive"),
    ],
)
def test_a_slip_in_solving_is_a_slip(text: str, verdict: str) -> None:
    """A wrong line refutes; right and rounded ones prove nothing."""
    report = check(text, "Tom thought of some apples. How many did he think of?")
    assert report.verdict == verdict
    assert report.scope == ("step" if verdict == "refuted" else None)


@given(st.text(alphabet="0123456789x=+-*/(). \nboth sides", max_size=120))
def test_reading_equations_never_fails(text: str) -> None:
    """Any text gives claims and steps in pairs."""
    claims, steps = solving_steps(f"both sides {text}")
    assert len(claims) == len(steps)


@pytest.mark.timeout(10)
@pytest.mark.parametrize(
    "text", ["x + " * 4000, "2  -  " * 3000, "x) + " * 3500, "(" * 15_000, "3 x " * 4000]
)
def test_long_sums_are_read_in_one_way(text: str) -> None:
    """A sum that comes to no equation is passed over, not tried in all the ways that its blanks could be cut."""
    assert solving_steps(f"both sides = {text} w =  both sides") == ([], [])


def test_a_text_that_repeats_itself_is_heard() -> None:
    """The same five times running, to the end, is a loop; a list is none."""
    assert loop_start("We get " + "A = (8 + 1 + 6) = " * 9 + "(8 + 1") is not None
    assert loop_start("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and so on, and on") is None


def test_a_repetition_is_heard_from_its_start() -> None:
    """Wherever its lines break; what is said before it, or four times only, is no part of it."""
    said = "and -3t = -28 - 2k, so "
    assert loop_start("We add. " + said * 9) == len("We add. ")
    assert loop_start("We add. " + said * 4 + said.replace("28 ", "28\n") + said * 4) == len("We add. ")
    assert loop_start("We add. " + said * 4) is None
    assert loop_start("We add. " + said * 9 + "which is what we were asked to find out. " * 4) is None


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        ("((8 + 1 + 6 + 6) - (7 - -7 - 9 - -8)) =", "Let's calculate A" + " = (8 + 1 + 6 + 6)" * 20, "refuted"),
        ("not ( True ) and ( True ) is", "so Z" + " = not True and not True" * 20, "refuted"),
        ("not ( True ) and ( True ) is", "First, not True = False. So Z" + " = not True and not True" * 20, "inconclusive"),
        ("Sort the following words alphabetically: List: sail swift apple", '"apple" < ["sail" ? "swift"]. Now let us look', "refuted"),
        ("sail swift apple berry crane dune elm fig grape", "I have sorted all the words.\nAnswer: apple berry crane dune elm fig grape swift sail", "refuted"),
    ],
)  # fmt: skip
def test_answers_that_break_off(question: str, answer: str, verdict: str) -> None:
    """Operands, open orders and loops state no result; a value that stands as one leaves the answer open."""
    assert check(answer, question).verdict == verdict


def test_parts_that_are_named_by_digits_are_no_letters() -> None:
    """Shots of two and of three points: their kinds are named 2 and 3, which no pattern takes for unknowns."""
    two = [Derivation(kind="number", tool="solve", tool_input={}, description="", part=p) for p in "23"]
    assert concluded("They made 16 and 6.", two, [], "How many of each?") == []
