"""The sentence that asks: what a computable question wants, as a request to the ``worksheet`` tool.

Each row of the table is a whole sentence (without its last sign) and the request that it makes; expressions stand where
the groups are. A sentence that no row covers to its last word makes no request.
"""

from __future__ import annotations

from toolkits import lazy_re as re
from verifier.planning.solvers._fixed import fixed_words
from verifier.planning.solvers._requests import (
    Ask,
    Make,
    add_in_base,
    coefficient,
    convert_base,
    derivative,
    derivative_zh,
    digit,
    extreme,
    extremum,
    kth,
    named_bases,
    on_list,
    operation,
    percent,
    relation,
    root,
    rounded,
    solve,
    sort,
    symbolic,
    symbols,
    terms,
    value,
    written,
)

_ASKING = r"(?:what is|what's|what are|calculate|compute|evaluate|find|give|determine|work out|state|list|write down|求|计算|求出|算出)"
_WHAT = rf"(?:{_ASKING}(?: (?:the )?(?:exact )?(?:value|result|sum|answer) (?:of|to))? ?|the value of )"
_E = r"(?P<e>[^?]+?)"
_A = r"(?P<a>[^?]+?)"
_B = r"(?P<b>[^?]+?)"
_L = r"(?P<l>[^?]+?)"
_NTH = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|twelth|\d+(?:st|nd|rd|th))"
_PLACE = r"(?P<p>(?:(?:ten |hundred )?(?:thousands|millions|billions|trillions|quadrillions)|units?|ones|tens|hundreds|tenths|hundredths|thousandths))"
_ROUND = (
    r"(?:the )?(?:nearest (?P<to>integer|whole number|(?:ten |hundred )?(?:thousand|million|billion)|tenth|hundredth|thousandth|ten[- ]thousandth|ten|hundred|cent|\d[\d,.]*)"
    r"|(?P<dp>\w+) (?:decimal places?|dps?|decimals?))"
)
_NEAR = rf"(?:,? ?(?:rounded |correct )?to {_ROUND})"

_UPWARD = r"(?:least|smallest|lowest) to (?:greatest|largest|highest|biggest)|(?:greatest|largest|highest|biggest) to (?:least|smallest|lowest)"
_BASE = r"(?:binary|octal|decimal|denary|hexadecimal|hex|base[- ](?:\d+|two|eight|ten|sixteen))"
_BASE_ZH = r"(?:二|八|十|十六|\d+)进制"

_ROWS: tuple[tuple[str, Make], ...] = (
    # equations
    (r"solve (?:the (?:following )?)?(?:simultaneous |linear )?(?:system of )?(?:equations? )?:?\s*(?P<q>[^?]*=[^?]*?),? for (?:the (?:value of )?)?(?P<v>[A-Za-z])", solve),
    (r"solve for (?P<v>[A-Za-z])\s*[:,]?\s*(?:in|given|if|when)?\s*(?:the equation)?\s*:?\s*(?P<q>[^?]*=[^?]*?)", solve),
    (r"solve (?:the (?:following )?)?(?:equation )?:?\s*(?P<q>[^?]*=[^?]*?)", solve),
    (r"(?:what is|find|calculate|determine|compute) (?:the value of )?(?P<v>[A-Za-z]) (?:in|if|when|given|such that|so that|where|for which|, given that)(?: that)?(?: the equation)?:? (?P<q>[^?]*=[^?]*?)", solve),
    (r"(?:find|determine) (?P<v>[A-Za-z]), (?:given|if) (?:that )?(?P<q>[^?]*=[^?]*?)", solve),
    (r"(?:for )?what (?:is the )?value (?:of|for) (?P<v>[A-Za-z])(?: that)? (?:is|makes|satisfies|solves)(?: the)?(?: following)?(?: equation)?(?: true)?\s*:?\s*(?P<q>[^?]*=[^?]*?)(?: true)?", solve),
    (r"(?:if|given(?: that)?|suppose(?: that)?) (?P<q>[^?]*=[^?]*?),? (?:then )?(?:what is|find|calculate|compute|determine|solve for) (?:the value of )?(?P<v>[A-Za-z])", solve),
    (r"解(?:下列)?(?:关于[A-Za-z]的)?(?:一元一次|一元二次|二元一次|线性)?方程(?:组)?\s*[::]?\s*(?P<q>[^?]*=[^?]*?)", solve),
    (r"(?:若|如果|已知|当|设)\s*(?P<q>[^?]*=[^?]*?),?\s*(?:时,?)?(?:则|那么)?\s*(?:求)?\s*(?P<v>[A-Za-z])\s*(?:的值)?(?:=|等于|是|为)?(?:多少|几)?", solve),
    (r"(?:find|determine|what are|calculate|list|give)(?: all)?(?: of)?(?: the)?(?: two| real| both)* (?:roots|solutions|zeros) (?:of|to|for) (?:the )?(?:quadratic )?(?:equation )?:?\s*(?P<q>[^?]*=[^?]*?)", solve),
    (r"(?:求|求出)?(?:一元二次)?方程\s*(?P<q>[^?]*=[^?]*?)\s*的(?:所有)?(?:两个?)?(?:实数)?(?:根|解)(?:是|为|分别是)?(?:什么|多少)?", solve),
    # derivatives
    (rf"(?:find|what is|calculate|compute|determine|give) the (?:(?P<n>{_NTH}) )?derivative of {_E} (?:wrt|with respect to) (?P<v>[A-Za-z])", derivative),
    (rf"differentiate {_E} (?:wrt|with respect to) (?P<v>[A-Za-z])", derivative),
    (rf"(?:find|what is|calculate|compute|determine|give) the (?:(?P<n>{_NTH}) )?derivative of {_E}", derivative),
    (rf"differentiate {_E}", derivative),
    (rf"求\s*{_E}\s*(?:对|关于)\s*(?P<v>[A-Za-z])\s*的(?:(?P<n>[一二三]阶))?导数", derivative_zh),
    (rf"求\s*(?:函数)?\s*{_E}\s*的(?:(?P<n>[一二三]阶))?导(?:数|函数)", derivative_zh),
    # polynomials
    (r"(?:express|rearrange) (?P<e>[^?]+?) (?:as|to|in the form|to the form) (?P<form>[^?]+?) and give (?P<t>[a-z])", coefficient),
    (rf"(?:expand|collect the terms in|collect like terms in|collect like terms:|expand and simplify|simplify(?: the)? (?:following )?(?:expression)?) ?:? ?{_E}", symbolic),
    (rf"(?:化简|展开|合并同类项)\s*[::]?\s*{_E}", symbolic),
    # whole numbers
    (rf"{_ASKING} (?:the )?(?:greatest|highest|largest) common (?:divisor|factor)(?: \((?:gcd|gcf|hcf)\))? of {_L}", on_list("gcd")),
    (rf"{_ASKING} (?:the )?(?:gcd|gcf|hcf) of {_L}", on_list("gcd")),
    (rf"{_ASKING} (?:the )?(?:least|lowest|smallest) common (?:multiple)(?: \((?:lcm)\))? of {_L}", on_list("lcm")),
    (rf"{_ASKING} (?:the )?lcm of {_L}", on_list("lcm")),
    (rf"{_ASKING} (?:the )?(?:least |lowest )?common denominator of {_L}", on_list("common_denominator")),
    (rf"{_ASKING} the remainder (?:when|if) {_A} is divided by {_B}", operation("remainder", "a", "b")),
    (rf"{_ASKING} the remainder (?:of|in) {_A} divided by {_B}", operation("remainder", "a", "b")),
    (rf"{_ASKING} (?:all )?(?:of )?(?:the )?(?:distinct )?prime factors of {_E}", operation("prime_factors", "e")),
    (rf"{_ASKING} (?:the )?prime[- ](?:factorization|factorisation) of (?:the number )?{_E}", operation("factorization", "e")),
    (rf"(?:express|write) {_E} as a product of (?:its )?prime(?:s| factors| numbers)", operation("factorization", "e")),
    (rf"(?:将|把|对)?\s*{_E}\s*(?:进行)?(?:分解质因数|质因数分解|分解素因数)", operation("factorization", "e")),
    (rf"(?:{_ASKING} )?the {_PLACE} digit of {_E}", digit),
    (rf"{_ASKING} the (?P<n>square|cube|{_NTH}) root of {_E},? to the nearest (?:integer|whole number)", root),
    (rf"{_ASKING} {_E} to the power of 1/(?P<n>\d+), to the nearest (?:integer|whole number)", root),
    (rf"is {_A} (?:a )?prime(?: number)?(?: or not)?", operation("is_prime", "a")),
    (rf"is (?:the number )?{_A} a prime(?: number)?", operation("is_prime", "a")),
    (rf"{_A} is (?:a )?prime(?: number)?", operation("is_prime", "a")),
    (rf"is {_A} (?:a )?composite(?: number)?", operation("is_composite", "a")),
    (rf"is {_A} a (?:factor|divisor) of {_B}", operation("divides", "a", "b")),
    (rf"is {_A} a multiple of {_B}", operation("divides", "b", "a")),
    (rf"(?:does|do) {_A} divide {_B}(?: evenly| exactly)?", operation("divides", "a", "b")),
    (rf"is {_A} (?:evenly |exactly )?divisible by {_B}", operation("divides", "b", "a")),
    (rf"{_A} is (?:evenly |exactly )?divisible by {_B}", operation("divides", "b", "a")),
    (rf"is {_A} (?:an )?even(?: number)?", operation("is_even", "a")),
    (rf"is {_A} (?:an )?odd(?: number)?", operation("is_odd", "a")),
    (rf"(?:请问)?\s*{_A}\s*(?:是不是|是否是|是否为|是)(?:一个)?(?:质数|素数)(?:吗|么)?", operation("is_prime", "a")),
    (rf"(?:请问)?\s*{_A}\s*(?:是不是|是否是|是否为|是)(?:一个)?合数(?:吗|么)?", operation("is_composite", "a")),
    (rf"(?:请问)?\s*{_A}\s*(?:能否被|是否能被|能不能被|能被)\s*{_B}\s*整除(?:吗|么)?", operation("divides", "b", "a")),
    (rf"(?:请问)?\s*{_A}\s*(?:是不是|是否是|是否为|是)\s*{_B}\s*的倍数(?:吗|么)?", operation("divides", "b", "a")),
    (rf"(?:请问)?\s*{_A}\s*(?:是不是|是否是|是否为|是)\s*{_B}\s*的(?:因数|约数)(?:吗|么)?", operation("divides", "a", "b")),
    (rf"(?:请问)?\s*{_A}\s*(?:是不是|是否是|是否为|是)(?:一个)?偶数(?:吗|么)?", operation("is_even", "a")),
    (rf"(?:请问)?\s*{_A}\s*(?:是不是|是否是|是否为|是)(?:一个)?奇数(?:吗|么)?", operation("is_odd", "a")),
    (rf"(?:求|计算)?\s*{_L}\s*的最大公(?:约|因)数(?:是|为)?(?:多少|几)?", on_list("gcd")),
    (rf"(?:求|计算)?\s*{_L}\s*的最小公倍数(?:是|为)?(?:多少|几)?", on_list("lcm")),
    (rf"(?:求|计算)?\s*{_A}\s*除以\s*{_B}\s*的余数(?:是|为)?(?:多少|几)?", operation("remainder", "a", "b")),
    (rf"(?:求|计算|列出)?\s*{_E}\s*的(?:所有)?质因数(?:是|有)?(?:什么|哪些)?", operation("prime_factors", "e")),
    # order and size
    (rf"(?:what|which) is the (?:nearest|closest) to (?P<t>[^?]+?) (?:in|among|out of) {_L}", on_list("nearest", to="t")),
    (rf"which is the (?:nearest|closest) to (?P<t>[^?]+?)\?\s*{_L}", on_list("nearest", to="t")),
    (rf"(?:what|which) is the (?:(?P<n>{_NTH}) )?(?P<w>biggest|largest|greatest|highest|smallest|least|lowest) (?:value|number|of)? ?(?:in|among|out of|of)? ?{_L}", kth),
    (rf"which is the (?:(?P<n>{_NTH}) )?(?P<w>biggest|largest|greatest|highest|smallest|least|lowest)(?: value| number)?\?\s*{_L}", kth),
    (rf"which (?:one |number )?is (?:bigger|greater|larger)(?: number)?(?::|,| -|\?)? {_A} or {_B}", extreme("max")),
    (rf"which (?:one |number )?is (?:smaller|less|lesser)(?: number)?(?::|,| -|\?)? {_A} or {_B}", extreme("min")),
    (rf"{_A}\s*和\s*{_B}\s*(?:哪个|谁)(?:更|比较)?大", extreme("max")),
    (rf"{_A}\s*和\s*{_B}\s*(?:哪个|谁)(?:更|比较)?小", extreme("min")),
    (rf"(?:sort|put|arrange|order|rank)(?: the)?(?: following)?(?: numbers| values| fractions| decimals| integers)?:? {_L}(?: (?:in|into) (?P<d>ascending|descending|increasing|decreasing) order| from (?P<d2>{_UPWARD}))?", sort),
    (rf"(?:将|把)\s*{_L}\s*按?(?:照)?(?P<d>从大到小|从小到大|升序|降序|由大到小|由小到大)(?:的顺序)?(?:排序|排列)", sort),
    (rf"(?:sort|put|arrange|order|rank)(?: the| these)?(?: following)?(?: numbers| values| fractions| decimals| integers)? (?:(?:in|into) (?P<d>ascending|descending|increasing|decreasing) order|from (?P<d2>{_UPWARD}))\s*:?\s*{_L}", sort),
    (rf"(?:将|把)?(?:下列|以下|下面)?(?:各|几个|这些)?(?:数|数字|分数|小数)\s*按?(?:照)?(?P<d>从大到小|从小到大|升序|降序|由大到小|由小到大)(?:的顺序)?(?:排序|排列|排列起来)\s*[::]\s*{_L}", sort),
    (rf"is {_A} (?:less|smaller) than {_B}", relation("<")),
    (rf"is {_A} (?:greater|bigger|larger|more) than {_B}", relation(">")),
    (rf"is {_A} (?:less than or equal to|at most(?: as big as)?) {_B}", relation("<=")),
    (rf"is {_A} (?:greater than or equal to|at least(?: as big as)?) {_B}", relation(">=")),
    (rf"is {_A} not equal to {_B}", relation("!=")),
    (rf"is {_A} equal to {_B}", relation("=")),
    (rf"are {_A} and {_B} equal", relation("=")),
    (rf"are {_A} and {_B} (?:unequal|non-?equal)", relation("!=")),
    (rf"do {_A} and {_B} have the same value", relation("=")),
    (rf"do {_A} and {_B} have different values", relation("!=")),
    (rf"(?:is|does) {_A} (?P<r><=|>=|!=|==|[<>=≤≥≠]) {_B}", symbols),
    (rf"{_A}\s*(?:大于)\s*{_B}\s*吗", relation(">")),
    (rf"{_A}\s*(?:小于)\s*{_B}\s*吗", relation("<")),
    (rf"{_A}\s*(?:等于)\s*{_B}\s*吗", relation("=")),
    (rf"(?:what is|find|determine) the (?P<w>minimum|maximum|least|greatest|smallest|largest) (?:possible )?value of (?:the (?:expression|quadratic|function) )?{_E}(?:,? (?:over all|for(?: all)?|where [a-z] is a) real (?:numbers?|values?)(?: of)?(?: [a-z])?)?", extremum),
    (rf"(?:求|计算)?\s*(?:函数)?\s*{_E}\s*的最(?P<w>小|大)值(?:是|为)?(?:多少)?", extremum),
    # evenly spaced numbers
    (rf"how many (?:numbers|terms|integers) are (?:there )?in the (?:list|sequence|arithmetic sequence|following list) {_L}", terms("term_count")),
    (rf"{_ASKING} (?:the )?(?:value of )?(?:the )?(?:arithmetic )?(?:sum|series)?(?: of)?\s*:?\s*(?P<l>[^?]*(?:\\cdots|\\ldots|\\dots|\.\.\.|…)[^?]*?)", terms("term_sum")),
    # bases
    (r"(?:what is|convert|change|express|write) (?:the number )?(?P<a>[0-9a-zA-Z]+)_\{?(?P<n>\d+)\}? (?:to|in|into|as a number in) base (?P<t>\d+)", convert_base),
    (r"what is the base[- ](?P<t>\d+) representation of (?:the number )?(?P<a>[0-9a-zA-Z]+)_\{?(?P<n>\d+)\}?", convert_base),
    (r"in base (?P<n>\d+), what is (?P<a>-?[0-9a-z]+) (?P<s>[-+*]) (?P<b>-?[0-9a-z]+)", add_in_base),
    (r"(?:(?:convert|what is|change|express|write) )?(?P<a>-?[0-9a-z]+) \(base (?P<n>\d+)\) (?:to|in|into) base (?P<t>\d+)", convert_base),
    (r"(?:convert|change|express|write) (?P<a>-?[0-9a-z]+) (?:from|in) base (?P<n>\d+) (?:to|in|into) base (?P<t>\d+)", convert_base),
    (rf"(?:convert|change|express|write|represent) (?:the )?(?:(?P<f>{_BASE}) )?(?:number )?(?P<a>-?[0-9a-z]+)(?: (?:from|in) (?P<f2>{_BASE}))? (?:to|in|into|as) (?P<t>{_BASE})(?: form| notation| number)?", named_bases),
    (rf"what is (?:the )?(?:(?P<f>{_BASE}) )?(?:number )?(?P<a>-?[0-9a-z]+) (?:in|as|converted to) (?P<t>{_BASE})(?: form| notation)?", named_bases),
    (rf"what is the (?P<t>{_BASE}) (?:value|representation|equivalent|form) of (?:the )?(?:(?P<f>{_BASE}) )?(?:number )?(?P<a>-?[0-9a-z]+)", named_bases),
    (rf"(?:将|把)?(?P<f>{_BASE_ZH})(?:数|的)?\s*(?P<a>[0-9a-z]+)\s*(?:转换|转化|换算|化|写|表示|转)(?:为|成|到)(?P<t>{_BASE_ZH})(?:数)?(?:是|为|等于)?(?:多少|几|什么)?", named_bases),
    (rf"(?P<f>{_BASE_ZH})(?:数|的)?\s*(?P<a>[0-9a-z]+)\s*(?:的|用|等于|是)(?P<t>{_BASE_ZH})(?:数)?(?:表示)?(?:是|为|等于)?(?:多少|几|什么)?", named_bases),
    # rounding
    (rf"round {_E} to {_ROUND}", rounded),
    (rf"{_WHAT}{_E},? rounded to {_ROUND}", rounded),
    (rf"{_WHAT}{_E}{_NEAR}", rounded),
    # arithmetic in words
    (rf"{_WHAT}?{_A} plus {_B}", written("{a} + {b}")),
    (rf"{_WHAT}?{_A} (?:minus|take away) {_B}", written("{a} - {b}")),
    (rf"{_WHAT}?{_A} less than {_B}", written("{b} - {a}")),
    (rf"{_WHAT}?{_A} (?:times|multiplied by) {_B}", written("{a} * {b}")),
    (rf"{_WHAT}?{_A} (?:divided by|over) {_B}", written("{a} / {b}")),
    (rf"(?:add|put|sum|add together|put together) {_A} and {_B}(?: together)?", written("{a} + {b}")),
    (rf"(?:add|put|sum) (?:together )?{_A} and {_B}(?: together)?", written("{a} + {b}")),
    (rf"(?:{_ASKING} the )?(?:total|sum) of {_A} and {_B}", written("{a} + {b}")),
    (rf"add {_A} to {_B}", written("{b} + {a}")),
    (rf"subtract {_A} from {_B}", written("{b} - {a}")),
    (rf"multiply {_A} (?:and|by|with) {_B}", written("{a} * {b}")),
    (rf"(?:{_ASKING} the )?product of {_A} and {_B}", written("{a} * {b}")),
    (rf"divide {_A} by {_B}", written("{a} / {b}")),
    (rf"(?:{_ASKING} the )?quotient of {_A} and {_B}", written("{a} / {b}")),
    (rf"{_ASKING} the (?:distance|(?:positive |absolute )?difference) between {_A} and {_B}", written("abs({a} - {b})")),
    (rf"(?:求|计算)?\s*{_A}\s*加(?:上)?\s*{_B}\s*(?:的和)?(?:等于|是|得)?(?:多少|几)?", written("{a} + {b}")),
    (rf"(?:求|计算)?\s*{_A}\s*减(?:去)?\s*{_B}\s*(?:的差)?(?:等于|是|得)?(?:多少|几)?", written("{a} - {b}")),
    (rf"(?:求|计算)?\s*{_A}\s*乘(?:以|上)?\s*{_B}\s*(?:的积)?(?:等于|是|得)?(?:多少|几)?", written("{a} * {b}")),
    (rf"(?:求|计算)?\s*{_A}\s*除以\s*{_B}\s*(?:的商)?(?:等于|是|得)?(?:多少|几)?", written("{a} / {b}")),
    # percentages
    (rf"{_WHAT}?{_A} ?(?:%|percent|per cent) of {_B}", written("{a}% * {b}")),
    (rf"what (?:percent|percentage|per cent) of {_A} is {_B}", percent("{b} / {a}")),
    (rf"{_A} is what (?:percent|percentage|per cent) of {_B}", percent("{a} / {b}")),
    (rf"(?:求|计算)?\s*{_A}\s*的\s*{_B}\s*%\s*(?:是|等于|为)?(?:多少|几)?", written("{b}% * {a}")),
    (rf"(?:求|计算)?\s*{_A}\s*的\s*百分之\s*{_B}\s*(?:是|等于|为)?(?:多少|几)", written("{b}% * {a}")),
    (rf"{_A}\s*(?:是|占)\s*{_B}\s*的\s*(?:百分之几|百分之多少|多少百分比)", percent("{a} / {b}")),
    (rf"(?:求|计算)?\s*比\s*{_A}\s*(?:多|大|增加)\s*{_B}\s*%\s*(?:的数)?\s*(?:是|等于|为)?(?:多少|几)?", written("{a} * (1 + {b}%)")),
    (rf"(?:求|计算)?\s*比\s*{_A}\s*(?:少|小|减少)\s*{_B}\s*%\s*(?:的数)?\s*(?:是|等于|为)?(?:多少|几)?", written("{a} * (1 - {b}%)")),
    # powers and roots in words
    (rf"{_WHAT}?{_A} squared", written("{a}^2")),
    (rf"{_WHAT}?{_A} cubed", written("{a}^3")),
    (rf"{_WHAT}?(?:the )?square of {_A}", written("{a}^2")),
    (rf"{_WHAT}?(?:the )?cube of {_A}", written("{a}^3")),
    (rf"{_WHAT}?(?:the )?square root of {_A}", written("sqrt({a})")),
    (rf"{_WHAT}?(?:the )?cube root of {_A}", written("cbrt({a})")),
    (rf"{_WHAT}?{_A} (?:raised )?to the power (?:of )?{_B}", written("{a}^{b}")),
    (rf"(?:求|计算)?\s*{_A}\s*的\s*{_B}\s*次方(?:是|等于|为)?(?:多少|几)?", written("{a}^{b}")),
    (rf"(?:求|计算)?\s*{_A}\s*的平方(?:是|等于|为)?(?:多少|几)?", written("{a}^2")),
    (rf"(?:求|计算)?\s*{_A}\s*的立方(?:是|等于|为)?(?:多少|几)?", written("{a}^3")),
    (rf"{_WHAT}?{_A} factorial", written("{a}!")),
    (rf"{_WHAT}?(?:the )?factorial of {_A}", written("{a}!")),
    (rf"(?:求|计算)?\s*{_A}\s*的阶乘(?:是|等于|为)?(?:多少|几)?", written("{a}!")),
    (rf"(?:求|计算)?\s*{_A}\s*的算术平方根(?:的值)?(?:是|等于|为)?(?:多少|几)?", written("sqrt({a})")),
    (rf"(?:求|计算)?\s*根号\s*{_A}(?:的值)?(?:是|等于|为)?(?:多少|几)?", written("sqrt({a})")),
    (rf"(?:求|计算)?\s*{_A}\s*的立方根(?:的值)?(?:是|等于|为)?(?:多少|几)?", written("cbrt({a})")),
    # forms
    (rf"(?:convert|express|write|change|rewrite|simplify) {_E} (?:to|as|into|in) an? (?:mixed number|(?:simplified |common |proper |improper |reduced )*fraction|(?:simplified )?decimal|integer|whole number)(?: in (?:simplest form|lowest terms|simplest terms))?", value),
    (rf"(?:reduce|simplify) (?:the fraction )?{_E} to (?:its )?(?:lowest|simplest) (?:terms|form)", value),
    (rf"(?:将|把)\s*{_E}\s*(?:化为|化成|写成|化简为|约分为)(?:最简)?(?:分数|小数|带分数|假分数)", value),
    # a bare expression
    (rf"(?:{_WHAT}|{_ASKING} (?:the )?(?:following )?(?:expression|sum|product|quotient|difference)?\s*:\s*)?{_E}\s*(?:=|equals|is equal to)?", value),
    (rf"(?:how much is|what does) {_E}(?: equal)?", value),
    (rf"(?:请?(?:计算|求|求值|算一下|算)|(?:下列|以下)(?:算式|表达式)的(?:值|结果))?\s*[::]?\s*{_E}\s*(?:的(?:值|结果))?\s*(?:=|等于|是|为)?\s*(?:多少|几|什么)?", value),
)  # fmt: skip

#: Every word that a question of these kinds can have.
WORDS = tuple(pattern for pattern, _ in _ROWS)
_TABLE = tuple((fixed_words(pattern), re.compile(pattern, re.IGNORECASE), make) for pattern, make in _ROWS)


def ask(sentence: str) -> Ask | None:
    """The request that ``sentence`` makes, or None.

    Args:
        sentence: one whole sentence, its last sign taken off, LaTeX marks too.
    """
    folded = sentence.casefold()
    for words, pattern, make in _TABLE:
        if not all(word in folded for word in words):
            continue
        match = pattern.fullmatch(sentence)
        made = make(match) if match else None
        if made:
            return made
    return None
