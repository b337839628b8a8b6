"""Equations said in words that leave no doubt: "half of 20 is 10", "3和4的和是7", "5的平方是25"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from toolkits import lazy_re as re
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
    joined = _JOINED[match["what"].lower()].join(_operands(match))
    distance = (
        " - " in joined and "-" not in match["result"]
    )  # a difference has no sign unless one is printed
    return f"abs({joined})" if distance else joined


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
_A: Final = _N.format("a")
_B: Final = _N.format("b")
_Form: TypeAlias = tuple[tuple[str, ...], str, Callable[[re.Match[str]], str]]
# What makes a form likely, its pattern, and its left side.
_ENGLISH: Final[tuple[_Form, ...]] = (
    (
        ("sum of ", "product of ", "difference of ", "difference between "),
        rf"(?:the\s+)?(?P<what>sum|product|difference)\s+(?:of|between)\s+{_ALL}",
        _sum_like,
    ),
    (("verage of ", "mean of "), rf"(?:the\s+)?(?:average|mean)\s+of\s+{_ALL}", _mean),
    (
        tuple({share.rpartition(" ")[2][1:] + " " for share in _SHARES}),
        rf"(?P<what>{_any_of(_SHARES)})\s+(?:of\s+)?{_A}",
        _share,
    ),
    ((" squared",), rf"{_A}\s+squared", lambda m: f"{_a(m)}^2"),
    ((" cubed",), rf"{_A}\s+cubed", lambda m: f"{_a(m)}^3"),
    (("square of ",), rf"(?:the\s+)?square\s+of\s+{_A}", lambda m: f"{_a(m)}^2"),
    (("root of ",), rf"(?:the\s+)?square\s+root\s+of\s+{_A}", lambda m: f"sqrt({_a(m)})"),
    ((" more than ",), rf"{_A}\s+more\s+than\s+{_B}", lambda m: f"{m['b']} + {_a(m)}"),
    ((" less than ",), rf"{_A}\s+less\s+than\s+{_B}", lambda m: f"{m['b']} - {_a(m)}"),
)
_CHINESE: Final[tuple[_Form, ...]] = (
    (("平方",), rf"{_A}\s*的平方(?!根)", lambda m: f"{_a(m)}^2"),
    (("立方",), rf"{_A}\s*的立方(?!根)", lambda m: f"{_a(m)}^3"),
    (("平方根",), rf"{_A}\s*的(?:算术)?平方根", lambda m: f"sqrt({_a(m)})"),
    (tuple(f"的{share}" for share in _SHARES_ZH), rf"{_A}\s*的(?P<what>{_any_of(_SHARES_ZH)})", _share_zh),
    (("%", "％"), rf"{_A}\s*的\s*(?P<b>\d[\d,]*(?:\.\d+)?)\s*%", lambda m: f"{_a(m)} * {m['b']}%"),
    (("倍",), rf"{_A}\s*的\s*(?P<b>\d+(?:\.\d+)?)\s*倍", lambda m: f"{_a(m)} * {m['b']}"),
    (("和是", "和为", "和等", "差", "积"), rf"{_ALL}\s*的(?P<what>总?和|差|乘?积)", _sum_like),
    (("平均", "均值"), rf"{_ALL}\s*的(?:平均数|平均值|均值)", _mean),
)
_FORMS: Final = (
    *(
        (hints, re.compile(rf"{_START}{p}{_IS}{_RESULT}", re.IGNORECASE | re.MULTILINE), lhs)
        for hints, p, lhs in _ENGLISH
    ),
    *((hints, re.compile(rf"{p}{_IS}{_RESULT}", re.MULTILINE), lhs) for hints, p, lhs in _CHINESE),
)
_NEAR: Final = re.compile(r"\d")
_REACH: Final = 100
_DIGIT_REACH: Final = 24


def find_spoken(text: str) -> Iterator[Equation]:
    """Equations in words, each within one line and with nothing before it that may belong to it."""
    for hints, pattern, lhs in _FORMS if "的" in text else _FORMS[: len(_ENGLISH)]:
        last = 0
        for at in positions(text, hints):
            if at < last or _NEAR.search(text, max(0, at - _DIGIT_REACH), at + _DIGIT_REACH) is None:
                continue
            match = pattern.search(text, max(last, at - _REACH), at + _REACH)
            made = _made(text, match, lhs) if match else None
            if match and made:
                last = match.end()
                yield made


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
