"""Examples as a prompt shows them."""

from __future__ import annotations

from verifier.examples._records import Found, Kind, Shown
from verifier.examples._store import Examples

#: Pairs and documents in one prompt, and characters of each.
_PAIRS, _DOCUMENTS, _TEXT = 3, 2, 2_000


def shown_for(examples: Examples | None, question: str, kind: Kind) -> Shown:
    """What a prompt for code of that kind shows: pairs of that kind, and documents.

    Raises:
        ExamplesError: the file can't be read.
    """
    if examples is None or not question:
        return Shown()
    pairs, same = examples.similar(question, kinds=(kind,), most=_PAIRS)
    documents, _ = examples.similar(question, kinds=("document",), most=_DOCUMENTS)
    found = [*pairs, *documents]
    return Shown(
        text="\n\n".join(map(_text, found)),
        used=tuple(
            {"id": one.example.id, "kind": one.example.kind, "similarity": round(one.similarity, 3)}
            for one in found
        ),
        withheld=() if examples.own else tuple(same),
    )


def _text(found: Found) -> str:
    example = found.example
    content = example.content if len(example.content) <= _TEXT else f"{example.content[:_TEXT]}…"
    if example.kind == "document":
        return f"{example.question}\n{content}"
    return f"Q: {example.question}\n{content}"
