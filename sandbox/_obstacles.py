"""Which setting of a Linux machine keeps bubblewrap from making namespaces, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

_SETTINGS = {
    "max_user_namespaces": "/proc/sys/user/max_user_namespaces",
    "unprivileged_userns_clone": "/proc/sys/kernel/unprivileged_userns_clone",
    "apparmor_restrict": "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
}
_CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv")


def facts() -> dict[str, str]:
    """What this machine says of itself: settings by name ("" for one it does not have)."""
    found = {name: _read(path) for name, path in _SETTINGS.items()}
    found["container"] = "1" if any(Path(mark).exists() for mark in _CONTAINER_MARKS) else ""
    status = dict(line.split(":", 1) for line in _read("/proc/self/status").splitlines() if ":" in line)
    found["seccomp"] = status.get("Seccomp", "").strip()
    return found


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def obstacles(machine: Mapping[str, str], words: str) -> list[str]:
    """What stands in the way, each with what to do.

    Args:
        machine: :func:`facts`.
        words: what bubblewrap said when it failed.
    """
    return list(_obstacles(machine, words))


def _obstacles(machine: Mapping[str, str], words: str) -> Iterator[str]:
    if "not installed" in words:
        yield "bubblewrap is not installed: pip install 'amtfv[sandbox]', or the system's `bubblewrap`"
        return
    if machine.get("max_user_namespaces") == "0":
        yield "user namespaces are switched off: sysctl -w user.max_user_namespaces=10000"
    if machine.get("unprivileged_userns_clone") == "0":
        yield "only root may make user namespaces: sysctl -w kernel.unprivileged_userns_clone=1"
    if machine.get("apparmor_restrict") == "1":
        yield (
            "AppArmor keeps programs without a profile from using user namespaces (Ubuntu 23.10 and newer): "
            "give bwrap a profile with `userns,`, or sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
        )
    if machine.get("container") and machine.get("seccomp") == "2":
        yield (
            "this is a container, and its seccomp filter refuses namespaces: start it with --security-opt "
            "seccomp=unconfined and --security-opt systempaths=unconfined (so that /proc can be mounted), or "
            "give it the socket of a Docker engine"
        )
    if "proc" in words and machine.get("container"):
        yield "/proc is masked in this container: start it with --security-opt systempaths=unconfined"
