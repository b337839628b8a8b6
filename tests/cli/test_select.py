"""What may be named: directories, globs, changes since a revision, CSV, notebooks."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from verifier.cli._exit import CliError
from verifier.cli._inputs import Fault, read_items
from verifier.cli._select import changed_since, expanded


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A repository with ignored files at two depths."""
    files = {
        ".gitignore": "build/\n*.draft.md\n!kept.draft.md\n",
        "a.md": "1 + 1 = 2\n",
        "x.draft.md": "1 + 1 = 3\n",
        "kept.draft.md": "1 + 1 = 2\n",
        "build/b.md": "1 + 1 = 3\n",
        "sub/.gitignore": "!y.draft.md\n/c.jsonl\n",
        "sub/y.draft.md": "1 + 1 = 2\n",
        "sub/c.jsonl": "{}\n",
        "sub/code.py": "x\n",
        ".hidden/d.md": "1 + 1 = 3\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    git(tmp_path, "init", "-q")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def git(folder, *words):
    """Run git with no settings but these."""
    environment = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    words = ("-c", "user.name=t", "-c", "user.email=t@example.org", *words)
    done = subprocess.run(
        ["git", *words], cwd=folder, env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout


def test_a_directory_is_read_as_git_sees_it(tree):
    """Ignored files stay out, the deepest .gitignore decides, hidden folders are not entered."""
    found = [os.path.normpath(name) for name in expanded(["."])]
    assert found == ["a.md", "kept.draft.md", str(Path("sub", "y.draft.md"))]
    listed = git(tree, "ls-files", "--others", "--exclude-standard").split()
    assert {name.replace(os.sep, "/") for name in found} == {
        name for name in listed if name.endswith(".md") and not name.startswith(".hidden")
    }


def test_globs_and_names(tree):
    """A glob takes any file but ignored ones; a named file is taken even if git ignores it; none twice."""
    assert expanded(["**/*.md"]) == ["a.md", "kept.draft.md", str(Path("sub", "y.draft.md"))]
    assert expanded(["x.draft.md", "a.md", "*.md"]) == ["x.draft.md", "a.md", "kept.draft.md"]
    with pytest.raises(CliError, match="nothing to check"):
        expanded(["*.nothing"])


def test_changes_since_a_revision(tree):
    """Changed, added and untracked files count; deleted and ignored ones do not."""
    git(tree, "add", "."), git(tree, "commit", "-qm", "first")
    (tree / "a.md").write_text("1 + 1 = 3\n", encoding="utf-8")
    (tree / "新.md").write_text("2 + 2 = 4\n", encoding="utf-8")
    (tree / "kept.draft.md").unlink()
    assert changed_since("HEAD", []) == ["a.md", "新.md"]
    assert changed_since("HEAD", ["a.md", "sub/y.draft.md"]) == ["a.md"]
    for wrong in ("nowhere", "--output=x"):
        with pytest.raises(CliError, match="--changed-since"):
            changed_since(wrong, [])


def test_nothing_changed_is_no_failure(tree, amtfv):
    """The gate has nothing to judge, and says so."""
    git(tree, "add", "."), git(tree, "commit", "-qm", "first")
    done = amtfv("check", "--changed-since", "HEAD")
    assert (done.code, "nothing to check has changed since HEAD" in done.err) == (0, True)


def read(put, name, text, **options):
    """The entries of one file."""
    return list(read_items([put(name, text)], question=None, fields=options.get("fields"), places=True))


def test_csv_is_read_by_its_header(put, tmp_path, monkeypatch):
    """Columns are fields; a record over several lines keeps its first line; wrong records are faults."""
    monkeypatch.chdir(tmp_path)
    text = '\ufeffid,question,answer\r\na,What is 1+1?,"It is\r\n""2"""\r\nb,only two\r\nc,q,4\r\n'
    one, fault, last = read(put, "a.csv", text)
    assert (one.id, one.question, one.answer, one.line) == ("a", "What is 1+1?", 'It is\r\n"2"', 2)
    assert isinstance(fault, Fault)
    assert (fault.line, "2 cells" in fault.message) == (4, True)
    assert (last.id, last.line) == ("c", 5)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x,y\n1,2\n", "answer"),
        ("answer,answer\n1,2\n", "stands twice"),
        ('answer\n"open\n', ""),
        (b"answer\n\xff\n", "UTF-8"),
        ("", "empty"),
    ],
)
def test_csv_that_cannot_be_read_is_a_fault(put, tmp_path, monkeypatch, text, told):
    """Each says why."""
    monkeypatch.chdir(tmp_path)
    (fault,) = read(put, "a.csv", text)
    assert told in fault.message


def test_csv_with_map_and_regions(put, amtfv, tmp_path):
    """--map names columns, dots included; a claim is found in its quoted cell."""
    put("a.tsv", 'model.q\tmodel.a\nWhat is 12 + 30?\t"He said ""so"": 12 + 30 = 43"\n')
    amtfv("check", "a.tsv", "--map", "question=model.q,answer=model.a", "--no-journal", "-o", "r.sarif")
    result = json.loads((tmp_path / "r.sarif").read_text(encoding="utf-8"))["runs"][0]["results"][0]
    region = result["locations"][0]["physicalLocation"]["region"]
    line = (tmp_path / "a.tsv").read_text(encoding="utf-8").split("\n")[1]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] in {"43", "12 + 30 = 43"}
    done = amtfv("check", "a.tsv", "--map", "answer=nope", "--no-journal")
    assert "has no column 'nope'; there are model.q, model.a" in done.err


def notebook(*cells):
    """A notebook of (type, source lines, printed)."""
    made = [
        {"cell_type": kind, "source": source, "metadata": {}}
        | (
            {"outputs": [{"output_type": "stream", "name": "stdout", "text": shown}]}
            if kind == "code"
            else {}
        )
        for kind, source, shown in cells
    ]
    return json.dumps(
        {"nbformat": 4, "metadata": {"language_info": {"name": "python"}}, "cells": made}, indent=1
    )


def test_a_notebook_is_a_document(put, tmp_path, amtfv):
    """Claims of its prose are judged and found in the file, line by line."""
    text = notebook(
        ("markdown", ["# Sums\n", "\n", "Here 12 + 30 = 42.\n"], []), ("markdown", ["And 2 + 2 = 5."], [])
    )
    put("n.ipynb", text)
    done = amtfv("check", "n.ipynb", "--no-journal", "-o", "r.sarif")
    assert done.code == 1
    result = json.loads((tmp_path / "r.sarif").read_text(encoding="utf-8"))["runs"][0]["results"][0]
    region = result["locations"][0]["physicalLocation"]["region"]
    line = text.split("\n")[region["startLine"] - 1]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == "2 + 2 = 5"


def test_printed_output_stands_after_its_code(put, tmp_path, monkeypatch):
    """Standard output is fenced as such, so that it is judged; of a notebook with magics nothing is."""
    monkeypatch.chdir(tmp_path)
    (item,) = read(put, "n.ipynb", notebook(("code", ["print(6*7)"], ["42\n"])))
    assert item.answer == "```python\nprint(6*7)\n```\n\n```output\n42\n```\n\n"
    (item,) = read(put, "m.ipynb", notebook(("code", ["%cd x\n"], []), ("code", ["print(6*7)"], ["42\n"])))
    assert "output" not in item.answer
    (fault,) = read(put, "x.ipynb", "[]")
    assert "is no notebook" in fault.message


def test_a_rewritten_program_with_other_output_is_refuted(put, amtfv):
    """Shown output that the program does not print fails a document."""
    put("n.ipynb", notebook(("code", ["print(6*7)"], ["43\n"])))
    done = amtfv("check", "n.ipynb", "--no-journal", "--allow-undecided")
    assert done.code in {1, 3}
    if "sandbox" not in done.out:
        assert done.code == 1
