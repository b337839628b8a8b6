"""The gateway, through the real client, against a local HTTP server."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
import stamina

from tests.verifier.llm.server import Reply, chat, serving, sse
from verifier.errors import (
    BudgetSpent,
    ModelEmpty,
    ModelError,
    ModelFiltered,
    ModelMalformed,
    ModelRefused,
    ModelRejected,
    ModelTimeout,
    ModelTruncated,
    ModelUnavailable,
    PlanError,
    UsageError,
)
from verifier.llm import Budget, Completion, Form, Gateway, Models, ModelSettings, Price, Schema

pytestmark = pytest.mark.anyio
SAY = [{"role": "user", "content": "What is 6 times 7?"}]


@pytest.fixture(autouse=True)
def _no_waiting():
    """Retries happen as often as they would, without their pauses."""
    with stamina.set_testing(True, attempts=3):
        yield


def settings(url: str, **changes: Any) -> ModelSettings:
    """A model at that address."""
    return ModelSettings(**{"model": "m", "base_url": url, "timeout_s": 60.0, **changes})


async def _complete(url: str, **changes: Any) -> Completion:
    gateway = Gateway(Models(default=settings(url, **changes)))
    try:
        return await gateway.session().complete("generator", SAY)
    finally:
        await gateway.aclose()


def _number(value: Any) -> int:
    if not isinstance(value.get("n"), int):
        raise PlanError("$.n", "a whole number is wanted")
    return value["n"]


FORM = Form(
    Schema(
        name="answer",
        definition={
            "type": "object",
            "properties": {"n": {"type": "integer"}},
            "required": ["n"],
            "additionalProperties": False,
        },
    ),
    _number,
)


async def _ask(url: str, **changes: Any) -> int:
    gateway = Gateway(Models(default=settings(url, **changes)))
    try:
        return await gateway.session().ask("planner", SAY, FORM)
    finally:
        await gateway.aclose()


async def test_a_prompt_refused_in_every_form_teaches_nothing():
    """A 400 that is about something else leaves the form of later requests as it was, and its first reason is told."""
    refusals = [Reply({"error": {"message": f"too long, said {n} times"}}, 400) for n in (1, 2, 3)]
    with serving(*refusals, chat('{"n": 1}')) as server:
        gateway = Gateway(Models(default=settings(server.url)))
        with pytest.raises(ModelRejected, match="said 1 times"):
            await gateway.session().ask("planner", SAY, FORM)
        assert await gateway.session().ask("planner", SAY, FORM) == 1
        await gateway.aclose()
    assert server.asked[-1]["response_format"]["type"] == "json_schema"


async def test_a_reply_is_read():
    """Text, end, model and tokens of a reply come back; the request holds the role's model and bounds."""
    with serving(chat("42")) as server:
        found = await _complete(server.url, max_tokens=77)
    assert (found.text, found.finish, found.model, found.usage.total) == ("42", "stop", "m-1", 15)
    assert server.asked[0]["max_tokens"] == 77
    assert server.asked[0]["messages"] == SAY


async def test_roles_have_their_own_models():
    """A role that is named uses its own model, every other one the default."""
    with serving(chat("ok")) as server:
        models = Models(default=settings(server.url), roles={"judge": settings(server.url, model="large")})
        gateway = Gateway(models)
        session = gateway.session()
        await session.complete("judge", SAY)
        await session.complete("planner", SAY)
        await gateway.aclose()
    assert [body["model"] for body in server.asked] == ["large", "m"]
    with pytest.raises(UsageError, match="no role is called jury"):
        Models(default=settings("http://x"), roles={"jury": settings("http://x")})


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 529])
async def test_a_passing_fault_is_tried_again(status):
    """Rate limits and server faults are retried, by one mechanism only: three tries make three requests."""
    fault = Reply({"error": {"message": "busy"}}, status)
    with serving(fault, fault, chat("42")) as server:
        assert (await _complete(server.url)).text == "42"
    assert len(server.asked) == 3


async def test_a_storm_ends_as_a_retryable_error():
    """When every try meets a fault the last one is told, with its status, and marked as worth another try."""
    with (
        serving(Reply({"error": {"message": "slow down"}}, 429)) as server,
        pytest.raises(ModelUnavailable, match=r"HTTP 429.*slow down") as caught,
    ):
        await _complete(server.url)
    assert caught.value.retryable
    assert len(server.asked) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
async def test_a_request_that_is_refused_is_not_tried_again(status):
    """What the server will refuse again is told at once."""
    with (
        serving(Reply({"error": {"message": "no"}}, status)) as server,
        pytest.raises(ModelRejected) as caught,
    ):
        await _complete(server.url)
    assert (caught.value.status, len(server.asked)) == (status, 1)


async def test_the_servers_wait_is_kept():
    """`Retry-After` decides how long to wait, unless it is no number or unreasonable."""
    from verifier.llm._openai import _wait

    assert _wait(ModelUnavailable("busy", retry_after_s=2.5)) == 2.5
    assert _wait(ModelUnavailable("busy")) is True
    assert _wait(ModelRejected("no", status=400)) is False
    with (
        serving(Reply({"error": {}}, 503, {"retry-after": "7"})) as server,
        pytest.raises(ModelUnavailable) as caught,
    ):
        await _complete(server.url)
    assert caught.value.retry_after_s == 7
    with (
        serving(Reply({"error": {}}, 503, {"retry-after": "9000"})) as server,
        pytest.raises(ModelUnavailable) as caught,
    ):
        await _complete(server.url)
    assert caught.value.retry_after_s is None


async def test_a_server_that_drips_is_cut_off():
    """The wall clock bounds a call even when single bytes keep coming."""
    with (
        serving(Reply(chat("42"), drip_s=0.05)) as server,
        pytest.raises(ModelTimeout, match=r"within 0\.3 s"),
    ):
        await _complete(server.url, timeout_s=0.3)


async def test_a_broken_connection_is_told():
    """A response that breaks off and a port where nobody listens are unavailable services."""
    with serving(Reply(chat("42"), cut=True)) as server:
        url = server.url
        with pytest.raises(ModelUnavailable, match="closed connection"):
            await _complete(url)
    with pytest.raises(ModelUnavailable, match="no connection to"):
        await _complete(url)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (401, r"401 from http\S+ \(is the key in OPENAI_API_KEY the right one"),
        (404, r"know the model 'm'\?.* /v1"),
    ],
)
async def test_a_slip_in_the_settings_is_told_with_what_to_look_at(status, words):
    """Statuses that a wrong key, model or address has name them."""
    with (
        serving(Reply({"error": {"message": "no"}}, status=status)) as server,
        pytest.raises(ModelRejected, match=words),
    ):
        await _complete(server.url)


async def test_bytes_that_are_no_text_cost_a_letter():
    """Invalid UTF-8 within a reply is replaced; the reply stands."""
    import json

    with serving(Reply(json.dumps(chat("4?2")).encode().replace(b"?", b"\xff"))) as server:
        assert (await _complete(server.url)).text == "4�2"


@pytest.mark.parametrize(
    ("body", "error", "words"),
    [
        (chat(None, refusal="I can't help with that."), ModelRefused, "declined: I can't help"),
        (chat("half", "length"), ModelTruncated, "max_tokens"),
        (chat("", "content_filter"), ModelFiltered, "filter"),
        (chat(""), ModelEmpty, "nothing"),
        (chat(" \n"), ModelEmpty, "nothing"),
        ({**chat("x"), "choices": []}, ModelEmpty, "empty list"),
        ({**chat("x"), "choices": None}, ModelError, "no choices"),
        ({**chat("x"), "choices": [7]}, ModelError, "no object"),
        ({"choices": [{"message": None}]}, ModelError, "no message"),
        ({"hello": 1}, ModelError, "no choices"),
    ],
)
async def test_what_is_no_reply_is_told_apart(body, error, words):
    """Refusals, filters, broken-off, empty and misshapen replies each have their own error."""
    with serving(body) as server, pytest.raises(error, match=words):
        await _complete(server.url)


@pytest.mark.parametrize("content", [b"<html>busy</html>", b"", b"[" * 100_000])
async def test_a_response_that_is_no_json_is_a_fault_of_the_service(content):
    """An error page in place of JSON is tried again and then told."""
    with serving(Reply(content)) as server, pytest.raises(ModelUnavailable, match="no JSON"):
        await _complete(server.url)


async def test_parts_of_content_are_put_together():
    """Servers that send a message's content in parts are read too."""
    body = chat(None)
    body["choices"][0]["message"]["content"] = [{"type": "text", "text": "4"}, {"type": "text", "text": "2"}]
    with serving(body) as server:
        assert (await _complete(server.url)).text == "42"


async def test_tool_calls_are_read():
    """Function calls come back with their names and arguments, as text."""
    call = {"id": "c", "type": "function", "function": {"name": "add", "arguments": '{"a": 1}'}}
    with serving(chat(None, "tool_calls", tool_calls=[call, {"function": None}])) as server:
        found = await _complete(server.url)
    assert [(c.name, c.arguments) for c in found.calls] == [("add", '{"a": 1}')]


# --- structured replies -------------------------------------------------------------------------------------
async def test_a_structured_reply_is_asked_for_and_read():
    """The strict schema goes to the server; fences and prose around the object don't matter."""
    with serving(chat('Sure!\n```json\n{"n": 42}\n```')) as server:
        assert await _ask(server.url) == 42
    sent = server.asked[0]["response_format"]["json_schema"]
    assert (sent["name"], sent["strict"]) == ("answer", True)


async def test_a_malformed_reply_goes_back_with_its_fault():
    """The model is told the exact path and fault; the conversation holds only its last bad reply."""
    with serving(chat('{"n": "x"}'), chat('{"n": "y"}'), chat('{"n": 42}')) as server:
        assert await _ask(server.url) == 42
    assert [len(body["messages"]) for body in server.asked] == [1, 3, 3]
    assert "$.n: a whole number is wanted" in server.asked[1]["messages"][-1]["content"]
    assert server.asked[2]["messages"][1]["content"] == '{"n": "y"}'


async def test_a_reply_that_stays_malformed_is_an_error():
    """Two repairs at the most."""
    with serving(chat("no json here")) as server, pytest.raises(ModelMalformed, match="answer: "):
        await _ask(server.url)
    assert len(server.asked) == 3


async def test_a_server_without_schemas_is_asked_in_a_weaker_form():
    """A 400 steps down from json_schema to json_object to text, and the step is remembered."""

    def reply(body: dict[str, Any]) -> Reply:
        kind = body.get("response_format", {}).get("type")
        return Reply({"error": {"message": "unknown"}}, 400) if kind else Reply(chat('{"n": 1}'))

    with serving(reply) as server:
        gateway = Gateway(Models(default=settings(server.url)))
        session = gateway.session()
        assert await session.ask("planner", SAY, FORM) == 1
        assert await session.ask("planner", SAY, FORM) == 1
        await gateway.aclose()
    kinds = [body.get("response_format", {}).get("type") for body in server.asked]
    assert kinds == ["json_schema", "json_object", None, None]


async def test_a_reply_cut_off_is_not_a_bad_one():
    """JSON that breaks off at the token limit is told as such and not sent back for repair."""
    with serving(chat('{"n": 4', "length")) as server, pytest.raises(ModelTruncated):
        await _ask(server.url)
    assert len(server.asked) == 1


def test_a_schema_outside_strict_mode_is_refused():
    """A form whose schema a strict server would refuse can't be made; each place is named."""
    with pytest.raises(ModelError, match="#/properties/n: minimum"):
        Form(
            Schema(
                name="bad",
                definition={
                    "type": "object",
                    "properties": {"n": {"type": "integer", "minimum": 0}},
                    "required": ["n"],
                    "additionalProperties": False,
                },
            ),
            _number,
        )


# --- budgets ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("budget", "calls"),
    [
        (Budget(calls=2), 2),
        (Budget(tokens=20), 2),
        (Budget(tokens=15), 1),
        (Budget(money=Decimal("0.0001")), 4),
    ],
)
async def test_a_budget_ends_the_calls(budget, calls):
    """Calls, tokens and money each bound a run; the call that would exceed them is not made."""
    price = Price(prompt=Decimal(1), completion=Decimal(3))
    with serving(chat("42")) as server:
        gateway = Gateway(Models(default=settings(server.url, price=price)))
        session = gateway.session(budget)
        for _ in range(calls):
            await session.complete("generator", SAY)
        with pytest.raises(BudgetSpent, match="budget"):
            await session.complete("generator", SAY)
        await gateway.aclose()
    assert len(server.asked) == calls == session.ledger.calls
    assert session.ledger.usage.total == 15 * calls
    assert session.ledger.money == Decimal("0.000025") * calls


# --- streaming ----------------------------------------------------------------------------------------------
async def _streamed(url: str, **changes: Any) -> list[str | Completion]:
    gateway = Gateway(Models(default=settings(url, **changes)))
    session = gateway.session()
    try:
        found = [piece async for piece in session.stream("generator", SAY)]
    finally:
        await gateway.aclose()
    assert session.ledger.usage.total == 15
    return found


async def test_a_stream_gives_pieces_and_then_the_whole():
    """Text comes piece by piece, the last item is the whole reply with its tokens."""
    with serving(sse("4", "2")) as server:
        *texts, whole = await _streamed(server.url)
    assert texts == ["4", "2"]
    assert isinstance(whole, Completion)
    assert (whole.text, whole.finish) == ("42", "stop")
    assert server.asked[0]["stream"] is True


@pytest.mark.parametrize(("finish", "error"), [("length", ModelTruncated), ("content_filter", ModelFiltered)])
async def test_a_stream_that_ends_badly_is_told(finish, error):
    """The end of a stream is judged as the end of a whole reply is."""
    with serving(sse("4", finish=finish)) as server, pytest.raises(error):
        await _streamed(server.url)


async def test_a_byte_order_mark_is_no_fault():
    """Some servers begin with one."""
    with serving(Reply(b"\xef\xbb\xbf" + json.dumps(chat("42")).encode())) as server:
        assert (await _complete(server.url)).text == "42"


async def test_a_whole_object_before_the_token_limit_counts():
    """Some models go on with blanks for ever: what they wrote before is whole."""
    with serving(chat('{"n": 1}' + " " * 50, finish="length")) as server:
        assert await _ask(server.url) == 1
    with serving(chat('{"n": 1}\n{"n": ', finish="length")) as server, pytest.raises(ModelTruncated):
        await _ask(server.url)
    with serving(chat('{"m": 1}', finish="length")) as server, pytest.raises(ModelTruncated):
        await _ask(server.url)


async def test_thoughts_are_no_part_of_a_reply():
    """The text goes without them, `raw` keeps them; a structured reply is not taken from a draft in them."""
    with serving(chat('<think>{"n": 7}?</think>\n{"n": 1}')) as server:
        found = await _complete(server.url)
        assert (found.text, found.raw) == ('{"n": 1}', '<think>{"n": 7}?</think>\n{"n": 1}')
        assert await _ask(server.url) == 1
    with serving(chat('<think>{"n": 7}')) as server, pytest.raises(ModelEmpty, match="but its thoughts"):
        await _ask(server.url)


@pytest.mark.parametrize(
    "bounds",
    [
        {"calls": -1}, {"calls": 1.5}, {"calls": True}, {"calls": "3"}, {"tokens": -5}, {"money": Decimal("NaN")},
        {"money": Decimal(-1)}, {"money": 0.5},
    ],
)  # fmt: skip
def test_a_budget_of_less_than_nothing_is_refused(bounds):
    """Said where it is made, not in the middle of a run."""
    with pytest.raises(UsageError, match="from 0 is needed"):
        Budget(**bounds)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'data: {"choices": [{"index": 0, "delta": {"content": "4"}}]}\n\n', "ended before the reply did"),
        (b"data: {no json}\n\n", "can't be read"),
        (b"data: \xff\xfe\n\n", "can't be read"),
    ],
)
async def test_a_stream_that_breaks_off_is_a_fault_of_the_service(body, words):
    """Half a reply is not taken for a whole one, and what is no stream raises no error but ours."""
    with serving(Reply(body, headers={"content-type": "text/event-stream"})) as server:
        gateway = Gateway(Models(default=settings(server.url)))
        with pytest.raises(ModelUnavailable, match=words):
            async for _ in gateway.session().stream("generator", SAY):
                pass
        await gateway.aclose()
