"""Questions that ask for words in alphabetical order."""

from __future__ import annotations

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.words import sort_words
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core

_VERB = r"(?:sort|order|arrange|alphabetize|alphabetise|put|list)"
_THINGS = r"(?:the |these |this |all )*(?:following )?(?:given )?(?:words?|list|list of words|names|terms|items|strings)(?: (?:below|in the list))?"
_UP = r"(?:alphabetically|lexicographically|in (?:ascending )?(?:alphabetical|lexicographic(?:al)?|dictionary|a-z|a to z)(?: ascending)? order|in order alphabetically|from a to z|into alphabetical order)"
_DOWN = r"(?:in (?:reverse|descending|reversed)(?: alphabetical| lexicographic(?:al)?| dictionary)? order|in (?:reverse|descending) order alphabetically|reverse alphabetically|from z to a|in (?:alphabetical )?descending order)"
_HEAD = re.compile(
    rf"{_VERB} {_THINGS} (?:(?P<up>{_UP})|(?P<down>{_DOWN}))(?: \((?:ascending|a-z|a to z)\))?\s*[:.]?\s*(?:(?:word )?list\s*:|words\s*:)?\s*(?P<w>.+)",
    re.IGNORECASE,
)
_HEAD_ZH = re.compile(
    r"(?:将|把|对)?(?:以下|下列|下面)?(?:的)?(?:这些)?(?:英文|英语)?(?:单词|词语|词|列表)(?:列表)?,?(?:请)?(?:按照|按|以|依)(?:照)?(?:英文)?(?:字母(?:表)?|字典)(?:的)?"
    r"(?:(?P<up>(?:升序|顺序|先后顺序|正序|从a到z|从a到z的顺序|从a到z顺序))|(?P<down>(?:降序|逆序|倒序|从z到a|从z到a的顺序)))(?:来|进行)?(?:排序|排列|排好)?(?:起来)?\s*[:。.]?\s*(?:列表|单词)?[:]?\s*(?P<w>.+)",
    re.IGNORECASE,
)
_TAIL_ZH = re.compile(
    r"(?P<w>[a-z][a-z'&, 、，-]*?)\s*(?:这些|以上)?(?:单词|词)?(?:请)?按(?:照)?字母(?:表)?(?:的)?(?P<up>升序|顺序)(?P<down>(?!))?(?:排序|排列)[。.]?",
    re.IGNORECASE,
)
_MARK = re.compile(r"alphabet|lexicograph|dictionary order|[az] to [az]|[Aa]-[Zz]|字母|字典")
_SEPARATOR = re.compile(r"\s*[,、，;；]\s*(?:and\s+)?|\s+")
#: What joins the last item of a list with commas.
_LAST = re.compile(r",?\s+(?:and|or)\s+(?=\S+$)")
_BARE = re.compile(r"[a-z][a-z'&.-]*(?: [a-z][a-z'&.-]*){5,}")
#: Words that a list of random words rarely has and a sentence nearly always has.
_FUNCTION = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "am",
        "do",
        "does",
        "did",
        "have",
        "has",
        "had",
        "will",
        "would",
        "can",
        "could",
        "shall",
        "should",
        "may",
        "might",
        "must",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "with",
        "by",
        "from",
        "into",
        "about",
        "as",
        "than",
        "that",
        "this",
        "these",
        "those",
        "it",
        "its",
        "he",
        "she",
        "they",
        "we",
        "you",
        "i",
        "me",
        "him",
        "her",
        "them",
        "us",
        "my",
        "your",
        "his",
        "our",
        "their",
        "who",
        "whom",
        "whose",
        "which",
        "what",
        "when",
        "where",
        "why",
        "how",
        "and",
        "or",
        "but",
        "not",
        "no",
        "if",
        "so",
        "because",
        "there",
        "here",
        "all",
        "any",
        "some",
    ]
)


def solve(question: QuestionText) -> list[Derivation]:
    """The words of the question, sorted; also where the question is nothing but lower-case words."""
    if not _MARK.search(question.stem) and not question.stem.islower():
        return []
    text = core(question.stem)
    for pattern in (_HEAD, _HEAD_ZH, _TAIL_ZH):
        match = pattern.fullmatch(text)
        if match:
            return _sorted(_split(match["w"]), descending=bool(match["down"]))
    if _BARE.fullmatch(text) and _is_no_sentence(text):
        return _sorted(text.split(" "), descending=False, implied=True)
    return []


def _split(text: str) -> list[str]:
    bare = text.strip().strip("[]()").rstrip(".。")
    if "," in bare:
        bare = _LAST.sub(", ", bare)
    return [word.strip("\"'“”`") for word in _SEPARATOR.split(bare) if word]


def _is_no_sentence(text: str) -> bool:
    words = text.split(" ")
    return sum(word in _FUNCTION for word in words) * 5 < len(words) and len(set(words)) == len(words)


def _sorted(words: list[str], *, descending: bool, implied: bool = False) -> list[Derivation]:
    order = "descending" if descending else "ascending"
    try:
        sort_words(words, order="descending" if descending else "ascending")
    except ToolkitError:
        return []
    if len(words) < 2:
        return []
    return [
        Derivation(
            kind="list",
            tool="sort_words",
            tool_input={"words": words, "order": order},
            description=f"{len(words)} words in {order} alphabetical order",
            implied=implied,
        )
    ]
