"""The quick reading of plain options, against the framework's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer
from hypothesis import given
from hypothesis import strategies as st

from verifier.cli import _check
from verifier.cli._plain import plain_options

_WORDS = st.sampled_from(
    [
        "a.jsonl",
        "-",
        "--fix",
        "--diff",
        "--no-journal",
        "--journal",
        "--allow-undecided",
        "--question",
        "What?",
        "--plan",
        "p.json",
        "--data",
        "d.csv",
        "--map",
        "answer=a",
        "--output-format",
        "json",
        "jsonl",
        "-o",
        "x.json",
        "--fail-on",
        "weak_plan",
        "-j",
        "2",
        "0",
        "12",
        "--log",
        "text",
        "--tools",
        "m",
        "--facts",
        "--facts-closed",
        "-x",
        "--",
        "-j2",
        "小明",
        "",
    ]
)


def _framework(words: list[str]) -> dict[str, Any] | None:
    app = typer.Typer(add_completion=False)
    app.command()(_check.command)
    parser = typer.main.get_command(app)
    try:
        with parser.make_context("check", list(words)) as context:
            return dict(context.params)
    except (typer.Exit, typer.exceptions.TyperException):
        return None


@given(words=st.lists(_WORDS, max_size=7))
def test_both_read_the_same(words: list[str]) -> None:
    """What is read at once is what the framework reads; else the framework is asked."""
    plain = plain_options(words)
    if plain is None:
        return
    parsed = _framework(words)
    assert parsed is not None
    assert plain == {name: value for name, value in parsed.items() if name in plain}
    left = {name: value for name, value in parsed.items() if name not in plain}
    assert left == {name: value for name, value in (_framework([]) or {}).items() if name in left}


def test_plain_options_are_read_at_once() -> None:
    """The usual command lines do without the framework."""
    words = [
        "a.jsonl",
        "b.md",
        "--question",
        "What?",
        "-j",
        "2",
        "-o",
        "x.json",
        "-o",
        "y.jsonl",
        "--no-journal",
    ]
    assert plain_options(words) == {
        "files": ["a.jsonl", "b.md"],
        "question": "What?",
        "jobs": 2,
        "outputs": [Path("x.json"), Path("y.jsonl")],
        "journal": False,
    }


def test_the_rest_is_left_to_the_framework() -> None:
    """Help, joined values, unknown options and values that look like options are not guessed at."""
    for words in (
        ["--help"],
        ["-j2"],
        ["--map=x"],
        ["-x"],
        ["--question", "-x"],
        ["-o"],
        ["-j", "0"],
        [""],
        ["--"],
    ):
        assert plain_options(words) is None
