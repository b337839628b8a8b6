"""Sentences that state an attribute of an entity, and questions that ask for one, in English and Chinese.

A sentence gives *readings*: every way to split its subject into entity and attribute. Which of them means
something only a source can say, by exact names. What is hedged, quoted, conditional or asked gives none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from toolkits import lazy_re as re
from toolkits.facts._records import Fact
from toolkits.facts._words import ATTRIBUTES, is_chinese, key

MAX_SENTENCE = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to read a sentence or question.

    Attributes:
        entity: as written.
        attribute: as written; "" when the subject names a value by itself ("the speed of light").
        value: as written, "" in a question.
        start: where the value starts in the sentence.
        as_of: the year that the sentence names, or "".
        negated: the value is denied.
    """

    entity: str
    attribute: str
    value: str = ""
    start: int = 0
    as_of: str = ""
    negated: bool = False

    def fact(self, locator: str) -> Fact:
        """What it states, as a fact that stands at ``locator`` of a source."""
        return Fact(
            entity=self.entity, attribute=self.attribute, value=self.value, as_of=self.as_of, locator=locator
        )


_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
_WHEN = rf"(?:(?:early|late|mid|{_MONTH})[ -]?)?(?P<year>[12]\d{{3}})"
_LEAD = re.compile(
    r"(?:(?:so|thus|hence|therefore|well|yes|in fact|indeed|note that|as we know|we know that|recall that|the answer is that|answer|所以|因此|因而|答案?|已知|我们知道|众所周知)\s*[,:，：]?\s+"
    r"|[-*•#>]+\s+|\d{1,2}[.)、]\s+|(?:所以|因此|众所周知[,，]?|已知|答案?[:：])\s*)",
    re.IGNORECASE,
)
_DATED_FIRST = re.compile(rf"(?:in|as of|as at|by|since)(?: the year)? {_WHEN}\s*,\s*", re.IGNORECASE)
_DATED_LAST = re.compile(
    rf"\s*(?:,\s*)?(?:\(\s*(?:as of |in )?{_WHEN}(?: est\.?| estimate)?\s*\)|(?:as of|in|as at)(?: the year)? {_WHEN.replace('?P<year>', '?P<year2>')})\s*$",
    re.IGNORECASE,
)
_DATED_ZH = re.compile(
    r"(?:(?:截至|截止|在|到)?\s*(?P<year>[12]\d{3})\s*年(?:底|末|初)?(?:时|间|的数据)?\s*[,，]?\s*)"
)
_DATED_ZH_LAST = re.compile(r"\s*[(（]\s*(?:截至)?\s*(?P<year>[12]\d{3})\s*年?(?:数据)?\s*[)）]\s*$")
_BROKEN = re.compile(
    r"[?？\"“”「」『』]|\b(?:if|whether|suppose|assume|imagine|not true|false that|myth|misconception|mistaken(?:ly)?|supposedly|allegedly|former(?:ly)?|historically"
    r"|used to|no longer|pretend|fictional|hypothetical|unless|except|or)\b|如果|假如|假设|是否|误以为|有人|据说|曾经|曾|原来|以前|或者|还是|错误地",
    re.IGNORECASE,
)
_COPULA = re.compile(
    r"\s+(?:(?P<now>is|are|equals|stands at|amounts to|has the value)|(?P<past>was|were|stood at|amounted to))(?P<not>\s+not|n['’]t)?(?:\s+(?:also|officially|currently|given by|equal to|defined as|defined to be|called|known as|named))*\s+"
    r"|\s*(?P<sign>=|:)\s*",
    re.IGNORECASE,
)
_ISNT = re.compile(r"\s+(?P<now>is|are)(?P<not>n['’]t)\s+", re.IGNORECASE)
_HAS = re.compile(
    r"(?P<e>.+?)\s+(?:(?P<now>has|have)|(?P<past>had))\s+(?:an?|the)\s+(?P<a>.+?)\s+of\s+(?P<v>.+)",
    re.IGNORECASE,
)
_VERBS = (
    (re.compile(r"(?P<e>.+?) (?:melts|melt) at (?P<v>.+)", re.IGNORECASE), "melting point"),
    (re.compile(r"(?P<e>.+?) (?:boils|boil) at (?P<v>.+)", re.IGNORECASE), "boiling point"),
    (re.compile(r"(?P<e>.+?) (?:covers|has) (?:an|a total) area of (?P<v>.+)", re.IGNORECASE), "area"),
    (
        re.compile(
            r"(?P<e>.+?) (?:gained|achieved|declared|got|obtained|won) (?:its )?independence (?:on|in) (?P<v>.+)",
            re.IGNORECASE,
        ),
        "independence",
    ),
    (re.compile(r"(?P<e>.+?) became independent (?:on|in) (?P<v>.+)", re.IGNORECASE), "independence"),
)
_OF = re.compile(r"\s+(?:of|for)\s+(?:the\s+)?", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])\s+")
_COPULA_ZH = re.compile(
    r"(?P<not>不是|并非|并不是|不为|不等于)|(?:是|为|等于|约为|大约为|大约是|约是|达到|高达|叫做?|[=＝:：])(?:约|大约)?\s*"
)
_CITY = re.compile(r"(?:the )?(?:city|town|country|element|year) (?:of|named|called) ", re.IGNORECASE)
_CUT = re.compile(
    r",?\s+(?:which|who|where|whose)\b|,\s+(?:a|an|the|located|situated|one of|not|with|and|as)\b|\s+\((?!\d)|[，,](?!\d)",
    re.IGNORECASE,
)
_ENDS = " \t.。;；!！*_"


def read_statement(sentence: str) -> Iterator[Reading]:
    """Every reading of one sentence; none for what states nothing plainly."""
    if len(sentence) > MAX_SENTENCE or _BROKEN.search(sentence):
        return
    offset, body = _without_lead(sentence)
    body = body.rstrip(_ENDS)
    if is_chinese(body):
        yield from _chinese(body, offset)
    if not is_chinese(body) or re.search(r"[A-Za-z]{3}", body):
        yield from _english(body, offset)


def _without_lead(sentence: str) -> tuple[int, str]:
    start = len(sentence) - len(sentence.lstrip())
    while (lead := _LEAD.match(sentence, start)) and lead.end() > start:
        start = lead.end()
    start += len(re.match(r"[*_\s]*", sentence[start:])[0])  # type: ignore[index]
    return start, sentence[start:]


# --- English ------------------------------------------------------------------------------------------
def _english(body: str, offset: int) -> Iterator[Reading]:
    year, start, end = "", 0, len(body)
    first = _DATED_FIRST.match(body)
    if first:
        year, start = first["year"], first.end()
    last = _DATED_LAST.search(body)
    if last and not first:
        year, end = last["year"] or last["year2"], last.start()
    whole = _of_sentence(body, 0, len(body), "", offset) if not year else ()
    yield from whole
    if year:
        yield from _of_sentence(body, start, end, year, offset)
        if last and not first:  # "became independent in 1962": the year is the value
            yield from (r for r in _verbs(body, 0, len(body), offset) if r.attribute == "independence")


def _of_sentence(body: str, start: int, end: int, year: str, offset: int) -> Iterator[Reading]:
    text = body[start:end]
    for match in (*_COPULA.finditer(text), *_ISNT.finditer(text)):
        subject, rest = text[: match.start()], match.end()
        past, negated = bool(match.groupdict().get("past")), bool(match["not"])
        value, at = _value(text, rest)
        if not value or (value.lower().startswith(("not ", "never ", "n't"))):
            continue
        dated = not past or bool(year) or any(c.isdigit() for c in value)
        if not dated:
            continue  # what was so once
        for entity, attribute in _splits(subject):
            yield Reading(
                entity=entity,
                attribute=attribute,
                value=value,
                start=offset + start + at,
                as_of=year,
                negated=negated,
            )
        yield from _reversed(text, match, subject, offset + start, year, negated=negated, past=past)
        if match["not"] is None and match.groupdict().get("sign") is None:
            break  # only the first verb is the sentence's own
    yield from _verbs(body, start, end, offset, year)


def _verbs(body: str, start: int, end: int, offset: int, year: str = "") -> Iterator[Reading]:
    text = body[start:end]
    has = _HAS.fullmatch(text)
    if has and (has["now"] or year):
        value, at = _value(text, has.start("v"))
        yield Reading(entity=has["e"], attribute=has["a"], value=value, start=offset + start + at, as_of=year)
    for pattern, attribute in _VERBS:
        found = pattern.fullmatch(text)
        if found:
            value, at = _value(text, found.start("v"))
            yield Reading(
                entity=found["e"], attribute=attribute, value=value, start=offset + start + at, as_of=year
            )


def _reversed(
    text: str, match: re.Match[str], subject: str, offset: int, year: str, *, negated: bool, past: bool
) -> Iterator[Reading]:
    """Where the value stands first: "Sydney is the capital of Australia"."""
    predicate = text[match.end() :].rstrip(_ENDS)
    if (
        match.groupdict().get("sign")
        or past
        or not re.match(r"(?:the|[\w .]+['’]s)\s", predicate, re.IGNORECASE)
    ):
        return
    for entity, attribute in _splits(predicate):
        if attribute:
            yield Reading(
                entity=entity, attribute=attribute, value=subject.strip(), start=offset + len(subject) - len(subject.lstrip()),
                as_of=year, negated=negated,
            )  # fmt: skip


def _splits(subject: str) -> Iterator[tuple[str, str]]:
    """(entity, attribute) for each way to split a subject."""
    subject = subject.strip(" *_")
    for match in _OF.finditer(subject):
        yield subject[match.end() :], _ARTICLE.sub("", subject[: match.start()])
    for match in _POSSESSIVE.finditer(subject):
        yield subject[: match.start()], subject[match.end() :]
    yield subject, ""


def _value(text: str, start: int) -> tuple[str, int]:
    """The value phrase that starts there, cut before what only explains it, and where it starts."""
    city = _CITY.match(text, start)
    start = city.end() if city else start
    while start < len(text) and text[start] in " *_":
        start += 1
    rest = text[start:]
    cut = _CUT.search(rest)
    return (rest[: cut.start()] if cut else rest).rstrip(_ENDS), start


# --- Chinese ------------------------------------------------------------------------------------------
@cache
def _attributes_zh() -> tuple[str, ...]:
    forms = (form for others in ATTRIBUTES.values() for form in others.split("|") if is_chinese(form))
    return tuple(sorted(forms, key=len, reverse=True))


def _chinese(body: str, offset: int) -> Iterator[Reading]:
    year = ""
    last = _DATED_ZH_LAST.search(body)
    if last:
        year, body = last["year"], body[: last.start()]
    for match in _COPULA_ZH.finditer(body):
        subject, rest = body[: match.start()], match.end()
        dated = _DATED_ZH.search(subject)
        said = year or (dated["year"] if dated else "")
        if dated:
            subject = (subject[: dated.start()] + subject[dated.end() :]).strip()
        value, at = _value(body, rest)
        for entity, attribute in _splits_zh(subject):
            yield Reading(
                entity=entity,
                attribute=attribute,
                value=value,
                start=offset + at,
                as_of=said,
                negated=bool(match["not"]),
            )
        for entity, attribute in _splits_zh(value):
            if attribute and match[0][0] in "是不并":
                yield Reading(
                    entity=entity, attribute=attribute, value=body[: match.start()].strip(), start=offset, as_of=said,
                    negated=bool(match["not"]),
                )  # fmt: skip


def _splits_zh(subject: str) -> Iterator[tuple[str, str]]:
    subject = subject.strip(" *_,，")
    for index, character in enumerate(subject):
        if character == "的" and index:
            yield subject[:index], subject[index + 1 :]
    for form in _attributes_zh():
        if subject.endswith(form) and len(subject) > len(form) and not subject.endswith(f"的{form}"):
            yield subject[: -len(form)].rstrip(" "), form
    if subject:
        yield subject, ""


# --- questions ----------------------------------------------------------------------------------------
_ASKS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:what|which)(?: (?:city|town|number|country|continent|date|year|element|currency))?(?:['’]s| is| are| was| were) (?P<s>.+?)",
        r"(?:name|state|give|tell me|write down|give me|find) (?P<s>.+?)",
        r"(?:do you know|can you tell me|could you tell me) what (?P<s>.+?) is",
        r"what (?P<a>[a-z ]+?) (?:does|do|did) (?P<e>.+?) have",
        r"at what temperature (?:does|do) (?P<e>.+?) (?P<verb>melt|boil)",
        r"when did (?P<e>.+?) (?:gain|achieve|declare|get) (?:its )?(?P<noun>independence)",
        r"when did (?P<e>.+?) become (?P<noun>independent)",
        r"how many (?P<protons>protons) (?:does|do|are there in) (?:an? )?(?:atom of )?(?P<e>.+?)(?: atoms?)?(?: have)?",
        r"(?P<s>.+)",
    )
)
_ASKS_ZH = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?P<s>.+?)(?:是|叫|为|在|等于)(?:什么|哪里|哪儿|多少|几|哪个城市|哪座城市|哪一个城市|哪个|哪座|何处|何地|什么城市|什么时候|哪一年|什么名字)(?:呢|啊)?",
        r"(?P<s>.+?)(?:有)?(?:多少|多大|多长)",
        r"(?:什么|哪里|哪个城市|哪座城市)是(?P<s>.+?)",
        r"(?:请)?(?:告诉我|说出|给出|写出|求)(?P<s>.+?)",
        r"(?P<s>.+?)",
    )
)
_TURNS = {"melt": "melting point", "boil": "boiling point"}


def read_question(question: str) -> Iterator[Reading]:
    """Every reading of a question that asks for one attribute of one entity; its own words are all used."""
    plain = " ".join(question.split()).strip()
    if not plain or len(plain) > MAX_SENTENCE or re.search(r"[?？].*[?？]|[;；\"“”]", plain):
        return
    body = plain.rstrip(" ?？.。!！")
    year = ""
    if is_chinese(body):
        dated = _DATED_ZH.search(body)
        if dated:
            year, body = dated["year"], body[: dated.start()] + body[dated.end() :]
        for pattern in _ASKS_ZH[: None if body != plain else -1]:
            found = pattern.fullmatch(body)
            if found:
                yield from (Reading(entity=e, attribute=a, as_of=year) for e, a in _splits_zh(found["s"]))
                return
        return
    first, last = _DATED_FIRST.match(body), _DATED_LAST.search(body)
    if first:
        year, body = first["year"], body[first.end() :]
    elif last:
        year, body = last["year"] or last["year2"], body[: last.start()]
    yield from _asked(body, year)


def _asked(body: str, year: str) -> Iterator[Reading]:
    for pattern in _ASKS:
        found = pattern.fullmatch(body)
        if not found:
            continue
        groups = found.groupdict()
        if "s" in groups:
            yield from (Reading(entity=e, attribute=a, as_of=year) for e, a in _splits(groups["s"]))
        else:
            attribute = groups.get("a") or _TURNS.get(str(groups.get("verb")).lower(), "")
            attribute = attribute or ("independence" if groups.get("noun") else "atomic number")
            yield Reading(entity=groups["e"], attribute=attribute, as_of=year)
        return


#: "The formula for the area of a circle", "圆的面积公式".
FORMULA = re.compile(
    r"^(?:the )?(?:formula|equation)s? (?:for|of|to (?:find|calculate|compute))(?: calculating| finding| computing)? (?:the )?(?P<en>.+)|^(?P<zh>.+?)(?:的)?(?:计算)?公式$",
    re.IGNORECASE,
)


def formula_name(subject: str) -> str:
    """The name of the formula that a subject speaks of, or ""."""
    found = FORMULA.match(subject.strip())
    return key(found["en"]) if found and found["en"] else (found["zh"] if found else "")
