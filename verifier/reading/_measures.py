"""Words that measure: which of them say the same kind of thing on another scale.

Only used to see that an equation mixes scales ("3 hours - 80 minutes = 100 minutes"), so that it is not taken
for plain arithmetic. Values and units themselves are read by :mod:`toolkits.quantities`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

#: (dimension, scale): scales of one dimension compare; a scale of 0 has no one size (a month, a year).
Measure = tuple[str, Fraction]

_TABLE: Final[dict[str, dict[Fraction | int, str]]] = {
    "time": {
        Fraction(1, 10**9): "ns nanosecond nanoseconds",
        Fraction(1, 10**6): "us μs microsecond microseconds",
        Fraction(1, 1000): "ms millisecond milliseconds 毫秒",
        1: "s sec secs second seconds 秒 秒钟",
        60: "min mins minute minutes 分钟",
        3600: "h hr hrs hour hours 小时 个小时",
        86400: "day days 天 日",
        604800: "week weeks 周 星期 个星期",
        0: "month months year years yr yrs decade decades century centuries fortnight 月 个月 年",
    },
    "length": {
        Fraction(1, 10**12): "pm",
        Fraction(1, 10**9): "nm nanometer nanometers nanometre nanometres 纳米",
        Fraction(1, 10**6): "um μm micrometer micrometers micron microns 微米",
        Fraction(1, 1000): "mm millimeter millimeters millimetre millimetres 毫米",
        Fraction(1, 100): "cm centimeter centimeters centimetre centimetres 厘米",
        Fraction(1, 10): "dm decimeter decimeters 分米",
        1: "m meter meters metre metres 米",
        1000: "km kilometer kilometers kilometre kilometres 千米 公里",
        Fraction(254, 10000): "inch inches",
        Fraction(3048, 10000): "foot feet ft",
        Fraction(9144, 10000): "yard yards yd",
        Fraction(1609344, 1000): "mile miles",
    },
    "mass": {
        Fraction(1, 10**6): "ug μg microgram micrograms 微克",
        Fraction(1, 1000): "mg milligram milligrams 毫克",
        1: "g gram grams 克",
        1000: "kg kgs kilogram kilograms kilo kilos 千克 公斤",
        500: "斤",
        1_000_000: "tonne tonnes 吨",
        Fraction(2834952, 100000): "ounce ounces oz",
        Fraction(45359237, 100000): "pound pounds lb lbs",
        0: "ton tons",
    },
    "volume": {
        Fraction(1, 1000): "ml mL milliliter milliliters millilitre millilitres 毫升",
        1: "l L liter liters litre litres 升",
        0: "cup cups pint pints quart quarts gallon gallons teaspoon teaspoons tablespoon tablespoons",
    },
    "money": {
        1: "$ dollar dollars usd buck bucks € £ ¥ ￥ ₹ 元 块 美元 欧元 英镑 日元 港元",
        Fraction(1, 100): "cent cents ¢ penny pennies p 分",
        Fraction(1, 20): "nickel nickels",
        Fraction(1, 10): "dime dimes 角",
    },
    "area": {
        Fraction(1, 10**6): "平方毫米",
        Fraction(1, 10**4): "平方厘米",
        Fraction(1, 100): "平方分米",
        1: "平方米",
        10**6: "平方千米 平方公里",
    },
    "space": {Fraction(1, 10**6): "立方厘米", Fraction(1, 1000): "立方分米", 1: "立方米"},
    "frequency": {1: "hz 赫兹", 1000: "khz", 10**6: "mhz", 10**9: "ghz"},
    "energy": {
        1: "j joule joules 焦耳",
        1000: "kj kilojoule kilojoules 千焦",
        0: "ev kev mev cal kcal calorie calories kwh",
    },
    "power": {1: "w watt watts 瓦", 1000: "kw kilowatt kilowatts 千瓦", 0: "mw"},
    "force": {1: "n newton newtons 牛顿", 1000: "kn"},
    "pressure": {1: "pa pascal pascals 帕", 1000: "kpa 千帕", 0: "mpa atm torr mmhg bar psi"},
    "voltage": {Fraction(1, 1000): "mv", 1: "v volt volts 伏", 1000: "kv"},
    "current": {Fraction(1, 1000): "ma", 1: "amp amps ampere amperes 安培"},
    "charge": {Fraction(1, 10**9): "nc", Fraction(1, 10**6): "μc uc", 1: "coulomb coulombs"},
    "amount": {Fraction(1, 1000): "mmol", 1: "mol mole moles 摩尔"},
    "resistance": {1: "ohm ohms ω", 1000: "kω"},
    "capacitance": {
        Fraction(1, 10**12): "pf",
        Fraction(1, 10**9): "nf",
        Fraction(1, 10**6): "μf uf",
        Fraction(1, 1000): "mf",
    },
    "count": {
        0: "dozen dozens pair pairs gross couple couples score scores 打 双 对",
    },
    "digital": {
        1: "b byte bytes",
        1024: "kb kilobyte kilobytes",
        1024**2: "mb megabyte megabytes",
        1024**3: "gb gigabyte gigabytes",
    },
    "fraction": {0: "percent % half halves third thirds quarter fourth fourths fifth fifths"},
}  # fmt: skip

MEASURES: Final[dict[str, Measure]] = {
    word: (dimension, Fraction(scale))
    for dimension, rows in _TABLE.items()
    for scale, words in rows.items()
    for word in words.split()
}
#: Multipliers written as words: part of the number, not its unit.
SCALE_WORDS: Final[dict[str, int]] = {
    "hundred": 100,
    "thousand": 1_000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
    "trillion": 1_000_000_000_000,
}
#: Dimensions of physics, whose units are made of others (N = kg·m/s²).
DERIVED: Final = frozenset(
    (
        "frequency",
        "energy",
        "power",
        "force",
        "pressure",
        "voltage",
        "current",
        "charge",
        "resistance",
        "capacitance",
    )
)


def mixed(measures: Iterable[Measure]) -> list[tuple[Fraction, Fraction]]:
    """Pairs of scales of one dimension that stand together in an equation; [] when nothing mixes."""
    by_dimension: dict[str, list[Fraction]] = {}
    for dimension, scale in measures:
        scales = by_dimension.setdefault(dimension, [])
        if scale not in scales:
            scales.append(scale)
    return [(a, b) for scales in by_dimension.values() for i, a in enumerate(scales) for b in scales[i + 1 :]]
