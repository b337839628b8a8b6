"""What one check found: three-valued, with a reason. Plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Result = Literal["pass", "fail", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOutcome:
    """What one check found.

    Attributes:
        result: three-valued.
        reason: stable code: ``match``, ``mismatch``, ``rounding``, ``echo``, ``ungrounded_input``,
            ``weak_plan``, ``dependency``, ``sentence``, ``ambiguous_number``, ``ambiguous_final``,
            ``tool_error``, ``timeout``, ``limit``, ``sandbox_unavailable``, ``missing_library``,
            ``exception``, …
        expected: what the answer claims, as text.
        actual: what the tool showed, as text.
        detail: one sentence for a person.
    """

    result: Result
    reason: str
    expected: str = ""
    actual: str = ""
    detail: str = ""
