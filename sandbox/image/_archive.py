"""Archives whose bytes depend on nothing but their content: layers, and images as an engine loads them."""

from __future__ import annotations

import hashlib
import json
import tarfile
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from sandbox.image import _recipe
from sandbox.image._errors import BuildError

#: What of Debian's packages no job needs, and what an engine puts into a container by itself.
_DROPPED = (
    "dev/", "proc/", "sys/", "run/", "tmp/", ".dockerenv", "etc/hostname", "etc/hosts", "etc/resolv.conf",
    "etc/mtab", "amtfv/site/bin/", "build/",
    "usr/share/doc/", "usr/share/man/", "usr/share/info/", "usr/share/lintian/",
    "usr/share/locale/", "usr/share/perl5/", "usr/share/bash-completion/", "usr/share/bug/", "usr/share/gdb/",
    "usr/share/debconf/", "var/cache/", "var/log/", "var/lib/apt/", "usr/lib/x86_64-linux-gnu/perl-base/",
    "usr/lib/aarch64-linux-gnu/perl-base/",
)  # fmt: skip
#: What names the Python that pip ran in, as the scripts in amtfv/site/bin do.
_RECORD = ".dist-info/RECORD"
_EMPTY = ("dev", "proc", "sys", "run", "tmp")
_MANIFEST = "manifest.json"
_PIECE = 1 << 20


def _clean(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """The member with nothing in it that differs from one build to the next."""
    member.mtime, member.uid, member.gid, member.uname, member.gname = _recipe.EPOCH, 0, 0, "", ""
    member.mode &= 0o0777
    member.pax_headers = {}
    return member


def _wanted(source: tarfile.TarFile, below: str) -> Iterator[tuple[str, tarfile.TarInfo]]:
    for member in source:
        name = f"{below}{member.name.removeprefix('./')}".strip("/")
        usable = member.isreg() or member.isdir() or member.issym() or member.islnk()
        if name and usable and not f"{name}/".startswith(_DROPPED) and not name.endswith(_RECORD):
            member.name = name
            if member.islnk():
                member.linkname = member.linkname.removeprefix("./")
            yield name, member


def copy(source: tarfile.TarFile, target: tarfile.TarFile, below: str = "") -> None:
    """All wanted members, in order of their names; links after what they link to.

    ``below`` is the folder that they are put into, with a slash at its end.
    """
    members = dict(_wanted(source, below))
    for name in sorted(members, key=lambda name: (members[name].islnk(), name)):
        member = members[name]
        content: IO[bytes] | None = source.extractfile(member) if member.isreg() else None
        target.addfile(_clean(member), content)


def add_frame(target: tarfile.TarFile) -> None:
    """What an engine expects of a file system."""
    for name in _EMPTY:
        # What is mounted on /tmp takes its mode, whatever mode the mount asks for.
        add_folder(target, name, 0o1777 if name == "tmp" else 0o755)


def add_folder(target: tarfile.TarFile, name: str, mode: int = 0o755) -> None:
    """Add an empty folder."""
    folder = tarfile.TarInfo(name)
    folder.type, folder.mtime, folder.mode = tarfile.DIRTYPE, _recipe.EPOCH, mode
    target.addfile(folder)


def add_tree(target: tarfile.TarFile, folder: Path, name: str) -> None:
    """Add a folder with all that is in it, in order of their names."""
    target.add(folder, name, filter=_clean)


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer of an image.

    Attributes:
        path: the archive.
        digest: ``sha256:…`` of its bytes.
    """

    path: Path
    digest: str

    @classmethod
    def of(cls, path: Path) -> Layer:
        """The layer that an archive is."""
        with path.open("rb") as file:
            return cls(path, "sha256:" + hashlib.file_digest(file, "sha256").hexdigest())


def _configuration(layers: Iterable[Layer], arch: str, settings: Mapping[str, Any]) -> bytes:
    day = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(_recipe.EPOCH))
    layers = list(layers)
    whole = {
        "architecture": arch, "os": "linux", "created": day, "config": dict(settings),
        "history": [{"created": day, "created_by": "amtfv sandbox build"} for _ in layers],
        "rootfs": {"type": "layers", "diff_ids": [layer.digest for layer in layers]},
    }  # fmt: skip
    return json.dumps(whole, sort_keys=True, separators=(",", ":")).encode()


def write_image(
    target: Path, tag: str, layers: Iterable[Layer], arch: str, settings: Mapping[str, Any]
) -> str:
    """Write an image as engines load it (``docker load``). The same layers and settings give the same id.

    Args:
        target: where to.
        tag: its name and tag.
        layers: from the lowest.
        arch: Go's name of the processor, which Debian's is too.
        settings: ``Env``, ``Entrypoint`` and their like.

    Returns:
        The image's id.
    """
    layers = list(layers)
    configuration = _configuration(layers, arch, settings)
    name = hashlib.sha256(configuration).hexdigest()
    places = [f"{layer.digest.removeprefix('sha256:')}/layer.tar" for layer in layers]
    manifest = [{"Config": f"{name}.json", "RepoTags": [tag], "Layers": places}]
    with tarfile.open(target, "w", format=tarfile.PAX_FORMAT) as archive:
        for place, layer in zip(places, layers, strict=True):
            member = _clean(archive.gettarinfo(str(layer.path), place))
            with layer.path.open("rb") as content:
                archive.addfile(member, content)
        _recipe.add(archive, f"{name}.json", configuration)
        _recipe.add(archive, _MANIFEST, json.dumps(manifest).encode())
    return f"sha256:{name}"


def lowest_layer(image: Iterable[bytes], folder: Path) -> Layer:
    """The lowest layer of an image, from what an engine gives of it (``docker save``).

    Args:
        image: the archive, in pieces.
        folder: an empty one, where the layer is put.

    Raises:
        BuildError: the engine keeps it in a form that is not the one it was loaded in.
    """
    saved, target = folder / "saved.tar", folder / "lowest.tar"
    with saved.open("wb") as file:
        file.writelines(image)
    with tarfile.open(saved) as archive:
        described = json.loads(_member(archive, _MANIFEST).read())[0]
        expected = json.loads(_member(archive, described["Config"]).read())["rootfs"]["diff_ids"][0]
        with _member(archive, described["Layers"][0]) as source, target.open("wb") as file:
            while piece := source.read(_PIECE):
                file.write(piece)
    saved.unlink()
    layer = Layer.of(target)
    if layer.digest != expected:
        raise BuildError("the engine gives the lower part back in another form: remove it and build again")
    return layer


def _member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    found = archive.extractfile(name)
    if found is None:
        raise BuildError(f"the engine's copy of the lower part has no {name}")
    return found
