"""``querious accept``."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from querious.cli import options
from querious.cli.offered_values import files, findings
from querious.cli.output import Words
from querious.cli.saved_runs import chosen, load_saved
from querious.config.accepted import NAME, accepted_text, in_force, read_accepted
from querious.errors import ConfigError
from querious.model.accepted import AcceptedFinding, identifiers
from querious.report import phrases
from querious.report.files import write_file
from querious.text.display import plural, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.finding import Finding

_DAYS = 90


@click.command(
    epilog="Examples:\n\n\b\n"
    '  querious accept 3f2a91 --until 2027-01-31 --reason "mended in the next release"\n'
    "  querious accept 3f2a91 --remove\n"
    "  querious accept"
)
@click.argument("identifier", metavar="[ID]", required=False, shell_complete=findings)
@click.argument("run_file", metavar="[FILE]", required=False, shell_complete=files)
@click.option("--until", metavar="DAY", help=f"The last day on which it fails nothing. [in {_DAYS} days]")
@click.option("--reason", metavar="TEXT", help="Why, for those who read the file.")
@click.option("--remove", is_flag=True, help="Accept it no longer.")
@options.accepted_file
def command(
    identifier: str | None,
    run_file: str | None,
    until: str | None,
    reason: str | None,
    accepted: str | None,
    *,
    remove: bool,
) -> int:
    """Accept a finding for a while: it is reported, but fails no run.

    ID is that of a finding of the last run, or of FILE, which querious run --json wrote; its beginning is enough. What
    has the same cause is accepted with it. It is written to querious-accepted.toml, to be committed; once the day has
    passed, the finding fails again. Without ID all that is accepted is listed.
    """
    file = accepted or NAME
    words = Words()
    entries = read_accepted(file) if Path(file).is_file() else ()
    if identifier is None:
        words.say(_listed(entries, file))
    elif remove:
        entry = _entry(entries, identifier, file)
        write_file(file, accepted_text([one for one in entries if one is not entry]), private=False)
        words.say([Text(f"No longer accepted: {visible(entry.title)}")])
    else:
        finding = chosen(load_saved(run_file).run.findings, identifier)
        entry = _accepted(finding, _day(until), reason or "")
        others = [one for one in entries if not one.covers(finding)]
        write_file(file, accepted_text([*others, entry]), private=False)
        words.say(_said(entry, file))
    return 0


def _accepted(finding: Finding, until: date, reason: str) -> AcceptedFinding:
    beneath = sorted(identifiers(finding) - {finding.fingerprint})
    return AcceptedFinding((finding.fingerprint, *beneath), until, reason, phrases.title(finding))


def _day(text: str | None) -> date:
    today = date.today()  # noqa: DTZ011 - the day of the user
    if text is None:
        return today + timedelta(days=_DAYS)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ConfigError(f"--until must be a day, such as {today + timedelta(days=_DAYS)}, not {text!r:.40}") from None
    if day < today:
        raise ConfigError(f"--until {day} has passed already; name a day to come")
    return day


def _entry(entries: Sequence[AcceptedFinding], start: str, file: str) -> AcceptedFinding:
    for entry in entries:
        if any(name.startswith(start) for name in entry.identifiers):
            return entry
    raise ConfigError(f"{file} has no finding {start!r:.40}; querious accept lists all")


def _said(entry: AcceptedFinding, file: str) -> Iterator[Text]:
    yield Text(f"Accepted until {entry.until}: {visible(entry.title)}")
    beneath = len(entry.identifiers) - 1
    if beneath:
        yield Text(f"With it, {plural(beneath, 'other')} of the same cause.")
    if not entry.reason:
        yield Text('No reason was given: --reason "…" tells others why.', "dim")
    yield Text(f"Written to {visible(file)}: commit it.")


def _listed(entries: Sequence[AcceptedFinding], file: str) -> Iterator[Text]:
    if not entries:
        yield Text(f"Nothing is accepted: there is no finding in {visible(file)}.")
    valid = in_force(entries, date.today())  # noqa: DTZ011 - the day of the user
    for entry in entries:
        state = f"until {entry.until}" if entry in valid else f"expired {entry.until}"
        yield Text(f"{visible(entry.identifiers[0])}  ").append(state, "bold" if entry in valid else "bold red")
        yield Text(f"  {visible(entry.title)}")
        if entry.reason:
            yield Text(f"  {visible(entry.reason)}", "dim")
