"""Systems of equations whose unknowns are all asked for: one derivation an unknown."""

from __future__ import annotations

from dataclasses import replace

from toolkits import lazy_re as re
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers import _algebra

_NAMES = r"[a-z](?:\s*(?:,|、|，|\band\b|和|与|及)+\s*[a-z])+"
_SOLVE = (
    r"(?:please )?(?:solve|find the solution (?:to|of))(?: the)?(?: following)?(?: linear| simultaneous)?"
    r"(?: system(?: of (?:linear |simultaneous )?equations)?| equations)?\s*:?\s*(?P<q>[^?]+?)"
)
_FIND = rf"(?:find|determine|what are)(?: the values? of)? (?P<v>{_NAMES})\s*[.?]?"
_SYSTEM_ZH = r"(?:求?解)?(?:下列|以下)?(?:二元一次|三元一次|线性)?方程组\s*[:：]?\s*(?P<q>[^?？。]+?)"
_FIND_ZH = rf"[,，。]\s*求\s*(?P<v>{_NAMES})(?:的值)?\s*[。.?？]?"
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_SOLVE}(?:\s+for (?P<v>{_NAMES}))?\s*[.?]?",
        rf"{_SOLVE}[.,]\s*{_FIND}",
        rf"(?:if|given(?: that)?) (?P<q>[^?]+?), (?:then )?{_FIND}",
        rf"{_SYSTEM_ZH}(?:{_FIND_ZH}|[。.?？]?)",
        rf"(?:已知|若|如果)\s*(?P<q>[^?？。]+?){_FIND_ZH}",
    )
)
_JOIN = re.compile(r"\s*(?:[,，;；]|\band\b|和|且)\s*")
_LETTER = re.compile(r"(?<![A-Za-z])[a-z](?![A-Za-z])")
_MOST_UNKNOWNS = 4


def solve(question: QuestionText) -> list[Derivation]:
    """A derivation for each unknown; [] where the text is no such system or leaves an unknown open."""
    text = " ".join(question.text.split())
    if text.count("=") < 2:
        return []
    matches = (form.fullmatch(text) for form in _FORMS)
    return next((found for match in matches if match and (found := _unknowns(match))), [])


def _unknowns(match: re.Match[str]) -> list[Derivation]:
    equations = _JOIN.split(match["q"].strip())
    unknowns = sorted(set(_LETTER.findall(match["q"])))
    wanted = sorted(set(_LETTER.findall(match["v"]))) if match["v"] else unknowns
    well_formed = len(equations) > 1 and all(e.count("=") == 1 for e in equations)
    if not well_formed or wanted != unknowns or not 1 < len(unknowns) <= _MOST_UNKNOWNS:
        return []
    found = [_one(equations, name) for name in unknowns]
    return [d for d in found if d is not None] if None not in found else []


def _one(equations: list[str], name: str) -> Derivation | None:
    """The value of one unknown, where the system gives it exactly one."""
    made = _algebra.solve(QuestionText(text=f"Solve {', '.join(equations)} for {name}."))
    single = len(made) == 1 and made[0].kind == "number" and made[0].check is None
    return replace(made[0], part=name) if single else None
