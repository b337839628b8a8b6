"""The sources of facts that a command names with ``--facts``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, TypeAlias

from typer import Option

from verifier.cli._exit import CliError

if TYPE_CHECKING:
    from toolkits.facts import Knowledge

Facts: TypeAlias = Annotated[
    list[str] | None,
    Option(
        "--facts",
        metavar="FILE|DIR",
        help="Look facts up in a table, a folder, countries or cities.",
    ),
]
Closed: TypeAlias = Annotated[bool, Option("--facts-closed", help="What --facts lists is all there is.")]


def open_facts(specs: Sequence[str], *, closed: bool = False) -> Knowledge | None:
    """The sources, or ``None`` where none are named.

    Raises:
        CliError: one of them can't be used.
    """
    if not specs:
        return None
    from toolkits.errors import ToolkitError  # noqa: PLC0415  (only who brings sources can bring a wrong one)
    from toolkits.facts import open_sources  # noqa: PLC0415  (likewise)

    try:
        return open_sources(specs, closed=closed)
    except ToolkitError as error:
        raise CliError(f"--facts {error}{f' ({error.hint})' if error.hint else ''}") from None
