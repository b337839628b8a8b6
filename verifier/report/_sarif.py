"""SARIF 2.1.0: findings with stable rules, regions and fingerprints, as code-scanning pages read it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from verifier._version import __version__
from verifier.report._findings import Finding, Region, relative
from verifier.report._rules import Rule, rules
from verifier.report._told import Ending, Told

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_HELP = "https://amtfv.readthedocs.io"
#: The name of the fingerprint; its number changes when what it is made from does.
FINGERPRINT = "amtfvClaim/v1"


def sarif(told: Sequence[Told], ending: Ending) -> str:
    """The log: one run, one result a finding; what failed on the way becomes notifications."""
    findings = [finding for one in told for finding in one.findings]
    declared = rules(finding.rule for finding in findings)
    index = {rule.id: number for number, rule in enumerate(declared)}
    driver = {
        "name": "amtfv",
        "version": __version__,
        "semanticVersion": __version__,
        "informationUri": _HELP,
        "rules": [_rule(rule) for rule in declared],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(told, ending)],
        "results": [_result(finding, index) for finding in findings],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    # Half of a surrogate pair is no character, but an answer can hold one: escapes keep the file UTF-8.
    return json.dumps(log, ensure_ascii=True, indent=1) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    text = rule.text[0].upper() + rule.text[1:] + "."
    undecided = rule.id.startswith("undecided")
    return {
        "id": rule.id,
        "name": "".join(part.capitalize() for part in rule.id.replace("/", "_").split("_")),
        "shortDescription": {"text": text},
        "fullDescription": {"text": text},
        "help": {"text": f"{text} The evidence stands in the report of amtfv.", "markdown": f"{text}"},
        "helpUri": _HELP,
        "defaultConfiguration": {"level": "warning" if undecided else "error"},
        "properties": {"tags": ["correctness"], "precision": "high"},
    }


def _result(finding: Finding, index: dict[str, int]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": index[finding.rule],
        "level": finding.level,
        "message": {"text": finding.message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(finding.source.encode("utf-8", "surrogateescape"))},
                    "region": _region(finding.region),
                }
            }
        ],
        "partialFingerprints": {FINGERPRINT: finding.fingerprint},
        "properties": {"answer": finding.id},
    }
    if finding.known:
        result["baselineState"] = "unchanged"
        result["suppressions"] = [{"kind": "external", "justification": "stands in the baseline"}]
    return result


def _region(region: Region) -> dict[str, int]:
    whole = {"startLine": region.line, "endLine": region.end_line}
    if not region.column:
        return whole
    return whole | {"startColumn": region.column, "endColumn": region.end_column}


def _invocation(told: Sequence[Told], ending: Ending) -> dict[str, Any]:
    unread = [_notification(name, line, message, "error") for name, line, message in ending.faults]
    broken = [
        _notification(
            relative(one.row["source"] or "-"), one.row["line"] or 0,
            f"{one.name}: could not verify: {one.row['error'] or one.row['stop_reason']}", "error",
        )
        for one in told if one.broken
    ]  # fmt: skip
    return {
        "executionSuccessful": ending.code in {0, 1},
        "exitCode": ending.code,
        "exitCodeDescription": ending.verdict,
        "toolConfigurationNotifications": unread,
        "toolExecutionNotifications": broken,
    }


def _notification(name: str, line: int, message: str, level: str) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(name)}}
    if line:
        place["region"] = {"startLine": line}
    return {"level": level, "message": {"text": message}, "locations": [{"physicalLocation": place}]}
