"""Writes the pages of ``docs/reference/`` from the code: ``make reference``.

Commands and options come from click, settings from the table of keys, rules from their catalogues. A test holds the
pages to what this writes.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import click

from querious.access import ACCESS_RULES
from querious.audit.catalogue import AUDIT_RULES
from querious.cli import commands
from querious.cli.options import own_settings
from querious.config import Output
from querious.config.keys import APART, COMMAND_TABLES, KEYS, VARIABLES
from querious.config.meanings import MEANINGS
from querious.config.quantities import duration, rate, share, size
from querious.graphql.federation import FEDERATION_RULES
from querious.graphql.oracles.catalogue import CATALOGUE as GRAPHQL_ORACLES
from querious.model.settings import Settings
from querious.oracles.response_time import response_time
from querious.relations.catalogue import RELATIONS
from querious.rest.access.catalogue import REST_ACCESS_RULES
from querious.rest.actions.action_rules import ACTION_RULES
from querious.rest.oracles.catalogue import CATALOGUE as REST_ORACLES
from querious.rest.relations.catalogue import REST_RELATIONS
from querious.streams.catalogue import ABOUT
from querious.variants.catalogue import VARIANTS
from querious.variants.uploads import RULE as UPLOADS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from querious.config.keys import Key

STREAM_RULES: Final = [SimpleNamespace(name=name, about=about) for name, about in ABOUT.items()]
FOLDER: Final = Path(__file__).parent / "reference"
_FOR_WHOM: Final = (
    "For those who have a finding before them: what each rule of `querious run` holds, an example that breaks it, what "
    "a finding of it means, and how to silence it. Sequences of commands on collections have [rules of their "
    "own](rules-state.md)."
)
_WRITTEN: Final = "<!-- Written by make reference. What it says stands in the code: change it there. -->"
_BRACKETS: Final = re.compile(r"\s*\[([^\[\]]*)\]$")
_TIME_LIMIT: Final = response_time(1)
_SILENCE: Final = (
    "To silence one finding, `querious accept ID --until DAY --reason TEXT` lets it fail nothing until then. To "
    'silence a rule, `--skip-oracle NAME` or `skip-oracles = ["NAME"]` in `querious.toml` leaves it out; '
    "`--skip-oracle relations` leaves all relations out. To silence a place, `--deny PATTERN` never asks for it."
)


def commands_page() -> str:
    """Every command with its arguments and options, as click knows them."""
    parts = [
        "# Commands and options",
        _WRITTEN,
        (
            "For those who look up an option: every command, as `querious COMMAND --help` tells it. What the commands "
            "do beyond that, and what the exit "
            "status means, is [told here](../commands.md)."
        ),
        (
            "An option with a link can be [set once](settings.md), in `querious.toml` or in the environment, for all "
            "commands that have it."
        ),
    ]
    context = click.Context(commands, info_name="querious", **commands.context_settings)
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        if command is not None:
            parts.extend(_command(command, click.Context(command, context, info_name=name), 2))
    return _page(parts)


def _command(command: click.Command, context: click.Context, level: int) -> Iterator[str]:
    yield f"{'#' * level} {context.command_path}"
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"    {usage}"
    yield _prose(command.help or "")
    rows = [_option_row(one, command, context) for one in command.params if isinstance(one, click.Option)]
    if rows:
        yield _table(("option", "default", "meaning"), rows)
    if command.epilog:
        lines = [line.strip("\b") for line in command.epilog.splitlines()]
        yield "\n".join(f"    {line[2:]}" for line in lines if line.startswith("  "))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            one = command.get_command(context, name)
            if one is not None:
                yield from _command(one, click.Context(one, context, info_name=name), level + 1)


def _prose(text: str) -> str:
    """The text of a command's help, with its paragraphs, and without what a table tells."""
    paragraphs = [" ".join(part.split()) for part in text.replace("\b", "").split("\n\n")]
    return "\n\n".join(one for one in paragraphs if one != "Defaults are in brackets.")


def _option_row(option: click.Option, command: click.Command, context: click.Context) -> tuple[str, str, str]:
    names, text = option.get_help_record(context) or ("", "")
    text = re.sub(r"\s*\[(?:x[<>]=?[^\]]*|[^\]]*<=x[^\]]*)\]$", "", text)
    default = ""
    while match := _BRACKETS.search(text):
        default, text = match[1], text[: match.start()]
    flag = f"`{names}`"
    key = (option.name or "").replace("_", "-")
    if key in KEYS or key in APART:
        flag = f"[{flag}](settings.md#{key})"
    elif (context.info_name or "") in COMMAND_TABLES and option in own_settings(command):
        text += f" In the file: `{key}` in `[{context.info_name}]`."
    return flag, default, text


def settings_page() -> str:
    """Every key of the configuration, with how it is written, its default, its flag and its variable."""
    tables = _listed(f"`[{name}]`" for name in COMMAND_TABLES)
    parts = [
        "# Settings",
        _WRITTEN,
        (
            "For those who look up a key of `querious.toml`: every key, what it means, and where else it can be said. "
            "How files, profiles and targets fit "
            "together is [told here](../configuration.md)."
        ),
        (
            f"Options that only one command has stand in a table of its name: {tables}. They are called there as "
            "[on the command line](commands.md)."
        ),
    ]
    takers = _commands_by_parameter()
    variables = {key: variable for variable, key in VARIABLES.items()}
    for name in (*KEYS, *APART):
        meaning = MEANINGS[name]
        parts.extend([f"## {name}", meaning.about])
        facts = [f"- default: {meaning.default or _default(KEYS[name])}"]
        if name in KEYS:
            facts.insert(0, f"- written as: {_expected(KEYS[name])}")
        takes = takers.get(name.replace("-", "_"), {})
        for flag, its_commands in takes.items():
            facts.append(f"- flag: `{flag}` of {_listed(its_commands)}")
        if name in variables:
            facts.append(f"- variable: `{variables[name]}`")
        if name.startswith("state-"):
            facts.append(f"- also: `{name.removeprefix('state-')}` in the table `[state]`")
        parts.append("\n".join(facts))
    return _page(parts)


def _commands_by_parameter() -> dict[str, dict[str, list[str]]]:
    """Parameter → its flag → the commands that take it, as links."""
    found: dict[str, dict[str, list[str]]] = {}
    context = click.Context(commands, **commands.context_settings)
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        for option in command.params if command else ():
            if isinstance(option, click.Option):
                flags = " / ".join([*option.opts, *option.secondary_opts])
                takers = found.setdefault(option.name or "", {})
                takers.setdefault(flags, []).append(f"[{name}](commands.md#querious-{name})")
    return found


def _expected(key: Key) -> str:
    """What the reader of a key says that it takes."""
    try:
        key.read(object())
    except ValueError as error:
        text = str(error)
    else:
        text = "any value"
    return f'{text}; or `"none"`' if _takes_none(key) else text


def _takes_none(key: Key) -> bool:
    try:
        return key.read("none") is None
    except ValueError:
        return False


def _default(key: Key) -> str:
    """The default of a key, written as a file would have it."""
    settings = Settings()
    part: Any = {"": settings, "state": settings.state, "output": Output()}[key.part]
    value = getattr(part, key.field)
    if key.field == "put_merges":
        return "`merges`" if value else "`replaces`"
    if isinstance(value, bool):
        return f"`{value}`".lower()
    for reader, written in ((duration, "{:g}s"), (share, "{:.0%}"), (size, "{:g}")):
        if _is_read_by(key, reader):
            shown = f"{value // 2**20}MiB" if reader is size else written.format(value)
            return f'`"{shown}"`'
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


def _is_read_by(key: Key, reader: Any) -> bool:
    """Whether a key takes what this reader takes, ``none`` aside: they ask for the same in the same words."""
    return _complaint(key.read) == _complaint(reader) != _complaint(rate)


def _complaint(read: Any) -> str:
    try:
        read(object())
    except ValueError as error:
        return str(error)
    return ""


def graphql_rules_page() -> str:
    """Every rule that a GraphQL API is held to, but for those of state."""
    told = _rules()
    return _page(
        [
            "# Rules for GraphQL",
            _WRITTEN,
            _FOR_WHOM,
            _SILENCE,
            "## Oracles",
            "An oracle judges one response.",
            *_each([*GRAPHQL_ORACLES, _TIME_LIMIT], told["oracles-graphql"]),
            "## Relations",
            (
                "A relation judges several answers that must agree ([how, and what makes it a "
                "suspicion](../relations.md))."
            ),
            *_each(RELATIONS, told["relations-graphql"]),
            "## Federation",
            "A rule of federation judges what a subgraph answers a router ([how](../federation.md)).",
            *_each(FEDERATION_RULES, told["federation-graphql"]),
            "## Variants",
            (
                "A variant is the same operation sent in another form, which must be answered the same "
                "([how](../variants.md))."
            ),
            *_each([*VARIANTS, UPLOADS], told["variants-graphql"]),
            "## Streams",
            "A rule over what came over the streams of subscriptions ([how they are asked](../subscriptions.md)).",
            *_each(STREAM_RULES, told["streams"]),
            *_access(told),
            *_resources(told["resources"]),
        ]
    )


def _access(told: dict[str, Any]) -> list[str]:
    """The rules that hold of what several identities are answered."""
    intro = (
        "A rule of access holds what several [identities](../identities.md) are answered against each other. "
        "`--skip-oracle access` leaves all of them out."
    )
    return ["## Access", intro, *_each(ACCESS_RULES, told["access"])]


def rest_rules_page() -> str:
    """Every rule that a REST API is held to, but for those of state."""
    told = _rules()
    return _page(
        [
            "# Rules for REST",
            _WRITTEN,
            _FOR_WHOM,
            _SILENCE,
            "## Oracles",
            "An oracle judges one response by the description.",
            *_each([*REST_ORACLES, _TIME_LIMIT], told["oracles-rest"]),
            "## Relations",
            "A relation judges several responses that must agree ([how](../rest.md#wrong-answers)).",
            *_each([*REST_RELATIONS, *ACTION_RULES], told["relations-rest"]),
            "## Access",
            "A rule of access judges what several identities are answered ([how](../identities.md)).",
            *_each(REST_ACCESS_RULES, told["access-rest"]),
            *_resources(told["resources"]),
        ]
    )


def audit_rules_page() -> str:
    """Every rule of GraphQL over HTTP."""
    told = _rules()["audit"]
    parts = [
        "# Rules of GraphQL over HTTP",
        _WRITTEN,
        (
            "For those who have a finding of `querious audit`, or of `querious run --audit`, before them: what each "
            "rule holds, where it stands, an example that breaks it, what a finding of it means, and how to silence "
            "it. How a server is audited is [told here](../audit.md)."
        ),
        (
            "What the specification demands (MUST) is a fault, what it recommends (SHOULD) a suspicion. "
            "`--skip-oracle audit` leaves all of them out of a run."
        ),
    ]
    for rule in AUDIT_RULES:
        one = told[rule.name]
        stands = f"- **{rule.requirement}** by [{rule.clause.title}]({rule.clause.url})."
        facts = f"{stands}\n- **Example.** {one['example']}\n- **Meaning.** {one['means']}"
        silence = f"- **Silence.** `--skip-oracle {rule.name}`"
        parts.extend([f"## {rule.name}", _sentence(rule.about), f"{facts}\n{silence}"])
    return _page(parts)


def state_rules_page() -> str:
    """Every rule that sequences of commands are held to."""
    parts = [
        "# Rules of state",
        _WRITTEN,
        (
            "For those who have a finding of `querious crud`, or of the phase `state` of `querious run --mutations`, "
            "before them: what each rule holds, an "
            "example that breaks it, what a finding of it means, and how to silence it. How sequences are made and "
            "judged is [told here](../crud.md)."
        ),
        (
            "To silence one finding, `querious accept ID --until DAY --reason TEXT` lets it fail nothing until then. "
            "Rules of state are not switched off one by "
            "one, since each step is judged as a whole: leave a collection out with `--collection` or `--deny`, say "
            "what is meant with `--delete`, `--put` or "
            "`--shared`, or leave the phase out of a run with `--skip-oracle state`."
        ),
    ]
    for name, told in _rules()["state"].items():
        facts = f"- **Example.** {told['example']}\n- **Meaning.** {told['means']}"
        parts.extend([f"## {name}", _sentence(told["holds"]), facts])
    return _page(parts)


def _resources(told: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """The rules of what is measured, which are the same for both protocols."""
    yield "## Resources"
    yield "With `--resources`, it is measured what answers cost as questions grow ([how](../resources.md))."
    for name, one in told.items():
        facts = f"- **Example.** {one['example']}\n- **Meaning.** {one['means']}"
        yield from (f"### {name}", _sentence(one["holds"]), facts)


def _rules() -> dict[str, dict[str, dict[str, str]]]:
    return tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))


def _each(rules: Iterable[Any], told: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for rule in rules:
        one = told[rule.name]
        yield f"### {rule.name}"
        yield _sentence(rule.about)
        silence = "leave out `--max-response-time`" if rule.name == _TIME_LIMIT.name else f"`--skip-oracle {rule.name}`"
        yield f"- **Example.** {one['example']}\n- **Meaning.** {one['means']}\n- **Silence.** {silence}"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(texts)


def _page(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


PAGES: Final = {
    "commands.md": commands_page,
    "settings.md": settings_page,
    "rules-graphql.md": graphql_rules_page,
    "rules-rest.md": rest_rules_page,
    "rules-state.md": state_rules_page,
    "rules-audit.md": audit_rules_page,
}


if __name__ == "__main__":
    for file, page in PAGES.items():
        (FOLDER / file).write_text(page(), encoding="utf-8")
        print(f"written: docs/reference/{file}")
