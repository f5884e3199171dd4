"""The page: a template that was built from ``frontend/``, and the run as data inside it.

Nothing that an API answers can become markup. The data stands in a block that no browser runs, with every character
that could end the block written as an escape; the script shows it as text alone; and the policy of the page lets
nothing run or load but the one script and the one style sheet whose hashes it names.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from querious.report.html.content import page_content

if TYPE_CHECKING:
    from querious.model.run import Run
    from querious.model.values import JSON
    from querious.report.context import Context

DATA: Final = "__QUERIOUS_DATA__"
"""Stands in the template where the data goes, once."""
_ESCAPES: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def html(run: Run, context: Context) -> str:
    """The whole page."""
    before, after = template().split(DATA)
    return before + data_text(page_content(run, context)) + after


def template() -> str:
    """The page without data. ``make frontend`` builds it."""
    return files(__package__).joinpath("template.html").read_text(encoding="utf-8")


def data_text(content: JSON) -> str:
    """JSON in ASCII, which has no U+2028 as such, without any character that HTML knows."""
    return json.dumps(content, ensure_ascii=True, allow_nan=False, separators=(",", ":")).translate(_ESCAPES)
