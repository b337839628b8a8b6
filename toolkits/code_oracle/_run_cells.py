"""A program in pieces against the output that its answer shows for each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from toolkits import lazy_re as re
from toolkits.code_oracle import _judged
from toolkits.errors import ToolInputError, ToolTimeout

Truth: TypeAlias = bool | None

_SECONDS: Final = 2.0
_NUMBER: Final = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w])")
_SHOWN: Final = 300


def judge_cells(cells: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """Run the cells in order, in one scope, and compare what each prints with what is shown for it.

    Only numbers are judged: where the two texts differ in words, the release of a library may be the reason.

    Args:
        cells: ``{"code": …, "shown": …}`` each; without ``shown`` a cell is run and not judged.

    Raises:
        ToolkitError: nothing could be judged.
    """
    if any("code" not in cell for cell in cells):
        raise ToolInputError('a cell is {"code": …, "shown": …}')
    sources = [cell["code"] for cell in cells]
    whole = "\n".join(sources)
    outcome = _judged.run_harness("_harness_cells", whole, {"cells": sources, "seconds": _SECONDS}, {})
    found = outcome.value
    if not isinstance(found, list):
        raise ToolTimeout("the program ended the run before its output could be seen", code="killed")
    _raise_if_missing(found)
    cases = [
        _case(number, cell, ran or {})
        for number, (cell, ran) in enumerate(zip_longest(cells, found), start=1)
    ]
    value = _judged.verdict(cases)
    return {
        "value": value,
        "consistent": value == "holds",
        "oracle": "shown_output",
        "complete": False,
        "cases": cases,
        "exception": None,
        "hint": None,
        "reads_clock": _judged.reads_clock(whole),
    }


def _raise_if_missing(found: Sequence[Mapping[str, Any]]) -> None:
    for ran in found:
        error = _judged.blameless(ran["exception"]) if "exception" in ran else None
        if error is not None and error.code == "missing_library":
            raise error


def _case(number: int, cell: Mapping[str, str], ran: Mapping[str, Any]) -> dict[str, Any]:
    case: dict[str, Any] = {"case": f"cell {number}", "expected": cell.get("shown", "")[:_SHOWN], "ok": False}
    if "shown" not in cell or "value" not in ran:
        return {**case, "actual": _ended(ran)[:_SHOWN], "judged": False, "timeout": "timeout" in ran}
    truth = same_output(cell["shown"], ran["printed"])
    return {**case, "actual": ran["printed"][:_SHOWN], "judged": truth is not None, "ok": truth is True}


def _ended(ran: Mapping[str, Any]) -> str:
    if "timeout" in ran:
        return "ran out of time"
    raised = ran.get("exception")
    return f"{raised['type']}: {raised['message']}" if raised else str(ran.get("printed", "not run"))


def same_output(shown: str, actual: str) -> Truth:
    """Whether two outputs agree: the same text, or the same but for numbers, which then must be close.

    ``None`` when they differ in more than numbers.
    """
    one, other = " ".join(shown.split()), " ".join(actual.split())
    if one == other:
        return True
    if _NUMBER.sub("#", one) != _NUMBER.sub("#", other):
        return None
    pairs = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return all(_close(a, b) for a, b in pairs)


def _close(shown: str, actual: str) -> bool:
    return math.isclose(float(shown), float(actual), rel_tol=1e-6, abs_tol=1e-9)
