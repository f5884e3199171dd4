"""The saved runs that commands begin with: the last one, or that of a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from querious.cli.output import STANDARD_OUTPUT
from querious.errors import ConfigError
from querious.model.accepted import identifiers
from querious.report import json_report
from querious.report.last_run import LAST_RUN, UNFINISHED_RUN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model.finding import Finding
    from querious.report.json_report import Saved


def load_saved(file: str | None) -> Saved:
    """The run of a file; the last one where none is named."""
    return _saved(file) if file else _last_run()


def _last_run() -> Saved:
    """The run before, also where it was killed: then what it had found by that time."""
    try:
        found = Path(UNFINISHED_RUN).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return _saved(LAST_RUN)
    return json_report.load_unfinished(found, UNFINISHED_RUN)


def _saved(name: str) -> Saved:
    if name == STANDARD_OUTPUT:
        return json_report.load(sys.stdin.read(), "standard input")
    try:
        return json_report.load(Path(name).read_text(encoding="utf-8"), name)
    except FileNotFoundError:
        raise ConfigError(f"no saved run at {name}; run querious run TARGET first, or name a FILE") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{name} is not a saved run. Name a file that querious run --json wrote.") from None
    except OSError as error:
        raise ConfigError(f"cannot read {name}: {error.strerror or error}") from None


def is_saved_run(name: str) -> bool:
    """Whether it names a file, and not the beginning of an id."""
    return name == STANDARD_OUTPUT or Path(name).is_file()


def known_findings(file: str | None) -> tuple[str, ...]:
    """The fingerprints of all that a run had found; nothing is known where no file is named and none was saved."""
    if file is None and not Path(LAST_RUN).is_file():
        return ()
    return tuple(sorted({name for finding in load_saved(file).run.findings for name in identifiers(finding)}))


def chosen(findings: Sequence[Finding], start: str) -> Finding:
    """The finding whose id begins so; of one that is folded, the one above it where no more of it was kept."""
    for finding in findings:
        if finding.fingerprint.startswith(start):
            return finding
    for one in (one for finding in findings for one in finding.others):
        if one.fingerprint.startswith(start) and one.finding is not None:
            return one.finding
    for finding in findings:
        if any(name.startswith(start) for name in identifiers(finding)):
            return finding
    raise ConfigError(f"the saved run has no finding {start!r:.40}; querious show lists all")


def target_of(saved: Saved, target: str | None, file: str | None) -> str:
    """Where the API is: where the user says, or where the run was."""
    if target:
        return target
    if not saved.whole:
        raise ConfigError(
            f"{file or LAST_RUN} does not hold the user or query of the URL, because they may be secret; pass --target"
        )
    found = saved.url or saved.run.target
    if " " in found and not Path(found).exists():  # an object, as a test has it, or several APIs
        raise ConfigError(f"{file or LAST_RUN} is of {found}, which no command can open; pass --target")
    return found
