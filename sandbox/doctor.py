"""Looks at every backend and says what works here, what is in the way, and what each is worth."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandbox import _choice, _obstacles
from sandbox._probe import Probe, probe, probe_of
from sandbox._worth import CLAIM, WORTH
from sandbox.docker import Engine, find_engine

__all__ = ["Diagnosis", "examine"]

#: What is looked at; what must be asked for by name is only worth a word.
_LOOKED_AT = ("docker", "docker+runsc", "embedded")


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """What the doctor found.

    Attributes:
        chosen: what runs code here now.
        asked: the name that was asked for, or "".
        found: what is to be said of each backend.
        obstacles: settings of this machine that keep bubblewrap from working.
        engine: the container engine, and where an engine was looked for.
    """

    chosen: Probe
    asked: str
    found: dict[str, Probe]
    obstacles: list[str]
    engine: str = ""

    def data(self) -> dict[str, Any]:
        """The same as JSON."""
        return {
            "chosen": _row(self.chosen),
            "asked_for": self.asked,
            "backends": {
                name: {**_row(probe), "worth": _worth(name, probe)} for name, probe in self.found.items()
            },
            "obstacles": self.obstacles,
            "engine": self.engine,
            "claim": CLAIM,
        }

    def lines(self, width: int = 100) -> Iterator[str]:
        """The same for people."""
        yield from _wrapped(self._headline(), width, "")
        for name, found in self.found.items():
            yield ""
            yield f"{name}: {'works' if found.available else 'does not work'}"
            yield from self._about(name, found, width)
        yield ""
        yield from _wrapped(CLAIM, width, "")

    def _headline(self) -> str:
        how = f"asked for as {self.asked}" if self.asked else "the first that works: docker, then embedded"
        if not self.chosen.available:
            return f"Code cannot be run here ({how}): {self.chosen.detail}"
        return f"Code runs in {self.chosen.backend} ({how})."

    def _about(self, name: str, found: Probe, width: int) -> Iterator[str]:
        if name == "docker" and found.available:
            yield from _wrapped(f"engine: {self.engine}", width)
        if found.image:
            yield from _wrapped(f"image: {found.image}", width)
        if found.detail:
            yield from _wrapped(found.detail, width)
        if name == "embedded" and not found.available:
            for obstacle in self.obstacles:
                yield from _wrapped(f"-> {obstacle}", width)
        elif found.hint and not found.available:
            yield from _wrapped(f"-> {found.hint}", width)
        yield from _wrapped(_worth(name, found), width)


def _row(probe: Probe) -> dict[str, Any]:
    return {
        "available": probe.available, "backend": probe.backend, "image": probe.image, "detail": probe.detail,
        "hint": probe.hint,
    }  # fmt: skip


def _worth(name: str, found: Probe) -> str:
    return WORTH.get(name) or WORTH.get(found.backend) or WORTH["bubblewrap"]


def _wrapped(text: str, width: int, indent: str = "  ") -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _asked() -> str:
    try:
        asked = _choice.asked()
    except _choice.UnknownBackend:
        return "an unknown name"
    if asked is None:
        return ""
    return asked if isinstance(asked, str) else asked.name


def examine() -> Diagnosis:
    """Look at every backend by using it; takes a second or two."""
    found = {name: probe_of(name) for name in _LOOKED_AT}
    embedded = found["embedded"]
    obstacles = [] if embedded.available else _obstacles.obstacles(_obstacles.facts(), embedded.detail)
    if sys.platform != "linux":
        obstacles = [embedded.hint]
    return Diagnosis(
        chosen=probe(), asked=_asked(), found=found, obstacles=obstacles, engine=_described(find_engine())
    )


def _described(engine: Engine) -> str:
    name = f"{engine.name} {engine.version}: " if engine.found else ""
    return f"{name}{engine.detail}"
