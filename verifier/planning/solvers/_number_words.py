"""Sentences about unknown numbers, as equations: "the larger is 23 less than twice the smaller" is ``l = 2*s - 23``."""

from __future__ import annotations

from toolkits import lazy_re as re

_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty"
)
_COUNTS = {name: str(n) for n, name in enumerate(_WORDS.split())}
_MULTIPLES = {"twice": "2", "double": "2", "thrice": "3", "triple": "3", "half": "1/2"}
_TOKEN = re.compile(r"\s*(?:(?P<n>-?\d[\d,]*(?:\.\d+)?(?:/\d+)?)|(?P<w>[a-z]+)|(?P<c>,))")

#: The names that unknown numbers go by, longest first, and the letter of each.
_NAMES: tuple[tuple[tuple[str, ...], str], ...] = tuple(
    (tuple(name.split()), letter)
    for name, letter in sorted(
        (
            *((f"{the}{adjective}{noun}", letter)
              for adjective, letter in (("smaller", "s"), ("lesser", "s"), ("larger", "l"), ("greater", "l"), ("bigger", "l"), ("first", "f"), ("second", "g"), ("other", "p"))
              for the in ("the ", "") for noun in (" number", " integer", " one", "")),
            *((f"{a}{noun}", "n") for a in ("a ", "the ", "that ", "this ", "some ", "the same ", "the original ", "a certain ") for noun in ("number", "integer")),
            ("a second number", "p"), ("another number", "p"), ("another", "p"),
            *((f"the {which} of {two}", letter) for which, letter in (("smaller", "s"), ("larger", "l"), ("first", "f"), ("second", "g")) for two in ("two numbers", "2 numbers", "the two numbers", "the numbers")),
            ("one number", "o"), ("one of the numbers", "o"), ("one of them", "o"), ("one of the two numbers", "o"), ("one", "o"),
            ("it", "n"),
        ),
        key=lambda pair: -len(pair[0].split()),
    )
)  # fmt: skip


class Unread(Exception):  # noqa: N818  (control flow between the modules of this grammar)
    """The words are not covered to the last one."""


def tokens(text: str) -> list[str]:
    """Numbers, words and commas of a sentence. Raises :class:`Unread` for any other sign."""
    found: list[str] = []
    at, plain = 0, text.lower().strip()
    while at < len(plain):
        match = _TOKEN.match(plain, at)
        if match is None:
            raise Unread(plain[at:])
        found.append(match[0].strip())
        at = match.end()
    return found


class Phrase:
    """Reads expressions from the tokens of a sentence, left to right."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._at = 0

    @property
    def ended(self) -> bool:
        """Whether every word was read."""
        return self._at == len(self._words)

    def take(self, *phrases: str) -> str:
        """Read the first of ``phrases`` that stands next; "" and nothing read where none does."""
        for phrase in phrases:
            words = phrase.split()
            if self._words[self._at : self._at + len(words)] == words:
                self._at += len(words)
                return phrase
        return ""

    def expect(self, *phrases: str) -> str:
        """Like :meth:`take`, but one must stand there. Raises :class:`Unread`."""
        found = self.take(*phrases)
        if not found:
            raise Unread(" ".join(self._words[self._at :]))
        return found

    def number(self) -> str:
        """The number that stands next, or ""."""
        word = self._words[self._at] if not self.ended else ""
        if word[:1].isdigit() or word[:1] == "-":
            self._at += 1
            return word.replace(",", "")
        if word in _COUNTS and self._words[self._at : self._at + 2] != ["one", "number"]:
            following = self._words[self._at + 1 : self._at + 2]
            if word != "one" or following in (["more"], ["less"]):
                self._at += 1
                return _COUNTS[word]
        return ""

    def expression(self) -> str:
        """A sum, product or amount. Raises :class:`Unread`."""
        left = self._term()
        while sign := self.take(
            "plus",
            "increased by",
            "added to",
            "minus",
            "decreased by",
            "diminished by",
            "reduced by",
            "less",
            "divided by",
        ):
            if sign == "less" and self.take("than"):
                raise Unread("less than")
            operator = {"plus": "+", "increased by": "+", "added to": "+", "divided by": "/"}.get(sign, "-")
            left = f"({left}) {operator} ({self._term()})"
        return left

    def _term(self) -> str:
        if joined := self.take(
            "the sum of",
            "sum of",
            "the difference of",
            "the difference between",
            "the product of",
            "product of",
        ):
            left = self._term()
            self.expect("and")
            operator = "+" if "sum" in joined else "*" if "product" in joined else "-"
            return f"(({left}) {operator} ({self._term()}))"
        for word, factor in _MULTIPLES.items():
            if self.take(f"{word} of", word):
                return f"{factor}*({self._term()})"
        number = self.number()
        if not number:
            return self._name()
        if self.take("more than", "greater than", "larger than", "added to"):
            return f"({self._term()} + {number})"
        if self.take("less than", "fewer than", "smaller than", "subtracted from"):
            return f"({self._term()} - {number})"
        if self.take(
            "times as large as", "times as much as", "times as great as", "times as big as", "times", "of"
        ):
            return f"{number}*({self._term()})"
        return number

    def _name(self) -> str:
        for words, letter in _NAMES:
            if self.take(" ".join(words)):
                return letter
        raise Unread(" ".join(self._words[self._at :]))


def sentence(text: str) -> list[str]:
    """The equations that a sentence states. Raises :class:`Unread` unless it is covered to the last word."""
    words = tokens(text)
    for read in (_symmetric, _operation, _exceeds, _statement):
        try:
            return read(Phrase(words))
        except Unread:
            continue
    raise Unread(text)


_TWO = (
    "two numbers",
    "2 numbers",
    "the two numbers",
    "the 2 numbers",
    "two integers",
    "2 integers",
    "the numbers",
    "both numbers",
)


def _symmetric(phrase: Phrase) -> list[str]:
    """Sum and difference of two numbers without names; ``{sum}`` and ``{difference}`` stand for them."""
    found = [_one_symmetric(phrase)]
    while not phrase.ended:
        phrase.take(",")
        phrase.expect("and", "while")
        found.append(_one_symmetric(phrase))
    return found


def _one_symmetric(phrase: Phrase) -> str:
    kind = phrase.expect(
        *(f"{lead} {what} of {two}" for lead in ("the",) for what in ("sum",) for two in _TWO),
        *(f"the difference {link} {two}" for link in ("of", "between") for two in _TWO),
        "their sum", "the sum", "their difference", "the difference", "whose sum", "whose difference",
    )  # fmt: skip
    phrase.expect("is equal to", "is", "equals")
    number = phrase.number()
    if not number:
        raise Unread("no number")
    return f"{'{sum}' if 'sum' in kind else '{difference}'} = {number}"


def _operation(phrase: Phrase) -> list[str]:
    """``when a is added to b the result is n``."""
    phrase.take("when", "if")
    left = phrase.expression()
    sign = phrase.expect(
        "is added to",
        "is subtracted from",
        "is increased by",
        "is decreased by",
        "is multiplied by",
        "is divided by",
    )
    right = phrase.expression()
    phrase.take(",")
    phrase.expect(
        "the result is",
        "the answer is",
        "to get",
        "the sum is",
        "the difference is",
        "you get",
        "gives",
        "it is",
    )
    number = phrase.number()
    if not number or not phrase.ended:
        raise Unread("no result")
    written = {
        "is added to": "({b}) + ({a})", "is subtracted from": "({b}) - ({a})",
        "is increased by": "({a}) + ({b})",         "is decreased by": "({a}) - ({b})",
        "is multiplied by": "({a}) * ({b})", "is divided by": "({a}) / ({b})",
    }  # fmt: skip
    return [f"{written[sign].format(a=left, b=right)} = {number}"]


def _exceeds(phrase: Phrase) -> list[str]:
    phrase.take("if")
    left = phrase.expression()
    phrase.expect("exceeds", "is more than", "is greater than", "is larger than")
    right = phrase.expression()
    phrase.expect("by")
    number = phrase.number()
    if not number or not phrase.ended:
        raise Unread("no amount")
    return [f"{left} = ({right}) + {number}"]


def _statement(phrase: Phrase) -> list[str]:
    phrase.take("if", "suppose", "think of a number ,")
    left = phrase.expression()
    phrase.expect("is equal to", "is the same as", "equals", "is as large as", "gives", "is", "was", "equal")
    right = phrase.expression()
    if not phrase.ended:
        raise Unread("words are left over")
    return [f"{left} = {right}"]
