"""Typed results: what a program says it hands back is what it must be."""

from __future__ import annotations

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.generation.test_program import GOOD, SALES, TASK, asked, generate, kinds, program
from verifier.errors import UsageError
from verifier.generation._results import KINDS, plot_facts, result_of

pytestmark = [pytest.mark.anyio, pytest.mark.sandbox]
FRAME = {"$type": "DataFrame", "columns": ["a"], "index": [0], "dtypes": ["int64"], "rows": [[1]]}


def png(width=3, height=2):
    """The smallest image of that size."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + head
        + chunk(b"IDAT", zlib.compress(b"\0" * (width + 1) * height))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (3, "number"), (1.5, "number"), ({"$type": "Decimal", "value": "1.10"}, "number"), ("x", "string"), (FRAME, "table"),
        ([{"a": 1}], "table"), ({"columns": ["a"], "rows": [[1]]}, "table"), ({"$type": "Series", "items": [1]}, "table"),
        ([1, 2], ""), ({"a": 1}, ""), (True, ""), ({"$type": "tuple", "items": [1]}, ""),
    ],
)  # fmt: skip
def test_a_plain_value_is_what_it_is(value, kind):
    """Models forget the type; what they hand back then says it itself."""
    result = result_of(value, {})
    assert (result.type, result.fault) == (kind, "")
    if kind:
        assert result_of({"type": kind, "value": value}, {}) == result


@pytest.mark.parametrize(
    ("value", "fault", "detail"),
    [
        ({"type": "number", "value": "9.5"}, "wrong_type", "type number, but the value is str"),
        ({"type": "number", "value": True}, "wrong_type", "type number, but the value is bool"),
        ({"type": "table", "value": 3}, "wrong_type", "type table, but the value is int"),
        ({"type": "string", "value": [1]}, "wrong_type", "type string, but the value is list"),
        ({"type": "chart", "value": 3}, "wrong_type", "type 'chart': it is one of number, string, table, plot"),
        ({"type": ["number"], "value": 3}, "wrong_type", "type \"['number']\""),
        ({"type": "number", "value": {"$type": "float", "value": "nan"}}, "wrong_type", "number: float nan"),
        ({"type": "number", "value": None}, "empty_value", "number: None"),
        ({"type": "string", "value": ""}, "empty_value", "str"),
        ({"type": "table", "value": {**FRAME, "rows": []}}, "empty_value", "DataFrame"),
        ({"type": "table", "value": []}, "empty_value", "list"),
        ({"type": "plot", "value": 3}, "wrong_type", "plot: the value is int"),
        ({"type": "plot", "value": "a.png"}, "wrong_type", "plot: no file 'a.png' was written; PNG files: b.png"),
        ({"type": "plot", "value": "b.png"}, "wrong_type", "plot: b.png is no PNG file"),
    ],
)  # fmt: skip
def test_what_is_not_what_it_says_is_a_fault(value, fault, detail):
    """The model is told what it said and what it gave."""
    result = result_of(value, {"b.png": b"text"})
    assert result.fault == fault
    assert detail in result.detail


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(["type", "value", "$type", "items", "rows", "columns", "repr"]), inner
            )
        ),
    ),
    st.sampled_from(["", *KINDS]),
)
def test_no_value_breaks_the_check(value, wanted):
    """What comes out of a sandbox is the program's word; only what was asked for passes."""
    if value is not None:
        result = result_of(value, {}, wanted)
        assert result.fault or not wanted or result.type == wanted


def test_a_plot_is_known_by_its_digest():
    """Size in pixels and bytes, SHA-256; what is no PNG is none."""
    facts = plot_facts("a.png", png(640, 480))
    assert (facts["width"], facts["height"], len(facts["sha256"])) == (640, 480, 64)
    assert plot_facts("a.png", b"\x89PNG\r\n\x1a\n") is None
    assert plot_facts("a.png", b"GIF89a") is None


DRAW = f"import base64\nopen('{{name}}', 'wb').write(bytes.fromhex('{png().hex()}'))\nanswer = {{{{'type': 'plot', 'value': 'chart.png'}}}}"


async def test_a_plot_comes_back_as_a_file():
    """The file is there, the trace has its digest, and the interpreter is told of it in words."""
    made, server = await generate(program(DRAW.format(name="chart.png")), said="See chart.png.")
    assert made.files == {"chart.png": png()}
    assert made.trace[2]["result"] == {"type": "plot", "value": plot_facts("chart.png", png())}
    assert "a plot of 3 x 2 pixels, in the file chart.png" in asked(server, "interpreter")[0]


async def test_a_typed_result_is_read_and_kept():
    """The value goes on as before; type and value stand in the trace."""
    made, server = await generate(program("answer = {'type': 'table', 'value': sales.head(1)}"))
    assert made.trace[2]["result"] == {
        "type": "table", "value": {"columns": list(SALES.columns), "rows": [["north", 3, 1.5]]}
    }  # fmt: skip
    assert "region,units,price\nnorth,3,1.5" in asked(server, "interpreter")[0]


async def test_a_wrong_type_goes_back_with_what_it_was():
    """Also where something was printed: the program has said what it is."""
    bad = program("print('x')\nanswer = {'type': 'number', 'value': 'nine'}")
    made, server = await generate(bad, DRAW.format(name="other.png").join(["```python\n", "\n```"]), GOOD)
    _, second, third = asked(server, "generator")
    assert "type number, but the value is str" in second
    assert "no file 'chart.png' was written; PNG files: other.png" in third
    assert kinds(made)[2] == "output wrong_type"


async def test_the_caller_may_ask_for_a_type():
    """``result="table"``: the prompt says so, and another type goes back."""
    made, server = await generate(GOOD, program("answer = sales.head(1)"), result="table")
    assert 'the type must be "table"' in asked(server, "generator")[0]
    assert "a table is wanted, not number" in asked(server, "generator")[1]
    assert made.trace[-2]["result"]["type"] == "table"
    with pytest.raises(UsageError, match="result='chart'"):
        await generate(GOOD, task=TASK, result="chart")
