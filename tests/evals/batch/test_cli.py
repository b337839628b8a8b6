"""`amtfv eval export-batch` and `import-batch`, as a person uses them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.evals.batch.model import CASES, reply, rows
from tests.evals.batch.service import serve
from tests.verifier.llm.server import serving
from verifier.cli import main
from verifier.report import canonical

ROOT = Path(__file__).parents[3]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a data set whose labels are marked, and with models by role."""
    monkeypatch.chdir(tmp_path)
    for name in ("AMTFV_MODEL", "AMTFV_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    told = {
        "label": "CANARY-label",
        "gold": "CANARY-gold",
        "error_step": "CANARY-step",
        "domain": "CANARY-domain",
    }
    data = rows(**told)
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in data))
    (tmp_path / "models.toml").write_text('[default]\nmodel = "planner"\n[corrector]\nmodel = "corrector"\n')
    return tmp_path


def export(*words: str) -> int:
    """The command, to requests.jsonl."""
    return main(["eval", "export-batch", "--state", "state", "-o", "requests.jsonl", *words])


BEGIN = ("rows.jsonl", "--models", "models.toml", "--correct", "--evidence", "verdict_only", "--tier", "full")


def test_a_data_set_goes_round_by_round(here, capsys):
    """Export, let the service answer, import; at last every run has a report, in the order of the rows."""
    assert export(*BEGIN) == 0
    assert f"{len(CASES)} requests to planner" in capsys.readouterr().err
    codes = []
    for number in range(9):
        serve(sorted(here.glob("requests*.jsonl")), here / "answers.jsonl", reply, seed=number)
        codes.append(
            main(["eval", "import-batch", "answers.jsonl", "--state", "state", "-o", "reports.jsonl"])
        )
        for path in here.glob("requests*.jsonl"):
            path.unlink()
        if export() == 1:
            break
    assert codes == [3] * (len(codes) - 1) + [0]
    assert "nothing is left to ask" in capsys.readouterr().err
    reports = [json.loads(line) for line in (here / "reports.jsonl").read_text().splitlines()]
    assert [report["id"] for report in reports] == [row["id"] for row in rows()]
    assert {report["verdict"] for report in reports} >= {"verified", "refuted"}
    assert not list(here.glob("requests*.jsonl"))


def canonical_rows(path: Path) -> list[object]:
    """The canonical reports of a file."""
    return [canonical(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def test_batch_record_and_replay_agree(here):
    """A batch, live calls that are recorded, and both recordings replayed give the same canonical reports."""
    export(*BEGIN)
    for number in range(9):
        serve(sorted(here.glob("requests*.jsonl")), here / "answers.jsonl", reply, seed=number)
        if main(["eval", "import-batch", "answers.jsonl", "--state", "state", "-o", "batch.jsonl"]) == 0:
            break
        for path in here.glob("requests*.jsonl"):
            path.unlink()
        export()
    check = ["check", BEGIN[0], "--planner", "llm", "--no-journal", *BEGIN[3:]]
    with serving(reply) as server:
        roles = f'[default]\nmodel = "planner"\nbase_url = "{server.url}"\n[corrector]\nmodel = "corrector"\n'
        (here / "live.toml").write_text(roles)
        main([*check, "--models", "live.toml", "--record", "tape.jsonl", "-o", "live.jsonl"])
    for number, tape in enumerate(("tape.jsonl", "state/tape.jsonl")):
        main([*check, "--models", "models.toml", "--replay", tape, "-o", f"again-{number}.jsonl"])
    want = canonical_rows(here / "batch.jsonl")
    assert len(want) == len(CASES)
    for name in ("live", "again-0", "again-1"):
        assert canonical_rows(here / f"{name}.jsonl") == want, name


def test_labels_stay_at_home(here):
    """Nothing of a row but its id, its question and its answer reaches a request, or the state."""
    export(*BEGIN)
    serve([here / "requests.jsonl"], here / "answers.jsonl", reply)
    main(["eval", "import-batch", "answers.jsonl", "--state", "state", "-o", "reports.jsonl"])
    written = [path for path in here.rglob("*") if path.is_file() and path.name != "rows.jsonl"]
    written.append(here / "state" / "rows.jsonl")
    assert len(written) >= 6
    assert not [path for path in written if b"CANARY" in path.read_bytes()]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name the data to begin"),
        (("rows.jsonl",), "no model is named"),
        (("rows.jsonl", "--model", "m", "--planner", "offline"), "nothing asks for a model"),
        (("none.jsonl", "--model", "m"), "none.jsonl"),
        (("rows.jsonl", "--model", "m", "--map", "answer=nowhere"), "no field 'nowhere'"),
        (("rows.jsonl", "--model", "m", "--generator", "nobody"), "nobody"),
    ],
)
def test_what_can_not_begin_says_why(here, capsys, words, said):
    """Bad input is a usage error that names the place, and leaves no batch behind."""
    assert export(*words) == 2
    assert said in capsys.readouterr().err
    assert not (here / "state" / "setting.json").exists()


def test_a_batch_is_not_begun_twice(here, capsys):
    """Data named again are refused: the batch has its own copy."""
    export(*BEGIN)
    assert export(*BEGIN) == 2
    assert "leave the data out" in capsys.readouterr().err


def test_answers_of_another_export_are_told(here, capsys):
    """Lines that do not belong to the batch are listed, the first of many, with file and line."""
    export(*BEGIN)
    strange = [
        json.dumps({"custom_id": f"x{n}", "response": {"status_code": 200, "body": {}}}) for n in range(15)
    ]
    (here / "answers.jsonl").write_text("\n".join(strange))
    assert main(["eval", "import-batch", "answers.jsonl", "--state", "state"]) == 3
    said = capsys.readouterr().err
    assert "15 unknown" in said
    assert "answers.jsonl:1: " in said
    assert "… and 5 more" in said
    assert main(["eval", "import-batch", "none.jsonl", "--state", "state"]) == 2


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_a_killed_export_goes_on(here):
    """`kill -9` within an export leaves a batch that the same command goes on with."""
    data = [{**row, "id": f"{row['id']}-{n}"} for n in range(40) for row in rows()]
    (here / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in data))
    words = ["eval", "export-batch", "--state", "state", "-o", "requests.jsonl"]
    child = subprocess.Popen(
        [sys.executable, "-m", "verifier.cli", *words, *BEGIN], stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    end = time.monotonic() + 60
    while time.monotonic() < end and not list(here.glob("state/round-001.jsonl*")) and child.poll() is None:
        time.sleep(0.005)
    child.send_signal(signal.SIGKILL)
    child.wait()
    begun = (here / "state" / "setting.json").exists()
    assert export(*(() if begun else BEGIN)) == 0
    texts = (here / "requests.jsonl").read_text().splitlines()
    assert len(texts) == len({json.loads(line)["custom_id"] for line in texts}) == len(CASES)


def test_runs_that_need_no_model_are_reported_without_answers(tmp_path, monkeypatch, capsys):
    """Where nothing was to be asked there are no answers to name: the reports come all the same."""
    monkeypatch.chdir(tmp_path)
    row = {"id": "a", "question": "What is 12 times 12?", "answer": "12 * 12 = 144, so the answer is 144."}
    Path("rows.jsonl").write_text(json.dumps(row), encoding="utf-8")
    assert main(["eval", "export-batch", "rows.jsonl", "--model", "m", "--state", "state"]) == 1
    assert main(["eval", "import-batch", "--state", "state", "-o", "reports.jsonl"]) == 0
    assert json.loads(Path("reports.jsonl").read_text(encoding="utf-8"))["verdict"] == "verified"
    capsys.readouterr()
