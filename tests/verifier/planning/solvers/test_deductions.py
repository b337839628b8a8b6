"""Questions on what follows from sentences, in English and Chinese."""

from __future__ import annotations

import pytest

from .solving import ask

pytest.importorskip("z3", reason="the extra `logic` is not installed")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("All men are mortal. Socrates is a man. Is Socrates mortal?", True),
        ("No cats are dogs. Tom is a cat. Is Tom a dog?", False),
        ("Premise 1: All cats are pets. Premise 2: Some pets are loud. Does it follow that some cats are loud?", False),
        ("All roses are flowers. All flowers are plants. Are all roses plants?", True),
        ("All birds are animals. Tweety is a bird. Therefore, Tweety is an animal. Is this argument valid?", True),
        ("If P then Q. If R then Q. Q. Does P follow?", False),
        ("If it rains, the street is wet. The street isn't wet. Does it rain?", False),
        ("If it rains, then the street is wet. It rains. Is the street wet?", True),
        ("The lamp is on if and only if the switch is closed. The lamp is not on. Can we conclude that the switch is not closed?", True),
        ("Either it rains or it snows. It does not rain. Does it follow that it snows?", True),
        ("所有狗都是动物，旺财是一只狗，那么旺财是动物吗？", True),
        ("所有猫都不是狗。咪咪是猫。咪咪是狗吗？", False),
        ("如果下雨，地就会湿。地没有湿。可以推出没有下雨吗？", True),
        ("只有努力，才成功。小明不在话下努力。能推出成功吗？", None),
    ],
)  # fmt: skip
def test_what_follows(question: str, expected: bool | None) -> None:
    """The sentences become statements, and the tool's value is right; one sentence unread and none is planned."""
    found = ask(question)
    assert [solved.value for solved in found] == ([] if expected is None else [expected])


@pytest.mark.parametrize(
    "question",
    [
        "If it rains, the street is wet. It is raining. Does it follow that the street is wet?",
        "All cats are animals. Tom is a lion. Is Tom an animal?",
        "All cats are animals. Is my cat an animal?",
        "Most birds fly. Tweety is a bird. Does Tweety fly?",
        "All dogs bark. Rex is a dog. Does Rex bark?",
        "Either it rains or it snows. It rains. Does it follow that it does not snow?",
        "If it rains, he stays. If he stays, she may go. It rains. Does it follow that she may go?",
        "All the boys are 12 years old. Tom is a boy. Is Tom 12 years old?",
        "All of my friends are here. Is everyone here?",
        "If a train leaves at 3 and another at 4, do they meet?",
        "Are all men mortal?",
        "如果明天下雨，我们怎么办？",
        "所有人都知道他吗？",
        "有些人说他来过。他来过吗？",
    ],
)
def test_abstains(question: str) -> None:
    """A word that stands once, a sentence of another form, an "or" that may exclude: nobody's."""
    assert [s for s in ask(question) if s.derivation.tool == "logic"] == []
