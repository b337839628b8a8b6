"""What the checks of one tool come to on labelled questions and answers, offline.

``tests/labelled/TOOL.jsonl`` holds ``{"id", "kind", "lang", "question", "answer", "label"}``: right answers,
wrong ones near them, and ``open`` ones that nothing given decides. For ``consistency`` right is what does not
contradict itself, and only alarms count: it verifies nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from verifier import check

FOLDER = Path(__file__).parents[1] / "tests" / "labelled"
TOOLS = ("logic", "consistency", "dates")
HEAD = (
    "| language | right, wrong, open | right verified | wrong refuted | false pass | false fail |",
    "|---|---|---|---|---|---|",
)


def measure(tool: str) -> list[str]:
    """The table of one tool, as lines of Markdown."""
    found = counted(tool)
    rows = [_line(lang, found[lang], only_alarms=tool == "consistency") for lang in ("en", "zh")]
    return [*HEAD, *rows]


def counted(tool: str) -> dict[str, Counter[tuple[str, str]]]:
    """Language -> how often each label came to each verdict."""
    found: dict[str, Counter[tuple[str, str]]] = {"en": Counter(), "zh": Counter()}
    for row in rows(tool):
        found[row["lang"]][row["label"], verdict(row)] += 1
    return found


def rows(tool: str) -> list[dict[str, Any]]:
    """The labelled rows of a tool."""
    text = (FOLDER / f"{tool}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def verdict(row: Mapping[str, Any]) -> str:
    """``verified``, ``refuted`` or ``open``."""
    found = str(check(row["answer"], row["question"]).verdict)
    return found if found in {"verified", "refuted"} else "open"


def _line(lang: str, found: Counter[tuple[str, str]], *, only_alarms: bool) -> str:
    total = {
        label: sum(n for (of, _), n in found.items() if of == label) for label in ("right", "wrong", "open")
    }
    passed = found["wrong", "verified"] + found["open", "verified"]
    failed = found["right", "refuted"] + found["open", "refuted"]
    verified = "–" if only_alarms else _share(found["right", "verified"], total["right"])
    return (
        f"| {lang} | {total['right']}, {total['wrong']}, {total['open']} | {verified} "
        f"| {_share(found['wrong', 'refuted'], total['wrong'])} "
        f"| {passed}/{total['wrong'] + total['open']} | {failed}/{total['right'] + total['open']} |"
    )


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole}"
