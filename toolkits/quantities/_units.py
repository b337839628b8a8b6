"""Unit words and symbols that follow a number, and their canonical symbols.

Only names that are certain after a number stand here: a lone C or F may be a temperature, a charge, a
capacity or a variable, so it is no unit. Names whose size has several meanings (oz, ton, gallon, month) keep
their name; what they measure is for the unit tool to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from toolkits import lazy_re as re
from toolkits._tables import words

_SYMBOLS = words(
    "km cm mm dm nm μm=um,µm,μm pm kg mg μg=ug,µg,μg mL=ml,mL,ML kL=kl,kL cL=cl,cL dL=dl,dL mi yd ft"
    " lb=lb,lbs oz min=min,mins h=hr,hrs s=sec,secs ms ns μs=us,µs,μs kWh=kWh,kwh kW MW GW mW kV mV kHz"
    " MHz GHz Hz kPa hPa MPa Pa kJ MJ kN kcal mol mmol rpm mph km/h=kmh,kph,kmph °C=°C,℃,ºC °F=°F,℉,ºF"
    " °=°,º Ω kΩ acre=ac psi dB eV keV MeV atm mmHg cc GB MB KB TB kB Wh mAh"
)
#: Units in one character, as East Asian text has them.
_SQUARE = words(
    "km=㎞ cm=㎝ mm=㎜ kg=㎏ mg=㎎ mL=㎖ L=ℓ m²=㎡ km²=㎢ cm²=㎠ mm²=㎟ m³=㎥ cm³=㎤,㏄ kHz=㎑ MHz=㎒"
)
_SINGLE = {"m": "m", "g": "g", "s": "s", "h": "h", "L": "L", "l": "L", "J": "J", "N": "N", "V": "V", "W": "W"}

_WORDS = words(
    "km=kilometer,kilometre cm=centimeter,centimetre mm=millimeter,millimetre dm=decimeter,decimetre"
    " m=meter,metre nm=nanometer,nanometre μm=micrometer,micrometre,micron mi=mile yd=yard ft=foot,feet"
    " in=inch,inches kg=kilogram,kilo,kgs g=gram,gramme mg=milligram μg=microgram t=tonne oz=ounce"
    " ton=ton L=liter,litre mL=milliliter,millilitre gal=gallon qt=quart pt=pint cup=cup"
    " tbsp=tablespoon tsp=teaspoon s=second min=minute h=hour d=day week=week,wk month=month"
    " year=year,yr decade=decade century=century,centuries J=joule kJ=kilojoule cal=calorie"
    " kcal=kilocalorie W=watt kW=kilowatt V=volt A=amp,ampere Ω=ohm N=newton Pa=pascal Hz=hertz"
    " K=kelvin °C=celsius °F=fahrenheit °=degree rad=radian ha=hectare acre=acre mol=mole"
    " kWh=kilowatt-hour mph=mph USD=dollar,buck ¢=cent CNY=yuan,rmb,renminbi EUR=euro JPY=yen INR=rupee"
)

_CHINESE = words(
    "km=公里,千米 m=米,公尺 cm=厘米,公分 mm=毫米 dm=分米 μm=微米 nm=纳米 kg=公斤,千克 g=克 mg=毫克 t=吨"
    " 斤=斤 in=英寸 ft=英尺 mi=英里 lb=磅 L=升,公升 mL=毫升 s=秒,秒钟 min=分钟"
    " h=小时,个小时,钟头,个钟头 d=天 week=周,星期,个星期,礼拜,个礼拜 month=个月 year=年 °C=摄氏度 °=度"
    " °F=华氏度 m²=平方米,平米,平方公尺 km²=平方公里,平方千米 cm²=平方厘米 mm²=平方毫米 dm²=平方分米"
    " m³=立方米 cm³=立方厘米 dm³=立方分米 亩=亩 ha=公顷"
    " km/h=公里/小时,千米/小时,千米/时,公里/时,公里每小时,千米每小时,千米每时 m/s=米/秒,米每秒"
    " m/min=米/分,米/分钟,米每分钟 角=角,毛,毛钱 CNY=元,块,块钱,圆,元钱,人民币,元人民币 USD=美元,美金"
    " EUR=欧元"
    " GBP=英镑 JPY=日元 HKD=港元,港币 KRW=韩元 kWh=千瓦时,度电 kW=千瓦 W=瓦 V=伏 A=安培 J=焦耳 kJ=千焦"
    " kcal=千卡,大卡 cal=卡路里 Hz=赫兹 Pa=帕 %=% pp=个百分点,百分点 折=折"
)

CURRENCY_SIGNS: Mapping[str, str] = {
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "CNY",
    "₹": "INR",
    "₩": "KRW",
    "₽": "RUB",
}
#: what may stand before the $ sign.
DOLLARS: Mapping[str, str] = {
    "US": "USD",
    "HK": "HKD",
    "A": "AUD",
    "AU": "AUD",
    "C": "CAD",
    "CA": "CAD",
    "NZ": "NZD",
    "S": "SGD",
    "NT": "TWD",
}
CURRENCY_CODES: Mapping[str, str] = {
    "RMB": "CNY", "Rs": "INR", "Rs.": "INR", "RM": "MYR",
    **{code: code for code in words(
        "USD CNY EUR GBP JPY HKD AUD CAD NZD SGD TWD INR KRW CHF RUB"
    )},
}  # fmt: skip
_CURRENCIES = frozenset(CURRENCY_CODES.values())


_SAME = {"mi/h": "mph"}
#: words that only begin like a unit: 年级, 升到, 周长.
_NO_UNIT_BEFORE = {
    name: frozenset(following)
    for name, following in (
        ("年", "级代份度"),
        ("升", "到至高温级为降"),
        ("周", "长年围"),
        ("天", "空气"),
        ("元", "旦素"),
    )
}
_LENGTHS = frozenset(["m", "km", "cm", "mm", "dm", "nm", "μm", "ft", "in", "yd", "mi"])


def _table(rows: tuple[str, ...]) -> dict[str, str]:
    pairs = (row.partition("=") for row in rows)
    return {name: symbol for symbol, _, names in pairs for name in (names.split(",") if names else [symbol])}


_BY_SYMBOL: dict[str, str] = _table((*_SYMBOLS, *_SQUARE))
_BY_WORD: dict[str, str] = _table(_WORDS)
_BY_CHINESE: dict[str, str] = _table(_CHINESE)
_CHINESE_FIRST = frozenset(name[0] for name in _BY_CHINESE)
_LONGEST_CHINESE = max(map(len, _BY_CHINESE))
_PHRASES = {
    "square": "²",
    "sq": "²",
    "sq.": "²",
    "cubic": "³",
    "cu": "³",
    "degrees": "",
    "degree": "",
    "deg": "",
    "fluid": "fl ",
    "fl": "fl ",
}

_WORD = re.compile(r"[A-Za-zµμΩ°º℃℉]+|[㎞㎝㎜㎏㎎㎖ℓ㎡㎢㎠㎟㎥㎤㏄㎑㎒]")
_POWER = re.compile(r"\^?\{?([23])\}?(?![\d.])|[²³]")
_PER = re.compile(r"\s?/\s?(?=[A-Za-zµμ一-龥])| per |每")
_NEXT_WORD = re.compile(r"[. ]\s?([A-Za-z]+)")
_TEXT = re.compile(
    r"\s*(?:\\[,;: ]\s*|~)?\\(?:text|mathrm|textrm|mbox)\s*\{\s*([^{}]*?)\s*\}(\^\{?[23]\}?|[²³])?"
)
_DEGREES = re.compile(r"\s*\^\s*\{?\s*\\circ\s*\}?\s*(?:\\(?:text|mathrm)\s*\{\s*)?([CF])?(?![A-Za-z])\}?")
_OPERATOR = re.compile(r"\s*[-+*×·=<>÷(]|\s*\^\s*\{?[^23]|\s*/\s*\d")


@lru_cache(maxsize=2048)
def unit_symbol(word: str) -> str | None:
    """Canonical symbol of one unit word or symbol, or ``None``."""
    found = _BY_SYMBOL.get(word) or _SINGLE.get(word) or _BY_CHINESE.get(word) or CURRENCY_CODES.get(word)
    if found:
        return found
    lower = word.lower()
    return _BY_WORD.get(lower) or (_BY_WORD.get(lower[:-1]) if lower.endswith("s") else None)


def is_money(unit: str | None) -> bool:
    """Whether a canonical unit is a currency, whose amounts are commonly rounded to hundredths."""
    return unit in _CURRENCIES


def unit_at(text: str, position: int, end: int) -> tuple[str, int] | None:
    """The unit that stands at ``position``, after the number and its space: symbol and where it ends."""
    char = text[position : position + 1]
    if char in ("\\", "^"):
        return _latex_unit(text, position, end)
    base = _simple(text, position, end)
    if base is None:
        return None
    symbol, stop = base
    power = _POWER.match(text, stop, end) if symbol in _LENGTHS else None
    if power:
        symbol, stop = symbol + _raised(power), power.end()
    per = _PER.match(text, stop, end)
    under = _simple(text, per.end(), end) if per else None
    if under and not (under[0] in CURRENCY_CODES.values() or symbol in CURRENCY_CODES.values()):
        return _quotient(symbol, text, under, end)
    return symbol, stop


def _quotient(symbol: str, text: str, under: tuple[str, int], end: int) -> tuple[str, int]:
    """``km/h``, ``m/s²``, ``kg/m³``."""
    divisor, stop = under
    power = _POWER.match(text, stop, end) if divisor in _LENGTHS or divisor == "s" else None
    if power:
        divisor, stop = divisor + _raised(power), power.end()
    return _SAME.get(f"{symbol}/{divisor}", f"{symbol}/{divisor}"), stop


def _raised(power: re.Match[str]) -> str:
    return "²" if power[1] == "2" or power[0] == "²" else "³"


def _simple(text: str, position: int, end: int) -> tuple[str, int] | None:
    if position >= end:
        return None
    word = _WORD.match(text, position, end)
    if word is None:
        return chinese_unit(text, position, end)
    name, stop = word[0], word.end()
    if name.lower() in _PHRASES:
        return _phrase(text, name.lower(), stop, end)
    symbol = unit_symbol(name)
    if symbol is None or (len(name) == 1 and name in _SINGLE and _is_variable(text, position, stop, end)):
        return None
    return symbol, stop


def _is_variable(text: str, position: int, stop: int, end: int) -> bool:
    """Whether a one-letter symbol is more likely a variable: an operator or bracket follows, or a digit."""
    power = text[position] == "m" and text[stop : stop + 1] in ("2", "3")
    return (text[stop : stop + 1].isdecimal() and not power) or _OPERATOR.match(text, stop, end) is not None


def _phrase(text: str, first: str, stop: int, end: int) -> tuple[str, int] | None:
    """Units of two words: square feet, cubic meters, degrees Celsius, fluid ounces."""
    mark = _PHRASES[first]
    second = _NEXT_WORD.match(text, stop, end)
    symbol = unit_symbol(second[1]) if second else None
    if mark in ("²", "³"):
        return (symbol + mark, second.end()) if second and symbol else None
    if mark:
        return (mark + symbol, second.end()) if second and symbol == "oz" else None
    if second and (symbol in ("°C", "°F") or second[1] in ("C", "F")):
        return f"°{(symbol or second[1])[-1]}", second.end()
    return "°", stop


def chinese_unit(text: str, position: int, end: int) -> tuple[str, int] | None:
    """The Chinese unit that stands at ``position``, the longest that fits, and where it ends."""
    if text[position] not in _CHINESE_FIRST:
        return None
    for length in range(min(_LONGEST_CHINESE, end - position), 0, -1):
        name = text[position : position + length]
        symbol = _BY_CHINESE.get(name)
        if symbol and text[position + length : position + length + 1] not in _NO_UNIT_BEFORE.get(name, ()):
            return symbol, position + length
    return None


def _latex_unit(text: str, position: int, end: int) -> tuple[str, int] | None:
    degrees = _DEGREES.match(text, position, end)
    if degrees:
        return f"°{degrees[1] or ''}", degrees.end()
    wrapped = _TEXT.match(text, position, end)
    inner = unit_at(wrapped[1], 0, len(wrapped[1])) if wrapped and wrapped[1] else None
    if wrapped is None or inner is None or inner[1] != len(wrapped[1]):
        return None
    power = wrapped[2]
    return inner[0] + ("" if not power else "²" if "2" in power or "²" in power else "³"), wrapped.end()
