"""A folder of texts (Markdown, text, HTML, PDF) as a source: sentences with their places, in an FTS5 index.

A sentence has a say only where it states the claim's entity and attribute itself, by the same reading as the
claim; its value is then compared like a cell. What it only resembles decides nothing.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolkitError, ToolLimit, ToolUnavailable
from toolkits.facts._compare import compare
from toolkits.facts._records import Fact, FactClaim, Found, Passage
from toolkits.facts._statement import Reading, read_statement
from toolkits.facts._words import attribute_keys, is_chinese, key

TEXTS: Final = (".md", ".markdown", ".txt", ".html", ".htm", ".pdf")
MAX_FILES: Final = 5_000
MAX_BYTES: Final = 256 * 2**20
_MAX_HITS: Final = 200
_SENTENCE: Final = re.compile(
    r"(?<=[.!?])\s+(?=[A-Z0-9\"“*\u3400-\u9fff])|(?<=[。！？；])|\n\s*\n|\n(?=\s*(?:[-*•#>|]|\d{1,2}[.)]\s))"
)
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True)
class Folder:
    """Texts as a source.

    Attributes:
        path: the folder.
        closed: what its sentences list of an entity's attribute is all there is.
        retrieved: the date of its content, as its owner gives it.
    """

    path: Path
    closed: bool = False
    retrieved: str = ""

    @property
    def id(self) -> str:
        """The folder's name."""
        return self.path.name or str(self.path)

    @property
    def origin(self) -> str:
        """The folder's name: its files don't confirm each other."""
        return self.id

    @cached_property
    def _sentences(self) -> tuple[tuple[str, str], ...]:
        """(locator, sentence) for each sentence, in the order of the files' names."""
        return tuple(_sentences_of(self.path))

    @property
    def digest(self) -> str:
        """Of all that it holds."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        """Of every sentence and its place."""
        sha = hashlib.sha256(str(self.closed).encode())
        for locator, sentence in self._sentences:
            sha.update(f"{locator}\0{sentence}\0".encode())
        return sha.hexdigest()[:16]

    @cached_property
    def _index(self) -> sqlite3.Connection:
        index = sqlite3.connect(":memory:", check_same_thread=False)
        index.execute("CREATE VIRTUAL TABLE passages USING fts5(text, tokenize = 'unicode61')")
        index.executemany("INSERT INTO passages(text) VALUES (?)", ((text,) for _, text in self._sentences))
        return index

    def _hits(self, entity: str) -> Iterator[tuple[str, str]]:
        """Sentences that hold the words of an entity's name."""
        if is_chinese(entity):  # no spaces, so no words to index
            rows = self._index.execute(
                "SELECT rowid FROM passages WHERE instr(text, ?) ORDER BY rowid LIMIT ?",
                (entity.strip(), _MAX_HITS),
            )
        else:
            words = " ".join(f'"{word}"' for word in _WORD.findall(entity))
            if not words:
                return
            rows = self._index.execute(
                "SELECT rowid FROM passages WHERE passages MATCH ? ORDER BY rowid LIMIT ?", (words, _MAX_HITS)
            )
        yield from (self._sentences[row[0] - 1] for row in rows.fetchall())

    def _readings(self, entity: str, attribute: str) -> Iterator[tuple[str, str, Reading]]:
        wanted, names = key(entity), attribute_keys(attribute)
        for locator, sentence in self._hits(entity):
            for reading in read_statement(sentence):
                if key(reading.entity) == wanted and attribute_keys(reading.attribute) & names:
                    yield locator, sentence, reading

    def knows(self, entity: str, attribute: str) -> bool:
        """Whether a sentence states that attribute of that entity."""
        return bool(attribute) and next(self._readings(entity, attribute), None) is not None

    def lookup(self, claim: FactClaim) -> Found:
        """The values that its sentences state, and sentences that repeat or deny the claim."""
        if not claim.attribute:
            return self._restated(claim)
        facts: dict[Fact, None] = {}
        denied: list[Passage] = []
        for locator, sentence, reading in self._readings(claim.entity, claim.attribute):
            fact = reading.fact(locator)
            if not reading.negated:
                facts[fact] = None
            elif compare(claim, fact) == ("supports", "match"):
                denied.append(
                    Passage(text=sentence[:500], locator=locator, stance="refutes", reason="denied")
                )
        return Found(facts=tuple(facts), passages=tuple(denied))

    def _restated(self, claim: FactClaim) -> Found:
        wanted = key(claim.text)
        if len(wanted.split()) + len(wanted) // 8 < 3:
            return Found()
        words = max(_WORD.findall(claim.text) or [""], key=len)
        hits = [(at, text) for at, text in self._hits(words) if key(text) == wanted]
        return Found(passages=tuple(Passage(text=text[:500], locator=at) for at, text in hits[:1]))


# --- files --------------------------------------------------------------------------------------------
def _sentences_of(folder: Path) -> Iterator[tuple[str, str]]:
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in TEXTS and path.is_file())
    if len(files) > MAX_FILES:
        raise ToolLimit(f"{folder}: holds more than {MAX_FILES} texts")
    if sum(path.stat().st_size for path in files) > MAX_BYTES:
        raise ToolLimit(f"{folder}: its texts are longer than {MAX_BYTES // 2**20} MiB together")
    for path in files:
        name = path.relative_to(folder).as_posix()
        for place, text in _pages(path):
            yield from _split(name, place, text)


def _split(name: str, place: str, text: str) -> Iterator[tuple[str, str]]:
    at = 0
    for match in (*_SENTENCE.finditer(text), None):
        end = match.start() if match else len(text)
        raw = text[at:end]
        sentence = " ".join(raw.split())
        if len(sentence) > 3:
            line = text.count("\n", 0, at + len(raw) - len(raw.lstrip())) + 1
            yield f"{name}:{place or line}", sentence
        at = match.end() if match else end


def sentences(text: str) -> list[str]:
    """The sentences of a text, without their places."""
    return [sentence for _, sentence in _split("", "-", text)]


def _pages(path: Path) -> Iterator[tuple[str, str]]:
    """(page, text) of a file; the page is "" where lines are counted."""
    if path.suffix.lower() == ".pdf":
        yield from _pdf(path)
        return
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ToolInputError(f"{path}: can't be read: {error.strerror or error}", code="facts_file") from None
    except UnicodeDecodeError:
        raise ToolInputError(f"{path}: is not UTF-8; save it as UTF-8", code="facts_file") from None
    yield "", (_plain(text) if path.suffix.lower() in {".html", ".htm"} else text)


def _pdf(path: Path) -> Iterator[tuple[str, str]]:
    try:
        from pypdf import PdfReader  # noqa: PLC0415  (an extra)
        from pypdf.errors import PyPdfError  # noqa: PLC0415  (likewise)
    except ImportError as error:
        raise ToolUnavailable(
            f"{path.name} needs pypdf: {error}", code="missing_library", hint="pip install 'amtfv[facts]'"
        ) from error
    try:
        for number, page in enumerate(PdfReader(path).pages, start=1):
            yield f"p{number}", page.extract_text()
    except ToolkitError:
        raise
    except (PyPdfError, OSError, ValueError, KeyError, TypeError) as error:
        raise ToolInputError(f"{path}: is no PDF that can be read: {error}", code="facts_file") from None


class _Text(HTMLParser):
    """The text of a page, its lines kept, without scripts and styles."""

    _HIDDEN = frozenset({"script", "style", "head", "template", "noscript"})
    _BLOCKS = frozenset(
        [
            "p",
            "div",
            "li",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "tr",
            "td",
            "th",
            "table",
            "section",
            "article",
            "br",
            "ul",
            "ol",
            "blockquote",
        ]
    )

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self._hidden += tag in self._HIDDEN
        if tag in self._BLOCKS:
            self.parts.append("\n\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden = max(0, self._hidden - (tag in self._HIDDEN))
        if tag in self._BLOCKS:
            self.parts.append("\n\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)


def _plain(html: str) -> str:
    reader = _Text()
    reader.feed(html)
    reader.close()
    return "".join(reader.parts)
