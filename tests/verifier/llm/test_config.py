"""Models from a TOML file, and what is said where one is wrong."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from verifier.errors import UsageError
from verifier.llm import Price, load_models


def written(folder: Path, text: str) -> Path:
    """A file with that text."""
    path = folder / "models.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_roles_have_from_the_default_what_they_leave_out(tmp_path: Path) -> None:
    """Every key of a model's settings, and inheritance."""
    models = load_models(
        written(
            tmp_path,
            """
            [default]
            model = "small"
            base_url = "http://127.0.0.1:1/v1"
            api_key_env = "KEY"
            temperature = 0.25
            max_tokens = 100
            timeout_s = 7
            tries = 2
            structured = "json_object"

            [planner]
            model = "large"
            price = { prompt = 0.15, completion = 1 }
            seed = 3
            """,
        )
    )
    planner, generator = models.of("planner"), models.of("generator")
    assert (generator.model, generator.temperature, generator.price) == ("small", 0.25, None)
    assert (planner.model, planner.max_tokens, planner.seed, planner.structured) == (
        "large",
        100,
        3,
        "json_object",
    )
    assert planner.price == Price(prompt=Decimal("0.15"), completion=Decimal(1))
    assert (planner.timeout_s, planner.tries, planner.api_key_env) == (7.0, 2, "KEY")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[default\n", "models.toml: is no TOML: .*line 1"),
        (
            '[default]\nmodel = "m"\n[planer]\n',
            r"models.toml:3: no role is called 'planer'; there are default",
        ),
        ("[planner]\nseed = 1\n", r"models.toml:1: \[planner\] names no model"),
        ('[planner]\nmodel = "m"\n', r"\[default\] names no model"),
        ('model = "m"\n', r"models.toml:1: no role is called 'model'"),
        ('default = "m"\n', r"models.toml:1: a table \[default\] is needed"),
        (
            '[default]\nmodel = "m"\nmax_token = 5\n',
            r"models.toml:3: \[default\] max_token: there is no such",
        ),
        ('[default]\nmodel = ""\n', r"models.toml:2: \[default\] model: text is needed"),
        (
            '[default]\nmodel = "m"\n\nmax_tokens = 0\n',
            r"models.toml:4: \[default\] max_tokens: a whole number",
        ),
        ('[default]\nmodel = "m"\nmax_tokens = true\n', r"a whole number from 1 is needed"),
        ('[default]\nmodel = "m"\ntemperature = "hot"\n', r":3: \[default\] temperature: a number"),
        ('[default]\nmodel = "m"\ntemperature = nan\n', r"a number from 0 is needed"),
        ('[default]\nmodel = "m"\nbase_url = "localhost"\n', r"begins with http"),
        ('[default]\nmodel = "m"\nstructured = "xml"\n', r"none of json_schema, json_object, text"),
        ('[default]\nmodel = "m"\nprice = 3\n', r":3: \[default\] price: give \{ prompt"),
        ('[default]\nmodel = "m"\nprice = { prompt = 1, completion = "x" }\n', r"a number from 0"),
        ('[default]\nmodel = "m"\napi_key = "sk-1"\n', r"name the variable with api_key_env"),
        ('[default]\nmodel = "m"\napi_key_env = "sk-1"\n', r"give the name of the variable"),
        ('[default]\nmodel = "m"\n[judge]\nmodel = 3\n', r"models.toml:4: \[judge\] model: text"),
    ],
)
def test_mistakes_are_told_with_their_place(tmp_path: Path, text: str, message: str) -> None:
    """File, line, table and key, what is wrong, and what would be right."""
    with pytest.raises(UsageError, match=message):
        load_models(written(tmp_path, text))


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, and one that is not UTF-8."""
    with pytest.raises(UsageError, match="can't be read"):
        load_models(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b'[default]\nmodel = "\xe9"\n')
    with pytest.raises(UsageError, match="UTF-8"):
        load_models(tmp_path / "latin.toml")
