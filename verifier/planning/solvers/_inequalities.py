"""Linear inequalities of one unknown that are to be solved."""

from __future__ import annotations

from toolkits import lazy_re as re
from toolkits.algebra import inequality
from toolkits.errors import ToolkitError
from verifier.plan import Equals
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core
from verifier.planning.solvers._math_text import is_math, plain_math

_MAX_LENGTH = 160
_SIGN = re.compile(r"[<>≤≥⩽⩾]|\\[lg](?:eq?|t)(?![a-z])")
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"solve (?:the )?(?:following )?(?:linear )?(?:inequality)?\s*:?\s*(?P<q>[^?]+?)(?: for (?P<v>[a-z]))?",
        r"solve for (?P<v>[a-z])\s*:\s*(?P<q>[^?]+?)",
        r"(?:find|what is|determine) the solution(?: set)? (?:of|to|for) (?:the )?(?:inequality)?\s*:?\s*(?P<q>[^?]+?)",
        r"(?:求)?解(?:下列|关于[a-z]的)?(?:一元一次)?不等式\s*[:：]?\s*(?P<q>[^?？。]+?)",
        r"(?:求)?(?:一元一次)?不等式\s*(?P<q>[^?？。]+?)\s*的解集?(?:是|为)?(?:什么)?",
    )
)
_LETTER = re.compile(r"(?<![A-Za-z\\])[a-z](?![A-Za-z])")


def solve(question: QuestionText) -> list[Derivation]:
    """For which values of its one unknown the inequality holds."""
    stem = question.stem
    if len(stem) > _MAX_LENGTH or question.options or not _SIGN.search(stem):
        return []
    text = plain_math(core(stem)).rstrip(" ?？。.")
    match = next((m for form in _FORMS if (m := form.fullmatch(text))), None)
    letters = set(_LETTER.findall(match["q"])) if match else set[str]()
    if match is None or len(letters) != 1 or not is_math(match["q"]):
        return []
    tool_input = {"text": match["q"].strip(), "variable": letters.pop()}
    if (match.groupdict().get("v") or tool_input["variable"]) != tool_input["variable"]:
        return []
    try:
        inequality(**tool_input)
    except ToolkitError:
        return []
    return [
        Derivation(
            kind="text",
            tool="inequality",
            tool_input=tool_input,
            description=f"solve {tool_input['text']}",
            check=Equals(expected={"$ref": "claims.final.value"}),
        )
    ]
