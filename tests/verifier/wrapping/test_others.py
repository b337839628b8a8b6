"""Clients that are not `openai`'s, and functions: what has the shape is checked."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.verifier.llm.server import chat
from tests.verifier.wrapping.replies import ASK, QUESTION, RIGHT, WRONG, chunk
from verifier import RefutedError, UsageError, VerifiedText, replay, verified, wrap
from verifier.wrapping import report_of, reports_of


def fake(create: Any) -> Any:
    """A client with one method."""
    return SimpleNamespace(chat=SimpleNamespace(completions=SimpleNamespace(create=create)))


def namespaces(text: str) -> Any:
    """A completion of plain objects."""
    message = SimpleNamespace(content=text)
    return SimpleNamespace(choices=[SimpleNamespace(message=message, finish_reason="stop")])


def test_nothing_of_openai_is_loaded() -> None:
    """Importing the wrapper, wrapping and checking work without the library."""
    code = (
        "import sys; sys.modules['openai'] = None\n"
        "from verifier import wrap, verified\n"
        f"made = wrap(lambda **_: {chat(WRONG)!r})\n"
        f"print(made(messages={ASK['messages']!r}).amtfv.verdict)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("refuted", "")


def test_clients_of_plain_objects() -> None:
    """Attributes are all that is needed."""
    made = wrap(fake(lambda **_: namespaces(WRONG)), "correct").chat.completions.create(**ASK)
    assert made.choices[0].message.content == RIGHT
    assert made.amtfv.verdict == "verified"


def test_functions_that_give_plain_json() -> None:
    """A dict comes back as an equal dict, with the report as an attribute that JSON does not see."""
    made = wrap(lambda **_: chat(WRONG))(**ASK)
    assert made == chat(WRONG)
    assert json.loads(json.dumps(made)) == chat(WRONG)
    assert made.amtfv.verdict == "refuted"
    with pytest.raises(RefutedError) as caught:
        wrap(lambda **_: chat(WRONG), "raise")(**ASK)
    assert caught.value.completion == chat(WRONG)


def test_completions_that_take_no_attributes() -> None:
    """Something stands in for them that is equal and carries the report."""

    class Slotted:
        __slots__ = ("choices",)

        def __init__(self) -> None:
            self.choices = namespaces(WRONG).choices

    made = wrap(lambda **_: Slotted())(**ASK)
    assert isinstance(made, Slotted)
    assert made.choices[0].message.content == WRONG
    assert report_of(made).verdict == "refuted"


def test_what_cannot_be_changed_is_not_lost() -> None:
    """A correction that can't be put in its place leaves the text, and a report that does not vouch for it."""

    @dataclass(frozen=True)
    class Message:
        content: str

    def create(**_: Any) -> Any:
        return SimpleNamespace(choices=[SimpleNamespace(message=Message(WRONG), finish_reason="stop")])

    made = wrap(create, "correct")(**ASK)
    assert made.choices[0].message.content == WRONG
    assert made.amtfv.verdict == "inconclusive"
    assert "can't be put" in made.amtfv.error


@pytest.mark.parametrize("reply", [None, 7, "text", [], object()])
def test_replies_of_another_shape_come_back(reply: Any) -> None:
    """What holds no answer that we know is handed over, with a report that says so."""
    made = wrap(lambda **_: reply)(**ASK)
    assert report_of(made).verdict == "inconclusive"
    assert made == reply


def test_streams_of_plain_generators() -> None:
    """`stream=True` and something to iterate over are enough; a chunk that can't be read costs only the check."""

    def create(**_: Any) -> Iterator[Any]:
        yield from (chunk("12 * 12 = "), chunk("146."), chunk(finish="stop"))

    stream = wrap(create)(**ASK, stream=True)
    assert len(list(stream)) == 3
    assert stream.amtfv.verdict == "refuted"
    listed = wrap(lambda **_: [chunk("146", finish="stop")])(**ASK, stream=True)
    assert len(list(listed)) == 1
    odd = wrap(lambda **_: iter([{"choices": [{"delta": {"content": 7}}]}]))(**ASK, stream=True)
    assert len(list(odd)) == 1
    assert odd.amtfv.verdict == "inconclusive"


def test_positional_messages() -> None:
    """Arguments are known by their names however they are given."""

    def complete(messages: list[Any], model: str = "m") -> Any:
        return namespaces(WRONG)

    assert wrap(complete)(ASK["messages"]).amtfv.task.question == QUESTION


def test_threads_share_a_journal(tmp_path: Path) -> None:
    """Each answer is a run of the journal, from whatever thread."""
    made = wrap(lambda **_: chat(WRONG), journal=tmp_path / "runs.db")
    with ThreadPoolExecutor(4) as threads:
        reports = list(threads.map(lambda _: made(**ASK).amtfv, range(12)))
    assert [report.error for report in reports] == [""] * 12
    assert all(not replay(report.run_id, tmp_path / "runs.db").drifts for report in reports)


# --- the decorator ---------------------------------------------------------------------------------------
def test_a_function_from_question_to_text() -> None:
    """Its text is a string like any other, with the report."""

    @verified
    def answer(question: str) -> str:
        """Answer."""
        return WRONG

    text = answer(QUESTION)
    assert (text, type(text), answer.__doc__) == (WRONG, VerifiedText, "Answer.")
    assert text.amtfv.verdict == "refuted"
    assert reports_of(text) == (text.amtfv,)
    for again in (pickle.loads(pickle.dumps(text)), copy.copy(text)):
        assert (again, again.amtfv.verdict) == (WRONG, "refuted")


def test_policies_of_the_decorator() -> None:
    """`correct` returns the correction, the original in its report; `raise` raises with the text."""
    corrected = verified(on_refuted="correct")(lambda question: WRONG)(QUESTION)
    assert (corrected, corrected.amtfv.attempts[0].answer) == (RIGHT, WRONG)
    with pytest.raises(RefutedError) as caught:
        verified(on_refuted="raise")(lambda question: WRONG)(QUESTION)
    assert caught.value.completion == WRONG


class Bot:
    """Has a method that answers."""

    @verified
    def answer(self, mood: int, prompt: str, style: str = "short") -> str:
        """Answer."""
        return WRONG


@pytest.mark.parametrize(
    ("decorated", "arguments", "question"),
    [
        (verified(lambda a, question: WRONG), {"a": "x", "question": QUESTION}, QUESTION),
        (Bot().answer, {"mood": 1, "prompt": QUESTION}, QUESTION),
        (verified(question="b")(lambda a, b: WRONG), {"a": "x", "b": QUESTION}, QUESTION),
        (verified(question=lambda named: named["a"][0])(lambda a: WRONG), {"a": [QUESTION]}, QUESTION),
        (verified(lambda number: WRONG), {"number": 7}, None),
    ],
)
def test_where_the_question_is(decorated: Any, arguments: dict[str, Any], question: str | None) -> None:
    """`question`, else the first text; or the parameter or function that is named."""
    assert decorated(**arguments).amtfv.task.question == question


def test_misuse_of_the_decorator() -> None:
    """A parameter that is not there is refused at once; a result that is no text when it comes."""
    with pytest.raises(UsageError, match="no parameter 'q'; it has question"):
        verified(question="q")(lambda question: WRONG)
    with pytest.raises(UsageError, match="int, not text"):
        verified(lambda question: 7)(QUESTION)  # type: ignore[call-overload]


def test_functions_that_give_completions_or_objects() -> None:
    """A completion is annotated as by a wrapped client; of other objects `text=` reads the text."""
    assert verified(lambda question: namespaces(WRONG))(QUESTION).amtfv.verdict == "refuted"
    made = verified(text=lambda found: found.reply)(lambda question: SimpleNamespace(reply=WRONG))(QUESTION)
    assert (made.reply, report_of(made).verdict) == (WRONG, "refuted")


def test_a_question_that_cannot_be_read_loses_nothing() -> None:
    """The function is called all the same."""
    text = verified(question="q")(lambda q: WRONG)(7)
    assert (text, text.amtfv.verdict) == (WRONG, "inconclusive")
    assert "int, not text" in text.amtfv.error
