"""`amtfv eval run`, `rescore`, `compare` and `grid`, as a person uses them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from evals.run import RunFolder
from tests.evals.run.test_work import reports
from verifier.cli import main

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("AMTFV_MODEL", "AMTFV_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def run(*words: str) -> int:
    """The command, without journals."""
    return main(["eval", "run", "--no-journal", *words])


def test_a_run_is_checked_scored_and_reported(data, capsys):
    """One command: a summary on the standard output, three reports in the folder."""
    assert run(str(data(10)), "--output", "out", "--baseline", "last_number") == 0
    printed = capsys.readouterr()
    assert "10 rows: 8 right, 2 wrong" in printed.out
    assert "catch rate" in printed.out
    assert "last_number" in printed.out
    score = json.loads(Path("out/report.json").read_text())
    assert score["overall"]["catch_rate"]["value"] == 1.0
    assert score["overall"]["false_alarm_rate"]["value"] == 0.0
    assert score["baselines"]["last_number"]["rows"] == 10
    assert "# Evaluation: 10 rows" in Path("out/report.md").read_text()
    assert Path("out/report.html").read_text().startswith("<!doctype html>")


def test_a_run_is_not_written_over(data, capsys):
    """A second one in the same folder is refused; with --resume it has nothing to do."""
    path = str(data(5))
    assert run(path, "-o", "out") == 0
    before = Path("out/results.jsonl").read_bytes()
    assert run(path, "-o", "out") == 2
    assert "--resume" in capsys.readouterr().err
    assert run("--resume", "-o", "out") == 0
    assert Path("out/results.jsonl").read_bytes() == before
    other = str(data(6, "other.jsonl"))
    assert run(other, "--resume", "-o", "out") == 2
    assert "not what this run was begun with" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "name the data"),
        (["missing.jsonl"], "can't be read"),
        (["{data}", "--planner", "replay"], "--replay FILE"),
        (["{data}", "--planner", "llm"], "model"),
        (["{data}", "--config", "missing.toml"], "can't be read"),
        (["{data}", "--config", "wrong.toml"], "there is no option 'plamner'"),
        (["{data}", "--config", "typed.toml"], "another type"),
        (["{data}", "--tools", "no_such_module"], "no_such_module"),
        (["{data}", "--fix", "--correct", "--model", "m"], "exclude each other"),
    ],
)
def test_mistakes_are_told_in_a_sentence(data, capsys, words, message):
    """Exit code 2, no traceback, and the folder can be used for a run afterwards."""
    Path("wrong.toml").write_text('plamner = "llm"\n')
    Path("typed.toml").write_text("jobs = true\n")
    path = str(data(3))
    assert run(*(word.replace("{data}", path) for word in words)) == 2
    assert message in capsys.readouterr().err


def test_a_file_holds_options_and_the_command_line_wins(data):
    """Limit and seed come of the file, but for what is given."""
    Path("eval.toml").write_text("[eval]\nlimit = 4\nseed = 3\nfix = true\n")
    path = str(data(20))
    assert run(path, "--config", "eval.toml", "-o", "a") == 0
    assert run(path, "--config", "eval.toml", "--limit", "7", "-o", "b") == 0
    a, b = RunFolder.load(Path("a")), RunFolder.load(Path("b"))
    assert (len(a), len(b)) == (4, 7)
    assert a.manifest["seed"] == 3
    assert a.manifest["setting"]["fix"] is True


def test_runs_are_compared_and_scored_anew(data, capsys):
    """Local patches mend what is certain; flips are about the given answer, so that nothing flips."""
    path = data(10)
    assert run(str(path), "-o", "a") == 0
    assert run(str(path), "-o", "b", "--fix") == 0
    capsys.readouterr()
    assert main(["eval", "compare", "a", "b", "-o", "flips.jsonl"]) == 0
    assert "10 rows in both; 0 flipped" in capsys.readouterr().out
    assert Path("flips.jsonl").read_text() == ""
    fixed = json.loads(Path("b/report.json").read_text())["overall"]
    assert fixed["correction_success"]["value"] == 1.0
    data(10, "new.jsonl", label="incorrect")
    assert main(["eval", "rescore", "a", "--labels", "new.jsonl"]) == 0
    assert "0 right, 10 wrong" in capsys.readouterr().out
    assert Path("a/rescored.html").exists()
    assert main(["eval", "rescore", "nowhere"]) == 2
    assert main(["eval", "compare", "a", "nowhere"]) == 2


def test_a_grid_runs_every_combination_once(data, capsys):
    """Each beside the first; given anew, nothing is run again."""
    path = str(data(5))
    words = ["eval", "grid", path, "--vary", "fix=off,on", "-o", "g"]
    assert main(words) == 0
    assert "fix=on: catch 100.0 %" in capsys.readouterr().out
    before = {file: file.stat().st_mtime_ns for file in Path("g").rglob("results.jsonl")}
    assert len(before) == 2
    assert main(words) == 0
    assert {file: file.stat().st_mtime_ns for file in before} == before
    table = json.loads(Path("g/grid.json").read_text())
    assert table["fix=on"]["against_first"]["catch"]["p"] == 1.0
    assert main(["eval", "grid", path, "--vary", "audit=on"]) == 2
    assert main(["eval", "grid", path, "--vary", "fix=maybe"]) == 2


@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_a_killed_run_loses_and_repeats_nothing(data, tools, tmp_path):
    """Three times kill -9, then to the end: each row has one result, that of a run that was left in peace."""
    log = tmp_path / "log"
    path = str(data(40))
    slow = tools(f"open({str(log)!r}, 'a').write(task.id + '\\n'); time.sleep(0.15)")
    command = [sys.executable, "-m", "verifier.cli", "eval", "run"]
    begin = [path, "--tools", slow, "-j", "2", "-o", "killed"]
    finished: set[int] = set()
    results = tmp_path / "killed" / "results.jsonl"
    for kills in range(3):
        process = subprocess.Popen(
            [*command, *(begin if not kills else ["--resume", "-j", "2", "-o", "killed"])],
            cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        wait_for_lines(results, len(finished) + 4, process)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        whole = results.read_bytes()
        done = [json.loads(line)["n"] for line in whole[: whole.rfind(b"\n") + 1].splitlines()]
        assert len(done) == len(set(done))
        assert finished < set(done)
        finished = set(done)
        seen = Counter(log.read_text().split())
        again = [name for name, count in seen.items() if count > 1]
        assert len(again) <= 2 * kills, "only rows that were at work when it was killed are begun anew"
    assert main(["eval", "run", "--resume", "-j", "2", "-o", "killed"]) == 0
    assert run(path, "-o", "whole") == 0
    killed, left = RunFolder.load(Path("killed")), RunFolder.load(Path("whole"))
    assert reports(killed) == reports(left)
    assert len((tmp_path / "killed" / "results.jsonl").read_bytes().splitlines()) == 40


def wait_for_lines(path, count, process, seconds=90):
    """Until the file has so many lines; the process may not end before."""
    end = time.monotonic() + seconds
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert process.poll() is None, "it ended too early"
        assert time.monotonic() < end
        time.sleep(0.01)
