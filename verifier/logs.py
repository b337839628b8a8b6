"""The log: one event name per transition (``run.planned``, ``run.held``, …) and ``run.step``, to stderr.

Off unless enabled: :func:`enable` loads structlog, which costs more than a run, and nothing else does.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

__all__ = ["disable", "enable", "enabled", "event"]

_logger: FilteringBoundLogger | None = None


def enable(style: Literal["text", "json"] = "text") -> None:
    """Write events to stderr, as lines for people or as one JSON object a line."""
    global _logger  # noqa: PLW0603  (a switch of the process, as logging is)
    import structlog  # noqa: PLC0415  (costs more than a run; only who wants the log pays)

    render = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if style == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    _logger = structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        processors=[structlog.processors.TimeStamper(fmt="iso", utc=True), render],
        wrapper_class=structlog.BoundLogger,
    )


def disable() -> None:
    """Write no more events."""
    global _logger  # noqa: PLW0603  (see `enable`)
    _logger = None


def enabled() -> bool:
    """Whether anyone listens."""
    return _logger is not None


def event(name: str, run: str, **details: Any) -> None:
    """Write one event of a run."""
    if _logger is not None:
        _logger.info(name, run=run, **details)
