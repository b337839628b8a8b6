"""Names that the grammar knows: functions with the number of arguments they take, constants, scale words."""

from __future__ import annotations

from collections.abc import Mapping

from toolkits._tables import words

MANY = 99

#: function -> least and most arguments.
FUNCTIONS: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(("sqrt", "cbrt", "ln", "log10", "log2", "exp"), (1, 1)),
    **dict.fromkeys(("abs", "floor", "ceil", "factorial"), (1, 1)),
    **dict.fromkeys(("sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan"), (1, 1)),
    **dict.fromkeys(("sinh", "cosh", "tanh", "asinh", "acosh", "atanh"), (1, 1)),
    **dict.fromkeys(("erf", "erfc", "gammafunction", "zetafunction", "sgn"), (1, 1)),
    "log": (1, 2), "round": (1, 2),
    **dict.fromkeys(("root", "mod", "pow", "comb", "perm"), (2, 2)),
    **dict.fromkeys(("gcd", "lcm"), (2, MANY)), **dict.fromkeys(("max", "min"), (1, MANY)), "sum": (1, MANY),
}  # fmt: skip

ANGULAR = frozenset(("sin", "cos", "tan", "cot", "sec", "csc"))

ALIASES: Mapping[str, str] = {
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh",
    "arctanh": "atanh", "arsinh": "asinh", "arcosh": "acosh", "artanh": "atanh", "sign": "sgn",
    "tg": "tan", "ctg": "cot", "lg": "log10",
    "lb": "log2", "ceiling": "ceil", "binomial": "comb", "binom": "comb", "ncr": "comb", "npr": "perm",
    "fact": "factorial",
}  # fmt: skip

CONSTANTS: Mapping[str, str] = {"pi": "pi", "π": "pi", "Pi": "pi", "PI": "pi", "e": "e"}

GREEK: Mapping[str, str] = dict(
    zip(
        "αβγδεζηθικλμνξρστυφχψωΓΔΘΛΞΣΦΨΩ",
        words(
            "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon"
            " phi chi psi omega Gamma Delta Theta Lambda Xi Sigma Phi Psi Omega"
        ),
        strict=True,
    )
)

#: words that multiply the number before them.
SCALES: Mapping[str, int] = {
    "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12,
    "百": 100, "千": 1000, "万": 10**4, "十万": 10**5, "百万": 10**6, "千万": 10**7, "亿": 10**8,
    "百亿": 10**10, "千亿": 10**11, "万亿": 10**12,
}  # fmt: skip

#: two- and three-letter words that are units or English, never products of one-letter variables.
WORDS = frozenset(
    words(
        "km cm mm nm dm kg mg lb lbs oz ft yd mi in hr hrs min sec ms ml mL kL mph kph kWh kW Hz kHz MHz"
        " GHz Pa kPa usd rmb cny of is to or and so the we he it if at by an as be do go for us me my no up"
        " on per day not but are was has had his her she you they mod div gcd lcm max pt pts qt gal am"
        " pm st nd rd th deg rad cal kcal pcs ppl yr yrs wk wks mo mos USD RMB CNY EUR GBP vs ie eg etc oo"
    )
)
