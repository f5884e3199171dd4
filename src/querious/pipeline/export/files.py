"""The files of a suite in their folder: what is there, what is written, what is removed, what to run first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from querious.errors import ConfigError
from querious.export import FORMATS, FolderChanges, Ordered, changes, files_of
from querious.export.formats.rest_form import OrderedRestTest
from querious.export.formats.rest_formats import REST_FORMATS
from querious.report.files import write_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.export import Script
    from querious.export.rest_suite import RestScript
    from querious.pipeline.export.use_case import Exported

__all__ = [
    "FORMAT_NAMES",
    "FolderChanges",
    "check_format",
    "order_hint",
    "order_of",
    "rest_order_of",
    "write_rest_suite",
    "write_suite",
]

FORMAT_NAMES: Final = tuple(FORMATS)
_READ_AT_MOST: Final = 4 * 1024 * 1024
"""Bytes of a file in the folder that are looked at: none of ours is longer."""
_ENDINGS: Final = frozenset(Path(form.support).suffix for form in FORMATS.values())


def check_format(name: str) -> None:
    """A ConfigError where there is no such format."""
    if name not in FORMATS:
        raise ConfigError(f"Unknown format {name!r:.40}. Available: {', '.join(FORMATS)}.")


def write_suite(
    done: Exported, folder: str, format_name: str, command: str, *, force: bool = False, prune: bool = False
) -> FolderChanges:
    """Write what is new or changed. ``force``: also over what was changed by hand. ``prune``: remove what is obsolete.

    ``command`` is the line that does it again; it is written into the files.
    """
    files = files_of(done.scripts, FORMATS[format_name], command)
    return _written(files, done.scripts, folder, force=force, prune=prune)


def write_rest_suite(
    scripts: Sequence[RestScript], folder: str, format_name: str, command: str, *, force: bool, prune: bool
) -> FolderChanges:
    """The same for tests of a REST API."""
    files = files_of(scripts, REST_FORMATS[format_name], command)
    return _written(files, scripts, folder, force=force, prune=prune)


def rest_order_of(scripts: Sequence[RestScript], folder: str, format_name: str) -> str:
    """What tells the framework which tests to run first: those that were called most."""
    form = REST_FORMATS[format_name]
    trials = [(script, trial) for script in scripts for trial in script.trials]
    trials.sort(key=lambda pair: (-pair[1].example.calls, pair[1].name))
    files = {script.stem: (Path(folder) / form.file_name(script.stem)).as_posix() for script in scripts}
    return form.order([OrderedRestTest(files[script.stem], script, trial) for script, trial in trials])


def _written(
    files: Mapping[str, str], scripts: Sequence[Script | RestScript], folder: str, *, force: bool, prune: bool
) -> FolderChanges:
    found = changes(_read_folder(folder), files, sorted({script.origin for script in scripts}))
    written = found.new | found.changed
    if force:
        written |= found.edited | found.foreign
    for name, text in written.items():
        write_file(Path(folder) / name, text, private=False)
    if prune:
        for name in found.obsolete:
            (Path(folder) / name).unlink(missing_ok=True)
    return found


def order_of(done: Exported, folder: str, format_name: str) -> str:
    """What tells the framework which tests to run first."""
    form = FORMATS[format_name]
    places = {id(trial.case): (script, trial) for script in done.scripts for trial in script.trials}
    ordered = []
    for case in done.cases:
        script, trial = places[id(case)]
        ordered.append(Ordered((Path(folder) / form.file_name(script.stem)).as_posix(), script, trial))
    return form.order(ordered)


def order_hint(format_name: str, file: str) -> str:
    """How the framework is told of that file."""
    return FORMATS[format_name].order_hint.format(file)


def _read_folder(name: str) -> dict[str, str]:
    """The files that could be ours, by name; of what cannot be read nothing but its name."""
    folder = Path(name)
    found: dict[str, str] = {}
    try:
        for path in sorted(folder.iterdir()) if folder.exists() else ():
            if path.suffix in _ENDINGS:
                small = path.is_file() and path.stat().st_size <= _READ_AT_MOST
                found[path.name] = path.read_bytes().decode("utf-8", "replace") if small else ""
    except OSError as error:
        raise ConfigError(f"cannot read {name}: {error.strerror or error}; choose another folder") from None
    return found
