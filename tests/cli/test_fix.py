"""Corrected text: written at once or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from verifier.cli._exit import CliError
from verifier.cli._fix import diff, rewrite
from verifier.cli._inputs import Item


def item(path, answer, *, bom=False):
    """A text item read from the path."""
    return Item(source=str(path), line=1, id=str(path), question=None, answer=answer, is_text=True, bom=bom)


def write(path, text, *, bom=False):
    """Writes the text as it would stand on disk, and returns its item."""
    path.write_bytes(("\ufeff" * bom + text).encode())
    return item(path, text, bom=bom)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(st.characters(codec="utf-8", exclude_characters="\ufeff"), min_size=1, max_size=80),
    fixed=st.text(st.characters(codec="utf-8", exclude_characters="\ufeff"), max_size=80),
    bom=st.booleans(),
)
def test_every_byte_but_the_correction_stays(tmp_path, text, fixed, bom):
    """Line ends, white space and a byte order mark are written back as they were read."""
    path = tmp_path / "a.md"
    rewrite(write(path, text, bom=bom), fixed)
    assert path.read_bytes() == ("\ufeff" * bom + fixed).encode()
    assert [p.name for p in tmp_path.iterdir()] == ["a.md"]


@pytest.mark.skipif(os.name == "nt", reason="POSIX modes")
def test_the_mode_stays(tmp_path):
    """A file keeps its permissions."""
    path = tmp_path / "a.md"
    before = write(path, "3*4=13")
    path.chmod(0o640)
    rewrite(before, "3*4=12")
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_stays_a_link(tmp_path):
    """The file behind a link is rewritten, the link stays."""
    target, link = tmp_path / "real.md", tmp_path / "link.md"
    write(target, "3*4=13")
    link.symlink_to(target)
    rewrite(item(link, "3*4=13"), "3*4=12")
    assert link.is_symlink()
    assert target.read_text() == "3*4=12"


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path):
    """Somebody else's edit is never overwritten."""
    path = tmp_path / "a.md"
    before = write(path, "3*4=13")
    path.write_text("3*4=13, they say")
    with pytest.raises(CliError, match="changed while it was checked"):
        rewrite(before, "3*4=12")
    assert path.read_text() == "3*4=13, they say"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failed_write_leaves_the_old_text_and_no_litter(tmp_path, monkeypatch, step):
    """Whatever fails on the way, the file holds the old text and no temporary file stays."""

    def fail(*_):
        raise OSError(28, "No space left on device")

    path = tmp_path / "a.md"
    before = write(path, "3*4=13")
    monkeypatch.setattr(os, "fsync", fail) if step == "fsync" else monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(CliError, match="No space left"):
        rewrite(before, "3*4=12")
    assert [p.name for p in tmp_path.iterdir()] == ["a.md"]
    assert path.read_text() == "3*4=13"


def test_a_missing_file_is_an_error(tmp_path):
    """A file that was taken away is not made again."""
    with pytest.raises(CliError, match="No such file"):
        rewrite(item(tmp_path / "gone.md", "3*4=13"), "3*4=12")
    assert not list(tmp_path.iterdir())


def test_diff_is_a_patch():
    """The diff names both sides and says when the last line has no end."""
    shown = diff(item("a.md", "so\n3*4=13"), "so\n3*4=12")
    assert shown.splitlines() == [
        "--- a.md",
        "+++ a.md (fixed)",
        "@@ -1,2 +1,2 @@",
        " so",
        "-3*4=13",
        "\\ No newline at end of file",
        "+3*4=12",
        "\\ No newline at end of file",
    ]


def test_no_change_no_diff():
    """An answer that stays gives an empty diff."""
    assert diff(item("a.md", "3*4=12\r\n"), "3*4=12\r\n") == ""
