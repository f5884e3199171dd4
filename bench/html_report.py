"""The HTML report of a large run in a real browser: its size, and how long it takes to open, to search and to draw.

    python -m bench.html_report [CHROMIUM]

The run is that of the tests: 5,283 tuples over 1,500 types, 200 findings with scenarios. Aimed at: less than 10 MB, and
2 s to open and search.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect, sync_playwright

from bench.large_run import large_run
from bench.table import show
from querious.report.context import Context
from querious.report.html import html

if TYPE_CHECKING:
    from collections.abc import Callable

_LIMIT: Final = 2.0
_LARGEST: Final = 10_000_000
_TIMES: Final = 3


def main() -> int:
    """Print the table; 1 if the page is too large, or too slow to open and search."""
    chromium = sys.argv[1] if len(sys.argv) > 1 else shutil.which("chromium") or ""
    run = large_run()
    begun = perf_counter()
    page = html(run, Context(url="https://api.example.test/graphql"))
    rows = [["write", f"{perf_counter() - begun:.2f}"]]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        path = Path(folder) / "run.html"
        path.write_text(page, encoding="utf-8")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tries = [_measured(browser, path, run.findings[77].coordinate) for _ in range(_TIMES)]
        browser.close()
    best = {name: min(times[name] for times in tries) for name in tries[0]}
    rows += [[name, f"{seconds:.2f}"] for name, seconds in best.items()]
    size = len(page.encode())
    show(f"HTML report of a large run, {size / 1e6:.1f} MB, best of {_TIMES}", ["what", "seconds"], rows)
    return int(size >= _LARGEST or best["open"] + best["search findings"] > _LIMIT)


def _measured(browser: Any, path: Path, coordinate: str) -> dict[str, float]:
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    times = {"open": _timed(lambda: (page.goto(path.as_uri()), page.wait_for_selector("details.finding")))}
    page.fill("#finding-search", coordinate)
    told = page.locator("#findings [role=status]")
    times["search findings"] = _timed(lambda: expect(told).to_contain_text("1 of 200"))
    page.locator("#graph .canvas").scroll_into_view_if_needed()
    times["draw 1,500 nodes"] = _timed(lambda: page.wait_for_selector("#graph .canvas[data-drawn]"))
    page.fill("#graph-search", "type1203")
    times["search the graph"] = _timed(lambda: page.wait_for_selector("#graph .hits button"))
    page.close()
    return times


def _timed(act: Callable[[], object]) -> float:
    begun = perf_counter()
    act()
    return perf_counter() - begun


if __name__ == "__main__":
    sys.exit(main())
