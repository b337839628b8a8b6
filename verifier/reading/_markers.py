r"""Where an answer says that it answers: "#### x", "\boxed{x}", "the answer is x", "答案是x"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from toolkits import lazy_re as re
from verifier.plan import ClaimKind
from verifier.reading._found import Found, closing_brace, line_end
from verifier.reading._literals import positions
from verifier.reading._values import read_value

_MARKER: Final = re.compile(
    r"(?P<hash>\#{4,}[ \t]*)(?=\S)"
    r"|(?P<boxed>\\(?:boxed|fbox)\s*)(?=\{)"
    r"|(?P<line>^[ \t>*_#]*(?:step \d+:\s*)?(?:A|Ans|Answer|Final answer|The final answer|The answer"
        r"|Solution|Result|Conclusion|答|答案|最终答案|结论|解答)[ \t*_]*[:：][ \t*_]*)"
    r"|(?P<phrase>\banswers?\b(?:\s*\([^)\n]{0,40}\))?(?:\s+(?:to|for|here"
        r"|then)\b[^.\n:：=]{0,80}?)??\s*(?:\bis\b|\bare\b|\bwas\b|\bwould be\b|\bshould be\b|\bwill be\b"
        r"|\bmust be\b|[:：=]|(?=\s*(?:isn't|cannot|can't|is not)\b))[ \t]*(?:therefore|thus|simply|then)?[ "
        r"\t]*[:：]?)"
    r"|(?P<zh>(?:答案|结果|答)(?:(?:应该|应)?(?:是|为|等于|[:：])[:：]?|(?=不是|并非|并不是))|(?:故|应"
        r"|因此|所以)?选(?:择"
        r"|项)?[:：]?(?=\s*[(（]?[A-H]))",
    re.IGNORECASE | re.MULTILINE,
)  # fmt: skip
_ANCHORS: Final = (
    "####", "\\boxed", "\\fbox", "nswer", "NSWER", "答", "选", "结果", "结论", "A:", "A：", "Ans:", "olution",
    "esult:", "onclusion:", "A*", "a:", "ans:",
)  # fmt: skip
_MORE_BRACKETS: Final = re.compile(r"\}\s*[<>()\[\]{}]")
_IN_FORMULA: Final = re.compile(r"[-+*/^]\s*$")
_OPTION_AFTER: Final = re.compile(r"\n[ \t]*B[ \t]*[:：]")
_TO_VALUE: Final = re.compile(r"(?:[\s*_]|\$(?!\s?[-(]?\s?[\d.]))*(?:\\[\[(])?(?:\s|\$(?!\s?[-(]?\s?[\d.]))*")
# "that is not the answer", "we are given that the answer is 15"
_DENIED: Final = re.compile(
    r"(?:\bnot (?:the|an?|my)\s+(?:\w+\s+){0,2}|\bincorrect\s+|\bwrong\s+|\bno\s+|不是|错误的?"
    r"|\b(?:given|knows?|known|told|if|suppose|assume|assuming)\s+(?:that\s+)?(?:the\s+)?|已知|如果|假设)$",
    re.IGNORECASE,
)
_CONCLUSION: Final = re.compile(
    r"\b(?:correct|best|right|appropriate|accurate|closest|likely)\s+(?:answer|choice|option|solution"
        r"|statement|response)\b[^.\n]{0,100}?(?:\bis|would be|:)\s*(?:therefore\s+)?:?\s*"
    r"(?P<a>(?:choice|option)?[ _\\]*[(\[]?[A-J](?![A-Za-z'’])[)\]]?)"
    r"|\b(?:the|our|final)\s+(?:final\s+)?(?:solution|answer|choice)\s+(?:is|would "
        r"be)\s*:?\s*(?P<c>(?:choice|option)[ _\\]+[(\[]?[A-J](?![A-Za-z'’])[)\]]?)"
    r"|(?P<b>(?:choice|option)[ _\\]+[(\[]?[A-J](?![A-Za-z'’])[)\]]?)[^.\n]{0,120}?\bis (?:therefore |thus "
        r"|indeed )?(?:the )?(?:most )?(?:correct|best|right|accurate|appropriate)\b(?! (?:or|about))",
    re.IGNORECASE,
)  # fmt: skip
#: Words that take back what stands before them.
RETRACTION: Final = re.compile(
    r"\b(?:wait|actually|correction|sorry|apologi[sz]e|oops|scratch that|let me (?:re|correct|fix"
        r"|check)\w*|on second thought|i made (?:a|an) (?:mistake|error)|that(?:'s| is) (?:wrong|incorrect"
        r"|not right)|i was wrong|i mean)\b"
    r"|等等|等一下|不对|更正|抱歉|我算错了|重新(?:计算|检查)|纠正",
    re.IGNORECASE,
)  # fmt: skip
_NEXT_QUESTION: Final = re.compile(
    r"\n[ \t>*_#]*(?:question|q|problem|exercise|task|human|user|instruction|input|问题|问|题目|例题|习题"
        r"|用户|下一题)[ "
        r"\t*_]*\d*[ \t*_]*[:：.]"
    r"|[ \t](?:Question|Q)[ \t]*\d*:|\n[ \t]*(?:###|<\|)[ \t]*(?:human|user|instruction|question|im_start"
        r"|endoftext)",
    re.IGNORECASE,
)  # fmt: skip
_LONGEST_VALUE: Final = 4_000
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class Stated:
    r"""A value behind a marker.

    Attributes:
        found: the value.
        span: marker and value.
        boxed: the marker was ``\boxed``.
        echoes: spans of the same value behind other markers.
    """

    found: Found
    span: tuple[int, int]
    boxed: bool = False
    echoes: tuple[tuple[int, int], ...] = ()


def stated_values(text: str, want: ClaimKind) -> list[Stated]:
    """Every value that stands behind a final marker, in order, without those that a retraction takes back."""
    found = [
        s
        for start, end in _marked_lines(text)
        for m in _MARKER.finditer(text, start, end)
        for s in _stated(text, m, want)
    ]
    return _after_retraction(text, _without_nested(found))


def _marked_lines(text: str) -> Iterator[tuple[int, int]]:
    """Lines in which a marker can stand."""
    last = -1
    for at in positions(text, _ANCHORS):
        if at < last:
            continue
        end = text.find("\n", at)
        last = len(text) if end < 0 else end
        yield text.rfind("\n", 0, at) + 1, last


def _stated(text: str, match: re.Match[str], want: ClaimKind) -> Iterator[Stated]:
    group = match.lastgroup or ""
    if _DENIED.search(text[max(0, match.start() - 30) : match.start()]):
        return
    if (group == "line" and _is_option_list(text, match)) or (
        group == "boxed" and _IN_FORMULA.search(text, max(0, match.start() - 6), match.start())
    ):
        return
    start, end = _value_region(text, match, boxed=group == "boxed")
    if text.startswith("\\phantom", start):  # an empty box of the question's
        return
    if group == "boxed" and want == "list" and _MORE_BRACKETS.match(text, end):
        return  # "\boxed{] } >}": which brace closes the box is not certain
    found = read_value(text, start, end, want) if start < end else None
    if found is None or (found.kind == "text" and not _takes_text(group, want)):
        return
    for part in (found, *found.more):
        yield Stated(
            part,
            (match.start(), part.span[1] if group != "boxed" else max(end + 1, part.span[1])),
            group == "boxed",
        )


def _takes_text(group: str, want: ClaimKind) -> bool:
    """Free text is a final only where text was asked for, or in a box."""
    return want in ("text", "fact", "date", "choice") or group == "boxed"


def _is_option_list(text: str, match: re.Match[str]) -> bool:
    """Whether "A: …" is an option, not an answer: "B: …" follows."""
    return match[0].strip(" \t>*_:：").upper() == "A" and _OPTION_AFTER.search(text, match.end()) is not None


def _value_region(text: str, match: re.Match[str], *, boxed: bool) -> tuple[int, int]:
    if boxed:
        opening = match.end()
        close = closing_brace(text, opening, min(len(text), opening + 400))
        return opening + 1, close if close > 0 else opening
    to_value = _TO_VALUE.match(text, match.end())
    start = to_value.end() if to_value else match.end()
    return start, line_end(text, start, min(len(text), start + _LONGEST_VALUE))


def _without_nested(found: list[Stated]) -> list[Stated]:
    r"""One value for "the answer is \boxed{5}", which has two markers."""
    kept: list[Stated] = []
    for stated in found:
        if (
            kept
            and kept[-1].found.value_span[0] <= stated.found.value_span[0] < kept[-1].span[1]
            and stated.span[0] < kept[-1].span[1]
            and kept[-1].span[0] != stated.span[0]
        ):
            kept[-1] = Stated(stated.found, kept[-1].span, stated.boxed)
        else:
            kept.append(stated)
    return kept


def _after_retraction(text: str, found: list[Stated]) -> list[Stated]:
    """The values after the last retraction that stands between two of them."""
    for i in range(len(found) - 1, 0, -1):
        if RETRACTION.search(text, found[i - 1].span[1], found[i].span[0]):
            return found[i:]
    return found


def concluded_choice(text: str) -> Stated | None:
    """The choice that the text ends up calling the correct one, without a marker of its own."""
    last = None
    for match in _CONCLUSION.finditer(text):
        group = match.lastgroup or "a"
        if _DENIED.search(text[max(0, match.start() - 30) : match.start()]):
            continue
        found = read_value(text, match.start(group), match.end(group), "choice")
        last = Stated(found, match.span()) if found is not None else last
    return last


def cut_before_next_question(text: str, first: Stated) -> int:
    """Where the text after a final value begins another question; its length where it does not."""
    match = _NEXT_QUESTION.search(text, first.span[1])
    return match.start() if match else len(text)


def distinct(values: list[Stated]) -> list[Stated]:
    """One of each value, in the order in which each is last stated."""
    kept: list[Stated] = []
    for value in values:
        kept = [k for k in kept if not (value.found.same(k.found) and _one_name(value, k))]
        kept.append(value)
    return kept


def _one_name(one: Stated, other: Stated) -> bool:
    """Whether neither is given a name that the other has not: r = -2 and u = -2 are two values."""
    return not one.found.name or not other.found.name or one.found.name == other.found.name


def same_paragraph(text: str, values: list[Stated]) -> bool:
    """Whether the values stand in one paragraph."""
    return _PARAGRAPH.search(text, values[0].span[1], values[-1].span[0]) is None
