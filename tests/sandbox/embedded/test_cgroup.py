"""Control groups, on made-up trees of both versions, and on this machine where one can be made."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from sandbox import Cancel, Job, Limits
from sandbox.embedded import EmbeddedBackend, _cgroup

_MIB = 1 << 20


def _machine(root: Path, mounts: list[str], own: str) -> None:
    here = root / "proc/self"
    here.mkdir(parents=True)
    (here / "mountinfo").write_text("".join(f"{line}\n" for line in mounts))
    (here / "cgroup").write_text(own)


@pytest.fixture
def populated(monkeypatch):
    """The kernel fills new groups with files, and takes them away with the group; here that is done by hand."""
    original = Path.mkdir

    def mkdir(self: Path, mode: int = 0o777, *, parents: bool = False, exist_ok: bool = False) -> None:
        original(self, mode, parents, exist_ok)
        if self.name.startswith("amtfv-"):
            for file in (self.parent / "CHILD").read_text().split():
                (self / file).write_text("0")

    def rmdir(self: Path) -> None:
        shutil.rmtree(self)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    monkeypatch.setattr(Path, "rmdir", rmdir)


def _child_files(place: Path, files: str) -> None:
    place.mkdir(parents=True, exist_ok=True)
    (place / "CHILD").write_text(files)


_V2 = "cgroup.procs memory.max memory.swap.max memory.current memory.events pids.max"
_V2_MOUNT = "30 25 0:27 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw"


@pytest.mark.usefixtures("populated")
def test_version_2_goes_beside_a_group_that_has_processes(tmp_path):
    """Our own group gives its children no memory controller, so the group is made beside it."""
    _machine(tmp_path, [_V2_MOUNT], "0::/user.slice/app.scope\n")
    above = tmp_path / "sys/fs/cgroup/user.slice"
    _child_files(above, _V2)
    _child_files(above / "app.scope", "cgroup.procs")
    made = _cgroup.make(tmp_path)
    assert made is not None
    assert made.memory.parent == above
    assert made.entrances == (str(made.memory / "cgroup.procs"),)
    assert [entry for entry in (above / "app.scope").iterdir() if entry.is_dir()] == []


@pytest.mark.usefixtures("populated")
def test_version_2_limits_and_counts(tmp_path):
    """Memory beyond what the server itself uses, no swap, processes; kills since the limits were set."""
    _machine(tmp_path, [_V2_MOUNT], "0::/\n")
    _child_files(tmp_path / "sys/fs/cgroup", _V2)
    made = _cgroup.make(tmp_path)
    assert made is not None
    (made.memory / "memory.current").write_text(str(20 * _MIB))
    made.settle()
    (made.memory / "memory.events").write_text("low 0\noom 4\noom_kill 3\noom_group_kill 0\n")
    made.limit(Limits(memory_mb=100, files_mb=10, processes=5))
    assert (made.memory / "memory.max").read_text() == str(150 * _MIB)
    assert (made.memory / "memory.swap.max").read_text() == "0"
    assert int((made.memory / "pids.max").read_text()) >= 5
    assert made.memory_kills() == 0
    (made.memory / "memory.events").write_text("oom_kill 5\n")
    assert made.memory_kills() == 2


@pytest.mark.usefixtures("populated")
def test_version_1_uses_two_hierarchies(tmp_path):
    """Memory and processes are bounded in groups of their own."""
    mounts = [
        "32 31 0:29 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory",
        "33 31 0:30 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids",
        "34 31 0:31 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw",
    ]
    _machine(tmp_path, mounts, "8:pids:/\n4:memory:/work/here\n0::/\n")
    groups = tmp_path / "sys/fs/cgroup"
    _child_files(groups / "unified", "cgroup.procs")
    _child_files(
        groups / "memory/work/here",
        "cgroup.procs memory.limit_in_bytes memory.memsw.limit_in_bytes memory.usage_in_bytes memory.oom_control",
    )
    _child_files(groups / "pids", "cgroup.procs pids.max")
    made = _cgroup.make(tmp_path)
    assert made is not None
    assert made.memory.parent == groups / "memory/work/here"
    assert made.pids is not None
    assert made.pids.parent == groups / "pids"
    made.limit(Limits(memory_mb=100, files_mb=10))
    assert (made.memory / "memory.memsw.limit_in_bytes").read_text() == str(110 * _MIB)
    assert len(made.entrances) == 2


@pytest.mark.usefixtures("populated")
def test_groups_of_processes_that_are_gone_are_removed(tmp_path):
    """What a killed process left behind goes when the next group is made; those of the living stay."""
    _machine(tmp_path, [_V2_MOUNT], "0::/\n")
    place = tmp_path / "sys/fs/cgroup"
    _child_files(place, _V2)
    (tmp_path / "proc/7").mkdir()
    (tmp_path / "proc/7/stat").write_text("7 (a b) S " + " ".join(["0"] * 18) + " 500 0\n")
    dead, alive, other = (place / f"amtfv-{name}" for name in ("7-499-0", "7-500-0", "9-1-0"))
    for group in (dead, alive, other):
        os.mkdir(group)  # noqa: PTH102  (an empty one)
    _cgroup.make(tmp_path)
    assert not dead.exists()
    assert not other.exists()
    assert alive.exists()


@pytest.mark.parametrize("mounts", [[], [_V2_MOUNT], ["1 2 3 / /x rw - ext4 /dev/x rw"]])
def test_where_none_can_be_made_there_is_none(tmp_path, mounts):
    """No hierarchy, or one that may not be written: no group, and nothing left."""
    _machine(tmp_path, mounts, "0::/\n")
    assert _cgroup.make(tmp_path) is None


_FORKS = """
import os, time
children = []
for _ in range(20):
    child = os.fork()
    if child == 0:
        x = b"x" * 60_000_000
        time.sleep(60)
        os._exit(0)
    children.append(child)
for child in children:
    os.waitpid(child, 0)
print("all well")
"""


@pytest.mark.sandbox
def test_memory_of_a_whole_job_is_bounded():
    """Where a group can be made, children that each stay below the limit are killed, and the status says why."""
    group = _cgroup.make()
    if group is None:
        pytest.skip("no control group can be made here")
    group.remove()
    backend = EmbeddedBackend()
    assert backend.bounds_whole_jobs
    outcome = backend.run(Job(source=_FORKS, limits=Limits(wall_s=30)), Cancel())
    assert outcome.status == "memory"
    assert outcome.duration_s < 20, "the rest was ended as soon as the counter moved"
    assert backend.run(Job(source="import os\nos.kill(os.getpid(), 9)"), Cancel()).status == "killed"
    assert backend.run(Job(source="1"), Cancel()).value == 1
