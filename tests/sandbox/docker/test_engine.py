"""Where an engine is looked for, and what is said when there is none."""

from __future__ import annotations

import hashlib
import json
import socket

import pytest

from sandbox import Cancel, Job
from sandbox.docker import DockerBackend, Engine, NoEngine, _engine, candidates, client_of, find_engine


def _urls(environment, home, platform="linux"):
    return [tried.url for tried in candidates(environment, home, platform)]


def _context(home, name, host):
    folder = home / ".docker" / "contexts" / "meta" / hashlib.sha256(name.encode()).hexdigest()
    folder.mkdir(parents=True)
    (folder / "meta.json").write_text(json.dumps({"Name": name, "Endpoints": {"docker": {"Host": host}}}))


def test_docker_host_is_the_only_place_when_it_is_set(tmp_path):
    """Who names an engine is not given another one."""
    assert _urls({"DOCKER_HOST": "tcp://elsewhere:2375"}, tmp_path) == ["tcp://elsewhere:2375"]


def test_rootless_desktop_and_podman_are_looked_for(tmp_path):
    """All the usual places are tried, the system's first."""
    urls = _urls({"XDG_RUNTIME_DIR": "/run/user/7"}, tmp_path)
    assert urls[0] == "unix:///var/run/docker.sock"
    assert "unix:///run/user/7/docker.sock" in urls
    assert f"unix://{tmp_path}/.docker/run/docker.sock" in urls
    assert f"unix://{tmp_path}/.docker/desktop/docker.sock" in urls
    assert urls[-2:] == ["unix:///run/user/7/podman/podman.sock", "unix:///run/podman/podman.sock"]


@pytest.mark.parametrize("way", ["config", "environment"])
def test_the_current_context_comes_first(tmp_path, way):
    """A context chosen by ``docker context use`` or DOCKER_CONTEXT is followed."""
    _context(tmp_path, "mine", "unix:///run/mine.sock")
    environment = {}
    if way == "config":
        (tmp_path / ".docker" / "config.json").write_text('{"currentContext": "mine"}')
    else:
        environment["DOCKER_CONTEXT"] = "mine"
    assert _urls(environment, tmp_path)[0] == "unix:///run/mine.sock"


@pytest.mark.parametrize(
    "config", ["", "[]", "{", '{"currentContext": 3}', '{"currentContext": "gone"}', "null"]
)
def test_a_broken_configuration_is_passed_over(tmp_path, config):
    """A configuration file that says nothing usable leaves the usual places."""
    (tmp_path / ".docker").mkdir()
    (tmp_path / ".docker" / "config.json").write_text(config)
    assert _urls({}, tmp_path)[0] == "unix:///var/run/docker.sock"


def test_windows_has_a_pipe(tmp_path):
    """Docker Desktop on Windows listens on a named pipe."""
    assert _urls({}, tmp_path, "win32") == ["npipe:////./pipe/docker_engine"]


def test_the_message_says_what_was_tried(monkeypatch, tmp_path):
    """No engine anywhere: every place is named with what was wrong, and what to do."""
    listening = tmp_path / "silent.sock"
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(listening))
        tried = [
            _engine.Tried(f"unix://{tmp_path}/none.sock", "Docker"),
            _engine.Tried(f"unix://{listening}", "podman"),
        ]
        monkeypatch.setattr(_engine, "candidates", lambda _environment: iter(tried))
        found = find_engine()
    assert not found.found
    assert "none.sock (Docker): no such socket" in found.detail
    assert "silent.sock (podman): " in found.detail
    with pytest.raises(NoEngine, match=r"none\.sock"):
        client_of(found)


def test_without_an_engine_a_job_is_unavailable():
    """Nothing runs, and the outcome says where an engine was looked for and how to get one."""
    nowhere = Engine(tried=(_engine.Tried("unix:///nowhere.sock", "Docker", "no such socket"),))
    outcome = DockerBackend(engine=nowhere).run(Job(source="1"), Cancel())
    assert outcome.status == "unavailable"
    assert "nowhere.sock" in outcome.detail
    assert "DOCKER_HOST" in outcome.hint


def test_a_runtime_that_is_not_configured_is_unavailable():
    """The engine's configuration is shown for gVisor."""
    engine = Engine(url="unix:///nowhere.sock", runtimes=frozenset({"runc"}))
    outcome = DockerBackend(runtime="runsc", engine=engine).run(Job(source="1"), Cancel())
    assert outcome.status == "unavailable"
    assert "runsc" in outcome.detail
    assert "daemon.json" in outcome.hint


def test_an_engine_that_went_away_is_unavailable(tmp_path):
    """An engine that was found and then stopped answering is no traceback."""
    engine = Engine(url=f"unix://{tmp_path}/gone.sock")
    outcome = DockerBackend(engine=engine).run(Job(source="1"), Cancel())
    assert outcome.status == "unavailable"


@pytest.mark.parametrize("wrong", [{"size": 0}, {"reuse": "sometimes"}])
def test_arguments_are_checked(wrong):
    """A pool without room and an unknown way of reuse are refused."""
    with pytest.raises(ValueError, match="size must be"):
        DockerBackend(**wrong)
