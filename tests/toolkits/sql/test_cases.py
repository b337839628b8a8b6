"""The labelled queries: no wrong one passes, no right one is refuted."""

from __future__ import annotations

import pytest

from benchmarks._sql import judge, labelled, library


@pytest.fixture(scope="module")
def name(tmp_path_factory):
    """The library, offered."""
    return library(tmp_path_factory.mktemp("library"))


CASES = labelled()


def test_there_are_enough():
    """Right and wrong ones of many kinds."""
    assert len(CASES) >= 150
    assert len({case.query for case in CASES if case.right}) >= 45


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{'right' if case.right else 'wrong'}: {case.query[:50]}"
)
def test_no_wrong_query_passes_and_no_right_one_fails(name, case):
    """Undecided is allowed either way, and counted in the docs."""
    assert judge(name, case) in ({"same", "undecided"} if case.right else {"different", "undecided"})
