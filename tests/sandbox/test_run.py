"""What a job gets, and what comes back from it."""

from __future__ import annotations

import threading

import pytest

import sandbox
from sandbox import Job, Limits

pytestmark = pytest.mark.sandbox


def test_output_value_and_errors_come_back_apart():
    """Printed text, error text and the last expression's value are separate fields."""
    outcome = sandbox.run(Job(source="import sys\nprint('out')\nprint('err', file=sys.stderr)\n6 * 7"))
    assert (outcome.status, outcome.stdout, outcome.stderr, outcome.value) == ("ok", "out\n", "err\n", 42)


@pytest.mark.parametrize(
    ("source", "result", "value"),
    [
        ("a = 1\na + 1", None, 2),
        ("result = [1, 2]", None, [1, 2]),
        ("total = 3\nresult = 4", "total", 3),
        ("x = None\nx", "x", None),
        ("{'$type': 1}", None, {"$type": "dict", "items": [["$type", 1]]}),
        ("(1, 2)", None, {"$type": "tuple", "items": [1, 2]}),
    ],
)
def test_value_is_last_expression_or_named_variable(source, result, value):
    """The value is the named variable, else the last expression, else a variable called result."""
    outcome = sandbox.run(Job(source=source, result=result))
    assert outcome.has_value
    assert outcome.value == value


@pytest.mark.parametrize("source", ["", "x = 1", "print(1)", "import os\nos._exit(0)"])
def test_program_without_a_value_has_none(source):
    """A program that ends well and shows no value is ok without one."""
    outcome = sandbox.run(Job(source=source))
    assert (outcome.status, outcome.has_value, outcome.value) == ("ok", False, None)


def test_inputs_arrive_as_values_not_as_source():
    """Inputs keep their type, and quotes in them are data."""
    inputs = {"words": ['"); import os #', "é\n", "\ud800"], "n": 2**70, "deep": {"a": [None, True, 1.5]}}
    outcome = sandbox.run(Job(source="[words, n, deep]", inputs=inputs))
    assert outcome.value == [inputs["words"], inputs["n"], inputs["deep"]]


def test_files_arrive_by_content():
    """Files stand in the working directory, folders made as needed."""
    files = {"a.csv": b"x\n1\n", "sub/raw.bin": bytes(range(256))}
    source = "print(open('a.csv').read(), end='')\nlen(open('sub/raw.bin', 'rb').read())"
    outcome = sandbox.run(Job(source=source, files=files))
    assert (outcome.stdout, outcome.value) == ("x\n1\n", 256)


@pytest.mark.parametrize("name", ["/etc/x", "../x", "a/../../x", "", "a\0b"])
def test_file_names_stay_in_the_working_directory(name):
    """A name that leaves the directory is refused before anything runs."""
    with pytest.raises(sandbox.JobError):
        sandbox.run(Job(source="1", files={name: b""}))


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, object()])
def test_inputs_that_are_no_json_are_refused(value):
    """Only JSON crosses the wall."""
    with pytest.raises(sandbox.JobError):
        sandbox.run(Job(source="1", inputs={"x": value}))


def test_exception_names_type_message_and_line_of_the_job():
    """The line is the job's own, even when a library raised."""
    outcome = sandbox.run(Job(source="import json\n\ndef f():\n    return json.loads('{')\n\nf()"))
    exception = outcome.exception
    assert outcome.status == "error"
    assert exception is not None
    assert (exception.type, exception.line, outcome.exit_code) == ("JSONDecodeError", 4, 1)
    assert "ValueError" in exception.bases


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("def f(:\n pass", "SyntaxError"),
        ("x = 1\0", "SyntaxError"),
        ("print('\ud800')", "UnicodeEncodeError"),
    ],
)
def test_source_that_is_no_program_is_an_error(source, kind):
    """Never cut at a NUL byte, never run in part."""
    outcome = sandbox.run(Job(source="print('ran')\n" + source))
    assert outcome.status == "error"
    assert outcome.stdout in ("", "ran\n") if kind == "UnicodeEncodeError" else outcome.stdout == ""
    assert outcome.exception is not None
    assert outcome.exception.type in (kind, "ValueError")


@pytest.mark.parametrize(
    "source", ["\ufeffprint(1)", "x = 1\r\nprint(x)\r\n", "-1\nprint(1)", "#" * 1_000_000 + "\nprint(1)"]
)
def test_odd_but_valid_source_runs(source):
    """A byte order mark, CRLF, a leading dash and a megabyte are no obstacle."""
    assert sandbox.run(Job(source=source)).stdout == "1\n"


def test_missing_library_is_told_apart_from_an_error():
    """A module that the sandbox lacks says nothing about the code; the hint says how to get it."""
    outcome = sandbox.run(Job(source="import sklearn.linear_model"))
    assert (outcome.status, outcome.missing) == ("missing_library", "sklearn")
    assert "scikit-learn" in outcome.hint


@pytest.mark.parametrize(
    "source", ["import json.nothing", "import numpy.nothing", "from math import nothing"]
)
def test_a_part_that_a_present_library_lacks_is_an_error(source):
    """That is the code's own fault."""
    assert sandbox.run(Job(source=source)).status == "error"


def test_library_asked_for_but_not_installed():
    """Nothing runs, and the outcome names the library."""
    outcome = sandbox.run(Job(source="print(1)", libraries=("surely_not_installed",)))
    assert (outcome.status, outcome.missing, outcome.stdout) == (
        "missing_library",
        "surely_not_installed",
        "",
    )


def test_library_asked_for_is_visible():
    """A package outside the usual set can be added to one job."""
    source = "import idna\nprint(idna.__name__)"
    assert sandbox.run(Job(source=source)).status == "missing_library"
    assert sandbox.run(Job(source=source, libraries=("idna",))).stdout == "idna\n"


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (
            "import numpy as np\nnp.arange(3)",
            {"$type": "ndarray", "shape": [3], "dtype": "int64", "items": [0, 1, 2]},
        ),
        ("import numpy as np\nnp.float64(0.5)", 0.5),
        ("import sympy\nsympy.Rational(1, 3)", {"$type": "sympy.core.numbers.Rational", "repr": "1/3"}),
        (
            "import pandas as pd\npd.DataFrame({'a': [1.0, None], 'b': ['x', 'y']})[['a', 'b']]",
            [[1.0, "x"], [None, "y"]],
        ),
    ],
)
def test_usual_libraries_are_there(source, shown):
    """numpy, pandas and sympy run, and their values come back as data; a missing cell is null."""
    value = sandbox.run(Job(source=source)).value
    assert (value["rows"] if isinstance(shown, list) else value) == shown


def test_other_packages_of_this_machine_are_not_there():
    """Only what a job may need is visible: this project and its test tools are not."""
    for name in ("pytest", "pydantic", "sandbox", "verifier"):
        assert sandbox.run(Job(source=f"import {name}")).status == "missing_library"


@pytest.mark.parametrize(
    "source",
    [
        "import random\nrandom.random()",
        "import random\nrandom.seed()\nrandom.Random().random() + random.random()",
        "hash('text')",
        "import os, uuid\n[os.urandom(4).hex(), str(uuid.uuid4())]",
        "import numpy as np\n[np.random.rand(), np.random.default_rng().random()]",
        "list({'a', 'b', 'c', 'd'})",
    ],
)
def test_chance_is_fixed(source):
    """The same job gives the same value, whatever source of chance it asks."""
    assert sandbox.run(Job(source=source)).value == sandbox.run(Job(source=source)).value


def test_chance_can_be_left_free():
    """Without a seed two jobs of one server do not share their randomness."""
    job = Job(source="import random\nrandom.random()", seed=None)
    assert sandbox.run(job).value != sandbox.run(job).value


def test_program_is_main():
    """The guard runs, pickling finds the job's classes, exit() exists."""
    source = (
        "import pickle\nclass P:\n    pass\nif __name__ == '__main__':\n"
        "    print(type(pickle.loads(pickle.dumps(P()))).__name__, flush=True)\nexit(3)"
    )
    outcome = sandbox.run(Job(source=source))
    assert (outcome.stdout, outcome.exit_code, outcome.status) == ("P\n", 3, "error")


def test_reads_clock_is_marked():
    """A job that reads the time is marked, whatever it does with it."""
    assert sandbox.run(Job(source="import time\ntime.time() > 0")).reads_clock
    assert not sandbox.run(Job(source="1")).reads_clock


def test_any_thread_may_run_jobs():
    """Callers in several threads each get their own result."""
    found: dict[int, object] = {}

    def work(number: int) -> None:
        found[number] = sandbox.run(Job(source="n * n", inputs={"n": number})).value

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: number * number for number in range(12)}


def test_server_survives_the_thread_that_started_it():
    """The next caller, in another thread, is served."""
    for _ in range(3):
        thread = threading.Thread(target=sandbox.run, args=(Job(source="1"),))
        thread.start()
        thread.join()
    assert sandbox.run(Job(source="2")).value == 2


def test_limits_are_the_jobs_own():
    """A tight memory limit on one job leaves the next one alone."""
    big = "len(bytearray(100_000_000))"
    assert sandbox.run(Job(source=big, limits=Limits(memory_mb=32))).status == "memory"
    assert sandbox.run(Job(source=big)).value == 100_000_000
