"""Forms of a number that are certain only where they are all that is said.

Other bases, spaced groups, formal Chinese numerals: tried after the ordinary reading has failed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from toolkits import lazy_re as re
from toolkits._tables import words
from toolkits.quantities import _chinese as chinese
from toolkits.quantities import _chinese_prose as chinese_prose
from toolkits.quantities import _english as english
from toolkits.quantities._numerals import step

_LONGEST = 300
_DIGIT_VALUES = {char: value for value, char in enumerate("0123456789abcdefghijklmnopqrstuvwxyz")}


class Form(NamedTuple):
    """Value, printed step and unit of a whole text, and the kind of form it is."""

    value: Fraction
    quantum: Fraction | None
    kind: str = "plain"
    unit: str | None = None
    base: int = 10


def whole_form(text: str) -> Form | None:
    """The number that ``text`` (folded, without wrappers) states in one of these forms; else ``None``."""
    if len(text) > _LONGEST:
        return None
    return next((found for form in _FORMS if (found := form(text))), None)


# --- digits -------------------------------------------------------------------------------------------------

_GROUPS = re.compile(r"(-?)([0-9]{1,3}(?: [0-9]{3})+)(?:([.,])([0-9]+))?")
_SPACED_SIGN = re.compile(r"- ([0-9][0-9.,]*)")
_NEGATIVE_BELOW = re.compile(r"(-?[0-9]{1,99})/-([0-9]{1,99})")
_TENTHS = re.compile(r"([0-9]+(?:\.[0-9]+)?)成")
_PER_THOUSAND = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?) per (?:mille|mil|thousand)", re.IGNORECASE)


def _spaced_groups(text: str) -> Form | None:
    """1 234,5 and 1 234.5 and 12 345."""
    match = _GROUPS.fullmatch(text)
    if match is None:
        return None
    decimals = match[4] or ""
    value = Fraction(int(match[2].replace(" ", "") + decimals), 10 ** len(decimals))
    return Form(-value if match[1] else value, step(len(decimals)), "grouped")


def _signed_apart(text: str) -> Form | None:
    """``- 5`` and ``1/-3``."""
    apart = _SPACED_SIGN.fullmatch(text)
    if apart and apart[1].count(".") <= 1 and "," not in apart[1]:
        places = len(apart[1].partition(".")[2])
        return Form(-Fraction(apart[1].rstrip(".")), step(places))
    below = _NEGATIVE_BELOW.fullmatch(text)
    return Form(Fraction(-int(below[1]), int(below[2])), None) if below and int(below[2]) else None


def _tenths(text: str) -> Form | None:
    if text == "半成":
        return Form(Fraction(1, 20), Fraction(1, 20), "percent", "%")
    match = _TENTHS.fullmatch(text)
    if match is None:
        return None
    places = len(match[1].partition(".")[2])
    return Form(Fraction(match[1]) / 10, step(places + 1), "percent", "%")


def _per_thousand(text: str) -> Form | None:
    match = _PER_THOUSAND.fullmatch(text)
    if match is None:
        return None
    places = len(match[1].partition(".")[2])
    return Form(Fraction(match[1]) / 1000, step(places + 3), "per_mille", "%")


# --- bases --------------------------------------------------------------------------------------------------

_PREFIXED = re.compile(r"(-?)0([xXbBoO])([0-9a-fA-F]+)")
_SUBSCRIPTED = re.compile(r"(-?)\(?([0-9a-zA-Z]+)\)?(?:_\{?\(?([0-9]{1,2})\)?\}?|([₀-₉]{1,2}))")
_NAMED_AFTER = re.compile(
    r"(-?)([0-9a-zA-Z]+) ?(?:\(?(?:in )?base[ -]([0-9]{1,2})\)?|\(?(二|八|十|十六)进制数?\)?)", re.IGNORECASE
)
_NAMED_BEFORE = re.compile(
    r"(?:base[ -]([0-9]{1,2})[: ]+|(二|八|十|十六)进制数?[:： ]?|(binary|octal|hexadecimal|hex) )"
    r"(-?)(?:0[xXbBoO])?([0-9a-zA-Z]+)",
    re.IGNORECASE,
)
_BASES = {"x": 16, "b": 2, "o": 8, "二": 2, "八": 8, "十": 10, "十六": 16, "binary": 2, "octal": 8,
          "hexadecimal": 16, "hex": 16}  # fmt: skip
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def _other_base(text: str) -> Form | None:
    r"""0x1F, 0b101, 52_8, 52_{8}, 1010₂, 二进制1010, 1010（二进制）, 1010 base 2."""
    if match := _PREFIXED.fullmatch(text):
        return _in_base(match[1], match[3], _BASES[match[2].lower()])
    if match := _SUBSCRIPTED.fullmatch(text):
        return _in_base(match[1], match[2], int((match[3] or match[4]).translate(_SUBSCRIPTS)))
    if match := _NAMED_AFTER.fullmatch(text):
        return _in_base(match[1], match[2], int(match[3]) if match[3] else _BASES[match[4]])
    if match := _NAMED_BEFORE.fullmatch(text):
        base = int(match[1]) if match[1] else _BASES[(match[2] or match[3]).lower()]
        return _in_base(match[4], match[5], base)
    return None


def _in_base(sign: str, digits: str, base: int) -> Form | None:
    values = [_DIGIT_VALUES[char] for char in digits.lower()]
    named = not any(char.isdecimal() for char in digits) and not (base == 16 and digits.isupper())
    if not 2 <= base <= 36 or max(values) >= base or named:  # a_12 is a variable, FF_16 a number
        return None
    value = Fraction(sum(digit * base**place for place, digit in enumerate(reversed(values))))
    return Form(-value if sign else value, Fraction(1), "base", None, base)


# --- words --------------------------------------------------------------------------------------------------

_ARTICLE = re.compile(r"an? (?=dozen|hundred|thousand|million|billion|trillion)", re.IGNORECASE)


def _english_words(text: str) -> Form | None:
    """A dozen, three point one four, two point five million."""
    body = _ARTICLE.sub("", text, count=1) if text[:1] in "aA" else text
    phrase = english.PHRASE.match(body)
    found = english.read_words(body, phrase) if phrase else None
    return Form(found.value, found.quantum) if found and found.end == len(body) else None


_FORMAL = str.maketrans("壹贰貳叁參肆伍陆陸柒捌玖拾佰仟萬億兩", "一二二三三四五六六七八九十百千万亿两")
_SHORT = (("廿", "二十"), ("卅", "三十"))
_FORMAL_SIGNS = frozenset(map(chr, _FORMAL)) | {"廿", "卅"}


def _formal_chinese(text: str) -> Form | None:
    """壹佰贰拾叁, 廿五."""
    if not _FORMAL_SIGNS & set(text):
        return None
    plain = text.translate(_FORMAL)
    for short, long in _SHORT:
        plain = plain.replace(short, long)
    found = chinese.numeral(plain)
    return Form(found.value, found.quantum) if found else None


_AND_A_HALF = re.compile(rf"([{chinese.NUMERAL}]{{1,20}}|[0-9]{{1,20}})个半")


_WITH_PART = re.compile(
    rf"([{chinese.NUMERAL}]{{1,20}}|[0-9]{{1,20}})又(?:([0-9]{{1,20}})/([0-9]{{1,20}})|(.{{1,40}}分之.{{1,40}}))"
)


def _mixed(text: str) -> Form | None:
    """2又3分之1, 2又1/3."""
    match = _WITH_PART.fullmatch(text)
    if match is None:
        return None
    numeral = None if match[1].isdecimal() else chinese.numeral(match[1])
    whole = Fraction(match[1]) if match[1].isdecimal() else numeral and numeral.value
    parts = chinese_prose.PARTS.fullmatch(match[4]) if match[4] else None
    if match[2]:
        part = Fraction(int(match[2]), int(match[3])) if int(match[3]) else None
    else:
        part = chinese_prose.fraction(parts).value if parts else None
    return Form(whole + part, None) if whole and part and part < 1 else None


def _chinese_half(text: str) -> Form | None:
    """两个半 and 3个半, with nothing counted."""
    match = _AND_A_HALF.fullmatch(text)
    if match is None:
        return None
    numeral = None if match[1].isdecimal() else chinese.numeral(match[1])
    whole = Fraction(match[1]) if match[1].isdecimal() else numeral and numeral.value
    return Form(whole + Fraction(1, 2), None) if whole else None


_FORMS: tuple[Callable[[str], Form | None], ...] = (
    _spaced_groups, _signed_apart, _tenths, _per_thousand, _other_base, _english_words, _formal_chinese,
    _chinese_half, _mixed,
)  # fmt: skip

MINUS_WORDS = words("minus negative 负 負")
"""Words that negate the whole of what follows."""
