"""Names as they are compared, and the words that mean the same attribute in English and Chinese."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import lru_cache

from toolkits import lazy_re as re

_ARTICLE = re.compile(r"^(?:the|a|an)\s+")
_BREAK = re.compile(r"[\s_\-‐–—/]+")
_DROPPED = re.compile(r"[.'’‘\"“”`,，。·;；!！()（）《》「」*]")
_CJK = re.compile(r"[\u3400-\u9fff]")
_CLOSE = 0.8

#: Canonical attribute -> what else it is called. A phrase that stands in two lines means either.
ATTRIBUTES: Mapping[str, str] = {
    "capital": "capital city|national capital|首都|国都",
    "population": "total population|number of inhabitants|人口|总人口|人口总数|人口数量",
    "area": "total area|surface area|面积|总面积|国土面积",
    "land area": "land|陆地面积",
    "water area": "water|水域面积",
    "coastline": "coastline length|length of coastline|海岸线|海岸线长度",
    "currency": "official currency|national currency|货币|法定货币|官方货币",
    "currency code": "iso 4217 code|iso 4217 currency code|货币代码",
    "continent": "大洲|所在大洲|所属大洲",
    "country": "国家|所在国家|所属国家",
    "alpha 2 code": "iso 3166 1 alpha 2 code|iso alpha 2 code|two letter country code|iso alpha 2|二位字母代码|两位字母代码",
    "alpha 3 code": "iso 3166 1 alpha 3 code|iso alpha 3 code|three letter country code|iso alpha 3|三位字母代码",
    "numeric code": "iso 3166 1 numeric code|iso numeric code|iso 3166 1 numeric|数字代码",
    "top level domain": "internet tld|tld|country code top level domain|cctld|internet country code|顶级域名|国家顶级域名",
    "calling code": "dialing code|country calling code|telephone code|phone code|dial|国际区号|电话区号",
    "atomic number": "proton number|number of protons|原子序数|质子数",
    "symbol": "chemical symbol|element symbol|元素符号|化学符号",
    "atomic weight": (
        "standard atomic weight|atomic mass|relative atomic mass|average atomic mass|原子量|相对原子质量|标准原子量"
    ),
    "melting point": "熔点",
    "boiling point": "沸点",
    "name": "english name|名称|元素名称",
    "formula": "chemical formula|公式|计算公式",
    "life expectancy": "life expectancy at birth|average life expectancy|预期寿命|平均预期寿命|出生时预期寿命",
    "median age": "年龄中位数",
    "birth rate": "出生率",
    "death rate": "死亡率",
    "population growth rate": "人口增长率",
    "highest point": "最高点",
    "lowest point": "最低点",
    "mean elevation": "average elevation|平均海拔",
    "independence": "independence date|date of independence|independence day|独立日期|独立时间|独立日",
    "gdp": "gross domestic product|国内生产总值",
    "price": "价格|单价|售价",
    "founded": "founding year|year of foundation|成立时间|成立年份",
    "official language": "official languages|官方语言",
    "value": "数值|值|exact value|numerical value|approximate value|standard value",
}


@lru_cache(maxsize=65536)
def key(name: str) -> str:
    """A name without case, accents, articles and punctuation; what is left is compared whole."""
    text = unicodedata.normalize("NFKC", name).casefold()
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    text = _DROPPED.sub("", _BREAK.sub(" ", text)).strip()
    return _ARTICLE.sub("", " ".join(text.split()))


def _groups() -> dict[str, frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for name, others in ATTRIBUTES.items():
        for form in (name, *others.split("|")):
            groups.setdefault(key(form), set()).add(name)
    return {form: frozenset(names) for form, names in groups.items()}


_GROUPS = _groups()


@lru_cache(maxsize=4096)
def attribute_keys(phrase: str) -> frozenset[str]:
    """The attributes that a phrase may mean: itself, and the canonical names it stands for."""
    plain = key(phrase)
    return frozenset((plain, *_GROUPS.get(plain, ())))


def is_chinese(text: str) -> bool:
    """Whether a text holds Chinese characters."""
    return _CJK.search(text) is not None


def is_close(one: str, other: str) -> bool:
    """Whether two names may be spellings or longer and shorter forms of one: they can't contradict each other."""
    a, b = key(one), key(other)
    if not a or not b or a.replace(" ", "") == b.replace(" ", "") or a in b or b in a:
        return True
    if is_chinese(a) != is_chinese(b):
        return True
    if set(a.split()) & set(b.split()) - _COMMON:
        return True
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= _CLOSE


_COMMON = frozenset(
    [
        "of",
        "the",
        "de",
        "la",
        "el",
        "and",
        "city",
        "town",
        "new",
        "san",
        "saint",
        "st",
        "port",
        "north",
        "south",
        "east",
        "west",
        "市",
    ]
)
