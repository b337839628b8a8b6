"""What the image is made from: read from this package, packed for the engine, and summed up in its tag."""

from __future__ import annotations

import hashlib
import io
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

REPOSITORY = "amtfv-sandbox"
#: The time that every file in the image bears, so that the same content gives the same bytes.
EPOCH = 1_700_000_000
#: How a container of the image starts; the Dockerfile says the same.
SETTINGS: dict[str, Any] = {
    "Entrypoint": ["python3.11", "-S", "-s", "-P", "-B", "-m", "sandbox._inside._container"],
    "User": "65534:65534",
    "WorkingDir": "/tmp",  # noqa: S108
}

_HERE = Path(__file__).parent
_INSIDE = _HERE.parent / "_inside"
#: What Debian's packages are made into a lower part with.
_BUILDERS = ("_archive.py", "_debian.py", "_pins.py", "_recipe.py")


def inside() -> Iterator[tuple[str, bytes]]:
    """The supervisor: name below the package -> content, in a fixed order."""
    for path in sorted(_INSIDE.glob("*.py")):
        yield f"_inside/{path.name}", path.read_bytes()


def _context() -> Iterator[tuple[str, bytes]]:
    """Name in the build context -> content, in a fixed order."""
    for name in ("Dockerfile", "requirements.txt", "tidy.py"):
        yield name, ingredient(name)
    yield from inside()


def _lower() -> Iterator[tuple[str, bytes]]:
    """All that decides what the lower part from Debian's packages has in it."""
    pins = sorted(path.name for path in _HERE.glob("debian-*.txt"))
    for name in ("requirements.txt", "tidy.py", *_BUILDERS, *pins):
        yield name, ingredient(name)


def _digest(parts: Iterable[tuple[str, bytes]]) -> str:
    whole = hashlib.sha256()
    for name, content in parts:
        whole.update(f"{name}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()[:12]


def tag() -> str:
    """The image's name and tag: ``amtfv-sandbox:<digest of what it is made from, and how>``."""
    return f"{REPOSITORY}:{_digest({**dict(_context()), **dict(_lower())}.items())}"


def base_tag(extra: tuple[str, ...]) -> str:
    """Name and tag of the part below the supervisor, when that is made from Debian's packages."""
    return f"{REPOSITORY}-base:{_digest([*_lower(), ('extra', ' '.join(extra).encode())])}"


def settings(source: str) -> dict[str, Any]:
    """Settings of the image, with where its Python came from."""
    return {**SETTINGS, "Labels": labels(source)}


def labels(source: str) -> dict[str, str]:
    """What the image says of itself."""
    return {"amtfv.image": tag(), "amtfv.source": source}


def ingredient(name: str) -> bytes:
    """One file of this package."""
    return (_HERE / name).read_bytes()


def requirements() -> Path:
    """The pinned libraries, as pip wants them."""
    return _HERE / "requirements.txt"


def add(archive: tarfile.TarFile, name: str, content: bytes, mode: int = 0o644) -> None:
    """Add one file that bears :data:`EPOCH` and belongs to root."""
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = len(content), mode, EPOCH
    archive.addfile(member, io.BytesIO(content))


def context() -> io.BytesIO:
    """The build context as a tar archive."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in _context():
            add(archive, name, content)
    packed.seek(0)
    return packed
