"""What the sandbox must see of this machine to run Python.

That is the interpreter, its libraries, and a few packages.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata
from pathlib import Path, PurePosixPath

#: Packages that jobs see when they are installed here, each with what it requires.
USUAL_LIBRARIES = ("numpy", "pandas", "sympy", "scipy")

SITE = "/amtfv/site"
_SYSTEM_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/usr/share/zoneinfo")
# Small programs that scripts start; each is there when this machine has it.
_TOOLS = (
    "sh", "echo", "cat", "ls", "true", "false", "env", "sleep", "printf", "grep", "sort", "wc", "head",
    "tail", "date",
)  # fmt: skip
_TOOL_PLACE = "/usr/bin"
_NAME = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class View:
    """The sandbox's file system, apart from what every sandbox has.

    Attributes:
        binds: (path here, path in the sandbox), read-only.
        links: (target, path in the sandbox).
        hidden: directories inside a bind that are covered by an empty one.
        python: path of the interpreter, the same on both sides.
        library_path: directories of the interpreter's own shared library, as the loader wants them.
        libraries: the top-level modules of third parties that a job can import.
    """

    binds: tuple[tuple[str, str], ...]
    links: tuple[tuple[str, str], ...]
    hidden: tuple[str, ...]
    python: str
    library_path: str
    libraries: frozenset[str]


def _required(distribution: metadata.Distribution) -> Iterator[str]:
    """Names of what a distribution always requires (extras left out)."""
    for requirement in distribution.requires or ():
        name = _NAME.match(requirement)
        if name and "extra ==" not in requirement:
            yield name[0]


def _closure(names: Iterable[str]) -> list[metadata.Distribution]:
    """The installed distributions of those names and all that they require."""
    found: dict[str, metadata.Distribution] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in found:
            continue
        try:
            found[key] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        waiting.extend(_required(found[key]))
    return list(found.values())


def _tops(distribution: metadata.Distribution) -> Iterator[Path]:
    """The files and directories of a distribution that stand directly in its site directory."""
    tops = {PurePosixPath(file).parts[0] for file in distribution.files or ()}
    for top in sorted(tops - {"..", "__pycache__"}):
        path = Path(str(distribution.locate_file(top)))
        if path.exists() and path.suffix != ".pth":
            yield path


def is_standard(module: str) -> bool:
    """Whether a top-level module belongs to Python itself."""
    return module in sys.stdlib_module_names


def _distributions_of(modules: Iterable[str]) -> list[str]:
    """Distribution names for import names: the usual ones are called alike, others are looked up."""
    names: list[str] = []
    for module in modules:
        if module in USUAL_LIBRARIES:
            names.append(module)
        elif not is_standard(module):
            names.extend(metadata.packages_distributions().get(module, [])[:1])
    return names


def _library_directories() -> list[str]:
    """Where the interpreter's own shared library may stand: as configured, or moved with the interpreter."""
    configured = sysconfig.get_config_var("LIBDIR")
    return [path for path in (configured, f"{sys.base_prefix}/lib") if path]


def _interpreter_binds() -> Iterator[str]:
    base = Path(sys.base_prefix)
    executable = Path(getattr(sys, "_base_executable", "") or sys.executable).resolve()
    yield str(executable)
    for key in ("stdlib", "platstdlib"):
        yield sysconfig.get_path(key, vars={"base": str(base), "platbase": sys.base_exec_prefix})
    name = sysconfig.get_config_var("INSTSONAME")
    for directory in _library_directories():
        # os.path.exists: a configured path may lie where this user may not look.
        if name and os.path.exists(f"{directory}/{name}"):  # noqa: PTH110
            yield f"{directory}/{name}"


def _system() -> tuple[list[str], list[tuple[str, str]]]:
    binds = [path for path in _SYSTEM_FILES if Path(path).exists()]
    links: list[tuple[str, str]] = []
    for path in map(Path, _SYSTEM_LIBRARIES):
        if path.is_symlink():
            links.append((str(path.readlink()), str(path)))
        elif path.is_dir():
            binds.append(str(path))
    return binds, links


def _tools(python: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """(binds, links) that put the tools, and the interpreter, where programs look for them."""
    binds = []
    for name in _TOOLS:
        found = shutil.which(name, path="/usr/bin:/bin")
        if found:
            binds.append((str(Path(found).resolve()), f"{_TOOL_PLACE}/{name}"))
    links = [
        (python, f"{_TOOL_PLACE}/{name}")
        for name in ("python", "python3")
        if python != f"{_TOOL_PLACE}/{name}"
    ]
    return binds, [*links, ("usr/bin", "/bin")]


def _hidden(bound: Iterable[str]) -> tuple[str, ...]:
    """Directories of installed packages that lie inside what is bound."""
    places = [Path(path) / name for path in bound for name in ("site-packages", "dist-packages")]
    places.append(Path("/usr/lib/python3/dist-packages"))
    return tuple(str(place) for place in places if place.is_dir())


@lru_cache(maxsize=16)
def view(libraries: tuple[str, ...] = ()) -> View:
    """What a sandbox with the usual libraries, and ``libraries`` besides, has to see."""
    own = list(dict.fromkeys(_interpreter_binds()))
    system, links = _system()
    inside = [path for path in own if not any(Path(path).is_relative_to(place) for place in system)]
    packages = [
        top for found in _closure(_distributions_of((*USUAL_LIBRARIES, *libraries))) for top in _tops(found)
    ]
    binds = [(path, path) for path in (*system, *inside)]
    binds += [(str(top), f"{SITE}/{top.name}") for top in packages]
    binds.append((str(Path(__file__).parent.parent / "_inside"), "/amtfv/sandbox/_inside"))
    tools, tool_links = _tools(own[0])
    binds += tools
    modules = frozenset(
        top.name.partition(".")[0] for top in packages if not top.name.endswith((".libs", "-info"))
    )
    return View(
        tuple(dict.fromkeys(binds)),
        (*links, *tool_links),
        _hidden(own),
        own[0],
        ":".join(_library_directories()),
        modules,
    )
