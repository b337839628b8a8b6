"""What is stored and what is found: plain data."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Self, TypeAlias, cast, get_args

from verifier.examples._terms import normal

Kind: TypeAlias = Literal["python", "sql", "document"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A question with the code that answers it, or a document with its title.

    Attributes:
        kind: the language of the code, or ``document``.
        question: the question; a document's title.
        content: the code; a document's text.
    """

    kind: Kind
    question: str
    content: str

    @classmethod
    def pair(cls, question: str, code: str, kind: Kind = "python") -> Self:
        """A question and its code."""
        return cls(kind=kind, question=question, content=code)

    @property
    def id(self) -> str:
        """Ten hexadecimal digits over kind and question: one question has one example of a kind."""
        text = f"{self.kind}\n{normal(self.question)}"
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]

    def row(self) -> dict[str, str]:
        """As a line of an exported file has it."""
        if self.kind == "document":
            return {"title": self.question, "text": self.content}
        return {"question": self.question, "code": self.content, "language": self.kind}

    @classmethod
    def of_row(cls, row: Any) -> Self:
        """The inverse of :meth:`row`; without a language the code is Python.

        Raises:
            ValueError: fields are missing, no text, empty, or unknown.
        """
        if not isinstance(row, Mapping):
            raise ValueError("a line must be a JSON object")  # noqa: TRY004  (a bad line, not a bad call)
        kind: Any = "document" if "text" in row else row.get("language", "python")
        names = ("title", "text") if kind == "document" else ("question", "code")
        if kind not in KINDS:
            raise ValueError(f"language {kind!r}: it is python or sql")
        unknown = sorted(row.keys() - {*names, "language"})
        if unknown:
            raise ValueError(
                f"unknown field {unknown[0]!r}; there are question, code, language, or title, text"
            )
        for name in names:
            if not isinstance(row.get(name), str) or not row[name].strip():
                raise ValueError(f"{name}: a text is needed")
        return cls(kind=cast("Kind", kind), question=row[names[0]].strip(), content=row[names[1]])


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """An example that is like a question: ``similarity`` from 0 to 1."""

    example: Example
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a prompt shows of the examples.

    Attributes:
        text: for the prompt; "" for none.
        used: for the trace: the id, kind and similarity of each.
        withheld: examples of the question itself, which were left out: their ids.
    """

    text: str = ""
    used: tuple[Mapping[str, Any], ...] = ()
    withheld: tuple[str, ...] = ()

    def step(self) -> Mapping[str, Any] | None:
        """The step of a trace that says what was used; ``None`` where nothing was found."""
        if not (self.used or self.withheld):
            return None
        return {"kind": "examples", "used": list(self.used), "withheld": list(self.withheld)}
