"""Reads the value that stands at a place in the answer, as the kind of thing that was asked for."""

from __future__ import annotations

from datetime import date
from typing import Final

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.expressions import parse
from verifier.plan import ClaimKind
from verifier.reading._amounts import NAMED, read_amount, read_two_ways
from verifier.reading._found import Found, line_end, trimmed
from verifier.reading._tuples import read_ordered, read_quoted

_NEGATION: Final = re.compile(
    r"(?:definitely |certainly |clearly )?(?:not|never|isn't|n't|cannot be|不是|并非|不等于)", re.IGNORECASE
)
_BUT: Final = re.compile(
    r"(?:,|;|，|；|\s)\s*(?:but(?: rather| instead)?|rather|instead|而是|应该是|应是)\s*(?:it is|it's"
    r"|is)?\s*",
    re.IGNORECASE,
)
_CHOICE: Final = re.compile(
    r"(?:(?:choice|option|answer|letter|选项|选择"
    r"|选)[\s_:：\\]*)?(?P<open>[(\[（])?\s*(?P<letter>[A-Za-z])\s*"
    r"(?(open)[)\]）]|(?![A-Za-z'’]))",
    re.IGNORECASE,
)
_ANOTHER_CHOICE: Final = re.compile(
    r"\s*(?:/|,|、|&|\bor\b|\band\b|或|和)\s*(?:(?:choice"
    r"|option)[\s_]*)?[(\[（]?[A-Za-z][)\]）]?(?![A-Za-z'’])",
    re.IGNORECASE,
)
_CHOICE_WORD: Final = re.compile(r"(?:choice|option|选项)", re.IGNORECASE)
_CHOICE_DENIED: Final = re.compile(
    r"[)\]）]?(?:(?!\b(?:because|since|as|while|whereas)\b)[^.,;\n]){0,30}?\b(?:is|are|was)\s?(?:not|n't|incorrect|wrong|false|invalid)"
    r"|[)\]）]?\s*(?:can be ruled out|is ruled out|can be eliminated)",
    re.IGNORECASE,
)
#: "no doubt", "no real roots": not the word that answers a question.
_NO_SUCH: Final = re.compile(
    r"[ \t]+(?!(?:it|its|they|he|she|we|you|i|this|that|these|those|there|the|because|since|as|for|not"
    r"|n't)\b)[a-z]+",
    re.IGNORECASE,
)
_AFTER_LETTER: Final = re.compile(r"\s*(?:$|[.:,;)\-–。：，、])|\s(?:is|because|since|as)\s", re.IGNORECASE)
_IN_BRACKETS: Final = re.compile(r"\(?[A-Z]\)")
_BOOLEAN: Final = re.compile(
    r"(?P<true>yes|true|correct|是的|是(?![\u4e00-\u9fff])|对的|对(?![\u4e00-\u9fff])|正确|真|能|可以|会)"
    r"|(?P<false>no|false|incorrect|否|不是的|不是(?![\s*_`]*[\u4e00-\u9fff\w])|不对|错误?|假|不能|不可以|不会|没有)",
    re.IGNORECASE,
)
_LETTER: Final = re.compile(r"[A-Za-z\u4e00-\u9fff]")
_JUDGEMENTS: Final = frozenset({"correct", "incorrect", "正确", "错误"})
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = rf"(?P<m>{'|'.join(_MONTHS)})[a-z]*\.?"
_DATES: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<y>\d{4})[-/.年](?P<m>\d{1,2})[-/.月](?P<d>\d{1,2})日?(?!\d)",
        rf"{_MONTH}\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s*,?\s+(?P<y>\d{{4}})",
        rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}\s*,?\s+(?P<y>\d{{4}})",
        r"(?P<m>\d{1,2})(?P<either>[/-])(?P<d>\d{1,2})[/-](?P<y>\d{4})(?!\d)",
    )
)
_BRACKETS: Final = re.compile(r"[<>()\[\]{}](?:[\s,，]*[<>()\[\]{}])*")
_ITEM: Final = r"[^\W\d_][\w'’.-]*"
_WORDS: Final = re.compile(rf"{_ITEM}(?:\s*(?:,|、|，|<|;|\s)\s*(?:and\s+)?{_ITEM})*")
_WORD_SPLIT: Final = re.compile(r"\s*(?:,|、|，|<|;)\s*(?:and\s+)?|\s+(?:and\s+)?")
_LATEX_WORDS: Final = re.compile(r"\\(?:text|mathrm|textbf|mbox)\s*\{([^{}]*)\}")
_LATIN: Final = re.compile(r"[A-Za-z]")
_MOST_TEXT: Final = 300
_LONGEST_DENIAL: Final = 60


def read_value(text: str, start: int, end: int, want: ClaimKind) -> Found | None:
    """The value that ``text[start:end]`` starts with, or ``None`` where it can't be read for certain.

    "not 10" has no value, "not 10 but 12" has 12.

    Args:
        text: the answer, signs translated.
        start: where the value stands: after a marker.
        end: the end of its line or bracket.
        want: what was asked for.
    """
    truth = _truth(text, start, end) if want == "boolean" else None
    if truth is not None:  # before "是" is taken for "is"
        return truth
    start, end = trimmed(text, start, end)
    if start >= end:
        return None
    negated = _NEGATION.match(text, start, end) if want != "boolean" else None
    if negated:
        but = _BUT.search(text, negated.end(), end)
        return read_value(text, but.end(), end, want) if but else None
    return _READERS[want](text, start, end)


# --- choices and truth values -------------------------------------------------------------------------------
def _choice(text: str, start: int, end: int) -> Found | None:
    match = _CHOICE.match(text, start, end)
    if (
        match is None
        or _ANOTHER_CHOICE.match(text, match.end(), end)
        or _CHOICE_DENIED.match(text, match.end(), end)
    ):
        return None
    letter, stop = match["letter"], match.end()
    if letter.islower() and not (match["open"] or stop >= end or text[stop] in ").:"):
        return None
    named = match["open"] or match.start("letter") > start
    if not named and _AFTER_LETTER.match(text, stop, end) is None:
        return None
    return Found("choice", letter.upper(), match.span(), match.span("letter"))


def _choice_or_value(text: str, start: int, end: int) -> Found | None:
    """A letter, else the value that an option states."""
    if _CHOICE_DENIED.search(text, start, min(end, start + _LONGEST_DENIAL)):
        return None
    choice = _choice(text, start, end)
    if choice is not None or _CHOICE_WORD.match(text, start, end):
        return choice
    return _amount_or_text(text, start, end)


def _truth(text: str, start: int, end: int) -> Found | None:
    match = _BOOLEAN.match(text, start, end)
    if match is None or (match[0].isascii() and _LETTER.match(text, match.end(), end)):
        return None
    if match[0].lower() == "no" and _NO_SUCH.match(text, match.end(), end):
        return None
    return Found("boolean", match["true"] is not None, match.span(), match.span())


def _truth_or_rest(text: str, start: int, end: int) -> Found | None:
    return _truth(text, start, end) or _choice(text, start, end) or read_amount(text, start, end)


# --- dates and lists ----------------------------------------------------------------------------------------
def _date(text: str, start: int, end: int) -> Found | None:
    """The first date; 05/06/2021 is read month first, with the other order as its alternative."""
    found = [m for pattern in _DATES if (m := pattern.search(text, start, end))]
    match = min(found, key=lambda m: m.start(), default=None)
    if match is None:
        return None
    year, day = int(match["y"]), int(match["d"])
    month = int(match["m"]) if match["m"].isdigit() else _MONTHS.index(match["m"][:3].lower()) + 1
    orders = [(month, day), (day, month)] if "either" in match.re.groupindex else [(month, day)]
    dates = [d for m, n in dict.fromkeys(orders) if (d := _calendar(year, m, n))]
    return (
        Found("date", dates[0], match.span(), match.span(), alternatives=tuple(dates[1:])) if dates else None
    )


def only_date(text: str, start: int, end: int, question: str) -> Found | None:
    """The only date of ``text[start:end]`` that the question does not give, else the only one."""
    found = _dates(text, start, end)
    given = {f.value for f in _dates(question, 0, len(question))}
    for some in ([f for f in found if f.value not in given], found):
        if len({f.value for f in some}) == 1:
            return some[-1]
        if some:
            return None
    return None


def _dates(text: str, start: int, end: int) -> list[Found]:
    """The dates that stand in the text, in order."""
    places = sorted({m.start() for pattern in _DATES for m in pattern.finditer(text, start, end)})
    return [found for at in places if (found := _date(text, at, end))]


def _calendar(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _date_or_rest(text: str, start: int, end: int) -> Found | None:
    return _date(text, start, end) or _amount_or_text(text, start, end)


def _list(text: str, start: int, end: int) -> Found | None:
    """Brackets in order, words in order, else numbers."""
    quoted = read_quoted(text, start, line_end(text, start, end)) or read_ordered(
        text, start, line_end(text, start, end)
    )
    if quoted is not None:
        return quoted
    brackets = _BRACKETS.match(text, start, end)
    if brackets and not text[brackets.end() : end].strip(" .\n\"'`"):
        return Found("list", tuple(re.sub(r"[\s,，]", "", brackets[0])), brackets.span(), brackets.span())
    end = line_end(text, start, end)
    words = _WORDS.match(text, start, end)
    if words is None or text[words.end() : end].strip(" .\"'`*]"):
        return read_amount(text, start, end)
    items = tuple(w.strip(".") for w in _WORD_SPLIT.split(words[0]) if w)
    return Found("list", items, words.span(), words.span())


# --- numbers, algebra, text ---------------------------------------------------------------------------------
def _amount_or_text(text: str, start: int, end: int) -> Found | None:
    """What stands where a number was expected: a number, a choice, yes or no, algebra or text."""
    amount = read_amount(text, start, end) or read_two_ways(text, start, end)
    if amount is not None:
        return amount
    whole = text[start:end]
    if _IN_BRACKETS.fullmatch(whole):
        return _choice(text, start, end)
    truth = _truth(text, start, end)
    if truth is not None and truth.span[1] == end and whole.lower() not in _JUDGEMENTS:
        return truth
    return _expression(text, start, end)


def _expression(text: str, start: int, end: int) -> Found | None:
    """A number, else algebra that the expression parser reads, else text."""
    end = line_end(text, start, end)
    amount = read_amount(text, start, end)
    if amount is not None and not _LATIN.search(_LATEX_WORDS.sub("", text[amount.span[1] : end])):
        return amount
    named = NAMED.match(text, start, end)
    at = named.end() if named else start
    body = _LATEX_WORDS.sub("", text[at:end]).strip(" $")
    try:
        tree = parse(body)
    except ToolkitError:
        return _text(text, start, end)
    if len(body) == 1 and not tree.literals:
        return _text(text, start, end)
    return Found("expression", body, (at, end), (at, end), name=named["name"].strip() if named else "")


def _text(text: str, start: int, end: int) -> Found | None:
    end = line_end(text, start, end)
    end = start + len(text[start:end].rstrip(" .。"))
    return (
        Found("text", text[start:end], (start, end), (start, end)) if 0 < end - start <= _MOST_TEXT else None
    )


def _nothing(text: str, start: int, end: int) -> Found | None:  # noqa: ARG001  (one signature for all readers)
    return None


_READERS: Final = {
    "number": _amount_or_text,
    "quantity": _amount_or_text,
    "equation": _amount_or_text,
    "expression": _expression,
    "boolean": _truth_or_rest,
    "choice": _choice_or_value,
    "text": _amount_or_text,
    "date": _date_or_rest,
    "list": _list,
    "code": _nothing,
    "sql": _nothing,
    "fact": _text,
    "consistency": _nothing,
}
