"""Rows like those of grade-school mathematics: prose, a few equations, a marked final value; some slips."""

from __future__ import annotations

import json
import random
from pathlib import Path

_NAMES = ("Ana", "Ben", "Chen", "Dora", "Emil", "Fay", "小明", "王芳")
_THINGS = ("apples", "tickets", "books", "marbles", "pencils", "coins")


def write_rows(path: Path, count: int) -> None:
    """Write ``count`` rows, the same ones each time."""
    source = random.Random(20260101)
    with path.open("w", encoding="utf-8") as stream:
        for number in range(1, count + 1):
            stream.write(json.dumps(_row(number, source), ensure_ascii=False) + "\n")


def _row(number: int, source: random.Random) -> dict[str, str]:
    name, thing = source.choice(_NAMES), source.choice(_THINGS)
    boxes, each, price, gone = (source.randint(2, high) for high in (12, 60, 9, 20))
    total = boxes * each
    left = total - gone
    slip = source.choice((0, 0, 0, 1))
    paid = left * price + slip
    question = (
        f"{name} has {boxes} boxes with {each} {thing} in each. {name} gives away {gone} {thing} and sells "
        f"the rest for ${price} each. How many dollars does {name} get?"
    )
    answer = (
        f"Step 1: There are {boxes} boxes of {each} {thing}, so {name} has {boxes} * {each} = {total}.\n"
        f"Step 2: After giving away {gone}, {total} - {gone} = {left} {thing} are left.\n"
        f"Step 3: Selling them brings {left} * ${price} = ${paid}.\n#### {paid}"
    )
    return {"id": f"row-{number}", "question": question, "answer": answer}
