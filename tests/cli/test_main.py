"""The command's shell: version, help, unknown commands, and what a failure looks like."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from verifier._version import __version__
from verifier.cli import main
from verifier.cli._help import COMMANDS

HEAVY = {
    "asyncio", "anyio", "openai", "sympy", "pint", "docker", "pandas", "numpy", "flint", "pydantic", "rich", "typer",
    "structlog", "transitions", "yaml", "jinja2", "sqlite3", "multiprocessing", "importlib.metadata", "difflib",
    "toolkits.units",
}  # fmt: skip


def loaded(*words, folder=None):
    """Which heavy modules a command loads, in a fresh process."""
    code = (
        "import sys\nfrom verifier.cli import main\n"
        f"main({list(words)!r})\n"
        f"print('LOADED', *sorted({HEAVY!r} & set(sys.modules)))\n"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), "COV_CORE_SOURCE": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=True,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return set(done.stdout.rpartition("LOADED")[2].split())


def test_version(amtfv):
    """`--version` prints the version and nothing else."""
    assert (amtfv("--version").out, amtfv("--version").code) == (f"amtfv {__version__}\n", 0)


@pytest.mark.parametrize("words", [["--help"], ["-h"], []])
def test_help_names_every_command(amtfv, words):
    """The help page lists the commands; no command at all is a usage error that shows it."""
    done = amtfv(*words)
    assert done.code == (0 if words else 2)
    assert all(f"\n  {command}" in done.out for command in COMMANDS)


@pytest.mark.parametrize("words", [("--version",), ("--help",)])
def test_version_and_help_load_nothing_heavy(words):
    """Neither the CLI framework nor any library of the engine is loaded for them."""
    assert loaded(*words) == set()


def test_a_check_of_arithmetic_loads_the_machine_and_the_journal_only(tmp_path):
    """Neither the framework for options nor templates, units or a log are loaded for one line of sums."""
    (tmp_path / "one.md").write_text("The sum is 12 + 30 = 42.\n", encoding="utf-8")
    assert loaded("check", "one.md", "--question", "What is 12 + 30?", folder=tmp_path) == {
        "sqlite3",
        "transitions",
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_plain_help(amtfv, command):
    """Each command explains itself, with exit code 0 and no colours."""
    done = amtfv(command, "--help")
    assert done.code == 0
    assert done.out.startswith(f"Usage: amtfv {command}")
    assert "\x1b" not in done.out


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_is_a_usage_error(amtfv, command):
    """A mistyped option exits with 2 and points at the help, with no traceback."""
    done = amtfv(command, "--nope")
    assert done.code == 2
    assert "--nope" in done.err
    assert f"amtfv {command} --help" in done.err


def test_an_option_before_the_command_is_not_called_a_command(amtfv):
    """The message names it as an option and says where to look."""
    done = amtfv("--quiet", "check")
    assert done.code == 2
    assert done.err == "amtfv: there is no option '--quiet'. Try `amtfv --help`.\n"


def test_a_word_that_is_not_one_of_several_is_refused_plainly(amtfv):
    """The message names the option, the word and the words that there are, and nothing of how it was parsed."""
    done = amtfv("check", "a.md", "--output-format", "xml")
    assert done.code == 2
    assert "'--output-format': 'xml' is not one of 'text', 'json', 'jsonl'" in done.err


def test_an_unknown_command_is_a_usage_error(amtfv):
    """A mistyped command exits with 2 and names the nearest one."""
    done = amtfv("chekc")
    assert (done.code, done.out) == (2, "")
    assert "`check`" in done.err


def test_interruption_exits_with_130(amtfv, monkeypatch):
    """Ctrl-C anywhere in a command ends it with 130 and no traceback."""

    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("verifier.cli._graph"), "command", interrupted)
    done = amtfv("graph")
    assert done.code == 130
    assert done.err == "amtfv graph: interrupted\n"


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
def test_a_reader_that_leaves_causes_no_traceback(tmp_path):
    """When the other end of the pipe closes, the command ends quietly, and not with success."""
    reader, writer = os.pipe()
    os.close(reader)
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-m", "verifier.cli", "graph"], stdout=writer, stderr=subprocess.PIPE, env=environment,
        check=False, cwd=tmp_path,
    )  # fmt: skip
    os.close(writer)
    assert done.stderr == b""
    assert done.returncode == 3


def test_graph_is_the_machines_diagram(amtfv):
    """`amtfv graph` prints the diagram that is drawn from the table of edges."""
    from verifier.machine import mermaid

    assert amtfv("graph").out == mermaid()


def test_the_script_is_the_module():
    """`python -m verifier.cli` is the same command."""
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-m", "verifier.cli", "--version"], capture_output=True, text=True, check=True,
        env=environment,
    )  # fmt: skip
    assert done.stdout == f"amtfv {__version__}\n"


def test_exports():
    """The package of the command speaks through `main` alone."""
    import verifier.cli
    import verifier.report

    assert verifier.cli.__all__ == ["main"]
    assert main is verifier.cli.main
    assert verifier.report.__all__ == sorted(verifier.report.__all__)
