"""Reports for other programs, against the published schemas and the habits of those who read them."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.report import Ending, Finder, Region, Told, report_row, whole
from verifier.report._github import CAP
from verifier.report._markdown import LIMIT

SCHEMAS = Path(__file__).parents[1] / "schemas"


@pytest.fixture(scope="module")
def sarif_errors():
    """Says what the published schema has against a log."""
    from jsonschema import Draft202012Validator, FormatChecker

    schema = json.loads((SCHEMAS / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    return lambda text: list(
        Draft202012Validator(schema, format_checker=FormatChecker()).iter_errors(json.loads(text))
    )


@pytest.fixture(scope="module")
def junit_schema():
    """The published schema."""
    import xmlschema

    return xmlschema.XMLSchema(str(SCHEMAS / "junit.xsd"))


def whole_line(span):
    """A place for whatever is asked."""
    return Region(line=3, end_line=3)


def told_of(report, *, source="a b/答.jsonl", broken=False, named=False, finder=None):
    """What reports on the whole are told of a run."""
    row = report_row(report, source=source, line=3)
    found = (finder or Finder()).findings(row, whole_line, named=named)
    return Told(row=row, findings=found, broken=broken, text="what people read\n")


@pytest.fixture
def answers(refuted, corrected):
    """A refuted, a verified, a broken, an undecided and a document's answer."""
    broken = replace(
        corrected, verdict="inconclusive", stop_reason="undecided", best=0, attempts=(), error="boom"
    )
    poem = replace(
        broken,
        verdict="not_checkable",
        stop_reason="nothing_to_check",
        error="",
        task=replace(refuted.task, id="poem"),
    )
    finder = Finder()
    return [
        told_of(refuted, finder=finder),
        told_of(corrected, finder=finder),
        told_of(broken, broken=True, finder=finder),
        told_of(poem, finder=finder),
        told_of(replace(refuted, document=True), source="doc.md", finder=finder),
    ]


ENDING = Ending(
    faults=(("x.jsonl", 2, "not JSON"),), code=2, verdict="can't be judged: 1 place", notes=("a",)
)


def test_junit_fits_the_published_schema_and_its_mapping(answers, junit_schema):
    """Refuted is a failure, broken and unread an error, not checkable skipped; the counts agree with the cases."""
    text = whole.junit(answers, ENDING)
    junit_schema.validate(text)
    suites = ET.fromstring(text)
    assert [suite.get("name") for suite in suites] == ["a b/答.jsonl", "doc.md", "input"]
    first = [case.find("*").tag if len(case) else "passed" for case in suites[0].iter("testcase")]
    assert first == ["failure", "passed", "error", "skipped"]
    assert [suites[0].get(name) for name in ("tests", "failures", "errors", "skipped")] == [
        "4",
        "1",
        "1",
        "1",
    ]
    assert suites[0].find(".//failure").get("type") == "rounds_to/value"
    assert suites[1].find(".//failure") is not None
    assert suites[2].find(".//error").get("message") == "not JSON"


def test_sarif_fits_the_published_schema(answers, sarif_errors):
    """Each result names a declared rule, a percent-encoded file, a region and a fingerprint."""
    text = whole.sarif(answers, ENDING)
    assert sarif_errors(text) == []
    run = json.loads(text)["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["partialFingerprints"]["amtfvClaim/v1"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b/%E7%AD%94.jsonl"
    assert place["region"] == {"startLine": 3, "endLine": 3}
    assert not run["invocations"][0]["executionSuccessful"]
    assert len(run["invocations"][0]["toolExecutionNotifications"]) == 1


def test_the_schemas_refuse_what_is_wrong(answers, sarif_errors, junit_schema):
    """The validators are no rubber stamps: a missing name and a wrong level are found."""
    assert sarif_errors(whole.sarif(answers, ENDING).replace('"name": "amtfv"', '"nome": "amtfv"'))
    assert not junit_schema.is_valid(
        whole.junit(answers, ENDING)
        .replace("<properties>", "<props>", 1)
        .replace("</properties>", "</props>", 1)
    )


def test_rules_cover_every_check_and_slip():
    """Each type of check and each kind of diagnosis has words of its own."""
    from typing import get_args

    from verifier.diagnosis import KINDS
    from verifier.plan import Check
    from verifier.report._rules import CHECKS, rules

    types = {kind.__dataclass_fields__["type"].default for kind in get_args(Check)}
    assert types <= CHECKS.keys()
    named = rules(f"rounds_to/{slip}" for slip in KINDS)
    assert len({rule.text for rule in named}) == len(named)


def test_a_fingerprint_survives_moving_and_counts_twins(refuted):
    """Line and id do not matter; the same claim twice in one file is two findings, in another file others."""
    row = report_row(refuted, source="a.jsonl", line=1)
    moved = report_row(replace(refuted, task=replace(refuted.task, id="99")), source="a.jsonl", line=99)
    other = report_row(refuted, source="b.jsonl", line=1)

    def mark(rows):
        finder = Finder()
        return [found.fingerprint for row in rows for found in finder.findings(row, whole_line)]

    assert mark([row]) == mark([moved])
    assert mark([row]) != mark([other])
    twins = mark([row, moved])
    assert twins[0] != twins[1]


def test_annotations_are_capped_and_say_where_the_rest_is(refuted):
    """Of 25 errors nine are shown and the tenth counts the others; no line break escapes a command."""
    finder = Finder()
    many = [told_of(refuted, source="a,b:c%.jsonl", finder=finder) for _ in range(25)]
    lines = whole.commands(many, Ending(verdict="failed:\nx"), more="out.html").splitlines()
    errors = [line for line in lines if line.startswith("::error")]
    assert len(errors) == CAP
    assert errors[-1] == "::error title=amtfv::16 more errors: see out.html"
    assert errors[0].startswith(
        "::error file=a%2Cb%3Ac%25.jsonl,line=3,endLine=3,title=amtfv%3A rounds_to/value::"
    )
    assert lines[-1].endswith("failed:%0Ax")


def test_known_findings_are_no_annotations(refuted):
    """What stands in the baseline is skipped in JUnit, suppressed in SARIF, and not annotated."""
    one = told_of(refuted)
    known = replace(one, findings=tuple(replace(f, known=True) for f in one.findings))
    assert "::error" not in whole.commands([known], Ending())
    assert "<skipped" in whole.junit([known], Ending())
    assert json.loads(whole.sarif([known], Ending()))["runs"][0]["results"][0]["suppressions"]


def test_markdown_is_bounded_and_escaped(refuted):
    """A summary page takes 1 MiB; a cell can hold neither a column nor HTML nor a mention."""
    one = told_of(refuted, source="a|b<i>@team.jsonl")
    text = whole.markdown([one] * 400 + [replace(one, broken=True)] * 10, Ending(verdict="failed", code=1))
    assert len(text.encode()) <= LIMIT
    assert r"a\|b\<i\>\@team.jsonl:3" in text
    assert text.startswith("## ❌ amtfv: failed")


class Page(HTMLParser):
    """Notes the tags of a page and whether any attribute loads something."""

    def __init__(self):
        super().__init__()
        self.tags, self.loads = [], []

    def handle_starttag(self, tag, attrs):
        """Note the tag."""
        self.tags.append(tag)
        self.loads += [value for name, value in attrs if name in {"src", "href"} and value]


HOSTILE = "<script>alert(1)</script>\x00\x08\u202e\ud800 ]]> & \x1b[31m \ufffe"


def test_hostile_text_stays_text_everywhere(refuted, sarif_errors, junit_schema):
    """Markup, control characters and half surrogates in an answer end up as text in every format."""
    attempt = replace(refuted.attempts[0], answer=HOSTILE)
    hostile = replace(
        refuted,
        attempts=(attempt,),
        final_answer=HOSTILE,
        task=replace(refuted.task, id=HOSTILE, question=HOSTILE),
    )
    one = replace(told_of(hostile, source="x.md"), text=HOSTILE)
    ending = Ending(faults=(("x", 1, HOSTILE),), verdict=HOSTILE, code=1)
    junit_schema.validate(whole.junit([one], ending).encode("utf-8").decode())
    assert sarif_errors(whole.sarif([one], ending)) == []
    page = Page()
    page.feed(whole.html([one], ending).encode("utf-8").decode())
    assert page.tags.count("script") == 1
    assert page.loads == []
    assert "<script>" not in whole.markdown([one], ending)
    assert all(line.startswith("::") for line in whole.commands([one], ending).splitlines())


@settings(max_examples=60)
@given(text=st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=40))
def test_any_text_makes_well_formed_xml(text):
    """Whatever characters an answer holds, the XML can be parsed."""
    from verifier.report import _xml

    parsed = ET.fromstring(f"<a{_xml.attributes({'b': text})}>{_xml.text(text)}</a>".encode())
    assert len(parsed.get("b")) == len(text)
