"""The ``facts`` tool: looks formulas up and checks statements about them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError
from toolkits.expressions import Expression, rename
from toolkits.formulas._compare import read_formulas, same_expression
from toolkits.formulas._facts import VERSION, Fact
from toolkits.formulas._lookup import find

_MAX_CLAIM = 400
_COPULA = r"(?:\b(?:is given by|given by|is|are|equals|be|as)\b|公式是|公式为|等于|是|为|[:：])"
#: What may stand between a name and "= body": "is", "A", "is: A".
_TAIL = re.compile(rf"\s*{_COPULA}*\s*(?:(?<=[\s:：\u4e00-\u9fff])[A-Za-z]\w?)?\s*$", re.IGNORECASE)
_SAID = re.compile(rf"^(?P<name>.+?)\s*{_COPULA}\s*(?P<body>[^=]+)$", re.IGNORECASE)
#: Rounded values of π, as they are used in schools: a formula with one is neither right nor wrong.
_ROUNDED_PI = frozenset(map(Fraction, ("3.14", "3.1416", "3.14159", "22/7")))


def facts(query: str = "", claim: str = "") -> dict[str, Any]:
    """Look up a formula by its name, or check a statement of one, against the curated formulas.

    Args:
        query: what is wanted, in English or Chinese ("compound interest formula", "圆的面积公式").
        claim: a statement to check ("circle area = pi*r^2"). A query that holds an equation is taken as one.

    Returns:
        ``{"value": [formula texts], "verdict", "facts": [{id, formula, cases, variables, source}],
        "source"}``. The verdict is ``supported``, ``refuted`` (claims only: some values tell the formulas
        apart) or ``not_enough_info``.

    Raises:
        ToolInputError: neither query nor claim.
    """
    if not (query or claim).strip():
        raise ToolInputError("give a query or a claim")
    if claim or "=" in query:
        verdict, found = check_claim(claim or query)
    else:
        found = find(query)
        verdict = "supported" if found else "not_enough_info"
    return {
        "value": [form for fact in found for form in fact.forms],
        "verdict": verdict,
        "facts": [fact.to_json() for fact in found],
        "source": f"amtfv formulas {VERSION}",
    }


def check_claim(claim: str) -> tuple[str, tuple[Fact, ...]]:
    """The verdict on a statement "NAME = FORMULA" and the facts it was held against."""
    name, body = _parts(claim) if len(claim) <= _MAX_CLAIM else ("", "")
    found = find(name) if name else ()
    verdicts = [_judge(body, fact) for fact in found] if body else []
    if "supported" in verdicts:
        return "supported", found
    return ("refuted" if verdicts and set(verdicts) == {"refuted"} else "not_enough_info"), found


def _parts(claim: str) -> tuple[str, str]:
    """("area of a circle", "pi*r^2") of "the area of a circle is A = pi*r^2"."""
    head, equals, body = claim.strip().rstrip("。.").rpartition("=")
    if equals:
        return _TAIL.sub("", head.strip(), count=1), body.strip()
    said = _SAID.match(claim.strip().rstrip("。."))
    return (said["name"], said["body"]) if said else ("", "")


def _judge(body: str, fact: Fact) -> str:
    """Letters that the fact knows keep their meaning; with an unknown letter nothing can be refuted."""
    forms = [form.body for text in fact.forms for form in read_formulas(text)]
    verdicts = {_judge_reading(reading.body, forms) for reading in read_formulas(body)}
    return next((v for v in ("supported", "not_enough_info", "refuted") if v in verdicts), "not_enough_info")


def _judge_reading(claimed: Expression, forms: Sequence[Expression]) -> str:
    letters = frozenset().union(*(form.variables for form in forms))
    known = {letter.casefold(): letter for letter in letters}
    named = rename(claimed, {name: known.get(name.casefold(), name) for name in claimed.variables})
    results = [same_expression(named, form, fixed=letters) for form in forms]
    if any(result is True for result in results):
        return "supported"
    if any(result is None for result in results) or _ROUNDED_PI & set(named.literals):
        return "not_enough_info"
    # Wrong only when the fact has a form in these very letters, and it is another one.
    return "refuted" if any(named.variables <= form.variables for form in forms) else "not_enough_info"
