"""The signs of order relations, as people and LaTeX write them."""

from __future__ import annotations

from collections.abc import Mapping

#: Matches one sign of order: ``<``, ``>=``, ``≤``, ``\\geq``, …
SIGN = r"<=|>=|[≤≥⩽⩾<>]|\\leq?(?![a-z])|\\geq?(?![a-z])|\\lt|\\gt"
#: Each relation as it reads from the right: ``4 > x`` says ``x < 4``.
TURNED: Mapping[str, str] = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_PLAIN = {
    "≤": "<=",
    "⩽": "<=",
    "\\le": "<=",
    "\\leq": "<=",
    "\\lt": "<",
    "≥": ">=",
    "⩾": ">=",
    "\\ge": ">=",
    "\\geq": ">=",
    "\\gt": ">",
}


def relation_of(sign: str) -> str:
    """What :data:`SIGN` matched, as one of ``<``, ``>``, ``<=`` and ``>=``."""
    return _PLAIN.get(sign, sign)
