"""Which of the asked parts a number belongs to, told by the nouns beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkits import lazy_re as re
from verifier.plan import Claim
from verifier.planning._derivation import Derivation

#: Words that tell no kind of thing from another.
_GENERIC_WORDS = """
a admission admissions all an and animal animals are at attended basket baskets bill bills book
books card cards cent cents charged charges coin coins concert cost costs dollar dollars each for he
in is it kind kinds movie of on one pass passes play price prices problem problems question
questions room rooms school seat seats sells she shot shots show sold some stamp stamps that the
theater they ticket tickets to type types vehicle vehicles was were with you your
"""
GENERIC = frozenset(_GENERIC_WORDS.split())
_NEAR = 40
_BREAK = re.compile(r"[.;。；,，\n]|\band\b|和|与")


def nouns(phrase: str) -> frozenset[str]:
    """The telling words of a phrase, in the singular and lower case."""
    return frozenset(
        _one(w) for w in re.split(r"[^a-z0-9']+", phrase.lower()) if w not in GENERIC and len(w) > 2
    )


def _one(word: str) -> str:
    """A noun in the singular: adults, adult's, children."""
    plain = word.removesuffix("'s").removesuffix("'")
    if plain in ("children", "childrens"):
        return "child"
    if plain.endswith("ies"):
        return plain[:-3] + "y"
    return plain[:-1] if plain.endswith("s") and not plain.endswith("ss") else plain


def by_nouns(finals: Sequence[Claim], derivations: Sequence[Derivation], answer: str) -> list[Claim] | None:
    """The finals with the part that the words beside each of them name; as they are where no word names any.

    Returns:
        None where some are told and others are not, or two are told to be the same part.
    """
    parts = {d.part: nouns(d.part) for d in derivations if d.part}
    if (
        len(parts) < 2
        or len(parts) != len(finals)
        or any(c.subject for c in finals)
        or not all(parts.values())
    ):
        return list(finals)
    told = [_told(n, finals, parts, answer) for n in range(len(finals))]
    if not any(told):
        return list(finals)
    if len(set(told)) < len(told) or "" in told:
        return None
    return [replace(claim, subject=part) for claim, part in zip(finals, told, strict=True)]


def _told(n: int, finals: Sequence[Claim], parts: dict[str, frozenset[str]], answer: str) -> str:
    start, end = finals[n].span
    after = answer[end : min(finals[n + 1].span[0] if n + 1 < len(finals) else len(answer), end + _NEAR)]
    before = answer[max(finals[n - 1].span[1] if n else 0, start - 2 * _NEAR) : start]
    return _hit(_BREAK.split(after)[0], parts) or _hit(_BREAK.split(before)[-1], parts)


def _hit(text: str, parts: dict[str, frozenset[str]]) -> str:
    said = nouns(text)
    hits = [part for part, words in parts.items() if words & said]
    return hits[0] if len(hits) == 1 else ""
