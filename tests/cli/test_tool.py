"""`amtfv tool`: one tool, JSON in and JSON out."""

from __future__ import annotations

import json

import pytest

OWN = '''
from typing import Any
from toolkits import tool

@tool(version="1", aliases=("Doubler",))
def double_it_{name}(number: int) -> dict[str, Any]:
    """Twice a whole number."""
    return {{"value": 2 * number}}
'''


def test_json_in_json_out(amtfv):
    """The output is the tool's, one line of JSON; aliases are names too."""
    for name in ("arithmetic", "Python_Calculator"):
        done = amtfv("tool", name, "--json", '{"expression": "7 * 12"}')
        assert (done.code, done.err) == (0, "")
        assert json.loads(done.out)["value"] == "84"


@pytest.mark.parametrize(
    ("text", "said"),
    [("{", "not JSON"), ("[1]", "must be a JSON object"), ("{}", "expression"), ("[" * 100_000, "not JSON")],
)
def test_bad_input_exits_with_2(amtfv, text, said):
    """Input that does not fit the tool is a usage error that says what is wrong."""
    done = amtfv("tool", "arithmetic", "--json", text)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_tool_that_cannot_compute_exits_with_3(amtfv):
    """A refusal or a limit is no usage error and no result."""
    done = amtfv("tool", "arithmetic", "--json", '{"expression": "1/0"}')
    assert (done.code, done.out) == (3, "")
    assert "division_by_zero" in done.err


def test_batch_answers_line_by_line(amtfv, put):
    """Each input line gets one output line with its number, its output or its error."""
    file = put("in.jsonl", '{"expression": "1+1"}\n\n{"expression": "1/0"}\nnope\n')
    done = amtfv("tool", "arithmetic", "--jsonl", file)
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [row["line"] for row in rows] == [1, 3, 4]
    assert rows[0]["output"]["value"] == "2"
    assert [row["error"]["code"] for row in rows[1:]] == ["division_by_zero", "tool_input"]
    assert done.code == 2


def test_batch_reads_the_standard_input(amtfv):
    """`--jsonl -` is the standard input; a line that is no UTF-8 is an error of its own."""
    done = amtfv("tool", "arithmetic", "--jsonl", "-", stdin=b'{"expression": "1+1"}\n"\xff"\n')
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert rows[0]["output"]["value"] == "2"
    assert "UTF-8" in rows[1]["error"]["message"]


@pytest.mark.parametrize(
    "words",
    [
        ["tool"],
        ["tool", "nope", "--schema"],
        ["tool", "arithmetic"],
        ["tool", "arithmetic", "--schema", "--json", "{}"],
        ["tool", "arithmetic", "--jsonl", "missing.jsonl"],
        ["tool", "arithmetic", "--tools", "missing.py", "--schema"],
        ["tool", "arithmetic", "--tools", "no_such_module_here", "--schema"],
    ],
)
def test_usage_errors(amtfv, words):
    """What can't be carried out exits with 2 and one line that says why."""
    done = amtfv(*words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("amtfv tool: ")


def test_schema_is_json_schema_of_the_input(amtfv):
    """`--schema` prints the input's JSON Schema."""
    schema = json.loads(amtfv("tool", "arithmetic", "--schema").out)
    assert schema["type"] == "object"
    assert "expression" in schema["properties"]


def test_list_describes_every_tool(amtfv):
    """`--list` names each tool with its aliases and a description."""
    listing = amtfv("tool", "--list").out
    assert "arithmetic (also Python_Calculator" in listing
    for line in listing.splitlines():
        assert line.strip()


def test_a_tool_of_ones_own_is_called_by_name(tmp_path):
    """A typed function with the decorator, in a file of the user's, is a tool like the others."""
    import os
    import subprocess
    import sys
    from pathlib import Path

    (tmp_path / "own.py").write_text(OWN.format(name="file"), encoding="utf-8")
    command = [sys.executable, "-m", "verifier.cli", "tool", "Doubler", "--json", '{"number": 21}', "--tools"]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    for module in ("own.py", "own"):
        done = subprocess.run(
            [*command, module], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        assert json.loads(done.stdout) == {"value": 42}


def test_what_is_no_character_is_spelt_out(amtfv, tmp_path):
    """Half of a surrogate pair in a tool's output can't be written as UTF-8, but JSON has an escape for it."""
    (tmp_path / "halves.py").write_text(
        "from typing import Any\nfrom toolkits import tool\n\n@tool\ndef half_of_tests() -> dict[str, Any]:\n"
        '    """Half a pair."""\n    return {"value": "\\ud800"}\n'
    )
    done = amtfv("tool", "half_of_tests", "--json", "{}", "--tools", "halves.py")
    assert (done.code, done.out) == (0, '{"value": "\\ud800"}\n')


def test_a_module_that_ends_the_program_can_not_be_loaded(amtfv, tmp_path):
    """Its exit code is not taken for a verdict."""
    (tmp_path / "ends.py").write_text("raise SystemExit(0)\n")
    done = amtfv("tool", "--list", "--tools", "ends.py")
    assert (done.code, done.out) == (2, "")
    assert "--tools ends.py: SystemExit: 0" in done.err


def test_rows_that_cannot_be_used_keep_their_id(amtfv, put):
    """What is wrong is told by its own name, beside line and id; the other rows are answered."""
    rows = (
        '{"id": "p1", "a": "x"}\n'
        '{"id": "p2", "a": "x", "b": 3}\n'
        '{"id": "p3", "a": "x", "b": "x", "least": "exat"}\n'
        '{"id": "p4", "a": "x", "b": "x", "assum": {}, "label": "equivalent"}\n'
    )
    done = amtfv("tool", "equivalence", "--jsonl", put("pairs.jsonl", rows))
    *faults, found = [json.loads(line) for line in done.out.splitlines()]
    assert [(row["line"], row["id"]) for row in faults] == [(1, "p1"), (2, "p2"), (3, "p3")]
    said = ["there is no 'b'", "b must be text", "least is one of"]
    assert all(words in row["error"]["message"] for words, row in zip(said, faults, strict=True))
    assert (found["id"], found["outcome"], done.code) == ("p4", "equivalent", 2)
    assert done.err == "amtfv tool: the field 'assum' is not read; did you mean 'assume'?\n"


def test_files_as_other_systems_write_them(amtfv, put):
    """A byte order mark and Windows line ends are no fault of a row; a file with nothing in it is one."""
    file = put("in.jsonl", '\ufeff{"expression": "1+1"}\r\n{"expression": "1+2"}\r\n')
    done = amtfv("tool", "arithmetic", "--jsonl", file)
    assert [json.loads(line)["output"]["value"] for line in done.out.splitlines()] == ["2", "3"]
    done = amtfv("tool", "arithmetic", "--jsonl", put("none.jsonl", "\n"))
    assert (done.code, done.out) == (2, "")
    assert "none.jsonl: holds no input: it is empty" in done.err


def test_slips_are_answered_with_what_to_type(amtfv):
    """A misspelt tool gets the nearest name, a call without input the form of one."""
    assert "Did you mean 'equivalence'?" in amtfv("tool", "equivalense", "--schema").err
    assert """amtfv tool arithmetic --json '{"expression": …}'""" in amtfv("tool", "arithmetic").err


def test_rows_of_pairs(amtfv, put):
    """Pairs with ids come back with an outcome, in order; a row of rounding asks for that relation."""
    rows = (
        '{"id": "p1", "a": "1/2", "b": "0.5"}\n'
        '{"id": "p2", "kind": "rounding", "a": "0.33", "b": "1/3"}\n'
        '{"id": "p3", "a": "0.33", "b": "1/3"}\n'
        '{"id": "p4", "a": "(1+2", "b": "3"}\n'
    )
    done = amtfv("tool", "equivalence", "--jsonl", put("pairs.jsonl", rows))
    found = [json.loads(line) for line in done.out.splitlines()]
    assert [(row["id"], row["outcome"], row["grade"]) for row in found] == [
        ("p1", "equivalent", "exact"),
        ("p2", "equivalent", "exact"),
        ("p3", "different", "exact"),
        ("p4", "error", None),
    ]
    assert all(set(row) == {"id", "outcome", "grade", "reason", "ms"} for row in found)
