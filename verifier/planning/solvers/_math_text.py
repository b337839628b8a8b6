"""Mathematics inside a question's prose: expressions, equations and lists of them, told from words."""

from __future__ import annotations

from toolkits import lazy_re as re

_DOLLARS = re.compile(r"\$\$(.+?)\$\$|\\\[(.+?)\\\]|\\\((.+?)\\\)|(?<!\\)\$(.+?)(?<!\\)\$")
_NAME = r"(?:sqrt|cbrt|exp|log|ln|sin|cos|tan|abs|pi|of|mod)"
_LATEX = r"\\(?:frac|dfrac|tfrac|cdot|times|div|sqrt|left|right|pi|pm|overline|text|mathrm|displaystyle|,|!|;|:|%|\$|ldots|dots|le|ge|leq|geq|ne|neq|lt|gt|log|ln|sin|cos|tan|quad|qquad|\s)"
#: A text that holds mathematics and nothing else: no word of two letters that is not a function's name.
_MATH = re.compile(
    rf"(?:[\d\s.,+\-*/^()\[\]{{}}!%|_=<>×÷·⋅∙−∶√∛π½⅓⅔¼¾⅛⅜⅝⅞²³⁴⁵⁶⁷⁸⁹⁰¹≤≥≠万亿千百]|{_NAME}(?![A-Za-z])|(?<![A-Za-z\\])[A-Za-zα-ωΑ-Ω](?![A-Za-z])|(?<=\d)[a-z](?![A-Za-z])|(?<![A-Za-z])[a-z]{{2}}(?![A-Za-z])|{_LATEX})+"
)
#: The names that mathematics is written with.
PATTERN = _MATH.pattern
_TWO_LETTERS = re.compile(r"(?<![A-Za-z\\])[a-z]{2}(?![A-Za-z])")
_ENGLISH_PAIRS = frozenset(
    [
        "is",
        "of",
        "to",
        "in",
        "on",
        "at",
        "as",
        "an",
        "or",
        "if",
        "it",
        "by",
        "be",
        "do",
        "go",
        "no",
        "so",
        "up",
        "us",
        "we",
        "he",
        "me",
        "my",
        "am",
        "hi",
        "ok",
        "vs",
        "km",
        "cm",
        "mm",
        "kg",
        "lb",
        "oz",
        "ft",
        "hr",
        "mi",
        "ml",
        "pm",
    ]
) - {"of"}


def plain_math(text: str) -> str:
    """``text`` without the dollar signs and brackets that mark LaTeX mathematics."""
    if "$" not in text and "\\" not in text:
        return text
    return " ".join(_DOLLARS.sub(lambda m: f" {m[1] or m[2] or m[3] or m[4]} ", text).split())


def is_math(text: str) -> bool:
    """Whether ``text`` can be mathematics: symbols, numbers, single letters, names of functions."""
    return (
        bool(text.strip())
        and bool(_MATH.fullmatch(text))
        and not any(m[0] in _ENGLISH_PAIRS for m in _TWO_LETTERS.finditer(text))
    )


def split_top(
    text: str, separator: str = r",\s+(?:and\s+)?|\s+and\s+|;\s*|[,，、]\s*(?:且|和)?|\s*[和与]\s*"
) -> list[str]:
    """The parts of ``text`` between separators that stand outside brackets; empty parts are dropped."""
    parts: list[str] = []
    depth = start = at = 0
    pattern = re.compile(separator)
    while at < len(text):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(text[at], 0)
        found = pattern.match(text, at) if depth == 0 else None
        if found and found.end() > at:
            parts.append(text[start:at])
            start = at = found.end()
        else:
            at += 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def equations(text: str) -> list[str] | None:
    """The equations of a list such as ``2*x + y = 5, x - y = 1``; None unless every part is one equation."""
    parts = split_top(text)
    ok = parts and all(
        is_math(part) and len(re.findall(r"(?<![<>!=])=(?!=)", part)) == 1 and not re.search(r"[<>≤≥≠]", part)
        for part in parts
    )
    return parts if ok else None


def expressions(text: str) -> list[str] | None:
    """The expressions of a list such as ``1/2, x, -0.3``; None unless every part is one."""
    parts = split_top(text)
    return parts if parts and all(is_expression(part) for part in parts) else None


def is_expression(text: str) -> bool:
    """Mathematics with no relation sign in it."""
    return is_math(text) and not re.search(r"[=<>≤≥≠]", text)
