"""``amtfv tool``: one tool, JSON in and JSON out."""

from __future__ import annotations

import json
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

from typer import Argument, Option

from toolkits import default_registry
from toolkits.errors import ToolInputError, ToolkitError
from toolkits.registry import Registry, Tool
from verifier.cli._common_options import Tools
from verifier.cli._exit import OK, UNVERIFIED, USAGE, CliError
from verifier.cli._facts import Closed, Facts, open_facts
from verifier.cli._inputs import utf8_argument
from verifier.cli._plugins import load_tools

if TYPE_CHECKING:
    from toolkits.facts import Knowledge


def command(
    name: Annotated[str | None, Argument(metavar="[NAME]", help="The tool's name or alias.")] = None,
    text: Annotated[str | None, Option("--json", metavar="JSON", help="The input, a JSON object.")] = None,
    file: Annotated[
        str | None, Option("--jsonl", metavar="FILE", help="A file of inputs, one a line; - is stdin.")
    ] = None,
    *,
    schema: Annotated[bool, Option("--schema", help="Print the input's JSON Schema.")] = False,
    listing: Annotated[bool, Option("--list", help="List the tools.")] = False,
    tools: Tools = None,
    facts: Facts = None,
    facts_closed: Closed = False,
) -> int:
    """Call one tool, or list the tools.

    Prints the tool's output as JSON. With --jsonl, prints one line for each input: its line number and its
    output, or the error. Rows {id, a, b} of the equivalence tool give {id, outcome, grade, reason, ms}.
    """
    load_tools(tools or [])
    text = None if text is None else utf8_argument(text, "--json")
    registry = default_registry()
    if listing:
        return _list(registry)
    if name is None:
        raise CliError("name a tool (`amtfv tool --list` shows them)")
    try:
        tool = registry.get(name)
    except ToolInputError as error:
        raise CliError(str(error)) from None
    knowledge = open_facts(facts or [], closed=facts_closed)
    if knowledge is not None:
        tool = _with_sources(tool, knowledge)
    if [text is not None, file is not None, schema].count(True) != 1:
        raise CliError(f"give one of --json JSON, --jsonl FILE and --schema: {_example(tool)}")
    if schema:
        _write(tool.input_schema)
        return OK
    if tool.reads is not None:
        from toolkits.sql import trust_names  # noqa: PLC0415  (loads the database engines' seams)

        trust_names()  # whoever types the input may read what they name
    return _call(tool, text) if text is not None else _batch(tool, file or "-")


def _with_sources(tool: Tool, knowledge: Knowledge) -> Tool:
    from toolkits.facts import NAME, fact_checker  # noqa: PLC0415  (only who names sources needs it)

    if tool.name != NAME:
        raise CliError(f"--facts are sources of the tool {NAME}, not of {tool.name}")
    return fact_checker(knowledge)


def _example(tool: Tool) -> str:
    """A call of the tool as it is typed, with the fields that it requires."""
    fields = ", ".join(f'"{name}": …' for name in tool.input_schema.get("required", ()))
    return f"amtfv tool {tool.name} --json '{{{fields}}}'"


def _list(registry: Registry) -> int:
    for tool in registry:
        aliases = f" (also {', '.join(tool.aliases)})" if tool.aliases else ""
        sys.stdout.write(f"{tool.name}{aliases}\n    {tool.description}\n")
    return OK


def _call(tool: Tool, text: str) -> int:
    try:
        _write(dict(tool(_parse(text))))
    except ToolkitError as error:
        hint = f" ({error.hint})" if error.hint else ""
        raise CliError(f"{tool.name}: {error.code}: {error}{hint}", _code(error)) from None
    return OK


def _batch(tool: Tool, file: str) -> int:
    codes: set[int] = set()
    for number, line in enumerate(_lines(file), start=1):
        line = line.removeprefix(BOM_UTF8) if number == 1 else line  # noqa: PLW2901  (some editors put one there)
        if line.strip():
            answer, code = _answer(tool, line)
            codes.add(code)
            _write(answer if "outcome" in answer else {"line": number, **answer})
    if not codes:
        raise CliError(f"--jsonl {file}: holds no input: it is empty")
    return next(code for code in (USAGE, UNVERIFIED, OK) if code in codes)


def _answer(tool: Tool, line: bytes) -> tuple[dict[str, Any], int]:
    named: dict[str, Any] = {}
    try:
        value = _parse(line.decode())
        named = {"id": value["id"]} if "id" in value else {}
        pair = _pair(tool, value)
        return (pair or {"output": dict(tool(value))}), OK
    except UnicodeDecodeError:
        return {"error": {"code": "tool_input", "message": "the line is not UTF-8", "hint": ""}}, USAGE
    except ToolkitError as error:
        told = {"code": error.code, "message": str(error), "hint": error.hint}
        return {**named, "error": told}, _code(error)


def _pair(tool: Tool, value: dict[str, Any]) -> dict[str, Any] | None:
    """Rows of pairs with ids have an answer of their own: ``{id, outcome, grade, reason, ms}``."""
    if tool.name != "equivalence":
        return None
    from toolkits.equivalence import answer, is_row, slips  # noqa: PLC0415  (loads flint)

    if not is_row(value):
        return None
    for name, option in slips(value).items():
        _remark(f"the field {name!r} is not read; did you mean {option!r}?")
    return answer(value)


@cache
def _remark(text: str) -> None:
    """Say it once, however many rows it is true of."""
    sys.stderr.write(f"amtfv tool: {text}\n")


def _code(error: ToolkitError) -> int:
    return USAGE if isinstance(error, ToolInputError) else UNVERIFIED


def _lines(file: str) -> Iterator[bytes]:
    if file == "-":
        yield from sys.stdin.buffer
        return
    try:
        stream: BinaryIO = Path(file).open("rb")  # noqa: SIM115  (closed below; a fault in opening is its own)
    except OSError as error:
        raise CliError(f"--jsonl {file}: can't be read: {error.strerror or error}") from None
    with stream:
        yield from stream


def _parse(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ToolInputError(f"the input is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ToolInputError("the input must be a JSON object")
    return value


def _write(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair: no character, but JSON can spell it
        text = json.dumps(value)
    sys.stdout.write(f"{text}\n")
