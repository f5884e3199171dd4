"""What a finding says, without what differs from place to place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.answers.fault.crashes import MASKED
from querious.answers.fault.languages import MASKS
from querious.model.finding import normalise

if TYPE_CHECKING:
    from querious.model import Finding

_DATABASE_NAME: Final = re.compile(r"(?<![\w.])[^\W\d]\w*\.(?:<>|<#>|[^\s.,;:()<>]+(?![\w(]))")
"""``table.column``, as databases write it, or ``table."column"``, or ``table.0``."""
_ABOUT_SCHEMAS: Final = frozenset({"response_schema", "schema"})
"""Rules of REST whose messages name a member of an answer, ``data.name``, and no column."""
_PLACEHOLDER: Final = re.compile(r"<\w*>|<#>")
_WORD: Final = re.compile(r"[^\W\d_]{3}")
_CHOICES: Final = re.compile(
    r"\b(?:(?:choices|options|(?:available|allowed|valid|possible|known) \w+)(?: are\b:?|:)"
    r"|(?:must be|expected) one of:?) .*",
    re.IGNORECASE,
)
"""What could have been given instead: the same complaint has other choices at every type."""
_FUNCTION: Final = re.compile(r"\b\w+(?:\.(?:<locals>|\w+))+\(\)")
"""A function with the class or module that it is of, as Python writes it."""
_OBJECT: Final = re.compile(r"\{[^{}]*:[^{}]*(?:\}|\Z)")
"""The innermost object of those that a message quotes; not the parameter of a path, ``{id}``."""
_SEVERAL: Final = re.compile(r"<>(?:(?:, ?|\w{1,20})<>)+")


def name_of(finding: Finding) -> str:
    """The field at fault, on whichever type; words for the request as a whole."""
    return finding.coordinate.rpartition(".")[2]


def words_of(finding: Finding) -> str:
    """The message without particulars, and without the place that it is about."""
    text = normalise(_without_objects(finding.message))
    kind, _, name = finding.coordinate.rpartition(".")
    if kind and name:
        text = text.replace(finding.coordinate, "<place>")
        text = re.sub(rf"\b{re.escape(kind)}\b", "<type>", text)
    text = _FUNCTION.sub("<function>", _CHOICES.sub("<choices>", text))
    if finding.oracle not in _ABOUT_SCHEMAS:
        text = _DATABASE_NAME.sub("<>", text)
    # A message that was cut inside of a long value has lost the full stop that others end with.
    return _SEVERAL.sub("<>", text).removesuffix(".")


def _without_objects(message: str) -> str:
    """Without the objects that a server quotes in its words, such as the entry that it was asked to change."""
    while (shorter := _OBJECT.sub("<>", message)) != message:
        message = shorter
    return message


def is_masked(finding: Finding) -> bool:
    """Whether the server's words stand for any exception, or are nothing but what they repeat."""
    said = finding.message.partition(": ")[2]
    if MASKED.search(said) or MASKS.search(said):
        return True
    return not _WORD.search(_PLACEHOLDER.sub("", normalise(said)))
