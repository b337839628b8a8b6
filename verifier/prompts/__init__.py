"""Prompts for language models: one file each, in English and Chinese.

A file holds two blocks, ``system`` and ``user``. What comes from outside (questions, answers, tool output) is
put in by the filter ``fenced``: capped, between marks that the text cannot forge, never rendered as a
template.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from verifier.prompts._tools import short_schema, told_tools

if TYPE_CHECKING:
    from jinja2.sandbox import SandboxedEnvironment

__all__ = ["Language", "Prompt", "language_of", "names", "render", "short_schema", "told_tools"]

Language: TypeAlias = Literal["en", "zh"]
#: Characters of one text from outside that a prompt shows.
LONGEST = 12_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt, ready to send.

    Attributes:
        version: name, language and a hash of the file: what evidence says of where a text came from.
    """

    system: str
    user: str
    version: str

    def messages(self) -> list[Mapping[str, Any]]:
        """As the chat API has them."""
        return [{"role": "system", "content": self.system}, {"role": "user", "content": self.user}]


def language_of(*texts: str | None) -> Language:
    """``zh`` when the first text that is there holds Chinese characters, else ``en``."""
    text = next((text for text in texts if text), "")
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def names() -> tuple[str, ...]:
    """The names of all prompts."""
    found = (path.name for path in files(__name__).iterdir())
    return tuple(sorted({name.partition(".")[0] for name in found if name.endswith(".j2")}))


def render(name: str, language: Language, **data: Any) -> Prompt:
    """The prompt of that name, filled in.

    Raises:
        jinja2.UndefinedError: the file needs something that is not in ``data``.
    """
    template = _environment().get_template(f"{name}.{language}.j2")
    context = template.new_context(data)
    system, user = ("".join(template.blocks[part](context)).strip() for part in ("system", "user"))
    return Prompt(system=system, user=user, version=f"{name}.{language}@{_digest(name, language)}")


def fenced(text: object, label: str) -> str:
    """``text`` between two marks that carry its own hash, which it therefore cannot contain."""
    shown = str(text)
    if len(shown) > LONGEST:
        shown = f"{shown[:LONGEST]}… ({len(shown) - LONGEST} more characters)"
    mark = hashlib.sha256(shown.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"<{label} {mark}>\n{shown}\n</{label} {mark}>"


@cache
def _environment() -> SandboxedEnvironment:
    from jinja2 import PackageLoader, StrictUndefined  # noqa: PLC0415  (0.15 s, for those who call a model)
    from jinja2.sandbox import SandboxedEnvironment  # noqa: PLC0415

    environment = SandboxedEnvironment(
        loader=PackageLoader("verifier", "prompts"),
        undefined=StrictUndefined,
        autoescape=False,  # no HTML
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["fenced"] = fenced
    return environment


@cache
def _digest(name: str, language: Language) -> str:
    return hashlib.sha256((files(__name__) / f"{name}.{language}.j2").read_bytes()).hexdigest()[:12]
