"""The documentation site: it builds without a warning, links lead somewhere, and nothing on it comes from outside."""

from __future__ import annotations

import fnmatch
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The site as ``make docs`` builds it: links and anchors that lead nowhere are warnings, and warnings are errors."""
    folder = tmp_path_factory.mktemp("site")
    options = ["--quiet", "--fail-on-warning", "--keep-going", "--doctree-dir", str(folder / "trees")]
    command = [sys.executable, "-m", "sphinx", *options, str(DOCS), str(folder / "pages")]
    built = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert built.returncode == 0, f"make docs\n{built.stdout}{built.stderr}"
    return folder / "pages"


def navigated(page: Path) -> list[str]:
    """The pages that a page's navigation names, as patterns below docs/."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```\{toctree\}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    folder = page.parent.relative_to(DOCS)
    entries = [line.strip() for block in blocks for line in block.splitlines() if line.strip()]
    return [(folder / entry).as_posix() + ".md" for entry in entries if not entry.startswith(":")]


def test_every_page_is_in_the_navigation():
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.glob("**/*.md")}
    patterns = {"index.md"}.union(*(navigated(page) for page in DOCS.glob("**/*.md")))
    for page in sorted(pages):
        there = any(fnmatch.fnmatch(page, pattern) for pattern in patterns)
        assert there, f"docs/{page} is in no navigation: name it in a toctree of docs/index.md"


def test_every_page_says_whom_it_is_for():
    for page in DOCS.glob("**/*.md"):
        folder = page.parent.relative_to(DOCS).as_posix()
        title, opening = re.sub(r"<!--.*?-->", "", page.read_text(encoding="utf-8")).split("\n", 1)
        assert title.startswith("# "), f"{page} begins with no title"
        if page != DOCS / "index.md" and folder in {".", "start", "guides", "how", "reference"}:
            assert opening.lstrip().startswith("For "), f"{page}: its first line says for whom it is"


class Loads(HTMLParser):
    """Collects what a page loads by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag, attrs):
        value = dict(attrs).get(LOADING.get(tag, ""), "") or ""
        if value and dict(attrs).get("rel") not in {"next", "prev", "index", "search", "author", "canonical"}:
            self.found.append(value)


def test_nothing_is_loaded_from_outside(site):
    for page in site.glob("**/*.html"):
        loads = Loads()
        loads.feed(page.read_text(encoding="utf-8"))
        for place in loads.found:
            assert not re.match(r"(?:https?:)?//", place), (page.name, place)
    for style in site.glob("_static/**/*.css"):
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", style.read_text(encoding="utf-8")), style.name


def test_it_can_be_searched_without_a_server(site):
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    for word in ("prime", "openapi", "baselin"):
        assert f'"{word}"' in index or f"{word}:" in index, word
