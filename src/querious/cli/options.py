"""Options that several commands share. Values stay text here: ``querious.config`` reads them, whatever their source."""

from __future__ import annotations

import os
import secrets
from dataclasses import replace
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import click

from querious import config
from querious.cli.offered_values import files, offered
from querious.config.keys import APART, COMMAND_TABLES, KEYS
from querious.model.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.config import Configuration

_Function = TypeVar("_Function", bound="Callable[..., Any]")
_DEFAULT = Settings()
_LARGEST_SEED = 10**9


def together(*decorators: Callable[[Any], Any]) -> Callable[[_Function], _Function]:
    """Several options as one decorator, in the order in which help shows them."""

    def decorate(function: _Function) -> _Function:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def option(flag: str, text: str, *, key: str = "", metavar: str = "N", many: bool = False) -> Callable[[Any], Any]:
    """An option with a value; ``key`` is that of the configuration file, where the flag is called otherwise."""
    names = (flag, key.replace("-", "_")) if key else (flag,)
    return click.option(*names, metavar=metavar, multiple=many, help=text, shell_complete=offered(flag, metavar))


def switch(flags: str, text: str, *, key: str = "") -> Callable[[Any], Any]:
    """On, off, or not said; ``key`` as for ``option``."""
    names = (flags, key.replace("-", "_")) if key else (flags,)
    return click.option(*names, default=None, is_flag=True, help=text)


budget = together(
    option("--requests", f"Limit on requests, or none. [{_DEFAULT.requests:,}]"),
    option("--time", f"Time limit, such as 5m. [{_DEFAULT.seconds:g}s]", metavar="TIME"),
)

seed = option("--seed", "Same seed, same requests. [random, printed]")

sending = together(
    option("--header", "Send this header; repeatable.", key="headers", metavar="'NAME: VALUE'", many=True),
    option("--bearer", "Send this token. [$QUERIOUS_TOKEN]", metavar="TOKEN"),
    option("--basic", "Send this user and password.", metavar="USER:PASSWORD"),
    option("--cookie", "Send these cookies: 'a=1; b=2'.", metavar="COOKIES"),
    option("--connections", f"Connections at once. [{_DEFAULT.connections}]"),
    option("--rate", "Limit on requests per second. [none]"),
    option("--auth", "Log in as this WFC file declares.", metavar="FILE"),
    option("--auth-user", "Its user. [the first]", metavar="NAME"),
    option("--wait", "Wait so long until the API answers. [not]", metavar="TIME"),
    option("--timeout", f"Time limit for one response. [{_DEFAULT.timeout:g}s]", metavar="TIME"),
    switch("--insecure/--secure", "Accept any TLS certificate. [no]"),
    option("--ca", "PEM file of authorities to trust too.", metavar="FILE"),
    option("--cert", "PEM file of our certificate.", metavar="FILE"),
    option("--cert-key", "PEM file of its key, if it is another.", metavar="FILE"),
    option("--proxy", "Send through this proxy. [$HTTPS_PROXY …]", key="http-proxy", metavar="URL"),
    option("--client", "pyreqwest or aiohttp. [the first there is]", metavar="NAME"),
)

_ACTIONS = frozenset({"config", "store", "finding", "force", "prune", "dry_run", "clean_up"})
"""Options that are said each time, or have a variable of their own."""


def own_settings(command: click.Command) -> list[click.Option]:
    """The options of a command that no other command has, and that can be settled once."""
    shared = {key.replace("-", "_") for key in (*KEYS, *APART)} | _ACTIONS
    return [one for one in command.params if isinstance(one, click.Option) and one.name not in shared]


def with_variables(command: click.Command, name: str) -> click.Command:
    """The same command, its own settings read from the environment too: ``QUERIOUS_LEARN_OUTPUT``."""
    if name in COMMAND_TABLES:
        for one in own_settings(command):
            one.envvar = f"QUERIOUS_{name}_{one.name}".upper()
    return command


def _read_table(context: click.Context, _: click.Parameter, file: str | None) -> str | None:
    """Take the command's own settings from its table in the file; called before the other options are read."""
    name = context.info_name or ""
    if name in COMMAND_TABLES:
        names = [one.name or "" for one in own_settings(context.command)]
        context.default_map = config.command_table(name, names, directory=Path.cwd(), file=file)
    return file


config_file = click.option(
    "--config",
    is_eager=True,
    callback=_read_table,
    metavar="FILE",
    shell_complete=files,
    help="Configuration. [querious.toml, pyproject.toml]",
)

configuring = together(
    option("--hooks", "Python file: generators, oracles, headers.", metavar="FILE"),
    config_file,
)

counting = together(
    option("--include", "Count only these in coverage; repeatable.", metavar="PATTERN", many=True),
    option("--exclude", "Leave these out of coverage; repeatable.", metavar="PATTERN", many=True),
)

profile = option("--profile", "Profile of the configuration to use.", metavar="NAME")

accepted_file = option("--accepted", "Accepted findings. [querious-accepted.toml]", metavar="FILE")

quiet = switch("--quiet", "Plain lines, no live display. [in CI: yes]")

json_file = option("--json", "Write JSON; - for standard output.", metavar="FILE")

report_files = together(
    json_file,
    option("--html", "Write a page for the browser.", metavar="FILE"),
    option("--junit", "Write JUnit XML; - for standard output.", metavar="FILE"),
    option("--report", "Write in any format; repeatable.", key="reports", metavar="FORMAT=FILE", many=True),
)


def schema_text() -> str:
    """The JSON Schema of the configuration, as the wheel has it for editors."""
    return resources.files("querious.config").joinpath("querious.schema.json").read_text(encoding="utf-8")


def configure(
    flags: Mapping[str, Any],
    file: str | None = None,
    *,
    alone: bool = False,
    defaults: Mapping[str, Any] = MappingProxyType({}),
    target: str = "",
    profile: str | None = None,
) -> Configuration:
    """What the options of a command say, together with file and environment unless ``alone``.

    Parameter names are keys of the configuration; ``defaults`` are those of the command, where it has others.
    ``target`` may be the name of one in the file.
    """
    configuration = config.load(
        {name.replace("_", "-"): value for name, value in flags.items()},
        directory=Path.cwd(),
        environ={} if alone else os.environ,
        file="" if alone else file,
        fresh_seed=lambda: secrets.randbelow(_LARGEST_SEED),
        defaults=defaults,
        target=target,
        profile=profile,
    )
    context = click.get_current_context(silent=True)
    started = context.find_root().obj if context else None
    return configuration if started is None else replace(configuration, started=started)
