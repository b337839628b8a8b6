"""Code under test against the examples of its question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from toolkits.code_oracle import _compare, _judged, _literals
from toolkits.errors import ToolInputError, ToolTimeout

_CASE_S = 1.0
_SHOWN = 300


def judge_examples(code: str, examples: Sequence[Mapping[str, str]], before: str) -> dict[str, Any]:
    """Run ``code`` on each example and compare.

    Args:
        code: the code under test.
        examples: ``{"call", "expected" | "raises", "setup"?}`` each.
        before: imports and helpers that the question gives.

    Raises:
        ToolkitError: nothing could be judged.
    """
    for example in examples:
        _check(example)
    inputs = {"before": before, "examples": [dict(example) for example in examples], "seconds": _CASE_S}
    outcome = _judged.run_harness("_harness_examples", code, inputs, {})
    report = outcome.value
    if not isinstance(report, dict) or "loading" not in report:
        raise ToolTimeout("the code ended the run before its examples", code="killed")
    return _output(report, examples, reads_clock=_judged.reads_clock(code))


def _check(example: Mapping[str, str]) -> None:
    if "call" not in example or ("expected" in example) == ("raises" in example):
        raise ToolInputError('an example has a "call" and either "expected" or "raises"')
    try:
        _literals.parse(example.get("expected", "None"))
    except ValueError as error:
        raise ToolInputError(f"{example['expected']!r} is not a literal") from error


def _output(
    report: Mapping[str, Any], examples: Sequence[Mapping[str, str]], *, reads_clock: bool
) -> dict[str, Any]:
    loading = report["loading"]
    if "timeout" in loading:
        raise ToolTimeout("the code ran out of time while it was loaded")
    broken = loading.get("exception")
    if broken is not None:
        _raise_if_blameless(broken)
        return _with(broken, [], "violated", reads_clock=reads_clock)
    cases = [_case(example, found) for example, found in zip(examples, report["found"], strict=True)]
    value = _judged.verdict(cases)
    first = next(
        (
            f["exception"]
            for f, c in zip(report["found"], cases, strict=True)
            if "exception" in f and not c["ok"]
        ),
        None,
    )
    return _with(first if value == "violated" else None, cases, value, reads_clock=reads_clock)


def _with(
    exception: Mapping[str, Any] | None, cases: list[dict[str, Any]], value: str, *, reads_clock: bool
) -> dict[str, Any]:
    return {
        "value": value,
        "consistent": value == "holds",
        "oracle": "examples",
        "complete": False,
        "cases": cases,
        "exception": _judged.exception_data(exception) if exception else None,
        "hint": _judged.hint_data(exception),
        "reads_clock": reads_clock,
    }


def _raise_if_blameless(found: Mapping[str, Any]) -> None:
    error = _judged.blameless(found)
    if error is not None:
        raise error


def _case(example: Mapping[str, str], found: Mapping[str, Any]) -> dict[str, Any]:
    expected = example.get("expected") or f"raises {example['raises']}"
    case: dict[str, Any] = {"case": example["call"], "expected": expected, "judged": True, "ok": False}
    if "timeout" in found:
        return {**case, "actual": "ran out of time", "judged": False, "timeout": True}
    if "exception" in found:
        return _raised(case, example, found["exception"])
    if "raises" in example:
        return {**case, "actual": _shown(found["value"])}
    text = example["expected"]
    truth = _compare.same(_literals.parse(text), found["value"], text=text)
    if truth is False and found["value"] is None and found["printed"].strip() == text.strip("'\""):
        truth = None  # printed in place of returned: the example may show either
    return {**case, "actual": _shown(found["value"]), "judged": truth is not None, "ok": truth is True}


def _raised(case: dict[str, Any], example: Mapping[str, str], exception: Mapping[str, Any]) -> dict[str, Any]:
    actual = f"{exception['type']}: {exception['message']}"[:_SHOWN]
    if "raises" in example:
        return {**case, "actual": actual, "ok": example["raises"] in (exception["type"], *exception["bases"])}
    return {**case, "actual": actual, "judged": _judged.blameless(exception) is None}


def _shown(value: Any) -> str:
    """A sandbox value as Python would print it, cut."""
    return _compare.written(value)[:_SHOWN]
