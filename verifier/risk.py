"""The risk gate: how much of models an answer is worth, by rules that a person can follow.

Three tiers. ``none``: nothing in the answer could be checked, so that no plan is bought. ``offline``: our own
planner derives every final value from the question, so that a bought plan could only repeat it. ``full``:
there is something to check that our own planner does not decide, and a model writes the plan. In doubt it is
``full``: the gate saves calls, it never saves a check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from toolkits import lazy_re as re
from verifier.engine import Planner, planned
from verifier.plan import Plan
from verifier.task import Task
from verifier.verdict import ambiguous, decisive, finals

__all__ = ["TIERS", "GatedPlanner", "Risk", "Tier", "assess", "signs"]

Tier: TypeAlias = Literal["none", "offline", "full"]
TIERS: tuple[Tier, ...] = ("none", "offline", "full")


@dataclass(frozen=True, slots=True, kw_only=True)
class Risk:
    """What the gate found.

    Attributes:
        tier: how much of models the answer is worth.
        signs: kinds of checkable content: of the claims that were read, or of the text's look.
        reason: why that tier, in a sentence.
    """

    tier: Tier
    signs: tuple[str, ...]
    reason: str

    def __str__(self) -> str:
        seen = f" ({', '.join(self.signs)})" if self.signs else ""
        return f"risk gate: {self.tier}: {self.reason}{seen}"


def assess(task: Task, answer: str, plan: Plan) -> Risk:
    """Which tier an answer belongs to.

    Args:
        task: the question and its data.
        answer: the text under test.
        plan: our own planner's plan for it.
    """
    kinds: tuple[str, ...] = tuple(dict.fromkeys(claim.kind for claim in plan.claims))
    if task.question is None:
        return _document(plan, kinds)
    if _derived(plan):
        return Risk(tier="offline", signs=kinds, reason="every final value is derived from the question")
    found = kinds or tuple(signs(task.question, answer))
    if not found:
        return Risk(tier="none", signs=(), reason="nothing in the answer looks checkable")
    return Risk(tier="full", signs=found, reason="our own planner does not decide what is asked")


def _document(plan: Plan, kinds: tuple[str, ...]) -> Risk:
    """A text without a question: a number in it that no equation or unit ties to another proves nothing."""
    if not plan.claims:
        return Risk(tier="none", signs=(), reason="the document states nothing that is checkable by itself")
    judged = {step.claim for step in plan.steps}
    if all(claim.id in judged for claim in plan.claims):
        return Risk(tier="offline", signs=kinds, reason="every claim of the document has a check")
    return Risk(tier="full", signs=kinds, reason="a claim of the document has no check")


def _derived(plan: Plan) -> bool:
    """Whether each asked part has a final, and each final a step that can verify it."""
    stated = finals(plan)
    judged = {step.claim for step in plan.steps if decisive(step)}
    answered = {claim.subject for claim in stated}
    return (
        bool(stated)
        and all(claim.id in judged and not ambiguous(claim) for claim in stated)
        and (len(stated) >= len(plan.asked) if "" in answered else set(plan.asked) <= answered)
    )


# --- what a text looks like ---------------------------------------------------------------------------
_LOOKS: Mapping[str, str] = {
    "number": (
        r"\d|[零一二两三四五六七八九十百千万亿]{2}|[零一二两三四五六七八九十百千万亿](?:个|次|倍|天|年|元|米|岁|人|点)"
        r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy"
        r"|eighty|ninety|hundred|thousand|million|half|twice|dozen)\b"
    ),
    "formula": r"\\(?:frac|sqrt|int|sum|begin)\b|\$[^$\n]+\$|[A-Za-z)]\s*[=≤≥<>≈]\s*[A-Za-z(\d\\-]|[√∫∑π]",
    "code": r"```|~~~|\bdef \w+\(|\bimport \w+|\breturn\b.*[;)\]]|\bfunction \w*\(|=>|\bprint\(",
    "sql": r"\bselect\b[\s\S]+\bfrom\b|\binsert\s+into\b|\bupdate\b.+\bset\b",
    "date": (
        r"\b(?:january|february|march|april|june|july|august|september|october|november|december"
        r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|星期[一二三四五六日天]|周[一二三四五六日]|[年月]\S{0,3}[日号]"
    ),
}
_ASKS_FACT = (
    r"\b(?:who|whose|whom|when|where|which|capital|name of)\b|\bwhat(?:'s| is| was| are| were) (?:the|a|an)\b"
    r"|(?:^|[.?!]\s+)(?:is|are|was|were|does|did|can|will|has|have) \w+.*\?"
    r"|谁|哪[个里位些年国座]?|何时|何地|什么时候|什么地方|首都|叫什么|是什么|是否|吗|对不对|是不是"
)
_ASKS_NUMBER = (
    r"\bhow (?:many|much|long|old|far|tall|fast|often|big|large)\b|\b(?:calculate|compute)\b|多少|几|计算|求"
)
_PATTERNS = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _LOOKS.items()}
_FACT = re.compile(_ASKS_FACT, re.IGNORECASE)
_NUMBER = re.compile(_ASKS_NUMBER, re.IGNORECASE)


def signs(question: str, answer: str) -> Iterator[str]:
    """Kinds of checkable content that an answer looks like, where no claim was read from it."""
    for kind, pattern in _PATTERNS.items():
        if pattern.search(answer) or (kind == "number" and _NUMBER.search(question)):
            yield kind
    if _FACT.search(question):
        yield "fact"


# --- the gate -----------------------------------------------------------------------------------------
class GatedPlanner:
    """A planner that asks another, dear one only where the gate says ``full``.

    Our own plan is made first: it costs next to nothing, and the gate reads it. When the engine sends it back
    as weak, the other planner writes one after all.

    Args:
        own: our own planner.
        full: the dear one.
        second: adds our own derivation to what the dear one wrote.
    """

    def __init__(self, own: Planner, full: Planner, second: Callable[[Task, str, Plan], Plan]) -> None:
        self._own = own
        self._full = full
        self._second = second

    async def __call__(
        self, task: Task, answer: str, attempt: int, /, *, feedback: tuple[str, ...] = ()
    ) -> Plan:
        """Plan the checks of ``answer``; the plan's notes say which tier it is.

        Raises:
            PlanError, ModelError: as the planners.
        """
        own = await planned(self._own, task, answer, attempt)
        risk = assess(task, answer, own)
        if feedback and risk.tier != "full":
            risk = replace(risk, tier="full", reason="our own plan was weak")
        if risk.tier != "full":
            return replace(own, notes=(*own.notes, str(risk)))
        plan = self._second(task, answer, await planned(self._full, task, answer, attempt, feedback))
        return replace(plan, notes=(*plan.notes, str(risk)))
