"""Reads templates and the shared vocabulary from YAML, and says exactly what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.expressions import parse
from toolkits.formulas import facts_by_id
from toolkits.units import canonical
from verifier.errors import TemplateError
from verifier.planning.templates._document import Field, read_document
from verifier.planning.templates._gate import LANGUAGES
from verifier.planning.templates._kinds import KINDS
from verifier.planning.templates._phrases import Choice, Node, Parameter, PhraseError, compile_phrase, names
from verifier.planning.templates._schema import (
    BUILT_IN,
    BUILT_IN_REFERENCES,
    AnswerSpec,
    Comparison,
    Compute,
    ParameterSpec,
    Template,
    Vocabulary,
    substitute,
    words_in,
)

_ID = re.compile(r"[a-z][a-z0-9_]*")
_NAME_IN_TEXT = re.compile(r"\{([a-z0-9_]+)(?:\.unit)?\}")
_COMPARISON = re.compile(r"(.+?)\s*(<=|>=|!=|<|>)\s*(.+)")
_UNIT_TERM = re.compile(r"([a-z][a-z_0-9]*)(?:\.(?:length|time))?(?:\^[1-9])?")


def read_template(text: str, file: str, vocabulary: Vocabulary) -> Template:
    """Read and check one template.

    Args:
        text: the YAML text.
        file: its name, for messages.
        vocabulary: shared entries that phrases may refer to.

    Raises:
        TemplateError: naming file, line and key.
    """
    fields = read_document(text, file).mapping(
        ("id", "title", "parameters", "groups", "must", "says", "answers", "ask_all"),
        ("id", "title", "parameters", "answers"),
    )
    parameters = {name: _parameter(name, field, vocabulary) for name, field in fields["parameters"].items()}
    phrases = _Phrases(vocabulary, frozenset(parameters) | BUILT_IN)
    groups = phrases.named(fields["groups"]) if "groups" in fields else {}
    must = phrases.named(fields["must"]) if "must" in fields else {}
    return Template(
        id=_name(fields["id"].text(), fields["id"]),
        title={
            language: field.text()
            for language, field in fields["title"].mapping(LANGUAGES, LANGUAGES).items()
        },
        file=file,
        parameters=parameters,
        groups=groups,
        must=must,
        says=phrases.by_language(fields["says"]) if "says" in fields else {},
        answers=tuple(_answer(name, field, parameters, phrases) for name, field in fields["answers"].items()),
        ask_all=phrases.by_language(fields["ask_all"]) if "ask_all" in fields else {},
    )


def read_vocabulary(text: str, file: str) -> Vocabulary:
    """Read shared phrases. An entry may refer to entries before it, and to the built-in ``<name>``.

    Raises:
        TemplateError: naming file, line and key.
    """
    groups: dict[str, dict[str, Node]] = {language: {} for language in LANGUAGES}
    fills: dict[str, dict[str, frozenset[str]]] = {language: {} for language in LANGUAGES}
    same: set[str] = set()
    phrases = _Phrases(Vocabulary(groups, fills, frozenset()), None)
    for name, field in read_document(text, file).items():
        fields = field.mapping((*LANGUAGES, "same"))
        if fields.pop("same", None):
            same.add(name)
        for language, nodes in phrases.read(fields).items():
            groups[language][_name(name, field)] = Choice(nodes)
            fills[language][name] = _filled(groups[language][name], fills[language])
    return Vocabulary(groups, fills, frozenset(same))


def _filled(node: Node, fills: Mapping[str, frozenset[str]]) -> frozenset[str]:
    parts = names(node)
    direct = {part.name for part in parts if isinstance(part, Parameter)}
    return frozenset(direct).union(
        *(fills.get(part.name, ()) for part in parts if not isinstance(part, Parameter))
    )


class _Phrases:
    """Reads phrases and checks that what they name exists.

    Attributes:
        groups: the template's own groups so far, with their languages.
    """

    def __init__(self, vocabulary: Vocabulary, parameters: frozenset[str] | None) -> None:
        self._vocabulary = vocabulary
        self._parameters = parameters
        self.groups: dict[str, frozenset[str]] = {}

    def named(self, field: Field) -> dict[str, dict[str, tuple[Node, ...]]]:
        """Groups by name, each usable in the phrases after it."""
        made: dict[str, dict[str, tuple[Node, ...]]] = {}
        for name, entry in field.items():
            made[_name(name, entry)] = self.by_language(entry)
            self.groups[name] = frozenset(made[name])
        return made

    def by_language(self, field: Field) -> dict[str, tuple[Node, ...]]:
        """``en`` and ``zh`` with a list of phrases each."""
        return self.read(field.mapping(LANGUAGES))

    def read(self, fields: Mapping[str, Field]) -> dict[str, tuple[Node, ...]]:
        """As :meth:`by_language`, on the fields of each language."""
        return {
            language: tuple(self._phrase(item, language) for item in phrases.sequence())
            for language, phrases in fields.items()
        }

    def _phrase(self, field: Field, language: str) -> Node:
        try:
            node = compile_phrase(field.text())
        except PhraseError as error:
            raise field.error(f"column {error.column} of the phrase: {error}") from error
        for part in names(node):
            if isinstance(part, Parameter):
                self._check_parameter(part.name, field)
            else:
                self._check_reference(part.name, language, field)
        return node

    def _check_parameter(self, name: str, field: Field) -> None:
        if self._parameters is not None and name not in self._parameters:
            raise field.error(
                f"no parameter is called {name!r}; there are {', '.join(sorted(self._parameters))}"
            )

    def _check_reference(self, name: str, language: str, field: Field) -> None:
        if name in BUILT_IN_REFERENCES or language in self.groups.get(name, ()):
            return
        fills = self._vocabulary.fills[language].get(name)
        if fills is None:
            raise field.error(f"no group or vocabulary entry <{name}> has phrases of language {language}")
        for missing in sorted(fills - self._parameters) if self._parameters is not None else ():
            raise field.error(f"<{name}> fills the parameter {missing!r}, which this template does not have")


def _name(text: str, field: Field) -> str:
    if not _ID.fullmatch(text):
        raise field.error(f"{text!r} is not a name (lower-case letters, digits, _)")
    return text


def _parameter(name: str, field: Field, vocabulary: Vocabulary) -> ParameterSpec:
    if _name(name, field) in BUILT_IN:
        raise field.error(f"every template has a parameter {name!r} already")
    fields = field.mapping(("kind", "unit", "words", "default"), ("kind",))
    kind = fields["kind"].text()
    if kind not in KINDS:
        raise fields["kind"].error(f"unknown kind {kind!r}; known kinds: {', '.join(KINDS)}")
    if (kind == "word") != ("words" in fields):
        raise field.error("the kind 'word' and the key 'words' go together")
    return ParameterSpec(
        kind=kind,
        unit=fields["unit"].text() if "unit" in fields else "",
        words=_words(fields["words"], vocabulary) if "words" in fields else {},
        default=_number(fields["default"].text(), fields["default"]) if "default" in fields else None,
    )


def _number(text: str, field: Field) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise field.error(f"{text!r} is not a number") from error


def _words(field: Field, vocabulary: Vocabulary) -> dict[str, tuple[tuple[Node, Fraction], ...]]:
    """``4: {en: [quarterly], zh: [季度]}`` -> language -> (phrase, 4)."""
    phrases = _Phrases(vocabulary, frozenset())
    collected: dict[str, list[tuple[Node, Fraction]]] = {language: [] for language in LANGUAGES}
    for number, by_language in field.items():
        value = _number(number, by_language)
        for language, nodes in phrases.by_language(by_language).items():
            collected[language] += [(node, value) for node in nodes]
    return {language: tuple(pairs) for language, pairs in collected.items()}


def _answer(
    name: str, field: Field, parameters: Mapping[str, ParameterSpec], phrases: _Phrases
) -> AnswerSpec:
    fields = field.mapping(("ask", "compute", "formula", "unit"), ("ask", "compute"))
    shared: dict[str, Field] = {key: field for key, field in fields.items() if key in {"formula", "unit"}}
    return AnswerSpec(
        part=name,
        ask=phrases.by_language(fields["ask"]),
        compute=tuple(_compute(item, parameters, shared) for item in fields["compute"].sequence()),
    )


def _compute(field: Field, parameters: Mapping[str, ParameterSpec], shared: Mapping[str, Field]) -> Compute:
    """A way to compute; its formula and unit are the answer's where it has none of its own."""
    plain = field.node.id == "scalar"
    own = (
        {"expression": field}
        if plain
        else field.mapping(("expression", "tool", "input", "where", "formula", "unit"))
    )
    fields = {**shared, **own}
    if ("expression" in own) == ("tool" in own) or ("tool" in own) != ("input" in own):
        raise field.error("give either 'expression', or 'tool' and 'input'")
    tool_input = {name: value.text() for name, value in own["input"].items()} if "input" in own else {}
    return Compute(
        expression=own["expression"].text() if "expression" in own else "",
        tool=own["tool"].text() if "tool" in own else "arithmetic",
        tool_input=tool_input,
        parameters=_used(own, tool_input, parameters),
        where=tuple(_comparison(item, parameters) for item in own["where"].sequence())
        if "where" in own
        else (),
        formula=_formula(fields["formula"]) if "formula" in fields else "",
        unit=_unit(fields["unit"], parameters) if "unit" in fields else "",
    )


def _used(
    own: Mapping[str, Field], tool_input: Mapping[str, str], parameters: Mapping[str, ParameterSpec]
) -> frozenset[str]:
    if "expression" in own:
        return _in_expression(own["expression"].text(), own["expression"], parameters)
    used = frozenset(name for text in tool_input.values() for name in _NAME_IN_TEXT.findall(text))
    for name in sorted(used - parameters.keys() - BUILT_IN):
        raise own["tool"].error(f"the input names {name!r}, which is no parameter")
    return used - BUILT_IN


def _in_expression(text: str, field: Field, parameters: Mapping[str, ParameterSpec]) -> frozenset[str]:
    """Parameters that an expression names; it is parsed with numbers in their place."""
    used = words_in(text) & parameters.keys()
    try:
        left = parse(
            substitute(text, {name: str(n) for n, name in enumerate(sorted(used), start=2)})
        ).variables
    except ToolkitError as error:
        raise field.error(f"not an expression: {error}") from error
    for name in sorted(left):
        raise field.error(f"no parameter is called {name!r}; there are {', '.join(parameters)}")
    return used


def _comparison(field: Field, parameters: Mapping[str, ParameterSpec]) -> Comparison:
    match = _COMPARISON.fullmatch(field.text())
    if not match:
        raise field.error("a comparison is needed here (old < new)")
    for side in (match[1], match[3]):
        _in_expression(side, field, parameters)
    return match[1], match[2], match[3]


def _formula(field: Field) -> str:
    if field.text() not in facts_by_id():
        raise field.error(f"no curated formula is called {field.text()!r}")
    return field.text()


def _unit(field: Field, parameters: Mapping[str, ParameterSpec]) -> str:
    """``%``, ``=d`` (a fixed unit), or parameters' units multiplied and divided."""
    text = field.text()
    if text.startswith("=") and canonical(text[1:]):
        return text
    terms = [_UNIT_TERM.fullmatch(term) for term in re.split(r"[*/]", text)]
    if text != "%" and not all(term and term[1] in parameters for term in terms):
        raise field.error(
            f"{text!r} is not a unit in terms of parameters (length^2, distance/time, speed.length) or %"
        )
    return text


__all__ = ["TemplateError", "read_template", "read_vocabulary"]
