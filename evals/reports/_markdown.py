"""The report as Markdown, and its summary for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evals.metrics import GRADES, METRICS, Figure
from evals.reports._numbers import shown
from evals.scoring import Comparison, Score

#: Columns of the tables by group.
_COLUMNS = ("catch_rate", "false_alarm_rate", "step_flag_rate", "false_pass_rate", "pass_rate", "abstention")
_KEYS = {"source": "Source", "domain": "Domain", "error_kind": "Kind of mistake"}


def summary(score: Score) -> list[str]:
    """Lines for the terminal: the figures that matter most, for the run and by source."""
    yours = f"{score.rows} rows: {score.right} right, {score.wrong} wrong"
    unlabelled = score.rows - score.right - score.wrong
    lines = [yours + (f", {unlabelled} without a label" if unlabelled else "")]
    names = (*_COLUMNS, "verified_error", "latency_p50", "latency_p95")
    wide = max(len(METRICS[name].title) for name in names)
    lines += [
        f"  {METRICS[name].title:{wide}}  {shown(score.overall[name], METRICS[name].unit)}" for name in names
    ]
    for name, other in score.baselines.items():
        lines.append(
            f"  {name}: catch {shown(other.overall['catch_rate'])}, "
            f"false alarms {shown(other.overall['false_alarm_rate'])}"
        )
    sources = score.by["source"]
    if len(sources) > 1:
        wide = max(map(len, sources))
        lines.append("by source: catch, false alarms")
        lines += [
            f"  {source:{wide}}  {shown(found['catch_rate']):28}  {shown(found['false_alarm_rate'])}"
            for source, found in sources.items()
        ]
    return lines


def markdown_report(score: Score, manifest: Mapping[str, Any]) -> str:
    """The whole report, in tables."""
    return "\n".join(_markdown(score, manifest)) + "\n"


def _markdown(score: Score, manifest: Mapping[str, Any]) -> Iterator[str]:
    yield f"# Evaluation: {score.rows} rows"
    yield ""
    yield (
        f"amtfv {_cell(manifest.get('amtfv', ''))}, begun {_cell(manifest.get('begun', ''))}; "
        f"{score.right} right answers, {score.wrong} wrong ones. Figures with 95 % intervals."
    )
    yield ""
    yield from _table(
        ("Metric", "Value", "What it is"),
        [
            (metric.title, shown(score.overall[name], metric.unit), metric.about)
            for name, metric in METRICS.items()
        ],
    )
    for key, title in _KEYS.items():
        if score.by[key]:
            yield from _by(title, score.by[key])
    yield f"\n## Trust\n\nArea under risk and coverage: {_plain(score.curve.area)} (share of wrong answers: "
    yield f"{_plain(score.curve.base)}, best possible area: {_plain(score.curve.best)}).\n"
    yield from _table(
        ("Evidence", "Right answers"), [(GRADES[grade], shown(f)) for grade, f in score.grades.items()]
    )
    yield "\n## Outcomes by kind of mistake\n"
    outcomes = next(iter(score.confusion.values()), {})
    yield from _table(
        ("Kind", *outcomes), [(kind, *map(str, counts.values())) for kind, counts in score.confusion.items()]
    )
    yield "\n## Findings\n"
    yield from _table(
        ("Rule", "wrong answers", "right answers"),
        [(rule, str(count["wrong"]), str(count["right"])) for rule, count in score.rules.items()],
    )
    if score.baselines:
        yield "\n## Beside it\n"
        yield from _by_rows(
            {"amtfv": score.overall} | {n: s.overall for n, s in score.baselines.items()}, "Judge"
        )


def _by(title: str, groups: Mapping[str, Mapping[str, Figure]]) -> Iterator[str]:
    yield f"\n## By {title.lower()}\n"
    yield from _by_rows(groups, title)


def _by_rows(groups: Mapping[str, Mapping[str, Figure]], title: str) -> Iterator[str]:
    yield from _table(
        (title, *(METRICS[name].title for name in _COLUMNS)),
        [
            (group, *(shown(found[name], METRICS[name].unit) for name in _COLUMNS))
            for group, found in groups.items()
        ],
    )


def comparison_lines(comparison: Comparison, names: tuple[str, str], limit: int = 20) -> list[str]:
    """What flipped between two runs, and whether one of them is better."""
    lines = [f"{comparison.rows} rows in both; {len(comparison.flips)} flipped"]
    for name, test in comparison.tests.items():
        lines.append(
            f"  {name}: {names[0]} alone {test.only_a}, {names[1]} alone {test.only_b}, both {test.both} of "
            f"{test.count}; McNemar p = {_p(test.p)}"
        )
    for flip in comparison.flips[:limit]:
        nearer = {"a": names[0], "b": names[1], "": "neither"}[flip.better]
        lines.append(f"  {flip.id} [{flip.truth or 'no label'}]: {flip.a} -> {flip.b}; nearer: {nearer}")
    if len(comparison.flips) > limit:
        lines.append(f"  … and {len(comparison.flips) - limit} more (-o FILE writes them all)")
    return lines


def _p(value: float) -> str:
    return f"{value:.3f}" if value >= 0.001 else f"{value:.1e}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(map(_cell, head))} |"
    yield f"|{'|'.join(['---'] * len(head))}|"
    for row in rows:
        yield f"| {' | '.join(map(_cell, row))} |"


def _cell(text: Any) -> str:
    """Text of others in a table of ours: one line, no bars, no markup."""
    plain = " ".join(str(text).split())
    for mark in "\\|<>`*_[]":
        plain = plain.replace(mark, f"\\{mark}")
    return plain


def _plain(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
