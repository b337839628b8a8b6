"""Sentences of an argument as statements of the logic tool: English and Chinese, by plain patterns.

High precision comes from repetition: a sentence is read by its form, and the solver speaks only where every term and
every clause of the argument occurs twice, letter for letter but for number and person.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from toolkits import lazy_re as re

#: A statement as the tool takes it, and the terms or clauses that it mentions.
Read: TypeAlias = tuple[dict[str, Any], tuple[str, ...]]

_IRREGULAR = {
    "men": "man", "women": "woman", "people": "person", "children": "child", "mice": "mouse", "geese": "goose",
    "wolves": "wolf", "knives": "knife", "leaves": "leaf", "fish": "fish", "sheep": "sheep", "teeth": "tooth",
    "feet": "foot", "oxen": "ox", "species": "species", "buses": "bus", "gas": "gas", "glass": "glass",
}  # fmt: skip
_WORD = r"[A-Za-z][A-Za-z'-]*"
_TERM = rf"(?:{_WORD} ){{0,3}}{_WORD}"
_NOT_IN_TERM = re.compile(
    r"\b(?:not|and|or|that|who|which|if|then|than|only|all|some|no|is|are|was|were|but|never|most|many|few)\b"
)
_ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)
_NAME = r"(?!(?:The|This|That|It|He|She|They|We|You|All|Some|No|Not|Every|Each|Any|There|A|An|If|My|Most|What|Who)\b)[A-Z][a-z]*(?: [A-Z][a-z]+)?"


class Unread(Exception):  # noqa: N818  (control flow of the solver)
    """A sentence that the grammar does not cover."""


def singular(word: str) -> str:
    """The singular of a noun, or the base of a verb, as far as its last letters tell; a key, not for people."""
    low = word.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    if low.endswith(("ches", "shes", "xes", "sses", "zes", "oes")):
        return low[:-2]
    return low[:-1] if low.endswith("s") and not low.endswith(("ss", "us", "is")) and len(low) > 3 else low


def term(text: str) -> str:
    """A class by its key. Raises :class:`Unread` for what is none."""
    plain = _ARTICLE.sub("", " ".join(text.split()))
    if not re.fullmatch(_TERM, plain) or _NOT_IN_TERM.search(plain.lower()):
        raise Unread(text)
    *head, last = plain.lower().split()
    return " ".join([*head, singular(last)])


# --- what is said of classes, in English ----------------------------------------------------------------

_BE = r"(?:are|is)"
_CLASS_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), by)
    for pattern, by in (
        (rf"not (?:all|every) (?P<a>{_TERM}?) {_BE} (?P<b>{_TERM})", "not all"),
        (rf"(?:all(?: of the| the)?|every|each|any) (?P<a>{_TERM}?) {_BE} (?P<b>{_TERM})", "all"),
        (rf"no (?P<a>{_TERM}?) {_BE} (?P<b>{_TERM})", "no"),
        (rf"(?:some|at least one) (?P<a>{_TERM}?) {_BE} not (?P<b>{_TERM})", "some_not"),
        (rf"(?:some|at least one) (?P<a>{_TERM}?) {_BE} (?P<b>{_TERM})", "some"),
    )
)
_MEMBER = re.compile(rf"(?P<a>{_NAME}) is (?P<n>not )?(?P<b>{_TERM})")


def class_statement(sentence: str) -> Read:
    """``All men are mortal``, ``Socrates is not a dog``. Raises :class:`Unread`."""
    member = _MEMBER.fullmatch(sentence)
    if member:
        of = term(member["b"])
        return {"is_not" if member["n"] else "is": [member["a"], of]}, (member["a"], of)
    for pattern, by in _CLASS_FORMS:
        match = pattern.fullmatch(sentence)
        if match:
            return _quantified(by, term(match["a"]), term(match["b"]))
    raise Unread(sentence)


def _quantified(by: str, one: str, other: str) -> Read:
    said: dict[str, Any] = {"not": {"all": [one, other]}} if by == "not all" else {by: [one, other]}
    return said, (one, other)


_ASKED_MEMBER = re.compile(rf"[Ii]s (?P<a>{_NAME}) (?P<n>not )?(?P<b>(?:an? )?{_TERM})")
_ASKED_CLASS = re.compile(rf"[Aa]re (?P<q>all|some|any|no) (?P<rest>{_TERM}(?: {_WORD}){{0,4}})")


def class_question(question: str, known: frozenset[str]) -> Read:
    """``Is Socrates mortal``, ``Are all dogs animals``: the statement asked about. Raises :class:`Unread`."""
    member = _ASKED_MEMBER.fullmatch(question)
    if member:
        of = term(member["b"])
        return {"is_not" if member["n"] else "is": [member["a"], of]}, (member["a"], of)
    match = _ASKED_CLASS.fullmatch(question)
    if match is None:
        raise Unread(question)
    words = match["rest"].split()
    splits = [(term(" ".join(words[:n])), term(" ".join(words[n:]))) for n in range(1, len(words))]
    fitting = [pair for pair in splits if known.issuperset(pair)]
    if len(fitting) != 1:
        raise Unread(question)
    by = {"any": "some"}.get(match["q"].lower(), match["q"].lower())
    return _quantified(by, *fitting[0])


# --- clauses, in English ------------------------------------------------------------------------------------

_LETTER = re.compile(r"[A-Z]")
_DENIALS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?:it is not (?:true|the case) that|it is false that|not) (?P<x>.+)"), "{x}"),
    (re.compile(r"(?P<x>.+?) (?P<v>is|are|was|were|will|can|must|has|have) ?(?:not|n't) (?P<y>.+)"), "{x} {v} {y}"),
    (re.compile(r"(?P<x>.+?) (?:does|do) ?(?:not|n't) (?P<y>.+)"), "{x} {y}"),
    (re.compile(r"(?P<x>.+?) cannot (?P<y>.+)"), "{x} can {y}"),
    (re.compile(r"(?P<x>.+?) won't (?P<y>.+)"), "{x} will {y}"),
)  # fmt: skip
_LOADED = re.compile(
    r"\b(?:and|or|if|unless|only|but|because|not|never|nobody|nothing|no|maybe|probably|usually|might|may|some|all|every)\b|n't|[,;:]"
)


def clause(text: str) -> Read:
    """A clause that says one thing, or denies it. Raises :class:`Unread` where it says more."""
    plain = " ".join(text.replace("’", "'").split()).strip(" .")
    if _LETTER.fullmatch(plain):
        return {"atom": plain}, (plain,)
    letter = re.fullmatch(r"[Nn]ot[ -]([A-Z])|[~¬]\s?([A-Z])", plain)
    if letter:
        name = letter[1] or letter[2]
        return {"not": {"atom": name}}, (name,)
    low = plain.lower()
    low = re.sub(r"^(?:then|it is true that) ", "", low)
    for pattern, form in _DENIALS:
        match = pattern.fullmatch(low)
        if match:
            key = _key(form.format(**match.groupdict()))
            return {"not": {"atom": key}}, (key,)
    key = _key(low)
    return {"atom": key}, (key,)


def _key(text: str) -> str:
    words = text.split()
    if not 2 <= len(words) <= 12 or _LOADED.search(text) or not re.fullmatch(r"[a-z0-9' -]+", text):
        raise Unread(text)
    return " ".join(map(singular, words))


def letters_formula(text: str) -> Read:
    """``P and not Q``, ``P or Q``: letters under one connective. Raises :class:`Unread`."""
    for word in ("and", "or"):
        parts = re.split(rf" {word} ", text)
        if len(parts) > 1:
            read = [clause(part) for part in parts]
            names = tuple(name for _, found in read for name in found)
            if all(_LETTER.fullmatch(name) for name in names):
                return {word: [said for said, _ in read]}, names
    return clause(text)


_IF = re.compile(r"(?:[Ii]f|[Ww]henever) (?P<p>[^,]+?)(?:, then |, | then )(?P<q>[^,]+)", re.DOTALL)
_IFF = re.compile(r"(?P<p>[^,]+?) if and only if (?P<q>[^,]+)")
_ONLY_IF = re.compile(r"(?P<p>[^,]+?) only if (?P<q>[^,]+)")
_EITHER = re.compile(r"[Ee]ither (?P<p>[^,]+?),? or (?P<q>[^,]+)")


def clause_statement(sentence: str) -> Read:
    """``If it rains, the street is wet``, ``P or Q``, ``It does not rain``. Raises :class:`Unread`."""
    for pattern, by in ((_IF, "implies"), (_IFF, "iff"), (_ONLY_IF, "implies"), (_EITHER, "or")):
        match = pattern.fullmatch(sentence)
        if match:
            one, other = letters_formula(match["p"]), letters_formula(match["q"])
            return {by: [one[0], other[0]]}, (*one[1], *other[1])
    return letters_formula(sentence)


_ASKED_BE = re.compile(r"(?P<v>is|are|will|can|must) (?P<x>.+)", re.IGNORECASE)
_ASKED_DO = re.compile(r"(?:does|do) (?P<x>.+)", re.IGNORECASE)


def clause_question(question: str, known: frozenset[str]) -> Read:
    """``Is the street wet``, ``Does it rain``: the known clause that is asked about. Raises :class:`Unread`."""
    match = _ASKED_BE.fullmatch(question)
    other = _ASKED_DO.fullmatch(question)
    if match:
        verb = singular(match["v"])
        words = " ".join(map(singular, match["x"].split()))
        found = [key for key in known if verb in key.split() and _without(key, verb) == words]
    elif other:
        found = [key for key in known if key == " ".join(map(singular, other["x"].split()))]
    else:
        found = [question] if _LETTER.fullmatch(question) else []
    if len(found) != 1:
        raise Unread(question)
    return {"atom": found[0]}, (found[0],)


def _without(key: str, word: str) -> str:
    words = key.split()
    words.remove(word)
    return " ".join(words)


# --- Chinese ----------------------------------------------------------------------------------------------

_HAN = r"[\u4e00-\u9fffA-Za-z]{1,12}?"
_MEASURE = re.compile(r"^一?[个只种条名位头匹座辆棵朵](?=[\u4e00-\u9fff])")
_CLASS_ZH: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), by)
    for pattern, by in (
        (rf"(?:并非|不是)所有的?(?P<a>{_HAN})都是(?P<b>{_HAN})", "not all"),
        (rf"(?:所有的?|每一?[个只种条名位]|凡是?|任何)(?P<a>{_HAN})(?:都|均|全都?)是(?P<b>{_HAN})", "all"),
        (rf"没有(?:任何|一[个只种条名位])?(?P<a>{_HAN})是(?P<b>{_HAN})", "no"),
        (rf"(?:所有的?|凡是?|任何)(?P<a>{_HAN})都不是(?P<b>{_HAN})", "no"),
        (rf"(?:有些|有的|某些|至少有一[个只种条名位])(?P<a>{_HAN})不是(?P<b>{_HAN})", "some_not"),
        (rf"(?:有些|有的|某些|至少有一[个只种条名位])(?P<a>{_HAN})是(?P<b>{_HAN})", "some"),
    )
)
_MEMBER_ZH = re.compile(rf"(?P<a>{_HAN})(?P<n>不)?是(?P<b>{_HAN})")
_NOT_A_TERM_ZH = re.compile(r"[是不没都和或且如果那么就则吗]|有些|所有")


def class_statement_zh(sentence: str) -> Read:
    """``所有狗都是动物``, ``旺财不是猫``. Raises :class:`Unread`."""
    for pattern, by in _CLASS_ZH:
        match = pattern.fullmatch(sentence)
        if match:
            return _quantified(by, _term_zh(match["a"]), _term_zh(match["b"]))
    member = _MEMBER_ZH.fullmatch(sentence)
    if member is None:
        raise Unread(sentence)
    thing, of = _term_zh(member["a"]), _term_zh(member["b"])
    return {"is_not" if member["n"] else "is": [thing, of]}, (thing, of)


def _term_zh(text: str) -> str:
    plain = _MEASURE.sub("", text.strip()).removesuffix("的")
    if not plain or _NOT_A_TERM_ZH.search(plain):
        raise Unread(text)
    return plain


_IF_ZH = re.compile(
    r"(?:如果|若|假如|要是|只要)(?P<p>[^,，]+?)(?:的话)?[,，]?(?:那么|则|就)(?P<q>[^,，]+)"
    r"|(?:如果|若|假如|要是|只要)(?P<p2>[^,，]+?)(?:的话)?[,，](?P<q2>[^,，]+)"
)
_ONLY_ZH = re.compile(r"只有(?P<q>[^,，]+?)[,，]?才(?P<p>[^,，]+)")
_FILLER_ZH = re.compile(r"[了会就也将]|一定|必然|的话")
_LOADED_ZH = re.compile(r"如果|只有|只要|或|并且|而且|但|除非|可能|也许|所有|有些|吗|[,，;；]")
_DENIED_ZH = re.compile(r"没有|没|不是(?=.)|不|未")


def clause_statement_zh(sentence: str) -> Read:
    """``如果下雨，地就湿``, ``没有下雨``. Raises :class:`Unread`."""
    match = _IF_ZH.fullmatch(sentence)
    only = _ONLY_ZH.fullmatch(sentence)
    if match or only:
        found = (match or only).groupdict()  # type: ignore[union-attr]
        one = clause_zh(found.get("p") or found["p2"])
        other = clause_zh(found.get("q") or found["q2"])
        return {"implies": [one[0], other[0]]}, (*one[1], *other[1])
    return clause_zh(sentence)


def clause_zh(text: str) -> Read:
    """A clause by its key: without 了, 会, 就 and the like; one 不 or 没 denies. Raises :class:`Unread`."""
    if _LOADED_ZH.search(text):
        raise Unread(text)
    plain = _FILLER_ZH.sub("", "".join(text.split()))
    denials = list(_DENIED_ZH.finditer(plain))
    if len(denials) > 1 or not re.fullmatch(r"[\u4e00-\u9fffA-Za-z0-9]{1,20}", plain):
        raise Unread(text)
    if not denials:
        return {"atom": plain}, (plain,)
    denied = denials[0]
    key = plain[: denied.start()] + ("是" if denied[0] == "不是" else "") + plain[denied.end() :]
    if not key:
        raise Unread(text)
    return {"not": {"atom": key}}, (key,)


@dataclass(frozen=True, slots=True)
class Grammar:
    """One way to read every sentence of an argument."""

    statement: Any
    question: Any


ENGLISH = (Grammar(class_statement, class_question), Grammar(clause_statement, clause_question))
CHINESE = (
    Grammar(class_statement_zh, lambda text, _: class_statement_zh(text)),
    Grammar(clause_statement_zh, lambda text, _: clause_statement_zh(text)),
)
