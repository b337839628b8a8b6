"""One HTML page that needs nothing else: verdict, counts, and each answer with its claims and evidence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from verifier.report._told import Ending, Told
from verifier.report._words import one_line

if TYPE_CHECKING:
    from verifier.report._shape import ReportRow, StepRow

_STYLE = """
:root{color-scheme:light dark;--good:#16794c;--bad:#b3261e;--unsure:#8a6100;--line:#8884}
body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:0 auto;padding:1rem}
h1{font-size:1.3rem}
pre,code{font:13px/1.45 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
details{border:1px solid var(--line);border-radius:6px;margin:.4rem 0;padding:.3rem .7rem}
summary{cursor:pointer;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;display:block;overflow-x:auto}
th,td{text-align:left;vertical-align:top;padding:.2rem .6rem .2rem 0;border-bottom:1px solid var(--line)}
.verified,.held,.pass{color:var(--good)}.refuted,.failed,.fail{color:var(--bad)}
.inconclusive,.not_checkable,.undecided,.unchecked{color:var(--unsure)}
mark{background:#fd05;color:inherit}.known{opacity:.6}nav label{margin-right:1rem}
"""
_SCRIPT = """
const boxes=[...document.querySelectorAll('nav input')];
const show=()=>{const on=new Set(boxes.filter(b=>b.checked).map(b=>b.value));
for(const d of document.querySelectorAll('details[data-verdict]'))d.hidden=!on.has(d.dataset.verdict)};
for(const b of boxes)b.addEventListener('change',show);
"""
_VERDICTS = ("refuted", "inconclusive", "not_checkable", "verified")


def html(told: Sequence[Told], ending: Ending) -> str:
    """The page. It loads nothing, and runs only the script in it, which filters."""
    body = "".join(_body(told, ending))
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>amtfv: {_text(ending.verdict)}</title><style>{_STYLE}</style></head>\n"
        f"<body>\n{body}<script>{_SCRIPT}</script></body></html>\n"
    )


def _body(told: Sequence[Told], ending: Ending) -> Iterator[str]:
    state = "verified" if ending.code == 0 else "refuted" if ending.code == 1 else "inconclusive"
    yield f'<h1 class="{state}">amtfv: {_text(ending.verdict)}</h1>\n<p>{_text(str(ending.summary))}</p>\n'
    yield from _list(ending.notes)
    yield from _list(f"{name}:{line}: {message}" for name, line, message in ending.faults)
    yield "<nav>" + "".join(_box(name) for name in _VERDICTS) + "</nav>\n"
    for one in told:
        yield from _answer(one)


def _list(items: Iterable[str]) -> Iterator[str]:
    rows = [f"<li>{_text(item)}</li>" for item in items]
    if rows:
        yield f"<ul>{''.join(rows)}</ul>\n"


def _box(name: str) -> str:
    box = f'<input type="checkbox" value="{name}" checked>'
    return f'<label class="{name}">{box} {name.replace("_", " ")}</label>'


def _answer(one: Told) -> Iterator[str]:
    row = one.row
    place = f"{row['source'] or row['id']}:{row['line'] or 1}"
    word = "nothing refuted" if row["document"] and row["verdict"] != "refuted" else row["verdict"]
    told = f"{word.replace('_', ' ')}: {row['stop_reason'].replace('_', ' ')}"
    known = " known" if one.findings and all(finding.known for finding in one.findings) else ""
    is_open = " open" if row["verdict"] == "refuted" and not known else ""
    yield f'<details class="answer{known}" data-verdict="{row["verdict"]}"{is_open}><summary>'
    verdict = f'<span class="{row["verdict"]}">{_text(told)}</span>'
    yield f"<b>{_text(place)}</b> {_text(one.name)} {verdict}</summary>\n"
    if row["question"] is not None:
        yield f"<h4>Question</h4><pre>{_text(row['question'])}</pre>"
    yield f"<h4>Answer</h4><pre>{_marked(row)}</pre>\n"
    if row["error"]:
        yield f'<p class="failed">{_text(row["error"])}</p>'
    yield from _list(f"{finding.rule}: {finding.message}" for finding in one.findings)
    yield from _steps(row)
    yield "</details>\n"


def _marked(row: ReportRow) -> str:
    """The answer with its claims marked; of claims that overlap the first is."""
    answer, parts, at = row["final_answer"], [], 0
    for claim in sorted(row["claims"], key=lambda claim: claim["span"]):
        start, end = claim["span"]
        if start >= at and end <= len(answer):
            title = _text(f"{claim['role']} {claim['kind']}: {claim['result']}")
            shown = _text(answer[start:end])
            parts += [
                _text(answer[at:start]),
                f'<mark class="{claim["result"]}" title="{title}">{shown}</mark>',
            ]
            at = end
    return "".join([*parts, _text(answer[at:])])


def _steps(row: ReportRow) -> Iterator[str]:
    if row["steps"]:
        heads = ("step", "tool", "input", "shows", "says", "basis", "outcome")
        yield f"<h4>Evidence</h4><table><tr>{''.join(f'<th>{head}' for head in heads)}</tr>\n"
        yield from map(_step, row["steps"])
        yield "</table>\n"


def _step(step: StepRow) -> str:
    outcome = step["outcome"]
    result = outcome["result"] if outcome else "not reached"
    reason = f" ({outcome['reason'].replace('_', ' ')})" if outcome and outcome["result"] != "pass" else ""
    cells = [
        _text(step["description"]), _text(step["tool"]), f"<code>{_text(_dumped(step['input']))}</code>",
        _text(one_line(outcome["actual"])) if outcome else "",
        _text(one_line(outcome["expected"])) if outcome else "",
        step["basis"], f'<span class="{result.split()[0]}">{_text(result + reason)}</span>',
    ]  # fmt: skip
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"


def _dumped(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 2000 else text[:2000] + "…"


def _text(value: str) -> str:
    """Escaped; what is no character that HTML may hold is replaced."""
    kept = "".join(c if c.isprintable() or c in "\n\t" or ord(c) > 0x9F else "\ufffd" for c in value)
    return escape(kept.encode("utf-8", "replace").decode())
