"""pandas frames as files of a job, with the Python that reads them back as they were."""

from __future__ import annotations

import io
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pandas import DataFrame

Kind = Literal["csv", "parquet"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameFile:
    """A frame, ready to go into a job.

    Attributes:
        name: of the file, for ``Job.files``.
        content: its bytes.
        kind: ``csv`` or ``parquet``.
        read: the Python expression that reads it back; it needs ``import pandas``.
        libraries: for ``Job.libraries``.
        notes: what does not come back as it was, in words; also why it is not the kind that was asked for.
    """

    name: str
    content: bytes
    kind: Kind
    read: str
    libraries: tuple[str, ...]
    notes: tuple[str, ...] = ()


def frame_file(frame: DataFrame, name: str = "frame", *, kind: Kind = "csv") -> FrameFile:
    """A frame as a file of a job.

    CSV needs nothing but pandas inside, and is read back with its dtypes and its index. Parquet keeps more
    (nested values, time zones), and needs pyarrow on both sides; without it here, or where a column has
    values of several kinds, which Parquet cannot hold, the file is CSV and says so.

    Args:
        frame: the frame; column names must be unique.
        name: the file's name without its ending.
        kind: the wanted format.

    Raises:
        ValueError: two columns have the same name.
    """
    if not frame.columns.is_unique:
        raise ValueError("two columns have the same name: rename one, for a file could not keep them apart")
    path = str(PurePosixPath(name))
    if kind == "csv":
        return _csv(frame, f"{path}.csv", ())
    if find_spec("pyarrow") is None:
        return _csv(frame, f"{path}.csv", ("pyarrow is not installed here, so this is CSV",))
    try:
        content = frame.to_parquet(engine="pyarrow")
    except (ValueError, TypeError, NotImplementedError, OverflowError) as error:  # what pyarrow's are as well
        return _csv(frame, f"{path}.csv", (f"Parquet cannot hold this frame, so this is CSV: {error}",))
    read = f"pandas.read_parquet({path + '.parquet'!r})"
    needed = ("pandas", "pyarrow")
    return FrameFile(name=f"{path}.parquet", content=content, kind="parquet", read=read, libraries=needed)


def _csv(frame: DataFrame, name: str, notes: tuple[str, ...]) -> FrameFile:
    default = _is_default(frame.index)
    text = io.StringIO()
    # Reset, an index is columns like the others; it is put back when the file is read.
    table = frame if default else frame.reset_index(names=_index_names(frame))
    table.to_csv(text, index=False)
    index = [] if default else list(table.columns[: frame.index.nlevels])
    return FrameFile(
        name=name, content=text.getvalue().encode("utf-8", "surrogatepass"), kind="csv",
        read=_reading(name, table, index), libraries=("pandas",), notes=(*notes, *_losses(table)),
    )  # fmt: skip


def _is_default(index: Any) -> bool:
    """Whether an index is what every new frame has: 0, 1, 2 …, without a name."""
    return index.nlevels == 1 and index.name is None and list(index) == list(range(len(index)))


def _index_names(frame: DataFrame) -> list[str]:
    return [str(name) if name is not None else f"index{n}" for n, name in enumerate(frame.index.names)]


def _reading(name: str, table: DataFrame, index: list[Any]) -> str:
    kinds = {str(column): str(dtype) for column, dtype in zip(table.columns, table.dtypes, strict=True)}
    dates = [column for column, kind in kinds.items() if kind.startswith("datetime64")]
    plain = {column: _read_as(kind) for column, kind in kinds.items() if column not in dates}
    options = [f"dtype={plain!r}", "keep_default_na=False", "na_values=['']", "float_precision='round_trip'"]
    if dates:
        options.append(f"parse_dates={dates!r}")
    if index:
        options.append(f"index_col={[str(column) for column in index]!r}")
    return f"pandas.read_csv({name!r}, {', '.join(options)})"


def _read_as(kind: str) -> str:
    """The dtype to read a column with: text stays text ("007"), timedeltas come as text."""
    return (
        kind
        if kind.startswith(("int", "uint", "float", "bool", "Int", "UInt", "Float", "category"))
        else "str"
    )


def _losses(table: DataFrame) -> list[str]:
    """What CSV does not keep of these columns."""
    notes: list[str] = []
    columns: list[Any] = list(table.columns)
    for column, dtype in zip(columns, table.dtypes, strict=True):
        kind = str(dtype)
        if not isinstance(column, str):
            notes.append(f"the column {column!r} is called {str(column)!r} in the file")
        if kind == "object" and not all(isinstance(value, str) for value in table[column].dropna()):
            notes.append(f"the values of {column!r} come as text")
        elif kind.startswith(("timedelta", "period")):
            notes.append(f"the values of {column!r} ({kind}) come as text")
        if kind in {"object", "str", "string"} and (table[column] == "").any():
            notes.append(f"empty texts in {column!r} come as missing values")
    return notes
