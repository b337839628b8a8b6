"""Whether ``eval`` commands can run: their package may be missing, or another project's be in the way."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

#: Where our package lies: beside ``verifier``.
OURS = Path(__file__).parents[2] / "evals"


def obstacle() -> str:
    """What keeps ``amtfv eval`` from running, "" for nothing; imports no package of that name."""
    spec = find_spec("evals")
    found = Path(spec.origin).parent if spec is not None and spec.origin else None
    if found is not None and found != OURS:
        return (
            f"another package named `evals` is in the way: {found}; amtfv's belongs at {OURS}. "
            "Uninstall the other one, or install amtfv in an environment of its own."
        )
    return "" if found == OURS else f"the package `evals` is missing at {OURS}; install amtfv anew."
