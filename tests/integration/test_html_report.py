"""The page of a run in a real browser: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from bench.large_run import SCRIPTS, TYPES, hostile_run, large_run

from querious import demo
from querious.report.context import Context
from querious.report.html import html

playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright, which the group test installs")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="needs Chromium: make chromium installs it")

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = (360, 800, 1400)
TARGETS = {"graphql": "/graphql", "rest": "/openapi.json"}
SHOWN = "details.finding:visible"
WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
"""


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages that runs on the demo keep beside themselves, one for each protocol."""
    folders = {protocol: tmp_path_factory.mktemp(protocol) for protocol in TARGETS}
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("QUERIOUS_", "GITHUB_"))}
    line = [sys.executable, "-m", "querious", "run", "--requests", "90", "--seed", "5", "--shrink", "0", "--quiet"]
    with demo.start_shop(demo.SHOWCASE, demo.TRADE_SHOWCASE) as server:
        runs = [
            subprocess.Popen(
                [*line, server.url + address, "--header", "X-Api-Key: trade-counter-7"],
                cwd=folders[protocol],
                env=clean,
                stdout=subprocess.DEVNULL,
            )
            for protocol, address in TARGETS.items()
        ]
        assert [run.wait(180) for run in runs] == [1] * len(runs)
    return {protocol: folder / ".querious" / "last-run.html" for protocol, folder in folders.items()}


@pytest.fixture
def opened(browser):
    """Opens a page; whatever it says on its console or asks of the network fails the test."""
    contexts, told = [], []

    def open_page(path, *, width: int = 1400, scheme: str = "light"):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.add_init_script(WATCH)
        page.on("console", lambda message: told.append(message.text))
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("request", lambda request: told.append(request.url) if request.url != path.as_uri() else None)
        page.goto(path.as_uri())
        page.wait_for_selector("h1")
        return page

    open_page.told = told
    yield open_page
    for context in contexts:
        for page in context.pages:
            told += page.evaluate("window.violations")
        context.close()
    assert told == []


def written(tmp_path, run):
    path = tmp_path / "run.html"
    path.write_text(html(run, Context(url="https://api.example.test/graphql")), encoding="utf-8")
    return path


def content(path):
    return json.loads(re.search(r'id="data">(.*?)</script>', path.read_text(encoding="utf-8"), re.DOTALL)[1])


def open_all(page):
    for _ in range(3):  # blocks hold blocks
        page.evaluate("document.querySelectorAll('details').forEach((one) => one.dispatchEvent(new Event('fill')))")


def draw_graph(page) -> int:
    page.locator("#graph .canvas").scroll_into_view_if_needed()
    page.wait_for_selector("#graph .canvas[data-drawn]")
    return int(page.locator("#graph .canvas").get_attribute("data-drawn"))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("protocol", TARGETS)
def test_a_run_on_the_demo_is_shown_whole_at_every_width(opened, pages, protocol, width):
    page = opened(pages[protocol], width=width)
    data = content(pages[protocol])
    assert page.locator("#verdict").inner_text() == data["head"]["verdict"]
    assert page.locator(SHOWN).count() == len(data["findings"]) > 0
    first = page.locator(SHOWN).first
    first.locator("summary").first.click()
    playwright.expect(first).to_contain_text(data["findings"][0]["id"])
    nodes = {*data["graph"]["steps"]}.union(
        *(targets for fields in data["graph"]["steps"].values() for targets in fields.values())
    )
    assert draw_graph(page) == len(nodes)
    page.locator("#coverage details.group > summary").first.click()
    playwright.expect(page.locator("#coverage details.group table").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_findings_are_narrowed_down_by_rule_severity_and_words(opened, pages):
    page = opened(pages["graphql"])
    findings = content(pages["graphql"])["findings"]
    rule, words = findings[0]["oracle"], findings[-1]["coordinate"]
    page.select_option("#finding-oracle", rule)
    assert page.locator(SHOWN).count() == sum(one["oracle"] == rule for one in findings) < len(findings)
    page.select_option("#finding-oracle", "")
    page.fill("#finding-search", words)
    playwright.expect(page.locator("#findings [role=status]")).to_contain_text("shown")
    assert 0 < page.locator(SHOWN).count() < len(findings)
    page.fill("#finding-search", "")
    page.select_option("#finding-severity", "fault")
    playwright.expect(page.locator(SHOWN)).to_have_count(sum(one["severity"] == "fault" for one in findings))


def test_it_is_as_dark_as_the_system_until_somebody_chooses(opened, pages):
    page = opened(pages["rest"], scheme="dark")
    background = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(background)
    page.get_by_role("button", name="Switch to light colours").click()
    light = page.evaluate(background)
    assert (dark, light) == ("rgb(20, 23, 28)", "rgb(255, 255, 255)")
    page.get_by_role("button", name="Switch to dark colours").click()
    assert page.evaluate(background) == dark


def test_everything_is_reached_by_keyboard_and_has_a_name(opened, pages):
    page = opened(pages["graphql"])
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the findings"
    page.locator(SHOWN).first.locator("summary").first.focus()
    page.keyboard.press("Enter")
    page.locator(SHOWN).first.get_by_role("button", name="Copy").focus()
    page.keyboard.press("Enter")
    playwright.expect(page.locator(SHOWN).first.locator(".copy").first).to_have_text("Copied")
    draw_graph(page)
    page.locator("#graph-search").fill("Order")
    page.keyboard.press("Enter")
    playwright.expect(page.locator("#graph .panel h3")).to_have_text("Order")
    page.get_by_role("button", name="Show its neighbourhood").press("Enter")
    playwright.expect(page.locator("#graph [role=status]")).to_contain_text("around Order")
    nameless = """[...document.querySelectorAll("button, input, select, summary, [role=region], pre")].filter((one) =>
        !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length)).length"""
    assert page.evaluate(nameless) == 0


@pytest.mark.skipif(not AXE.is_file(), reason="needs axe-core: make frontend installs it")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("protocol", TARGETS)
def test_axe_has_nothing_to_object_to(browser, pages, protocol, scheme):
    context = browser.new_context(
        viewport={"width": 1400, "height": 900},
        color_scheme=scheme,
        bypass_csp=True,  # axe is a script from outside
    )
    page = context.new_page()
    page.goto(pages[protocol].as_uri())
    open_all(page)
    draw_graph(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    context.close()
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []


def test_operations_are_sorted_by_the_column_that_is_chosen(opened, pages):
    page = opened(pages["rest"])
    operations = content(pages["rest"])["traffic"]["operations"]
    rows = page.locator("#times table.times tbody tr")
    assert rows.first.locator("th").inner_text() == operations[0]["name"]
    head = page.locator("#times th", has_text="Answers")
    head.get_by_role("button").press("Enter")
    playwright.expect(head).to_have_attribute("aria-sort", "descending")
    counts = [int(text.replace(",", "")) for text in rows.locator("td:nth-child(2)").all_inner_texts()]
    assert counts == sorted(counts, reverse=True)
    head.get_by_role("button").press("Enter")
    playwright.expect(head).to_have_attribute("aria-sort", "ascending")


def test_what_came_when_stands_there_in_numbers_too(opened, pages):
    page = opened(pages["graphql"])
    traffic = content(pages["graphql"])["traffic"]
    page.get_by_text("The same in numbers").click()
    rows = page.locator("#times details.numbers tbody tr")
    playwright.expect(rows).to_have_count(len(traffic["slices"]))
    requests = [int(text.replace(",", "")) for text in rows.locator("td:nth-child(2)").all_inner_texts()]
    assert sum(requests) == sum(counts[0] for counts in traffic["slices"]) > 0


def test_what_users_ask_for_and_nothing_reached_comes_first(opened, tmp_path):
    run = large_run()
    used = dict.fromkeys(sorted(run.coverage.witnessed)[:50], 9) | dict.fromkeys(
        sorted(run.coverage.tuples - run.coverage.requested)[:2], 3
    )
    page = opened(written(tmp_path, replace(run, production=used)))
    playwright.expect(page.locator("#production")).to_contain_text("2 were not reached by this run: 1.3% of what")
    rows = page.locator("#production tbody tr")
    playwright.expect(rows).to_have_count(30)
    assert rows.first.locator("td").nth(2).inner_text() == "never requested"
    page.locator("#production").get_by_role("button", name="Show all 52").click()
    playwright.expect(rows).to_have_count(52)


def test_what_an_api_answers_is_text_and_nothing_runs(opened, tmp_path):
    page = opened(written(tmp_path, hostile_run()))
    draw_graph(page)
    open_all(page)
    shown = page.locator("body").inner_text()
    for text in SCRIPTS[:-1]:
        assert text in shown
    assert "\\x1b[31mred\\x1b[0m \\x00 \\u2028 \\u2029 \\u202eevil\\u202c &lt;b&gt; {{broken}} ${broken}" in shown
    assert page.locator("main script, main img, main b").count() == 0
    assert page.evaluate("window.broken") is None


def test_no_code_on_the_page_can_make_markup_of_a_text(opened, pages):
    page = opened(pages["rest"])
    attempt = (
        "() => { try { document.body.innerHTML = '<b>x</b>'; return 'made'; } catch (error) { return error.name; } }"
    )
    refused = page.evaluate(attempt)
    assert refused == "TypeError"
    assert page.evaluate("window.violations.splice(0)") == ["require-trusted-types-for"]
    assert len(opened.told) == 1
    opened.told.clear()


def test_printing_opens_what_the_filters_show(opened, pages):
    page = opened(pages["rest"])
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator("details.finding:not([open])").count() == 0
    assert not page.locator("#graph").is_visible()
    assert page.pdf().startswith(b"%PDF")


def test_a_finding_can_be_linked_to(opened, pages):
    page = opened(pages["rest"])
    identifier = content(pages["rest"])["findings"][-1]["id"]
    page.evaluate(f"location.hash = 'finding-{identifier}'")
    playwright.expect(page.locator(f"#finding-{identifier}")).to_have_attribute("open", "")


def test_a_large_run_is_small_and_can_be_searched(opened, tmp_path):
    run = large_run()
    path = written(tmp_path, run)
    assert path.stat().st_size < 10_000_000
    page = opened(path)
    assert page.locator(SHOWN).count() == len(run.findings)
    page.fill("#finding-search", run.findings[77].coordinate)
    playwright.expect(page.locator("#findings [role=status]")).to_contain_text("1 of 200")
    assert draw_graph(page) == TYPES
    page.fill("#graph-search", "type1203")
    page.locator("#graph .hits button").click()
    page.get_by_role("button", name="Show its neighbourhood").click()
    playwright.expect(page.locator("#graph [role=status]")).to_contain_text("of 1,500 types, around")
