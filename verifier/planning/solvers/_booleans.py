"""Questions that are a boolean expression: "not ( True and False ) or True is"."""

from __future__ import annotations

from toolkits import lazy_re as re
from toolkits.boolean import boolean
from toolkits.errors import ToolkitError
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core, only_words, vocabulary

_BEFORE = (
    r"(?:(?:what is|what's|evaluate|compute|calculate|determine|find|give|simplify|work out)(?: the)?(?: (?:truth |boolean |logical )*(?:value|result) of)?"
    r"(?: the)?(?: (?:following )?(?:boolean|logical|logic)? ?expression)?|计算|求|求值|下列布尔表达式的值(?:是)?|布尔表达式)\s*[:：]?\s*"
)
_AFTER = r"\s*(?:is|equals?|=|evaluates? to|是|等于|为|的(?:真)?值(?:是|为)?(?:多少|什么)?|(?:的)?结果(?:是|为)?(?:多少|什么)?|是真还是假|是什么)?\s*[?？.。:：]?\s*"
_QUESTION = re.compile(rf"(?:{_BEFORE})?(?P<e>.*?){_AFTER}", re.IGNORECASE)
_KNOWN = vocabulary(_QUESTION.pattern, "true|false|not|and|xor")
_CONSTANT = re.compile(r"true|false|真|假", re.IGNORECASE)


def solve(question: QuestionText) -> list[Derivation]:
    """The truth value of the expression that is the whole question."""
    if not only_words(question.stem, _KNOWN) or not _CONSTANT.search(question.stem):
        return []
    match = _QUESTION.fullmatch(core(question.stem))
    if match is None or not _is_compound(match["e"]):
        return []
    return [
        Derivation(
            kind="boolean",
            tool="boolean",
            tool_input={"expression": match["e"].strip()},
            description=f"{match['e'].strip()} is …",
        )
    ]


def _is_compound(expression: str) -> bool:
    """An expression with an operator: "True" alone is no question."""
    if not re.search(r"not|and|or|[!~¬∧∨⊕^&|非且与或和]|不是", expression, re.IGNORECASE):
        return False
    try:
        boolean(expression)
    except ToolkitError:
        return False
    return True
