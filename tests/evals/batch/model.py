"""A scripted model of the tests: what it replies depends on the request alone."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.verifier.llm.server import Reply, chat

#: (question, answer, the plan's expression, the corrected answer)
CASES = [
    ("What is 12 times 12?", "12 * 12 = 146, so the answer is 146.", "12 * 12", "The answer is 144."),
    (
        "Tom has 3 boxes of 12 pens and gives away 7. How many are left?",
        "The answer is 29.",
        "3 * 12 - 7",
        "",
    ),
    (
        "A hall has 7 rows of 8 seats. How many seats?",
        "7 * 8 = 54. The answer is 54.",
        "7 * 8",
        "The answer is 55.",
    ),
    ("一箱有12支笔，三箱共有多少支？", "答案是36。", "12 * 3", ""),
    ("How many legs have 5 dogs and 2 hens?", "The answer is 22.", "5 * 4 + 2 * 2", "The answer is 24."),
]


def rows(**more: Any) -> list[dict[str, Any]]:
    """The cases as a data set."""
    return [{"id": f"r{n}", "question": q, "answer": a, **more} for n, (q, a, _, _) in enumerate(CASES)]


def reply(body: dict[str, Any]) -> Reply:
    """Plans and corrections of the cases; the first plan of one case can't be read, and is mended when sent back."""
    talk = body["messages"]
    text = "\n".join(m["content"] for m in talk if m["role"] == "user")
    question, _, expression, corrected = next(case for case in CASES if case[0] in text)
    if body["model"] == "corrector":
        return Reply(chat(corrected))
    system = str(talk[0]["content"])
    if system.startswith("You answer a question. Think"):
        return Reply(chat(f"I think of {expression}. The answer is {7 * len(expression)}."))
    if not system.startswith("You plan"):
        # Programs of a quorum; the one of the second author dissents.
        value = expression if not body.get("seed") else f"{expression} + 1"
        return Reply(chat(f"```python\nresult = {value}\nprint(result)\n```"))
    if question == CASES[1][0] and len(talk) == 2:
        return Reply(chat("Let me think."))
    return Reply(chat(json.dumps(plan(text, expression), ensure_ascii=False)))


def plan(prompt: str, expression: str) -> dict[str, Any]:
    """A plan for the final value of the answer that the prompt shows."""
    answer = re.search(r"<answer [0-9a-f]+>\n(.*?)\n</answer", prompt, re.DOTALL)
    assert answer is not None
    quote = re.search(r"(?:answer is|答案是)\s*\d+", answer[1])
    assert quote is not None
    step = {
        "step_id": 1, "description": "the value from the question", "tool_required": "arithmetic",
        "tool_input": json.dumps({"expression": expression}),
        "expected_check": {"type": "rounds_to", "expected": {"$ref": "claims.final.value"}},
        "claim": "final", "depends_on": [], "required": True, "basis": "question",
    }  # fmt: skip
    claims = [{"id": "final", "kind": "number", "quote": quote[0], "role": "final"}]
    return {"verification_needed": True, "claims": claims, "verification_steps": [step], "notes": []}
