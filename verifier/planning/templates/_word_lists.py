"""Words that the tokens and kinds of templates must tell apart."""

from __future__ import annotations

_NOT_NAMES = """
a about above according after again all along also although always among an and another any anyone are as
assume assuming at average be because before below between both but by calculate can compute consider
convert could day determine did do does double during each eight either eleven every everyone everything few
fifty find first five for four from give given had half has have he her his how however hundred i if in
initially instead interest is it its last later least less let many maybe me more most much my nine no
nobody none not now of on once one only or original originally other our out over per please price problem
question remaining same second seven several she since six so some someone suppose supposing ten than that
the their them then there these they this those though three through tomorrow today total triple twelve
twenty twice two under until up us using was we were what when where which while who whose why will with
within without would year yes yesterday you your zero yet thrice monday tuesday wednesday thursday friday
saturday sunday january february march april may june july august september october november december answer
solution note hint step write show simplify express solve round
"""
_NUMBER_WORDS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million
billion trillion half quarter third thirds fourth fourths fifth fifths tenth tenths hundredth dozen and
percent about of k m january february march april may june july august september october november december
jan feb mar apr jun jul aug sep sept oct nov dec st nd rd th dollars dollar cents
"""
_NOT_UNITS = """
a in are one pair pairs point points score turn unit units be the
"""

#: Capitalised words at the start of sentences that are no names.
NOT_NAMES = frozenset(_NOT_NAMES.split())
#: Small words, and Chinese characters, that may be part of a number or a date.
NUMBER_WORDS = frozenset(_NUMBER_WORDS.split()) | frozenset(
    "零一二三四五六七八九十百千万亿两半分之点几折约年月日号又元角"
)
#: Words that also name units, but in a question are mostly something else.
NOT_UNITS = frozenset(_NOT_UNITS.split())
