"""How Sphinx builds the site: ``make docs``. Why Sphinx: ``docs/decisions/documentation-site.md``.

Nothing on a page comes from outside: theme, search and pictures are files of the site.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import querious

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "querious"
author = "the querious project"
project_copyright = "the querious project, MIT licence"
version = release = querious.__version__

extensions = ["myst_parser"]
exclude_patterns = ["Thumbs.db", ".DS_Store"]
nitpicky = True

# Headings are linked as on GitHub, so that a page can be read there too.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
highlight_language = "text"
suppress_warnings = ["misc.highlighting_failure"]  # Pygments knows operations of GraphQL, but not types

html_theme = "furo"
html_title = f"querious {release}"
html_static_path = ["site"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"sidebar_hide_name": False, "navigation_with_keys": True}

ROOT: Final = Path(__file__).parent.parent
ROOT_PAGES: Final = {
    "ARCHITECTURE.md": "project/architecture",
    "CONTRIBUTING.md": "project/contributing",
    "CHANGELOG.md": "project/changelog",
}
"""Pages that stand in the root folder of the repository, and where the site shows them."""


def show_root_pages(_: Sphinx, name: str, source: list[str]) -> None:
    """Put a page of the root folder in its place, and lead every link to one there."""
    for page, place in ROOT_PAGES.items():
        if name == place:
            text = (ROOT / page).read_text(encoding="utf-8")
            links = {f"]({other}": f"](/{there}.md" for other, there in ROOT_PAGES.items()}
            for link, target in {**links, "](docs/": "](/"}.items():
                text = text.replace(link, target)
            source[0] = text
        source[0] = re.sub(rf"\]\((?:\.\./)+{page}", f"](/{place}.md", source[0])


def setup(app: Sphinx) -> None:
    """What Sphinx calls before it reads the pages."""
    app.connect("source-read", show_root_pages)
