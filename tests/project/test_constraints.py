"""Everything that `make` installs is pinned, and what is installed is what is pinned."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
FILES = ["build", "run", "dev", "bench", "local"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pins(name):
    """Package -> version of one constraints file."""
    lines = (ROOT / "constraints" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def closure(requirements):
    """Names of the requirements and of all that they need, as far as they are installed here."""
    found, waiting = set(), [Requirement(text) for text in requirements]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        for text in _needs(name):
            needed = Requirement(text)
            if _applies(needed, requirement.extras) and canonicalize_name(needed.name) not in found:
                waiting.append(needed)
        found.add(name)
    return found


def _applies(needed, extras):
    return needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in extras or {""})


def _needs(name):
    try:
        return requires(name) or []
    except PackageNotFoundError:
        return []


@pytest.mark.parametrize("name", FILES)
def test_each_line_is_an_exact_pin(name):
    """Constraints are `name==version` lines: no host, no path, no range."""
    lines = (ROOT / "constraints" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        assert line.startswith("#") or re.fullmatch(r"[a-z0-9-]+==[0-9][0-9.]*[0-9](\.post[0-9]+)?", line), (
            line
        )
    names = [line.partition("==")[0] for line in lines if not line.startswith("#")]
    assert names == sorted(names)


def test_files_do_not_contradict_each_other():
    """A package that stands in two files has one version."""
    merged = {}
    for name in FILES:
        for package, pinned in pins(name).items():
            assert merged.setdefault(package, pinned) == pinned


@pytest.mark.parametrize(
    ("requirements", "files"),
    [
        (
            [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["sandbox"]],
            ["run"],
        ),
        (PROJECT["project"]["optional-dependencies"]["logic"], ["run"]),
        (PROJECT["dependency-groups"]["test"] + PROJECT["dependency-groups"]["lint"], ["run", "dev"]),
        (PROJECT["build-system"]["requires"], ["build"]),
        (PROJECT["project"]["optional-dependencies"]["local"], ["local"]),
        (PROJECT["dependency-groups"]["bench"], ["run", "dev", "bench"]),
    ],
)
def test_everything_needed_is_pinned(requirements, files):
    """All that the requirements bring in, directly or not, has a pin."""
    pinned = {package for name in files for package in pins(name)}
    assert closure(requirements) - pinned == set()


@pytest.mark.parametrize("name", FILES)
def test_what_is_installed_is_what_is_pinned(name):
    """The environment that runs these tests has the pinned versions."""
    for package, pinned in pins(name).items():
        try:
            assert version(package) == pinned, package
        except PackageNotFoundError:
            continue  # for another platform, or not installed for this target


def test_build_requirements_agree():
    """The back-end that `make` installs is the one that pyproject.toml asks for."""
    assert PROJECT["build-system"]["requires"] == [f"hatchling=={pins('build')['hatchling']}"]
