"""Questions on how many ways there are to choose or to arrange things that all differ."""

from __future__ import annotations

from toolkits import lazy_re as re
from toolkits.arithmetic import arithmetic
from toolkits.errors import ToolkitError
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core
from verifier.planning.solvers._math_text import plain_math
from verifier.planning.solvers._small_numbers import in_digits

_MAX_LENGTH = 200
_MARK = re.compile(
    r"ways|combinations|permutations|arrangements|choose|[CP]_?\{?\(?\d|\d\s*[CP]\s*\d|binom|种|组合|排列|选法|排法"
)
_N = r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_NZ = r"(?:\d{1,3}|[一二两三四五六七八九十])"
_WHAT = r"(?:(?:what is|what's|find|calculate|compute|evaluate|determine)(?: the value of)? )?"
_WHO = r"(?:you|we|one|a person|someone|i|she|he|they|a (?:teacher|coach|student|manager))"
#: Things that differ from each other by what they are.
_PERSONS = r"(?:different |distinct )?(?:people|persons|students|children|friends|players|members|boys|girls|men|women|runners|employees|candidates|athletes)"
_THINGS = rf"(?:{_PERSONS}|(?:different |distinct )(?:\w+ )?\w+|books|items|objects|elements|letters|toppings|cards|numbers|topics|courses|subjects|dishes|questions)"
_WAYS = (
    r"(?:in )?how many (?:different |distinct |possible )*(?:ways|combinations)(?: are there to| can| could)?"
)
_GROUP = r"(?:(?:a|the) (?:group|set|list|collection|class|team|committee|club|pool|menu|shelf) of )?"
_ROW = r"(?:in a (?:single )?(?:line|row|queue|straight line)|on a shelf|in order)"
_ROW_ZH = r"(?:排成|站成|排为|坐成)(?:一)?(?:排|列|行|队)"
_COUNTER = r"(?:个|名|位|本|种|件|道|张|支)?"
_HUMAN_ZH = r"(?:不同的)?(?:人|同学|学生|小朋友|运动员|队员|候选人|孩子|老师)"
_THING_ZH = rf"(?:{_HUMAN_ZH}|不同的(?:书|球|元素|数字|水果|物品|颜色|小球|图书)|元素|同学)"
_WAYS_ZH = r"[,，]?(?:那么|则|问)?(?:一共|总共|共)?有(?:多少|几)种(?:不同的)?"

_CHOOSE, _ARRANGE, _ALL = "{n}! / ({k}! * ({n} - {k})!)", "{n}! / ({n} - {k})!", "{n}!"
_ROWS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), form)
    for pattern, form in (
        (rf"{_WHAT}(?P<n>\d+) choose (?P<k>\d+)", _CHOOSE),
        (rf"{_WHAT}C\((?P<n>\d+), ?(?P<k>\d+)\)", _CHOOSE),
        (rf"{_WHAT}(?P<n>\d+) ?C ?(?P<k>\d+)", _CHOOSE),
        (rf"{_WHAT}(?:\{{(?P<n>\d+)\}}|_\{{(?P<n2>\d+)\}})C_\{{?(?P<k>\d+)\}}?", _CHOOSE),
        (rf"{_WHAT}\\d?binom\{{(?P<n>\d+)\}}\{{(?P<k>\d+)\}}", _CHOOSE),
        (rf"{_WHAT}P\((?P<n>\d+), ?(?P<k>\d+)\)", _ARRANGE),
        (rf"{_WHAT}(?P<n>\d+) ?P ?(?P<k>\d+)", _ARRANGE),
        (rf"{_WAYS}(?: {_WHO})? (?:choose|select|pick) (?P<k>{_N})(?: {_THINGS})? (?:from|out of|from among) {_GROUP}(?P<n>{_N})(?: {_THINGS})?", _CHOOSE),
        (rf"{_WAYS} (?:a (?:group|committee|team) of )?(?P<k>{_N})(?: {_THINGS})? be (?:chosen|selected|picked|formed) (?:from|out of|from among) {_GROUP}(?P<n>{_N})(?: {_THINGS})?", _CHOOSE),
        (rf"how many (?:different |distinct )?combinations of (?P<k>{_N}) {_THINGS} can be (?:made|chosen|formed|selected) (?:from|out of) {_GROUP}(?P<n>{_N})(?: {_THINGS})?", _CHOOSE),
        (rf"how many (?:different |distinct )?permutations of (?P<k>{_N}) {_THINGS} can be (?:made|formed) (?:from|out of) {_GROUP}(?P<n>{_N})(?: {_THINGS})?", _ARRANGE),
        (rf"{_WAYS} (?P<n>{_N}) {_THINGS} (?:be )?(?:arranged|lined up|seated|placed|line up|stand|sit|ordered|stand up) {_ROW}", _ALL),
        (rf"{_WAYS} (?:arrange|line up|seat) (?P<n>{_N}) {_THINGS} {_ROW}", _ALL),
        (rf"从(?P<n>{_NZ}){_COUNTER}(?:{_THING_ZH})(?:中|里)(?:任意?)?(?:选|选出|选取|挑选|取|取出)(?:出)?(?P<k>{_NZ}){_COUNTER}(?:{_THING_ZH})?(?:参加[^\d,，]{{1,6}})?{_WAYS_ZH}(?:选法|选择方法|方法|取法|组合|方式)", _CHOOSE),
        (rf"(?P<n>{_NZ}){_COUNTER}{_THING_ZH}{_ROW_ZH}{_WAYS_ZH}(?:排法|排列方法|站法|方法|排列方式|坐法)", _ALL),
    )
)  # fmt: skip
_LETTERS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:in )?how many (?:different |distinct |distinguishable )*(?:ways|arrangements|permutations) (?:are there to arrange|can be made (?:from|with|of|using)|are there of|of|can you arrange|can we arrange) (?:all )?(?:of )?(?:the )?letters (?:of|in)(?: the word)? [\"'“]?(?P<w>[A-Za-z]+)[\"'”]?(?: (?:are there|are possible|can be made))?",
        r"(?:in )?how many (?:different |distinct |distinguishable )*ways can (?:all )?(?:of )?(?:the )?letters (?:of|in)(?: the word)? [\"'“]?(?P<w>[A-Za-z]+)[\"'”]? be arranged",
        r"(?:单词|用单词)?\s*[\"'“]?(?P<w>[A-Za-z]+)[\"'”]?\s*(?:这个单词)?的(?:所有)?字母(?:一共|共)?(?:有|可以有)(?:多少|几)种(?:不同的)?(?:排列|排法|排列方式)",
    )
)


def solve(question: QuestionText) -> list[Derivation]:
    """The number of ways, where the question says nothing but how many there are and how many are taken."""
    stem = question.stem
    if len(stem) > _MAX_LENGTH or not _MARK.search(stem):
        return []
    text = plain_math(core(stem)).rstrip(" ?.？。")
    return _counted(text) or _arranged(text)


def _counted(text: str) -> list[Derivation]:
    for pattern, form in _ROWS:
        match = pattern.fullmatch(text)
        if match:
            parts = match.groupdict()
            values = {name: in_digits(v) for name, v in parts.items() if v}
            values["n"] = values.get("n", values.get("n2", ""))
            return _computing(form.format(**values), "ways to choose or arrange")
    return []


def _computing(expression: str, description: str) -> list[Derivation]:
    try:
        arithmetic(expression)
    except ToolkitError:
        return []  # more are taken than there are
    return [
        Derivation(
            kind="number", tool="arithmetic", tool_input={"expression": expression}, description=description
        )
    ]


def _arranged(text: str) -> list[Derivation]:
    match = next((m for pattern in _LETTERS if (m := pattern.fullmatch(text))), None)
    if match is None:
        return []
    tool_input = {"word": match["w"]}
    return [
        Derivation(
            kind="number",
            tool="letter_arrangements",
            tool_input=tool_input,
            description=f"orders of {match['w']}",
        )
    ]
