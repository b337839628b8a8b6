"""`amtfv sandbox`: doctor, selftest and build, with their exit codes."""

from __future__ import annotations

import json

import pytest

import sandbox
from sandbox import Outcome, Probe, _probe
from sandbox._worth import WORTH

GOOD = {"id": "good", "code": "print(1)", "expected": "ok: 1\n"}
LEAKY = {"id": "leaky", "code": "print('LEAK')", "expected": "blocked"}


class Printer:
    """A backend in which every program prints its own source: no sandbox, and nothing runs."""

    name = "printer"

    def run(self, job, cancel):
        """Print the source."""
        text = "1\n" if job.source == "print(1)" else job.source
        return Outcome(status="ok", stdout=text, exit_code=0, backend=self.name)

    def close(self):
        """Nothing to end."""


def bank(*cases):
    """The text of a bank."""
    return "".join(json.dumps(case) + "\n" for case in cases)


@pytest.fixture
def printer(monkeypatch):
    """Makes that backend the one in use."""
    runner = Printer()
    found = Probe(available=True, backend="printer", runner=runner)
    monkeypatch.setattr(sandbox, "probe", lambda: found)
    return runner


@pytest.mark.parametrize("part", ["doctor", "build", "selftest"])
def test_every_part_has_help(amtfv, part):
    """Each explains itself; the command's own page lists them."""
    done = amtfv("sandbox", part, "--help")
    assert done.code == 0
    assert done.out.startswith(f"Usage: amtfv sandbox {part}")
    assert f"\n  {part}" in amtfv("sandbox", "--help").out


@pytest.mark.parametrize(
    "words", [(), ("nothing",), ("selftest", "--nope"), ("selftest", "--backend", "podmann")]
)
def test_misuse_exits_with_2(amtfv, words):
    """A missing or unknown part, option or backend is a usage error with no traceback."""
    done = amtfv("sandbox", *words)
    assert (done.code, done.out) == (2, "")
    assert "Traceback" not in done.err


def test_selftest_prints_a_line_a_case(amtfv, put, printer):
    """One JSON object each, a summary apart from them, and 0 when all held."""
    done = amtfv("sandbox", "selftest", "--cases", put("bank.jsonl", bank(GOOD, GOOD)))
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [list(row) for row in rows] == [["id", "status", "held", "ms", "detail"]] * 2
    assert done.code == 0
    assert "2 of 2 held on printer" in done.err


def test_selftest_exits_with_1_when_one_does_not_hold(amtfv, put, printer):
    """The summary names it."""
    done = amtfv("sandbox", "selftest", "--cases", put("bank.jsonl", bank(GOOD, LEAKY)))
    assert [json.loads(line)["held"] for line in done.out.splitlines()] == [True, False]
    assert done.code == 1
    assert "1 of 2 held" in done.err
    assert "leaky" in done.err


@pytest.mark.parametrize("content", ["", "{", '{"id": "a"}'])
def test_an_unusable_bank_exits_with_2(amtfv, put, content):
    """The message names the file."""
    done = amtfv("sandbox", "selftest", "--cases", put("bank.jsonl", content))
    assert (done.code, done.out) == (2, "")
    assert "bank.jsonl" in done.err


def test_no_sandbox_exits_with_3(amtfv, put, monkeypatch):
    """With what is wrong, and what to do."""
    monkeypatch.setattr(sandbox, "probe", lambda: Probe(available=False, detail="broken", hint="mend it"))
    done = amtfv("sandbox", "selftest", "--cases", put("bank.jsonl", bank(GOOD)))
    assert (done.code, done.out) == (3, "")
    assert "broken" in done.err
    assert "mend it" in done.err


@pytest.mark.parametrize("how", ["option", "environment"])
def test_the_bank_never_runs_outside_a_sandbox(amtfv, put, monkeypatch, how):
    """Asked for by name, the plain subprocess is refused here."""
    words = ["--backend", "unsafe_subprocess"] if how == "option" else []
    if how == "environment":
        monkeypatch.setenv("AMTFV_SANDBOX", "unsafe_subprocess")
        monkeypatch.setattr(_probe, "_found", None)
    done = amtfv("sandbox", "selftest", "--cases", put("bank.jsonl", bank(GOOD)), *words)
    assert (done.code, done.out) == (2, "")
    assert "outside a sandbox" in done.err


@pytest.fixture
def looked_at(monkeypatch):
    """The doctor finds this of every backend."""
    from sandbox import doctor

    def found(probe):
        monkeypatch.setattr(doctor, "probe_of", lambda name: probe)
        monkeypatch.setattr(doctor, "probe", lambda: probe)

    return found


def test_doctor_says_what_works_and_what_it_is_worth(amtfv, looked_at):
    """Each backend with the statement about its walls; 0 when code can run."""
    looked_at(Probe(available=True, backend="docker", image="sha256:12"))
    done = amtfv("sandbox", "doctor")
    told = " ".join(done.out.split())
    assert done.code == 0
    assert "Code runs in docker" in told
    assert "sha256:12" in told
    assert all(WORTH[name] in told for name in ("docker", "docker+runsc"))
    assert "is its claim, not a fact" in told


def test_doctor_says_what_is_in_the_way(amtfv, looked_at):
    """With what to do; 3 when code can run nowhere."""
    looked_at(Probe(available=False, backend="docker", detail="no socket: tried /a, /b", hint="start it"))
    done = amtfv("sandbox", "doctor")
    assert done.code == 3
    assert "tried /a, /b" in done.out
    assert "-> start it" in done.out


def test_doctor_speaks_json(amtfv, looked_at):
    """The same for programs."""
    looked_at(Probe(available=False, backend="docker", detail="bubblewrap is not installed", hint="h"))
    found = json.loads(amtfv("sandbox", "doctor", "--json").out)
    assert found["chosen"]["available"] is False
    assert set(found["backends"]) == {"docker", "docker+runsc", "embedded"}
    assert found["obstacles"]
