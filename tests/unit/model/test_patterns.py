from __future__ import annotations

import pytest

from querious.model.patterns import Patterns, Permissions, compile_pattern


@pytest.mark.parametrize(
    ("pattern", "coordinate", "matches"),
    [
        ("Query.project", "Query.project", True),
        ("Query.project", "Query.projects", False),
        ("Query.*", "Query.project", True),
        ("Query.*", "Query.project.id", False),
        ("Query.**", "Query.project.id", True),
        ("Query.*.id", "Query.project.id", True),
        ("*.email", "User.email", True),
        ("*.email", "Mutation.create.email", False),
        ("User", "User.name", True),
        ("User", "UserGroup.name", False),
        ("User*", "UserGroup.name", True),
        ("Mutation.delete*", "Mutation.deleteAll", True),
        ("Query.a+b", "Query.aab", False),
        (" Query.project ", "Query.project", True),
    ],
)
def test_a_pattern(pattern, coordinate, matches):
    assert bool(compile_pattern(pattern).fullmatch(coordinate)) is matches


def test_include_and_exclude():
    wanted = Patterns(include=("User", "Query.*"), exclude=("User.password",))
    assert wanted.match("User.name")
    assert wanted.match("Query.user")
    assert not wanted.match("User.password")
    assert not wanted.match("Project.name")
    assert Patterns().match("Anything.atAll")


def test_allowing_restricts_only_the_types_it_names():
    allowed = Permissions(allow=("Mutation.create*",))
    assert allowed.match("Mutation.createUser")
    assert not allowed.match("Mutation.deleteUser")
    assert allowed.match("Query.user")
    assert allowed.match("User.name")


def test_denying_beats_allowing():
    allowed = Permissions(allow=("Query.user",), deny=("*.user",))
    assert not allowed.match("Query.user")
    assert not allowed.match("Project.user")
    assert allowed.match("Project.name")


def test_allowing_with_a_wildcard_type_restricts_all_types():
    allowed = Permissions(allow=("*.id",))
    assert allowed.match("User.id")
    assert not allowed.match("User.name")
