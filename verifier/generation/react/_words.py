"""What a model is told in the course of a run, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from verifier.prompts import Language

WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "thought": "Thought: {text}", "action": "Action: {text}", "input": "Action Input: {text}",
        "observation": "Observation:",
        "error": "Error ({code}): {text}", "hint": " Hint: {text}", "schema": "Its input: {text}",
        "unknown": "Error (unknown_tool): there is no tool called {name!r}. The tools are: {known}.",
        "timeout": "Error (timeout): the tool gave nothing within {seconds:g} s.",
        "crash": "Error (tool_crash): {text}",
        "refused": "A person refused this action: {reason}", "no_reason": "no reason given",
        "edited": "A person changed the input to {text}",
        "cut": "… ({count} more characters)", "earlier": "… {count} earlier ones",
        "empty": "Your reply was empty.",
        "unlabelled": "Your reply has no label, so that nobody can tell a thought from an answer.",
        "unfinished": "Your reply holds neither an action nor an answer.",
        "invented": "Observations come from the tools; the one that you wrote yourself was dropped.",
        "nameless": "Your action names no tool.",
        "truncated": "Your reply broke off at its token limit. Be brief.",
        "again_text": (
            "Reply again: either `Thought:`, `Action:` and `Action Input:` (a JSON object), "
            "or `Thought:` and `Answer:`."
        ),
        "again_native": "Reply again: either call one tool, or write `Answer:` and the answer.",
        "last": (
            "You have used up your actions. Call no more tools. "
            "Write `Answer:` and the answer, from what was observed."
        ),
    },
    "zh": {
        "thought": "思考：{text}", "action": "行动：{text}", "input": "行动输入：{text}",
        "observation": "观察：",
        "error": "错误（{code}）：{text}", "hint": " 提示：{text}", "schema": "它的输入：{text}",
        "unknown": "错误（unknown_tool）：没有名为{name!r}的工具。可用的工具：{known}。",
        "timeout": "错误（timeout）：工具在{seconds:g}秒内没有给出结果。",
        "crash": "错误（tool_crash）：{text}",
        "refused": "有人拒绝了这个行动：{reason}", "no_reason": "没有说明理由",
        "edited": "有人把输入改成了{text}",
        "cut": "……（还有{count}个字符）", "earlier": "……更早的{count}条",
        "empty": "你的回复是空的。",
        "unlabelled": "你的回复没有标签，分不清是思考还是答案。",
        "unfinished": "你的回复里既没有行动，也没有答案。",
        "invented": "你自己写了观察。观察只来自工具，你编造的内容已被丢弃。",
        "nameless": "你的行动没有写明工具。",
        "truncated": "你的回复在长度上限处中断了。请写短一些。",
        "again_text": (
            "请重新回复：要么写“思考：”“行动：”“行动输入：”（一个JSON对象），要么写“思考：”“答案：”。"
        ),
        "again_native": "请重新回复：要么调用一个工具，要么写“答案：”和答案。",
        "last": "行动次数已用完，不要再调用工具。请根据已有的观察写“答案：”和答案。",
    },
}  # fmt: skip


def said(language: Language, key: str, **data: object) -> str:
    """A sentence of the table, filled in."""
    return WORDS[language][key].format(**data)


def cut(text: str, length: int, language: Language) -> str:
    """``text`` without what is beyond ``length`` characters, and how much that is."""
    if len(text) <= length:
        return text
    return text[:length] + said(language, "cut", count=len(text) - length)
