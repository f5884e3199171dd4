"""The four resolvers of the study, and one root field that takes the identifier of a user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graphql import GraphQLResolveInfo

    from querious.demo.entities import Project, User


def project(_: None, info: GraphQLResolveInfo, id_: str) -> Project | None:
    """One project, by its identifier."""
    return info.context.store.project(id_)  # type: ignore[no-any-return]  # the context is Any in graphql-core


def owner(project: Project, info: GraphQLResolveInfo) -> User | None:
    """The owner of a project."""
    return info.context.store.user(project.owner)  # type: ignore[no-any-return]


def members(project: Project, info: GraphQLResolveInfo) -> list[User | None]:
    """The members of a project."""
    return [info.context.store.user(member) for member in project.members]


def projects(user: User, info: GraphQLResolveInfo) -> list[Project | None]:
    """The projects of a user."""
    return [info.context.store.project(identifier) for identifier in user.projects]


def user_projects(_: None, info: GraphQLResolveInfo, id_: str) -> list[Project | None] | None:
    """The projects of the user with this identifier; null if there is no such user."""
    user = info.context.store.user(id_)
    return None if user is None else projects(user, info)


RESOLVERS: Final[Mapping[str, Callable[..., Any]]] = {
    "Query.project": project,
    "Query.userProjects": user_projects,
    "Project.owner": owner,
    "Project.members": members,
    "User.projects": projects,
}
