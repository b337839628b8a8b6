"""Reads a plan: the published form or our typed one, from JSON, from data or from a model's reply.

::

    {"verification_needed": true,
     "verification_steps": [
       {"step_id": 1, "description": "…", "tool_required": "Python_Calculator",
        "tool_input": "10000 * (1 + 0.05/4) ** (4*3)",
        "expected_check": "工具输出结果应与初始答案11608.92在千分位内一致"}]}

The typed form writes objects for ``tool_input`` and ``expected_check``, and may name claims. Whatever is
wrong is a :class:`PlanError` with the JSON path of it; a plan that was read has no unknown key, tool or
reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from toolkits import lazy_re as re
from toolkits.registry import Registry
from verifier.errors import PlanError
from verifier.plan._binding import Bound, bind_check, bind_value
from verifier.plan._claims import NamedClaim, code_claims, follow, read_named_claims, settle_claims
from verifier.plan._fields import (
    Field,
    did_you_mean,
    one_of,
    read_check,
    read_flag,
    read_member,
    read_object,
    read_text,
)
from verifier.plan._grounding import grounds_of
from verifier.plan._inputs import read_tool_input
from verifier.plan._json import Json, child, extract_json, plain
from verifier.plan._leaves import claims_in_check, operands
from verifier.plan._refs import claim_of, refs_in, split_id
from verifier.plan._schema import DERIVED, Basis, Check, Claim, Plan, Step
from verifier.plan._sentences import compile_sentence
from verifier.plan.audit import basis_of
from verifier.task import DatabaseFile, DataTable, Task

MAX_STEPS: Final = 500
MAX_ID: Final = 64
_ID: Final = re.compile(r"[\w.\-]{1,64}")
#: Ids that the reader gives to claims; a plan may refer to them before the answer is known.
_READER_ID: Final = re.compile(r"final(?:\.\d{1,4})?|(?:c|code)\d{1,4}")


def _step_id(value: Json, path: str) -> str:
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    if not _ID.fullmatch(text):
        raise PlanError(
            path, f"a step id is a number or a word of letters, digits, '.', '_' and '-', at most {MAX_ID}"
        )
    return text


def _ids(value: Json, path: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise PlanError(path, "depends_on is an array of step ids")
    return tuple(dict.fromkeys(_step_id(member, child(path, i)) for i, member in enumerate(value)))


def _input(value: Json, path: str) -> Json:
    if not isinstance(value, str | dict):
        raise PlanError(path, "the tool's input is a JSON object or a string")
    return value if isinstance(value, str) else read_member(value, path)


def _check_or_sentence(value: Json, path: str) -> Check | str:
    if isinstance(value, str):
        if not value.strip():
            raise PlanError(path, "an empty sentence checks nothing")
        return value
    return read_check(value, path)


def _formula(value: Json, path: str) -> str:
    from toolkits.formulas import facts_by_id  # noqa: PLC0415  (reads the curated files)

    name = read_text(value, path)
    if name and name not in facts_by_id():
        raise PlanError(
            path, f"no curated formula has the id {name[:40]!r}; {did_you_mean(name, facts_by_id())}"
        )
    return name


_CHECK_OR_SENTENCE: Final = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/check"}]}
STEP_FIELDS: Final[Mapping[str, Field]] = {
    "step_id": Field(_step_id, {"anyOf": [{"type": "integer"}, {"type": "string"}]}, required=True),
    "description": Field(read_text, {"type": "string"}),
    "tool_required": Field(read_text, {"type": "string"}, required=True),
    "tool_input": Field(_input, {"anyOf": [{"type": "string"}, {"type": "object"}]}, required=True),
    "expected_check": Field(_check_or_sentence, _CHECK_OR_SENTENCE, required=True),
    "claim": Field(read_text, {"type": "string"}),
    "depends_on": Field(
        _ids, {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}
    ),
    "required": Field(read_flag, {"type": "boolean"}),
    "basis": one_of("question", "independent", "answer"),
    "formula": Field(_formula, {"type": "string"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    """A step as the document writes it, before it is bound to an answer."""

    path: str
    step_id: str
    tool_required: str
    tool_input: Mapping[str, Any]
    expected_check: Check | str
    description: str = ""
    claim: str | None = None
    depends_on: tuple[str, ...] = ()
    required: bool = True
    basis: Basis | None = None
    formula: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Document:
    """A plan whose form is right."""

    drafts: tuple[_Draft, ...]
    claims: tuple[NamedClaim, ...] = ()
    verification_needed: bool = True
    notes: tuple[str, ...] = ()


def parse_plan(
    source: str | Mapping[str, Any] | Sequence[Any],
    *,
    answer: str,
    question: str | None = None,
    registry: Registry,
    data: tuple[DataTable, ...] = (),
    values: Mapping[str, Any] | None = None,
    databases: tuple[DatabaseFile, ...] = (),
    author: str = "given",
) -> Plan:
    """Read a plan and bind it to an answer.

    Args:
        source: JSON text, a model's reply with JSON somewhere in it (the last valid plan counts), or decoded
            JSON.
        answer: the text under test.
        question: what was asked; without it no claim is final and nothing is of basis ``question``.
        registry: the tools that the plan may name.
        data: tables that come with the question.
        values: other data that comes with it.
        databases: databases that come with it.
        author: who made the plan (``given``, ``llm:…``).

    Raises:
        PlanError: the plan cannot be used, with the JSON path of what is wrong. No other error.
    """
    document = _of_source(source, registry)
    task = Task(question=question, data=data, values=dict(values or {}), databases=databases)
    return _bound(document, task, answer, registry, author)


def rebind(plan: Plan, answer: str, question: str | None = None) -> Plan:
    """The same plan for a corrected answer: its references mean the new answer's claims.

    A claim that the new answer no longer makes is gone, and the steps that refer to it are undecided.
    Sentences whose numbers were constants are read again, since the new answer may state them.
    """
    from verifier.reading import read  # noqa: PLC0415  (only plans from outside are bound)

    reading = read(answer, question)
    code = code_claims(reading.code, answer, reading.claims)
    claims = follow(plan.claims, (*reading.claims, *code))
    kept = {claim.id for claim in plan.claims} | {claim.id for claim in reading.claims}
    claims = tuple(claim for claim in claims if claim.id in kept or claim.kind not in ("code", "sql"))
    steps = tuple(_reread(step, claims) for step in plan.steps)
    return replace(plan, claims=claims, steps=steps, asked=tuple(part.label for part in reading.asked))


def _reread(step: Step, claims: Sequence[Claim]) -> Step:
    by_id = {claim.id: claim for claim in claims}
    check = step.expected_check
    if not step.sentence or (check is not None and _speaks_of_claims(check)):
        return step
    compiled = compile_sentence(
        step.sentence,
        step.tool_required,
        claims,
        only=by_id.get(step.claim or ""),
        hint=step.description,
        tool_input=step.tool_input,
    )
    if compiled is None:
        return step
    return replace(step, expected_check=compiled, claim=step.claim or _judged(compiled, by_id))


def _speaks_of_claims(check: Check) -> bool:
    return any(ref.root == "claims" for operand in operands(check) for ref in refs_in(operand))


# --- form ---------------------------------------------------------------------------------------------


def _of_source(source: Any, registry: Registry) -> _Document:
    if not isinstance(source, str):
        return _of_json(plain(source), registry)
    found = extract_json(source, accept=lambda value: _of_json(value, registry))
    document = _of_json(found.value, registry)
    if not found.rivals:
        return document
    note = f"the text holds {found.rivals + 1} different plans; the last one counts"
    return replace(document, notes=(*document.notes, note))


def _notes(value: Json, path: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise PlanError(path, "notes is an array of strings")
    return tuple(read_text(member, child(path, i)) for i, member in enumerate(value))


def _steps_array(value: Json, path: str) -> list[Json]:
    if not isinstance(value, list):
        raise PlanError(path, "the steps are an array")
    if len(value) > MAX_STEPS:
        raise PlanError(path, f"{len(value)} steps; at most {MAX_STEPS}")
    return value


PLAN_FIELDS: Final[Mapping[str, Field]] = {
    "verification_needed": Field(read_flag, {"type": "boolean"}),
    "verification_steps": Field(_steps_array, {"type": "array", "items": {"$ref": "#/$defs/step"}}),
    "steps": Field(_steps_array, {"type": "array", "items": {"$ref": "#/$defs/step"}}),
    "claims": Field(read_named_claims, {"type": "array", "items": {"$ref": "#/$defs/claim"}}),
    "notes": Field(_notes, {"type": "array", "items": {"type": "string"}}),
}


def _of_json(value: Json, registry: Registry) -> _Document:
    if isinstance(value, list):
        value = {"verification_steps": value}
    members = read_object(value, "$", PLAN_FIELDS, "a plan")
    if "verification_steps" in members and "steps" in members:
        raise PlanError("$.steps", "verification_steps and steps are two names of one thing; keep one")
    key = "steps" if "steps" in members else "verification_steps"
    needed = members.get("verification_needed", True)
    rows = members.get(key, [])
    if not rows and needed:
        raise PlanError(child("$", key), "the plan has no steps, so it checks nothing")
    drafts = tuple(_draft(row, child(f"$.{key}", i), registry) for i, row in enumerate(rows))
    _check_graph(drafts)
    return _Document(
        drafts=drafts,
        claims=members.get("claims", ()),
        verification_needed=needed,
        notes=members.get("notes", ()),
    )


def _draft(row: Json, path: str, registry: Registry) -> _Draft:
    members = read_object(row, path, STEP_FIELDS, "a step")
    name = members["tool_required"]
    if name not in registry:
        known = [tool_name for tool in registry for tool_name in (tool.name, *tool.aliases)]
        raise PlanError(
            child(path, "tool_required"), f"no tool is called {name[:60]!r}; {did_you_mean(name, known)}"
        )
    members["tool_input"] = read_tool_input(
        members["tool_input"], child(path, "tool_input"), registry.get(name)
    )
    return _Draft(path=path, **members)


def _check_graph(drafts: Sequence[_Draft]) -> None:
    """Ids are unique, every reference leads to a step, and no step waits for itself."""
    known: dict[str, _Draft] = {}
    for draft in drafts:
        if draft.step_id.startswith(DERIVED):
            raise PlanError(
                child(draft.path, "step_id"),
                f"ids that begin with {DERIVED!r} are those of our own derivations",
            )
        if draft.step_id in known:
            raise PlanError(
                child(draft.path, "step_id"), f"the id {draft.step_id!r} is taken by an earlier step"
            )
        known[draft.step_id] = draft
    needs = {draft.step_id: _needs(draft, known) for draft in drafts}
    cycle = _cycle(needs)
    if cycle:
        raise PlanError(
            child(known[cycle[0]].path, "depends_on"), f"the steps wait for each other: {' -> '.join(cycle)}"
        )


def _needs(draft: _Draft, known: Mapping[str, _Draft]) -> tuple[str, ...]:
    """Every step that must have run before a step, in order."""
    for name in draft.depends_on:
        if name not in known:
            raise PlanError(
                child(draft.path, "depends_on"), f"no step has the id {name!r}; {did_you_mean(name, known)}"
            )
    inputs = _steps_in(draft.tool_input, child(draft.path, "tool_input"), known)
    check = draft.expected_check
    checked = (
        ()
        if isinstance(check, str)
        else _steps_in(list(operands(check)), child(draft.path, "expected_check"), known)
    )
    return tuple(dict.fromkeys((*draft.depends_on, *inputs, *checked)))


def _steps_in(value: Any, path: str, known: Mapping[str, _Draft]) -> tuple[str, ...]:
    found: list[str] = []
    for ref in refs_in(value):
        if ref.root == "output" and path.endswith(".tool_input"):
            raise PlanError(path, f"{ref.text}: a step's input cannot be made of its own output")
        if ref.root == "steps":
            step = split_id(ref.parts, known)
            if step is None or step[1][:1] != ("output",):
                raise PlanError(
                    path, f"{ref.text} refers to no step of the plan; {did_you_mean(ref.parts[0], known)}"
                )
            found.append(step[0])
    return tuple(found)


def _cycle(needs: Mapping[str, Sequence[str]]) -> list[str]:
    """The ids of one cycle, its first repeated at the end; [] when there is none."""
    done: set[str] = set()
    for start in needs:
        trail: list[str] = []
        waiting: list[tuple[str, bool]] = [(start, False)]
        on_trail: set[str] = set()
        while waiting:
            name, leaving = waiting.pop()
            if leaving:
                on_trail.discard(trail.pop())
                done.add(name)
            elif name in on_trail:
                return [*trail[trail.index(name) :], name]
            elif name not in done:
                trail.append(name)
                on_trail.add(name)
                waiting.append((name, True))
                waiting.extend((need, False) for need in needs[name])
    return []


# --- binding ------------------------------------------------------------------------------------------


def _bound(document: _Document, task: Task, answer: str, registry: Registry, author: str) -> Plan:
    from verifier.reading import read  # noqa: PLC0415  (only plans from outside are bound)

    reading = read(answer, task.question)
    claims = settle_claims(document.claims, reading.claims, answer)
    code = code_claims(reading.code, answer, claims)
    by_id = {claim.id: claim for claim in (*claims, *code)}
    known = {draft.step_id: draft for draft in document.drafts}
    steps = [_step(draft, by_id, known) for draft in document.drafts]
    claims = (*claims, *_used(code, steps))
    steps = _with_judge_of_the_final(steps, claims)
    plan = Plan(
        claims=claims,
        steps=tuple(steps),
        verification_needed=document.verification_needed,
        asked=tuple(part.label for part in reading.asked),
        notes=(*reading.notes, *document.notes),
        author=author,
    )
    return _with_bases(plan, document.drafts, task, registry)


def _used(code: Sequence[Claim], steps: Sequence[Step]) -> list[Claim]:
    """The code of the answer that some step puts to the test."""
    named = {ref.parts[0] for step in steps for ref in refs_in(step.tool_input) if ref.root == "claims"}
    return [claim for claim in code if claim.id in named]


def _step(draft: _Draft, claims: Mapping[str, Claim], known: Mapping[str, _Draft]) -> Step:
    own = _own_claim(draft, claims)
    check, sentence = _check(draft, claims, own)
    _check_claim_refs(draft, check, claims)
    return Step(
        step_id=draft.step_id,
        description=draft.description,
        tool_required=draft.tool_required,
        tool_input=_with_claim_refs(draft.tool_input, tuple(claims.values())),
        expected_check=check,
        sentence=sentence,
        claim=draft.claim if draft.claim is not None or check is None else _judged(check, claims),
        depends_on=_needs(draft, known),
        required=draft.required,
        # That nobody who saw the answer wrote a step's input, no plan can say of itself.
        basis="question" if draft.basis == "question" else "answer",
        formula=draft.formula,
    )


def _own_claim(draft: _Draft, claims: Mapping[str, Claim]) -> Claim | None:
    if draft.claim is None:
        return None
    if draft.claim not in claims and not _READER_ID.fullmatch(draft.claim):
        raise PlanError(
            child(draft.path, "claim"),
            f"no claim has the id {draft.claim[:40]!r}; {did_you_mean(draft.claim, claims)}",
        )
    return claims.get(draft.claim)


def _check(draft: _Draft, claims: Mapping[str, Claim], own: Claim | None) -> tuple[Check | None, str]:
    written = draft.expected_check
    everything = tuple(claims.values())
    if isinstance(written, str):
        compiled = compile_sentence(
            written,
            draft.tool_required,
            everything,
            only=own,
            hint=draft.description,
            tool_input=draft.tool_input,
        )
        return compiled, written
    return bind_check(written, (own,) if own is not None else everything, draft.description), ""


def _check_claim_refs(draft: _Draft, check: Check | None, claims: Mapping[str, Claim]) -> None:
    """A reference must name a claim of the plan, or one that a reader could give to another answer."""
    compared = list(operands(check)) if check is not None else []
    for value, key in ((compared, "expected_check"), (draft.tool_input, "tool_input")):
        for ref in refs_in(value):
            if (
                ref.root == "claims"
                and claim_of(ref, claims) is None
                and not _READER_ID.match(".".join(ref.parts))
            ):
                raise PlanError(
                    child(draft.path, key),
                    f"{ref.text} refers to no claim; {did_you_mean(ref.parts[0], claims)}",
                )


def _judged(check: Check, claims: Mapping[str, Claim]) -> str | None:
    """The claim that a check judges: the only one that it refers to, or its first final one."""
    named = claims_in_check(check, claims)
    finals = [name for name in named if claims[name].role == "final"]
    return next(iter(finals or named), None)


def _with_claim_refs(tool_input: Mapping[str, Any], claims: Sequence[Claim]) -> Mapping[str, Any]:
    """Code, queries and statements that are copied from the answer become references to their claims."""
    copied = [
        claim for claim in claims if claim.kind in ("code", "sql", "fact") and isinstance(claim.value, str)
    ]
    return {key: _as_ref(value, copied) for key, value in tool_input.items()} if copied else tool_input


def _as_ref(value: Any, claims: Sequence[Claim]) -> Any:
    bound = bind_value(value, claims) if isinstance(value, str) else None
    return bound.ref if isinstance(bound, Bound) else value


def _with_judge_of_the_final(steps: list[Step], claims: Sequence[Claim]) -> list[Step]:
    """A plan none of whose checks speaks of the only final claim means it with its last step.

    The audit then shows whether that step could have told a wrong answer: a plan that passes any answer is
    weak, not silent about it.
    """
    finals = [claim.id for claim in claims if claim.role == "final"]
    if (
        len(finals) != 1
        or not steps
        or any(step.claim == finals[0] for step in steps)
        or steps[-1].claim is not None
    ):
        return steps
    return [*steps[:-1], replace(steps[-1], claim=finals[0])]


def _with_bases(plan: Plan, drafts: Sequence[_Draft], task: Task, registry: Registry) -> Plan:
    """A step's own word for ``answer`` is taken; ``question`` is found out, in the order of dependence."""
    if task.question is None:
        return plan
    declared = {draft.step_id: draft.basis for draft in drafts}
    settled = {step.step_id: step for step in plan.steps}
    for name in _by_dependence(plan.steps):
        step = settled[name]
        if declared[name] == "answer":
            continue
        now = replace(plan, steps=tuple(settled.values()))
        settled[name] = replace(step, basis=basis_of(step, now, grounds_of(task, step.formula), registry))
    return replace(plan, steps=tuple(settled[step.step_id] for step in plan.steps))


def _by_dependence(steps: Sequence[Step]) -> list[str]:
    """Step ids, each after those it depends on, in the plan's order otherwise."""
    order: dict[str, None] = {}
    needs = {step.step_id: step.depends_on for step in steps}
    for step in steps:
        waiting = [step.step_id]
        while waiting:
            name = waiting[-1]
            missing = [need for need in needs[name] if need not in order]
            if missing:
                waiting.append(missing[0])
            else:
                order[waiting.pop()] = None
    return list(order)
