"""Which backend is taken: by name when asked, else the first that works, and never one without walls."""

from __future__ import annotations

import sys

import pytest

import sandbox
from sandbox import Job, Outcome, _choice, _obstacles, _probe

GOOD = Outcome(status="ok", stdout="3\n", value={"seen": "yes", "read": False, "made": False}, backend="fake")


class Fake:
    """A backend that answers the probe's jobs as it is told."""

    name = "fake"

    def __init__(self, inside=GOOD, memory="memory"):
        self.inside, self.memory, self.ran = inside, memory, []

    def run(self, job, cancel):
        """Answer as told."""
        self.ran.append(job)
        if job.source == _probe._INSIDE:
            return self.inside
        return Outcome(status=self.memory if job.source == _probe._MEMORY else "ok", stdout="ran\n")

    def close(self):
        """Nothing to end."""


@pytest.fixture(autouse=True)
def _nothing_asked(monkeypatch):
    """Every test starts with nothing asked for and nothing known, and leaves it so."""
    monkeypatch.delenv(_choice.VARIABLE, raising=False)
    monkeypatch.setattr(_choice, "_made", {})
    monkeypatch.setattr(_choice, "_asked", None)
    monkeypatch.setattr(_probe, "_found", None)


def offered(monkeypatch, **backends):
    """Make these the only backends; those left out do not work."""
    broken = Fake(Outcome(status="unavailable", detail="not here", hint="get it"))
    made = {name: backends.get(name.partition("-")[0], broken) for name in (*_choice.NAMES, "embedded-once")}
    monkeypatch.setattr(_choice, "_made", made)
    monkeypatch.setattr(_probe, "_docker", lambda name: _probe.examine(made[name]))
    monkeypatch.setattr(sys, "platform", "linux")
    return made


def test_docker_goes_before_embedded(monkeypatch):
    """Where both work, jobs run in Docker."""
    docker = Fake()
    offered(monkeypatch, docker=docker, embedded=Fake())
    assert sandbox.probe().runner is docker
    assert sandbox.run(Job(source="1")).stdout == "ran\n"


def test_embedded_is_taken_where_docker_does_not_work(monkeypatch):
    """And the probe says what was wrong with Docker."""
    embedded = Fake()
    offered(monkeypatch, embedded=embedded)
    found = sandbox.probe()
    assert (found.available, found.runner) == (True, embedded)
    assert "not here" in found.detail


def test_nothing_that_works_means_no_run(monkeypatch):
    """Neither job nor probe falls back to a plain subprocess; the outcome says what to do."""
    unsafe = Fake()
    offered(monkeypatch, unsafe_subprocess=unsafe)
    outcome = sandbox.run(Job(source="print('ran')"))
    assert (outcome.status, outcome.stdout) == ("unavailable", "")
    assert outcome.hint
    assert unsafe.ran == []
    assert sandbox.place() == ""


@pytest.mark.parametrize(
    "leaky",
    [
        Fake(Outcome(status="ok", stdout="3\n", value={"seen": "yes", "read": True, "made": False})),
        Fake(Outcome(status="ok", stdout="3\n", value={"seen": "yes", "read": False, "made": True})),
        Fake(Outcome(status="ok", stdout="3\n", value={"read": False, "made": False})),
        Fake(Outcome(status="ok", stdout="", value=GOOD.value)),
        Fake(Outcome(status="timeout", detail="slow")),
        Fake(memory="ok"),
        Fake(memory="killed"),
    ],
    ids=["file", "socket", "no input", "no output", "no end", "no memory limit", "who knows"],
)
def test_a_backend_with_a_hole_is_not_taken(leaky):
    """One negative probe that gets what it wants makes a backend unavailable, and so does a bad job that works."""
    found = _probe.examine(leaky)
    assert not found.available
    assert found.runner is None
    assert found.detail


def test_what_is_asked_for_is_the_only_one_tried(monkeypatch):
    """By name, Docker's failure is not hidden by another backend that works."""
    embedded = Fake()
    offered(monkeypatch, embedded=embedded)
    sandbox.use("docker")
    assert not sandbox.probe().available
    assert embedded.ran == []
    sandbox.use(None)
    assert sandbox.probe().runner is embedded


def test_the_environment_names_a_backend(monkeypatch):
    """AMTFV_SANDBOX is what a program asks for that asks for nothing."""
    docker, embedded = Fake(), Fake()
    offered(monkeypatch, docker=docker, embedded=embedded)
    monkeypatch.setenv("AMTFV_SANDBOX", "embedded")
    assert sandbox.probe().runner is embedded
    sandbox.use("docker")
    assert sandbox.probe().runner is docker


def test_a_backend_of_ones_own_can_be_used():
    """It is probed like ours."""
    mine = Fake()
    sandbox.use(mine)
    assert sandbox.probe().runner is mine
    sandbox.use(Fake(memory="ok"))
    assert sandbox.run(Job(source="1")).status == "unavailable"


def test_an_unknown_name_is_refused(monkeypatch):
    """From code it is an error; from the environment, no sandbox and the names that there are."""
    with pytest.raises(sandbox.UnknownBackend, match=r"use\(\).*'podmann'.*docker.*embedded"):
        sandbox.use("podmann")
    monkeypatch.setenv("AMTFV_SANDBOX", "dokcer")
    found = sandbox.probe()
    assert not found.available
    assert "dokcer" in found.detail
    assert "AMTFV_SANDBOX" in found.hint


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_other_systems_are_told_about_docker(monkeypatch, platform):
    """MacOS and Windows have no embedded sandbox."""
    monkeypatch.setattr(sys, "platform", platform)
    found = _probe.probe_of("embedded")
    assert not found.available
    assert "Docker" in found.hint


def test_the_place_names_backend_and_image():
    """What goes into the evidence changes when either does."""
    sandbox.use(Fake(Outcome(status="ok", stdout="3\n", value=GOOD.value, backend="fake", image="sha256:12")))
    assert sandbox.place() == "fake@sha256:12"


@pytest.mark.parametrize(
    ("machine", "words", "said"),
    [
        ({"max_user_namespaces": "0"}, "bwrap: No permissions", "user.max_user_namespaces"),
        ({"unprivileged_userns_clone": "0"}, "", "kernel.unprivileged_userns_clone=1"),
        ({"apparmor_restrict": "1"}, "setting up uid map: Permission denied", "AppArmor"),
        ({"container": "1", "seccomp": "2"}, "", "seccomp=unconfined"),
        ({"container": "1"}, "Can't mount proc on /newroot/proc", "systempaths=unconfined"),
        ({"max_user_namespaces": "0"}, "bubblewrap is not installed", "pip install"),
    ],
)
def test_the_setting_in_the_way_is_named(machine, words, said):
    """Each known obstacle comes with what to do."""
    assert said in " ".join(_obstacles.obstacles(machine, words))


def test_a_machine_with_no_known_obstacle_gets_no_guess():
    """Settings that allow namespaces are not blamed."""
    machine = {"max_user_namespaces": "95000", "unprivileged_userns_clone": "1", "apparmor_restrict": "0"}
    assert _obstacles.obstacles(machine, "something else") == []
    assert set(_obstacles.facts()) >= {"container", "seccomp", *_obstacles._SETTINGS}
