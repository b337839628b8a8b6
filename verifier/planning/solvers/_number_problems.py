"""Word problems about one or two unknown numbers, where every sentence is an equation or the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from toolkits import lazy_re as re
from toolkits.algebra import solve as solve_equations
from toolkits.errors import ToolkitError
from verifier.plan import AllOf, Contains
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core
from verifier.planning.solvers._number_words import Unread, sentence

_MARKS = ("number", "integer", "数")
_NOUN = r"(?:numbers?|integers?|one|ones)"
_BOTH = re.compile(
    r"(?:find|what are|determine|calculate)(?: the| both)?(?: two| 2| both)? (?:numbers|integers)|find both(?: (?:numbers|integers))?",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"(?:find|what is|what's|determine|calculate) (?:the|that|this)(?: value of the)?(?: original)? (?:number|integer)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"(?:then )?(?:find|what is|what's|determine|calculate) the (?P<a>smaller|larger|greater|bigger|first|second)(?: {_NOUN})?(?: and (?:what is )?(?:the )?(?P<b>smaller|larger|greater|bigger|first|second)(?: {_NOUN})?)?",
    re.IGNORECASE,
)
_WHOSE = re.compile(
    r"(?:\d+\s*\.\s*)?find (?:the )?(?:two|2) (?:numbers|integers) (?P<w>whose [^.]+)\.?\s*", re.IGNORECASE
)
_ROLE = {"smaller": "s", "larger": "l", "greater": "l", "bigger": "l", "first": "f", "second": "g"}
_APPROXIMATE = re.compile(r"\.\d{4}")
_LETTERS = re.compile(r"[a-z]")
_CHINESE: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"(?:已知)?两(?:个)?数(?:的)?(?:之)?和(?:是|为|等于)(?P<a>[\d.]+),(?:它们的|两数)?(?:的)?(?:之)?差(?:是|为|等于)(?P<b>[\d.]+),求这?两(?:个)?数"
        ),
        "{sum} = {a};{difference} = {b}",
    ),
    (
        re.compile(
            r"(?:已知)?两(?:个)?数(?:的)?(?:之)?和(?:是|为|等于)(?P<a>[\d.]+),(?:较)?大(?:的)?数是(?:较)?小(?:的)?数的(?P<b>[\d.]+)倍,求这?两(?:个)?数"
        ),
        "{sum} = {a};l = {b}*s",
    ),
    (
        re.compile(
            r"(?:已知)?两(?:个)?数(?:的)?(?:之)?和(?:是|为|等于)(?P<a>[\d.]+),(?:较)?大(?:的)?数比(?:较)?小(?:的)?数的(?P<b>[\d.]+)倍少(?P<c>[\d.]+),求这?两(?:个)?数"
        ),
        "{sum} = {a};l = {b}*s - {c}",
    ),
    (
        re.compile(
            r"(?:已知)?两(?:个)?数(?:的)?(?:之)?和(?:是|为|等于)(?P<a>[\d.]+),(?:较)?大(?:的)?数比(?:较)?小(?:的)?数的(?P<b>[\d.]+)倍多(?P<c>[\d.]+),求这?两(?:个)?数"
        ),
        "{sum} = {a};l = {b}*s + {c}",
    ),
    (
        re.compile(
            r"(?:已知)?一个数的(?P<a>[\d.]+)倍加(?:上)?(?P<b>[\d.]+)(?:等于|是|得)(?P<c>[\d.]+),求这个数"
        ),
        "{a}*n + {b} = {c}",
    ),
    (
        re.compile(
            r"(?:已知)?一个数的(?P<a>[\d.]+)倍减(?:去)?(?P<b>[\d.]+)(?:等于|是|得)(?P<c>[\d.]+),求这个数"
        ),
        "{a}*n - {b} = {c}",
    ),
)


@dataclass(frozen=True, slots=True)
class _Problem:
    equations: list[str]
    asked: list[str]
    listed: bool = False


def solve(question: QuestionText) -> list[Derivation]:
    """The unknown numbers that the question asks for."""
    stem = question.stem
    if len(stem) > 400 or not any(mark in stem for mark in _MARKS):
        return []
    try:
        problem = _chinese(core(stem)) or _english(core(stem))
        return _derivations(problem) if problem else []
    except (Unread, ToolkitError):
        return []


def _chinese(text: str) -> _Problem | None:
    plain = text.rstrip("。?.").replace("，", ",")
    for pattern, form in _CHINESE:
        match = pattern.fullmatch(plain)
        if match:
            equations = (
                form.replace("{sum}", "{{sum}}")
                .replace("{difference}", "{{difference}}")
                .format(**match.groupdict())
                .split(";")
            )
            single = "n" in form.replace("difference", "")
            return _Problem(_with_roles(equations, "sl"), ["n"] if single else ["s", "l"], listed=not single)
    return None


def _english(text: str) -> _Problem | None:
    whose = _WHOSE.match(text)
    if whose:
        rest = text[whose.end() :].strip(" .")
        text = f"{whose['w'].replace('whose', 'their')}. {rest or 'Find the numbers.'}"
    equations: list[str] = []
    asked: list[str] = []
    listed = False
    for part in _parts(text):
        roles, both = _asks(part)
        if roles is None:
            equations += _stated(part)
        asked += roles or []
        listed = listed or both
    if not equations or not asked:
        return None
    return _settled(equations, asked, listed)


def _parts(text: str) -> list[str]:
    """Sentences, with "if …, find …" and "…. Find …" taken apart."""
    sentences = re.split(r"(?<=[a-z\d])\s*[.?]\s+(?=[A-Z\d])|[.?]\s*$", text.replace(" ,", ","))
    pieces = (
        re.split(
            r",? (?:and )?(?=find the |what is the |then find |find both|find the two )",
            s,
            flags=re.IGNORECASE,
        )
        for s in sentences
        if s
    )
    return [piece.strip(" ,") for group in pieces for piece in group if piece.strip(" ,")]


def _asks(part: str) -> tuple[list[str] | None, bool]:
    """The letters asked for, and whether as a pair; None where the part asks nothing."""
    if _BOTH.fullmatch(part):
        return ["both"], True
    if _ONE.fullmatch(part):
        return ["n"], False
    named = _NAMED.fullmatch(part)
    return ([_ROLE[r.lower()] for r in (named["a"], named["b"]) if r] if named else None), False


def _stated(part: str) -> list[str]:
    pieces = re.split(r"(?<=\d), (?=one |the |and )| and (?=their )", part)
    return [equation for piece in pieces for equation in sentence(re.sub(r"^and ", "", piece))]


def _settled(equations: list[str], asked: list[str], listed: bool) -> _Problem:
    """Give sum and difference their letters, and check that the sentences speak of the same numbers."""
    used = set(_LETTERS.findall(" ".join(equations).replace("{sum}", "").replace("{difference}", "")))
    pairs = [pair for pair in ("sl", "fg", "op") if used & set(pair)]
    if used == {"n"} and asked == ["n"]:
        return _Problem(equations, ["n"])
    if len(pairs) > 1 or "n" in used or (not pairs and "{difference}" not in " ".join(equations)):
        raise Unread("numbers of several names")
    pair = pairs[0] if pairs else "sl"
    if pair != "sl" and "{difference}" in " ".join(equations):
        raise Unread("which number the difference is taken from is open")
    wanted = list(pair) if asked == ["both"] else asked
    return _Problem(_with_roles(equations, pair), wanted, listed)


def _with_roles(equations: Sequence[str], pair: str) -> list[str]:
    """The equations with sum and difference written out for two letters, the second less the first."""
    total, difference = f"{pair[0]} + {pair[1]}", f"{pair[1]} - {pair[0]}"
    return [e.replace("{sum}", total).replace("{difference}", difference) for e in equations]


def _derivations(problem: _Problem) -> list[Derivation]:
    if _APPROXIMATE.search(" ".join(problem.equations)):
        raise Unread("0.3333 stands for 1/3, or does not")
    letters = sorted(set(_LETTERS.findall(" ".join(problem.equations))))
    tool_input = {"equations": problem.equations, "variables": letters}
    solution = {k: Fraction(v) for k, v in solve_equations(**tool_input)["solution"].items()}
    places = _placed(problem.asked, solution)
    description = f"solve {'; '.join(problem.equations)}"
    if problem.listed:
        return [_pair(tool_input, description)]
    return [
        Derivation(
            part=label if len(places) > 1 else "",
            kind="number",
            tool="solve",
            tool_input=tool_input,
            output=f"solution.{letter}",
            description=description,
        )
        for label, letter in places
    ]


def _placed(asked: Sequence[str], solution: dict[str, Fraction]) -> list[tuple[str, str]]:
    """Label and letter of each number asked for; "one" and "the other" are told apart by size."""
    if {"s", "l"} <= solution.keys() and solution["s"] > solution["l"]:
        raise Unread("the smaller number comes out larger")
    names = {
        "s": "smaller number",
        "l": "larger number",
        "f": "first number",
        "g": "second number",
        "n": "number",
    }
    places: list[tuple[str, str]] = []
    for role in asked:
        letter = role
        if role not in solution and role in "sl" and len(solution) == 2:
            letter = sorted(solution, key=solution.__getitem__)[role == "l"]
        if letter not in solution:
            raise Unread("a number that no sentence speaks of")
        places.append((names.get(role, role), letter))
    return places


def _pair(tool_input: dict[str, list[str]], description: str) -> Derivation:
    shown, claim = {"$ref": "output.value"}, {"$ref": "claims.final.value"}
    return Derivation(
        kind="list",
        tool="solve",
        tool_input=dict(tool_input),
        description=description,
        check=AllOf(checks=(Contains(actual=shown, expected=claim), Contains(actual=claim, expected=shown))),
    )
