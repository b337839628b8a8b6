"""Whose a container is, and what becomes of the containers of the dead."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from sandbox.docker import _owner, _sweeper

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="owners can be asked after on Linux only")


def _of(process: int, started: str = "") -> str:
    place = _owner.me().partition(":")[0]
    return f"{place}:{process}:{started or _owner._start_time(process)}"


def test_this_process_lives():
    """The owner that this process writes is alive."""
    assert _owner.is_dead(_owner.me()) is False


def test_an_ended_process_is_dead():
    """A process that has ended, and one whose number another has taken, are dead."""
    with subprocess.Popen([sys.executable, "-I", "-S", "-c", "input()"], stdin=subprocess.PIPE) as process:
        owner = _of(process.pid)
        assert _owner.is_dead(owner) is False
        process.communicate(b"\n")
    assert _owner.is_dead(owner) is True
    assert _owner.is_dead(_of(os.getpid(), "1")) is True


@pytest.mark.parametrize("owner", ["", "x", "other-boot/1:1:1", "-/-:1:-", f"{'0' * 36}/4026531836:1:5"])
def test_what_is_elsewhere_is_unknown(owner):
    """Another machine's or another namespace's process can't be asked after."""
    assert _owner.is_dead(owner) is None


class _Response:
    def __init__(self, code):
        self.status_code = code


class _RefusedError(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.response = _Response(code)


class _Client:
    """An engine with some containers; removing fails with the given codes."""

    def __init__(self, containers, codes=()):
        self._containers = containers
        self._codes = dict(codes)
        self.removed = []

    def containers(self, **_options):
        return self._containers

    def remove_container(self, name, **_options):
        if name in self._codes:
            raise _RefusedError(self._codes[name])
        self.removed.append(name)


def _container(name, owner, state="running", age_s=0.0):
    return {"Id": name, "Labels": {"amtfv.owner": owner}, "State": state, "Created": time.time() - age_s}


def test_only_the_dead_lose_their_containers():
    """Living owners keep theirs; of owners elsewhere, only what has long been ended is removed."""
    client = _Client(
        [
            _container("mine", _owner.me()),
            _container("dead", _of(os.getpid(), "1")),
            _container("far", "elsewhere/1:1:1"),
            _container("far-created", "elsewhere/1:1:1", "created", 10),
            _container("far-exited", "elsewhere/1:1:1", "exited", 5_000),
        ]
    )
    assert _sweeper.sweep(client) == client.removed == ["dead", "far-exited"]


@pytest.mark.parametrize(("code", "gone"), [(404, True), (409, True), (500, False)])
def test_a_container_that_is_going_is_gone(code, gone):
    """The engine removes what has ended by itself; asking it then is no failure."""
    assert _sweeper.remove(_Client([], {"x": code}), "x") is gone
