"""Models through the public calls: `check(…, gateway=…)` with a planner and a corrector by their names."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.verifier.llm.server import Reply, chat, serving
from tests.verifier.llm.test_roles import QUESTION, RIGHT, WRONG, by_role, plan
from verifier import Limits, UsageError, acheck, check, replay
from verifier.llm import (
    Budget,
    Gateway,
    Models,
    ModelSettings,
    Price,
    RecordingTransport,
    ReplayTransport,
    Tape,
)
from verifier.llm._openai import OpenAITransport
from verifier.report import full_report, plain, report_row

PLANS = [json.dumps(plan()), json.dumps(plan(quote="The answer is 43.5"))]
PRICE = Price(prompt=Decimal(100), completion=Decimal(1000))


def gateway_to(url: str, transport: Any = None, **changes: Any) -> Gateway:
    """A planner, and a corrector of another model, at that address."""
    local = ModelSettings(model="planner", base_url=url, timeout_s=60.0, **changes)
    corrector = ModelSettings(model="corrector", base_url=url, timeout_s=60.0, **changes)
    return Gateway(Models(default=local, roles={"corrector": corrector}), transport)


def test_planner_and_corrector_by_name() -> None:
    """From sync code, twice with one gateway: connections end with the event loop that each call has."""

    def reply(body: dict[str, Any]) -> Reply:
        right = "answer is 43.5" in str(body["messages"])
        return Reply(chat(RIGHT if body["model"] == "corrector" else PLANS[right]))

    with serving(reply) as server:
        gateway = gateway_to(server.url)
        for _ in range(2):
            report = check(WRONG, QUESTION, gateway=gateway, corrector="llm", evidence="verdict_only")
            assert [attempt.verdict for attempt in report.attempts] == ["refuted", "verified"]
            assert report.final_answer == RIGHT


def test_usage_is_in_the_report() -> None:
    """Calls, tokens and money, in the JSON and in the text."""
    with serving(by_role(planner=list(PLANS), corrector=[RIGHT])) as server:
        gateway = gateway_to(server.url, price=PRICE)
        report = check(WRONG, QUESTION, gateway=gateway, corrector="llm", evidence="verdict_only")
    usage = report_row(report)["usage"]
    assert usage == {"calls": 3, "prompt_tokens": 30, "completion_tokens": 15, "money": "0.018"}
    assert "models: 3 calls, 45 tokens, cost 0.018" in plain(full_report(report))
    assert report_row(check(WRONG, QUESTION))["usage"] is None


def test_the_gate_keeps_models_out_of_what_we_derive_ourselves() -> None:
    """`tier` auto buys no plan for 12 × 12; full does."""
    with serving(by_role(planner=["no plan"])) as server:
        gateway = gateway_to(server.url)
        report = check("It is 144.", "What is 12 times 12?", gateway=gateway)
        assert (report.verdict, server.asked) == ("verified", [])
        assert any("risk gate: offline" in note for note in report.attempts[0].plan.notes)
        assert len(report.attempts[0].plan.steps) == 1
        assert check("It is 144.", "What is 12 times 12?", gateway=gateway, planner="offline").verdict == (
            "verified"
        )
        assert not server.asked
        check("It is 144.", "What is 12 times 12?", gateway=gateway, tier="full")
        assert server.asked


@pytest.mark.parametrize(
    ("budget", "calls"),
    [(Budget(calls=1), 1), (Budget(tokens=15), 1), (Budget(money=Decimal("0.006")), 1), (Budget(calls=2), 2)],
)
def test_a_spent_budget_is_a_guard_of_the_machine(budget: Budget, calls: int) -> None:
    """With nothing left no correction is begun: FAILED gives up with the reason `budget`, and stays refuted."""
    with serving(by_role(planner=list(PLANS), corrector=[RIGHT])) as server:
        report = check(
            WRONG, QUESTION, gateway=gateway_to(server.url, price=PRICE), budget=budget, corrector="llm",
            evidence="verdict_only",
        )  # fmt: skip
    assert (report.verdict, report.stop_reason) == ("refuted", "budget")
    assert report.needs_human
    if calls == 1:
        assert report.path[-2:] == ("FAILED", "MAX_RETRY")
    else:  # the correction was made, and there is nothing left for its plan
        assert report.path[-1] == "INCONCLUSIVE"
        assert "budget of 2 calls" in report.error
    assert len(server.asked) == calls
    assert report.usage is not None
    assert report.usage["calls"] == calls


def test_the_deadline_cuts_a_model_off() -> None:
    """The run's wall clock holds for calls too."""
    with serving(Reply(chat("{}"), drip_s=0.2)) as server:
        report = check(WRONG, QUESTION, gateway=gateway_to(server.url), limits=Limits(deadline_s=0.3))
    assert (report.verdict, report.stop_reason) == ("inconclusive", "deadline")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"planner": "llm"}, "give a gateway"),
        ({"corrector": "llm"}, "give a gateway"),
        ({"budget": Budget()}, "give a gateway"),
        ({"tier": "full"}, "give a gateway"),
        ({"planner": "lm"}, "can't be called"),
        ({"tier": "half"}, "auto, none, offline, full"),
        ({"evidence": "some"}, "full, verdict_only, none"),
    ],
)
def test_options_that_cannot_work(options: Any, message: str) -> None:
    """Are refused before anything runs, with what to do."""
    with pytest.raises(UsageError, match=message):
        check(WRONG, QUESTION, **options)


@pytest.mark.anyio
async def test_a_recorded_run_is_replayed_without_a_server(tmp_path: Path) -> None:
    """The tape of a run answers a second one, which comes out the same; the journal's replay needs no model."""
    tape, journal = tmp_path / "tape.jsonl", tmp_path / "journal.sqlite"
    options: Any = {"corrector": "llm", "evidence": "verdict_only"}
    with serving(by_role(planner=list(PLANS), corrector=[RIGHT])) as server:
        gateway = gateway_to(server.url, RecordingTransport(OpenAITransport(), tape))
        first = await acheck(WRONG, QUESTION, gateway=gateway, journal=journal, **options)
        await gateway.aclose()
    again = gateway_to(server.url, ReplayTransport(Tape.load(tape)))
    second = await acheck(WRONG, QUESTION, gateway=again, **options)
    assert second.final_answer == first.final_answer == RIGHT
    assert second.usage == first.usage
    found = replay(first.run_id, journal)
    assert (found.steps, found.drifts) == (2, ())
