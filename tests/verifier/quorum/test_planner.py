"""Programs are bought from the question alone, one by one, as far as the policy needs them; by the real client."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.verifier.llm.server import Reply, chat, serving
from toolkits import Registry, default_registry
from toolkits.derivations import agreement, value_in
from toolkits.errors import ToolUnavailable
from toolkits.registry import Tool
from verifier import DataTable, UsageError, acheck, check, replay
from verifier.journal import Journal
from verifier.llm import Budget, Gateway, Models, ModelSettings
from verifier.planning import plan_offline
from verifier.quorum import BALANCED, Policy, Together
from verifier.quorum._buying import Author, authors_of, program_in
from verifier.report import full_report, plain, report_row

pytestmark = pytest.mark.anyio
QUESTION = "Tom has 3 boxes of 12 pens, gives away 7 and is then given back half of those that he has left. How many now?"
ZH = "小明有3盒铅笔，每盒12支，送出7支，又得到剩下的一半。现在有多少支？"
RIGHT, WRONG = "The answer is 43.5.", "The answer is 41."


def derivations(
    programs: list[dict[str, Any]] | None = None, inputs: dict[str, Any] | None = None, k: int | None = None
) -> dict[str, Any]:
    """The tool without a sandbox: the right side of a program's assignment is its value."""
    programs = programs or []
    if any("no sandbox" in one["source"] for one in programs):
        raise ToolUnavailable("there is none", code="sandbox_unavailable")
    seen = [(one["author"], one["source"]) for one in programs]
    values = [
        None if seen[i] in seen[:i] else value_in(None, one["source"].rpartition("=")[2])
        for i, one in enumerate(programs)
    ]
    told = [v.json() if v else {"value": None, "unit": None} for v in values]
    rows = [
        {"author": p["author"], "seed": p["seed"], **value, "abstains": "" if value["value"] else "no_output"}
        for p, value in zip(programs, told, strict=True)
    ]
    return {"derivations": rows, "classes": [{"members": list(c)} for c in agreement(values)], "value": None}


def tools() -> Registry:
    """The built-in tools, the derivations without a sandbox."""
    registry = Registry()
    for tool in default_registry():
        stub = Tool(name=tool.name, version="1", function=derivations)
        registry.add(stub if tool.name == "independent_derivations" else tool)
    return registry


def writing(*programs: str) -> Any:
    """A server that writes these programs, one a call."""
    waiting = list(programs)
    return lambda _: Reply(chat(f"Here it is:\n```python\n# a program\nresult = {waiting.pop(0)}\n```"))


def plainly(*texts: str | None) -> Any:
    """A server that replies with these texts."""
    waiting = list(texts)
    return lambda _: Reply(chat(waiting.pop(0)))


def gateway(url: str, *models: str) -> Gateway:
    """Models behind one endpoint, a role each."""
    settings = [ModelSettings(model=name, base_url=url, timeout_s=60.0) for name in models or ("m",)]
    roles = dict(zip(("planner", "judge"), settings[1:], strict=False))
    return Gateway(Models(default=settings[0], roles=roles))


async def run(server: Any, answer: str = RIGHT, question: str = QUESTION, **options: Any) -> Any:
    """One run whose votes come from that server."""
    behind = gateway(server.url, *options.pop("models", ()))
    options = {"planner": "offline", "policy": "balanced", "registry": tools(), **options}
    try:
        return await acheck(answer, question, gateway=behind, **options)
    finally:
        await behind.aclose()


def bought(report: Any) -> list[str]:
    """What the programs of the first attempt's step are, as `author#seed`."""
    steps = [s for s in report.attempts[0].plan.steps if s.tool_required == "independent_derivations"]
    return [f"{one['author']}#{one['seed']}" for step in steps for one in step.tool_input.get("programs", ())]


def decided(report: Any) -> tuple[str, str]:
    """Verdict, and the reason of the quorum's step."""
    steps = [e for e in report.attempts[0].evidence if e.tool == "independent_derivations"]
    return report.verdict, steps[0].outcome.reason if steps else ""


@pytest.mark.parametrize(
    ("policy", "answer", "values", "ends"),
    [
        ("eager", RIGHT, ["43.5"], ("verified", "quorum")),
        ("balanced", RIGHT, ["43.5", "43.5"], ("verified", "quorum")),
        ("strict", RIGHT, ["43.5"] * 3, ("verified", "quorum")),
        ("eager", WRONG, ["43.5", "43.5"], ("refuted", "quorum")),
        ("balanced", WRONG, ["43.5", "43.5"], ("refuted", "quorum")),
        ("balanced", WRONG, ["43.5", "40", "43.5"], ("refuted", "quorum")),
        ("eager", WRONG, ["43.5", "40", "39"], ("refuted", "scattered")),
        ("balanced", WRONG, ["43.5", "40", "39"], ("inconclusive", "few_votes")),
        ("balanced", WRONG, ["43.5", "41"], ("inconclusive", "tie")),
        ("balanced", WRONG, ["43.5", "none", "none"], ("inconclusive", "few_votes")),
        ("strict", WRONG, ["43.5", "40", "43.5", "43.50"], ("refuted", "quorum")),
        (replace(BALANCED, confirm=False), RIGHT, ["43.5"], ("inconclusive", "few_votes")),
    ],
)
async def test_votes_decide_a_run(policy, answer, values, ends):
    """Each policy buys what it needs and no more, and the run ends as the votes say."""
    with serving(plainly(*(f"```python\nresult = {value}\n```" for value in values))) as server:
        report = await run(server, answer, policy=policy, models=("a", "b", "c"))
    assert decided(report) == ends
    assert len(server.asked) == len(bought(report)) == len(values)


async def test_the_answer_never_stands_in_a_prompt():
    """Programs are written from the question: no request holds the answer, its number, or its reasoning."""
    telling = "Because of the violet elephant the total is 98765. The answer is 98765."
    with serving(plainly("```python\n1\n```", "```python\n2\n```", "```python\n3\n```")) as server:
        report = await run(server, telling, models=("a", "b", "c"), policy="eager")
    assert report.verdict == "refuted"
    sent = json.dumps(server.asked, ensure_ascii=False)
    assert QUESTION in sent
    for leak in ("98765", "violet", "elephant"):
        assert leak not in sent


async def test_a_corrected_answer_is_held_against_the_same_programs():
    """What was bought without sight of an answer judges its correction too; nothing is bought twice."""
    with serving(plainly("```python\nresult = 43.5\n```", "```python\nresult = 43.5\n```")) as server:
        report = await run(
            server, WRONG, models=("a", "b"), corrector=lambda request: _corrected(request, RIGHT)
        )
    assert [a.verdict for a in report.attempts] == ["refuted", "verified"]
    assert len(server.asked) == 2


def _corrected(request: Any, answer: str) -> Any:
    from verifier.correction import Correction

    assert request.attempt.answer == WRONG
    return Correction(answer=answer, author="scripted")


async def test_other_models_come_before_other_drafts():
    """Each model is asked once before any is asked again, with another seed."""
    with serving(plainly(*(f"```python\n{n}\n```" for n in (1, 2, 3, 4, 5)))) as server:
        policy = Policy(refute_at=5, verify_at=5, scattered_at=5, most=5)
        report = await run(server, models=("a", "b"), policy=policy)
    assert bought(report) == ["a#0", "b#0", "a#1", "b#1", "a#2"]
    assert [body.get("seed") for body in server.asked] == [None, None, 1, 1, 2]


async def test_one_models_same_program_is_one_vote():
    """A model that writes the same text again has not derived it again."""
    with serving(plainly(*["```python\nresult = 43.5\n```"] * 3)) as server:
        report = await run(server, policy=BALANCED)
    assert report.verdict == "inconclusive"
    assert len(server.asked) == 3


async def test_the_least_related_author_is_asked_next(tmp_path):
    """With a table of authors that fail together the order of purchase follows it."""
    Together({frozenset("ab"): 0.3, frozenset("ac"): 0.01}).save(tmp_path / "t.json")
    with serving(plainly("```python\nresult = 43.5\n```", "```python\nresult = 43.5\n```")) as server:
        report = await run(server, models=("a", "b", "c"), together=tmp_path / "t.json")
    assert bought(report) == ["a#0", "c#0"]


async def test_what_is_derived_offline_costs_nothing():
    """A question that our own planner computes needs no programs."""
    with serving(plainly()) as server:
        report = await run(server, "The answer is 408.", "What is 17 * 24?")
    assert report.verdict == "verified"
    assert server.asked == []


@pytest.mark.parametrize("answer", ["A poem about pens.", "It is not 41, and I can't say more."])
async def test_without_a_final_to_judge_nothing_is_bought(answer):
    """No claim, no purchase."""
    with serving(plainly()) as server:
        await run(server, answer)
    assert server.asked == []


async def test_a_spent_budget_ends_the_purchase_only():
    """What was bought stands in the plan; the votes are too few."""
    with serving(plainly("```python\nresult = 43.5\n```")) as server:
        report = await run(server, budget=Budget(calls=1))
    assert decided(report) == ("inconclusive", "few_votes")
    assert len(bought(report)) == 1


async def test_without_a_program_the_plan_is_the_inner_ones():
    """A budget of nothing leaves the offline plan as it is."""
    with serving(plainly()) as server:
        report = await run(server, budget=Budget(calls=0))
    assert bought(report) == []
    assert report.verdict == "inconclusive"


async def test_a_model_that_writes_no_program_abstains():
    """Prose and refusals are abstentions; other authors are asked."""
    with serving(plainly("I would rather not.", "```python\nresult = 43.5\n```", "43.5 = 43.5 (")) as server:
        report = await run(server, models=("a", "b", "c"))
    assert decided(report) == ("inconclusive", "few_votes")
    sources = [one["source"] for one in report.attempts[0].plan.steps[0].tool_input["programs"]]
    assert sources[0] == sources[2] == ""


async def test_a_service_that_fails_is_a_model_error():
    """A server's refusal is no abstention: the run says that its models failed."""
    with serving(Reply({"error": "no"}, status=401)) as server:
        report = await run(server)
    assert (report.verdict, report.stop_reason) == ("inconclusive", "model_error")


async def test_without_a_sandbox_no_second_program_is_bought():
    """Programs that can't be run decide nothing, however many."""
    with serving(plainly("```python\nno sandbox\n```", "no sandbox = 1")) as server:
        report = await run(server)
    assert decided(report)[0] == "inconclusive"
    assert len(server.asked) <= 2


async def test_a_plan_may_ask_for_programs_itself():
    """A step with `k` gets its programs and keeps its check; its basis is independent."""
    step = {"step_id": "vote", "tool_required": "independent_derivations", "tool_input": {"k": 2},
            "expected_check": {"type": "quorum", "expected": {"$ref": "claims.final.value"}}}  # fmt: skip
    with serving(plainly("```python\nresult = 43.5\n```", "```python\nresult = 43.5\n```")) as server:
        report = await run(server, models=("a", "b"), planner=None, plan={"steps": [step]}, policy="strict")
    assert report.verdict == "verified"
    assert [(s.step_id, s.basis) for s in report.attempts[0].plan.steps] == [("vote", "independent")]
    assert len(server.asked) == 2


async def test_a_chinese_question_is_asked_in_chinese():
    """The prompt has the question's language."""
    with serving(plainly("```python\nresult = 43.5\n```")) as server:
        report = await run(server, "答案是43.5支。", ZH, policy="eager")
    assert report.verdict == "verified"
    assert server.asked[0]["messages"][0]["content"].startswith("你写一个")


async def test_the_questions_data_are_inputs_of_the_programs():
    """Tables and values come as variables, and the prompt shows them."""
    table = DataTable(name="pens", columns=("box", "count"), rows=((1, 12), (2, 12)))
    with serving(plainly("```python\nresult = 43.5\n```")) as server:
        report = await run(server, policy="eager", data={"pens": table, "spare": 7, "no name": 1})
    given = report.attempts[0].plan.steps[0].tool_input["inputs"]
    assert given == {
        "pens": {"columns": ["box", "count"], "rows": [[1, 12], [2, 12]]},
        "spare": 7,
        "no_name": 1,
    }
    assert "spare: int" in server.asked[0]["messages"][1]["content"]


@pytest.mark.parametrize(
    ("text", "program"),
    [
        ("```python\nresult = 1\n```\nand\n```python\nresult = 2\n```", "result = 2"),
        ("```\nresult = 1\n```", "result = 1"),
        ("result = 6 * 7", "result = 6 * 7"),
        ("The answer is 42.", ""),
        ("```python\nresult = (\n```", ""),
        ("", ""),
    ],
)
def test_the_program_of_a_reply_is_found(text, program):
    """The last block that compiles, or a reply that is Python itself."""
    assert program_in(text).strip() == program


async def test_authors_follow_the_roles():
    """The generator's model first, each model once, then drafts."""
    session = gateway("http://127.0.0.1:1/v1", "a", "b", "a").session()
    assert authors_of(session, 3) == (
        Author(role="generator"), Author(role="planner"), Author(role="generator", sample=1),
    )  # fmt: skip


def test_a_policy_needs_models():
    """A misuse is said at once."""
    with pytest.raises(UsageError, match="policy=… needs models"):
        check(RIGHT, QUESTION, policy="strict")
    with pytest.raises(UsageError, match="no policy is called 'mild'"):
        check(RIGHT, QUESTION, policy="mild", gateway=gateway("http://127.0.0.1:1/v1"))  # type: ignore[typeddict-item]


@pytest.mark.sandbox
def test_a_recorded_run_is_replayed_without_any_model(tmp_path):
    """The programs stand in the evidence: replay runs them again and finds the same."""
    with serving(writing("3*12 - 7 + (3*12 - 7)/2", "(3*12 - 7) * 1.5")) as server:
        with Journal.open(tmp_path / "j.db") as journal:
            report = check(
                RIGHT,
                QUESTION,
                gateway=gateway(server.url),
                planner="offline",
                policy="balanced",
                journal=journal,
            )
        asked = len(server.asked)
        with Journal.read(tmp_path / "j.db") as journal:
            again = replay(report.run_id, journal)
    assert report.verdict == "verified"
    assert (again.steps, again.drifts) == (1, ())
    assert len(server.asked) == asked == 2


@pytest.mark.parametrize(
    ("question", "exact"), [(QUESTION, True), (f"{QUESTION} Round to the nearest whole number.", False)]
)
async def test_a_rounded_final_is_judged_as_the_question_asks(question, exact):
    """Where no rounding is asked for, a final that is printed too coarsely gets no vote."""
    with serving(plainly(*["```python\nresult = 43.6\n```"] * 3)) as server:
        report = await run(server, "The answer is 44.", question, models=("a", "b", "c"))
    (step,) = [s for s in report.attempts[0].plan.steps if s.basis == "independent"]
    assert step.expected_check.exact is exact
    assert decided(report) == (("inconclusive", "few_votes") if exact else ("verified", "quorum"))


async def test_what_our_own_planner_derives_is_not_bought():
    """Whoever wrote the plan: a program is bought only where nothing cheaper derives what is asked."""

    def by_a_model(task: Any, answer: str, attempt: int) -> Any:
        return replace(plan_offline(task, answer), author="llm:m", steps=())

    with serving(plainly()) as server:
        report = await run(server, "17 * 24 = 408, so it is 408.", "What is 17 * 24?", planner=by_a_model)
    assert (bought(report), server.asked) == ([], [])


STORY = "Tom has 5 apples, buys 7 and eats 4 of them. How many apples has he now?"
LIE = {"expression": "5 + 7 + 4"}


def lying(*steps: dict[str, Any]) -> str:
    """A model's plan that confirms what the answer says, from numbers of the question."""
    step = {
        "step_id": 1, "description": "d", "tool_required": "arithmetic", "tool_input": json.dumps(LIE),
        "expected_check": {"type": "rounds_to", "expected": {"$ref": "claims.final.value"}},
        "claim": "final", "depends_on": [], "required": True, "basis": "question",
    }  # fmt: skip
    claims = [{"id": "final", "kind": "number", "quote": "The answer is 16", "role": "final"}]
    made = [{**step, "step_id": at, **changes} for at, changes in enumerate(steps or ({},), start=1)]
    return json.dumps({"claims": claims, "verification_steps": made})


def planning(plan: str, *programs: str) -> Any:
    """A server whose planner writes that plan, and its programmers those programs, the last again and again."""
    waiting = list(programs)

    def reply(body: dict[str, Any]) -> Reply:
        if "You plan how tools" in body["messages"][0]["content"]:
            return Reply(chat(plan))
        text = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        return Reply(chat(f"```python\nresult = {text}\n```"))

    return reply


async def lied(*programs: str, plan: str = "", **options: Any) -> Any:
    """A run of a wrong answer that a lying planner confirms."""
    with serving(planning(plan or lying(), *programs)) as server:
        return await run(server, "The answer is 16.", STORY, planner="llm", **options)


async def test_without_a_policy_the_report_says_whose_word_it_is():
    """A model's plan from the question's numbers verifies, and is named as what alone holds the final."""
    report = await lied("8", policy=None)
    row = report_row(report)
    assert (row["verdict"], row["unconfirmed"]) == ("verified", ["final"])
    assert row["planner"].startswith("llm:m:planner.en@")
    assert "the plan of one model (m), which saw the answer, decides" in plain(full_report(report))


@pytest.mark.parametrize("policy", ["strict", "balanced", "eager"])
@pytest.mark.parametrize(("programs", "calls"), [(("8",), 50), (("none",), 50), (("8",), 1)])
async def test_with_a_policy_a_models_plan_alone_verifies_nothing(policy, programs, calls):
    """Programs that contradict it, or abstain, or could not be bought: the plan's own pass is not enough."""
    report = await lied(*programs, policy=policy, budget=Budget(calls=calls))
    assert report.verdict == "inconclusive"


async def test_votes_confirm_a_models_plan():
    """What enough programs say too is not the plan's word alone."""
    report = await lied("16", policy="strict", models=("m", "a", "b"))
    assert (report.verdict, report_row(report)["unconfirmed"]) == ("verified", [])


@pytest.mark.parametrize(
    "more",
    [
        {"basis": "independent"},
        {
            "tool_required": "independent_derivations", "tool_input": json.dumps({"k": 1}),
            "expected_check": {
                "type": "quorum", "expected": {"$ref": "claims.final.value"}, "refute_at": 1, "verify_at": 1,
            },
        },
    ],
)  # fmt: skip
async def test_a_model_cannot_vote_for_its_own_plan(more):
    """Neither by calling a step independent, nor by wanting fewer votes than the policy wants."""
    report = await lied("16", "none", plan=lying({}, more), policy="strict")
    assert report.verdict == "inconclusive"


async def test_strict_leaves_open_what_programs_cannot_vote_on():
    """A list that a model's plan holds is verified under `balanced`, and under `strict` it is not."""
    step = {
        "step_id": 1, "description": "d", "tool_required": "statistics",
        "tool_input": json.dumps({"op": "sort", "values": ["5", "7", "4"]}), "claim": "final",
        "expected_check": {"type": "equals", "expected": {"$ref": "claims.final.value"}},
    }  # fmt: skip
    claims = [{"id": "final", "kind": "list", "quote": "[4, 5, 7]", "role": "final"}]
    plan = json.dumps({"claims": claims, "verification_steps": [step]})
    ends = {}
    for policy in ("balanced", "strict"):
        with serving(planning(plan, "1")) as server:
            report = await run(
                server, "The answer is [4, 5, 7].", "Tom has 5 apples, Ann 7, Bo 4; in rising order?",
                planner="llm", tier="full", policy=policy,
            )  # fmt: skip
        ends[policy] = (report.verdict, [e.outcome.reason for e in report.attempts[0].evidence])
    assert ends["strict"][0] == "inconclusive"
    assert "no_derivations" in ends["strict"][1] or ends["balanced"][0] == "inconclusive"


@pytest.mark.parametrize("policy", ["strict", "balanced", "eager"])
@pytest.mark.parametrize("program", ["8", "none"])
async def test_with_a_policy_a_models_plan_alone_refutes_nothing(policy, program):
    """One that agrees with the answer vetoes a refutation; a plan is no more than one vote against it."""
    wrong = lying({"tool_input": json.dumps({"expression": "5 + 7"})}).replace("is 16", "is 8")
    with serving(planning(wrong, program)) as server:
        report = await run(server, "The answer is 8.", STORY, planner="llm", policy=policy)
        alone = await run(server, "The answer is 8.", STORY, planner="llm", policy=None)
    assert (report.verdict, report.attempts[0].evidence[-1].outcome.reason) == ("inconclusive", "disputed")
    assert (alone.verdict, report_row(alone)["unconfirmed"]) == ("refuted", ["final"])
