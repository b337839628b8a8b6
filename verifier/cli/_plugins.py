"""Loads the modules in which users keep tools of their own; loading one adds its tools to the registry."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module, util
from pathlib import Path

from verifier.cli._exit import CliError


def load_tools(names: Iterable[str]) -> None:
    """Import each module, given as a ``.py`` file or by its dotted name, once.

    Raises:
        CliError: one can't be imported; says why.
    """
    for name in names:
        try:
            _load(name)
        except (Exception, SystemExit) as error:
            raise CliError(f"--tools {name}: {type(error).__name__}: {error}") from error


def _load(name: str) -> None:
    if not name.endswith(".py"):
        if Path(name).is_file():
            raise ImportError("a file of tools must end in .py")
        if "" not in sys.path:
            sys.path.insert(0, "")
        import_module(name)
        return
    path = Path(name)
    if not path.is_file():
        raise FileNotFoundError("no such file")
    name = f"amtfv tools: {path.resolve()}"
    if name in sys.modules:
        return
    spec = util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("not a Python file")
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[name] = module
