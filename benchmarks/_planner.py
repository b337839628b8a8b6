"""How often a very small model on this machine writes a plan that can be read."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass

import anyio

from tests.verifier.local.server import local_model, missing
from toolkits import Registry, default_registry
from verifier.errors import BudgetSpent, ModelError, PlanError
from verifier.llm import Budget, Gateway, Models, ModelSettings, Structured
from verifier.planning.model import ModelPlanner
from verifier.task import Task

#: Question and answer.
_ROWS = [
    ("What is 12 times 12?", "The answer is 146."),
    (
        "Tom has 3 boxes of 12 pens and gives away 7. How many are left?",
        "3 * 12 = 36, 36 - 7 = 29. The answer is 29.",
    ),
    ("A shirt costs $40 and is 15% off. What does it cost?", "15% of 40 is 6, so it costs $34."),
    ("How many seats have 7 rows of 8 seats?", "7 * 8 = 54. The answer is 54."),
    ("一箱有12支笔，三箱共有多少支？", "答案是36。"),
    ("What is a quarter of 92?", "The answer is 23."),
]
_TOKENS = 500


@dataclass(frozen=True)
class _Way:
    title: str
    form: Structured
    temperature: float


_WAYS = [
    _Way("json_schema, greedy", "json_schema", 0.0),
    _Way("json_schema, temperature 0.8", "json_schema", 0.8),
    _Way("words only, greedy", "text", 0.0),
]


def measure() -> list[str]:
    """A line for each way to ask: shares of first replies, tokens and seconds a reply."""
    if missing():
        return [missing()]
    with local_model() as url:
        return [anyio.run(_shares, url, way) for way in _WAYS]


async def _shares(url: str, way: _Way) -> str:
    model = ModelSettings(
        model="smollm2", base_url=url, structured=way.form, temperature=way.temperature, seed=1,
        max_tokens=_TOKENS, timeout_s=900.0, tries=1,
    )  # fmt: skip
    registry = Registry()
    # The prompt for all tools (8,450 tokens of this model's) is longer than its context of 8,192.
    registry.add(default_registry().get("arithmetic"))
    gateway = Gateway(Models(default=model))
    found: Counter[str] = Counter()
    tokens, start = 0, time.perf_counter()
    for question, answer in _ROWS:
        session = gateway.session(Budget(calls=1))
        found[await _outcome(ModelPlanner(session, registry), question, answer)] += 1
        tokens += session.ledger.usage.completion_tokens
    await gateway.aclose()
    seconds = (time.perf_counter() - start) / len(_ROWS)
    shares = ", ".join(f"{name} {count}/{len(_ROWS)}" for name, count in sorted(found.items()))
    return f"{way.title:<30}{shares}; {tokens / len(_ROWS):.0f} tokens, {seconds:.0f} s a reply"


async def _outcome(planner: ModelPlanner, question: str, answer: str) -> str:
    try:
        await planner(Task(question=question), answer, 1)
    except BudgetSpent:
        return "no plan"
    except (PlanError, ModelError) as error:
        return "cut off" if "token limit" in str(error) or "breaks off" in str(error) else "failed"
    return "valid"
