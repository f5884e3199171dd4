"""``querious completion``."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from querious.cli import commands
from querious.errors import ConfigError

_SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_QUERIOUS_COMPLETE"
"""What click reads when a shell asks; it is made of the name of the program."""


@click.command(
    epilog="Examples:\n\n\b\n"
    "  querious completion bash > ~/.local/share/bash-completion/completions/querious\n"
    "  querious completion zsh > ~/.zfunc/_querious\n"
    "  querious completion fish > ~/.config/fish/completions/querious.fish"
)
@click.argument("shell", metavar="SHELL", type=click.Choice(_SHELLS))
def command(shell: str) -> int:
    """Print the script that completes commands in a shell.

    SHELL is bash, zsh or fish.
    """
    found = get_completion_class(shell)
    if found is None:
        raise ConfigError(f"click completes nothing for {shell}; update it with pip install --upgrade click")
    click.echo(found(commands, {}, "querious", VARIABLE).source())
    return 0
