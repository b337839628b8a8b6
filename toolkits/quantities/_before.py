"""What stands before a number: its sign, its currency, a word of approximation."""

from __future__ import annotations

from toolkits import lazy_re as re
from toolkits._tables import words
from toolkits.quantities._units import CURRENCY_CODES, CURRENCY_SIGNS, DOLLARS

_AFTER_OPERAND = frozenset(")]}%°")
_MATH = re.compile(r"\$[^$\n]*?[^\s$]\$(?![\w$])")
_CODE = re.compile(rf"(?<![A-Za-z])({'|'.join(re.escape(code) for code in CURRENCY_CODES)})\s?$")
_CODE_ENDS = frozenset(code[-1] for code in CURRENCY_CODES)
SPACED = frozenset("-e") | CURRENCY_SIGNS.keys() | _CODE_ENDS

_APPROX_WORDS = frozenset(
    words(
        "about approximately approx approx. around roughly nearly almost circa ca. about: approximately:"
        r" \approx \sim"
    )
)
_APPROX_SIGNS = frozenset("≈~∼≃≅≐")
APPROX_ENDS = (
    frozenset(word[-1] for word in _APPROX_WORDS) | _APPROX_SIGNS | frozenset("os 约概近是为有要多似到接")
)
"""What the last sign of a word of approximation may be, and what may stand between it and the number."""

_APPROX_ZH = re.compile(
    "(?:大约|约为|约等于|约是|约合|大概|将近|接近|差不多|近似|近|约)(?:有|是|为|需要?|要)?$"
)
_APPROX_PHRASE = re.compile(r"(?:approximately equal to|about equal to|close to|more or less)$")

_CALM = frozenset("(\n*=[{")
_MARKS = CURRENCY_SIGNS.keys() | _APPROX_SIGNS | frozenset("-~ 约概近是为有要多似到接")
_ENDINGS = frozenset(word[-2:] for word in (*CURRENCY_CODES, *_APPROX_WORDS, "to", "less", "negative"))


def is_calm(text: str, first: int) -> bool:
    """Whether nothing before the digits at ``first`` can matter: no sign, no currency, no hedge."""
    previous = text[first - 1] if first else "\n"
    if previous != " ":
        return previous in _CALM and not (previous == "{" and text[first - 2 : first - 1] == "_")
    return first > 1 and text[first - 2] not in _MARKS and text[first - 3 : first - 1] not in _ENDINGS


class Before:
    """Reads leftwards from a number; never past ``start``."""

    __slots__ = ("end", "start", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end

    def sign_and_currency(self, first: int, previous: str) -> tuple[int, int, str | None]:
        """Where the span begins, where the number with its sign begins, and the currency."""
        if previous == " ":
            if first - 2 < self.start or self.text[first - 2] not in SPACED:
                return first, first, None
            found = self._spaced(first)
        elif previous == "-" or previous in CURRENCY_SIGNS:
            found = self._direct(first, previous)
        elif previous in _CODE_ENDS:
            found = self._code(first)
        elif previous in "负下":
            found = self._chinese_sign(first, previous)
        else:
            return first, first, None
        return found if found[0] >= self.start else (first, first, None)

    def _direct(self, first: int, previous: str) -> tuple[int, int, str | None]:
        if previous == "-":
            return self._signed(first)
        if previous == "$" and self._is_math(first - 1):
            return first, first, None
        unit, begin = self._currency(first - 1)
        if begin > self.start and self.text[begin - 1] == "-" and is_sign(self.text, begin - 1):
            return begin - 1, begin - 1, unit
        return begin, first, unit

    def _signed(self, first: int) -> tuple[int, int, str | None]:
        text = self.text
        if not is_sign(text, first - 1):
            return first, first, None
        money = text[first - 2] if first - 2 >= self.start else ""
        if money in CURRENCY_SIGNS and not (money == "$" and self._is_math(first - 2)):
            unit, begin = self._currency(first - 2)
            return begin, first - 1, unit
        return first - 1, first - 1, None

    def _chinese_sign(self, first: int, previous: str) -> tuple[int, int, str | None]:
        """负5, 零下5."""
        if previous == "负":
            return first - 1, first - 1, None
        below = self.text[first - 2 : first] == "零下"
        return (first - 2, first - 2, None) if below else (first, first, None)

    def _spaced(self, first: int) -> tuple[int, int, str | None]:
        """A sign or currency with one space before the digits: ``= - 5``, ``$ 5``, ``USD 5``."""
        text, mark = self.text, first - 2
        if text[mark] == "e":
            negative = (
                first > 8
                and text[first - 9 : first].lower() == "negative "
                and not text[first - 10 : first - 9].isalpha()
            )
            return (first - 9, first - 9, None) if negative else (first, first, None)
        if text[mark] == "-":
            return (mark, mark, None) if is_spaced_sign(text, mark) else (first, first, None)
        if text[mark] not in CURRENCY_SIGNS:
            return self._code(first)
        if text[mark] == "$" and (
            self._is_math(mark) or (mark and not text[mark - 1].isspace() and text[mark - 1] != "\\")
        ):
            return first, first, None
        unit, begin = self._currency(mark)
        return begin, first, unit

    def _code(self, first: int) -> tuple[int, int, str | None]:
        code = _CODE.search(self.text, max(self.start, first - 6), first)
        return (code.start(), first, CURRENCY_CODES[code[1]]) if code else (first, first, None)

    def _currency(self, sign: int) -> tuple[str, int]:
        """Code and begin of the currency whose sign stands at ``sign``."""
        text = self.text
        if text[sign] != "$":
            return CURRENCY_SIGNS[text[sign]], sign
        for length in (2, 1):
            begin = sign - length
            code = DOLLARS.get(text[begin:sign]) if begin >= self.start else None
            if code and not text[max(begin - 1, 0) : begin].isalpha():
                return code, begin
        return "USD", sign - 1 if sign > self.start and text[sign - 1] == "\\" else sign

    def _is_math(self, sign: int) -> bool:
        """Whether the ``$`` at ``sign`` opens mathematics (``$5 + 3$``) rather than an amount."""
        text = self.text
        if sign and text[sign - 1] in "\\$":
            return text[sign - 1] == "$"
        return _MATH.match(text, sign, self.end) is not None

    def approximation(self, begin: int) -> int:
        """Where the word of approximation before ``begin`` starts; ``begin`` when there is none."""
        text, last = self.text, begin - 1
        while last >= self.start and text[last] in " $":
            last -= 1
        if last < self.start:
            return begin
        char = text[last]
        if char.isascii():
            if char == "~":
                return begin if text[max(0, last - 1)].isdecimal() else last  # 2~3 is a range
            return self._approx_word(begin, last) if char in APPROX_ENDS else begin
        if char in _APPROX_SIGNS:
            return last
        match = _APPROX_ZH.search(text, max(self.start, last - 5), last + 1)
        return match.start() if match else begin

    def _approx_word(self, begin: int, last: int) -> int:
        text = self.text
        window = text[max(self.start, last - 15) : last + 1]
        word = window.rsplit(None, 1)[-1]
        if word.lower() in _APPROX_WORDS:
            return last + 1 - len(word)
        if word in ("to", "less"):
            phrase = _APPROX_PHRASE.search(text, max(self.start, last - 24), last + 1)
            return phrase.start() if phrase else begin
        return begin


def is_sign(text: str, minus: int) -> bool:
    """Whether the ``-`` at ``minus``, directly before a number, is its sign: no difference, no range."""
    before = text[minus - 1] if minus else ""
    if before in (" ", "\t"):
        rest = text[max(0, minus - 12) : minus].rstrip(" \t")[-2:]
        last = rest[-1:]
        if last.isdecimal() or last in _AFTER_OPERAND:
            return not last
        alone = last.isascii() and last.isalpha() and not rest[:-1].isalpha()
        return not (alone and last not in "aI")
    return not (before.isdecimal() or before in _AFTER_OPERAND or (before.isascii() and before.isalpha()))


def is_spaced_sign(text: str, minus: int) -> bool:
    """Whether a ``-`` with a space behind it is a sign: only after an equals sign, a bracket or the like."""
    last = text[max(0, minus - 12) : minus].rstrip(" ")[-1:]
    return bool(last) and last in "=(:<>≈≤≥,"
