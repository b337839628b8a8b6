"""Makes the image, from a registry's Python or from Debian's packages."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sandbox.docker import connect
from sandbox.image import _debian, _recipe
from sandbox.image._errors import BuildError

Source = Literal["auto", "registry", "debian"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """An image that is there now.

    Attributes:
        tag: its name and tag.
        image: its id.
        source: ``registry`` or ``debian``.
        size_mb: MB (10^6 bytes) on disk.
    """

    tag: str
    image: str
    source: str
    size_mb: float


@dataclass(frozen=True, slots=True)
class _Asked:
    """What an image is to be made with."""

    extra: tuple[str, ...]
    mirror: _debian.Mirror
    say: Callable[[str], object]


def _follow(lines: Any, say: Callable[[str], object]) -> None:
    """Show what the engine says while it builds. Raises :class:`BuildError` at its first error."""
    for line in lines:
        if "error" in line:
            raise BuildError(f"the engine could not build the image: {str(line['error']).strip()}")
        text = str(line.get("stream") or line.get("status") or "").strip()
        if text:
            say(text)


def _from_registry(client: Any, asked: _Asked) -> None:
    asked.say("building on a registry's Python")
    lines = client.build(
        fileobj=_recipe.context(), custom_context=True, tag=_recipe.tag(), rm=True, forcerm=True, pull=False,
        decode=True, labels=_recipe.labels("registry"),
        buildargs={"EXTRA": " ".join(asked.extra), "SOURCE_DATE_EPOCH": str(_recipe.EPOCH)},
    )  # fmt: skip
    _follow(lines, asked.say)


def _from_debian(client: Any, asked: _Asked) -> None:
    _debian.build(client, asked.extra, asked.mirror, asked.say)


_WAYS = {"registry": _from_registry, "debian": _from_debian}


def _order(source: Source) -> list[str]:
    if source != "auto":
        return [source]
    return ["registry", *(["debian"] if shutil.which("mmdebstrap") else [])]


def build(
    client: Any = None,
    *,
    source: Source = "auto",
    extra: Sequence[str] = (),
    mirror: Sequence[str] = (),
    say: Callable[[str], object] = lambda _line: None,
) -> Built:
    """Make the image for this version of amtfv; takes a few minutes the first time.

    Args:
        client: a ``docker.APIClient``; by default the engine that :func:`sandbox.docker.find_engine` finds.
        source: ``registry`` builds on a slim Python image, ``debian`` on Debian's packages (needs
            mmdebstrap), ``auto`` tries them in that order.
        extra: further libraries for jobs, as pip names them; they are not pinned.
        mirror: where Debian's packages come from, as mmdebstrap takes it (addresses, or lines of a sources
            list); by default what mmdebstrap takes by itself.
        say: is given each line of progress.

    Raises:
        BuildError: no way worked; the message has what each of them said.
        NoEngine: there is no engine to build with.
    """
    client = client or connect()
    asked = _Asked(tuple(extra), _debian.Mirror(tuple(mirror)), say)
    said = []
    for way in _order(source):
        try:
            _WAYS[way](client, asked)
        except BuildError as error:
            say(str(error))
            said.append(f"{way}: {error}")
            continue
        found = client.inspect_image(_recipe.tag())
        return Built(
            tag=_recipe.tag(), image=str(found["Id"]), source=way, size_mb=round(int(found["Size"]) / 1e6, 1)
        )
    if source == "auto" and len(said) == 1:
        said.append("debian: mmdebstrap is not installed (apt-get install mmdebstrap)")
    raise BuildError("the image could not be made. " + "; ".join(said))


def renew_pins(mirror: Sequence[str] = (), say: Callable[[str], object] = lambda _line: None) -> None:
    """Pin the versions of Debian's packages that the mirror has now; the image gets another tag by that.

    Args:
        mirror: as for :func:`build`.
        say: is given each line of progress.

    Raises:
        BuildError: mmdebstrap failed, or the pins can't be written.
    """
    _debian.renew(_debian.Mirror(tuple(mirror)), say)
