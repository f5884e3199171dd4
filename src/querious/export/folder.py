"""The folder of tests: what must be written, what is as it was, and what somebody else has changed.

Every file that we write carries a mark with the sum of its content. A file whose sum does not fit was changed by hand,
one without a mark is somebody else's; neither is touched unasked.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from querious.export.literals import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from querious.export.example import ExampleOrigin

_MARK = re.compile(r"querious:([a-z]+):([0-9a-f]{16})")
_SUPPORT = "support"
_FAR = 4_000
"""Characters from the beginning in which the mark stands."""


@dataclass(frozen=True, slots=True)
class FolderChanges:
    """What an export means for a folder. All by file name."""

    new: dict[str, str]
    changed: dict[str, str]
    """Ours, and no longer as they should be."""
    same: tuple[str, ...]
    edited: dict[str, str]
    """Changed by hand: what we would write."""
    foreign: dict[str, str]
    """Not from us, but under a name that we need."""
    obsolete: tuple[str, ...]
    """Ours, unchanged, and no longer needed."""
    kept: tuple[str, ...]
    """No longer needed, but changed by hand."""


class SuiteScript(Protocol):
    """What becomes one file, of whichever protocol."""

    @property
    def stem(self) -> str:
        """Its name, in snake case."""

    @property
    def title(self) -> str:
        """For people."""

    @property
    def origin(self) -> ExampleOrigin:
        """What its tests are made from."""


ScriptT_contra = TypeVar("ScriptT_contra", bound=SuiteScript, contravariant=True)


class SuiteFormat(Protocol[ScriptT_contra]):
    """How such a file is written, in whichever language."""

    @property
    def file_name(self) -> Callable[[str], str]:
        """The stem of a script → the name of its file."""

    @property
    def support(self) -> str:
        """The file that all tests share."""

    @property
    def comment(self) -> str:
        """What begins a comment."""

    @property
    def first_line(self) -> str:
        """What must stand before everything else."""

    @property
    def extras(self) -> Mapping[str, str]:
        """Further files beside the tests."""

    def body(self, script: ScriptT_contra, /) -> str:
        """All of a file but its header."""


def files_of(scripts: Sequence[ScriptT_contra], form: SuiteFormat[ScriptT_contra], command: str) -> dict[str, str]:
    """File name → content, with what the tests need beside them."""
    files = {}
    for script in scripts:
        about = f"{script.title}: written by querious export from {script.origin}. To write it again:"
        files[form.file_name(script.stem)] = _marked(form, script.origin.value, about, command, form.body(script))
    about = "Shared by the tests beside it: written by querious export. To write it again:"
    for name, body in {form.support: _support(form), **form.extras}.items():
        files[name] = _marked(form, _SUPPORT, about, command, body)
    return files


def _support(form: SuiteFormat[Any]) -> str:
    text = resources.files("querious.export.support").joinpath(form.support).read_text(encoding="utf-8")
    return text.removeprefix(form.first_line)


def _marked(form: SuiteFormat[Any], origin: str, about: str, command: str, body: str) -> str:
    """The whole file. ``body`` is what our formats wrote; the rest may hold words of the user."""
    lines = [about, f"    {plain(command).replace('?>', '? >')}", "What is changed by hand is left as it is. Mark: "]
    header = "\n".join(f"{form.comment} {line}" for line in lines)
    head, tail = f"{form.first_line}{header}", f"\n\n{body}"
    return f"{head}querious:{origin}:{_sum(head + tail)}{tail}"


def _sum(text: str) -> str:
    """Of the content without its mark; line endings do not matter, since Git may change them."""
    return hashlib.sha256(text.replace("\r\n", "\n").encode("utf-8", "surrogatepass")).hexdigest()[:16]


def origin_of(text: str) -> tuple[str, bool]:
    """Where a file of ours came from, and whether it is as we wrote it; empty for a file that is not ours."""
    mark = _MARK.search(text[:_FAR])
    if mark is None:
        return "", False
    return mark[1], _sum(text[: mark.start()] + text[mark.end() :]) == mark[2]


def changes(there: Mapping[str, str], files: Mapping[str, str], origins: Sequence[str]) -> FolderChanges:
    """What it takes to bring a folder, given as name → content, to these files.

    Only files of the same ``origins`` can be obsolete: another export may have put others there.
    """
    states: dict[str, dict[str, str]] = {state: {} for state in ("new", "changed", "same", "edited", "foreign")}
    for name, text in files.items():
        state = _state(there[name], text) if name in there else "new"
        states[state][name] = text
    left = {name: origin_of(text) for name, text in sorted(there.items()) if name not in files}
    return FolderChanges(
        new=states["new"],
        changed=states["changed"],
        same=tuple(states["same"]),
        edited=states["edited"],
        foreign=states["foreign"],
        obsolete=tuple(name for name, (origin, untouched) in left.items() if origin in origins and untouched),
        kept=tuple(name for name, (origin, untouched) in left.items() if origin in origins and not untouched),
    )


def _state(found: str, text: str) -> str:
    """What a file that is there is, given what we would write."""
    if found.replace("\r\n", "\n") == text:
        return "same"
    origin, untouched = origin_of(found)
    if not origin or origin != origin_of(text)[0]:
        return "foreign"
    return "changed" if untouched else "edited"
