"""Is an answer the gold one? For corrected answers and for baselines; simple on purpose."""

from __future__ import annotations

from toolkits import lazy_re as re
from toolkits.quantities import QuantityError, read_all

_MARKED = re.compile(
    r"(?:^\s*#{3,4}\s+|\banswer(?:\s+is|\s*:)\s*|答案(?:是|为|：|:)\s*|^A:\s*)(?P<said>[^\n]+?(?=[.。]\s|$))",
    re.IGNORECASE | re.MULTILINE,
)
_BOXED = re.compile(r"\\boxed\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")


def final_text(answer: str) -> str:
    r"""The part of an answer that states its result: the last ``\boxed{…}``, "the answer is …", or line."""
    boxed = [match[1] for match in _BOXED.finditer(answer)]
    if boxed:
        return boxed[-1].strip()
    marked = [match["said"] for match in _MARKED.finditer(answer)]
    if marked:
        return marked[-1].strip().rstrip(".。")
    lines = [line for line in answer.splitlines() if line.strip()]
    return lines[-1].strip().rstrip(".。") if lines else ""


def graded(answer: str, gold: str | None) -> bool | None:
    """Whether an answer states the gold value; ``None`` where there is none (a program is no value).

    A gold number is looked for as the last number of the answer's result, other gold text must be it,
    letter case
    and white space aside.
    """
    if gold is None or not gold.strip() or "\n" in gold.strip():
        return None
    said = final_text(answer)
    wanted = _numbers(gold)
    if len(wanted) == 1 and _is_number(gold):
        found = _numbers(said) or _numbers(answer)
        return bool(found) and found[-1] == wanted[0]
    return _plain(said) == _plain(gold) or _plain(said).endswith(f" {_plain(gold)}")


def _numbers(text: str) -> list[object]:
    try:
        return [quantity.value for quantity in read_all(text)]
    except QuantityError:
        return []


def _is_number(gold: str) -> bool:
    return not re.search(r"[^\W\d_]{2,}", gold) or gold.strip()[:1].isdigit()


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("(", " ").replace(")", " ").split()).strip(" .。$")
