"""The real async client, wrapped; event loops, threads and cancellation."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.lowlevel
import openai
import pytest

from tests.verifier.llm.server import chat, serving, sse
from tests.verifier.wrapping.replies import (
    ASK,
    ASK_RESPONSES,
    QUESTION,
    RIGHT,
    WRONG,
    async_client,
    choices,
    client,
    response,
    response_events,
)
from toolkits import Registry, Tool, default_registry
from verifier import RefutedError, check, verified, wrap
from verifier.llm import Gateway, Models, ModelSettings
from verifier.wrapping import UncheckedWarning, reports_of
from verifier.wrapping._shapes import CHAT
from verifier.wrapping._transport import ClientTransport

pytestmark = pytest.mark.anyio
PIECES = "12 * 12 = ", "146, so the answer", " is 146."
PENS = [
    {
        "role": "user",
        "content": "Tom has 3 boxes of 12 pens and gives away 7. How many pens does he have now?",
    }
]


@asynccontextmanager
async def clients(*script: Any) -> AsyncIterator[Any]:
    """The real async client of a server with that script."""
    with serving(*script) as server:
        async with async_client(server) as made:
            yield made


async def asked(made: Any, **changes: Any) -> Any:
    """One completion."""
    return await made.chat.completions.create(**ASK | changes)


async def test_an_async_completion_carries_its_report() -> None:
    """Awaiting gives the client's own completion, each choice checked, and dumps as without the wrapper."""
    async with clients(choices(RIGHT, WRONG)) as plain:
        bare, made = await asked(plain), await asked(wrap(plain), n=2)
        assert isinstance(wrap(plain), openai.AsyncOpenAI)
    assert made.model_dump() == bare.model_dump()
    assert [report.verdict for report in reports_of(made)] == ["verified", "refuted"]
    assert made.amtfv.task.question == QUESTION


async def test_policies() -> None:
    """`correct` and `raise` as of the sync client."""
    async with clients(chat(WRONG)) as plain:
        made = await asked(wrap(plain, "correct"))
        with pytest.raises(RefutedError):
            await asked(wrap(plain, "raise"))
    assert made.choices[0].message.content == RIGHT
    assert made.amtfv.attempts[0].answer == WRONG


@pytest.mark.parametrize("kind", ["async", "sync"])
async def test_the_client_corrects_its_own_answers(kind: str) -> None:
    """In this loop for the async client; a sync one inside a loop is asked from a thread."""
    script = chat("He has 36 - 7 = 28 pens."), chat("He has 36 - 7 = 29 pens.")
    if kind == "async":
        async with clients(*script) as plain:
            made = await asked(wrap(plain, "correct", client_corrects=True), messages=PENS)
    else:
        with client(*script) as (sync, _):
            made = wrap(sync, "correct", client_corrects=True).chat.completions.create(
                model="m", messages=PENS
            )
    assert made.choices[0].message.content == "He has 36 - 7 = 29 pens."


async def test_streams() -> None:
    """Annotated at the end; held and corrected; raising; left early."""
    async with clients(sse(*PIECES)) as plain:
        stream = await asked(wrap(plain), stream=True)
        assert isinstance(stream, openai.AsyncStream)
        texts = [chunk.choices[0].delta.content or "" async for chunk in stream if chunk.choices]
        assert "".join(texts) == WRONG
        assert stream.amtfv.verdict == "refuted"
        held = await asked(wrap(plain, "correct"), stream=True)
        texts = [chunk.choices[0].delta.content or "" async for chunk in held if chunk.choices]
        assert "".join(texts) == RIGHT
        assert held.amtfv.verdict == "verified"
        refused = await asked(wrap(plain, "raise", hold=True), stream=True)
        with pytest.raises(RefutedError):
            await anext(refused)
        async with await asked(wrap(plain), stream=True) as left:
            await anext(left)
        assert "ended before" in left.amtfv.error
        await (await asked(wrap(plain), stream=True)).close()


async def test_the_stream_helpers() -> None:
    """`chat.completions.stream()` and `responses.stream()` and their final results."""
    async with clients(sse(*PIECES), response_events(*PIECES)) as plain:
        made = wrap(plain)
        async with made.chat.completions.stream(**ASK) as stream:
            final = await stream.get_final_completion()
        assert final.amtfv is stream.amtfv
        assert final.amtfv.verdict == "refuted"
        async with made.responses.stream(**ASK_RESPONSES) as events:
            await events.until_done()
            last = await events.get_final_response()
        assert last.amtfv.verdict == "refuted"


async def test_responses_and_raw_responses() -> None:
    """The other endpoint, its stream, and raw responses, whose `parse()` the client has synchronous."""
    async with clients(response(WRONG), response_events(*PIECES), response(WRONG), chat(WRONG)) as plain:
        made = wrap(plain)
        assert (await made.responses.create(**ASK_RESPONSES)).amtfv.verdict == "refuted"
        stream = await made.responses.create(**ASK_RESPONSES, stream=True)
        assert [event async for event in stream][-1].response.amtfv is stream.amtfv
        raw = await made.responses.with_raw_response.create(**ASK_RESPONSES)
        assert raw.parse().amtfv.verdict == "refuted"
        with pytest.warns(UncheckedWarning):
            way = made.chat.completions.with_streaming_response
        async with way.create(**ASK) as unchecked:
            assert (await unchecked.parse()).choices[0].message.content == WRONG


async def test_a_wrapped_client_is_its_own_context_manager() -> None:
    """Entering gives the wrapped client; leaving closes the one behind."""
    with serving(chat(WRONG)) as server:
        plain = async_client(server)
        async with wrap(plain) as made:
            assert (await asked(made)).amtfv.verdict == "refuted"
        assert plain.is_closed()


async def test_a_crash_of_the_checker_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of the sync client."""

    async def crash(*_: Any, **__: Any) -> Any:
        raise RuntimeError("boom")

    monkeypatch.setattr("verifier.wrapping._checking.acheck", crash)
    async with clients(chat(WRONG)) as plain:
        made = await asked(wrap(plain, "raise"))
    assert made.choices[0].message.content == WRONG
    assert (made.amtfv.verdict, "boom" in made.amtfv.error) == ("inconclusive", True)


# --- heavy tools, cancellation, threads -----------------------------------------------------------------
def slow(definitions: list[Any], ask: dict[str, Any]) -> dict[str, Any]:
    """A heavy tool that takes its time."""
    time.sleep(0.5)
    return default_registry().get("worksheet")({"definitions": definitions, "ask": ask})


def slow_tools() -> Registry:
    """The built-in tools, of which the worksheet is heavy and slow."""
    made = Registry()
    for tool in default_registry():
        own = Tool(name=tool.name, version="slow", function=slow, aliases=tool.aliases, heavy=True)
        made.add(own if tool.name == "worksheet" else tool)
    return made


async def test_tools_that_block_do_not_block_the_loop() -> None:
    """While a heavy tool works in its thread, other tasks run."""
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await anyio.sleep(0.01)
            ticks += 1

    async with clients(chat(WRONG)) as plain, anyio.create_task_group() as group:
        group.start_soon(tick)
        await anyio.lowlevel.checkpoint()
        made = await asked(wrap(plain, registry=slow_tools()))
        group.cancel_scope.cancel()
    assert made.amtfv.verdict == "refuted"
    assert made.amtfv.attempts[0].evidence[0].tool_version == "slow"
    assert ticks > 10


async def test_cancellation_passes() -> None:
    """A time-out around a call ends it in the middle of a check: it is not taken for a crash."""
    async with clients(chat(WRONG)) as plain:
        made = wrap(plain, registry=slow_tools())
        await asked(plain)  # the connection is there
        started = time.perf_counter()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.25):
                await asked(made)
        assert time.perf_counter() - started < 0.45


async def test_a_cancelled_stream_can_be_read_on() -> None:
    """A held stream whose check was cancelled is checked before anything of it is released."""
    async with clients(sse(*PIECES)) as plain:
        stream = await asked(wrap(plain, "raise", hold=True, registry=slow_tools()), stream=True)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.25):
                await anext(stream)
        assert stream.amtfv.verdict == "inconclusive"
        with pytest.raises(RefutedError):
            await anext(stream)


def test_threads_share_a_wrapped_client() -> None:
    """Calls from several threads at once get each their own report."""

    def reply(body: dict[str, Any]) -> Any:
        from tests.verifier.llm.server import Reply

        return Reply(chat(body["messages"][0]["content"].replace("What is", "").replace("?", "= 146")))

    with client(reply) as (plain, _), ThreadPoolExecutor(6) as threads:
        made = wrap(plain)

        def one(number: int) -> tuple[str, str]:
            ask = [{"role": "user", "content": f"What is {number} + 100?"}]
            report = made.chat.completions.create(model="m", messages=ask).amtfv
            return report.verdict, report.task.question

        found = list(threads.map(one, range(40, 52)))
    assert [verdict for verdict, _ in found] == ["verified" if n == 46 else "refuted" for n in range(40, 52)]
    assert [question for _, question in found] == [f"What is {n} + 100?" for n in range(40, 52)]


# --- the decorator ---------------------------------------------------------------------------------------
async def test_async_functions_can_be_verified() -> None:
    """The decorated function is still a coroutine function."""

    @verified(on_refuted="correct")
    async def answer(question: str) -> str:
        await anyio.lowlevel.checkpoint()
        return WRONG

    assert asyncio.iscoroutinefunction(answer)
    text = await answer(QUESTION)
    assert (text, text.amtfv.verdict) == (RIGHT, "verified")


def test_the_report_is_that_of_check() -> None:
    """The wrapper finds what `check` finds."""
    with client(chat(WRONG)) as (plain, _):
        made = wrap(plain).chat.completions.create(**ASK).amtfv
    report = check(WRONG, QUESTION)
    assert (made.verdict, made.scope, made.coverage, made.failure.summary) == (
        report.verdict,
        report.scope,
        report.coverage,
        report.failure.summary if report.failure else "",
    )


async def test_a_client_is_a_transport_that_streams_too() -> None:
    """Whoever wants a stream of the wrapped client's reply has it in chunks."""
    async with clients(chat("He has 29 pens.")) as plain:
        models = Models(default=ModelSettings(model="m"))
        session = Gateway(models, ClientTransport(plain, CHAT, {})).session()
        pieces = [piece async for piece in session.stream("generator", PENS)]
    assert "".join(piece for piece in pieces if isinstance(piece, str)) == "He has 29 pens."
    assert pieces[-1].text == "He has 29 pens."
