"""Sources of the tests: small tables and texts."""

from __future__ import annotations

from pathlib import Path

import pytest

TABLE = """# closed: true
# retrieved: 2025-03-01
# origin: the test office
country,aliases,capital,area (km²),population,life expectancy (years),independence (date),as_of
Australia,澳大利亚,Canberra,"7,741,220","26,451,124",83.5,1901-01-01,2024
Algeria,阿尔及利亚,Algiers,"2,381,740","47,735,685",77.9,1962-07-05,2024
France,法国,Paris,"643,801","68,374,591",82.2,,2024
"""
TIMES = """entity,attribute,value,unit,as_of
Algeria,population,"47,735,685",,2025
Algeria,population,"46,100,000",,2023
Algeria,coastline,998,km,
Wales,official language,Welsh,,
Wales,official language,English,,
"""
TEXT = """# Notes

The capital of Australia is Canberra. Its people like it.

Algeria has a coastline of 998 km. The capital of France is not Lyon.

The committee met on a rainy Tuesday in Oslo.
澳大利亚的首都是堪培拉。
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A wide table that lists all there is."""
    path = tmp_path / "countries.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.fixture
def times(tmp_path: Path) -> Path:
    """A long, open table with dates."""
    path = tmp_path / "times.csv"
    path.write_text(TIMES, encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of texts."""
    path = tmp_path / "texts"
    path.mkdir()
    (path / "notes.md").write_text(TEXT, encoding="utf-8")
    (path / "page.html").write_text(
        "<html><head><title>The capital of France is Nice.</title></head>"
        "<p>The capital of France is Paris.</p></html>",
        encoding="utf-8",
    )
    return path
