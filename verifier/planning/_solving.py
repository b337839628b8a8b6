"""Steps that hold an equation of an answer to the one that it is said to follow from.

"Subtracting 3 from both sides, we get 2x = 8": where both equations have one unknown, the same, and are linear,
the second must have the solution of the first. They are compared only where the text says that one is made from
the other, within a line or two; passes prove nothing (basis answer).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from verifier.plan import Claim, RoundsTo, Step

_LONGEST = 20_000
_FEWEST, _MOST = 2, 400
_NUM = r"\d+(?:,\d{3})*(?:\.\d+)?"
#: One side of an equation: numbers and one letter, with signs between them. No text has two ways to be one, or a
#: long sum would be tried in thousands.
_TERM = rf"(?:(?:{_NUM}\s?)?\(?[a-zA-Z](?![a-zA-Z'])|{_NUM})"
_ATOM = rf"(?:[-−]\s?)?(?:\({{1,9}}\s?)?{_TERM}(?:\s?\){{1,9}})?"
_SIDE = rf"{_ATOM}(?:\s{{0,2}}[-−+*/×·÷]\s{{0,2}}{_ATOM}){{0,40}}"
_EQUATION = re.compile(
    rf"(?<![\w.)=<>+*/×÷$%^−-])(?<![=+*/×÷−-]\s)(?P<l>(?>{_SIDE}))\s{{0,2}}=\s{{0,2}}(?P<r>{_SIDE})(?![\w(]|\s?[-−+*/×÷=^<>%(]|\.\d|,\d{{3}}|\s?(?:\\l?dots|\.\.|…))"
)
_LETTER = re.compile(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])|(?<=\d)[A-Za-z](?![A-Za-z])")
#: What says that the equation behind it is made from the one before.
_FOLLOWS = re.compile(
    r"both sides|simplif|combin|like terms|isolat|distribut|cross[- ]multipl|transpos|\bsolving (?:for|this|the)\b|\bcalculating\b|解得|两边|移项|合并同类项|化简",
    re.IGNORECASE,
)
_SIGNS_OF_STEPS = (
    "both sides", "simplif", "combin", "like terms", "isolat", "distribut", "multipl", "transpos", "solving",
    "calculating", "解得", "两边", "移项", "合并同类项", "化简",
)  # fmt: skip
_NEW = re.compile(
    r"\b(?:let|if|suppose|instead|another|second|wait|check|or|plug|plugging|substitut\w*|replac\w*|assum\w*)\b|代入|设|假设",
    re.IGNORECASE,
)
_NEAR = 220
#: "x = 5": a value, which nothing needs to be solved for.
_STATED = re.compile(r"[a-zA-Z] = (-?\d+(?:\.\d+)?)")
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
    if len(answer) > _LONGEST or answer.count("=") < _FEWEST or not _may_follow(answer.lower()):
        return
    for one, two in pairwise(islice(_EQUATION.finditer(answer), _MOST)):
        letter = _unknown(one)
        if letter and letter == _unknown(two) and _follows(answer[one.end() : two.start()]):
            premise = _solved(one, letter)
            result = premise and _solved(two, letter)
            if premise and result:
                yield premise, result


def _may_follow(answer: str) -> bool:
    """Whether a text in small letters holds what :data:`_FOLLOWS` looks for: a look before the pattern."""
    return any(sign in answer for sign in _SIGNS_OF_STEPS)


def _unknown(equation: re.Match[str]) -> str:
    """The one letter of an equation, or ""."""
    letters = set(_LETTER.findall(equation[0]))
    return letters.pop() if len(letters) == 1 else ""


def _follows(between: str) -> bool:
    """Whether this text between two equations says that one is made from the other."""
    lines = between.removeprefix("\n").count("\n")
    if len(between) > _NEAR or "=" in between or lines > 2:
        return False
    return _FOLLOWS.search(between) is not None and _NEW.search(between) is None


def _solved(match: re.Match[str], letter: str) -> _Equation | None:
    """The equation with its root, where it has just one."""
    from toolkits.algebra import solve  # noqa: PLC0415  (few answers solve an equation)

    text = " ".join(match[0].translate(_SIGNS).replace(",", "").split())
    if text.count("(") != text.count(")") or (letter == "x" and re.search(r"\d\s?x\s?\d", text)):
        return None
    stated = _STATED.fullmatch(text)
    try:
        root = Fraction(stated[1] if stated else str(solve([text], [letter])["value"]))
    except (ToolkitError, ValueError):
        return None
    start = match.end() - len(match[0].lstrip())
    return _Equation(text, letter, start, match.end(), root)
