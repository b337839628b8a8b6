"""Results that serve again: of the last check, and of the cache."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verifier.cli import _session, _watch
from verifier.cli._exit import CliError

ROWS = "".join(json.dumps({"question": f"What is {n} + 1?", "answer": str(n + 1)}) + "\n" for n in range(4))


@pytest.fixture
def count(monkeypatch):
    """Counts the answers that are really checked; those in ``broken`` crash."""
    seen = []
    broken = set()
    inner = _session.check_task

    def check(task, answer, **options):
        seen.append(answer)
        if answer in broken:
            raise RuntimeError("boom")
        return inner(task, answer, **options)

    monkeypatch.setattr(_session, "check_task", check)
    return seen, broken


def test_resume_checks_only_what_was_not_finished(amtfv, put, count):
    """What the last check recorded is told again without being checked; the report is the same."""
    seen, _ = count
    put("a.jsonl", ROWS)
    whole = amtfv("check", "a.jsonl", "--output-format", "json")
    last = Path(".amtfv/last.jsonl")
    lines = last.read_text().splitlines(keepends=True)
    last.write_text("".join(lines[:2]) + lines[2][:40])  # cut off while it wrote
    seen.clear()
    again = amtfv("check", "a.jsonl", "--output-format", "json", "--resume")
    assert seen == ["3", "4"]
    assert "2 results were there already" in again.err
    assert json.loads(again.out)["summary"] == json.loads(whole.out)["summary"]
    assert (again.code, whole.code) == (0, 0)


def test_retry_errors_checks_again_what_failed(amtfv, put, count):
    """An answer that a fault left undecided is tried again, the others are not."""
    seen, broken = count
    broken.add("2")
    put("a.jsonl", ROWS)
    assert amtfv("check", "a.jsonl").code == 3
    seen.clear(), broken.clear()
    assert amtfv("check", "a.jsonl", "--retry-errors").code == 0
    assert seen == ["2"]


def test_the_cache_serves_the_same_and_nothing_else(amtfv, put, count):
    """The same answer, options and tools: served; another option or answer: checked; errors are never kept."""
    seen, broken = count
    broken.add("4")
    put("a.jsonl", ROWS)
    amtfv("check", "a.jsonl", "--cache", "--no-journal")
    seen.clear()
    amtfv("check", "a.jsonl", "--cache", "--no-journal")
    assert seen == ["4"]
    seen.clear()
    amtfv("check", "a.jsonl", "--cache", "--no-journal", "--fail-on", "inconclusive")
    assert len(seen) == 4
    seen.clear()
    amtfv("check", "a.jsonl", "--no-cache", "--no-journal")
    assert len(seen) == 4


def test_a_damaged_store_costs_only_time(amtfv, put, count):
    """A cache that is no database is told of and done without."""
    Path(".amtfv").mkdir()
    Path(".amtfv/cache.sqlite").write_text("nothing of the sort, and long enough to be looked at" * 50)
    done = amtfv("check", put("a.jsonl", ROWS), "--cache", "--no-journal")
    assert (done.code, "not cached" in done.err) == (0, True)


@pytest.mark.parametrize("options", [["--resume"], ["--retry-errors"], ["--resume", "--retry-errors"]])
def test_nothing_to_go_on_with_is_an_error(amtfv, put, options):
    """There is no last check, or it is not clear what is wanted."""
    done = amtfv("check", put("a.jsonl", ROWS), "--no-journal", *options)
    assert (done.code, options[-1] in done.err) == (2, True)


def test_watch_checks_again_when_a_file_changes(tmp_path, monkeypatch):
    """A change starts another check; an error is told and watching goes on; an interruption ends it."""
    file = tmp_path / "a.md"
    file.write_text("1")
    codes = iter([0, CliError("no"), KeyboardInterrupt()])
    checked = []

    def check(sources):
        checked.append(list(sources))
        code = next(codes)
        if isinstance(code, BaseException):
            raise code
        return code

    monkeypatch.setattr(_watch.time, "sleep", lambda _: file.write_text(file.read_text() + "x"))
    with pytest.raises(KeyboardInterrupt):
        _watch.watch(check, lambda: [str(file)])
    assert checked == [[str(file)]] * 3
