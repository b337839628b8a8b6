"""Questions on the order of things ("logical deduction"): which option follows from the statements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.ordering import ordering
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core

_MARKS = ("fixed order", "logically consistent", "顺序", "逻辑一致")
_FLUFF = re.compile(
    r"the following (?:paragraphs?|statements?) (?:each )?describes? a set of (?P<n>\w+) objects arranged in a fixed order"
    r"|(?:the|these) statements are (?:all )?logically consistent(?: within (?:each|the) paragraph)?"
    r"|(?:q: ?)?(?:given|based on|from) the (?:above )?(?:statements?|paragraph)(?: above)?, which (?:one )?of the following (?:statements )?(?:is|must be) (?:correct|true)\?"
    r"|which (?:one )?of the following (?:statements )?(?:is|must be) (?:correct|true)\?"
    r"|(?:以下|下面|下列)(?:段落|陈述)?(?:均|都)?描述了?一组按固定顺序排列的(?:\w+个)?(?:物体|对象)"
    r"|(?:这些|每段中的|各)?陈述(?:在逻辑上(?:是)?一致|逻辑一致)(?:的)?"
    r"|(?:根据(?:以上|上述)陈述,?)?(?:以下|下列)哪(?:一)?项(?:是)?正确(?:的)?[?？]?",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"(?:on (?:a|the) \w+,? there (?:are|were) \w+ \w+|in (?:an?|the) [\w ]+?,? there (?:are|were) \w+ \w+|(?:an?|the) [\w ]+? (?:sells?|has|have|contains?|holds?|displays?|shows?) \w+ \w+"
    r"|there (?:are|were) \w+ \w+(?: (?:on|in|at) (?:an?|the) \w+)?)\s*:\s*(?P<items>.+)",
    re.IGNORECASE,
)
_COUNT = {"three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_NTH = {
    name: n
    for n, name in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"), start=1
    )
}  # fmt: skip
#: Comparatives that mean "nearer the front", by the order that they speak of: left to right, cheap to dear,
#: old to new, first to last, …
_FRONT = {
    "to the left of": "left", "less expensive than": "price", "cheaper than": "price", "older than": "age",
    "above": "rank",     "ahead of": "rank", "before": "rank", "shorter than": "height", "lighter than": "weight",
    "slower than": "speed",     "smaller than": "size", "in front of": "queue",
}  # fmt: skip
_BACK = {
    "to the right of": "left", "more expensive than": "price", "newer than": "age", "younger than": "age",
    "below": "rank",     "behind": "rank", "after": "rank", "taller than": "height", "heavier than": "weight", "faster than": "speed",
    "larger than": "size", "bigger than": "size",
}  # fmt: skip
#: Superlatives: the order that they speak of, and the end where they stand (1 front, -1 back).
_ENDS = {
    "leftmost": ("left", 1), "rightmost": ("left", -1), "cheapest": ("price", 1),
    "least expensive": ("price", 1),     "most expensive": ("price", -1), "oldest": ("age", 1), "newest": ("age", -1), "youngest": ("age", -1),
    "first": ("rank", 1), "last": ("rank", -1), "shortest": ("height", 1), "tallest": ("height", -1),
    "lightest": ("weight", 1), "heaviest": ("weight", -1), "slowest": ("speed", 1), "fastest": ("speed", -1),
    "smallest": ("size", 1), "largest": ("size", -1), "biggest": ("size", -1),
}  # fmt: skip
_BE = r"(?:is|are|was|were|finished|finishes|came|comes|stands?|placed|arrived|ranked|sits?)"
_COMPARED = re.compile(
    rf"(?:the )?(?P<a>[\w' -]+?) {_BE} (?:(?P<near>immediately|directly) )?(?P<rel>{'|'.join(map(re.escape, sorted((*_FRONT, *_BACK), key=len, reverse=True)))}) (?:the )?(?P<b>[\w' -]+)",
    re.IGNORECASE,
)
_PLACED = re.compile(
    rf"(?:the )?(?P<a>[\w' -]+?) {_BE} (?:the |in )?(?:(?P<nth>{'|'.join(_NTH)})(?P<from>(?:[- ]place)?(?: from the (?P<side>left|right|top|bottom|front|back))?(?:[- ]to[- ]last)?)[- ]?)?(?P<end>{'|'.join(map(re.escape, sorted(_ENDS, key=len, reverse=True)))})?",
    re.IGNORECASE,
)
_SIDE = {
    "left": ("left", 1),
    "right": ("left", -1),
    "top": ("rank", 1),
    "bottom": ("rank", -1),
    "front": ("queue", 1),
    "back": ("queue", -1),
}


class _Unread(Exception):  # noqa: N818  (control flow inside this module)
    """A sentence that the grammar does not cover."""


class _Reader:
    """Reads sentences about known items; every sentence must speak of the same order."""

    def __init__(self, items: Sequence[str]) -> None:
        self._items = {_bare(item): item for item in items}
        self.scales: set[str] = set()

    def constraint(self, sentence: str) -> list[str]:
        plain = sentence.strip().rstrip(".。")
        compared = _COMPARED.fullmatch(plain)
        if compared:
            return self._compared(compared)
        placed = _PLACED.fullmatch(plain)
        if placed is None or not (placed["nth"] or placed["end"]):
            raise _Unread(sentence)
        return self._placed(placed)

    def _compared(self, match: re.Match[str]) -> list[str]:
        word = match["rel"].lower()
        one, other = self._item(match["a"]), self._item(match["b"])
        relation = "right before" if match["near"] else "before"
        self.scales.add(_FRONT.get(word) or _BACK[word])
        return [one, relation, other] if word in _FRONT else [other, relation, one]

    def _placed(self, match: re.Match[str]) -> list[str]:
        nth = _NTH[match["nth"].lower()] if match["nth"] else 1
        extra = (match["from"] or "").lower()
        if match["side"]:
            scale, end = _SIDE[match["side"].lower()]
        elif "last" in extra or (match["end"] or "").lower() == "last":
            scale, end = "rank", -1
        elif match["end"]:
            scale, end = _ENDS[match["end"].lower()]
        else:
            scale, end = "rank", 1
        if match["end"] and match["side"]:
            raise _Unread(match[0])
        self.scales.add(scale)
        return [self._item(match["a"]), "at", str(nth * end)]

    def _item(self, text: str) -> str:
        found = self._items.get(_bare(text))
        if found is None:
            raise _Unread(text)
        return found


def solve(question: QuestionText) -> list[Derivation]:
    """The letter of the one option that every order which meets the statements shows."""
    if not any(mark in question.text for mark in _MARKS) or len(question.options) < 2:
        return []
    try:
        tool_input = _problem(question)
        ordering(**tool_input)
    except (_Unread, ToolkitError):
        return []
    return [
        Derivation(
            kind="choice",
            tool="ordering",
            tool_input=tool_input,
            description="the option that follows from the statements",
            values=question.options,
        )
    ]


def _problem(question: QuestionText) -> dict[str, Any]:
    sentences = list(_sentences(core(question.stem)))
    heads = [m for s in sentences if (m := _HEAD.fullmatch(s))]
    if len(heads) != 1:
        raise _Unread("no single list of things")
    items = _list(heads[0]["items"])
    reader = _Reader(items)
    told = [s for s in sentences if not _HEAD.fullmatch(s) and not _is_fluff(s, len(items))]
    constraints = [reader.constraint(s) for s in told]
    options = {letter: reader.constraint(text) for letter, text in question.options.items()}
    if len(reader.scales) != 1 or not constraints:
        raise _Unread("statements on different orders")
    return {"items": items, "constraints": constraints, "options": options}


def _sentences(text: str) -> Iterable[str]:
    for part in re.split(r"(?<=[.。?？])\s+|\s+-\s+(?=[A-Z])|(?<=[。？])|\s+(?=Q: )", text):
        sentence = part.strip().removeprefix("- ")
        if sentence:
            yield sentence.rstrip(".。")


def _is_fluff(sentence: str, count: int) -> bool:
    match = _FLUFF.fullmatch(sentence)
    if match and match["n"] and _COUNT.get(match["n"].lower()) not in (count, None):
        raise _Unread(sentence)
    return bool(match)


def _list(text: str) -> list[str]:
    items = [
        re.sub(r"^(?:and\s+)?(?:(?:an?|the)\s+)?", "", item.strip())
        for item in re.split(r",(?:\s+and)?\s+|\s+and\s+", text.rstrip("."))
    ]
    if len(items) < 2 or not all(items) or len(set(map(_bare, items))) < len(items):
        raise _Unread(text)
    return items


def _bare(text: str) -> str:
    return re.sub(r"^(?:the|an?)\s+", "", text.strip().lower())
