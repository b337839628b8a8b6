"""Tables in the question and in its data: rows found, counted, summed; and near misses."""

from __future__ import annotations

import pytest

from verifier.task import DataTable

from .solving import ask, value

_OTTERS = (
    "Here is a table where the first line is a header and each subsequent line is an otter:  name, age, height (cm), weight (kg)"
    " Ada, 4, 60, 9 Bo, 7, 45, 12 Cy, 6, 80, 9  For example: the age of Ada is 4, the weight of Bo is 12 kg, the height of Cy is 80 cm.  "
)
_ADDED = "We now add an otter to the table:\nDee, 9, 75, 11\n"
_DELETED = "We then delete the otter named Bo from the table.\n"
_SEALS = "And here is a similar table, but listing seals:\nname, age, height (cm), weight (kg)\nEll, 3, 140, 90\nFlo, 12, 150, 110\n"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which is the oldest otter?", "Bo"),
        (_ADDED + "Which is the oldest otter?", "Dee"),
        (_DELETED + "Which is the oldest otter?", "Cy"),
        ("Which is the second tallest otter?", "Ada"),
        ("Which otter is older than Cy?", "Bo"),
        ("Which otter is older than Ada and younger than Bo?", "Cy"),
        ("Which otter is taller than the other ones?", "Cy"),
        ("What is the name of the 0.6 m tall otter?", "Ada"),
        ("What is the name of the otter that is 7 years old?", "Bo"),
        ("What is the age of Ada?", "4"),
        ("How tall is Bo?", "45"),
        ("What is the shortest height?", "45"),
        ("What is the average weight of the otters?", "10"),
        (_ADDED + _DELETED + "What is the cumulated age of the otters?", "19"),
        ("How many otters are there in the table?", "3"),
        (_SEALS + "How many animals are listed in the tables?", "5"),
        (_SEALS + "How many seals are more than 5 years old?", "1"),
        (_SEALS + "How many species are listed in the tables?", "2"),
        (_SEALS + "What is the name of the last seal sorted by alphabetic order?", "Flo"),
        ("How many otters are more than 5 years old and weight less than 12 kg?", "1"),
        ("How many otters are taller than 50 cm?", "2"),
        ("How many columns are there in the table?", "4"),
        ("What is the number of the column with the weights?", "4"),
        ("What is the name of the last otter?", "Cy"),
    ],
)
def test_a_table_in_the_question(question: str, expected: str) -> None:
    """What the rows say after those added and deleted."""
    assert value(_OTTERS + question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "Which is the lightest otter?",
        "Which otter is younger than Bo?",
        "Which otter has the shortest name?",
        "Which is the oldest seal?",
        "How many cars are listed in the table?",
        "How many otters are more than 5 meters old?",
        "What is the name of the 60 kg tall otter?",
        "Bo is ill. Which is the oldest otter?",
        "We then delete the seal named Bo from the table. Which is the oldest otter?",
        "We now add a seal to the table: Gus, 1, 2, 3 Which is the oldest otter?",
        "How old is Ada in 5 years?",
        _SEALS + "What is the shortest height?",
        _SEALS.replace("height (cm)", "length (cm)") + "How many species are listed in the tables?",
        _SEALS.replace("Flo, 12,", "Flo,") + "Which is the oldest otter?",
        _ADDED.replace("75, 11", "75") + "Which is the oldest otter?",
    ],
)
def test_a_table_that_does_not_answer(question: str) -> None:
    """A tie, several rows, something else said or asked: nobody's."""
    assert ask(_OTTERS + question) == []


def test_a_row_is_no_animal_because_the_question_says_so() -> None:
    """Only kinds that are animals count as animals."""
    assert ask(_OTTERS.replace("otter", "engine") + "How many animals are listed in the table?") == []


_DATA = DataTable(
    name="pupils.csv",
    columns=("name", "score", "home_city", "height (cm)"),
    rows=(
        ("Ann", 91, "Bonn", 170),
        ("Ben", 78.5, "Rome", 182),
        ("Cem", 84, "Bonn", 175),
        ("Dov", 78.5, "Oslo", 160),
    ),
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many pupils have a score above 80?", "2"),
        ("How many rows have score >= 84?", "2"),
        ("How many records in the data have a home city of Bonn?", "2"),
        ("How many pupils have score at least 84 and height below 172 cm?", "1"),
        ("What is the number of rows where score is less than 80?", "2"),
        ("What is the average score of rows where home_city is Bonn?", "87.5"),
        ("What is the total height of the rows where the home city equals 'Bonn'?", "345"),
        ("What is Ben's score?", "78.5"),
        ("What is the home city of Dov?", "Oslo"),
        ("score大于80的行有多少？", "2"),
        ("有多少行的score不低于84？", "2"),
        ("home_city为Bonn且score高于85的行有几行？", "1"),
        ("home_city为Bonn的score平均值是多少？", "87.5"),
        ("Ben的score是多少？", "78.5"),
    ],
)
def test_rows_of_data(question: str, expected: str) -> None:
    """Rows that meet the conditions, and a row by its name."""
    assert value(question, _DATA) == expected


@pytest.mark.parametrize(
    "question",
    [
        "How many pupils have a score above 80 and are tall?",
        "How many teachers have a score above 80?",
        "How many rows have a score above 80 kg?",
        "How many rows have a score above Bonn?",
        "How many rows have a home city of Lima?",
        "How many rows have a home city above 80?",
        "How many rows have a score between 80 and 90?",
        "How many rows have an age above 80?",
        "What is the score for Ann and Ben?",
        "What is the score of Zed?",
        "What is the name of Ann?",
        "Is the number of rows with score above 80 large?",
        "score大于80的行和列有多少？",
        "Ben的score比Ann高吗？",
    ],
)
def test_data_that_does_not_answer(question: str) -> None:
    """Columns, rows or conditions that are not covered: nobody's."""
    assert ask(question, _DATA) == []


def test_data_with_gaps_or_twins_does_not_answer() -> None:
    """A missing cell among those that matter, and a column that two tables have."""
    gap = DataTable(name="pupils.csv", columns=_DATA.columns, rows=(*_DATA.rows, ("Eli", None, "Rome", 150)))
    assert ask("How many rows have a score above 80?", gap) == []
    assert ask("How many rows have a height above 165 cm?", gap)[0].value == "3"
    twin = DataTable(name="twin.csv", columns=_DATA.columns, rows=_DATA.rows)
    assert ask("How many rows have a score above 80?", _DATA, twin) == []
