"""Whether a case ended as it must. A pure function of what was expected and what was seen."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from sandbox._job import Outcome
from sandbox.selftest._bank import Case

#: A program that gets through says so in capitals.
_BOAST = re.compile(r"(?<![A-Za-z_])[A-Z]{3,}(?![A-Za-z_])")
_STATUS = {
    "signal": "killed", "timeout": "timeout", "memory_limit": "memory", "output_truncated": "output_limit",
    "missing_library": "missing_library", "ok": "ok",
}  # fmt: skip
#: Endings of a program that ended by itself, and not well.
_BAD_ENDS = frozenset({"error", "missing_library", "memory"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What the self-test saw of one case.

    Attributes:
        outcome: the job's.
        again: the outcome of a second run, for ``differs``.
        secrets: texts of this machine that no program may show.
        connected: something reached a port or socket of this machine.
        survivors: processes of the job that outlived it.
        next_ok: the next job found a sound sandbox.
    """

    outcome: Outcome
    again: Outcome | None = None
    secrets: tuple[str, ...] = ()
    connected: bool = False
    survivors: int = 0
    next_ok: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Whether a case held, and what was seen."""

    held: bool
    detail: str


def judged(case: Case, seen: Seen) -> Judged:
    """The finding about one case."""
    breach = _breach(seen)
    if breach:
        return Judged(held=False, detail=breach)
    reasons = [_wrong(expected, seen) for expected in (case.expected, *case.alternatives)]
    if "" in reasons:
        return Judged(held=True, detail=seen.outcome.detail)
    soft = "limitation, no way out: " if case.soft else ""
    return Judged(held=False, detail=f"{soft}{reasons[0]}")


def _breach(seen: Seen) -> str:
    """What no program may do, whatever its case expects."""
    outcome = seen.outcome
    shown = f"{outcome.stdout}\n{outcome.stderr}\n{json.dumps(outcome.value)}"
    if any(secret in shown for secret in seen.secrets):
        return "it read a canary of this machine"
    if seen.connected:
        return "it reached a socket of this machine"
    if seen.survivors:
        return f"{seen.survivors} of its processes outlived it"
    return "" if seen.next_ok else "the next job found the sandbox broken"


def _wrong(expected: str, seen: Seen) -> str:
    """Why the ending is not the expected one, or ""."""
    outcome = seen.outcome
    if outcome.status == "unavailable":
        return f"it was not run: {outcome.detail}"
    kind, colon, text = expected.partition(": ")
    if colon:
        return _wrong_text(text, outcome) if kind == "ok" else _wrong_exit(int(text), outcome)
    if kind == "error":
        return "" if outcome.status in _BAD_ENDS and outcome.exit_code != 0 else _ended(outcome)
    if kind == "differs":
        return _wrong_pair(outcome, seen.again)
    if kind in _STATUS:
        return "" if outcome.status == _STATUS[kind] else _ended(outcome)
    boast = _BOAST.search(outcome.stdout)
    return f"it says {outcome.stdout.strip()[:120]!r}" if boast else ""


def _wrong_text(text: str, outcome: Outcome) -> str:
    if outcome.status != "ok":
        return _ended(outcome)
    return "" if outcome.stdout == text else f"it printed {outcome.stdout[:120]!r}, not {text[:120]!r}"


def _wrong_exit(code: int, outcome: Outcome) -> str:
    right = outcome.status == ("error" if code else "ok") and outcome.exit_code == code
    return "" if right else _ended(outcome)


def _wrong_pair(first: Outcome, second: Outcome | None) -> str:
    if second is None or {first.status, second.status} != {"ok"}:
        return _ended(first)
    return "two runs printed the same" if first.stdout == second.stdout else ""


def _ended(outcome: Outcome) -> str:
    last = outcome.stderr.strip().rpartition("\n")[2]
    parts = [f"it ended with {outcome.status}", outcome.detail, outcome.stdout.strip()[:80], last[:120]]
    return ": ".join(filter(None, parts))
