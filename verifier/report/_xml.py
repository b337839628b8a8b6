"""Text that may stand in XML: what XML 1.0 can't hold is replaced, the rest is escaped."""

from __future__ import annotations

from collections.abc import Mapping

from toolkits import lazy_re as re

#: All that is no ``Char`` of XML 1.0, lone surrogates included.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TEXT = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord("\r"): "&#13;"}
_VALUE = {**_TEXT, ord('"'): "&quot;", ord("\n"): "&#10;", ord("\t"): "&#9;"}


def text(value: str) -> str:
    """``value`` between tags."""
    return _FORBIDDEN.sub("\ufffd", value).translate(_TEXT)


def attributes(values: Mapping[str, str | int]) -> str:
    """Attributes with a space before each."""
    return "".join(
        f' {name}="{_FORBIDDEN.sub(chr(0xFFFD), str(value)).translate(_VALUE)}"'
        for name, value in values.items()
    )
