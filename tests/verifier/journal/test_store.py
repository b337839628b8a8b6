"""The journal's file: append-only, chained, one writer, readable by another process afterwards."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.errors import JournalBroken, JournalError, UnknownRun
from verifier.journal import Journal, locate


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal in a folder that is not there yet."""
    return tmp_path / "deep" / "journal.sqlite"


def filled(path: Path, *runs: str) -> None:
    """Write a journal of these runs."""
    with Journal.open(path) as journal:
        for run in runs:
            journal.append([(run, "started", "{}"), (run, "step", '{"a":1}')])
            journal.append([(run, "ended", "{}")])


def test_entries_come_back_in_order_by_run(path: Path) -> None:
    """What was appended is read back, run by run, after closing and opening again."""
    filled(path, "r1", "r2")
    with Journal.read(path) as journal:
        assert journal.runs() == ["r1", "r2"]
        assert [(e.kind, e.body) for e in journal.entries("r2")] == [
            ("started", {}),
            ("step", {"a": 1}),
            ("ended", {}),
        ]
        assert journal.verify_chain() == 6


def test_the_chain_goes_on_after_reopening(path: Path) -> None:
    """A second session continues where the first one ended."""
    filled(path, "r1")
    filled(path, "r2")
    with Journal.read(path) as journal:
        assert journal.verify_chain() == 6


def test_entries_of_a_resumed_run_are_found_behind_others(path: Path) -> None:
    """A run taken up later has its entries in two places; those of others in between are not its own."""
    with Journal.open(path) as journal:
        journal.append([("r1", "started", "{}")])
        journal.append([("r2", "started", "{}"), ("r2", "ended", "{}")])
        journal.append([("r1", "step", "{}"), ("r1", "ended", "{}")])
        journal.append(
            [("r2", "resumed", "{}"), ("r1", "resumed", "{}"), ("r1", "step", "{}"), ("r2", "ended", "{}")]
        )
        assert [e.kind for e in journal.entries("r1")] == ["started", "step", "ended", "resumed", "step"]
        assert [e.kind for e in journal.entries("r2")] == ["started", "ended", "resumed", "ended"]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entry SET body = '{\"a\":2}' WHERE seq = 2",
        "UPDATE entry SET run = 'r9' WHERE seq = 2",
        "UPDATE entry SET kind = 'held' WHERE seq = 2",
        "UPDATE entry SET hash = zeroblob(32) WHERE seq = 3",
        "DELETE FROM entry WHERE seq = 2",
        "DELETE FROM entry WHERE seq = 1",
        "INSERT INTO entry (run, kind, body, hash) VALUES ('r1', 'step', '{}', zeroblob(32))",
    ],
)
def test_a_change_shows(path: Path, change: str) -> None:
    """An entry changed, taken out or added by another hand breaks the chain there."""
    filled(path, "r1", "r2")
    with sqlite3.connect(path) as other:
        for trigger in ("entry_update", "entry_delete"):
            other.execute(f"DROP TRIGGER {trigger}")
        other.execute(change)
    other.close()
    with Journal.read(path) as journal, pytest.raises(JournalBroken) as broken:
        journal.verify_chain()
    assert broken.value.seq in (1, 2, 3, 7)


@pytest.mark.parametrize("body", ["garbage", "", "[" * 100_000])
def test_a_body_that_is_no_json_is_named(path: Path, body: str) -> None:
    """A changed entry that can't be read is the journal's fault, told by its number."""
    filled(path, "r1", "r2")
    with sqlite3.connect(path) as other:
        other.execute("DROP TRIGGER entry_update")
        other.execute("UPDATE entry SET body = ? WHERE seq = 2", (body,))
    other.close()
    with Journal.read(path) as journal, pytest.raises(JournalError, match="entry 2 is no JSON"):
        journal.entries("r1")


def test_a_name_that_is_no_text_names_no_run(path: Path) -> None:
    """A word of the command line that is no UTF-8 is an unknown run like any other."""
    filled(path, "r1")
    with Journal.read(path) as journal:
        assert not journal.holds("\udcff")
        with pytest.raises(UnknownRun):
            journal.entries("\udcff")


def test_the_file_refuses_changes_by_itself(path: Path) -> None:
    """Another program that means no harm cannot update or delete entries."""
    filled(path, "r1")
    other = sqlite3.connect(path)
    for statement in ("UPDATE entry SET body = '{}'", "DELETE FROM entry"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            other.execute(statement)
    other.close()


def test_one_writer_a_file_and_siblings_for_others(path: Path) -> None:
    """A second writer takes the next free sibling; an exact one is refused; `locate` finds runs in either."""
    first = Journal.open(path)
    second = Journal.open(path)
    third = Journal.open(path)
    assert [j.path.name for j in (first, second, third)] == [
        "journal.sqlite",
        "journal-2.sqlite",
        "journal-3.sqlite",
    ]
    with pytest.raises(JournalError, match="another process is writing"):
        Journal.open(path, exact=True)
    for number, journal in enumerate((first, second, third)):
        journal.append([(f"r{number}", "started", "{}")])
        journal.close()
    assert locate(path, "r1") == second.path
    with pytest.raises(UnknownRun):
        locate(path, "r7")
    again = Journal.open(path)
    assert again.path == path
    again.close()


def test_reading_waits_for_no_writer(path: Path) -> None:
    """While a writer holds the file, reading says so instead of showing half of it."""
    filled(path, "r1")
    with Journal.open(path), pytest.raises(JournalError, match="another process is writing"):
        Journal.read(path)


def test_a_writer_in_another_process_is_seen(path: Path) -> None:
    """The lock is between processes, and death of the holder frees it, unwritten end and all."""
    code = (
        "import sys, time\nfrom verifier.journal import Journal\nj = Journal.open(sys.argv[1])\n"
        "j.append([('r1', 'started', '{}')])\nprint('ready', flush=True)\ntime.sleep(60)\n"
    )
    writer = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, cwd=Path.cwd())
    try:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        other = Journal.open(path)
        assert other.path != path
        other.close()
    finally:
        writer.kill()
        writer.wait()
        writer.stdout.close()
    with Journal.read(path) as journal:
        assert journal.runs() == ["r1"]
    with Journal.open(path, exact=True) as journal:
        journal.append([("r2", "started", "{}")])
        assert journal.verify_chain() == 2


def test_threads_of_one_process_share_a_journal(path: Path) -> None:
    """Appends from several threads make one sound chain."""
    with Journal.open(path) as journal:

        def write(name: str) -> None:
            journal.append([(name, "started", "{}")])
            for _ in range(50):
                journal.append([(name, "step", "{}")])

        threads = [threading.Thread(target=write, args=(f"r{n}",)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert journal.verify_chain() == 4 * 51
        assert all(len(journal.entries(f"r{n}")) == 51 for n in range(4))


@pytest.mark.parametrize("content", [b"not a database, but long enough to be taken for one" * 40, b"x"])
def test_a_file_of_something_else_is_left_alone(path: Path, content: bytes) -> None:
    """Neither opened nor changed."""
    path.parent.mkdir()
    path.write_bytes(content)
    for opens in (Journal.open, Journal.read):
        with pytest.raises(JournalError):
            opens(path)
    assert path.read_bytes() == content


def test_another_programs_database_is_left_alone(path: Path) -> None:
    """A database that is no journal is refused, and stays in its own mode."""
    path.parent.mkdir()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE t (x)")
    other.commit()
    other.close()
    before = path.read_bytes()
    for opens in (Journal.open, Journal.read):
        with pytest.raises(JournalError, match="no journal"):
            opens(path)
    assert path.read_bytes() == before


def test_a_newer_format_is_refused(path: Path) -> None:
    """A file of a later version is not guessed at."""
    filled(path, "r1")
    other = sqlite3.connect(path)
    other.execute("PRAGMA user_version = 2")
    other.close()
    with pytest.raises(JournalError, match="newer"):
        Journal.read(path)


def test_missing_files_and_runs_are_named(path: Path) -> None:
    """What is not there is said, with the path or the id."""
    with pytest.raises(JournalError, match="no journal at"):
        Journal.read(path)
    with pytest.raises(JournalError, match="no journal at"):
        locate(path, "r1")
    filled(path, "r1")
    with Journal.read(path) as journal, pytest.raises(UnknownRun, match="r2"):
        journal.entries("r2")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file in the way of the folder gives our own error."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(JournalError, match="cannot"):
        Journal.open(tmp_path / "file" / "journal.sqlite")


def test_reading_only_means_that(path: Path) -> None:
    """A journal opened for reading takes no entries; a closed one neither."""
    filled(path, "r1")
    with Journal.read(path) as journal, pytest.raises(JournalError, match="reading only"):
        journal.append([("r2", "started", "{}")])
    journal = Journal.open(path)
    journal.close()
    with pytest.raises(JournalError):
        journal.append([("r2", "started", "{}")])


TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20)


@settings(max_examples=30)
@given(
    entries=st.lists(
        st.tuples(st.sampled_from(["r1", "r2"]), TEXT.filter(lambda k: k != "ended"), TEXT),
        min_size=1,
        max_size=8,
    )
)
def test_any_text_is_chained(
    entries: list[tuple[str, str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever stands in an entry, the chain can be followed again."""
    file = tmp_path_factory.mktemp("journal") / "journal.sqlite"
    with Journal.open(file) as journal:
        journal.append(entries)
    with Journal.read(file) as journal:
        assert journal.verify_chain() == len(entries)
