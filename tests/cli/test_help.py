"""The help pages of commands, and the options that commands share."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from inspect import signature
from typing import Literal, get_args, get_type_hints

import pytest

from evals.cli import commands as eval_commands
from verifier.cli import _ask, _check, _resume
from verifier.cli._model_options import PlannerName, takes_models
from verifier.cli._models import ModelFlags

TAKING = {"ask": _ask.command, "check": _check.command, "resume": _resume.command}
FIRST, LAST = ["Arguments:", "Options:"], ["Models:", "Bounds for each answer:"]


def page(*words):
    """The help page of a command, as a terminal of 100 columns shows it."""
    command = [sys.executable, "-m", "verifier.cli", *words, "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True, env={"COLUMNS": "100"}).stdout


@pytest.mark.parametrize("command", [["ask"], ["check"], ["resume"], ["eval", "export-batch"]], ids=" ".join)
def test_page_groups_the_options_and_fits_a_screen(command):
    """Options about models stand apart from the command's own, and a page has at most 70 lines of 100 cells."""
    lines = page(*command).splitlines()
    heads = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
    assert (heads[:2], heads[-2:]) == (FIRST, LAST)
    assert heads[2:-2] == (["What fails the check:"] if command == ["check"] else [])
    assert len(lines) <= 70
    assert max(map(len, lines)) <= 100
    assert lines.index("Models:") < next(i for i, line in enumerate(lines) if line.startswith("  --model "))


@pytest.mark.parametrize("command", TAKING.values(), ids=TAKING)
def test_these_commands_take_every_option_about_models(command):
    """What checks, asks or resumes takes each field of the flags, with the default that the flags have."""
    taken = signature(command).parameters
    for field in fields(ModelFlags):
        assert field.name in taken
        if command is not _ask.command:
            assert taken[field.name].default == field.default, field.name


def test_what_a_batch_cannot_do_is_no_option_of_it():
    """A batch asks nobody at once: it records and replays nothing, hears no critic, keeps no data, has no clock."""
    every = {field.name for field in fields(ModelFlags)}
    taken = set(signature(eval_commands["export-batch"]).parameters)
    assert every - taken == {"critic", "examples", "private", "record", "replay", "max_seconds"}


def test_a_command_gets_its_flags_together_and_plain():
    """The words given arrive as one :class:`ModelFlags` of plain strings, and the rest as they were."""
    got = {}

    @takes_models(planner=PlannerName.LLM, without=("critic",))
    def command(name: str, *, models: ModelFlags) -> int:
        got.update(name=name, models=models)
        return 7

    defaults = {n: p.default for n, p in signature(command).parameters.items() if n != "name"}
    assert "models" in defaults  # the file
    assert "critic" not in defaults
    assert command(name="a", **defaults | {"model": "m"}) == 7
    assert got == {"name": "a", "models": ModelFlags(planner="llm", model="m")}
    assert type(got["models"].planner) is str


@pytest.mark.parametrize("field", ["planner", "tier", "evidence", "policy"])
def test_words_of_an_option_are_those_of_the_flags(field):
    """An option offers exactly the words that its flag has a meaning for."""
    meant = get_args(get_type_hints(ModelFlags)[field])
    words = [word for each in meant for word in (get_args(each) or [each]) if isinstance(word, str)]
    offered = signature(_check.command).parameters[field].annotation.__origin__
    members = [kind for kind in get_args(offered) or [offered] if kind is not type(None)]
    assert get_args(Literal[tuple(words)]) == tuple(member.value for member in members[0])
