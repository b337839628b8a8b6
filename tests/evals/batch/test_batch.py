"""Data sets by a batch service: rounds out and in until every run has ended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evals.batch import Ended, Export, Row, Setting, State, Waiting, export, runs, take
from tests.evals.batch.model import CASES, reply, rows
from tests.evals.batch.service import answer_lines, serve
from tests.verifier.llm.server import Reply, chat, serving
from verifier import Limits, Report, aask, acheck
from verifier.errors import ModelRejected, UsageError
from verifier.llm import Budget, Gateway, Models, ModelSettings, Price, ReplayTransport, Request, Tape
from verifier.report import canonical, report_row

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """The client's own event loop."""
    return "asyncio"


def models(url: str | None = None) -> Models:
    """A planner and a corrector."""
    planner = ModelSettings(model="planner", base_url=url, tries=5)
    return Models(
        default=planner, roles={"corrector": ModelSettings(model="corrector", base_url=url, tries=5)}
    )


def asked(path: Path) -> dict[str, dict[str, Any]]:
    """The requests of an exported file: custom_id -> body, in order."""
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len({row["custom_id"] for row in found}) == len(found)
    return {row["custom_id"]: row["body"] for row in found}


def setting(**changes: Any) -> Setting:
    """Both at work in every run; what is refuted goes to the model, for it sees no patch."""
    return Setting(
        **{"models": models(), "corrector": "llm", "evidence": "verdict_only", "tier": "full", **changes}
    )


def begun(folder: Path, **changes: Any) -> State:
    """A batch of the cases."""
    data = [
        Row(source="rows.jsonl", line=n, id=row["id"], question=row["question"], answer=row["answer"])
        for n, row in enumerate(rows(), start=1)
    ]
    return State.begin(folder, data, setting(**changes))


def reported(found: Ended) -> Any:
    """The canonical report of a run."""
    return canonical(json.loads(json.dumps(found.report)))


def _canonical(report: Report, line: int) -> Any:
    return canonical(json.loads(json.dumps(report_row(report, source="rows.jsonl", line=line))))


async def to_the_end(folder: Path, *, failing: float = 0.0, most: int = 30) -> tuple[list[Any], int]:
    """All rounds, each in a process of its own as far as the state knows; reports and the number of rounds."""
    for number in range(most):
        out = folder / f"requests-{number}.jsonl"
        done = await export(State.load(folder / "state"), out)
        if not done.files:
            assert done.waiting == 0
            return [reported(run) async for run in runs(State.load(folder / "state"))], number
        answers = serve(
            [file.path for file in done.files], folder / "answers.jsonl", reply, seed=number, failing=failing
        )
        take(State.load(folder / "state"), [answers])
    raise AssertionError("the rounds do not end")


async def live(**options: Any) -> list[Any]:
    """The same rows against a server that answers at once."""
    options = {"corrector": "llm", "planner": "llm", "evidence": "verdict_only", "tier": "full", **options}
    generator = options.pop("generator", None)
    found = []
    with serving(reply) as server:
        gateway = Gateway(models(server.url))
        for n, row in enumerate(rows(), start=1):
            named = {"name": row["id"], "gateway": gateway}
            if generator is None:
                report = await acheck(row["answer"], row["question"], **named, **options)
            else:
                report = await aask(row["question"], generator=generator, **named, **options)
            found.append(_canonical(report, n))
        await gateway.aclose()
    return found


@pytest.mark.parametrize("failing", [0.0, 0.3])
async def test_reports_are_those_of_live_calls(tmp_path, failing):
    """Whatever the order of the answers and however many are lost on the way, each run ends as it would have live."""
    begun(tmp_path / "state")
    found, rounds = await to_the_end(tmp_path, failing=failing)
    assert found == await live()
    assert {row["verdict"] for row in found} >= {"verified", "refuted"}
    assert rounds >= 3


@pytest.mark.parametrize(
    "options", [{"generator": "direct"}, {"policy": "strict", "planner": "offline", "corrector": None}]
)
@pytest.mark.sandbox
async def test_generators_and_quorums_go_by_batch_too(tmp_path, options):
    """Answers made by a model, and programs that vote, come round by round as they would have live."""
    begun(tmp_path / "state", **options)
    found, rounds = await to_the_end(tmp_path)
    assert found == await live(**options)
    assert rounds >= 2
    assert all(row["usage"]["calls"] for row in found if row["verdict"] == "verified") or not options.get(
        "generator"
    )


async def test_the_tape_is_a_recording(tmp_path):
    """What was gathered replays as any recording does, and gives the same reports."""
    begun(tmp_path / "state")
    found, _ = await to_the_end(tmp_path)
    gateway = Gateway(models(), ReplayTransport(Tape.load(tmp_path / "state" / "tape.jsonl")))
    for row, want in zip(rows(), found, strict=True):
        report = await acheck(
            row["answer"], row["question"], name=row["id"], gateway=gateway, corrector="llm", planner="llm",
            evidence="verdict_only", tier="full",
        )  # fmt: skip
        assert _canonical(report, want["line"]) == want


async def test_an_export_is_the_same_until_answers_come(tmp_path):
    """Exporting again without an answer writes the same requests, and begins no round."""
    state = begun(tmp_path / "state")
    first = await export(state, tmp_path / "a.jsonl")
    again = await export(State.load(tmp_path / "state"), tmp_path / "b.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert (first.round, again.round, again.repeated, first.repeated) == (1, 1, True, False)
    assert len(asked(tmp_path / "a.jsonl")) == len(CASES)


async def test_what_waits_is_not_asked_twice(tmp_path):
    """With half of the answers the next round holds only what follows from them; the others stay open."""
    state = begun(tmp_path / "state")
    await export(state, tmp_path / "a.jsonl")
    lines = answer_lines([tmp_path / "a.jsonl"], reply)
    (tmp_path / "half.jsonl").write_text("\n".join(lines[:2]))
    taken = take(state, [tmp_path / "half.jsonl"])
    assert (taken.answers, taken.open, taken.problems) == (2, len(CASES) - 2, [])
    done = await export(state, tmp_path / "b.jsonl")
    first, second = asked(tmp_path / "a.jsonl").keys(), _keys(done)
    assert not first & second
    assert done.open == len(CASES) - 2
    lost = await export(state, tmp_path / "c.jsonl", again=True)
    assert lost.round == 3
    assert len(_keys(lost) & first) == len(CASES) - 2


def _keys(done: Export) -> set[str]:
    return {key for file in done.files for key in asked(file.path)}


async def test_every_line_that_is_of_no_use_is_told(tmp_path):
    """Failures, strangers, repetitions, contradictions and rubbish each have their kind, and their line."""
    state = begun(tmp_path / "state")
    await export(state, tmp_path / "a.jsonl")
    good, other, third, fourth, fifth = map(json.loads, answer_lines([tmp_path / "a.jsonl"], reply))
    busy = {**other, "response": {"status_code": 503, "body": {"error": {"message": "overloaded"}}}}
    bare = {"custom_id": third["custom_id"], **third["response"]["body"]}
    differs = {**good, "response": {"status_code": 200, "body": chat("else")}}
    hollow = {**fourth, "response": {"status_code": 200, "body": None}}
    stranger = {**good, "custom_id": "0" * 64}
    file = tmp_path / "out.jsonl"
    texts = [json.dumps(row) for row in (good, good, differs, busy, bare, hollow, stranger)]
    file.write_bytes("\n".join([*texts, "{", "[]", '{"custom_id": 3}', ""]).encode() + b"\xff\n")
    taken = take(state, [file])
    told = [(problem.line, problem.kind) for problem in taken.problems]
    assert told == [
        (2, "repeated"), (3, "differs"), (4, "failed"), (6, "failed"), (7, "unknown"),
        (8, "unreadable"), (9, "unreadable"), (10, "unreadable"), (11, "unreadable"),
    ]  # fmt: skip
    assert "overloaded" in str(taken.problems[2])
    assert taken.answers == 2
    assert taken.open == 1
    assert state.standing(fifth["custom_id"]) == "open"
    again = take(State.load(tmp_path / "state"), [file])
    assert again.answers == 0


async def test_an_answer_after_a_failure_counts(tmp_path):
    """The error file may come before the output of another try; the answer wins."""
    state = begun(tmp_path / "state")
    await export(state, tmp_path / "a.jsonl")
    lines = answer_lines([tmp_path / "a.jsonl"], reply)
    row = json.loads(lines[0])
    lost = {**row, "response": None, "error": {"message": "expired"}}
    file = tmp_path / "out.jsonl"
    file.write_text("\n".join([json.dumps(lost), lines[0]]))
    take(state, [file])
    assert state.standing(row["custom_id"]) == "answered"


async def test_a_request_that_always_fails_ends_its_run(tmp_path):
    """After as many tries as a live call has, the failure is the answer: rounds do not go on for ever."""
    state = begun(tmp_path / "state")
    tries = 0
    while (await export(state, tmp_path / "a.jsonl")).files and tries < 9:
        tries += 1
        take(state, [serve([tmp_path / "a.jsonl"], tmp_path / "out.jsonl", reply, failing=1.0)])
    assert tries == 5
    reports = [run.report async for run in runs(State.load(tmp_path / "state")) if isinstance(run, Ended)]
    assert [(report["verdict"], report["stop_reason"]) for report in reports] == [
        ("inconclusive", "model_error")
    ] * len(CASES)
    assert "not done in time" in reports[0]["error"]


async def test_a_refused_form_is_asked_for_in_words(tmp_path):
    """A server that takes no schema says so by 400: the next round asks without one, as a live run would."""
    begun(tmp_path / "state", corrector=None)

    def plain(body: dict[str, Any]) -> Reply:
        return (
            Reply({"error": {"message": "no response_format"}}, 400)
            if "response_format" in body
            else reply(body)
        )

    forms = []
    for _ in range(6):
        state = State.load(tmp_path / "state")
        done = await export(state, tmp_path / "a.jsonl")
        if not done.files:
            break
        bodies = asked(tmp_path / "a.jsonl").values()
        forms.append({body.get("response_format", {}).get("type", "text") for body in bodies})
        take(state, [serve([tmp_path / "a.jsonl"], tmp_path / "out.jsonl", plain)])
    assert forms[:3] == [{"json_schema"}, {"json_object"}, {"text"}]
    assert all([isinstance(run, Ended) async for run in runs(State.load(tmp_path / "state"))])


async def test_files_keep_to_the_services_bounds(tmp_path):
    """Requests are spread over files by count, size and model, in order, none left out."""
    state = begun(tmp_path / "state")
    done = await export(state, tmp_path / "a.jsonl", requests=2)
    assert [file.path.name for file in done.files] == ["a-001.jsonl", "a-002.jsonl", "a-003.jsonl"]
    assert [file.requests for file in done.files] == [2, 2, 1]
    assert all(file.path.stat().st_size == file.size for file in done.files)
    whole = await export(state, tmp_path / "b.jsonl")
    texts = [file.path.read_text() for file in done.files]
    assert "".join(texts) == whole.files[0].path.read_text()
    by_size = await export(state, tmp_path / "c.jsonl", size=max(map(len, texts[0].splitlines())) + 10)
    assert len(by_size.files) == len(CASES)
    take(state, [serve([whole.files[0].path], tmp_path / "out.jsonl", reply)])
    mixed = await export(state, tmp_path / "d.jsonl")
    assert {file.model for file in mixed.files} == {"planner", "corrector"}
    for file in mixed.files:
        assert {body["model"] for body in asked(file.path).values()} == {file.model}


async def test_requests_of_one_run_go_out_together(tmp_path):
    """Programs that a run asks for side by side are exported in one round, and one refusal does not hide the rest."""
    from anyio import create_task_group

    from verifier.generation import Generated

    state = begun(tmp_path / "state")

    async def several(task, session):
        async def one(sample: int) -> None:
            await session.complete("generator", [{"role": "user", "content": task.question}], sample=sample)

        async with create_task_group() as group:
            for sample in range(3):
                group.start_soon(one, sample)
        return Generated(answer="never", generator="test")

    from evals.batch import _runs

    async def report(row, made, gateway):
        session = gateway.session()
        return await aask(row.question, generator=lambda task: several(task, session), limits=Limits())

    original, _runs._report = _runs._report, report
    try:
        found = [run async for run in runs(state)]
    finally:
        _runs._report = original
    assert all(isinstance(run, Waiting) and len(run.requests) == 3 for run in found)


def test_settings_survive_their_file(tmp_path):
    """Models, prices and budgets are read back as they were."""
    from decimal import Decimal

    price = Price(prompt=Decimal("0.15"), completion=Decimal("0.6"))
    one = ModelSettings(model="m", price=price, seed=3)
    made = setting(models=Models(default=one, roles={"planner": one}), budget=Budget(money=Decimal("0.01")))
    assert Setting.of_data(json.loads(json.dumps(made.as_data()))) == made
    with pytest.raises(UsageError, match="no settings"):
        Setting.of_data({})


def test_a_folder_holds_one_batch(tmp_path):
    """A batch is not begun over another, and not gone on with where there is none."""
    begun(tmp_path / "state")
    with pytest.raises(UsageError, match="holds a batch already"):
        begun(tmp_path / "state")
    with pytest.raises(UsageError, match="holds no batch"):
        State.load(tmp_path / "none")
    (tmp_path / "state" / "setting.json").write_text("{")
    with pytest.raises(UsageError, match="can't be read"):
        State.load(tmp_path / "state")


async def test_a_refusal_on_the_tape_is_one(tmp_path):
    """What a server refused is a recorded refusal to every replay."""
    state = begun(tmp_path / "state")
    await export(state, tmp_path / "a.jsonl")
    take(
        state,
        [
            serve(
                [tmp_path / "a.jsonl"],
                tmp_path / "out.jsonl",
                lambda _: Reply({"error": {"message": "no"}}, 400),
            )
        ],
    )
    tape = Tape.load(tmp_path / "state" / "tape.jsonl")
    body = next(iter(asked(tmp_path / "a.jsonl").values()))
    with pytest.raises(ModelRejected, match="HTTP 400: no"):
        tape.reply(Request(body=body))
