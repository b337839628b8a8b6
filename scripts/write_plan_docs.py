"""Renews what the docs take from the plan's vocabulary: its JSON Schemas and the table of mutants.

``python scripts/write_plan_docs.py`` writes; ``tests/verifier/plan/test_docs.py`` compares.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from verifier.plan import plan_schema, strict_schema
from verifier.plan.mutants import table

DOCS = Path(__file__).resolve().parents[1] / "docs"
_MUTANTS = """# Mutants

A check must refuse wrong values near the answer's own, else its pass is `undecided: weak_plan` (see
[the audit](audit.md)). This is the published table of those values. *Near* ones may lie within a tolerance
that the check itself declares; the others are never excused. The page is written from `verifier.plan.mutants`
by `scripts/write_plan_docs.py`.

"""


def pages() -> Mapping[Path, str]:
    """File -> its text."""
    return {
        DOCS / "plan.schema.json": _json(plan_schema()),
        DOCS / "plan.strict.schema.json": _json(strict_schema()),
        DOCS / "mutants.md": f"{_MUTANTS}{table()}",
    }


def _json(schema: Mapping[str, object]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Write every page."""
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
