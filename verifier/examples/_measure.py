"""What worked examples are worth: the same questions asked with and without them, judged by the stored code.

Each stored pair in turn plays the question. It is no example of itself, so that what helps is the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from toolkits.registry import Registry
from verifier.examples._records import Example
from verifier.examples._showing import shown_for
from verifier.examples._store import Examples
from verifier.llm import Session
from verifier.quorum._buying import Author, bought, derivation_prompt
from verifier.task import Task

__all__ = ["Measured", "measured"]

TOOL = "independent_derivations"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Counts over the pairs whose own code gives a value.

    Attributes:
        pairs: such pairs.
        skipped: pairs whose own code gives none here.
        shown: pairs for whose question another example was found.
        without: right without examples.
        with_: right with them.
        mended: wrong without, right with.
        spoilt: right without, wrong with.
    """

    pairs: int = 0
    skipped: int = 0
    shown: int = 0
    without: int = 0
    with_: int = 0
    mended: int = 0
    spoilt: int = 0

    def plus(self, **counts: int) -> Measured:
        """With these added."""
        names = self.__dataclass_fields__
        return Measured(**{name: getattr(self, name) + counts.get(name, 0) for name in names})


async def measured(
    opened: Callable[[], Session], examples: Examples, registry: Registry, *, most: int | None = None
) -> Measured:
    """Ask about the stored Python pairs twice each, and run what is written.

    Args:
        opened: opens a session for one pair: two calls of the generator's model, one where nothing is found.
        examples: pairs play questions and examples in turn.
        registry: has the tool that runs programs.
        most: pairs that are asked about, the first ones; all without it.

    Raises:
        ModelError: a model could not be asked.
        ToolkitError: there is no sandbox.
    """
    from anyio import to_thread  # noqa: PLC0415  (0.1 s, for those who await)

    total = Measured()
    for pair in [e for e in examples.all() if e.kind == "python"][:most]:
        task = Task(question=pair.question)
        shown = shown_for(examples, pair.question, "python").text
        session = opened()
        plain = await bought(session, Author(), derivation_prompt(task, ""))
        helped = (
            await bought(session, Author(), derivation_prompt(task, "", examples=shown)) if shown else plain
        )
        right = await to_thread.run_sync(_judged, registry, pair, [plain, helped])
        total = total.plus(**_counts(right, shown=bool(shown)))
    return total


def _judged(registry: Registry, pair: Example, programs: Sequence[dict[str, Any]]) -> list[bool] | None:
    """Whether each program gives the value of the pair's own code; ``None`` where that gives none."""
    own = {"source": pair.content, "author": "stored"}
    told = [{**program, "author": f"written {at}"} for at, program in enumerate(programs)]
    classes = registry.get(TOOL)({"programs": [own, *told]})["classes"]
    agreeing = next((one["members"] for one in classes if 0 in one["members"]), None)
    return None if agreeing is None else [at + 1 in agreeing for at in range(len(programs))]


def _counts(right: Sequence[bool] | None, *, shown: bool) -> dict[str, int]:
    if right is None:
        return {"skipped": 1}
    without, with_ = right
    return {
        "pairs": 1, "shown": int(shown), "without": int(without), "with_": int(with_),
        "mended": int(with_ and not without), "spoilt": int(without and not with_),
    }  # fmt: skip
