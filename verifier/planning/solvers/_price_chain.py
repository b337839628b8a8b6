"""A price that goes through several percentages: discounts, rises and taxes, one after another."""

from __future__ import annotations

from collections.abc import Iterator

from toolkits import lazy_re as re
from toolkits.arithmetic import arithmetic
from toolkits.errors import ToolkitError
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core

_MAX_LENGTH = 400
_MARK = re.compile(r"[%％折]|percent")
_P = r"\$\s?(?P<p>\d[\d,]*(?:\.\d+)?)"
_X = r"(?P<x>\d{1,3}(?:\.\d+)?)\s?(?:%|percent|per cent)"
_THING = r"(?!discount|tax|tip|price|sale|coupon)[a-z]+"
_A_THING = rf"(?:an?|the) (?:{_THING} ){{0,2}}{_THING}"
_IT = rf"(?:it|the price|its price|the sale price|the discounted price|{_A_THING}|the store|a store|the price of {_A_THING})"
_IS = r"(?:is|was|has been|gets|got)"
_FIRST_THEN = r"(?:first |then |later |again |subsequently |also )*"
_START = (
    rf"{_A_THING} (?:originally |normally |regularly |usually )?(?:costs?|{_IS} (?:originally )?priced at|sells for|has an? (?:original |list |regular )?price of|cost) {_P}",
    rf"(?:an?|the) {_P} (?:{_THING} ){{0,2}}{_THING}",
    rf"the (?:original |list |regular )?price of {_A_THING} (?:is|was) {_P}",
)
_DOWN = (
    rf"(?:{_IT} )?{_FIRST_THEN}(?:{_IS} )?{_FIRST_THEN}(?:discounted|marked down|reduced|decreased|lowered|cut) (?:by )?(?:another |a further |an additional )?{_X}",
    rf"(?:{_IT} )?{_FIRST_THEN}{_IS} (?:on sale )?(?:for |at )?(?:a )?{_X} off",
    rf"(?:{_IT} )?{_FIRST_THEN}(?:offers |gives |with )?(?:a |an )?(?:further |additional |another |extra )?{_X} (?:off|discount)(?: {_IS})?(?: (?:then |also )?(?:taken|applied|given))?",
    rf"{_IT} {_FIRST_THEN}(?:drops|dropped|falls|fell|decreases|decreased) by (?:another )?{_X}",
)
_UP = (
    rf"(?:{_IT} )?{_FIRST_THEN}(?:{_IS} )?{_FIRST_THEN}(?:increased|raised|marked up) by (?:another )?{_X}",
    rf"(?:{_IT} )?{_FIRST_THEN}(?:rises|rose|increases|goes up|went up) by (?:another )?{_X}",
    rf"(?:{_FIRST_THEN})?(?:an? )?{_X} (?:sales )?tax (?:is |was )?(?:then )?(?:added|applied|charged)",
    rf"(?:there is |there's |with |plus )(?:an? )?{_X} (?:sales )?tax",
    rf"(?:the )?sales tax (?:is|of) {_X}",
)
_ASKS = (
    r"what is (?:the|its) (?:final|new|total|resulting|current|final sale) (?:price|cost|amount)(?: of (?:it|the [a-z]+(?: [a-z]+)?))?(?: now| in dollars| after (?:both|all) (?:discounts|changes))?",
    r"how much (?:does|will) (?:it|the [a-z]+(?: [a-z]+)?) cost (?:now|in the end|in total)",
    r"what is the (?:price|cost) (?:now|of the [a-z]+ now)",
)
_BETWEEN = (
    r"(?:[\s,.;]|\band\b|\bthen\b|\bnow\b|\bafter that\b|\bafterwards\b|\bfinally\b|\bfirst\b|\bnext\b)+"
)
_START_ZH = (
    r"(?:某|一|这)?(?:件|个|台|双|部|种|款)?(?:商品|衣服|外套|电器|手机|产品|鞋子|上衣|裤子|裙子|大衣|电视机?|书包|玩具)?(?:的)?(?:原价|定价|标价|原来的?价格)(?:是|为)?\s*(?P<p>\d[\d,]*(?:\.\d+)?)\s*元",
)
_DOWN_ZH = (
    r"(?:先|再|又|然后|接着|后来)*(?:打|按)?(?P<f>[一二三四五六七八九](?:[五])?|\d(?:\.\d)?)折(?:出售|销售)?(?:后|之后)?",
    r"(?:先|再|又|然后|接着|后来)*(?:降价|下降|降低|优惠|下调)了?\s*(?P<x>\d{1,2}(?:\.\d+)?)\s?[%％](?:后|之后)?",
)
_UP_ZH = (
    r"(?:先|再|又|然后|接着|后来)*(?:涨价|提价|上涨|上调|加价|提高)了?\s*(?P<x>\d{1,3}(?:\.\d+)?)\s?[%％](?:后|之后)?",
)
_ASKS_ZH = (
    r"(?:那么|则|问|请问|求)?(?:这(?:件|个|台|双|种)(?:商品|衣服|外套|电器|手机|产品|鞋子)?(?:的)?)?(?:现价|现在的?(?:价格|售价)|最后的?(?:价格|售价)|最终的?(?:价格|售价)|最终售价|售价|最后售价)(?:是|为)?(?:多少)?元?",
)
_BETWEEN_ZH = r"(?:[\s,，。;；]|再|又|然后)+"
_SIGNS_ZH = dict(zip("一二三四五六七八九", "123456789", strict=True))


def _compiled(*tables: tuple[str, tuple[str, ...]]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(form, re.IGNORECASE)) for name, forms in tables for form in forms)


_LANGUAGES = (
    (_compiled(("start", _START), ("down", _DOWN), ("up", _UP), ("ask", _ASKS)), re.compile(_BETWEEN, re.IGNORECASE)),
    (_compiled(("start", _START_ZH), ("down", _DOWN_ZH), ("up", _UP_ZH), ("ask", _ASKS_ZH)), re.compile(_BETWEEN_ZH)),
)  # fmt: skip


def solve(question: QuestionText) -> list[Derivation]:
    """The price after two or more changes, each in percent of the price before it."""
    stem = question.stem
    if len(stem) > _MAX_LENGTH or question.options or not _MARK.search(stem):
        return []
    text = core(stem).strip(" ?？。.")
    for clauses, between in _LANGUAGES:
        expression = _expression(list(_clauses(text, clauses, between)))
        if expression:
            return _derivation(expression)
    return []


def _derivation(expression: str) -> list[Derivation]:
    try:
        arithmetic(expression)
    except ToolkitError:
        return []
    return [
        Derivation(
            kind="number", tool="arithmetic", tool_input={"expression": expression}, description="price after each change"
        )
    ]  # fmt: skip


def _clauses(
    text: str, clauses: tuple[tuple[str, re.Pattern[str]], ...], between: re.Pattern[str]
) -> Iterator[tuple[str, re.Match[str] | None]]:
    """The clauses from the first word to the last; ("", None) where something is left unread."""
    at = 0
    while at < len(text):
        gap = between.match(text, at)
        at = gap.end() if gap else at
        found = [(m.end(), name, m) for name, pattern in clauses if (m := pattern.match(text, at))]
        if not found:
            yield "", None
            return
        at, name, match = max(found, key=lambda each: each[0])
        yield name, match
        if at < len(text) and not between.match(text, at) and text[at - 1].isascii():
            yield "", None
            return


def _expression(clauses: list[tuple[str, re.Match[str] | None]]) -> str | None:
    names = [name for name, _ in clauses]
    changes = [(name, match) for name, match in clauses if name in ("up", "down") and match is not None]
    if names[:1] != ["start"] or names[-1:] != ["ask"] or "" in names or len(changes) < 2:
        return None
    if names.count("start") != 1 or names.count("ask") != 1 or clauses[0][1] is None:
        return None
    factors = [_factor(name, match) for name, match in changes]
    return " * ".join([clauses[0][1]["p"].replace(",", ""), *factors])


def _factor(name: str, match: re.Match[str]) -> str:
    fold = match.groupdict().get("f")
    if fold:
        digits = "".join(_SIGNS_ZH.get(sign, sign) for sign in fold)
        return f"{digits}/{100 if len(digits) == 2 and digits.isdigit() else 10}"
    return f"(1 {'-' if name == 'down' else '+'} {match['x']}/100)"
