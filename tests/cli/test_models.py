"""`amtfv check` with models: a local server behind the real client, recordings, budgets, and what is said of mistakes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.verifier.llm.server import Reply, chat, serving
from tests.verifier.llm.test_roles import QUESTION, RIGHT, WRONG, plan

ROOT = Path(__file__).parents[2]
PLANS = [json.dumps(plan()), json.dumps(plan(quote="The answer is 43.5"))]


def model(body: dict[str, Any]) -> Reply:
    """Plans each answer rightly, and corrects the wrong one."""
    system, asked = (message["content"] for message in body["messages"][:2])
    if "You correct an answer" in system:
        return Reply(chat(RIGHT))
    return Reply(chat(PLANS["answer is 43.5" in asked]))


def rows(*answers: str) -> str:
    """Rows with that question."""
    return "".join(
        json.dumps({"id": f"r{n}", "question": QUESTION, "answer": a}) + "\n" for n, a in enumerate(answers)
    )


@pytest.fixture(autouse=True)
def _no_model_in_the_environment(monkeypatch):
    for name in ("AMTFV_MODEL", "AMTFV_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def test_a_model_plans_and_corrects(amtfv, put):
    """The two flags, and what they cost in the report; the corrected answer is the one that is kept."""
    put("rows.jsonl", rows(WRONG, RIGHT))
    with serving(model) as server:
        flags = ["--planner", "llm", "--correct", "--model", "m", "--base-url", server.url]
        done = amtfv("check", "rows.jsonl", *flags, "--evidence", "verdict_only", "--output-format", "jsonl")
    first, second = map(json.loads, done.out.splitlines())
    assert (done.code, first["verdict"], second["verdict"]) == (0, "verified", "verified")
    assert first["final_answer"] == RIGHT
    assert (first["usage"]["calls"], second["usage"]["calls"]) == (3, 1)
    assert {body["model"] for body in server.asked} == {"m"}


@pytest.mark.sandbox
def test_programs_vote(amtfv, put):
    """`--policy` alone buys programs from the question and lets them vote; the offline planner plans the rest."""
    put("rows.jsonl", rows(WRONG, RIGHT))
    program = "```python\nleft = 3 * 12 - 7\nresult = left + left / 2\n```"
    other = "```python\nresult = (3 * 12 - 7) * 1.5\n```"
    with serving(lambda body: Reply(chat(other if "seed" in body else program))) as server:
        flags = ["--policy", "balanced", "--model", "m", "--base-url", server.url]
        done = amtfv("check", "rows.jsonl", *flags, "--output-format", "jsonl")
    first, second = map(json.loads, done.out.splitlines())
    assert (done.code, first["verdict"], second["verdict"]) == (1, "refuted", "verified")
    assert first["usage"]["calls"] == second["usage"]["calls"] == 2
    assert not any("43.5" in json.dumps(body) for body in server.asked)


def test_plain_checks_ask_no_model_whatever_the_environment_names(amtfv, put, monkeypatch):
    """A model's name alone buys nothing."""
    monkeypatch.setenv("AMTFV_MODEL", "m")
    monkeypatch.setenv("AMTFV_BASE_URL", "http://127.0.0.1:9/v1")
    put("rows.jsonl", rows(RIGHT))
    done = amtfv("check", "rows.jsonl", "--output-format", "jsonl", "--allow-undecided")
    assert (done.code, json.loads(done.out)["usage"]) == (0, None)
    done = amtfv("check", "rows.jsonl", "--planner", "llm")
    assert (done.code, "no connection to http://127.0.0.1:9/v1" in done.out) == (3, True)


def test_record_then_replay(amtfv, put, tmp_path):
    """What was recorded answers a second run without a server; the reports agree."""
    put("rows.jsonl", rows(WRONG, RIGHT))
    flags = [
        "--planner",
        "llm",
        "--correct",
        "--evidence",
        "none",
        "--model",
        "m",
        "--output-format",
        "jsonl",
        "--no-journal",
    ]
    with serving(model) as server:
        first = amtfv("check", "rows.jsonl", *flags, "--base-url", server.url, "--record", "tape.jsonl")
        asked = len(server.asked)
    assert len((tmp_path / "tape.jsonl").read_text().splitlines()) == asked
    again = amtfv("check", "rows.jsonl", *flags, "--replay", "tape.jsonl")
    assert (first.code, again.code) == (0, 0)
    kept = ("verdict", "final_answer", "usage")
    one, other = (
        [[json.loads(line)[name] for name in kept] for line in done.out.splitlines()]
        for done in (first, again)
    )
    assert one == other


def test_a_replay_miss_prints_the_prompt_and_is_an_input_error(amtfv, put):
    """The gate did not see everything: exit code 2, the place and the whole question on the standard error."""
    put("rows.jsonl", rows(RIGHT))
    put("tape.jsonl", "")
    done = amtfv("check", "rows.jsonl", "--planner", "llm", "--model", "m", "--replay", "tape.jsonl")
    assert done.code == 2
    assert "rows.jsonl:1: the recording holds no reply to this request (key " in done.err
    assert QUESTION in done.err
    assert RIGHT in done.err
    assert "1 not verified (1 model error)" in done.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--planner", "llm"], "give --model NAME or --models FILE, or set AMTFV_MODEL"),
        (["--model", "m"], "--model: nothing asks for a model; add --planner llm"),
        (["--record", "t.jsonl"], "--record: nothing asks for a model"),
        (["--correct", "--model", "m", "--fix"], "--fix corrects what is certain by itself"),
        (["--planner", "llm", "--model", "m", "--plan", "p.json"], "--plan is the plan"),
        (["--correct", "--model", "m", "--record", "a", "--replay", "b"], "exclude each other"),
        (["--correct", "--model", "m", "--replay", "none.jsonl"], "none.jsonl can't be read"),
        (["--correct", "--model", "m", "--base-url", "127.0.0.1:80"], "begins with http:// or https://"),
        (["--correct", "--models", "none.toml"], "none.toml: can't be read"),
        (["--correct", "--models", "bad.toml"], "bad.toml:4: [planer]"),
        (["--correct", "--model", "m", "--max-money", "x"], "no amount of money"),
        (["--planner", "lm", "--model", "m"], "'lm'"),
        (["--correct", "--model", "m", "-j", "2", "--replay", "none.jsonl"], "none.jsonl can't be read"),
    ],
)
def test_mistakes_are_told_before_anything_runs(amtfv, put, words, message):
    """What is wrong, where, and what to do; exit code 2."""
    put("rows.jsonl", rows(RIGHT))
    put("bad.toml", '[default]\nmodel = "m"\n\n[planer]\nmodel = "n"\n')
    done = amtfv("check", "rows.jsonl", *words)
    if "[planer]" in message:
        message = "bad.toml:4: no role is called 'planer'"
    assert (done.code, message in done.err) == (2, True), done.err
    assert "Traceback" not in done.err
    assert done.out == ""


def test_a_missing_key_is_named(amtfv, put):
    """Without a key for the service's own endpoint the variable is named; nothing is refuted: exit code 3."""
    put("rows.jsonl", rows(RIGHT))
    done = amtfv("check", "rows.jsonl", "--planner", "llm", "--model", "m")
    assert (done.code, "set the environment variable OPENAI_API_KEY" in done.out) == (3, True)


def test_budgets_hold_for_each_answer(amtfv, put):
    """One call each: both wrong answers are planned and refuted, none is corrected."""
    put("rows.jsonl", rows(WRONG, WRONG))
    with serving(model) as server:
        flags = ["--planner", "llm", "--correct", "--model", "m", "--base-url", server.url]
        done = amtfv("check", "rows.jsonl", *flags, "--max-calls", "1", "--output-format", "jsonl")
    assert done.code == 1
    assert [json.loads(line)["stop_reason"] for line in done.out.splitlines()] == ["budget", "budget"]


def test_models_by_role_from_a_file(amtfv, put):
    """Each role speaks to its own model, with prices that the report adds up."""
    put("rows.jsonl", rows(WRONG))
    with serving(model) as server:
        put(
            "models.toml",
            f'[default]\nmodel = "small"\nbase_url = "{server.url}"\n'
            'price = { prompt = 1000, completion = 2000 }\n[corrector]\nmodel = "large"\nseed = 7\n',
        )
        flags = ["--planner", "llm", "--correct", "--evidence", "none", "--models", "models.toml"]
        done = amtfv("check", "rows.jsonl", *flags, "--output-format", "jsonl")
    row = json.loads(done.out)
    assert (row["verdict"], row["usage"]["money"]) == ("verified", "0.06")
    assert [(body["model"], body.get("seed")) for body in server.asked] == [
        ("small", None),
        ("large", 7),
        ("small", None),
    ]


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "verifier.cli", *words]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_retries_leave_the_standard_output_clean(tmp_path, put):
    """A server that is busy once: the report alone is on stdout, the retry in the log if there is one."""
    put("rows.jsonl", rows(RIGHT))
    with serving(Reply({"error": {"message": "busy"}}, 429, {"retry-after": "0"}), model, model) as server:
        flags = ["--planner", "llm", "--model", "m", "--base-url", server.url, "--output-format", "jsonl"]
        done = run(tmp_path, "check", "rows.jsonl", *flags, "--log", "json")
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == ["verified"]
    assert '"event": "model.retry"' in done.stderr


def test_workers_record_whole_lines(tmp_path, put):
    """With -j the processes append to one recording, and every line of it is a reply."""
    answers = [RIGHT.replace("He has", f"({n}) He has") for n in range(40)]
    put("rows.jsonl", rows(*answers))
    with serving(model) as server:
        flags = ["--planner", "llm", "--model", "m", "--no-journal", "--output-format", "jsonl", "-j", "2"]
        done = run(
            tmp_path, "check", "rows.jsonl", *flags, "--base-url", server.url, "--record", "tape.jsonl"
        )
    assert done.returncode == 0, done.stderr
    assert len({json.loads(line)["key"] for line in (tmp_path / "tape.jsonl").read_text().splitlines()}) == 40
    again = run(tmp_path, "check", "rows.jsonl", *flags, "--replay", "tape.jsonl")
    assert again.returncode == 0, again.stderr
    assert [json.loads(line)["id"] for line in again.stdout.splitlines()] == [f"r{n}" for n in range(40)]


def test_a_run_that_was_cut_off_is_taken_up_with_its_models(amtfv, put):
    """What was spent before counts; with a larger budget the run comes to its end; a finished one is only shown."""
    put("rows.jsonl", rows(WRONG))
    with serving(model) as server:
        flags = [
            "--planner",
            "llm",
            "--correct",
            "--evidence",
            "none",
            "--model",
            "m",
            "--base-url",
            server.url,
        ]
        amtfv("check", "rows.jsonl", *flags, "--max-calls", "2")
        run_id = amtfv("runs").out.split()[0]
        assert len(server.asked) == 2
        spent = amtfv("resume", run_id, *flags, "--max-calls", "2")
        assert (spent.code, "budget" in spent.out, len(server.asked)) == (1, True, 2)
        done = amtfv("resume", run_id, *flags, "--max-calls", "3")
        shown = amtfv("resume", run_id)
    assert (done.code, "models: 3 calls" in done.out) == (0, True)
    assert (shown.code, "models: 3 calls" in shown.out) == (0, True)


def test_a_critic_is_shown_and_decides_nothing(amtfv, put):
    """Its opinion stands in the row; the verdict and the exit code are the tools'."""
    row = {"question": "What is 12 times 12?", "answer": "12 * 12 = 144, so the answer is 144."}
    put("rows.jsonl", json.dumps(row) + "\n")
    said = {"opinion": "objects", "objections": [{"quote": "144", "why": "It is 146."}]}
    with serving(chat(json.dumps(said))) as server:
        flags = ["--critic", "--model", "m", "--base-url", server.url]
        done = amtfv("check", "rows.jsonl", *flags, "--output-format", "jsonl")
    shown = json.loads(done.out)
    assert (done.code, shown["verdict"]) == (0, "verified")
    assert "It is 146." in done.out
    assert '"opinion"' in done.out


def test_a_run_without_an_answer_is_taken_up_with_its_generator(amtfv, put):
    """`resume --generator` makes the answer that the run was cut off before; without it the error says so."""
    with serving(chat("The answer is 144.")) as server:
        flags = ["--model", "m", "--base-url", server.url]
        done = amtfv("ask", "What is 12 times 12?", *flags, "--max-calls", "0")
        assert done.code == 3
        run_id = amtfv("runs").out.split()[0]
        lacking = amtfv("resume", run_id)
        assert (lacking.code, "--generator" in lacking.err) == (2, True)
        done = amtfv("resume", run_id, *flags, "--generator", "direct", "--max-calls", "1")
    assert (done.code, "verified" in done.out, len(server.asked)) == (0, True, 1)
