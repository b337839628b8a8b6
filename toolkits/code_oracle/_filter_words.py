"""The words in which people ask to drop or keep rows, English and Chinese, and the scanner that finds them.

The scanner covers the whole question: what it does not know becomes a token of its own, and the reader then
abstains. So a question that asks for more than the filter (fill, sort, group …) is never read as if it asked
for the filter alone.
"""

# ruff: noqa: E501 -- tables of words and patterns are read line by line

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from toolkits import lazy_re as re

Kind: TypeAlias = Literal[
    "drop", "keep", "rest", "save", "op", "suffix", "between", "outside", "beyond", "not", "sign", "or", "and",
    "number", "range", "interval", "inclusive", "exclusive", "name", "file", "column", "filler", "stop", "unknown",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the question; ``value`` is its meaning (an operator, a name) or its text."""

    kind: Kind
    value: str
    start: int
    end: int


#: Full-width punctuation and signs, one character for one, so that offsets stay.
_ONE_FOR_ONE: Final = str.maketrans(
    "，。；：（）［］！？“”‘’「」＜＞＝－−～０１２３４５６７８９．", ',.;:()[]!?""\'\'""<>=--~0123456789.'
)

_N: Final = r"-?\d+(?:,\d{3})*(?:\.\d+)?"
_END: Final = r"(?![A-Za-z0-9_%])"


def _words(english: str, chinese: str = "") -> str:
    """English words end at word boundaries; Chinese words and signs stand anywhere."""
    bounded = rf"(?<![A-Za-z0-9_])(?:{english})(?![A-Za-z0-9_])"
    return f"(?:{bounded}|{chinese})" if chinese else bounded


_OPERATORS: Final[tuple[tuple[str, str], ...]] = (
    (
        ">=",
        _words(
            r"(?:greater|more|larger|higher|bigger|older) than or equals? to|at least|a minimum of"
            r"|(?:no|not) (?:less|fewer|smaller|lower|younger) than|not (?:below|under)",
            r">=|≥|⩾|=>|大于或?等于|大于或者等于|不小于|不低于|不少于|至少为?|最少为?",
        ),
    ),
    (
        "<=",
        _words(
            r"(?:less|smaller|lower|fewer|younger) than or equals? to|at most|a maximum of|up to"
            r"|(?:no|not) (?:more|greater|larger|higher|older) than|not (?:over|above)"
            r"|not exceeding|(?:does|do) not exceed|doesn't exceed|don't exceed",
            r"<=|≤|⩽|=<|小于或?等于|小于或者等于|不大于|不高于|不超过|不多于|至多为?|最多为?",
        ),
    ),
    ("!=", _words(r"not equal to|unequal to|(?:does|do) not equal|doesn't equal", r"!=|≠|<>|不等于|不为")),
    (
        ">",
        _words(
            r"(?:strictly )?(?:greater|more|larger|higher|bigger|older) than|over|above|exceed(?:s|ing)?",
            r">|大于|高于|多于|超过了?|超出了?|大过",
        ),
    ),
    (
        "<",
        _words(
            r"(?:strictly )?(?:less|smaller|lower|fewer|younger) than|under|below",
            r"<|小于|低于|少于|不足|不到|未满",
        ),
    ),
    ("==", _words(r"exactly|equal to|equals", r"==?|等于|恰为")),
)
_NOT_A_BOUND: Final = r"(?!\s*(?:than\s*)?-?\d)"
_SUFFIXES: Final[tuple[tuple[str, str], ...]] = (
    (
        ">=",
        _words(
            rf"(?:or|and) (?:more|above|over|greater|older|higher|up|larger){_NOT_A_BOUND}",
            r"及其?以上|或以上",
        ),
    ),
    (
        "<=",
        _words(
            rf"(?:or|and) (?:less|below|under|fewer|lower|younger|smaller){_NOT_A_BOUND}", r"及其?以下|或以下"
        ),
    ),
    ("open>=", r"以上|之上"),
    ("open<=", r"以下|之下"),
)
_SIGNS: Final[tuple[tuple[str, str], ...]] = (
    (">=", _words(r"non-?negative", r"为?非负(?:数|值|的)?")),
    ("<", _words(r"negative", r"为?负(?:数|值|的)")),
    (">", _words(r"positive", r"为?正(?:数|值)")),
)
_DROP: Final = _words(
    r"(?:drop|remove|delete|exclude|discard|eliminate|omit|erase)(?:s|d|ped|ping|ing)?|get(?:ting)? rid of"
    r"|removing|deleting|excluding|filter(?:s|ing)? out|throw(?:s|ing)? (?:away|out)|strip out|leave out",
    r"(?:删除|删去|删|剔除|去除|去掉|移除|排除|过滤掉|筛除|筛掉|清除|丢弃|丢掉|扔掉|除去)掉?",
)
_NOUN: Final = r"(?:rows?|records?|entries|lines|observations)\b"
_KEEP: Final = _words(
    r"(?:only )?(?:keep|retain|preserve|select)(?:s|ing)?(?: only)?|retaining|filter(?:s|ing)? "
    r"(?:it |them |the data |the rows )?(?:to|for)(?: keep)?(?: only)?"
    rf"|(?:extract|return|get|find|show|display|list|print|output)(?:s|ing)? (?:only |all )*(?:the )?(?={_NOUN})",
    r"(?:只|仅)?(?:保留|留下)|(?:筛选|选择|选取|提取|挑选|挑|筛|选)出?来?",
)
_REST: Final = _words(
    r"the (?:rest|others?|remaining(?: ones)?)(?: of (?:the )?(?:rows|records|data))?|everything else",
    r"(?:其余|剩下|剩余|其他|其它)的?",
)
_SAVE: Final = _words(
    r"(?:save|export|store)(?:s|d)?|saving|writ(?:es?|ing) (?:it|them|(?:back )?to|the (?:result|output|cleaned|filtered|remaining))",
    r"(?:保存|写入|写回|导出|存储|存)(?:到|为|成|入|至)?",
)

_FILLER_EN: Final = """
a about again all also an another any appropriate are as at back based be been by called can cell cells clean cleaned cleaning
cleanup code contain containing contains content correct corresponding could create csv data dataframe dataframes dataset
datasets define df do does each entries entry every field fields file files final finally first following for frame from function
give given handle has have having help here's how i if implement import in index into invalid is it item items its last lies lie
line lines load loaded loading loads located me method my name named new now observation observations of on one only open opens
our out outlier outliers output pandas people persons please print printed prints program provide python query read reading reads
record records resulting result results return returned returning returns row rows sample samples script see should show simple
snippet so solution some such sure table task that the their them then there these they this those to tsv use uses using valid
value values want we were what where which while who whose will with would write writes you your year years old dollars points
degrees unrealistic impossible erroneous abnormal bad wrong faulty after before when must need needs make made using them
"""
_FILLER_ZH: Final = (
    "请问|请|帮我|帮忙|帮|编写|写一段|写一个|写出|写个|写|使用|利用|通过|采用|用|一段|一个|一份|代码|程序|函数|脚本|读取|读入|读|"
    "加载|载入|打开|导入|文件|数据集|数据框|数据表|数据行|数据|表格|表|中的|里的|内的|中|里|内|一列|这列|该列|列|字段|数值|"
    "取值|的值|值|的|整行|行|记录|样本|条目|所有|全部|那些|这些|并|然后|之后|最后|再|后|把|将|对|其中|其|它|是|为|有|都|要|"
    "需要|需|应|掉|了|即可|即|也就是|返回|结果|输出|打印|显示|清洗|清理|处理|得到|新的|如何|怎么|怎样|给出|实现|完成|任务|"
    "无效|异常|不合理|不合法|非法|错误|有效|合法|合理|岁|元|分|进行|操作|名为|叫做|叫|一下|来|从|根据|满足|条件|符合|情况|"
    "我|想|吗|呢|那么|只|仅|说明|如下|以下代码"
)


def _filler() -> str:
    english = "|".join(sorted(map(re.escape, set(_FILLER_EN.split())), key=len, reverse=True))
    chinese = "|".join(sorted(set(_FILLER_ZH.split("|")), key=len, reverse=True))
    return _words(english, chinese) + r"""|\s+|[,.;:!?()\[\]`"'、#*]"""


_FILE: Final = r"(?:[A-Za-z0-9_.-]+/)*[A-Za-z0-9_-]+\.(?:csv|tsv|txt|xlsx?|json|parquet)"
_ENDS: Final = r"(?:ends?|end ?points|boundar(?:y|ies)|bounds|the boundar(?:y|ies))"
_ENDS_ZH: Final = rf"(?:边界|端点|两端点?|{_N}(?:和|与|、){_N})"

_PATTERNS: Final[tuple[tuple[str, str], ...]] = (
    ("file", rf"""[`'"]?(?P<file_name>(?<![A-Za-z0-9_]){_FILE})(?![A-Za-z0-9_])[`'"]?"""),
    ("name", r"""(?P<quote>[`'"])(?P<quoted>[^`'"\n]{1,60}?)(?P=quote)"""),
    ("interval", rf"(?P<open>[\[(])\s*(?P<low>{_N})\s*,\s*(?P<high>{_N})\s*(?P<close>[\])])"),
    (
        "exclusive",
        rf"\(?(?:exclusive|excl\.)\)?|strictly(?= between)|excluding (?:both )?(?:{_ENDS}|{_N} and {_N})|\(?(?:不包含|不包括|不含){_ENDS_ZH}\)?|开区间",
    ),
    (
        "inclusive",
        rf"\(?(?:both )?(?:inclusive|incl\.)\)?|\(?including (?:both )?(?:{_ENDS}|{_N} and {_N})\)?|\(?(?:包含|包括|含){_ENDS_ZH}\)?|闭区间",
    ),
    (
        "range",
        rf"(?<![A-Za-z0-9_.])(?P<from>{_N})\s*(?:岁|元|分)?\s*(?:to|through|–|—|-|~|到|至)\s*(?P<to>{_N}){_END}",
    ),
    ("drop", _DROP),
    ("keep", _KEEP),
    ("rest", _REST),
    ("save", _SAVE),
    *((f"suffix{i}", pattern) for i, (_, pattern) in enumerate(_SUFFIXES)),
    (
        "outside",
        _words(
            r"outside(?: of)?(?: the (?:range|interval))?(?: of| from)?|out of (?:the )?(?:range|interval)(?: of| from)?"
            r"|not (?:in between|between|within|inside|in)(?: the (?:range|interval))?(?: of| from)?"
            r"|(?:is|are)n't (?:between|within|in)(?: the (?:range|interval))?(?: of| from)?",
            r"不在|不介于|不处于|不属于|不位于|超出(?=\s*-?\d+\s*(?:到|至|-|~|–|—)|\s*[\[(])",
        ),
    ),
    ("beyond", r"(?:的?(?:范围|区间))?(?:之外|以外|外)(?:的)?"),
    *((f"op{i}", pattern) for i, (_, pattern) in enumerate(_OPERATORS)),
    *((f"sign{i}", pattern) for i, (_, pattern) in enumerate(_SIGNS)),
    (
        "between",
        _words(
            r"in between|between|within(?: the (?:range|interval))?(?: of| from)?|inside|ranging from"
            r"|in the (?:range|interval)(?: of| from)?|in(?=\s*[\[(]\s*-?\d)|from(?=\s*-?\d)",
            r"介于|处于|位于|属于|在(?=\s*-?\d|\s*[\[(])|(?:的)?(?:范围|区间)(?:之?内)?|之间|之内",
        ),
    ),
    ("not", _words(r"not|isn't|aren't|doesn't|don't|never", r"非|不是|不")),
    ("or", _words(r"either|or", r"\|\|?|或者|或是|或|要么")),
    ("and", _words(r"both|and|but", r"&&?|并且|而且|同时|且|和|与|以及|及")),
    ("number", rf"(?<![A-Za-z0-9_.]){_N}{_END}|{_words('zero')}"),
    ("column", _words(r"(?:the )?columns?|column's|features?|attributes?")),
    ("filler", _filler()),
    ("unknown", r"[A-Za-z_][A-Za-z0-9_]*|[^\x00-\x7f\s]|."),
)
_SCANNER: Final = re.compile(
    "|".join(f"(?P<{name}>{pattern})" for name, pattern in _PATTERNS), re.IGNORECASE | re.DOTALL
)


def scan(question: str) -> list[Token]:
    """The question as tokens, all of it; adjacent unknown characters are one token."""
    text = question.translate(_ONE_FOR_ONE)
    tokens: list[Token] = []
    for token in _tokens(text):
        last = tokens[-1] if tokens else None
        glued = last is not None and last.kind == token.kind == "unknown" and last.end == token.start
        if last is not None and glued:
            tokens[-1] = Token("unknown", last.value + token.value, last.start, token.end)
        else:
            tokens.append(token)
    return tokens


def _tokens(text: str) -> Iterator[Token]:
    for match in _SCANNER.finditer(text):
        top = next(group for group, _ in _PATTERNS if match[group] is not None)
        kind, value = _meaning(match, top)
        yield Token(kind, value, match.start(), match.end())


def _meaning(match: re.Match[str], top: str) -> tuple[Kind, str]:
    if top.startswith("op") and top[2:].isdigit():
        return "op", _OPERATORS[int(top[2:])][0]
    if top.startswith("suffix"):
        return "suffix", _SUFFIXES[int(top[6:])][0]
    if top.startswith("sign"):
        return "sign", _SIGNS[int(top[4:])][0]
    if top == "file":
        return "file", match["file_name"]
    if top == "name":
        return "name", match["quoted"]
    if top == "interval":
        return "interval", f"{match['open']}{match['low']},{match['high']}{match['close']}".replace(" ", "")
    if top == "range":
        return "range", f"{match['from']} {match['to']}"
    return _plain_kind(top), match[0]


def _plain_kind(name: str) -> Kind:
    kinds: dict[str, Kind] = {
        "inclusive": "inclusive", "exclusive": "exclusive", "drop": "drop", "keep": "keep", "rest": "rest", "save": "save",
        "outside": "outside", "beyond": "beyond", "between": "between", "not": "not", "or": "or", "and": "and",
        "number": "number", "column": "column", "filler": "filler",
    }  # fmt: skip
    return kinds.get(name, "unknown")
