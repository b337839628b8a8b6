"""Answers made here, white-box: what a generator writes goes through the same machine as any other answer.

The reports need :class:`Generated` alone, so that all else in this package is loaded when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier.generation._generated import Generated, Generator

if TYPE_CHECKING:
    from toolkits.registry import Registry
    from verifier.llm import Session

__all__ = ["Generated", "Generator", "named"]

#: Our generators: name -> module of this package and the class there, called with (session, registry).
_GENERATORS: dict[str, tuple[str, str]] = {}


def named(name: str, session: Session, registry: Registry) -> Generator:
    """One of our generators by its name.

    Raises:
        UsageError: there is none of that name.
    """
    from importlib import import_module  # noqa: PLC0415  (a report needs none of this)

    from verifier.errors import UsageError  # noqa: PLC0415  (likewise)

    if name not in _GENERATORS:
        known = ", ".join(_GENERATORS) or "none yet"
        raise UsageError(f"there is no generator {name!r}; ours are {known}")
    module, maker = _GENERATORS[name]
    made: Generator = getattr(import_module(f"{__name__}.{module}"), maker)(session, registry)
    return made
