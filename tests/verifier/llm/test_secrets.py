"""Keys stand in no error, report, journal or recording, whatever servers and proxies make of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import stamina

from tests.verifier.llm.server import Reply, chat, serving
from tests.verifier.llm.test_options import gateway_to
from tests.verifier.llm.test_roles import QUESTION, WRONG, plan
from verifier import check
from verifier.llm import RecordingTransport
from verifier.llm._openai import OpenAITransport
from verifier.report import full_report, plain, report_row

KEY = "sk-1234567890abcdefghij"


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with stamina.set_testing(True, attempts=2):
        yield


@pytest.mark.parametrize(
    "reply",
    [
        Reply({"error": {"message": f"Incorrect API key provided: {KEY}"}}, 401),
        Reply({"error": {"message": f"slow down, Bearer {KEY}"}}, 429),
        Reply(f"<html>{KEY}</html>".encode()),
        Reply({"choices": None, "headers": {"authorization": f"Bearer {KEY}"}}),
        Reply(chat(json.dumps({**plan(), "notes": [f"your key is {KEY}"]}))),
    ],
)
def test_a_key_that_is_sent_back_is_hidden(tmp_path: Path, reply: Reply) -> None:
    """Wherever it stands in a response."""
    journal, tape = tmp_path / "runs.db", tmp_path / "tape.jsonl"
    with serving(reply) as server:
        gateway = gateway_to(server.url, RecordingTransport(OpenAITransport(), tape))
        report = check(WRONG, QUESTION, gateway=gateway, journal=journal)
    assert server.asked
    told = json.dumps(report_row(report)) + plain(full_report(report)) + repr(report)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert KEY not in told
    assert KEY.encode() not in kept


def test_a_password_in_an_address_is_not_shown() -> None:
    """Nor what stands behind its question mark."""
    gateway = gateway_to(f"http://me:hunter22@127.0.0.1:9/v1?key={KEY}")
    report = check(WRONG, QUESTION, gateway=gateway)
    assert "no connection to http://127.0.0.1:9/v1" in report.error
    assert "hunter22" not in report.error
    assert KEY not in report.error
