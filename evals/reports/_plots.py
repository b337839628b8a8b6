"""Plots as inline SVG: text is escaped, sizes follow the page, colours are the page's own classes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from evals.metrics import Figure, RiskCoverage
from evals.reports._numbers import shown
from evals.scoring import Score

_WIDTH, _HEIGHT = 480, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 16, 14, 44


def catch_plot(score: Score) -> str:
    """Catch rate against false alarms, a point for each source, its number that of the table."""
    points = [
        (number, source, found["false_alarm_rate"], found["catch_rate"])
        for number, (source, found) in enumerate(score.by["source"].items(), start=1)
    ]
    known = [p for p in points if p[2].value is not None and p[3].value is not None]
    top = max([0.05, *(alarm.high or 0 for _, _, alarm, _ in known)])
    top = min(1.0, math.ceil(top * 20) / 20)
    # Sources with the same two figures are one point.
    places: dict[tuple[float | None, float | None], list[tuple[int, str, Figure, Figure]]] = {}
    for point in known:
        places.setdefault((point[2].value, point[3].value), []).append(point)
    body = "".join(_point(points, top) for points in places.values())
    body = body or _nothing("no source has both right and wrong answers")
    return _plot("Catch rate against false alarms", body, "false alarms", "catch rate", x_top=top)


def _point(points: Sequence[tuple[int, str, Figure, Figure]], top: float) -> str:
    number, _, alarm, catch = points[0]
    label = str(number) if len(points) == 1 else f"{len(points)}×"
    x, y = _x((alarm.value or 0) / top), _y(catch.value or 0)
    left, right = _x((alarm.low or 0) / top), _x(min(1, (alarm.high or 0) / top))
    name = escape(
        "\n".join(f"{n} {source}: catch {shown(c)}, false alarms {shown(a)}" for n, source, a, c in points)
    )
    cross = f"M{left:.1f},{y:.1f}H{right:.1f}M{x:.1f},{_y(catch.low or 0):.1f}V{_y(catch.high or 0):.1f}"
    return (
        f'<g class="point"><title>{name}</title><path class="bar" d="{cross}"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8"/>'
        f'<text class="in" x="{x:.1f}" y="{y + 3.5:.1f}">{label}</text></g>'
    )


def risk_plot(curve: RiskCoverage) -> str:
    """Risk against coverage; the dashed line is the share of wrong answers among all."""
    names = ("coverage: answers accepted", "risk: wrong among them")
    if not curve.points:
        return _plot("Risk against coverage", _nothing("no labels"), *names)
    top = min(1.0, max(0.05, math.ceil(max(risk for _, risk in curve.points) * 10) / 10))
    places = [(_x(coverage), _y(risk / top)) for coverage, risk in curve.points]
    line = "L".join(f"{x:.1f},{y:.1f}" for x, y in [(_x(0), places[0][1]), *places])
    dots = "".join(_dot(*place, *point) for place, point in zip(places, curve.points, strict=True))
    base = f"M{_x(0):.1f},{_y((curve.base or 0) / top):.1f}H{_x(1):.1f}"
    body = f'<path class="base" d="{base}"/><path class="line" d="M{line}"/>{dots}'
    return _plot("Risk against coverage", body, *names, y_top=top)


def _dot(x: float, y: float, coverage: float, risk: float) -> str:
    name = f"coverage {coverage:.1%}, risk {risk:.1%}"
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"><title>{name}</title></circle>'


def latency_plot(seconds: Sequence[float]) -> str:
    """How many rows took how long at most; a logarithmic axis of time."""
    ordered = sorted(max(one, 1e-5) for one in seconds)
    if not ordered:
        return _plot("Latency", _nothing("no rows"), "added time", "share of rows")
    low, high = math.floor(math.log10(ordered[0])), math.ceil(math.log10(ordered[-1]) + 1e-9)
    wide = max(1, high - low)
    step = max(1, len(ordered) // 200)
    places = [
        (_x((math.log10(value) - low) / wide), _y((at + 1) / len(ordered)))
        for at, value in enumerate(ordered)
        if at % step == 0 or at == len(ordered) - 1
    ]
    line = "L".join(f"{x:.1f},{y:.1f}" for x, y in places)
    ticks = [((power - low) / wide, _time(power)) for power in range(low, high + 1)]
    return _plot("Latency", f'<path class="line" d="M{line}"/>', "added time", "share of rows", x_ticks=ticks)


def _time(power: int) -> str:
    return f"{10**power} s" if power >= 0 else f"{10 ** (power + 3):g} ms"


def confusion_plot(confusion: Mapping[str, Mapping[str, int]]) -> str:
    """Outcomes by kind of mistake, a bar for each kind."""
    bars = "".join(_bar(34 * at + 4, kind, counts) for at, (kind, counts) in enumerate(confusion.items()))
    height = max(34 * len(confusion) + 10, 40)
    return (
        f'<svg role="img" aria-label="Outcomes by kind of mistake" viewBox="0 0 {_WIDTH} {height}">'
        f"{bars or _nothing('no labels')}</svg>"
    )


def _bar(y: int, kind: str, counts: Mapping[str, int]) -> str:
    total = sum(counts.values()) or 1
    x = 0.0
    parts = [f'<text class="name" x="0" y="{y + 10}">{escape(_short(kind, 60))} ({total})</text>']
    for outcome, count in counts.items():
        width = _WIDTH * count / total
        name = escape(f"{kind}: {outcome} {count} of {total}")
        box = f'x="{x:.1f}" y="{y + 14}" width="{width:.1f}" height="12"'
        if count:
            parts.append(f'<rect class="o-{escape(outcome)}" {box}><title>{name}</title></rect>')
        x += width
    return "".join(parts)


def _short(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


# --- axes ---------------------------------------------------------------------------------------------
def _x(share: float) -> float:
    return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)


def _y(share: float) -> float:
    return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)


def _plot(
    title: str, body: str, x_name: str, y_name: str, *, x_top: float = 1.0, y_top: float = 1.0,
    x_ticks: Sequence[tuple[float, str]] | None = None,
) -> str:  # fmt: skip
    ticks = list(_shares(x_top)) if x_ticks is None else x_ticks
    axes = "".join(_x_ticks(ticks)) + "".join(_y_ticks(_shares(y_top)))
    middle_x, middle_y = (_LEFT + _WIDTH - _RIGHT) / 2, (_HEIGHT - _BOTTOM + _TOP) / 2
    return (
        f'<svg role="img" aria-label="{escape(title)}" viewBox="0 0 {_WIDTH} {_HEIGHT}">{axes}{body}'
        f'<text class="axis" x="{middle_x}" y="{_HEIGHT - 6}">{escape(x_name)}</text>'
        f'<text class="axis" transform="translate(12 {middle_y}) rotate(-90)">{escape(y_name)}</text></svg>'
    )


def _shares(top: float) -> Iterator[tuple[float, str]]:
    for at in range(5):
        yield at / 4, f"{25 * top * at:.3g} %"


def _x_ticks(ticks: Iterable[tuple[float, str]]) -> Iterator[str]:
    for share, text in ticks:
        x = _x(share)
        yield f'<path class="grid" d="M{x:.1f},{_y(0):.1f}V{_y(1):.1f}"/>'
        yield f'<text class="tick mid" x="{x:.1f}" y="{_y(0) + 15:.1f}">{escape(text)}</text>'


def _y_ticks(ticks: Iterable[tuple[float, str]]) -> Iterator[str]:
    for share, text in ticks:
        y = _y(share)
        yield f'<path class="grid" d="M{_x(0):.1f},{y:.1f}H{_x(1):.1f}"/>'
        yield f'<text class="tick end" x="{_x(0) - 5:.1f}" y="{y + 3.5:.1f}">{escape(text)}</text>'


def _nothing(why: str) -> str:
    return f'<text class="axis" x="{_WIDTH / 2}" y="20">{escape(why)}</text>'
