"""One of our generators by its name, with settings: made for each run, once the run has its session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to make one of our generators.

    ::

        Recipe("sql", {"database": SQLite("shop.db")})
        Recipe("pot", {"tries": 5, "rows": 0})

    Attributes:
        name: ``auto``, ``direct``, ``pot``, ``sql``, …
        settings: keyword arguments of the generator's class.
    """

    name: str
    settings: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
