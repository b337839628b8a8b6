"""The templates in use: the shipped ones, and folders of the user's own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path

from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.templates._build import derive, without_parts
from verifier.planning.templates._cover import LanguageForm
from verifier.planning.templates._document import TemplateError
from verifier.planning.templates._kinds import is_name, unit_words
from verifier.planning.templates._reader import read_template, read_vocabulary
from verifier.planning.templates._schema import LANGUAGES, Template, Vocabulary
from verifier.planning.templates._terms import Abstain
from verifier.planning.templates._tokens import Token, is_chinese, plain_words, tokenise
from verifier.planning.templates._word_lists import NUMBER_WORDS

#: Folders with the user's own templates, separated as in PATH.
ENVIRONMENT = "AMTFV_TEMPLATES"
#: Group of the entry points that name a package or module whose folder holds templates.
ENTRY_POINTS = "amtfv.templates"
_PACKAGE = "verifier.planning.templates"
_SUFFIXES = (".yaml", ".yml")
_MAX_BYTES = 200_000


@dataclass(frozen=True)
class Library:
    """Templates, ready to be matched against questions."""

    templates: Mapping[str, Template]
    forms: Mapping[str, tuple[LanguageForm, ...]]

    @cached_property
    def _known(self) -> dict[str, frozenset[str]]:
        """Every word that some template or unit knows: a question with another one is nobody's."""
        return {
            language: frozenset().union(unit_words(), NUMBER_WORDS, *(form.known for form in forms))
            for language, forms in self.forms.items()
        }

    def match(self, question: QuestionText) -> list[Derivation]:
        """Derivations of the one template that explains the whole question; [] when none or several do."""
        language = "zh" if is_chinese(question.stem) else "en"
        if plain_words(question.stem) - self._known[language]:
            return []
        tokens = tokenise(question)
        if all(token.kind == "word" for token in tokens):
            return []
        words = frozenset(token.text for token in tokens if token.kind == "word")
        strange = words - unit_words() - {token.text for token in tokens if is_name(token)}
        found: list[list[Derivation]] = []
        for form in self.forms[language]:
            if form.possible(words, strange):
                found += _readings(form, tokens)
        distinct = {repr([without_parts(d) for d in derivations]): derivations for derivations in found}
        return next(iter(distinct.values())) if len(distinct) == 1 else []


def _readings(form: LanguageForm, tokens: Sequence[Token]) -> list[list[Derivation]]:
    derivations: list[list[Derivation]] = []
    for assignment in form.read(tokens):
        try:
            derivations.append(derive(form.template, assignment, form.language))
        except Abstain:
            continue
    return derivations


def load_library(folders: Iterable[Path | str] = ()) -> Library:
    """The shipped templates, with those of ``folders`` added; one with a shipped id takes its place.

    Raises:
        TemplateError: a file is wrong, a folder does not exist, or two of the user's templates have one id.
    """
    vocabulary = _vocabulary()
    templates = dict(_shipped())
    own: dict[str, Template] = {}
    for path in _own_files(folders):
        template = read_template(_read(path), str(path), vocabulary)
        if template.id in own:
            raise TemplateError(str(path), 1, "id", f"{own[template.id].file} has the id {template.id!r} too")
        own[template.id] = template
    templates.update(own)
    return Library(templates, _forms(templates.values(), vocabulary))


def _forms(templates: Iterable[Template], vocabulary: Vocabulary) -> dict[str, tuple[LanguageForm, ...]]:
    made = {language: [LanguageForm(t, language, vocabulary) for t in templates] for language in LANGUAGES}
    return {language: tuple(form for form in forms if form.usable) for language, forms in made.items()}


@cache
def _vocabulary() -> Vocabulary:
    text = files(_PACKAGE).joinpath("vocabulary.yaml").read_text(encoding="utf-8")
    return read_vocabulary(text, "vocabulary.yaml")


@cache
def _shipped() -> Mapping[str, Template]:
    entries = sorted(files(_PACKAGE).joinpath("shipped").iterdir(), key=lambda entry: entry.name)
    texts = [
        (entry.name, entry.read_text(encoding="utf-8")) for entry in entries if entry.name.endswith(_SUFFIXES)
    ]
    made = [read_template(text, name, _vocabulary()) for name, text in texts]
    return {template.id: template for template in made}


def _own_files(folders: Iterable[Path | str]) -> list[Path]:
    paths: list[Path] = []
    for folder in map(Path, folders):
        if not folder.is_dir():
            raise TemplateError(str(folder), 1, "", "this folder of templates does not exist")
        paths += sorted(path for path in folder.iterdir() if path.suffix in _SUFFIXES)
    return paths


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise TemplateError(str(path), 1, "", f"larger than {_MAX_BYTES} bytes")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TemplateError(str(path), 1, "", f"can't be read: {error}") from error


def default_folders() -> list[Path]:
    """Folders named by the environment variable and by installed packages' entry points."""
    from importlib.metadata import entry_points  # noqa: PLC0415  (scans the installation; once)

    named = [Path(part) for part in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if part]
    return named + [Path(str(files(entry.value))) for entry in entry_points(group=ENTRY_POINTS)]


class _Use:
    """The library that :func:`match` consults: loaded on first use, replaced by :func:`use_folders`."""

    library: Library | None = None


def use_folders(folders: Iterable[Path | str]) -> Library:
    """Add folders of templates for the rest of the process, to those of the environment and entry points.

    Raises:
        TemplateError: as :func:`load_library`.
    """
    _Use.library = load_library([*default_folders(), *folders])
    return _Use.library


def match(question: QuestionText) -> list[Derivation]:
    """Solve a question by the templates in use.

    Raises:
        TemplateError: on first use, when a template of the environment's folders is wrong.
    """
    library = _Use.library or use_folders(())
    return library.match(question)
