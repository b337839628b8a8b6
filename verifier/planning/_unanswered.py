"""A step for answers that attempt a computable question and break off before they state a result."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.convergence import is_refusal
from verifier.plan import AnyOf, Claim, Equals, Step
from verifier.planning._derivation import Derivation

#: Kinds whose values can be proved absent from a text; others can be written in too many ways.
_FINDABLE = frozenset({"number", "list"})
_LONGEST_QUOTE = 120
_LONGEST_ANSWER = 100_000
_ASKS_BACK = ("?", "？")
#: The end of a text that is looked at for repetition, and what repetition is: the same five times running.
_LOOKED_AT = 1_500
_TIMES = 5
_SHORTEST, _LONGEST, _LEAST, _REST = 5, 121, 45, 120


def unanswered(answer: str, derivations: Sequence[Derivation]) -> tuple[Claim, tuple[Step, ...]] | None:
    """The claim that the text answers its question, and the steps that look for the computed value in it.

    The look can refute only (basis answer): a value that stands somewhere in a text need not be its result.
    Texts that decline to answer, or ask back, claim nothing.
    """
    if not (_findable(derivations) or _truth(derivations, answer)) or not answer.strip():
        return None
    if len(answer) > _LONGEST_ANSWER or _asks_back(answer) or is_refusal(answer):
        return None
    start, end = _last_line(answer)
    claim = Claim(
        id="final",
        kind="text",
        role="final",
        quote=answer[start:end],
        span=(start, end),
        value=answer,
        subject=derivations[0].part,
    )
    return claim, _steps(derivations[0])


def _truth(derivations: Sequence[Derivation], answer: str) -> bool:
    """A truth value may be stated in many words, but not by a text that only repeats itself at its end."""
    return len(derivations) == 1 and derivations[0].kind == "boolean" and loop_start(answer) is not None


def loop_start(answer: str) -> int | None:
    """Where a text begins to say the same over and over until it breaks off; None where it does not."""
    end = len(answer.rstrip())
    start = max(0, end - _LOOKED_AT)
    if answer.count(answer[end - 9 : end], start, end) < _TIMES:  # a cheap look: few texts end so
        return None
    places = [i for i in range(start, end) if not answer[i].isspace()]
    solid = "".join(answer[i] for i in places)
    found = [_stretch(solid, period) for period in range(_SHORTEST, _LONGEST)]
    begins = [i for i, stop in found if places[stop] - places[i] >= _LEAST and places[stop] + _REST >= end]
    return places[min(begins)] if begins else None


def _stretch(solid: str, period: int) -> tuple[int, int]:
    """First and last index of what is said five times or more, in ``period`` characters each, before a rest.

    Five times hold four, and so a stretch that is the same as the one a period before, at one of these ends.
    """
    size = _TIMES * period
    for stop in range(len(solid), max(len(solid) - _REST - period, size - 1), -period):
        if solid[stop - size + period : stop - period] == solid[stop - size + 2 * period : stop]:
            first = last = stop - size + period
            while first > 0 and solid[first - 1] == solid[first - 1 + period]:
                first -= 1
            while last + period < len(solid) and solid[last] == solid[last + period]:
                last += 1
            if last - first >= size - period:
                return first, last + period - 1
    return 0, 0


def _asks_back(answer: str) -> bool:
    """A text that ends by asking; not one that breaks off in a bracket (``["sail" ?``)."""
    text = answer.rstrip()
    return text.endswith(_ASKS_BACK) and text.rfind("[") <= text.rfind("]")


def _last_line(answer: str) -> tuple[int, int]:
    end = len(answer.rstrip())
    start = max(answer.rfind("\n", 0, end) + 1, end - _LONGEST_QUOTE)
    return start + len(answer[start:end]) - len(answer[start:end].lstrip()), end


def _findable(derivations: Sequence[Derivation]) -> bool:
    """One value, in one form: where either of two answers the question (AnyOf), none can be missed."""
    if len(derivations) != 1 or derivations[0].values or isinstance(derivations[0].check, AnyOf):
        return False
    if derivations[0].tool_input.get("op") == "remainder":
        return False  # "1234 = 17*72 + 10" states it as an operand
    return derivations[0].kind in _FINDABLE and not derivations[0].implied


def _steps(derivation: Derivation) -> tuple[Step, ...]:
    first = derivation.computed_as("q1")
    value = {"$ref": f"steps.{first.step_id}.output.{derivation.output}"}
    look = Step(
        step_id=f"{first.step_id}.stated",
        description="the computed value stands in the answer",
        tool_required="stated",
        tool_input={"value": value, "text": {"$ref": "claims.final.value"}},
        expected_check=Equals(actual={"$ref": "output.stated"}, expected=True),
        claim="final",
        depends_on=(first.step_id,),
        basis="answer",
    )
    return (*derivation.before, first, look)
