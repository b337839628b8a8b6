"""Equations said in words that leave no doubt: "half of 20 is 10", "3和4的和是7", "5的平方是25"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from toolkits.quantities import read_all
from verifier.reading._equations import Equation
from verifier.reading._literals import positions
from verifier.reading._numbers import PERCENT, from_quantity

_N: Final = r"[$£€¥￥]?\s?(?P<{}>-?\d[\d,]*(?:\.\d+)?)"
_MORE: Final = r"(?:\s*(?:,|,?\s+and|、|和)\s*[$£€¥￥]?-?\d[\d,]*(?:\.\d+)?)*"
_IS: Final = r"\s*(?:\bis\b|\bare\b|\bequals\b|\bmakes\b|\bgives\b|=|是|为|等于|得)\s*"
_RESULT: Final = r"(?P<result>[$£€¥￥]?\s?-?\d[\d,]*(?:\.\d+)?\s?%?)"
_START: Final = r"(?:(?<=^)|(?<=[\s(,，。:：;；“\"]))"
# Nothing that could go on with the number or turn it into something else.
_STOP: Final = re.compile(
    r"(?![\d.,]*\d)(?!\s*(?:[-+*/×÷^=(<>]|x\s*\d|(?:more|less|fewer|times|percent|of"
    r"|or|and a|to|out)\b|倍|或|到))"
)
_BELONGS: Final = re.compile(
    r"(?:\b(?:than|of|plus|minus|times|by|and|over|per|if|not|is|half|twice|double|triple|other|another"
    r"|for|with|between)|[-+*/×÷^%\d]|的|如果|不|和)\s*$",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_SHARES: Final = {
    **dict.fromkeys(("half", "one half", "a half", "one-half"), "1/2"),
    **dict.fromkeys(("a third", "one third", "one-third"), "1/3"),
    **dict.fromkeys(("two thirds", "two-thirds"), "2/3"),
    **dict.fromkeys(
        ("a quarter", "one quarter", "one-quarter", "a fourth", "one fourth", "one-fourth"), "1/4"
    ),
    **dict.fromkeys(("three quarters", "three-quarters", "three fourths", "three-fourths"), "3/4"),
    **dict.fromkeys(("a fifth", "one fifth", "one-fifth"), "1/5"),
    **dict.fromkeys(("a tenth", "one tenth", "one-tenth"), "1/10"),
    **dict.fromkeys(("twice", "double", "two times"), "2"),
    **dict.fromkeys(("thrice", "triple", "three times"), "3"),
    "four times": "4",
    "five times": "5",
}
_SHARES_ZH: Final = {
    **dict.fromkeys(("一半", "二分之一"), "1/2"),
    "三分之一": "1/3",
    "三分之二": "2/3",
    "四分之一": "1/4",
    "四分之三": "3/4",
    "五分之一": "1/5",
    "十分之一": "1/10",
    **dict.fromkeys(("两倍", "二倍"), "2"),
    "三倍": "3",
    "四倍": "4",
    "五倍": "5",
    "十倍": "10",
}
_JOINED: Final = {
    "sum": " + ",
    "和": " + ",
    "总和": " + ",
    "product": " * ",
    "积": " * ",
    "乘积": " * ",
    "difference": " - ",
    "差": " - ",
}


def _a(match: re.Match[str]) -> str:
    return match["a"]


def _operands(match: re.Match[str]) -> list[str]:
    return _NUMBER.findall(match["all"])


def _sum_like(match: re.Match[str]) -> str:
    return _JOINED[match["what"].lower()].join(_operands(match))


def _mean(match: re.Match[str]) -> str:
    numbers = _operands(match)
    return f"({' + '.join(numbers)}) / {len(numbers)}"


def _share(match: re.Match[str]) -> str:
    return f"{_SHARES[match['what'].lower()]} * {match['a']}"


def _share_zh(match: re.Match[str]) -> str:
    return f"{match['a']} * {_SHARES_ZH[match['what']]}"


def _any_of(words: dict[str, str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_ALL: Final = rf"(?P<all>[$£€¥￥]?-?\d[\d,]*(?:\.\d+)?{_MORE})"
_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = tuple(
    (re.compile(rf"{_START}{pattern}{_IS}{_RESULT}", re.IGNORECASE | re.MULTILINE), lhs)
    for pattern, lhs in (
        (rf"(?:the\s+)?(?P<what>sum|product|difference)\s+(?:of|between)\s+{_ALL}", _sum_like),
        (rf"(?:the\s+)?(?:average|mean)\s+of\s+{_ALL}", _mean),
        (rf"(?P<what>{_any_of(_SHARES)})\s+(?:of\s+)?{_N.format('a')}", _share),
        (rf"{_N.format('a')}\s+squared", lambda m: f"{_a(m)}^2"),
        (rf"{_N.format('a')}\s+cubed", lambda m: f"{_a(m)}^3"),
        (rf"(?:the\s+)?square\s+of\s+{_N.format('a')}", lambda m: f"{_a(m)}^2"),
        (rf"(?:the\s+)?square\s+root\s+of\s+{_N.format('a')}", lambda m: f"sqrt({_a(m)})"),
        (rf"{_N.format('a')}\s+more\s+than\s+{_N.format('b')}", lambda m: f"{m['b']} + {_a(m)}"),
        (rf"{_N.format('a')}\s+less\s+than\s+{_N.format('b')}", lambda m: f"{m['b']} - {_a(m)}"),
    )
) + tuple(
    (re.compile(rf"{pattern}{_IS}{_RESULT}", re.MULTILINE), lhs)
    for pattern, lhs in (
        (rf"{_N.format('a')}\s*的平方(?!根)", lambda m: f"{_a(m)}^2"),
        (rf"{_N.format('a')}\s*的立方(?!根)", lambda m: f"{_a(m)}^3"),
        (rf"{_N.format('a')}\s*的(?:算术)?平方根", lambda m: f"sqrt({_a(m)})"),
        (rf"{_N.format('a')}\s*的(?P<what>{_any_of(_SHARES_ZH)})", _share_zh),
        (rf"{_N.format('a')}\s*的\s*(?P<b>\d[\d,]*(?:\.\d+)?)\s*%", lambda m: f"{_a(m)} * {m['b']}%"),
        (rf"{_N.format('a')}\s*的\s*(?P<b>\d+(?:\.\d+)?)\s*倍", lambda m: f"{_a(m)} * {m['b']}"),
        (rf"{_ALL}\s*的(?P<what>总?和|差|乘?积)", _sum_like),
        (rf"{_ALL}\s*的(?:平均数|平均值|均值)", _mean),
    )
)  # fmt: skip
_WORDS: Final = (
    " of ", " squared", " cubed", "wice ", "ouble ", "riple ", "hrice ", " times ", "alf ", "more than",
    "less than", "的",
)  # fmt: skip


def find_spoken(text: str) -> Iterator[Equation]:
    """Equations in words, each within one clause and with nothing before it that may belong to it."""
    last = 0
    for at in positions(text, _WORDS):
        if at < last:
            continue
        start, end = _clause(text, at)
        last = end
        for pattern, lhs in _FORMS:
            for match in pattern.finditer(text, start, end):
                made = _made(text, match, lhs)
                if made is not None:
                    yield made


def _clause(text: str, at: int) -> tuple[int, int]:
    start = max(text.rfind(mark, 0, at) for mark in ("\n", ". ", "。", "；", "; "))
    ends = [e for e in (text.find(mark, at) for mark in ("\n", ". ", "。", "；", "; ")) if e >= 0]
    return start + 1, min(ends, default=len(text))


def _made(text: str, match: re.Match[str], lhs: Callable[[re.Match[str]], str]) -> Equation | None:
    if _STOP.match(text, match.end()) is None or _BELONGS.search(
        text, max(0, match.start() - 16), match.start()
    ):
        return None
    found = read_all(text, match.start("result"), match.end("result"))
    if len(found) != 1 or found[0].alternatives:
        return None
    quantity = found[0]
    if quantity.unit == PERCENT:
        return None
    number = from_quantity(quantity)
    start = match.start() + len(match[0]) - len(match[0].lstrip())
    return Equation(lhs(match).replace(",", ""), number, (start, quantity.end), quantity.approx)
