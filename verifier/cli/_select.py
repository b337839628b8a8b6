"""Which files are meant: directories and globs less what git ignores, and what changed since a revision."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from functools import lru_cache
from glob import glob, has_magic
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.cli._exit import CliError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

#: What is read of a directory; other files have to be named, or matched by a glob.
SUFFIXES = frozenset({".md", ".markdown", ".rst", ".jsonl", ".ndjson", ".ipynb"})


def expanded(sources: Sequence[str]) -> list[str]:
    """Each source, with directories and globs in its place turned into the files in them, sorted.

    Raises:
        CliError: a directory or glob with nothing to check.
    """
    files: dict[str, None] = {}
    for source in sources:
        found = list(_files(source))
        if not found:
            what = ", ".join(sorted(SUFFIXES))
            raise CliError(f"{source}: nothing to check in it ({what}, less what .gitignore names)")
        files.update(dict.fromkeys(found))
    return list(files)


def _files(source: str) -> Iterator[str]:
    if source != "-" and Path(source).is_dir():
        yield from _walked(source)
    elif source != "-" and has_magic(source) and not Path(source).exists():
        matches = sorted(glob(source, recursive=True))  # noqa: PTH207  (Path.glob takes no absolute pattern)
        for match in matches:
            if Path(match).is_file() and not _is_ignored(Path(match)):
                yield match
    else:
        yield source


def _walked(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and not _is_ignored(Path(place, name), folder=True)
        )
        for name in sorted(names):
            path = Path(place, name)
            if path.suffix.lower() in SUFFIXES and not name.startswith(".") and not _is_ignored(path):
                yield str(path)


# --- .gitignore -------------------------------------------------------------------------------------------
def _is_ignored(path: Path, *, folder: bool = False) -> bool:
    """Whether git would ignore it: the deepest .gitignore that has a pattern for it decides."""
    whole = Path(os.path.abspath(path))  # noqa: PTH100  (links are not followed, as git does not)
    for place in whole.parents:
        spec = _spec(place)
        if spec is not None:
            name = whole.relative_to(place).as_posix() + "/" * folder
            include = spec.check_file(name).include
            if include is not None:
                return bool(include)
        if (place / ".git").exists():
            return False
    return False


@lru_cache(maxsize=1024)
def _spec(folder: Path) -> GitIgnoreSpec | None:
    try:
        lines = (folder / ".gitignore").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    from pathspec import GitIgnoreSpec  # noqa: PLC0415  (where there is such a file)

    return GitIgnoreSpec.from_lines(lines)


# --- git --------------------------------------------------------------------------------------------------
def changed_since(revision: str, sources: Sequence[str]) -> list[str]:
    """Those of ``sources`` that differ from the revision, untracked ones included; all that do without.

    Raises:
        CliError: git is not there, this is no repository, or it has no such revision.
    """
    if revision.startswith("-"):
        raise CliError(f"--changed-since {revision}: is no revision")
    top = Path(_git("rev-parse", "--show-toplevel").strip("\n"))
    named = _git("diff", "--name-only", "--no-renames", "--diff-filter=d", "-z", revision, "--")
    untracked = _git("ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/")
    names = [name for name in (named + untracked).split("\0") if name]
    changed = {os.path.realpath(top / name) for name in names}
    if sources:
        return [source for source in sources if source == "-" or os.path.realpath(source) in changed]
    return sorted(os.path.relpath(path) for path in changed if Path(path).suffix.lower() in SUFFIXES)


def _git(*words: str) -> str:
    try:
        done = subprocess.run(["git", *words], capture_output=True, check=False)  # noqa: S603, S607  (git is found on the path, as anywhere)
    except OSError as error:
        raise CliError(f"--changed-since needs git: {error.strerror or error}") from None
    if done.returncode:
        told = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise CliError(f"--changed-since: git says: {told}")
    return os.fsdecode(done.stdout)
