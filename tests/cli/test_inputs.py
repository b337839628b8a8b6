"""How files and the standard input become answers to check, and what is said of what can't be read."""

from __future__ import annotations

import io
import json
import os
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from verifier.cli import _inputs
from verifier.cli._exit import CliError
from verifier.cli._inputs import Fault, Item, read_items
from verifier.cli._rows import Fields


def read(*sources, question=None, fields=None):
    """Every entry of the sources."""
    return list(read_items([str(source) for source in sources], question=question, fields=fields))


@pytest.fixture
def put(tmp_path):
    """Writes a file and returns its path."""

    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def stdin(monkeypatch):
    """Feeds bytes to the standard input."""

    def feed(content):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return feed


def test_rows_keep_their_order_and_get_line_numbers_as_ids(put):
    """Blank lines are skipped and counted; a row with no id takes its line number."""
    path = put(
        "a.jsonl", '{"id": "x", "question": "q", "answer": "1"}\n\n{"question": "q", "answer": "2"}\r\n'
    )
    assert [(e.id, e.line, e.answer) for e in read(path)] == [("x", 1, "1"), ("3", 3, "2")]


def test_a_bad_row_is_reported_by_line_and_the_rest_is_read(put):
    """A fault names its line; rows before and after it are read."""
    rows = [b'{"answer": "1"}', b"{nope", b'{"q": "1"}', b'"text"', b'{"answer": "\xff"}', b'{"answer": "2"}']
    entries = read(put("a.jsonl", b"\n".join(rows)))
    assert [e.line for e in entries if isinstance(e, Fault)] == [2, 3, 4, 5]
    assert [e.answer for e in entries if isinstance(e, Item)] == ["1", "2"]


def test_the_question_option_serves_rows_that_have_none(put):
    """A row's own question wins over `--question`."""
    path = put("a.jsonl", '{"answer": "1"}\n{"question": "mine", "answer": "2"}')
    assert [e.question for e in read(path, question="theirs")] == ["theirs", "mine"]


@pytest.mark.parametrize("name", ["a.md", "a.txt", "A.MD", "answer", "a.json5"])
def test_text_is_one_answer(put, name):
    """Markdown and text are one answer, whole, with the question given."""
    (entry,) = read(put(name, "3*4=12\n\n所以是12。\n"), question="3*4?")
    assert entry == Item(
        source=entry.source,
        line=1,
        id=entry.source,
        question="3*4?",
        answer="3*4=12\n\n所以是12。\n",
        is_text=True,
    )


def test_text_without_a_question_is_a_document(put):
    """No question: the item's question is None."""
    (entry,) = read(put("a.md", "3*4=12"))
    assert entry.question is None
    assert entry.is_text


def test_line_ends_and_bom_are_kept_apart(put):
    """CRLF stays in the answer; a byte order mark does not, and is remembered."""
    (entry,) = read(put("a.txt", b"\xef\xbb\xbf3*4=12\r\nso 12\r\n"), question="q")
    assert entry.answer == "3*4=12\r\nso 12\r\n"
    assert entry.bom


def test_a_bom_before_the_first_row_is_ignored(put):
    """A byte order mark is no part of the first row."""
    (entry,) = read(put("a.jsonl", b'\xef\xbb\xbf{"answer": "1"}'))
    assert entry.answer == "1"


@pytest.mark.parametrize(
    ("content", "message", "line"),
    [
        (b"", "empty", 0),
        (b"  \n\n", "empty", 0),
        (b"a\x00b", "binary", 1),
        (b"fine\nnot \xff fine", "not UTF-8", 2),
        ("3*4=12".encode("utf-16"), "UTF-16", 1),
    ],
)
def test_text_that_cannot_be_read(put, content, message, line):
    """Empty, binary and wrongly encoded text is a fault that says what to do."""
    (fault,) = read(put("a.txt", content), question="q")
    assert message in fault.message
    assert fault.line == line


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.md", "noname"])
def test_every_empty_source_is_a_fault(put, name, content):
    """No form of empty input passes for an input with nothing wrong in it."""
    (fault,) = read(put(name, content))
    assert "empty" in fault.message


def test_missing_directory_and_unreadable(tmp_path, put):
    """What can't be opened is named, and other files are still read."""
    good = put("b.txt", "3*4=12")
    entries = read(tmp_path / "missing.jsonl", tmp_path, good)
    assert "No such file" in entries[0].message
    assert "directory" in entries[1].message
    assert entries[2].answer == "3*4=12"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_unreadable_file(put):
    """A file without read permission is a fault."""
    path = put("a.txt", "3*4=12")
    path.chmod(0)
    (fault,) = read(path)
    assert "Permission denied" in fault.message


def test_a_line_over_the_limit_is_skipped_not_held(put, monkeypatch):
    """A line over the limit is a fault of that line; the next ones are read."""
    monkeypatch.setattr(_inputs, "MAX_BYTES", 100)
    long = json.dumps({"answer": "x" * 1000})
    entries = read(put("a.jsonl", f'{{"answer": "1"}}\n{long}\n{{"answer": "2"}}\n{long}'))
    assert [type(e).__name__ for e in entries] == ["Item", "Fault", "Item", "Fault"]
    assert [e.line for e in entries] == [1, 2, 3, 4]


@pytest.mark.parametrize("name", ["a.txt", "a.json", "a"])
def test_a_text_over_the_limit_is_a_fault(put, monkeypatch, name):
    """A whole file over the limit is refused."""
    monkeypatch.setattr(_inputs, "MAX_BYTES", 100)
    (fault,) = read(put(name, "x" * 101))
    assert "longer than" in fault.message


def test_json_file_is_one_row_or_a_list(put):
    """A .json file holds one row or a list of them; a bad member is a fault of its own."""
    assert [e.id for e in read(put("one.json", '{"id": "a", "answer": "1"}'))] == ["a"]
    entries = read(put("many.json", '[{"answer": "1"}, 5, {"answer": "2"}]'))
    assert [type(e).__name__ for e in entries] == ["Item", "Fault", "Item"]
    assert "name the file .jsonl" in read(put("lines.json", '{"answer": "1"}\n{"answer": "2"}'))[0].message


def test_stdin_rows_are_recognised(stdin):
    """Without a question, JSON lines on the standard input are rows, numbered as the lines are."""
    stdin(b'\n\n{"answer": "1"}\n{"answer": "2"}\n')
    assert [(e.line, e.answer) for e in read("-")] == [(3, "1"), (4, "2")]


def test_stdin_with_a_question_is_text(stdin):
    """With a question, even JSON on the standard input is the answer itself."""
    stdin(b'{"answer": 12}')
    (entry,) = read("-", question="give JSON")
    assert (entry.answer, entry.is_text, entry.id) == ('{"answer": 12}', True, "stdin")


def test_stdin_prose_is_text(stdin):
    """Prose on the standard input is one text, first line included."""
    stdin(b"\n{not json}\n3*4=12")
    (entry,) = read("-")
    assert entry.answer == "\n{not json}\n3*4=12"


def test_map_makes_every_source_rows(put):
    """With `--map`, a .txt file is read as JSON lines."""
    (entry,) = read(put("a.txt", '{"a": {"b": "12"}}'), fields=Fields(answer="a.b"))
    assert (entry.answer, entry.is_text) == ("12", False)


def test_deep_nesting_is_a_fault(put):
    """JSON nested beyond the parser's depth is a fault of its line, not a crash."""
    entries = read(put("a.jsonl", '{"answer": ' + "[" * 200_000 + '\n{"answer": "2"}'))
    assert [type(e).__name__ for e in entries] == ["Fault", "Item"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60), st.sampled_from(["a.jsonl", "a.json", "a.txt", "a"]))
def test_arbitrary_bytes_are_read_or_refused(tmp_path, content, name):
    """Whatever the bytes, each source gives items or faults, at least one of them."""
    path = tmp_path / name
    path.write_bytes(content)
    entries = read(path)
    assert entries
    assert all(isinstance(entry, Item | Fault) for entry in entries)


def test_a_field_that_stands_twice_is_reported(put):
    """Which of two answers counts is not guessed, at any depth."""
    twice = ['{"answer": "2", "answer": "3"}', '{"answer": "2", "meta": {"a": 1, "a": 1}}']
    entries = read(put("a.jsonl", "\n".join([*twice, '{"answer": "4"}'])))
    assert [e.message for e in entries if isinstance(e, Fault)] == [
        "the field 'answer' stands twice in it; which one counts is not known",
        "the field 'a' stands twice in it; which one counts is not known",
    ]
    assert [e.answer for e in entries if isinstance(e, Item)] == ["4"]


def test_a_number_is_read_with_the_digits_it_was_written_with(put):
    """No digit is lost or added, since the printed digits say how exact an answer is."""
    numbers = ["1.50", "12345678901234567.89", "3.14159265358979323846", "-0.0", "1e400", "7"]
    rows = "\n".join(f'{{"answer": {number}}}' for number in numbers)
    assert [e.answer.lower().replace("+", "") for e in read(put("a.jsonl", rows))] == numbers


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1" * 5000])
def test_what_is_no_number_of_json_is_reported(put, number):
    """Neither is an answer; elsewhere in a row what is no number is no concern of ours."""
    [entry] = read(put("a.jsonl", f'{{"answer": {number}}}'))
    assert isinstance(entry, Fault)
    assert read(put("b.jsonl", '{"answer": "1", "score": NaN}'))[0].answer == "1"


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux alone")
def test_a_file_name_that_is_no_utf8_can_be_written_in_a_report(put, tmp_path):
    """The file is read; its name stands with the odd byte spelt out."""
    name = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.md")
    put(name, "1 + 1 = 2")
    [item] = read(name)
    assert item.id == item.name == f"{tmp_path}/\\xff.md"
    assert "\\xff.gone" in str(read(name.replace(".md", ".gone"))[0])


def test_a_word_of_the_command_line_is_utf8_in_every_locale():
    """What a locale could not decode is decoded; what is no UTF-8 is refused, not guessed."""
    word = "等于多少".encode().decode("ascii", "surrogateescape")
    assert _inputs.utf8_argument(word, "--question") == "等于多少"
    with pytest.raises(CliError, match="--question is not UTF-8"):
        _inputs.utf8_argument("\udcff", "--question")
