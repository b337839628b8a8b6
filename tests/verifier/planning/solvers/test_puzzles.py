"""Truth values, word lists, brackets, swaps, walks, orders, scenes and counts: questions solved, and near misses."""

from __future__ import annotations

import pytest

from verifier.planning._derivation import QuestionText
from verifier.planning.solvers import _words

from .solving import ask, value

_SWAPS = (
    "Ann, Ben, and Cem are playing cards. At the start of the game, they each hold a card: Ann has a red card, Ben has a"
    " gold card, and Cem has a tin card.\nAs the game progresses, pairs of players trade cards. First, Ann and Cem swap"
    " cards. Then, Ben and Cem swap cards. Finally, Ann and Ben swap cards. At the end of the game, Ben has the"
)
_SWAPS_ZH = (
    "小明、小红和小刚在玩游戏。游戏开始时，每个人拿着一个球：小明拿着红球，小红拿着蓝球，小刚拿着绿球。"
    "随着游戏进行，他们两两交换。首先，小明和小刚交换球。然后，小红和小刚交换球。游戏结束时，小刚拿着"
)
_ORDER = (
    "The following paragraphs each describe a set of three objects arranged in a fixed order. The statements are logically"
    " consistent within each paragraph. On a shelf, there are three books: a tan book, an ivory book, and a pink book."
    " {statements}\nOptions:\n(A) The tan book is the {ask}\n(B) The ivory book is the {ask}\n(C) The pink book is the {ask}"
)
_SCENE = "On the desk, you see the following things arranged in a row: a teal mug, a red pen, and a gold dog leash. "

_SOLVED: list[tuple[str, object]] = [
    # truth values
    ("not ( True and False ) or False is", True),
    ("What is the value of True and not True?", False),
    ("Evaluate: (not False) and (True or False).", True),
    ("真 且 非 假 的值是什么？", True),
    ("计算：假 或 假", False),
    # words
    ("Sort the following words alphabetically: List: pear fig apple", ["apple", "fig", "pear"]),
    ("Please sort these words in reverse alphabetical order: pear, fig and apple.", ["pear", "fig", "apple"]),
    ("Put the following list in alphabetical order: pear, fig, apple", ["apple", "fig", "pear"]),
    ("请将以下单词按字母顺序排序：pear、fig、apple", ["apple", "fig", "pear"]),
    ("把下列单词按字母表降序排列：pear fig apple", ["pear", "fig", "apple"]),
    # brackets
    ("{ ( [ ] <", [">", ")", "}"]),
    ("Complete the rest of the sequence, making sure that the parentheses are closed properly. Input: [ { (", [")", "}", "]"]),
    ("补全以下括号序列：( [", ["]", ")"]),
    ("Is the bracket sequence ( ] balanced?", False),
    ("括号序列 ([]) 是否平衡？", True),
    # swaps
    (_SWAPS, "tin card"),
    (_SWAPS.replace("Ben has the", "what does Cem have?").replace("game, what", "game, what"), "gold card"),
    (_SWAPS_ZH, "蓝球"),
    # walks
    ("If you follow these instructions, do you return to the starting point? Take 3 steps. Turn around. Take 3 steps.", True),
    ("If you follow these instructions, do you return to the starting point? Always face forward. Take 3 steps left. Take 2 steps right.", False),
    ("如果按照以下指令行走，会回到出发点吗？始终面向前方。向左走3步。向右走3步。", True),
    # orders
    (_ORDER.format(statements="The pink book is to the left of the tan book. The ivory book is the rightmost.", ask="leftmost"), "C"),
    (_ORDER.format(statements="The pink book is the second from the right. The tan book is to the right of the ivory book.", ask="rightmost"), "A"),
    # scenes
    (_SCENE + "What is the color of the thing directly to the right of the red thing?", "gold"),
    (_SCENE + "How many non-red things do you see to the left of the dog leash?", "1"),
    ("On the rug, there are two red cups, three red pens, and one blue cup. If I remove all the red items from the rug, how many cups remain on it?", "1"),
    ("On the table, there is a pink cup and a grey pen. Is the cup grey?", False),
    # counts
    ("I have three flutes, a cat, and two pianos. How many musical instruments do I have?", "5"),
    ("I have a lamp, and two chairs. How many objects do I have?", "3"),
    ("我有两只猫、三个苹果和一条狗。我一共有几只动物？", "3"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "expected"), [pytest.param(*case, id=case[0][-60:]) for case in _SOLVED]
)
def test_solved(question: str, expected: object) -> None:
    """The value follows from the question alone."""
    assert value(question) == expected


_MISSES = [
    "True",
    "Is it true that not all birds fly?",
    "True or false: water is wet and ice is cold.",
    "Sort the following words alphabetically and explain why: pear fig",
    "Sort the following words by length: pear fig apple",
    "Sort the following words alphabetically: List: Apple apple",
    "how do i sort a list of words in python",
    "name three fruits that begin with the letter p",
    "( [ a ] )",
    "Is ( balanced in English text?",
    _SWAPS.replace("Finally, Ann and Ben", "Finally, Ann and Dov"),
    _SWAPS.replace("Then, Ben and Cem swap cards.", "Then, Ben loses his card."),
    _SWAPS.replace("At the end of the game, Ben has the", "At the end of the game, who won?"),
    _SWAPS.replace("Ann has a red card, Ben", "Ann is sad, Ben"),
    "If you follow these instructions, do you return to the starting point? Take 3 steps left. Take 3 steps right.",
    "If you follow these instructions, do you return to the starting point? Take 3 steps. Jump. Take 3 steps.",
    "If you follow these instructions, do you return to the starting point? Always face forward. Turn left. Take 3 steps.",
    _ORDER.format(statements="The pink book is to the left of the tan book.", ask="leftmost"),
    _ORDER.format(
        statements="The pink book is to the left of the tan book. The ivory book is the cheapest.",
        ask="leftmost",
    ),
    _ORDER.format(
        statements="The pink book is heavier than the red book. The ivory book is the rightmost.",
        ask="leftmost",
    ),
    _ORDER.format(
        statements="Nobody knows where the pink book is. The ivory book is the rightmost.", ask="leftmost"
    ),
    _SCENE + "What is the color of the thing furthest from the pen?",
    _SCENE + "What is the color of the cup?",
    _SCENE + "Which of these things would a dog like best?",
    "On the desk, there are two red pens. What color is the pen?",
    "I have a tomato, and two apples. How many fruits do I have?",
    "I have some apples, and two pears. How many fruits do I have?",
    "I have two apples. I eat one. How many fruits do I have?",
    "I have two dogs, and a cat. How many legs do I have?",
]


@pytest.mark.parametrize("question", [pytest.param(q, id=q[-60:]) for q in _MISSES])
def test_near_misses(question: str) -> None:
    """A question that the grammar does not cover to its last word is nobody's."""
    assert ask(question) == []


def test_a_bare_list_of_words_is_only_an_implied_task() -> None:
    """With no instruction the derivation says that the task is implied, so that only attempts at it are judged."""
    words = "marble cactus umbrella zephyr quartz bamboo lantern"
    (solved,) = ask(words)
    assert solved.derivation.implied
    assert solved.value == sorted(words.split())
    assert not ask("Sort these words alphabetically: fig, pear")[0].derivation.implied


@pytest.mark.parametrize(
    "text",
    [
        "who sang the song about the marble cactus",
        "what is the best bamboo lantern shop near me",
        "a the of in on at",
    ],
)
def test_a_sentence_is_no_list_of_words(text: str) -> None:
    """Words that hold a sentence together tell it from a list."""
    assert _words.solve(QuestionText(text=text)) == []


def test_options_are_left_to_the_choice_tool() -> None:
    """A question with options is solved by its value, or by the letter where each option is a statement."""
    (by_value,) = ask(_SWAPS + "\nOptions:\n(A) red card.\n(B) gold card.\n(C) tin card.")
    assert (by_value.derivation.kind, by_value.value) == ("text", "tin card")
    (by_letter,) = ask(
        _ORDER.format(
            statements="The pink book is the leftmost. The tan book is the rightmost.", ask="leftmost"
        )
    )
    assert (by_letter.derivation.kind, by_letter.value) == ("choice", "C")
