"""Results that are kept: of the last check, so that it can be taken up again, and of all checks, as a cache.

A result serves again only for the same answer at the same place, checked by the same options with the same
tools of the same version. With models, tools, facts or templates of the user's own nothing serves: they may
change unseen; the cache never serves a result of a failing tool, or one that a limit or a clock touched.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Literal

from verifier._version import __version__
from verifier.cli._exit import CliError
from verifier.cli._inputs import Done, Entry, Fault, Item
from verifier.cli._models import ModelFlags
from verifier.cli._settings import Checked, Settings

FOLDER = Path(".amtfv")
_LAST = FOLDER / "last.jsonl"
_CACHE = FOLDER / "cache.sqlite"
#: The most results that the cache holds; the oldest go first.
_MOST = 50_000


@dataclass(frozen=True, slots=True)
class Keeping:
    """What is kept and what is taken: nothing of ``take`` with ``""``."""

    take: Literal["", "resume", "retry"] = ""
    cache: bool = False
    record: bool = True


class Kept:
    """Serves results that are there, and records those that come; to be closed."""

    def __init__(self, keeping: Keeping, settings: Settings) -> None:
        own = (
            settings.models != ModelFlags()
            or settings.tools
            or settings.facts
            or "AMTFV_TEMPLATES" in os.environ
        )
        if own and (keeping.take or keeping.cache):
            _say(
                "models, tools, facts and templates of your own may change unseen: everything is checked anew"
            )
        self._serves = not own
        self._base = _base(settings) if self._serves else ""
        self._old = _last(keeping.take) if self._serves and keeping.take else {}
        self._cache = _open_cache() if self._serves and keeping.cache else None
        self._last = _open_last() if self._serves and keeping.record else None
        self.served = 0

    def entries(self, entries: Iterable[Entry]) -> Iterator[Entry | Done]:
        """The entries, with those done whose results are there."""
        for entry in entries:
            checked = self._find(entry) if isinstance(entry, Item) else None
            if checked is None or isinstance(entry, Fault):
                yield entry
            else:
                self.served += 1
                yield Done(item=entry, checked=checked)

    def _find(self, item: Item) -> Checked | None:
        if not self._old and self._cache is None:
            return None
        key = self._key(item)
        if key in self._old:
            return self._old[key]
        if self._cache is None:
            return None
        row = self._cache.execute("SELECT body FROM result WHERE key = ?", (key,)).fetchone()
        return None if row is None else _loaded(row[0])

    def put(self, item: Item, checked: Checked) -> None:
        """Record a result."""
        if self._last is None and self._cache is None:
            return
        key, body = self._key(item), json.dumps(asdict(checked), ensure_ascii=True)
        if self._last is not None:
            self._last.write(f'{{"key": "{key}", "checked": {body}}}\n')
            self._last.flush()
        if self._cache is not None and checked.lasting:
            with suppress(sqlite3.Error):  # a cache that can't be written serves less
                self._cache.execute("INSERT OR REPLACE INTO result (key, body) VALUES (?, ?)", (key, body))

    def _key(self, item: Item) -> str:
        told = repr(replace(item, raw=""))
        return hashlib.sha256(f"{self._base}\n{told}".encode("utf-8", "surrogatepass")).hexdigest()

    def close(self) -> None:
        """Close what is open."""
        if self._last is not None:
            self._last.close()
        if self._cache is not None:
            with suppress(sqlite3.Error):
                keep = "SELECT rowid FROM result ORDER BY rowid DESC LIMIT ?"
                self._cache.execute(f"DELETE FROM result WHERE rowid NOT IN ({keep})", (_MOST,))  # noqa: S608
            self._cache.close()


def _base(settings: Settings) -> str:
    from toolkits import default_registry  # noqa: PLC0415  (loaded by the check anyway)

    tools = [(tool.name, tool.version) for tool in default_registry()]
    place = os.environ.get("AMTFV_SANDBOX", "")
    return repr((__version__, sorted(tools), place, replace(settings, journal=None, log=None)))


def _last(take: str) -> dict[str, Checked]:
    try:
        lines = _LAST.read_text(encoding="utf-8").splitlines()
    except OSError:
        option = "--retry-errors" if take == "retry" else "--resume"
        raise CliError(f"{option}: no check was recorded in {FOLDER}{os.sep}") from None
    found = {}
    for line in lines:
        with suppress(ValueError, KeyError, TypeError):  # the line that was being written when it was cut off
            entry = json.loads(line)
            found[str(entry["key"])] = Checked(**entry["checked"])
    return {key: checked for key, checked in found.items() if not (take == "retry" and checked.broken)}


def _loaded(body: str) -> Checked | None:
    try:
        return Checked(**json.loads(body))
    except (ValueError, TypeError):
        return None


def _open_last() -> IO[str] | None:
    try:
        FOLDER.mkdir(exist_ok=True)
        return _LAST.open("w", encoding="utf-8")
    except OSError:
        return None  # the journal says that nothing can be recorded here


def _open_cache() -> sqlite3.Connection | None:
    try:
        FOLDER.mkdir(exist_ok=True)
        connection = sqlite3.connect(_CACHE, isolation_level=None)
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("CREATE TABLE IF NOT EXISTS result (key TEXT UNIQUE, body TEXT NOT NULL)")
    except (OSError, sqlite3.Error) as error:
        _say(f"results are not cached: {error}")
        return None
    return connection


def _say(message: str) -> None:
    sys.stderr.write(f"amtfv check: {message}\n")
