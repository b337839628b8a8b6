"""The sentence that asks: what a computable question wants, as a request to the ``worksheet`` tool.

Each row of the table is a whole sentence (without its last sign) and the request that it makes; expressions stand where
the groups are. A sentence that no row covers to its last word makes no request.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from verifier.planning.solvers._math_text import equations, expressions, is_expression

Ask: TypeAlias = dict[str, Any]
Make: TypeAlias = Callable[[re.Match[str]], Ask | None]

_ASKING = r"(?:what is|what's|what are|calculate|compute|evaluate|find|give|determine|work out|state|list|write down|求|计算|求出|算出)"
_WHAT = rf"(?:{_ASKING}(?: (?:the )?(?:exact )?(?:value|result|sum|answer) (?:of|to))? ?|the value of )"
_E = r"(?P<e>[^?]+?)"
_A = r"(?P<a>[^?]+?)"
_B = r"(?P<b>[^?]+?)"
_L = r"(?P<l>[^?]+?)"
_NTH = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|twelth|\d+(?:st|nd|rd|th))"
_PLACE = (
    r"(?P<p>(?:(?:ten |hundred )?(?:thousands|millions|billions|trillions|quadrillions)|units?|ones|tens|hundreds|tenths|hundredths|thousandths))"
)
_ROUND = (
    r"(?:the )?(?:nearest (?P<to>integer|whole number|(?:ten |hundred )?(?:thousand|million|billion)|tenth|hundredth|thousandth|ten[- ]thousandth|ten|hundred|cent|\d[\d,.]*)"
    r"|(?P<dp>\w+) (?:decimal places?|dps?|decimals?))"
)
_NEAR = rf"(?:,? ?(?:rounded |correct )?to {_ROUND})"


_ATOM = re.compile(r"\d[\d,]*(?:\.\d+)?|[A-Za-z]")


def _op(op: str, *names: str) -> Make:
    """An operation of the number tool on the groups ``names``, each one expression."""

    def make(match: re.Match[str]) -> Ask | None:
        numbers = [match[name].strip() for name in names]
        return {"op": op, "numbers": numbers} if all(map(is_expression, numbers)) else None

    return make


def _on_list(op: str, **extra: str) -> Make:
    """An operation on the list in group ``l``; ``extra`` names the groups that hold further operands."""

    def make(match: re.Match[str]) -> Ask | None:
        values = expressions(match["l"])
        more = {key: (match[group] or "first").strip() for key, group in extra.items()}
        key = "numbers" if op in ("gcd", "lcm", "common_denominator") else "values"
        return {"op": op, key: values, **more} if values and len(values) > 1 else None

    return make


def _written(form: str) -> Make:
    """An expression put together from the groups: ``({a}) - ({b})``."""

    def make(match: re.Match[str]) -> Ask | None:
        parts = {k: v.strip() for k, v in match.groupdict().items() if v is not None and k in "abe"}
        if not all(map(is_expression, parts.values())):
            return None
        return {"op": "value", "expression": form.format(**{k: v if _ATOM.fullmatch(v) else f"({v})" for k, v in parts.items()})}

    return make


def _percent(form: str) -> Make:
    """A ratio that is asked for in percent."""
    written = _written(form)

    def make(match: re.Match[str]) -> Ask | None:
        made = written(match)
        return {**made, "unit": "%"} if made else None

    return make


def _value(match: re.Match[str]) -> Ask | None:
    text = match["e"].strip()
    return {"op": "value", "expression": text} if is_expression(text) else None


def _digit(match: re.Match[str]) -> Ask | None:
    return {"op": "digit", "numbers": [match["e"].strip()], "place": match["p"].lower()} if is_expression(match["e"]) else None


def _rounding(match: re.Match[str]) -> str:
    return match["to"].replace(",", "") if match["to"] else f"{match['dp']} places"


def _rounded(match: re.Match[str]) -> Ask | None:
    text = match["e"].strip()
    return {"op": "round", "numbers": [text], "to": _rounding(match).lower()} if is_expression(text) else None


def _root(match: re.Match[str]) -> Ask | None:
    return {"op": "root_to_integer", "numbers": [match["e"].strip()], "to": match["n"].lower()} if is_expression(match["e"]) else None


def _derivative(match: re.Match[str]) -> Ask | None:
    parts = match.groupdict()
    text = parts["e"].strip()
    named = re.fullmatch(r"(?P<f>[a-z])\((?P<v>[a-z])\)\s*=\s*(?P<e>.+)|[yz]\s*=\s*(?P<e2>.+)", text)
    text = (named["e"] or named["e2"]) if named else text
    variable = parts.get("v") or _only_letter(text)
    if not is_expression(text) or not variable:
        return None
    return {"op": "derivative", "expression": text, "variable": variable, "order": (parts.get("n") or "first").lower()}


def _only_letter(text: str) -> str:
    """The one letter of ``text`` that is not the name of a function applied, or ""."""
    letters = {m[0] for m in re.finditer(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z(])", text)} - {"e"}
    return letters.pop() if len(letters) == 1 else ""


def _solve(match: re.Match[str]) -> Ask | None:
    found = equations(match["q"])
    parts = match.groupdict()
    variable = parts.get("v") or (_only_letter(match["q"]) if found else "")
    if not found or not variable or not any(_has(variable, each) for each in found):
        return None
    return {"op": "solve", "equations": found, "variables": [variable]}


def _has(letter: str, text: str) -> bool:
    return bool(re.search(rf"(?<![A-Za-z]){letter}(?![A-Za-z])", text))


def _coefficient(match: re.Match[str]) -> Ask | None:
    """``Express E as a*x**2 + b*x + c and give b``: the coefficient at the place of the named letter."""
    wanted = match["t"]
    terms = re.split(r"\s\+\s", match["form"].strip())
    powers = {letter: power for term in terms for letter, power in [_term(term, match["e"])] if letter}
    if len(powers) != len(terms) or wanted not in powers or not is_expression(match["e"]):
        return None
    variable = _only_letter(match["e"])
    return {"op": "coefficient", "expression": match["e"].strip(), "variable": variable, "power": str(powers[wanted])} if variable else None


def _term(term: str, expression: str) -> tuple[str, int]:
    variable = _only_letter(expression)
    found = re.fullmatch(rf"(?P<c>[a-z])(?:\*{variable}(?:(?:\*\*|\^)(?P<p>\d+))?)?", term.strip()) if variable else None
    if found is None:
        return "", 0
    return found["c"], int(found["p"]) if found["p"] else int("*" in term)


def _relation(sign: str) -> Make:
    def make(match: re.Match[str]) -> Ask | None:
        numbers = [match["a"].strip(), match["b"].strip()]
        return {"op": "compare", "numbers": numbers, "relation": sign} if all(map(is_expression, numbers)) else None

    return make


def _symbols(match: re.Match[str]) -> Ask | None:
    sign = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "="}.get(match["r"], match["r"])
    return _relation(sign)(match)


def _extreme(op: str) -> Make:
    def make(match: re.Match[str]) -> Ask | None:
        numbers = [match["a"].strip(), match["b"].strip()]
        return {"op": op, "values": numbers} if all(map(is_expression, numbers)) else None

    return make


def _kth(match: re.Match[str]) -> Ask | None:
    values = expressions(match["l"])
    op = "kth_largest" if match["w"].lower() in ("biggest", "largest", "greatest", "highest", "大") else "kth_smallest"
    return {"op": op, "values": values, "k": (match["n"] or "first").lower()} if values and len(values) > 1 else None


def _sort(match: re.Match[str]) -> Ask | None:
    values = expressions(match["l"])
    direction = (match["d"] or "increasing").lower()
    down = direction.startswith(("desc", "decr")) or direction in ("greatest to least", "largest to smallest", "highest to lowest") or "大到小" in direction or "降" in direction
    return {"op": "sort", "values": values, "descending": down} if values and len(values) > 1 else None


def _add_in_base(match: re.Match[str]) -> Ask | None:
    return {"op": "convert_base", "numbers": [match["a"], match["b"]], "base": match["n"], "to": match["n"], "join": match["s"]}


def _convert_base(match: re.Match[str]) -> Ask | None:
    return {"op": "convert_base", "numbers": [match["a"]], "base": match["n"], "to": match["t"], "join": ""}


_ROWS: tuple[tuple[str, Make], ...] = (
    # equations
    (r"solve (?:the (?:following )?)?(?:simultaneous |linear )?(?:system of )?(?:equations? )?:?\s*(?P<q>[^?]*=[^?]*?),? for (?:the (?:value of )?)?(?P<v>[A-Za-z])", _solve),
    (r"solve for (?P<v>[A-Za-z])\s*[:,]?\s*(?:in|given|if|when)?\s*(?:the equation)?\s*:?\s*(?P<q>[^?]*=[^?]*?)", _solve),
    (r"solve (?:the (?:following )?)?(?:equation )?:?\s*(?P<q>[^?]*=[^?]*?)", _solve),
    (r"(?:what is|find|calculate|determine|compute) (?:the value of )?(?P<v>[A-Za-z]) (?:in|if|when|given|such that|so that|where|for which|, given that)(?: that)?(?: the equation)?:? (?P<q>[^?]*=[^?]*?)", _solve),
    (r"(?:find|determine) (?P<v>[A-Za-z]), (?:given|if) (?:that )?(?P<q>[^?]*=[^?]*?)", _solve),
    (r"(?:for )?what (?:is the )?value (?:of|for) (?P<v>[A-Za-z])(?: that)? (?:is|makes|satisfies|solves)(?: the)?(?: following)?(?: equation)?(?: true)?\s*:?\s*(?P<q>[^?]*=[^?]*?)(?: true)?", _solve),
    (r"(?:if|given(?: that)?|suppose(?: that)?) (?P<q>[^?]*=[^?]*?),? (?:then )?(?:what is|find|calculate|compute|determine|solve for) (?:the value of )?(?P<v>[A-Za-z])", _solve),
    (r"解(?:下列)?(?:关于[A-Za-z]的)?(?:一元一次|一元二次|二元一次|线性)?方程(?:组)?\s*[::]?\s*(?P<q>[^?]*=[^?]*?)", _solve),
    (r"(?:若|如果|已知|当|设)\s*(?P<q>[^?]*=[^?]*?),?\s*(?:时,?)?(?:则|那么)?\s*(?:求)?\s*(?P<v>[A-Za-z])\s*(?:的值)?(?:=|等于|是|为)?(?:多少|几)?", _solve),
    # derivatives
    (rf"(?:find|what is|calculate|compute|determine|give) the (?:(?P<n>{_NTH}) )?derivative of {_E} (?:wrt|with respect to) (?P<v>[A-Za-z])", _derivative),
    (rf"differentiate {_E} (?:wrt|with respect to) (?P<v>[A-Za-z])", _derivative),
    (rf"(?:find|what is|calculate|compute|determine|give) the (?:(?P<n>{_NTH}) )?derivative of {_E}", _derivative),
    (rf"differentiate {_E}", _derivative),
    (rf"求\s*{_E}\s*(?:对|关于)\s*(?P<v>[A-Za-z])\s*的(?:(?P<n>[一二三]阶))?导数", lambda m: _derivative_zh(m)),
    (rf"求\s*(?:函数)?\s*{_E}\s*的(?:(?P<n>[一二三]阶))?导(?:数|函数)", lambda m: _derivative_zh(m)),
    # polynomials
    (r"(?:express|rearrange) (?P<e>[^?]+?) (?:as|to|in the form|to the form) (?P<form>[^?]+?) and give (?P<t>[a-z])", _coefficient),
    (rf"(?:expand|collect the terms in|collect like terms in|collect like terms:|expand and simplify|simplify(?: the)? (?:following )?(?:expression)?) ?:? ?{_E}", _value),
    (rf"(?:化简|展开|合并同类项)\s*[::]?\s*{_E}", _value),
    # whole numbers
    (rf"{_ASKING} (?:the )?(?:greatest|highest|largest) common (?:divisor|factor)(?: \((?:gcd|gcf|hcf)\))? of {_L}", _on_list("gcd")),
    (rf"{_ASKING} (?:the )?(?:gcd|gcf|hcf) of {_L}", _on_list("gcd")),
    (rf"{_ASKING} (?:the )?(?:least|lowest|smallest) common (?:multiple)(?: \((?:lcm)\))? of {_L}", _on_list("lcm")),
    (rf"{_ASKING} (?:the )?lcm of {_L}", _on_list("lcm")),
    (rf"{_ASKING} (?:the )?(?:least |lowest )?common denominator of {_L}", _on_list("common_denominator")),
    (rf"{_ASKING} the remainder (?:when|if) {_A} is divided by {_B}", _op("remainder", "a", "b")),
    (rf"{_ASKING} the remainder (?:of|in) {_A} divided by {_B}", _op("remainder", "a", "b")),
    (rf"{_ASKING} (?:all )?(?:of )?(?:the )?(?:distinct )?prime factors of {_E}", _op("prime_factors", "e")),
    (rf"(?:{_ASKING} )?the {_PLACE} digit of {_E}", _digit),
    (rf"{_ASKING} the (?P<n>square|cube|{_NTH}) root of {_E},? to the nearest (?:integer|whole number)", _root),
    (rf"{_ASKING} {_E} to the power of 1/(?P<n>\d+), to the nearest (?:integer|whole number)", _root),
    (rf"is {_A} (?:a )?prime(?: number)?(?: or not)?", _op("is_prime", "a")),
    (rf"is (?:the number )?{_A} a prime(?: number)?", _op("is_prime", "a")),
    (rf"{_A} is (?:a )?prime(?: number)?", _op("is_prime", "a")),
    (rf"is {_A} (?:a )?composite(?: number)?", _op("is_composite", "a")),
    (rf"is {_A} a (?:factor|divisor) of {_B}", _op("divides", "a", "b")),
    (rf"is {_A} a multiple of {_B}", _op("divides", "b", "a")),
    (rf"(?:does|do) {_A} divide {_B}(?: evenly| exactly)?", _op("divides", "a", "b")),
    (rf"is {_A} (?:evenly |exactly )?divisible by {_B}", _op("divides", "b", "a")),
    (rf"{_A} is (?:evenly |exactly )?divisible by {_B}", _op("divides", "b", "a")),
    (rf"is {_A} (?:an )?even(?: number)?", _op("is_even", "a")),
    (rf"is {_A} (?:an )?odd(?: number)?", _op("is_odd", "a")),
    (rf"(?:请问)?\s*{_A}\s*(?:是不是|是否是|是否为|是)(?:一个)?(?:质数|素数)(?:吗|么)?", _op("is_prime", "a")),
    (rf"(?:请问)?\s*{_A}\s*(?:是不是|是否是|是否为|是)(?:一个)?合数(?:吗|么)?", _op("is_composite", "a")),
    (rf"(?:请问)?\s*{_A}\s*(?:能否被|是否能被|能不能被|能被)\s*{_B}\s*整除(?:吗|么)?", _op("divides", "b", "a")),
    (rf"(?:请问)?\s*{_A}\s*(?:是不是|是否是|是否为|是)\s*{_B}\s*的倍数(?:吗|么)?", _op("divides", "b", "a")),
    (rf"(?:请问)?\s*{_A}\s*(?:是不是|是否是|是否为|是)\s*{_B}\s*的(?:因数|约数)(?:吗|么)?", _op("divides", "a", "b")),
    (rf"(?:请问)?\s*{_A}\s*(?:是不是|是否是|是否为|是)(?:一个)?偶数(?:吗|么)?", _op("is_even", "a")),
    (rf"(?:请问)?\s*{_A}\s*(?:是不是|是否是|是否为|是)(?:一个)?奇数(?:吗|么)?", _op("is_odd", "a")),
    (rf"(?:求|计算)?\s*{_L}\s*的最大公(?:约|因)数(?:是|为)?(?:多少|几)?", _on_list("gcd")),
    (rf"(?:求|计算)?\s*{_L}\s*的最小公倍数(?:是|为)?(?:多少|几)?", _on_list("lcm")),
    (rf"(?:求|计算)?\s*{_A}\s*除以\s*{_B}\s*的余数(?:是|为)?(?:多少|几)?", _op("remainder", "a", "b")),
    (rf"(?:求|计算|列出)?\s*{_E}\s*的(?:所有)?质因数(?:是|有)?(?:什么|哪些)?", _op("prime_factors", "e")),
    # order and size
    (rf"(?:what|which) is the (?:nearest|closest) to (?P<t>[^?]+?) (?:in|among|out of) {_L}", _on_list("nearest", to="t")),
    (rf"which is the (?:nearest|closest) to (?P<t>[^?]+?)\?\s*{_L}", _on_list("nearest", to="t")),
    (rf"(?:what|which) is the (?:(?P<n>{_NTH}) )?(?P<w>biggest|largest|greatest|highest|smallest|least|lowest) (?:value|number|of)? ?(?:in|among|out of|of)? ?{_L}", _kth),
    (rf"which is the (?:(?P<n>{_NTH}) )?(?P<w>biggest|largest|greatest|highest|smallest|least|lowest)(?: value| number)?\?\s*{_L}", _kth),
    (rf"which (?:one |number )?is (?:bigger|greater|larger)(?: number)?(?::|,| -|\?)? {_A} or {_B}", _extreme("max")),
    (rf"which (?:one |number )?is (?:smaller|less|lesser)(?: number)?(?::|,| -|\?)? {_A} or {_B}", _extreme("min")),
    (rf"{_A}\s*和\s*{_B}\s*(?:哪个|谁)(?:更|比较)?大", _extreme("max")),
    (rf"{_A}\s*和\s*{_B}\s*(?:哪个|谁)(?:更|比较)?小", _extreme("min")),
    (rf"(?:sort|put|arrange|order|rank)(?: the)?(?: following)?(?: numbers| values)?:? {_L}(?: (?:in|into) (?P<d>ascending|descending|increasing|decreasing) order| from (?P<d2>(?:least to greatest|smallest to largest|lowest to highest|greatest to least|largest to smallest|highest to lowest)))?", lambda m: _sort_either(m)),
    (rf"(?:将|把)\s*{_L}\s*按?(?:照)?(?P<d>从大到小|从小到大|升序|降序|由大到小|由小到大)(?:的顺序)?(?:排序|排列)", _sort),
    (rf"is {_A} (?:less|smaller) than {_B}", _relation("<")),
    (rf"is {_A} (?:greater|bigger|larger|more) than {_B}", _relation(">")),
    (rf"is {_A} (?:less than or equal to|at most(?: as big as)?) {_B}", _relation("<=")),
    (rf"is {_A} (?:greater than or equal to|at least(?: as big as)?) {_B}", _relation(">=")),
    (rf"is {_A} not equal to {_B}", _relation("!=")),
    (rf"is {_A} equal to {_B}", _relation("=")),
    (rf"are {_A} and {_B} equal", _relation("=")),
    (rf"are {_A} and {_B} (?:unequal|non-?equal)", _relation("!=")),
    (rf"do {_A} and {_B} have the same value", _relation("=")),
    (rf"do {_A} and {_B} have different values", _relation("!=")),
    (rf"(?:is|does) {_A} (?P<r><=|>=|!=|==|[<>=≤≥≠]) {_B}", _symbols),
    (rf"{_A}\s*(?:大于)\s*{_B}\s*吗", _relation(">")),
    (rf"{_A}\s*(?:小于)\s*{_B}\s*吗", _relation("<")),
    (rf"{_A}\s*(?:等于)\s*{_B}\s*吗", _relation("=")),
    # bases
    (r"in base (?P<n>\d+), what is (?P<a>-?[0-9a-z]+) (?P<s>[-+*]) (?P<b>-?[0-9a-z]+)", _add_in_base),
    (r"(?:(?:convert|what is|change|express|write) )?(?P<a>-?[0-9a-z]+) \(base (?P<n>\d+)\) (?:to|in|into) base (?P<t>\d+)", _convert_base),
    (r"(?:convert|change|express|write) (?P<a>-?[0-9a-z]+) (?:from|in) base (?P<n>\d+) (?:to|in|into) base (?P<t>\d+)", _convert_base),
    # rounding
    (rf"round {_E} to {_ROUND}", _rounded),
    (rf"{_WHAT}{_E},? rounded to {_ROUND}", _rounded),
    (rf"{_WHAT}{_E}{_NEAR}", _rounded),
    # arithmetic in words
    (rf"{_WHAT}?{_A} plus {_B}", _written("{a} + {b}")),
    (rf"{_WHAT}?{_A} (?:minus|take away) {_B}", _written("{a} - {b}")),
    (rf"{_WHAT}?{_A} less than {_B}", _written("{b} - {a}")),
    (rf"{_WHAT}?{_A} (?:times|multiplied by) {_B}", _written("{a} * {b}")),
    (rf"{_WHAT}?{_A} (?:divided by|over) {_B}", _written("{a} / {b}")),
    (rf"(?:add|put|sum|add together|put together) {_A} and {_B}(?: together)?", _written("{a} + {b}")),
    (rf"(?:add|put|sum) (?:together )?{_A} and {_B}(?: together)?", _written("{a} + {b}")),
    (rf"(?:{_ASKING} the )?(?:total|sum) of {_A} and {_B}", _written("{a} + {b}")),
    (rf"add {_A} to {_B}", _written("{b} + {a}")),
    (rf"subtract {_A} from {_B}", _written("{b} - {a}")),
    (rf"multiply {_A} (?:and|by|with) {_B}", _written("{a} * {b}")),
    (rf"(?:{_ASKING} the )?product of {_A} and {_B}", _written("{a} * {b}")),
    (rf"divide {_A} by {_B}", _written("{a} / {b}")),
    (rf"(?:{_ASKING} the )?quotient of {_A} and {_B}", _written("{a} / {b}")),
    (rf"{_ASKING} the (?:distance|(?:positive |absolute )?difference) between {_A} and {_B}", _written("abs({a} - {b})")),
    (rf"(?:求|计算)?\s*{_A}\s*加(?:上)?\s*{_B}\s*(?:的和)?(?:等于|是|得)?(?:多少|几)?", _written("{a} + {b}")),
    (rf"(?:求|计算)?\s*{_A}\s*减(?:去)?\s*{_B}\s*(?:的差)?(?:等于|是|得)?(?:多少|几)?", _written("{a} - {b}")),
    (rf"(?:求|计算)?\s*{_A}\s*乘(?:以|上)?\s*{_B}\s*(?:的积)?(?:等于|是|得)?(?:多少|几)?", _written("{a} * {b}")),
    (rf"(?:求|计算)?\s*{_A}\s*除以\s*{_B}\s*(?:的商)?(?:等于|是|得)?(?:多少|几)?", _written("{a} / {b}")),
    # percentages
    (rf"{_WHAT}?{_A} ?(?:%|percent|per cent) of {_B}", _written("{a}% * {b}")),
    (rf"what (?:percent|percentage|per cent) of {_A} is {_B}", _percent("{b} / {a}")),
    (rf"{_A} is what (?:percent|percentage|per cent) of {_B}", _percent("{a} / {b}")),
    (rf"(?:求|计算)?\s*{_A}\s*的\s*{_B}\s*%\s*(?:是|等于|为)?(?:多少|几)?", _written("{b}% * {a}")),
    (rf"(?:求|计算)?\s*{_A}\s*的\s*百分之\s*{_B}\s*(?:是|等于|为)?(?:多少|几)", _written("{b}% * {a}")),
    (rf"{_A}\s*(?:是|占)\s*{_B}\s*的\s*(?:百分之几|百分之多少|多少百分比)", _percent("{a} / {b}")),
    # powers and roots in words
    (rf"{_WHAT}?{_A} squared", _written("{a}^2")),
    (rf"{_WHAT}?{_A} cubed", _written("{a}^3")),
    (rf"{_WHAT}?(?:the )?square of {_A}", _written("{a}^2")),
    (rf"{_WHAT}?(?:the )?cube of {_A}", _written("{a}^3")),
    (rf"{_WHAT}?(?:the )?square root of {_A}", _written("sqrt({a})")),
    (rf"{_WHAT}?(?:the )?cube root of {_A}", _written("cbrt({a})")),
    (rf"{_WHAT}?{_A} (?:raised )?to the power (?:of )?{_B}", _written("{a}^{b}")),
    (rf"(?:求|计算)?\s*{_A}\s*的\s*{_B}\s*次方(?:是|等于|为)?(?:多少|几)?", _written("{a}^{b}")),
    (rf"(?:求|计算)?\s*{_A}\s*的平方根(?:是|等于|为)?(?:多少|几)?", _written("sqrt({a})")),
    (rf"(?:求|计算)?\s*{_A}\s*的平方(?:是|等于|为)?(?:多少|几)?", _written("{a}^2")),
    (rf"(?:求|计算)?\s*{_A}\s*的立方(?:是|等于|为)?(?:多少|几)?", _written("{a}^3")),
    (rf"{_WHAT}?{_A} factorial", _written("{a}!")),
    # forms
    (rf"(?:convert|express|write|change|rewrite|simplify) {_E} (?:to|as|into|in) an? (?:mixed number|(?:simplified |common |proper |improper |reduced )*fraction|(?:simplified )?decimal|integer|whole number)(?: in (?:simplest form|lowest terms|simplest terms))?", _value),
    (rf"(?:reduce|simplify) (?:the fraction )?{_E} to (?:its )?(?:lowest|simplest) (?:terms|form)", _value),
    (rf"(?:将|把)\s*{_E}\s*(?:化为|化成|写成|化简为|约分为)(?:最简)?(?:分数|小数|带分数|假分数)", _value),
    # a bare expression
    (rf"(?:{_WHAT}|{_ASKING} (?:the )?(?:following )?(?:expression|sum|product|quotient|difference)?\s*:\s*)?{_E}\s*(?:=|equals|is equal to)?", _value),
    (rf"(?:how much is|what does) {_E}(?: equal)?", _value),
    (rf"(?:请?(?:计算|求|求值|算一下|算)|(?:下列|以下)(?:算式|表达式)的(?:值|结果))?\s*[::]?\s*{_E}\s*(?:的(?:值|结果))?\s*(?:=|等于|是|为)?\s*(?:多少|几|什么)?", _value),
)


def _derivative_zh(match: re.Match[str]) -> Ask | None:
    made = _derivative(match)
    order = {"一": "first", "二": "second", "三": "third"}.get((match["n"] or "一")[0], "first")
    return {**made, "order": order} if made else None


def _sort_either(match: re.Match[str]) -> Ask | None:
    values = expressions(match["l"])
    direction = (match["d"] or match["d2"] or "increasing").lower()
    down = direction in ("descending", "decreasing", "greatest to least", "largest to smallest", "highest to lowest")
    return {"op": "sort", "values": values, "descending": down} if values and len(values) > 1 else None


#: Every word that a question of these kinds can have.
WORDS = tuple(pattern for pattern, _ in _ROWS)
_TABLE = tuple((re.compile(pattern, re.IGNORECASE), make) for pattern, make in _ROWS)


def ask(sentence: str) -> Ask | None:
    """The request that ``sentence`` makes, or None.

    Args:
        sentence: one whole sentence, its last sign taken off, LaTeX marks too.
    """
    for pattern, make in _TABLE:
        match = pattern.fullmatch(sentence)
        made = make(match) if match else None
        if made:
            return made
    return None
