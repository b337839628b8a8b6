"""``amtfv train``: worked examples, kept in a file and shown where models write code for a like question."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

from typer import Argument, Option

from verifier.cli._exit import OK, UNVERIFIED, CliError
from verifier.cli._inputs import MAX_BYTES, STDIN
from verifier.cli._model_options import takes_models
from verifier.cli._models import ModelFlags, budget_of, gateway_of
from verifier.errors import ModelError
from verifier.examples import DEFAULT_PATH, Example, Examples, ExamplesError, Kind
from verifier.report import printable

if TYPE_CHECKING:
    from verifier.examples._measure import Measured
    from verifier.llm import Session

#: The head of `amtfv train --help`.
ABOUT = "Keep worked examples: questions with the code that answers them, and documents."
_WIDTH = 76
_T = TypeVar("_T")
#: Options about models that mean nothing to programs written for questions alone.
_NOT_MEASURED = ("planner", "tier", "correct", "evidence", "critic", "policy", "private", "max_seconds")

File: TypeAlias = Annotated[Path, Option("--examples", metavar="FILE", help="The file of examples.")]


def add(
    question: Annotated[str, Argument(metavar="QUESTION", help="The question; a document's title.")],
    code: Annotated[
        Path | None, Option("--code", metavar="FILE|-", help="The code that answers it; - reads stdin.")
    ] = None,
    document: Annotated[
        Path | None, Option("--document", metavar="FILE|-", help="A text to keep under that title.")
    ] = None,
    *,
    sql: Annotated[bool, Option("--sql", help="The code is SQL, not Python.")] = False,
    examples: File = DEFAULT_PATH,
) -> int:
    """Keep a question with its code, or a document. The same question again replaces what was kept."""
    if (code is None) == (document is None):
        raise CliError("give --code FILE for a question, or --document FILE for a text")
    content = _read(code or document or Path(STDIN))
    if not content.strip():
        raise CliError(f"{code or document} is empty")
    kind: Kind = "document" if document else "sql" if sql else "python"
    example = Example(kind=kind, question=question.strip(), content=content)
    new = _told(lambda: Examples.open(examples).add(example))
    sys.stdout.write(f"{example.id} {'added' if new else 'replaced'}\n")
    return OK


def listed(
    examples: File = DEFAULT_PATH,
    *,
    as_json: Annotated[bool, Option("--json", help="One JSON object a line, with the content.")] = False,
) -> int:
    """List what is kept: id, kind and question."""
    for example in _told(lambda: _opened(examples).all()):
        if as_json:
            sys.stdout.write(json.dumps({"id": example.id, **example.row()}, ensure_ascii=False) + "\n")
        else:
            line = " ".join(example.question.split())
            cut = line if len(line) <= _WIDTH else f"{line[:_WIDTH]}…"
            sys.stdout.write(f"{example.id}  {example.kind:<8}  {printable(cut)}\n")
    return OK


def remove(
    ids: Annotated[list[str], Argument(metavar="ID", help="Ids, as `amtfv train list` shows them.")],
    examples: File = DEFAULT_PATH,
) -> int:
    """Remove examples by their ids."""
    kept = _told(lambda: _opened(examples))
    known = {example.id for example in kept.all()}
    missing = [key for key in ids if key not in known]
    if missing:
        raise CliError(f"there is no example {missing[0]!r}; nothing was removed")
    sys.stdout.write(f"{_told(lambda: kept.remove(ids))} removed\n")
    return OK


def imported(
    file: Annotated[
        Path, Argument(metavar="FILE|-", help="JSONL: question, code, language; or title, text.")
    ],
    examples: File = DEFAULT_PATH,
) -> int:
    """Keep the examples of a JSONL file, all of them or, where one can't be used, none."""
    found = list(_rows(file))
    new = _told(lambda: Examples.open(examples).add(*found))
    sys.stdout.write(f"{new} added, {len(found) - new} replaced\n")
    return OK


def exported(examples: File = DEFAULT_PATH) -> int:
    """Write the examples as JSONL that `amtfv train import` reads."""
    for example in _told(lambda: _opened(examples).all()):
        sys.stdout.write(json.dumps(example.row(), ensure_ascii=False) + "\n")
    return OK


@takes_models(
    without=("planner", "tier", "correct", "evidence", "critic", "policy", "private", "max_seconds")
)
def measure(
    *,
    most: Annotated[int | None, Option("-n", min=1, metavar="N", help="Pairs to ask about; all.")] = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON object instead.")] = False,
    models: ModelFlags,
) -> int:
    """Say what the examples are worth: ask each stored question with the others shown, and without.

    A model writes a program each time; it is right where it gives what the stored code gives. No question is
    an example of itself. With --record the calls are kept, with --replay they cost nothing.
    """
    if models.examples == "off":
        raise CliError("--examples off: name the file that is measured")
    path = Path(models.examples) if models.examples else DEFAULT_PATH
    kept = _told(lambda: _opened(path))
    found = _measured(models, kept, most)
    if as_json:
        sys.stdout.write(
            json.dumps({n.rstrip("_"): getattr(found, n) for n in found.__dataclass_fields__}) + "\n"
        )
    else:
        sys.stdout.write("".join(f"{line}\n" for line in _lines(found)))
    return OK


commands = {
    "add": add, "list": listed, "remove": remove, "import": imported, "export": exported, "measure": measure,
}  # fmt: skip


def _measured(models: ModelFlags, kept: Examples, most: int | None) -> Measured:
    import anyio  # noqa: PLC0415  (only this command waits)

    from toolkits import default_registry  # noqa: PLC0415  (likewise)
    from toolkits.errors import ToolkitError  # noqa: PLC0415  (likewise)
    from verifier.examples._measure import measured  # noqa: PLC0415  (likewise)

    gateway = gateway_of(models, needed=True)
    assert gateway is not None

    def opened() -> Session:
        return gateway.session(budget_of(models))

    async def whole() -> Measured:
        try:
            return await measured(opened, kept, default_registry(), most=most)
        finally:
            await gateway.aclose()

    try:
        return anyio.run(whole)
    except (ModelError, ToolkitError) as error:
        raise CliError(str(error), UNVERIFIED) from None


def _lines(found: Measured) -> Iterator[str]:
    yield f"{found.pairs} questions, {found.shown} with examples; {found.skipped} skipped (no value)"
    yield f"right without examples: {found.without}"
    yield f"right with examples:    {found.with_}  ({found.mended} mended, {found.spoilt} spoilt)"


def _opened(path: Path) -> Examples:
    return Examples.open(path, create=False)


def _told(work: Callable[[], _T]) -> _T:
    try:
        return work()
    except ExamplesError as error:
        raise CliError(str(error)) from None


def _read(path: Path) -> str:
    try:
        if str(path) == STDIN:
            raw = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with path.open("rb") as stream:
                raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise CliError(f"{path} can't be read: {error.strerror or error}") from None
    if len(raw) > MAX_BYTES:
        raise CliError(f"{path} is larger than {MAX_BYTES // 2**20} MiB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CliError(f"{path} is not UTF-8 (offset {error.start})") from None


def _rows(path: Path) -> Iterator[Example]:
    for number, line in enumerate(_read(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield Example.of_row(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise CliError(f"{path}:{number}: {error}") from None
