"""Steps for statements of fact: what a question asks of an entity, and what a text states of one.

Entity and attribute must be known to a source by their exact names. Of an asked value they stand in the
question (basis question); of a statement made on the way they are the answer's own (basis answer).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from toolkits import lazy_re as re
from toolkits.facts import FactClaim, Knowledge, Reading, builtin, is_name, reads_amount
from verifier.plan import Claim, Plan, Step, Supports
from verifier.planning.solvers._core import core
from verifier.task import Task
from verifier.verdict import decisive

#: Claims of one text that are looked up.
_MAX_CLAIMS = 60
_SENTENCE = re.compile(r"[^\n。！？!?；]+?(?:[。！？!?；]+|\.(?=\s|$)|\n|$)")
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_SHORT_LEAD = re.compile(
    r"\s*(?:(?:final )?answer\s*[:：]\s*|(?:it|that|the answer|this)(?: is|['’]s| was| would be)\s+|答案?\s*(?:[:：]|是|为)\s*|是|在)*[*_]*",
    re.IGNORECASE,
)
#: Words behind a first answer that may take it back, or denies what a sentence said.
_DOUBT = re.compile(
    r"\b(?:wait|actually|sorry|correction|however|but|although|though|not|isn['’]t|no|false|wrong|incorrect|myth|or|instead|rather|unsure|uncertain)\b"
    r"|不|错|但|其实|然而|或|并非|误",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\s*(?:no\b|false\b|wrong\b|incorrect\b|not (?:true|quite|correct)|(?:that|this|it) (?:is|was)(?: a)?(?:n['’]t| not| false| wrong| incorrect| untrue| myth| common)|(?:but|however|actually|wait|sorry)\b|错|不对|不是|并非|这是(?:错|不)|但|其实)",
    re.IGNORECASE,
)
_CODE = re.compile(r"[A-Z][A-Za-z]{0,2}|\.[a-z]{2,3}")


@cache
def _builtin() -> Knowledge:
    return Knowledge(builtin())


@dataclass(frozen=True, slots=True)
class _Stated:
    """A fact that a text states: the claim, the sentence's span and the value's."""

    claim: FactClaim
    span: tuple[int, int]
    value_span: tuple[int, int]


def with_facts(plan: Plan, task: Task, answer: str, knowledge: Knowledge | None = None) -> Plan:
    """The plan with steps on the facts that the question asks for and that the answer states.

    Args:
        plan: what was planned without them.
        task: the question.
        answer: the text under test.
        knowledge: the sources of the run; the built-in ones without it.
    """
    knowledge = knowledge or _builtin()
    stated = list(_stated(knowledge, answer))
    asked = None if task.question is None else knowledge.asked(core(task.question))
    if asked is not None:
        plan, stated = _with_final(plan, asked, stated, answer, knowledge)
    made = [_as_step(item, number, answer) for number, item in enumerate(stated[:_MAX_CLAIMS], start=1)]
    if not made:
        return plan
    claims = sorted((*plan.claims, *(claim for claim, _ in made)), key=lambda c: (c.span, c.id))
    return replace(plan, claims=tuple(claims), steps=(*plan.steps, *(step for _, step in made)))


def _stated(knowledge: Knowledge, answer: str) -> Iterator[_Stated]:
    text = _FENCE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), answer) if "```" in answer else answer
    for match in _SENTENCE.finditer(text):
        sentence = match[0]
        found = [(c, r) for c, r in knowledge.claims(sentence) if c.attribute != "formula" or "=" in c.value]
        if len(found) != 1 or _DENIED.match(text, match.end()):
            continue
        claim, reading = found[0]
        start = match.start() + reading.start
        if answer[start : start + len(claim.value)] == claim.value:
            lead = len(sentence) - len(sentence.lstrip())
            span = (match.start() + lead, match.start() + len(sentence.rstrip()))
            yield _Stated(claim, span, (start, start + len(claim.value)))


# --- what was asked -----------------------------------------------------------------------------------
def _with_final(
    plan: Plan, asked: Reading, stated: list[_Stated], answer: str, knowledge: Knowledge
) -> tuple[Plan, list[_Stated]]:
    """The plan with the answer's value as its final, and the statements that are none of it."""
    wanted = (asked.entity, asked.attribute)
    own = [s for s in stated if knowledge.same((s.claim.entity, s.claim.attribute), wanted)]
    rest = [s for s in stated if s not in own]
    finals = [c for c in plan.claims if c.role == "final"]
    judged = {step.claim for step in plan.steps if decisive(step)}
    if any(c.id in judged for c in finals) or len({(s.claim.value, s.claim.negated) for s in own}) > 1:
        return plan, rest
    found = own[0] if own else _short(answer, asked)
    if found is None or found.claim.negated or not _replaces(found, finals):
        return plan, rest
    dated = found.claim.as_of in {"", asked.as_of}
    claim = Claim(
        id="final", kind="fact", role="final", quote=answer[slice(*found.value_span)], span=found.value_span,
        value=found.claim.value, value_span=found.value_span,
    )  # fmt: skip
    as_of = found.claim.as_of or asked.as_of
    step = Step(
        step_id="fact.final",
        description=_shown(asked.entity, asked.attribute),
        tool_required="fact_check",
        tool_input={
            "entity": asked.entity, "attribute": asked.attribute, "value": {"$ref": "claims.final.value"},
            **({"as_of": as_of} if as_of else {}),
        },
        expected_check=Supports(),
        claim="final",
        basis="question" if dated else "answer",
    )  # fmt: skip
    others = tuple(c for c in plan.claims if c.role != "final")
    return replace(plan, claims=(*others, claim), steps=(*plan.steps, step)), rest


def _replaces(found: _Stated, finals: list[Claim]) -> bool:
    """Whether every final that was read is this value, or a part of it."""
    start, end = found.value_span
    return all(start < c.span[1] and c.span[0] < end for c in finals) and not any(
        c.kind in {"choice", "code", "sql", "boolean"} for c in finals
    )


def _short(answer: str, asked: Reading) -> _Stated | None:
    """The value of an answer that says little else: "Paris.", "It is 6.", "约为3×10^8米/秒"."""
    lead = _SHORT_LEAD.match(answer)
    start = lead.end() if lead else 0
    match = _SENTENCE.match(answer, start)
    if match is None or _DOUBT.search(answer, match.end()):
        return None
    value = match[0].rstrip(" \t\n.。!！;；,，*_")
    formula = asked.attribute.endswith("formula") or asked.attribute.endswith("公式")
    plain = "=" in value if formula else is_name(value) or _CODE.fullmatch(value) or reads_amount(value)
    if not value or len(value) > 80 or not plain:
        return None
    claim = FactClaim(entity=asked.entity, attribute=asked.attribute, value=value)
    span = (start, start + len(value))
    return _Stated(claim, span, span)


# --- what is stated on the way ------------------------------------------------------------------------
def _as_step(stated: _Stated, number: int, answer: str) -> tuple[Claim, Step]:
    claim = Claim(
        id=f"fact{number}", kind="fact", role="step", quote=answer[slice(*stated.span)], span=stated.span,
        value=stated.claim.value, value_span=stated.value_span,
        subject=_shown(stated.claim.entity, stated.claim.attribute),
    )  # fmt: skip
    said = {k: v for k, v in stated.claim.to_json().items() if v}
    return claim, Step(
        step_id=f"fact.{number}",
        description=claim.subject,
        tool_required="fact_check",
        tool_input={**said, "value": {"$ref": f"claims.{claim.id}.value"}},
        expected_check=Supports(),
        claim=claim.id,
        required=False,
        basis="answer",
    )


def _shown(entity: str, attribute: str) -> str:
    return f"{attribute} of {entity}" if attribute else entity
