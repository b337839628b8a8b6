"""Binds derivations (made from the question) to the final claims (read from the answer)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from toolkits import lazy_re as re
from toolkits.quantities import Interval, read_all
from verifier.plan import (
    AllOf,
    AnyOf,
    Check,
    Claim,
    Contains,
    Equals,
    Equivalent,
    RoundsTo,
    Step,
    Succeeds,
)
from verifier.planning._derivation import Derivation
from verifier.planning._hedges import not_stood_for
from verifier.planning._rounding import says_more, unrounded

_NUMERIC = frozenset({"number", "quantity"})
_ALGEBRAIC = _NUMERIC | {"expression"}
_PERCENT = "%"
#: Requests to compute an expression, so that the expression itself is no answer.
_COMPUTED = frozenset({"value", "simplify", "expand"})
_FACTORS = frozenset({"prime_factors", "factorization", "divisors"})
_OPERATOR = re.compile(r"[\w)}]\s*(?:[-+*/^×÷·!−]|\\(?:cdot|times|div))|\\(?:d?frac|sqrt)|√")
_IRRATIONAL = re.compile(r"\b(?:pi|sqrt)\b|π|√")
_LAYOUT = re.compile(r"[\s{}$]|\\left|\\right")
_OPPOSITES = {
    "percent_change": re.compile(
        r"\b(?:decreas|drop|declin|fell|fall|reduc|loss|lower|less)|下降|减少|降低|下跌|跌", re.IGNORECASE
    ),
    "percent_decrease": re.compile(
        r"\b(?:increas|rise|rose|risen|grew|growth|gain|higher|more)|增长|增加|上升|上涨|提高|涨",
        re.IGNORECASE,
    ),
}
_NEAR = 25
_PI = re.compile(r"\bpi\b|π")
_BOUND = re.compile(
    r"(?P<word>\bat least|\bat most|\b(?:no )?(?:less|more|fewer|greater) than|\bup to|\bunder|\bover"
    r"|不到|至少|至多|最多|超过|少于|多于|大于|小于)\s*[*_]*[$£€¥]?$",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\s*(?:dollars?|cents?|元|块)?\s*(?P<word>off\b|less\b|cheaper\b|lower\b|higher\b|extra\b|的?折扣|的?优惠)",
    re.IGNORECASE,
)
_ROUNDING = re.compile(
    r"\bround(?:ed|ing)?\b|\bdecimal|\bsignificant (?:figure|digit)|\bapprox|\bestimat"
    r"|\b(?:about|roughly) (?:how|what)\b"
    r"|\bnearest (?:\d|whole|integer|tenth|hundredth|thousandth|ten|hundred|thousand|cent|dollar"
    r"|percent|unit|degree|minute|hour|second|day|year|number)|四舍五入|保留|精确到|大约|约为?多少|近似|估[计算]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Bound:
    derivation: Derivation
    claim: Claim
    number: int
    may_round: bool = False

    @property
    def expected(self) -> dict[str, str]:
        return {"$ref": f"claims.{self.claim.id}.value"}


def asks_for_rounding(question: str) -> bool:
    """Whether the question asks for a rounded or an approximate value."""
    return _ROUNDING.search(question) is not None


def bind(
    derivations: Sequence[Derivation],
    finals: Sequence[Claim],
    options: dict[str, str],
    question: str = "",
    answer: str = "",
) -> tuple[list[Step], list[str]]:
    """Steps of basis question for the finals that a derivation answers, and notes on those left unbound.

    Args:
        derivations: at most one for each asked part.
        finals: the answer's final claims, in order.
        options: letter -> text of the question's choices.
        question: its text: a final that only repeats its expression answers nothing.
        answer: its text: "a 30 % decrease" is no growth by 30 %.
    """
    pairs, notes = _pair(derivations, finals)
    steps: list[Step] = []
    for number, (derivation, claim) in enumerate(pairs, start=1):
        if _only_repeats(derivation, claim, question):
            notes.append(f"{claim.id} repeats the question's expression")
            continue
        if _other_direction(derivation, claim, answer) or _other_unit(derivation, claim, answer):
            notes.append(f"{claim.id} may be of another direction or unit than the value computed")
            continue
        if _is_bound_or_change(derivation, claim, question, answer):
            notes.append(f"{claim.id} states a bound or a change, not the value computed")
            continue
        unsaid = not_stood_for(claim, question, answer)
        if unsaid:
            notes.append(f"{claim.id} {unsaid}")
            continue
        if _takes_short_pi(derivation, claim):
            notes.append(f"{claim.id} is the value with 3.14 for π")
            continue
        rounded = asks_for_rounding(question)
        made = _steps(_Bound(derivation, claim, number, rounded), options)
        steps += made
        if not made:
            notes.append(f"{claim.id} is a {claim.kind}; the question computes a {derivation.kind}")
    return steps, notes


def _pair(
    derivations: Sequence[Derivation], finals: Sequence[Claim]
) -> tuple[list[tuple[Derivation, Claim]], list[str]]:
    if len(derivations) == 1 and len(finals) == 1 and _same_part(derivations[0].part, finals[0].subject):
        return [(derivations[0], finals[0])], []
    by_part = {_label(d.part): d for d in derivations if d.part}
    labelled = [(by_part[_label(c.subject)], c) for c in finals if c.subject and _label(c.subject) in by_part]
    if len(labelled) == len(finals) or labelled:
        return labelled, []
    if derivations and len(derivations) == len(finals) and not any(c.subject for c in finals):
        return list(zip(derivations, finals, strict=True)), []
    return [], [f"{len(derivations)} computed parts could not be matched with {len(finals)} final claims"]


def _same_part(ours: str, theirs: str) -> bool:
    """An unlabelled side belongs to whatever the other names."""
    return not ours or not theirs or _label(ours) == _label(theirs)


def _label(text: str) -> str:
    return " ".join(text.casefold().split())


def _steps(bound: _Bound, options: dict[str, str]) -> list[Step]:
    if says_more(bound.derivation, bound.claim):
        return unrounded(bound.derivation, bound.claim)
    check = _check(bound)
    if check is None:
        return []
    derivation = bound.derivation
    first = replace(derivation.computed_as(f"q{bound.number}"), expected_check=check, claim=bound.claim.id)
    head = [*derivation.before, first]
    if bound.claim.kind == "choice" and derivation.kind != "choice":
        return _then(head, bound, "choice", {"options": dict(derivation.values or options)})
    if derivation.unit == _PERCENT and derivation.tool != "units" and bound.claim.kind in _NUMERIC:
        # The value is a ratio that the question asks for in percent: "20" answers it as well as "20 %".
        return _then(head, bound, "units", {"from_unit": "1", "to_unit": _PERCENT})
    return head


def _then(head: list[Step], bound: _Bound, tool: str, extra: dict[str, Any]) -> list[Step]:
    """Move the check to a further step that takes the first one's value."""
    first = head[-1]
    value = {"$ref": f"steps.{first.step_id}.output.{bound.derivation.output}"}
    last = Step(
        step_id=f"{first.step_id}.{tool}",
        description=f"{first.description} -> {tool}",
        tool_required=tool,
        tool_input={"value": value, **extra},
        expected_check=first.expected_check,
        claim=first.claim,
        depends_on=(first.step_id,),
        basis="question",
        formula=first.formula,
    )
    plain = replace(first, expected_check=Succeeds(), claim=None)
    return [*head[:-1], plain, last]


def _check(bound: _Bound) -> Check | None:
    check = _plain_check(bound)
    return check if check is None or bound.may_round else _exactly(check)


def _exactly(check: Check) -> Check:
    """The same check, for a question that asks for no rounding."""
    if isinstance(check, RoundsTo):
        return replace(check, exact=True)
    return replace(check, checks=tuple(map(_exactly, check.checks))) if isinstance(check, AnyOf) else check


def _plain_check(bound: _Bound) -> Check | None:
    derivation, claim = bound.derivation, bound.claim
    if derivation.kind in _NUMERIC and claim.kind == "expression" and not _is_constant(claim.value):
        return None
    if derivation.kind == "date" and claim.kind == "text":
        return Contains(actual={"$ref": "output.names"}, expected=bound.expected)
    if _operation(derivation) in _FACTORS and claim.kind != "list" and _has_operator(_written(claim)):
        return None  # a product of factors, in place of their list
    if _operation(derivation) == "factorization" and not _is_sorted_list(claim):
        return None
    if _operation(derivation) == "remainder" and _has_operator(_written(claim)):
        return None  # "1234 = 17*72 + 10"
    if derivation.implied and not _is_attempt(derivation, claim):
        return None
    if derivation.tool == "convert_base" and (claim.approx or claim.kind == "expression"):
        return None  # digits are rounded in no base, and 101_2 names its own
    if derivation.tool == "brackets" and _repeats_sequence(derivation, claim):
        return None
    if derivation.check is not None:
        return derivation.check if _fits(derivation, claim) else None
    actual = {"$ref": f"output.{derivation.output}"}
    if claim.kind == "choice":
        lettered = derivation.kind == "choice"
        return Equals(actual=actual, expected=bound.expected) if lettered else Equals(expected=bound.expected)
    if derivation.kind in _NUMERIC and claim.kind in _NUMERIC:
        unit = derivation.unit if derivation.unit != _PERCENT else None
        return RoundsTo(actual=actual, expected=bound.expected, unit=unit)
    kinds = {derivation.kind, claim.kind}
    irrational = _IRRATIONAL.search(str(derivation.tool_input.get("expression"))) is not None
    if claim.kind == "expression" and derivation.tool == "arithmetic" and not irrational:
        return None  # 14π where the question takes π as 22/7
    if claim.kind == "expression" and irrational:
        actual = {"$ref": "output.expression"}
    if "expression" in kinds and kinds <= {*_NUMERIC, "expression"}:
        return Equivalent(actual=actual, expected=bound.expected)
    return Equals(actual=actual, expected=bound.expected) if derivation.kind == claim.kind else None


def _repeats_sequence(derivation: Derivation, claim: Claim) -> bool:
    """Whether the claim is the whole sequence, what the question gives of it included."""
    given = "".join(str(derivation.tool_input.get("sequence", "")).split())
    stated = "".join(map(str, claim.value)) if isinstance(claim.value, tuple) else ""
    return bool(given) and stated.startswith(given)


def _is_sorted_list(claim: Claim) -> bool:
    """A product of factors, or their list in order with each as often as it counts, as we compute it."""
    value = claim.value
    if not isinstance(value, tuple) or list(value) != sorted(value):
        return False
    return _has_operator(_written(claim)) or len(set(value)) < len(value)


def _is_constant(value: object) -> bool:
    """Whether an expression has a value: the letters of "2h30m" and "11.6k" stand for something else."""
    from toolkits.expressions import ExpressionError, parse  # noqa: PLC0415  (few finals are expressions)

    try:
        return not parse(str(value)).variables
    except ExpressionError:
        return False


def _fits(derivation: Derivation, claim: Claim) -> bool:
    """Whether a derivation's own check can judge the claim: what is of another kind is no wrong value.

    A list with a member twice is not judged as a set: the question may mean either.
    """
    if claim.kind == "choice":
        return True
    if derivation.kind == "list":
        if isinstance(claim.value, tuple) and isinstance(derivation.check, AllOf):
            return len(set(claim.value)) == len(claim.value)
        return claim.kind == "list" or (claim.kind in _NUMERIC and not _has_operator(_written(claim)))
    return {derivation.kind, claim.kind} <= _ALGEBRAIC or derivation.kind == claim.kind


def _only_repeats(derivation: Derivation, claim: Claim, question: str) -> bool:
    """Whether the final is the very computation that the question asks to be done ("2^10")."""
    if derivation.tool != "arithmetic" and _operation(derivation) not in _COMPUTED:
        return False
    written = _compact(_written(claim))
    return _has_operator(written) and written in _compact(question)


def _other_direction(derivation: Derivation, claim: Claim, answer: str) -> bool:
    """Whether the words around a percentage say that the value moved the other way."""
    other = _OPPOSITES.get(derivation.formula)
    start, end = claim.span
    around = answer[max(0, start - _NEAR) : end + _NEAR]
    return other is not None and other.search(around) is not None


def _is_bound_or_change(derivation: Derivation, claim: Claim, question: str, answer: str) -> bool:
    """Whether "less than $60" or "$60 off" stands where the question asks for neither."""
    if claim.kind not in _NUMERIC or derivation.formula in _OPPOSITES:
        return False
    start = (claim.value_span or claim.span)[0]
    before = _BOUND.search(answer, max(0, start - _NEAR), start)
    after = _CHANGE.match(answer, claim.span[1])
    asked = question.casefold()
    return any(m is not None and m["word"].casefold() not in asked for m in (before, after))


def _takes_short_pi(derivation: Derivation, claim: Claim) -> bool:
    """Whether the claim is exact for π taken as 3.14, as schools often have it: neither right nor wrong."""
    expression = derivation.tool_input.get("expression")
    if claim.kind not in _NUMERIC or not isinstance(expression, str) or not _PI.search(expression):
        return False
    from toolkits.errors import ToolkitError  # noqa: PLC0415  (few questions have circles)
    from toolkits.expressions import evaluate, parse  # noqa: PLC0415  (likewise)

    try:
        short, exact = (evaluate(parse(text)) for text in (_PI.sub("3.14", expression), expression))
    except ToolkitError:
        return False
    return bool(short == claim.value) and not _is_rounded(exact, claim)


def _is_rounded(exact: Fraction | Interval, claim: Claim) -> bool:
    """Whether the claim is the exact value at its printed digits."""
    middle = (exact.lo + exact.hi) / 2 if isinstance(exact, Interval) else exact
    assert isinstance(claim.value, Fraction)
    return abs(middle - claim.value) * 2 <= (claim.quantum or 0)


def _other_unit(derivation: Derivation, claim: Claim, answer: str) -> bool:
    """Whether an expression ("10π m") is followed by a unit other than the value's: it has none itself."""
    if claim.kind != "expression" or derivation.unit is None:
        return False
    end = claim.span[1]
    behind = read_all("1" + answer[end : end + _NEAR])
    return bool(behind) and behind[0].unit not in {None, derivation.unit}


def _operation(derivation: Derivation) -> object:
    """The operation that a tool of many is asked for, or ``None``."""
    asked = derivation.tool_input.get("ask", derivation.tool_input)
    return asked.get("op") if isinstance(asked, dict) else None


def _written(claim: Claim) -> str:
    """The value as the answer writes it, without what stands around it in the quote."""
    offset, (start, end) = claim.span[0], claim.value_span or claim.span
    return claim.quote[start - offset : end - offset]


def _has_operator(written: str) -> bool:
    return _OPERATOR.search(written) is not None


def _compact(text: str) -> str:
    return _LAYOUT.sub("", text.replace("**", "^").replace("\\cdot", "*").replace("\\times", "*"))


def _is_attempt(derivation: Derivation, claim: Claim) -> bool:
    """Whether a list claim is made mostly of the texts that the derivation's input holds."""
    lists = (value for value in derivation.tool_input.values() if isinstance(value, list))
    given = {text for value in lists for text in map(str, value)}
    stated = [str(item) for item in claim.value] if isinstance(claim.value, tuple) else []
    return bool(stated) and sum(item in given for item in stated) * 2 > len(stated)
