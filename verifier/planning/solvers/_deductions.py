"""Questions on what follows: "All men are mortal. Socrates is a man. Is Socrates mortal?", "If P then Q. P. …".

Every sentence must be read, by one grammar, and every term or clause must occur at least twice: a word that stands in
one place only may be meant by another ("it is raining" beside "if it rains").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.logic import logic
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._clauses import CHINESE, ENGLISH, Grammar, Read, Unread
from verifier.planning.solvers._core import core

_LONGEST = 1_500
_MOST_PREMISES = 12
_LABEL = re.compile(
    r"^(?:(?:premises?|statements?|facts?|given|前提|已知|条件)\s*\d*\s*[:：]\s*|\(?\d+[.)）、]\s*|(?:given|assume|suppose|we know|you know) that |(?:and|also|moreover),? |已知|假设(?!.*则)|又|而且|并且)",
    re.IGNORECASE,
)
_THEREFORE = re.compile(
    r"^(?:therefore|thus|hence|so|conclusion|所以|因此|结论)\s*[:：,，]?\s*", re.IGNORECASE
)
#: Questions after a stated conclusion.
_VALID = re.compile(
    r"(?:is|does) (?:this|the|that) (?:argument|syllogism|inference|conclusion|reasoning|deduction)(?: above)?(?: logically)? (?:valid|follow|correct|sound)(?: logically)?(?: from the premises)?"
    r"|(?:这个?|该|上述)?(?:论证|推理|结论|三段论)(?:是否)?(?:有效|成立|正确)吗?",
    re.IGNORECASE,
)
_FOLLOWS = re.compile(
    r"(?:does it (?:logically |necessarily )?follow(?: from (?:this|these|the premises|that))? that|(?:can|may) (?:we|you|one|it be) (?:logically )?(?:conclude|concluded|infer|inferred|deduce|deduced)(?: from (?:this|these))? that|must it be (?:true|the case) that|is it necessarily true that) (?P<s>.+)"
    r"|does (?P<t>.+?) (?:logically |necessarily )?follow(?: logically| necessarily)?(?: from (?:this|these|the premises))?"
    r"|(?:由此|据此|因此)?(?:能否|是否(?:可以|能够?)|能不能|可不可以)(?:必然)?(?:推出|得出|推断出?|断定)(?:结论)?[:：]?(?P<u>.+?)"
    r"|(?:由此|据此|那么|因此)?(?:能够?|可以)(?:必然)?(?:推出|得出|推断出?|断定)(?:结论)?[:：]?(?P<w>.+?)吗",
    re.IGNORECASE,
)
_TRUE = re.compile(
    r"is it true that (?P<s>.+)|(?:那么|请问|则)?[,，]?(?P<u>.+?)[,，]?(?:对吗|正确吗|吗)", re.IGNORECASE
)
_ALTERNATIVES = re.compile(r"\bor\b", re.IGNORECASE)
_END = re.compile(r"(?<=[.。;；!])\s*")
_SIGNS = re.compile(
    r"\b(?:all|every|no|some|if|either|whenever|only if)\b|\b[A-Z] or [A-Z]\b|所有|凡|没有|有些|有的|如果|若|只要|只有|每",
    re.IGNORECASE,
)


def solve(question: QuestionText) -> list[Derivation]:
    """Whether what is asked follows from the sentences before it."""
    text = core(question.stem)
    if len(text) > _LONGEST or not text.endswith(("?", "？")) or not _SIGNS.search(text) or question.options:
        return []
    chinese = re.search(r"[\u4e00-\u9fff]", text) is not None
    sentences = [s.strip(" .。;；!") for s in _END.split(text.rstrip("?？ ")) if s.strip(" .。;；!")]
    if chinese and len(sentences) == 1:
        sentences = _by_commas(sentences[0])
    if not 2 <= len(sentences) <= _MOST_PREMISES + 1 or any("?" in s or "？" in s for s in sentences):
        return []
    for grammar in CHINESE if chinese else ENGLISH:
        try:
            return [_derivation(_problem(sentences, grammar), text)]
        except Unread:
            continue
    return []


def _by_commas(sentence: str) -> list[str]:
    """``所有狗都是动物，旺财是狗，旺财是动物吗``: one sentence a clause, where there is no 如果 that binds two."""
    return [] if re.search(r"如果|若|只要|只有|要是|假如", sentence) else re.split(r"[,，]", sentence)


def _problem(sentences: Sequence[str], grammar: Grammar) -> dict[str, Any]:
    *told, asked = sentences
    op, conclusion = "entails", ""
    if _VALID.fullmatch(asked):
        conclusion = _THEREFORE.sub("", told[-1])
        if conclusion == told[-1]:
            raise Unread(asked)
        told = told[:-1]
    premises = [grammar.statement(_plain(sentence)) for sentence in told]
    known = frozenset(name for _, names in premises for name in names)
    if conclusion:
        asks = grammar.statement(_plain(conclusion))
    else:
        op, asks = _asked(asked, grammar, known)
    _repeated([*premises, asks], known, asks)
    if not premises:
        raise Unread(asked)
    made = {"op": op, "premises": [said for said, _ in premises], "conclusion": asks[0]}
    return made if not _ALTERNATIVES.search(" ".join(told)) or _either_way(made) else _unread(made)


def _either_way(tool_input: dict[str, Any]) -> bool:
    """Whether it makes no difference that "either … or" may leave room for both, or not."""
    exclusive = [{"xor": p["or"]} if "or" in p and len(p["or"]) == 2 else p for p in tool_input["premises"]]
    try:
        return bool(logic(**tool_input)["value"] == logic(**{**tool_input, "premises": exclusive})["value"])
    except ToolkitError:
        return False


def _unread(made: dict[str, Any]) -> dict[str, Any]:
    raise Unread(str(made["premises"]))


def _asked(asked: str, grammar: Grammar, known: frozenset[str]) -> tuple[str, Read]:
    match = _FOLLOWS.fullmatch(asked)
    if match:
        said = match["s"] or match["t"] or match["u"] or match["w"]
        return "entails", grammar.statement(_plain(said))
    match = _TRUE.fullmatch(asked)
    if match:
        return "holds", grammar.statement(_plain(match["s"] or match["u"]))
    return "holds", grammar.question(asked, known)


def _plain(sentence: str) -> str:
    """The sentence without a label, a leading "so" or a small first letter that hides a name."""
    plain = _LABEL.sub("", sentence.strip()).strip(" ,，:：")
    return plain.replace("’", "'")


def _repeated(statements: Sequence[Read], known: frozenset[str], asks: Read) -> None:
    """Every name occurs twice, and those of the conclusion in the premises. Raises :class:`Unread`."""
    counts = Counter(name for _, names in statements for name in names)
    once = [name for name, count in counts.items() if count < 2 and len(name) > 1]
    if once or not known.issuperset(asks[1]):
        raise Unread("a term or a clause that occurs once")


def _derivation(tool_input: dict[str, Any], text: str) -> Derivation:
    return Derivation(
        kind="boolean", tool="logic", tool_input=tool_input, description=f"what follows: {text[:80]}"
    )
