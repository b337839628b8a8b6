"""The ``amtfv`` command.

``--version`` and ``--help`` are answered from here, before anything else is loaded; a command's own module is
loaded when the command is called.
"""

from __future__ import annotations

import sys

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run ``amtfv`` with ``arguments`` (the process's own when ``None``) and return its exit code.

    The codes: 0 nothing refuted, 1 refuted or what ``--fail-on`` names, 2 usage or input error, 3 could not
    verify, 130 interrupted.
    """
    words = sys.argv[1:] if arguments is None else arguments
    if words[:1] == ["--version"]:
        from verifier._version import __version__  # noqa: PLC0415  (a parent package's cost is paid once, here)

        sys.stdout.write(f"amtfv {__version__}\n")
        return 0
    if not words or words[0] in {"--help", "-h"}:
        from verifier.cli._help import HELP  # noqa: PLC0415  (likewise)

        sys.stdout.write(HELP)
        return 0 if words else 2
    from verifier.cli._dispatch import dispatch  # noqa: PLC0415  (loads the command's module)

    return dispatch(words)
