"""The tool runs programs apart from each other; what yields no value abstains."""

from __future__ import annotations

import pytest

from sandbox import Job, Outcome
from toolkits import default_registry
from toolkits.errors import ToolInputError, ToolkitError, ToolRefused

TOOL = default_registry().get("independent_derivations")


def run(*programs, **fields):
    """The tool's output for these sources."""
    told = [{"source": p, "author": f"m{i}"} if isinstance(p, str) else p for i, p in enumerate(programs)]
    return TOOL({"programs": told, **fields})


@pytest.mark.sandbox
def test_programs_vote_or_abstain():
    """A value returned, a variable, a line printed are votes; failing, printing nothing, several values are none."""
    output = run(
        "x = 9\nx * 2",
        "result = 18.0",
        "print('so:')\nprint(18)",
        "raise ValueError('no')",
        "pass",
        "(1, 2)",
        "",
        "def broken(",
        "import time\ntime.time()",
        "20",
    )
    votes = [(one["value"], one["abstains"]) for one in output["derivations"]]
    assert votes == [
        ("18", ""), ("18", ""), ("18", ""), (None, "exception"), (None, "no_output"), (None, "no_single_value"),
        (None, "no_program"), (None, "exception"), (None, "reads_clock"), ("20", ""),
    ]  # fmt: skip
    assert output["classes"][0]["members"] == [0, 1, 2]
    assert (output["value"], output["votes"]) == ("18", 4)


@pytest.mark.sandbox
def test_the_same_text_of_one_author_votes_once():
    """An author's repeated program abstains; another author's is a derivation of its own."""
    twice = [{"source": "6 * 3", "author": a, "seed": i} for i, a in enumerate("aab")]
    twice[1]["source"] += "  \n"
    output = TOOL({"programs": twice})
    assert [one["abstains"] for one in output["derivations"]] == ["", "repeated", ""]


@pytest.mark.sandbox
def test_inputs_and_the_named_variable_reach_each_program():
    """Data comes as variables; `result` of a program names the variable that holds its value."""
    program = {"source": "ans = sum(rows)\nother = 1", "author": "a", "seed": 0, "result": "ans"}
    assert run(program, inputs={"rows": [1, 2, 3]})["value"] == "6"


@pytest.mark.sandbox
def test_two_values_of_a_size_lead_nowhere():
    """Where no class is the largest the tool names no value."""
    assert run("1", "2")["value"] is None
    assert run("pass")["classes"] == []


@pytest.mark.sandbox
def test_the_same_input_gives_the_same_output():
    """Chance is seeded: a derivation can be run again as evidence."""
    programs = ("import random\nrandom.random()", "hash('a') % 7")
    assert run(*programs) == run(*programs)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([{"author": "a"}], r"programs\.0\.source"),
        ([{"source": "1", "cod": "1"}], r"programs\.0\.cod: unknown"),
        ([{"source": "1"}] * 17, "at most 16"),
    ],
)
def test_bad_input_is_named(given, says):
    """What is wrong with a program is said with its place."""
    with pytest.raises(ToolInputError, match=says):
        TOOL({"programs": given})


@pytest.mark.parametrize("given", [{}, {"k": 3}, {"programs": []}])
def test_without_programs_the_tool_refuses(given):
    """A step that asked for programs which nobody bought is undecided, and says so."""
    with pytest.raises(ToolRefused) as caught:
        TOOL(given)
    assert caught.value.code == "no_derivations"


def test_a_missing_sandbox_is_no_abstention(monkeypatch):
    """When no program can run the tool can't, and its step is undecided for that reason."""
    monkeypatch.setattr("sandbox.run", lambda _: Outcome(status="unavailable", detail="no", hint="h"))
    with pytest.raises(ToolkitError) as caught:
        run("1")
    assert caught.value.code == "sandbox_unavailable"


@pytest.mark.parametrize("status", ["timeout", "memory", "output_limit", "killed", "missing_library"])
def test_a_program_that_is_stopped_abstains(monkeypatch, status):
    """One program's limits say nothing about the others."""

    def sandboxed(job: Job) -> Outcome:
        return (
            Outcome(status=status) if "slow" in job.source else Outcome(status="ok", value=18, has_value=True)
        )

    monkeypatch.setattr("sandbox.run", sandboxed)
    output = run("slow", "18")
    assert [one["abstains"] for one in output["derivations"]] == [status, ""]
    assert output["value"] == "18"
