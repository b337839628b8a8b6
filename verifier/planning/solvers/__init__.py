"""Questions that can themselves be computed: one module a kind of question.

A module is loaded when a question first shows a sign of its kind. The signs are broad on purpose: they only spare
loading, and each solver judges for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module

from toolkits import lazy_re as re
from verifier.planning._derivation import Derivation, QuestionText, Solver

__all__ = ["SOLVERS"]

_Sign = Callable[[QuestionText], bool]


@dataclass(slots=True)
class _OnDemand:
    """The solver of a module that is loaded at the first sign."""

    module: str
    sign: _Sign
    _solve: Solver | None = field(default=None, init=False)

    def __call__(self, question: QuestionText) -> list[Derivation]:
        if not self.sign(question):
            return []
        return self._loaded()(question)

    def _loaded(self) -> Solver:
        solve = self._solve
        if solve is None:
            solve = self._solve = import_module(f"{__name__}.{self.module}").solve
        return solve


def _says(*words: str) -> _Sign:
    """Whether the question holds one of these, in small or capital letters."""

    def says(question: QuestionText) -> bool:
        folded = question.folded
        for word in words:  # noqa: SIM110  (`any` costs twice as much, for a hundred words of each question)
            if word in folded:
                return True
        return False

    return says


def _finds(pattern: str) -> _Sign:
    """Whether a pattern is found in the question's small letters."""
    compiled = re.compile(pattern)
    return lambda question: compiled.search(question.folded) is not None


def _begins(*words: str) -> _Sign:
    return lambda question: question.stem.startswith(words)


_spells = _says("alphabet", "lexicograph", "dictionary", "a to z", "z to a", "a-z", "字母", "字典")
_STATISTICS = (
    "mean", "average", "median", "mode", "range", "variance", "deviation", "sum", "total", "product", "imum", "est",
    "difference", "rows", "平均", "均值", "中位数", "众数", "极差", "方差", "标准差", "总和", "最", "行",
)  # fmt: skip
_INTEGERS = (
    "prime", "composite", "multiple", "divis", "factor", "square", "cube", "even", "odd", "integer", "number",
    "质数", "素数", "合数", "偶数", "奇数", "平方数", "倍数", "整除", "因数", "约数",
)  # fmt: skip
_CALCULUS = ("integra", "antideriv", "\\int", "∫", "积分", "'(", "derivative", "differentiate", "导")
_SEQUENCES = (
    "sequence",
    "progression",
    "series",
    "sum",
    "first",
    "数列",
    "自然数",
    "整数",
    "加到",
    "奇数",
    "偶数",
)
_COMBINATORICS = r"ways|comb|permut|arrang|choose|[cp]_?\{?\(?\d|\d\s*[cp]\s*\d|种|组合|排列|选法|排法"

#: Every solver, in the order in which they are asked.
SOLVERS: tuple[Solver, ...] = (
    _OnDemand(
        "_query", lambda question: bool(question.databases or question.data) and "select" in question.folded
    ),
    _OnDemand("_booleans", _says("true", "false", "真", "假")),
    _OnDemand(
        "_deductions",
        _finds(
            r"\b(?:all|every|no|some|if|either|whenever)\b[^?]*\?|\b[a-z] or [a-z]\b[^?]*\?|(?:所有|凡|没有|有[些的]|如果|若|只[要有]|每)[^?？]*[?？]"
        ),
    ),
    _OnDemand("_brackets", _says(*"()[]{}<>（）［］｛｝＜＞")),
    _OnDemand("_words", lambda question: question.stem.islower() or _spells(question)),
    _OnDemand("_swaps", _says("swap", "switch", "trade", "exchange", "交换", "互换", "对调")),
    _OnDemand("_navigate", _says("instructions", "指令")),
    _OnDemand("_ordering", _says("fixed order", "logically consistent", "顺序", "逻辑一致")),
    _OnDemand(
        "_dates",
        _says(
            "date",
            "day",
            "leap year",
            "week",
            "month",
            "how old",
            "quarter",
            "月",
            "星期",
            "周",
            "礼拜",
            "天",
            "日",
            "闰年",
            "岁",
            "季度",
        ),
    ),
    _OnDemand("_counting", _begins("I ", "You ", "There ", "We ", "She ", "He ", "They ", "我有")),
    _OnDemand("_scene", _begins("On the ")),
    _OnDemand("_rows", _says("header")),
    _OnDemand("_filters", lambda question: bool(question.data)),
    _OnDemand("_number_problems", _says("number", "integer", "数")),
    _OnDemand("_statistics", _says(*_STATISTICS)),
    _OnDemand("_integers", _says(*_INTEGERS)),
    _OnDemand("_systems", lambda question: question.text.count("=") > 1),
    _OnDemand("_algebra", lambda _: True),
    _OnDemand("_calculus", _says(*_CALCULUS)),
    _OnDemand("_sequences", _says(*_SEQUENCES)),
    _OnDemand("_combinatorics", _finds(_COMBINATORICS)),
    _OnDemand("_clock", _finds(r"\d\s*[ap]\.?m\b|\d:\d\d|o'clock|noon|midnight|\d\s*[点时:]")),
    _OnDemand("_inequalities", _says(*"<>≤≥⩽⩾", "\\l", "\\g")),
    _OnDemand("_price_chain", _says("%", "％", "折", "percent")),
    _OnDemand("_listed_values", _says("average", "mean", "平均", "temperature", "气温", "温度")),
    _OnDemand("_shares", _says(":", "：")),
    _OnDemand("_two_kinds", _says("how many")),
)
