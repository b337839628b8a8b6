"""A cheap test of a question's words, which spares most templates from being read at all.

``gates.json`` holds the gates of the shipped templates, so that a question loads only those that may explain
it; ``python scripts/write_template_gates.py`` renews it. A gate made from another text than the file's is not
used. The words of units are there too, since their own table is long.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias
from zlib import crc32

LANGUAGES = ("en", "zh")
Words: TypeAlias = frozenset[str]
_FILE = Path(__file__).with_name("gates.json")


@dataclass(frozen=True, slots=True)
class Gate:
    """What a template's phrases of one language need and know.

    Attributes:
        known: every word that they may hold.
        asks: for each way to ask, the words without which it is not said.
        musts: likewise for each thing that the question must say; one way of each.
    """

    known: Words
    asks: tuple[Words, ...]
    musts: tuple[tuple[Words, ...], ...]

    def asked_by(self, words: Words) -> bool:
        """Whether a question of these words may ask, and say all that it must."""
        return any(needed <= words for needed in self.asks) and all(
            any(needed <= words for needed in ways) for ways in self.musts
        )


@dataclass(frozen=True, slots=True)
class Summary:
    """What is known of a template without reading it: the words of its file, and its gates by language.

    A language that the template does not speak has no gate.
    """

    words: Words
    gates: Mapping[str, Gate]


def summary_of(name: str, *texts: str) -> Summary | None:
    """The summary of a shipped template; ``None`` when none was made from these ``texts``."""
    packed = _index()["templates"].get(name)
    if packed is None or packed["made_from"] != _mark(texts):
        return None
    return unpack_summary(packed)


@cache
def unit_words() -> Words:
    """Every word (or Chinese character) that stands in some unit's name, without the table of units."""
    return _words(_index()["unit_words"])


def pack_index(templates: Mapping[str, Mapping[str, Any]], units: Words) -> dict[str, Any]:
    """What ``gates.json`` holds: the packed summaries of the shipped templates, and :func:`unit_words`."""
    return {"unit_words": _text(units), "templates": dict(templates)}


def pack_summary(summary: Summary, *texts: str) -> dict[str, Any]:
    """A summary as JSON: lists of words as one text each."""
    return {
        "made_from": _mark(texts),
        "words": _text(summary.words),
        "gates": {
            language: {
                "known": _text(gate.known),
                "asks": sorted({_text(needed) for needed in gate.asks}),
                "musts": [sorted({_text(needed) for needed in ways}) for ways in gate.musts],
            }
            for language, gate in summary.gates.items()
        },
    }


def unpack_summary(packed: Mapping[str, Any]) -> Summary:
    """Inverse of :func:`pack_summary`."""
    gates = {language: _unpack_gate(gate) for language, gate in packed["gates"].items()}
    return Summary(_words(packed["words"]), gates)


def _mark(texts: Iterable[str]) -> int:
    return crc32("\0".join(texts).encode())


def _unpack_gate(packed: Mapping[str, Any]) -> Gate:
    return Gate(
        known=_words(packed["known"]),
        asks=tuple(map(_words, packed["asks"])),
        musts=tuple(tuple(map(_words, ways)) for ways in packed["musts"]),
    )


def _text(words: Words) -> str:
    return " ".join(sorted(words))


def _words(text: str) -> Words:
    return frozenset(text.split(" ")) if text else frozenset()


@cache
def _index() -> Mapping[str, Any]:
    return dict(json.loads(_FILE.read_text(encoding="utf-8")))
