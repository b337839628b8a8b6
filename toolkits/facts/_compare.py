"""Typed comparison of a claimed value with a source's cell: three-valued, each outcome with its reason."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, TypeAlias

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.facts._records import Fact, FactClaim, Stance
from toolkits.facts._values import Amount, Day, day_of, read_value, spelled
from toolkits.facts._words import is_chinese, is_close, key

Match: TypeAlias = tuple[Stance, str]

#: A claim this many standard uncertainties off is not refuted: an older adjustment of the constant says so.
_UNCERTAINTIES: Final = 10
#: A constant printed to this part of it may be cut off instead of rounded.
_MANY_DIGITS: Final = 10**8
_NAME_LENGTH: Final = 60
_PARTICLES: Final = frozenset(
    [
        "of",
        "the",
        "de",
        "la",
        "le",
        "el",
        "al",
        "da",
        "do",
        "dos",
        "du",
        "des",
        "di",
        "der",
        "van",
        "von",
        "y",
        "and",
        "e",
        "und",
        "&",
        "-",
    ]
)
_NAME_WORD: Final = re.compile(r"[^\W\d_a-z][\w.'’`-]*|d'[\w]+|[A-Z]\.")
_NAME_ZH: Final = re.compile(r"[\u3400-\u9fff·]{1,12}")
_NO_NAME_ZH: Final = re.compile(r"[的是在了和与或不吗呢这那]|位于|一个|并非|没有|什么|哪")


def compare(claim: FactClaim, fact: Fact) -> Match:
    """What one cell says to a claim, the dates of both and negation aside."""
    same = {key(fact.value), *map(key, fact.aliases)}
    if not fact.unit and not claim.unit and key(claim.value) and key(claim.value) in same:
        return "supports", "match"
    held, stated = read_value(fact.value, fact.unit), read_value(claim.value, claim.unit)
    if fact.unit == "date" or isinstance(held, Day):
        return _days(day_of(claim.value), day_of(fact.value))
    if isinstance(held, Amount):
        return _amounts(stated, held, fact) if isinstance(stated, Amount) else ("neutral", "other_kind")
    if not isinstance(held, str) or not isinstance(stated, str):
        return "neutral", "other_kind"
    return _names(stated, fact)


# --- numbers ------------------------------------------------------------------------------------------
def _amounts(stated: Amount, held: Amount, fact: Fact) -> Match:
    scaled = _scaled(stated, held)
    if scaled is None:
        return "neutral", "unit"
    value, scale = scaled
    off = abs(stated.value - value)
    half = stated.quantum / 2
    sigma, guard = fact.uncertainty * scale, fact.guard * scale
    if off <= half:
        return _with_unit(stated, held)
    if sigma and off <= sigma:
        return "supports", "within_uncertainty"
    if off <= held.quantum * scale / 2:
        return "neutral", "coarser_source"
    if sigma and off < stated.quantum <= abs(value) / _MANY_DIGITS and abs(stated.value) < abs(value):
        return "supports", "truncated"  # as the tables of constants print what is exact
    if sigma and off <= _UNCERTAINTIES * sigma + half:
        return "neutral", "near"
    if guard and off <= guard + half:
        return "neutral", "near"
    if stated.unit != held.unit and not (stated.unit and held.unit):
        return "neutral", "unit"  # a bare number may be meant in another unit
    return _apart(stated, value, off)


def _with_unit(stated: Amount, held: Amount) -> Match:
    if held.unit and not stated.unit:
        return "supports", "match_without_unit"
    return ("neutral", "unit") if stated.unit and not held.unit else ("supports", "match")


def _apart(stated: Amount, value: Fraction, off: Fraction) -> Match:
    """What a difference beyond the printed digits means: rounding of some kind, or another value."""
    if off <= stated.loose / 2:
        return "neutral", "rounded"
    if stated.quantum and off < stated.quantum and abs(stated.value) < abs(value):
        return "neutral", "truncated"
    if stated.approx and off * 10 <= abs(value):
        return "neutral", "approximate"
    return "refutes", "mismatch"


def _scaled(stated: Amount, held: Amount) -> tuple[Fraction, Fraction] | None:
    """The source's value in the claim's unit and the factor between the two; ``None`` when they can't meet."""
    if stated.unit == held.unit or not stated.unit or not held.unit:
        return held.value, Fraction(1)
    if "%" in (stated.unit, held.unit):
        return None
    if spelled(stated.unit) == spelled(held.unit):
        return held.value, Fraction(1)
    if not (stated.known and held.known):
        return None
    from toolkits.units import conversion  # noqa: PLC0415  (its table is read only where units differ)

    try:
        found = conversion(held.unit, stated.unit, held.value)
    except ToolkitError:
        return None
    return None if found.pi else (found.apply(held.value), found.scale)


# --- dates --------------------------------------------------------------------------------------------
def _days(stated: Day | None, held: Day | None) -> Match:
    if stated is None or held is None:
        return "neutral", "other_kind"
    if stated.year != held.year:
        return "refutes", "mismatch"
    if stated.day is None:
        return "supports", "match"
    if held.day is None:
        return "neutral", "coarser_source"
    return ("supports", "match") if stated.day == held.day else ("refutes", "mismatch")


# --- names --------------------------------------------------------------------------------------------
def _names(stated: str, fact: Fact) -> Match:
    names = (fact.value, *fact.aliases)
    if key(stated) in set(map(key, names)):
        return "supports", "match"
    if _is_code(fact.value) and _is_code(stated) and len(stated) == len(fact.value):
        return "refutes", "mismatch"
    if not is_name(stated) and not (stated.isalpha() and stated.islower() and fact.value.islower()):
        return "neutral", "no_name"
    comparable = [name for name in names if is_chinese(name) == is_chinese(stated)]
    if not comparable:
        return "neutral", "other_script"
    if any(is_close(stated, name) for name in comparable):
        return "neutral", "close_name"
    return "refutes", "mismatch"


def _is_code(text: str) -> bool:
    """Whether a text is a short code: "AUD", ".au", "Fe"."""
    return re.fullmatch(r"\.?[A-Z][A-Za-z]{0,2}|\.[a-z]{2,3}", text.strip()) is not None


def is_name(text: str) -> bool:
    """Whether a text is a plain name and nothing else: capitalised words, or a short run of Chinese."""
    if len(text) > _NAME_LENGTH:
        return False
    if is_chinese(text):
        return _NAME_ZH.fullmatch(text.strip()) is not None and _NO_NAME_ZH.search(text) is None
    words = text.split()
    if not 0 < len(words) <= 6 or words[0].casefold() in {"not", "no", "a", "an", "none", "unknown", "never"}:
        return False
    return all(_NAME_WORD.fullmatch(word.rstrip(",")) or word in _PARTICLES for word in words) and any(
        word not in _PARTICLES for word in words
    )
