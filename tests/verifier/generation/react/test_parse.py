"""Replies in the text format, however a model writes them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from verifier.generation.react._history import INPUT, Turn, talk
from verifier.generation.react._loose import read_input
from verifier.generation.react._parse import Reading, read_reply

CALL = {"expression": "3*4"}
CALLS = [
    'Thought: multiply\nAction: arithmetic\nAction Input: {"expression": "3*4"}',
    'Action: arithmetic\nAction Input: {"expression": "3*4"}',
    '**Thought:** multiply\n\n**Action:** `arithmetic`\n\n**Action Input:**\n```json\n{"expression": "3*4"}\n```',
    '### Thought\nmultiply\n### Action\narithmetic\n### Action Input\n{"expression": "3*4"}',
    'Action: arithmetic\nAction Input:\n```\n{"expression": "3*4"}\n```\nthat should do',
    'Action: "arithmetic"\nAction Input: {"expression": "3*4"} and now I wait for the result.',
    "Action: arithmetic\nAction Input: {'expression': '3*4',}",
    'Action: arithmetic{"expression": "3*4"}',
    'Action: arithmetic\n{"expression": "3*4"}',
    'Action: arithmetic({"expression": "3*4"})',
    'Action: {"name": "arithmetic", "arguments": {"expression": "3*4"}}',
    'Action:\n```json\n{"action": "arithmetic", "action_input": {"expression": "3*4"}}\n```',
    'Action: {"tool": "arithmetic", "tool_input": "{\\"expression\\": \\"3*4\\"}"}',
    '{"thought": "multiply", "action": "arithmetic", "action_input": {"expression": "3*4"}}',
    'I call it.\n<tool_call>\n{"name": "arithmetic", "arguments": {"expression": "3*4"}}\n</tool_call>',
    '```json\n{"action": "arithmetic", "action_input": {"expression": "3*4"}}\n```',
    'Thought 1: multiply\nAction 1: arithmetic\nAction Input 1: {"expression": "3*4"}',
    '思考：先相乘\n行动：arithmetic\n行动输入：{"expression": "3*4"}',
    '**思考**：先相乘\n**行动**：arithmetic\n**行动输入**：\n```json\n{"expression": "3*4"}\n```\n**观察**：13',
    'Thought: a\r\nAction: arithmetic\r\nAction Input: {"expression": "3*4"}\r\n',
]  # fmt: skip


@pytest.mark.parametrize("reply", CALLS)
def test_one_call_in_many_spellings(reply):
    """Each spelling names the tool and gives its input as an object."""
    reading = read_reply(reply)
    assert reading.action is not None
    assert (reading.action.name, reading.action.given.value) == ("arithmetic", CALL)
    assert not reading.fault
    assert reading.answer is None


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Thought: done\nAnswer: 12", "12"), ("Answer: 12", "12"), ("Final Answer: **12**", "**12**"),
        ("**Final Answer:**\n12\napples", "12\napples"), ("答案：共12个。", "共12个。"), ("最终答案: 12", "12"),
        ("Action: Finish[12]", "12"), ("Action: Final Answer\nAction Input: 12", "12"),
        ('{"action": "Final Answer", "action_input": "12"}', "12"), ('{"answer": "12"}', "12"),
        ('Action: finish\nAction Input: {"answer": "12"}', "12"), ("行动：完成\n行动输入：12", "12"),
        ("Question: what?\nThought: a\nAnswer: 12\nQuestion: next?\nAnswer: 7", "12"),
        ("Answer:\nAnswer: 12", "12"),
    ],
)  # fmt: skip
def test_answers(reply, answer):
    """An answer needs no thought before it; what comes after it, another question say, is dropped."""
    assert read_reply(reply).answer == answer


def test_only_the_first_action_counts():
    """A reply that goes on by itself, with an invented observation and an answer built on it, is one action."""
    reading = read_reply(
        'Thought: a\nAction: units\nAction Input: {"value": "1"}\nObservation: 7\nThought: so\n'
        "Action: arithmetic\nAction Input: {}\nObservation: 8\nAnswer: 8"
    )
    assert reading.action is not None
    assert (reading.action.name, reading.thought, reading.answer) == ("units", "a", None)
    assert [what.partition(":")[0] for what in reading.dropped] == [
        "observation", "thought", "action", "input", "observation", "answer",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "kind"),
    [("Answer: 5\nAction: arithmetic\nAction Input: {}", "answer"), ("Action: arithmetic[1]\nAnswer: 5", "action")],
)  # fmt: skip
def test_of_an_action_and_an_answer_the_first_counts(reply, kind):
    """The rule that the module states."""
    reading = read_reply(reply)
    assert (reading.answer is not None, reading.action is not None) == (kind == "answer", kind == "action")
    assert reading.dropped


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("", "empty"), ("  \n", "empty"), ("The answer is 12.", "unlabelled"), ("Thought: I wonder", "unfinished"),
        ("Thought: I wonder\nAnswer:", "unfinished"), ("Observation: 7\nThought: so\nAnswer: 7", "invented"),
        ("Thought: a\nObservation: 7\nAnswer: 7", "invented"), ("Thought: a\nAction:", "nameless"),
        ("Action Input: {}", "unfinished"), ("观察：7\n答案：7", "invented"), ("{draft}", "unlabelled"),
    ],
)  # fmt: skip
def test_faults_of_the_format(reply, fault):
    """What is neither an action nor an answer has a fault with a name, and never an answer."""
    reading = read_reply(reply)
    assert reading.fault == fault
    assert reading.answer is None
    assert reading.action is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"code": "print(\'\'\'```\nx\n```\'\'\')"}', {"code": "print('''```\nx\n```''')"}),
        ('{"note": "brace } here"}', {"note": "brace } here"}),
        ('{"a": True, "b": None, "c": [1, 2,],}', {"a": True, "b": None, "c": [1, 2]}),
        ("{'it': \"it's\", 'say': 'a \"b\"'}", {"it": "it's", "say": 'a "b"'}),
        ('{"code": "x = 1\nprint(x)\t"}', {"code": "x = 1\nprint(x)\t"}),
        ("{'f': 'a {b'}", {"f": "a {b"}),
        ('```json\n{"a": "```"}\n```', {"a": "```"}),
        ('``` python\n{"a": 1}```', {"a": 1}),
    ],
)  # fmt: skip
def test_objects_nearly_in_json(text, value):
    """Python's spelling, raw line breaks, fences and braces inside strings."""
    assert read_input(text).value == value


@pytest.mark.parametrize("text", ['{"a": NaN}', '{"a": 1, "a": 2}', '{"a": ', "{" * 90, '{"a": 1e999}', "{]"])
def test_what_is_no_object_says_why(text):
    """NaN, a key twice, unclosed or endless nesting: a fault in words, no value, no exception."""
    given_input = read_input(text)
    assert given_input.value is None
    assert given_input.fault


def test_pairs_are_a_reading_among_others():
    """``name=value`` is offered as pairs; whether it is code instead, the tool's fields decide."""
    assert read_input("expression='3*4', n=2").pairs == {"expression": "3*4", "n": 2}
    assert read_input("x = 1").pairs == {"x": 1}
    assert read_input("print(x=1)").pairs is None
    assert read_input("a=1, a=2").pairs is None


TOKENS = [
    "Thought:", "Action:", "Action Input:", "Observation:", "Answer:", "思考：", "行动：", "观察：", "答案：", "\n", " ",
    "```", "```json\n", "{", "}", '"', "'", "\\", "[", "(", ")", "]", "**", "#", ":", ",", "=", "x", "None", "1e9",
    "<tool_call>", "</tool_call>", '{"action": "a", "action_input": ', "\ud800", "\x00", "finish",
]  # fmt: skip


@given(st.lists(st.sampled_from(TOKENS), max_size=40).map("".join))
@example("Action: a\nAction Input: {'\\")
@example("{" * 300)
def test_reading_never_raises(reply):
    """Any text is read, as exactly one of action, answer and fault."""
    reading = read_reply(reply)
    assert [reading.action is not None, reading.answer is not None, bool(reading.fault)].count(True) == 1


@given(st.text(max_size=300))
def test_any_text_is_read(reply):
    """Also text of no particular form."""
    assert isinstance(read_reply(reply), Reading)


def test_fuzzed_replies():
    """Ten thousand mutants of good replies are read without an exception."""
    chance = random.Random(5)
    for _ in range(10_000):
        text = list(chance.choice(CALLS))
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(text) + 1)
            text[place : place + chance.randrange(3)] = chance.choice(TOKENS)
        read_reply("".join(text))


@pytest.mark.parametrize(
    "piece",
    [
        "Thought: a\n", "{", '"', '\\"', "'", "\\'", "```\n", "```", "Action: a\n", "Action: ", "=", "a=1,", "*", "#",
        "\n ", " ", "{'", '{"', "[", "(", "<tool_call>", "Action Input: {", "思考：", "Actio", "\r", "- ", "True", ", ",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "head", ["", "Action: a\nAction Input: ", 'Action: a\nAction Input: {"', "Action: a("]
)
def test_time_is_linear(head, piece):
    """Twenty times the text takes far less than four hundred times as long, whatever it repeats."""

    def cost(times):
        text = head + piece * times
        best = 9.0
        for _ in range(3):
            start = process_time()
            read_reply(text)
            best = min(best, process_time() - start)
        return best

    assert cost(6_000) < 120 * max(cost(300), 1e-4)


def test_a_long_input_goes_back_to_its_model_capped():
    """What a native call is shown of itself is an object, and bounded like every other text."""
    written = json.dumps({"rows": ["x" * 50] * 500})
    turn = Turn(step=1, thought="", tool="rows", written=written, observation="7", call_id="c1")
    (call, _) = talk([turn], "en", native=True)
    arguments = json.loads(call["tool_calls"][0]["function"]["arguments"])
    assert arguments == {"input": written[:INPUT]}
    short = replace(turn, written='{"rows": []}')
    (call, _) = talk([short], "en", native=True)
    assert call["tool_calls"][0]["function"]["arguments"] == '{"rows": []}'
