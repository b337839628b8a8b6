"""The ``choice`` tool: which option of a multiple-choice question carries a computed value."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from typing import Any

from toolkits import lazy_re as re
from toolkits.errors import ToolRefused
from toolkits.quantities import Interval, QuantityError, number_from_json, read, rounds_to

_PUNCTUATION = re.compile(r"[\s.,;:!?。，；、'\"“”‘’]+")
_ARTICLES = re.compile(r"\b(?:the|a|an)\b")


def choice(value: Any, options: dict[str, str]) -> dict[str, Any]:
    """The letter of the one option that states ``value``.

    A number matches an option that is its value, rounded at the option's printed digits; anything else
    matches on its words (case, punctuation and articles aside).

    Args:
        value: computed value: a number in JSON form, a boolean, text or a list of texts.
        options: letter -> option text, as the question prints them.

    Returns:
        ``{"value": letter, "option": text}``.

    Raises:
        ToolRefused: no option, or more than one, states the value (``no_option``, ``ambiguous_option``).
    """
    exact = _number(value)
    hits = [letter for letter, text in options.items() if _states(text, value, exact)]
    if len(hits) > 1 and isinstance(exact, Fraction):
        # 3.5 rounds to both 3.5 and 4: an option that is the value itself goes first.
        hits = [letter for letter in hits if read(options[letter]).value == exact] or hits
    if len(hits) == 1:
        return {"value": hits[0], "option": options[hits[0]]}
    code = "ambiguous_option" if hits else "no_option"
    raise ToolRefused(f"{len(hits)} of {len(options)} options state {value!r}", code=code)


def _states(text: str, value: Any, exact: Fraction | Interval | None) -> bool:
    if exact is not None:
        return _is_number(text, exact)
    return _words(text) == _words(_as_text(value))


def _is_number(text: str, exact: Fraction | Interval) -> bool:
    try:
        quantity = read(text)
    except QuantityError:
        return False
    return not quantity.alternatives and rounds_to(exact, quantity.value, quantity.quantum) is True


def _number(value: Any) -> Fraction | Interval | None:
    if isinstance(value, bool):
        return None
    try:
        return number_from_json(value)
    except (QuantityError, ValueError, TypeError):
        return None


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value)


def _words(text: str) -> str:
    folded = _PUNCTUATION.sub(" ", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(_ARTICLES.sub(" ", folded).split())
