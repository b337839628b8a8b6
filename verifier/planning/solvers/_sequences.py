"""Questions on arithmetic and geometric sequences, and on the sum of the first so many numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from toolkits import lazy_re as re
from toolkits.arithmetic import arithmetic
from toolkits.errors import ToolkitError
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core
from verifier.planning.solvers._math_text import plain_math
from verifier.planning.solvers._small_numbers import in_digits

_MAX_LENGTH = 240
_MARK = re.compile(r"sequence|progression|series|\bsum\b|first \w+ |数列|自然数|整数|加到|奇数|偶数")
_ORDINALS = {
    name: str(n)
    for n, name in enumerate(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"],
        start=1,
    )
}  # fmt: skip
_V = r"-?\d+(?:\.\d+)?(?:/\d+)?"
_COUNT = r"(?P<n>\d{1,6}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_NTH = rf"(?:(?P<n>\d{{1,6}})(?:st|nd|rd|th)|(?P<nth>{'|'.join(_ORDINALS)}))"
_GAP = r"(?:\s*,?\s*(?:\.\.\.|…|\\l?dots|\\cdots|and so on))"
_LIST = rf"(?P<l>{_V}(?:\s*,\s*{_V}){{1,7}}){_GAP}"
_LIST_ZH = rf"(?P<l>{_V}(?:\s*[,，、]\s*{_V}){{1,7}})\s*[,，、]?\s*(?:\.\.\.|…+)"
_SUMMED = rf"(?P<l>{_V}(?:\s*\+\s*{_V}){{1,7}})\s*\+\s*(?:\.\.\.|…|\\l?dots|\\cdots)"
_ASK = r"(?:what is|what's|find|calculate|compute|determine)"
_KIND = r"(?P<kind>arithmetic|geometric) (?:sequence|progression|series)"
_KIND_ZH = r"(?P<kind>等差|等比)数列"
_STEP = r"(?:and )?(?:a )?common (?P<step>difference|ratio) (?:of |is |= ?)?(?P<d>" + _V + ")"
_GIVEN = rf"(?:with|whose|that has|has) (?:a )?first term (?:of |is |= ?)?(?P<a>{_V})(?:,)? {_STEP}"
_GIVEN_ZH = (
    rf"(?:的)?(?:首项|第一项)(?:是|为|=)\s*(?P<a>{_V})\s*[,，]\s*(?P<step>公差|公比)(?:是|为|=)\s*(?P<d>{_V})"
)
_OF_WHICH = rf"(?:an? |the |this )?{_KIND}(?: (?:{_GIVEN}|(?:that starts |beginning |starting )?(?:with )?:? ?{_LIST}))"
_OF_WHICH_ZH = rf"(?:已知)?(?:一个)?{_KIND_ZH}(?:\s*[:：]?\s*{_LIST_ZH}|{_GIVEN_ZH})"

_ROWS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), form)
    for pattern, form in (
        (rf"{_ASK} the sum of the first {_COUNT} terms (?:of|in) {_OF_WHICH}", "sum"),
        (rf"{_ASK} the {_NTH} term (?:of|in) {_OF_WHICH}", "term"),
        (rf"(?:an? |the ){_KIND} {_GIVEN}\. {_ASK} the sum of (?:the|its) first {_COUNT} terms", "sum"),
        (rf"(?:an? |the ){_KIND} {_GIVEN}\. {_ASK} (?:the|its) {_NTH} term", "term"),
        (rf"{_ASK} the (?:sum|value) of the infinite (?P<kind>geometric) (?:series|sequence|progression):? ?{_SUMMED}", "limit"),
        (rf"{_OF_WHICH_ZH}\s*(?:的|[,，]\s*(?:求|则|那么)?(?:它的|其)?)第\s*(?P<n>\d+)\s*项(?:是|为)?(?:多少|几)?", "term"),
        (rf"{_OF_WHICH_ZH}\s*(?:的|[,，]\s*(?:求|则|那么)?(?:它的|其)?)前\s*(?P<n>\d+)\s*项(?:的|之)和(?:是|为)?(?:多少|几)?", "sum"),
        (rf"{_ASK} the sum of the first {_COUNT} (?:positive integers|natural numbers|counting numbers|positive whole numbers)", "{n} * ({n} + 1) / 2"),
        (rf"{_ASK} the sum of the first {_COUNT} (?:positive )?odd (?:numbers|integers|natural numbers|positive integers)", "{n}^2"),
        (rf"{_ASK} the sum of the first {_COUNT} positive even (?:numbers|integers)", "{n} * ({n} + 1)"),
        (r"(?:求|计算)?(?:从)?\s*1\s*(?:到|至|加到|一直加到|\+2\+3\+(?:\.\.\.|…+)\+)\s*(?P<n>\d{1,7})\s*(?:的)?(?:所有)?(?:的)?(?:自然数|整数|正整数|连续自然数)?(?:的|之)?(?:和|总和)?(?:是|为|等于|得)?(?:多少|几)?", "{n} * ({n} + 1) / 2"),
        (rf"{_ASK} the sum of (?:all )?(?:the )?(?:integers|whole numbers|numbers|natural numbers|positive integers) from 1 (?:to|through) (?P<n>\d{{1,7}})(?:,? inclusive)?", "{n} * ({n} + 1) / 2"),
    )
)  # fmt: skip
_SAYS_SUM_ZH = re.compile(r"和|加到|\+")
Values: TypeAlias = Mapping[str, str]
_FORMS: Mapping[tuple[str, str], str] = {
    ("arithmetic", "term"): "{a} + ({n} - 1) * {d}",
    ("arithmetic", "sum"): "{n} * (2 * {a} + ({n} - 1) * {d}) / 2",
    ("geometric", "term"): "{a} * {d}^({n} - 1)",
    ("geometric", "sum"): "{a} * (1 - {d}^{n}) / (1 - {d})",
    ("geometric", "limit"): "{a} / (1 - {d})",
}


def solve(question: QuestionText) -> list[Derivation]:
    """The term or the sum that the question asks for."""
    stem = question.stem
    if len(stem) > _MAX_LENGTH or not _MARK.search(stem):
        return []
    text = plain_math(core(stem)).rstrip(" ?？。")
    text = text if text.endswith("...") else text.rstrip(".")
    for pattern, form in _ROWS:
        match = pattern.fullmatch(text)
        expression = _expression(match, form) if match else None
        if expression:
            return _computing(expression, form)
    return []


def _computing(expression: str, form: str) -> list[Derivation]:
    try:
        arithmetic(expression)
    except ToolkitError:
        return []
    name = form if form.isalpha() else "sum"
    return [
        Derivation(
            kind="number",
            tool="arithmetic",
            tool_input={"expression": expression},
            description=f"{name} of a sequence",
        )
    ]


def _expression(match: re.Match[str], form: str) -> str | None:
    parts = match.groupdict()
    count = (parts.get("n") or _ORDINALS.get((parts.get("nth") or "").lower(), "")).lower()
    count = in_digits(count)
    if not form.isalpha():
        # "从1到100" alone asks for nothing.
        said = match.re.pattern.startswith("(?:what") or _SAYS_SUM_ZH.search(match[0])
        return form.format(n=count) if said else None
    kind = {"等差": "arithmetic", "等比": "geometric"}.get(parts["kind"], parts["kind"].lower())
    step = _step(parts, kind)
    if step is None or (form != "limit" and int(count) < 1) or (form == "limit" and not _converges(step[1])):
        return None
    return _FORMS[kind, form].format(a=_held(step[0]), d=_held(step[1]), n=count)


def _held(text: str) -> str:
    return text if text.isdigit() else f"({text})"


def _step(parts: Mapping[str, str | None], kind: str) -> tuple[str, str] | None:
    """First term and common difference or ratio, as expressions of what the question says."""
    if parts.get("a"):
        named = {"difference": "arithmetic", "公差": "arithmetic"}.get(
            (parts["step"] or "").lower(), "geometric"
        )
        return (parts["a"] or "", parts["d"] or "") if named == kind else None
    terms = re.findall(_V, parts.get("l") or "")
    values = [Fraction(t) for t in terms]
    if kind == "geometric" and 0 in values:
        return None
    steps = {_STEPS[kind](one, two) for one, two in pairwise(values)}
    sign = "-" if kind == "arithmetic" else "/"
    return (terms[0], f"{_held(terms[1])} {sign} {_held(terms[0])}") if len(steps) == 1 else None


def _converges(ratio: str) -> bool:
    try:
        value = Fraction(str(arithmetic(ratio)["value"]))
    except (ToolkitError, ValueError):
        return False
    return abs(value) < 1


_STEPS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    "arithmetic": lambda one, two: two - one,
    "geometric": lambda one, two: two / one,
}
