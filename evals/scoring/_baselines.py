"""Simple judges to stand beside the checker, on the same rows, behind the same protocol.

Those that need the gold answer show what a comparison with it is worth; no checker in use has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from evals.data import Example
from evals.metrics import Judged
from evals.scoring._grade import final_text, graded


class Scorer(Protocol):
    """Judges answers: a verdict for each row that it can judge, and an abstention for each that it can't."""

    def __call__(self, examples: Sequence[Example], /) -> Iterator[Judged]:
        """One judged row for each example, in order."""
        ...


def _judged(example: Example, held: bool | None) -> Judged:
    row, label = example
    if held is None:
        return Judged(id=row.id, source=row.source, domain=row.domain, truth=label.truth)
    return Judged(
        id=row.id,
        source=row.source,
        domain=row.domain,
        truth=label.truth,
        verdict="verified" if held else "refuted",
        scope=None if held else "final",
        final="held" if held else "failed",
        basis="question" if held else "",
        finals=1,
        finals_checked=1,
    )


def last_number(examples: Sequence[Example]) -> Iterator[Judged]:
    """The last number of the answer against gold; other gold text against the stated result."""
    return (_judged(example, graded(example.row.answer, example.label.gold)) for example in examples)


def math_verify(examples: Sequence[Example]) -> Iterator[Judged]:
    """The ``math-verify`` package against gold.

    Raises:
        ModuleNotFoundError: it is not installed (``pip install math-verify``).
    """
    import logging  # noqa: PLC0415  (with the package)
    from importlib import import_module  # noqa: PLC0415  (only who asks for the package needs it)

    package = import_module("math_verify")
    parse, verify = package.parse, package.verify

    untimed: Any = {"parsing_timeout": None}  # its timeouts need signals
    logging.getLogger("math_verify").setLevel(logging.CRITICAL)
    for example in examples:
        gold = example.label.gold
        if not gold:
            yield _judged(example, None)
            continue
        wanted = parse(f"${gold}$", **untimed)
        said = parse(example.row.answer, **untimed)
        yield _judged(example, bool(verify(wanted, said, timeout_seconds=None)) if wanted else None)


def other_answer(examples: Sequence[Example]) -> Iterator[Judged]:
    """The final answer of another row to the same question: equal is a pass, another one a refutation."""
    return _by_question(examples, lambda own, others: None if not others else own == others[0])


def self_check(examples: Sequence[Example]) -> Iterator[Judged]:
    """Text equality with k samples of the same question: the majority decides, a tie leaves it open."""

    def agrees(own: str, others: Sequence[str]) -> bool | None:
        same = sum(own == other for other in others)
        if not others or 2 * same == len(others):
            return None
        return 2 * same > len(others)

    return _by_question(examples, agrees)


def _by_question(
    examples: Sequence[Example], judge: Callable[[str, Sequence[str]], bool | None]
) -> Iterator[Judged]:
    """Each row's final answer, judged by those of the other rows with its question, in their order."""
    said = [" ".join(final_text(example.row.answer).casefold().split()) for example in examples]
    members: dict[str, list[int]] = {}
    for number, example in enumerate(examples):
        members.setdefault(example.row.question or f"\0{number}", []).append(number)
    for number, example in enumerate(examples):
        group = members[example.row.question or f"\0{number}"]
        at = group.index(number)
        others = [said[other] for other in group[at + 1 :] + group[:at]]
        yield _judged(example, judge(said[number], others))


BASELINES: Mapping[str, Scorer] = {
    "last_number": last_number,
    "math_verify": math_verify,
    "other_answer": other_answer,
    "self_check": self_check,
}
