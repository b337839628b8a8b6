"""Independent derivations on recorded programs: what policies catch, and what they get wrong.

No model is asked: the programs and their values are recordings. ``rerun`` runs one author's programs anew, by
the product's tool; ``through`` sends answers through the whole of ``check``, with a transport that replies
with the recorded programs.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks._quorum_data import Case, Programs, read_cases, read_programs
from benchmarks._quorum_rules import Rule, Score, buying, cheap_first, majority, one, score
from toolkits import default_registry
from toolkits.derivations import Value, same_value
from verifier import check
from verifier.llm import Gateway, Models, ModelSettings
from verifier.quorum import BALANCED, EAGER, STRICT, Pair, Together, pairs

#: The programs of the baselines: three families, the smallest model first. Then the others.
TRIO = ("tora-code-34b-v1.0", "MathCoder-L-70b", "code-davinci-002 PoT few-shot")
OTHERS = ("tora-70b-v1.0", "code-davinci-002 PoT zero-shot")
#: Where a recorded program leaves its value: in a variable, else in what it prints.
VARIABLE = {"code-davinci-002 PoT few-shot": "ans", "code-davinci-002 PoT zero-shot": "ans"}
_COLUMNS = ("catch", "false alarm", "false pass", "of passes", "right passed", "bought")
_WIDTHS = (22, 20, 20, 11, 14, 8)


def measure(programs: Path, answers: Sequence[Path], rerun: str, through: int) -> Iterator[str]:
    """Lines of the tables."""
    known = read_programs(programs)
    cases = read_cases(answers, known)
    unread = sum(case.claim is None for case in cases)
    yield f"{len(cases)} answers to {len(known)} questions; {unread} without one final claim (never decided)"
    learning = [p for p in known.values() if p.learns]
    together = Together.of(pairs(p.values for p in learning))
    rules = _rules(together)
    held_out = [case for case in cases if not case.programs.learns]
    for title, part in (("all answers", cases), ("answers to the questions not learned from", held_out)):
        yield from ("", _head(title, part), _row("", _COLUMNS))
        yield from (_line(name, score(rule, part)) for name, rule in rules.items())
    yield from ("", "which authors fail together (the half learned from)")
    yield from _related(learning)
    if rerun:
        yield from ("", *_rerun(known.values(), rerun))
    if through:
        yield from ("", *_through(cases, through))


def _rules(together: Together) -> dict[str, Rule]:
    authors = (*TRIO, *OTHERS)
    learned = [authors[at] for at in together.ordered(authors)]
    policies = {"eager": EAGER, "balanced": BALANCED, "strict": STRICT}
    return {
        **{f"one program: {_short(author)}": one(author) for author in authors},
        **{f"two of two: {_short(a)}, {_short(b)}": majority((a, b), 2) for a, b in _some_pairs()},
        "two of three": majority(TRIO, 2),
        "two of three, veto on dissent": majority(TRIO, 2, veto=True),
        "cheap first": cheap_first(TRIO),
        **{f"{name}": buying(policy, authors) for name, policy in policies.items()},
        **{f"{name}, least related next": buying(policy, learned) for name, policy in policies.items()},
    }


def _some_pairs() -> list[tuple[str, str]]:
    return [(TRIO[0], TRIO[1]), (TRIO[0], TRIO[2]), (TRIO[1], TRIO[2]), (TRIO[0], OTHERS[0])]


def _short(author: str) -> str:
    short = author.replace("code-davinci-002 PoT", "Codex").replace("-v1.0", "").replace("tora-code", "tora")
    return short.replace("-L-70b", "")


# --- the tables -------------------------------------------------------------------------------------------
def _head(title: str, cases: Sequence[Case]) -> str:
    right = sum(case.right for case in cases)
    return f"{title}: {len(cases) - right} wrong, {right} right"


def _row(name: str, cells: Sequence[str]) -> str:
    return f"{name:<36}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, _WIDTHS, strict=True))


def _line(name: str, found: Score) -> str:
    passes = found.passed_wrong + found.passed_right
    cells = (
        interval(found.caught, found.wrong),
        interval(found.alarms, found.right),
        interval(found.passed_wrong, found.wrong),
        _percent(found.passed_wrong, passes),
        _percent(found.passed_right, found.right),
        f"{found.bought / max(1, found.wrong + found.right):.2f}",
    )
    return _row(name, cells)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def interval(part: int, whole: int) -> str:
    """A share with Wilson's interval of 95 %."""
    if not whole:
        return "-"
    low, high = wilson(part, whole)
    return f"{100 * part / whole:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def wilson(part: int, whole: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's score interval of a share."""
    share, spread = part / whole, z * z / whole
    middle = share + spread / 2
    reach = z * math.sqrt(share * (1 - share) / whole + spread / (4 * whole))
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))


def _related(learning: Sequence[Programs]) -> Iterator[str]:
    unlabelled = pairs(p.values for p in learning)
    known = [p for p in learning if p.gold is not None]
    labelled = {pair.authors: pair for pair in pairs((p.values for p in known), [_gold(p) for p in known])}
    yield (
        f"{'':<46}{'against the others':>20}{'same wrong value':>18}{'both wrong':>12}{'if by chance':>14}"
    )
    for pair in unlabelled:
        truth = labelled[pair.authors]
        yield (
            f"{' + '.join(map(_short, pair.authors)):<46}{_share(pair):>20}{_share(truth):>18}"
            f"{_percent(_both(pair.authors, known), truth.count):>12}{100 * truth.by_chance:>12.1f} %"
        )


def _share(pair: Pair) -> str:
    return f"{_percent(pair.together, pair.count)} of {pair.count}"


def _gold(programs: Programs) -> Value:
    assert programs.gold is not None
    return programs.gold


def _both(authors: Sequence[str], known: Sequence[Programs]) -> int:
    """Questions that both authors missed, by whatever values."""
    return sum(all(_missed(p, author) for author in authors) for p in known)


def _missed(programs: Programs, author: str) -> bool:
    value = programs.values.get(author)
    return value is not None and not same_value(value, _gold(programs))


# --- through the real tool --------------------------------------------------------------------------------
def _rerun(known: Any, author: str) -> list[str]:
    """One author's programs, run by the tool, against what was recorded."""
    tool = default_registry().get("independent_derivations")
    counts = dict.fromkeys(("the same", "another value", "no value now", "no value recorded"), 0)
    for programs in known:
        if author not in programs.sources:
            continue
        then = programs.values[author]
        program = {"source": programs.sources[author], "author": author, "seed": 0}
        variable = {"result": VARIABLE[author]} if author in VARIABLE else {}
        entry = tool({"programs": [{**program, **variable}]})["derivations"][0]
        now = None if entry["abstains"] else Value.of_json(entry)
        counts[_compared(then, now)] += 1
    shown = ", ".join(f"{what} {count}" for what, count in counts.items())
    return [f"{author}'s programs run again ({tool.provenance.split('@')[1]} sandbox): {shown}"]


def _compared(then: Value | None, now: Value | None) -> str:
    if then is None:
        return "no value recorded"
    if now is None:
        return "no value now"
    return "the same" if same_value(then, now) else "another value"


class _Recorded:
    """A transport that replies with the recorded program of the model asked."""

    def __init__(self, case: Case) -> None:
        self._programs = case.programs
        self.asked: list[str] = []

    async def send(self, request: Any, settings: ModelSettings) -> Mapping[str, Any]:
        assert case_question(self._programs) in request.prompt
        self.asked.append(settings.model)
        source = self._programs.sources.get(settings.model, "")
        name = VARIABLE.get(settings.model)
        text = f"```python\n{source}\n{f'result = {name}' if name else ''}\n```"
        message = {"role": "assistant", "content": text}
        return {"model": settings.model, "choices": [{"finish_reason": "stop", "message": message}]}

    async def aclose(self) -> None:
        """Nothing is open."""


def case_question(programs: Programs) -> str:
    """The question as a prompt shows it."""
    return programs.question.strip()[:200]


def _through(cases: Sequence[Case], count: int) -> list[str]:
    """A sample of answers through the whole of ``check``, against what the recorded values say."""
    sample = random.Random(20260101).sample([case for case in cases if case.claim is not None], count)
    same = differs = calls = 0
    words = {"pass": "verified", "fail": "refuted", "undecided": "inconclusive"}
    rule = buying(BALANCED, TRIO)
    for case in sample:
        transport = _Recorded(case)
        settings = [ModelSettings(model=author) for author in TRIO]
        roles = {"planner": settings[1], "corrector": settings[2]}
        gateway: Any = Gateway(Models(default=settings[0], roles=roles), transport)  # type: ignore[arg-type]
        report = check(
            case.answer, case.programs.question, gateway=gateway, planner="offline", policy="balanced"
        )
        calls += len(transport.asked)
        expected = words[rule(case)[0]]
        same += report.verdict == expected
        differs += report.verdict != expected
    return [
        f"{count} answers through check(policy='balanced'): {same} as the records say, {differs} not",
        f"  (another check spoke, or a program gave another value); {calls / count:.2f} programs an answer",
    ]
