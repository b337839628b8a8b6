"""What those who watch are shown, through the real client's streams."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.generation.react.scripts import NO_TOOLS, act, answer, call
from tests.verifier.llm.server import Reply, chat, sse
from verifier.generation.react import Decision, read_reply
from verifier.generation.react._events import Live

pytestmark = pytest.mark.anyio


def watched(events: list[Any]) -> list[tuple[str, str]]:
    """Events as (part, text), one for each part that was opened."""
    found: list[list[str]] = []
    for event in events:
        if event.opens or not found or found[-1][0] != event.part:
            found.append([event.part, ""])
        found[-1][1] += event.text
    return [(part, text.strip()) for part, text in found]


def live(reply: str, *, native: bool = False) -> list[tuple[str, str]]:
    """What a reply shows, letter by letter."""
    events: list[Any] = []
    shown = Live(events.append, native=native)
    for letter in reply:
        shown.feed(letter)
    shown.close()
    return watched(events)


async def test_parts_are_shown_as_they_are_written():
    """A streamed reply in text: thought, action with its input, the tool's observation, the answer."""
    events: list[Any] = []
    made, server = await answer(
        sse("Thou", "ght: ad", "d\nAction", ": add\nAction In", 'put: {"a"', ": 36}"), sse("Thought: so\nAns", "wer: 36"),
        native=False, watch=events.append,
    )  # fmt: skip
    assert made.answer == "36"
    assert watched(events) == [
        ("thought", "add"), ("action", 'add\n{"a": 36}'), ("observation", '{"value": 36}'), ("thought", "so"),
        ("answer", "36"),
    ]  # fmt: skip
    assert all(body["stream"] for body in server.asked)
    assert len(events) > 8


async def test_native_calls_are_shown():
    """A streamed native call is an action; unlabelled text beside it a thought, unlabelled text alone the answer."""
    call_chunk = {"index": 0, "id": "c", "function": {"name": "add", "arguments": '{"a": 36}'}}
    events: list[Any] = []
    made, _ = await answer(
        _stream({"content": "I add."}, {"tool_calls": [call_chunk]}), sse("36 ", "jars"), watch=events.append
    )
    assert made.answer == "36 jars"
    assert watched(events) == [
        ("thought", "I add."), ("action", 'add\n{"a": 36}'), ("observation", '{"value": 36}'), ("answer", "36 jars"),
    ]  # fmt: skip


def _stream(*deltas: dict[str, Any]) -> Reply:
    import json

    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    rows = [{**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    rows.append({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]})
    text = "".join(f"data: {json.dumps(row)}\n\n" for row in rows) + "data: [DONE]\n\n"
    return Reply(text.encode(), headers={"content-type": "text/event-stream"})


async def test_a_stream_that_cannot_be_had_is_asked_for_whole():
    """After a server's fault the reply comes in one piece, and is shown all the same."""
    events: list[Any] = []
    busy = Reply({"error": {"message": "busy"}}, status=503)
    made, server = await answer(busy, chat("Thought: so\nAnswer: 36"), native=False, watch=events.append)
    assert made.answer == "36"
    assert watched(events) == [("thought", "so"), ("answer", "36")]
    assert [body.get("stream", False) for body in server.asked] == [True, False]


async def test_a_refusal_of_tools_is_met_in_a_stream_too():
    """The text format follows, streamed."""
    events: list[Any] = []
    made, _ = await answer(NO_TOOLS, NO_TOOLS, sse("Answer: 36"), watch=events.append)
    assert (made.answer, watched(events)) == ("36", [("answer", "36")])


async def test_a_server_without_streams_is_asked_for_the_whole():
    """It is known from its first refusal on; tools are offered as before."""
    events: list[Any] = []
    made, server = await answer(NO_TOOLS, call("add", {"a": 36}), chat("Answer: 36"), watch=events.append)
    assert made.answer == "36"
    assert [(body.get("stream", False), "tools" in body) for body in server.asked] == [
        (True, True), (False, True), (False, True),
    ]  # fmt: skip


def test_what_is_dropped_is_not_shown():
    """Nothing after the first action's input, or after an observation of the model's own."""
    reply = 'Thought: a\nAction: add\nAction Input: {"a": 1}\nObservation: 7\nAnswer: 7'
    assert live(reply) == [("thought", "a"), ("action", 'add\n{"a": 1}')]
    assert live("Observation: 7\nAnswer: 7") == []
    assert live("Action: add(a=1)\nAnswer: 7") == [("action", "add(a=1)")]
    assert live("Answer: 7\nAction: add(a=1)\nAnswer: 8") == [("answer", "7")]
    assert live("Question: 1?\nAnswer: 2\nQuestion: 3?") == [("answer", "2")]
    assert live("no label", native=True) == []


LINES = st.sampled_from(
    [
        "Thought: a",
        "Action: add",
        "Action Input: {}",
        "Observation: 7",
        "Answer: 5",
        "Answer:",
        "x",
        "答案：4",
        "Question: q",
    ]
)


@given(st.lists(LINES, max_size=8).map("\n".join))
def test_the_answer_shown_is_the_answer_read(reply):
    """What streams by as the answer is what the parser takes for it."""
    reading = read_reply(reply)
    shown = [text for part, text in live(reply) if part == "answer" and text]
    if reading.answer is not None:
        assert shown == [reading.answer]
    else:
        assert not shown or reading.fault == "unlabelled"


# --- a person's word --------------------------------------------------------------------------------------
async def test_a_person_approves_edits_and_refuses():
    """Approved is run as it is, an edit with its own input, a refusal is told with its reason."""
    asked: list[Any] = []
    decisions = [
        Decision(kind="approve"), Decision(kind="edit", tool_input={"a": 5}), Decision(kind="refuse", reason="too dear"),
        Decision(kind="refuse"),
    ]  # fmt: skip

    def approve(proposal: Any) -> Decision:
        asked.append(proposal)
        return decisions[len(asked) - 1]

    made, _ = await answer(
        *[call("add", {"a": number}) for number in range(4)], chat("Answer: 5"), approve=approve
    )
    shown = [entry["text"] for entry in made.trace if entry["kind"] == "observation"]
    assert shown == [
        '{"value": 0}', 'A person changed the input to {"a": 5}\n{"value": 5}', "A person refused this action: too dear",
        "A person refused this action: no reason given",
    ]  # fmt: skip
    assert [(p.step, p.tool, p.tool_input, p.limits) for p in asked][1] == (
        2,
        "add",
        {"a": 1},
        "Small numbers.",
    )
    assert [entry.get("decision") for entry in made.trace if "tool" in entry and entry["kind"] == "observation"] == [
        None, "edited", "refused", "refused",
    ]  # fmt: skip


async def test_an_edit_is_validated():
    """An input that does not fit comes back with its fault; after three the action is refused."""
    faults: list[str] = []

    async def approve(proposal: Any) -> Decision:
        faults.append(proposal.fault)
        return Decision(kind="edit", tool_input={"a": "many"} if len(faults) < 3 else {"a": 2})

    made, _ = await answer(call("add", {"a": 1}), chat("Answer: 2"), approve=approve)
    assert faults[0] == ""
    assert "a: Input should be a valid integer" in faults[1]
    assert made.trace[1]["output"] == {"value": 2}
    faults.clear()
    never = lambda _: Decision(kind="edit", tool_input={"b": 1})  # noqa: E731
    made, _ = await answer(call("add", {"a": 1}), chat("Answer: 2"), approve=never)
    assert "a: Field required" in made.trace[1]["text"]
    assert made.trace[1]["decision"] == "refused"


async def test_nobody_is_asked_about_what_cannot_be_done():
    """An unknown tool and a bad input are told to the model at once."""
    asked: list[Any] = []
    await answer(act("sum", "{}"), act("add", "{}"), chat("Answer: 2"), native=False, approve=asked.append)
    assert asked == []
