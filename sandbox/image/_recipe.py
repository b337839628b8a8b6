"""What the image is made from: read from this package, packed for the engine, and summed up in its tag."""

from __future__ import annotations

import hashlib
import io
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path

REPOSITORY = "amtfv-sandbox"
#: The time that every file in the image bears, so that the same content gives the same bytes.
EPOCH = 1_700_000_000

_HERE = Path(__file__).parent
_INSIDE = _HERE.parent / "_inside"
_SECOND_STAGE = "\nFROM base\n"


def _ingredients() -> Iterator[tuple[str, bytes]]:
    """Name in the build context -> content, in a fixed order."""
    for name in ("Dockerfile", "requirements.txt", "tidy.py"):
        yield name, (_HERE / name).read_bytes()
    for path in sorted(_INSIDE.glob("*.py")):
        yield f"_inside/{path.name}", path.read_bytes()


def _digest(parts: Mapping[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name, content in parts.items():
        whole.update(f"{name}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()[:12]


def tag() -> str:
    """The image's name and tag: ``amtfv-sandbox:<digest of what it is made from>``."""
    return f"{REPOSITORY}:{_digest(dict(_ingredients()))}"


def base_tag(packages: str, extra: tuple[str, ...]) -> str:
    """Name and tag of the part below the supervisor, when that is made from Debian's ``packages``."""
    parts = {name: content for name, content in _ingredients() if name in ("requirements.txt", "tidy.py")}
    parts["_debian.py"] = (_HERE / "_debian.py").read_bytes()
    return f"{REPOSITORY}-base:{_digest({**parts, packages: ' '.join(extra).encode()})}"


def ingredient(name: str) -> bytes:
    """One file of the build context."""
    return dict(_ingredients())[name]


def requirements() -> Path:
    """The pinned libraries, as pip wants them."""
    return _HERE / "requirements.txt"


def add(archive: tarfile.TarFile, name: str, content: bytes, mode: int = 0o644) -> None:
    """Add one file that bears :data:`EPOCH` and belongs to root."""
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = len(content), mode, EPOCH
    archive.addfile(member, io.BytesIO(content))


def context(base: str = "") -> io.BytesIO:
    """The build context as a tar archive.

    Args:
        base: an image to lay the supervisor on; "" to build all of it.
    """
    parts = dict(_ingredients())
    if base:
        _, _, rest = parts["Dockerfile"].decode().partition(_SECOND_STAGE)
        parts["Dockerfile"] = f"FROM {base}\n{rest}".encode()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in parts.items():
            add(archive, name, content)
    packed.seek(0)
    return packed
