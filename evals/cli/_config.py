"""The file of ``--config``: options of a run by their names, under those of the command line."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from verifier.cli._exit import CliError


def load_config(path: Path | None, known: Mapping[str, type | tuple[type, ...]]) -> dict[str, Any]:
    """The options that a TOML file names, in its table ``[eval]`` or at its top; ``{}`` without a file.

    Args:
        path: the file.
        known: the options and the types of their values.

    Raises:
        CliError: it can't be read, names an option that there is not, or gives one a value of another type.
    """
    if path is None:
        return {}
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CliError(f"--config {path}: can't be read: {error.strerror or error}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CliError(f"--config {path}: {error}") from None
    table = content.get("eval", content)
    if not isinstance(table, Mapping):
        raise CliError(f"--config {path}: eval is no table")
    options = {name.replace("-", "_"): value for name, value in table.items()}
    for name, value in options.items():
        if name not in known:
            raise CliError(
                f"--config {path}: there is no option {name!r}; there are {', '.join(sorted(known))}"
            )
        if not isinstance(value, known[name]) or (isinstance(value, bool) and known[name] is int):
            raise CliError(f"--config {path}: {name} = {value!r} is of another type")
    return options
