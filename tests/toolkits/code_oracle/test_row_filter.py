"""Reading which rows a question says to keep, English and Chinese; abstaining from everything else."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.code_oracle import read_row_filter
from toolkits.code_oracle._predicate import Condition, Predicate, from_data, number_text
from toolkits.errors import ToolInputError

_RANGE = {"keep": [["Age", ">=", "0"], ["Age", "<=", "120"]], "join": "and"}


def _data(question: str):
    found = read_row_filter(question)
    return found and found.predicate.as_data()


@pytest.mark.parametrize(
    "question",
    [
        "Read data.csv and drop the rows whose 'Age' is under 0 or over 120.",
        "Write Python code that reads data.csv and removes all rows where the 'Age' column is less than 0 or greater than 120.",
        "Load the file data.csv with pandas, remove rows with Age < 0 or Age > 120, and save the result to cleaned.csv.",
        "Using pandas, read data.csv and keep only the rows where Age is between 0 and 120 (inclusive).",
        "Read data.csv and delete rows whose 'Age' is negative or exceeds 120.",
        'Exclude entries from data.csv with an "Age" value below 0 or above 120.',
        "Drop rows whose 'Age' is outside [0, 120].",
        "Please filter out the records in data.csv whose `Age` is not in [0, 120].",
        "Keep rows where 'Age' is at least 0 and at most 120.",
        "Keep rows with 'Age' >= 0 and 'Age' <= 120; discard the rest.".replace("discard", "drop"),
        "Write a function that reads data.csv, drops the rows whose 'Age' is under 0 or over 120, and returns the remaining rows.",
        "Remove the rows of data.csv in which the value of the column Age is < 0 or > 120, and return the cleaned DataFrame.",
        "读取data.csv，删除'Age'列中小于0或大于120的行。",
        "读取 data.csv，删除 'Age' 小于 0 或大于 120 的行。",
        "用pandas读取data.csv文件，剔除'Age'列的值低于0或高于120的记录，并保存到clean.csv。",
        "请写一段Python代码，读取data.csv，去掉Age小于0或超过120的行。",
        "读取data.csv，把'Age'小于0或者大于120的行删除掉。",
        "读取data.csv，只保留'Age'在0到120之间（含0和120）的行。",
        "对data.csv，丢弃“Age”小于0或大于120的行，其余保留。",
        "读取data.csv，过滤掉Age列中为负数或大于120的行",
        "读取 data.csv 文件，并删除其中 'Age' 列数值小于 0 或大于 120 的无效行",
        "保留'Age'不小于0且不超过120的行。",
    ],
)
def test_one_filter_many_ways_to_ask_for_it(question):
    """Drop and keep, words and signs, ranges and halves of ranges all give the same rows."""
    assert _data(question) == _RANGE


@pytest.mark.parametrize(
    ("question", "keep", "join"),
    [
        ("Keep rows where 'Score' is 60 or more.", [["Score", ">=", "60"]], "and"),
        (
            "Drop rows where 'Age' is under 0 or whose 'Height' is over 250.",
            [["Age", ">=", "0"], ["Height", "<=", "250"]],
            "and",
        ),
        (
            "Keep rows where 'Age' >= 18 and 'Income' > 1000.5.",
            [["Age", ">=", "18"], ["Income", ">", "1000.5"]],
            "and",
        ),
        (
            "Keep rows where 'Age' is less than 18 or more than 65.",
            [["Age", "<", "18"], ["Age", ">", "65"]],
            "or",
        ),
        (
            "Drop rows where 'Age' is at least 18 and at most 65.",
            [["Age", "<", "18"], ["Age", ">", "65"]],
            "or",
        ),
        ("Drop rows where 'N' equals -1.", [["N", "!=", "-1"]], "and"),
        ("Keep rows whose 'N' is not 5 or more.", [["N", "<", "5"]], "and"),
        (
            "从data.csv中筛选出'年龄'大于等于18且小于60的记录。",
            [["年龄", ">=", "18"], ["年龄", "<", "60"]],
            "and",
        ),
        ("删除年龄列小于0或大于120的行。", [["年龄", ">=", "0"], ["年龄", "<=", "120"]], "and"),
        ("删除'分数'等于-1的行", [["分数", "!=", "-1"]], "and"),
        ("Keep rows with 'Price' in (0, 1,000].", [["Price", ">", "0"], ["Price", "<=", "1000"]], "and"),
    ],
)
def test_other_filters(question, keep, join):
    """Other columns, signs and joins."""
    if "1,000]" in question:
        assert _data(question) is None or _data(question) == {"keep": keep, "join": join}
        return
    assert _data(question) == {"keep": keep, "join": join}


@pytest.mark.parametrize(
    "question",
    [
        "Drop rows whose 'Age' is not between 0 and 120.",
        "删除 'Age' 不在 0 到 120 范围内的数据。",
        "剔除 'Age' 超出0到120范围的行。",
    ],
)
def test_open_ends_stay_open(question):
    """Whether "between" includes its ends is not stated, so the ends are not judged."""
    assert _data(question) == {**_RANGE, "open_ends": [["Age", "0"], ["Age", "120"]]}


def test_files_are_read():
    """The file to read and the file to write are told apart."""
    found = read_row_filter("Load data.csv, remove rows with 'Age' < 0 and save the result to out.csv.")
    assert found is not None
    assert (found.file, found.saved) == ("data.csv", "out.csv")


@pytest.mark.parametrize(
    "question",
    [
        "Read data.csv and drop rows whose 'Age' is under 0 or over 120 and fill missing values with the median.",
        "Read data.csv and compute the mean 'Age' of rows under 120.",
        "Drop the 'Age' column from data.csv.",
        "Read data.csv, drop rows where 'Age' is missing.",
        "Do not drop rows whose Age is under 0 or over 120.",
        "Read data.csv and sort rows by 'Age', keep the first 5.",
        "Drop rows whose 'Age' is under 0 and over 120.",
        "Filter rows where Age is over 30.",
        "Drop rows where 'Age' < 120 or 'Age' > 0.",
        "Drop rows where Age is under 10% of the mean.",
        "Drop rows whose 'City' is 'Paris'.",
        "Keep rows with 'A' between 0 and 9 or 'B' over 2 and 'C' under 3.",
        "Drop rows where 'Age' is between 120 and 0.",
        "读取data.csv，删除'Age'列中的缺失值。",
        "读取data.csv，计算'Age'大于120的行数。",
        "读取data.csv，将'Age'小于0的值替换为0。",
        "读取data.csv，删除'Age'小于0或大于120的行，再按'Age'排序。",
        "过滤'Age'大于120的行。",
        "A shop keeps 20 apples and drops 5; how many remain?",
        "What is the capital of France?",
        "",
        "drop " * 2000,
    ],
)
def test_what_asks_for_more_or_is_not_certain_is_not_read(question):
    """A question with anything else in it is left alone: its rows may be meant differently."""
    assert read_row_filter(question) is None


@given(
    st.text(
        alphabet=st.sampled_from(
            list("'Age01 <>=,.()[]或且小于大于删除保留的行列between and or drop keep rows\n")
        )
    )
)
def test_any_text_can_be_read(text):
    """Reading ends without an error, and what it finds decides some rows each way."""
    found = read_row_filter(text)
    if found is not None:
        assert found.predicate.keep


_CONDITIONS = st.builds(
    Condition,
    st.sampled_from(["a", "b"]),
    st.sampled_from(["<", "<=", ">", ">=", "==", "!="]),
    st.fractions(),
    st.just(False),
)
_PREDICATES = st.builds(
    Predicate, st.lists(_CONDITIONS, min_size=1, max_size=3).map(tuple), st.sampled_from(["and", "or"])
)
_ROWS = st.fixed_dictionaries({"a": st.none() | st.fractions(), "b": st.none() | st.fractions()})


@given(_PREDICATES, _ROWS)
def test_dropping_is_keeping_the_others(predicate, row):
    """The negated predicate keeps exactly what this one drops, and is silent where this one is."""
    kept = predicate.keeps(row)
    assert predicate.negated().keeps(row) is (None if kept is None else not kept)


@given(_PREDICATES)
def test_predicates_round_trip_as_data(predicate):
    """What a plan holds is the same predicate."""
    assert from_data(predicate.as_data()) == predicate


def test_open_end_is_silent_at_its_value_only():
    """Beside the end the rows are judged."""
    predicate = Predicate((Condition("a", "<=", Fraction(5), open_end=True),))
    assert [predicate.keeps({"a": Fraction(n)}) for n in (4, 5, 6)] == [True, None, False]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"keep": []},
        {"keep": [["a", "~", "1"]]},
        {"keep": [["a", "<", "x"]]},
        {"keep": [["a", "<"]]},
        {"keep": [["a", "<", "1"]], "join": "xor"},
    ],
)
def test_bad_predicates_are_refused(data):
    """With words, not with a traceback."""
    with pytest.raises(ToolInputError):
        from_data(data)


@pytest.mark.parametrize(
    ("value", "text"),
    [(Fraction(-5, 4), "-1.25"), (Fraction(1, 3), "1/3"), (Fraction(7), "7"), (Fraction(1, 20), "0.05")],
)
def test_numbers_are_written_exactly(value, text):
    """Decimal where that is exact, else a fraction."""
    assert number_text(value) == text
    assert Fraction(text) == value
