"""Tokens of written arithmetic: prose, LaTeX, Markdown, English and Chinese.

One pattern cuts the text. Only words and numbers have capture groups (the regex engine tells alternatives without one
apart by their first character); the kind of any other piece follows from its text.
"""

from __future__ import annotations

import re
from typing import Final

_BRACES: Final = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_GROUP: Final = rf"(?:{_BRACES}|\d)"
_LETTER: Final = r"A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u03bf\u03c1-\u03ff"
_SUPERSCRIPT: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"

(END, BREAK, SKIP, NOTE, ODD, NUM, FRAC, REL, APPROX, OTHERREL, POWER, SUB, OP, TIMES, EQWORD, ISWORD, LPAR, RPAR, CUR, PCT,
 TEXT, FUNC, CONST, DOTS, DEG, OF, WORD, CJK, BANG, COLON, HASH, OTHER) = range(32)  # fmt: skip

_TOKEN: Final = re.compile(
    r"(?![ \t\r])(?:"  # blanks fail at once, before any alternative is tried
    rf"([xX](?=[\d.√(\[$£€¥￥]|\s+[(\[$£€¥￥]*\s?\\?\$?\s?[\d.√])|[{_LETTER}][{_LETTER}\d]*(?:['’](?:s|t|re|ve|d|ll|m)\b)?)"
    r"|((?:\d{1,3}(?:(?:,|\{,\}|\\,|\\!,|,\\!)\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|(?<![\w.])\.\d+)"
    r"(?:[eE][+-]?\d+(?![A-Za-z\d])|\s?[百千]?[万亿]|千(?![米克瓦卡])|百(?!分))?)"
    r"|(?:\\\\)?\n[ \t&]*(?:=(?![=>])|≈|\\approx)|\\\\[ \t&]*=|\*\*|={1,3}>?|[-−–]+>|[,;?，；。！？、|\"“”‘’\n()\[\]{}（）+/÷∕×·⋅∙∗✕✖−–]|[-*]|\.{2,}|…+|\.|<<[^<>\n]*>>"
    r"|(?:HK|NT)\$|[$£€¥￥₹₩₽%％]"
    r"|乘以|乘上|除以|加上|减去|等于|等於|得到|得出|[\u3400-\u9fff]"
    rf"|\\(?:[dt]?frac\s?{_GROUP}\s?{_GROUP}|sqrt\s?(?:\[\s?\d+\s?\])?\s?{_GROUP}|[dt]?binom\s?{_GROUP}\s?{_GROUP}"
    r"|(?:text|mathrm|textrm|textbf|textit|mbox|operatorname|mathbf)\s?\{[^{}]*\}|(?:begin|end)\{\w+\*?\}|[A-Za-z]+|[^A-Za-z])"
    rf"|\^\s?(?:\\circ|\{{[^{{}}]*\}})|\^|[{_SUPERSCRIPT}]+|_+(?:\{{[^{{}}]*\}}|\w*)|[₀-₉]+|°\s?[CFK]?(?![A-Za-z])|[℃℉]"
    r"|[<>!≠≤≥:~]=|[<>≤≥≠≡∝∈≈≃≅≒≐±∞→⇒⟹√∛π!:：]|\#+"
    r"|[^\s])"
)

_KINDS: Final[dict[str, int]] = {
    **dict.fromkeys([*",;?，；。！？、|\"“”‘’\n.→⇒⟹", "=>", "==>", "\\\\", "\\[", "\\]", "\\(", "\\)", "\\quad", "\\qquad",
                     "\\implies", "\\Rightarrow", "\\rightarrow", "\\Longrightarrow", "\\iff", "\\therefore", "\\because", "\\to"], BREAK),
    **dict.fromkeys(["&", "~", "\\,", "\\;", "\\:", "\\!", "\\ ", "\\left", "\\right", "\\displaystyle", "\\boxed", "\\fbox", "\\bf",
                     "\\big", "\\Big", "\\bigl", "\\bigr", "\\Bigl", "\\Bigr", "\\bigg", "\\Bigg", "__", "_"], SKIP),
    **dict.fromkeys(["=", "==", "===", ":="], REL),
    **dict.fromkeys(["≈", "≃", "≅", "≒", "≐", "~=", "\\approx", "\\simeq", "\\cong", "\\doteq"], APPROX),
    **dict.fromkeys([*"<>≤≥≠≡∝∈", "<=", ">=", "!=", "\\le", "\\leq", "\\ge", "\\geq", "\\ne", "\\neq", "\\lt", "\\gt", "\\equiv",
                     "\\sim", "\\in", "\\mid", "\\nmid", "\\propto"], OTHERREL),
    **dict.fromkeys([*"-+*/^÷∕−–×·⋅∙∗✕✖", "\\times", "\\cdot", "\\div", "\\ast", "plus", "minus", "times",
                     "乘以", "乘上", "除以", "加上", "减去", "加", "减", "乘"], OP),
    **dict.fromkeys(["x", "X"], TIMES),
    **dict.fromkeys(["equals", "equal", "Equals", "等于", "等於"], EQWORD),
    **dict.fromkeys(["is", "are", "makes", "gives", "得到", "得出", "得", "是", "为"], ISWORD),
    **dict.fromkeys([*"([{（", "\\{"], LPAR),
    **dict.fromkeys([*")]}）", "\\}"], RPAR),
    **dict.fromkeys([*"£€¥￥₹₩₽", "\\$", "US$", "A$", "C$", "HK$", "NT$", "S$", "Rs", "USD", "RMB", "CNY", "EUR", "GBP"], CUR),
    **dict.fromkeys(["%", "％", "\\%", "percent"], PCT),
    **dict.fromkeys(["√", "∛", *(p + f for p in ("", "\\") for f in (
        "sqrt", "cbrt", "log", "ln", "exp", "sin", "cos", "tan", "arcsin", "arccos", "arctan", "floor", "ceil", "round", "abs",
        "gcd", "lcm", "factorial"))], FUNC),
    **dict.fromkeys(["π", "\\pi"], CONST),
    **dict.fromkeys(["...", "....", "…", "……", "\\ldots", "\\cdots", "\\dots", "\\dotsc", "\\dotsb"], DOTS),
    **dict.fromkeys(["°", "℃", "℉", "\\circ"], DEG),
    "of": OF, "!": BANG, ":": COLON, "：": COLON, "±": ODD, "∞": ODD, "\\pm": ODD, "\\infty": ODD, "..": BREAK,
}  # fmt: skip
_LATEX_HEADS: Final = (
    ("\\frac", FRAC), ("\\dfrac", FRAC), ("\\tfrac", FRAC), ("\\sqrt", FRAC), ("\\binom", FRAC), ("\\dbinom", FRAC), ("\\tbinom", FRAC),
    ("\\text", TEXT), ("\\math", TEXT), ("\\mbox", TEXT), ("\\operatorname", TEXT), ("\\begin", BREAK), ("\\end", BREAK),
)  # fmt: skip
_MONEY_AHEAD: Final = re.compile(r"\s?[-−(]*\s?[\d.]")

#: Characters that stand for one another, one for one, so that offsets stay.
TRANSLATION: Final = str.maketrans("０１２３４５６７８９．＋－＝（）％＊／＜＞［］｛｝＾﹣", "0123456789.+-=()%*/<>[]{}^-")


class Tokens:
    """The tokens of a stretch of text, blanks left out, as parallel lists.

    Attributes:
        text: the whole text.
        kind, span: of each token; one END token closes the lists.
    """

    __slots__ = ("kind", "span", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.kind: list[int] = []
        self.span: list[tuple[int, int]] = []
        add_kind, add_span, known = self.kind.append, self.span.append, _KINDS.get
        for match in _TOKEN.finditer(text, start, end):
            group = match.lastindex
            if group == 2:
                kind = NUM
            elif group == 1:
                kind = known(match[0], WORD)
            else:
                kind = known(match[0], -1)
                if kind < 0:
                    kind = _classify(match[0], text, match.end())
                if kind == SKIP:
                    continue
            add_kind(kind)
            add_span(match.span())
        add_kind(END)
        add_span((end, end))

    def at(self, kind: int) -> list[int]:
        """Indices of the tokens of a kind."""
        return [i for i, k in enumerate(self.kind) if k == kind] if kind in self.kind else []

    def word(self, i: int) -> str:
        """Text of token ``i``, in lower case."""
        start, end = self.span[i]
        return self.text[start:end].lower()

    def tight(self, i: int) -> bool:
        """Whether token ``i`` stands directly after the one before it."""
        return i > 0 and self.span[i - 1][1] == self.span[i][0]


def _classify(piece: str, text: str, end: int) -> int:
    first = piece[0]
    if first in "\n\\" and piece[-1] in "=≈x":  # a line that goes on with "=", "≈" or \\approx
        if piece[-1] == "=":
            return REL
        if first == "\n":
            return APPROX
    if first == "\\":
        return next((kind for head, kind in _LATEX_HEADS if piece.startswith(head)), WORD if piece[1:2].isalpha() else OTHER)
    if "\u2e80" <= first <= "\u9fff":
        return CJK
    return _sign(piece, first, text, end)


def _sign(piece: str, first: str, text: str, end: int) -> int:
    if first == "$":
        return CUR if _MONEY_AHEAD.match(text, end) else BREAK
    if first == "^":
        return DEG if piece.endswith("circ") else POWER
    if first in _SUPERSCRIPT:
        return POWER
    if first == "*":
        return _stars(text, end)
    if first in "_₀₁₂₃₄₅₆₇₈₉":
        return SUB
    if first == "<":
        return NOTE
    return {".": DOTS, "…": DOTS, "°": DEG, "#": HASH}.get(first, BREAK if piece[-1] == ">" else OTHER)


def _stars(text: str, end: int) -> int:
    """``**`` is a power between operands, else Markdown's bold."""
    before = text[end - 3 : end - 2]
    after = text[end : end + 1]
    spaced = before == " " and after == " "
    return OP if spaced or (_operand_edge(before, ")]}") and _operand_edge(after, "([{-")) else SKIP


def _operand_edge(character: str, brackets: str) -> bool:
    return character.isalnum() or (character != "" and character in brackets)
