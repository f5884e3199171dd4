"""``querious diff``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from querious import __version__
from querious.cli import COULD_NOT_RUN, INTERRUPTED, OWN_ERROR, options
from querious.cli.offered_values import targets
from querious.cli.options import option
from querious.cli.output import Words, write
from querious.cli.own_errors import own_error_lines
from querious.cli.run_and_report import url_of
from querious.errors import ConfigError
from querious.model.settings import Settings
from querious.model.severity import Severity
from querious.pipeline.diff import use_case as diff
from querious.report import diff_json
from querious.report.curl import connection_options, shown_target
from querious.report.diff_text import Side, report
from querious.text.display import visible
from querious.text.urls import names_document

if TYPE_CHECKING:
    from querious.config import Configuration
    from querious.model.diff import Diff

_DEFAULT = Settings()
_NEVER = "none"
_FAILING = (*(severity.value for severity in Severity), _NEVER)


@click.command(
    epilog="Examples:\n\n\b\n  querious diff https://api.example/graphql http://localhost:8000/graphql\n"
    "  querious diff shop.old:schema shop.api:schema --recordings traffic.db --json diff.json"
)
@click.argument("a", shell_complete=targets)
@click.argument("b", shell_complete=targets)
@option("--schema", "File or glob to read the schemas from.", metavar="FILE")
@option("--schema-b", "The same for B, if it differs.", metavar="FILE")
@option("--url", "The service, if A is its description.", key="state-url", metavar="URL")
@option("--url-b", "The same for B, if it differs.", metavar="URL")
@options.seed
@options.budget
@option("--allow", "Request only these fields; repeatable.", metavar="PATTERN", many=True)
@option("--deny", "Never request these fields; repeatable.", metavar="PATTERN", many=True)
@option("--include", "Report only these; repeatable.", metavar="PATTERN", many=True)
@option("--exclude", "Ignore differences here; repeatable.", metavar="PATTERN", many=True)
@options.sending
@option("--header-b", "Send this header to B alone; repeatable.", metavar="'NAME: VALUE'", many=True)
@option("--bearer-b", "Send this token to B. [as to A]", metavar="TOKEN")
@option("--cookie-b", "Send these cookies to B. [as to A]", metavar="COOKIES")
@option("--max-depth", "Levels per operation. [random 6, planned any]")
@option("--max-fields", f"Fields per object. [{_DEFAULT.max_fields}]")
@option("--max-nodes", f"Selections per operation. [{_DEFAULT.max_nodes}]")
@option("--criterion", f"Paths to cover. [{_DEFAULT.criterion}]", metavar="NAME")
@option("--variants", f"Values for each path. [{_DEFAULT.variants}]")
@option("--learned", "Start from values learned by a run.", metavar="FILE")
@option("--recordings", "Recordings to start from, and to check.", metavar="STORE")
@option("--seed-values", "Values that exist; repeatable.", metavar="WHERE=VALUE", many=True)
@option("--shrink", f"Attempts to shrink a difference. [{_DEFAULT.shrink}]")
@option("--fail-on", "fault, suspicion or none. [suspicion]", metavar="WHAT")
@options.configuring
@options.json_file
@options.quiet
def command(a: str, b: str, config: str | None, fail_on: str | None, **flags: Any) -> int:
    """Send the same requests to two versions and report how B differs.

    A and B are URLs, descriptions of REST APIs, or package.module:name of ASGI or WSGI apps or of schemas. Mutations
    are never sent. Where A is inconsistent with itself, B is not judged. The exit status is 1 if there are
    differences, or if the schema of B breaks operations.

    Defaults are in brackets.
    """
    failing = _failing(fail_on or Severity.SUSPICION.value)
    first, second = _configurations(flags, config)
    words = Words((first.output.json,), quiet=first.output.quiet)
    with words.unobeyed():
        words.say(_opening(a, b, first))
        with words.observe() as observer:
            found = diff.diff(a, b, first.settings, second.settings, observer, started=first.started)
        if first.output.json:
            write(first.output.json, diff_json.dump(found))
        sides = _side(a, found.a, first), _side(b, found.b, second)
        words.say(report(found, *sides, words.console))
        words.say(own_error_lines(found.errors))
    return _status(found, failing)


def _failing(wanted: str) -> Severity | None:
    if wanted not in _FAILING:
        raise ConfigError(f"--fail-on must be one of {', '.join(_FAILING)}, not {wanted!r:.40}")
    return None if wanted == _NEVER else Severity(wanted)


def _configurations(flags: dict[str, Any], config: str | None) -> tuple[Configuration, Configuration]:
    """How to send to A, and how to B: the same but for what is given for B alone."""
    of_b = {name: flags.pop(f"{name}_b") for name in ("header", "bearer", "cookie", "schema")}
    of_b["state_url"] = flags.pop("url_b")
    first = options.configure(flags, config)
    headers = of_b.pop("header")
    if of_b["bearer"] is not None:
        flags = {**flags, "basic": None}
    changed = {name: value for name, value in of_b.items() if value is not None}
    if headers:
        changed["headers"] = (*flags["headers"], *headers)
        for name, key in (("authorization", "bearer"), ("authorization", "basic"), ("cookie", "cookie")):
            if any(line.partition(":")[0].strip().lower() == name for line in headers):
                flags[key] = None
    return first, options.configure({**flags, **changed, "seed": first.settings.seed}, config)


def _opening(a: str, b: str, configuration: Configuration) -> list[Text]:
    lines = [Text(f"querious {__version__}  seed {configuration.settings.seed}")]
    for name, target in (("A", a), ("B", b)):
        lines.append(Text(f"{name}  ", "bold").append(visible(shown_target(target)), "not bold"))
    if configuration.source:
        lines.append(Text(f"settings from {visible(configuration.source)}", "dim"))
    lines += [Text(f"note: {visible(note)}") for note in configuration.notes]
    return [*lines, Text()]


def _side(target: str, service: str, configuration: Configuration) -> Side:
    """Where requests go: of a description to the service that it describes."""
    settings = configuration.settings
    url = settings.state.url or service if names_document(target) else target
    return Side(url_of(url), configuration.header_names, connection_options(settings))


def _status(found: Diff, failing: Severity | None) -> int:
    if found.errors:
        return OWN_ERROR
    if failing is not None and found.differs(failing):
        return 1
    if found.interrupted:
        return INTERRUPTED
    return 0 if found.cases and not found.unjudged else COULD_NOT_RUN
