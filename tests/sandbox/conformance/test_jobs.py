"""What a job gets, and what comes back from it."""

from __future__ import annotations

import threading
import time

import pytest

import sandbox
from sandbox import Job, Limits

pytestmark = pytest.mark.sandbox


def test_output_value_and_errors_come_back_apart(run):
    """Printed text, error text and the last expression's value are separate fields."""
    outcome = run(Job(source="import sys\nprint('out')\nprint('err', file=sys.stderr)\n6 * 7"))
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
def test_value_is_last_expression_or_named_variable(run, source, result, value):
    """The value is the named variable, else the last expression, else a variable called result."""
    outcome = run(Job(source=source, result=result))
    assert outcome.has_value
    assert outcome.value == value


@pytest.mark.parametrize("source", ["", "x = 1", "print(1)", "import os\nos._exit(0)"])
def test_program_without_a_value_has_none(run, source):
    """A program that ends well and shows no value is ok without one."""
    outcome = run(Job(source=source))
    assert (outcome.status, outcome.has_value, outcome.value) == ("ok", False, None)


def test_inputs_arrive_as_values_not_as_source(run):
    """Inputs keep their type, and quotes in them are data."""
    inputs = {"words": ['"); import os #', "é\n", "\ud800"], "n": 2**70, "deep": {"a": [None, True, 1.5]}}
    outcome = run(Job(source="[words, n, deep]", inputs=inputs))
    assert outcome.value == [inputs["words"], inputs["n"], inputs["deep"]]


def test_files_arrive_by_content(run):
    """Files stand in the working directory, folders made as needed."""
    files = {"a.csv": b"x\n1\n", "sub/raw.bin": bytes(range(256))}
    source = "print(open('a.csv').read(), end='')\nlen(open('sub/raw.bin', 'rb').read())"
    outcome = run(Job(source=source, files=files))
    assert (outcome.stdout, outcome.value) == ("x\n1\n", 256)


@pytest.mark.parametrize("name", ["/etc/x", "../x", "a/../../x", "", "a\0b"])
def test_file_names_stay_in_the_working_directory(run, name):
    """A name that leaves the directory is refused before anything runs."""
    with pytest.raises(sandbox.JobError):
        run(Job(source="1", files={name: b""}))


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, object()])
def test_inputs_that_are_no_json_are_refused(run, value):
    """Only JSON crosses the wall."""
    with pytest.raises(sandbox.JobError):
        run(Job(source="1", inputs={"x": value}))


def test_exception_names_type_message_and_line_of_the_job(run):
    """The line is the job's own, even when a library raised."""
    outcome = run(Job(source="import json\n\ndef f():\n    return json.loads('{')\n\nf()"))
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
def test_source_that_is_no_program_is_an_error(run, source, kind):
    """Never cut at a NUL byte, never run in part."""
    outcome = run(Job(source="print('ran')\n" + source))
    assert outcome.status == "error"
    assert outcome.stdout in ("", "ran\n") if kind == "UnicodeEncodeError" else outcome.stdout == ""
    assert outcome.exception is not None
    assert outcome.exception.type in (kind, "ValueError")


@pytest.mark.parametrize(
    "source", ["\ufeffprint(1)", "x = 1\r\nprint(x)\r\n", "-1\nprint(1)", "#" * 1_000_000 + "\nprint(1)"]
)
def test_odd_but_valid_source_runs(run, source):
    """A byte order mark, CRLF, a leading dash and a megabyte are no obstacle."""
    assert run(Job(source=source)).stdout == "1\n"


def test_missing_library_is_told_apart_from_an_error(run):
    """A module that the sandbox lacks says nothing about the code; the hint says how to get it."""
    outcome = run(Job(source="import sklearn.linear_model"))
    assert (outcome.status, outcome.missing) == ("missing_library", "sklearn")
    assert "scikit-learn" in outcome.hint


@pytest.mark.parametrize(
    "source", ["import json.nothing", "import numpy.nothing", "from math import nothing"]
)
def test_a_part_that_a_present_library_lacks_is_an_error(run, source):
    """That is the code's own fault."""
    assert run(Job(source=source)).status == "error"


def test_library_asked_for_but_not_installed(run):
    """Nothing runs, and the outcome names the library."""
    outcome = run(Job(source="print(1)", libraries=("surely_not_installed",)))
    assert (outcome.status, outcome.missing, outcome.stdout) == (
        "missing_library",
        "surely_not_installed",
        "",
    )


def test_library_asked_for_is_visible(run, backend):
    """A package outside the usual set can be added to one job; an image has what it was built with."""
    source = "import idna\nprint(idna.__name__)"
    assert run(Job(source=source)).status == "missing_library"
    added = run(Job(source=source, libraries=("idna",)))
    if backend.name.startswith("docker"):
        assert (added.status, added.missing) == ("missing_library", "idna")
        assert "amtfv sandbox build" in added.hint
    else:
        assert added.stdout == "idna\n"


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
def test_usual_libraries_are_there(run, source, shown):
    """numpy, pandas and sympy run, and their values come back as data; a missing cell is null."""
    value = run(Job(source=source)).value
    assert (value["rows"] if isinstance(shown, list) else value) == shown


def test_slow_parts_of_libraries_are_loaded_before_the_clock_starts(run):
    """What the source names of them is there when its first line runs; another program does not have it."""
    source = "import sys\nfound = 'sympy.stats' in sys.modules\n{}\nfound"
    assert run(Job(source=source.format("from sympy.stats import Die"))).value is True
    assert run(Job(source=source.format("import sympy"))).value is False


def test_other_packages_of_this_machine_are_not_there(run):
    """Only what a job may need is visible: this project and its test tools are not."""
    for name in ("pytest", "pydantic", "sandbox", "verifier"):
        assert run(Job(source=f"import {name}")).status == "missing_library"


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
def test_chance_is_fixed(run, source):
    """The same job gives the same value, whatever source of chance it asks."""
    assert run(Job(source=source)).value == run(Job(source=source)).value


def test_chance_can_be_left_free(run):
    """Without a seed two jobs of one server do not share their randomness."""
    job = Job(source="import random\nrandom.random()", seed=None)
    assert run(job).value != run(job).value


def test_program_is_main(run):
    """The guard runs, pickling finds the job's classes, exit() exists."""
    source = (
        "import pickle\nclass P:\n    pass\nif __name__ == '__main__':\n"
        "    print(type(pickle.loads(pickle.dumps(P()))).__name__, flush=True)\nexit(3)"
    )
    outcome = run(Job(source=source))
    assert (outcome.stdout, outcome.exit_code, outcome.status) == ("P\n", 3, "error")


def test_reads_clock_is_marked(run):
    """A job that reads the time is marked, whatever it does with it."""
    assert run(Job(source="import time\ntime.time() > 0")).reads_clock
    assert not run(Job(source="1")).reads_clock


def test_any_thread_may_run_jobs(run):
    """Callers in several threads each get their own result."""
    found: dict[int, object] = {}

    def work(number: int) -> None:
        found[number] = run(Job(source="n * n", inputs={"n": number})).value

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: number * number for number in range(12)}


def test_server_survives_the_thread_that_started_it(run):
    """The next caller, in another thread, is served."""
    for _ in range(3):
        thread = threading.Thread(target=run, args=(Job(source="1"),))
        thread.start()
        thread.join()
    assert run(Job(source="2")).value == 2


def test_limits_are_the_jobs_own(run):
    """A tight memory limit on one job leaves the next one alone."""
    big = "len(bytearray(100_000_000))"
    assert run(Job(source=big, limits=Limits(memory_mb=32))).status == "memory"
    assert run(Job(source=big)).value == 100_000_000


_CALL_20_TIMES = """
import os, time
body = b'{"name": "f", "arguments": [], "keywords": {}}'
for i in range(20):
    os.write(301, len(body).to_bytes(4, "big") + body)
time.sleep(0.2)
os._exit(3)
"""


def test_functions_of_the_caller_can_be_called(run):
    """A program asks the caller by name; results are JSON values, exceptions are exceptions."""

    def half(number: int, *, of: str) -> dict[str, object]:
        if of != "n":
            raise ValueError(f"no column {of}")
        return {"half": number / 2}

    source = (
        "import numpy as np\nfound = [half(np.int64(3), of='n')]\ntry:\n    half(1, of='x')\nexcept ValueError as error:\n"
        "    found.append(str(error))\ntry:\n    half(object(), of='n')\nexcept TypeError as error:\n"
        "    found.append(str(error))\nfound"
    )
    outcome = run(Job(source=source, functions={"half": half}))
    assert outcome.value == [{"half": 1.5}, "no column x", "a object has no JSON form"]


def test_a_call_that_fails_is_the_programs_error(run):
    """Unhandled, the exception ends the program; its message tells nothing of the caller's code."""

    class NoTableError(Exception):
        pass

    def query(_sql: str) -> None:
        raise NoTableError("no table x\nat line 3")

    outcome = run(Job(source="query('select')", functions={"query": query}))
    assert outcome.exception is not None
    assert (outcome.status, outcome.exception.message) == ("error", "NoTableError: no table x")


@pytest.mark.parametrize("name", ["a b", "class", "", "x.y"])
def test_functions_need_a_name(run, name):
    """What no program could call, and two things of one name, are refused."""
    with pytest.raises(sandbox.JobError):
        run(Job(source="1", functions={name: len}))
    with pytest.raises(sandbox.JobError):
        run(Job(source="1", functions={"x": len}, inputs={"x": 1}))


def test_threads_may_call_but_child_processes_may_not(run):
    """Calls of several threads are answered each; a forked child is told that it cannot."""
    source = (
        "import os\nfrom concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor(4) as pool: found = list(pool.map(twice, range(50)))\n"
        "child = os.fork()\nif child == 0:\n    try:\n        twice(1)\n    except RuntimeError:\n        os._exit(7)\n"
        "[found, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])]"
    )
    outcome = run(Job(source=source, functions={"twice": lambda n: 2 * n}))
    assert outcome.value == [[2 * n for n in range(50)], 7]


def test_a_call_cannot_run_another_job(run):
    """It would wait for a place while its own job holds one: refused, and the next job is served."""
    job = Job(source="inner()", functions={"inner": lambda: sandbox.run(Job(source="1")).detail})
    assert run(job).value == "a function that a job calls cannot run another job"
    assert run(Job(source="1")).status == "ok"


def test_the_clock_runs_on_during_a_call(run):
    """A function that takes long makes a timeout, and the result is what the supervisor found."""
    job = Job(source="wait()", functions={"wait": lambda: time.sleep(0.8)}, limits=Limits(wall_s=0.3))
    assert run(job).status == "timeout"


@pytest.mark.parametrize(
    "source",
    [
        "import os\nos.write(301, b'\\0\\0\\0\\x02{}' * 1000)\nos._exit(3)",
        "import os\nos.write(301, b'\\xff' * 100)\nos._exit(3)",
        _CALL_20_TIMES,
        "import os\nos.close(301)\nos._exit(3)",
    ],
)
def test_odd_bytes_in_place_of_calls(run, source):
    """A program that writes to the channel itself gets no further than a call would."""
    job = Job(source=source, functions={"f": lambda: "x" * 1_000_000})
    outcome = run(job)
    assert (outcome.status, outcome.exit_code) == ("error", 3)


def test_files_come_back(run):
    """What matches a pattern comes back by name; links, pipes and other files do not."""
    source = (
        "import os\nos.mkdir('plots')\nopen('plots/a.png', 'wb').write(bytes(range(256)))\nopen('b.png', 'wb').write(b'b')\n"
        "open('c.txt', 'w').close()\nos.symlink('/etc/hosts', 'd.png')\nos.mkfifo('e.png')\nopen('f\\n.png', 'w').close()"
    )
    outcome = run(Job(source=source, collect=("*.png", "plots/*")))
    assert outcome.files == {"b.png": b"b", "plots/a.png": bytes(range(256))}


@pytest.mark.parametrize("source", ["1 / 0", "while True: pass", "import os\nos._exit(9)"])
def test_files_of_a_failed_program_come_back(run, source):
    """Whatever became of the program, what it wrote before can be looked at."""
    job = Job(source="open('a', 'w').write('x')\n" + source, collect=("a",), limits=Limits(wall_s=0.5))
    assert run(job).files == {"a": b"x"}


@pytest.mark.parametrize(
    "source", ["open('a', 'wb').write(b'x' * 9_000_000)", "for i in range(33): open(f'{i}', 'w').close()"]
)
def test_too_many_files_are_too_much_output(run, source):
    """Files beyond the bounds are not cut: none comes back, and the status says so."""
    outcome = run(Job(source=source, collect=("*",)))
    assert (outcome.status, outcome.files) == ("output_limit", {})
    assert "files to collect" in outcome.detail


def test_patterns_stay_in_the_working_directory(run):
    """A pattern that leaves it is refused."""
    with pytest.raises(sandbox.JobError):
        run(Job(source="1", collect=("../*",)))


def test_durations_add_up(run):
    """Waiting, starting and running are parts of the whole."""
    durations = run(Job(source="import time\ntime.sleep(0.2)")).durations
    assert durations.ran_s >= 0.2
    assert durations.queued_s + durations.started_s + durations.ran_s <= durations.total_s


def test_what_a_program_wants_done_at_its_end_is_done(run):
    """Exit functions run once threads have ended, and may still print; their failure changes nothing."""
    source = (
        "import atexit, threading, time\natexit.register(print, 'last')\natexit.register(lambda: 1 / 0)\n"
        "threading.Thread(target=lambda: (time.sleep(0.1), print('thread'))).start()\nprint('first')"
    )
    outcome = run(Job(source=source))
    assert (outcome.status, outcome.stdout) == ("ok", "first\nthread\nlast\n")


@pytest.mark.parametrize(
    ("end", "status", "code"),
    [("raise SystemExit(7)", "error", 7), ("1 / 0", "error", 1), ("[1, 2]", "ok", 0)],
)
def test_replaced_builtins_change_no_finding(run, end, status, code):
    """A program that breaks every builtin still ends as it ends."""
    source = (
        "import builtins\nput = setattr\nfor name in dir(builtins):\n    if name[0] != '_' and name != 'builtins' and not name[0].isupper():\n"
        f"        put(builtins, name, None)\n{end}"
    )
    outcome = run(Job(source=source))
    assert (outcome.status, outcome.exit_code) == (status, code)


def test_grandchild_that_holds_the_pipe_holds_nobody_up(run):
    """A program that ended is done, though what it started still has its streams."""
    source = "import os, time\nif os.fork() == 0:\n    time.sleep(60)\nprint('done')"
    outcome = run(Job(source=source, limits=Limits(wall_s=10)))
    assert (outcome.status, outcome.stdout) == ("ok", "done\n")
    assert outcome.durations.ran_s < 5


def test_a_killed_child_is_the_programs_business(run):
    """A child that dies of a signal makes no status of its own."""
    source = (
        "import os\nif os.fork() == 0:\n    os.kill(os.getpid(), 9)\nos.waitstatus_to_exitcode(os.wait()[1])"
    )
    outcome = run(Job(source=source))
    assert (outcome.status, outcome.value) == ("ok", -9)


def test_all_of_this_at_once(run):
    """NUL bytes, lone surrogates and bytes that are no text come through as they can be shown."""
    source = "import os\nos.write(1, b'a\\0\\xff\\n')\nos.write(2, bytes(range(256)))\n'\\ud800\\0'"
    outcome = run(Job(source=source))
    assert (outcome.status, outcome.stdout, outcome.value) == ("ok", "a\0\ufffd\n", "\ud800\0")
    assert len(outcome.stderr) >= 128


def test_libraries_are_loaded_ahead_of_the_job(run):
    """Whatever server or container it gets: its clock does not pay for what it imports."""
    run(Job(source="1"))
    source = "import sys\nloaded = 'pandas' in sys.modules\nimport pandas\nloaded"
    assert run(Job(source=source)).value is True


def test_a_file_is_not_taken_for_a_library_ahead_of_the_job(run):
    """What is loaded ahead is the library; a file of its name cannot run before the clock does."""
    run(Job(source="1"))
    job = Job(source="import numpy\nint(numpy.ones(3).sum())", files={"numpy.py": b"while True: pass"})
    assert run(job).value == 3


def test_as_many_threads_as_the_limit_says(run):
    """The address space that threads take leaves room for them all, libraries loaded."""
    source = (
        "import numpy, threading, time\n"
        "threads = [threading.Thread(target=time.sleep, args=(0.2,)) for _ in range(24)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
        "len(threads)"
    )
    assert run(Job(source=source)).value == 24


def test_a_program_knows_its_folder(run):
    """``__file__`` stands in the working directory, as a script's does in the folder of its data."""
    source = "import os\nopen(os.path.join(os.path.dirname(__file__), 'a.txt')).read()"
    assert run(Job(source=source, files={"a.txt": b"x"})).value == "x"
