"""What usually mends an exception.

A table of messages and advice. It names the usual cause, it does not guess the fix.
"""

# ruff: noqa: E501 -- tables of words, Chinese among them, whose characters count double

from __future__ import annotations

from dataclasses import dataclass

from toolkits import lazy_re as re


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice for one kind of exception, in English and Chinese."""

    en: str
    zh: str

    def as_data(self) -> dict[str, str]:
        """The hint as JSON."""
        return {"en": self.en, "zh": self.zh}


_TABLE: tuple[tuple[str, str, Hint], ...] = (
    (
        "ValueError", r"truth value of a (?:Series|DataFrame|Index|array)|truth value of an array",
        Hint(
            "Combine row conditions with & (and), | (or), ~ (not) in place of `and`, `or`, `not`, and put each "
            "comparison in parentheses: df[(df['a'] >= 0) & (df['a'] <= 9)].",
            "按行组合条件时用 &（与）、|（或）、~（非），不要用 and、or、not，并给每个比较加括号："
            "df[(df['a'] >= 0) & (df['a'] <= 9)]。",
        ),
    ),
    (
        "TypeError", r"(?:unsupported operand type\(s\) for|Cannot perform) ['\"]?(?:&|\||rand_|ror_|and_|or_)",
        Hint(
            "& and | bind tighter than comparisons: put each comparison in parentheses.",
            "& 和 | 的优先级高于比较运算：请给每个比较加括号。",
        ),
    ),
    (
        "KeyError", r".",
        Hint(
            "A column or key of that name does not exist: check its spelling, case and spaces.",
            "不存在该名称的列或键：请检查拼写、大小写和空格。",
        ),
    ),
    (
        "TypeError", r"'[<>]=?' not supported between instances of '(?:str|int|float)'",
        Hint(
            "Text is compared with a number: convert the column first, with pd.to_numeric(..., errors='coerce').",
            "文本与数字进行了比较：请先用 pd.to_numeric(..., errors='coerce') 转换该列。",
        ),
    ),
    (
        "AttributeError", r"'NoneType' object has no attribute",
        Hint(
            "A value is None here: methods with inplace=True, and functions without return, give None.",
            "此处的值是 None：带 inplace=True 的方法和没有 return 的函数都返回 None。",
        ),
    ),
    (
        "NameError", r"is not defined",
        Hint(
            "The name is used before it is defined or imported.",
            "该名称在使用前没有定义或导入。",
        ),
    ),
    (
        "RecursionError", r".",
        Hint(
            "The recursion has no base case that this input reaches.",
            "递归没有能被该输入触及的终止条件。",
        ),
    ),
    (
        "IndexError", r"out of (?:range|bounds)",
        Hint(
            "An index lies outside the sequence: check the ends of the loop and empty input.",
            "下标超出了序列范围：请检查循环的边界和空输入。",
        ),
    ),
)  # fmt: skip
_COMPILED = tuple((kind, re.compile(pattern), hint) for kind, pattern, hint in _TABLE)


def hint_for(kind: str, message: str) -> Hint | None:
    """The advice for an exception of that class and message, or ``None``."""
    return next((hint for name, pattern, hint in _COMPILED if name == kind and pattern.search(message)), None)


def mask_fault(kind: str, message: str) -> bool:
    """Whether an exception comes from how row conditions are combined, whatever the rows are."""
    return any(name == kind and pattern.search(message) for name, pattern, _ in _COMPILED[:2])
