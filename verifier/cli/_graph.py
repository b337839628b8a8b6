"""``amtfv graph``: the machine's diagram, drawn from its table of edges."""

from __future__ import annotations

import sys

from verifier.cli._exit import OK


def command() -> int:
    """Print the state machine as a Mermaid diagram."""
    from verifier.machine import mermaid  # noqa: PLC0415  (the command's own module loads it on call)

    sys.stdout.write(mermaid())
    return OK
