"""Models from a TOML file: one table ``[default]``, and one for each role that another model plays.

::

    [default]
    model = "…"
    base_url = "http://127.0.0.1:8080/v1"

    [corrector]                                  # what it leaves out, it has from [default]
    model = "…"
    price = { prompt = 0.5, completion = 1.5 }   # a million tokens
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, get_args

from toolkits import lazy_re as re
from verifier.errors import UsageError
from verifier.llm._settings import ROLES, Models, ModelSettings, Price, Structured

_DEFAULT = "default"
_KEYS = tuple(field.name for field in fields(ModelSettings))
_TEXT = frozenset({"model", "base_url", "api_key_env"})
_WHOLE: Mapping[str, int] = {"max_tokens": 1, "tries": 1, "seed": 0}
_SECRET = re.compile(r"^(?:sk-|Bearer )")


def load_models(path: Path) -> Models:
    """The models that a file names.

    Raises:
        UsageError: ``file:line: [table] key: what`` is wrong, and what to do.
    """
    try:
        text = path.read_text(encoding="utf-8")
        tables = tomllib.loads(text, parse_float=Decimal)
    except OSError as error:
        raise UsageError(f"{path}: can't be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: is not UTF-8; save it as UTF-8") from None
    except (tomllib.TOMLDecodeError, InvalidOperation) as error:
        raise UsageError(f"{path}: is no TOML: {error}") from None
    return _Reader(path, text).models(tables)


class _Reader:
    """Reads the tables of one file, and says where something is wrong."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = text.splitlines()

    def models(self, tables: Mapping[str, Any]) -> Models:
        for name, table in tables.items():
            if name != _DEFAULT and name not in ROLES:
                roles = ", ".join(ROLES)
                raise self._wrong("", name, f"no role is called {name!r}; there are default, {roles}")
            if not isinstance(table, Mapping):
                raise self._wrong("", name, f"a table [{name}] is needed")
        default = self._values(_DEFAULT, tables.get(_DEFAULT, {}))
        named = {n: {**default, **self._values(n, t)} for n, t in tables.items() if n != _DEFAULT}
        nameless = next((name for name, values in named.items() if "model" not in values), None)
        if nameless is not None:
            raise self._wrong("", nameless, f"[{nameless}] names no model, and neither does [default]")
        if "model" not in default and set(named) != set(ROLES):
            raise self._wrong("", _DEFAULT, '[default] names no model: add model = "…"')
        settings = {name: ModelSettings(**values) for name, values in named.items()}
        first = ModelSettings(**default) if "model" in default else next(iter(settings.values()))
        return Models(default=first, roles=settings)

    def _values(self, table: str, given: Mapping[str, Any]) -> dict[str, Any]:
        return {key: self._value(table, key, value) for key, value in given.items()}

    def _value(self, table: str, key: str, value: Any) -> Any:
        if key == "api_key":
            raise self._wrong(table, key, "keys don't belong in files: name the variable with api_key_env")
        if key not in _KEYS:
            raise self._wrong(table, key, f"there is no such key; the keys are {', '.join(_KEYS)}")
        if key in _TEXT:
            return self._text(table, key, value)
        if key in _WHOLE:
            if not isinstance(value, int) or isinstance(value, bool) or value < _WHOLE[key]:
                raise self._wrong(table, key, f"a whole number from {_WHOLE[key]} is needed, not {value!r}")
            return value
        if key == "structured":
            if value not in get_args(Structured):
                raise self._wrong(table, key, f"{value!r} is none of {', '.join(get_args(Structured))}")
            return value
        if key == "price":
            return self._price(table, value)
        return float(self._number(table, key, value))

    def _text(self, table: str, key: str, value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise self._wrong(table, key, f"text is needed, not {value!r}")
        if key == "api_key_env" and _SECRET.search(value):
            raise self._wrong(table, key, "that is a key; give the name of the variable that holds it")
        if key == "base_url" and not value.startswith(("http://", "https://")):
            raise self._wrong(table, key, f"{value!r} is no URL: it begins with http:// or https://")
        return value

    def _price(self, table: str, value: Any) -> Price:
        if not isinstance(value, Mapping) or set(value) != {"prompt", "completion"}:
            raise self._wrong(table, "price", "give { prompt = …, completion = … } for a million tokens")
        prompt, completion = (self._number(table, "price", value[name]) for name in ("prompt", "completion"))
        return Price(prompt=prompt, completion=completion)

    def _number(self, table: str, key: str, value: Any) -> Decimal:
        good = isinstance(value, int | Decimal) and not isinstance(value, bool)
        if not good or not Decimal(value).is_finite() or value < 0:
            raise self._wrong(table, key, f"a number from 0 is needed, not {value!s}")
        return Decimal(value)

    def _wrong(self, table: str, key: str, reason: str) -> UsageError:
        where = f"[{table}] {key}: " if table else ""
        return UsageError(f"{self._path}:{self._line(table, key)}: {where}{reason}")

    def _line(self, table: str, key: str) -> int:
        """Where a key or a table stands, from 1; the first line where it can't be found."""
        inside = not table
        for number, line in enumerate(self._lines, start=1):
            head = line.strip().partition("#")[0].strip()
            if head.startswith("["):
                inside = head.strip("[] ").strip("\"'") == (table or key)
                if inside and not table:
                    return number
            elif inside and head.partition("=")[0].strip().strip("\"'") == key:
                return number
        return 1
