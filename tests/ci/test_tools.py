"""The hook, the action and the examples of CI, each tried by what reads it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml

pytestmark = pytest.mark.skipif(os.name == "nt", reason="written for a POSIX shell")

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
PLANTED = {"product", "和", "answers/guide.md"}


def run(words, folder, environment, **more):
    """Run a command and give back what it left."""
    return subprocess.run(
        words,
        cwd=folder,
        env=environment | more,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )


def test_the_gate_finds_what_is_planted_and_nothing_else(project, environment):
    """Three faults; the verdict names the pass rate too when it is missed."""
    done = run(["amtfv", "check", "answers/", "-o", "r.sarif", "-o", "r.junit.xml"], project, environment)
    assert done.returncode == 1, done.stderr
    results = json.loads((project / "r.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert {result["properties"]["answer"] for result in results} == PLANTED
    assert "gate failed: 3 refuted" in done.stdout
    assert len(ET.parse(project / "r.junit.xml").getroot().findall(".//failure")) == 3


def test_a_baseline_lets_the_sample_pass(project, environment):
    """What is known is forgiven until it is mended."""
    run(["amtfv", "check", "answers/", "--write-baseline", "known.json"], project, environment)
    assert (
        run(["amtfv", "check", "answers/", "--baseline", "known.json"], project, environment).returncode == 0
    )


# --- GitHub ----------------------------------------------------------------------------------------------
def steps_run(project, environment, **inputs):
    """Run the action's steps in order as a runner would; each step's name with its exit code, and the files."""
    given = {name: spec.get("default", "") for name, spec in ACTION["inputs"].items()} | inputs
    summary, output = project / "summary", project / "output"
    summary.touch(), output.touch()
    codes = []
    for step in ACTION["runs"]["steps"]:
        if not holds(step.get("if"), given):
            continue
        extra = {name: filled(value, given) for name, value in step.get("env", {}).items()}
        files = {"GITHUB_STEP_SUMMARY": str(summary), "GITHUB_OUTPUT": str(output), "GITHUB_ACTIONS": "true"}
        script = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        done = run(script, project, environment, **extra, **files)
        codes.append((step["name"], done.returncode, done.stdout, done.stderr))
        if done.returncode:
            break
    return codes, summary.read_text(encoding="utf-8"), output.read_text(encoding="utf-8")


def filled(text, given):
    """An expression `${{ inputs.x }}` with its value."""
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: given[found[1]], text)


def holds(condition, given):
    """A condition of the two forms that the action has."""
    if condition is None:
        return True
    name, wanted = re.fullmatch(r"inputs\.([\w-]+) != '(\w*)'", condition).groups()
    return given[name] != wanted


def test_the_action_annotates_and_sums_up(project, environment):
    """The step fails with the gate; errors are annotated, the summary is written, the outputs are set."""
    codes, summary, output = steps_run(
        project, environment, files="answers/", install="", **{"require-code": "false"}
    )
    (name, code, out, err) = codes[-1]
    assert (name, code) == ("Check", 1), err
    assert out.count("::error ") == 3
    assert "::error file=answers/math.jsonl,line=2," in out
    assert summary.startswith("## ❌ amtfv: failed: 3 refuted")
    assert "exit-code=1" in output
    assert (project / re.search("sarif=(.*)", output)[1]).is_file()


def test_the_action_asks_for_a_sandbox_where_there_is_code(project, environment):
    """With code in the files the doctor must find that it can be run; it says what goes unchecked else."""
    (project / "answers" / "code.md").write_text("```python\nprint(1)\n```\n", encoding="utf-8")
    broken = {"AMTFV_SANDBOX": "docker", "DOCKER_HOST": "unix:///nowhere.sock"}
    codes, _, _ = steps_run(project, environment | broken, files="answers/*.md", install="")
    name, code, out, err = codes[-1]
    assert (name, code) == ("See whether code can be run", 3)
    assert "required, and not working here: code" in err
    assert "stay undecided (sandbox_unavailable)" in out
    codes, _, _ = steps_run(project, environment | broken, files="answers/math.jsonl", install="")
    assert codes[0][1] == 0


def test_words_of_the_inputs_are_no_shell(project, environment):
    """An input can neither run a command nor be split into options of another command."""
    files = "answers/math.jsonl $(touch${IFS}pwned) `touch pwned` ;touch pwned"
    codes, _, _ = steps_run(project, environment, files=files, install="", **{"require-code": "auto"})
    assert not (project / "pwned").exists()
    assert codes[-1][1] == 2


def test_every_input_reaches_a_step_by_the_environment():
    """No expression stands in a script, where its text would be run."""
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"]


# --- pre-commit ------------------------------------------------------------------------------------------
def test_pre_commit_runs_the_hook(project, environment, tmp_path):
    """The definition is read by pre-commit itself, without a network; a wrong answer stops the commit."""
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / ".pre-commit-hooks.yaml").write_text(
        (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    )
    commit(hooks, environment)
    revision = run(["git", "rev-parse", "HEAD"], hooks, environment).stdout.strip()
    hook = {"id": "amtfv", "files": "^answers/", "language": "system"}  # the amtfv that is on the path
    config = {"repos": [{"repo": str(hooks), "rev": revision, "hooks": [hook]}]}
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    (project / "amtfv.toml").unlink()
    commit(project, environment)
    cache = {"PRE_COMMIT_HOME": str(tmp_path / "cache"), "PRE_COMMIT_COLOR": "never"}
    words = [sys.executable, "-m", "pre_commit", "run", "--all-files"]
    done = run(words, project, environment, **cache)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "3 refuted" in done.stdout or "2 refuted" in done.stdout, done.stdout
    for name in ("math.jsonl", "guide.md"):
        (project / "answers" / name).unlink()
    (project / "answers" / "prose.md").write_text("Nothing to see.\n")
    run(["git", "add", "-A"], project, environment)
    assert run(words, project, environment, **cache).returncode == 0


def commit(folder, environment):
    """Make the folder a repository of one commit."""
    run(["git", "init", "-q"], folder, environment)
    run(["git", "add", "-A"], folder, environment)
    done = run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "all"],
        folder,
        environment,
    )
    assert done.returncode == 0, done.stderr


# --- GitLab ----------------------------------------------------------------------------------------------
def test_the_gitlab_script_runs_and_leaves_its_artifacts(project, environment):
    """Each line of the job but the installation runs in a shell; the artifacts are those that it names."""
    job = yaml.safe_load((project / ".gitlab-ci.yml").read_text(encoding="utf-8"))["answers"]
    lines = [line for line in job["script"] if not line.startswith("pip ")]
    assert len(lines) == len(job["script"]) - 1
    done = run(["bash", "-ec", lines[-1]], project, environment)
    assert done.returncode == 1
    assert (project / job["artifacts"]["reports"]["junit"]).is_file()
    assert all((project / name).is_file() for name in job["artifacts"]["paths"])


def test_the_workflow_uses_what_the_action_has():
    """Inputs and outputs that the example names are the action's."""
    text = (ROOT / "docs/examples/ci/.github/workflows/answers.yml").read_text(encoding="utf-8")
    steps = yaml.safe_load(text)["jobs"]["check"]["steps"]
    ours = next(step for step in steps if step.get("id") == "amtfv")
    assert ours["with"].keys() <= ACTION["inputs"].keys()
    assert set(re.findall(r"steps\.amtfv\.outputs\.([\w-]+)", text)) <= ACTION["outputs"].keys()
