"""Settings of `amtfv check` that need not be typed: a file's, then the environment's, then the flags'.

The file is the nearest ``amtfv.toml``, or ``pyproject.toml`` with a table ``[tool.amtfv]``, in the working
directory or above it, up to the repository's top. Settings become words of the command line, before the
user's own: they are read, and refused, as if they had been typed. A flag that is typed replaces a setting.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from verifier.cli._exit import CliError

_Kind: TypeAlias = Literal["text", "path", "switch", "number"]


@dataclass(frozen=True, slots=True)
class Key:
    """A setting: the option that it stands for, of what kind it is, and whether there may be several."""

    option: str
    kind: _Kind = "text"
    several: bool = False
    words: tuple[str, ...] = ()

    def spellings(self) -> tuple[str, ...]:
        """How a user may have typed it."""
        negative = f"--no-{self.option.removeprefix('--')}"
        return (self.option, negative, "--jobs") if self.kind == "switch" else (self.option,)


KEYS: Mapping[str, Key] = {
    "output-format": Key(
        "--output-format", words=("text", "json", "jsonl", "junit", "sarif", "github", "markdown", "html")
    ),
    "output": Key("-o", "path", several=True),
    "fail-on": Key(
        "--fail-on",
        several=True,
        words=("refuted", "inconclusive", "not_checkable", "weak_plan", "never"),
    ),
    "min-pass-rate": Key("--min-pass-rate", "number"),
    "min-coverage": Key("--min-coverage", "number"),
    "baseline": Key("--baseline", "path"),
    "allow-undecided": Key("--allow-undecided", "switch"),
    "exit-zero": Key("--exit-zero", "switch"),
    "jobs": Key("-j", "number"),
    "progress": Key("--progress", words=("auto", "plain", "none")),
    "journal": Key("--journal", "switch"),
    "cache": Key("--cache", "switch"),
    "log": Key("--log", words=("text", "json")),
    "data": Key("--data", "path", several=True),
    "map": Key("--map"),
    "facts": Key("--facts", several=True),
    "facts-closed": Key("--facts-closed", "switch"),
    "tools": Key("--tools", several=True),
    "planner": Key("--planner", words=("offline", "llm")),
    "tier": Key("--tier", words=("auto", "none", "offline", "full")),
    "policy": Key("--policy", words=("strict", "balanced", "eager")),
    "correct": Key("--correct", "switch"),
    "critic": Key("--critic", "switch"),
    "models": Key("--models", "path"),
    "max-calls": Key("--max-calls", "number"),
    "max-tokens": Key("--max-tokens", "number"),
    "max-money": Key("--max-money", "number"),
    "max-seconds": Key("--max-seconds", "number"),
}
#: Switches that can be turned off by a word of their own.
_NEGATED = frozenset({"journal", "cache"})
_PREFIX = "AMTFV_"
_TRUE, _FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off", ""})


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A value that was set, and by what: ``FILE:LINE`` or a variable's name."""

    key: str
    values: tuple[str, ...]
    origin: str


def configured(words: Sequence[str]) -> list[str]:
    """The command line with what is configured before it; flags that are typed replace it.

    Raises:
        CliError: a key or a value that is not known, with its place.
    """
    found = settings(os.environ)
    if not found:
        return list(words)
    typed = [setting for name, setting in found.items() if not _is_typed(KEYS[name], words)]
    return [*(word for setting in typed for word in _words(setting)), *words]


def settings(environment: Mapping[str, str]) -> dict[str, Setting]:
    """What is set, by key: the file's, and over it the environment's."""
    found: dict[str, Setting] = {}
    for setting in [*_of_file(Path.cwd()), *_of_environment(environment)]:
        found[setting.key] = setting
    return found


def _is_typed(key: Key, words: Sequence[str]) -> bool:
    ways = key.spellings()
    joined = tuple(f"{way}=" for way in ways if way.startswith("--"))
    short = key.option if not key.option.startswith("--") else "\0"
    return any(word in ways or word.startswith((*joined, short)) for word in words)


def _words(setting: Setting) -> Iterator[str]:
    key = KEYS[setting.key]
    if key.kind != "switch":
        for value in setting.values:
            yield key.option
            yield value
    elif setting.values == ("true",):
        yield key.option
    elif setting.key in _NEGATED:
        yield f"--no-{setting.key}"


# --- the file ---------------------------------------------------------------------------------------------
def _of_file(folder: Path) -> Iterator[Setting]:
    for place in (folder, *folder.parents):
        for path in (place / "amtfv.toml", place / "pyproject.toml"):
            text = _text(path)
            if text is not None:
                yield from _read(path, text)
                return
        if (place / ".git").exists():
            return


def _text(path: Path) -> str | None:
    """The file's text, if it is there and has something to say to us."""
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    if path.name == "pyproject.toml" and b"tool.amtfv" not in raw:
        return None
    return raw.decode("utf-8", "replace")


def _read(path: Path, text: str) -> Iterator[Setting]:
    import tomllib  # noqa: PLC0415  (where there is a file)

    name = os.path.relpath(path)
    try:
        table: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CliError(f"{name}: is not TOML: {error}") from None
    if path.name == "pyproject.toml":
        table = table.get("tool", {}).get("amtfv", {})
    for given, value in table.items():
        origin = f"{name}:{_line(text, given, path)}"
        key = _known(str(given).replace("_", "-"), origin)
        values = _listed(key, value, origin)
        if KEYS[key].kind == "path":
            values = [os.path.relpath(path.parent / entry) for entry in values]
        yield _checked(key, values, origin)


def _line(text: str, key: str, path: Path) -> int:
    lines = text.split("\n")
    inside = path.name != "pyproject.toml"
    for number, line in enumerate(lines, start=1):
        words = line.strip()
        if words.startswith("["):
            inside = words.replace(" ", "").startswith("[tool.amtfv") or (
                inside and path.name == "amtfv.toml"
            )
        name = words.partition("=")[0].strip().strip("\"'")
        if (inside and "=" in words and name.partition(".")[0] == key) or words.strip("[]").endswith(
            f".{key}"
        ):
            return number
    return 1


def _known(key: str, origin: str) -> str:
    if key in KEYS:
        return key
    raise CliError(f"{origin}: there is no setting {key!r}{nearest(key)}")


def nearest(key: str) -> str:
    """A hint at the known key that is most like it, "" where none is."""
    from difflib import get_close_matches  # noqa: PLC0415  (needed for a mistake only)

    near = get_close_matches(key, KEYS, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(KEYS)}"


def _listed(key: str, value: Any, origin: str) -> list[str]:
    if isinstance(value, list):
        if not KEYS[key].several:
            raise CliError(f"{origin}: {key} takes one value, not a list")
        return [_one(key, entry, origin) for entry in value]
    return [_one(key, value, origin)]


def _one(key: str, value: Any, origin: str) -> str:
    if isinstance(value, bool):
        if KEYS[key].kind == "switch":
            return "true" if value else "false"
        raise CliError(f"{origin}: {key} is {'true' if value else 'false'}; it takes {_takes(key)}")
    if KEYS[key].kind == "switch" or not isinstance(value, str | int | float):
        raise CliError(f"{origin}: {key} is {value!r}; it takes {_takes(key)}")
    return str(value)


def _takes(key: str) -> str:
    told = {"text": "text", "path": "a file's name", "switch": "true or false", "number": "a number"}
    return " or ".join(KEYS[key].words) or told[KEYS[key].kind]


def _checked(key: str, values: Sequence[str], origin: str) -> Setting:
    words = KEYS[key].words
    for value in values:
        if words and value not in words:
            raise CliError(f"{origin}: {key} is {value!r}; it takes {_takes(key)}")
        if value.startswith("-"):
            raise CliError(f"{origin}: {key} is {value!r}, which is no value")
    return Setting(key=key, values=tuple(values), origin=origin)


# --- the environment --------------------------------------------------------------------------------------
def variable(key: str) -> str:
    """The name of the variable that sets a key."""
    return _PREFIX + key.upper().replace("-", "_")


def _of_environment(environment: Mapping[str, str]) -> Iterator[Setting]:
    if not any(name.startswith(_PREFIX) for name in environment):
        return
    for key, kind in KEYS.items():
        name = variable(key)
        if name not in environment:
            continue
        value = environment[name].strip()
        if kind.kind == "switch":
            yield Setting(key=key, values=(_truth(name, value),), origin=name)
        elif value:
            parts = [part.strip() for part in value.split(",")] if kind.several else [value]
            yield _checked(key, [part for part in parts if part], name)


def _truth(name: str, value: str) -> str:
    if value.lower() in _TRUE:
        return "true"
    if value.lower() in _FALSE:
        return "false"
    raise CliError(f"{name} is {value!r}; it takes 1 or 0")
