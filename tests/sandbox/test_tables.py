"""Frames that go into a job, and pictures that come out of one."""

from __future__ import annotations

import struct
import zlib
from importlib.util import find_spec

import pytest

import sandbox
from sandbox import Job, Limits, _tables, frame_file

pandas = pytest.importorskip("pandas")


def frames():
    """Frames whose text alone would not tell what they hold."""
    return {
        "numbers": pandas.DataFrame({"n": [1, 2], "x": [0.1 + 0.2, 1e-17], "yes": [True, False]}),
        "text": pandas.DataFrame({"code": ["007", "12"], "说": ["a,b", 'q"\n'], "na": ["NA", "null"]}),
        "missing": pandas.DataFrame(
            {"x": [1.5, None], "s": ["a", None], "i": pandas.array([1, None], "Int64")}
        ),
        "dates": pandas.DataFrame({"day": pandas.to_datetime(["2024-02-29", "2023-01-01"])}),
        "index": pandas.DataFrame({"n": [1, 2]}, index=pandas.Index(["b", "a"], name="key")),
        "two levels": pandas.DataFrame(
            {"n": [1, 2]}, index=pandas.MultiIndex.from_tuples([("a", 1), ("b", 2)], names=["k", "m"])
        ),
        "a gap": pandas.DataFrame({"n": [1, 2, 3]})[lambda frame: frame.n != 2],
        "category": pandas.DataFrame({"c": pandas.Categorical(["u", "v", "u"])}),
        "empty": pandas.DataFrame({"n": pandas.Series([], dtype="int64")}),
    }


#: Parquet is tried where pyarrow is installed: it is no dependency of the tests.
_KINDS = ["csv", *(["parquet"] if find_spec("pyarrow") else [])]


@pytest.mark.sandbox
@pytest.mark.parametrize("kind", _KINDS)
@pytest.mark.parametrize("name", frames())
def test_a_frame_arrives_as_it_was(name, kind):
    """Values, dtypes, index and missing cells; what a sandbox value shows of both is the same."""
    frame = frames()[name]
    file = frame_file(frame, kind=kind)
    assert file.kind == kind
    job = Job(
        source=f"import pandas\n{file.read}", files={file.name: file.content}, libraries=file.libraries,
        limits=Limits(wall_s=20.0),
    )  # fmt: skip
    found = sandbox.run(job)
    assert found.status == "ok", found.stderr
    expected = sandbox.encode(frame)
    for part in ("columns", "rows", "dtypes"):
        assert found.value[part] == expected[part], part
    assert found.value["index"] == expected["index"]
    assert file.notes == ()


def test_what_csv_does_not_keep_is_said():
    """Empty texts, values of mixed kinds, names that are no text."""
    frame = pandas.DataFrame({"s": ["", "a"], "mixed": [1, "x"], 3: [1, 2], "t": pandas.to_timedelta([1, 2])})
    said = " ".join(frame_file(frame).notes)
    for part in ("empty texts in 's'", "'mixed' come as text", "3 is called '3'", "'t' (timedelta"):
        assert part in said


def test_columns_of_the_same_name_are_refused():
    """A file could not keep them apart."""
    with pytest.raises(ValueError, match="same name"):
        frame_file(pandas.DataFrame([[1, 2]], columns=["a", "a"]))


def test_parquet_without_pyarrow_is_csv_and_says_so():
    """With pyarrow it is Parquet, and the job asks for it."""
    file = frame_file(frames()["numbers"], "data/numbers", kind="parquet")
    if find_spec("pyarrow") is None:
        assert (file.kind, file.name) == ("csv", "data/numbers.csv")
        assert "pyarrow is not installed" in file.notes[0]
    else:
        assert (file.kind, file.name) == ("parquet", "data/numbers.parquet")
        assert "pyarrow" in file.libraries


def test_what_parquet_cannot_hold_is_csv_and_says_so(monkeypatch):
    """A column of several kinds is refused by pyarrow with an error that is also a ValueError."""

    def refuse(_frame, **_options):
        raise ValueError("Could not convert 'x'")

    if find_spec("pyarrow") is None:
        monkeypatch.setattr(_tables, "find_spec", lambda _name: True)
        monkeypatch.setattr(pandas.DataFrame, "to_parquet", refuse)
    file = frame_file(pandas.DataFrame({"a": [1, "x"]}), kind="parquet")
    assert (file.kind, file.name, file.libraries) == ("csv", "frame.csv", ("pandas",))
    assert "Parquet cannot hold this frame, so this is CSV: " in file.notes[0]
    assert "Could not convert 'x'" in file.notes[0]


PLOT = """
import struct, zlib

def chunk(kind, data):
    body = kind + data
    return struct.pack('>I', len(data)) + body + struct.pack('>I', zlib.crc32(body))

rows = b''.join(b'\\0' + bytes(255 if x == y else 0 for x in range(size)) for y in range(size))
with open('plot.png', 'wb') as file:
    file.write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', size, size, 8, 0, 0, 0, 0)))
    file.write(chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
open('other.txt', 'w').close()
"""


@pytest.mark.sandbox
def test_a_picture_comes_out():
    """A PNG that the program wrote is among the outcome's files, byte for byte, and nothing unasked is."""
    found = sandbox.run(Job(source=PLOT, inputs={"size": 16}, collect=("*.png",)))
    assert found.status == "ok", found.stderr
    assert list(found.files) == ["plot.png"]
    picture = found.files["plot.png"]
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", picture[16:24]) == (16, 16)
    length = struct.unpack(">I", picture[33:37])[0]
    assert zlib.decompress(picture[41 : 41 + length])[:3] == b"\0\xff\0"
