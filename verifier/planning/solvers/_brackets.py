"""Questions that ask to close open brackets (Dyck words), or whether brackets balance."""

from __future__ import annotations

from toolkits import lazy_re as re
from toolkits.brackets import brackets
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core, only_words, vocabulary

_SIGNS = r"(?P<s>[()\[\]{}<>](?:\s*[()\[\]{}<>])*)"
_SEQUENCE = r"(?:sequence|brackets?|parentheses|parenthesis|string|input|expression)"
_COMPLETE = (
    re.compile(_SIGNS),
    re.compile(
        rf"(?:correctly |properly )?(?:complete|close|finish|balance|fill in) (?:the )?(?:rest of )?(?:the )?(?:following )?(?:(?:dyck[- ]?\d? ?(?:word|language)?|brackets?|open|unclosed|given) )*{_SEQUENCE}"
        rf"(?: of (?:brackets|parentheses))?(?:, (?:making sure|so) that (?:all )?(?:the )?(?:parentheses|brackets)(?: are)? (?:are )?(?:closed|balanced|matched)(?: (?:properly|correctly))?)?\s*[.:]?\s*(?:input|sequence)?\s*[:]?\s*{_SIGNS}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:请)?(?:补全|完成|补齐|闭合)(?:下列|以下|下面)?(?:的)?括号(?:序列)?(?:的剩余部分)?(?:,?(?:确保|使|使得)(?:所有)?括号(?:都)?(?:正确|完全)?(?:闭合|匹配|配对))?[。.]?\s*(?:输入|序列)?[:：]?\s*{_SIGNS}"
    ),
)
_BALANCED = (
    re.compile(
        rf"(?:is|are) (?:the )?(?:following )?(?:brackets? |parenthesis |parentheses )*(?:{_SEQUENCE} )?(?:of brackets )?['\"`:]*\s*{_SIGNS}\s*['\"`]*\s*(?:balanced|well[- ]formed|properly (?:closed|nested)|matched|valid)\s*\?",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:括号序列|括号)?\s*[:：]?\s*{_SIGNS}\s*(?:是否(?:平衡|匹配|合法|配对)|(?:是)?(?:平衡|匹配|合法|配对)的?吗)[?？。]?"
    ),
)
_KNOWN = vocabulary(*(p.pattern for p in (*_COMPLETE, *_BALANCED)))


def solve(question: QuestionText) -> list[Derivation]:
    """The closing brackets that the sequence still needs, or whether it balances."""
    if not only_words(question.stem, _KNOWN):
        return []
    text = core(question.stem)
    for pattern in _COMPLETE:
        match = pattern.fullmatch(text)
        if match:
            return _completion(match["s"])
    for pattern in _BALANCED:
        match = pattern.fullmatch(text)
        if match:
            return _balance(match["s"])
    return []


def _completion(sequence: str) -> list[Derivation]:
    if not brackets(sequence)["value"]:
        return []
    return [
        Derivation(
            kind="list",
            tool="brackets",
            tool_input={"sequence": sequence},
            description=f"close what {sequence} leaves open",
        )
    ]


def _balance(sequence: str) -> list[Derivation]:
    return [
        Derivation(
            kind="boolean",
            tool="brackets",
            tool_input={"sequence": sequence},
            output="balanced",
            description=f"does {sequence} balance",
        )
    ]
