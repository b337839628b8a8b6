"""What the solvers share: the question's own words, without the boilerplate around them."""

from __future__ import annotations

from functools import lru_cache

from toolkits import lazy_re as re

_STEP = "step[- ]by[- ]step"
_LEAD = re.compile(
    r"\s*(?:(?:question|problem|q|问题|问|题目)\s*[:：]\s*|please\s+(?=[a-z])|请(?=[^a-z\s])|(?:can|could) you (?:please )?(?=[a-z])"
    r"|(?:answer|solve) (?:this|the following)(?: (?:question|problem))?\s*[:：.]\s*)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s*(?:"
    rf"(?:please |let's |let us )?(?:think|reason|work|solve|answer|explain)(?: (?:it|this|about it|your (?:answer|reasoning)))?(?: through)?(?: {_STEP})?"
    r"(?:,? (?:and )?(?:then )?put (?:your|the) final answer (?:within|in|inside) \\boxed\{\})?[.!]"
    r"|(?:please )?put (?:your|the) final answer (?:within|in|inside) \\boxed\{\}\.?"
    r"|(?:please )?show (?:all )?(?:your|the) (?:work|working|steps|reasoning)\.?"
    r"|(?:please )?(?:give|state|write|provide|output|return) (?:only |just )?(?:the|your) (?:final )?(?:answer|result)(?: only)?\.?"
    r"|answer\s*[:：]|\ba\s*[:：]|答案?\s*[:：]"
    r"|请(?:一步一步|逐步)(?:地)?(?:推理|思考|解答|计算)(?:,?并将?最终答案放(?:在|入)\\boxed\{\}(?:中|里|内)?)?[。.]?"
    r"|express (?:your|the) answer (?:as an? |in )(?:common |simplified |reduced |improper |exact )*(?:fraction|form|simplest form|lowest terms|decimal|integer|mixed number|simplest radical form)"
    r"(?: in (?:simplest form|lowest terms))?\.?"
    r"|(?:give|write) (?:your|the) answer (?:as an? |in )(?:common |simplified |reduced |improper |exact )*(?:fraction|simplest form|lowest terms|decimal|integer|mixed number)"
    r"(?: in (?:simplest form|lowest terms))?\.?"
    r"|(?:请)?用(?:最简)?分数表示(?:结果|答案)?[。.]?|结果(?:请)?(?:化为|用|写成)(?:最简)?分数(?:表示)?[。.]?"
    r")\s*$",
    re.IGNORECASE,
)
# Full-width forms, without the super- and subscripts that NFKC would flatten (5² is not 52).
_WIDE = {**{0xFF01 + n: 0x21 + n for n in range(94)}, 0x3000: 0x20, 0x2212: 0x2D, 0x2019: 0x27, 0x2018: 0x27}
_TAIL_LENGTH = 240
#: No boilerplate ends so.
_ASKS = ("?", "？")
_WORD = re.compile(r"[A-Za-z]{3,}")
#: Escapes and group names, which are no words of a pattern, and words whose last letter is optional.
_ESCAPE = re.compile(r"\\\\?[a-zA-Z](?![a-zA-Z])|\?P<\w+>")
_OPTIONAL = re.compile(r"([A-Za-z]+)([A-Za-z])\?")


@lru_cache(maxsize=64)
def core(text: str) -> str:
    """The question on one line, in half-width forms, without the boilerplate around it.

    Boilerplate is "Please", "think step by step", "put your answer in a box", "express it as a fraction" and
    the like.
    """
    plain = text if text.isascii() else text.translate(_WIDE)
    plain = " ".join(plain.split())
    while (lead := _LEAD.match(plain)) and lead.end():
        plain = plain[lead.end() :]
    while not plain.endswith(_ASKS) and (tail := _TAIL.search(plain, max(0, len(plain) - _TAIL_LENGTH))):
        plain = plain[: tail.start()].rstrip(" ,;")
    return plain


def vocabulary(*patterns: str) -> frozenset[str]:
    """The words (of three letters and more) that patterns can match, and those of the boilerplate."""
    text = _ESCAPE.sub(" ", " ".join((*patterns, _LEAD.pattern, _TAIL.pattern)))
    both = _OPTIONAL.sub(r"\1\2 \1 ", text)
    return frozenset(word.lower() for word in _WORD.findall(both))


def only_words(text: str, known: frozenset[str]) -> bool:
    """Whether every word (of three Latin letters and more) of ``text`` is known; stops at the first unknown."""
    return all(match[0].lower() in known for match in _WORD.finditer(text))
