"""What a pattern cannot match without: a look at the text that spares compiling most patterns."""

from __future__ import annotations

from toolkits import lazy_re as re

_CLASS_OR_ESCAPE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]")
_GROUP = re.compile(r"\([^()]*\)")
#: What may be missing from a text, or is not a letter of it.
_LOOSE = re.compile(r".(?:[*?]|\{[^}]*\})[?+]?|[.^$+]")


def fixed_words(pattern: str) -> tuple[str, ...]:
    """Texts, in small letters, that stand in every text which ``pattern`` matches; letters' case aside.

    They are what is left of the pattern without its groups, classes, escapes and optional characters: some of
    what it needs, at times nothing.
    """
    plain, grouped = _CLASS_OR_ESCAPE.sub(".", pattern), 1
    while grouped:
        plain, grouped = _GROUP.subn(".", plain)
    if "|" in plain:
        return ()
    return tuple(word.casefold() for part in _LOOSE.split(plain) if (word := part.strip()))
