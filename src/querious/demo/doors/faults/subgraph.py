"""The subgraph: how entities are found by their keys."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors.faults.fault import FEDERATION, GRAPHQL, DoorFault, instead

if TYPE_CHECKING:
    from querious.demo.doors.context import Ask, Step

KIND: Final = "federation"
Representation = dict[str, Any]


def _without_nulls(healthy: Step, parent: None, ask: Ask, representations: list[Any]) -> list[Any]:
    return [entity for entity in healthy(parent, ask, representations) if entity is not None]


def _by_type(healthy: Step, parent: None, ask: Ask, representations: list[Any]) -> list[Any]:
    """Loaded type by type, and joined as they come."""
    types = [str(one.get("__typename")) if isinstance(one, dict) else "" for one in representations]
    ordered = sorted(range(len(representations)), key=types.__getitem__)
    return list(healthy(parent, ask, [representations[index] for index in ordered]))


def _once_each(healthy: Step, parent: None, ask: Ask, representations: list[Any]) -> list[Any]:
    """Loaded by WHERE id IN (…): the order is that of the table, and nobody comes twice."""
    found = [entity for entity in healthy(parent, ask, representations) if entity is not None]
    unique = {entity.id: entity for entity in found}
    ordered = [unique[id_] for id_ in sorted(unique)]
    return ordered + [None] * (len(representations) - len(ordered))


def _all_null(_: Step, __: None, ___: Ask, representations: list[Any]) -> list[Any]:
    return [None for _ in representations]


def _crash(_: Step, ask: Ask, representation: Representation) -> Any:
    return ask.workspace.people[representation["id"]]


def _number_alone(healthy: Step, ask: Ask, representation: Representation) -> Any:
    if "id" in representation:
        return healthy(ask, representation)
    tasks = ask.workspace.tasks.values()
    visible = [healthy(ask, {"id": task.id}) for task in tasks if task.number == representation.get("number")]
    return next((task for task in visible if task is not None), None)


def _unchecked(healthy: Step, ask: Ask, representation: Representation) -> Any:
    found = ask.workspace.tasks.get(str(representation.get("id")))
    return found if found is not None else healthy(ask, representation)


def _copied(healthy: Step, ask: Ask, representation: Representation) -> Any:
    """From the copy that the subgraph keeps, with the name as it was."""
    project = healthy(ask, representation)
    return replace(project, name=project.name.upper()) if project is not None else None


def _fault(name: str, about: str, place: str, careless: Any) -> DoorFault:
    return DoorFault(name, KIND, about, FEDERATION, GRAPHQL, (instead(place, careless),))


FAULTS: Final = (
    _fault(
        "entities-all-null",
        "The resolver of references was never registered: every entity is null.",
        "Query._entities",
        _all_null,
    ),
    _fault(
        "entities-without-nulls",
        "Entities that are not there are left out: those after them come in the wrong place.",
        "Query._entities",
        _without_nulls,
    ),
    _fault("entities-by-type", "Entities come type by type, not as they were asked for.", "Query._entities", _by_type),
    _fault(
        "entities-in-table-order",
        "Entities come in the order of their ids, each once.",
        "Query._entities",
        _once_each,
    ),
    _fault("entity-key-crash", "A user that is not there raises a KeyError.", "entity.User", _crash),
    _fault(
        "entity-by-half-a-key",
        "Of the key of project and number only the number is looked at: a task of another project is found.",
        "entity.Task",
        _number_alone,
    ),
    _fault("entity-of-anybody", "A task is found by its id whoever asks, past every check.", "entity.Task", _unchecked),
    _fault(
        "entity-differs-from-look-up",
        "The subgraph keeps names of projects in capitals: the look-up has another.",
        "entity.Project",
        _copied,
    ),
)
