"""What goes into a sandbox and what comes out of it: plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Status = Literal[
    "ok", "error", "timeout", "memory", "output_limit", "killed", "missing_library", "unavailable"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one job.

    Attributes:
        wall_s: wall clock, seconds.
        memory_mb: address space of the job, MiB.
        output_bytes: stdout and stderr kept, bytes each; more ends the job.
        processes: processes and threads at once.
        files_mb: size of the private /tmp, MiB.
        cpus: processors; only containers limit them.
    """

    wall_s: float = 10.0
    memory_mb: int = 384
    output_bytes: int = 1_000_000
    processes: int = 32
    files_mb: int = 32
    cpus: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One program to run away from this process.

    Attributes:
        source: Python source text; never a path and never put on a command line.
        inputs: JSON values, bound to names in the program before it starts (injected as JSON, not as source).
        files: name -> content, written into the working directory.
        result: name of the variable whose JSON value is returned, or ``None`` for the value of the last
            expression (or of a variable called ``result``).
        limits: bounds.
        libraries: top-level modules that the job needs beyond the standard library.
        seed: what every source of chance starts from, so that the same job gives the same result; ``None``
            leaves them to the system.
        functions: name -> function of the caller that the program may call by that name. Arguments and result
            cross as JSON; the function runs in the caller's process, in the thread that waits for the job,
            and must check what it is given: the program chose it. An exception becomes an exception inside,
            with the first line of its message. At most 1,000 calls, 1 MB of arguments and 8 MB of result
            each; the job's clock runs on meanwhile. A function cannot run another job: that one would be
            ``unavailable``.
        collect: patterns (``*.png``, ``plots/*.csv``) of files in the working directory that come back, at
            most 32 of them and 8 MB together; more is ``output_limit``.
    """

    source: str
    inputs: Mapping[str, Any] = field(default_factory=dict[str, Any])
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    result: str | None = None
    limits: Limits = field(default_factory=Limits)
    libraries: tuple[str, ...] = ()
    seed: int | None = 0
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict[str, Callable[..., Any]])
    collect: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExceptionInfo:
    """An exception that the job raised.

    Attributes:
        type: name of its class.
        message: its text, cut at 2,000 characters.
        line: the last line of the job's own source that it passed through, or ``None``.
        traceback: the formatted traceback, cut in the middle.
        bases: names of the classes that ``type`` derives from.
        errno: the number of an ``OSError``.
    """

    type: str
    message: str
    line: int | None = None
    traceback: str = ""
    bases: tuple[str, ...] = ()
    errno: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Durations:
    """Where the time of one job went, seconds.

    Attributes:
        queued_s: waiting for a place in the pool, a place being started included.
        started_s: from then until the program started.
        ran_s: the program, from its start to the end of everything it started.
        total_s: all of it, as the caller waited.
    """

    queued_s: float = 0.0
    started_s: float = 0.0
    ran_s: float = 0.0
    total_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one job did.

    ``status`` is the runner's finding, never inferred from what the program printed. ``value`` is plain JSON.
    ``reads_clock`` is true when the program's source reads the time, so that its result need not be
    reproducible.

    ``value`` follows :mod:`sandbox._inside._values`: what JSON cannot say is an object with a ``$type``.
    ``missing`` names the module of a ``missing_library``; ``hint`` says what the user can do. ``files`` holds
    what ``Job.collect`` asked for. ``image`` names the container image that ran the job, "" where there is
    none. ``duration_s`` is ``durations.ran_s``.
    """

    status: Status
    stdout: str = ""
    stderr: str = ""
    value: Any = None
    has_value: bool = False
    exception: ExceptionInfo | None = None
    exit_code: int | None = None
    detail: str = ""
    duration_s: float = 0.0
    backend: str = ""
    reads_clock: bool = False
    missing: str = ""
    hint: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    image: str = ""
    durations: Durations = field(default_factory=Durations)
