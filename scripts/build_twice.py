"""Builds the sandbox's image twice from nothing, each time in an engine of its own, and compares the files.

    .venv/bin/python scripts/build_twice.py [--mirror URL]...

Needs root, dockerd and mmdebstrap; takes some ten minutes. Prints what differs; exit code 0 when nothing
does, the image's id included.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sandbox.docker._engine import client as client_of
from sandbox.image import build

_ENGINE = str(Path(__file__).with_name("test_engine.sh"))
#: What an engine makes in a container by itself, and where it does.
_ENGINES_OWN = {
    "etc",
    "etc/hostname",
    "etc/hosts",
    "etc/resolv.conf",
    "etc/mtab",
    ".dockerenv",
    "dev/console",
}
_MOST = 40


def _described(member: tarfile.TarInfo, content: bytes) -> tuple[Any, ...]:
    digest = hashlib.sha256(content).hexdigest()
    return member.type, oct(member.mode), member.uid, member.gid, member.mtime, member.linkname, digest


def _files(client: Any, image: str, folder: Path) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Name -> type, mode, owner, group, time, link and digest of everything in the image."""
    made = client.create_container(image)["Id"]
    exported = folder / "export.tar"
    try:
        with exported.open("wb") as file:
            file.writelines(client.export(made))
    finally:
        client.remove_container(made)
    with tarfile.open(exported) as archive:
        for member in archive:
            if member.name not in _ENGINES_OWN and not member.name.startswith(("dev", "proc", "sys")):
                content = archive.extractfile(member) if member.isreg() else None
                yield member.name, _described(member, content.read() if content else b"")
    exported.unlink()


def _built(folder: Path, mirror: Sequence[str]) -> tuple[str, dict[str, tuple[Any, ...]]]:
    """Id and files of the image that an engine with nothing in it builds."""
    place = str(folder / "engine")
    try:
        started = subprocess.run(["sh", _ENGINE, "start", place], check=True, stdout=subprocess.PIPE)
        client = client_of(started.stdout.decode().strip(), 900.0)
        built = build(client, source="debian", mirror=mirror, say=lambda line: print(line, file=sys.stderr))
        files = dict(_files(client, built.image, folder))
        client.close()
    finally:
        subprocess.run(["sh", _ENGINE, "stop", place], check=True)
    return built.image, files


def _differences(first: Mapping[str, tuple[Any, ...]], second: Mapping[str, tuple[Any, ...]]) -> list[str]:
    names = sorted({*first, *second})
    return [
        f"{name}: {first.get(name)} {second.get(name)}"
        for name in names
        if first.get(name) != second.get(name)
    ]


def main() -> int:
    """Build, compare, say."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mirror", action="append", default=[])
    mirror = parser.parse_args().mirror
    with tempfile.TemporaryDirectory(prefix="amtfv-twice-") as folder:
        images = []
        for number in ("1", "2"):
            Path(folder, number).mkdir()
            images.append(_built(Path(folder, number), mirror))
    (first, files), (second, others) = images
    differ = _differences(files, others)
    print("\n".join(differ[:_MOST]))
    print(
        f"{len(files)} files, {len(differ)} differ; {first} {'is' if first == second else 'is not'} {second}"
    )
    return 0 if first == second and not differ else 1


if __name__ == "__main__":
    sys.exit(main())
