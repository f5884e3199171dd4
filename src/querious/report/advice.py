"""What would help a run the most, in a few sentences: told only where the run itself shows that it would."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from querious.report.phrases import missing_lines
from querious.text.display import listing, plural, visible

if TYPE_CHECKING:
    from querious.model.coverage import Coverage
    from querious.model.run import Run

_MANY: Final = 0.2
"""The part of all answers from which on it is worth a word that they asked for credentials."""
_FEW: Final = 5
"""Arguments that are named: the ones that most was tried for."""
_LARGE: Final = 0.1
"""The part of all fields that a type without any object must have."""
_TYPES: Final = 3
_REASONS: Final = 2
_OPERATIONS: Final = 3


def advice(run: Run) -> list[str]:
    """Each a sentence or two; none where nothing would help."""
    return list(filter(None, (credentials(run), _values(run), *_not_reached(run))))


def seed_values_line(run: Run) -> str:
    """Options to be copied, with a value for each argument that needs one; empty where none does."""
    places = _places_without_value(run)
    return " ".join(f"--seed-values '{visible(place)}=VALUE'" for place in places[:_FEW])


def credentials(run: Run) -> str:
    """How to log in, where many answers ask for it; empty where they do not."""
    asked = run.outcomes.get("authorisation", 0)
    whole = sum(run.outcomes.values())
    if not asked or asked < _MANY * whole:
        return ""
    return (
        f"{asked:,} of {plural(whole, 'answer')} asked for credentials: log in with --bearer TOKEN, "
        "--header 'NAME: VALUE' or [login] in querious.toml."
    )


def _values(run: Run) -> str:
    places = _places_without_value(run)
    if not places:
        return ""
    most = f" Of the {_FEW} that were tried most:" if len(places) > _FEW else ""
    return f"No value was found for {plural(len(places), 'argument')}: give some that exist.{most or ' For these:'}"


def _places_without_value(run: Run) -> list[str]:
    return list(dict.fromkeys(one.coordinate for one in run.missing_values))


def _not_reached(run: Run) -> list[str]:
    if run.protocol == "REST":
        lines = missing_lines(run.coverage, _OPERATIONS)[:_REASONS]
        return [f"Not reached: {names} ({reason})." for reason, _, names in (line.rpartition(": ") for line in lines)]
    return list(filter(None, [_types_not_reached(run.coverage)]))


def _types_not_reached(coverage: Coverage) -> str:
    """Types of which no object ever came, where they hold much of what there is to cover."""
    fields = Counter(coordinate.partition(".")[0] for coordinate in coverage.tuples)
    reached = {coordinate.partition(".")[0] for coordinate in coverage.reached}
    never = [(count, name) for name, count in fields.items() if name not in reached]
    missing = sum(count for count, _ in never)
    if not never or missing < _LARGE * len(coverage.tuples):
        return ""
    never.sort(key=lambda one: (-one[0], one[1]))
    named = listing([visible(name) for _, name in never], _TYPES)
    whose = "them" if len(never) > 1 else "it"
    unseen = plural(missing, "field")
    return f"Nothing was reached below {named}: no object of {whose} ever came, so {unseen} went unseen."
