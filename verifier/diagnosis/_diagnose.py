"""Puts a diagnosis together from the claim, the tool's output and the step's input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from toolkits.quantities import decimal_text, read_all
from verifier._shown import shown_number, shown_value
from verifier.diagnosis._expressions import explain
from verifier.diagnosis._numbers import Pair, Slip
from verifier.plan import CheckOutcome, Claim, Step

#: How much of a question is searched for numbers.
_QUESTION = 4000

#: Every kind of diagnosis and what it says.
KINDS: Mapping[str, str] = {
    "exception": "the code raised an exception on data that the question allows",
    "case": "the code does on some case what the question does not say",
    "rounding": "a wrong last digit: the exact value rounds to another one",
    "truncated": "cut off where it should be rounded",
    "off_by_one": "an exact value missed by one in its last digit",
    "sign": "the right size with the wrong sign",
    "scale": "off by a power of ten",
    "percent": "off by 100, in percent",
    "transposed": "two neighbouring digits exchanged",
    "reciprocal": "one divided by the right value",
    "operator": "what another operator, or the sides exchanged, would give",
    "exponent": "what another exponent, or none, would give",
    "function": "what comes out without a root or function, or with another one",
    "angle": "what degrees taken for radians would give, or radians for degrees",
    "parentheses": "what other brackets would give",
    "operand": "what comes out with one operand left out",
    "parameter": "what comes out with another number in place of one of the input",
    "period": "what comes out with one period (or one of something) more or fewer",
    "early_rounding": "what comes out when an intermediate result, or a constant, is rounded first",
    "unit": "off by a factor between two units",
    "negated": "the opposite truth value",
    "item": "one item of a list differs",
    "order": "the right items in another order",
    "value": "another value; no common slip explains it",
}


def diagnose(
    step: Step,
    claim: Claim | None,
    output: Mapping[str, Any] | None,
    outcome: CheckOutcome,
    question: str = "",
) -> dict[str, Any]:
    """Why a check failed.

    A slip is named only when it is the only common one that gives the claimed number at its printed digits.

    Args:
        step: the step that failed.
        claim: the claim that it judged.
        output: what its tool showed.
        outcome: what the check made of it.
        question: the question, whose numbers may have been taken for each other.

    Returns:
        JSON with ``kind`` (one of :data:`KINDS`), ``summary``, ``summary_zh``, details of the kind and, for
        numbers, ``difference`` (claimed - exact) and ``relative`` (of the exact value).
    """
    found = _exception(output) or _case_slip(output)
    if found is not None:
        return _as_data(found, {})
    pair = _pair(step, claim, output)
    if pair is None:
        return _as_data(_other_slip(step, claim, output, outcome), {})
    size = _size(pair)
    slip = _slip(pair, step, question) or Slip(
        "value", "no single common slip explains it", "未见单一的常见笔误可解释"
    )
    by_en, by_zh = _by_how_much(pair, outcome)
    return _as_data(Slip(slip.kind, f"{by_en}: {slip.en}", f"{by_zh}：{slip.zh}", slip.details), size)


def _as_data(slip: Slip, size: Mapping[str, str]) -> dict[str, Any]:
    return {"kind": slip.kind, "summary": slip.en, "summary_zh": slip.zh, **size, **slip.details}


def _slip(pair: Pair, step: Step, question: str) -> Slip | None:
    asked = step.tool_input.get("ask", step.tool_input)
    expression = asked.get("expression") if isinstance(asked, Mapping) else None
    if not isinstance(expression, str):
        return explain(pair)
    numbers = dict.fromkeys(quantity.value for quantity in read_all(question[:_QUESTION]))
    return explain(pair, expression, tuple(numbers))


# --- numbers --------------------------------------------------------------------------------------
def _pair(step: Step, claim: Claim | None, output: Mapping[str, Any] | None) -> Pair | None:
    if claim is None or not isinstance(claim.value, Fraction):
        return None
    exact = shown_number(claim, getattr(step.expected_check, "actual", None), output)
    if exact is None:
        return None
    percent = claim.unit == "%"
    return Pair(claim.value, exact, claim.quantum, percent, measured=bool(claim.unit) and not percent)


def _size(pair: Pair) -> dict[str, str]:
    difference = pair.claimed - pair.exact
    size = {"difference": decimal_text(difference, 6)}
    if pair.exact:
        size["relative"] = f"{decimal_text(abs(difference / pair.exact) * 100, 3)}%"
    return size


def _by_how_much(pair: Pair, outcome: CheckOutcome) -> tuple[str, str]:
    size = _size(pair)
    relative = f" ({size['relative']})" if "relative" in size else ""
    high = pair.claimed > pair.exact
    by = size["difference"].removeprefix("-")
    stated, shown = outcome.expected, outcome.actual
    return (
        f"{stated} is {by}{relative} too {'high' if high else 'low'}, the tool shows {shown}",
        f"{stated}偏{'大' if high else '小'}{by}{relative.strip()}，工具得出{shown}",
    )


# --- other values ---------------------------------------------------------------------------------
def _exception(output: Mapping[str, Any] | None) -> Slip | None:
    raised = output.get("exception") if output else None
    if not isinstance(raised, Mapping):
        return None
    name, message, line = (
        raised.get("type", "exception"),
        str(raised.get("message", ""))[:300],
        raised.get("line"),
    )
    at_en, at_zh = (f" in line {line}", f"（第{line}行）") if line else ("", "")
    hint = (output or {}).get("hint") or raised.get("hint") or ""
    hint_en, hint_zh = _in_two_languages(hint)
    return Slip(
        "exception",
        f"the code raises {name}{at_en}: {message}{f' Hint: {hint_en}' if hint_en else ''}",
        f"代码抛出{name}{at_zh}：{message}{f' 提示：{hint_zh}' if hint_zh else ''}",
        {"exception": name, **({"hint": hint_en} if hint_en else {})},
    )


def _in_two_languages(text: Any) -> tuple[str, str]:
    """A hint in English and in Chinese, from ``{"en": …, "zh": …}`` or from text that serves for both."""
    if isinstance(text, Mapping):
        return str(text.get("en", ""))[:300], str(text.get("zh", ""))[:300]
    return str(text)[:300], str(text)[:300]


def _case_slip(output: Mapping[str, Any] | None) -> Slip | None:
    """The cases on which code does not do what the question says."""
    cases = output.get("cases") if output else None
    told = [case for case in cases if isinstance(case, Mapping)] if isinstance(cases, list) else []
    judged = [case for case in told if case.get("judged")]
    wrong = [case for case in judged if not case.get("ok")]
    if not wrong:
        return None
    name, stated, done = (str(wrong[0].get(key, ""))[:200] for key in ("case", "expected", "actual"))
    return Slip(
        "case",
        f"{len(wrong)} of {len(judged)} cases come out wrong; {name}: should be {stated}, the code: {done}",
        f"{len(judged)}个用例中有{len(wrong)}个不符；{name}：应为{stated}，代码得出{done}",
        {"cases_wrong": len(wrong), "cases_judged": len(judged)},
    )


def _other_slip(
    step: Step, claim: Claim | None, output: Mapping[str, Any] | None, outcome: CheckOutcome
) -> Slip:
    value = shown_value(getattr(step.expected_check, "actual", None), output)
    if claim is not None and isinstance(claim.value, tuple) and isinstance(value, list):
        return _list_slip([str(item) for item in claim.value], [str(item) for item in value])
    return Slip(
        "negated" if claim is not None and isinstance(claim.value, bool) else "value",
        f"stated: {outcome.expected}; the tool shows: {outcome.actual}",
        f"所述为{outcome.expected}，工具得出{outcome.actual}",
    )


def _list_slip(stated: Sequence[str], right: Sequence[str]) -> Slip:
    if sorted(stated) == sorted(right):
        at = _first_difference(stated, right)
        return Slip(
            "order", f"the items are right, their order is not: item {at + 1} should be {right[at]}",
            f"各项正确但次序有误：第{at + 1}项应为{right[at]}", {"item": at + 1},
        )  # fmt: skip
    if len(stated) != len(right):
        return Slip(
            "item",
            f"{len(stated)} items stated, there are {len(right)}",
            f"列出{len(stated)}项，应有{len(right)}项",
        )
    at = _first_difference(stated, right)
    return Slip(
        "item", f"item {at + 1} is {right[at]}, not {stated[at]}",
        f"第{at + 1}项应为{right[at]}，而非{stated[at]}", {"item": at + 1},
    )  # fmt: skip


def _first_difference(one: Sequence[str], other: Sequence[str]) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
