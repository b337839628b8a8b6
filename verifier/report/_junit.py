"""JUnit XML: a suite for each file, a case for each answer and each claim of a document.

Refuted is a ``failure``, what a failing tool left undecided an ``error``; what could not be checked or
decided is ``skipped``, with its reason, and a ``failure`` where the gate does not accept that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Literal

from verifier.report._findings import Finding, relative
from verifier.report._told import Ending, Told
from verifier.report._xml import attributes, text


@dataclass(frozen=True, slots=True)
class _Case:
    name: str
    seconds: float
    kind: Literal["passed", "failure", "error", "skipped"] = "passed"
    type: str = ""
    message: str = ""
    body: str = ""


def junit(told: Sequence[Told], ending: Ending) -> str:
    """The document.

    Args:
        told: the answers in the order of the input.
        ending: faults of the input become a suite of their own.
    """
    stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S")
    suites = [
        (source, [case for one in group for case in _cases(one)])
        for source, group in groupby(told, key=lambda one: relative(one.row["source"] or "-"))
    ]
    if ending.faults:
        suites.append(("input", list(_faults(ending))))
    body = "".join(_suite(name, cases, number, stamp, ending) for number, (name, cases) in enumerate(suites))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n{body}</testsuites>\n'


def _suite(name: str, cases: Sequence[_Case], number: int, stamp: str, ending: Ending) -> str:
    kinds = [case.kind for case in cases]
    head = attributes(
        {
            "name": _token(name), "package": _token(name), "id": number, "timestamp": stamp,
            "hostname": "localhost",
            "tests": len(cases), "failures": kinds.count("failure"), "errors": kinds.count("error"),
            "skipped": kinds.count("skipped"), "time": _seconds(sum(case.seconds for case in cases)),
        }
    )  # fmt: skip
    gate = attributes({"name": "amtfv.gate", "value": ending.verdict})
    body = "".join(_case(case, name) for case in cases)
    return (
        f"<testsuite{head}>\n<properties><property{gate}/></properties>\n"
        f"{body}<system-out></system-out>\n<system-err></system-err>\n</testsuite>\n"
    )


def _case(case: _Case, suite: str) -> str:
    head = attributes({"name": _token(case.name), "classname": _token(suite), "time": _seconds(case.seconds)})
    if case.kind == "passed":
        return f"<testcase{head}/>\n"
    told = {"message": case.message} | ({} if case.kind == "skipped" else {"type": case.type})
    inner = f"<{case.kind}{attributes(told)}>{text(case.body)}</{case.kind}>"
    return f"<testcase{head}>{inner}</testcase>\n"


def _cases(one: Told) -> Iterator[_Case]:
    if one.row["document"] and not one.broken and (one.row["claims"] or one.findings):
        yield from _claims(one)
    else:
        yield _whole(one)


def _whole(one: Told) -> _Case:
    row, name = one.row, one.name
    new = [finding for finding in one.findings if not finding.known]
    if new:
        return _Case(name, one.duration_s, "failure", new[0].rule, new[0].message, one.text)
    if one.broken:
        why = row["error"].partition("\n")[0] or row["stop_reason"].replace("_", " ")
        return _Case(name, one.duration_s, "error", row["stop_reason"], f"could not verify: {why}", one.text)
    if one.findings:
        return _Case(name, one.duration_s, "skipped", "", f"known: {one.findings[0].message}")
    if row["verdict"] == "verified":
        return _Case(name, one.duration_s)
    reason = f"{row['verdict']}: {row['stop_reason']}".replace("_", " ")
    return _Case(name, one.duration_s, "skipped", "", reason)


def _claims(one: Told) -> Iterator[_Case]:
    """A case for each claim of a document, and one for each finding that is no claim's."""
    left = list(one.findings)
    for claim in one.row["claims"]:
        name = f"{claim['line']}:{claim['column']} {claim['quote']}"
        finding = next((f for f in left if f.quote == claim["quote"] and claim["result"] == "failed"), None)
        if finding is not None:
            left.remove(finding)
            yield _found(name, finding)
        elif claim["result"] == "held":
            yield _Case(name, 0.0)
        else:
            yield _Case(name, 0.0, "skipped", "", claim["reason"].replace("_", " ") or claim["result"])
    for finding in left:
        yield _found(f"{finding.region.line}:{finding.region.column} {finding.rule}", finding)


def _found(name: str, finding: Finding) -> _Case:
    if finding.known:
        return _Case(name, 0.0, "skipped", "", f"known: {finding.message}")
    return _Case(name, 0.0, "failure", finding.rule, finding.message, finding.message)


def _faults(ending: Ending) -> Iterable[_Case]:
    for name, line, message in ending.faults:
        yield _Case(f"{name}:{line}" if line else name, 0.0, "error", "input", message, message)


def _token(value: str) -> str:
    """White space as ``xs:token`` has it; never empty."""
    return " ".join(value.split()) or "-"


def _seconds(value: float) -> str:
    return f"{value:.3f}"
