"""The last run of a folder, where commands find it: ``show``, ``accept``, ``replay``, ``open``."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from querious.errors import QueriousError
from querious.report import json_report
from querious.report.curl import shown_target
from querious.report.files import write_file
from querious.report.history import HISTORY, note_run

if TYPE_CHECKING:
    from querious.model.run import Run

LAST_RUN: Final = ".querious/last-run.json"
PREVIOUS_RUN: Final = ".querious/previous-run.json"
"""The run before the last."""
LAST_PAGE: Final = ".querious/last-run.html"
UNFINISHED_RUN: Final = ".querious/unfinished-run.jsonl"
"""The findings of a run so far; there only while it goes on, or after it was killed."""
HERE: Final = Path()


def save_run(run: Run, text: str, folder: Path = HERE) -> None:
    """Keep a run as the last one, what was the last one as the one before, and a line of it in the history."""
    hide_from_git(folder)
    with suppress(OSError):
        (folder / LAST_RUN).replace(folder / PREVIOUS_RUN)
    write_file(folder / LAST_RUN, text)
    note_run(run, datetime.now().astimezone(), str(folder / HISTORY))


def hide_from_git(folder: Path = HERE) -> None:
    """What is kept beside the project is nobody else's business."""
    write_file((folder / LAST_RUN).with_name(".gitignore"), "*\n")


def last_run_on(target: str, protocol: str, folder: Path = HERE) -> Run | None:
    """The last run, if it was kept and is of the same target; a file that cannot be read is none."""
    try:
        saved = json_report.load((folder / LAST_RUN).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, QueriousError):
        return None
    return saved.run if (saved.run.target, saved.run.protocol) == (shown_target(target), protocol) else None
