"""Figures as people read them."""

from __future__ import annotations

from typing import Literal

from evals.metrics import Figure

Unit = Literal["share", "seconds", "number"]


def shown(figure: Figure, unit: Unit = "share", *, interval: bool = True) -> str:
    """A figure with its interval and count: ``25.0 % (7.1–59.1) of 8``; a dash where nothing was counted."""
    if figure.value is None or figure.low is None or figure.high is None:
        return "–"
    value, low, high = (_number(number, unit) for number in (figure.value, figure.low, figure.high))
    sign = {"share": " %", "seconds": " ms", "number": ""}[unit]
    if not interval:
        return f"{value}{sign}"
    return f"{value}{sign} ({low}–{high}) of {figure.count}"


def _number(value: float, unit: Unit) -> str:
    if unit == "share":
        return f"{100 * value:.1f}"
    if unit == "seconds":
        return _digits(1000 * value)
    return _digits(value)


def _digits(value: float) -> str:
    """Three significant digits, no exponent."""
    if value == 0:
        return "0"
    size = abs(value)
    return f"{value:.0f}" if size >= 100 else f"{value:.1f}" if size >= 10 else f"{value:.3g}"
