"""A value that stands somewhere in the answer, and where its place ends."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from toolkits import lazy_re as re
from verifier.plan import ClaimKind, Value

_LEAD: Final = re.compile(
    r"(?:[\s*_:：\"'“‘`]|\\[(\[]|\\displaystyle|\$(?!\s?[-(]?\s?[\d.])"
    r"|(?:is|are|that|as follows|therefore|thus|simply|就是|是|为)\b[:：]?)+",
    re.IGNORECASE,
)
_MATH: Final = re.compile(r"\$(?P<body>[^$\n]{0,80}[^$\s])\$(?!\s?\d)")
_TRAIL: Final = frozenset(" \t\r\n*_\"'”’`.。$")
_WRAPPED: Final = re.compile(r"\\(?:boxed|fbox|text|mathrm|textbf|mathbf)\s*\{")


@dataclass(frozen=True, slots=True)
class Found:
    """A value in the answer.

    Attributes:
        kind, value, quantum, unit, approx, truncated, alternatives: as in a claim.
        span: the value with its unit.
        value_span: what a patch replaces.
        name: the name that the text itself gives it ("x" of "x = 5"), or "".
        more: further values of a list of numbers.
    """

    kind: ClaimKind
    value: Value
    span: tuple[int, int]
    value_span: tuple[int, int]
    quantum: Fraction | None = None
    unit: str | None = None
    approx: bool = False
    truncated: bool = False
    alternatives: tuple[Value, ...] = ()
    name: str = ""
    more: tuple[Found, ...] = ()

    def same(self, other: Found) -> bool:
        """Whether two places state one value (26 and 26.0 are one; True is not 1)."""
        return type(self.value) is type(other.value) and self.value == other.value


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    r"""The span without what wraps a value: emphasis, quotes, math delimiters, ``\boxed{}``, ``\text{}``."""
    lead = _LEAD.match(text, start, end)
    start = lead.end() if lead else start
    math = _MATH.match(text, start, end)
    if math:  # $408$ is no money
        return _math(text, math, end)
    wrapped = _WRAPPED.match(text, start, end)
    if wrapped:
        close = closing_brace(text, wrapped.end() - 1, end)
        if close > 0:
            return trimmed(text, wrapped.end(), close)
    return start, _without_trail(text, start, end)


def _math(text: str, math: re.Match[str], end: int) -> tuple[int, int]:
    """The span inside a formula's signs where nothing but it stands there, else from its start on."""
    inside = math.span("body")
    return inside if end <= math.end() or not text[math.end() : end].strip(" .。*_") else (inside[0], end)


def _without_trail(text: str, start: int, end: int) -> int:
    """The end without full stops, emphasis, quotes and closing math delimiters."""
    while end > start:
        if text[end - 1] in _TRAIL:
            end -= 1
        elif text[end - 1] in ")]" and text[end - 2] == "\\":
            end -= 2
        else:
            break
    return end


def closing_brace(text: str, opening: int, end: int) -> int:
    """Index of the brace that closes the one at ``opening``, or -1."""
    depth = 0
    for i in range(opening, end):
        if text[i] == "{" and (i == 0 or text[i - 1] != "\\"):
            depth += 1
        elif text[i] == "}" and text[i - 1] != "\\":
            depth -= 1
            if depth == 0:
                return i
    return -1


def line_end(text: str, start: int, end: int) -> int:
    """Where the line that starts at ``start`` ends, at most ``end``."""
    at = text.find("\n", start, end)
    return end if at < 0 else at
