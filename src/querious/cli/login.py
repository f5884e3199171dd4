"""``querious login``."""

from __future__ import annotations

import json
from typing import Any

import click

from querious.cli import options
from querious.cli.offered_values import targets
from querious.cli.output import STANDARD_OUTPUT, write
from querious.pipeline.login.use_case import log_in


@click.command(
    epilog="Examples:\n\n\b\n  export GRAPHQL_HEADERS=$(querious login http://localhost:8000/graphql)\n"
    "  export API_HEADERS=$(querious login http://localhost:8000)",
)
@click.argument("target", shell_complete=targets)
@options.sending
@options.profile
@options.configuring
def command(target: str, config: str | None, profile: str | None, **flags: Any) -> int:
    """Log in, and print the headers to send, as JSON.

    For exported tests, scripts and curl: they are given what [login] in
    querious.toml brings. The headers are secrets; do not write them to a log.
    TARGET is a URL, or the name of a target in the configuration.
    """
    configuration = options.configure(flags, config, target=target, profile=profile)
    write(STANDARD_OUTPUT, json.dumps(dict(log_in(configuration.target, configuration.settings))) + "\n")
    return 0
