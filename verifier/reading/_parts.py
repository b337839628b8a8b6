"""Which of an answer's values answers which part of a question that asks several things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache
from typing import Final

from toolkits import lazy_re as re
from verifier.reading._labels import LABELS, content_words
from verifier.reading._markers import Stated, distinct, same_paragraph
from verifier.reading._records import AskedPart
from verifier.reading._tables import in_line, in_table
from verifier.reading._values import read_value

_STATES: Final = re.compile(
    r"(?![A-Za-z])[^\d\n.;。；]{0,40}?(?:\bis\b|\bare\b|\bwas\b|\bequals?\b|[=:：≈]|为|是|等于"
    r"|约)\s*(?:equal to"
    r"|about|approximately|\\approx|=|:|约|：)?\s*",
    re.IGNORECASE,
)
_GIVES: Final = re.compile(r"(?![A-Za-z_(])\s*(?:=|:|：|is\b|为|是|等于|\\approx|≈)\s*")
_CLAUSE_END: Final = re.compile(
    r"[;；。\n]|\.(?=\s|$)|,?\s+(?:and|while)\s+(?:(?:the|its)\b|(?=[A-Za-z]\s*(?:=|is\b)))|,\s+(?:and|the"
    r"|while)\b|，"
)
_SENTENCE_START: Final = re.compile(r"[.;。；\n]\s")
_LONGEST_CONTEXT: Final = 300
_EITHER: Final = re.compile(r"[^.。\n]{0,40}(?:\bor\b|或)[^.。\n]{0,20}", re.IGNORECASE)
_POINT: Final = ("(", "[", "（")
_MORE: Final = re.compile(
    r"[\s$*_]*(?:,|，|;|；|、|\band\b|和)+\s*(?:and\s+)?[\s$*_]*(?P<name>[A-Za-z](?:_\w)?)\s*[=＝]\s*(?!=)",
    re.IGNORECASE,
)


def assign(
    text: str, question: str, asked: Sequence[AskedPart], values: list[Stated]
) -> list[tuple[str, Stated]]:
    """Pair the marked values with the parts: by name, by the words around them, by order; else unlabelled."""
    by_name = {v.found.name: v for v in values if v.found.name}
    if all(part.label in by_name for part in asked):
        return [(part.label, by_name[part.label]) for part in asked]
    last = [v for v in values if v.span[0] == values[-1].span[0]]
    if len(last) == len(asked) > len(distinct(last)):  # "(3, 3)"
        return in_order(text, asked, last)
    different = distinct(values)
    if len(different) == 1 and not all(p.label for p in asked):
        return [("", values[-1])]
    worded = _by_words(text, question, asked, different)
    if worded:
        return worded
    together = same_paragraph(text, different) or len({v.span[0] for v in different}) == 1
    if len(different) == len(asked) and (together or all(v.boxed for v in different)):
        return in_order(text, asked, different)
    found = find_parts(text, asked)
    return found if len(found) == len(asked) else [("", v) for v in different[-len(asked) :]]


def in_order(text: str, asked: Sequence[AskedPart], values: Sequence[Stated]) -> list[tuple[str, Stated]]:
    """The values for the parts as they stand; a point's are of x, then y, in whatever order asked."""
    labels = [part.label for part in asked]
    start = values[0].found.span[0]
    if text[start - 1 : start] in _POINT and all(len(label) == 1 for label in labels):
        labels.sort()
    return list(zip(labels, values, strict=True))


def unasked(text: str, pairs: Sequence[tuple[str, Stated]], asked: Sequence[AskedPart]) -> list[Stated]:
    """What is stated in one breath with the parts and was not asked for: "x = 7, y = 3, z = 5"."""
    labels = {part.label for part in asked}
    if not pairs or not all(len(label) == 1 for label in labels):
        return []
    return unasked_after(text, max(value.found.span[1] for _, value in pairs), labels)


def unasked_after(text: str, at: int, labels: AbstractSet[str]) -> list[Stated]:
    """The values of other names than ``labels`` that stand in a row from ``at`` on."""
    known = set(labels)
    found: list[Stated] = []
    while (more := _MORE.match(text, at)) is not None and more["name"] not in known:
        value = read_value(text, more.end(), _clause_end(text, more.end()), "number")
        if value is None or value.kind not in ("number", "quantity"):
            break
        found.append(Stated(replace(value, name=more["name"], more=()), (more.start("name"), value.span[1])))
        known.add(more["name"])
        at = value.span[1]
    return found


def _by_words(
    text: str, question: str, asked: Sequence[AskedPart], values: list[Stated]
) -> list[tuple[str, Stated]]:
    """Each value goes to the part whose own words stand before it, else after it; [] if a doubt is left."""
    own = _own_words(question, asked)
    for around in (_before, _after):
        places = [_best(own, set(content_words(around(text, values, i)))) for i in range(len(values))]
        if None not in places and len(set(places)) == len(places):
            pairs = [(asked[p].label, v) for p, v in zip(places, values, strict=True) if p is not None]
            return pairs if all(label for label, _ in pairs) else []
    return []


def _best(own: list[set[str]], around: set[str]) -> int | None:
    """Index of the one part with the most words ``around``; ``None`` where there is no such one."""
    scores = [len(words & around) for words in own]
    best = max(scores)
    return scores.index(best) if best and scores.count(best) == 1 else None


def _own_words(question: str, asked: Sequence[AskedPart]) -> list[set[str]]:
    """The content words of each part that no other part has."""
    words = [set(content_words(question[p.span[0] : p.span[1]])) for p in asked]
    return [w - set().union(*(o for j, o in enumerate(words) if j != i)) for i, w in enumerate(words)]


def _before(text: str, values: list[Stated], i: int) -> str:
    """The sentence before one value, back to the value before it."""
    start = values[i].span[0]
    low = max(0, start - _LONGEST_CONTEXT, values[i - 1].span[1] if i else 0)
    low = max((m.end() for m in _SENTENCE_START.finditer(text, low, start)), default=low)
    return text[low:start]


def _after(text: str, values: list[Stated], i: int) -> str:
    """The clause after one value, up to the next value."""
    end = values[i].span[1]
    following = values[i + 1].span[0] if i + 1 < len(values) else len(text)
    return text[end : min(following, _clause_end(text, end))]


def find_parts(text: str, asked: Sequence[AskedPart]) -> list[tuple[str, Stated]]:
    """The parts that the text names with a value ("mean = 5, median = 4", "x = 3")."""
    found = ((part.label, _by_label(text, part)) for part in asked)
    named = [(label, value) for label, value in found if value is not None]
    return named if len(named) == len(asked) else max(named, _set_out(text, asked), key=len)


def _set_out(text: str, asked: Sequence[AskedPart]) -> list[tuple[str, Stated]]:
    """The parts that a table, or a line of names and numbers, gives a value."""
    line = in_line(text, [part.label for part in asked])
    found: list[tuple[str, Stated]] = []
    for part in asked:
        span = line.get(part.label) or (in_table(text, part.label) if _is_name(part.label) else None)
        value = read_value(text, *span, part.kind) if span else None
        if value is not None and value.kind in ("number", "quantity"):
            found.append((part.label, Stated(value, value.span)))
    return found


def _by_label(text: str, part: AskedPart) -> Stated | None:
    """The last place where the part's name is given a value."""
    last = None
    if not _is_name(part.label):
        return None
    before = -1
    for start, end in _named_places(text, part.label):
        if before >= 0 and _EITHER.fullmatch(text, before, start):
            return None  # "x = 7, y = 3 or x = 3, y = 7"
        before = end
        found = read_value(text, end, _clause_end(text, end), part.kind)
        if found is not None and found.kind in ("number", "quantity", "boolean", "date", "choice"):
            last = Stated(found, (start, found.span[1]))
    return last


def _is_name(label: str) -> bool:
    """A variable or a known name; the nouns of a story are too loose to find a value by."""
    return label in LABELS or len(label) == 1 or "_" in label


def _named_places(text: str, label: str) -> Iterator[tuple[int, int]]:
    """Where ``label`` stands with a word that gives it a value; the end is where the value starts."""
    for match in _label_pattern(label).finditer(text):
        states = (_STATES if label in LABELS else _GIVES).match(text, match.end())
        if states:
            yield match.start(), states.end()


@lru_cache(maxsize=256)
def _label_pattern(label: str) -> re.Pattern[str]:
    if label in LABELS:
        return re.compile(rf"(?<![A-Za-z])(?:{LABELS[label]})(?![A-Za-z])", re.IGNORECASE)
    factor = r"\d)" if len(label) == 1 else ""  # "2x = 8" says nothing of x yet
    return re.compile(rf"(?<![A-Za-z\\_{factor}]){re.escape(label)}(?![A-Za-z])")


def _clause_end(text: str, at: int) -> int:
    match = _CLAUSE_END.search(text, at)
    return match.start() if match else len(text)
