"""Answers of a model, under test. One is wrong on purpose: its failure shows the evidence."""

import pytest


def answer(question: str) -> str:
    """Stands for a call of a model."""
    return {"What is 12 + 30?": "12 + 30 = 42", "What is 12 * 12?": "12 * 12 = 146"}.get(question, "Roses are red.")


def test_sum(amtfv_check):
    amtfv_check.assert_verified(answer("What is 12 + 30?"), "What is 12 + 30?")


def test_product(amtfv_check):
    amtfv_check.assert_verified(answer("What is 12 * 12?"), "What is 12 * 12?")


@pytest.mark.amtfv(policy="not_refuted")
def test_poem(amtfv_check):
    amtfv_check.assert_verified(answer("Write a line."), "Write a line.")
