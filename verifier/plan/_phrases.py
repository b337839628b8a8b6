"""The words of ``expected_check`` sentences, English and Chinese: patterns only, no logic.

Every pattern is matched against a whole clause: what no pattern explains to the last word stays uncompiled.
"""

from __future__ import annotations

from typing import Final

from toolkits import lazy_re as re

_I: Final = re.IGNORECASE

# --- subjects -----------------------------------------------------------------------------------------

_EN_ADJECTIVE = (
    r"(?:final|calculated|computed|returned|numeric(?:al)?|exact|expected|printed|resulting|total|"
    r"tool(?:'s)?|"
    r"calculator(?:'s)?|program(?:'s)?|code(?:'s)?|function(?:'s)?|script(?:'s)?|standard|converted|"
    r"overall|actual)"
)
_EN_NOUN = (
    r"(?:results?|outputs?|values?|answer|number|amount|return value|stdout|response|verdict|computation|"
    r"calculation|"
    r"conversion|evaluation|tool|calculator|code|program|script|function|formula|expressions?|it|execution|"
    r"query|"
    r"python code|statements?|sources?|facts?|evidence|knowledge base|sides|equations?)"
)
#: Names of quantities that a step may compute: "the area should be 78.5" speaks of the tool's value. A closed
#: list, since "the number of digits should be 3" and "the difference should be small" do not.
_EN_QUANTITY = (
    r"(?:area|perimeter|circumference|volume|surface area|speed|velocity|distance|time|duration|price|cost|"
    r"total|sum|mean|"
    r"average|median|mode|variance|standard deviation|range|balance|interest|principal|profit|loss|revenue|"
    r"tax|tip|discount|"
    r"percentage|percent change|rate|age|height|width|length|weight|mass|temperature|angle|radius|diameter|"
    r"probability|"
    r"product|quotient|remainder|root|solution|derivative|integral|limit|gcd|lcm|factorial|date|salary|"
    r"bill|future value|"
    r"present value|[xyz])"
)
_ZH_QUANTITY = (
    r"(?:面积|表面积|周长|体积|速度|距离|路程|时间|价格|总价|费用|成本|总和|总数|总额|和|平均数|平均值|"
    r"均值|中位数|众数|方差|标准差|极差|本息和|本利和|"
    r"终值|现值|利息|本金|利润|税额|税费|小费|折扣|折后价|百分比|增长率|年龄|高度|长度|宽度|重量|质量|温度|"
    r"角度|半径|直径|概率|乘积|积|商|余数|解|根|"
    r"导数|积分|极限|最大公约数|最小公倍数|阶乘|日期|金额|余额|工资|[xyz])"
)
_EN_OF = (
    r"(?: (?:of|from|by|returned by|computed by|given by|produced by|printed by) (?:the |this )?"
    r"(?:tool|calculation|calculator|code|program|script|function|expression|conversion|computation|step|"
    r"evaluation))?"
)
_ZH_NOUN = (
    r"(?:工具|程序|代码|脚本|函数|表达式|计算器?|换算|转换|最终|最后|运行|执行|求解|所得|得到|得出|算出|"
    r"求得|返回|输出|打印|标准输出|数值|计算得到|"
    r"事实核查|查询|该|此|其|它|这个|两个|两者|两式|左右两边)"
)
_ZH_HEAD = r"(?:结果|输出|返回值|值|数值|答案|公式|内容|表达式|代码|程序|工具|两者|它|其|运行|执行|计算)"

SUBJECT: Final = re.compile(
    rf"(?:(?:the |this |that |both |two |its )*(?:two )?(?:{_EN_ADJECTIVE} )*{_EN_NOUN}{_EN_OF}\b(?!')|"
    rf"(?:the )?(?:{_EN_ADJECTIVE} )*{_EN_QUANTITY}(?: of (?:the |a )?[a-z]+)?\b(?!')|"
    rf"(?:{_ZH_NOUN}的?)*{_ZH_HEAD}(?:中|里|时|后)?|(?:[一-龥]{{1,6}}的)?(?:最终|总)?{_ZH_QUANTITY}(?=应|"
    rf"必|须|需|要|等|为|是|约|大|小|不))[,:]?\s*",
    _I,
)
#: Subjects that mean what a program printed, not what it returned.
PRINTED: Final = re.compile(r"\b(?:printed|stdout|standard output)\b|打印|标准输出", _I)

LEAD: Final = re.compile(
    r"(?:please )?(?:check|verify|ensure|confirm|make sure|assert|expect|test)(?: that| whether| if)?\s+|"
    r"(?:and|also)\s+|(?:并且|而且|同时|且)|"
    r"(?:请)?(?:验证|检查|确认|确保|核对|检验|期望|预期)\s*",
    _I,
)
MODAL: Final = re.compile(
    r"(?:(?P<en>(?:should|must|shall|needs? to|has to|have to|ought to|(?:is|are) (?:expected|supposed|"
    r"required) to|will|"
    r"does|do|is to)(?P<en_not> not\b|n't\b|not\b)?|(?P<en_not2>cannot|can't|won't|doesn't|shouldn't|"
    r"mustn't))\s+"
    r"(?:also |then |always )?|"
    r"(?:应该|应当|理应|必须|需要|是否|应|须|需|要|会|将)(?:也|都)?(?P<zh_not>不能|不会|不可|不得|不应)?\s*|"
    r"(?P<zh_not2>不应该|不应当|不应|不能|不得|不会|不可|不该|禁止)\s*)",
    _I,
)
NOT_NEXT: Final = re.compile(r"(?:not |不(?=包含|含有|包括|匹配))", _I)
#: "is not 5": the negation stands after the verb.
IS_NOT: Final = re.compile(
    r"(?:is|are|be|does|do) not (?P<rest>.+)|(?:isn't|aren't|doesn't) (?P<rest2>.+)", _I
)

# --- precision and tolerance --------------------------------------------------------------------------

WORD_NUMBERS: Final = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "零": 0, "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7,
    "八": 8, "九": 9, "十": 10,
}  # fmt: skip
#: Decimals that a place's name keeps.
NAMED_PLACES: Final = {
    "integer": 0, "whole number": 0, "unit": 0, "dollar": 0, "yuan": 0, "tenth": 1, "hundredth": 2,
    "cent": 2, "penny": 2, "thousandth": 3, "个位": 0, "整数": 0, "整数位": 0, "元": 0, "角": 1, "分": 2,
    "十分位": 1, "百分位": 2, "千分位": 3, "万分位": 4,
}  # fmt: skip
_EN_ROUNDED = (
    r"(?:(?:when|after|if) )?(?:rounded |rounding |accurate |correct |precise |exact )?(?:off )?"
    r"(?:to|at|up to|with|within) "
)
_ZH_ROUNDED = r"(?:在|精确到|精确至|保留到?|四舍五入(?:到|至|后?保留)?|取到?|准确到|舍入到|到)?(?:小数点后)?"
_ZH_INSIDE = r"(?:的?(?:精度|误差|范围))?(?:以内|之内|内|上|后)?"
#: Group ``n``: how many decimals; ``near``: the name of a place; neither: the answer's own printed digits.
_PLACES: Final = (
    _EN_ROUNDED + r"(?:the first |an accuracy of )?(?P<n>\d{1,2}|[a-z]{3,5}) "
    r"(?:decimal places?|decimals?|decimal digits?|d\.?p\.?|digits? after the decimal(?: point)?)",
    _EN_ROUNDED
    + r"the nearest (?P<near>integer|whole number|unit|dollar|yuan|tenth|hundredth|cent|penny|thousandth)",
    _EN_ROUNDED
    + r"(?:the )?(?:(?:printed|shown|given|stated) (?:precision|digits|decimals)|digits of the answer)",
    r"(?:when|after|up to|within|allowing for) (?:rounding|rounded)(?: errors?)?",
    _ZH_ROUNDED + r"(?P<near>[十百千万]分位|个位|整数位?)" + _ZH_INSIDE,
    _ZH_ROUNDED + r"(?P<n>\d{1,2}|[一两二三四五六七八九十])位(?:小数)?" + _ZH_INSIDE,
    r"(?:精确到|精确至|保留到|四舍五入到|四舍五入至)(?P<near>[元角分])",
    r"四舍五入(?:后|之后)?|在(?:给出|显示|打印)的?精度内",
)
PLACES_TAIL: Final = tuple(re.compile(rf"[,\s(]*(?:{body})[)\s]*$", _I) for body in _PLACES)
#: "与初始答案11608.92在千分位内一致": before the predicate's last word, which group ``after`` keeps.
PLACES_INSIDE: Final = tuple(
    re.compile(rf"\s*(?:{body})\s*(?P<after>(?:保持)?(?:一致|相等|相同|相符|吻合|匹配))$", _I)
    for body in _PLACES
)
PLACES_HEAD: Final = tuple(re.compile(rf"(?:{body})[,\s]*", _I) for body in _PLACES)

_NUMBER = r"(?:±|\+/-|plus or minus )?\s*(?P<t>\d+(?:\.\d+)?(?:e-?\d+)?)\s*(?P<p>%|percent\b)?"
_AT_MOST = (
    r"(?:of at most|of less than|of no more than|of up to|of|under|below|within|less than|at most|up to|"
    r"no (?:more|greater|larger) than|not exceeding|does not exceed|should not exceed|[:=<≤]|<=|is)"
)
_ZH_AT_MOST = r"(?:不得超过|不超过|不大于|不高于|不多于|小于等于|小于|低于|至多|最多|在|为|是|≤|<=|<|:)"
#: Group ``t``: the margin; ``p``: it is a percentage of the value; ``rel``: it is a share of the value.
_TOLERANCES: Final = (
    r"\(?(?:to |with |within |allowing |given |and |at )?(?:an? |the )?(?:absolute |(?P<rel>relative) )?"
    r"(?:tolerance|margin of error|error margin|margin|deviation|difference|error)\s*"
    + _AT_MOST
    + r"\s*"
    + _NUMBER
    + r"\)?",
    r"\(?(?:to )?within " + _NUMBER + r"\)?",
    r"(?:±|\+/-|plus or minus) ?(?P<t>\d+(?:\.\d+)?)\s*(?P<p>%|percent\b)?",
    r"(?:with )?(?:an? )?" + _NUMBER + r" (?:tolerance|margin|error)",
    r"[(]?(?:在|且|并且)?(?:允许|容许)?(?:有|的)?(?:(?P<rel>相对)|绝对)?(?:误差|偏差|差值|差异|相差|容差)(?:范围|值)?(?:应|须|应该|应当)?"
    + _ZH_AT_MOST
    + r"?\s*"
    + _NUMBER
    + r"\s*(?:以内|之内|范围内|内|以下)?(?:的范围内)?[)]?",
)
TOLERANCE_TAIL: Final = tuple(re.compile(rf"[,、\s]*(?:{body})\s*$", _I) for body in _TOLERANCES)
TOLERANCE_ONLY: Final = tuple(re.compile(rf"(?:be )?(?:{body})", _I) for body in _TOLERANCES)
WITHIN_OF: Final = re.compile(
    rf"(?:be |is |lie |lies |fall |falls )?within {_NUMBER} (?:of|from) (?P<value>.+)|"
    r"(?:be |is )?(?:differ|differs|deviate|deviates) from (?P<value2>.+?) by (?:at most|less than|"
    r"no more than) "
    r"(?P<t2>\d+(?:\.\d+)?)\s*(?P<p2>%|percent\b)?|"
    r"(?:the )?(?:absolute )?(?:difference|error|deviation|"
    r"gap) (?:between (?:the )?(?:tool(?:'s)? )?(?:results?|outputs?|values?) and|from) "
    r"(?P<value3>.+?) (?:should|must) (?:be (?:less than|smaller than|below|at most|within|no more than)|"
    r"not exceed) "
    r"(?P<t3>\d+(?:\.\d+)?)\s*(?P<p3>%|percent\b)?|"
    r"(?:与|和|同|跟)\s*(?P<value4>.+?)\s*(?:之间)?的?(?:之差|绝对误差|误差|偏差|差值|差距|"
    r"差)(?:的绝对值)?(?:应该|应当|应|须|必须)?"
    + _ZH_AT_MOST
    + r"\s*(?P<t4>\d+(?:\.\d+)?)\s*(?P<p4>%)?(?:以内|之内|内)?",
    _I,
)

# --- targets ------------------------------------------------------------------------------------------

#: "the initial answer 11608.92", "初始答案11608.92": words that say that the literal is the answer's.
ANSWER: Final = re.compile(
    r"(?:(?:(?:the|its) )?(?:(?:initial|original|given|claimed|stated|proposed|model(?:'s)?|candidate|"
    r"final|reported|"
    r"user(?:'s)?|llm(?:'s)?) )*(?:answer|claim|response)\b(?:'s)?(?: (?:value|result|number|claim|figure))?|"
    r"(?:the )?(?:claimed|stated|reported|answered) (?:value|result|number|amount|figure)|"
    r"(?:初始|原始|最初|给定|声称|所称|模型|最终|原|所给|给出|待验证|上述|该)*的?(?:答案|回答|声明值|"
    r"声称值|结论)(?:中|里)?的?(?:给出的?|所给的?)?"
    r"(?:数值|值|结果|数字)?)"
    r"(?:\s*(?:of|[:：(（,]|为|是))?\s*",
    _I,
)

# --- predicates ---------------------------------------------------------------------------------------

EXACTLY: Final = re.compile(r"\b(?:exactly|precisely|strictly)\s+|(?:精确|恰好|正好|严格|完全|刚好)地?", _I)
ABOUT: Final = re.compile(
    r"\b(?:approximately|about|roughly|around|approx\.?)\s+|(?:大约|近似|约|大概)地?", _I
)
#: Agreement that states no precision of its own.
CLOSE: Final = re.compile(r"\b(?:close|near) to\s+|接近(?:于)?|大致|基本(?:上)?", _I)
EQUAL_EN: Final = re.compile(
    r"(?:(?:be |is |are )?(?:equal to|equals?|equal|identical to|the same as|consistent with|close to|"
    r"near to)|be|is|are|match(?:es)?|"
    r"agree(?:s)? with|give(?:s)?|yields?|returns?|evaluates? to|comes? (?:out )?to|comes? out (?:as|at|"
    r"to)|coincides? with|"
    r"corresponds? to|produces?|shows?|rounds? to|have the value|has the value|=|==)\s+(?P<value>.+)",
    _I,
)
EQUAL_ZH: Final = re.compile(
    r"(?:等于|相等于|等同于|为|是|返回|得到|得出|得|达到|显示为|显示|给出|输出为|输出|=|==|"
    r"≈)\s*(?P<value>.+)|"
    r"(?:与|和|同|跟)\s*(?P<value2>.+?)\s*(?:保持|完全)?(?:一致|相等|相同|相符|吻合|匹配|符合|接近)|"
    r"(?:符合|匹配|接近于?)\s*(?P<value3>.+)"
)
PRINTS: Final = re.compile(
    r"(?:print(?:s)?(?: out)?|output(?:s)?|打印出?|打印为|输出(?!为))\s*(?P<value>.+)", _I
)
EQUIVALENT: Final = re.compile(
    r"(?:(?:be |is |are )?(?:mathematically |algebraically |symbolically )?equivalent to|simplif(?:y|"
    r"ies) to)\s+(?P<value>.+)|"
    r"(?:在?数学上)?(?:等价于|等效于|化简为)\s*(?P<value2>.+)|(?:与|和|同|"
    r"跟)\s*(?P<value3>.+?)\s*(?:在?数学上)?(?:等价|等效)",
    _I,
)
EQUIVALENT_ALONE: Final = re.compile(
    r"(?:(?:be |is |are )?(?:mathematically |algebraically |symbolically )?(?:equivalent|equal|"
    r"the same)(?: to each other)?|"
    r"(?:be |is |returns? |return )?['\"]?(?:true|equivalent)['\"]?|(?:在?数学上)?(?:等价|相等|等效|一致|"
    r"恒等)|(?:返回|为)?(?:真|true)|holds?|成立)",
    _I,
)
DIFFERENT_ALONE: Final = re.compile(
    r"(?:(?:be |is |are )?(?:different|not equivalent|not equal|inequivalent)|(?:不等价|不相等|不同)|"
    r"(?:be |is |returns? |return )?['\"]?false['\"]?|(?:返回|为)?(?:假|false))",
    _I,
)
CONTAINS_OR_EQUIVALENT: Final = re.compile(
    r"(?:(?:contain|include)s? or (?:be |is )?(?:equivalent to|equals?|match(?:es)?)|"
    r"(?:be |is )?(?:equivalent to|equals?) or (?:contain|include)s?)\s+(?P<value>.+)|"
    r"(?:(?:包含|包括|含有)(?:或者?|/)(?:等价于|等于|等同于)|(?:等价于|等于)(?:或者?|/)(?:包含|包括|"
    r"含有))\s*(?P<value2>.+)",
    _I,
)
CONTAINS: Final = re.compile(
    r"(?:contains?|includes?|mentions?|have|has|lists?)\s+(?:the (?:formula|word|words|text|string|value|"
    r"number|phrase|item) )?"
    r"(?P<value>.+)|"
    r"(?:包含|包括|含有|含|提到|出现)(?:公式|文本|字符串|单词|词语|数字|数值|关键词)?\s*(?P<value2>.+)",
    _I,
)
BETWEEN: Final = re.compile(
    r"(?:(?:be|is|lie|lies|fall|falls) )?(?:(?:in the range )?between (?P<a>.+?) and (?P<b>.+?)|"
    r"in the (?:range|interval) (?:of |from )?(?P<a2>[^\[\]]+?) (?:to|"
    r"-) (?P<b2>.+?))(?P<incl>,? ?\(?(?:inclusive(?:ly)?)\)?)?|"
    r"(?:在|介于|处于|位于)\s*(?P<a3>.+?)\s*(?:和|到|至|与|~|-)\s*(?P<b3>.+?)\s*(?:之间|范围内|区间内)",
    _I,
)
ORDERS: Final = (
    (
        ">=",
        re.compile(
            r"(?:(?:be|is) )?(?:at least|no less than|not less than|no fewer than|greater than or equal to|"
            r"more than or equal to|"
            r"not (?:be )?below|>=|≥)\s+(?P<value>.+)|(?:大于等于|大于或等于|不小于|不低于|不少于|至少为?|"
            r"最少为?|>=|≥)\s*(?P<value2>.+)",
            _I,
        ),
    ),
    (
        "<=",
        re.compile(
            r"(?:(?:be|is) )?(?:at most|no more than|not more than|no greater than|less than or equal to|"
            r"not exceed(?:ing)?|"
            r"up to|<=|≤)\s+(?P<value>.+)|(?:小于等于|小于或等于|不大于|不高于|不多于|不超过|至多为?|"
            r"最多为?|<=|≤)\s*(?P<value2>.+)",
            _I,
        ),
    ),
    (
        ">",
        re.compile(
            r"(?:(?:be|is) )?(?:(?:strictly )?(?:greater|larger|more|higher|bigger) than|above|over|"
            r"exceeds?|>)\s+(?P<value>.+)|"
            r"(?:严格)?(?:大于|高于|多于|超过|>)\s*(?P<value2>.+)",
            _I,
        ),
    ),
    (
        "<",
        re.compile(
            r"(?:(?:be|is) )?(?:(?:strictly )?(?:less|smaller|lower|fewer) than|below|under|"
            r"<)\s+(?P<value>.+)|"
            r"(?:严格)?(?:小于|低于|少于|不到|<)\s*(?P<value2>.+)",
            _I,
        ),
    ),
    (
        "!=",
        re.compile(
            r"(?:be |is )?(?:different from|unequal to|not equal(?: to)?|differs? from|!=|≠)\s+(?P<value>.+)|"
            r"(?:不等于|不为|不是|不同于|!=|≠)\s*(?P<value2>.+)",
            _I,
        ),
    ),
)
SIGNS: Final = (
    (
        ">",
        re.compile(r"(?:be |is )?(?:a )?(?:strictly )?positive(?: (?:number|value))?|(?:为|是)?正数?值?", _I),
    ),
    (
        "<",
        re.compile(r"(?:be |is )?(?:a )?(?:strictly )?negative(?: (?:number|value))?|(?:为|是)?负数?值?", _I),
    ),
    (">=", re.compile(r"(?:be |is )?(?:a )?non-?negative(?: (?:number|value))?|(?:为|是)?非负数?", _I)),
    ("!=", re.compile(r"(?:be |is )?(?:a )?non-?zero(?: (?:number|value))?|(?:为|是)?非零数?", _I)),
)
INTEGER: Final = re.compile(r"(?:be |is )?(?:an integer|a whole number|integral)|(?:为|是)整数", _I)
SUCCEEDS: Final = re.compile(
    r"(?:(?:can |be able to )?(?:run|runs|execute|executes|complete|completes|finish|finishes|work|works|"
    r"compile|compiles|be executed|is executed|"
    r"be run)(?: (?:successfully|cleanly|normally))?(?: (?:without|with no) (?:any |an )?(?:runtime )?"
    r"(?:errors?|exceptions?|failures?|crashing|problems?))?|"
    r"succeeds?|(?:not )?(?:raise|throw|fail with) (?:any |no )?(?:an )?(?:errors?|exceptions?)|"
    r"be error-free|"
    r"(?:raises?|throws?|gives?|produces?) no (?:errors?|exceptions?)|"
    r"(?:能够?|可以?)?(?:正常|成功|顺利|无误地?)(?:地)?(?:运行|执行|完成|通过|结束)|(?:运行|执行)(?:成功|"
    r"正常|通过|无误|无错误|不报错)|"
    r"(?:不|没有|无)(?:报|抛出|引发|产生|出现|发生)?(?:任何)?(?:错误|异常|错)|不(?:出错|报错)|无(?:错误|"
    r"异常)(?:地)?(?:运行|执行)?)",
    _I,
)
#: What means success only under a negation ("should not raise an exception").
FAILS_WORDS: Final = re.compile(
    r"(?:raise|throw|fail with) (?:any |an )?(?:errors?|exceptions?)|(?:抛出|引发|报)(?:异常|错误?)", _I
)
RAISES: Final = re.compile(
    r"(?:raises?|throws?|fails? with|results? in|triggers?|produces?|end with)\s+(?:an? |"
    r"the )?(?P<name>[A-Z]\w*(?:Error|Exception|Warning|"
    r"Interrupt|Exit|Iteration)|Exception)(?: (?:exception|error))?|"
    r"(?:抛出|引发|触发|产生|报出?|出现|得到)\s*(?P<name2>[A-Z]\w*(?:Error|Exception|Warning|Interrupt|"
    r"Exit|Iteration)|Exception)"
    r"\s*(?:异常|错误)?",
)
SUPPORTS: Final = re.compile(
    r"(?:supports?|confirms?|corroborates?|verif(?:y|ies))(?: (?:the|this|that) (?:claim|statement|answer|"
    r"fact|assertion))?|"
    r"(?:be|is) supported|(?:支持|证实|确认|印证)(?:该|此|这一|这个)?(?:声明|说法|陈述|断言|事实|答案|"
    r"结论)?|(?:得到|被)(?:支持|证实)",
    _I,
)
CONSISTENT: Final = re.compile(
    r"(?:be |is |are )?(?:self-)?consistent|(?:be |have |has |show )?(?:free of|no|without) contradictions?|"
    r"(?:前后|彼此|相互|自相)?(?:一致|不矛盾)|(?:没有|无|不存在)(?:自相)?矛盾",
    _I,
)
MATCHES: Final = re.compile(
    r"match(?:es)? (?:the )?(?:regex|regular expression|pattern)\s+(?P<value>.+)|"
    r"匹配(?:正则表达式|正则|模式)\s*(?P<value2>.+)",
    _I,
)
TRUTH: Final = {
    "true": True, "false": False, "yes": True, "no": False, "真": True, "假": False, "成立": True,
    "不成立": False,
}  # fmt: skip

SENTENCE_END: Final = re.compile(r"[.;]\s+(?=[A-Z])|[。;；]\s*(?=\S)")
AND: Final = re.compile(r",?\s+and\s+(?:also\s+)?|,?\s*(?:并且|而且|同时|且|以及)\s*", _I)
OR: Final = re.compile(r",?\s+or\s+|,?\s*(?:或者|或)\s*", _I)
#: Joins the items of a list; too common inside Chinese words to join clauses.
ITEMS: Final = re.compile(r",?\s+and\s+|,?\s*(?:以及|和|与|及)\s*", _I)
QUOTED: Final = re.compile(
    r"\"(?P<a>[^\"]+)\"|'(?P<b>[^']+)'|`(?P<c>[^`]+)`|“(?P<d>[^”]+)”|‘(?P<e>[^’]+)’|「(?P<f>[^」]+)」|"
    r"『(?P<g>[^』]+)』"
)
DATE: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{4})年(\d{1,2})月(\d{1,2})[日号]")
REGEX: Final = re.compile(r"[/`'\"“](?P<pattern>.+)[/`'\"”]")
