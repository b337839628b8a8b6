"""``amtfv eval``: its parts."""

from __future__ import annotations

from collections.abc import Callable

from evals.cli._batch import export_batch, import_batch
from evals.cli._grid import grid
from evals.cli._rescore import compare, rescore
from evals.cli._run import run_data

__all__ = ["ABOUT", "commands"]

ABOUT = (
    "Runs over whole data sets: run, rescore, compare, grid; by a batch service: export-batch, import-batch."
)
commands: dict[str, Callable[..., int]] = {
    "run": run_data,
    "rescore": rescore,
    "compare": compare,
    "grid": grid,
    "export-batch": export_batch,
    "import-batch": import_batch,
}
