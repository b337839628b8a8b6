"""The command, called as a person would and as tests can afford: in this process."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

import pytest

from verifier.cli import main


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def amtfv(tmp_path, monkeypatch, capsys):
    """Runs `amtfv` in a folder of the test's own; ``stdin`` is bytes or text."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def call(*words, stdin=b""):
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        code = main([str(word) for word in words])
        told = capsys.readouterr()
        return Done(code, told.out, told.err)

    return call


@pytest.fixture
def put(tmp_path):
    """Writes a file into the test's folder and returns its name."""

    def write(name, content):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)
        return name

    return write
