"""Steps that hold an equation of an answer to the one that it is said to follow from.

"Subtracting 3 from both sides, we get 2x = 8": where both equations have one unknown, the same, and are linear,
the second must have the solution of the first. They are compared only where the text says that one is made from
the other, within a line or two; passes prove nothing (basis answer).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from verifier.plan import Claim, RoundsTo, Step

_LONGEST = 20_000
_MOST = 40
_NUM = r"\d+(?:,\d{3})*(?:\.\d+)?"
#: One side of an equation: numbers and one letter, with signs between them.
_TERM = rf"(?:(?:{_NUM})?\s?\(?[a-zA-Z](?![a-zA-Z'])\)?|{_NUM})"
_ATOM = rf"[-−]?\s?\(*\s?(?:{_TERM})\s?\)*"
_SIDE = rf"{_ATOM}(?:\s?[-−+*/×·÷]\s?{_ATOM})*"
_EQUATION = re.compile(
    rf"(?<![\w.)=<>+*/×÷$%^−-])(?<![=+*/×÷−-]\s)(?P<l>{_SIDE})\s?=\s?(?P<r>{_SIDE})(?![\w(]|\s?[-−+*/×÷=^<>%(]|\.\d|,\d{{3}}|\s?(?:\\l?dots|\.\.|…))"
)
_LETTER = re.compile(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])|(?<=\d)[A-Za-z](?![A-Za-z])")
#: What says that the equation behind it is made from the one before.
_FOLLOWS = re.compile(
    r"both sides|simplif|combin|like terms|isolat|distribut|cross[- ]multipl|transpos|\bsolving (?:for|this|the)\b|\bcalculating\b|解得|两边|移项|合并同类项|化简",
    re.IGNORECASE,
)
_NEW = re.compile(
    r"\b(?:let|if|suppose|instead|another|second|wait|check|or|plug|plugging|substitut\w*|replac\w*|assum\w*)\b|代入|设|假设",
    re.IGNORECASE,
)
_NEAR = 220
_SIGNS = str.maketrans({"−": "-", "×": "*", "·": "*", "÷": "/"})


@dataclass(frozen=True, slots=True)
class _Equation:
    text: str
    letter: str
    start: int
    end: int
    root: Fraction


def solving_steps(answer: str) -> tuple[list[Claim], list[Step]]:
    """A claim and a step for each equation that follows from the one before it."""
    claims: list[Claim] = []
    steps: list[Step] = []
    for number, (one, two) in enumerate(_pairs(answer), start=1):
        name = f"solving.{number}"
        claims.append(_claim(name, answer, two))
        steps.append(
            Step(
                step_id=f"e.{name}",
                description=f"{two.text} has the solution of {one.text}",
                tool_required="solve",
                tool_input={"equations": [one.text], "variables": [one.letter]},
                expected_check=RoundsTo(expected={"$ref": f"claims.{name}.value"}, truncation=True),
                claim=name,
                basis="answer",
            )
        )
    return claims, steps


def _claim(name: str, answer: str, equation: _Equation) -> Claim:
    printed = re.fullmatch(rf"[a-zA-Z]\s?=\s?-?\s?{_NUM}", equation.text)
    decimals = len(equation.text.partition(".")[2]) if printed else 0
    return Claim(
        id=name,
        kind="number",
        role="step",
        quote=answer[equation.start : equation.end],
        span=(equation.start, equation.end),
        value=equation.root,
        quantum=Fraction(1, 10**decimals) if printed else None,
        subject=f"{equation.letter} of {equation.text}",
    )


def _pairs(answer: str) -> Iterator[tuple[_Equation, _Equation]]:
    if len(answer) > _LONGEST or _FOLLOWS.search(answer) is None:
        return
    found = _equations(answer)
    for one, two in pairwise(found):
        between = answer[one.end : two.start]
        told = _FOLLOWS.search(between) is not None and _NEW.search(between) is None and "=" not in between
        if one.letter == two.letter and len(between) <= _NEAR and between.count("\n") <= 2 and told:
            yield one, two


def _equations(answer: str) -> list[_Equation]:
    from toolkits.algebra import solve  # noqa: PLC0415  (few answers solve an equation)

    found: list[_Equation] = []
    for match in _EQUATION.finditer(answer):
        letters = set(_LETTER.findall(match[0]))
        if len(letters) != 1 or len(found) >= _MOST:
            continue
        text = " ".join(match[0].translate(_SIGNS).replace(",", "").split())
        letter = letters.pop()
        if text.count("(") != text.count(")") or (letter == "x" and re.search(r"\d\s?x\s?\d", text)):
            continue
        try:
            root = Fraction(str(solve([text], [letter])["value"]))
        except (ToolkitError, ValueError):
            continue
        start = match.end() - len(match[0].lstrip())
        found.append(_Equation(text, letter, start, match.end(), root))
    return found
