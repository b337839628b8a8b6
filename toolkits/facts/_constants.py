"""CODATA's constants as a closed source, with their uncertainties, under their English and Chinese names.

The values stand in ``data/constants.json``, which ``scripts/write_constants.py`` writes from scipy's table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, Final

from toolkits.facts._records import Fact
from toolkits.facts._table import Table

#: CODATA's name -> what else it is called. A symbol alone is no name.
NAMES: Final[Mapping[str, str]] = {
    "speed of light in vacuum": (
        "speed of light|speed of light in a vacuum|speed of light in free space|velocity of light|velocity of light in vacuum"
        "|光速|真空中的光速|真空光速|真空中光速"
    ),
    "Planck constant": "Planck's constant|普朗克常数|普朗克常量",
    "reduced Planck constant": "reduced Planck's constant|h-bar|约化普朗克常数|约化普朗克常量|狄拉克常数",
    "Newtonian constant of gravitation": (
        "gravitational constant|universal gravitational constant|Newton's gravitational constant|Newtonian gravitational constant"
        "|Newton's constant of gravitation|constant of gravitation|universal constant of gravitation|万有引力常数|万有引力常量|引力常数|引力常量"
    ),
    "Avogadro constant": "Avogadro's constant|Avogadro's number|Avogadro number|阿伏伽德罗常数|阿伏加德罗常数|阿伏伽德罗常量|阿伏加德罗常量",
    "Boltzmann constant": "Boltzmann's constant|玻尔兹曼常数|玻尔兹曼常量|波尔兹曼常数",
    "elementary charge": "elementary electric charge|fundamental charge|elementary positive charge|元电荷|基本电荷",
    "molar gas constant": (
        "gas constant|ideal gas constant|universal gas constant|理想气体常数|气体常数|摩尔气体常数|普适气体常数|摩尔气体常量|气体常量"
    ),
    "Faraday constant": "Faraday's constant|法拉第常数|法拉第常量",
    "electron mass": "electron rest mass|rest mass of an electron|电子质量|电子的质量|电子静止质量",
    "proton mass": "proton rest mass|rest mass of a proton|质子质量|质子的质量|质子静止质量",
    "neutron mass": "neutron rest mass|rest mass of a neutron|中子质量|中子的质量|中子静止质量",
    "muon mass": "muon rest mass|μ子质量",
    "alpha particle mass": "α粒子质量",
    "Stefan-Boltzmann constant": "Stefan–Boltzmann constant|斯特藩-玻尔兹曼常数|斯特藩玻尔兹曼常数|斯忒藩-玻尔兹曼常量",
    "Rydberg constant": "Rydberg's constant|里德伯常数|里德伯常量",
    "Bohr radius": "玻尔半径",
    "Bohr magneton": "玻尔磁子",
    "nuclear magneton": "核磁子",
    "fine-structure constant": "fine structure constant|精细结构常数",
    "inverse fine-structure constant": "inverse fine structure constant|精细结构常数的倒数",
    "vacuum electric permittivity": (
        "vacuum permittivity|permittivity of free space|permittivity of vacuum|electric constant|真空介电常数|真空电容率"
    ),
    "vacuum mag. permeability": (
        "vacuum magnetic permeability|vacuum permeability|permeability of free space|magnetic constant|真空磁导率"
    ),
    "atomic mass constant": "原子质量常数",
    "unified atomic mass unit": "atomic mass unit|原子质量单位",
    "electron volt": "electronvolt|电子伏特",
    "standard acceleration of gravity": "standard gravity|standard acceleration due to gravity|标准重力加速度",
    "standard atmosphere": "标准大气压",
    "magn. flux quantum": "magnetic flux quantum|磁通量子",
    "Josephson constant": "约瑟夫森常数",
    "von Klitzing constant": "冯·克利青常数",
    "Compton wavelength": "Compton wavelength of the electron|康普顿波长",
    "classical electron radius": "经典电子半径",
    "Thomson cross section": "汤姆孙截面",
    "first radiation constant": "第一辐射常数",
    "second radiation constant": "第二辐射常数",
    "Wien wavelength displacement law constant": "Wien's displacement constant|Wien displacement constant|维恩位移常数",
    "proton-electron mass ratio": "proton-to-electron mass ratio|质子与电子质量比",
    "Planck length": "普朗克长度",
    "Planck mass": "普朗克质量",
    "Planck time": "普朗克时间",
    "Planck temperature": "普朗克温度",
}  # fmt: skip
#: Digits from which a value is a double's: computed from exact ones, with noise in its last digits.
_COMPUTED: Final = 15


@cache
def _document() -> Mapping[str, Any]:
    text = files("toolkits.facts").joinpath("data/constants.json").read_text(encoding="utf-8")
    document: Mapping[str, Any] = json.loads(text)
    return document


def _load() -> Iterator[Fact]:
    for name, value, uncertainty, unit in _document()["rows"]:
        exact = Fraction(value)
        digits = sum(c.isdigit() for c in value.partition("e")[0].lstrip("0."))
        noise = abs(exact) / 10**14 if digits >= _COMPUTED else Fraction(0)
        yield Fact(
            entity=name, attribute="", value=value.removesuffix(".0"), unit=unit, single=True,
            uncertainty=Fraction(uncertainty) or noise, locator=f"constants.json#{name}",
        )  # fmt: skip


def _names() -> Mapping[str, tuple[str, ...]]:
    return {other: (name,) for name, others in NAMES.items() for other in others.split("|")}


CONSTANTS = Table(
    id="constants", load=_load, names=_names, closed=True, origin="CODATA 2022", retrieved="2022"
)
