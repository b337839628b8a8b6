"""Lists with a total, shares of a hundred and spans of dates in an answer: what it says of itself.

Only forms that leave no other reading: lines ``label: number`` one under another (or rows of a table) and a line
``Total: number`` at their end; percentages that the text says add up to 100 %; "from" one full date "to" an earlier
one. What holds is no step: it would verify nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from toolkits import lazy_re as re
from toolkits.consistency import consistency
from toolkits.errors import ToolkitError
from verifier.plan import Claim, Consistent, Step

_LONGEST = 20_000
_FEWEST_PARTS, _MOST_PARTS = 2, 60
_TOTAL = r"(?:grand |overall )?total(?: (?:cost|price|amount|number|sum|expenses|spent|time|distance|weight))?|in total|sum|合计|总计|总共|总和|共计"
_AMOUNT = r"(?P<cur>[$£€¥￥])?\s?(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s?(?P<u>%|％|[A-Za-z]+|元|个|人|件|本|千克|公斤|米|小时|分钟|天)?"
_LINE = re.compile(
    rf"\s*(?:[-*•+]\s+|\d{{1,2}}[.)]\s+|\|\s*)?(?P<label>[^\d:：|=\n]{{1,40}}?)\s*[:：|]\s*\**\s*{_AMOUNT}\s*\**\s*\|?\s*[.;。；]?\s*"
)
_IS_TOTAL = re.compile(rf"\**(?:the )?(?:{_TOTAL})\**", re.IGNORECASE)
#: Labels of what is no part of the sum: it is taken off, or an average, a rate, an earlier sum, a time.
_NO_PART = re.compile(
    r"\b(?:discounts?|refunds?|less|minus|subtract\w*|off|deduct\w*|change|remain\w*|left|subtotal|sub-total|total\w*|sum|average|mean|median|rates?|per|each|ratio|years?|age|date|step|answer|result|budget|goal|target|max\w*|min\w*|range)\b|折|减|退|优惠|剩|小计|平均|单价|率|每|年|步|答|预算|总|和",
    re.IGNORECASE,
)
_ROUNDED = re.compile(
    r"million|billion|thousand|round|approx|about|roughly|约|万|亿|千元|四舍五入|大概", re.IGNORECASE
)
_HUNDRED = re.compile(
    r"(?:these|the|all|which)?\s*(?:percentages?|shares?|parts?|probabilities)?\s*(?:add(?:s|ing)? up to|sum(?:s|ming)? (?:up )?to|totals?|total(?:ing|s) to) 100\s?(?:%|percent)|(?:合计|总和|加起来|相加|总计)(?:为|是|等于|正好|恰好)?\s?100\s?[%％]",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"(?<![\d.,])(?P<n>\d{1,3}(?:\.\d+)?)\s?(?:%|％)")
_DATE = r"(?:(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}|\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}|\d{4}-\d{2}-\d{2}|\d{4}年\d{1,2}月\d{1,2}日)"
_SPANS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bfrom (?P<a>{_DATE}) (?:to|until|through|till) (?P<b>{_DATE})",
        rf"\b(?:began|begins|started|starts|opened) (?:on )?(?P<a>{_DATE}) and (?:ended|ends|finished|closed) (?:on )?(?P<b>{_DATE})",
        rf"\b(?:was )?born (?:on )?(?P<a>{_DATE})[^.\n]{{0,60}}? (?:and )?(?:died|passed away) (?:on )?(?P<b>{_DATE})",
        rf"从(?P<a>{_DATE})(?:开始)?(?:一直)?(?:到|至)(?P<b>{_DATE})",
        rf"(?:生于|出生于)(?P<a>{_DATE})[^。\n]{{0,30}}?(?:卒于|逝世于|去世于|死于)(?P<b>{_DATE})",
    )
)
_BACKWARDS = re.compile(
    r"\bback\b|backward|revers|descend|newest|latest first|B\.?C\b|公元前|倒|往前|向前|逆", re.IGNORECASE
)
_NEAR = 60


@dataclass(frozen=True, slots=True)
class _Found:
    """A contradiction: its kind in the tool's input, that input, and the characters that state it."""

    kind: str
    given: dict[str, Any]
    start: int
    end: int


def totals_steps(answer: str) -> tuple[list[Claim], list[Step]]:
    """A claim and a step for each total that is not that of its parts, and each span that ends before it begins."""
    found = [f for f in _all(answer) if _contradicts(f)] if len(answer) <= _LONGEST else []
    claims = [_claim(answer, f, f"itself.{n}") for n, f in enumerate(found, start=1)]
    return claims, [_step(c, f) for c, f in zip(claims, found, strict=True)]


def _all(answer: str) -> Iterator[_Found]:
    folded = answer.lower()
    if "total" in folded or "sum" in folded or re.search(r"合计|总计|总共|总和|共计", answer):
        yield from _lists(answer)
    if "100" in answer and ("%" in answer or "％" in answer):
        yield from _hundreds(answer)
    if re.search(r"\bfrom\b|born|began|started|从|生于", folded):
        yield from _backward_spans(answer)


def _contradicts(found: _Found) -> bool:
    try:
        if found.kind == "totals":
            return not consistency(totals=[found.given])["consistent"]
        return not consistency(orders=[found.given])["consistent"]
    except ToolkitError:
        return False


# --- lists ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Row:
    label: str
    number: str
    unit: str
    start: int
    end: int


def _lists(answer: str) -> Iterator[_Found]:
    """The rows above each line ``Total: n``, as far as they are parts with its unit."""
    rows: list[_Row] = []
    at = 0
    for line in answer.splitlines(keepends=True):
        row = _row(line, at)
        at += len(line)
        if row and _IS_TOTAL.fullmatch(row.label):
            yield from _total(answer, rows, row)
            rows = []
        elif row and not _NO_PART.search(row.label):
            rows.append(row)
        elif row or not _is_rule(line):
            rows = []


def _is_rule(line: str) -> bool:
    """A line of a table that only rules it."""
    return bool(line.strip()) and not line.strip(" |-:+=\n")


def _row(line: str, at: int) -> _Row | None:
    match = _LINE.fullmatch(line.rstrip("\n")) if len(line) < 120 else None
    if match is None:
        return None
    unit = (match["cur"] or "") + (match["u"] or "").lower().removesuffix("s")
    number = match["n"].replace(",", "")
    return _Row(match["label"].strip(" *|"), number, unit, at + match.start("label"), at + len(line.rstrip()))


def _total(answer: str, rows: list[_Row], total: _Row) -> Iterator[_Found]:
    if not _FEWEST_PARTS <= len(rows) <= _MOST_PARTS or {row.unit for row in rows} != {total.unit}:
        return
    if len({row.label.lower() for row in rows}) < len(rows) or _is_product(rows, total):
        return
    rounded = total.unit in {"%", "％"} or "." in total.number or _ROUNDED.search(answer) is not None
    given = {
        "name": total.label, "parts": [row.number for row in rows], "total": total.number, "rounded": rounded,
        "at": f"{rows[0].start}:{total.end}",
    }  # fmt: skip
    yield _Found("totals", given, total.start, total.end)


def _is_product(rows: list[_Row], total: _Row) -> bool:
    """Length: 5, width: 3, total: 15."""
    return prod(Fraction(row.number) for row in rows) == Fraction(total.number)


# --- shares of a hundred ------------------------------------------------------------------------------------


def _hundreds(answer: str) -> Iterator[_Found]:
    """The percentages of the sentence or the lines right before "add up to 100 %"."""
    for match in _HUNDRED.finditer(answer):
        start = answer.rfind("\n\n", 0, match.start()) + 1
        before = answer[start : match.start()]
        if re.search(r"\bnot\b|n't|should|must|不|应", answer[max(0, match.start() - 20) : match.start()]):
            continue
        parts = [m["n"] for m in _PERCENT.finditer(before)]
        sentences = len(re.findall(r"[.!?。！？](?:\s|$)", before))
        if (
            not _FEWEST_PARTS <= len(parts) <= _MOST_PARTS
            or sentences > 1
            or re.search(r"[-+*/=×]\s*\d", before)
        ):
            continue
        given = {
            "name": "percentages", "parts": parts, "total": "100", "rounded": True,
            "at": f"{start}:{match.end()}",
        }  # fmt: skip
        yield _Found("totals", given, match.start(), match.end())


# --- dates ------------------------------------------------------------------------------------------------


def _backward_spans(answer: str) -> Iterator[_Found]:
    for pattern in _SPANS:
        for match in pattern.finditer(answer):
            around = answer[max(0, match.start() - _NEAR) : match.end() + _NEAR]
            if not _BACKWARDS.search(around):
                given = {"earlier": match["a"], "later": match["b"], "at": f"{match.start()}:{match.end()}"}
                yield _Found("orders", given, match.start(), match.end())


# --- claims and steps -----------------------------------------------------------------------------------


def _claim(answer: str, found: _Found, name: str) -> Claim:
    values = [*found.given.get("parts", ()), found.given.get("total", "0")]
    return Claim(
        id=name,
        kind="consistency",
        role="step",
        quote=answer[found.start : found.end],
        span=(found.start, found.end),
        value=tuple(map(Fraction, values)),
        subject=str(found.given.get("name", "dates in order")),
    )


def _step(claim: Claim, found: _Found) -> Step:
    told = "the total is that of its parts" if found.kind == "totals" else "the dates stand in order"
    return Step(
        step_id=f"same.{claim.id}",
        description=f"{told}: {claim.quote[:60]}",
        tool_required="consistency",
        tool_input={found.kind: [found.given]},
        expected_check=Consistent(),
        claim=claim.id,
        basis="answer",
    )
