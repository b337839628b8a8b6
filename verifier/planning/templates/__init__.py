"""Declarative templates: questions that a fixed formula answers, each described by one YAML file.

A template speaks only when its phrases explain *every* word and number of the question; see
``docs/templates.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier.errors import TemplateError
from verifier.planning.templates._library import (
    ENTRY_POINTS,
    ENVIRONMENT,
    Library,
    load_library,
    match,
    ready,
    use_folders,
)

if TYPE_CHECKING:
    from verifier.planning.templates._schema import Template

__all__ = [
    "ENTRY_POINTS",
    "ENVIRONMENT",
    "Library",
    "Template",
    "TemplateError",
    "load_library",
    "match",
    "ready",
    "use_folders",
]


def __getattr__(name: str) -> object:
    if name != "Template":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from verifier.planning.templates._schema import Template  # noqa: PLC0415  (most questions read no template)

    return Template
