"""Data that comes with a question."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from verifier._data import DataError, load_data
from verifier.task import DataTable


@pytest.fixture
def put(tmp_path):
    """Writes a file and returns its path."""

    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_csv_is_a_table_of_scalars(put):
    """Integers and decimals are numbers, an empty cell is missing, anything else is text."""
    path = put("data.csv", "\ufeffName,Age,Pay\r\n王芳,30,0.10\r\nAnn,,1e5\r\n\r\nBo,-1,007\r\n")
    (table,) = load_data(path).tables
    assert table == DataTable(
        name="data.csv",
        columns=("Name", "Age", "Pay"),
        rows=(("王芳", 30, 0.1), ("Ann", None, "1e5"), ("Bo", -1, "007")),
    )


def test_quoted_cells_keep_commas_and_lines(put):
    """Quoting is CSV's own."""
    (table,) = load_data(put("a.csv", 'a,b\n"1,000","x\ny"\n')).tables
    assert table.rows == (("1,000", "x\ny"),)


@pytest.mark.parametrize("text", ["0.12345678901234567890123", "-3.00000000000000000001"])
def test_no_digit_is_lost(put, text):
    """A decimal that a float can't hold as written stays text, in CSV and in JSON."""
    assert load_data(put("a.csv", f"a\n{text}\n")).tables[0].rows == ((text,),)
    assert load_data(put("a.json", f'[{{"a": {text}}}]')).tables[0].rows == ((text,),)


@pytest.mark.parametrize("text", ['[{"a": 1, "b": null}, {"b": 2.5}]', '{"a": [1, null], "b": [null, 2.5]}'])
def test_json_tables(put, text):
    """A list of objects and an object of lists are the same table."""
    (table,) = load_data(put("t.json", text)).tables
    assert (table.columns, table.rows) == (("a", "b"), ((1, None), (None, 2.5)))


@pytest.mark.parametrize(
    "text", ["[1, 2, 3]", '{"a": 1}', '[{"a": {"b": 1}}]', '{"a": [1], "b": [1, 2]}', "[]"]
)
def test_other_json_is_a_value(put, text):
    """What is no table is a value under the file's name."""
    import json

    assert load_data(put("nums.json", text)).values == {"nums": json.loads(text)}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "", "is empty"),
        ("a.csv", "a,b\n1\n", "row 1 has 1 cells, the header 2"),
        ("a.csv", "a,a\n1,2\n", "two columns are called 'a'"),
        ("a.csv", b"a\n\xff\n", "not UTF-8"),
        ("a.json", "{", "not JSON"),
        ("a.json", '[{"a": NaN}]', "NaN is not a number"),
        ("a.json", '{"a": 1, "a": 2}', "'a' stands twice"),
        ("a.json", "[" * 100_000, "nested"),
        ("a.xlsx", "x", ".csv and .json"),
    ],
)
def test_bad_data_is_refused_with_its_place(put, name, content, message):
    """Malformed data is an error that names the file and what is wrong, never a guess."""
    with pytest.raises(DataError, match=r"a\.\w+.*") as caught:
        load_data(put(name, content))
    assert message in str(caught.value)


def test_missing_data_is_refused(tmp_path):
    """A missing file is named."""
    with pytest.raises(DataError, match="No such file"):
        load_data(tmp_path / "none.csv")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=80), st.sampled_from(["a.csv", "a.json"]))
def test_arbitrary_bytes_are_read_or_refused(tmp_path, content, name):
    """Whatever the bytes, data is read or refused with DataError."""
    path = tmp_path / name
    path.write_bytes(content)
    try:
        data = load_data(path)
    except DataError:
        return
    for table in data.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)
