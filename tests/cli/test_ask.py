"""`amtfv ask`: from a question to an answer that was checked, against a local server and from recordings."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from tests.verifier.llm.server import Reply, chat, serving, sse

SALES = "region,units,price\nnorth,3,1.5\nsouth,4,2.0\nnorth,5,1.0\n"
QUESTION = "What is 6 times 7?"
REVENUE = "What is the revenue of the north?"
PROGRAM = "```python\nnorth = sales[sales.region == 'north']\nanswer = float((north.units * north.price).sum())\n```"
QUERY = "```sql\nSELECT SUM(units) AS units FROM sales WHERE region = 'north'\n```"

pytestmark = pytest.mark.sandbox


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    """The client wants a key; the server does not look at it."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")


def roles(**texts):
    """A server that tells the kinds of prompts apart by their first words."""
    starts = {
        "You answer a question. Think": "direct", "You answer a question by writing": "program",
        "You answer a question with": "query", "You state what": "interpreter", "You plan": "planner",
        "You correct": "corrector",
    }  # fmt: skip

    def reply(body):
        system = body["messages"][0]["content"]
        name = next(name for start, name in starts.items() if system.startswith(start))
        script = texts[name]
        text = script if isinstance(script, str) else script.pop(0) if len(script) > 1 else script[0]
        return Reply(chat(text))

    return reply


def test_a_direct_answer_that_holds(amtfv):
    """Who answered, the answer, the machine's path, the evidence and the cost are shown; nothing was refuted."""
    with serving(roles(direct="6 * 7 = 42. The answer is 42.")) as server:
        done = amtfv("ask", QUESTION, "--model", "m", "--base-url", server.url, "--no-journal")
    assert done.code == 0, done.err
    assert "answer  by direct" in done.out
    assert "✓ verified" in done.out
    assert "INITIAL_GENERATION → PLANNING → EXECUTING → PASSED" in done.out
    assert "models: 1 call, 15 tokens" in done.out


def test_a_wrong_answer_is_corrected(amtfv):
    """What is refuted goes to the corrector, and the kept answer decides the code."""
    texts = {"direct": "The answer is 41.", "corrector": "The answer is 42."}
    with serving(roles(**texts)) as server:
        done = amtfv("ask", QUESTION, "--model", "m", "--base-url", server.url, "--evidence", "verdict_only")
    assert done.code == 0, done.err
    assert "attempt 2  verified" in done.out
    assert "answer kept: attempt 2" in done.out


def test_a_refuted_answer_is_a_finding(amtfv):
    """Without correction the code is 1, as with `amtfv check`."""
    with serving(roles(direct="The answer is 41.")) as server:
        done = amtfv(
            "ask", QUESTION, "--model", "m", "--base-url", server.url, "--no-correct", "--no-journal"
        )
    assert done.code == 1
    assert "✗ refuted" in done.out


def test_a_table_is_computed_with(amtfv, put):
    """With data a program is written; code and output are shown; its own code verifies nothing."""
    put("sales.csv", SALES)
    texts = {"program": PROGRAM, "interpreter": "The answer is 9.5."}
    with serving(roles(**texts)) as server:
        done = amtfv(
            "ask", REVENUE, "--data", "sales.csv", "--model", "m", "--base-url", server.url,
            "--planner", "offline", "--no-journal",
        )  # fmt: skip
    assert "answer = float((north.units * north.price).sum())" in done.out
    assert "answer = 9.5" in done.out
    assert "answer  by pot" in done.out
    assert "verified" not in done.out
    assert done.code == 3
    assert "nothing was decided; --allow-undecided accepts that" in done.err


def test_a_database_is_queried(amtfv, tmp_path):
    """A SQLite file goes to SQL by itself, and stays as it was."""
    with closing(sqlite3.connect(tmp_path / "shop.db")) as connection:
        connection.executescript("CREATE TABLE sales (region, units); INSERT INTO sales VALUES ('north', 8)")
    before = (tmp_path / "shop.db").read_bytes()
    texts = {"query": QUERY, "interpreter": "The answer is 8."}
    with serving(roles(**texts)) as server:
        done = amtfv(
            "ask", "How many units?", "--data", "shop.db", "--model", "m", "--base-url", server.url,
            "--planner", "offline", "--allow-undecided",
        )  # fmt: skip
    assert done.code == 0, done.err
    assert "SELECT SUM(units) AS units FROM sales" in done.out
    assert "answer  by sql" in done.out
    assert (tmp_path / "shop.db").read_bytes() == before


def test_a_recording_answers_without_an_endpoint(amtfv, put):
    """Every call of a run is on its tape; the replay gives the same report, and a miss shows its prompt."""
    put("sales.csv", SALES)
    words = [
        "ask",
        REVENUE,
        "--data",
        "sales.csv",
        "--model",
        "m",
        "--planner",
        "offline",
        "--no-journal",
        "--json",
    ]
    texts = {"program": ["```python\n1/0\n```", PROGRAM], "interpreter": "The answer is 9.5."}
    with serving(roles(**texts)) as server:
        first = amtfv(*words, "--base-url", server.url, "--record", "tape.jsonl")
    again = amtfv(*words, "--replay", "tape.jsonl")
    made, remade = (json.loads(done.out)["generation"] for done in (first, again))
    assert made == remade
    assert [step["kind"] for step in made["trace"]] == [
        "reply", "program", "output", "reply", "program", "output", "interpretation",
    ]  # fmt: skip
    assert made["trace"][2]["fault"] == "error"
    other = amtfv("ask", QUESTION, "--model", "m", "--replay", "tape.jsonl", "--no-journal")
    assert other.code == 2
    assert "What is 6 times 7?" in other.err
    assert "the recording holds no reply" in other.err


def test_long_programs_are_folded(amtfv, put):
    """Twelve lines and how many more there are; --full shows all of them."""
    put("sales.csv", SALES)
    code = "\n".join(f"line_{number} = {number}" for number in range(40))
    texts = {"program": f"```python\n{code}\nanswer = line_3\n```", "interpreter": "The answer is 3."}
    words = ["ask", REVENUE, "--data", "sales.csv", "--model", "m", "--planner", "offline", "--no-journal"]
    with serving(roles(**texts)) as server:
        amtfv(*words, "--base-url", server.url, "--record", "tape.jsonl")
    folded = amtfv(*words, "--replay", "tape.jsonl").out
    whole = amtfv(*words, "--replay", "tape.jsonl", "--full").out
    assert "line_11 = 11" in folded
    assert "line_12 = 12" not in folded
    assert "… 29 more lines (--full shows them)" in folded
    assert "line_39 = 39" in whole


def test_a_question_from_stdin_in_chinese(amtfv):
    """`-` reads the question; Chinese is asked and answered in Chinese."""
    seen = []

    def reply(body):
        seen.append(body["messages"][0]["content"])
        return Reply(chat("6×7=42。答案是42。"))

    with serving(reply) as server:
        done = amtfv(
            "ask", "-", "--model", "m", "--base-url", server.url, "--no-journal", stdin="6乘以7是多少？\n"
        )
    assert done.code == 0, done.out + done.err
    assert seen[0].startswith("你负责回答")


def test_a_model_that_fails_is_reported(amtfv):
    """No answer, no traceback, code 3."""
    with serving(Reply({"error": {"message": "no such model"}}, status=404)) as server:
        done = amtfv("ask", QUESTION, "--model", "m", "--base-url", server.url, "--no-journal")
    assert done.code == 3
    assert "no such model" in done.out
    assert "a tool or a service failed" in done.err


def test_a_budget_bounds_the_run(amtfv, put):
    """The calls of all roles count together; what is spent is said."""
    put("sales.csv", SALES)
    with serving(roles(program=["```python\n1/0\n```", "```python\n2/0\n```"])) as server:
        done = amtfv(
            "ask", REVENUE, "--data", "sales.csv", "--model", "m", "--base-url", server.url, "--max-calls", "2",
            "--no-journal",
        )  # fmt: skip
    assert done.code == 3
    assert "the run's budget of 2 calls is spent" in done.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ask"], "Missing argument"),
        (["ask", " ", "--model", "m"], "the question is empty"),
        (["ask", QUESTION], "no model is named"),
        (["ask", QUESTION, "--model", "m", "--generator", "cot"], "--generator cot: there are auto, direct, pot"),
        (["ask", QUESTION, "--model", "m", "--generator", "sql"], "--generator sql needs --data"),
        (["ask", QUESTION, "--model", "m", "--data", "none.csv"], "--data none.csv: can't be read"),
        (["ask", QUESTION, "--model", "m", "--data", "none.db"], "--data none.db: there is no such file"),
        (["ask", QUESTION, "--model", "m", "--data", "text.db"], "--data text.db:"),
        (["ask", QUESTION, "--model", "m", "--data", "good.db", "--data", "a.csv"], "a database comes alone"),
        (["ask", QUESTION, "--model", "m", "--data", "good.db", "--generator", "react"], "only --generator sql"),
        (["ask", QUESTION, "--model", "m", "--replay", "none.jsonl"], "none.jsonl can't be read"),
        (["ask", QUESTION, "--model", "m", "--record", "a", "--replay", "b"], "exclude each other"),
    ],
)  # fmt: skip
def test_mistakes_are_told(amtfv, put, words, message, monkeypatch):
    """What is wrong and what to do, with code 2, before any model is asked."""
    for name in ("AMTFV_MODEL", "AMTFV_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    put("a.csv", SALES)
    put("text.db", "no database" * 99)
    put("good.db", b"")
    done = amtfv(*words)
    assert done.code == 2, done.out
    assert message in done.err
    assert "Traceback" not in done.err


# --- react ------------------------------------------------------------------------------------------------
ACTION = 'Thought: multiply\nAction: arithmetic\nAction Input: {"expression": "6 * 7"}\nObservation: 41'


def react(*replies):
    """A server without tools: its streams and plain replies follow the script."""
    texts = list(replies)

    def reply(body):
        if "tools" in body:
            return Reply({"error": {"message": "no tools"}}, status=400)
        text = texts.pop(0) if len(texts) > 1 else texts[0]
        return sse(*text.partition(" ")) if body.get("stream") else Reply(chat(text))

    return reply


def test_react_is_shown_as_it_goes(amtfv):
    """Its four parts, without what was dropped, then the report; nothing is shown twice."""
    with serving(react(ACTION, "Thought: done\nAnswer: 42")) as server:
        done = amtfv(
            "ask", QUESTION, "--generator", "react", "--model", "m", "--base-url", server.url,
            "--planner", "offline", "--no-journal",
        )  # fmt: skip
    assert done.code == 0, done.err
    assert done.out.startswith(
        'Thought: multiply\nAction: arithmetic\n{"expression": "6 * 7"}\n'
        'Observation: {"value": "42", "exact": true, "decimal": "42"}\nThought: done\nAnswer: 42\n\n'
    )
    assert "41" not in done.out
    assert done.out.count("multiply") == 1
    assert "✓ verified" in done.out


def test_react_as_json_carries_its_trace(amtfv):
    """Nothing but the report is printed."""
    with serving(react(ACTION, "Answer: 42")) as server:
        done = amtfv(
            "ask", QUESTION, "--generator", "react", "--model", "m", "--base-url", server.url, "--json",
            "--planner", "offline", "--no-journal",
        )  # fmt: skip
    made = json.loads(done.out)["generation"]
    assert [step["kind"] for step in made["trace"]] == ["thought", "action", "observation", "answer"]


def test_nobody_at_the_terminal_is_a_refusal(amtfv):
    """With --confirm and no terminal no action is taken, and the model is told so."""
    with serving(react(ACTION, "Answer: 42")) as server:
        done = amtfv(
            "ask", QUESTION, "--generator", "react", "--confirm", "--model", "m", "--base-url", server.url,
            "--planner", "offline", "--no-journal",
        )  # fmt: skip
    assert "A person refused this action: there is no terminal at which to ask" in done.out
    shown = server.asked[-1]["messages"][-1]["content"]
    assert "there is no terminal" in shown


def test_confirm_is_for_actions(amtfv):
    """Where nothing acts there is nothing to confirm."""
    done = amtfv("ask", QUESTION, "--confirm", "--model", "m", "--base-url", "http://127.0.0.1:9/v1")
    assert done.code == 2
    assert "--generator react" in done.err
