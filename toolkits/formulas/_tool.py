"""The ``facts`` tool: looks formulas up and checks statements about them."""

from __future__ import annotations

import re
from typing import Any

from toolkits.errors import ToolInputError
from toolkits.formulas._compare import read_formula, same_expression
from toolkits.formulas._facts import VERSION, Fact
from toolkits.formulas._lookup import find

_MAX_CLAIM = 400
_TAIL = re.compile(
    r"(?:\s*[:：,，]?\s*(?:\b(?:is|are|equals|be|as|given by|is given by)\b|是|为|等于|：|:))*\s*(?:[A-Za-z]\w?)?\s*$",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"^(?P<name>.+?)\s*(?:\b(?:is given by|is|equals)\b|等于|公式是|公式为|是|为|[:：])\s*(?P<body>[^=]+)$",
    re.IGNORECASE,
)


def facts(query: str = "", claim: str = "") -> dict[str, Any]:
    """Look up a formula by its name, or check a statement of one, against the curated formulas.

    Args:
        query: what is wanted, in English or Chinese ("compound interest formula", "圆的面积公式").
        claim: a statement to check ("circle area = pi*r^2"). A query that holds an equation is taken as one.

    Returns:
        ``{"value": [formula texts], "verdict", "facts": [{id, formula, cases, variables, source}], "source"}``. The
        verdict is ``supported``, ``refuted`` (claims only: some values tell the formulas apart) or
        ``not_enough_info``.

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
    if len(found) != 1 or not body:
        return "not_enough_info", found
    return _judge(body, found[0]), found


def _parts(claim: str) -> tuple[str, str]:
    """("area of a circle", "pi*r^2") of "the area of a circle is A = pi*r^2"."""
    head, equals, body = claim.strip().rstrip("。.").rpartition("=")
    if equals:
        return _TAIL.sub("", head.strip(), count=1), body.strip()
    said = _SAID.match(claim.strip().rstrip("。."))
    return (said["name"], said["body"]) if said else ("", "")


def _judge(body: str, fact: Fact) -> str:
    """Letters that the fact knows keep their meaning; with an unknown letter nothing can be refuted."""
    claimed = read_formula(body)
    if claimed is None:
        return "not_enough_info"
    known = {symbol.casefold(): symbol for symbol in fact.variables}
    strange = {name for name in claimed.body.variables if name.casefold() not in known}
    results = [_same(claimed.body, form, known) for form in fact.forms]
    if any(result is True for result in results):
        return "supported"
    # A formula in the fact's own letters, for all of which the fact has a form, is wrong when it fits none.
    comparable = (
        not strange
        and all(result is False for result in results)
        and _has_form(claimed.body.variables, fact, known)
    )
    return "refuted" if comparable else "not_enough_info"


def _same(claimed: Any, form: str, known: dict[str, str]) -> bool | None:
    from toolkits.expressions import rename  # noqa: PLC0415

    formula = read_formula(form)
    assert formula is not None
    body = rename(
        claimed, {name: known[name.casefold()] for name in claimed.variables if name.casefold() in known}
    )
    return same_expression(body, formula.body, fixed=frozenset(known.values()) & body.variables)


def _has_form(variables: frozenset[str], fact: Fact, known: dict[str, str]) -> bool:
    ours = {known[name.casefold()] for name in variables}
    bodies = (read_formula(form) for form in fact.forms)
    return any(body is not None and ours <= body.body.variables for body in bodies)
