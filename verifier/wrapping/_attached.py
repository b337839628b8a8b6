"""How a report is joined to an object that is not ours, and how an object is stood in for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from verifier.errors import UsageError
from verifier.records import Report, Verdict

#: The attribute that holds a report.
NAME = "amtfv"
#: The attribute that holds the reports of all choices.
ALL = "_amtfv_reports"
#: What a caller must not overlook comes first.
_GRAVITY: tuple[Verdict, ...] = ("refuted", "inconclusive", "not_checkable", "verified")


class Proxy:
    """Stands for another object: all that it does not define itself is the other's, its class included."""

    def __init__(self, target: Any) -> None:
        object.__setattr__(self, "_target", target)

    @property  # type: ignore[misc]  # what isinstance() asks
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        return type(self._target)

    def __getattr__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "_target"), name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._target, name, value)

    def __dir__(self) -> Iterable[str]:
        return sorted({*dir(self._target), *object.__dir__(self)})

    def __repr__(self) -> str:
        return repr(self._target)


class _Carrier(Proxy):
    """Carries reports for an object that takes no attributes."""

    def __getitem__(self, key: Any) -> Any:
        return self._target[key]

    def __iter__(self) -> Any:
        return iter(self._target)

    def __len__(self) -> int:
        return len(self._target)

    def __eq__(self, other: object) -> bool:
        return bool(self._target == other)

    def __hash__(self) -> int:
        return hash(self._target)


class _Object(dict[str, Any]):
    """A JSON object that can carry reports as attributes: its items stay as they are."""


def attach(holder: Any, reports: tuple[Report, ...]) -> Any:
    """``holder`` with the reports, the gravest at ``.amtfv``.

    Set beside the fields, as a cached property is: dumps, comparisons and JSON don't see it. What takes no
    attributes is stood in for: a dict by an equal one, anything else by a proxy.
    """
    if type(holder) is dict:
        holder = _Object(holder)
    try:
        _set(holder, reports)
    except (AttributeError, TypeError):
        holder = _Carrier(holder)
        _set(holder, reports)
    return holder


def _set(holder: Any, reports: tuple[Report, ...]) -> None:
    object.__setattr__(holder, NAME, gravest(reports))
    object.__setattr__(holder, ALL, reports)


def gravest(reports: Iterable[Report]) -> Report:
    """The report that must not be overlooked: a refuted one first, a verified one last."""
    return min(reports, key=lambda report: _GRAVITY.index(report.verdict))


def reports_of(completion: object) -> tuple[Report, ...]:
    """The reports of a completion, a stream or a text from a wrapped client: one for each choice, in order.

    Raises:
        UsageError: it carries none.
    """
    found = getattr(completion, ALL, None)
    if not isinstance(found, tuple):
        raise UsageError(
            f"this {type(completion).__name__} carries no report; does it come from a wrapped client?"
        )
    return found


def report_of(completion: object) -> Report:
    """The report at ``completion.amtfv``, for type checkers that know the completion's own class only.

    Raises:
        UsageError: it carries none.
    """
    return gravest(reports_of(completion))


def field(holder: Any, name: str) -> Any:
    """A field of an object or a mapping; ``None`` where it has none."""
    return holder.get(name) if isinstance(holder, Mapping) else getattr(holder, name, None)


def set_field(holder: Any, name: str, value: Any) -> None:
    """Change a field of an object or a mapping."""
    if isinstance(holder, Mapping):
        holder[name] = value  # type: ignore[index]  # a reply's JSON is a dict
    else:
        setattr(holder, name, value)
