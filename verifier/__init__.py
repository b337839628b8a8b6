"""Checks what a language model wrote, with tools instead of opinions.

::

    from verifier import check

    report = check("12 * 12 = 146, so the answer is 146.", "What is 12 times 12?")
    report.verdict             # "refuted"
    report.failure.summary     # why, and by how much

Everything here is loaded when it is first used: importing the package costs next to nothing.
"""

TYPE_CHECKING = False  # `typing` itself would cost more than all of this; type checkers know the name

if TYPE_CHECKING:
    from verifier._api import (
        Options,
        aask,
        aask_task,
        acheck,
        acheck_task,
        ask,
        ask_task,
        check,
        check_task,
    )
    from verifier._replay import ReplayReport, aresume, replay, resume
    from verifier._version import __version__
    from verifier.conversation import Conversation
    from verifier.correction import Correction, CorrectionRequest, Corrector, patch_locally
    from verifier.engine import Limits, Planner
    from verifier.errors import (
        JournalError,
        ModelError,
        PlanError,
        RefutedError,
        UsageError,
        VerifierError,
    )
    from verifier.generation import Generated, Generator, Recipe
    from verifier.journal import Journal
    from verifier.plan import CheckOutcome, Plan
    from verifier.records import Attempt, Coverage, Evidence, Failure, Patch, Report
    from verifier.task import DatabaseFile, DataTable, Exchange, Task
    from verifier.wrapping import VerifiedText, verified, wrap

__all__ = [
    "Attempt",
    "CheckOutcome",
    "Conversation",
    "Correction",
    "CorrectionRequest",
    "Corrector",
    "Coverage",
    "DataTable",
    "DatabaseFile",
    "Evidence",
    "Exchange",
    "Failure",
    "Generated",
    "Generator",
    "Journal",
    "JournalError",
    "Limits",
    "ModelError",
    "Options",
    "Patch",
    "Plan",
    "PlanError",
    "Planner",
    "Recipe",
    "RefutedError",
    "ReplayReport",
    "Report",
    "Task",
    "UsageError",
    "VerifiedText",
    "VerifierError",
    "__version__",
    "aask",
    "aask_task",
    "acheck",
    "acheck_task",
    "aresume",
    "ask",
    "ask_task",
    "check",
    "check_task",
    "patch_locally",
    "replay",
    "resume",
    "verified",
    "wrap",
]

_MODULES = {
    "_api": (
        "Options",
        "aask",
        "aask_task",
        "acheck",
        "acheck_task",
        "ask",
        "ask_task",
        "check",
        "check_task",
    ),
    "_version": ("__version__",),
    "conversation": ("Conversation",),
    "correction": ("Correction", "CorrectionRequest", "Corrector", "patch_locally"),
    "engine": ("Limits", "Planner"),
    "errors": ("JournalError", "ModelError", "PlanError", "RefutedError", "UsageError", "VerifierError"),
    "generation": ("Generated", "Generator", "Recipe"),
    "journal": ("Journal",),
    "plan": ("Plan",),
    "plan._outcome": ("CheckOutcome",),
    "records": ("Attempt", "Coverage", "Evidence", "Failure", "Patch", "Report"),
    "_replay": ("ReplayReport", "aresume", "replay", "resume"),
    "task": ("DataTable", "DatabaseFile", "Exchange", "Task"),
    "wrapping": ("VerifiedText", "verified", "wrap"),
}
_WHERE = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415  (`--version` does without)

    value: object = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
