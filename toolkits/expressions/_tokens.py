"""Text to tokens: one compiled pattern for plain ASCII, one for everything else."""

from __future__ import annotations

from collections.abc import Mapping

from toolkits import lazy_re as re
from toolkits._characters import GROUP_SPACES, fold_expression
from toolkits._tables import words
from toolkits.expressions._functions import GREEK
from toolkits.expressions._numerals import VULGAR

MODULO = "\ue000"
"""Stands for a ``%`` that is the remainder operator."""

_NUMBER = r"(?:\d+(?:[,'_]+\d+)*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_NAME = r"(?:(?:math|np|numpy)\.)?[A-Za-z]+\d*"
_REST = rf"{_NUMBER}|{_NAME}|\*\*|//|,\s*|\S"
_REPEATING = r"\d*\.\d*(?:\\(?:overline|bar)\s*\{\d+\}|(?:\\dot\s*\{?\d\}?\d*)+)"
_PLAIN = re.compile(rf"\s*({_REST})")
_RICH = re.compile(
    r"\s*(\\(?:text|mathrm|mathbf|mathit|operatorname)\s*\{[^{}]*\}"
    rf"|{_REPEATING}|\d*[{VULGAR}]|\\[A-Za-z]+|\\.|[⁰¹²³⁴-⁹⁺⁻ⁿˣ]+|[₀-₉]+|[十百千万亿]+|{_REST})"
)

_COMMANDS = words("sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp max min gcd")
_INVISIBLE = (
    *words(
        r"\left \right \big \Big \bigl \bigr \Bigl \Bigr \bigg \Bigg \biggl \biggr \displaystyle \quad \qquad"
        r" \, \! \; \: \> \limits \nolimits"
    ),
    "\\ ",
)
_LATEX: Mapping[str, str] = {
    "\\times": "*", "\\cdot": "*", "\\ast": "*", "\\*": "*", "\\div": "/", "\\bmod": "mod", "\\mod": "mod",
    "\\%": "%", "\\degree": "°", "\\pi": "pi", "\\dfrac": "\\frac", "\\tfrac": "\\frac", "\\cfrac": "\\frac",
    "\\lfloor": "⌊", "\\rfloor": "⌋", "\\lceil": "⌈", "\\rceil": "⌉", "\\lvert": "|", "\\rvert": "|",
    "\\vert": "|", "\\|": "|", "\\{": "{", "\\}": "}", "\\dbinom": "\\binom", "\\tbinom": "\\binom",
    **{f"\\{name}": name for name in (*GREEK.values(), *_COMMANDS)},
    **dict.fromkeys(_INVISIBLE, ""),
}  # fmt: skip

_WORDS = {
    "plus": "+", "minus": "-", "times": "*", "multiplied by": "*", "divided by": "/", "加上": "+", "加": "+",
    "减去": "-", "减": "-", "乘以": "*", "乘": "*", "除以": "/",
}  # fmt: skip
_WORD_SIGNS = re.compile(r"\b(?:plus|minus|times|multiplied by|divided by)\b|加上?|减去?|乘以?|除以")
HEXADECIMAL = re.compile(r"(?<![\w.])0[xX][0-9a-fA-F]")
_X_DIGITS = re.compile(r"(?<=\d)(\s*)[xX](?=\s*\.?\d)")
_X_BRACKETS = re.compile(r"(?:(?<=[\d%])(?=\s)|(?<=[)\]]))(\s*)[xX](?=\s+[(\[.\d]|(?<=[)\]][xX])[(\[.\d])")
_PERCENT_MODULO = re.compile(r"(?<=[\d)])%(?=\d)|(?<=\s)%(?=\s+(?:[\d(]|(?!of\b|[xX]\s)[A-Za-z]))")
_SPACED_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3}){2,}(?![\d,])(?! *\d)")
_THIN_GROUPS = re.compile(rf"(?<=\d)[{GROUP_SPACES}](?=\d{{3}}(?!\d))")
_LATEX_GROUPS = re.compile(r"(?<=\d)(?:\{,\}|,\\!\s*|\\[,;: ])(?=\d{3}(?!\d))")
_DEGREES = re.compile(r"\^\s*(?:\\circ(?![A-Za-z])|\{\s*\\circ\s*\})")
_LETTER_X = re.compile(r"(?<![A-Za-z])[xX](?![A-Za-z])")
_WRAPPERS = (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"))


def tokenise(text: str) -> list[str]:
    """The tokens of ``text``, ending with ``""``."""
    prepared = prepare(text)
    if prepared.isascii() and "\\" not in prepared:
        tokens: list[str] = _PLAIN.findall(prepared)
    else:
        tokens = [mapped for token in _RICH.findall(prepared) if (mapped := _mapped(token))]
    tokens.append("")
    return tokens


def token_position(text: str, index: int) -> int:
    """Offset in ``text`` of token ``index`` (of the end, when there are fewer)."""
    starts = [match.start(1) for match in _RICH.finditer(prepare(text)) if _mapped(match[1])]
    return starts[index] if index < len(starts) else len(text.rstrip())


def _mapped(token: str) -> str:
    if token[0] != "\\":
        return token
    if token[-1] == "}" and not token.endswith("\\}"):
        return token[token.index("{") + 1 : -1].strip()
    return _LATEX.get(token, token)


def prepare(text: str) -> str:
    """``text`` folded, unwrapped and its two-faced signs decided; same length but for trailing space."""
    text = fold_spaced(text).rstrip()
    if "\\" in text or "{,}" in text:
        text = _LATEX_GROUPS.sub(lambda match: "_" * len(match[0]), text)
        text = _DEGREES.sub(lambda match: "°".ljust(len(match[0])), text)
    if "$" in text or "\\" in text:
        text = _unwrapped(text)
    if _WORD_SIGNS.search(text):
        text = _WORD_SIGNS.sub(lambda match: _WORDS[match[0]].ljust(len(match[0])), text)
    if "x" in text or "X" in text:
        text = _times_signs(text)
    if "%" in text:
        text = _PERCENT_MODULO.sub(MODULO, text)
    if " " in text:
        text = _SPACED_GROUPS.sub(lambda match: match[0].replace(" ", "_"), text)
    return text


def fold_spaced(text: str) -> str:
    """``text`` folded, with the thin spaces inside numbers turned to ``_``; same length."""
    if text.isascii():
        return text
    return fold_expression(_THIN_GROUPS.sub("_", text))


def _unwrapped(text: str) -> str:
    """Blank out the delimiters of mathematics around the whole text."""
    stripped = text.strip()
    for opening, closing in _WRAPPERS:
        inner = stripped[len(opening) : -len(closing)]
        if (
            len(stripped) > len(opening + closing)
            and stripped == f"{opening}{inner}{closing}"
            and "$" not in inner
        ):
            start = text.index(opening)
            return " " * (start + len(opening)) + inner
    return text


def _times_signs(text: str) -> str:
    """Turn the letter x into ``*`` where it can only be a times sign."""
    if HEXADECIMAL.search(text):
        return text
    text = _X_DIGITS.sub(r"\1*", text)
    replaced = _X_BRACKETS.sub(r"\1*", text)
    return text if _LETTER_X.search(replaced) else replaced
