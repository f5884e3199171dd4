"""``querious init``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.text import Text

from querious.cli.options import schema_text
from querious.cli.output import Words
from querious.config.project import look_at, proposed_configuration, proposed_target
from querious.errors import ConfigError
from querious.report.files import write_file
from querious.text.display import listing, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.config.project import Project

_FILE: Final = "querious.toml"
_SCHEMA: Final = ".querious/querious.schema.json"
"""For editors; ``querious config --schema`` writes it anew."""
_NAMED: Final = 4


@click.command(epilog="Examples:\n\n\b\n  querious init\n  querious init --force")
@click.option("--force", is_flag=True, help=f"Replace {_FILE}.")
def command(*, force: bool) -> int:
    """Write a configuration for the project in this folder.

    Frameworks, descriptions of APIs, applications, published ports and CI are looked for in its files; nothing is run.
    """
    if Path(_FILE).exists() and not force:
        raise ConfigError(f"{_FILE} is there already; --force replaces it")
    project = look_at(Path.cwd())
    write_file(_FILE, f"#:schema ./{_SCHEMA}\n\n{proposed_configuration(project)}", private=False)
    write_file(_SCHEMA, schema_text(), private=False)
    write_file(Path(_SCHEMA).with_name(".gitignore"), "*\n")
    Words().say(_told(project))
    return 0


def _told(project: Project) -> Iterator[Text]:
    found = {
        "frameworks": project.frameworks,
        "applications": project.applications,
        "OpenAPI descriptions": project.descriptions,
        "GraphQL schemas": project.schemas,
        "CI": project.ci,
    }
    for kind, names in found.items():
        if names:
            yield Text(f"{kind}: {listing([visible(name) for name in names], _NAMED)}")
    yield Text(f"{_FILE} written; its target is {visible(proposed_target(project))}.", "bold")
    yield Text("Next: querious run api --profile quick")
    if project.ci:
        yield Text("For CI: docs/ci.md has the lines to add.")
