"""The final value of an answer that marks none: its first word, its only line, its last sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from toolkits import lazy_re as re
from toolkits.quantities import QuantityError, read, unit_symbol
from verifier.plan import ClaimKind
from verifier.reading._calendar import asks_name, name_in
from verifier.reading._found import Found
from verifier.reading._markers import Stated, concluded_choice
from verifier.reading._options import has_remark
from verifier.reading._parts import find_parts, in_order
from verifier.reading._records import AskedPart
from verifier.reading._truths import contradicts, last_word
from verifier.reading._values import only_date, read_value

_SENTENCE: Final = re.compile(
    r"[.!?。！？](?=\s|$|[\u4e00-\u9fff])\s*|\n+"
    r"|[,;]\s+(?=(?:so|therefore|thus|hence)\s+(?!that\b|much\b|many\b|far\b|on\b))|[,，;；](?=所以|因此)",
    re.IGNORECASE,
)
_LEADING_SIGNS: Final = re.compile(r"[\s*_\"'“]*")
_NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NUMBER_WORD: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh"
    r"|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b",
    re.IGNORECASE,
)
_COPULA: Final = re.compile(
    r"(?:\b(?:is|are|was|were|be|has|have|had|get|gets|got|total|equals|to)"
    r"|[是为有得共])\s*(?:about |approximately |only |exactly |a total of |约)?\s*$",
    re.IGNORECASE,
)
_IS_IT: Final = re.compile(r"(?P<is>is|are)\s+(?P<rest>[^?]{3,80}?)\s*\?", re.IGNORECASE)
_IS_IT_ZH: Final = re.compile(r"(?P<subject>[\d,.]+)(?P<verb>是|能)(?P<rest>[^?？]{1,20}?)吗\s*[?？]?")
_BULLET: Final = re.compile(
    r"^[ \t]*(?:[-*•]|\d+[.)、])[ \t]*[*_\"'`]*(?P<item>[^\W\d_][\w'’.-]*?)[*_\"'`]*[ \t]*$", re.MULTILINE
)
_IS: Final = re.compile(r"(?:\b(?:is|are|was|were|equals)|[是为])\s*$", re.IGNORECASE)
_INTRODUCES: Final = re.compile(r".*(?:[:：]|\b(?:is|are)\b|[是为])\s*", re.DOTALL)
_DENIES: Final = re.compile(
    r"\b(?:not|never|cannot|neither|might|may|could|maybe|perhaps|possibly"
    r"|probably|if)\b|n't\b|[不没非]|可能|也许|大概|如果|[≠<>≤≥]|!=|\\(?:neq?|leq?|geq?|lt|gt)\b",
    re.IGNORECASE,
)
_REMAINDER: Final = re.compile(r"\bremainder\b|\d\s?[Rr]\s?\d|余|……\s?\d")
_CONCLUDES: Final = re.compile(
    r"[\s*_.$\])}\\]*(?:so|therefore|thus|hence|in conclusion|所以|因此|故|综上)(?![a-z])", re.IGNORECASE
)
_UNIT_WORD: Final = re.compile(r"[ -]?([A-Za-z]+|[\u4e00-\u9fff]{2})")
_GIVES_POINT: Final = re.compile(
    r"(?:\b(?:solution|solutions|point|coordinates|values?|numbers?|result|pair)\b[^.\n(（=]{0,30}?(?:\bis\b|\bare\b|[:：=])"
    r"|(?:解|坐标|结果|数)(?:是|为|[:：])+|\b(?:so|therefore|thus|hence),?)\s*(?=[^\s])",
    re.IGNORECASE,
)
_LAYOUT: Final = re.compile(r"[\s*$\\{}]")
_DENIES_AFTER: Final = re.compile(r"\b(?:not|never)\b|n't\b|不对|不正确", re.IGNORECASE)
_ALTERNATIVES: Final = re.compile(r"\bor\b|或", re.IGNORECASE)
_NEGATIVE_BEFORE: Final = re.compile(r"(?:\b(?:negative|minus)\s+|负)[$£€¥]?$", re.IGNORECASE)
_CHECKS: Final = re.compile(
    r"(?:(?<=[.!\n])|(?<=[。！]))\s*(?:to |we can |let us |let's )?"
    r"(?:check(?:ing)?\b|verif(?:y|ying|ication)\b|验证|检验|验算)[:：,， ]?[^\n]{0,200}$",
    re.IGNORECASE,
)
_EMPHASIS: Final = re.compile(r"(?:^|(?<=[\s:：，,。(（\u4e00-\u9fff]))[*_]{1,3}(?=[-−$£€¥]?$)")
_FORMULA_EDGES: Final = frozenset("(^*/+_")
_FORMULA_AFTER: Final = frozenset("+*/^")
#: The value is what comes behind a sign: "2 + 9x^2" is not 9x^2.
_OPERAND_BEFORE: Final = re.compile(r"[A-Za-z\d)\]}]\s*[+*×·^]\s*$|[\d)\]}]\s*[-−/÷]\s*$")
_MOST_WHOLE: Final = 200
_LONGEST_CHECK: Final = 300  # characters that `_CHECKS` may take
_LAST_CHARACTERS: Final = 400  # most texts begin their last sentence there


def unmarked(text: str, question: str, want: ClaimKind, label: str = "") -> list[Stated]:
    """The value of an answer without a marker, the values where it lists some; [] where it is not certain.

    Args:
        text: the answer's prose.
        question: the question.
        want: what it asks for.
        label: the name it asks for, or "".
    """
    stated = _unmarked(text, question, want, label)
    if stated is None:
        return []
    more = [replace(stated, found=f, span=f.span) for f in stated.found.more]
    return [replace(stated, found=replace(stated.found, more=())), *more]


def concluded_value(text: str, after: int, question: str, part: AskedPart) -> Stated | None:
    """The value that the last sentence after ``after`` concludes with, where it says that it concludes."""
    start, _ = _last_sentence(text)
    if start < after and not text[start:after].strip():
        start = after
    lead = _CONCLUDES.match(text, max(start, after)) if start + 1 >= after else None
    return _last_value(text, question, part.kind, part.label) if lead else None


def _unmarked(text: str, question: str, want: ClaimKind, label: str) -> Stated | None:
    if want == "choice":
        return concluded_choice(text) or _whole(text, question, want)
    if want == "boolean":
        return _first_word(text, question) or _predicated(text, question)
    if want == "text":
        return _day_name(text, question)
    if want == "list":
        return _bulleted(text, question) or _whole(text, question, want) or _last_list(text, question)
    if want in ("number", "quantity", "expression", "date"):
        return _whole(text, question, want, label) or _last_value(text, question, want, label)
    return None


def _day_name(text: str, question: str) -> Stated | None:
    """The weekday or month that the last sentence names, where the question asks for the name of one."""
    what = asks_name(question)
    start, end = _last_sentence(text)
    span = name_in(text, start, end, what, question) if what else None
    if span is None or _DENIES.search(text, start, span[0]) or _ALTERNATIVES.search(text, start, end):
        return None
    return Stated(Found("text", text[span[0] : span[1]], span, span), span)


def concluded_parts(text: str, asked: Sequence[AskedPart]) -> list[tuple[str, Stated]]:
    """One value for each part, where the last sentence is or ends in a point or list: "(7, 3)", "4 and 3"."""
    start, end = _last_sentence(text)
    if start >= end or end - start > _MOST_WHOLE or _ALTERNATIVES.search(text, start, end):
        return []
    verb = _GIVES_POINT.search(text, start, end)
    for at in (start, verb.end() if verb else end):
        found = read_value(text, at, end, "number") if at < end else None
        if found is None or len(found.more) + 1 != len(asked) or _DENIES.search(text, start, found.span[0]):
            continue
        members = [Stated(replace(f, more=()), f.span) for f in (found, *found.more)]
        by_name = {m.found.name: m for m in members if m.found.name}
        if not by_name:
            return in_order(text, asked, members)
        if all(part.label in by_name for part in asked):
            return [(part.label, by_name[part.label]) for part in asked]
    return []


def _last_list(text: str, question: str) -> Stated | None:
    """The last line's words or brackets after a colon or "is", where they are those of the question."""
    start, end = _last_sentence(text)
    match = _INTRODUCES.search(text, start, end)
    found = read_value(text, match.end(), end, "list") if match else None
    if found is not None and found.more and match is not None:
        return _numbers_of(question, found)
    if found is None or found.kind != "list" or not isinstance(found.value, tuple):
        return None
    known = all(not isinstance(w, str) or w.lower() in question.lower() for w in found.value)
    return Stated(found, found.span) if known and len(found.value) > 1 else None


def _numbers_of(question: str, found: Found) -> Stated | None:
    """Numbers in a row, where each is the question's: "The sorted numbers are 2, 5, 9."."""
    known = {Fraction(m[0].replace(",", "")) for m in _NUMBER.finditer(question) if m[0].strip(",")}
    each = (found, *found.more)
    ours = all(isinstance(f.value, Fraction) and abs(f.value) in known for f in each)
    return Stated(found, found.span) if ours else None


def _is_option(found: Found, rest: str, question: str) -> bool:
    """Whether ``rest`` is the text of the option that the letter names: "(B) 6"."""
    option = rf"\b{found.value}[).:：、]\s*{re.escape(rest)}(?!\w)"
    return found.kind == "choice" and re.search(option, question) is not None


def _spelled(text: str, stripped: str, want: ClaimKind) -> Stated | None:
    """A number in words, and nothing else: "sixty dollars", "百分之三十"."""
    if want not in ("number", "quantity") or _NUMBER.search(stripped):
        return None
    body = stripped.rstrip(".。")
    try:
        quantity = read(body)
    except QuantityError:
        return None
    if quantity.alternatives:
        return None
    start = text.index(body)
    span = (start, start + len(body))
    kind: ClaimKind = "quantity" if quantity.unit else "number"
    found = Found(
        kind, quantity.value, span, span, quantum=quantity.quantum, unit=quantity.unit, approx=quantity.approx
    )
    return Stated(found, span)


def _whole(text: str, question: str, want: ClaimKind, label: str = "") -> Stated | None:
    """A one-line answer that is nothing but the value."""
    stripped = text.strip()
    if not stripped or "\n" in stripped or len(stripped) > _MOST_WHOLE:
        return None
    start = text.index(stripped[0])
    sign = text.find("=", start)
    if sign >= 0 and _gives_another(text, start, sign, label):
        return None
    found = read_value(text, start, start + len(stripped), want)
    if found is None or found.kind == "text":
        return _spelled(text, stripped, want)
    if re.search(r"\w", text[start : found.span[0]]) or has_remark(question, found.value):
        return None
    last = found.more[-1] if found.more else found
    rest = text[last.span[1] :].strip(" .。)")
    if want != "list" and _NUMBER.search(rest) and not _is_option(found, rest, question):
        return None
    return Stated(found, found.span)


def _first_word(text: str, question: str) -> Stated | None:
    """The yes or no that the text begins with, unless it takes that back or says the opposite."""
    lead = _LEADING_SIGNS.match(text)
    start = lead.end() if lead else 0
    found = read_value(text, start, len(text), "boolean")
    if found is None or found.kind != "boolean":
        return None
    again = last_word(text, found.span[1])
    if again is None:
        return None
    if again:
        value, span = again
        found = Found("boolean", value, span, span)
    if contradicts(bool(found.value), text[found.span[1] :], question):
        return None
    return Stated(found, found.span)


def _predicated(text: str, question: str) -> Stated | None:
    """Yes where the only sentence says what the question asks ("91 is prime"), no where it denies that."""
    asked, stripped = question.strip(), text.strip()
    match = _IS_IT.fullmatch(asked) or _IS_IT_ZH.fullmatch(asked)
    if match is None or len(stripped) > _MOST_WHOLE:
        return None
    said = _plain_words(stripped)
    start = text.index(stripped[0])
    span = (start, start + len(stripped.rstrip(" .。!！")))
    for value, statement in _statements(match):
        if said == statement:
            return Stated(Found("boolean", value, span, span), span)
    return None


def _statements(match: re.Match[str]) -> Iterator[tuple[bool, str]]:
    """What the question asks, as statements, with whether they affirm it."""
    if "verb" in match.groupdict():
        whole = match["subject"] + match["verb"] + match["rest"]
        yield True, _plain_words(whole)
        yield False, _plain_words(match["subject"] + "不" + match["verb"] + match["rest"])
        for subject in ("", "它", "这个数"):
            yield True, _plain_words(subject + match["verb"] + match["rest"])
            yield False, _plain_words(subject + "不" + match["verb"] + match["rest"])
        return
    words = match["rest"].split()
    for i in range(1, len(words)):
        subject, rest = " ".join(words[:i]), " ".join(words[i:])
        yield True, _plain_words(f"{subject} {match['is']} {rest}")
        yield False, _plain_words(f"{subject} {match['is']} not {rest}")


def _plain_words(text: str) -> str:
    words = text.lower().replace("isn't", "is not").replace("aren't", "are not").strip(" .。!！*")
    return " ".join(w for w in words.split() if w not in ("a", "an", "number"))


def _bulleted(text: str, question: str) -> Stated | None:
    """A list of the question's words, one on each line behind a bullet or number."""
    items = list(_BULLET.finditer(text))
    known = question.lower()
    if len(items) < 2 or not all(m["item"].lower() in known for m in items):
        return None
    if text[items[-1].end() :].strip() or "\n" in text[items[0].start() : items[-1].end()].replace(
        "\n", "", len(items) - 1
    ):
        return None
    span = (items[0].start("item"), items[-1].end("item"))
    return Stated(Found("list", tuple(m["item"] for m in items), span, span), span)


def _last_value(text: str, question: str, want: ClaimKind, label: str) -> Stated | None:
    """The value that the last sentence comes to: the end of its last equation, or the number that it adds."""
    start, end = _last_sentence(text)
    if start >= end or _compact(text[start:end]) in _compact(question):
        return None
    named = _named(text, start, end, label, want)
    if named is not None:
        return named
    if want == "date":
        found = only_date(text, start, end, question)
        return Stated(found, found.span) if found is not None else None
    sign = max(text.rfind("=", start, end), text.rfind("≈", start, end))
    if sign >= 0 and _gives_another(text, start, sign, label):
        return None
    found = read_value(text, sign + 1, end, want) if sign >= 0 else None
    if found is None or not _is_plain(found, want):
        found = _added_number(text, start, end, question)
    if (
        found is None
        or not _is_plain(found, want)
        or _OPERAND_BEFORE.search(text, start, found.span[0])
        or _DENIES.search(text, start, found.span[0])
        or _DENIES_AFTER.search(text, found.span[1], end)
        or _ALTERNATIVES.search(text, start, end)
        or (_REMAINDER.search(text, start, end) and not _REMAINDER.search(question))
    ):
        return None
    return Stated(found, found.span)


def _compact(text: str) -> str:
    return _LAYOUT.sub("", text)


def _named(text: str, start: int, end: int, label: str, want: ClaimKind) -> Stated | None:
    """The value that the sentence gives to the name that was asked for ("so the remainder is 2")."""
    if not label:
        return None
    part = AskedPart(label=label, kind=want, span=(0, 0))
    stated = next((s for _, s in find_parts(text[:end], [part]) if s.span[0] >= start), None)
    denied = stated is not None and _DENIES.search(text, start, stated.span[0])
    return None if stated is None or denied or _ALTERNATIVES.search(text, start, end) else stated


def _gives_another(text: str, start: int, sign: int, label: str) -> bool:
    """Whether the equation is one of the letter that was asked for ("3x = 15"), not its value."""
    if len(label) != 1:
        return False
    left = text[start:sign].rpartition("=")[2].rpartition(",")[2]
    return re.search(rf"[\d)]\s*{label}\s*$|\b{label}\s*[-+*/^]", left) is not None


def _is_plain(found: Found, want: ClaimKind) -> bool:
    return found.kind in ("number", "quantity") or (found.kind == want and want in ("date", "expression"))


def _added_number(text: str, start: int, end: int, question: str) -> Found | None:
    """The last sentence's number, if one alone is not the question's, or one alone follows a verb."""
    known = _known(question)
    spots = [m.start() for m in _NUMBER.finditer(text, start, end) if not _in_formula(text, m)]
    spots = [at for at in spots if not _in_brackets(text, start, at)] or spots
    words = list(_NUMBER_WORD.finditer(text, start, end))
    new = [m for m in spots if _is_new(text, m, known)]
    if words:
        return _word_number(start, words, new)
    listed = _listed(text, start, end, spots)
    if listed is not None:
        return listed
    if len(spots) > 1:
        summed = _at(text, spots[0], end, spots[-1])
        if summed is not None and summed.kind == "quantity" and summed.span[0] <= spots[0]:
            return summed
    at = _chosen(text, start, spots, new)
    return None if at is None else _at(text, _with_sign(text, start, at), end, at)


def _in_brackets(text: str, start: int, at: int) -> bool:
    """Whether a bracket is open at ``at``: "$180 in interest (total $1,380)"."""
    return text.count("(", start, at) > text.count(")", start, at)


def _known(question: str) -> dict[str, set[str]]:
    """The question's numbers, each with the words that follow it."""
    known: dict[str, set[str]] = {}
    for match in _NUMBER.finditer(question):
        known.setdefault(match[0].replace(",", ""), set()).add(_unit_after(question, match.end()))
    return known


def _is_new(text: str, at: int, known: dict[str, set[str]]) -> bool:
    """Not a number of the question, or one of another unit ("150 minutes" where it has 150 km)."""
    match = _NUMBER.match(text, at)
    units = known.get(_digits(text, at))
    unit = _unit_after(text, match.end()) if match else ""
    return units is None or bool(unit and all(units) and unit not in units)


def _unit_after(text: str, end: int) -> str:
    """Symbol of the unit that stands after a number, or ""."""
    word = _UNIT_WORD.match(text, end)
    return (unit_symbol(word[1]) or "") if word else ""


def _listed(text: str, start: int, end: int, spots: list[int]) -> Found | None:
    """All of the sentence's numbers, in one list after its verb: "The numbers are 5 and 6."."""
    if len(spots) < 2 or not _COPULA.search(
        text, max(start, spots[0] - 24), _with_sign(text, start, spots[0])
    ):
        return None
    found = read_value(text, _with_sign(text, start, spots[0]), end, "number")
    return found if found is not None and len(found.more) == len(spots) - 1 else None


def _in_formula(text: str, match: re.Match[str]) -> bool:
    """The number is part of a formula ("P*(1+r/n)") or of a word ("CO2")."""
    if _EMPHASIS.search(text, max(0, match.start() - 5), match.start()):
        return False
    before, after = text[max(0, match.start() - 1) : match.start()], text[match.end() : match.end() + 1]
    return before in _FORMULA_EDGES or after in _FORMULA_AFTER or (before.isascii() and before.isalpha())


def _chosen(text: str, start: int, spots: list[int], new: list[int]) -> int | None:
    """Which of the numbers at ``spots`` the sentence is about; ``new`` are not the question's."""
    after_verb = [m for m in spots if _COPULA.search(text, max(start, m - 24), _with_sign(text, start, m))]
    equated = [m for m in after_verb if _IS.search(text, max(start, m - 24), _with_sign(text, start, m))]
    for candidates in (
        new,
        [m for m in new if m in after_verb],
        [] if new else after_verb,
        [] if new else equated,
    ):
        if len(candidates) == 1:
            return candidates[0]
    opens = spots[:1] if spots and not text[start : spots[0]].strip(" $£€¥") else []
    return opens[0] if opens and not [m for m in new if m != opens[0]] else None


def _word_number(start: int, words: list[re.Match[str]], new: list[int]) -> Found | None:
    """A number word that opens the sentence and is its only news: "Three trucks will be needed"."""
    if new or len(words) != 1 or words[0].start() != start:
        return None
    quantity = read(words[0][0])
    span = words[0].span()
    return Found("number", quantity.value, span, span, quantum=quantity.quantum)


def _digits(text: str, at: int) -> str:
    match = _NUMBER.match(text, at)
    return match[0].replace(",", "") if match else ""


def _with_sign(text: str, start: int, at: int) -> int:
    negative = _NEGATIVE_BEFORE.search(text, max(start, at - 12), at)
    if negative:
        return negative.start()
    while at > start and (text[at - 1] in "$£€¥-−.\\" or text[at - 2 : at] == "\\("):
        at -= 1
    emphasis = _EMPHASIS.search(text, max(start, at - 5), at)
    return emphasis.end() if emphasis else at


def _at(text: str, start: int, end: int, digits: int) -> Found | None:
    found = read_value(text, start, end, "number")
    return found if found is not None and found.span[0] <= digits < found.span[1] else None


def _last_sentence(text: str) -> tuple[int, int]:
    end = len(text.rstrip(" \n\t.。*"))
    check = _CHECKS.search(text, max(0, end - _LONGEST_CHECK), end)
    if check and text[: check.start()].strip():
        end = len(text[: check.start()].rstrip(" \n\t.。*"))
    for start in (max(0, end - _LAST_CHARACTERS), 0):
        last = max((match.end() for match in _SENTENCE.finditer(text, start, end)), default=0)
        if last:
            return last, end
    return 0, end
