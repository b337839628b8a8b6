"""Questions on a walk: "if you follow these instructions, do you return to the starting point?"."""

from __future__ import annotations

from toolkits import lazy_re as re
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core

_HEAD = re.compile(
    r"(?:if (?:you|i|we|someone) follow(?:s)? (?:these|the following) instructions, (?:do|will|would|does) (?:you|i|we|they) (?:return|get back|come back|end up|be back|be)(?: back)?(?: again)?"
    r" (?:to|at) (?:the )?(?:starting point|start|origin|(?:same )?place where (?:you|i|we|they) started|where (?:you|i|we|they) started)\s*\?"
    r"|(?:如果|若)?(?:你)?按(?:照)?(?:以下|下列|这些|下面的)指令(?:行走|走|移动|行动)?,?(?:你)?(?:会|能|是否会|是否能|能否|会不会)?(?:回到|返回)(?:出发点|起点|原点|原处|原地)(?:吗)?[?？])\s*",
    re.IGNORECASE,
)
_ALWAYS = re.compile(
    r"always face (?:forward|the same direction|north)|(?:始终|一直|总是)面(?:朝|向)(?:前方|前|正前方|同一方向)",
    re.IGNORECASE,
)
_TURN = re.compile(
    r"turn (?P<en>left|right|around)(?: 90 degrees)?|(?:向|往)?(?P<zh>左|右|后)转|(?P<zh2>转身|掉头)",
    re.IGNORECASE,
)
_STEP = re.compile(
    r"(?:take|walk|go|move) (?P<n>\d{1,6}) (?:steps?|paces?)(?: (?:to the )?(?P<d>forwards?|backwards?|left|right|north|south|east|west))?"
    r"|(?:(?:向|往|朝)(?P<zd>前|后|左|右|北|南|东|西))?(?:走|移动|迈)(?P<zn>\d{1,6})步",
    re.IGNORECASE,
)
_ZH = {
    "前": "forward", "后": "backward", "左": "left", "右": "right",
    "北": "north", "南": "south", "东": "east", "西": "west",
}  # fmt: skip


def solve(question: QuestionText) -> list[Derivation]:
    """Whether the walk ends where it began."""
    if "instructions" not in question.text and "指令" not in question.text:
        return []
    text = core(question.stem)
    head = _HEAD.match(text)
    if head is None:
        return []
    moves = _moves(text[head.end() :])
    if not moves:
        return []
    return [
        Derivation(
            kind="boolean",
            tool="navigate",
            tool_input={"moves": moves},
            description=f"do {len(moves)} moves lead back to the start",
        )
    ]


def _moves(text: str) -> list[dict[str, str]]:
    """The instructions; [] when one can't be read, or when it is open which way the walker faces."""
    sentences = [s for s in re.split(r"\s*[.。;；]\s*", text.strip()) if s]
    fixed = bool(sentences) and bool(_ALWAYS.fullmatch(sentences[0]))
    moves = [move for sentence in sentences[fixed:] if (move := _move(sentence))]
    if len(moves) < len(sentences) - fixed or (fixed and any("turn" in move for move in moves)):
        return []
    # A step to the left may or may not turn the walker, unless the question says that it doesn't.
    return moves if fixed or not any(move.get("toward") in ("left", "right") for move in moves) else []


def _move(sentence: str) -> dict[str, str] | None:
    turn = _TURN.fullmatch(sentence)
    if turn:
        side = turn["zh"]
        return {"turn": (turn["en"] or {"左": "left", "右": "right"}.get(side or "", "around")).lower()}
    step = _STEP.fullmatch(sentence)
    if step is None:
        return None
    toward = (step["d"] or "").lower() or _ZH.get(step["zd"] or "", "forward")
    toward = toward[:-1] if toward in ("forwards", "backwards") else toward
    return {"steps": step["n"] or step["zn"], "toward": toward}
