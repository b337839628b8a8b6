"""Every example of the docs that is marked `run` runs, and prints what the docs say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PRELUDE = f'exec 2>&1\namtfv() {{ "{sys.executable}" -m verifier.cli "$@"; }}\n'
FENCE = re.compile(r"^```(python|console) run\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(kind):
    """The marked blocks of that language, with the place of each as its id."""
    return list(_examples(kind))


def _examples(kind):
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for found in FENCE.finditer(text):
            if found[1] == kind:
                line = text.count("\n", 0, found.start()) + 1
                yield pytest.param(found[2], id=f"{page.relative_to(ROOT)}:{line}")


def run(command, folder):
    """Run a command in the folder as a reader would, with this environment's `amtfv`."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT), "COLUMNS": "100", "PYTHONUTF8": "1"}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=120, check=False
    )


@pytest.mark.parametrize("source", examples("python"))
def test_python_example_runs(source, tmp_path):
    """The example ends without an error, and each `print(…)  # text` prints that text; `…` stands for anything."""
    done = run([sys.executable, "-W", "error", "-c", source], tmp_path)
    assert done.returncode == 0, done.stderr
    promised = re.findall(r"^print\(.*\)\s+# (.*)$", source, re.MULTILINE)
    for line, text in zip(done.stdout.splitlines(), promised, strict=True):
        assert re.fullmatch(".*?".join(map(re.escape, text.split("…"))), line), line


@pytest.mark.skipif(os.name == "nt", reason="the examples are written for a POSIX shell")
@pytest.mark.parametrize("session", examples("console"))
def test_console_example_prints_what_it_says(session, tmp_path):
    """Each `$ command` prints the lines below it; `…` stands for anything, and 2>&1 is implied."""
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        command, expected = split_command(part)
        done = run(["sh", "-c", f"{PRELUDE}{command}"], tmp_path)
        if expected.strip():
            pattern = ".*?".join(map(re.escape, expected.strip().split("…")))
            assert re.fullmatch(pattern, done.stdout.strip(), re.DOTALL), done.stdout


def split_command(part):
    """A command with its continuation lines (`> `), and the output that follows."""
    lines = part.splitlines()
    command = [lines.pop(0)]
    while lines and lines[0].startswith("> "):
        command.append(lines.pop(0)[2:])
    return "\n".join(command), "\n".join(lines)


def test_there_are_examples_of_both_kinds():
    """The marks are read: the pages hold runnable Python and console blocks."""
    assert examples("python")
    assert examples("console")
