"""A notebook as one document: its prose as it stands, its code fenced, and after it what it printed.

Only what went to the standard output is judged: a program that is run again prints that, while the value that
a cell ends with is shown by the notebook. Where a cell has commands of the notebook's own (``%``, ``!``) the
programs can't be run elsewhere, and no output is judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from toolkits import lazy_re as re
from verifier.cli._rows import RowError

_MAGIC = re.compile(r"^[ \t]*[%!]", re.MULTILINE)
_TICKS = re.compile(r"`{3,}")


def read_notebook(value: object) -> tuple[str, tuple[str, ...]]:
    """The document, and the strings of the file that its lines come from, in order.

    Raises:
        RowError: it is no notebook.
    """
    if not isinstance(value, Mapping) or not isinstance(value.get("cells"), list):
        raise RowError("is no notebook: it has no cells (of nbformat 4)")
    cells = [cell for cell in value["cells"] if isinstance(cell, Mapping)]
    sources = ["".join(_strings(cell.get("source"))) for cell in cells if cell.get("cell_type") == "code"]
    runs = not any(_MAGIC.search(source) for source in sources)
    parts: list[str] = []
    pieces: list[str] = []
    for cell in cells:
        text = list(_strings(cell.get("source")))
        if not "".join(text).strip():
            continue
        if cell.get("cell_type") == "markdown":
            parts.append("".join(text))
            pieces += text
        elif cell.get("cell_type") == "code":
            parts.append(_fenced("".join(text), _language(value)))
            pieces += text
            shown = list(_printed(cell)) if runs else []
            if shown:
                parts.append(_fenced("".join(shown), "output"))
                pieces += shown
    return "".join(f"{part.rstrip(chr(10))}\n\n" for part in parts), tuple(pieces)


def _strings(value: object) -> Iterator[str]:
    """A text of a notebook: one string, or a list of its lines."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (line for line in value if isinstance(line, str))


def _printed(cell: Mapping[str, Any]) -> Iterator[str]:
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else []:
        if (
            isinstance(output, Mapping)
            and output.get("output_type") == "stream"
            and output.get("name") == "stdout"
        ):
            yield from _strings(output.get("text"))


def _language(notebook: Mapping[str, Any]) -> str:
    metadata = notebook.get("metadata")
    info = metadata.get("language_info") if isinstance(metadata, Mapping) else None
    name = info.get("name") if isinstance(info, Mapping) else None
    return name if isinstance(name, str) and name.isalnum() else "python"


def _fenced(text: str, info: str) -> str:
    longest = max((len(found[0]) for found in _TICKS.finditer(text)), default=2)
    ticks = "`" * max(longest + 1, 3)
    return f"{ticks}{info}\n{text.rstrip(chr(10))}\n{ticks}\n"
