"""Questions that say to which place their value is to be rounded, taken apart from what they ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.number_theory import step_of
from verifier.plan import Claim, Equals, RoundsTo, Step
from verifier.planning._derivation import Derivation, QuestionText

_NUMERIC = frozenset({"number", "quantity"})
_PLACE = (
    r"(?:the nearest (?P<to>integer|whole (?P<whole>number)|(?:hundred )?thousand|hundred|ten|tenth|hundredth|thousandth|ten[- ]thousandth|cent|(?P<euro>dollar|euro|percent))"
    r"|(?P<dp>\d{1,2}|one|two|three|four|five|six) (?:decimal places?|d\.?p\.?s?|decimals?|digits after the decimal point))"
)
_ROUNDED = r"(?:(?:and )?(?:round(?:ed|ing)?|correct|accurate|expressed|given)(?: off| up or down)? )"
_ANSWER = r"(?:(?:(?:your|the|its) )?(?:final )?(?:answer|result|value|solution)s?|it)"
_ENGLISH = (
    rf"(?<=[.?;]) ?(?:please )?(?:round|give|express|write|state)(?: off)?(?: {_ANSWER})?\s(?:(?:rounded |correct |accurate )?to|with) {_PLACE}[.]?(?=\s*$)",
    rf"(?<=[.?;]) ?{_ROUNDED}to {_PLACE}[.]?(?=\s*$)",
    rf"^(?:rounded |correct )?to {_PLACE}, (?=what|find|calculate)",
    rf",? ?\(?{_ROUNDED}?to {_PLACE}\)?(?=\s*[?.]?\s*$)",
)
_NUMBER_ZH = r"(?P<dp>\d{1,2}|[一二两三四五六])"
_PLACE_ZH = rf"(?:(?:到)?(?:小数点后)?(?:第)?{_NUMBER_ZH}位(?P<small>小数)?|(?:到)?(?P<to>整数|个位|十分位|百分位|千分位|十位|百位|千位|万位|0\.0{{0,4}}1|1))"
_CHINESE = (
    rf"\s*[,，。;；?？]?\s*[(（]?\s*(?:的)?(?:请)?(?:将)?(?:结果|答案|得数|商|计算结果|最后结果)?(?:请)?(?:用)?(?:四舍五入)?(?:法)?(?:并)?(?:,|，)?(?:保留|精确到|精确|四舍五入到|四舍五入|取近似值到){_PLACE_ZH}(?:的近似值|的近似数|的值)?\s*[)）]?(?P<ask>(?:约|大约)?(?:等于|是|为)(?:多少|几))?(?=\s*[?？。.]?\s*$)",
)
_PATTERNS = tuple(re.compile(p, re.IGNORECASE) for p in (*_ENGLISH, *_CHINESE))
_MARK = re.compile(r"decimal|nearest|\bd\.?p\b|保留|精确|四舍五入|近似")
_UNITS = {"dollar": "integer", "euro": "integer"}


@dataclass(frozen=True, slots=True)
class Rounding:
    """A question without its words on rounding, and the place in the ``rounded`` tool's words."""

    question: QuestionText
    to: str


def without_rounding(question: QuestionText) -> Rounding | None:
    """What the question asks without its words on rounding; None where it has none, or in several places."""
    text = question.stem.strip()
    if question.options or not _MARK.search(text):
        return None
    for pattern in _PATTERNS:
        match = pattern.search(text)
        to = _place(match) if match else None
        if match is None or to is None:
            continue
        rest = f"{text[: match.start()]}{match.groupdict().get('ask') or ''}{text[match.end() :]}".strip()
        if not _MARK.search(rest):
            ended = rest if rest.endswith(("?", "？", ".", "。")) else rest + _end_of(rest)
            return Rounding(replace(question, text=ended), to)
    return None


def _end_of(text: str) -> str:
    """The sign that a question loses with its last words."""
    asks = re.match(r"\s*(?:what|how|which)\b", text, re.IGNORECASE) or re.search(r"多少|几", text)
    return "?" if asks else "."


def _place(match: re.Match[str]) -> str | None:
    parts = match.groupdict()
    named = (parts.get("to") or "").lower()
    if named == "percent":
        return None  # a value in percent is a ratio in the tool
    to = _UNITS.get(named, named) or f"{(parts.get('dp') or '').lower()} places"
    if parts.get("dp") and not parts["dp"].isascii():
        to = f"{parts['dp']}位小数"
    try:
        step_of(to)
    except ToolkitError:
        return None
    return to


def rounded(derivations: Sequence[Derivation], to: str) -> list[Derivation]:
    """The one number derived, at the place that was asked for; [] where several or none are numbers."""
    if len(derivations) != 1 or derivations[0].kind not in _NUMERIC or derivations[0].unit == "%":
        return []
    plain = derivations[0]
    first = plain.computed_as("unrounded")
    return [
        replace(
            plain,
            tool="rounded",
            tool_input={"value": {"$ref": f"steps.unrounded.output.{plain.output}"}, "to": to},
            output="value",
            description=f"{plain.description}, rounded to {to}",
            check=Equals(expected={"$ref": "claims.final.value"}, unit=plain.unit),
            before=(*plain.before, first),
        )
    ]


def says_more(derivation: Derivation, claim: Claim) -> bool:
    """Whether a claim is printed with more digits than the question asks for: not rounded, yet no wrong value."""
    if derivation.tool != "rounded" or claim.quantum is None or not isinstance(claim.value, Fraction):
        return False
    step = step_of(derivation.tool_input["to"])
    return claim.quantum < step and (claim.value / step).denominator != 1


def unrounded(derivation: Derivation, claim: Claim) -> list[Step]:
    """The steps that hold such a claim to the value at its own digits: they can refute it, not verify it."""
    *before, first = derivation.before
    check = RoundsTo(expected={"$ref": f"claims.{claim.id}.value"}, unit=derivation.unit)
    return [*before, replace(first, expected_check=check, claim=claim.id, basis="answer")]
