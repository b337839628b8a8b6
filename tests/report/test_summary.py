"""The line that counts."""

from __future__ import annotations

import pytest

from verifier.report import Summary


def summary(*answers, documents=()):
    """A summary of those answers and documents."""
    total = Summary()
    for verdict, reason in answers:
        total.add(verdict, reason)
    for held, failed in documents:
        total.add_document(held=held, failed=failed)
    return total


def test_every_answer_is_counted_and_the_undecided_by_reason():
    """Reasons come by count, then by name."""
    answers = [("verified", "passed")] * 2 + [("refuted", "no_corrector")]
    answers += [("inconclusive", "consistent_only")] * 3 + [("not_checkable", "nothing_to_check")]
    assert str(summary(*answers)) == (
        "2 verified, 1 refuted, 4 not verified (3 consistent only, 1 nothing to check)"
    )


def test_documents_are_counted_by_claim():
    """A document is never verified: its claims are held or refuted."""
    assert str(summary(documents=[(14, 2)])) == "document: 2 refuted, 14 held"
    assert str(summary(documents=[(1, 0), (2, 0)])) == "2 documents: 0 refuted, 3 held"


def test_nothing_but_unread_places():
    """Unread places stand in the summary."""
    total = Summary(unread=3)
    assert str(total) == "0 verified, 0 refuted, 0 not verified; 3 not read"


@pytest.mark.parametrize(
    ("total", "decided"),
    [
        (summary(("inconclusive", "consistent_only"), ("not_checkable", "nothing_to_check")), False),
        (summary(("verified", "passed")), True),
        (summary(("refuted", "no_corrector")), True),
        (summary(documents=[(0, 0)]), False),
        (summary(documents=[(1, 0)]), True),
    ],
)
def test_decided_means_some_verdict_or_claim(total, decided):
    """Consistent sums alone decide no answer; a held claim decides something of a document."""
    assert total.decided is decided
