"""Numbers in prose: values, printed precision, units, signs, and what is no number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from toolkits.quantities import Quantity, read_all


def shown(text: str) -> list[str]:
    """Every quantity of ``text`` in a short form: value, step, unit, and ~ for approximate, … for cut off."""
    return [
        f"{q.value} @{q.quantum}{f' {q.unit}' if q.unit else ''}{' ~' if q.approx else ''}{' …' if q.truncated else ''}"
        for q in read_all(text)
    ]


PLAIN = [
    ("It is 26.", ["26 @1"]),
    ("11,607.55", ["232151/20 @1/100"]),
    ("It costs 1,234,567 and more", ["1234567 @1"]),
    ("12,34,567 rupees", ["1234567 @1 INR"]),
    ("1.234.567,8", ["6172839/5 @1/10"]),
    ("1'234'567 or 1_000_000 or 7 250 000", ["1234567 @1", "1000000 @1", "7250000 @1"]),
    ("1\u202f234 and 1\u00a0000", ["1234 @1", "1000 @1"]),
    (r"1{,}234 and 5\,000", ["1234 @1", "5000 @1"]),
    ("0.50", ["1/2 @1/100"]),
    ("a .5 share", ["1/2 @1/10"]),
    ("007", ["7 @1"]),
    ("12.5.", ["25/2 @1/10"]),
    ("1e-3, 5e35, 2E+3", ["1/1000 @1/1000", f"{5 * 10**35} @{10**35}", "2000 @1000"]),
    ("6.02×10^23", [f"{602 * 10**21} @{10**21}"]),
    (r"1.5 \times 10^{-3} m", ["3/2000 @1/10000 m"]),
    ("3 * 10⁶", ["3000000 @1000000"]),
    ("10^6 and 10⁻³", ["1000000 @None", "1/1000 @None"]),
    ("2^10", ["2 @1", "10 @1"]),
    (r"-4\cdot8 \times5", ["-4 @1", "8 @1", "5 @1"]),
]

UNICODE = [
    ("−5", ["-5 @1"]),
    ("－０．５３４１", ["-5341/10000 @1/10000"]),
    ("１２．５％", ["1/8 @1/1000 %"]),
    ("٣٤", ["34 @1"]),
    ("1.68×10−8", ["42/25 @1/100", "10 @1", "8 @1"]),
    ("½ and 3½ and 12¾", ["1/2 @None", "7/2 @None", "51/4 @None"]),
    ("１，２３４", ["1 @1", "234 @1"]),
]

FRACTIONS = [
    ("1/3 of them", ["1/3 @None"]),
    ("3 1/2 cups", ["7/2 @None cup"]),
    ("-2 1/3", ["-7/3 @None"]),
    ("31/2", ["31/2 @None"]),
    (r"\frac{3}{4} and \dfrac12", ["3/4 @None", "1/2 @None"]),
    (r"x = -\frac{1}{2}", ["-1/2 @None"]),
    (r"3\frac{1}{2}", ["7/2 @None"]),
    (r"0.\overline{3} and 1.2\dot{3}\dot{4}", ["1/3 @None", "611/495 @None"]),
    ("10 / 2", ["10 @1", "2 @1"]),
    ("5/0", ["5 @1", "0 @1"]),
]

SIGNS = [
    ("It is -5 degrees", ["-5 @1 °"]),
    ("x = -5", ["-5 @1"]),
    ("x = - 5", ["-5 @1"]),
    ("(-5) and [-3, -2]", ["-5 @1", "-3 @1", "-2 @1"]),
    ("10-5", ["10 @1", "5 @1"]),
    ("10 - 5", ["10 @1", "5 @1"]),
    ("10 -5", ["10 @1", "5 @1"]),
    ("x - 5, x -5, x-5", ["5 @1", "5 @1", "5 @1"]),
    ("(3)-5", ["3 @1", "5 @1"]),
    ("5%-3%", ["1/20 @1/100 %", "3/100 @1/100 %"]),
    ("3-5 days", ["3 @1", "5 @1 d"]),
    ("pages 3–5", ["3 @1", "5 @1"]),
    ("- 5 apples", ["5 @1"]),
    ("温度为-5度", ["-5 @1 °"]),
    ("-$5 and $-5 and −$1,200.50", ["-5 @1 USD", "-5 @1 USD", "-2401/2 @1/100 USD"]),
    ("3 - -2", ["3 @1", "-2 @1"]),
    ("+5", ["5 @1"]),
    ("I -5", ["-5 @1"]),
    ("气温零下5度，负3，负三分之一", ["-5 @1 °", "-3 @1", "-1/3 @None"]),
    ("negative 5 and 7 minus 5", ["-5 @1", "7 @1", "5 @1"]),
]

MONEY = [
    ("$1,296.50", ["2593/2 @1/100 USD"]),
    (
        "$3k, $2.5M, $5m, £1.1bn",
        ["3000 @1000 USD", "2500000 @100000 USD", "5000000 @1000000 USD", "1100000000 @100000000 GBP"],
    ),
    ("US$5, HK$3, A$2, C$1, NT$100", ["5 @1 USD", "3 @1 HKD", "2 @1 AUD", "1 @1 CAD", "100 @1 TWD"]),
    ("€1.299,00", ["1299 @1/100 EUR"]),
    ("£5 and ¥100 and ￥100 and ₹20", ["5 @1 GBP", "100 @1 CNY", "100 @1 CNY", "20 @1 INR"]),
    ("USD 5, RMB 100, EUR20, Rs. 50", ["5 @1 USD", "100 @1 CNY", "20 @1 EUR", "50 @1 INR"]),
    ("5 dollars, 3 yuan, 2 euros, 50 cents", ["5 @1 USD", "3 @1 CNY", "2 @1 EUR", "50 @1 ¢"]),
    ("100元，5块钱，3美元，2英镑", ["100 @1 CNY", "5 @1 CNY", "3 @1 USD", "2 @1 GBP"]),
    (r"\$5 and \$ 3", ["5 @1 USD", "3 @1 USD"]),
    ("$5 + 3 = 8$", ["5 @1", "3 @1", "8 @1"]),
    ("the value $5$ holds", ["5 @1"]),
    ("$$12$$", ["12 @1"]),
    ("It costs $5 and $3.", ["5 @1 USD", "3 @1 USD"]),
    ("$ 5", ["5 @1 USD"]),
    ("$x$ 5", ["5 @1"]),
    ("5 pounds", ["5 @1"]),
    ("$5 per kg", ["5 @1 USD"]),
]

PERCENT = [
    ("20%", ["1/5 @1/100 %"]),
    ("0.5 %", ["1/200 @1/1000 %"]),
    (r"20\%", ["1/5 @1/100 %"]),
    ("12.5 percent, 3 per cent, 4 pct", ["1/8 @1/1000 %", "3/100 @1/100 %", "1/25 @1/100 %"]),
    ("twenty percent", ["1/5 @1/100 %"]),
    ("20‰", ["1/50 @1/1000 %"]),
    ("25 bps", ["1/400 @1/10000 %"]),
    ("5 percentage points, 5个百分点", ["5 @1 pp", "5 @1 pp"]),
    ("百分之二十，百分之12.5，百分之百", ["1/5 @1/100 %", "1/8 @1/1000 %", "1 @1/100 %"]),
    ("千分之五", ["1/200 @1/1000 %"]),
    ("五成，三成半", ["1/2 @1/10 %", "7/20 @1/20 %"]),
    ("打八五折，打8折，9.5折", ["85 @1 折", "8 @1 折", "19/2 @1/10 折"]),
]

SCALES = [
    ("1.2 million", ["1200000 @100000"]),
    ("3 hundred thousand", ["300000 @100000"]),
    ("3k", ["3000 @1000"]),
    ("3 dozen eggs", ["36 @1"]),
    ("5万", ["50000 @10000"]),
    ("1.16亿", ["116000000 @1000000"]),
    ("2百万，3千，12万亿", ["2000000 @1000000", "3000 @1000", "12000000000000 @1000000000000"]),
    ("3万5千元", ["35000 @1000 CNY"]),
    ("3打鸡蛋", ["36 @1"]),
    ("5千米，3千克，2千瓦", ["5 @1 km", "3 @1 kg", "2 @1 kW"]),
    ("10 k", ["10 @1"]),
]

APPROXIMATE = [
    ("about 11,600", ["11600 @100 ~"]),
    ("approximately $3,000", ["3000 @1000 USD ~"]),
    ("roughly 26", ["26 @1 ~"]),
    ("≈ 3.14, ~5, \\approx 2.0", ["157/50 @1/100 ~", "5 @1 ~", "2 @1/10 ~"]),
    ("close to 100", ["100 @100 ~"]),
    ("about 1.10 million", ["1100000 @10000 ~"]),
    ("约1.16万元", ["11600 @100 CNY ~"]),
    ("大约有120人，近500米", ["120 @10 ~", "500 @100 m ~"]),
    ("100左右，200上下", ["100 @100 ~", "200 @100 ~"]),
    ("20多人", ["20 @10 ~"]),
    ("100 or so", ["100 @100 ~"]),
    ("2~3天", ["2 @1", "3 @1 d"]),
    ("about it. 100", ["100 @1"]),
    (
        "11607.5451… and 0.333... and 2.5\\ldots",
        ["116075451/10000 @1/10000 …", "333/1000 @1/1000 …", "5/2 @1/10 …"],
    ),
    ("There are 5...", ["5 @1"]),
]

UNITS = [
    ("5 km, 5km, 5 kilometers, 5公里", ["5 @1 km"] * 4),
    (
        "60 km/h, 60 kilometers per hour, 60公里/小时, 60 mph",
        ["60 @1 km/h", "60 @1 km/h", "60 @1 km/h", "60 @1 mph"],
    ),
    ("9.8 m/s², 9.8 m/s^2", ["49/5 @1/10 m/s²"] * 2),
    ("5 m^2, 5 m², 5 square meters, 5平方米, 5 m2", ["5 @1 m²"] * 5),
    ("3 cubic feet, 3立方米", ["3 @1 ft³", "3 @1 m³"]),
    ("25°C, 25 degrees Celsius, 25摄氏度, 25℃", ["25 @1 °C"] * 4),
    (r"25^\circ C and 90^\circ", ["25 @1 °C", "90 @1 °"]),
    ("98.6 F and 25 C", ["493/5 @1/10", "25 @1"]),
    ("a 3-hour trip of 5 minutes", ["3 @1 h", "5 @1 min"]),
    ("3年 2个月 5天 8小时", ["3 @1 year", "2 @1 month", "5 @1 d", "8 @1 h"]),
    (r"5 \text{ cm} and 3\,\mathrm{kg}", ["5 @1 cm", "3 @1 kg"]),
    ("5 apples", ["5 @1"]),
    ("2 m + 3", ["2 @1", "3 @1"]),
    ("the 1990s", ["1990 @1"]),
    ("8 oz, 1 ton", ["8 @1 oz", "1 @1 ton"]),
    ("两个半小时，三年半，一天半", ["5/2 @None h", "7/2 @None year", "3/2 @None d"]),
    ("half an hour, half a mile", ["1/2 @None h", "1/2 @None mi"]),
    ("两个半小时", ["5/2 @None h"]),
    ("半小时，半年", ["1/2 @None h", "1/2 @None year"]),
]

ENGLISH = [
    ("twenty-five apples", ["25 @1"]),
    ("three hundred and two", ["302 @1"]),
    ("One hundred twenty-three thousand four hundred", ["123400 @1"]),
    ("two and a half hours", ["5/2 @None h"]),
    ("two thirds, one-half, three quarters", ["2/3 @None", "1/2 @None", "3/4 @None"]),
    ("a third of them, a quarter mile", ["1/3 @None", "1/4 @None mi"]),
    ("the third one, a fifth grader", []),
    ("a dozen, half a dozen, two dozen", ["12 @1", "6 @1", "24 @1"]),
    ("a hundred, a million", ["100 @1", "1000000 @1"]),
    ("several hundred, millions, $ million", []),
    ("one of them, no one, this one, one by one", []),
    ("one hour, one hundred", ["1 @1 h", "100 @1"]),
    ("two and three", ["2 @1", "3 @1"]),
    ("often tender, someone alone, weight", []),
    ("twice as many", []),
    ("a thousand and", ["1000 @1"]),
]

CHINESE = [
    ("三百二十个", ["320 @1"]),
    ("十二，二十，一百零五，两千零八", ["12 @1", "20 @1", "105 @1", "2008 @1"]),
    ("三万五千元，一万二", ["35000 @1 CNY", "12000 @1"]),
    ("零点五，三点一四", ["1/2 @1/10", "157/50 @1/100"]),
    ("三分之二，3分之2", ["2/3 @None", "2/3 @None"]),
    ("八个人，两只猫，五本书", ["8 @1", "2 @1", "5 @1"]),
    ("答案是八。", ["8 @1"]),
    ("一个苹果，一些人，一样，统一，万一，百战百胜，十分", []),
    ("第三，星期三，周五，三角形，一元二次方程，四舍五入", []),
    ("一辆汽车，一根绳子，一人一半", ["1/2 @None"]),
    ("一斤，一周", ["1 @1 斤", "1 @1 week"]),
    ("一百二十千克，三千克", ["120 @1 kg", "3 @1 kg"]),
    ("三年级一班，5年级，90年代，3周长，升到20", ["90 @1", "3 @1", "20 @1"]),
    ("三块五毛，两成", ["3 @1 CNY", "5 @1 角", "1/5 @1/10 %"]),
    ("七八个人", []),
    ("其中一半是女生，半径", ["1/2 @None"]),
    ("二〇二四年", []),
    ("三月五号", []),
    ("一小时，一百", ["1 @1 h", "100 @1"]),
]

NO_NUMBERS = [
    ("05/06/2002, 2019-04-30, 2019/4/30, 1-2-2020", []),
    ("April 30, 2019 and 30 April 2019 and May 5th", []),
    ("2019年4月30日，3月，5月6日，2019年", []),
    ("at 3:30 pm or 10:15:30", []),
    ("上午9点30分", []),
    ("version 1.2.3, IP 10.0.0.1", []),
    ("2nd, 1st, 3rd, 21st, 第5", []),
    ("x2, H2O, v2, x_1, x_{12}, GPT-4, COVID-19", []),
    ("0x1F, 3D, 12ab34", []),
    ("call 555-123-4567", []),
    ("the ratio is 3:2", ["3 @1", "2 @1"]),
    ("比例为3:20", ["3 @1", "20 @1"]),
    ("3x4 grid, 3×4", ["3 @1", "4 @1", "3 @1", "4 @1"]),
    ("2x + 3 = 7", ["2 @1", "3 @1", "7 @1"]),
    ("Step 3: add 5", ["3 @1", "5 @1"]),
    ("In 2019 there were 42!", ["2019 @1", "42 @1"]),
    ("#### 18", ["18 @1"]),
    ("(3,4), (-3,4), C(11,2), {1,2}", ["3 @1", "4 @1", "-3 @1", "4 @1", "11 @1", "2 @1", "1 @1", "2 @1"]),
    ("1,2,3 and 85,90.5,78", ["1 @1", "2 @1", "3 @1", "85 @1", "181/2 @1/10", "78 @1"]),
    ("5'10", ["5 @1", "10 @1"]),
    ("", []),
    ("no digits at all", []),
]

TABLE = [
    *PLAIN, *UNICODE, *FRACTIONS, *SIGNS, *MONEY, *PERCENT, *SCALES, *APPROXIMATE, *UNITS, *ENGLISH, *CHINESE,
    *NO_NUMBERS,
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), TABLE)
def test_reads(text: str, expected: list[str]) -> None:
    """Each kind of number is read with its value, step, unit and hedges; what is no number is passed over."""
    assert shown(text) == expected


AMBIGUOUS = [
    ("50,1", Fraction(501, 10), {50, 1}),
    ("10,00", Fraction(10), {10, 0}),
    ("-1,5", Fraction(-3, 2), {-1, -5}),
    ("5M people", Fraction(5_000_000), {5}),
    ("300K", Fraction(300_000), {300}),
    ("1兆", Fraction(10**12), {10**6}),
    ("€1.299", Fraction(1299, 1000), {1299}),
]


@pytest.mark.parametrize(("text", "value", "others"), AMBIGUOUS)
def test_two_readings_are_kept(text: str, value: Fraction, others: set[int]) -> None:
    """What people read in two ways keeps the other readings."""
    (quantity,) = read_all(text)
    assert quantity.value == value
    assert set(quantity.alternatives) == others


@pytest.mark.parametrize(
    "text", ["1,234", "1.234", "12,345.6", "1.234.567,8", "12,34,567", "$5M", "3k", "0.123"]
)
def test_one_reading_has_no_others(text: str) -> None:
    """What is certain has no alternatives."""
    assert read_all(text)[0].alternatives == ()


def test_a_continental_text_makes_the_point_doubtful() -> None:
    """Beside a number that surely has a decimal comma, 1.234 may be a thousand."""
    (certain, doubtful) = read_all("1.234.567,8 und 1.234")
    assert certain.alternatives == ()
    assert doubtful.alternatives == (1234,)


def span(text: str, quantity: Quantity) -> tuple[str, str]:
    """The quantity's characters, and those of its number."""
    return text[quantity.start : quantity.end], text[quantity.number_start : quantity.number_end]


SPANS = [
    ("It is -$5.00 now", "-$5.00", "-$5.00"),
    ("It is $-5.00 now", "$-5.00", "-5.00"),
    ("about 11,600 people", "about 11,600", "11,600"),
    ("答案约1.16万元。", "约1.16万元", "1.16万"),
    ("only 25% of", "25%", "25%"),
    ("only 12.5 percent of", "12.5 percent", "12.5 percent"),
    ("涨了5个百分点", "5个百分点", "5"),
    ("it took 3 1/2 hours", "3 1/2 hours", "3 1/2"),
    ("it took half an hour", "half an hour", "half"),
    ("= 1.5 × 10^3 m", "1.5 × 10^3 m", "1.5 × 10^3"),
    ("共三百二十元", "三百二十元", "三百二十"),
    ("costs US$5.", "US$5", "5"),
    ("x = - 5.", "- 5", "- 5"),
    ("用了三年半。", "三年半", "三年半"),
    ("11607.5451… or so", "11607.5451… or so", "11607.5451"),
]


@pytest.mark.parametrize(("text", "whole", "number"), SPANS)
def test_spans(text: str, whole: str, number: str) -> None:
    """The span covers sign, currency, unit and hedge; the number's own span is what a patch replaces."""
    (quantity,) = read_all(text)
    assert span(text, quantity) == (whole, number)


def test_looks_only_inside_the_span() -> None:
    """A sign, currency or unit outside the asked span is not taken in."""
    text = "It is -$5 km away"
    start = text.index("5")
    (quantity,) = read_all(text, start, start + 1)
    assert (quantity.value, quantity.unit, quantity.start, quantity.end) == (5, None, start, start + 1)


def test_offsets_are_of_the_whole_text() -> None:
    """Reading from an offset gives offsets of the text."""
    text = "1 apple and 22 pears"
    (quantity,) = read_all(text, 5)
    assert text[quantity.start : quantity.end] == "22"
