"""Small data sets, and tools modules that make workers misbehave."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

CASES = [
    ("12 * 12 = 144, so the answer is 144.", "What is 12 times 12?", "correct"),
    ("12 * 12 = 146, so the answer is 146.", "What is 12 times 12?", "incorrect"),
    ("3 + 4 = 8. 12 * 12 = 144, so the answer is 144.", "What is 12 times 12?", "correct"),
    ("一个长方形长8米宽5米，面积是40平方米。", "一个长方形长8米，宽5米，面积是多少？", "correct"),
    ("Roses are red.", "Write a line of a poem.", "correct"),
]


def rows(count: int, **told: object) -> list[dict[str, object]]:
    """So many rows, with labels; ``told`` goes before them."""
    made = []
    for number in range(count):
        answer, question, label = CASES[number % len(CASES)]
        row = {
            "id": f"r{number}",
            "source": "small",
            "domain": "arithmetic",
            "question": question,
            "answer": answer,
        }
        made.append(row | {"label": label, "gold": "144"} | told)
    return made


@pytest.fixture
def data(tmp_path):
    """Writes a data set and gives its path."""

    def write(count: int = 10, name: str = "data.jsonl", **told: object) -> Path:
        path = tmp_path / name
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows(count, **told)))
        return path

    return write


@pytest.fixture
def tools(tmp_path):
    """Writes a module of tools that stands between the worker and the check of each row."""

    def write(body: str) -> str:
        path = tmp_path / "between.py"
        path.write_text(
            "import os, time\nfrom evals.run import _worker\ncheck = _worker.check_task\n"
            f"def between(task, answer, **options):\n    {body}\n    return check(task, answer, **options)\n"
            "_worker.check_task = between\n"
        )
        return str(path)

    return write
