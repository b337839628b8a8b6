"""The python tool: what a program returned, printed and raised; what kept it from running is an error of the tool."""

from __future__ import annotations

import pytest

import sandbox
from sandbox import ExceptionInfo
from toolkits import _sandboxed, default_registry
from toolkits.errors import ToolkitError
from toolkits.python_code import python


@pytest.mark.sandbox
def test_value_output_and_no_exception():
    """A program's value, output and the absence of an exception stand apart."""
    found = python("print('hi')\n(1, {2: 3})")
    assert (found["value"], found["stdout"], found["printed"], found["exception"]) == (
        [1, {"2": 3}],
        "hi\n",
        True,
        None,
    )


@pytest.mark.sandbox
@pytest.mark.parametrize("code", ["", "x = 1", "print()", "import os\nos._exit(0)"])
def test_a_program_that_shows_nothing_is_visible(code):
    """No value and nothing printed: said in so many words, so that nobody takes it for a confirmation."""
    found = python(code)
    assert (found["value"], found["printed"]) == (None, False)


@pytest.mark.sandbox
def test_an_exception_of_the_code_is_data():
    """Class, message and line of the code, counted without what ran before it."""
    found = python("x = 1\nx / zero()", before=["def zero():\n    return 0", "import math"])
    assert found["exception"] == {
        "type": "ZeroDivisionError",
        "message": "division by zero",
        "line": 2,
        "cause": "",
    }


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("open('nowhere.csv')", "missing_file"),
        ("input()", "stdin"),
        ("import urllib.request\nurllib.request.urlopen('http://example.org')", "network"),
        ("import socket\nsocket.gethostbyname('example.org')", "network"),
        ("f = open('big', 'wb')\nfor i in range(99): f.write(b'x' * 2**20)", "limit"),
        ("open('/usr/x', 'w')", "refused"),
        ("import numpy as np\nnp.int", "library_version"),
        ("int('x')", ""),
        ("raise EOFError('mine')", ""),
    ],
)
def test_what_the_sandbox_lacks_is_told_from_the_codes_own_fault(code, cause):
    """A missing file, network, stdin or disk says nothing about the code."""
    found = python(code)
    assert found["exception"]["cause"] == cause


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import not_a_library", "missing_library"),
        ("x = 'a' * 4_000_000_000", "memory"),
        ("while True: print('x' * 10_000)", "output_limit"),
        ("import ctypes\nctypes.string_at(0)", "killed"),
    ],
)
def test_what_kept_it_from_running_is_an_error_of_the_tool(code, reason):
    """Each has its own reason code (law 2)."""
    with pytest.raises(ToolkitError) as caught:
        python(code)
    assert caught.value.code == reason


def test_no_sandbox_is_an_error_with_a_hint(monkeypatch):
    """Code is never run elsewhere."""
    monkeypatch.setattr(
        sandbox, "run", lambda job: sandbox.Outcome(status="unavailable", detail="none", hint="get one")
    )
    with pytest.raises(ToolkitError) as caught:
        python("1")
    assert (caught.value.code, caught.value.hint) == ("sandbox_unavailable", "get one")


def test_timeout_is_retryable(monkeypatch):
    """The wall clock may have been short."""
    monkeypatch.setattr(sandbox, "run", lambda job: sandbox.Outcome(status="timeout", detail="the clock"))
    with pytest.raises(ToolkitError) as caught:
        python("1")
    assert (caught.value.code, caught.value.retryable) == ("timeout", True)


@pytest.mark.sandbox
def test_inputs_and_files():
    """Inputs are names, files stand in the working directory."""
    found = python("open('a.txt').read() * n", inputs={"n": 2}, files={"a.txt": "é"})
    assert found["value"] == "éé"


@pytest.mark.sandbox
@pytest.mark.parametrize(("name", "inputs"), [("../a", {}), ("a", {"n": float("nan")})])
def test_what_cannot_be_sent_is_an_input_error(name, inputs):
    """A file outside the directory, an input that is no JSON."""
    with pytest.raises(ToolkitError) as caught:
        python("1", files={name: ""}, inputs=inputs)
    assert caught.value.code == "tool_input"


@pytest.mark.sandbox
def test_the_published_name_works():
    """Plans may call it Python_Code_Executor."""
    assert default_registry().get("Python_Code_Executor")({"code": "6 * 7"})["value"] == 42


@pytest.mark.sandbox
def test_the_clock_is_marked():
    """A program that reads the time marks its output."""
    assert python("import time\ntime.time() > 0")["reads_clock"]


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ({"$type": "tuple", "items": [1, {"$type": "Decimal", "value": "1.10"}]}, [1, "1.10"]),
        ({"$type": "dict", "items": [[1, 2]]}, {"1": 2}),
        ({"$type": "sympy.Mul", "repr": "2*x"}, "2*x"),
        (
            {"$type": "DataFrame", "columns": ["a"], "rows": [[1]], "index": [0], "dtypes": ["int64"]},
            {"columns": ["a"], "rows": [[1]]},
        ),
        ([None, True, 1.5, "x"], [None, True, 1.5, "x"]),
        ({"$type": "unheard"}, {"$type": "unheard"}),
    ],
)
def test_values_become_plain_json(value, plain):
    """What a check compares with has no type tags."""
    assert _sandboxed.plain(value) == plain


def test_an_ordinary_exception_has_no_cause():
    """Only what the surroundings did not give is excused."""
    assert (
        _sandboxed.surroundings(
            ExceptionInfo(type="AttributeError", message="'list' object has no attribute 'x'")
        )
        == ""
    )


@pytest.mark.sandbox
def test_advice_on_the_program_stands_in_the_output():
    """What the source asks for and will not get, with its line; the program runs all the same."""
    found = python("import os\ntry:\n    os.system('ls')\nexcept OSError:\n    pass\n7")
    assert found["value"] == 7
    assert found["advice"] == ["line 3: os.system: the sandbox holds few programs besides Python, or none"]
    assert python("7")["advice"] == []
