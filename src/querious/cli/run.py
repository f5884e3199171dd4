"""``querious run``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from querious.cli import options
from querious.cli.offered_values import targets
from querious.cli.options import option, switch
from querious.cli.run_and_report import examine, exit_status
from querious.cli.saved_runs import known_findings
from querious.model.settings import Settings

_DEFAULT = Settings()


@click.command(
    epilog="Examples:\n\n\b\n  querious run http://localhost:8000/graphql --mutations --time 5m\n"
    "  querious run shop.api:schema --until-coverage 95% --json run.json"
)
@click.argument("target", shell_complete=targets)
@option("--schema", "File or glob to read the schema from.", metavar="FILE")
@option("--url", "The service, if TARGET is its description.", key="state-url", metavar="URL")
@options.seed
@options.budget
@option("--until-coverage", "Stop at this coverage, such as 95%.", metavar="SHARE")
@option("--stop-after", "Stop after this many distinct faults.")
@switch("--mutations/--no-mutations", "Send mutations, which change data. [no]")
@switch("--audit/--no-audit", "Audit the server, too. [no]")
@switch("--resources/--no-resources", "Measure cost as questions grow. [no]")
@option("--allow", "Request only these fields; repeatable.", metavar="PATTERN", many=True)
@option("--deny", "Never request these fields; repeatable.", metavar="PATTERN", many=True)
@option("--subscriptions", "Transport of subscriptions. [by trying]", metavar="NAME")
@option("--subscriptions-url", "Their address. [that of the API]", metavar="URL")
@options.counting
@options.sending
@option("--max-response-time", "A slower response is a fault. [none]", metavar="TIME")
@option("--invalid", f"Deliberately invalid operations. [{_DEFAULT.invalid:.0%}]", metavar="SHARE")
@option("--max-depth", "Levels per operation. [random 6, planned any]")
@option("--max-fields", f"Fields per object. [{_DEFAULT.max_fields}]")
@option("--max-nodes", f"Selections per operation. [{_DEFAULT.max_nodes}]")
@option("--criterion", f"Paths to cover. [{_DEFAULT.criterion}]", metavar="NAME")
@option("--variants", f"Values for each path. [{_DEFAULT.variants}]")
@option("--leaves", f"Leaf fields on a path: all, one, needed. [{_DEFAULT.leaves}]", metavar="WHICH")
@option("--learned", "Read and update learned values.", metavar="FILE")
@option("--recordings", "Recordings to start from.", metavar="STORE")
@switch("--learning/--no-learning", "Reuse values from answers. [yes]")
@option("--seed-values", "Values that exist; repeatable.", metavar="WHERE=VALUE", many=True)
@option("--skip-oracle", "Leave out this oracle; repeatable.", key="skip-oracles", metavar="NAME", many=True)
@option("--baseline", "Compare with what querious learn wrote.", metavar="FILE")
@option("--shrink", f"Attempts to shrink a finding. [{_DEFAULT.shrink}]")
@option("--fail-on", f"Fails: fault, new, suspicion, none. [{_DEFAULT.fail_on}]", metavar="WHAT")
@options.accepted_file
@click.option("--since", metavar="FILE", help="With --fail-on new: the run before. [last]")
@options.configuring
@options.profile
@options.report_files
@switch("--github/--no-github", "Annotate for GitHub. [if GitHub runs it]")
@options.quiet
@switch("--save/--no-save", "Save the run for querious replay. [yes]")
@option("--keep", "Keep exchanges: none, failing, all. [none]", metavar="WHICH")
def command(target: str, config: str | None, since: str | None, profile: str | None, **flags: Any) -> int:
    """Test an API and report what is wrong with it.

    TARGET is a URL, or package.module:name of an ASGI or WSGI app or of a schema, tested in process; or the name of a
    target in the configuration.

    Defaults are in brackets.
    """
    configuration = options.configure(flags, config, target=target, profile=profile)
    if configuration.settings.fail_on == "new":
        known = known_findings(since)
        configuration = replace(configuration, settings=replace(configuration.settings, known=known))
    return exit_status(examine(configuration.target, configuration))
