"""``querious audit``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from querious.cli import options
from querious.cli.offered_values import targets
from querious.cli.options import option, switch
from querious.cli.run_and_report import examine, exit_status
from querious.cli.saved_runs import known_findings
from querious.model.settings import Settings
from querious.pipeline.audit import use_case

if TYPE_CHECKING:
    from querious.model.run import Run
    from querious.pipeline.observer import Observer

_DEFAULT = Settings()


@click.command(
    epilog="Examples:\n\n\b\n  querious audit http://localhost:8000/graphql\n"
    "  querious audit shop.web:app --fail-on suspicion --json audit.json"
)
@click.argument("target", shell_complete=targets)
@options.seed
@options.budget
@option("--stop-after", "Stop after this many distinct faults.")
@switch("--mutations/--no-mutations", "Send methods that might change data, too. [no]")
@options.sending
@option("--skip-oracle", "Leave out this rule; repeatable.", key="skip-oracles", metavar="NAME", many=True)
@option("--fail-on", f"Fails: fault, new, suspicion, none. [{_DEFAULT.fail_on}]", metavar="WHAT")
@options.accepted_file
@click.option("--since", metavar="FILE", help="With --fail-on new: the run before. [last]")
@options.configuring
@options.profile
@options.report_files
@switch("--github/--no-github", "Annotate for GitHub. [if GitHub runs it]")
@options.quiet
@switch("--save/--no-save", "Save the audit for querious replay. [yes]")
def command(target: str, config: str | None, since: str | None, profile: str | None, **flags: Any) -> int:
    """Hold a GraphQL server to the specification of GraphQL over HTTP.

    TARGET is a URL, or package.module:name of an ASGI or WSGI app; or the name of a target in the configuration. What
    the specification demands is a fault, what it recommends a suspicion. Nothing that is sent changes data.

    Defaults are in brackets.
    """
    configuration = options.configure(flags, config, target=target, profile=profile)
    settings = configuration.settings
    if settings.fail_on == "new":
        settings = replace(settings, known=known_findings(since))
        configuration = replace(configuration, settings=settings)

    def audit(observer: Observer) -> Run:
        return use_case.audit(configuration.target, settings, observer, started=configuration.started)

    return exit_status(examine(configuration.target, configuration, command="audit", test=audit))
