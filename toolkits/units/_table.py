"""The exact table of units: what each name means, as a factor to its base unit.

One row a unit: ``symbol | factor | dimension | names | flags``. The factor is a rational number of base units
(kg, m, s, A, K, mol, cd, bit, rad, one currency each), by the definitions of the SI brochure (9th ed.), NIST SP 811
and, for market units, the Chinese legal definitions of 1959 (1 斤 = 500 g, 1 亩 = 2000/3 m²). Names are separated by
commas; plurals in -s are added. A row with a tag (``family:member``) is one reading of an ambiguous name; readings
of one family combine only with their own member (a US gallon has US quarts).
"""

from __future__ import annotations

#: symbol | factor | dimension | names | flags: ``prefix`` (SI prefixes apply), ``multiples`` (those from kilo up),
#: ``offset=K`` (a temperature point), ``pi`` (times π), ``family:member`` (one reading of an ambiguous name)
ROWS = """
1 | 1 | | |
% | 1/100 | | percent, per cent, pct, 百分之一 |
‰ | 1/1000 | | permille, per mille |
ppm | 1/1000000 | | |
ppb | 1/1000000000 | | |
dozen | 12 | | doz, 打 |
gross | 144 | | |
score | 20 | | |
pair | 2 | | 双 |
m | 1 | L | meter, metre, 米, 公尺 | prefix
in | 127/5000 | L | inch, inches, ", ″, 英寸, 吋 |
ft | 381/1250 | L | foot, feet, ', ′, 英尺, 呎 |
yd | 1143/1250 | L | yard, yds, 码 |
mi | 201168/125 | L | mile, statute mile, 英里, 哩 |
nmi | 1852 | L | nautical mile, 海里 |
furlong | 25146/125 | L | |
fathom | 1143/625 | L | |
Å | 1/10000000000 | L | angstrom, ångström |
au | 149597870700 | L | astronomical unit, 天文单位 |
ly | 9460730472580800 | L | light year, lightyear, 光年 |
里 | 500 | L | 华里, 市里 |
丈 | 10/3 | L | 市丈 |
尺 | 1/3 | L | 市尺 |
寸 | 1/30 | L | 市寸 |
μm | 1/1000000 | L | micron, 微米 |
km | 1000 | L | 公里, kms, klick |
cm | 1/100 | L | 公分, cms |
ha | 10000 | L2 | hectare, 公顷 |
are | 100 | L2 | 公亩 |
acre | 316160658/78125 | L2 | 英亩 |
亩 | 2000/3 | L2 | 市亩 |
顷 | 200000/3 | L2 | 市顷 |
坪 | 400/121 | L2 | |
L | 1/1000 | L3 | l, liter, litre, 升, 公升 | prefix
cc | 1/1000000 | L3 | ccm |
US gal | 473176473/125000000000 | L3 | us gallon, us liquid gallon, 美制加仑, gal, gallon, 加仑 | volume:us
US qt | 473176473/500000000000 | L3 | us quart, qt, quart, 夸脱 | volume:us
US pt | 473176473/1000000000000 | L3 | us pint, us liquid pint, pt, pint, 品脱 | volume:us
US cup | 473176473/2000000000000 | L3 | us cup, cup, 杯 | volume:us
US fl oz | 473176473/16000000000000 | L3 | us fluid ounce, fl oz, fl. oz, fluid ounce, floz, oz, ounce, 液量盎司, 盎司 | volume:us
US tbsp | 473176473/32000000000000 | L3 | us tablespoon, tbsp, tablespoon, 汤匙 | volume:us
US tsp | 157725491/32000000000000 | L3 | us teaspoon, tsp, teaspoon, 茶匙 | volume:us
imp gal | 454609/100000000 | L3 | imperial gallon, uk gallon, 英制加仑, gal, gallon, 加仑 | volume:imperial
imp qt | 454609/400000000 | L3 | imperial quart, uk quart, qt, quart, 夸脱 | volume:imperial
imp pt | 454609/800000000 | L3 | imperial pint, uk pint, pt, pint, 品脱 | volume:imperial
imp fl oz | 454609/16000000000 | L3 | imperial fluid ounce, uk fluid ounce, fl oz, fl. oz, fluid ounce, floz, oz, ounce, 液量盎司, 盎司 | volume:imperial
metric cup | 1/4000 | L3 | cup, 杯 | volume:metric
metric tbsp | 3/200000 | L3 | tbsp, tablespoon, 汤匙 | volume:metric
metric tsp | 1/200000 | L3 | tsp, teaspoon, 茶匙 | volume:metric
point | 127/360000 | L | typographic point, pt | point:typographic
g | 1/1000 | M | gram, gramme, 克, 公克, gm, gms | prefix
kg | 1 | M | kilo, kgs, 公斤 |
t | 1000 | M | tonne, metric ton, 吨, 公吨 |
metric ton | 1000 | M | ton | ton:metric
short ton | 45359237/50000 | M | us ton, ton, 短吨 | ton:short
long ton | 635029318/625000 | M | imperial ton, uk ton, ton, 长吨 | ton:long
lb | 45359237/100000000 | M | pound, lbs, lbm, 磅 |
oz av | 45359237/1600000000 | M | avoirdupois ounce, ounce (mass), oz (mass), weight ounce, oz, ounce, 盎司 | oz:avoirdupois
oz t | 19439673/625000000 | M | troy ounce, 金衡盎司 |
gr | 6479891/100000000000 | M | grain |
st | 317514659/50000000 | M | stone, stones, 英石 |
ct | 1/5000 | M | carat, 克拉 |
斤 | 1/2 | M | 市斤, jin, catty |
两 | 1/20 | M | 市两, liang |
钱 | 1/200 | M | |
担 | 50 | M | 市担 |
s | 1 | T | second, sec, secs, 秒, 秒钟 | prefix
min | 60 | T | minute, mins, 分钟, 分 |
h | 3600 | T | hour, hr, hrs, 小时, 钟头, 时 |
d | 86400 | T | day, 天, 日 |
week | 604800 | T | wk, wks, 周, 星期, 礼拜 |
fortnight | 1209600 | T | |
year | 31536000 | T | common year, yr, yrs, 年 | calendar:365-day year
year | 31557600 | T | julian year, yr, yrs, 年 | calendar:365.25-day year
year | 31622400 | T | leap year, yr, yrs, 年 | calendar:366-day year
month | 2628000 | T | mo, mos, mth, 月, 个月 | calendar:365-day year
month | 2629800 | T | mo, mos, mth, 月, 个月 | calendar:365.25-day year
month | 2635200 | T | mo, mos, mth, 月, 个月 | calendar:366-day year
quarter | 7884000 | T | 季度, 季 | calendar:365-day year
quarter | 7889400 | T | 季度, 季 | calendar:365.25-day year
quarter | 7905600 | T | 季度, 季 | calendar:366-day year
decade | 315360000 | T | | calendar:365-day year
decade | 315576000 | T | | calendar:365.25-day year
decade | 316224000 | T | | calendar:366-day year
century | 3153600000 | T | centuries, 世纪 | calendar:365-day year
century | 3155760000 | T | centuries, 世纪 | calendar:365.25-day year
century | 3162240000 | T | centuries, 世纪 | calendar:366-day year
mph | 1397/3125 | L T-1 | |
km/h | 5/18 | L T-1 | kph, kmh, kmph, 时速公里 |
knot | 463/900 | L T-1 | kn, kt, 节 |
K | 1 | Θ | kelvin, 开尔文, 开 | prefix
°C | 1 | Θ | celsius, centigrade, degree celsius, degrees celsius, degree centigrade, degrees centigrade, degc, deg c, degree c, degrees c, ℃, C, 摄氏度, 度摄氏 | offset=5463/20
°F | 5/9 | Θ | fahrenheit, degree fahrenheit, degrees fahrenheit, degf, deg f, degree f, degrees f, ℉, F, 华氏度 | offset=45967/180
°R | 5/9 | Θ | rankine, degree rankine, degrees rankine |
Δ°C | 1 | Θ | delta_degc, celsius degree, celsius degrees |
Δ°F | 5/9 | Θ | delta_degf, fahrenheit degree, fahrenheit degrees |
A | 1 | I | amp, ampere, 安培, 安 | prefix
mol | 1 | N | mole, 摩尔 | prefix
cd | 1 | J | candela, 坎德拉 | prefix
lm | 1 | J | lumen, 流明 | prefix
lx | 1 | J L-2 | lux, 勒克斯 | prefix
M | 1000 | N L-3 | molar | prefix, M:molar
M | 1000000 | | million | M:million
Hz | 1 | T-1 | hertz, 赫兹, 赫 | prefix
N | 1 | M L T-2 | newton, 牛顿, 牛 | prefix
dyn | 1/100000 | M L T-2 | dyne |
kgf | 196133/20000 | M L T-2 | kilogram force, 千克力, 公斤力 |
lbf | 8896443230521/2000000000000 | M L T-2 | pound force |
J | 1 | M L2 T-2 | joule, 焦耳, 焦 | prefix
Wh | 3600 | M L2 T-2 | watt hour, 瓦时 | prefix
kWh | 3600000 | M L2 T-2 | kilowatt hour, 千瓦时, 度电 |
eV | 801088317/5000000000000000000000000000 | M L2 T-2 | electronvolt, electron volt, 电子伏, 电子伏特 | prefix
erg | 1/10000000 | M L2 T-2 | |
cal_th | 523/125 | M L2 T-2 | thermochemical calorie, cal, calorie, 卡, 卡路里 | prefix, calorie:thermochemical
cal_IT | 10467/2500 | M L2 T-2 | international calorie, cal, calorie, 卡, 卡路里 | prefix, calorie:international
kcal | 4184 | M L2 T-2 | Cal, Calorie, food calorie, kilocalorie, 大卡, 千卡 | calorie:thermochemical
kcal | 20934/5 | M L2 T-2 | Cal, Calorie, food calorie, kilocalorie, 大卡, 千卡 | calorie:international
BTU | 52752792631/50000000 | M L2 T-2 | btu, british thermal unit |
W | 1 | M L2 T-3 | watt, 瓦特, 瓦 | prefix
mechanical hp | 37284993579113511/50000000000000 | M L2 T-3 | hp, horsepower, 马力 | hp:mechanical
metric hp | 588399/800 | M L2 T-3 | ps, hp, horsepower, 马力 | hp:metric
Pa | 1 | M L-1 T-2 | pascal, 帕斯卡, 帕 | prefix
bar | 100000 | M L-1 T-2 | 巴 | prefix
atm | 101325 | M L-1 T-2 | atmosphere, standard atmosphere, 标准大气压, 大气压 |
mmHg | 26664477483/200000000 | M L-1 T-2 | millimeter of mercury, millimeters of mercury, 毫米汞柱 |
torr | 20265/152 | M L-1 T-2 | |
psi | 8896443230521/1290320000 | M L-1 T-2 | pounds per square inch |
C | 1 | I T | coulomb, 库仑, 库 | prefix
V | 1 | M L2 T-3 I-1 | volt, 伏特, 伏 | prefix
Ω | 1 | M L2 T-3 I-2 | ohm, 欧姆, 欧 | prefix
S | 1 | M-1 L-2 T3 I2 | siemens, 西门子 | prefix
F | 1 | M-1 L-2 T4 I2 | farad, 法拉, 法 | prefix
H | 1 | M L2 T-2 I-2 | henry, henries, 亨利 | prefix
Wb | 1 | M L2 T-2 I-1 | weber, 韦伯 | prefix
T | 1 | M T-2 I-1 | tesla, 特斯拉 | prefix
Bq | 1 | T-1 | becquerel, 贝克勒尔 | prefix
Gy | 1 | L2 T-2 | gray, 戈瑞 | prefix
Sv | 1 | L2 T-2 | sievert, 西弗 | prefix
kat | 1 | N T-1 | katal | prefix
rad | 1 | angle | radian, 弧度 | prefix
° | 1/180 | angle | degree, deg, 度 | pi
arcmin | 1/10800 | angle | arcminute, 角分 | pi
arcsec | 1/648000 | angle | arcsecond, 角秒 | pi
rev | 2 | angle | revolution, turn, 圈, 转 | pi
rpm | 1/30 | angle T-1 | | pi
bit | 1 | bit | b, 比特 | multiples
B | 8 | bit | byte, 字节 | multiples
KiB | 8192 | bit | kibibyte |
MiB | 8388608 | bit | mebibyte |
GiB | 8589934592 | bit | gibibyte |
TiB | 8796093022208 | bit | tebibyte |
PiB | 9007199254740992 | bit | pebibyte |
kB | 8000 | bit | KB, kilobyte, 千字节 | data:decimal
MB | 8000000 | bit | megabyte, 兆字节 | data:decimal
GB | 8000000000 | bit | gigabyte, 吉字节 | data:decimal
TB | 8000000000000 | bit | terabyte, 太字节 | data:decimal
PB | 8000000000000000 | bit | petabyte | data:decimal
kB | 8192 | bit | KB, kilobyte, 千字节 | data:binary
MB | 8388608 | bit | megabyte, 兆字节 | data:binary
GB | 8589934592 | bit | gigabyte, 吉字节 | data:binary
TB | 8796093022208 | bit | terabyte, 太字节 | data:binary
PB | 9007199254740992 | bit | petabyte | data:binary
USD | 1 | USD | US$, $, dollar, us dollar, 美元 |
US cent | 1/100 | USD | ¢, cent, 美分 | cent:US dollar
CNY | 1 | CNY | RMB, CN¥, yuan, renminbi, 元, 人民币, 块, 块钱, 圆 |
角 | 1/10 | CNY | 毛, jiao |
分 | 1/100 | CNY | 分钱, fen |
EUR | 1 | EUR | €, euro, 欧元 |
euro cent | 1/100 | EUR | cent, 欧分 | cent:euro
GBP | 1 | GBP | £, pound sterling, pounds sterling, pound, 英镑 |
penny | 1/100 | GBP | pence, pennies, 便士 |
JPY | 1 | JPY | yen, 日元 |
INR | 1 | INR | ₹, rupee, rs, 卢比 |
KRW | 1 | KRW | ₩, won, 韩元 |
HKD | 1 | HKD | HK$, 港元, 港币 |
CAD | 1 | CAD | C$, canadian dollar, 加元 |
AUD | 1 | AUD | A$, australian dollar, 澳元 |
"""

#: SI prefixes: symbol, English, Chinese, power of ten.
PREFIXES: tuple[tuple[str, str, str, int], ...] = (
    ("Q", "quetta", "", 30), ("R", "ronna", "", 27), ("Y", "yotta", "", 24), ("Z", "zetta", "", 21),
    ("E", "exa", "", 18), ("P", "peta", "", 15), ("T", "tera", "太", 12), ("G", "giga", "吉", 9),
    ("M", "mega", "兆", 6), ("k", "kilo", "千", 3), ("h", "hecto", "百", 2), ("da", "deca", "十", 1),
    ("d", "deci", "分", -1), ("c", "centi", "厘", -2), ("m", "milli", "毫", -3), ("μ", "micro", "微", -6),
    ("n", "nano", "纳", -9), ("p", "pico", "皮", -12), ("f", "femto", "飞", -15), ("a", "atto", "", -18),
    ("z", "zepto", "", -21), ("y", "yocto", "", -24), ("r", "ronto", "", -27), ("q", "quecto", "", -30),
)  # fmt: skip
