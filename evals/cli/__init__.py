"""``amtfv eval``: its parts."""

from __future__ import annotations

from collections.abc import Callable

from evals.cli._batch import export_batch, import_batch

__all__ = ["ABOUT", "commands"]

ABOUT = "Runs over whole data sets. With a model provider's batch service: export-batch, import-batch."
commands: dict[str, Callable[..., int]] = {"export-batch": export_batch, "import-batch": import_batch}
