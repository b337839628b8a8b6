"""The frame that carries a job to the supervisor inside, whichever backend holds it."""

from __future__ import annotations

import base64
import json
import keyword
from pathlib import PurePosixPath
from typing import Any

from sandbox._job import Job


class JobError(ValueError):
    """The job cannot be sent.

    Inputs that are no JSON, a file name or pattern that leaves the working directory, a function whose name
    is no name in Python.
    """


def _check_functions(job: Job) -> list[str]:
    for name in job.functions:
        if not name.isidentifier() or keyword.iskeyword(name):
            raise JobError(f"a program cannot call a function named {name!r}")
        if name in job.inputs:
            raise JobError(f"{name!r} is the name of an input and of a function")
    return list(job.functions)


def check_name(name: str) -> str:
    """The name of a file in the working directory, or a pattern of such names. Raises :class:`JobError`."""
    path = PurePosixPath(name)
    if not name or path.is_absolute() or ".." in path.parts or "\0" in name:
        raise JobError(f"the file name {name!r} does not stay in the job's working directory")
    return str(path)


def message(job: Job) -> dict[str, Any]:
    """The frame that carries a job. Raises :class:`JobError`."""
    try:
        inputs = json.loads(json.dumps(dict(job.inputs), allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise JobError(f"the inputs are not JSON: {error}") from error
    limits = job.limits
    files = {check_name(name): base64.b64encode(data).decode("ascii") for name, data in job.files.items()}
    return {
        "source": job.source, "inputs": inputs, "result": job.result, "seed": job.seed,
        "files": files, "functions": _check_functions(job),
        "collect": [check_name(pattern) for pattern in job.collect],
        "limits": {
            "wall_s": limits.wall_s, "memory_mb": limits.memory_mb, "output_bytes": limits.output_bytes,
            "processes": limits.processes, "files_mb": limits.files_mb,
        },
    }  # fmt: skip
