"""Questions on the whole numbers of a range: how many primes, multiples, squares there are, or their sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.integers import integers
from verifier.plan import AllOf, Contains, Equals
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core
from verifier.planning.solvers._math_text import plain_math

_MAX_LENGTH = 300
_N = r"\d[\d,]*"
_MARK = re.compile(
    r"prime|composite|multiple|divis|factor|square|cube|\beven\b|\bodd\b|integer|whole number"
    r"|质数|素数|合数|偶数|奇数|平方数|倍数|整除|因数|约数"
)
_NUMBERED = re.compile(r"\d|digit")
#: What a noun phrase says of the numbers, word by word; "" says nothing.
_WORDS: Mapping[str, str] = {
    "prime": "prime", "primes": "prime", "composite": "composite", "composites": "composite", "even": "even", "odd": "odd",
    "perfect squares": "square", "perfect square": "square", "square numbers": "square", "perfect cubes": "cube",
    "perfect cube": "cube", "numbers": "", "number": "", "integers": "", "integer": "", "whole numbers": "", "whole number": "",
    "all": "", "of the": "", "the": "",
}  # fmt: skip
_WORD = "|".join(sorted(_WORDS, key=len, reverse=True))
_DIGITS = {
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "2": "2",
    "3": "3",
    "4": "4",
    "5": "5",
}
_TOKEN = re.compile(
    rf"(?P<word>{_WORD})(?![a-z])|(?P<positive>positive)(?![a-z])|(?P<distinct>distinct|different)(?![a-z])|(?P<digits>{'|'.join(_DIGITS)})[- ]digit"
    rf"|multiples? of (?P<of>{_N})|(?:divisors?|factors?) of (?P<by>{_N})",
    re.IGNORECASE,
)
_PROPERTY = (
    rf"(?:not )?(?:(?:evenly )?divisible by {_N}|(?:a )?multiples? of {_N}|even|odd|prime|composite|(?:a )?perfect squares?|(?:a )?perfect cubes?"
    rf"|(?:a )?(?:divisors?|factors?) of {_N})"
)
_PROPERTIES = rf"(?P<props>(?:both )?{_PROPERTY}(?:,? (?:and|but) (?:also |are |is )*(?:not )?(?:by {_N}|{_PROPERTY}))*)"
_ENDS = (
    rf"(?:(?:that are |which are )?(?:between|strictly between) (?P<a>{_N}) and (?P<b>{_N})"
    rf"|from (?P<c>{_N}) (?:to|through|until) (?P<d>{_N})"
    rf"|(?:that are |which are )?(?P<below>less than|smaller than|below|under|no greater than|not exceeding|less than or equal to|at most|up to) (?P<e>{_N})"
    rf"|(?:that are |which are )?(?:greater|more|larger) than (?P<f>{_N}) (?:and|but) (?:less|smaller) than (?P<g>{_N}))"
)
_ALSO = r"(?:,? \(?(?P<also>inclusive|exclusive|not including [\d,]+ (?:and|or) [\d,]+|including both endpoints)\)?,?)?"
_KIND = r"(?P<kind>[a-z0-9, -]+?)"
_ASKS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), op)
    for pattern, op in (
        (rf"how many {_KIND} (?:are there |are |lie |exist |there are )?{_ENDS}{_ALSO}(?: (?:that )?(?:are|is) {_PROPERTIES})?(?: are there)?[?.]", "count"),
        (rf"how many {_KIND} that are {_PROPERTIES} (?:are there |are |lie )?{_ENDS}{_ALSO}[?.]", "count"),
        (rf"how many {_KIND} are (?:there|{_PROPERTIES})[?.]", "count"),
        (rf"how many (?:positive )?(?:divisors|factors) (?:does|are there of|of) (?P<by>{_N})(?: have)?[?.]", "count"),
        (rf"(?:what is|find|calculate|compute) the (?P<op>sum|product) of (?:all )?(?:of )?(?:the )?{_KIND}(?: {_ENDS}{_ALSO})?[?.]", ""),
        (rf"(?:what is|find|what's) the (?P<op>largest|greatest|smallest|least) {_KIND}(?: that is)? {_ENDS}{_ALSO}(?: that is {_PROPERTIES})?[?.]", ""),
        (rf"(?:what is|find) the (?P<op>largest|greatest|smallest|least) {_KIND}[?.]", ""),
        (rf"(?:list|find|name) (?:all )?(?:of )?(?:the )?{_KIND} {_ENDS}{_ALSO}[?.]", "list"),
    )
)  # fmt: skip
_OPS = {"largest": "greatest", "smallest": "least", "和": "sum", "积": "product"}
_KIND_ZH = rf"(?P<kind>质数|素数|合数|偶数|奇数|完全平方数|能?被\s*{_N}\s*整除的(?:整|自然)?数|{_N}\s*的倍数)"
_RANGE_ZH = rf"(?:从)?\s*(?P<c>{_N})\s*(?:到|至|~|-)\s*(?P<d>{_N})\s*(?P<also>之间|中)?(?:的|中|里)?"
_ASKS_ZH: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), op)
    for pattern, op in (
        (rf"{_RANGE_ZH}(?:一共|共)?有(?:多少|几)个{_KIND_ZH}[?。]?", "count"),
        (rf"{_RANGE_ZH}(?:所有的?)?{_KIND_ZH}(?:一共|共)?有(?:多少|几)个[?。]?", "count"),
        (
            rf"(?:求|计算)?{_RANGE_ZH}(?:所有的?)?{_KIND_ZH}(?:之|的)(?P<op>和|积)(?:是|为)?(?:多少)?[?。]?",
            "",
        ),
        (
            rf"(?:求|计算)?\s*(?P<by>{_N})\s*(?:一共|共)?有(?:多少|几)个(?:因数|约数|正因数|正约数)[?。]?",
            "count",
        ),
    )
)
_NAMED_ZH = {
    "质数": "prime",
    "素数": "prime",
    "合数": "composite",
    "偶数": "even",
    "奇数": "odd",
    "完全平方数": "square",
}


@dataclass(slots=True)
class _Kind:
    """What the question says of the numbers."""

    properties: list[str] = field(default_factory=list[str])
    positive: bool = False
    distinct: bool = False
    digits: str = ""

    @property
    def repeats(self) -> bool:
        """Whether it may be meant with repetitions: the prime factors of 12 are 2 and 3, or 2, 2 and 3."""
        return (
            "prime" in self.properties
            and any(p.startswith("divisor") for p in self.properties)
            and not self.distinct
        )


def solve(question: QuestionText) -> list[Derivation]:
    """How many whole numbers the question means, their sum, or which they are."""
    stem = question.stem
    if len(stem) > _MAX_LENGTH or not _NUMBERED.search(stem) or not _MARK.search(stem):
        return []
    text = plain_math(core(stem))
    for table in (_ASKS, _ASKS_ZH):
        for pattern, op in table:
            match = pattern.fullmatch(text)
            tool_input = _tool_input(match, op) if match else None
            if tool_input and _computes(tool_input):
                return [_derivation(tool_input)]
    return []


def _derivation(tool_input: dict[str, Any]) -> Derivation:
    listed = tool_input["op"] == "list"
    claim, shown = {"$ref": "claims.final.value"}, {"$ref": "output.value"}
    both = AllOf(checks=(Contains(actual=shown, expected=claim), Contains(actual=claim, expected=shown)))
    return Derivation(
        kind="list" if listed else "number",
        tool="integers",
        tool_input=tool_input,
        description=f"{tool_input['op']} of the integers that are {', '.join(tool_input['properties']) or 'in the range'}",
        check=both if listed else Equals(expected=claim),
    )


def _computes(tool_input: dict[str, Any]) -> bool:
    """Whether the tool answers, and the ends of an unqualified "between" make no difference."""
    unsure = tool_input.pop("unsure", False)
    try:
        value = integers(**tool_input)["value"]
        if unsure and integers(**{**tool_input, "without": ""})["value"] != value:
            return False
    except ToolkitError:
        return False
    return value not in ([], "")


def _tool_input(match: re.Match[str], op: str) -> dict[str, Any] | None:
    parts = match.groupdict()
    kind = _kind_zh(parts) if _is_chinese(match) else _kind(parts)
    wanted = op or _OPS.get(parts["op"].lower(), parts["op"].lower())
    if kind is None or (kind.repeats and wanted not in ("least", "greatest")):
        return None
    made: dict[str, Any] = {"op": wanted, "properties": kind.properties}
    if kind.digits:
        made["digits"] = kind.digits
    ends = _ends(parts)
    if ends is None and not kind.digits and not any(p.startswith("divisor") for p in kind.properties):
        return None
    if (
        ends
        and not ends.get("low")
        and not (kind.positive or kind.digits or {"prime", "composite"} & set(kind.properties))
    ):
        return None
    return {**made, **(ends or {})}


def _is_chinese(match: re.Match[str]) -> bool:
    return any(match.re.pattern == pattern.pattern for pattern, _ in _ASKS_ZH)


def _ends(parts: Mapping[str, str | None]) -> dict[str, Any] | None:
    """The range as the tool takes it; None where the question names none."""
    also = (parts.get("also") or "").lower()
    without = "ends" if also.startswith(("exclusive", "not including")) else ""
    if also.startswith("not including") and set(re.findall(r"\d+", also)) != {parts.get("a"), parts.get("b")}:
        return None
    if parts.get("a"):
        ends = {"low": parts["a"], "high": parts["b"], "without": without or ("" if also else "ends")}
        return ends if also else {**ends, "unsure": True}
    if parts.get("c"):
        return {
            "low": parts["c"],
            "high": parts["d"],
            **({"without": "ends", "unsure": True} if also == "之间" else {}),
        }
    if parts.get("e"):
        strict = (parts.get("below") or "").lower() in ("less than", "smaller than", "below", "under")
        return {"high": parts["e"], "without": "high" if strict else ""} if not also else None
    if parts.get("f"):
        return {"low": parts["f"], "high": parts["g"], "without": "ends"} if not also else None
    return None


def _kind(parts: Mapping[str, str | None]) -> _Kind | None:
    kind = _Kind(list(_related(parts.get("props") or "")))
    if parts.get("by"):
        kind.properties.append(f"divisor of {_plain(parts['by'] or '')}")
        return kind
    text, at = (parts.get("kind") or "").strip(), 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            return None
        kind.positive = kind.positive or bool(token["positive"])
        kind.distinct = kind.distinct or bool(token["distinct"])
        kind.digits = _DIGITS[token["digits"].lower()] if token["digits"] else kind.digits
        if token["word"] and _WORDS[token["word"].lower()]:
            kind.properties.append(_WORDS[token["word"].lower()])
        if token["of"] or token["by"]:
            kind.properties.append(
                f"multiple of {_plain(token['of'])}" if token["of"] else f"divisor of {_plain(token['by'])}"
            )
        at = token.end()
        while at < len(text) and text[at] == " ":
            at += 1
    return kind


def _related(text: str) -> Iterator[str]:
    """The properties of "divisible by 3 but not by 5", each as the tool takes it."""
    for part in re.split(r",? (?:and|but) (?:also |are |is )*", text.lower().removeprefix("both ")):
        denied = "not " if part.startswith("not ") else ""
        plain = part.removeprefix("not ").removeprefix("a ").strip()
        number = re.search(_N, plain)
        if number:
            kind = "divisor" if re.match(r"divisors?|factors?", plain) else "multiple"
            yield f"{denied}{kind} of {_plain(number[0])}"
        elif plain:
            yield denied + (_WORDS.get(plain) or plain)


def _kind_zh(parts: Mapping[str, str | None]) -> _Kind:
    if parts.get("by"):
        return _Kind([f"divisor of {_plain(parts['by'] or '')}"], positive=True)
    text = parts.get("kind") or ""
    number = re.search(_N, text)
    return _Kind([f"multiple of {_plain(number[0])}" if number else _NAMED_ZH[text]])


def _plain(number: str) -> str:
    return number.replace(",", "")
