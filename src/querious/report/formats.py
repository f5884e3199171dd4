"""All formats in which the report of a run can be written to a file, by the name that the user gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.errors import ConfigError
from querious.report import json_report
from querious.report.badge import badge
from querious.report.github import summary
from querious.report.html import html
from querious.report.junit import junit
from querious.report.sarif import sarif
from querious.report.wfc import wfc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from querious.model.run import Run
    from querious.report.context import Context

FORMATS: Final[Mapping[str, Callable[[Run, Context], str]]] = {
    "json": lambda run, context: json_report.dump(run, context.target_url, context.schema),
    "junit": junit,
    "sarif": sarif,
    "markdown": summary,
    "badge": badge,
    "html": html,
    "wfc": wfc,
}


def check_formats(names: Iterable[str]) -> None:
    """Refuse a format that there is not, before anything is asked."""
    for name in names:
        if name not in FORMATS:
            raise ConfigError(f"Unknown report format {name!r:.40}. Available: {', '.join(FORMATS)}.")
