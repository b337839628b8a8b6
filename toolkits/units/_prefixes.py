"""The prefixes of the SI, in three spellings."""

from __future__ import annotations

#: SI prefixes: symbol, English, Chinese, power of ten.
PREFIXES: tuple[tuple[str, str, str, int], ...] = (
    ("Q", "quetta", "", 30), ("R", "ronna", "", 27), ("Y", "yotta", "", 24), ("Z", "zetta", "", 21),
    ("E", "exa", "", 18), ("P", "peta", "", 15), ("T", "tera", "太", 12), ("G", "giga", "吉", 9),
    ("M", "mega", "兆", 6), ("k", "kilo", "千", 3), ("h", "hecto", "百", 2), ("da", "deca", "十", 1),
    ("d", "deci", "分", -1), ("c", "centi", "厘", -2), ("m", "milli", "毫", -3), ("μ", "micro", "微", -6),
    ("n", "nano", "纳", -9), ("p", "pico", "皮", -12), ("f", "femto", "飞", -15), ("a", "atto", "", -18),
    ("z", "zepto", "", -21), ("y", "yocto", "", -24), ("r", "ronto", "", -27), ("q", "quecto", "", -30),
)  # fmt: skip
