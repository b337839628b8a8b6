"""Parts told apart while they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.generation.react._labels import LONGEST, WORDS, label_of, open_end
from verifier.generation.react._split import Section, Splitter, sections

WORD = st.sampled_from([word for words in WORDS.values() for word in words])
#: Text that is full of labels and of what nearly is one.
LINES = st.one_of(
    st.builds("{0}{1}{2}{3}".format, st.sampled_from(["", "**", "### ", "> ", "- ", "__", "* "]), WORD,
              st.sampled_from([":", "：", ":**", "**:", "**", "", " 1:", " [2]：", "__:", "s", " :"]),
              st.sampled_from(["", " x", "** y", "*", " ", "```", " `"])),
    st.sampled_from(["```", "```json", "x```", "", " ", '{"a": 1}', "Act", "思", "*", "#" * 70]),
    st.text(alphabet="aA:：*_# \t`思考ſ\r", max_size=12),
)  # fmt: skip
TEXT = st.lists(LINES, max_size=8).map("\n".join)


def joined(pieces):
    """Pieces as (label, text) for each part."""
    found = [[None, ""]]
    for piece in pieces:
        if piece.opens:
            found.append([piece.label, ""])
        assert piece.label == found[-1][0]
        found[-1][1] += piece.text
    return found


@given(TEXT, st.lists(st.integers(1, 9), max_size=60))
def test_how_it_is_cut_up_makes_no_difference(text, sizes):
    """Any cutting of a reply gives the same parts with the same text, to the letter."""
    whole = Splitter()
    cut = Splitter()
    expected = joined([*whole.feed(text), *whole.close()])
    pieces, position = [], 0
    for size in sizes:
        pieces += cut.feed(text[position : position + size])
        position += size
    pieces += cut.feed(text[position:]) + cut.close()
    assert joined(pieces) == expected


@given(TEXT)
def test_nothing_but_labels_is_left_out(text):
    """The parts' texts stand in the reply in their order."""
    position = 0
    splitter = Splitter()
    for _, part in joined([*splitter.feed(text), *splitter.close()]):
        position = text.index(part, position) + len(part)


@given(TEXT, st.text(max_size=20))
def test_a_decision_stays(start, more):
    """Once the beginning of a line is no open end, what follows does not change what it is."""
    line, rest = start.replace("\n", " "), more.replace("\n", " ")
    if line and not open_end(line):
        assert label_of(line) == label_of(line + rest)


def test_little_is_held_back():
    """A line that begins like a label is given back as soon as it is none."""
    splitter = Splitter()
    given_back = ""
    for sign in "Actually, this is prose. " * 20:
        given_back += "".join(piece.text for piece in splitter.feed(sign))
    assert given_back.startswith("Actua")
    assert len(given_back) == 25 * 20
    assert LONGEST == 64


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("Thought: x", "thought"), ("**Thought:** x", "thought"), ("**Thought**: x", "thought"),
        ("### Thought", "thought"), ("**Observation**", "observation"), ("Thought 12: x", "thought"),
        ("> Action: x", "action"), ("- **Action Input**: x", "input"), ("Action_Input: x", "input"),
        ("Final Answer: 4", "answer"), ("the final answer: 4", "answer"), ("ANSWER: 4", "answer"),
        ("思考：x", "thought"), ("**行动**：x", "action"), ("行动输入: x", "input"), ("观察：x", "observation"),
        ("最终答案：4", "answer"), ("## 答案", "answer"), ("Question: next", "question"),
        ("Thought", None), ("Thoughtful: x", None), ('"Action": "x"', None), ("The answer: 4", None),
        ("my Answer: 4", None), ("我的答案：4", None), ("", None), ("答案是4", None),
    ],
)  # fmt: skip
def test_labels(line, label):
    """Labels in English and Chinese, as Markdown decorates them, stand at the start of a line."""
    found = label_of(line)
    assert (found and found.label) == label


def test_parts_of_a_reply():
    """What stands before the first label has none; each label begins a part of its own."""
    assert sections("So:\nThought: a\nb\n\nAction: t\nAction Input: {}\nThought: c") == [
        Section(None, "So:"), Section("thought", "a\nb"), Section("action", "t"), Section("input", "{}"),
        Section("thought", "c"),
    ]  # fmt: skip


def test_a_label_within_a_fence_is_code():
    """Code may hold lines that look like labels; an observation ends a fence that was left open."""
    reply = "Action: python\nAction Input:\n```python\n# Answer: 1\nAnswer: int = 2\n```\nObservation: 3"
    assert [part.label for part in sections(reply)] == ["action", "input", "observation"]
    left_open = "Action Input:\n```\nprint(1)\nAnswer: 1\nObservation: 1\nAnswer: 2"
    assert [part.label for part in sections(left_open)] == ["input", "observation", "answer"]
