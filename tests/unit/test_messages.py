"""Every message of querious, in files that a reviewer reads: a change of wording shows as a change there."""

from __future__ import annotations

import click
import pytest

from messages import messages
from querious.cli import commands
from stored import FOLDER, check


@pytest.mark.parametrize("room", messages())
def test_the_messages_of_a_room_are_as_stored(room: str):
    check(f"messages/{room}.txt", messages()[room])


def test_nothing_is_stored_for_rooms_that_are_gone():
    assert {path.stem for path in (FOLDER / "messages").glob("*.txt")} == set(messages())


@pytest.mark.parametrize("name", ["", *commands.list_commands(click.Context(commands))])
def test_the_help_of_a_command_is_as_stored(name: str):
    root = click.Context(commands, info_name="querious", terminal_width=100, **commands.context_settings)
    texts = _helps(commands.get_command(root, name), name, root) if name else [commands.get_help(root)]
    check(f"help/{name or 'querious'}.txt", "\n\n".join(texts) + "\n")


def _helps(command: click.Command | None, name: str, parent: click.Context):
    """The help of a command and of those below it."""
    assert command is not None
    context = click.Context(command, info_name=name, parent=parent, terminal_width=100)
    yield command.get_help(context)
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        yield from _helps(below, below.name or "", context)
