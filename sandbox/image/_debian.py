"""The image's lower part from Debian's packages, for where no container registry can be reached.

``mmdebstrap`` unpacks Python and what it needs, pip unpacks the pinned wheels, ``tidy.py`` compiles both
inside a container, and the result is packed anew with fixed times and order: the same packages give the same
bytes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from sandbox.image import _recipe
from sandbox.image._errors import BuildError

_SUITE = "bookworm"
_PACKAGES = (
    "python3.11-minimal,libpython3.11-stdlib,libc-bin,libstdc++6,libgomp1,dash,coreutils,tzdata,media-types"
)
#: What of Debian's packages no job needs, and what an engine puts into a container by itself.
_DROPPED = (
    "dev/", "proc/", "sys/", "run/", "tmp/", ".dockerenv", "etc/hostname", "etc/hosts", "etc/resolv.conf",
    "etc/mtab", "amtfv/site/bin/",
    "usr/share/doc/", "usr/share/man/", "usr/share/info/", "usr/share/lintian/",
    "usr/share/locale/", "usr/share/perl5/", "usr/share/bash-completion/", "usr/share/bug/", "usr/share/gdb/",
    "usr/share/debconf/", "var/cache/", "var/log/", "var/lib/apt/", "usr/lib/x86_64-linux-gnu/perl-base/",
)  # fmt: skip
#: What names the Python that pip ran in, as the scripts in amtfv/site/bin do.
_RECORD = ".dist-info/RECORD"
_EMPTY = ("dev", "proc", "sys", "run", "tmp")
_PASSWD = b"root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/tmp:/bin/sh\n"
_GROUP = b"root:x:0:\nnogroup:x:65534:\n"
_CHANGES = ["ENV PATH=/usr/local/bin:/usr/bin:/bin"]


def _run(command: Sequence[str], what: str) -> None:
    try:
        subprocess.run(  # noqa: S603  (our own argument list)
            command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            env={**os.environ, "SOURCE_DATE_EPOCH": str(_recipe.EPOCH)},
        )  # fmt: skip
    except FileNotFoundError as error:
        raise BuildError(f"{command[0]} is not installed (apt-get install {command[0]})") from error
    except subprocess.CalledProcessError as error:
        raise BuildError(f"{what} failed: {str(error.stderr).strip()[-600:]}") from error


def _packages(target: Path) -> None:
    command = ["mmdebstrap", "--quiet", "--variant=extract", "--components=main", f"--include={_PACKAGES}"]
    _run([*command, _SUITE, str(target)], "mmdebstrap")


def _wheels(target: Path, machine: str, extra: Sequence[str]) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "install", "--no-compile", "--target", str(target)]
    command += ["--only-binary=:all:", "--implementation=cp", "--python-version=3.11"]
    for version in ("manylinux_2_28", "manylinux_2_17", "manylinux2014"):
        command.append(f"--platform={version}_{machine}")
    _run([*command, "--no-deps", "--require-hashes", "-r", str(_recipe.requirements())], "pip")
    if extra:
        _run([*command, "--upgrade", *extra], "pip")


def _clean(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """The member with nothing in it that differs from one build to the next."""
    member.mtime, member.uid, member.gid, member.uname, member.gname = _recipe.EPOCH, 0, 0, "", ""
    member.mode &= 0o0777
    member.pax_headers = {}
    return member


def _wanted(source: tarfile.TarFile) -> Iterator[tuple[str, tarfile.TarInfo]]:
    for member in source:
        name = member.name.removeprefix("./").strip("/")
        usable = member.isreg() or member.isdir() or member.issym() or member.islnk()
        if name and usable and not f"{name}/".startswith(_DROPPED) and not name.endswith(_RECORD):
            member.name = name
            if member.islnk():
                member.linkname = member.linkname.removeprefix("./")
            yield name, member


def _copy(source: tarfile.TarFile, target: tarfile.TarFile) -> None:
    """All wanted members, in order of their names; links after what they link to."""
    members = dict(_wanted(source))
    for name in sorted(members, key=lambda name: (members[name].islnk(), name)):
        member = members[name]
        content: IO[bytes] | None = source.extractfile(member) if member.isreg() else None
        target.addfile(_clean(member), content)


def _add_frame(target: tarfile.TarFile) -> None:
    """What an engine expects of a file system, and the names of the two users."""
    for name in _EMPTY:
        folder = tarfile.TarInfo(name)
        folder.type, folder.mtime = tarfile.DIRTYPE, _recipe.EPOCH
        # What is mounted on /tmp takes its mode, whatever mode the mount asks for.
        folder.mode = 0o1777 if name == "tmp" else 0o755
        target.addfile(folder)


def _raw(rootfs: Path, site: Path, target: Path) -> None:
    """Packages and wheels in one archive, with the script that tidies them."""
    with tarfile.open(rootfs) as source, tarfile.open(target, "w", format=tarfile.PAX_FORMAT) as archive:
        _copy(source, archive)
        _add_frame(archive)
        _recipe.add(archive, "etc/passwd", _PASSWD)
        _recipe.add(archive, "etc/group", _GROUP)
        archive.add(site, "amtfv/site", filter=_clean)
        _recipe.add(archive, "build/tidy.py", _recipe.ingredient("tidy.py"))


def _imported(client: Any, archive: Path, tag: str) -> None:
    repository, _, version = tag.partition(":")
    client.import_image(src=str(archive), repository=repository, tag=version, changes=_CHANGES)


def _tidied(client: Any, image: str, target: Path) -> None:
    """Run ``tidy.py`` in the image and write what it leaves, packed anew, to ``target``."""
    made = client.create_container(
        image, ["python3.11", "-I", "-S", "/build/tidy.py"], network_disabled=True, user="0:0",
        environment={"PYTHONHASHSEED": "0"}, host_config=client.create_host_config(network_mode="none"),
    )["Id"]  # fmt: skip
    try:
        client.start(made)
        code = client.wait(made, timeout=900)["StatusCode"]
        if code:
            words = client.logs(made).decode("utf-8", "replace").strip()[-600:]
            raise BuildError(f"tidying the image ended with {code}: {words}")
        with tempfile.NamedTemporaryFile(suffix=".tar") as exported:
            for part in client.export(made):
                exported.write(part)
            exported.flush()
            with (
                tarfile.open(exported.name) as source,
                tarfile.open(target, "w", format=tarfile.PAX_FORMAT) as archive,
            ):
                _copy(source, archive)
                _add_frame(archive)
    finally:
        client.remove_container(made, force=True)


def base(client: Any, extra: tuple[str, ...], say: Callable[[str], object]) -> str:
    """Tag of the lower part; made when the engine does not have it yet.

    Raises:
        BuildError: mmdebstrap or pip failed.
    """
    tag = _recipe.base_tag(_PACKAGES, extra)
    if client.images(name=tag, quiet=True):
        say(f"{tag} is there already")
        return tag
    machine = str(client.info()["Architecture"])
    raw = tag.replace("-base:", "-raw:")
    with tempfile.TemporaryDirectory(prefix="amtfv-image-") as folder:
        rootfs, site, archive = (Path(folder, name) for name in ("rootfs.tar", "site", "image.tar"))
        say("unpacking Debian's Python (mmdebstrap)")
        _packages(rootfs)
        say("unpacking the libraries (pip)")
        _wheels(site, machine, extra)
        say("compiling")
        _raw(rootfs, site, archive)
        _imported(client, archive, raw)
        try:
            _tidied(client, raw, archive)
        finally:
            client.remove_image(raw, force=True)
        say("importing")
        _imported(client, archive, tag)
    return tag
