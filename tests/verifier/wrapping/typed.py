"""What type checkers know of wrapped clients: read by pyright (`make lint`), never run."""
# pyright: reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

from typing import assert_type

import openai
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.responses import Response

from verifier import Report, VerifiedText, verified, wrap
from verifier.wrapping import report_of, reports_of

sync = wrap(openai.OpenAI(), "correct", hold=True)
assert_type(sync, openai.OpenAI)
completion = sync.chat.completions.create(model="m", messages=[{"role": "user", "content": "Q"}])
assert_type(completion, ChatCompletion)
assert_type(completion.choices[0].message.content, str | None)
assert_type(report_of(completion), Report)
assert_type(reports_of(completion), tuple[Report, ...])
stream = sync.chat.completions.create(model="m", messages=[], stream=True)
assert_type(stream, openai.Stream[ChatCompletionChunk])
assert_type(sync.responses.create(model="m", input="Q"), Response)


@verified
def answer(question: str, *, style: int = 0) -> str:
    """Text."""
    return question


@verified(on_refuted="correct")
def corrected(question: str) -> str:
    """Text."""
    return question


@verified(text=lambda found: found["reply"])
def found(question: str) -> dict[str, str]:
    """An object."""
    return {"reply": question}


assert_type(answer("Q", style=1), VerifiedText)
assert_type(answer("Q").amtfv, Report)
assert_type(corrected("Q"), VerifiedText)
assert_type(found("Q"), dict[str, str])


async def main() -> None:
    """The async client and functions."""
    client = wrap(openai.AsyncOpenAI())
    assert_type(client, openai.AsyncOpenAI)
    assert_type(await client.responses.create(model="m", input="Q"), Response)

    @verified
    async def later(question: str) -> str:
        return question

    @verified(on_refuted="raise")
    async def later_too(question: str) -> str:
        return question

    assert_type(await later("Q"), VerifiedText)
    assert_type(await later_too("Q"), VerifiedText)


answer(3)  # pyright: ignore[reportArgumentType]
wrap(openai.OpenAI(), "ignore")  # pyright: ignore[reportArgumentType]
wrap(openai.OpenAI(), planer=None)  # pyright: ignore[reportCallIssue]
