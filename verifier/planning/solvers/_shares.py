"""A number that is divided in a ratio, where all the parts are asked for."""

from __future__ import annotations

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.rounding import shares
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core

_MAX_LENGTH = 160
_MARK = re.compile(r"\d\s*[:：]\s*\d")
_TOTAL = r"\$?(?P<t>\d[\d,]*(?:\.\d+)?)"
_RATIO = r"(?P<r>\d+(?:\s*:\s*\d+)+)"
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:divide|split|share) {_TOTAL} (?:in|into|according to) (?:the |a )?ratio(?: of)? {_RATIO}",
        rf"(?:divide|split) {_TOTAL} into (?:two|three|four) parts in (?:the |a )?ratio(?: of)? {_RATIO}",
        rf"(?:把|将)\s*{_TOTAL}\s*按(?:照)?\s*{_RATIO}\s*(?:的比例?)?(?:分配|分成[两三四]份|分成[两三四]部分|分)[,，]?(?:各|每份|每部分|各部分|各份)(?:分别)?是?多少",
    )
)


def solve(question: QuestionText) -> list[Derivation]:
    """The parts, in the order of the ratio."""
    stem = question.stem
    if len(stem) > _MAX_LENGTH or question.options or not _MARK.search(stem):
        return []
    text = core(stem).strip(" ?？。.")
    match = next((m for form in _FORMS if (m := form.fullmatch(text))), None)
    if match is None:
        return []
    total, ratio = match["t"].replace(",", ""), re.findall(r"\d+", match["r"])
    tool_input = {"total": total, "ratio": ratio}
    try:
        shares(total, ratio)
    except ToolkitError:
        return []
    return [Derivation(kind="list", tool="shares", tool_input=tool_input, description="parts in a ratio")]
