"""A batch whose process is killed anywhere loses nothing, and asks nothing twice."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from evals.batch import Ended, State, export, runs, take
from tests.evals.batch.model import reply
from tests.evals.batch.service import answer_lines
from tests.evals.batch.test_batch import asked, begun, reported, to_the_end

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """The client's own event loop."""
    return "asyncio"


class Killed(BaseException):
    """The process is gone: nothing of it runs any more."""


class Reaper:
    """Ends the process at the n-th touch of the disk, before or after it took place."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, moment: int, *, after: bool) -> None:
        self.left, self.after, self.dead = moment, after, False
        monkeypatch.setattr(os, "fsync", self._around(os.fsync))
        monkeypatch.setattr(Path, "replace", self._around(Path.replace))
        unlink = Path.unlink
        monkeypatch.setattr(Path, "unlink", lambda path, **how: None if self.dead else unlink(path, **how))

    def _around(self, work: Any) -> Any:
        def wrapped(*words: Any) -> Any:
            self.left -= 1
            if self.left == 0 and not self.after:
                self._die()
            found = work(*words)
            if self.left == 0:
                self._die()
            return found

        return wrapped

    def _die(self) -> None:
        self.dead = True
        raise Killed


async def _step(folder: Path, number: int, submitted: Counter[str]) -> bool:
    """Begin, export, submit, import: what a shell script does. Submitted is only what a whole export wrote."""
    state = State.load(folder / "state") if State.exists(folder / "state") else begun(folder / "state")
    done = await export(state, folder / f"requests-{number}.jsonl")
    if not done.files:
        return False
    answers = folder / f"answers-{number}.jsonl"
    if not answers.exists():
        paths = [file.path for file in done.files]
        submitted.update(key for path in paths for key in asked(path))
        answers.write_text("\n".join(answer_lines(paths, reply)))
    take(State.load(folder / "state"), [answers])
    return True


_CALM: list[Any] = []


async def _undisturbed(folder: Path) -> list[Any]:
    """The reports of the same batch when nothing is killed."""
    if not _CALM:
        folder.mkdir()  # noqa: ASYNC240  (nothing else waits here)
        begun(folder / "state")
        _CALM.extend((await to_the_end(folder))[0])
    return _CALM


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("moment", range(1, 14))
async def test_a_kill_at_any_write(tmp_path, moment, after):
    """Wherever it strikes, doing the same again goes on from there: each request is submitted once."""
    submitted: Counter[str] = Counter()
    number = kills = 0
    with pytest.MonkeyPatch.context() as patch:
        reaper = Reaper(patch, moment, after=after)
        for _ in range(30):
            try:
                if not await _step(tmp_path, number, submitted):
                    break
                number += 1
            except Killed:
                kills += 1
                reaper.dead = False
    assert kills == 1
    assert set(submitted.values()) == {1}
    found = [reported(run) async for run in runs(State.load(tmp_path / "state")) if isinstance(run, Ended)]
    assert found == await _undisturbed(tmp_path / "calm")


async def test_a_tape_cut_within_a_line(tmp_path):
    """An answer that was half written is open again, and the same answers fill the gap."""
    state = begun(tmp_path / "state")
    await export(state, tmp_path / "a.jsonl")
    answers = tmp_path / "answers.jsonl"
    answers.write_text("\n".join(answer_lines([tmp_path / "a.jsonl"], reply)))
    whole = take(state, [answers]).answers
    tape = tmp_path / "state" / "tape.jsonl"
    text = tape.read_bytes()
    tape.write_bytes(text[:-30])
    again = State.load(tmp_path / "state")
    assert len(again.open_keys()) == 1
    assert take(again, [answers]).answers == 1
    assert len(State.load(tmp_path / "state").answers) == whole
    assert sorted(tape.read_bytes().splitlines()) == sorted(text.splitlines())
