"""One gateway shared by runs of several threads and event loops."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import anyio
import pytest

from tests.verifier.llm.server import chat, serving
from tests.verifier.llm.test_options import gateway_to
from tests.verifier.llm.test_roles import QUESTION, WRONG, plan
from verifier import acheck, check
from verifier.llm import RecordingTransport, Tape
from verifier.llm._openai import OpenAITransport

PLAN = chat(json.dumps(plan()))


def test_sync_runs_of_many_threads(tmp_path: Path) -> None:
    """Each has an event loop of its own, and ends its own connections alone; every call is recorded."""
    with serving(PLAN) as server, ThreadPoolExecutor(8) as threads:
        inner = OpenAITransport()
        gateway = gateway_to(server.url, RecordingTransport(inner, tmp_path / "tape.jsonl"))
        answers = [WRONG.replace("He has", f"({n}) He has") for n in range(24)]
        reports = list(threads.map(lambda answer: check(answer, QUESTION, gateway=gateway), answers))
    assert [(report.verdict, report.error) for report in reports] == [("refuted", "")] * 24
    assert all(report.usage is not None and report.usage["calls"] == 1 for report in reports)
    assert len(Tape.load(tmp_path / "tape.jsonl")) == 24
    assert not inner._clients  # no connection outlives its loop


@pytest.mark.anyio
async def test_runs_of_one_loop_beside_those_of_threads() -> None:
    """A sync run that ends in a thread leaves the connections of the loop that is running alone."""
    with serving(PLAN) as server:
        gateway = gateway_to(server.url)
        verdicts: list[str] = []

        async def here() -> None:
            for _ in range(4):
                report = await acheck(WRONG, QUESTION, gateway=gateway)
                verdicts.append(report.verdict)

        async def there() -> None:
            report = await anyio.to_thread.run_sync(lambda: check(WRONG, QUESTION, gateway=gateway))
            verdicts.append(report.verdict)

        async with anyio.create_task_group() as tasks:
            for _ in range(3):
                tasks.start_soon(here)
                tasks.start_soon(there)
        await gateway.aclose()
    assert verdicts == ["refuted"] * 15
