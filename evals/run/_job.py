"""What a worker is given and what it gives back: plain data that crosses from process to process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from verifier.cli._models import ModelFlags


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One row to check: nothing but what a checker may know.

    Attributes:
        number: of the row in its run, from 0.
        id: the row's name.
        question: what was asked.
        answer: the text under test.
        data: tables and values by name.
    """

    number: int
    id: str
    question: str | None
    answer: str
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A row's result.

    Attributes:
        number: of the row.
        report: the report's JSON, as text.
        seconds: wall clock of its check.
        lost: the process that worked on it died; the report says so.
    """

    number: int
    report: str
    seconds: float
    lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """How rows are checked.

    Attributes:
        models: the models that plan, correct or vote, and their bounds.
        fix: correct what a local patch can.
        quorum: so many votes decide, both ways, in place of the policy's numbers.
        tools: modules with tools of the user's own.
        journal: where runs are recorded; ``None``: nowhere.
    """

    models: ModelFlags = field(default_factory=ModelFlags)
    fix: bool = False
    quorum: int | None = None
    tools: tuple[str, ...] = ()
    journal: str | None = None

    def as_data(self) -> dict[str, Any]:
        """JSON, for the manifest; the journal's place is the folder's own affair."""
        data: dict[str, Any] = _plain(asdict(self))
        del data["journal"]
        return data

    @classmethod
    def of_data(cls, data: Mapping[str, Any], *, journal: str | None) -> Setting:
        """Read what :meth:`as_data` wrote."""
        models = dict(data["models"])
        for name in ("models", "record", "replay"):
            models[name] = None if models[name] is None else Path(models[name])
        if models["max_money"] is not None:
            models["max_money"] = Decimal(models["max_money"])
        return cls(
            models=ModelFlags(**models),
            fix=data["fix"],
            quorum=data["quorum"],
            tools=tuple(data["tools"]),
            journal=journal,
        )


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, Decimal | Path) else value
