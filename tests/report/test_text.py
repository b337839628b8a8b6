"""The report for people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from verifier.report import coloured, finding, full_report, plain
from verifier.report._words import input_words


def test_full_report_shows_path_quote_evidence_and_diagnosis(refuted):
    """One refuted run: verdict, the machine's path, the claim where it stands, what the tool showed, and why."""
    assert plain(full_report(refuted)).splitlines() == [
        "✗ refuted, final failed  no corrector",
        "INITIAL_GENERATION → PLANNING → EXECUTING → FAILED",
        "",
        "  2 │ 计算得约为11608.92元。",
        "    │           ^^^^^^^^  final claim",
        "    ✗ arithmetic  10000 * (1 + 0.05/4) ** (4*3)  basis question",
        "      tool shows   11607.5451772",
        "      answer says  11608.92",
        "      mismatch     off by 1.37",
        "    · arithmetic  1 + 1  not reached",
        "      note  one part",
        "",
        "checked: final 1/1, steps 0/0",
    ]


def test_full_report_of_a_corrected_run_shows_both_attempts_and_the_answer(corrected):
    """Each attempt has its verdict, and the answer that was kept is shown."""
    text = plain(full_report(corrected))
    assert text.startswith("✓ verified  passed after 1 correction\n")
    assert "attempt 1  refuted" in text
    assert "attempt 2  verified" in text
    assert "answer kept: attempt 2\n" in text
    assert "计算得约为11607.55元。" in text


@pytest.mark.parametrize(
    ("tool_input", "shown"),
    [
        ({"expression": "1 + 2"}, "1 + 2"),
        ({"definitions": [], "ask": {"op": "value", "expression": "1 + 2"}}, "op=value, expression=1 + 2"),
        ({"op": "mean", "values": ["1", "2.5"]}, "op=mean, values=[1, 2.5]"),
        (
            {"predicate": {"keep": [["Age", ">=", "0"]]}, "nan": True},
            "predicate={keep: [[Age, >=, 0]]}, nan=true",
        ),
        ({"code": "a\nb", "seed": 0}, "seed=0, code=a ⏎ b"),
        ({}, ""),
    ],
)
def test_an_input_is_one_line_without_quotes(tool_input, shown):
    """What is empty is left out, and what remains alone needs no name."""
    assert input_words(tool_input) == shown


def test_finding_names_the_row_and_shows_only_what_failed(refuted):
    """One row among many: a headline with its place, and the failing step."""
    lines = plain(finding(refuted, name="a.jsonl:3 7")).splitlines()
    assert lines[0] == "a.jsonl:3 7  ✗ refuted, final failed  no corrector"
    assert lines[1].strip().startswith("2 │")
    assert not any("not reached" in line for line in lines)


def test_a_document_is_never_called_verified(refuted):
    """A text without a question says that nothing was refuted, not that it is verified."""
    document = replace(refuted, document=True, verdict="inconclusive", failure=None, attempts=(), scope=None)
    assert "verified" not in plain(full_report(document)).splitlines()[0]


def test_colours_change_no_character(refuted):
    """Without its escapes, the coloured report is the plain one."""
    import re

    lines = full_report(refuted)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured(lines))
    assert [line.rstrip() for line in bare.splitlines()] == plain(lines).splitlines()
    assert "\x1b[" in coloured(lines)


def test_text_of_the_answer_cannot_paint_the_terminal(refuted):
    """Escapes and control characters in a quote are shown as replacement characters."""
    attempt = refuted.attempts[0]
    answer = attempt.answer.replace("计算", "\x1b[31m\a计")
    claim = attempt.plan.claims[0]
    shifted = replace(claim, span=(answer.index("11608.92"), answer.index("11608.92") + 8))
    hostile = replace(
        refuted,
        attempts=(replace(attempt, answer=answer, plan=replace(attempt.plan, claims=(shifted,))),),
    )
    assert "\x1b" not in plain(full_report(hostile))
    assert "\a" not in plain(full_report(hostile))


def test_code_that_ran_outside_a_sandbox_is_a_warning(refuted):
    """Every rendering of such a run says so; the same run in a sandbox says nothing."""
    from verifier.report import canonical, report_row

    def ran_in(place):
        attempts = tuple(
            replace(a, evidence=tuple(replace(e, tool_version=f"2@{place}") for e in a.evidence))
            for a in refuted.attempts
        )
        return replace(refuted, attempts=attempts)

    unsafe, safe = ran_in("unsafe_subprocess@python3.11"), ran_in("docker@sha256:12")
    for render in (full_report, lambda report: finding(report, name="a")):
        assert "code ran outside a sandbox (unsafe_subprocess)" in plain(render(unsafe))
        assert "outside a sandbox" not in plain(render(safe))
    row = report_row(unsafe)
    assert row["steps"][0]["tool_version"] == "2@unsafe_subprocess@python3.11"
    assert canonical(row) == canonical(report_row(safe))
    assert canonical(row)["steps"][0]["tool_version"] == "2"
