"""Streams of the real sync client: annotated at their end, or held until they are verified."""

from __future__ import annotations

from typing import Any

import openai
import pytest

from tests.verifier.llm.server import Reply, sse
from tests.verifier.wrapping.replies import ASK, CALL, RIGHT, WRONG, chunk, client, events
from verifier import RefutedError, wrap
from verifier.wrapping import report_of, reports_of

PIECES = "12 * 12 = ", "146, so the answer", " is 146."


def streamed(made: Any, **changes: Any) -> Any:
    """One stream."""
    return made.chat.completions.create(**ASK, stream=True, **changes)


def text_of(chunks: Any, index: int = 0) -> str:
    """What the chunks of a choice say."""
    return "".join(c.delta.content or "" for x in chunks for c in x.choices if c.index == index)


def test_a_stream_is_annotated_at_its_end() -> None:
    """Its chunks pass as they come; once read, the stream carries the report."""
    with client(sse(*PIECES)) as (plain, _):
        bare = [chunk.model_dump() for chunk in streamed(plain)]
        stream = streamed(wrap(plain))
        assert isinstance(stream, openai.Stream)
        first = next(stream)
        assert (stream.amtfv.verdict, "not been read" in stream.amtfv.error) == ("inconclusive", True)
        rest = list(stream)
    assert [chunk.model_dump() for chunk in (first, *rest)] == bare
    assert stream.amtfv.verdict == "refuted"
    assert stream.amtfv.final_answer == WRONG
    assert report_of(stream) is stream.amtfv


def test_every_streamed_choice_is_checked() -> None:
    """Choices may come interleaved, and end at different times."""
    rows = chunk("12 * 12"), chunk("12 * 12", 1), chunk(" = 144", 1), chunk(" = 146"), chunk(None, 1, "stop")
    with client(events(*rows, chunk(None, 0, "stop"))) as (plain, _):
        stream = streamed(wrap(plain), n=2)
        for _ in stream:
            pass
    assert [report.verdict for report in reports_of(stream)] == ["refuted", "verified"]
    assert stream.amtfv.verdict == "refuted"


@pytest.mark.parametrize(
    ("rows", "verdict", "why"),
    [
        ([chunk("12 * 12 = 146")], "inconclusive", "ended before"),
        ([chunk("12 * 12 = 14", finish="length")], "inconclusive", "broke off"),
        (
            [chunk(None, tool_calls=[{"index": 0, **CALL}], finish="tool_calls")],
            "not_checkable",
            "calls tools",
        ),
        ([chunk(None, refusal="No."), chunk(None, finish="stop")], "not_checkable", "declined"),
        ([], "inconclusive", "no answer"),
    ],
)
def test_a_streamed_text_that_is_no_answer(rows: list[Any], verdict: str, why: str) -> None:
    """As in whole completions; a stream that stops without a word of its end is cut off, too."""
    with client(events(*rows)) as (plain, _):
        stream = streamed(wrap(plain, "raise"))
        list(stream)
    assert stream.amtfv.verdict == verdict
    assert why in stream.amtfv.attempts[0].plan.notes[0]


def test_raise_comes_at_the_end() -> None:
    """All chunks have been given out by then; the error leads to the stream."""
    with client(sse(*PIECES)) as (plain, _):
        bare = len(list(streamed(plain)))
        stream = streamed(wrap(plain, "raise"))
        for _ in range(bare):
            next(stream)
        with pytest.raises(RefutedError) as caught:
            next(stream)
        assert next(stream, None) is None
    assert caught.value.completion is stream
    assert stream.amtfv.verdict == "refuted"


def test_a_held_stream_is_released_when_verified() -> None:
    """The first chunk comes when the report is there; the chunks are the server's."""
    with client(sse("12 * 12 = 144.")) as (plain, _):
        bare = [chunk.model_dump() for chunk in streamed(plain)]
        stream = streamed(wrap(plain, hold=True))
        first = next(stream)
        assert stream.amtfv.verdict == "verified"
        assert [chunk.model_dump() for chunk in (first, *stream)] == bare


def test_a_held_stream_that_is_refuted_is_not_released() -> None:
    """`raise` comes before any chunk; whoever wants them all the same reads on."""
    with client(sse(*PIECES)) as (plain, _):
        stream = streamed(wrap(plain, "raise", hold=True))
        with pytest.raises(RefutedError):
            next(stream)
        assert text_of(stream) == WRONG


def test_a_corrected_stream_gives_the_correction() -> None:
    """It is held; the text of each refuted choice is replaced, all else of the chunks stays."""
    rows = (
        chunk("12 * 12 = "),
        chunk("12 * 12 = 144.", 1),
        chunk("146, so the answer is 146."),
        chunk(None, 1, "stop"),
    )
    with client(events(*rows, chunk(None, 0, "stop"))) as (plain, _):
        stream = streamed(wrap(plain, "correct"))
        chunks = list(stream)
    assert (text_of(chunks), text_of(chunks, 1)) == (RIGHT, "12 * 12 = 144.")
    assert len(chunks) == 5
    assert [report.verdict for report in reports_of(stream)] == ["verified", "verified"]
    assert stream.amtfv.attempts[0].answer == WRONG


def test_leaving_a_stream_after_its_last_word_checks_it() -> None:
    """Who stops at the finish reason has read the answer: closing the stream brings the report."""
    with client(sse(*PIECES)) as (plain, _):
        with streamed(wrap(plain)) as stream:
            for part in stream:
                if part.choices[0].finish_reason:
                    break
        assert stream.amtfv.verdict == "refuted"
        early = streamed(wrap(plain))
        next(early)
        early.close()
    assert early.amtfv.verdict == "inconclusive"
    assert "ended before" in early.amtfv.error
    assert list(early) == []


def test_an_error_inside_a_with_block_is_not_covered_up() -> None:
    """Leaving by an exception checks nothing and raises nothing else."""
    with client(sse(*PIECES)) as (plain, _):
        stream = streamed(wrap(plain, "raise"))
        with pytest.raises(KeyError), stream:
            raise KeyError([next(stream) for _ in range(len(PIECES) + 1)])
        assert stream.amtfv.verdict == "inconclusive"


def test_a_stream_that_breaks_is_inconclusive() -> None:
    """The client's error is raised; what was held is not released."""
    broken = Reply(sse(*PIECES).body + b"data: {no json}\n\n", headers={"content-type": "text/event-stream"})
    broken.body = broken.body.replace(b"data: [DONE]\n\n", b"")
    with client(broken) as (plain, _):
        for hold in (False, True):
            stream = streamed(wrap(plain, hold=hold))
            with pytest.raises(ValueError, match="Expecting property"):
                list(stream)
            assert stream.amtfv.verdict == "inconclusive"
            assert "broke" in stream.amtfv.error
            assert list(stream) == []


def test_a_crash_of_the_checker_loses_no_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Held chunks are released all the same, with an inconclusive report."""

    def crash(*_: Any, **__: Any) -> Any:
        raise RuntimeError("boom")

    monkeypatch.setattr("verifier.wrapping._checking.check", crash)
    with client(sse(*PIECES)) as (plain, _):
        stream = streamed(wrap(plain, "correct"))
        assert text_of(stream) == WRONG
    assert (stream.amtfv.verdict, "boom" in stream.amtfv.error) == ("inconclusive", True)


def test_the_raw_response_of_a_stream() -> None:
    """`parse()` gives the checked stream."""
    with client(sse(*PIECES)) as (plain, _):
        raw = wrap(plain).chat.completions.with_raw_response.create(**ASK, stream=True)
        stream = raw.parse()
        list(stream)
        assert stream.amtfv.verdict == raw.amtfv.verdict == "refuted"


# --- the client's own helper ---------------------------------------------------------------------------
def test_the_stream_helper_is_checked() -> None:
    """Its events pass; its final completion carries the report, under `correct` too with the text as it came."""
    with client(sse(*PIECES)) as (plain, _):
        for policy, hold in (("annotate", None), ("correct", None), ("annotate", True)):
            with wrap(plain, policy, hold=hold).chat.completions.stream(**ASK) as stream:
                kinds = {event.type for event in stream}
                final = stream.get_final_completion()
            assert {"chunk", "content.delta", "content.done"} <= kinds
            assert final.choices[0].message.content == WRONG
            assert final.amtfv is stream.amtfv
            assert final.choices[0].amtfv.verdict == "refuted"
            assert len(final.amtfv.attempts) == 1


def test_the_stream_helper_raises() -> None:
    """`get_final_completion` and `until_done` read to the end, where the refutation is raised."""
    with client(sse(*PIECES)) as (plain, _):
        made = wrap(plain, "raise")
        with pytest.raises(RefutedError), made.chat.completions.stream(**ASK) as stream:
            stream.get_final_completion()
        with pytest.raises(RefutedError), made.chat.completions.stream(**ASK) as stream:
            stream.until_done()
