"""What is left of a job's files before the next one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox._inside._wipe import wipe

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the sandbox's inside is POSIX")


def test_everything_goes(tmp_path):
    """Files, links, pipes, and directories that can't be entered are removed; what links point to stays."""
    place, outside = tmp_path / "place", tmp_path / "outside"
    (place / "a" / "b").mkdir(parents=True)
    outside.mkdir()
    (outside / "kept").write_text("x")
    (place / "a" / "b" / "file").write_text("x")
    (place / ".hidden").write_text("x")
    (place / "link").symlink_to(outside)
    (place / "a" / "link").symlink_to(outside / "kept")
    os.mkfifo(place / "pipe")
    (place / "a" / "b").chmod(0)
    (place / "a").chmod(0)
    assert wipe(str(place))
    assert list(place.iterdir()) == []
    assert (outside / "kept").read_text() == "x"


def test_no_depth_is_too_deep(tmp_path):
    """A tree deeper than any path may be long is removed too."""
    place = tmp_path / "place"
    place.mkdir()
    dig = "import os\nfor n in range(1500):\n    os.mkdir('d' * 20)\n    os.chdir('d' * 20)\nopen('f', 'w').close()"
    subprocess.run([sys.executable, "-I", "-S", "-c", dig], cwd=place, check=True)
    assert wipe(str(place))
    assert list(place.iterdir()) == []


def test_what_can_not_be_emptied_is_told(tmp_path, monkeypatch):
    """A failure is an answer, not an exception."""

    def refuse(*_words, **_names):
        raise PermissionError

    (tmp_path / "file").write_text("x")
    monkeypatch.setattr(os, "unlink", refuse)
    assert not wipe(str(tmp_path))
    assert Path(tmp_path, "file").exists()
