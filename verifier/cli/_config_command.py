"""``amtfv config``: each setting of `amtfv check`, its value, and where that comes from."""

from __future__ import annotations

import json
import os
import sys
from typing import Annotated

from typer import Option

from verifier.cli._config import KEYS, nearest, settings, variable
from verifier.cli._exit import OK

#: Variables that are read elsewhere.
_OTHERS = frozenset(
    {
        "AMTFV_MODEL", "AMTFV_BASE_URL", "AMTFV_TEMPLATES", "AMTFV_SANDBOX",
        "AMTFV_DOCKER_IMAGE", "AMTFV_DOCKER_RUNTIME",
    }
)  # fmt: skip


def command(
    *, as_json: Annotated[bool, Option("--json", help="Print one JSON object instead.")] = False
) -> int:
    """Show what is configured for amtfv check, and where each value comes from.

    The nearest amtfv.toml, or pyproject.toml with [tool.amtfv], is read; AMTFV_ variables go over it, and
    flags over both.
    """
    found = settings(os.environ)
    if as_json:
        rows = {key: {"value": list(set_.values), "from": set_.origin} for key, set_ in sorted(found.items())}
        sys.stdout.write(json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
        return OK
    for key in KEYS:
        setting = found.get(key)
        shown = f"{', '.join(setting.values)}  ({setting.origin})" if setting else "default"
        sys.stdout.write(f"{key:<16}{shown}\n")
    _warn()
    return OK


def _warn() -> None:
    known = {variable(key) for key in KEYS} | _OTHERS
    for name in sorted(os.environ):
        if name.startswith("AMTFV_") and name not in known:
            hint = nearest(name.removeprefix("AMTFV_").lower().replace("_", "-"))
            sys.stderr.write(
                f"amtfv config: {name} sets nothing of amtfv check{hint.partition('; there are')[0]}\n"
            )
