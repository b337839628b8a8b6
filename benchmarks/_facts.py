"""The fact checker on claims generated from tables: true ones, near misses, and ones that nothing answers.

``--facts DIR`` names a folder with ``factbook_flat.jsonl.gz`` (rows ``{"name", "facts": {path: text}}``),
``codata_2022.json`` (rows ``{"name", "value", "uncertainty", "unit"}``) and ``country-codes.csv``. The tables
are written as closed sources of the user's own; each claim is a sentence, in one of several phrasings.
"""

from __future__ import annotations

import csv
import gzip
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from toolkits.facts import Knowledge, fact_checker, open_sources

SEED = 20
#: Path in the factbook -> attribute in English and Chinese, and its unit.
ATTRIBUTES = {
    "Geography / Area / total ": ("area", "面积", "sq km"),
    "Geography / Area / land": ("land area", "陆地面积", "sq km"),
    "Geography / Coastline": ("coastline", "海岸线", "km"),
    "Geography / Elevation / mean elevation": ("mean elevation", "平均海拔", "m"),
    "People / Population / total": ("population", "人口", ""),
    "People / Median age / total": ("median age", "年龄中位数", "years"),
    "People / Life expectancy at birth / total population": ("life expectancy", "预期寿命", "years"),
    "People / Population growth rate": ("population growth rate", "人口增长率", "%"),
    "Government / Capital / name": ("capital", "首都", ""),
    "Government / Independence": ("independence date", "独立日期", "date"),
}
_CELL = re.compile(r"^(?P<value>-?[\d,.]+)\s*(?P<unit>%|sq km|km|m|years)?(?:\s*\((?P<year>\d{4})[^)]*\))?$")
_DAY = re.compile(r"^(?P<value>\d{1,2} [A-Z][a-z]+ \d{4})\b")
_NAME = re.compile(r"^(?P<value>[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,3})$")
ENGLISH = (
    "The {a} of {e} is {v}.", "{e}'s {a} is {v}.", "{e} has a {a} of {v}.", "{v} is the {a} of {e}.",
    "So, the {a} of {e} is **{v}**.",
)  # fmt: skip
DATED = (
    "In {y}, the {a} of {e} was {v}.",
    "The {a} of {e} was {v} in {y}.",
    "As of {y}, the {a} of {e} is {v}.",
)
CHINESE = ("{e}的{a}是{v}。", "{e}的{a}为{v}。", "{e}{a}为{v}。")
DATED_ZH = ("{y}年，{e}的{a}为{v}。", "{e}{y}年的{a}是{v}。", "截至{y}年，{e}的{a}为{v}。")
UNITS_ZH = {"sq km": "平方公里", "km": "公里", "m": "米", "years": "岁", "%": "%", "": "", "date": ""}
OTHER_UNITS = {"sq km": "m²", "km": "m", "m": "km", "kg": "g", "J": "eV", "s": "min", "": "", "years": "days"}


@dataclass(frozen=True)
class Cell:
    """One fact of a table: entity in both languages, attribute in both, value, unit, year."""

    source: str
    entity: str
    entity_zh: str
    attribute: str
    attribute_zh: str
    value: str
    unit: str
    year: str = ""


@dataclass(frozen=True)
class Claim:
    """A generated sentence and what it is: ``true``, ``wrong`` or ``open``."""

    sentence: str
    truth: str
    kind: str
    source: str


def measure(folder: Path, data: Path) -> list[str]:
    """Lines of a table: supported, refuted and abstained, by source and kind."""
    cells = [*_factbook(data), *_codata(data), *_codes(data)]
    knowledge = _knowledge(folder, cells)
    return _table(_judged(knowledge, list(claims(cells))))


def _judged(knowledge: Knowledge, made: Sequence[Claim]) -> dict[tuple[str, str, str], Counter[str]]:
    tool, found = fact_checker(knowledge), defaultdict[tuple[str, str, str], Counter[str]](Counter)
    for claim in made:
        verdict = tool({"claim": claim.sentence})
        found[claim.truth, claim.kind, claim.source][verdict["verdict"]] += 1
        if (claim.truth, verdict["verdict"]) in {("true", "refuted"), ("wrong", "supported")} or (
            claim.truth == "open" and verdict["verdict"] != "not_enough_info"
        ):
            print(f"  FALSE {verdict['verdict']}: {claim.sentence}  [{claim.kind}; {verdict['value']}]")
    return found


def _table(found: dict[tuple[str, str, str], Counter[str]]) -> list[str]:
    lines = [
        f"{'claims':<8}{'kind':<16}{'source':<10}{'n':>7}{'supported':>11}{'refuted':>9}{'abstained':>11}"
    ]
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    for (truth, kind, source), counts in sorted(found.items()):
        lines.append(_line(truth, kind, source, counts))
        totals[truth].update(counts)
    return [*lines, *(_line(truth, "all", "all", counts) for truth, counts in sorted(totals.items()))]


def _line(truth: str, kind: str, source: str, counts: Counter[str]) -> str:
    n = counts.total()
    shares = [f"{100 * counts[name] / n:.1f}%" for name in ("supported", "refuted", "not_enough_info")]
    return f"{truth:<8}{kind:<16}{source:<10}{n:>7}{shares[0]:>11}{shares[1]:>9}{shares[2]:>11}"


# --- tables -------------------------------------------------------------------------------------------
def _factbook(data: Path) -> Iterator[Cell]:
    chinese = {row["CLDR display name"]: row["UNTERM Chinese Short"] for row in _rows(data)}
    with gzip.open(data / "factbook_flat.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            for path, (attribute, attribute_zh, unit) in ATTRIBUTES.items():
                text = str(row["facts"].get(path, "")).strip()
                match = (_DAY if unit == "date" else _CELL).match(text) or (
                    _NAME.match(text) if attribute == "capital" else None
                )
                if match and (match.groupdict().get("unit") or "") in {unit, ""}:
                    yield Cell(
                        "factbook", row["name"], chinese.get(row["name"], ""), attribute, attribute_zh, match["value"], unit,
                        match.groupdict().get("year") or "",
                    )  # fmt: skip


def _codata(data: Path) -> Iterator[Cell]:
    for row in json.loads((data / "codata_2022.json").read_text(encoding="utf-8")):
        yield Cell("codata", row["name"], "", "", "", row["value"], row["unit"])


def _codes(data: Path) -> Iterator[Cell]:
    for row in _rows(data):
        name = row["CLDR display name"]
        for column, attribute, attribute_zh in (
            ("ISO3166-1-Alpha-2", "ISO 3166-1 alpha-2 code", "二位字母代码"), ("ISO3166-1-Alpha-3", "alpha-3 code", "三位字母代码"),
            ("ISO4217-currency_alphabetic_code", "currency code", "货币代码"), ("TLD", "top-level domain", "顶级域名"),
        ):  # fmt: skip
            value = row[column].strip()
            if name and value and "," not in value:
                yield Cell("codes", name, row["UNTERM Chinese Short"], attribute, attribute_zh, value, "")


def _rows(data: Path) -> list[dict[str, str]]:
    with (data / "country-codes.csv").open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


def _knowledge(folder: Path, cells: Sequence[Cell]) -> Knowledge:
    """The factbook and the codes as closed tables; the constants are the built-in ones."""
    paths = []
    for name in ("factbook", "codes"):
        path = folder / f"{name}.csv"
        with path.open("w", encoding="utf-8", newline="") as stream:
            stream.write("# closed: true\n")
            writer = csv.writer(stream)
            writer.writerow(["entity", "aliases", "attribute", "value", "unit", "as_of"])
            for c in cells:
                if c.source == name:
                    writer.writerow([c.entity, c.entity_zh, c.attribute, c.value, c.unit, c.year])
        paths.append(path)
    return open_sources(paths)


# --- claims -------------------------------------------------------------------------------------------
def claims(cells: Sequence[Cell]) -> Iterator[Claim]:
    """Every cell in a few claims."""
    chance = random.Random(SEED)
    others: dict[tuple[str, str], list[Cell]] = defaultdict(list)
    for cell in cells:
        others[cell.source, cell.attribute or cell.unit].append(cell)
    for cell in cells:
        yield from _of_cell(cell, others[cell.source, cell.attribute or cell.unit], chance)


def _of_cell(cell: Cell, others: Sequence[Cell], chance: random.Random) -> Iterator[Claim]:
    def claim(truth: str, kind: str, value: str, **changed: Any) -> Claim:
        return Claim(_said(cell, value, chance, **changed), truth, kind, cell.source)

    yield claim("true", "as printed", cell.value)
    if (short := _rounded(cell.value)) and cell.unit != "date":
        yield claim("true", "rounded", short)
    neighbour = chance.choice(others)
    if not _same(neighbour.value, cell.value) and neighbour.unit == cell.unit:
        yield claim("wrong", "neighbour", neighbour.value)
    if (turned := _transposed(cell.value, chance)) and cell.unit != "date":
        yield claim("wrong", "transposed", turned)
    if OTHER_UNITS.get(cell.unit) and _number(cell.value):
        yield claim("wrong", "other unit", cell.value, unit=OTHER_UNITS[cell.unit])
    if cell.year:
        yield claim("open", "other year", cell.value, year=str(int(cell.year) - 7))
    yield claim("open", "no entity", cell.value, entity=f"North {cell.entity}", entity_zh="")
    if cell.attribute:
        yield claim(
            "open", "no attribute", cell.value, attribute=f"minimum {cell.attribute}", attribute_zh=""
        )


def _said(
    cell: Cell,
    value: str,
    chance: random.Random,
    *,
    unit: str | None = None,
    year: str | None = None,
    **changed: str,
) -> str:
    """The claim in one of the phrasings that fit it."""
    entity, entity_zh = changed.get("entity", cell.entity), changed.get("entity_zh", cell.entity_zh)
    attribute, attribute_zh = (
        changed.get("attribute", cell.attribute),
        changed.get("attribute_zh", cell.attribute_zh),
    )
    unit = cell.unit if unit is None else unit
    shown = "" if unit == "date" else unit
    year = year or (cell.year if chance.random() < 0.5 else "")
    zh = (
        bool(entity_zh and attribute_zh)
        and chance.random() < 0.4
        and (value[0].isdigit() or cell.source == "codes")
    )
    if zh:
        shown = UNITS_ZH.get(unit, shown)
    said = f"{value}{'' if shown in {'', '%'} or zh else ' '}{shown}"
    forms = (DATED_ZH if year else CHINESE) if zh else (DATED if year else ENGLISH)
    if not attribute:
        return chance.choice(
            ("The {e} is {v}.", "The value of the {e} is {v}.", "The {e} equals {v}.")
        ).format(e=entity, v=said)
    form = chance.choice(forms)
    return form.format(e=entity_zh if zh else entity, a=attribute_zh if zh else attribute, v=said, y=year)


def _number(text: str) -> Fraction | None:
    try:
        return Fraction(text.replace(",", ""))
    except ValueError:
        return None


def _same(one: str, other: str) -> bool:
    """Whether two values could stand for one another at their printed digits."""
    a, b = _number(one), _number(other)
    if a is None or b is None:
        return one.casefold() == other.casefold()
    decimals = min(len(text.partition(".")[2].partition("e")[0]) for text in (one, other))
    return abs(a - b) * 20 <= max(abs(a), abs(b)) or ("e" not in one and abs(a - b) * 10**decimals <= 1)


def _rounded(text: str) -> str:
    """A number of many digits at four of them: 2,381,740 as 2.382 million, 1.67262192595e-27 as 1.673e-27."""
    number = _number(text)
    if number is None or sum(c.isdigit() for c in text.partition("e")[0].lstrip("-0.")) < 7:
        return ""
    if "e" in text:
        return f"{float(number):.3e}"
    return f"{float(number) / 10**6:.3f} million" if abs(number) >= 10**6 else ""


def _transposed(text: str, chance: random.Random) -> str:
    """Two neighbouring digits of the first four exchanged, where that moves the value by half a percent at least."""
    number = _number(text)
    places = [i for i in range(min(len(text) - 1, 6)) if text[i : i + 2].isdigit() and text[i] != text[i + 1]]
    chance.shuffle(places)
    for i in places:
        turned = f"{text[:i]}{text[i + 1]}{text[i]}{text[i + 2 :]}"
        other = _number(turned)
        if (
            number
            and other is not None
            and not turned.startswith("0")
            and abs(other - number) * 200 >= abs(number)
        ):
            return turned
    return ""
