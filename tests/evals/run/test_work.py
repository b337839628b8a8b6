"""Runs: every row has one result, whatever happens to workers, and labels change nothing."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from evals.data import Example, Fault, Row, read
from evals.run import InProcess, Job, LocalPool, RunFolder, Setting, limited, work
from verifier.cli._exit import CliError
from verifier.errors import UsageError
from verifier.report import canonical


def begun(path, data, setting=None):
    """A folder for the data."""
    return RunFolder.begin(path, read([data]), setting or Setting(), data=[data])


def reports(folder):
    """Canonical reports in the order of the rows."""
    return [json.dumps(canonical(result.report), sort_keys=True) for result in folder.results()]


def test_worker_processes_find_what_this_process_finds(tmp_path, data):
    """Canonical reports are the same byte for byte with one process and with eight, in the order of the rows."""
    path = data(25)
    one, eight = begun(tmp_path / "one", path), begun(tmp_path / "eight", path)
    assert len(list(work(one, InProcess()))) == len(list(work(eight, LocalPool(8)))) == 25
    assert reports(one) == reports(eight)
    assert [json.loads(text)["id"] for text in reports(eight)] == [f"r{n}" for n in range(25)]
    verdicts = Counter(result.report["verdict"] for result in eight.results())
    assert verdicts["verified"] >= 10
    assert verdicts["refuted"] >= 10


def test_labels_change_no_report(tmp_path, data):
    """Poisoned labels leave every canonical report as it was, and nothing of them gets into what workers get."""
    told = {"label": "incorrect", "gold": "CANARY-gold", "error_step": 7, "extra": {"steps": ["CANARY-step"]}}
    plain, poisoned = begun(tmp_path / "a", data(10)), begun(tmp_path / "b", data(10, "other.jsonl", **told))
    for folder in (plain, poisoned):
        list(work(folder, InProcess()))
    assert reports(plain) == reports(poisoned)
    for file in poisoned.path.iterdir():
        assert (b"CANARY" in file.read_bytes()) == (file.name == "labels.jsonl"), file
    for job in poisoned.jobs():
        assert "CANARY" not in repr(job)


def test_a_run_needs_no_labels(tmp_path, data):
    """The file of labels can be taken away: nothing before the scorer opens it."""
    folder = begun(tmp_path / "run", data(10))
    (folder.path / "labels.jsonl").unlink()
    assert len(list(work(folder, LocalPool(2)))) == 10
    assert set(Job.__dataclass_fields__) - {"number"} <= set(Row.__dataclass_fields__)


def test_a_row_that_kills_its_worker_costs_no_other_row(tmp_path, data, tools):
    """It is tried twice; then its report says what happened, and all others are as they would be without it."""
    path = data(10)
    deadly = tools("if task.id == 'r3': os.kill(os.getpid(), 9)")
    folder = begun(tmp_path / "run", path, Setting(tools=(deadly,)))
    list(work(folder, LocalPool(3)))
    whole = begun(tmp_path / "whole", path)
    list(work(whole, InProcess()))
    found, expected = reports(folder), reports(whole)
    assert [at for at in range(10) if found[at] != expected[at]] == [3]
    (died,) = [result for result in folder.results() if result.lost]
    assert died.report["id"] == "r3"
    assert died.report["verdict"] == "inconclusive"
    assert "signal 9" in died.report["error"]


def test_a_worker_that_dies_once_costs_nothing(tmp_path, data, tools):
    """The second try finds what the first would have found."""
    mark = tmp_path / "mark"
    once = tools(
        f"if task.id == 'r3' and not os.path.exists({str(mark)!r}): open({str(mark)!r}, 'w'); os._exit(7)"
    )
    folder = begun(tmp_path / "run", data(6), Setting(tools=(once,)))
    list(work(folder, LocalPool(2)))
    assert mark.exists()
    assert not any(result.lost for result in folder.results())
    assert folder.count_done() == 6


def test_a_fault_of_ours_is_the_result_of_its_row(tmp_path, data, tools):
    """An exception becomes a report that says so; the run goes on."""
    folder = begun(
        tmp_path / "run", data(6), Setting(tools=(tools("if task.id == 'r2': raise KeyError('x')"),))
    )
    list(work(folder, LocalPool(1)))
    assert [bool(result.report["error"]) for result in folder.results()] == [n == 2 for n in range(6)]


def test_a_setting_that_no_worker_can_use_is_told(tmp_path, data):
    """As an error, not as results."""
    folder = begun(tmp_path / "run", data(3), Setting(tools=("no_such_module_here",)))
    with pytest.raises(CliError, match="no_such_module_here"):
        list(work(folder, LocalPool(2)))
    assert folder.count_done() == 0


def test_a_stopped_run_goes_on_where_it_was(tmp_path, data, tools):
    """Results are kept as they come; those that are there are not made again, and a torn line is made again."""
    log = tmp_path / "log"
    told = tools(f"open({str(log)!r}, 'a').write(task.id + '\\n')")
    folder = begun(tmp_path / "run", data(8), Setting(tools=(told,)))
    running = work(folder, LocalPool(1))
    first = [next(running).number for _ in range(3)]
    running.close()
    with (folder.path / "results.jsonl").open("ab") as stream:
        stream.write(b'{"n":7,"seconds":0.1,"lost":fal')
    again = RunFolder.load(folder.path)
    assert again.count_done() == 3
    assert {done.number for done in work(again, LocalPool(1))} == set(range(8)) - set(first)
    assert again.count_done() == 8
    seen = Counter(log.read_text().split())
    assert all(seen[f"r{number}"] == 1 for number in first)
    assert list(work(again, LocalPool(1))) == []


def test_a_folder_is_begun_once(tmp_path, data):
    """A second run does not write over the first; no data is no run; faults are kept."""
    path = data(3)
    with path.open("a") as stream:
        stream.write("{broken\n")
    folder = begun(tmp_path / "run", path)
    assert (len(folder), folder.manifest["faults"]) == (3, 1)
    assert "data.jsonl:4" in (folder.path / "faults.txt").read_text()
    with pytest.raises(UsageError, match="--resume"):
        begun(tmp_path / "run", path)
    with pytest.raises(UsageError, match="holds no run"):
        RunFolder.load(tmp_path)


def test_a_sample_depends_on_its_seed_and_on_ids_alone(tmp_path, data):
    """A seeded limit takes the same rows in any order of the file; without a seed it takes the first."""
    items = list(read([data(50)]))
    sample = {item.row.id for item in limited(items, 10, 1)}
    assert len(sample) == 10
    assert sample == {item.row.id for item in limited(items[::-1], 10, 1)}
    assert sample != {item.row.id for item in limited(items, 10, 2)}
    assert [
        item.row.id for item in limited([Fault("f", 1, "x"), *items], 2, None) if isinstance(item, Example)
    ] == [
        "r0",
        "r1",
    ]


def test_the_manifest_says_what_was_run(tmp_path, data):
    """Versions, digests and settings; the setting reads back as it was."""
    path = data(3)
    setting = Setting(fix=True)
    folder = begun(tmp_path / "run", path, setting)
    manifest = folder.manifest
    assert manifest["data"][0]["path"] == str(path)
    assert len(manifest["data"][0]["sha256"]) == len(manifest["rows_sha256"]) == 64
    assert manifest["tools"]["arithmetic"]
    assert RunFolder.load(folder.path).setting(journal=False) == setting


def test_data_of_a_row_reaches_its_check(tmp_path):
    """A list of objects is a table, other JSON a value."""
    from evals.run._worker import split_data

    tables, values = split_data(
        {"t": [{"a": 1, "b": 2}, {"a": 3, "b": None}], "c": {"x": [1, 2]}, "v": {"k": 1}}
    )
    assert [(table.name, table.columns, table.rows) for table in tables] == [
        ("t", ("a", "b"), ((1, 2), (3, None))),
        ("c", ("x",), ((1,), (2,))),
    ]
    assert values == {"v": {"k": 1}}
