"""Names of asked parts: variables, statistics and shapes by canonical name, other things by their noun."""

from __future__ import annotations

from typing import Final

from toolkits import lazy_re as re

#: What statistics, shapes and the like are called, by canonical label.
LABELS: Final[dict[str, str]] = {
    "mean": "arithmetic mean|mean|average|平均数|平均值|均值|平均",
    "median": "median|中位数|中值",
    "mode": "mode|众数",
    "range": "range|极差",
    "variance": "variance|方差",
    "standard deviation": "standard deviation|标准差",
    "surface area": "surface area|表面积",
    "area": "area|面积",
    "perimeter": "perimeter|周长",
    "circumference": "circumference|圆周长",
    "volume": "volume|体积|容积",
    "sum": "sum|总和|之和",
    "difference": "difference|之差",
    "product": "product|乘积|之积",
    "quotient": "quotient|商",
    "remainder": "remainder|余数",
    "interest": "interest|利息",
    "total": "total amount|total|本息和|总额|总计",
    "minimum": "minimum|smallest|least|最小值",
    "maximum": "maximum|largest|greatest|最大值",
}
_LABEL: Final = re.compile(
    "|".join(rf"(?P<L{i}>(?:{p})(?![A-Za-z]))" for i, p in enumerate(LABELS.values())), re.IGNORECASE
)
_NAMES: Final = tuple(LABELS)
# "What is the", "Find its", "求3和4的": what comes next is what is asked for.
_HEAD: Final = re.compile(
    r"\b(?:what (?:is|are|was|were)|find|calculate|compute|determine|give|work out)\s+(?:the |its |his "
    r"|her |their )?(?:value of )?"
    r"|(?:求出?|计算|算出)(?:[^，。；？?]*的)?",
    re.IGNORECASE,
)
_AND: Final = re.compile(
    r"\s*(?:,|、|，)?\s*(?:\band\b|和|与|及|以及|、|,|，)\s*(?:the\s+|its\s+)?", re.IGNORECASE
)
_ONE_VARIABLE: Final = r"[A-Za-z](?:_\w)?"
_VARIABLES: Final = re.compile(
    r"(?:\b(?:find|solve for|determine|calculate|compute|what (?:is|are)|values? of|for)\s+|求出?|解出"
    r"|计算)\s*"
    r"(?:the )?(?:values? of )?(?:the )?(?:unknown )?(?:variables? )?\$?"
    rf"({_ONE_VARIABLE}(?:\s*(?:,|、|，|\band\b|和|与|及)+\s*\$?\$?(?:and "
    rf")?{_ONE_VARIABLE}\b)*)\$?(?![A-Za-z'’])",
    re.IGNORECASE,
)
_VARIABLE: Final = re.compile(rf"(?<![A-Za-z]){_ONE_VARIABLE}(?![A-Za-z])")
_ARTICLES: Final = frozenset("aAI")
_AFTER_NOUN: Final = (
    "did|do|does|are|is|was|were|will|would|can|could|should|have|has|had|must|each|of"
    "|for|in|to|at|he|she|it|they|you|i"
)
# "how many adults came", "find the smaller number of", "how old is the bride"
_COUNTED: Final = (
    rf"\bhow (?:many|much) (?:more |fewer |less )?((?!(?:{_AFTER_NOUN})\b)[\w'’ -]*?)"
    rf"(?= (?:{_AFTER_NOUN})\b|\s*[?,.]|$)"
)
_FOUND: Final = (
    r"\b(?:find|what (?:is|are|was|were)|calculate|determine) (?:the |his |her |their |its )?"
    r"([a-z][\w'’ -]*?)"
    r"(?= (?:of|in|for|at|that|which|if|when|to|on|from|between|after|before)\b|\s*[?,.]|$)"
)
_MEASURED: Final = (
    r"\bhow (?:old|long|far|tall|fast|heavy) (?:is|was|are|were|will|would|did|does|do) "
    r"((?:the )?[a-z][\w'’ -]*?)(?= (?:be|take|travel)\b|\s*[?,.]|$)"
)
_NOUNS: Final = tuple(re.compile(pattern, re.IGNORECASE) for pattern in (_COUNTED, _FOUND, _MEASURED))
_DETERMINERS: Final = frozenset({"the", "a", "an"})
_PLURALS: Final = frozenset(("children", "people", "men", "women", "fish", "sheep", "geese", "feet", "mice"))
_CONTENT: Final = re.compile(r"\d[\d.]*|[A-Za-z][A-Za-z'’-]+|[\u4e00-\u9fff]")
_EMPTY_WORDS: Final = """
    how many much what is are was were the of in for to does do did and each will would can be there a an find
    his her their it he she they you has have had if on at by with from per that this which more total value
    values as your should must get got one
"""
_EMPTY: Final = frozenset(_EMPTY_WORDS.split())


def named_parts(clause: str) -> list[tuple[str, int, int]]:
    """What a clause asks for by name, with spans: variables, or known names joined by "and"."""
    variables = _VARIABLES.search(clause)
    if variables and variables[1] not in _ARTICLES:
        start = variables.start(1)
        found = [(m[0], start + m.start(), start + m.end()) for m in _VARIABLE.finditer(variables[1])]
        return [f for f in found if f[0] not in ("a", "A")] or found
    return next((parts for head in _HEAD.finditer(clause) if (parts := _labels_at(clause, head.end()))), [])


def _labels_at(clause: str, at: int) -> list[tuple[str, int, int]]:
    """The known name at ``at`` and those that "and" joins to it."""
    found: list[tuple[str, int, int]] = []
    while match := _LABEL.match(clause, at):
        label = _NAMES[int((match.lastgroup or "L0")[1:])]
        if label not in [f[0] for f in found]:
            found.append((label, *match.span()))
        joined = _AND.match(clause, match.end())
        if joined is None:
            break
        at = joined.end()
    return found


def has_known_name(clause: str) -> bool:
    """Whether a statistic, a shape's measure or the like is named."""
    return _LABEL.search(clause) is not None


def distinct_labels(clauses: list[str]) -> list[str]:
    """A label for each of several clauses: its noun, or where that is not distinct, the words of its own."""
    nouns = [_noun(clause) for clause in clauses]
    if len(set(nouns)) == len(nouns) and all(nouns):
        return nouns
    words = [content_words(clause) for clause in clauses]
    own = [
        [w for w in ws if not any(w in other for j, other in enumerate(words) if j != i)]
        for i, ws in enumerate(words)
    ]
    return [" ".join(ws) or noun for ws, noun in zip(own, nouns, strict=True)]


def content_words(text: str) -> list[str]:
    """Words that say what it is about, singular enough to compare, in order."""
    return list(dict.fromkeys(_stem(w) for w in _CONTENT.findall(text.lower()) if w not in _EMPTY))


def _stem(word: str) -> str:
    return re.sub(r"(?:['’]s?|(?<=[a-z]{3})s)$", "", word)


def _noun(clause: str) -> str:
    """The noun that a clause asks about: "adults" of "How many adults came?"."""
    for i, pattern in enumerate(_NOUNS):
        match = pattern.search(clause)
        if match is None:
            continue
        words = [w for w in match[1].lower().split() if w not in _DETERMINERS]
        if i == 0:  # the verb after a plural is not part of the name
            plural = next((k for k, w in enumerate(words) if w.endswith("s") or w in _PLURALS), len(words))
            words = words[: plural + 1]
        return " ".join(words)
    return ""
