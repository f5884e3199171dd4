"""The subgraph: its SDL, and entities by their keys."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors.actions import LARGEST_PAGE
from querious.demo.doors.policy import sees_task
from querious.demo.doors.refusal import invalid
from querious.demo.doors.resolvers.reading import project, task, user

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.demo.doors.context import Ask, Step
    from querious.demo.doors.rows import PersonRow, ProjectRow, TaskRow

LINK: Final = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])\n\n'
Representation = dict[str, Any]


def service(_: None, __: Ask) -> dict[str, str]:
    """The schema as it was written, with its keys."""
    return {"sdl": LINK + files("querious.demo.doors").joinpath("schema.graphql").read_text("utf-8")}


def entities(_: None, ask: Ask, representations: list[Any]) -> list[Any]:
    """In the order of the representations, null for what is not there, or not for the viewer."""
    if len(representations) > 2 * LARGEST_PAGE:
        raise invalid(f"At most {2 * LARGEST_PAGE} representations.")
    return [entity(ask, representation) for representation in representations]


def entity(ask: Ask, representation: Any) -> Any:
    """One of them."""
    kind = representation.get("__typename") if isinstance(representation, dict) else None
    if kind not in {"User", "Project", "Task"}:
        raise invalid("A representation names the type of an entity.")
    return ask.step(f"entity.{kind}")(ask, representation)


def entity_user(ask: Ask, representation: Representation) -> PersonRow | None:
    """By id."""
    return user(None, ask, key_of(representation, "id"))


def entity_project(ask: Ask, representation: Representation) -> ProjectRow | None:
    """By id."""
    return project(None, ask, key_of(representation, "id"))


def entity_task(ask: Ask, representation: Representation) -> TaskRow | None:
    """By id, or by the key of its project and its number."""
    if "id" in representation:
        return task(None, ask, key_of(representation, "id"))
    number = representation.get("number")
    if not isinstance(number, int) or isinstance(number, bool):
        raise invalid("A representation of a task has an id, or a projectKey and a number.")
    key = key_of(representation, "projectKey")
    workspace = ask.workspace
    for one in workspace.tasks.values():
        if one.number == number and workspace.projects[one.project].key == key:
            return one if sees_task(workspace, ask.viewer, one) else None
    return None


def key_of(representation: Representation, name: str) -> str:
    """A key is text."""
    value = representation.get(name)
    if not isinstance(value, str):
        raise invalid(f"A representation lacks the key {name}.")
    return value


RESOLVERS: Final[Mapping[str, Step]] = {"Query._service": service, "Query._entities": entities}
ENTITY_STEPS: Final[Mapping[str, Step]] = {
    "entity.User": entity_user,
    "entity.Project": entity_project,
    "entity.Task": entity_task,
}
