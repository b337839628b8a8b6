"""Writes the constants of the fact checker from scipy's CODATA table: ``python scripts/write_constants.py``.

The product reads the file, so that it needs no scipy.
"""

from __future__ import annotations

import json
from pathlib import Path

from scipy import __version__
from scipy.constants import _codata

FILE = Path(__file__).resolve().parents[1] / "toolkits" / "facts" / "data" / "constants.json"


def text() -> str:
    """The file's text: one constant a line, as ``[name, value, uncertainty, unit]``."""
    rows = []
    # The public table gives two constants of 2022 the values of older ones of nearly the same name.
    for name, (value, unit, uncertainty) in sorted(_codata._physical_constants_2022.items()):  # noqa: SLF001
        rows.append(json.dumps([name, repr(value), repr(uncertainty), unit]))
    head = f'{{"source": "CODATA 2022", "retrieved": "2022", "by": "scipy {__version__}", "rows": [\n'
    return head + ",\n".join(rows) + "\n]}\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    print(f"wrote {FILE.name}")
