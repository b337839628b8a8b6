"""The self-test: what a bank may hold, and that a miss is seen."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest

import sandbox
from sandbox import Outcome
from sandbox.selftest import OWN, Bait, BankError, Case, read_bank, trial
from sandbox.selftest._judge import Seen, judged


def case(expected, **fields):
    """A case that expects that."""
    return Case(id="c", code="print(1)", expected=expected, **fields)


def ok(stdout="", **fields):
    """An outcome of a program that ended well."""
    return Outcome(status="ok", stdout=stdout, exit_code=0, **fields)


def held(expected, outcome, **seen):
    """Whether a case holds with that ending."""
    return judged(case(expected), Seen(outcome=outcome, **seen)).held


@pytest.mark.parametrize(
    ("expected", "outcome"),
    [
        ("ok", ok("anything")),
        ("ok: a\n", ok("a\n")),
        ("ok: ", ok()),
        ("exit: 0", ok()),
        ("exit: 3", Outcome(status="error", exit_code=3)),
        ("error", Outcome(status="error", exit_code=1)),
        ("error", Outcome(status="missing_library", exit_code=1)),
        ("signal", Outcome(status="killed", exit_code=-11)),
        ("timeout", Outcome(status="timeout")),
        ("memory_limit", Outcome(status="memory")),
        ("output_truncated", Outcome(status="output_limit")),
        ("blocked", ok("denied\n")),
        ("blocked", Outcome(status="error", exit_code=1, stderr="PermissionError: NO")),
        ("no_network", Outcome(status="timeout")),
        ("contained", Outcome(status="killed")),
    ],
)
def test_right_endings_hold(expected, outcome):
    """Each kind of expectation, met."""
    assert held(expected, outcome)


@pytest.mark.parametrize(
    ("expected", "outcome"),
    [
        ("ok", Outcome(status="missing_library")),
        ("ok: a\n", ok("b\n")),
        ("exit: 0", Outcome(status="error", exit_code=3)),
        ("exit: 137", Outcome(status="memory", exit_code=137)),
        ("error", ok()),
        ("error", Outcome(status="killed", exit_code=-9)),
        ("signal", Outcome(status="error", exit_code=139)),
        ("timeout", Outcome(status="killed", exit_code=-9)),
        ("memory_limit", Outcome(status="killed", exit_code=-9)),
        ("output_truncated", ok("x" * 5_000_000)),
        ("blocked", ok("LEAK root:x\n")),
        ("no_network", ok("denied\nCONNECTED\n")),
        ("blocked", Outcome(status="unavailable", detail="no daemon")),
        ("contained", Outcome(status="unavailable")),
    ],
)
def test_wrong_endings_do_not(expected, outcome):
    """Each kind of expectation, missed; what did not run has not held."""
    found = judged(case(expected), Seen(outcome=outcome))
    assert not found.held
    assert found.detail


@pytest.mark.parametrize(
    "seen",
    [
        {"secrets": ("s3cret",), "outcome": ok("s3cret")},
        {"secrets": ("s3cret",), "outcome": ok(value={"a": ["s3cret"]})},
        {"secrets": ("s3cret",), "outcome": Outcome(status="error", exit_code=1, stderr="s3cret")},
        {"outcome": ok(), "connected": True},
        {"outcome": ok(), "survivors": 1},
        {"outcome": ok(), "next_ok": False},
    ],
)
@pytest.mark.parametrize("expected", ["ok", "blocked", "error", "no_survivor"])
def test_what_this_side_saw_counts_whatever_the_program_says(seen, expected):
    """A canary in the output, a connection, a survivor or a broken sandbox is a miss in any case."""
    assert not judged(case(expected, soft=True), Seen(**seen)).held


def test_an_alternative_ending_holds():
    """A case may name several right endings."""
    assert judged(
        case("error", alternatives=("output_truncated",)), Seen(outcome=Outcome(status="output_limit"))
    ).held


def test_chance_must_differ():
    """Two runs that print the same are a miss, and so is a single one."""
    assert held("differs", ok("1"), again=ok("2"))
    assert not held("differs", ok("1"), again=ok("1"))
    assert not held("differs", ok("1"))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "no case"),
        ("\n\n", "no case"),
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        ('{"id": "a", "code": "1"}', "has no 'expected'"),
        ('{"id": 1, "code": "1", "expected": "ok"}', "'id' is int"),
        ('{"id": "a", "code": "1", "expected": "fine"}', "'fine'"),
        ('{"id": "a", "code": "1", "expected": "exit: x"}', "'exit: x'"),
        ('{"id": "a", "code": "1", "expected": "ok", "alt": ["good"]}', "'good'"),
    ],
)
def test_a_bank_that_cannot_be_used_is_refused(tmp_path, content, said):
    """The message says where and what."""
    path = tmp_path / "bank.jsonl"
    path.write_text(content)
    with pytest.raises(BankError, match=said):
        read_bank(path)


def test_a_bank_that_is_not_there_is_refused(tmp_path):
    """The message says so."""
    with pytest.raises(BankError, match="can't be read"):
        read_bank(tmp_path / "none.jsonl")


def test_our_own_bank_is_sound():
    """It reads, names no case twice, and has good programs besides those that want out."""
    cases = read_bank(OWN)
    assert len({found.id for found in cases}) == len(cases) >= 40
    assert {"time", "process", "memory", "output", "files", "network", "kernel", "benign"} <= {
        c.category for c in cases
    }
    for found in cases:
        if found.expected not in {"error", "exit: 1"}:
            compile(found.code, found.id, "exec")


def test_the_bait_is_there_and_goes_away():
    """A canary file, a secret in the environment and a port, while the self-test runs and no longer."""
    with Bait() as bait:
        secret = os.environ["SECRET_CANARY"]
        assert bait.secrets[0] in secret
        assert not bait.connected()
        with socket.create_connection(("127.0.0.1", bait.port)):
            assert bait.connected()
        assert bait.source("PORT") == str(bait.port)
        assert Path(bait.canary).read_text().strip() == bait.secrets[1]
    assert "SECRET_CANARY" not in os.environ


@pytest.mark.sandbox
@pytest.mark.parametrize("found", [c for c in read_bank(OWN) if c.expected != "timeout"], ids=lambda c: c.id)
def test_our_own_bank_holds(found):
    """Each program of the bank ends as it must in the embedded sandbox."""
    runner = sandbox.probe().runner
    with Bait() as bait:
        result = trial(found, runner, bait)
    assert result.held, result.detail
    assert json.dumps(result.ms)


def test_a_bank_is_refused_where_there_are_no_walls():
    """Even when a program asks for the plain subprocess itself."""
    from sandbox.unsafe import UnsafeSubprocessBackend

    with Bait() as bait, pytest.raises(ValueError, match="outside a sandbox"):
        trial(case("ok"), UnsafeSubprocessBackend(), bait)
