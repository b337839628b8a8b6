"""The responses API of the real sync client, wrapped."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from tests.verifier.wrapping.replies import (
    ASK_RESPONSES,
    QUESTION,
    RIGHT,
    WRONG,
    client,
    message,
    response,
    response_events,
)
from verifier import RefutedError, wrap
from verifier.wrapping import UncheckedWarning, reports_of

PIECES = "12 * 12 = ", "146, so the answer", " is 146."


def asked(made: Any, **changes: Any) -> Any:
    """One response."""
    return made.responses.create(**ASK_RESPONSES | changes)


def test_a_response_carries_its_report() -> None:
    """The text of all its messages is the answer; everything else is as without the wrapper."""
    with client(response("12 * 12 = 146, ", "so the answer is 146.")) as (plain, _):
        bare, made = asked(plain), asked(wrap(plain))
    assert made.amtfv.verdict == "refuted"
    assert made.amtfv.task.question == QUESTION
    assert made.model_dump() == bare.model_dump()
    assert made == bare
    assert made.output_text == WRONG
    assert reports_of(made) == (made.amtfv,)


@pytest.mark.parametrize(
    ("given", "question"),
    [
        ([{"role": "user", "content": QUESTION}, {"role": "assistant", "content": "No."}], QUESTION),
        ([{"role": "user", "content": [{"type": "input_text", "text": QUESTION}]}], QUESTION),
        ([{"type": "function_call_output", "call_id": "c", "output": "7"}], None),
    ],
)
def test_the_last_user_item_is_the_question(given: Any, question: str | None) -> None:
    """Instructions are not the question."""
    with client(response(WRONG)) as (plain, _):
        report = asked(wrap(plain), input=given, instructions="Be brief.").amtfv
    assert report.task.question == question


CALL = {
    "type": "function_call",
    "id": "f",
    "call_id": "c",
    "name": "f",
    "arguments": "{}",
    "status": "completed",
}


@pytest.mark.parametrize(
    ("body", "verdict", "why"),
    [
        (response(output=[CALL]), "not_checkable", "calls tools"),
        (response(output=[message("12 * 12 = 146."), CALL]), "not_checkable", "calls tools"),
        (response(output=[message("I can't.", kind="refusal")]), "not_checkable", "declined"),
        (response(output=[]), "not_checkable", "nothing"),
        (
            response("12 * 12 = 14", status="incomplete", incomplete_details={"reason": "max_output_tokens"}),
            "inconclusive",
            "broke off",
        ),
        (response(output=[], status="queued"), "inconclusive", "queued"),
        (
            response(output=[], status="failed", error={"code": "server_error", "message": "out"}),
            "inconclusive",
            "failed: out",
        ),
    ],
)
def test_what_is_no_answer_is_not_judged(body: dict[str, Any], verdict: str, why: str) -> None:
    """Tool calls and refusals are not checkable; what is unfinished is inconclusive."""
    with client(body) as (plain, _):
        made = asked(wrap(plain, "raise"))
    assert made.amtfv.verdict == verdict
    assert why in made.amtfv.attempts[0].plan.notes[0]


def test_tools_of_the_server_do_not_hide_the_answer() -> None:
    """After a search or a program on the server's side the message is the answer."""
    search = {
        "type": "web_search_call",
        "id": "w",
        "status": "completed",
        "action": {"type": "search", "query": "q"},
    }
    with client(response(output=[search, message(WRONG)])) as (plain, _):
        assert asked(wrap(plain)).amtfv.verdict == "refuted"


def test_correct_and_raise() -> None:
    """The correction stands in the first text part, which the others are joined to."""
    with client(response("12 * 12 = 146, ", "so the answer is 146.")) as (plain, _):
        made = asked(wrap(plain, "correct"))
        with pytest.raises(RefutedError) as caught:
            asked(wrap(plain, "raise"))
    assert made.output_text == RIGHT
    assert made.amtfv.verdict == "verified"
    assert caught.value.completion.output_text == WRONG


def test_the_client_corrects_through_the_same_api() -> None:
    """The correcting call goes to the responses endpoint as well."""
    question = "Tom has 3 boxes of 12 pens and gives away 7. How many pens does he have now?"
    with client(response("He has 36 - 7 = 28 pens."), response("He has 36 - 7 = 29 pens.")) as (
        plain,
        server,
    ):
        made = asked(wrap(plain, "correct", client_corrects=True), input=question)
    assert made.output_text == "He has 36 - 7 = 29 pens."
    assert "input" in server.asked[1]


def test_parsed_responses_are_checked_and_kept() -> None:
    """`parse()` gives the same object; its text is not rewritten."""

    class Sum(BaseModel):
        answer: str

    text = '{"answer": "12 * 12 = 146"}'
    with client(response(text)) as (plain, _):
        made = wrap(plain, "correct").responses.parse(**ASK_RESPONSES, text_format=Sum)
    assert made.output_parsed == Sum(answer="12 * 12 = 146")
    assert made.output_text == text
    assert len(made.amtfv.attempts) == 1


# --- streams ------------------------------------------------------------------------------------------
def test_a_stream_of_events_is_annotated() -> None:
    """Events pass as they come; the stream and the response of its last event carry the report."""
    with client(response_events(*PIECES)) as (plain, _):
        bare = [event.model_dump() for event in asked(plain, stream=True)]
        stream = asked(wrap(plain), stream=True)
        events = list(stream)
    assert [event.model_dump() for event in events] == bare
    assert stream.amtfv.verdict == "refuted"
    assert events[-1].response.amtfv is stream.amtfv


def test_a_stream_without_its_last_event_is_inconclusive() -> None:
    """Text that streamed without an end is not judged."""
    reply = response_events(*PIECES, end="response.in_progress")
    with client(reply) as (plain, _):
        stream = asked(wrap(plain), stream=True)
        list(stream)
    assert stream.amtfv.verdict == "inconclusive"
    assert stream.amtfv.final_answer == WRONG


def test_a_corrected_stream_says_the_same_in_all_its_events() -> None:
    """Deltas, done events, parts, items and the last response hold the corrected text."""
    with client(response_events(*PIECES)) as (plain, _):
        stream = asked(wrap(plain, "correct"), stream=True)
        events = list(stream)
    by_kind = {event.type: event for event in events}
    assert "".join(event.delta for event in events if event.type == "response.output_text.delta") == RIGHT
    assert by_kind["response.output_text.done"].text == RIGHT
    assert by_kind["response.content_part.done"].part.text == RIGHT
    assert by_kind["response.output_item.done"].item.content[0].text == RIGHT
    assert by_kind["response.completed"].response.output_text == RIGHT
    assert stream.amtfv.verdict == "verified"
    assert [event.sequence_number for event in events] == list(range(len(events)))


def test_the_stream_helper_is_checked() -> None:
    """`responses.stream()` and its final response carry the report."""
    with client(response_events(*PIECES)) as (plain, _):
        with wrap(plain).responses.stream(**ASK_RESPONSES) as stream:
            final = stream.get_final_response()
        assert final.output_text == WRONG
        assert final.amtfv is stream.amtfv
    assert stream.amtfv.verdict == "refuted"


def test_unchecked_ways_say_so() -> None:
    """A stored response is fetched without its question: it is not checked, and that is said."""
    with client(response(WRONG)) as (plain, _):
        made = wrap(plain)
        for name in ("retrieve", "connect", "with_streaming_response"):
            with pytest.warns(UncheckedWarning, match=f"responses.{name}"):
                getattr(made.responses, name)
