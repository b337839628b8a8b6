"""Renews ``gates.json``, by which a question finds the templates that may explain it.

``python scripts/write_template_gates.py`` writes; ``tests/verifier/planning/templates/test_gates.py``
compares.
"""

from __future__ import annotations

import json
from pathlib import Path

from verifier.planning.templates._library import shipped_index

GATES = Path(__file__).resolve().parents[1] / "verifier" / "planning" / "templates" / "gates.json"


def main() -> None:
    """Write the file."""
    text = json.dumps(shipped_index(), indent=1, ensure_ascii=False)
    GATES.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
