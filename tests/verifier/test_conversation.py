"""Conversations: follow-up turns see the last ones and start from the code that worked."""

from __future__ import annotations

import pytest

from tests.verifier.generation.models import asked, by_model, gateway
from tests.verifier.llm.server import serving
from verifier import Conversation, DataTable, Exchange, Generated, Journal, UsageError, replay
from verifier.journal._codec import tasks
from verifier.task import Task

SALES = DataTable(name="sales.csv", columns=("region", "units"), rows=(("north", 3), ("south", 4)))


def program(code):
    """A reply that holds that program."""
    return f"```python\n{code}\n```"


@pytest.mark.sandbox
def test_a_follow_up_sees_question_answer_and_code(tmp_path):
    """The second prompt has the first turn and its program; planner and interpreter have the turn."""
    first = "north = sales[sales.region == 'north']\nanswer = int(north.units.sum())"
    scripts = {
        "generator": [program(first), program("answer = 4")], "interpreter": ["The answer is 3.", "The answer is 4."],
        "planner": ["{}"], "corrector": ["x"],
    }  # fmt: skip
    with serving(by_model(**scripts)) as server, Journal.open(tmp_path / "j.db") as journal:
        talk = Conversation(data=[SALES], gateway=gateway(server), planner="offline", journal=journal)
        talk.ask("How many units did the north sell?")
        report = talk.ask("And the south?")
        again = replay(report.run_id, journal)
    _, second = asked(server, "generator")
    assert "Q: How many units did the north sell?\nA: The answer is 3." in second
    assert first in second
    assert "How many units did the north sell?" in asked(server, "interpreter")[1]
    assert report.generation.answer == "The answer is 4."
    assert [turn.question for turn in talk.turns] == ["How many units did the north sell?", "And the south?"]
    assert again is not None


class Echo:
    """A generator that answers with what it was told of before."""

    def __init__(self):
        self.seen = []

    async def __call__(self, task, /):
        """Answer."""
        self.seen.append(task.earlier)
        return Generated(answer=f"a{len(self.seen)}", generator="own")


@pytest.mark.parametrize(("memory", "kept"), [(0, 0), (1, 0), (2, 1), (4, 2), (6, 3)])
def test_memory_is_bounded_in_messages(memory, kept):
    """A question and its answer are two messages; older turns are forgotten."""
    echo = Echo()
    talk = Conversation(generator=echo, memory=memory)
    for number in range(5):
        talk.ask(f"q{number}?")
    assert len(talk.turns) == kept
    assert [t.question for t in echo.seen[-1]] == [f"q{n}?" for n in range(4 - kept, 4)]
    talk.forget()
    talk.ask("q?")
    assert echo.seen[-1] == ()


def test_the_last_code_is_kept_over_a_turn_without():
    """A turn in words does not lose the program before it."""
    step = {"kind": "program", "code": "answer = 1"}

    async def once(task, /):
        trace = () if task.earlier else (step,)
        return Generated(answer="1", generator="pot" if trace else "direct", trace=trace)

    talk = Conversation(generator=once)
    talk.ask("a?")
    talk.ask("b?")
    assert [turn.code for turn in talk.turns] == ["answer = 1", "answer = 1"]


def test_data_given_once_serves_every_turn():
    """An iterator is read once."""
    echo = Echo()
    talk = Conversation(generator=echo, data=iter([SALES]))
    talk.ask("a?")
    assert talk._task("b?").data == (SALES,)


def test_the_journal_keeps_what_was_said_before():
    """A resumed run knows its conversation."""
    task = Task(question="b?", earlier=(Exchange(question="a?", answer="1", code="x"),))
    assert tasks.unpack(tasks.pack(task)) == task


def test_a_negative_memory_is_refused():
    """It says nothing."""
    with pytest.raises(UsageError, match="negative"):
        Conversation(memory=-1)
