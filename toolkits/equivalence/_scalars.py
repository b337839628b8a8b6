"""Reads what is neither list nor statement: one expression, a number in words, a counted thing, a phrase."""

from __future__ import annotations

from toolkits import lazy_re as re
from toolkits.equivalence import _words as words
from toolkits.equivalence._calculus import has_operators, resolve
from toolkits.equivalence._numbers import marked_number
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._text import without_hedge
from toolkits.equivalence._values import Counted, Scalar, Value
from toolkits.errors import ToolInputError, ToolkitError
from toolkits.expressions import Call, ExpressionError, Unary, number, parse_analysis, walk
from toolkits.quantities import Quantity, QuantityError, is_money, read

_COMPLEX_PARTS = re.compile(
    r"(?<![A-Za-z])(?:Re|Im|Arg|arg|conj)\s*[({]|\\(?:Re|Im|arg)(?![a-z])|\\overline\s*\{[^{}\d]*[^{}]*i"
)
_COUNTED = re.compile(r"([-+]?\d[\d.,/ ]*(?: dozen)?)\s+([A-Za-z]{4,}(?: [A-Za-z]{3,})?)")
_BARS = re.compile(r"\|([^|]+)\|")


def scalar(text: str, policy: Policy) -> Scalar:
    """One expression, its integrals, sums and limits worked out.

    Raises:
        ToolkitError: it is none.
    """
    marked = marked_number(text)
    if marked:
        return marked
    if _COMPLEX_PARTS.search(text):
        raise ToolInputError("parts and conjugates of complex numbers are not read", code="unsupported")
    node = parse_analysis(_without_bars(text))
    if not has_operators(node):
        return Scalar(node)
    found = resolve(node, policy)
    integrals = (part for part in walk(node) if isinstance(part, Call) and part.name == "integral")
    variable = next((str(part.arguments[1]) for part in integrals), "")
    return Scalar(found.expression, found.by_algebra, variable if found.open_constant else "")


def scalar_or_words(text: str, policy: Policy) -> Value:
    """An expression; else a number that their grammar does not have (spelled, hedged), or a word."""
    try:
        return scalar(text, policy)
    except ToolkitError as error:
        if error.code == "ambiguous" and not isinstance(error, ExpressionError):
            raise
        return _other(text, error, policy)


def _without_bars(text: str) -> str:
    """``2|x|`` as ``2(abs(x))``, where the bars pair off one after another."""
    if text.count("|") < 2 or "||" in text.replace(" ", ""):
        return text
    plain = _BARS.sub(r"(abs(\1))", text)
    return text if "|" in plain else plain


def _other(text: str, error: ToolkitError, policy: Policy) -> Value:
    if text.endswith("!"):
        raise error
    plain = without_hedge(text)
    try:
        quantity = read(plain)
    except QuantityError:
        if plain != text:
            return scalar_or_words(plain, policy)
        found: Value | None = _counted(text) if error.code == "unknown_name" else None
        found = found or (words.word(text) if error.code in ("unknown_name", "syntax") else None)
        if found:
            return found
        raise error from None
    return _plain_number(text, quantity, error)


def _plain_number(text: str, quantity: Quantity, error: ToolkitError) -> Scalar:
    if quantity.alternatives or quantity.truncated:
        raise ToolInputError(f"{text[:60]!r} has two readings", code="ambiguous") from None
    if quantity.unit == "折":  # 八五折 is 8.5折
        return Scalar(number(quantity.value / (10 if quantity.value <= 10 else 100)))
    if quantity.unit not in (None, "%", "‰") or is_money(quantity.unit or ""):
        raise error from None
    value = number(quantity.value * 100) if quantity.unit else number(quantity.value)
    return Scalar(Unary("%", value) if quantity.unit else value)


def _counted(text: str) -> Counted | None:
    """``12 apples``: a number, and a noun that is no unit."""
    found = _COUNTED.fullmatch(text)
    try:
        return Counted(number(read(found[1]).value), found[2].lower()) if found else None
    except QuantityError:
        return None


def is_spelled(text: str) -> bool:
    """Whether the words are one number: "one hundred and five"."""
    if any(char.isdigit() for char in text):
        return False
    try:
        read(text)
    except QuantityError:
        return False
    return True
