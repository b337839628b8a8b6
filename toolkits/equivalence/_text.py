"""The statement inside the text of an answer: no lead-in, box, dollar or emphasis; signs in one spelling."""

from __future__ import annotations

from toolkits import lazy_re as re
from toolkits._characters import fold_expression
from toolkits.errors import ToolInputError

MAX_CHARACTERS = 20_000
OPEN, CLOSE = "([{", ")]}"

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_LEAD = re.compile(
    r"\s*(?:(?:so|thus|hence|therefore)\b,?\s*)?"
    r"(?:(?:the\s+)?(?:final\s+|correct\s+|right\s+)?(?:answer|result|solution|option|choice)\s*(?:is\b|[:=])\s*:?\s*"
    r"|(?:the\s+)?final\s+answer\s+)"
    r"|\s*(?:所以|因此|于是|故|则)[，,:：]?\s*"
    r"|\s*(?:最终|最后|正确)?(?:答案|结果|选项|答)(?:是|为|等于)?\s*[:：]?\s*",
    re.IGNORECASE,
)
_THEREFORE = re.compile(
    r"\s*(?:so|thus|hence|therefore)\b,?\s+|\s*\\(?:therefore|displaystyle)(?![A-Za-z])\s*", re.IGNORECASE
)
_HEDGE = re.compile(
    r"\s*(?:approximately|about|around|roughly|approx\.?|≈|\\approx(?![A-Za-z])|大约|约为?|左右)\s*",
    re.IGNORECASE,
)
_BOX = re.compile(r"\\(?:boxed|fbox)\s*\{")
_EMPHASIS = re.compile(r"(?<![\w)\]}*])(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1(?![\w(\[{*])")
_TEXT = re.compile(
    r"\\(?:text|textrm|textbf|textit|mbox|mathrm|mathbf|mathit|operatorname\*?|rm|bf)\s*\{([^{}]*)\}"
)
_DOLLARS = re.compile(r"(?<!\\)\$\$?((?:\\\$|[^$])+?)(?<!\\)\$\$?")
_PARENS = re.compile(r"\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)
_GROUPS = re.compile(r"(?<=\d)(?:\{,\}|,\\!\s*|,\\,\s*|\\[,;: ]\s*)(?=\d{3}(?!\d))")
_NUMBER_WITH_SPACES = re.compile(r"[-+]?\d{1,3}(?: \d{3})+(?:[.,]\d+)?")
_PER_CENT = re.compile(r"(?<=[\d\s])per cent\b", re.IGNORECASE)
_SMALL_FRACTION = re.compile(r"([⁰¹²³⁴-⁹]+)[⁄/]([₀-₉]+)")
_SMALL_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789")
_FORMAL = str.maketrans(
    {
        **dict(zip("壹贰叁肆伍陆柒捌玖拾佰仟", "一二三四五六七八九十百千", strict=True)),
        "廿": "二十",
        "卅": "三十",
        "\u0304": "\u0305",
    }
)

_SIGNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), sign)
    for pattern, sign in (
        (r"\\(?:left|right)\s*\.(?!\d)", ""),
        (
            r"\\left\s*(?=[(\[{|.\\\]])|\\right\s*(?=[)\]}|.\\\[])|\\(?:big|Big|bigg|Bigg)[lr]?(?![A-Za-z])",
            "",
        ),
        (r"(?<!\\)\\[,;!:>]|\\q?quad(?![a-zA-Z])|~|(?<!\\)\\ ", " "),
        (r"\\(?:leq?|leqslant)(?![a-zA-Z])|≤|⩽|≦", "<="),
        (r"\\(?:geq?|geqslant)(?![a-zA-Z])|≥|⩾|≧", ">="),
        (r"\\neq?(?![a-zA-Z])|\\ne(?![a-zA-Z])|≠|<>", "!="),
        (r"\\lt(?![a-zA-Z])|＜", "<"),
        (r"\\gt(?![a-zA-Z])|＞", ">"),
        (r"\\pm(?![a-zA-Z])|\+/-|(?<=[\w)}\]]\s)\+-(?=\s)", "±"),
        (r"\\mp(?![a-zA-Z])|∓", "±"),
        (r"\\infty(?![a-zA-Z])|\b(?:oo|[Ii]nf|[Ii]nfinity)\b(?!\s*\()|无穷大?", "∞"),
        (r"\\(?:emptyset|varnothing|O)(?![a-zA-Z])|ø|Ø", "∅"),
        (r"\\(?:mathbb|Bbb|mathbf)\s*\{?R\}?(?![a-zA-Z])", "ℝ"),
        (r"\\cup(?![a-zA-Z])|⋃", "∪"),
        (r"\\cap(?![a-zA-Z])|⋂", "∩"),
        (r"\\(?:setminus|backslash)(?![a-zA-Z])", "∖"),
        (r"\\in(?![a-zA-Z])|属于", "∈"),
        (r"(?<=[A-Za-z\d)\]}])\s*(?:≈|\\approx(?![a-zA-Z]))\s*", "="),
        (r"^([A-Za-z])\s+is\s+(?=[-+]?[\d.\\√])", r"\1="),
        (r"\\(?:mid|vert|lvert|rvert)(?![a-zA-Z])", "|"),
        (r"\\colon(?![a-zA-Z])|：", ":"),
        (r"\\(?:ldots|dots|cdots)(?![a-zA-Z])", "…"),
        (r"\\lor(?![a-zA-Z])|\\vee(?![a-zA-Z])|\s\|\|\s", " or "),
        (r"\\land(?![a-zA-Z])|\\wedge(?![a-zA-Z])|&&", " and "),
        (r"\\langle(?![a-zA-Z])|⟨", "("),
        (r"\\rangle(?![a-zA-Z])|⟩", ")"),
        (r"\\\{", "{"),
        (r"\\\}", "}"),
        (r"\\\$", "$"),
        (r"\\%", "%"),
        (r"\b[Gg]amma\s*\(|(?:\\Gamma|Γ)\s*\(", "gammafunction("),
        (r"\bzeta\s*\(|(?:\\zeta|ζ)\s*\(", "zetafunction("),
    )
)
_ENGLISH: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?:\bis\s+)?\b(?:{pattern})\b", re.IGNORECASE), sign)
    for pattern, sign in (
        (r"(?:greater|larger|more|bigger) than or equal to|at least|no less than|not less than", ">="),
        (r"(?:less|smaller|fewer) than or equal to|at most|no more than|not more than", "<="),
        (r"(?:greater|larger|more|bigger) than", ">"),
        (r"(?:less|smaller|fewer) than", "<"),
        (r"not equal to", "!="),
        (r"equal to|equals", "="),
        (r"negative(?=\s+[\d.])|minus(?=\s+\d)", "-"),
    )
)
_NUMERAL = r"\d一二两三四五六七八九十百千万"
_CHINESE: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), sign)
    for pattern, sign in (
        (r"大于或?等于|不小于|至少为", ">="),
        (r"小于或?等于|不大于|不超过|至多为", "<="),
        (r"不等于", "!="),
        (r"等于", "="),
        (r"大于", ">"),
        (r"小于", "<"),
        (r"或者?", " or "),
        (r"并且|且", " and "),
        (r"(?<=[\d})\]])\s*和\s*(?=[-\d{(\[\\])", " and "),
        (r"根号下?\s*(?=[\d(（a-zA-Z])", "√"),
        (r"的平方根", "^(1/2)"),
        (r"的平方(?!米|公里|千米)", "^2"),
        (r"的立方根", "^(1/3)"),
        (r"的立方(?!米)", "^3"),
        (r"的\s*(\d+|[a-z])\s*次(?:方|幂)", r"^(\1)"),
        (rf"(?<=[{_NUMERAL}])\s*比\s*(?=[{_NUMERAL}])", ":"),
        (r"负\s*(?=[\d一二两三四五六七八九十百])", "-"),
    )
)


def bare(text: str) -> str:
    """The statement itself.

    Raises:
        ToolInputError: nothing is left, it is too long, or a control character stands in it.
    """
    if len(text) > MAX_CHARACTERS:
        raise ToolInputError(f"more than {MAX_CHARACTERS} characters", code="limit")
    if _CONTROL.search(text):
        raise ToolInputError("a control character stands in the text", code="syntax")
    plain = fold_expression(text).strip()
    plain = _LEAD.sub("", _emphasised(plain), count=1)
    plain = _THEREFORE.sub("", plain, count=1).strip() if _THEREFORE.match(plain) else plain.strip()
    plain = _LEAD.sub("", plain, count=1) if _LEAD.match(plain) else plain
    plain = _spelled(_undollared(_unboxed(plain)))
    if not plain:
        raise ToolInputError("there is nothing to compare", code="empty")
    return plain


def _emphasised(text: str) -> str:
    return _EMPHASIS.sub(r"\2", text) if "*" in text or "_" in text or "`" in text else text


def _unboxed(text: str) -> str:
    r"""The content of a ``\boxed{…}``, with what is mathematics around it."""
    box = _BOX.search(text)
    if not box:
        return text
    end = matching(text, box.end() - 1)
    if end < 0:
        return text
    before, inner, after = text[: box.start()], text[box.end() : end], text[end + 1 :]
    if _BOX.search(after):
        return _unboxed(f"{before}{inner}{after}")
    around = f"{before} {after}"
    words_only = re.fullmatch(r"[A-Za-z\s.,:;$!'\u4e00-\u9fff。，：\\()\[\]]*", around)
    return (
        inner
        if words_only and not re.match(r"\$?\s*(?:\\text|[a-z°%])", after)
        else f"{before}{inner}{after}"
    )


def _undollared(text: str) -> str:
    """Without the marks of mathematics: around it all, or around parts of it."""
    if "\\(" in text or "\\[" in text:
        text = _PARENS.sub(lambda m: m[1] if m[1] is not None else m[2], text)
    while text.count("$") >= 2:
        inner = [part for part in _DOLLARS.findall(text) if part]
        if not inner or (any(_is_money(part) for part in inner) and text.count("$") > 2):
            break
        stripped = _DOLLARS.sub(r"\1", text)
        if stripped == text or (len(inner) == 1 and _looks_like_money(text)):
            break
        text = stripped.strip()
    return text


def _is_money(part: str) -> bool:
    return part[-1] == " " or part[0] == " "


def _looks_like_money(text: str) -> bool:
    """``$5 and $6``: what stands between the signs ends with a space."""
    found = _DOLLARS.search(text)
    return found is not None and found[1][-1:] == " " and text[found.end() :][:1].isdigit()


def _spelled(text: str) -> str:
    if "\\" in text or "{,}" in text:
        text = _GROUPS.sub("", text)
        text = _TEXT.sub(_word, text)
    for pattern, sign in _SIGNS:
        text = pattern.sub(sign, text)
    if "per cent" in text:
        text = _PER_CENT.sub("percent", text)
    if "than" in text or "equal" in text or "at " in text or "negative " in text:
        for pattern, sign in _ENGLISH:
            text = pattern.sub(sign, text)
    if not text.isascii():
        text = _SMALL_FRACTION.sub(lambda m: f"({m[1]}/{m[2]})".translate(_SMALL_DIGITS), text).translate(
            _FORMAL
        )
        for pattern, sign in _CHINESE:
            text = pattern.sub(sign, text)
    text = text.strip().rstrip("。").strip()
    if text.endswith(".") and not text.endswith(".."):
        text = text[:-1].rstrip() if not re.fullmatch(r"[-+]?\d+\.", text) else text
    if _NUMBER_WITH_SPACES.fullmatch(text):
        text = text.replace(" ", "").replace(",", ".")
    return text


def _word(match: re.Match[str]) -> str:
    command, inner = match[0], match[1]
    return f" {inner} " if command.startswith(("\\text", "\\mbox")) else inner


def without_hedge(text: str) -> str:
    """Without "about", "≈", "约"."""
    return _HEDGE.sub("", text, count=1) if _HEDGE.match(text) else text


def matching(text: str, start: int) -> int:
    """Where the bracket that opens at ``start`` closes; -1 where it doesn't."""
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] in OPEN) - (text[index] in CLOSE)
        if depth == 0:
            return index
    return -1


def split_outside(text: str, separator: re.Pattern[str]) -> list[tuple[str, str]]:
    """``(part, the separator after it)``, split at matches that stand outside brackets."""
    depth = [0] * (len(text) + 1)
    level = 0
    for index, sign in enumerate(text):
        level += (sign in OPEN) - (sign in CLOSE)
        depth[index + 1] = level
    parts: list[tuple[str, str]] = []
    start = 0
    for found in separator.finditer(text):
        if depth[found.start()] == 0 and found.start() >= start:
            parts.append((text[start : found.start()].strip(), found[0].strip()))
            start = found.end()
    return [*parts, (text[start:].strip(), "")]


_COMMA = re.compile(r"[,;]")
_HELD = "\ue001"
_GROUPED = re.compile(
    r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,]*\d)|(?<![\d.,])\d{1,2}(?:,\d{2})+,\d{3}(?![\d,]*\d)"
)


def split_commas(text: str) -> list[str]:
    """Parts between the commas that stand outside brackets and group no digits."""
    kept = _GROUPED.sub(lambda number: number[0].replace(",", _HELD), text)
    return [part.replace(_HELD, ",") for part, _ in split_outside(kept, _COMMA)]
