"""Chat completions of the real sync client, wrapped: reports, choices, policies."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import openai
import pytest
from pydantic import BaseModel

from tests.verifier.llm.server import Reply, chat
from tests.verifier.wrapping.replies import ASK, CALL, QUESTION, RIGHT, WRONG, choices, client
from verifier import RefutedError, UsageError, verified, wrap
from verifier.llm import Gateway, Models, ModelSettings
from verifier.wrapping import UncheckedWarning, report_of, reports_of

PENS = [
    {
        "role": "user",
        "content": "Tom has 3 boxes of 12 pens and gives away 7. How many pens does he have now?",
    }
]


def asked(made: Any, **changes: Any) -> Any:
    """One completion."""
    return made.chat.completions.create(**ASK | changes)


def test_a_completion_carries_its_report() -> None:
    """The report stands at `.amtfv`, of the completion and of its choice; class and text are the client's."""
    with client(chat(WRONG)) as (plain, server):
        completion = asked(wrap(plain))
    assert type(completion) is openai.types.chat.ChatCompletion
    assert completion.choices[0].message.content == WRONG
    assert completion.amtfv.verdict == "refuted"
    assert completion.amtfv.task.question == QUESTION
    assert completion.choices[0].amtfv is completion.amtfv
    assert report_of(completion) is completion.amtfv
    assert server.asked == [ASK]


def test_nothing_else_of_a_completion_changes() -> None:
    """Dumps, JSON, fields set, equality, copies and pickles are as without the wrapper; copies keep the report."""
    with client(chat(WRONG)) as (plain, _):
        before, after = asked(plain), asked(wrap(plain))
    assert after.model_dump() == before.model_dump()
    assert after.model_dump_json() == before.model_dump_json()
    assert after.to_dict() == before.to_dict()
    assert after.model_fields_set == before.model_fields_set
    assert after.model_extra == before.model_extra
    assert after == before
    assert repr(after) == repr(before)
    for again in (copy.deepcopy(after), pickle.loads(pickle.dumps(after)), after.model_copy(deep=True)):
        assert again.model_dump() == before.model_dump()
        assert again.amtfv.verdict == "refuted"


def test_the_client_behind_stays_as_it_is() -> None:
    """Wrapping makes another client; the one given hands out bare completions."""
    with client(chat(WRONG)) as (plain, _):
        wrap(plain)
        assert not hasattr(asked(plain), "amtfv")


def test_a_wrapped_client_passes_for_the_client() -> None:
    """It is an instance of the client's class, with its attributes, which can be set, and its context manager."""
    with client(chat(RIGHT)) as (plain, _):
        made = wrap(plain)
        assert isinstance(made, openai.OpenAI)
        assert made.base_url == plain.base_url
        assert "chat" in dir(made)
        made.max_retries = 5
        assert plain.max_retries == 5
        with made as entered:
            assert asked(entered).amtfv.verdict == "verified"
        assert plain.is_closed()


def test_every_choice_is_checked() -> None:
    """Each choice has a report of its own; the completion's is the gravest, so that none is overlooked."""
    with client(choices(RIGHT, WRONG, "12 * 12 = 14")) as (plain, _):
        completion = asked(wrap(plain), n=3)
    verdicts = [choice.amtfv.verdict for choice in completion.choices]
    assert verdicts == ["verified", "refuted", "refuted"]
    assert reports_of(completion) == tuple(choice.amtfv for choice in completion.choices)
    assert completion.amtfv is completion.choices[1].amtfv


@pytest.mark.parametrize(
    ("body", "verdict", "why"),
    [
        (chat(None, "tool_calls", tool_calls=[CALL]), "not_checkable", "calls tools"),
        (chat("12 * 12 = 146.", "tool_calls", tool_calls=[CALL]), "not_checkable", "calls tools"),
        (chat(None, "function_call", function_call=CALL["function"]), "not_checkable", "calls tools"),
        (chat(None, refusal="I can't."), "not_checkable", "declined"),
        (chat(""), "not_checkable", "nothing"),
        (chat("12 * 12 = 14", "length"), "inconclusive", "broke off"),
        (chat("12 * 12 = 14", "content_filter"), "inconclusive", "filter"),
        (chat(None) | {"choices": []}, "inconclusive", "no answer"),
        (chat(None) | {"choices": None}, "inconclusive", "no answer"),
    ],
)
def test_what_is_no_answer_is_not_judged(body: dict[str, Any], verdict: str, why: str) -> None:
    """Tool calls, refusals and silence are not checkable; text that broke off is neither right nor wrong."""
    with client(body) as (plain, _):
        completion = asked(wrap(plain, "raise"))
    assert completion.amtfv.verdict == verdict
    assert why in completion.amtfv.attempts[0].plan.notes[0]
    assert (completion.amtfv.error == "") == (verdict == "not_checkable")


# --- the question -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("messages", "question"),
    [
        ([{"role": "system", "content": "Be brief."}, *ASK["messages"]], QUESTION),
        ([*ASK["messages"], {"role": "assistant", "content": "144"}, {"role": "user", "content": "Sure?"}], "Sure?"),
        ([*ASK["messages"], {"role": "assistant", "content": None}, {"role": "tool", "content": "7"}], QUESTION),
        ([{"role": "developer", "content": QUESTION}], None),
        (
            [{"role": "user", "content": [
                {"type": "text", "text": "What is"}, {"type": "image_url", "image_url": {"url": "data:,"}},
                {"type": "text", "text": "12 times 12?"},
            ]}],
            "What is\n12 times 12?",
        ),
        ([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,"}}]}], None),
    ],
)  # fmt: skip
def test_the_last_user_message_is_the_question(messages: list[Any], question: str | None) -> None:
    """Its text parts count; what system, developer, tools and the model said does not."""
    with client(chat(WRONG)) as (plain, _):
        report = asked(wrap(plain), messages=messages).amtfv
    assert report.task.question == question
    assert report.document == (question is None)


def test_messages_may_be_an_iterator() -> None:
    """A conversation that can be read only once reaches the server all the same."""
    with client(chat(WRONG)) as (plain, server):
        report = asked(wrap(plain), messages=iter(ASK["messages"])).amtfv
    assert server.asked == [ASK]
    assert report.task.question == QUESTION


def test_the_question_can_be_read_another_way() -> None:
    """A function of the call's arguments; one that crashes costs the check, not the completion."""
    with client(chat(WRONG)) as (plain, _):
        made = wrap(plain, question=lambda call: call["metadata"]["task"])
        right = asked(made, metadata={"task": "What is 146?"})
        none = asked(made)
    assert right.amtfv.task.question == "What is 146?"
    assert none.amtfv.verdict == "inconclusive"
    assert "question can't be read" in none.amtfv.error
    assert none.choices[0].message.content == WRONG


# --- policies -----------------------------------------------------------------------------------------
def test_correct_puts_the_correction_in_place() -> None:
    """The certain patch stands in the completion, its verdict in the report, the model's text in its first attempt."""
    with client(choices(WRONG, RIGHT)) as (plain, _):
        completion = asked(wrap(plain, "correct"), n=2)
    assert [choice.message.content for choice in completion.choices] == [RIGHT, RIGHT]
    assert [report.verdict for report in reports_of(completion)] == ["verified", "verified"]
    assert completion.choices[0].amtfv.attempts[0].answer == WRONG
    assert completion.model_dump()["choices"][0]["message"]["content"] == RIGHT


def test_what_cannot_be_corrected_stays_and_is_refuted() -> None:
    """Without a certain patch the text is the model's, and the report says refuted."""
    with client(chat("He has 36 - 7 = 28 pens.")) as (plain, _):
        completion = asked(wrap(plain, "correct"), messages=PENS)
    assert completion.choices[0].message.content == "He has 36 - 7 = 28 pens."
    assert completion.amtfv.verdict == "refuted"


def test_json_and_parsed_objects_are_never_rewritten() -> None:
    """Text that a program reads keeps its form: it is checked, and the report is of the text that is there."""

    class Sum(BaseModel):
        answer: str

    text = '{"answer": "12 * 12 = 146"}'
    with client(chat(text)) as (plain, _):
        made = wrap(plain, "correct")
        created, parsed = asked(made), made.chat.completions.parse(**ASK, response_format=Sum)
    for completion in (created, parsed):
        assert completion.choices[0].message.content == text
        assert len(completion.amtfv.attempts) == 1
    assert parsed.choices[0].message.parsed == Sum(answer="12 * 12 = 146")


def test_raise_hands_over_completion_and_report() -> None:
    """One refuted choice raises; the error carries the whole completion with all its reports."""
    with client(choices(RIGHT, WRONG)) as (plain, _), pytest.raises(RefutedError, match="144") as caught:
        asked(wrap(plain, "raise"), n=2)
    error = caught.value
    assert error.report.verdict == "refuted"
    assert [choice.amtfv.verdict for choice in error.completion.choices] == ["verified", "refuted"]


def test_raise_lets_everything_else_through() -> None:
    """What is verified, undecided or not checkable is no refutation."""
    poem = [{"role": "user", "content": "Write a line about autumn."}]
    with client(chat(RIGHT), chat("Leaves let go without a sound."), chat("12 * 12 = 14", "length")) as (
        plain,
        _,
    ):
        made = wrap(plain, "raise")
        completions = [asked(made), asked(made, messages=poem), asked(made)]
    assert [one.amtfv.verdict for one in completions] == ["verified", "not_checkable", "inconclusive"]


def test_the_client_can_correct_its_own_answers() -> None:
    """What no patch mends goes back to the same client and model with the evidence, and is checked again."""
    script = chat("He has 36 - 7 = 28 pens."), chat("He has 36 - 7 = 29 pens.")
    with client(*script) as (plain, server):
        made = wrap(plain, "correct", client_corrects=True)
        completion = asked(made, messages=PENS, max_completion_tokens=50)
    assert completion.choices[0].message.content == "He has 36 - 7 = 29 pens."
    assert [attempt.answer[:13] for attempt in completion.amtfv.attempts] == ["He has 36 - 7"] * 2
    assert completion.amtfv.verdict != "refuted"
    assert completion.amtfv.attempts[1].author.startswith("llm:m:corrector.en@")
    assert "28 is 1" in server.asked[1]["messages"][1]["content"]
    assert server.asked[1]["max_completion_tokens"] == 50
    assert "max_tokens" not in server.asked[1]


def test_a_corrector_that_fails_loses_nothing() -> None:
    """When the service refuses to correct, the refuted text comes back with a report that says so."""
    script = chat("He has 36 - 7 = 28 pens."), Reply({"error": {"message": "no"}}, 400)
    with client(*script) as (plain, _):
        completion = asked(wrap(plain, "correct", client_corrects=True), messages=PENS)
    assert completion.choices[0].message.content == "He has 36 - 7 = 28 pens."
    assert completion.amtfv.verdict == "refuted"
    assert "400" in completion.amtfv.error


# --- crashes and misuse -------------------------------------------------------------------------------
def crash(*_: Any, **__: Any) -> Any:
    """A planner with a fault."""
    raise RuntimeError("boom")


def test_a_crash_of_the_checker_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The completion comes back, `inconclusive`, with the error; under every policy."""
    monkeypatch.setattr("verifier.wrapping._checking.check", crash)
    with client(chat(WRONG)) as (plain, _):
        for policy in ("annotate", "correct", "raise"):
            completion = asked(wrap(plain, policy))
            assert completion.choices[0].message.content == WRONG
            assert completion.amtfv.verdict == "inconclusive"
            assert "RuntimeError: boom" in completion.amtfv.error


def test_a_crash_of_a_planner_loses_nothing() -> None:
    """Faults of what the user plugs in are in the report."""
    with client(chat(WRONG)) as (plain, _):
        completion = asked(wrap(plain, planner=crash))
    assert completion.amtfv.verdict == "inconclusive"
    assert "boom" in completion.amtfv.error


def test_errors_of_the_client_are_the_clients() -> None:
    """What the service refuses is raised as without the wrapper."""
    with (
        client(Reply({"error": {"message": "no"}}, 400)) as (plain, _),
        pytest.raises(openai.BadRequestError),
    ):
        asked(wrap(plain))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"on_refuted": "ignore"}, "annotate, correct, raise"),
        ({"planer": None}, "planer"),
        ({"fix": True}, "on_refuted"),
        ({"on_refuted": "correct", "corrector": "llm"}, "give a gateway"),
        ({"plan": "{}", "planner": "offline"}, "not both"),
        ({"limits": 3}, "not Limits"),
        ({"on_refuted": "raise", "client_corrects": True}, "on_refuted"),
        ({"on_refuted": "correct", "client_corrects": True, "fix": True}, "not both"),
        ({"on_refuted": "correct", "hold": False}, "leave hold out"),
        ({"policy": "mild", "gateway": Gateway(Models(default=ModelSettings(model="m")))}, "no policy is"),
    ],
)
def test_options_are_checked_when_wrapping(options: dict[str, Any], told: str) -> None:
    """A misspelt option, or two that exclude each other, are no check left out later."""
    with pytest.raises(UsageError, match=told):
        wrap(lambda **_: None, **options)
    if "client_corrects" not in options and "hold" not in options:
        with pytest.raises(UsageError, match=told):
            verified(**options)


def test_something_that_is_no_client_is_refused() -> None:
    """The error says what is missing."""
    with pytest.raises(UsageError, match=r"chat\.completions"):
        wrap(object())


def test_a_completion_without_a_report_is_told_apart() -> None:
    """`report_of` never makes up a report."""
    with client(chat(WRONG)) as (plain, _), pytest.raises(UsageError, match="wrapped client"):
        report_of(asked(plain))


# --- other ways to the same endpoint -------------------------------------------------------------------
def test_options_of_the_client_keep_the_wrapper() -> None:
    """`with_options` and `copy` give wrapped clients; wrapping one again changes how it checks, once."""
    with client(chat(WRONG)) as (plain, _):
        made = wrap(plain, "correct")
        for other in (made.with_options(timeout=3), made.copy()):
            assert asked(other).choices[0].message.content == RIGHT
        again = asked(wrap(made, "annotate"))
    assert again.choices[0].message.content == WRONG
    assert len(again.amtfv.attempts) == 1


def test_raw_responses_parse_to_checked_completions() -> None:
    """Headers and body are the server's; `parse()` gives the completion with its report."""
    with client(Reply(chat(WRONG), headers={"x-request-id": "r1"})) as (plain, _):
        made = wrap(plain)
        for raw in (
            made.chat.completions.with_raw_response.create(**ASK),
            made.with_raw_response.chat.completions.create(**ASK),
        ):
            assert raw.headers["x-request-id"] == "r1"
            assert raw.parse().amtfv.verdict == raw.amtfv.verdict == "refuted"
            assert b"146" in raw.content


def test_unchecked_ways_say_so() -> None:
    """What the wrapper can't check warns when it is reached for, and works."""
    with client(chat(WRONG)) as (plain, _):
        made = wrap(plain)
        with pytest.warns(UncheckedWarning, match="chat.with_streaming_response is not checked"):
            unchecked = made.chat.completions.with_streaming_response
        with unchecked.create(**ASK) as raw:
            assert raw.parse().choices[0].message.content == WRONG
        for name in ("completions", "realtime"):
            with pytest.warns(UncheckedWarning, match=name):
                getattr(made, name)
        assert made.models is plain.models


def test_a_correction_that_breaks_off_is_none() -> None:
    """A corrector's text that ends at its token limit does not take the answer's place."""
    script = chat("He has 36 - 7 = 28 pens."), chat("He has 36 - 7 = 29 pens.", finish="length")
    with client(*script) as (plain, _):
        completion = asked(wrap(plain, "correct", client_corrects=True), messages=PENS)
    assert completion.choices[0].message.content == "He has 36 - 7 = 28 pens."
    assert completion.amtfv.verdict == "refuted"
