"""``querious show``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from querious.cli import options
from querious.cli.offered_values import files, findings
from querious.cli.options import option, switch
from querious.cli.output import Words
from querious.cli.run_and_report import service_of, url_of
from querious.cli.saved_runs import chosen, is_saved_run, load_saved, target_of
from querious.errors import ConfigError
from querious.pipeline.explain.use_case import explain
from querious.report import phrases
from querious.report.certainty import what_would_settle
from querious.report.console import finding_block, report
from querious.report.context import Context
from querious.report.curl import connection_options
from querious.report.layout import folded
from querious.text.display import plural, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from querious.model.finding import Finding
    from querious.pipeline.explain.use_case import FurtherEvidence


@click.command(epilog="Examples:\n\n\b\n  querious show\n  querious show 3f2a91\n  querious show 3f2a91 --explain")
@click.argument("identifier", metavar="[ID]", required=False, shell_complete=findings)
@click.argument("file", required=False, shell_complete=files)
@click.option("--explain", "ask", is_flag=True, help="Ask the API more about it.")
@option("--target", "Ask here. [where the run was]", metavar="TARGET")
@option("--schema", "Read the schema here. [as in the run]", metavar="FILE")
@switch("--mutations/--no-mutations", "Send again what changes data. [no]")
@options.sending
@options.configuring
@options.quiet
def command(
    identifier: str | None, file: str | None, *, ask: bool, target: str | None, config: str | None, **flags: Any
) -> int:
    """Show all of the last run, or one finding, and explain it.

    ID is that of a finding, or of one that is folded beneath it; its beginning is enough. FILE is what querious run
    --json wrote; without it the last run is taken. With --explain it is asked again, made simpler, and looked for by
    other ways: data is only read, unless --mutations is given.
    """
    if identifier and not file and is_saved_run(identifier):
        identifier, file = None, identifier
    saved = load_saved(file)
    finding = chosen(saved.run.findings, identifier) if identifier else None
    if ask and finding is None:
        raise ConfigError("--explain needs the ID of a finding")
    flags["schema"] = flags["schema"] or saved.schema or None
    configuration = options.configure({**flags, "seed": saved.run.seed}, config)
    words = Words(quiet=configuration.output.quiet)
    context = Context(
        url=url_of(service_of(saved.run, target or saved.url)),
        headers=configuration.header_names,
        connection=connection_options(configuration.settings),
        identities=configuration.identity_headers,
    )
    with words.unobeyed():
        if finding is None:
            words.say(report(saved.run, context, words.console))
            return 0
        words.say(finding_block(1, finding, saved.run, context, words.console))
        words.say(_others(finding))
        if ask:
            with words.observe() as observer:
                learned = explain(finding, target_of(saved, target, file), configuration.settings, observer)
            words.say(_told(learned, words.console))
    return 0


def _others(finding: Finding) -> Iterator[Text]:
    """Everything with the same cause."""
    if finding.others:
        yield Text(f"Folded beneath it, with the same cause: {len(finding.others):,}", "bold")
        for line in phrases.other_lines(finding):
            yield Text(f"  {line}", no_wrap=True, overflow="ignore")
        yield Text()


def _told(learned: FurtherEvidence, console: Console) -> Iterator[Text]:
    yield Text("What asking more has shown", "bold")
    for line in _lessons(learned):
        yield from folded(Text(f"- {line}"), console, 2, hanging=2)


def _lessons(learned: FurtherEvidence) -> Iterator[str]:
    if learned.reason:
        yield visible(learned.reason)
    if learned.asked:
        yield f"Asked again {plural(learned.asked, 'time')}: it showed {plural(learned.shown, 'time')}."
    if learned.asked and not learned.shown:
        yield "As nothing shows it now, it is fixed, or it was what others did to the data at that time."
        return
    if learned.shown:
        asked = "; ".join(dict.fromkeys(exchange.case.document for exchange in learned.finding.steps))
        yield f"The simplest that shows it: {visible(asked)}"
    if learned.requests:
        places = dict.fromkeys(phrases.place(one) for one in learned.elsewhere)
        found = f"the same cause shows at {', '.join(places)}" if places else "the same cause did not show by itself"
        yield f"By other ways, {plural(learned.requests, 'request')} with another seed: {found}."
    settled = what_would_settle(learned.finding)
    yield (
        f"What would make it certain: {settled}." if settled else "It is certain: no more is needed to call it a fault."
    )
