"""``amtfv train``: worked examples by the command line."""

from __future__ import annotations

import json

import pytest

from tests.verifier.generation.models import by_model
from tests.verifier.llm.server import serving

PENS = "How many pens are in 3 boxes of 12?"


def test_examples_are_added_listed_exported_imported_and_removed(amtfv, put):
    """What was put in comes out; the same question again replaces."""
    added = amtfv("train", "add", PENS, "--code", put("a.py", "result = 3 * 12\n"))
    assert (added.code, added.out.split()[1]) == (0, "added")
    assert (
        amtfv("train", "add", f" {PENS.lower()} ", "--code", "-", stdin="result = 36").out.split()[1]
        == "replaced"
    )
    assert amtfv("train", "add", "利息", "--document", "-", stdin="利息等于本金乘利率。").code == 0
    assert amtfv("train", "add", "How many orders?", "--sql", "--code", "-", stdin="SELECT 1").code == 0
    listed = amtfv("train", "list").out.splitlines()
    assert [line.split()[1] for line in listed] == ["document", "python", "sql"]
    rows = amtfv("train", "export").out
    assert json.loads(rows.splitlines()[1]) == {
        "question": PENS.lower(), "code": "result = 36", "language": "python"
    }  # fmt: skip
    key = listed[1].split()[0]
    assert amtfv("train", "remove", key).out == "1 removed\n"
    assert amtfv("train", "import", put("e.jsonl", rows)).out == "1 added, 2 replaced\n"
    assert amtfv("train", "export").out == rows


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["list"], "there are no examples; `amtfv train add` makes the file"), (["add", PENS], "give --code FILE"),
        (["add", PENS, "--code", "no.py"], "no.py can't be read"), (["add", PENS, "--code", "empty"], "empty is empty"),
        (["add", "?!", "--code", "a.py"], "has no word"), (["import", "bad.jsonl"], "bad.jsonl:2: code: a text is needed"),
        (["add", PENS, "--code", "a.py", "--examples", "a.py"], "a.py holds no examples"),
        (["measure", "--model", "m"], "there are no examples"), (["measure", "--model", "m", "--examples", "off"], "--examples off"),
    ],
)  # fmt: skip
def test_mistakes_are_told(amtfv, put, words, message):
    """What is wrong and what to do, with code 2; a file with one bad line adds nothing."""
    put("a.py", "result = 1 " * 99)
    put("empty", " \n")
    put("bad.jsonl", '{"question": "How many?", "code": "x"}\n{"question": "Q"}\n')
    done = amtfv("train", *words)
    assert done.code == 2, done.out
    assert message in done.err
    assert amtfv("train", "list").out == ""


def test_an_unknown_id_removes_nothing(amtfv, put):
    """All ids must be known."""
    key = amtfv("train", "add", PENS, "--code", put("a.py", "result = 36")).out.split()[0]
    assert "'nosuch'; nothing was removed" in amtfv("train", "remove", key, "nosuch").err
    assert len(amtfv("train", "list").out.splitlines()) == 1


@pytest.mark.sandbox
def test_ask_takes_the_examples_unless_they_are_off(amtfv, put):
    """Those of ``amtfv train`` are shown by default; ``--examples off`` shows none, a missing file is an error."""
    amtfv("train", "add", PENS, "--code", put("a.py", "BAIT = 36\nresult = BAIT"))
    for flag, shown in (((), True), (("--examples", "off"), False)):
        scripts = {"m": ["```python\nanswer = 50\n```", "The answer is 50.", "{}"]}
        with serving(by_model(**scripts)) as server:
            words = (
                "ask",
                "How many pens are in 5 boxes of 10?",
                "--generator",
                "pot",
                "--model",
                "m",
                "--base-url",
                server.url,
            )
            amtfv(*words, "--planner", "offline", "--no-correct", "--allow-undecided", *flag)
        assert ("BAIT" in server.asked[0]["messages"][1]["content"]) is shown
    missing = amtfv("ask", "Q?", "--model", "m", "--examples", "no.sqlite")
    assert (missing.code, "no.sqlite: there is no such file" in missing.err) == (2, True)


@pytest.mark.sandbox
def test_measuring_by_recording_and_by_replay(amtfv, put):
    """The same counts without any model, from the calls that were recorded."""
    put("e.jsonl", "".join(
        json.dumps({"question": f"How many {what} are in {n} boxes of 12?", "code": f"result = {n} * 12"}) + "\n"
        for n, what in ((3, "pens"), (4, "cups"))
    ))  # fmt: skip
    amtfv("train", "import", "e.jsonl")
    with serving(by_model(m=["```python\nresult = 36\n```"])) as server:
        first = amtfv(
            "train", "measure", "--json", "--model", "m", "--base-url", server.url, "--record", "tape.jsonl"
        )
        url = server.url
    assert json.loads(first.out) == {
        "pairs": 2, "skipped": 0, "shown": 2, "without": 1, "with": 1, "mended": 0, "spoilt": 0
    }  # fmt: skip
    again = amtfv("train", "measure", "--json", "--model", "m", "--base-url", url, "--replay", "tape.jsonl")
    assert again.out == first.out
    told = amtfv("train", "measure", "--model", "m", "--base-url", url, "--replay", "tape.jsonl").out
    assert "right with examples:    1  (0 mended, 0 spoilt)" in told
