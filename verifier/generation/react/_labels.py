"""The labels that start a line of a reply: ``Thought:``, ``**Action Input:**``, ``### 观察`` and the like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from toolkits import lazy_re as re

Label: TypeAlias = Literal["thought", "action", "input", "observation", "answer", "question"]

#: What each label is called, casefolded. ``question`` only ends what stands before it.
WORDS: Final[Mapping[Label, tuple[str, ...]]] = {
    "thought": ("thought", "thoughts", "thinking", "reasoning", "思考", "想法", "思路", "推理"),
    "action": ("action", "tool", "tool call", "行动", "动作", "操作", "工具", "调用工具"),
    "input": (
        "action input", "tool input", "input", "arguments",
        "行动输入", "动作输入", "操作输入", "工具输入", "输入", "参数",
    ),
    "observation": (
        "observation", "observations", "tool output", "观察", "观察结果", "观测", "观测结果", "工具输出",
    ),
    "answer": (
        "answer", "final answer", "the final answer", "答案", "最终答案", "最后答案", "回答", "最终回答",
    ),
    "question": ("question", "问题", "题目"),
}  # fmt: skip
_OF: Final[Mapping[str, Label]] = {word: label for label, words in WORDS.items() for word in words}
#: Characters at the start of a line within which a label is done, its colon included.
LONGEST: Final = 64

_ANY = "|".join(re.escape(word).replace(r"\ ", "[ _]") for word in sorted(_OF, key=len, reverse=True))
_MARKS = r"[ \t>#•-]{0,8}+(?P<mark>\*{1,3}|_{1,3})?[ \t]?"
_NUMBER = r"[ \t]?[(\[]?[0-9]{0,3}[)\]]?"
_LABEL = re.compile(
    rf"{_MARKS}(?P<word>{_ANY}){_NUMBER}(?:(?P=mark))?[ \t]?[:：](?:(?P=mark))?[ \t]*", re.IGNORECASE
)
# Without a colon: a heading, or a bold word alone on its line.
_HEADING = re.compile(
    rf"[ \t]*(?:#{{1,6}}[ \t]*(?:\*\*)?|\*\*|__)(?P<word>{_ANY}){_NUMBER}(?:\*\*|__)?[ \t]*", re.IGNORECASE
)
_BEFORE = re.compile(r"[ \t>#•*_-]*")
_AFTER = re.compile(r"[ \t]?[(\[]?[0-9]{0,3}[)\]]?[*_ \t]*")
_TAIL = re.compile(r"[*_ \t]*")


@dataclass(frozen=True, slots=True)
class Found:
    """A label and where the text after it begins."""

    label: Label
    end: int


def label_of(line: str) -> Found | None:
    """The label that starts a whole line (without its newline), or ``None``."""
    match = _LABEL.match(line[: LONGEST + 1])
    if match is None and len(line) <= LONGEST:
        match = _HEADING.fullmatch(line.rstrip("\r"))
    if match is None or match.end() > LONGEST:
        return None
    return Found(_OF[match["word"].casefold().replace("_", " ")], match.end())


def open_end(start: str) -> bool:
    """Whether more text may still make ``start``, the beginning of a line, another label or none."""
    if len(start) > LONGEST:
        return False
    match = _LABEL.match(start)
    if match is not None:
        return _TAIL.fullmatch(start, match.end()) is not None
    rest = start[_BEFORE.match(start).end() :].casefold().replace("_", " ")  # type: ignore[union-attr]
    return any(
        word.startswith(rest) or (rest.startswith(word) and _AFTER.fullmatch(rest, len(word))) for word in _OF
    )
