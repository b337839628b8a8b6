"""Deciding: typed comparison, dates, negation, closed sources, conflict, a second source."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.facts import Fact, FactClaim, Knowledge, Table


def source(*facts: Fact, closed: bool = False, name: str = "t", origin: str = "") -> Table:
    """A table of these facts."""
    return Table(id=name, load=lambda: facts, closed=closed, origin=origin)


def fact(value: str, unit: str = "", **more: Any) -> Fact:
    """The one attribute of the one entity."""
    return Fact(entity="E", attribute="a", value=value, unit=unit, locator="here", **more)


def verdict(value: str, *sources: Table, required: int = 1, **more: Any) -> tuple[str, str]:
    """What the sources say to a claimed value."""
    found = Knowledge(sources, required).check(FactClaim(entity="E", attribute="a", value=value, **more))
    return found.verdict, found.reason


@pytest.mark.parametrize(
    ("held", "unit", "claimed", "expected"),
    [
        ("2,381,740", "km²", "2,381,740 sq km", "supported"),
        ("2381740", "km²", "2.38 million square kilometres", "supported"),
        ("2381740", "km²", "238万平方公里", "supported"),
        ("998", "km", "620 miles", "supported"),
        ("998", "km", "998,000 m", "supported"),
        ("998", "km", "998 m", "refuted"),
        ("998", "km", "989 km", "refuted"),
        ("998", "km", "1,000 km", "not_enough_info"),
        ("998", "km", "about 1,000 km", "supported"),
        ("998", "km", "998", "supported"),
        ("998", "km", "620", "not_enough_info"),
        ("998", "km", "998 kg", "not_enough_info"),
        ("998", "km", "long", "not_enough_info"),
        ("68.4 million", "", "68,374,591", "not_enough_info"),
        ("68.4 million", "", "61,374,591", "refuted"),
        ("17.4", "%", "17.4%", "supported"),
        ("17.4", "%", "14.7%", "refuted"),
        ("5 July 1962", "", "1962-07-05", "supported"),
        ("5 July 1962", "", "1962", "supported"),
        ("5 July 1962", "", "1963", "refuted"),
        ("5 July 1962", "", "1962年7月6日", "refuted"),
        ("-40", "m", "-40 m", "supported"),
        ("-40", "m", "40 m", "refuted"),
        ("AUD", "", "AUD", "supported"),
    ],
)
def test_values_are_compared_by_type(held: str, unit: str, claimed: str, expected: str) -> None:
    """Numbers at their printed digits and across units, dates by day or year; unlike things say nothing."""
    assert verdict(claimed, source(fact(held, unit)))[0] == expected


@pytest.mark.parametrize(
    ("claimed", "closed", "expected"),
    [
        ("Canberra", False, ("supported", "match")),
        ("canberra", False, ("supported", "match")),
        ("Sydney", False, ("not_enough_info", "open_source")),
        ("Sydney", True, ("refuted", "mismatch")),
        ("Canbera", True, ("not_enough_info", "close_name")),
        ("the city of Canberra", True, ("not_enough_info", "no_name")),
        ("a large and pleasant city", True, ("not_enough_info", "no_name")),
        ("悉尼", True, ("not_enough_info", "other_script")),
    ],
)
def test_names_are_refuted_by_closed_sources_only(
    claimed: str, closed: bool, expected: tuple[str, str]
) -> None:
    """Another plain name contradicts a list that is complete; spellings and descriptions never do."""
    assert verdict(claimed, source(fact("Canberra"), closed=closed)) == expected


def test_one_value_of_its_kind_is_contradicted_by_another_name() -> None:
    """A source may say of a fact that there is one such value."""
    assert verdict("Sydney", source(fact("Canberra", single=True)))[0] == "refuted"


def test_a_list_holds_each_of_its_members() -> None:
    """Set membership: any listed name is right, another one is wrong where the list is complete."""
    members = fact("Welsh"), fact("English")
    assert verdict("Welsh", source(*members))[0] == "supported"
    assert verdict("French", source(*members)) == ("not_enough_info", "open_source")
    assert verdict("French", source(*members, closed=True)) == ("refuted", "not_listed")


def test_two_numbers_for_one_thing_are_a_conflict() -> None:
    """A source that contradicts itself decides nothing."""
    assert verdict("5", source(fact("5"), fact("6"))) == ("not_enough_info", "conflict")


def test_denials_turn_the_verdict_around() -> None:
    """Not the value, where it is another; but not where only digits or a unit are missing."""
    table = source(fact("Canberra"), closed=True)
    assert verdict("Sydney", table, negated=True)[0] == "supported"
    assert verdict("Canberra", table, negated=True)[0] == "refuted"
    assert verdict("998", source(fact("998", "km")), negated=True)[0] == "not_enough_info"


def test_dates_are_kept_apart() -> None:
    """A claim of one year is judged by that year's value alone; one without, by the newest."""
    table = source(fact("46", as_of="2023"), fact("47", as_of="2025"), closed=True)
    assert verdict("46", table, as_of="2023")[0] == "supported"
    assert verdict("47", table, as_of="2023")[0] == "refuted"
    assert verdict("47", table, as_of="2020") == ("not_enough_info", "no_such_date")
    assert verdict("47", table)[0] == "supported"
    assert verdict("46", table) == ("not_enough_info", "older_value")
    assert verdict("12", table)[0] == "refuted"
    assert verdict("12", source(fact("47", as_of="2025"))) == ("not_enough_info", "undated_claim")
    assert verdict("47", source(fact("47")), as_of="2023") == ("not_enough_info", "undated_source")


def test_uncertainty_and_guards_leave_the_near_open() -> None:
    """A constant holds within its uncertainty; an older adjustment near it is not refuted."""
    table = source(fact("6.67430e-11", uncertainty=Fraction("1.5e-15")), closed=True)
    assert verdict("6.6743e-11", table)[0] == "supported"
    assert verdict("6.674e-11", table)[0] == "supported"
    assert verdict("6.67408e-11", table) == ("not_enough_info", "near")
    assert verdict("6.764e-11", table)[0] == "refuted"
    assert verdict("1541", source(fact("1538", guard=Fraction(25))))[1] == "near"


def test_sources_that_contradict_each_other_decide_nothing() -> None:
    """Conflicting evidence is not enough, and all of it is shown."""
    found = Knowledge((source(fact("5"), name="x"), source(fact("6"), name="y"))).check(
        FactClaim(entity="E", attribute="a", value="5")
    )
    assert (found.verdict, found.reason) == ("not_enough_info", "conflict")
    assert {item.stance for item in found.evidence} == {"supports", "refutes"}


def test_a_second_source_of_another_origin_can_be_required() -> None:
    """Two copies of one origin are one source."""
    x, y = (source(fact("5"), name=name, origin="o") for name in "xy")
    z = source(fact("5"), name="z")
    assert verdict("5", x, y, required=2) == ("not_enough_info", "one_source")
    assert verdict("5", x, z, required=2)[0] == "supported"


def test_an_unknown_entity_or_attribute_is_never_decided() -> None:
    """Also not by a closed source: what it does not list it says nothing about."""
    table = source(fact("5"), closed=True)
    for entity, attribute in (("F", "a"), ("E", "b"), ("E a", ""), ("", "")):
        claim = FactClaim(entity=entity, attribute=attribute, value="5")
        assert Knowledge((table,)).check(claim).reason == "unknown"


@given(st.decimals(min_value="0.001", max_value=10**9, places=3), st.integers(2, 9))
def test_a_number_is_supported_as_printed_and_never_far_from_it(value: Any, factor: int) -> None:
    """The printed value holds, a multiple of it does not."""
    table = source(fact(str(value), "kg"))
    assert verdict(f"{value} kg", table)[0] == "supported"
    assert verdict(f"{value * factor} kg", table)[0] != "supported"
