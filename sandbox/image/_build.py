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


def _follow(lines: Any, say: Callable[[str], object]) -> None:
    """Show what the engine says while it builds. Raises :class:`BuildError` at its first error."""
    for line in lines:
        if "error" in line:
            raise BuildError(f"the engine could not build the image: {str(line['error']).strip()}")
        text = str(line.get("stream") or line.get("status") or "").strip()
        if text:
            say(text)


def _engine_build(client: Any, base: str, extra: Sequence[str], say: Callable[[str], object]) -> None:
    arguments = {} if base else {"EXTRA": " ".join(extra)}
    lines = client.build(
        fileobj=_recipe.context(base), custom_context=True, tag=_recipe.tag(), rm=True, forcerm=True,
        pull=False, decode=True, buildargs=arguments, network_mode="none" if base else None,
        labels={"amtfv.image": _recipe.tag(), "amtfv.source": "debian" if base else "registry"},
    )  # fmt: skip
    _follow(lines, say)


def _from_registry(client: Any, extra: Sequence[str], say: Callable[[str], object]) -> None:
    say("building on a registry's Python")
    _engine_build(client, "", extra, say)


def _from_debian(client: Any, extra: Sequence[str], say: Callable[[str], object]) -> None:
    base = _debian.base(client, tuple(extra), say)
    _engine_build(client, base, extra, say)


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
    say: Callable[[str], object] = lambda _line: None,
) -> Built:
    """Make the image for this version of amtfv; takes a few minutes the first time.

    Args:
        client: a ``docker.APIClient``; by default the engine that :func:`sandbox.docker.find_engine` finds.
        source: ``registry`` builds on a slim Python image, ``debian`` on Debian's packages (needs
            mmdebstrap), ``auto`` tries them in that order.
        extra: further libraries for jobs, as pip names them; they are not pinned.
        say: is given each line of progress.

    Raises:
        BuildError: no way worked; the message has what each of them said.
        NoEngine: there is no engine to build with.
    """
    client = client or connect()
    said = []
    for way in _order(source):
        try:
            _WAYS[way](client, extra, say)
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
