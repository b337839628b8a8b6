"""The environment that every sandbox gives a program, so that the same job gives the same result in each."""

from __future__ import annotations

#: Names and values. Nothing of this process's own environment is ever passed on.
ENVIRONMENT = {
    "HOME": "/tmp", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONHASHSEED": "0",  # noqa: S108
    "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "Agg",
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
    # Each thread would reserve 64 MB of the job's address space.
    "MALLOC_ARENA_MAX": "1",
}  # fmt: skip
