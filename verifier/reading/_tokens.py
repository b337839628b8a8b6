r"""Tokens of written arithmetic: prose, LaTeX, Markdown, English and Chinese.

One pattern cuts the text. Only words and numbers have capture groups (the regex engine tells alternatives
without one apart by their first character); the kind of any other piece follows from its text.
"""

from __future__ import annotations

from typing import Final

from toolkits import lazy_re as re
from verifier.reading import _kinds as kinds

_BRACES: Final = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_GROUP: Final = rf"\s?(?:{_BRACES}|\d)"
_LETTER: Final = r"A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u03bf\u03c1-\u03ff"
_SUPERSCRIPTS: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
_SUBSCRIPTS: Final = "₀₁₂₃₄₅₆₇₈₉"
_TIMES: Final = r"[xX](?=[\d.√(\[$£€¥￥]|\s+[(\[$£€¥￥]*\s?\\?\$?\s?[\d.√])"
_WORD: Final = rf"[{_LETTER}][{_LETTER}\d]*(?:['’](?:s|t|re|ve|d|ll|m)\b)?"
_THOUSANDS: Final = r"\d{1,3}(?:(?:,|\{,\}|\\,|\\!,|,\\!)\d{3})+(?!\d)(?:\.\d+)?"
_DIGITS: Final = rf"{_THOUSANDS}|\d+(?:\.\d+)?|(?<![\w.])\.\d+"
_SCALE: Final = r"[eE][+-]?\d+(?![A-Za-z\d])|\s?[百千]?[万亿]|千(?![米克瓦卡])|百(?!分)"
_NEXT_LINE: Final = r"(?:\\\\)?\n[ \t&]*(?:=(?![=>])|≈|\\approx)|\\\\[ \t&]*="
_ONE: Final = r"[-,;?，；。！？、|\"“”‘’\n()\[\]{}（）+/÷∕×·⋅∙∗✕✖−–*]"
_LATEX: Final = "|".join(
    (
        rf"[dt]?frac{_GROUP}{_GROUP}",
        rf"sqrt\s?(?:\[\s?\d+\s?\])?{_GROUP}",
        rf"[dt]?binom{_GROUP}{_GROUP}",
        r"(?:text|mathrm|textrm|textbf|textit|mbox|operatorname|mathbf)\s?\{[^{}]*\}",
        r"(?:begin|end)\{\w+\*?\}",
        r"[A-Za-z]+",
        r"[^A-Za-z]",
    )
)
_TOKEN: Final = re.compile(
    r"(?![ \t\r])(?:"  # blanks fail at once, before any alternative is tried
    + "|".join(
        (
            f"({_TIMES}|{_WORD})",
            f"((?:{_DIGITS})(?:{_SCALE})?)",
            _NEXT_LINE,
            r"\*\*|={1,3}>?|[-−–]+>|\.{2,}|…+|\.|<<[^<>\n]*>>",
            _ONE,
            r"(?:HK|NT)\$|[$£€¥￥₹₩₽%％]",
            r"乘以|乘上|除以|加上|减去|等于|等於|得到|得出|[\u3400-\u9fff]",
            rf"\\(?:{_LATEX})",
            rf"\^\s?(?:\\circ|\{{[^{{}}]*\}})|\^|[{_SUPERSCRIPTS}]+",
            rf"_+(?:\{{[^{{}}]*\}}|\w*)|[{_SUBSCRIPTS}]+",
            r"°\s?[CFK]?(?![A-Za-z])|[℃℉]",
            r"[<>!≠≤≥:~]=|[<>≤≥≠≡∝∈≈≃≅≒≐±∞→⇒⟹√∛π!:：]|\#+",
            r"[^\s])",
        )
    )
)
_FUNCTIONS: Final = (
    "sqrt cbrt log ln exp sin cos tan arcsin arccos arctan floor ceil round abs gcd lcm factorial"
)
_SPELLINGS: Final = {
    kinds.BREAK: r""", ; ? ， ； 。 ！ ？ 、 | " “ ” ‘ ’ . .. → ⇒ ⟹ => ==> \\ \[ \]
        \( \) \quad \qquad \implies
        \Rightarrow \rightarrow \Longrightarrow \iff \therefore \because \to""",
    kinds.SKIP: r"""& ~ \, \; \: \! \left \right \displaystyle \boxed \fbox \bf \big \Big \bigl \bigr \Bigl
        \Bigr \bigg \Bigg _ __""",
    kinds.REL: "= == === :=",
    kinds.APPROX: r"≈ ≃ ≅ ≒ ≐ ~= \approx \simeq \cong \doteq",
    kinds.OTHERREL: r"""< > ≤ ≥ ≠ ≡ ∝ ∈ <= >= != \le \leq \ge \geq \ne \neq \lt \gt \equiv \sim \in \mid \nmid
        \propto""",
    kinds.OP: r"""- + * / ^ ÷ ∕ − – × · ⋅ ∙ ∗ ✕ ✖ \times \cdot \div \ast plus minus times
        乘以 乘上 除以 加上 减去 加 减 乘""",
    kinds.TIMES: "x X",
    kinds.EQWORD: "equals equal Equals 等于 等於",
    kinds.ISWORD: "is are makes gives 得到 得出 得 是 为",
    kinds.LPAR: r"( [ { （ \{",
    kinds.RPAR: r") ] } ） \}",
    kinds.CUR: r"£ € ¥ ￥ ₹ ₩ ₽ \$ HK$ NT$ Rs USD RMB CNY EUR GBP",
    kinds.PCT: r"% ％ \% percent",
    kinds.FUNC: "√ ∛ " + _FUNCTIONS + " \\" + _FUNCTIONS.replace(" ", " \\"),
    kinds.CONST: r"π \pi pi",
    kinds.DOTS: r"... .... … …… \ldots \cdots \dots \dotsc \dotsb",
    kinds.DEG: r"° ℃ ℉ \circ",
    kinds.ODD: r"± ∞ \pm \infty",
    kinds.OF: "of",
    kinds.BANG: "!",
    kinds.COLON: ": ：",
}
_KINDS: Final = {piece: kind for kind, pieces in _SPELLINGS.items() for piece in pieces.split()} | {
    "\n": kinds.BREAK,
    "\\ ": kinds.SKIP,
}
_HEADS: Final = (
    ("\\text", kinds.TEXT),
    ("\\math", kinds.TEXT),
    ("\\mbox", kinds.TEXT),
    ("\\operatorname", kinds.TEXT),
    ("\\begin", kinds.BREAK),
    ("\\end", kinds.BREAK),
    *((f"\\{head}", kinds.FRAC) for head in ("frac", "dfrac", "tfrac", "sqrt", "binom", "dbinom", "tbinom")),
)
_BY_FIRST: Final = {
    **dict.fromkeys(_SUPERSCRIPTS, kinds.POWER),
    **dict.fromkeys(f"_{_SUBSCRIPTS}", kinds.SUB),
    "<": kinds.NOTE,
    ".": kinds.DOTS,
    "…": kinds.DOTS,
    "°": kinds.DEG,
    "#": kinds.HASH,
}
_MONEY_AHEAD: Final = re.compile(r"\s?[-−(]*\s?[\d.]")

#: Characters that stand for one another, one for one, so that offsets stay.
TRANSLATION: Final = str.maketrans(
    "０１２３４５６７８９．＋－＝（）％＊／＜＞［］｛｝＾﹣", "0123456789.+-=()%*/<>[]{}^-"
)


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
                kind = kinds.NUM
            elif group == 1:
                kind = known(match[0], kinds.WORD)
            else:
                kind = known(match[0], -1)
                if kind < 0:
                    kind = _classify(match[0], text, match.end())
                if kind == kinds.SKIP:
                    continue
            add_kind(kind)
            add_span(match.span())
        add_kind(kinds.END)
        add_span((end, end))

    def at(self, kind: int) -> list[int]:
        """Indices of the tokens of a kind."""
        return [i for i, k in enumerate(self.kind) if k == kind] if kind in self.kind else []

    def piece(self, i: int) -> str:
        """Text of token ``i``."""
        start, end = self.span[i]
        return self.text[start:end]

    def word(self, i: int) -> str:
        """Text of token ``i``, in lower case."""
        start, end = self.span[i]
        return self.text[start:end].lower()

    def tight(self, i: int) -> bool:
        """Whether token ``i`` stands directly after the one before it."""
        return i > 0 and self.span[i - 1][1] == self.span[i][0]


def _classify(piece: str, text: str, end: int) -> int:
    first = piece[0]
    if first == "\n" or (first == "\\" and piece[-1] == "="):  # a line that goes on with "=" or "≈"
        return kinds.REL if piece[-1] == "=" else kinds.APPROX
    if first == "\\":
        return _command(piece)
    if "\u2e80" <= first <= "\u9fff":
        return kinds.CJK
    if first == "$":
        return kinds.CUR if _MONEY_AHEAD.match(text, end) else kinds.BREAK
    if first == "^":
        return kinds.DEG if piece.endswith("circ") else kinds.POWER
    if first == "*":
        return _stars(text, end)
    return _BY_FIRST.get(first, kinds.BREAK if piece[-1] == ">" else kinds.OTHER)


def _command(piece: str) -> int:
    """Kind of a LaTeX command that the table does not have; an unknown one is a name."""
    known = next((kind for head, kind in _HEADS if piece.startswith(head)), None)
    if known is not None:
        return known
    return kinds.WORD if piece[1:2].isalpha() else kinds.OTHER


def _stars(text: str, end: int) -> int:
    """``**`` is a power between operands, else Markdown's bold."""
    before, after = text[end - 3 : end - 2], text[end : end + 1]
    power = (before == " " and after == " ") or (_is_edge(before, ")]}") and _is_edge(after, "([{-"))
    return kinds.OP if power else kinds.SKIP


def _is_edge(character: str, brackets: str) -> bool:
    """Whether an operand may end or start with ``character``."""
    return character.isalnum() or (character != "" and character in brackets)
