"""The gate of `amtfv check`: what fails it, and that one object says so everywhere."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from verifier.cli._judgement import Gate, Tally
from verifier.cli._settings import Checked

RIGHT = {"question": "What is 12 + 30?", "answer": "12 + 30 = 42"}
WRONG = {"question": "What is 12 + 30?", "answer": "12 + 30 = 43"}
LOOSE = {"question": "How many are left?", "answer": "Then 3 + 4 = 7 are there. #### 9"}
POEM = {"question": "Write a poem.", "answer": "Roses are red."}


def rows(*items):
    """JSONL of the rows."""
    return "".join(json.dumps(item) + "\n" for item in items)


@pytest.mark.parametrize(
    ("items", "options", "code", "told"),
    [
        ([RIGHT, WRONG], ["--fail-on", "refuted"], 1, ""),
        ([RIGHT, WRONG], ["--fail-on", "never"], 0, "gate passed"),
        ([RIGHT, POEM], ["--fail-on", "not_checkable"], 1, "gate failed: 1 not checkable"),
        ([RIGHT, WRONG], ["--exit-zero"], 0, "--exit-zero: else failed: 1 refuted"),
        ([RIGHT, POEM], ["--min-pass-rate", "50%"], 0, "gate passed"),
        ([RIGHT, POEM], ["--min-pass-rate", "0.51"], 1, "pass rate 50.0% (1/2), at least 51.0% is demanded"),
        ([POEM], ["--min-coverage", "0.1", "--allow-undecided"], 1, "coverage: nothing to take it of"),
        ([RIGHT, LOOSE], ["--min-coverage", "1"], 1, "at least 100.0% is demanded"),
        ([POEM], ["--exit-zero"], 0, "else could not verify"),
    ],
)  # fmt: skip
def test_what_fails_the_gate(  # noqa: PLR0917
    amtfv, put, items, options, code, told
):
    """Each demand fails the gate by itself, and the last lines say why."""
    done = amtfv("check", put("a.jsonl", rows(*items)), "--no-journal", *options)
    assert done.code == code, done.out + done.err
    assert told in done.out


@pytest.mark.parametrize(
    "options",
    [
        ["--fail-on", "never", "--fail-on", "refuted"],
        ["--min-pass-rate", "1.5"],
        ["--min-pass-rate", "x"],
        ["--min-coverage", "101%"],
        ["--min-coverage", "-1"],
        ["--baseline", "missing.json"],
        ["--fail-on", "verified"],
    ],
)
def test_demands_that_make_no_sense_are_refused(amtfv, put, options):
    """They exit with 2 and name the option."""
    done = amtfv("check", put("a.jsonl", rows(RIGHT)), "--no-journal", *options)
    assert done.code == 2
    assert options[0] in done.err


def test_faults_of_the_input_count_even_with_exit_zero(amtfv, put):
    """What could not be read was not judged."""
    done = amtfv("check", put("a.jsonl", rows(RIGHT) + "{\n"), "--no-journal", "--exit-zero")
    assert done.code == 2
    assert "gate can't be judged: 1 place of the input could not be read" in done.out


@pytest.mark.parametrize("items", [[RIGHT], [RIGHT, WRONG], [POEM]])
def test_code_and_verdict_agree_in_every_format(amtfv, put, items, tmp_path):
    """The exit code, the JSON's gate, SARIF's invocation and the pages' heads are one judgement."""
    outputs = ["r.json", "r.sarif", "r.junit.xml", "r.md", "r.html"]
    words = [word for name in outputs for word in ("-o", name)]
    done = amtfv("check", put("a.jsonl", rows(*items)), "--no-journal", *words)
    text = {name: (tmp_path / name).read_text(encoding="utf-8") for name in outputs}
    gate = json.loads(text["r.json"])["gate"]
    invocation = json.loads(text["r.sarif"])["runs"][0]["invocations"][0]
    assert gate["code"] == invocation["exitCode"] == done.code
    assert invocation["exitCodeDescription"] == gate["verdict"]
    assert f'"amtfv.gate" value="{gate["verdict"]}"' in text["r.junit.xml"]
    assert f"amtfv: {gate['verdict']}</h1>" in text["r.html"]
    assert gate["verdict"] in text["r.md"].replace("\\", "")


def test_a_share_is_exact():
    """7 of 100 are 7 %, which no binary fraction says; one answer less is too few."""
    tally = Tally(Gate(min_pass_rate=Fraction("0.07")))
    for number in range(100):
        verdict = "verified" if number < 7 else "not_checkable"
        reason = "passed" if number < 7 else "nothing_to_check"
        tally.add(
            Checked(
                verdict=verdict, stop_reason=reason, document=False, held=0, failed=0, broken=False, answer=""
            ),
            "a",
        )
    assert tally.judge().code == 0
    tally.add(
        Checked(
            verdict="inconclusive",
            stop_reason="undecided",
            document=False,
            held=0,
            failed=0,
            broken=False,
            answer="",
        ),
        "a",
    )
    assert tally.judge().code == 1


def test_a_baseline_forgives_what_it_knows(amtfv, put):
    """Known findings pass wherever they move to, new ones fail, gone ones are told."""
    other = {"question": "What is 2 + 2?", "answer": "2 + 2 = 5"}
    put("a.jsonl", rows(WRONG))
    assert amtfv("check", "a.jsonl", "--no-journal", "--write-baseline", "b.json").code == 1
    put("a.jsonl", rows(RIGHT, WRONG))
    known = amtfv("check", "a.jsonl", "--no-journal", "--baseline", "b.json")
    assert (known.code, "1 known from the baseline" in known.out) == (0, True)
    put("a.jsonl", rows(WRONG, other))
    new = amtfv("check", "a.jsonl", "--no-journal", "--baseline", "b.json")
    assert (new.code, "1 refuted that the baseline does not hold" in new.out) == (1, True)
    put("a.jsonl", rows(RIGHT))
    gone = amtfv("check", "a.jsonl", "--no-journal", "--baseline", "b.json")
    assert (gone.code, "gone from a.jsonl: " in gone.out) == (0, True)


def test_the_same_fault_again_is_new(amtfv, put):
    """A baseline with one finding does not forgive its twin."""
    put("a.jsonl", rows(WRONG))
    amtfv("check", "a.jsonl", "--no-journal", "--write-baseline", "b.json")
    put("a.jsonl", rows(WRONG, WRONG))
    assert amtfv("check", "a.jsonl", "--no-journal", "--baseline", "b.json").code == 1


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"version": 9, "findings": []}', '{"version": 1, "findings": [1]}']
)
def test_what_is_no_baseline_is_refused(amtfv, put, text):
    """A damaged baseline forgives nothing: exit code 2."""
    done = amtfv("check", put("a.jsonl", rows(WRONG)), "--no-journal", "--baseline", put("b.json", text))
    assert (done.code, "--baseline b.json" in done.err) == (2, True)


def test_a_document_whose_program_prints_otherwise_fails(amtfv, put, monkeypatch):
    """A finding that is no claim's fails the gate like any other."""
    tally = Tally(Gate())
    tally.add(
        Checked(
            verdict="refuted",
            stop_reason="no_corrector",
            document=True,
            held=1,
            failed=0,
            broken=False,
            answer="",
        ),
        "a",
    )
    assert tally.judge().code == 1
    assert tally.summary.failed == 1


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.jsonl", '\n{"answer": "x \\"q\\" \\u00e9 12 + 30 = 43", "question": "What is 12 + 30?"}\n', 2),
        ("a.json", '[\n {"question": "What is 12 + 30?",\n  "answer": "so 12 + 30 = 43"}\n]\n', 3),
        ("a.md", "# Sums\n\nHere: 12 + 30 = 43\n", 3),
        ("a.jsonl", '{"messages": [{"role": "user", "content": "What is 12 + 30?"}, {"role": "assistant", "content": [{"type": "text", "text": "It is: "}, {"type": "text", "text": "12 + 30 = 43"}]}]}\n', 1),
    ],
)  # fmt: skip
def test_regions_point_at_the_claim_as_it_is_spelt(  # noqa: PLR0917
    amtfv, put, tmp_path, name, text, line
):
    """Line and column are those of the file, escapes counted as they are written."""
    put(name, text)
    amtfv("check", name, "--no-journal", "-o", "r.sarif")
    results = json.loads((tmp_path / "r.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    region = results[0]["locations"][0]["physicalLocation"]["region"]
    assert region["startLine"] == region["endLine"] == line
    stretch = text.split("\n")[line - 1][region["startColumn"] - 1 : region["endColumn"] - 1]
    assert stretch in {"43", "12 + 30 = 43"}


def test_progress_in_plain_lines(amtfv, put):
    """`--progress plain` counts on the standard error where there is no terminal; `none` says nothing."""
    put("a.jsonl", rows(RIGHT, RIGHT))
    assert "2 checked" in amtfv("check", "a.jsonl", "--no-journal", "--progress", "plain").err
    assert amtfv("check", "a.jsonl", "--no-journal", "--progress", "none").err == ""
