"""The entries of a baseline, for an API of any protocol: how they are read from the file, asked, and written again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from querious.baseline import BaselineCheck, load
from querious.errors import ConfigError
from querious.text.redaction import Redaction

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.baseline import AnswerTerms, Baseline, BaselineAnswer
    from querious.model import JSON, Case, SelectionShape


AskedT = TypeVar("AskedT")


class BaselineEntries(NamedTuple, Generic[AskedT]):
    """What differs between protocols."""

    protocol: str
    """``GraphQL`` or ``REST``."""
    terms: AnswerTerms
    read: Callable[[BaselineAnswer], AskedT | str]
    """What an entry asks, or why the API as it is described does not allow that."""
    written: Callable[[AskedT], tuple[str, dict[str, JSON]]]
    """The inverse: the document and its variables."""
    shape_of: Callable[[AskedT], SelectionShape]
    case: Callable[[int, AskedT], Case]
    unfit_case: Callable[[int, BaselineAnswer, str], Case]
    """The case that asks what the description does not allow any more, for the reason given."""


def read_baseline(place: str) -> Baseline:
    """The baseline of a file; a ConfigError where there is none."""
    try:
        return load(Path(place).read_text(encoding="utf-8"), place)
    except FileNotFoundError:
        raise ConfigError(f"no baseline at {place}; create one with querious learn TARGET") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read the baseline {place}: {error}") from None


def check_of(entries: BaselineEntries[Any], place: str) -> BaselineCheck:
    """The baseline of a file made ready for an API; a ConfigError where it was learned from another protocol."""
    baseline = read_baseline(place)
    refuse_other_protocol(baseline, entries.protocol, place)
    return BaselineCheck(baseline, entries.terms, entries.read, entries.shape_of, redactor())


def refuse_other_protocol(baseline: Baseline, protocol: str, place: str) -> None:
    """A ConfigError where a baseline was learned from an API of another protocol."""
    if baseline.protocol != protocol:
        raise ConfigError(
            f"{place} is the baseline of a {baseline.protocol} API, and this is a {protocol} API: use another file"
        )


def redactor(redaction: Redaction | None = None) -> Callable[[str, JSON], JSON]:
    """Takes secrets out of the value of a field, by the field's name and by what the value looks like."""
    using = redaction or Redaction()

    def redact(name: str, value: JSON) -> JSON:
        if value is None or isinstance(value, bool):
            return value
        return next(iter(using.variables("", {name: value}).values()))

    return redact
