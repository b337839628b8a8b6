"""`amtfv check`, end to end: inputs, outputs, fixes and exit codes."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from verifier.planning.templates import _library

ROOT = Path(__file__).parents[2]

VERIFIED = {"id": "v", "question": "What is 17 * 24?", "answer": "17 * 24 = 408, so the answer is 408."}
REFUTED = {"id": "r", "question": "17 * 24等于多少？", "answer": "17 * 24 = 418，所以答案是418。"}
CONSISTENT = {
    "id": "c",
    "question": "Maya reads 14 pages on each weekday and some more at the weekend. How many pages is that a month?",
    "answer": "She reads 5 * 14 = 70 pages a week and 70 * 4 = 280 pages a month.\n#### 280",
}
POEM = {"id": "p", "question": "写两行关于秋天的诗。", "answer": "落叶无声，\n月光有影。"}


def jsonl(*rows):
    """Rows as JSON lines."""
    return "".join(
        (row if isinstance(row, str) else json.dumps(row, ensure_ascii=False)) + "\n" for row in rows
    )


def table(done):
    """The rows of a JSONL report by id."""
    return {row["id"]: row for row in map(json.loads, done.out.splitlines())}


# --- exit codes -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rows", "options", "code"),
    [
        ([VERIFIED], [], 0),
        ([VERIFIED, CONSISTENT, POEM], [], 0),
        ([REFUTED], [], 1),
        ([VERIFIED, REFUTED, POEM], [], 1),
        ([VERIFIED, CONSISTENT], ["--fail-on", "inconclusive"], 1),
        ([VERIFIED, POEM], ["--fail-on", "inconclusive"], 0),
        ([VERIFIED, POEM], ["--fail-on", "not_checkable"], 1),
        ([VERIFIED, POEM], ["--fail-on", "inconclusive", "--fail-on", "not_checkable"], 1),
        ([VERIFIED, CONSISTENT], ["--fail-on", "weak_plan"], 0),
        ([VERIFIED], ["--fail-on", "wrong"], 2),
        ([VERIFIED, "{"], [], 2),
        ([REFUTED, "{"], [], 2),
        (["{"], [], 2),
        ([], [], 2),
        ([POEM], [], 3),
        ([CONSISTENT, POEM], [], 3),
        ([CONSISTENT], ["--allow-undecided"], 0),
        ([POEM], ["--allow-undecided", "--fail-on", "not_checkable"], 1),
    ],
)  # fmt: skip
def test_exit_code_of_rows(amtfv, put, rows, options, code):
    """0 nothing refuted, 1 refuted or named, 2 input error, 3 nothing decided."""
    assert amtfv("check", put("a.jsonl", jsonl(*rows)), "--no-journal", *options).code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("So 3 * 4 = 12.", 0),
        ("所以 3 × 4 = 13。", 1),
        ("3 * 4 = 12, and 5 + 5 = 11.", 1),
        ("Leaves let go without a sound.", 3),
        ("", 2),
    ],
)
def test_exit_code_of_documents(amtfv, put, text, code):
    """A document is refuted by one claim, decided by one that held."""
    assert amtfv("check", put("a.md", text), "--no-journal").code == code


@pytest.mark.parametrize(
    "words", [["missing.jsonl"], ["nothing"], ["-j", "0", "a.md"], ["--output-format", "xml", "a.md"]]
)
def test_usage_and_input_errors_exit_with_2(amtfv, put, words):
    """What can't be read or understood exits with 2, names itself, and shows no traceback."""
    Path(put("a.md", "3 * 4 = 12")).with_name("nothing").mkdir()  # a folder that holds nothing to check
    done = amtfv("check", *words)
    assert done.code == 2
    assert "Traceback" not in done.err
    assert done.err.startswith("amtfv check: ")


def test_a_failing_tool_exits_with_3(amtfv, put):
    """A tool that crashes decides nothing: 3, and the row is shown; a refuted row outranks it."""
    own = (
        "from typing import Any\nfrom toolkits import tool\n\n"
        '@tool(version="1")\ndef always_broken(text: str) -> dict[str, Any]:\n    "Crashes."\n    raise RuntimeError("no service")\n'
    )
    (Path.cwd() / "broken_tool.py").write_text(own)
    plan = {
        "verification_needed": True,
        "verification_steps": [
            {"step_id": 1, "description": "x", "tool_required": "always_broken", "tool_input": {"text": "17"},
             "expected_check": "the result should equal 408"},
        ],
    }  # fmt: skip
    put("plan.json", json.dumps(plan))
    done = amtfv(
        "check",
        put("a.jsonl", jsonl(VERIFIED)),
        "--plan",
        "plan.json",
        "--tools",
        "broken_tool.py",
        "--no-journal",
    )
    assert done.code == 3
    assert "no service" in done.out


# --- what is told -----------------------------------------------------------------------------------------
def test_rows_print_findings_and_a_summary(amtfv, put):
    """Only what was found is printed, with its place; the summary counts everything."""
    done = amtfv("check", put("a.jsonl", jsonl(VERIFIED, REFUTED, CONSISTENT, POEM)), "--no-journal")
    lines = done.out.splitlines()
    assert lines[0].startswith("a.jsonl:2 r  ✗ refuted")
    assert lines[-1] == "1 verified, 1 refuted, 2 not verified (1 consistent only, 1 nothing to check)"
    assert "a.jsonl:1" not in done.out
    assert done.err == ""


def test_bad_rows_are_told_by_line_on_stderr(amtfv, put):
    """A bad row goes to the standard error with its line; the rest is checked and counted."""
    done = amtfv("check", put("a.jsonl", jsonl(VERIFIED, "{", {"q": 1}, VERIFIED)), "--no-journal")
    assert [line.split(": ", 2)[1] for line in done.err.splitlines()] == ["a.jsonl:2", "a.jsonl:3"]
    assert done.out == "2 verified, 0 refuted, 0 not verified; 2 not read\n"


def test_document_lines_have_path_line_column_rule_and_verdict(amtfv, put):
    """Each claim of a document is one line; the file is never called verified."""
    done = amtfv("check", put("a.md", "# Sums\n\nSo 3 * 4 = 12.\n而 5 + 5 = 11。\n"), "--no-journal")
    first, second, summary = done.out.splitlines()
    assert first.startswith("a.md:3:4 equation-")
    assert " held  3 * 4 = 12" in first
    assert second.startswith("a.md:4:3 equation-")
    assert " refuted  5 + 5 = 11" in second
    assert summary == "document: 1 refuted, 1 held"
    assert "verified" not in done.out


def test_a_text_with_a_question_gets_the_full_report(amtfv, put):
    """One answer: verdict, the machine's path, the claim with a caret, the evidence."""
    done = amtfv("check", put("a.md", REFUTED["answer"]), "--question", REFUTED["question"], "--no-journal")
    assert done.out.startswith("a.md  ✗ refuted")
    assert "INITIAL_GENERATION → PLANNING → EXECUTING → FAILED" in done.out
    assert "tool shows   408" in done.out
    assert "^^^" in done.out


def test_jsonl_rows_carry_the_published_fields(amtfv, put):
    """Every answer has one row, in order, with at least the published fields; counts go to the standard error."""
    rows = [VERIFIED, REFUTED, CONSISTENT, POEM]
    done = amtfv("check", put("a.jsonl", jsonl(*rows)), "--output-format", "jsonl", "--no-journal")
    told = [json.loads(line) for line in done.out.splitlines()]
    assert [row["id"] for row in told] == ["v", "r", "c", "p"]
    assert [row["verdict"] for row in told] == ["verified", "refuted", "inconclusive", "not_checkable"]
    assert [row["stop_reason"] for row in told] == [
        "passed",
        "no_corrector",
        "consistent_only",
        "nothing_to_check",
    ]
    fields = {
        "id",
        "verdict",
        "scope",
        "stop_reason",
        "final_answer",
        "coverage",
        "claims",
        "steps",
        "failure",
    }
    assert all(fields <= row.keys() for row in told)
    assert told[1]["failure"]["claim"]
    assert told[1]["scope"] == "final"
    assert done.err.startswith("1 verified, 1 refuted, 2 not verified")


def test_json_is_one_object(amtfv, put):
    """Reports, faults and counts stand in one JSON object, an empty list of reports included."""
    done = amtfv("check", put("a.jsonl", jsonl(VERIFIED, "{")), "--output-format", "json", "--no-journal")
    told = json.loads(done.out)
    assert [row["id"] for row in told["reports"]] == ["v"]
    assert told["faults"][0]["line"] == 2
    assert told["summary"]["verified"] == 1
    empty = json.loads(amtfv("check", put("b.jsonl", "{"), "--output-format", "json", "--no-journal").out)
    assert (empty["reports"], empty["summary"]["unread"]) == ([], 1)


def test_rows_fit_the_published_schema(amtfv, put):
    """What is written is what the schema's types say, for each verdict, corrections included."""
    from pydantic import TypeAdapter

    from verifier.report._shape import ReportRow

    rows = jsonl(VERIFIED, REFUTED, CONSISTENT, POEM, {"answer": "3 * 4 = 13"})
    done = amtfv("check", put("a.jsonl", rows), "--fix", "--output-format", "jsonl", "--no-journal")
    adapter = TypeAdapter(ReportRow)
    for line in done.out.splitlines():
        row = json.loads(line)
        assert adapter.validate_python(row, strict=True) == row
        assert row.keys() == ReportRow.__annotations__.keys()


def test_o_writes_files_by_their_suffix(amtfv, put, tmp_path):
    """`-o` may be repeated; the name says the format; the standard output stays text."""
    file = put("a.jsonl", jsonl(VERIFIED, REFUTED))
    done = amtfv("check", file, "-o", "out.json", "-o", "out.jsonl", "--no-journal")
    assert done.out.splitlines()[-1].startswith("1 verified, 1 refuted")
    whole = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert whole["reports"] == lines


@pytest.mark.parametrize(
    "options",
    [
        ["-o", "out.txt"],
        ["-o", "out"],
        ["-o", "a.jsonl"],
        ["-o", "x.json", "-o", "./x.json"],
        ["-o", "no/dir.json"],
    ],
)
def test_o_refuses_what_it_cannot_write(amtfv, put, tmp_path, options):
    """An unknown format, an input, a file named twice, a missing folder: 2, and nothing is overwritten."""
    content = jsonl(VERIFIED)
    done = amtfv("check", put("a.jsonl", content), *options, "--no-journal")
    assert done.code == 2
    assert (tmp_path / "a.jsonl").read_text(encoding="utf-8") == content


def test_map_names_the_fields(amtfv, put):
    """`--map` reads rows of any other shape; a bad map is a usage error."""
    rows = jsonl({"meta": {"q": VERIFIED["question"]}, "outs": [{"text": VERIFIED["answer"]}]})
    words = ["check", put("a.jsonl", rows), "--no-journal", "--map"]
    assert amtfv(*words, "question=meta.q,answer=outs.0.text").out.startswith("1 verified")
    assert amtfv(*words, "answr=x").code == 2


def test_stdin_is_read_without_files(amtfv):
    """No file is the standard input, rows and texts alike."""
    assert (
        amtfv("check", "--no-journal", stdin=jsonl(VERIFIED, REFUTED))
        .out.splitlines()[0]
        .startswith("<stdin>:2")
    )
    assert amtfv("check", "-", "--no-journal", stdin="3 * 4 = 13").out.startswith("<stdin>:1:1 equation-")


def test_no_colours_but_on_a_terminal(amtfv, put):
    """Piped output holds no escapes."""
    assert "\x1b" not in amtfv("check", put("a.jsonl", jsonl(REFUTED)), "--no-journal").out


# --- fix --------------------------------------------------------------------------------------------------
def test_fix_rewrites_a_document_and_the_code_describes_what_remains(amtfv, put, tmp_path):
    """Certain patches are made in place; the file then holds, and the exit code says so."""
    done = amtfv("check", put("a.md", "所以 3 × 4 = 13。\r\nAnd 5 + 5 = 10.\r\n"), "--fix", "--no-journal")
    assert (tmp_path / "a.md").read_bytes() == "所以 3 × 4 = 12。\r\nAnd 5 + 5 = 10.\r\n".encode()
    assert done.code == 0
    assert "a.md:1:12 fixed  13 → 12" in done.out


def test_fix_of_an_answer(amtfv, put, tmp_path):
    """A final value that the question refutes is corrected wherever it is stated, and verified."""
    done = amtfv(
        "check", put("a.txt", REFUTED["answer"]), "--question", REFUTED["question"], "--fix", "--no-journal"
    )
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == REFUTED["answer"].replace("418", "408")
    assert done.code == 0
    assert "✓ verified" in done.out


def test_diff_previews_and_changes_nothing(amtfv, put, tmp_path):
    """`--diff` shows the patch on the standard output; the file and the exit code are those of the text as it is."""
    text = "So 3 * 4 = 13.\n"
    done = amtfv("check", put("a.md", text), "--fix", "--diff", "--no-journal")
    assert done.out.splitlines() == [
        "--- a.md",
        "+++ a.md (fixed)",
        "@@ -1 +1 @@",
        "-So 3 * 4 = 13.",
        "+So 3 * 4 = 12.",
    ]
    assert done.err == "document: 1 refuted, 0 held\n"
    assert done.code == 1
    assert (tmp_path / "a.md").read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]


def test_fix_of_stdin_goes_to_stdout(amtfv):
    """The corrected text is the standard output, whole; the report goes to the standard error."""
    done = amtfv("check", "-", "--fix", "--no-journal", stdin="So 3 * 4 = 13, 三。\r\nEnd")
    assert done.out == "So 3 * 4 = 12, 三。\r\nEnd"
    assert "fixed" in done.err
    assert done.code == 0


@pytest.mark.parametrize("options", [["--fix"], ["--fix", "--diff"]])
def test_json_and_fixed_text_do_not_share_stdout(amtfv, options):
    """A report in JSON and a corrected text can't both be the standard output."""
    done = amtfv("check", "-", *options, "--output-format", "json", "--no-journal", stdin="3 * 4 = 13")
    assert done.code == 2
    assert "-o FILE" in done.err


def test_rows_are_never_rewritten(amtfv, put, tmp_path):
    """`--fix` leaves JSONL input alone; the corrected answer is in the report."""
    content = jsonl(REFUTED)
    done = amtfv("check", put("a.jsonl", content), "--fix", "--output-format", "jsonl", "--no-journal")
    (row,) = table(done).values()
    assert (tmp_path / "a.jsonl").read_text(encoding="utf-8") == content
    assert row["verdict"] == "verified"
    assert row["final_answer"] == REFUTED["answer"].replace("418", "408")
    assert row["other_attempts"][0]["answer"] == REFUTED["answer"]


def test_a_corrected_row_is_told(amtfv, put):
    """A row that `--fix` mended is shown with what changed, since its file is not; a right one is not shown."""
    done = amtfv("check", put("rows.jsonl", jsonl(VERIFIED, REFUTED)), "--fix")
    assert done.code == 0
    assert "rows.jsonl:2 r  ✓ verified" in done.out
    assert "changed  418 → 408" in done.out
    assert "rows.jsonl:1" not in done.out


def test_a_diff_of_rows_tells_them_on_stderr(amtfv, put):
    """Rows have no diff: stdout holds none, and stderr says what would be corrected."""
    done = amtfv("check", put("rows.jsonl", jsonl(REFUTED)), "--fix", "--diff")
    assert (done.code, done.out) == (1, "")
    assert "changed  418 → 408" in done.err


def test_exit_code_3_is_explained(amtfv, put):
    """Where nothing was decided stderr says so, and which option accepts that."""
    rows = put("rows.jsonl", jsonl(POEM))
    assert "nothing was decided; --allow-undecided" in amtfv("check", rows).err
    assert amtfv("check", rows, "--allow-undecided").err == ""


def test_fix_leaves_what_is_not_certain(amtfv, put, tmp_path):
    """A text in which nothing certain is wrong is not touched: same bytes, same time stamp."""
    name = put("a.md", CONSISTENT["answer"])
    before = (tmp_path / name).stat()
    amtfv("check", name, "--question", CONSISTENT["question"], "--fix", "--no-journal")
    assert (tmp_path / name).read_text(encoding="utf-8") == CONSISTENT["answer"]
    assert (tmp_path / name).stat().st_mtime_ns == before.st_mtime_ns


# --- plan and data ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ("{", "--plan"),
        ('{"verification_steps": 5}', "$.verification_steps"),
        ('{"a": 1, "a": 2}', "--plan"),
        ("[" * 50_000, "--plan"),
    ],
)
def test_a_bad_plan_is_an_input_error(amtfv, put, plan, said):
    """A plan that can't be used exits with 2 and the JSON path of what is wrong."""
    done = amtfv("check", put("a.jsonl", jsonl(VERIFIED)), "--plan", put("plan.json", plan), "--no-journal")
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("option", ["--plan", "--data"])
@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"])
def test_unreadable_plan_and_data(amtfv, put, option, content):
    """A missing or wrongly encoded plan or data file exits with 2."""
    if content is not None:
        put("x.csv", content)
    done = amtfv("check", put("a.jsonl", jsonl(VERIFIED)), option, "x.csv", "--no-journal")
    assert (done.code, done.out) == (2, "")
    assert "x.csv" in done.err


def test_data_serves_the_question(amtfv, put):
    """A mean over the data that comes with the question is computed from the data."""
    put("scores.csv", "name,score\nAnn,70\nBo,80\n王芳,93\n")
    question = "What is the mean of the score column in scores.csv?"
    for value, verdict in (("81", "verified"), ("82", "refuted")):
        answer = f"The mean of the score column is {value}."
        done = amtfv(
            "check", put("a.txt", answer), "--question", question, "--data", "scores.csv", "--no-journal"
        )
        assert verdict in done.out.splitlines()[0]


# --- journal ----------------------------------------------------------------------------------------------
def test_runs_are_recorded_listed_and_replayed(amtfv, put):
    """A recorded run is listed, replays without drift, and is shown again by resume."""
    amtfv("check", put("a.jsonl", jsonl(VERIFIED, REFUTED)))
    runs = [line.split()[0] for line in amtfv("runs").out.splitlines()]
    assert len(runs) == 2
    for run, code in zip(runs, (0, 1), strict=True):
        replayed = amtfv("replay", run)
        assert replayed.code == 0
        assert "0 drifted" in replayed.out
        assert amtfv("resume", run).code == code


def test_a_changed_journal_is_told_of(amtfv, put, tmp_path):
    """`runs` lists what stands before the change; it, replay and resume name entry and run, and exit with 2."""
    amtfv("check", put("a.jsonl", jsonl(VERIFIED, REFUTED, VERIFIED)))
    runs = [line.split()[0] for line in amtfv("runs").out.splitlines()]
    with sqlite3.connect(tmp_path / ".amtfv" / "journal.sqlite") as other:
        for trigger in ("entry_update", "entry_delete"):
            other.execute(f"DROP TRIGGER {trigger}")
        (seq,) = other.execute(
            "SELECT max(seq) FROM entry WHERE run = ? AND kind = 'step'", (runs[1],)
        ).fetchone()
        other.execute("UPDATE entry SET body = 'garbage' WHERE seq = ?", (seq,))
    other.close()
    listed = amtfv("runs")
    assert [line.split()[0] for line in listed.out.splitlines()] == runs[:1]
    for done in (listed, amtfv("replay", runs[0]), amtfv("resume", runs[2])):
        assert done.code == 2
        assert f"entry {seq} (step of run {runs[1]})" in done.err
        assert "move it away" in done.err


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (None, "does not exist"),
        ({"bad.yaml": "id: x\n  ask: [\n"}, "bad.yaml:2: "),
        ({"bad.yaml": "id: x\nnonsense: 1\n"}, "bad.yaml:2: nonsense: unknown key"),
        ({"bad.yaml": ""}, "bad.yaml:1: "),
    ],
)
def test_a_bad_template_of_the_users_is_an_input_error(amtfv, put, monkeypatch, files, told):
    """A folder that is missing, a file that is no YAML or no template: its path and line, and 2."""
    rows = put("a.jsonl", jsonl(*[VERIFIED] * 40))
    folder = Path(rows).resolve().parent / "own"
    if files is not None:
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("AMTFV_TEMPLATES", str(folder))
    monkeypatch.setattr(_library._Use, "library", None)
    for jobs in (1, 2):
        done = amtfv("check", rows, "-j", jobs, "--no-journal")
        assert (done.code, done.out) == (2, "")
        assert str(folder) in done.err
        assert told in done.err
        assert "Traceback" not in done.err


@pytest.mark.parametrize("command", ["replay", "resume"])
def test_an_unknown_run_is_an_input_error(amtfv, put, command):
    """No such run, no journal, a file that is no journal: 2."""
    assert amtfv(command, "nope").code == 2
    amtfv("check", put("a.jsonl", jsonl(VERIFIED)))
    assert amtfv(command, "nope").code == 2
    put("text.sqlite", "not a journal")
    assert amtfv(command, "nope", "--journal", "text.sqlite").code == 2


def test_without_a_writable_folder_checking_goes_on(amtfv, put, tmp_path):
    """Where no journal can be kept, that is said and the check is made."""
    put(".amtfv", "a file where the folder would be")
    done = amtfv("check", put("a.jsonl", jsonl(VERIFIED)))
    assert done.code == 0
    assert "not recorded" in done.err


def test_no_journal_leaves_nothing(amtfv, put, tmp_path):
    """`--no-journal` writes no file."""
    amtfv("check", put("a.jsonl", jsonl(VERIFIED)), "--no-journal")
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_log_goes_to_stderr(amtfv, put):
    """`--log json` writes one object an event to the standard error, and nothing else changes."""
    from verifier import logs

    file = put("a.jsonl", jsonl(VERIFIED))
    try:
        done = amtfv("check", file, "--log", "json", "--no-journal")
    finally:
        logs.disable()
    events = [json.loads(line)["event"] for line in done.err.splitlines()]
    assert events[0] == "run.answered"
    assert "run.step" in events
    assert events[-1] == "run.held"
    assert done.out == "1 verified, 0 refuted, 0 not verified\n"


# --- determinism, workers, signals ------------------------------------------------------------------------
def canonical_reports(folder, *options, **environment):
    """The canonical rows of a check in a process of its own."""
    from verifier.report import canonical

    done = subprocess.run(
        [sys.executable, "-m", "verifier.cli", "check", "rows.jsonl", "--fix", "--output-format", "jsonl", *options],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)} | environment, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode in {0, 1}, done.stderr.decode()
    return [canonical(json.loads(line)) for line in done.stdout.decode().splitlines()]


def many_rows():
    """Rows of every verdict, more than one chunk of them."""
    rows = []
    for number in range(12):
        rows += [row | {"id": f"{row['id']}{number}"} for row in (VERIFIED, REFUTED, CONSISTENT, POEM)]
    return rows


def test_the_canonical_report_depends_on_the_input_alone(tmp_path):
    """Workers, hash seed, locale and a second run change nothing; rows come in the order of the input."""
    rows = many_rows()
    (tmp_path / "rows.jsonl").write_text(jsonl(*rows), encoding="utf-8")
    first = canonical_reports(tmp_path, "-j", "1", PYTHONHASHSEED="0")
    assert [row["id"] for row in first] == [row["id"] for row in rows]
    assert canonical_reports(tmp_path, "-j", "2", PYTHONHASHSEED="1") == first
    assert canonical_reports(tmp_path, "-j", "1", PYTHONHASHSEED="7", LC_ALL="C", PYTHONUTF8="0") == first


def test_the_canonical_report_of_a_row_does_not_depend_on_the_others(amtfv, put):
    """Turned round, the rows give the same reports (but for their line)."""
    from verifier.report import canonical

    def reports(rows):
        done = amtfv("check", put("a.jsonl", jsonl(*rows)), "--output-format", "jsonl", "--no-journal")
        return {row_id: canonical(row) | {"line": 0} for row_id, row in table(done).items()}

    rows = [VERIFIED, REFUTED, CONSISTENT, POEM]
    assert reports(rows) == reports(rows[::-1])


def test_workers_pass_faults_through_in_order(tmp_path):
    """With several workers a bad row is still told by line, and the counts are the same."""
    rows = many_rows()
    (tmp_path / "rows.jsonl").write_text(jsonl(*rows[:20], "{", *rows[20:]), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "verifier.cli", "check", "rows.jsonl", "-j", "2", "--no-journal"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "rows.jsonl:21: not JSON" in done.stderr
    assert done.stdout.splitlines()[-1].startswith("12 verified, 12 refuted, 24 not verified")


@pytest.fixture
def heeded_interrupts():
    """Interrupts reach what the test starts, even where the tests themselves run in the background, deaf to them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.usefixtures("heeded_interrupts")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_with_130_and_no_traceback(tmp_path, jobs):
    """An interrupted check ends at once, cleanly, and leaves no worker behind."""
    (tmp_path / "rows.jsonl").write_text(jsonl(*many_rows() * 400), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "verifier.cli", "check", "rows.jsonl", "-j", jobs, "--output-format", "jsonl"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    ) as process:  # fmt: skip
        assert process.stdout
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=20)[1]
    assert process.returncode == 130
    assert "Traceback" not in told
    assert "interrupted" in told
    deadline = time.monotonic() + 10
    while _alive(process.pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not _alive(process.pid)


def _alive(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
