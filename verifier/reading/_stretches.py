"""Where a text may hold an equation: the sentences around relation signs and arithmetic words."""

from __future__ import annotations

from typing import Final

from toolkits import lazy_re as re
from verifier.reading._literals import positions

_SIGNS: Final = (
    *("=", "≈", "≃", "≅", "≒", "≐", "\\approx", "\\simeq", "\\cong", "\\doteq"),
    *("equal", " plus ", " minus ", " times ", "multiplied by", "divided by", "% of ", "percent of "),
    *("等于", "等於", "加", "减", "乘", "除以"),
)
# "1/2 of 60", "16 - 3 is 13"
_SPOKEN: Final = re.compile(
    r"\d(?:/\d+ of |\)?\s?[-+*/×÷·x]\s?[($£€¥]*\d[\d.,]*\)?(?: [a-z]+)? (?:is|are|makes|gives)\b)"
)
_SPOKEN_WORDS: Final = (" of ", " is ", " are ", " makes ", " gives ")
_DIGIT: Final = re.compile(r"\d|\\frac|\\sqrt|√")
_BREAK: Final = re.compile(r"\.\s|\n")
_GOES_ON: Final = re.compile(r"[ \t&\\$]*(?:=|≈|\\approx)")
_OPENINGS: Final = " \t&\\$[("


def stretches(text: str) -> list[tuple[int, int]]:
    """Spans from sentence start to sentence end, left to right.

    A line that starts with "=" goes on with the one before. A sentence with one "=" and no number
    before it only labels a value ("Total = 5") and is left out.
    """
    signs = positions(text, _SIGNS)
    if any(word in text for word in _SPOKEN_WORDS):
        signs = sorted([*signs, *(m.start() for m in _SPOKEN.finditer(text))])
    found: list[tuple[int, int]] = []
    last = 0
    for i, at in enumerate(signs):
        if at < last:
            continue
        start, end = max(_start(text, at), last), _end(text, at)
        alone = i + 1 == len(signs) or signs[i + 1] >= end
        if not (alone and text[at] == "=" and _DIGIT.search(text, start, at) is None):
            found.append((start, end))
        last = end
    return found


def _start(text: str, at: int) -> int:
    start = max(text.rfind("\n", 0, at), text.rfind(". ", 0, at)) + 1
    if text[start:at].strip(_OPENINGS):
        return start
    before = len(text[:start].rstrip())
    return text.rfind("\n", 0, max(before - 1, 0)) + 1


def _end(text: str, at: int) -> int:
    stop = _BREAK.search(text, at)
    while stop is not None and _GOES_ON.match(text, stop.end()):
        stop = _BREAK.search(text, stop.end())
    return stop.start() if stop else len(text)
