"""The fifteen faults of the study's example application, at its four resolvers.

Three of input validation, then for each resolver one of logic, one that filters by the wrong field and one that
returns the wrong type. The paper gives the kinds and the resolvers; the code of each is ours.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final

from querious.demo.faults.fault import AtResolver, Fault, Resolver, Wrap
from querious.demo.faults.wrapping import after, before, instead

if TYPE_CHECKING:
    from graphql import GraphQLResolveInfo

    from querious.demo.entities import Project, User

PROJECT: Final = "Query.project"
OWNER: Final = "Project.owner"
MEMBERS: Final = "Project.members"
PROJECTS: Final = "User.projects"


def _parse(_: GraphQLResolveInfo, arguments: dict[str, Any]) -> int:
    return int(arguments["id_"])


def _count_off(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        if not arguments["id_"].isdecimal():
            return resolve(parent, info, **arguments)
        return info.context.store.projects[int(arguments["id_"]) - 1]

    return resolver


def _index(_: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
    return info.context.store.projects[arguments["id_"]]


def _find(rows: list[Any], identifier: str) -> Any:
    return next((row for row in rows if row.id == identifier), None)


def _find_without_key(_: None, info: GraphQLResolveInfo, **__: Any) -> Any:
    find: Resolver = _find
    return find(info.context.store.projects)


def _owner_of_owner(project: Project, info: GraphQLResolveInfo) -> Any:
    owner: Any = project.owner
    return _find(info.context.store.users, owner.id)


def _members_by_subscript(project: Any, info: GraphQLResolveInfo) -> Any:
    return [_find(info.context.store.users, member) for member in project["members"]]


def _projects_and_more(user: Any, _: GraphQLResolveInfo) -> Any:
    return [*user.projects, *user.archived_projects]


def _project_by_name(_: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
    return next((row for row in info.context.store.projects if row.name == arguments["id_"]), None)


def _owner_by_name(project: Project, info: GraphQLResolveInfo) -> Any:
    return next((user for user in info.context.store.users if user.name == project.owner), None)


def _members_by_name(project: Project, info: GraphQLResolveInfo) -> Any:
    return [user for user in info.context.store.users if user.name in project.members]


def _projects_by_name(user: User, info: GraphQLResolveInfo) -> Any:
    return [project for project in info.context.store.projects if project.name in user.projects]


def _name_in_list(thing: Any, _: GraphQLResolveInfo) -> Any:
    return thing and dataclasses.replace(thing, name=[thing.name])


def _function(_: Any, info: GraphQLResolveInfo) -> Any:
    return info.context.store.user


def _first_only(projects: list[Any], _: GraphQLResolveInfo) -> Any:
    return projects[0] if projects else None


def _fault(name: str, kind: str, coordinate: str, wrap: Wrap, about: str) -> Fault:
    return Fault(name, kind, about, (AtResolver(coordinate, wrap),), study=True)


INPUT: Final = "input validation"
LOGIC: Final = "logic"
FIELD: Final = "wrong field"
TYPE: Final = "wrong type"

FAULTS: Final = (
    _fault("project-id-not-a-number", INPUT, PROJECT, before(_parse), "Takes every id for a number; others raise."),
    _fault("project-id-out-of-range", INPUT, PROJECT, _count_off, "Takes the id for a place in a list, unchecked."),
    _fault("project-id-type", INPUT, PROJECT, instead(_index), "Takes the id for an index without converting it."),
    _fault("project-logic", LOGIC, PROJECT, instead(_find_without_key), "Calls a function with an argument missing."),
    _fault("owner-logic", LOGIC, OWNER, instead(_owner_of_owner), "Takes an identifier for the object it names."),
    _fault("members-logic", LOGIC, MEMBERS, instead(_members_by_subscript), "Takes an object for a dictionary."),
    _fault("projects-logic", LOGIC, PROJECTS, instead(_projects_and_more), "Reads an attribute that no user has."),
    _fault("project-by-name", FIELD, PROJECT, instead(_project_by_name), "Compares the id with names: finds nothing."),
    _fault("owner-by-name", FIELD, OWNER, instead(_owner_by_name), "Compares the id with names: finds nobody."),
    _fault("members-by-name", FIELD, MEMBERS, instead(_members_by_name), "Compares ids with names: an empty list."),
    _fault("projects-by-name", FIELD, PROJECTS, instead(_projects_by_name), "Compares ids with names: an empty list."),
    _fault("project-wrong-type", TYPE, PROJECT, after(_name_in_list), "Gives a list where the name should be text."),
    _fault("owner-wrong-type", TYPE, OWNER, after(_name_in_list), "Gives a list where the name should be text."),
    _fault("members-wrong-type", TYPE, MEMBERS, after(_function), "Returns a function instead of calling it."),
    _fault("projects-wrong-type", TYPE, PROJECTS, after(_first_only), "Returns one project where a list should be."),
)
