"""A real model on this machine, over HTTP, through the real client: the wire works. What it says is not judged."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from tests.verifier.local.server import local_model, missing
from toolkits import Registry, default_registry
from verifier import acheck
from verifier.correction.model import ModelCorrector
from verifier.errors import ModelRejected, ModelTruncated, PlanError
from verifier.generation.react import Bounds, ReAct
from verifier.llm import Budget, Completion, Form, Gateway, Models, ModelSettings, Schema
from verifier.planning.model import ModelPlanner
from verifier.task import Task

pytestmark = [pytest.mark.anyio, pytest.mark.local, pytest.mark.xdist_group("local")]
SAY = [{"role": "user", "content": "What is the capital of France? One sentence."}]
QUESTION = "Tom has 3 boxes of 12 pens and gives away 7. How many are left?"
WRONG = "3 * 12 = 36, and 36 - 7 = 28. The answer is 28."


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    """The model's address; one server for all tests of a process (it starts within a second)."""
    absent = missing()
    if absent:
        pytest.skip(absent)
    with local_model() as address:
        yield address


@pytest.fixture
def anyio_backend() -> str:
    """The client's own event loop."""
    return "asyncio"


@pytest.fixture
async def gateway(url: str) -> AsyncIterator[Gateway]:
    """The gateway to the model; replies are short, one thread writes some twenty tokens a second."""
    made = Gateway(Models(default=settings(url)))
    yield made
    await made.aclose()


def settings(url: str, **changes: Any) -> ModelSettings:
    """The model, bounded for a test."""
    return ModelSettings(
        **{"model": "smollm2", "base_url": url, "timeout_s": 200.0, "tries": 1, "max_tokens": 40, **changes}
    )


def arithmetic() -> Registry:
    """One tool: a prompt that describes all of them is longer than the model's context."""
    registry = Registry()
    registry.add(default_registry().get("arithmetic"))
    return registry


def verdict_form() -> Form[dict[str, Any]]:
    """A reply small enough for the model to end it."""
    properties = {
        "verdict": {"type": "string", "enum": ["right", "wrong"]},
        "sure": {"type": "boolean"},
    }
    definition = {
        "type": "object", "properties": properties, "required": [*properties], "additionalProperties": False
    }  # fmt: skip
    return Form(Schema(name="verdict", definition=definition), dict)


async def test_it_writes_text(gateway):
    """A reply has text, a reason for its end, and tokens that the ledger counts."""
    session = gateway.session()
    reply = await session.complete("generator", SAY)
    assert reply.text.strip()
    assert reply.finish == "stop"
    assert session.ledger.usage.prompt_tokens > 0
    assert 0 < session.ledger.usage.completion_tokens <= 40


async def test_it_streams(gateway):
    """The pieces that arrive one after another make the reply, and its usage comes with the last of them."""
    session = gateway.session()
    *texts, whole = [piece async for piece in session.stream("generator", SAY)]
    assert isinstance(whole, Completion)
    assert len(texts) > 2
    assert "".join(texts) == whole.text
    assert session.ledger.usage.completion_tokens > 2


async def test_it_keeps_to_a_schema(gateway):
    """With json_schema the first reply has the wanted form, whatever it holds."""
    session = gateway.session()
    found = await session.ask(
        "judge", [{"role": "user", "content": f"{QUESTION} {WRONG} Right or wrong?"}], verdict_form()
    )
    assert set(found) == {"verdict", "sure"}
    assert session.ledger.calls == 1
    assert gateway.form_of(gateway.models.default) == "json_schema"


async def test_it_takes_the_schema_of_plans(url):
    """The server accepts the whole schema of plans. What the bound of tokens cuts off is told as such."""
    gateway = Gateway(Models(default=settings(url, max_tokens=60)))
    session = gateway.session()
    try:
        with pytest.raises(PlanError, match="token limit"):
            await ModelPlanner(session, arithmetic())(Task(id="1", question=QUESTION), WRONG, 1)
    finally:
        await gateway.aclose()
    assert gateway.form_of(gateway.models.default) == "json_schema"
    assert session.ledger.usage.completion_tokens > 0


async def test_without_a_schema_the_text_is_read(url):
    """Asked in words only, the model's prose is no plan: it goes back twice with the fault, then the plan fails."""
    gateway = Gateway(Models(default=settings(url, structured="text")))
    session = gateway.session(Budget(calls=5))
    try:
        with pytest.raises(PlanError, match="no plan that can be used"):
            await ModelPlanner(session, arithmetic())(Task(id="1", question=QUESTION), WRONG, 1)
    finally:
        await gateway.aclose()
    assert 1 <= session.ledger.calls <= 3


async def test_it_corrects(url):
    """A refuted answer goes to the model with its evidence; what comes back is checked like any other answer."""
    gateway = Gateway(Models(default=settings(url, max_tokens=120)))
    session = gateway.session(Budget(calls=1))
    report = await acheck(WRONG, QUESTION, corrector=ModelCorrector(session, evidence="full"))
    await gateway.aclose()
    assert report.attempts[0].verdict == "refuted"
    assert session.ledger.calls == 1
    if report.stop_reason == "model_error":  # on another processor it may go on writing
        assert "token limit" in report.error
        return
    assert report.attempts[1].author.startswith("llm:smollm2:")
    assert report.attempts[1].answer.strip()
    assert report.verdict != "verified" or "29" in report.final_answer


async def test_a_prompt_beyond_its_context_is_refused(gateway):
    """The server's refusal is an error with its own words, and no reason to ask for less structure ever after."""
    long = [{"role": "user", "content": "many words " * 4000}]
    with pytest.raises(ModelRejected, match="context"):
        await gateway.session().ask("planner", long, verdict_form())
    assert gateway.form_of(gateway.models.default) == "json_schema"


async def test_a_reply_cut_off_is_told_with_what_there_is(gateway):
    """A reply that reaches its token limit is an error that carries the text so far."""
    with pytest.raises(ModelTruncated) as caught:
        await gateway.session().complete("generator", [{"role": "user", "content": "Count from 1 to 500."}])
    assert caught.value.text.strip()


@pytest.mark.parametrize("native", [True, False])
async def test_it_acts_within_its_bounds(gateway: Gateway, native: bool):
    """Whatever the model makes of ReAct's formats, it ends within its steps and repairs, with a trace."""
    session = gateway.session(Budget(calls=12))
    react = ReAct(session, arithmetic(), native=native, bounds=Bounds(steps=1, repairs=1))
    made = await react(Task(question=QUESTION))
    assert made.generator == "react"
    assert made.trace[-1]["kind"] == "answer"
    assert made.answer or made.note
    assert session.ledger.calls <= 5
