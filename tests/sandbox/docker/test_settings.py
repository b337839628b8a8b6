"""How containers are shut in."""

from __future__ import annotations

import pytest

from sandbox import Job, Limits
from sandbox.docker import Engine
from sandbox.docker._settings import Kind, Size, creation, kind_of, size_of

_MB = 1024 * 1024


class _Client:
    """Hands back what it is asked to make of a host configuration."""

    def create_host_config(self, **options):
        return options


def _created(limits=None, preload=(), runtime=None, cgroup=2, name="Docker Engine"):
    kind = Kind(preload, size_of(limits or Limits()))
    engine = Engine(name=name, cgroup=cgroup)
    return creation(_Client(), "image", kind, owner="me", reuse="never", runtime=runtime, engine=engine)


def test_nothing_leads_out():
    """No network, no capability, no new privileges, a read-only root, an unprivileged user, no log."""
    made = _created()
    host = made["host_config"]
    assert made["network_disabled"]
    assert (made["user"], made["tty"], made["labels"]) == ("65534:65534", False, {"amtfv.owner": "me"})
    assert (host["network_mode"], host["read_only"], host["cap_drop"]) == ("none", True, ["ALL"])
    assert host["security_opt"] == ["no-new-privileges:true"]
    assert host["log_config"] == {"Type": "none", "Config": {}}
    assert (host["auto_remove"], host["init"]) == (True, False)
    assert "nosuid,nodev,noexec,size=32m,nr_inodes=4096" in host["tmpfs"]["/tmp"]
    assert "nosuid,nodev,noexec,size=8m,nr_inodes=256" in host["tmpfs"]["/dev/shm"]
    assert not {"binds", "mounts", "devices", "privileged", "volumes_from", "pid_mode", "ipc_mode"} & set(
        host
    )


def test_the_environment_is_ours_alone(monkeypatch):
    """Nothing of this process's environment is passed on."""
    monkeypatch.setenv("SECRET", "canary")
    assert "canary" not in str(_created())


def test_limits_are_the_jobs():
    """Memory (no swap), processors, processes and the size of /tmp follow the job."""
    host = _created(Limits(memory_mb=100, cpus=0.5, processes=10, files_mb=5))["host_config"]
    assert host["mem_limit"] >= 100 * _MB
    more = _created(Limits(memory_mb=300))["host_config"]
    assert more["mem_limit"] - host["mem_limit"] == 200 * _MB
    assert host["memswap_limit"] == host["mem_limit"]
    assert host["cpu_quota"] / host["cpu_period"] == 0.5
    assert 10 <= host["pids_limit"] <= 16
    assert "size=5m" in host["tmpfs"]["/tmp"]
    limits = {limit["Name"]: limit["Hard"] for limit in host["ulimits"]}
    assert limits["core"] == 0
    assert limits["fsize"] == 5 * _MB
    assert "nproc" not in limits


def test_libraries_take_nothing_from_the_job():
    """A container has room for them beside the job, the same whether it loads them ahead or for its job."""
    bare, loaded = _created(), _created(preload=("numpy", "pandas"))
    assert loaded["host_config"]["mem_limit"] == bare["host_config"]["mem_limit"]
    assert bare["host_config"]["mem_limit"] > (Limits().memory_mb + 128) * _MB
    assert loaded["command"] == ["never", "numpy", "pandas"]


@pytest.mark.parametrize(
    ("runtime", "cgroup", "there"), [(None, 1, True), (None, 2, False), ("runsc", 1, False)]
)
def test_swappiness_only_where_it_exists(runtime, cgroup, there):
    """Version 2 of control groups and gVisor have no swappiness."""
    assert ("mem_swappiness" in _created(runtime=runtime, cgroup=cgroup)["host_config"]) is there


def test_kind_follows_what_a_job_imports():
    """Libraries that the image has are loaded ahead, in one order; others are left to the job."""
    job = Job(source="", libraries=("scipy.stats", "matplotlib"))
    kind = kind_of(job, frozenset({"pandas", "numpy", "json"}))
    assert kind == Kind(("numpy", "pandas", "scipy"), Size(384, 1.0, 32, 32))


def test_podman_gets_no_option_that_it_does_not_know():
    """Podman refuses a number of files for a tmpfs."""
    assert "nr_inodes" not in _created(name="Podman Engine")["host_config"]["tmpfs"]["/tmp"]
