"""Recording and replaying what models said."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.llm.server import Reply, chat, serving, sse
from verifier.errors import ModelRejected, ReplayMiss, UsageError
from verifier.llm import (
    Completion,
    Gateway,
    Models,
    ModelSettings,
    RecordingTransport,
    ReplayTransport,
    Request,
    Tape,
)
from verifier.llm._openai import OpenAITransport

pytestmark = pytest.mark.anyio
SAY = [{"role": "user", "content": "六乘七是多少？"}]


def _models(url: str | None = None) -> Models:
    return Models(default=ModelSettings(model="m", base_url=url))


async def _record(path, url, *, stream=False):
    gateway = Gateway(_models(url), RecordingTransport(OpenAITransport(), path))
    session = gateway.session()
    if stream:
        [_ async for _ in session.stream("generator", SAY)]
    else:
        await session.complete("generator", SAY)
    await gateway.aclose()


async def _replay(path) -> Completion:
    return await Gateway(_models(), ReplayTransport(Tape.load(path))).session().complete("generator", SAY)


@pytest.mark.parametrize("stream", [False, True])
async def test_what_was_recorded_is_replayed(tmp_path, stream):
    """A reply, streamed or not, comes back from the file with no server and no key."""
    path = tmp_path / "sub" / "tape.jsonl"
    with serving(sse("42") if stream else chat("42")) as server:
        await _record(path, server.url, stream=stream)
    found = await _replay(path)
    assert (found.text, found.usage.total) == ("42", 15)


async def test_a_replayed_reply_can_be_streamed(tmp_path):
    """A recorded reply serves a stream too."""
    path = tmp_path / "tape.jsonl"
    with serving(chat("42")) as server:
        await _record(path, server.url)
    session = Gateway(_models(), ReplayTransport(Tape.load(path))).session()
    *texts, whole = [piece async for piece in session.stream("generator", SAY)]
    assert (texts, whole.text) == (["42"], "42")


async def test_a_refusal_is_replayed(tmp_path):
    """What a server refused is refused again, so that a run takes the same way round it."""
    path = tmp_path / "tape.jsonl"
    with serving(Reply({"error": {"message": "no tools here"}}, status=400)) as server:
        with pytest.raises(ModelRejected):
            await _record(path, server.url)
        with pytest.raises(ModelRejected):
            await _record(path, server.url, stream=True)
    with pytest.raises(ModelRejected, match="no tools here") as error:
        await _replay(path)
    assert error.value.status == 400


async def test_a_miss_prints_the_prompt(tmp_path):
    """A request that was not recorded is an error that shows what would have been asked."""
    path = tmp_path / "tape.jsonl"
    path.write_text("")
    with pytest.raises(ReplayMiss, match="六乘七是多少？") as caught:
        await _replay(path)
    assert not caught.value.retryable


async def test_a_line_cut_off_by_a_kill_costs_that_line(tmp_path):
    """An unfinished last line is left out, and the next recording starts on a line of its own."""
    path = tmp_path / "tape.jsonl"
    with serving(chat("42")) as server:
        await _record(path, server.url)
        whole = path.read_bytes()
        path.write_bytes(whole + whole[:-20])
        assert (await _replay(path)).text == "42"
        await _record(path, server.url)
    assert path.read_bytes() == whole + whole


@pytest.mark.parametrize(
    "line", ["{", "[]", "{}", '{"key": 1, "response": {}}', '{"key": "a", "response": 1}']
)
def test_a_line_that_is_no_recording_is_named(tmp_path, line):
    """A bad line is told with file and number."""
    path = tmp_path / "tape.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(UsageError, match=r"tape\.jsonl:1: "):
        Tape.load(path)
    with pytest.raises(UsageError, match="can't be read"):
        Tape.load(tmp_path / "none.jsonl")


@given(
    st.dictionaries(st.text(), st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=5))
)
def test_the_key_is_the_requests_own(body):
    """Equal bodies have equal keys whatever the order of their members; another sample has another key."""
    turned = dict(reversed(list(body.items())))
    assert Request(body=body).key == Request(body=turned).key
    assert Request(body=body).key != Request(body=body, sample=1).key


def test_a_recorded_row_holds_what_is_needed_to_ask_again(tmp_path):
    """Each row holds the key, the request's body and the response, in readable characters."""
    import anyio

    path = tmp_path / "tape.jsonl"

    async def go():
        with serving(chat("四十二")) as server:
            await _record(path, server.url)

    anyio.run(go)
    text = path.read_text(encoding="utf-8")
    assert "四十二" in text
    row = json.loads(text)
    assert row["key"] == Request(body=row["request"]).key
