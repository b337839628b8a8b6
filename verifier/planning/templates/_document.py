"""YAML as nodes that know their line, so that every complaint names file, key and line."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from verifier.errors import TemplateError


@dataclass(frozen=True, slots=True)
class Field:
    """One value of a document, with the place where it stands.

    The accessors return the value when it has the wanted type and raise :class:`TemplateError` otherwise.
    """

    node: Any
    file: str
    key: str

    def error(self, reason: str) -> TemplateError:
        """A complaint about this field."""
        return TemplateError(self.file, self.node.start_mark.line + 1, self.key, reason)

    def text(self) -> str:
        """A non-empty scalar, as text."""
        value = self.node.value
        if not isinstance(value, str) or not value.strip():
            raise self.error("a text is needed here")
        return value.strip()

    def items(self) -> Iterator[tuple[str, Field]]:
        """Key and value of a mapping; a key that stands twice is refused."""
        if self.node.id != "mapping":
            raise self.error("a mapping (key: value) is needed here")
        seen: set[str] = set()
        for key_node, value in self.node.value:
            name = str(key_node.value)
            field = Field(value, self.file, f"{self.key}.{name}".lstrip("."))
            if name in seen:
                raise Field(key_node, self.file, field.key).error("the key stands twice")
            seen.add(name)
            yield name, field

    def mapping(self, allowed: Collection[str], required: Collection[str] = ()) -> dict[str, Field]:
        """A mapping with known keys only.

        Raises:
            TemplateError: an unknown key (the nearest known one is named) or a missing one.
        """
        fields = dict(self.items())
        for name, field in fields.items():
            if name not in allowed:
                near = difflib.get_close_matches(name, sorted(allowed), n=1)
                hint = (
                    f"; did you mean {near[0]!r}?" if near else f"; known keys: {', '.join(sorted(allowed))}"
                )
                raise field.error(f"unknown key{hint}")
        for name in required:
            if name not in fields:
                raise self.error(f"the key {name!r} is missing")
        return fields

    def sequence(self) -> list[Field]:
        """A list that is not empty."""
        if self.node.id != "sequence" or not self.node.value:
            raise self.error("a list with at least one item is needed here")
        return [Field(item, self.file, f"{self.key}[{n}]") for n, item in enumerate(self.node.value, start=1)]


def read_document(text: str, file: str) -> Field:
    """Parse one YAML document.

    Raises:
        TemplateError: not YAML, or more or less than one document.
    """
    import yaml  # noqa: PLC0415  (only when templates are loaded)

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        node = yaml.compose(text, Loader=loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "not YAML"
        raise TemplateError(file, mark.line + 1 if mark else 1, "", f"not valid YAML: {problem}") from error
    if node is None:
        raise TemplateError(file, 1, "", "the file is empty")
    return Field(node, file, "")
