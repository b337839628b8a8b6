"""The ``equivalence`` tool: whether two answers are mathematically the same, with the evidence for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from toolkits.equivalence._evidence import GRADES, Finding, Grade, Outcome, undecided
from toolkits.equivalence._policy import SECONDS, Angles, Clock, LogBase, Policy, Relation, Roots, Sign
from toolkits.equivalence._rows import answer, is_row, slips
from toolkits.errors import ToolInputError, ToolkitError

__all__ = [
    "GRADES",
    "Finding",
    "Grade",
    "Outcome",
    "acheck",
    "answer",
    "check",
    "equivalence",
    "is_row",
    "slips",
]

_OPEN_CODES = frozenset(
    {"limit", "ambiguous", "unsupported", "unresolved", "ambiguous_unit", "ambiguous_date"}
)


def check(
    a: str,
    b: str,
    *,
    relation: Relation = "equal",
    least: Grade = "symbolic",
    assume: Mapping[str, Sign] | None = None,
    variables: Iterable[str] = (),
    log: LogBase = "any",
    roots: Roots = "any",
    angles: Angles = "any",
    symbolic: bool = True,
    seconds: float = SECONDS,
) -> Finding:
    """Compare two answers. Callable from any thread; no signal is used and nothing of the texts is executed.

    Args:
        a: an expression or value, as text or LaTeX.
        b: the other one; the outcome does not depend on which is which.
        relation: ``equal``; or ``rounding``: is one of the two, printed in digits, the other one rounded
            there.
        least: the least grade of evidence that counts; what rests on less is ``undecided``.
        assume: what is known of variables, such as ``{"x": "positive"}``; else they are real.
        variables: names that stand for real numbers although they look like constants (``i``).
        log: the base of a bare ``log``: ``natural``, ``common``, or ``any`` (both must give the same
            outcome).
        roots: what a power such as ``(-8)^(1/3)`` is: ``principal``, ``real`` or ``any``.
        angles: the unit of a bare ``sin(30)``: ``radians``, ``degrees`` or ``any``.
        symbolic: whether a computer algebra system may be asked, in a process of its own.
        seconds: when that ends, counted from the call: what is not known by then is ``undecided: limit``,
            be it that its process was not up yet, or that other threads were before.

    Returns:
        A :class:`Finding` with ``outcome``, ``grade``, ``reason`` and ``detail``. Texts that can't be read,
        and values that don't exist, are findings too.

    Raises:
        ToolInputError: an argument outside its choices.
    """
    policy = Policy(
        relation,
        least,
        dict(assume or {}),
        frozenset(variables),
        log,
        roots,
        angles,
        symbolic,
        Clock(seconds),
    )
    try:
        return _compared(a, b, policy).at_least(least)
    except ToolkitError as error:
        return _unread([error])
    except RecursionError:
        return undecided("limit", reason="nested too deeply")


async def acheck(a: str, b: str, **options: Any) -> Finding:
    """As :func:`check`, in a thread: the event loop goes on. Takes the same options.

    Cancelled, it returns at once; the thread ends within the limits of the check.
    """
    from anyio import to_thread  # noqa: PLC0415  (only those who await need it)

    return await to_thread.run_sync(partial(check, a, b, **options), abandon_on_cancel=True)


def equivalence(
    a: str,
    b: str,
    variables: list[str] | None = None,
    *,
    relation: Relation = "equal",
    least: Grade = "symbolic",
    assume: dict[str, Sign] | None = None,
    log: LogBase = "any",
    roots: Roots = "any",
    angles: Angles = "any",
) -> dict[str, Any]:
    """Whether two expressions, equations, sets, intervals, tuples, matrices or quantities are the same.

    Args:
        a: an expression or value, as text or LaTeX.
        b: the other one; the outcome does not depend on which is which.
        variables: names that stand for real numbers although they look like constants (``i``).
        relation: ``equal``, or ``rounding``: one is the other rounded where it was printed.
        least: the least grade of evidence that counts.
        assume: what is known of variables: ``{"x": "positive"}``.
        log: the base of a bare ``log``.
        roots: what a fractional power of a negative number is.
        angles: the unit of a bare angle.

    Returns:
        ``{"value": "equivalent" | "different" | "undecided" | "error", "evidence": {"grade": …, "by":
        …}}``. What is ``sampled`` is no proof and counts only where ``least`` says so. ``error``: one side
        can't be read or has no value.
    """
    return check(
        a,
        b,
        relation=relation,
        least=least,
        assume=assume,
        variables=variables or (),
        log=log,
        roots=roots,
        angles=angles,
    ).json()


def _compared(a: str, b: str, policy: Policy) -> Finding:
    if policy.relation == "rounding":
        from toolkits.equivalence._rounding import rounding  # noqa: PLC0415

        found = rounding(a, b, policy)
        if found:
            return found
    return _by_kind(a, b, policy)


def _by_kind(a: str, b: str, policy: Policy) -> Finding:
    from toolkits.equivalence._read import read_values  # noqa: PLC0415
    from toolkits.equivalence._readings_compared import compare_readings  # noqa: PLC0415  (loads flint)

    sides: list[Any] = []
    errors: list[ToolkitError] = []
    for text in (a, b):
        try:
            sides.append(read_values(text, policy))
        except ToolkitError as error:
            errors.append(error)
    return _unread(errors) if errors else compare_readings(sides[0], sides[1], policy)


def _unread(errors: list[ToolkitError]) -> Finding:
    """The finding on sides that can't be read, whichever of them was read first."""
    worst = min(errors, key=lambda error: (error.code in _OPEN_CODES, error.code, str(error)))
    if isinstance(worst, ToolInputError) or worst.code:
        outcome: Outcome = "undecided" if worst.code in _OPEN_CODES else "error"
        return Finding(outcome, worst.code, None, {"reason": str(worst)[:300]})
    raise worst
