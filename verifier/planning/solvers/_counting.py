"""Questions that count the things of a kind in a list: "I have a flute, two cats. How many animals …?"."""

from __future__ import annotations

from typing import Any

from toolkits import lazy_re as re
from toolkits.counting import count_things, singular
from toolkits.errors import ToolkitError
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core
from verifier.planning.solvers._small_numbers import ENGLISH, in_digits

_QUESTION = re.compile(
    r"(?:(?:i|you|we|she|he|they) (?:have|has|see|own)|there (?:is|are)) (?P<items>[^.?:]+)\. how many (?P<kind>[a-z ]+?) (?:(?:do|does) (?:i|you|we|she|he|they) have|are there)(?: in total| altogether)?\?",
    re.IGNORECASE,
)
_QUESTION_ZH = re.compile(
    r"我有(?P<items>[^。?]+)。(?:请问)?(?:我)?(?:一共|总共|共)?有(?:几|多少)(?:个|种|件|只)?(?P<kind>[^\s?。]+?)\?"
)
_ITEM = re.compile(
    rf"(?:and )?(?P<n>an?|{'|'.join(ENGLISH)}|\d{{1,4}}) (?:(?:heads?|stalks?|cloves?|bunch|bunches|pieces?) of )?(?P<name>[a-z]+?)(?: (?P<part>heads?|stalks?))?",
    re.IGNORECASE,
)
_ITEM_ZH = re.compile(
    r"(?P<n>[一二两三四五六七八九十]|\d{1,4})(?:个|只|把|条|头|匹|架|张|台|辆|串|棵|根|颗|支|面|枚|件)?(?P<name>[\u4e00-\u9fff]{1,4})(?P<part>(?!))?"
)


def solve(question: QuestionText) -> list[Derivation]:
    """The number of the listed things that are of the kind asked for."""
    if not question.stem.startswith(
        ("I have", "You have", "There ", "We have", "She has", "He has", "They have", "我有", "I see")
    ):
        return []
    text = core(question.stem)
    match = _QUESTION.fullmatch(text) or _QUESTION_ZH.fullmatch(text)
    things = _things(match["items"]) if match else None
    if match is None or not things:
        return []
    tool_input: dict[str, Any] = {"things": things, "kind": match["kind"]}
    try:
        count_things(**tool_input)
    except ToolkitError:
        return []
    return [
        Derivation(
            kind="number",
            tool="count_things",
            tool_input=tool_input,
            description=f"how many of {len(things)} kinds of things are {match['kind']}",
            formula="kinds of things",
        )
    ]


def _things(text: str) -> dict[str, str] | None:
    """Name -> count; None when an item is not "a number and a name", or a name comes twice."""
    found: dict[str, str] = {}
    for item in re.split(
        r",\s*(?:and\s+)?|\s+and\s+|[、，]\s*|(?<=[\u4e00-\u9fff])(?:和|以及)(?=[一二两三四五六七八九十\d])",
        text,
    ):
        match = _ITEM.fullmatch(item.strip()) or _ITEM_ZH.fullmatch(item.strip())
        if match is None or singular(match["name"]) in map(singular, found):
            return None
        count = match["n"].lower()
        found[match["name"]] = in_digits(count)
    return found
