"""Stories of two kinds of things: so many in all, so much each, so much altogether; how many of a kind?

"Student tickets cost 4 dollars and adult tickets 6 dollars. You sell 525 tickets and collect 2876 dollars."
The question's four numbers must be the price (points, legs) of each kind, the count and the total; every number
has one of these parts, no word says anything else of them ("at least", "twice", "each adult brings"), and the
counts must come out whole. Otherwise the solver abstains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from toolkits import lazy_re as re
from toolkits.algebra import solve as solve_equations
from toolkits.errors import ToolkitError
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning._nouns import GENERIC, nouns
from verifier.planning.solvers._core import core
from verifier.planning.solvers._small_numbers import ENGLISH
from verifier.reading import asked_parts

_MAX_LENGTH = 700
_TOLD = 4
_MARK = re.compile(r"[Hh]ow many")
#: Without "one", which stands for a thing as often as for a number.
_ONES = {word: digits for word, digits in ENGLISH.items() if word != "one"}
_WORDY = re.compile(rf"\b(?:{'|'.join(_ONES)})\b")
#: Not quantities: two kinds, two different types, the class of 2003.
_KINDS_SAID = re.compile(
    r"\b(?:2|different) (?:different )?(?:kinds?|types?|varieties|sorts?|models?|shipments?)(?: of)?\b|\bboth\b|\b1 (?:night|day|week|year|game)\b|\b(?:one|a single) (?:night|day|week)\b"
)
#: Words that say more than the four numbers do.
_TRAPS = re.compile(
    r"\bat (?:least|most)\b|\bmore\b|\bless\b|\bfewer\b|\btwice\b|\bhalf\b|\btimes\b|\bdouble|\btriple|\bpercent|%|\bexcept|\bif .*\bhad\b|\bfree\b|\bdiscount"
    r"|\balready\b|\bextra\b|\baverage\b|\bremain|\bleft over\b|\brefund|\btax\b|\binstead\b|\bnot\b|n't\b|\bnever\b|\bonly \d|\bstudents? .* brings?\b|\bper (?:day|hour|week|month|mile|person|minute|pound|kilogram|gallon)"
    r"|\bdozens?\b|\bpairs?\b|\bpacks?\b|\bboxes\b|\bconsecutive\b|\bratio\b|\bdifference\b|\bbetween\b|\bmaximum\b|\bminimum\b|\bprofit\b|\bbroken\b|\blost\b|\breturn|\bcancel|\bpounds? of\b|\bliters?\b|\bgallons?\b|\bhours?\b|\bafter\b|\bbefore\b|\bthen\b|\banother\b|\bthird\b|\bworth of\b|\binterest\b|\binvest|\bbut\b|\brest\b|\bunsold\b|\bunused\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
)
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w%]|,\d)")
_UNIT = r"(?:dollars?|cents?|points?|point|legs|feet|wheels|credits|forks)"
_AFTER = re.compile(rf"[ -](?P<u>{_UNIT})\b")
_TOTAL = re.compile(
    r"\b(?:totals?|totall?ed|totaling|collect(?:s|ed)?|in all|altogether|spen[dt]s?|made|receipts?|sales|worth|came to|raised|earned|took in|taken in|paid|pays|value|bill|payroll|together|was|were|scored|have|has|are|using)\b"
)
_SOLD = r"(?:cost|costs|sell for|sells for|sold for|selling for|are priced at|were priced at|are worth|is worth|each cost|have|has|are|were|was|is|go for|hold|cost you)"
_K = r"(?P<k>(?:[a-z'-]+ ){0,2}[a-z'-]+)"
#: What ties a price to its kind: the kind in front with a verb, or behind.
_BEHIND = re.compile(
    rf"(?:[ -]{_UNIT})?(?: each| apiece| per ticket| a ticket)? (?:for|per) (?:an? |each |every |the )?{_K}"
)
_FRONT = re.compile(rf"{_K} (?:tickets? )?(?:{_SOLD}|for|at) (?:only |just )?$")
_DIRECT = re.compile(rf"[ -](?P<u>{_UNIT})[ -](?P<k>[a-z]+)\b")
_ASK = re.compile(r"how many (?P<what>[^?]+)\?")
_VERBS = re.compile(
    r"\b(?:did|do|does|were|are|was|is|will|should|can|could|have|has|had|attended|came|sold|bought|purchased|there|entered|paid|of them|be|that)\b.*$"
)


@dataclass(frozen=True, slots=True)
class _Number:
    text: str
    value: Fraction
    start: int
    end: int
    unit: str


def solve(question: QuestionText) -> list[Derivation]:
    """How many there are of each kind that is asked for."""
    stem = question.stem
    if len(stem) > _MAX_LENGTH or question.options or len(_MARK.findall(stem)) not in (1, 2):
        return []
    text = _plain(core(stem))
    if len(_NUMBER.findall(text)) < _TOLD or _TRAPS.search(text) or "how much" in text:
        return []
    story = _story(text)
    return _derivations(story, stem) if story else []


def _plain(text: str) -> str:
    low = text.lower().replace(" 's", "'s").replace(" ,", ",").replace("``", "").replace("''", "")
    low = re.sub(r"\$\s?(\d[\d,]*(?:\.\d+)?)", r"\1 dollars", low)
    return _KINDS_SAID.sub(" ", _WORDY.sub(lambda m: _ONES[m[0]], low))


@dataclass(frozen=True, slots=True)
class _Story:
    """The equations of the letters a and b, the kind of each, and which are asked for."""

    equations: list[str]
    kinds: tuple[frozenset[str], frozenset[str]]
    asked: list[list[str]]


def _story(text: str) -> _Story | None:
    numbers = _numbers(text)
    asks = list(_ASK.finditer(text))
    body = asks[0].start() if asks else 0
    before = [n for n in numbers if n.end <= body]
    prices = [n for n in before if n.unit]
    counts = [n for n in before if not n.unit]
    if len(before) != _TOLD or len(prices) != 3 or len(counts) != 1:
        return None
    total = max(prices, key=_worth)
    rates = [n for n in prices if n is not total]
    kinds = [_kind(n, text) for n in rates]
    if (
        rates[0].value == rates[1].value
        or not _is_total(total, text)
        or None in kinds
        or counts[0].value > 10**6
    ):
        return None
    one, other = (kind or frozenset[str]() for kind in kinds)
    if _of_one_kind(counts[0], text, one, other) or _of_one_kind(total, text, one, other):
        return None
    asked = [_asked(match["what"], one, other, rates) for match in asks]
    if not one or not other or one & other or any(not each for each in asked):
        return None
    equations = [
        f"a + b = {counts[0].text}",
        f"{_money(rates[0], prices)}*a + {_money(rates[1], prices)}*b = {_money(total, prices)}",
    ]
    return _Story(equations, (one, other), asked) if _whole(equations) else None


def _numbers(text: str) -> list[_Number]:
    found: list[_Number] = []
    for match in _NUMBER.finditer(text):
        plain = match[0].replace(",", "")
        unit = _AFTER.match(text, match.end())
        word = unit["u"].rstrip("s") if unit else ""
        found.append(
            _Number(plain, Fraction(plain), match.start(), match.end(), {"feet": "leg"}.get(word, word))
        )
    return found


def _worth(number: _Number) -> Fraction:
    return number.value / 100 if number.unit == "cent" else number.value


def _money(number: _Number, prices: Sequence[_Number]) -> str:
    mixed = {n.unit for n in prices} == {"cent", "dollar"}
    return f"{number.text}/100" if mixed and number.unit == "cent" else number.text


def _is_total(total: _Number, text: str) -> bool:
    start = max(text.rfind(". ", 0, total.start), 0)
    end = text.find(". ", total.end)
    return _TOTAL.search(text[start : end if end >= 0 else len(text)]) is not None


def _kind(rate: _Number, text: str) -> frozenset[str] | None:
    """The words that name the kind of which one costs ``rate``."""
    direct = _DIRECT.match(text, rate.end)
    if direct and direct["k"] in GENERIC and direct["u"] in ("dollar", "cent", "point"):
        return frozenset({rate.text})
    behind = _BEHIND.match(text, rate.end)
    front = _FRONT.search(text[max(0, rate.start - 60) : rate.start])
    words = [nouns(match["k"]) for match in (behind, front) if match]
    return words[0] if len(words) == 1 or (len(words) == 2 and words[0]) else None


def _asked(what: str, one: frozenset[str], other: frozenset[str], rates: Sequence[_Number]) -> list[str]:
    """The letters that a "how many …?" asks for, in order; [] where it asks for anything else."""
    letters: list[str] = []
    for part in re.split(r",? and (?:how many )?", what):
        phrase = _VERBS.sub("", part)
        said = nouns(phrase) | {n.text for n in _numbers(phrase)}
        hits = [letter for letter, kind in (("a", one), ("b", other)) if kind & said]
        strange = said - one - other - {n.text for n in rates} - {"dollar", "cent", "point"}
        if len(hits) != 1 or strange or _numbers(part[len(phrase) :]):
            return []
        letters += hits
    return letters if len(set(letters)) == len(letters) else []


def _of_one_kind(number: _Number, text: str, one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether a count or total is said to be of one of the kinds alone ("525 student tickets")."""
    said = nouns(" ".join(re.split(r"[,.;?]", text[number.end :])[0].split()[:5]))
    return bool(said & one) != bool(said & other)


def _whole(equations: list[str]) -> bool:
    try:
        found = solve_equations(equations, ["a", "b"])["solution"]
    except ToolkitError:
        return False
    return all(str(value).isdigit() and int(value) > 0 for value in found.values())


def _derivations(story: _Story, question: str) -> list[Derivation]:
    letters = [letter for asked in story.asked for letter in asked]
    if len(set(letters)) != len(letters):
        return []
    labels = [part.label for part in asked_parts(question)]
    names = {"a": " ".join(sorted(story.kinds[0])), "b": " ".join(sorted(story.kinds[1]))}
    matched = len(labels) == len(letters) and all(labels)
    return [
        Derivation(
            part=(labels[n] if matched else names[letter]) if len(letters) > 1 else "",
            kind="number",
            tool="solve",
            tool_input={"equations": story.equations, "variables": ["a", "b"]},
            output=f"solution.{letter}",
            description=f"how many: {names[letter]}",
        )
        for n, letter in enumerate(letters)
    ]
