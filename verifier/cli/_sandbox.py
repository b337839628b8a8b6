"""``amtfv sandbox``: what runs code here, the image it runs in, and whether its walls hold."""

from __future__ import annotations

import json
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from verifier.cli._exit import OK, REFUTED, UNVERIFIED, CliError
from verifier.report import printable

if TYPE_CHECKING:
    from sandbox import Backend, Probe
    from sandbox.selftest import Trial

#: The head of `amtfv sandbox --help`.
ABOUT = "Say where code from answers runs, build its image, and try its walls."
_WIDTH = 100
_SOURCES = ("auto", "registry", "debian")
_NAMES = "docker, docker+runsc, embedded"


def doctor(
    *, as_json: Annotated[bool, Option("--json", help="Print one JSON object instead.")] = False
) -> int:
    """Say where code can run here, what is in the way elsewhere, and what each wall is worth.

    Exits with 3 when code cannot run here at all.
    """
    from sandbox.doctor import examine  # noqa: PLC0415  (only this command looks at everything)

    found = examine()
    if as_json:
        sys.stdout.write(json.dumps(found.data(), ensure_ascii=False) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in found.lines(_WIDTH))
    return OK if found.chosen.available else UNVERIFIED


def build(
    *,
    source: Annotated[
        str, Option("--from", metavar="WHERE", help="auto, registry, or debian (needs mmdebstrap).")
    ] = "auto",
    extra: Annotated[
        list[str] | None,
        Option("--with", metavar="NAME", help="One more library for jobs, as pip names it; may be repeated."),
    ] = None,
    mirror: Annotated[
        list[str] | None,
        Option("--mirror", metavar="URL", help="Where Debian's packages come from; may be repeated."),
    ] = None,
    renew: Annotated[
        bool, Option("--renew-pins", help="First pin the versions of Debian's packages that there are now.")
    ] = False,
) -> int:
    """Build the image in which Docker runs code; takes a few minutes the first time.

    Its Python comes from a registry, or, where none can be reached, from Debian's packages. Nothing else ever
    pulls or builds it. Prints the image's name and id; what is going on goes to the standard error.

    Exit codes: 0 it is there, 2 usage, 3 it could not be made.
    """
    if source not in _SOURCES:
        raise CliError(f"--from {source}: there are {', '.join(_SOURCES)}")
    from sandbox.docker import NoEngine  # noqa: PLC0415  (used here only)
    from sandbox.image import BuildError, build, renew_pins  # noqa: PLC0415  (likewise)

    try:
        if renew:
            renew_pins(mirror or (), say=_say)
        built = build(source=source, extra=extra or (), mirror=mirror or (), say=_say)  # type: ignore[arg-type]  # checked above
    except NoEngine as error:
        raise CliError(f"{error}\n{error.hint}", UNVERIFIED) from None
    except BuildError as error:
        raise CliError(str(error), UNVERIFIED) from None
    sys.stdout.write(f"{built.tag} {built.image} {built.size_mb:.0f} MB, from {built.source}\n")
    return OK


def _say(line: str) -> None:
    sys.stderr.write(f"{printable(line)}\n")


def selftest(
    *,
    backend: Annotated[
        str | None, Option("--backend", metavar="NAME", help=f"{_NAMES}; the one in use by default.")
    ] = None,
    cases: Annotated[
        Path | None, Option("--cases", metavar="FILE", help="A bank of programs, JSONL; our own by default.")
    ] = None,
) -> int:
    """Try the sandbox's walls with programs that want out, and with good ones that must work.

    Prints one JSON line a case: id, status, held, ms, detail. Nothing runs outside the sandbox.

    Exit codes: 0 all held, 1 not all, 2 usage or a bank that can't be read, 3 no sandbox.
    """
    from sandbox.selftest import OWN, Bait, BankError, read_bank, trial  # noqa: PLC0415  (used here only)
    from verifier.cli._progress import with_progress  # noqa: PLC0415  (likewise)

    bank = cases or OWN
    try:
        found = read_bank(bank)
    except BankError as error:
        raise CliError(f"--cases {error}") from None
    with Bait() as bait:
        runner = _runner(backend)
        tried = []
        for case in with_progress(found, [str(bank)]):
            tried.append(trial(case, runner, bait))
            _write(tried[-1])
    return _summed_up(tried, runner.name)


def _runner(name: str | None) -> Backend:
    from sandbox import UnknownBackend, probe, use  # noqa: PLC0415  (loaded once the bank is known to be good)

    outside = f"these programs never run outside a sandbox; --backend can be {_NAMES}"
    if name == "unsafe_subprocess":
        raise CliError(outside)
    try:
        if name is not None:
            use(name)  # type: ignore[arg-type]  # `use` says which names there are
    except UnknownBackend:
        raise CliError(f"--backend {name}: there are {_NAMES}") from None
    found: Probe = probe()
    if found.runner is None:
        hint = f"\n{found.hint}" if found.hint else ""
        raise CliError(f"no sandbox: {found.detail}{hint}", UNVERIFIED)
    if found.backend == "unsafe_subprocess":
        raise CliError(outside)
    return found.runner


def _write(tried: Trial) -> None:
    row = asdict(tried)
    row.pop("soft")
    sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()


def _summed_up(tried: list[Trial], backend: str) -> int:
    missed = [trial for trial in tried if not trial.held]
    lines = [f"{len(tried) - len(missed)} of {len(tried)} held on {backend}", *_explained(missed)]
    sys.stderr.write("\n".join(lines) + "\n")
    return REFUTED if missed else OK


def _explained(missed: list[Trial]) -> Iterator[str]:
    for tried in missed:
        yield textwrap.shorten(f"  {tried.id}: {tried.detail}", 300)
    kinds = Counter("limitation" if tried.soft else "miss" for tried in missed)
    if kinds["limitation"]:
        yield f"{kinds['limitation']} of these are limitations that the bank marks as soft: nothing got out"


#: The command's own commands.
commands = {"doctor": doctor, "build": build, "selftest": selftest}
