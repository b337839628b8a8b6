"""Averages of values that a sentence gives to named persons, and a temperature that rises or falls."""

from __future__ import annotations

from collections.abc import Sequence

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.statistics import statistics
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core
from verifier.planning.solvers._small_numbers import in_digits

_MAX_LENGTH = 300
_MARK = re.compile(r"average|mean\b|平均|temperature|气温|温度", re.IGNORECASE)
_NAME = r"[A-Z][a-z]+"
_N = r"\d{1,4}(?:\.\d+)?"
_UNIT = r"(?: (?:years? old|years?|points?|pounds?|kg|kilograms?|cm|centimeters?|inches))?"
_UNIT_WORD = re.compile(r"\d (years?|points?|pounds?|kg|kilograms?|cm|centimeters?|inches)")
_SAYS = r"(?:is|weighs|scored|scores|got|earned|has scored)"
_ITEM = rf"(?:{_NAME} {_SAYS} {_N}{_UNIT}|{_NAME} {_N}{_UNIT})"
_LIST = rf"(?P<l>{_ITEM}(?:(?:, and |, | and ){_ITEM})+)"
_MEASURE = r"(?:age|weight|score|mark|grade|height)"
_NAME_ZH = r"(?:小[\u4e00-\u9fff]|[甲乙丙丁戊]|[王李张刘陈赵孙周吴]\u0020?[\u4e00-\u9fff]{1,2})"
_UNIT_ZH = r"(?:岁|分|千克|公斤|厘米)"
_ITEM_ZH = rf"{_NAME_ZH}(?:今年|考了|得了|体重|身高|重|高|得|是|为)?\s*{_N}\s*{_UNIT_ZH}"
_LIST_ZH = rf"(?P<l>{_ITEM_ZH}(?:\s*[,，、;；]\s*{_ITEM_ZH})+)"
_COUNTED_ZH = r"(?:他们|她们|(?P<n>[二两三四五六七八九十]|\d+)(?:个)?人|这(?P<n2>[二两三四五六七八九十]|\d+)(?:个|名|位)(?:人|同学|孩子|学生))"
_AVERAGES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_LIST}\. (?:[Ww]hat is|[Ff]ind|[Cc]alculate|[Ww]hat's) (?:their|the) average {_MEASURE}(?: of (?:the|these) (?P<n>two|three|four|five|six)(?: \w+)?)?",
        rf"{_LIST_ZH}\s*[,，。;；]\s*(?:求|那么|则|问|请问)?{_COUNTED_ZH}的?平均(?:年龄|分数?|体重|身高|成绩)(?:是|为)?(?:多少{_UNIT_ZH}?|几{_UNIT_ZH}?)",
    )
)
_T = r"(?P<a>[-−]?\d{1,3}(?:\.\d+)?)\s*(?:°\s?[CF]?|℃|degrees(?: Celsius| Fahrenheit)?|度|摄氏度)"
_D = r"(?P<b>\d{1,3}(?:\.\d+)?)\s*(?:°\s?[CF]?|℃|degrees(?: Celsius| Fahrenheit)?|度|摄氏度)"
_WHEN = r"(?: (?:in the morning|at (?:noon|dawn|midnight|night|sunrise|\d{1,2} ?[ap]\.?m\.?)|in the (?:afternoon|evening)|yesterday|today|this morning|by (?:noon|night|evening)))?"
_WHEN_ZH = r"(?:早上|早晨|上午|中午|下午|傍晚|晚上|夜间|凌晨|今天|昨天|某天|某地)*(?:的)?"
_UP = (
    r"(?P<up>rose|increased|went up|has risen|climbed)|(?P<down>fell|dropped|decreased|went down|has fallen)"
)
_UP_ZH = r"(?P<up>上升|升高|上涨|升|回升)|(?P<down>下降|降低|降|下跌)"
_TEMPERATURES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:the )?temperature{_WHEN} (?:is|was) {_T}{_WHEN}(?:\. | and |, and |, )(?:then )?(?:it |the temperature )?(?:{_UP}) (?:by )?{_D}{_WHEN}\. what (?:is|was) the (?:new )?temperature(?: now| then)?",
        rf"{_WHEN_ZH}(?:气温|温度)(?:是|为)\s*{_T}\s*[,，。;；]\s*(?P<then>{_WHEN_ZH})(?:气温|温度)?(?:又|比早上|比早晨|比中午)?(?:{_UP_ZH})了?\s*{_D}\s*[,，。;；]\s*(?:那么|则|问|请问|求)?(?P<asked>{_WHEN_ZH}|现在的?|这时的?)(?:气温|温度)(?:是|为)?(?:多少(?:度|℃|摄氏度)?)",
    )
)


def solve(question: QuestionText) -> list[Derivation]:
    """The average, or the temperature after the change."""
    stem = question.stem
    if len(stem) > _MAX_LENGTH or question.options or not _MARK.search(stem):
        return []
    text = core(stem).strip(" ?？。.")
    return _average(text) or _temperature(text)


def _average(text: str) -> list[Derivation]:
    match = next((m for pattern in _AVERAGES if (m := pattern.fullmatch(text))), None)
    if match is None:
        return []
    values = re.findall(rf"(?<![\w.]){_N}|(?<=[\u4e00-\u9fff\s]){_N}", match["l"])
    units = set(re.findall(_UNIT_ZH, match["l"])) or set(_UNIT_WORD.findall(match["l"]))
    if len(units) > 1 or not _counted(match, values):
        return []
    tool_input = {"op": "mean", "values": values}
    try:
        statistics("mean", values)
    except ToolkitError:
        return []
    return [
        Derivation(
            kind="number", tool="statistics", tool_input=tool_input, description="average of the values"
        )
    ]


def _counted(match: re.Match[str], values: Sequence[str]) -> bool:
    """A number of persons that the question states must be the number of values."""
    parts = match.groupdict()
    said = parts.get("n") or parts.get("n2")
    return not said or int(in_digits(said)) == len(values)


def _temperature(text: str) -> list[Derivation]:
    match = next((m for pattern in _TEMPERATURES if (m := pattern.fullmatch(text))), None)
    if match is None:
        return []
    parts = match.groupdict()
    scales = re.findall(r"(?<=°)\s?[CF]|Celsius|Fahrenheit", text, re.IGNORECASE)
    same_time = (parts.get("asked") or "").rstrip("的") in (
        "",
        "现在",
        "这时",
        (parts.get("then") or "").rstrip("的"),
    )
    if len({scale.strip()[0].lower() for scale in scales}) > 1 or not same_time:
        return []
    start = match["a"].replace("−", "-")
    expression = f"{start} {'+' if match['up'] else '-'} {match['b']}"
    return [
        Derivation(
            kind="number",
            tool="arithmetic",
            tool_input={"expression": expression},
            description="temperature after the change",
        )
    ]
