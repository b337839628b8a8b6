"""Finals of kinds that only the question's own computation makes plain: roots, unknowns, times, weekdays.

A reader of prose cannot know that "x = 2 or x = 3" is the pair of roots asked for, and no pair of
alternatives; what the question computes tells. Each form is read from the last sentence that states it in
full, and not where that sentence denies something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from toolkits import lazy_re as re
from toolkits.clock import read_time
from toolkits.dates import MONTHS, weekday_names
from toolkits.errors import ToolkitError
from toolkits.quantities import number_json
from toolkits.relations import SIGN, TURNED, relation_of
from verifier.plan import Claim, ClaimKind
from verifier.planning._derivation import Derivation
from verifier.reading._options import has_remark

_LONGEST = 20_000
_SENTENCE_END = re.compile(r"(?<!\d)\.(?=\s|$)|(?<=\d)\.(?=\s+[A-Z]|\s*$)|[。!?？！]|\n+")
_DENIES = re.compile(r"\bnot\b|n't\b|\bwrong\b|\binstead\b|不是|不对|错|并非", re.IGNORECASE)
_LAYOUT = str.maketrans(
    {"−": "-", "–": "-", "，": ",", "（": "(", "）": ")", "：": ":", "；": ";", "、": ",", "$": " ", "*": "*"}
)
_NUM = r"-?\s?(?:\\[dt]?frac\{\d+\}\{\d+\}|\d+(?:\.\d+)?(?:\s?/\s?\d+)?)"
#: What may not follow a number that stands by itself.
_ALONE = r"(?![\w(^*/]|\s*[-+*/^=×÷]\s*[\w(]|\.\d|,\d{3})"
_JOIN = r"\s*(?:,?\s*(?:and|or|和|或者?|与|以及)\s*(?:also\s+)?|,\s*|;\s*)"


@dataclass(frozen=True, slots=True)
class _Stated:
    """A value, where it stands, and the kind and subject of its claim."""

    kind: ClaimKind
    value: Any
    start: int
    end: int
    subject: str = ""
    quantum: Fraction | None = None
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the question computes, and its text."""

    derivations: Sequence[Derivation]
    question: str


Reader: TypeAlias = Callable[[str, _Asked], list[_Stated]]


def concluded(
    answer: str, derivations: Sequence[Derivation], finals: Sequence[Claim], question: str
) -> list[Claim]:
    """The finals that the answer states in a form of the computed value; [] where it states none for certain.

    Args:
        answer: its text.
        derivations: what the question computes.
        finals: what was read without them: a final that stands outside the sentence keeps its place.
        question: its text.
    """
    reader = _reader(derivations)
    if reader is None or len(answer) > _LONGEST or _settled(derivations, finals):
        return []
    plain = answer.translate(_LAYOUT)
    for start, end in _sentences(plain):
        found = reader(plain[start:end], _Asked(derivations, question))
        if found and not _DENIES.search(plain, start, end):
            inside = all(start <= c.span[0] and c.span[1] <= end for c in finals)
            return [_claim(answer, start, each, n) for n, each in enumerate(found)] if inside else []
    return []


def _reader(derivations: Sequence[Derivation]) -> Reader | None:
    first = derivations[0] if derivations else None
    if first is None:
        return None
    if len(derivations) > 1:
        unknowns = all(len(d.part) == 1 and d.part.isalpha() and d.kind == "number" for d in derivations)
        return _unknowns if unknowns else None
    if _is_choice(first):
        return _none
    ask = first.tool_input.get("ask", first.tool_input)
    op = ask.get("op") if isinstance(ask, dict) else None
    if first.kind == "list" and first.tool in ("solve", "worksheet") and op in ("solve", None):
        return _roots
    return _BY_TOOL.get((first.tool, op or ""))


def _is_choice(derivation: Derivation) -> bool:
    return derivation.kind == "choice" or bool(derivation.values)


def _settled(derivations: Sequence[Derivation], finals: Sequence[Claim]) -> bool:
    """Whether the finals that were read answer each computed part already."""
    if any(c.reason for c in finals):
        return False
    if _is_choice(derivations[0]) and finals:
        return True
    if len(derivations) > 1:
        return {d.part for d in derivations} <= {c.subject for c in finals}
    return len(finals) == 1 and finals[0].kind == derivations[0].kind


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Spans of the sentences, the last one first."""
    ends = [m.span() for m in _SENTENCE_END.finditer(text)]
    starts = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(text)]
    for start, stop in reversed(list(zip(starts, stops, strict=True))):
        if text[start:stop].strip():
            yield start, stop


def _claim(answer: str, offset: int, stated: _Stated, number: int) -> Claim:
    span = (offset + stated.start, offset + stated.end)
    return Claim(
        id="final" if number == 0 else f"final.{number + 1}",
        kind=stated.kind,
        role="final",
        quote=answer[span[0] : span[1]],
        span=span,
        value=stated.value,
        quantum=stated.quantum,
        unit=stated.unit,
        subject=stated.subject,
        value_span=span,
    )


def _number(text: str) -> Fraction:
    plain = re.sub(r"\\[dt]?frac\{(\d+)\}\{(\d+)\}", r"\1/\2", text)
    return Fraction(plain.replace(" ", ""))


def _quantum(text: str) -> Fraction | None:
    if "frac" in text or "/" in text:
        return None
    return Fraction(1, 10 ** len(text.partition(".")[2]))


# --- roots and unknowns -------------------------------------------------------------------------------


def _roots(sentence: str, _: _Asked) -> list[_Stated]:
    """``x = 2 or x = 3``, ``x1 = 2, x2 = 3``, ``the roots are 2 and 3``, as one list."""
    name = r"[a-z](?:_?\{?[12]\}?|[₁₂])?"
    forms = (
        rf"(?<![A-Za-z0-9_^*/+-]){name}\s*=\s*(?P<a>{_NUM}){_JOIN}(?:{name}\s*=\s*)?(?P<b>{_NUM}){_ALONE}",
        rf"(?:roots|solutions|zeros|根|解)[^\d=-]{{0,20}}?(?:are|is|:|是|为|=)\s*(?P<a>{_NUM}){_JOIN}(?P<b>{_NUM}){_ALONE}",
        rf"\s*(?P<a>{_NUM}){_JOIN}(?P<b>{_NUM})\s*",
    )
    for number, form in enumerate(forms):
        found = list(re.finditer(form, sentence)) if number < 2 else _whole(form, sentence)
        if len(found) == 1 and not _more(sentence[found[0].end() :]):
            values = sorted({_number(found[0]["a"]), _number(found[0]["b"])})
            return (
                [_Stated("list", tuple(values), found[0].start("a"), found[0].end("b"))]
                if len(values) > 1
                else []
            )
        if found:
            return []
    return []


def _whole(form: str, sentence: str) -> list[re.Match[str]]:
    match = re.fullmatch(form, sentence)
    return [match] if match else []


def _more(rest: str) -> bool:
    """A third value behind the pair."""
    return re.match(rf"{_JOIN}(?:[a-z]\w?\s*=\s*)?{_NUM}", rest) is not None


def _unknowns(sentence: str, asked: _Asked) -> list[_Stated]:
    """``x = 7, y = 3`` or ``(x, y) = (7, 3)``: one number for each unknown."""
    letters = [d.part for d in asked.derivations]
    comma = r"\s*,\s*"
    values = comma.join(f"(?P<{letter}>{_NUM})" for letter in letters)
    pair = re.search(rf"\(\s*{comma.join(letters)}\s*\)\s*=\s*\(\s*{values}\s*\)", sentence)
    if pair:
        return [_part(pair, v, v) for v in letters]
    found: list[_Stated] = []
    for letter in letters:
        places = list(
            re.finditer(
                rf"(?<![^\s,;:({{\u4e00-\u9fff])(?<![-+*/^=]\s){letter}\s*=\s*(?P<n>{_NUM}){_ALONE}", sentence
            )
        )
        if len({_number(m["n"]) for m in places}) != 1:
            return []
        found.append(_part(places[-1], "n", letter))
    return found


def _part(match: re.Match[str], group: str, letter: str) -> _Stated:
    text = match[group]
    return _Stated("number", _number(text), match.start(group), match.end(group), letter, _quantum(text))


# --- relations, times, days, digits -------------------------------------------------------------------


def _relation(sentence: str, asked: _Asked) -> list[_Stated]:
    """``x < 4`` (or ``4 > x``), the only one of its sentence and its last relation."""
    letter = asked.derivations[0].tool_input["variable"]
    forms = (
        rf"(?<![A-Za-z0-9_^*/+)-])(?<![-+*/]\s){letter}\s*(?P<r>{SIGN})\s*(?P<n>{_NUM}){_ALONE}",
        rf"(?<![A-Za-z0-9_^*/+)-])(?P<n>{_NUM})\s*(?P<r>{SIGN})\s*{letter}(?![\w^*/+(]|\s*[-+*/^])",
    )
    found = [(m, turned) for turned, form in enumerate(forms) for m in re.finditer(form, sentence)]
    if len(found) != 1 or [m.end() for m in re.finditer(SIGN, sentence)][-1] > found[0][0].end():
        return []
    match, turned = found[0]
    sign = relation_of(match["r"])
    value = f"{letter} {TURNED[sign] if turned else sign} {number_json(_number(match['n']))}"
    return [_Stated("text", value, match.start(), match.end())]


_TIME = re.compile(
    r"\d{1,2}(?:[:.]\d{2})?\s*[ap]\.?\s?m\b\.?|(?:凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上)\s*\d{1,2}(?::\d{2}|[点时](?:\d{1,2}分?|半|[一三]刻|整)?)"
    r"|\d{1,2}:\d{2}|\d{1,2}[点时](?:\d{1,2}分|半|[一三]刻|整)?|(?<![a-z])(?:noon|midnight)(?![a-z])",
    re.IGNORECASE,
)


def _time(sentence: str, asked: _Asked) -> list[_Stated]:
    """The only time of day of its sentence that does not stand in the question."""
    given = {text for _, text in _times(asked.question)}
    found = [(m, text) for m, text in _times(sentence) if text not in given]
    if len({text for _, text in found}) != 1:
        return []
    match, text = found[-1]
    said = {t for t in given if not t.endswith("?")}
    if text.endswith("?") and said:
        return []  # the question says which half of the day, the answer does not
    return [_Stated("text", text, match.start(), match.end())]


def _times(text: str) -> list[tuple[re.Match[str], str]]:
    found: list[tuple[re.Match[str], str]] = []
    for match in _TIME.finditer(text):
        try:
            found.append((match, read_time(match[0]).text))
        except ToolkitError:
            continue
    return found


_DAY_NUMBERS: Mapping[str, int] = {
    name.lower(): number
    for number in range(7)
    for name in weekday_names(number)
    if len(name) > 2 or not name.isascii()
}
_DAY = re.compile(
    rf"(?<![A-Za-z])(?:{'|'.join(sorted(_DAY_NUMBERS, key=len, reverse=True))})(?![A-Za-z])", re.IGNORECASE
)


def _weekday(sentence: str, asked: _Asked) -> list[_Stated]:
    """The only weekday of its sentence that the question does not name, or the only word of all."""
    alone = _DAY.fullmatch(sentence.strip(" .*"))
    given = {_DAY_NUMBERS[m[0].lower()] for m in _DAY.finditer(asked.question)}
    found = [m for m in _DAY.finditer(sentence) if alone or _DAY_NUMBERS[m[0].lower()] not in given]
    if len({_DAY_NUMBERS[m[0].lower()] for m in found}) != 1:
        return []
    return [_Stated("text", found[-1][0], found[-1].start(), found[-1].end())]


_MONTH_DAY = re.compile(
    r"(?<![\d年])(?P<m>1[0-2]|[1-9])\s*月\s*(?P<d>[12]\d|3[01]|[1-9])\s*[日号]"
    rf"|(?<![A-Za-z])(?P<name>{'|'.join(MONTHS)})\.? (?P<day>[12]\d|3[01]|[1-9])(?:st|nd|rd|th)?(?![\d:]|,? \d{{4}})",
    re.IGNORECASE,
)


def _month_day(sentence: str, _: _Asked) -> list[_Stated]:
    """``3月2日`` where the only date of its sentence has no year: the question names it."""
    found = list(_MONTH_DAY.finditer(sentence))
    if len(found) != 1 or re.search(r"\d{4}", sentence):
        return []
    month = int(found[0]["m"] or MONTHS[found[0]["name"].lower()])
    text = f"{month:02d}-{int(found[0]['d'] or found[0]['day']):02d}"
    return [_Stated("text", text, found[0].start(), found[0].end())]


_SPAN = re.compile(
    r"(?:(?P<h>\d{1,3})\s*(?:hours?|hrs?|h|小时|个小时|钟头)(?:\s*(?:and|,|零|又)?\s*(?P<m>\d{1,2})\s*(?:minutes?|mins?|min|m|分钟?))?|(?P<m2>\d{1,4})\s*(?:minutes?|mins?|分钟))(?![A-Za-z\d])",
    re.IGNORECASE,
)


def _duration(sentence: str, _: _Asked) -> list[_Stated]:
    """``3 hours 35 minutes`` in minutes, the only span of its sentence."""
    spans = list(_SPAN.finditer(sentence))
    found = {60 * int(m["h"] or 0) + int(m["m"] or m["m2"] or 0) for m in spans}
    if len(found) != 1:
        return []
    value = Fraction(found.pop())
    return [_Stated("quantity", value, spans[-1].start(), spans[-1].end(), unit="min", quantum=Fraction(1))]


_DIGITS = re.compile(r"(?:0x)?(?P<d>[0-9A-F]+)(?:_?\{?\(?16\)?\}?|[Hh]|₁₆)?\s*", re.ASCII)
_AFTER_IS = re.compile(
    r"(?:\bis|=|是|为|:|\bto|→|equals)\s*(?P<n>(?:0x)?[0-9A-F]+)(?:₁₆|_?\{?16\}?|[Hh])?\s*$", re.ASCII
)


_IN_BASE = re.compile(r"(?<![\w.])(?P<d>-?[0-9]+)\s?_\s?\{?\(?(?P<b>\d+)\)?\}?[\s.*\]})`]*$", re.ASCII)


def _hexadecimal(sentence: str, asked: _Asked) -> list[_Stated]:
    """The digits that a sentence ends with; of a base below eleven where they name it (``101_2``)."""
    derivation = asked.derivations[0]
    if derivation.kind != "text":
        match = _IN_BASE.search(sentence)
        if match is None or match["b"] != str(derivation.tool_input.get("to")):
            return []
        value = Fraction(match["d"])
        return [_Stated("number", value, match.start("d"), match.end("d"), quantum=Fraction(1))]
    plain = sentence.rstrip(" .*`")
    whole = _DIGITS.fullmatch(plain.strip())
    match = _AFTER_IS.search(plain)
    if whole:
        start = sentence.index(whole["d"])
        return [_Stated("text", whole["d"].lower(), start, start + len(whole["d"]))]
    return (
        [_Stated("text", match["n"].removeprefix("0x").lower(), match.start("n"), match.end("n"))]
        if match
        else []
    )


_POWER = r"(?P<p>\d+)(?:\s*(?:\^|\*\*)\s*\{?(?P<e>\d+)\}?|(?P<s>[⁰¹²³⁴⁵⁶⁷⁸⁹]+))?"
_FACTOR = re.sub(r"\?P<\w>", "", _POWER)
_PRODUCT = re.compile(
    rf"(?<![\w.^*×·]){_FACTOR}(?:\s*(?:\*(?!\*)|×|·|⋅|x|\\times|\\cdot)\s*{_FACTOR})+(?![\w^.]\d|\s*[=*×])"
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_MOST_FACTORS = 200


def _factors(sentence: str, _: _Asked) -> list[_Stated]:
    """``2^3 × 3^2 × 5`` as the list of its factors, repeated as often as they count."""
    found = list(_PRODUCT.finditer(sentence))
    if not found:
        return []
    last = found[-1]
    values: list[int] = []
    for match in re.finditer(_POWER, last[0]):
        power = int(match["e"] or (match["s"] or "").translate(_RAISED) or 1)
        if not 1 <= power <= _MOST_FACTORS:
            return []
        values += [int(match["p"])] * power
    if len(values) > _MOST_FACTORS:
        return []
    return [_Stated("list", tuple(map(Fraction, sorted(values))), last.start(), last.end())]


_NONE = re.compile(
    r"\banswer(?:\s+is)?\s*:?\s*\(?(?P<n>none)(?: of (?:the above|these|them))?\)?\s*$", re.IGNORECASE
)


def _none(sentence: str, asked: _Asked) -> list[_Stated]:
    """``Answer: None``, where the question offers no such choice."""
    match = _NONE.search(sentence)
    if match is None or re.search(r"\bnone\b", asked.question, re.IGNORECASE):
        return []
    return [_Stated("choice", "None", match.start("n"), match.end("n"))]


_ANSWER = re.compile(
    r"\s*(?:(?:so|hence|therefore|thus),? )?(?:the )?(?:(?:final |sorted )?(?:answer|list|order)(?:\s+is)?\s*(?::|-(?=\s))?)\s*(?P<l>\S.*?)\s*$",
    re.IGNORECASE,
)
_SPOKEN_WORD = re.compile(r"[^\s,;\"'<>()\[\]][^\s,;\"<>()\[\]]*")


def _words(sentence: str, asked: _Asked) -> list[_Stated]:
    """``Answer: ant bee cow``: the words of a list to be sorted, nothing but words behind a marker."""
    match = _ANSWER.fullmatch(sentence)
    words = _SPOKEN_WORD.findall(match["l"]) if match else []
    given = set(map(str, asked.derivations[0].tool_input["words"]))
    if (
        match is None
        or "?" in match["l"]
        or has_remark(asked.question, tuple(words))
        or sum(w in given for w in words) * 4 < len(words) * 3
        or len(words) < 2
    ):
        return []
    return [_Stated("list", tuple(words), match.start("l"), match.end("l"))]


_BY_TOOL: Mapping[tuple[str, str], Reader] = {
    ("inequality", ""): _relation,
    ("sort_words", ""): _words,
    ("clock", "shift"): _time,
    ("clock", "between"): _duration,
    ("dates", "shift"): _month_day,
    ("dates", "weekday"): _weekday,
    ("convert_base", ""): _hexadecimal,
    ("number_theory", "factorization"): _factors,
}
