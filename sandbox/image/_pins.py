"""Which version of each of Debian's packages the image is made of: kept in ``debian-ARCHITECTURE.txt``.

A package mirror keeps only the newest version of a package. Once it has moved on, a build with the old pins
fails and says of which packages; then the pins are renewed, which is a change of the image like any other, or
the mirror of that day is asked (``--mirror``).
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote

from sandbox.image._errors import BuildError

SUITE = "bookworm"
#: What is asked for; their dependencies are pinned with them.
WANTED = (
    "python3.11-minimal", "libpython3.11-stdlib", "libc-bin", "libstdc++6", "libgomp1", "dash", "coreutils",
    "tzdata", "media-types",
)  # fmt: skip
#: The engine's name of a processor -> Debian's.
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
RENEW = "amtfv sandbox build --renew-pins"

_HERE = Path(__file__).parent
_GONE = re.compile(r"E: (?:Version '([^']*)' for '([^']*)' was not found|Unable to locate package (\S+))")


def architecture(machine: str) -> str:
    """Debian's name of a processor. Raises :class:`BuildError` where there is none."""
    if machine not in ARCHITECTURES:
        known = ", ".join(ARCHITECTURES)
        raise BuildError(f"the image can be made from Debian's packages for {known}, not for {machine}")
    return ARCHITECTURES[machine]


def _file(arch: str) -> Path:
    return _HERE / f"debian-{arch}.txt"


def read(arch: str) -> dict[str, str]:
    """Package -> version. Raises :class:`BuildError` when there are no pins for that architecture."""
    try:
        lines = _file(arch).read_text(encoding="ascii").splitlines()
    except FileNotFoundError:
        raise BuildError(f"no versions of Debian's packages are pinned for {arch}: {RENEW}") from None
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def write(arch: str, versions: Mapping[str, str]) -> Path:
    """Pin those versions; returns where."""
    day = time.strftime("%Y-%m-%d", time.gmtime())
    head = f"# Debian's packages in the image's lower part, {SUITE} as of {day}. Made by {RENEW}\n"
    path = _file(arch)
    path.write_text(
        head + "".join(f"{name}={versions[name]}\n" for name in sorted(versions)), encoding="ascii"
    )
    return path


def of_archives(names: str) -> dict[str, str]:
    """Package -> version, from the names of package files, one a line (``zlib1g_1%3a1.2.13_amd64.deb``)."""
    parts = (name.removesuffix(".deb").split("_") for name in names.split() if name.endswith(".deb"))
    return {name: unquote(version) for name, version, _ in parts}


def moved_on(words: str) -> str:
    """What is to be said of packages that the mirror lacks in the pinned version, or ""."""
    gone = [f"{name or other} {version}".strip() for version, name, other in _GONE.findall(words)]
    if not gone:
        return ""
    return (
        f"the package mirror no longer has {', '.join(gone)}. Renew the pins ({RENEW}), or name a mirror of "
        "the day that they are of (--mirror)"
    )
