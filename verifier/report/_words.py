"""What the report calls things: verdicts, reasons, inputs and diagnoses in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from verifier.records import Report


def words(code: str) -> str:
    """A reason code, in words."""
    return code.replace("_", " ")


def verdict_words(report: Report) -> str:
    """The verdict, in words; a document is never called verified."""
    if report.verdict == "refuted":
        return _refuted_words(report)
    if report.document:
        return "nothing refuted"
    return words(report.verdict)


def _refuted_words(report: Report) -> str:
    if report.document or report.scope is None:
        return "refuted"
    if report.scope == "step":
        return f"refuted at a step, final {report.final}"
    return f"refuted, final {report.final}"


def reason_words(report: Report) -> str:
    """Why the run ended, and after how many corrections."""
    count = len(report.attempts) - 1
    rounds = f" after {count} correction{'' if count == 1 else 's'}" if count > 0 else ""
    return words(report.stop_reason) + rounds


def input_words(tool_input: Mapping[str, Any]) -> str:
    """A tool's input on one line: its one value, or name=value pairs, text of several lines last."""
    given = {name: value for name, value in tool_input.items() if value not in ([], {}, None)}
    if len(given) == 1:
        (value,) = given.values()
        return input_words(value) if isinstance(value, Mapping) else _value_words(value)
    pairs = sorted(given.items(), key=lambda pair: isinstance(pair[1], str) and "\n" in pair[1])
    return ", ".join(f"{name}={_value_words(value)}" for name, value in pairs)


def _value_words(value: Any) -> str:
    """Nested values in brackets, without the quotes that JSON would put around each word."""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{name}: {_value_words(part)}' for name, part in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value_words, value))}]"
    return json.dumps(value, ensure_ascii=False, default=str)


def one_line(value: Any) -> str:
    """Any value on one line."""
    return " ⏎ ".join(str(value).split("\n"))


def has_chinese(text: str) -> bool:
    """Whether there is a Chinese character in it."""
    return any("\u4e00" <= character <= "\u9fff" for character in text)


def diagnosis_words(diagnosis: Mapping[str, Any] | None, *, chinese: bool = False) -> str:
    """The diagnosis in a sentence."""
    if not diagnosis:
        return ""
    for name in ("summary_zh", "summary") if chinese else ("summary",):
        if isinstance(diagnosis.get(name), str):
            return str(diagnosis[name])
    return ", ".join(f"{words(str(name))}: {one_line(value)}" for name, value in diagnosis.items())
