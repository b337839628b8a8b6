"""The HTML report: alone on disk, safe with any text, and usable in a real browser."""

from __future__ import annotations

import json
import re
import shutil

import pytest

from evals.data import read
from evals.metrics import Figure
from evals.reports import comparison_lines, html_report, markdown_report, shown
from evals.run import InProcess, RunFolder, Setting, work
from evals.scoring import compare_runs, joined, score_run
from verifier.cli import main

NASTY = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>{{ 7*7 }}'\"&\u2028| `x` <!--"
ROWS = [
    {"id": "right", "source": "sums", "question": "What is 12 times 12?", "answer": "12 * 12 = 144, so the answer is 144.", "label": "correct"},
    {"id": "wrong", "source": "sums", "question": "What is 12 times 12?", "answer": "12 * 12 = 146, so the answer is 146.", "label": "incorrect", "extra": {"error_kind": "slip"}},
    {"id": "alarm", "source": "sums", "question": "What is 2 + 2?", "answer": "The answer is 5.", "label": "correct"},
    {"id": "中文", "source": "算术", "question": "一个长方形长8米，宽5米，面积是多少？", "answer": "面积是8*5=41平方米。", "label": "incorrect"},
    {"id": NASTY, "source": NASTY, "question": f"What is 3 + 4? {NASTY}", "answer": f"{NASTY} 3 + 4 = 8, so the answer is 8.", "label": "incorrect", "gold": NASTY, "domain": NASTY, "extra": {"error_kind": NASTY}},
    {"id": "long", "source": "x" * 120, "question": "Sing " + "la" * 300, "answer": "lala" * 400, "label": "correct"},
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run over right, wrong, Chinese, hostile and endless text."""
    path = tmp_path_factory.mktemp("html")
    (path / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    folder = RunFolder.begin(
        path / "run", read([path / "data.jsonl"]), Setting(fix=True), data=[path / "data.jsonl"]
    )
    list(work(folder, InProcess(), journal=False))
    return folder


@pytest.fixture(scope="module")
def page(folder):
    """The report on disk."""
    path = folder.path / "report.html"
    path.write_text("".join(html_report(score_run(folder), list(joined(folder)), folder)), encoding="utf-8")
    return path


def test_it_stands_alone(page):
    """No link, source or import leads out of the file, and its policy forbids requests."""
    text = page.read_text(encoding="utf-8")
    assert not re.search(
        r"""(?:src|href)=["']?(?!data:)\w|url\(|@import|https?://""",
        re.sub(r"<script type=\"application/json\">.*?</script>", "", text).replace("&lt;img src=x", ""),
    )
    assert "default-src 'none'" in text


def test_no_text_of_others_is_markup(page):
    """Hostile text opens no element and ends no script; templates in it are not rendered."""
    text = page.read_text(encoding="utf-8")
    assert "<img" not in text
    assert "<script>window.hacked" not in text
    assert text.count("<script") == text.count("</script>") == len(ROWS) + 1
    assert "{{ 7*7 }}" in text


def test_markdown_holds_hostile_text_too(folder):
    """Each table row is one line with as many cells as its head."""
    text = markdown_report(score_run(folder), folder.manifest)
    assert "<script" not in text.replace("\\<script", "")
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_figures_are_printed_for_people():
    """Shares as percent, seconds as milliseconds, nothing as a dash."""
    quarter = Figure(value=0.25, low=0.0716, high=0.5907, count=8)
    assert shown(quarter) == "25.0 % (7.2–59.1) of 8"
    assert shown(quarter, "seconds", interval=False) == "250 ms"
    assert shown(Figure()) == "–"
    assert shown(Figure(value=0.0, low=0.0, high=0.00123, count=2), "number") == "0 (0–0.00123) of 2"


def test_a_comparison_is_printed(folder):
    """A run against itself: nothing flips."""
    lines = comparison_lines(compare_runs(folder, folder), ("a", "b"))
    assert lines[0] == f"{len(ROWS)} rows in both; 0 flipped"


# --- in a browser -------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def browser():
    """Debian's Chromium, driven by Playwright."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("there is no chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(params=[(1280, 900), (390, 844)], ids=["desk", "phone"])
def tab(request, browser, page):
    """The report opened from disk; whatever goes wrong on its consoles fails the test."""
    width, height = request.param
    tab = browser.new_page(viewport={"width": width, "height": height})
    told: list[str] = []
    tab.on("console", lambda message: told.append(message.text))
    tab.on("pageerror", lambda error: told.append(str(error)))
    tab.on(
        "request", lambda sent: told.append(sent.url) if not sent.url.startswith(("file:", "data:")) else None
    )
    tab.goto(page.as_uri())
    yield tab
    assert told == []
    assert tab.evaluate("window.hacked") is None
    tab.close()


@pytest.mark.browser
def test_it_filters(tab):
    """By words, source, label, outcome, and by disagreement with the label."""
    count = tab.locator("#count")
    assert count.inner_text() == "6 of 6 rows"
    tab.select_option("#truth", "incorrect")
    assert count.inner_text() == "3 of 6 rows"
    tab.select_option("#source", "算术")
    assert count.inner_text() == "1 of 6 rows"
    tab.select_option("#truth", "")
    tab.select_option("#source", NASTY)
    assert count.inner_text() == "1 of 6 rows"
    tab.select_option("#source", "")
    tab.fill("#search", "TIMES 12")
    assert count.inner_text() == "2 of 6 rows"
    tab.select_option("#outcome", "verified")
    assert count.inner_text() == "1 of 6 rows"
    tab.fill("#search", "")
    tab.select_option("#outcome", "")
    tab.check("#off")
    assert tab.locator(".row:visible .id").all_inner_texts() == ["alarm"]


@pytest.mark.browser
def test_each_row_opens_its_evidence(tab):
    """Texts, the machine's path, attempts, claims, steps with input and output; nothing is wider than the page."""
    for at, row in enumerate(ROWS):
        element = tab.locator(".row").nth(at)
        element.locator("> summary").click()
        body = element.locator(".body")
        body.wait_for()
        assert row["answer"][:40].strip() in body.inner_text()
        for step in body.locator("details > summary").all():
            step.click()
    text = tab.locator(".row").nth(1).inner_text()
    for part in ("INITIAL_GENERATION → PLANNING", "attempt 2: verified", "basis question", "12 * 12"):
        assert part in text
    assert "面积是8*5=41平方米。" in tab.locator(".row").nth(3).inner_text()
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.browser
def test_plots_are_drawn(tab):
    """Four of them, each with something in it, within the page."""
    assert tab.locator("figure svg").count() == 4
    for plot in tab.locator("figure svg").all():
        box = plot.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= tab.viewport_size["width"]
        assert plot.locator("circle, path.line, rect").count() >= 1


@pytest.mark.browser
def test_the_command_writes_such_a_page(browser, folder, tmp_path):
    """`amtfv eval rescore` makes it anew."""
    assert main(["eval", "rescore", str(folder.path), "--name", "again"]) == 0
    tab = browser.new_page()
    tab.goto((folder.path / "again.html").as_uri())
    assert tab.locator("h1").inner_text() == "Evaluation: 6 rows"
    tab.close()
