"""The frame that carries a job to the supervisor inside, whichever backend holds it."""

from __future__ import annotations

import base64
import json
from pathlib import PurePosixPath
from typing import Any

from sandbox._job import Job


class JobError(ValueError):
    """The job cannot be sent: inputs that are no JSON, or a file name that leaves the working directory."""


def _check_name(name: str) -> str:
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
    files = {_check_name(name): base64.b64encode(data).decode("ascii") for name, data in job.files.items()}
    return {
        "source": job.source, "inputs": inputs, "result": job.result, "seed": job.seed,
        "files": files,
        "limits": {
            "wall_s": limits.wall_s, "memory_mb": limits.memory_mb, "output_bytes": limits.output_bytes,
            "processes": limits.processes, "files_mb": limits.files_mb,
        },
    }  # fmt: skip
