"""Which formula a query names: a name, the formula's own words and fillers must explain all of it."""

from __future__ import annotations

import unicodedata
from functools import cache

from toolkits import lazy_re as re
from toolkits.formulas._facts import Fact, facts_by_id

_MAX_QUERY = 300
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|[\u4e00-\u9fff]+")
_ENGLISH_FILLERS = """
a an the of for in with from to and by is are what which how do does i you we one find calculate
calculating compute computing formula formulas equation calculation standard general correct mathematical math
on used use its it given when per expression definition
"""
_CHINESE_FILLERS = """
计算公式 公式 计算 方法 求法 什么是 是什么 什么 怎么 如何 怎样 的 求 算 标准 数学 一般 通用
用 为 是 和 与 及 按 下 时 请问 一个 给出 查询 正确 吗
"""
_FILLERS = frozenset(_ENGLISH_FILLERS.split())
_FILLERS_ZH = tuple(sorted(_CHINESE_FILLERS.split(), key=len, reverse=True))


def find(query: str) -> tuple[Fact, ...]:
    """The facts whose name explains the query best; empty when something of the query stays unexplained."""
    text = unicodedata.normalize("NFKC", query[: _MAX_QUERY + 1]).casefold()
    if len(text) > _MAX_QUERY:
        return ()
    english = frozenset(word for word in _WORD.findall(text) if word.isascii())
    chinese = tuple(run for run in _WORD.findall(text) if not run.isascii())
    scored = [(score, fact) for fact in facts_by_id().values() if (score := _score(fact, english, chinese))]
    best = max((score for score, _ in scored), default=0)
    return tuple(fact for score, fact in scored if score == best)


def _score(fact: Fact, english: frozenset[str], chinese: tuple[str, ...]) -> int:
    """How much of the query the fact's best name covers; 0 when the rest is not explained."""
    if chinese and not english:
        return max((_score_zh(name, chinese, _allowed(fact, "zh")) for name in fact.names["zh"]), default=0)
    if english and not chinese:
        allowed = _allowed(fact, "en")
        return max((_score_en(name, english, allowed) for name in fact.names["en"]), default=0)
    return 0


@cache
def _name_words(name: str) -> frozenset[str]:
    return frozenset(_WORD.findall(name)) - _FILLERS


def _score_en(name: str, query: frozenset[str], allowed: frozenset[str]) -> int:
    words = _name_words(name)
    rest = query - words - _FILLERS - allowed
    return len(words) if words <= query and not rest else 0


def _score_zh(name: str, runs: tuple[str, ...], allowed: frozenset[str]) -> int:
    text = "|".join(runs)
    parts = name.split(" ")
    for part in sorted(parts, key=len, reverse=True):
        if part not in text:
            return 0
        text = text.replace(part, "|", 1)
    for word in (*sorted(allowed, key=len, reverse=True), *_FILLERS_ZH):
        text = text.replace(word, "|")
    return sum(map(len, parts)) if not text.strip("|") else 0


def _allowed(fact: Fact, language: str) -> frozenset[str]:
    return _further_words(fact.id, language)


@cache
def _further_words(fact_id: str, language: str) -> frozenset[str]:
    """Words that a query for this fact may hold too: its own list and the meanings of its variables."""
    fact = facts_by_id()[fact_id]
    meanings = [meaning[language].casefold() for meaning in fact.variables.values()]
    words = {word for text in meanings for word in _WORD.findall(text)}
    return frozenset((*words, *fact.words.get(language, ())))
