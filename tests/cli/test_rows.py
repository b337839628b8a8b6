"""The shapes that a row may have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.cli._rows import Exchange, Fields, RowError, parse_fields, read_row

BATCH = {
    "id": "batch_req_1",
    "custom_id": "row-7",
    "response": {
        "status_code": 200,
        "body": {"choices": [{"message": {"role": "assistant", "content": "It is 12."}}]},
    },
    "error": None,
}
PARTS = [{"type": "text", "text": "It is "}, {"type": "text", "text": "12."}]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"id": "a", "question": "3*4?", "answer": "12"}, Exchange("3*4?", "12", "a")),
        ({"id": 7, "input": "3*4?", "output": "12"}, Exchange("3*4?", "12", "7")),
        ({"prompt": "三乘四？", "completion": "12"}, Exchange("三乘四？", "12")),
        ({"prompt": "3*4?", "response": "12"}, Exchange("3*4?", "12")),
        ({"question": "3*4?", "response": "12"}, Exchange("3*4?", "12")),
        ({"prompt": "3*4?", "completion": "12", "answer": "gold"}, Exchange("3*4?", "12")),
        ({"question": None, "answer": "12"}, Exchange(None, "12")),
        ({"answer": "3*4=12"}, Exchange(None, "3*4=12")),
        ({"question": "3*4?", "answer": 12}, Exchange("3*4?", "12")),
        ({"question": "0*4?", "answer": 0}, Exchange("0*4?", "0")),
        ({"question": "3*4?", "answer": PARTS}, Exchange("3*4?", "It is 12.")),
        (
            {
                "messages": [
                    {"role": "system", "content": "Be brief."},
                    {"role": "user", "content": "Hello"},
                    {"role": "assistant", "content": "Hi"},
                    {"role": "user", "content": "3*4?"},
                    {"role": "assistant", "content": "12"},
                ]
            },
            Exchange("3*4?", "12"),
        ),
        ({"messages": [{"role": "user", "content": "3*4?"}], "response": "12"}, Exchange("3*4?", "12")),
        ({"prompt": [{"role": "user", "content": "3*4?"}], "completion": "12"}, Exchange("3*4?", "12")),
        (BATCH, Exchange(None, "It is 12.", "row-7")),
        (
            {
                "custom_id": "r",
                "response": {"body": {"output": [{"type": "reasoning"}, {"type": "message", "content": PARTS}]}},
            },
            Exchange(None, "It is 12.", "r"),
        ),
        ({"custom_id": "c", "response": {"body": {"choices": [{"text": "12"}]}}}, Exchange(None, "12", "c")),
    ],
)  # fmt: skip
def test_each_known_shape_is_read(row, expected):
    """Rows of the documented shapes give their question, answer and id; zero is an answer."""
    assert read_row(row) == expected


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (["a"], "not a JSON object but a list"),
        (None, "but null"),
        ({}, "no answer found (fields: none)"),
        ({"question": "3*4?"}, "no answer found (fields: 'question')"),
        ({"q": "3*4?", "a": "12"}, "--map question=FIELD,answer=FIELD"),
        ({"question": "3*4?", "answer": None}, "'answer' is not text but null"),
        ({"question": "3*4?", "answer": True}, "'answer' is not text but true or false"),
        ({"question": {"text": "x"}, "answer": "12"}, "'question' is not text but an object"),
        ({"question": "3*4?", "answer": []}, "'answer' is not text but a list"),
        ({"question": "3*4?", "answer": [{"type": "image"}]}, "a list with no text"),
        ({"question": "3*4?", "answer": "\ud800"}, "half of a surrogate pair"),
        ({"messages": [{"role": "user", "content": "hi"}]}, "none has the role 'assistant'"),
        ({"custom_id": "r", "response": None, "error": {"message": "quota"}}, "batch request failed: quota"),
        ({"custom_id": "r", "response": {"status_code": 500, "body": {}}}, "failed with status 500"),
        ({"custom_id": "r", "response": {"status_code": 200, "body": {}}}, "holds no answer"),
    ],
)
def test_a_row_that_cannot_be_read_says_why(row, message):
    """A row of no known shape is refused with what was found and what to do."""
    with pytest.raises(RowError) as caught:
        read_row(row)
    assert message in str(caught.value)


def test_map_names_fields_by_dotted_path():
    """`--map` reads nested fields, list items and keys that hold dots themselves."""
    fields = parse_fields("question=meta.q, answer=outs.0.text, id=meta.key")
    row = {"meta": {"q": "3*4?", "key": 5}, "outs": [{"text": "12"}]}
    assert read_row(row, fields) == Exchange("3*4?", "12", "5")
    assert read_row({"a.b": "12"}, Fields(answer="a.b")) == Exchange(None, "12")


@pytest.mark.parametrize("text", ["", "answer", "question=q", "answer=", "answr=x", "answer=a,gold=g"])
def test_a_bad_map_is_refused(text):
    """A `--map` that names no answer, or an unknown name, is an error, never ignored."""
    with pytest.raises(RowError):
        parse_fields(text)


def test_map_reports_a_missing_field():
    """A row without the mapped field is a fault of that row."""
    with pytest.raises(RowError, match=r"no field 'a\.b'"):
        read_row({"a": [1]}, Fields(answer="a.b"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["question", "answer", "messages", "response", "body", "choices", "message", "content", "role",
                 "text", "prompt", "id", "custom_id", "error", "output", "status_code", "type"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)  # fmt: skip


@given(JSON)
def test_arbitrary_json_is_read_or_refused(row):
    """Whatever the JSON, a row is read as text or refused with RowError."""
    try:
        exchange = read_row(row)
    except RowError:
        return
    assert isinstance(exchange.answer, str)
    assert exchange.question is None or isinstance(exchange.question, str)
    assert exchange.id is None or exchange.id
