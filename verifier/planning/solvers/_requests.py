"""Requests to the ``worksheet`` tool, made from the groups of a sentence's pattern."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from toolkits import lazy_re as re
from verifier.planning.solvers._math_text import equations, expressions, is_expression, split_top

Ask: TypeAlias = dict[str, Any]
Make: TypeAlias = Callable[[re.Match[str]], Ask | None]

_ATOM = re.compile(r"\d[\d,]*(?:\.\d+)?|[A-Za-z]")


def operation(op: str, *names: str) -> Make:
    """An operation of the number tool on the groups ``names``, each one expression."""

    def make(match: re.Match[str]) -> Ask | None:
        numbers = [match[name].strip() for name in names]
        return {"op": op, "numbers": numbers} if all(map(is_expression, numbers)) else None

    return make


def on_list(op: str, **extra: str) -> Make:
    """An operation on the list in group ``l``; ``extra`` names the groups that hold further operands."""

    def make(match: re.Match[str]) -> Ask | None:
        values = expressions(match["l"])
        more = {key: (match[group] or "first").strip() for key, group in extra.items()}
        key = "numbers" if op in ("gcd", "lcm", "common_denominator") else "values"
        return {"op": op, key: values, **more} if values and len(values) > 1 else None

    return make


def written(form: str) -> Make:
    """An expression put together from the groups: ``({a}) - ({b})``."""

    def make(match: re.Match[str]) -> Ask | None:
        parts = {k: v.strip() for k, v in match.groupdict().items() if v is not None and k in "abe"}
        if not all(map(is_expression, parts.values())):
            return None
        return {
            "op": "value",
            "expression": form.format(**{k: v if _ATOM.fullmatch(v) else f"({v})" for k, v in parts.items()}),
        }

    return make


def percent(form: str) -> Make:
    """A ratio that is asked for in percent."""
    of = written(form)

    def make(match: re.Match[str]) -> Ask | None:
        made = of(match)
        return {**made, "unit": "%"} if made else None

    return make


def value(match: re.Match[str]) -> Ask | None:
    """The value of the expression in group ``e``."""
    text = match["e"].strip()
    return {"op": "value", "expression": text} if is_expression(text) else None


def symbolic(match: re.Match[str]) -> Ask | None:
    """Like :func:`value`, where letters may remain."""
    made = value(match)
    return {**made, "symbolic": True} if made else None


def digit(match: re.Match[str]) -> Ask | None:
    """The digit of ``e`` at the place ``p``."""
    return (
        {"op": "digit", "numbers": [match["e"].strip()], "place": match["p"].lower()}
        if is_expression(match["e"])
        else None
    )


def _rounding(match: re.Match[str]) -> str:
    return match["to"].replace(",", "") if match["to"] else f"{match['dp']} places"


def rounded(match: re.Match[str]) -> Ask | None:
    """``e`` rounded as ``to`` or ``dp`` says."""
    text = match["e"].strip()
    return {"op": "round", "numbers": [text], "to": _rounding(match).lower()} if is_expression(text) else None


def root(match: re.Match[str]) -> Ask | None:
    """The root of order ``n`` of ``e``, to the nearest integer."""
    return (
        {"op": "root_to_integer", "numbers": [match["e"].strip()], "to": match["n"].lower()}
        if is_expression(match["e"])
        else None
    )


def derivative(match: re.Match[str]) -> Ask | None:
    """The derivative of ``e`` by ``v``, or by its only letter; ``n`` is its order."""
    parts = match.groupdict()
    text = parts["e"].strip()
    named = re.fullmatch(r"(?P<f>[a-z])\((?P<v>[a-z])\)\s*=\s*(?P<e>.+)|[yz]\s*=\s*(?P<e2>.+)", text)
    text = (named["e"] or named["e2"]) if named else text
    variable = parts.get("v") or _only_letter(text)
    if not is_expression(text) or not variable:
        return None
    return {
        "op": "derivative",
        "expression": text,
        "variable": variable,
        "order": (parts.get("n") or "first").lower(),
    }


def _only_letter(text: str) -> str:
    """The one letter of ``text`` that is not the name of a function applied, or ""."""
    letters = {m[0] for m in re.finditer(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z(])", text)} - {"e"}
    return letters.pop() if len(letters) == 1 else ""


def solve(match: re.Match[str]) -> Ask | None:
    """The solution of the equations ``q`` for ``v``, or for their only letter."""
    found = equations(match["q"])
    parts = match.groupdict()
    variable = parts.get("v") or (_only_letter(match["q"]) if found else "")
    if not found or not variable or not any(_has(variable, each) for each in found):
        return None
    return {"op": "solve", "equations": found, "variables": [variable]}


def _has(letter: str, text: str) -> bool:
    return bool(re.search(rf"(?<![A-Za-z]){letter}(?![A-Za-z])", text))


def coefficient(match: re.Match[str]) -> Ask | None:
    """``Express E as a*x**2 + b*x + c and give b``: the coefficient at the place of the named letter."""
    wanted = match["t"]
    terms = re.split(r"\s\+\s", match["form"].strip())
    powers = {letter: power for term in terms for letter, power in [_term(term, match["e"])] if letter}
    if len(powers) != len(terms) or wanted not in powers or not is_expression(match["e"]):
        return None
    variable = _only_letter(match["e"])
    return (
        {
            "op": "coefficient",
            "expression": match["e"].strip(),
            "variable": variable,
            "power": str(powers[wanted]),
        }
        if variable
        else None
    )


def _term(text: str, expression: str) -> tuple[str, int]:
    variable = _only_letter(expression)
    found = (
        re.fullmatch(rf"(?P<c>[a-z])(?:\*{variable}(?:(?:\*\*|\^)(?P<p>\d+))?)?", text.strip())
        if variable
        else None
    )
    if found is None:
        return "", 0
    return found["c"], int(found["p"]) if found["p"] else int("*" in text)


def relation(sign: str) -> Make:
    """Whether ``a`` stands to ``b`` as the sign says."""

    def make(match: re.Match[str]) -> Ask | None:
        numbers = [match["a"].strip(), match["b"].strip()]
        return (
            {"op": "compare", "numbers": numbers, "relation": sign}
            if all(map(is_expression, numbers))
            else None
        )

    return make


def symbols(match: re.Match[str]) -> Ask | None:
    """Whether ``a`` stands to ``b`` as the sign in group ``r`` says."""
    sign = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "="}.get(match["r"], match["r"])
    return relation(sign)(match)


def extreme(op: str) -> Make:
    """The larger or smaller of ``a`` and ``b``."""

    def make(match: re.Match[str]) -> Ask | None:
        numbers = [match["a"].strip(), match["b"].strip()]
        return {"op": op, "values": numbers} if all(map(is_expression, numbers)) else None

    return make


def kth(match: re.Match[str]) -> Ask | None:
    """The ``n``-th biggest or smallest (``w``) of the list ``l``."""
    values = expressions(match["l"])
    op = (
        "kth_largest"
        if match["w"].lower() in ("biggest", "largest", "greatest", "highest", "大")
        else "kth_smallest"
    )
    return (
        {"op": op, "values": values, "k": (match["n"] or "first").lower()}
        if values and len(values) > 1
        else None
    )


def derivative_zh(match: re.Match[str]) -> Ask | None:
    """Like :func:`derivative`, the order said in Chinese (二阶)."""
    made = derivative(match)
    order = {"一": "first", "二": "second", "三": "third"}.get((match["n"] or "一")[0], "first")
    return {**made, "order": order} if made else None


_DOTS = re.compile(r"\\(?:l|c)?dots|\.\.\.|…")
_SIGNED = re.compile(r"-?\d+(?:\.\d+)?")


def terms(op: str) -> Make:
    """An operation on the evenly spaced numbers of the list (or sum) ``l``, some of them left out as dots."""

    def make(match: re.Match[str]) -> Ask | None:
        separator = r",\s*" if op == "term_count" else r"\s*\+\s*"
        parts = [part.strip() for part in split_top(match["l"], separator)]
        gaps = [place for place, part in enumerate(parts) if _DOTS.fullmatch(part)]
        numbers = [part for place, part in enumerate(parts) if place not in gaps]
        fits = len(gaps) == 1 and 2 <= gaps[0] < len(parts) - 1 and all(map(_SIGNED.fullmatch, numbers))
        return {"op": op, "numbers": numbers} if fits else None

    return make


def extremum(match: re.Match[str]) -> Ask | None:
    """The least or greatest value of the expression ``e`` of one letter."""
    text = match["e"].strip()
    op = "minimum" if match["w"].lower() in ("minimum", "least", "smallest", "小") else "maximum"
    return {"op": op, "expression": text} if is_expression(text) and _only_letter(text) else None


_DOWNWARD = re.compile(r"desc|decr|(?:greatest|largest|highest) to|.*大到小|降", re.IGNORECASE)


def sort(match: re.Match[str]) -> Ask | None:
    """The list ``l`` in the order ``d`` or ``d2``; rising where none is said."""
    values = expressions(match["l"])
    parts = match.groupdict()
    direction = parts.get("d") or parts.get("d2") or ""
    down = bool(_DOWNWARD.match(direction))
    return {"op": "sort", "values": values, "descending": down} if values and len(values) > 1 else None


def add_in_base(match: re.Match[str]) -> Ask | None:
    """``a`` joined with ``b`` by ``s``, all in base ``n``."""
    return {
        "op": "convert_base",
        "numbers": [match["a"], match["b"]],
        "base": match["n"],
        "to": match["n"],
        "join": match["s"],
    }


def convert_base(match: re.Match[str]) -> Ask | None:
    """``a``, written in base ``n``, in base ``t``."""
    return {"op": "convert_base", "numbers": [match["a"]], "base": match["n"], "to": match["t"], "join": ""}


_BASES = {
    "binary": "2", "two": "2", "octal": "8", "eight": "8", "decimal": "10", "denary": "10", "ten": "10",
    "hexadecimal": "16", "hex": "16", "sixteen": "16", "二": "2", "八": "8", "十": "10", "十六": "16",
}  # fmt: skip


def named_bases(match: re.Match[str]) -> Ask | None:
    """``a`` in the base called ``t``; its own base is called ``f`` (or ``f2``), else it is decimal."""
    parts = match.groupdict()
    source = _base_of(parts.get("f") or parts.get("f2") or "decimal")
    target = _base_of(parts["t"])
    known = bool(parts.get("f") or parts.get("f2")) or (target != "10" and parts["a"].lstrip("-").isdigit())
    if not known or source == target:
        return None
    return {"op": "convert_base", "numbers": [parts["a"]], "base": source, "to": target, "join": ""}


def _base_of(name: str) -> str:
    word = re.sub(r"^base[- ]|进制$", "", name.lower())
    return _BASES.get(word, word)
