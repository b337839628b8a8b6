"""Words that decide what belongs to an expression and what is prose about it."""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Never part of the unit after a number.
NOT_UNITS: Final = _words(
    """and or so then which that is are was were be has have had having do does did if but because since as
    the in on at to from for with he she it they we you i this these those there gives get gets got
    now therefore thus hence when where while after before who how what plus minus times equals
    equal leaving giving making not only also still will would can could should may must than"""
)
#: Between "of" and the amount that it takes a share of.
ARTICLES: Final = _words("the those these his her their its all my your our that")
#: Before an expression these may belong to it ("twice 3 + 4"): its left edge is not sure.
BELONG: Final = _words(
    """than twice thrice half double triple quadruple times plus minus by over squared cubed root percent
    third thirds quarter quarters fourth fourths fifth fifths sixth sixths seventh eighth eighths
    ninth tenth tenths less more fewer mod modulo square cube average mean difference product
    quotient remainder add adding subtract subtracting multiply multiplying divide dividing negative"""
)
#: A number after one of these may be its label ("Step 2 3 + 4").
LABELS: Final = _words(
    """step day week month year hour question part case problem example chapter option method room section
    equation eq number no figure table line row column round level stage grade page item choice
    phase trip game night lap class group team"""
)
#: "the sum of 3 + 4" is 3 + 4; "half of 3 + 4" may not be.
OF_WHOLE: Final = _words(
    """total sum cost price amount number profit value balance weight length width height area age count
    rest"""
)
#: After a spaced hyphen these begin a remark ("= 7 - so we have").
REMARKS: Final = _words(
    "so which that this because since as but and then therefore thus hence the a we he she it they i"
)
#: After a result these say that the number is not all of it ("3 R 2", "3 or 4").
REMAINDERS: Final = _words("r remainder rem mod modulo modulus or 余")
#: "approximately 5", "exactly 5" after a relation sign.
ABOUT: Final = _words("about approximately roughly nearly around almost approx exactly only just 约 大")
EXACTLY: Final = _words("exactly only just")
#: Chinese characters before an expression that may belong to it.
BELONG_ZH: Final = "的倍半之方根比第"
#: Single letters that are units where they stand after a number and a blank.
UNIT_LETTERS: Final = frozenset("gmhslLJNVWAKCFP")
