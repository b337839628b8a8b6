"""The image from Debian's packages, for where no container registry can be reached.

``mmdebstrap`` unpacks Python and what it needs, each package in its pinned version, pip unpacks the pinned
wheels, ``tidy.py`` compiles both inside a container, and the result is packed anew with fixed times and
order. The supervisor comes as a second layer. The same recipe gives the same bytes, down to the image's id.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox.image import _archive, _pins, _recipe
from sandbox.image._errors import BuildError

_PASSWD = b"root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/tmp:/bin/sh\n"
_GROUP = b"root:x:0:\nnogroup:x:65534:\n"
_SETTINGS = {"Env": ["PATH=/usr/local/bin:/usr/bin:/bin"]}
_COMPILE_S = 900
_PYTHON = ["python3.11", "-I", "-S"]
#: As in ``tidy.py``: the image is read-only, so nothing need be compared with its source.
_COMPILE = [*_PYTHON, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", "/amtfv/sandbox"]


@dataclass(frozen=True, slots=True)
class Mirror:
    """Where packages come from.

    Attributes:
        lines: addresses or lines of a sources list, as mmdebstrap takes them; none for its own choice.
    """

    lines: tuple[str, ...] = ()

    @property
    def arguments(self) -> list[str]:
        # A mirror of a past day says itself that it is out of date.
        return ['--aptopt=Acquire::Check-Valid-Until "false"'] if self.lines else []


def _run(command: Sequence[str], what: str) -> None:
    try:
        subprocess.run(  # noqa: S603  (our own argument list)
            command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            env={**os.environ, "SOURCE_DATE_EPOCH": str(_recipe.EPOCH), "LC_ALL": "C"},
        )  # fmt: skip
    except FileNotFoundError as error:
        raise BuildError(f"{command[0]} is not installed (apt-get install {command[0]})") from error
    except subprocess.CalledProcessError as error:
        words = f"{error.stdout}\n{error.stderr}".strip()
        raise BuildError(_pins.moved_on(words) or f"{what} failed: {_errors(words)[-600:]}") from error


def _errors(words: str) -> str:
    """The lines that speak of an error, without the command that mmdebstrap repeats; else all of them."""
    lines = [line for line in words.splitlines() if re.match(r"(E|Err|ERROR|error):", line)]
    return "\n".join(line[:200] for line in lines) or words


def _packages(target: Path, arch: str, wanted: Sequence[str], mirror: Mirror, listing: Path) -> None:
    """Unpack packages, and write the names of their files to ``listing``."""
    command = ["mmdebstrap", "--variant=extract", "--components=main", f"--architectures={arch}"]
    command += [
        f"--include={','.join(wanted)}",
        f'--extract-hook=ls "$1/var/cache/apt/archives" >"{listing}"',
    ]
    _run([*command, *mirror.arguments, _pins.SUITE, str(target), *mirror.lines], "mmdebstrap")


def _pinned_packages(target: Path, arch: str, mirror: Mirror) -> None:
    pins = _pins.read(arch)
    listing = target.with_name("packages.txt")
    _packages(target, arch, [f"{name}={version}" for name, version in pins.items()], mirror, listing)
    found = _pins.of_archives(listing.read_text())
    if found != pins:
        differ = sorted(name for name in {*found, *pins} if found.get(name) != pins.get(name))
        raise BuildError(f"the packages are not the pinned ones: {', '.join(differ)} ({_pins.RENEW})")


def renew(mirror: Mirror, say: Callable[[str], object]) -> None:
    """Pin the versions that the mirror has now, for every processor.

    Raises:
        BuildError: mmdebstrap failed, or the pins can't be written.
    """
    for arch in _pins.ARCHITECTURES.values():
        with tempfile.TemporaryDirectory(prefix="amtfv-pins-") as folder:
            listing = Path(folder, "packages.txt")
            _packages(Path(folder, "rootfs.tar"), arch, _pins.WANTED, mirror, listing)
            try:
                say(f"pinned: {_pins.write(arch, _pins.of_archives(listing.read_text()))}")
            except OSError as error:
                raise BuildError(f"the pins can't be written: {error}") from error


def _wheels(target: Path, machine: str, extra: Sequence[str]) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "install", "--no-compile", "--target", str(target)]
    command += ["--only-binary=:all:", "--implementation=cp", "--python-version=3.11"]
    for version in ("manylinux_2_28", "manylinux_2_17", "manylinux2014"):
        command.append(f"--platform={version}_{machine}")
    _run([*command, "--no-deps", "--require-hashes", "-r", str(_recipe.requirements())], "pip")
    if extra:
        _run([*command, "--upgrade", *extra], "pip")


def _raw(rootfs: Path, site: Path, target: Path) -> None:
    """Packages and wheels in one archive, with the script that tidies them."""
    with tarfile.open(rootfs) as source, tarfile.open(target, "w", format=tarfile.PAX_FORMAT) as archive:
        _archive.copy(source, archive)
        _archive.add_frame(archive)
        _recipe.add(archive, "etc/passwd", _PASSWD)
        _recipe.add(archive, "etc/group", _GROUP)
        _archive.add_tree(archive, site, "amtfv/site")
        _recipe.add(archive, "build/tidy.py", _recipe.ingredient("tidy.py"))


@contextmanager
def _worked(client: Any, image: str, command: Sequence[str], given: bytes = b"") -> Iterator[str]:
    """A container in which a command has run, as root and without a network. Raises :class:`BuildError`."""
    made = client.create_container(
        image, list(command), network_disabled=True, user="0:0",
        environment={"PYTHONHASHSEED": "0"}, host_config=client.create_host_config(network_mode="none"),
    )["Id"]  # fmt: skip
    try:
        if given:
            client.put_archive(made, "/", given)
        client.start(made)
        code = client.wait(made, timeout=_COMPILE_S)["StatusCode"]
        if code:
            words = client.logs(made).decode("utf-8", "replace").strip()[-600:]
            raise BuildError(f"{' '.join(command)} in the image ended with {code}: {words}")
        yield made
    finally:
        client.remove_container(made, force=True)


def _repacked(
    pieces: Iterator[bytes], target: Path, *, below: str = "", frame: bool = False
) -> _archive.Layer:
    """What an engine gave of a container, as a layer; ``below`` is the folder that it was asked for."""
    with tempfile.NamedTemporaryFile(suffix=".tar") as given:
        given.writelines(pieces)
        given.flush()
        with (
            tarfile.open(given.name) as source,
            tarfile.open(target, "w", format=tarfile.PAX_FORMAT) as archive,
        ):
            if below:
                _archive.add_folder(archive, below.rstrip("/"))
            _archive.copy(source, archive, below)
            if frame:
                _archive.add_frame(archive)
    return _archive.Layer.of(target)


def _load(client: Any, archive: Path) -> None:
    with archive.open("rb") as file:
        client.load_image(file)


def _made_base(
    client: Any, tag: str, extra: Sequence[str], mirror: Mirror, say: Callable[[str], object]
) -> None:
    machine = str(client.info()["Architecture"])
    arch = _pins.architecture(machine)
    raw = tag.replace("-base:", "-raw:")
    with tempfile.TemporaryDirectory(prefix="amtfv-image-") as folder:
        rootfs, site, archive = (Path(folder, name) for name in ("rootfs.tar", "site", "image.tar"))
        say("unpacking Debian's Python (mmdebstrap)")
        _pinned_packages(rootfs, arch, mirror)
        say("unpacking the libraries (pip)")
        _wheels(site, machine, extra)
        say("compiling")
        _raw(rootfs, site, archive)
        repository, _, version = raw.partition(":")
        client.import_image(src=str(archive), repository=repository, tag=version)
        try:
            with _worked(client, raw, [*_PYTHON, "/build/tidy.py"]) as made:
                layer = _repacked(client.export(made), Path(folder, "layer.tar"), frame=True)
        finally:
            client.remove_image(raw, force=True)
        say("importing")
        _archive.write_image(archive, tag, [layer], arch, _SETTINGS)
        _load(client, archive)


def _supervisor(client: Any, base: str, target: Path) -> _archive.Layer:
    """The layer that holds the supervisor, compiled: each container would have to do it again."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in _recipe.inside():
            _recipe.add(archive, f"amtfv/sandbox/{name}", content)
    with _worked(client, base, _COMPILE, packed.getvalue()) as made:
        pieces, _ = client.get_archive(made, "/amtfv/sandbox")
        return _repacked(pieces, target, below="amtfv/")


def build(client: Any, extra: tuple[str, ...], mirror: Mirror, say: Callable[[str], object]) -> None:
    """Make the image; its lower part only when the engine does not have it yet.

    Raises:
        BuildError: mmdebstrap or pip failed.
    """
    base = _recipe.base_tag(extra)
    if client.images(name=base, quiet=True):
        say(f"{base} is there already")
    else:
        _made_base(client, base, extra, mirror, say)
    say("adding the supervisor")
    arch = _pins.architecture(str(client.info()["Architecture"]))
    with tempfile.TemporaryDirectory(prefix="amtfv-image-") as folder:
        lower = _archive.lowest_layer(client.get_image(base), Path(folder))
        upper = _supervisor(client, base, Path(folder, "upper.tar"))
        archive = Path(folder, "image.tar")
        _archive.write_image(
            archive, _recipe.tag(), [lower, upper], arch, _SETTINGS | _recipe.settings("debian")
        )
        _load(client, archive)
