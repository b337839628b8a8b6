"""Questions that follow things through a series of swaps ("tracking shuffled objects")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from toolkits import lazy_re as re
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core

_MARKS = ("swap", "switch", "trade", "exchange", "交换", "互换", "对调")
_SENTENCE = re.compile(r"(?<=[.。!?？])\s*")
_HAS = (
    r"(?:has|gets|have|holds|is holding|is playing|plays|is dancing with|dances with|starts with|owns|is given|receives|is assigned|picks|chooses|buys|is wearing|wears|is at|is in"
    r"|拿着|有|得到|拥有|手里有|持有|踢|担任|打|与|和|跟|买了|分到)"
)
_WORD = r"[^\W\d_][\w'-]*"
_NAME = rf"{_WORD}(?: {_WORD})?"
_TURN = re.compile(
    rf"(?:(?:first|then|next|after that|afterwards?|later|finally|lastly|second|third|fourth|fifth|subsequently|following that)\s*,?\s+)?(?P<a>{_NAME}) and (?P<b>{_NAME})"
    rf" (?:swap|switch|trade|exchange)(?:s|ped|ed|d)?(?: (?:their|the))?(?: [a-z]+){{0,2}}(?: with each other)?\.?",
    re.IGNORECASE,
)
_TURN_ZH = re.compile(
    r"(?:(?:首先|先|然后|接着|接下来|随后|再|之后|最后|第[一二三四五六七八九十]步)[,，]?\s*)?(?P<a>[^\s,，。和与跟]{1,8})(?:和|与|跟)(?P<b>[^\s,，。和与跟]{1,8}?)(?:互相|相互)?(?:交换|互换|对调)(?:了)?(?:彼此的|各自的|他们的|她们的)?(?:[^\s,，。和与跟]{0,6})[。.]?"
)
_END = re.compile(
    rf"(?:(?:at|by|in) the (?:very )?end(?: of (?:the )?{_WORD}(?: {_WORD})?)?|(?:after|following) (?:all )?(?:the|these|those) (?:swaps|trades|exchanges))\s*,\s*"
    rf"(?:(?P<who>{_NAME}) {_HAS}(?: the)?|(?:what|which (?:{_WORD} )?(?:{_WORD} )?)\s*(?:does|is) (?P<who2>{_NAME}) (?:have|hold|holding|playing|dancing with))\s*[:.?]?",
    re.IGNORECASE,
)
_END_ZH = re.compile(
    rf"(?:[^\s,，。]{{0,8}}(?:结束|最后|最终)(?:时|后)?)[,，]?\s*(?P<who>[^\s,，。和与跟]{{1,8}}?){_HAS}(?:的是|的|着|了)?(?:什么|谁|哪个[^\s?？。]{{0,6}}|哪[^\s?？。]{{1,6}})?(?:跳舞)?(?P<who2>(?!))?[:.?？。]?"
)
_FLUFF = re.compile(
    r"[^\d]*\b(?:pairs?|occasionally|often|start|players?|dancers?|people|friends|swap|swaps|trade|trading|switch|exchange|partners?|proceeds|progresses)\b[^\d]*"
    r"|[^\d]*(?:两两|交换|互换|对调|进行)[^\d]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Story:
    initial: dict[str, str]
    turns: list[list[str]]
    who: str


def solve(question: QuestionText) -> list[Derivation]:
    """What the person asked about holds at the end."""
    if not any(mark in question.text for mark in _MARKS):
        return []
    story = _read(core(question.stem))
    if story is None:
        return []
    return [
        Derivation(
            kind="text",
            tool="swaps",
            tool_input={"initial": story.initial, "swaps": story.turns, "ask": story.who},
            description=f"what {story.who} has after {len(story.turns)} swaps",
        )
    ]


def _read(text: str) -> _Story | None:
    sentences = [s for s in _SENTENCE.split(text) if s]
    start = next((i for i, s in enumerate(sentences) if _is_assignment(s)), None)
    if start is None or start > 2 or len(sentences) < start + 3:
        return None
    initial = _assignment(sentences[start])
    end = (_END.fullmatch(sentences[-1]) or _END_ZH.fullmatch(sentences[-1])) if initial else None
    if initial is None or end is None:
        return None
    who = _known((end["who"] or end["who2"]).strip(), initial)
    turns = list(_turns(sentences[start + 1 : -1], initial))
    if who is None or not turns or not all(turns) or not _covers(sentences[:start], initial):
        return None
    return _Story(initial, [t for t in turns if t], who)


def _is_assignment(sentence: str) -> bool:
    _, colon, tail = sentence.partition(":")
    return bool(colon) and len(re.findall(_HAS, tail)) >= 2


def _assignment(sentence: str) -> dict[str, str] | None:
    """``A has a red ball, B has …`` after the colon; None unless every item has that form."""
    tail = sentence.partition(":")[2].strip().rstrip(".。 ")
    items = re.split(r"\s*[,，;；]\s*(?:and\s+|以及|而)?|\s+and\s+(?=[A-Z])", tail)
    found: dict[str, str] = {}
    for item in items:
        match = re.fullmatch(rf"(?P<who>{_NAME}|[^\s,，]{{1,8}}?)\s?(?P<has>{_HAS})\s?(?P<what>.+)", item)
        if match is None or match["who"] in found:
            return None
        found[match["who"]] = re.sub(r"^(?:an?|一个|一份|一本|一件)\s*|(?:跳舞)$", "", match["what"])
    return found if len(found) > 1 else None


def _turns(sentences: Sequence[str], initial: dict[str, str]) -> Iterator[list[str] | None]:
    """The swaps in order; None for a sentence that is neither a swap nor mere narration before the first."""
    begun = False
    for sentence in sentences:
        match = _TURN.fullmatch(sentence) or _TURN_ZH.fullmatch(sentence)
        pair = [_known(match[side], initial) for side in ("a", "b")] if match else []
        if match and None not in pair and pair[0] != pair[1]:
            begun = True
            yield [name for name in pair if name]
        elif begun or any(name in sentence for name in initial) or not _FLUFF.fullmatch(sentence):
            yield None


def _known(name: str, initial: dict[str, str]) -> str | None:
    return name if name in initial else None


def _covers(sentences: Sequence[str], initial: dict[str, str]) -> bool:
    """The introduction names the same people and no number."""
    text = " ".join(sentences)
    return not sentences or (not re.search(r"\d", text) and all(name in text for name in initial))
