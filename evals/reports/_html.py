"""The report as one HTML file: no other file, no library, no request. Text of others is escaped, always."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from evals.data import Label, Row
from evals.metrics import GRADES, METRICS, Judged, outcome
from evals.reports._numbers import shown
from evals.reports._plots import catch_plot, confusion_plot, latency_plot, risk_plot
from evals.run import Result, RunFolder
from evals.scoring import Score
from evals.scoring._join import attempts_of

#: Rows that the page holds; of more it holds those on which verdict and label disagree, then the first.
MAX_ROWS = 2000
#: Characters of a text that the page holds.
_TEXT = 4000
_HEADLINES = (
    "catch_rate", "false_alarm_rate", "step_flag_rate", "false_pass_rate", "verified_error", "pass_rate",
    "abstention", "latency_p50", "latency_p95",
)  # fmt: skip
_COLUMNS = ("catch_rate", "false_alarm_rate", "step_flag_rate", "false_pass_rate", "pass_rate", "abstention")
_TITLES = {"source": "source", "domain": "domain", "error_kind": "kind of mistake"}


def html_report(
    score: Score, rows: Sequence[Judged], folder: RunFolder, labels: Iterable[Label] | None = None
) -> Iterator[str]:
    """The page, in pieces.

    Args:
        score: the figures.
        rows: the judged rows that they are made of.
        folder: the run, whose texts and evidence the page shows.
        labels: in the order of the rows, in place of the folder's own.
    """
    environment = Environment(
        loader=PackageLoader("evals.reports"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    kept = _kept(rows)
    plots = {
        "catch": catch_plot(score),
        "risk": risk_plot(score.curve),
        "latency": latency_plot([row.seconds for row in rows]),
        "confusion": confusion_plot(score.confusion),
    }
    groups = {title: score.by[key] for key, title in _TITLES.items() if score.by[key]}
    judges = {"amtfv": score.overall} | {name: one.overall for name, one in score.baselines.items()}
    yield from environment.get_template("report.html.j2").generate(
        score=score, manifest=folder.manifest, metrics=METRICS, headlines=_HEADLINES, columns=_COLUMNS,
        groups=groups, judges=judges if len(judges) > 1 else {}, grades=GRADES, shown=shown,
        plots={name: Markup(svg) for name, svg in plots.items()},  # noqa: S704  (made here, its text escaped)
        outcomes=next(iter(score.confusion.values()), {}),
        sources=sorted({row.source for row in rows}), total=len(rows),
        rows=_shown_rows(folder, rows, kept, labels), kept=len(kept),
    )  # fmt: skip


def _kept(rows: Sequence[Judged]) -> set[str]:
    if len(rows) <= MAX_ROWS:
        return {row.id for row in rows}
    told = [row.id for row in rows if is_off(row)][:MAX_ROWS]
    rest = (row.id for row in rows if not is_off(row))
    return {*told, *(name for name, _ in zip(rest, range(MAX_ROWS - len(told)), strict=False))}


def is_off(row: Judged) -> bool:
    """Whether verdict and label disagree: a wrong answer verified, or a right one refuted."""
    return (row.wrong and row.verdict == "verified") or (row.right and row.verdict == "refuted")


def _shown_rows(
    folder: RunFolder, judged: Sequence[Judged], kept: set[str], labels: Iterable[Label] | None
) -> Iterator[dict[str, Any]]:
    by_id = {row.id: row for row in judged if row.id in kept}
    known = folder.labels() if labels is None else labels
    texts = iter(zip(folder.rows(), known, strict=True))
    at = -1
    for result in folder.results():
        row, label = next(texts)
        at += 1
        while at < result.number:
            row, label = next(texts)
            at += 1
        if row.id in by_id:
            yield _shown_row(row, label, result, by_id[row.id])


def _shown_row(row: Row, label: Label, result: Result, found: Judged) -> dict[str, Any]:
    detail = {
        "question": _cut(row.question or ""),
        "answer": _cut(row.answer),
        "gold": _cut(label.gold or ""),
        "label": {
            "error_step": label.error_step,
            "step_base": label.step_base,
            "error_kind": label.error_kind,
        },
        "path": result.report["path"],
        "stop_reason": result.report["stop_reason"],
        "error": _cut(result.report["error"]),
        "failure": result.report["failure"] and _cut(result.report["failure"]["summary"]),
        "attempts": [_attempt(attempt) for attempt in attempts_of(result.report)],
        "ms": round(1000 * result.seconds, 1),
    }
    return {
        "id": row.id,
        "source": row.source,
        "truth": label.truth or "none",
        "outcome": outcome(found),
        "off": is_off(found),
        "excerpt": _cut(" ".join((row.question or row.answer).split()), 160),
        "detail": Markup(_script(detail)),  # noqa: S704  (JSON in which no tag can end or begin)
    }


def _attempt(attempt: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "number": attempt["number"],
        "verdict": attempt["verdict"],
        "answer": _cut(attempt["answer"]),
        "claims": [
            {name: claim[name] for name in ("id", "kind", "role", "result")}
            | {"quote": _cut(claim["quote"], 300)}
            for claim in attempt["claims"]
        ],
        "steps": [_step(step) for step in attempt["steps"]],
    }


def _step(step: Mapping[str, Any]) -> dict[str, Any]:
    told = step["outcome"]
    return {
        "id": step["step_id"],
        "about": _cut(step["description"], 300),
        "tool": step["tool"],
        "version": step["tool_version"] or "",
        "basis": step["basis"],
        "claim": step["claim"] or "",
        "input": _cut(_json(step["input"]), 1500),
        "output": _cut(_json(step["output"]), 1500),
        "check": _cut(_json(step["check"]), 800),
        "result": told["result"] if told else "not reached",
        "reason": told["reason"] if told else "",
        "expected": _cut(told["expected"], 300) if told else "",
        "actual": _cut(told["actual"], 300) if told else "",
    }


def _cut(text: str, length: int = _TEXT) -> str:
    return text if len(text) <= length else f"{text[:length]}… ({len(text) - length} characters more)"


def _json(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False, indent=1)


def _script(value: Any) -> str:
    """JSON for a script element: what could end it, or begin a comment in it, stands as an escape."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
