"""Answers made here, white-box: what a generator writes goes through the same machine as any other answer.

The reports need :class:`Generated` alone, so that all else in this package is loaded when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier.generation._generated import Generated, Generator
from verifier.generation._recipe import Recipe

if TYPE_CHECKING:
    from toolkits.registry import Registry
    from verifier.llm import Session

__all__ = ["GENERATORS", "Generated", "Generator", "Recipe", "named"]

#: Our generators: name -> module of this package and the class there, called with (session, registry) and the
#: settings of a :class:`Recipe`.
GENERATORS: dict[str, tuple[str, str]] = {
    "auto": ("_auto", "AutoGenerator"),
    "direct": ("_direct", "DirectGenerator"),
    "pot": ("_program", "ProgramGenerator"),
    "react": ("react", "ReAct"),
    "sql": ("_sql", "SqlGenerator"),
}


def named(name: str | Recipe, session: Session, registry: Registry) -> Generator:
    """One of our generators by its name or recipe.

    Raises:
        UsageError: there is none of that name, or it does not take these settings.
    """
    from importlib import import_module  # noqa: PLC0415  (a report needs none of this)

    from verifier.errors import UsageError  # noqa: PLC0415  (likewise)

    recipe = Recipe(name) if isinstance(name, str) else name
    if recipe.name not in GENERATORS:
        raise UsageError(f"there is no generator {recipe.name!r}; ours are {', '.join(GENERATORS)}")
    module, maker = GENERATORS[recipe.name]
    try:
        made: Generator = getattr(import_module(f"{__name__}.{module}"), maker)(
            session, registry, **recipe.settings
        )
    except TypeError as error:
        raise UsageError(f"the generator {recipe.name!r} does not take that: {error}") from error
    return made
