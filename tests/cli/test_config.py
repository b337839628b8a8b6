"""What is configured for `amtfv check`: file, environment, flags, in rising order."""

from __future__ import annotations

import json

import pytest

from verifier.cli import _check
from verifier.cli._config import KEYS, configured, variable

POEM = '{"question": "Write a poem.", "answer": "Roses are red."}\n'


@pytest.fixture(autouse=True)
def _alone(monkeypatch, tmp_path):
    """No settings but the test's own."""
    for key in KEYS:
        monkeypatch.delenv(variable(key), raising=False)
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)


def test_every_key_is_an_option_of_check():
    """No setting stands for an option that there is not, and each kind agrees."""
    import typer

    app = typer.Typer(add_completion=False)
    app.command()(_check.command)
    options = {way: p for p in typer.main.get_command(app).params for way in [*p.opts, *p.secondary_opts]}
    for name, key in KEYS.items():
        assert key.option in options, name
        assert options[key.option].multiple == key.several, name
        assert getattr(options[key.option], "is_flag", False) == (key.kind == "switch"), name


def test_file_environment_and_flags_in_rising_order(put, monkeypatch):
    """A flag replaces a variable, which replaces the file's value, lists included."""
    put("amtfv.toml", 'fail-on = ["inconclusive", "weak_plan"]\njobs = 2\njournal = false\n')
    assert configured(["a"]) == [
        "--fail-on",
        "inconclusive",
        "--fail-on",
        "weak_plan",
        "-j",
        "2",
        "--no-journal",
        "a",
    ]
    monkeypatch.setenv("AMTFV_FAIL_ON", "not_checkable")
    assert configured(["a"])[:2] == ["--fail-on", "not_checkable"]
    assert "--fail-on" not in configured(["a", "--fail-on=never"])
    assert configured(["--fail-on", "never", "-j3", "--journal"]) == [
        "--fail-on",
        "never",
        "-j3",
        "--journal",
    ]


def test_pyproject_serves_from_below(put, tmp_path, monkeypatch):
    """The nearest file above counts, and its paths are its own."""
    put("pyproject.toml", '[project]\nname = "x"\n\n[tool.amtfv]\nbaseline = "known.json"\n')
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    assert configured([]) == ["--baseline", "../known.json"]


def test_another_projects_file_is_not_ours(put):
    """Without a table of ours a pyproject.toml says nothing."""
    put("pyproject.toml", '[tool.other]\nfail-on = "x"\n')
    assert configured(["a"]) == ["a"]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("amtfv.toml", 'jobs = 1\nfail_onn = "never"\n', "amtfv.toml:2: there is no setting 'fail-onn'; did you mean 'fail-on'?"),
        ("pyproject.toml", "[a]\njobs = 1\n[tool.amtfv]\nx = 1\nlogg = 1\n", "pyproject.toml:4: there is no setting 'x'"),
        ("amtfv.toml", 'fail-on = "sometimes"\n', "amtfv.toml:1: fail-on is 'sometimes'; it takes refuted or"),
        ("amtfv.toml", 'journal = "yes"\n', "amtfv.toml:1: journal is 'yes'; it takes true or false"),
        ("amtfv.toml", "jobs = [1, 2]\n", "amtfv.toml:1: jobs takes one value"),
        ("amtfv.toml", "jobs = true\n", "amtfv.toml:1: jobs is true; it takes a number"),
        ("amtfv.toml", "jobs = \n", "amtfv.toml: is not TOML"),
        ("amtfv.toml", 'tools = "--fix"\n', "is no value"),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_their_place(amtfv, put, name, text, told):
    """A wrong key or value is refused with file, line and what would do: exit code 2."""
    put(name, text)
    done = amtfv("check", put("a.jsonl", POEM), "--no-journal")
    assert (done.code, told in done.err) == (2, True), done.err


def test_settings_reach_the_check(amtfv, put, monkeypatch):
    """What the file demands fails the gate; a variable takes it back."""
    put("amtfv.toml", 'fail-on = "not_checkable"\njournal = false\n')
    put("a.jsonl", POEM)
    assert amtfv("check", "a.jsonl").code == 1
    monkeypatch.setenv("AMTFV_FAIL_ON", "never")
    assert amtfv("check", "a.jsonl", "--allow-undecided").code == 0


def test_config_shows_where_each_value_comes_from(amtfv, put, monkeypatch):
    """Each key with its value and origin; a misspelt variable is told of."""
    put("amtfv.toml", "\njobs = 2\n")
    monkeypatch.setenv("AMTFV_FAIL_ON", "weak_plan,inconclusive")
    monkeypatch.setenv("AMTFV_FAILON", "x")
    done = amtfv("config")
    assert "jobs            2  (amtfv.toml:2)\n" in done.out
    assert "fail-on         weak_plan, inconclusive  (AMTFV_FAIL_ON)\n" in done.out
    assert "baseline        default\n" in done.out
    assert "AMTFV_FAILON sets nothing of amtfv check; did you mean 'fail-on'?" in done.err
    rows = json.loads(amtfv("config", "--json").out)
    assert rows["jobs"] == {"value": ["2"], "from": "amtfv.toml:2"}


def test_a_switch_of_the_environment(monkeypatch):
    """1 and 0 turn it on and off; anything else is refused."""
    from verifier.cli._exit import CliError

    monkeypatch.setenv("AMTFV_EXIT_ZERO", "1")
    monkeypatch.setenv("AMTFV_JOURNAL", "off")
    assert configured([]) == ["--exit-zero", "--no-journal"]
    monkeypatch.setenv("AMTFV_EXIT_ZERO", "maybe")
    with pytest.raises(CliError, match="takes 1 or 0"):
        configured([])
