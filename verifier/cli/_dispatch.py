"""Loads a command's module, parses its options, and turns every ending into an exit code."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from verifier.cli._exit import INTERRUPTED, UNVERIFIED, USAGE, CliError
from verifier.cli._help import COMMANDS

Command = Callable[..., int]
_MODULES = {"eval": "evals.cli", "config": "verifier.cli._config_command"}
_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def dispatch(words: list[str]) -> int:
    """Run the command that ``words`` name, with its options; the exit code."""
    name, *options = words
    if name == "eval":
        from verifier.cli._evals import obstacle  # noqa: PLC0415  (only eval commands look for the package)

        if obstacle():
            return _complain(name, obstacle(), USAGE)
    if name not in COMMANDS:
        return _unknown(name)
    _open_missing_streams()
    _speak_utf8()
    try:
        code = _invoke(name, options)
        sys.stdout.flush()
    except CliError as error:
        return _complain(name, str(error), error.code)
    except KeyboardInterrupt:
        return _complain(name, "interrupted", INTERRUPTED)
    except BrokenPipeError:
        _drop_stdout()
        return UNVERIFIED
    except OSError as error:
        _drop_stdout()
        return _complain(name, f"the output can't be written: {error.strerror or error}", UNVERIFIED)
    return code


def _invoke(name: str, options: list[str]) -> int:
    if name == "check" and not {"-h", "--help"} & set(options):
        from verifier.cli._config import configured  # noqa: PLC0415  (only check is configured)

        options = configured(options)
    if name == "check":
        from verifier.cli._checking import check  # noqa: PLC0415  (other commands do without)
        from verifier.cli._plain import plain_options  # noqa: PLC0415  (likewise)

        arguments = plain_options(options)
        if arguments is not None:
            return check(**arguments)
    return _parsed(name, options)


def _parsed(name: str, options: list[str]) -> int:
    import typer  # noqa: PLC0415  (costs more than all of `--help`)
    from typer.exceptions import Exit, TyperException  # noqa: PLC0415  (likewise)

    from verifier.cli._grouped import GroupedCommand  # noqa: PLC0415  (likewise)

    module = import_module(_MODULES.get(name, f"verifier.cli._{name}"))
    parts: dict[str | None, Command] = getattr(module, "commands", None) or {None: module.command}
    app = typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        context_settings=_CONTEXT,
        help=getattr(module, "ABOUT", None),
    )
    for part, command in parts.items():
        app.command(part, cls=GroupedCommand, context_settings=_CONTEXT)(command)
    parser = typer.main.get_command(app)
    try:
        with parser.make_context(f"amtfv {name}", options) as context:
            code: int = parser.invoke(context)
    except TyperException as error:
        # Where one of several words is asked for, the framework quotes its validator's own prefix.
        message = error.format_message().replace(": Value error, ", ": ")
        return _complain(name, f"{message}\nTry `amtfv {name} --help`.", USAGE)
    except Exit as ending:
        return ending.exit_code
    return code


def _unknown(name: str) -> int:
    from difflib import get_close_matches  # noqa: PLC0415  (needed for a mistake only)

    near = get_close_matches(name, COMMANDS, n=1)
    hint = f"Did you mean `{near[0]}`?" if near else f"Commands: {', '.join(COMMANDS)}."
    if name.startswith("-"):
        sys.stderr.write(f"amtfv: there is no option {name!r}. Try `amtfv --help`.\n")
    else:
        sys.stderr.write(f"amtfv: there is no command {name!r}. {hint}\n")
    return USAGE


def _complain(name: str, message: str, code: int) -> int:
    from verifier.report import printable  # noqa: PLC0415  (loaded for a complaint only)

    lines = map(printable, f"amtfv {name}: {message}".split("\n"))
    with suppress(OSError):  # nobody to complain to: the exit code remains
        sys.stderr.write("\n".join(lines) + "\n")
    return code


def _open_missing_streams() -> None:
    """A stream that the caller closed is an empty one, and its number is not given to a file of ours."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  (for good)


def _speak_utf8() -> None:
    """Data is UTF-8 wherever it goes; a terminal that can't show a character shows another in its place."""
    stdout = sys.stdout
    if not isinstance(stdout, io.TextIOWrapper):
        return
    if stdout.isatty():
        stdout.reconfigure(errors="replace")
    else:
        stdout.reconfigure(encoding="utf-8", errors="strict", newline="\n")


def _drop_stdout() -> None:
    """Nobody reads on: keep the interpreter from complaining about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
