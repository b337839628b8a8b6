"""ReAct at the terminal: the view of its parts, and the question before each action."""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.cli._react import FOLD, Confirm, View, react_settings
from verifier.generation.react import Event, Proposal

PARTS = ["thought", "action", "observation", "answer"]
PROPOSAL = Proposal(step=2, tool="add", tool_input={"a": 1, "code": "x\n\x1b[2Jy"}, limits="Small numbers.")


def shown(*events, language="en", **settings):
    """What the view writes for the events."""
    stream = io.StringIO()
    view = View(stream, language, **settings)
    for event in events:
        view(event)
    view.close()
    return stream.getvalue()


def test_the_four_parts_are_told_apart():
    """Each part begins a line, under its label; blank lines between the parts are not shown."""
    text = shown(
        Event("thought", "", opens=True), Event("thought", " mul"), Event("thought", "tiply\n\n"),
        Event("action", "add", opens=True), Event("action", "\n{}"),
        Event("observation", "36", opens=True), Event("answer", "\n36\n\njars\n", opens=True),
    )  # fmt: skip
    assert text == "Thought: multiply\nAction: add\n{}\nObservation: 36\nAnswer: 36\n\njars\n"
    assert (
        shown(Event("thought", "加", opens=True), Event("answer", "3", opens=True), language="zh")
        == "思考：加\n答案：3\n"
    )


def test_colours_differ_by_part():
    """With colours each part has its own, and ends it; without, there is no escape sequence."""
    events = [Event(part, "x", opens=True) for part in PARTS]
    lines = shown(*events, colour=True).splitlines()
    assert len({line.partition("m")[0] for line in lines}) == 4
    assert all(line.startswith("\x1b[") and line.endswith("\x1b[0m") for line in lines)
    assert "\x1b" not in shown(*events)


@pytest.mark.parametrize("text", ["\n".join(map(str, range(40))), "word " * 400])
def test_a_long_observation_is_folded(text):
    """Its first rows are shown, and how many more there are; a long line counts by the rows that it fills."""
    lines = shown(Event("observation", text, opens=True), width=60).splitlines()
    assert len(lines) == FOLD + 1
    assert lines[-1].startswith("… (")
    assert lines[-1].endswith(" more lines)")
    if text.startswith("0"):
        assert lines[-1] == f"… ({40 - FOLD} more lines)"


def test_what_is_nearly_as_short_is_not_folded():
    """Nine lines are shown rather than eight and a remark; no other part is folded."""
    nine = "\n".join("123456789")
    assert "more" not in shown(Event("observation", nine, opens=True))
    assert "more" not in shown(Event("answer", "\n".join("x" * 40), opens=True))


@given(
    st.lists(st.builds(Event, st.sampled_from(PARTS), st.text(max_size=30), opens=st.booleans()), max_size=8)
)
def test_nothing_steers_the_terminal(events):
    """No text of a model or a tool can move the caret or paint the screen."""
    text = shown(*events)
    assert all(
        char == "\n" or char.isprintable() or char in "\u200c\u200d" or char.isspace() for char in text
    )
    assert "\x1b" not in text
    assert "\r" not in text


# --- a person's word --------------------------------------------------------------------------------------
@contextmanager
def terminal(typed):
    """A terminal at which somebody has typed that, and hangs up."""
    import pty

    ours, theirs = pty.openpty()
    os.write(ours, typed.encode())
    with os.fdopen(theirs, "r", encoding="utf-8") as source:
        try:
            yield source
        finally:
            os.close(ours)


def decided(typed, proposal=PROPOSAL, language="en"):
    """The decision, and what was written."""
    stream = io.StringIO()
    with terminal(typed) as source:
        decision = anyio.run(Confirm(source, stream, language), proposal)
    return decision, stream.getvalue()


needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@needs_pty
@pytest.mark.parametrize(
    ("typed", "kind", "tool_input", "reason"),
    [
        ("a\n", "approve", None, ""), ("yes\n", "approve", None, ""), ("同意\n", "approve", None, ""),
        ("r\ntoo dear\n", "refuse", None, "too dear"), ("拒绝\n太贵\n", "refuse", None, "太贵"),
        ('e\n{"a": 5}\n', "edit", {"a": 5}, ""), ("e\n{'a': 5}\n", "edit", {"a": 5}, ""),
        ('what?\n\ne\n5\ne\n{"a": 6}\n', "edit", {"a": 6}, ""), ("n\n\n", "refuse", None, ""),
    ],
)  # fmt: skip
def test_a_person_approves_edits_or_refuses(typed, kind, tool_input, reason):
    """Words in English and Chinese; what is not understood, or is no object, is asked again."""
    decision, _ = decided(typed)
    assert (decision.kind, decision.tool_input, decision.reason) == (kind, tool_input, reason)


@needs_pty
def test_all_of_the_input_is_shown():
    """The person answers for what is run: nothing is cut, nothing can hide."""
    long = "z" * 5_000
    _, text = decided("a\n", Proposal(step=1, tool="t", tool_input={"code": f"x\n\x1b[2Jy\n{long}"}))
    assert long in text
    assert "\x1b" not in text
    _, text = decided(
        "a\n", Proposal(step=1, tool="add", tool_input={"a": 1}, limits="Small.", fault="a: no")
    )
    assert text.startswith(
        "That input does not fit: a: no\nStep 1 wants to call add with\n  a: 1\nIt can't: Small."
    )
    _, text = decided("a\n", language="zh")
    assert text.startswith("第2步要调用add")


@needs_pty
@pytest.mark.parametrize("typed", ["\x04", "e\n\x04", "r\n\x04"])
def test_an_input_that_ends_is_a_refusal(typed):
    """Nobody said yes."""
    assert decided(typed)[0].kind == "refuse"


def test_without_a_terminal_nothing_is_approved():
    """What is piped in is no person's word."""
    decision = anyio.run(Confirm(io.StringIO("a\n"), io.StringIO()), PROPOSAL)
    assert (decision.kind, decision.reason) == ("refuse", "there is no terminal at which to ask")


@needs_pty
def test_waiting_for_a_person_can_be_cancelled():
    """No thread is left behind that reads what the person types next."""

    async def wait():
        with anyio.move_on_after(0.2) as scope:
            await Confirm(source, io.StringIO())(PROPOSAL)
        return scope.cancelled_caught

    with terminal("") as source:
        assert anyio.run(wait)


def test_settings_for_a_terminal():
    """A view always, an approver where one is wanted; the question decides the language."""
    stream = io.StringIO()
    settings = react_settings(output=stream, question="多少？")
    assert set(settings) == {"watch"}
    settings["watch"](Event("answer", "三", opens=True))
    assert stream.getvalue() == "答案：三"
    asked = react_settings(source=io.StringIO(), question="?")
    assert set(asked) == {"approve"}
    assert isinstance(asked["approve"], Confirm)
