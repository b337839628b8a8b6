"""The bar on the standard error."""

from __future__ import annotations

import io
import sys

import pytest

from verifier.cli import _progress
from verifier.cli._progress import with_progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        """It is."""
        return True


@pytest.fixture
def watch(monkeypatch, tmp_path):
    """Passes numbers through, writing data as a command would; gives back what both streams got."""
    rows = tmp_path / "rows.jsonl"

    def call(count, *, patience=0.0, errors=Terminal, sources=None):
        rows.write_text("{}\n" * count)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr(_progress, "_PATIENCE_S", patience)
        monkeypatch.setattr(sys, "stderr", err := errors())
        monkeypatch.setattr(sys, "stdout", out := io.StringIO())
        for number in with_progress(range(count), sources or [str(rows)]):
            sys.stdout.write(f"{number}\n")
        monkeypatch.undo()
        return out.getvalue(), err.getvalue()

    return call


def test_a_long_input_shows_a_bar_and_data_stays_apart(watch):
    """After a while the bar counts on the standard error; the data is untouched."""
    out, err = watch(50)
    assert out == "".join(f"{number}\n" for number in range(50))
    assert "/50" in err


def test_a_short_input_shows_none(watch):
    """What is done within a second needs no bar."""
    assert watch(50, patience=1.0)[1] == ""


def test_no_bar_off_a_terminal(watch):
    """In a log file there is none, however long it takes."""
    assert watch(50, errors=io.StringIO)[1] == ""


def test_an_input_of_unknown_length_is_counted(watch):
    """The standard input can't be read twice: the bar counts up."""
    assert "5/?" in watch(5, sources=["-"])[1]
