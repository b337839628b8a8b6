"""gVisor: an OCI runtime with a kernel of its own, for hostile code."""

from __future__ import annotations

from sandbox.docker._engine import Engine

#: What the engine's configuration needs. The platform must be one that works here: systrap is the default of
#: current releases, older ones have ptrace; network none keeps old releases from asking for the host's.
CONFIGURATION = (
    '{"runtimes": {"runsc": {"path": "/usr/bin/runsc", '
    '"runtimeArgs": ["--platform=ptrace", "--network=none"]}}}'
)


def problem(engine: Engine, runtime: str | None) -> tuple[str, str]:
    """Why the runtime can't be used on an engine, and what to do; two empty texts when it can."""
    if runtime is None or runtime in engine.runtimes:
        return "", ""
    known = ", ".join(sorted(engine.runtimes)) or "none"
    detail = f"the engine has no runtime called {runtime!r} (it has {known})"
    hint = f"install runsc, put {CONFIGURATION} into the engine's daemon.json, and restart the engine"
    return detail, hint
