"""Step equations that the text takes back: "3*4=13; wait, 12" claims 12."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolkits import lazy_re as re
from verifier.reading._equations import Equation
from verifier.reading._expressions import Scanner
from verifier.reading._numbers import Printed, printed
from verifier.reading._tokens import Tokens

_TAKEN_BACK: Final = re.compile(
    r"[\s.,;:!—–\-(，；。！、]{0,4}(?:(?:but |oh |hmm,? |no,? )?(?:wait|actually|correction|sorry|oops"
        r"|scratch "
        r"that|i mean|rather|no)\b|不对|不|等等|等一下|更正|抱歉|错了|应该是|应为)",
    re.IGNORECASE,
)  # fmt: skip
_TO_NUMBER: Final = re.compile(
    r"(?:[\s,.:;!—–\-，：；。！]|\b(?:no|wait|actually|it|that's|that|this|the|is|wrong|incorrect|should|be"
        r"|it's|that's|i|mean|make|answer|result|correct|value|was|sorry|not)\b|应该|应|是|为|等于|结果"
            r"|正确|的|我|算|错"
        r"|了|=)*",
    re.IGNORECASE,
)  # fmt: skip
_STOP: Final = re.compile(r"[.;。；\n](?!\d)")
_REACH: Final = 80


def settle(text: str, equations: list[Equation]) -> list[Equation]:
    """The equations after retractions: with their new value, or dropped where no new value is given.

    An equation that is written again with another value after a word of retraction is dropped in favour of
    the later.
    """
    kept: list[Equation] = []
    for i, equation in enumerate(equations):
        match = _TAKEN_BACK.match(text, equation.span[1])
        following = equations[i + 1].span[0] if i + 1 < len(equations) else len(text)
        if match is None:
            kept.append(equation)
            continue
        number = _new_number(text, match.end(), min(following, match.end() + _REACH))
        if number is not None:
            kept.append(replace(equation, number=number, span=(equation.span[0], number.end)))
    return kept


def _new_number(text: str, start: int, end: int) -> Printed | None:
    """The lone number that replaces the retracted one."""
    lead = _TO_NUMBER.match(text, start, end)
    start = lead.end() if lead else start
    stop = _STOP.search(text, start, end)
    scanner = Scanner(Tokens(text, start, stop.start() if stop else end))
    expr = scanner.scan(0)
    return printed(text, expr) if expr is not None and scanner.settle(expr).pure else None
