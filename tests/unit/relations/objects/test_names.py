import pytest

from querious.relations.objects.names import is_relative, joins, limits, shapes, speaks_of, type_words


@pytest.mark.parametrize(
    ("name", "typename", "key"),
    [
        ("project", "Project", "id"),
        ("projectById", "Project", "id"),
        ("getProject", "ProjectType", "id"),
        ("users_by_pk", "users", "id"),
        ("findUniqueUser", "User", "id"),
        ("post", "BlogPost", "id"),
        ("node", "Node", "id"),
        ("usersByIds", "User", "id"),
        ("byId", "Project", "id"),
        ("userByEmail", "User", "email"),
    ],
)
def test_a_name_speaks_of_what_is_found(name, typename, key):
    assert speaks_of(name, typename, key)


@pytest.mark.parametrize(
    ("name", "typename"),
    [
        ("projectOwner", "User"),
        ("owner", "User"),
        ("user", "UserProfile"),
        ("nextProject", "Project"),
        ("cheapest", "Item"),
    ],
)
def test_a_name_speaks_of_something_else(name, typename):
    assert not speaks_of(name, typename, "id")


@pytest.mark.parametrize(
    "name",
    ["userProjects", "projectsOfUser", "projectsByUser", "getProjectsByUserId", "projectsForUser", "user_projects"],
)
def test_a_name_joins_a_type_and_its_field(name):
    assert joins(name, "User", "projects")


@pytest.mark.parametrize("name", ["projects", "users", "projectsUser", "userProjectsArchive", "activeUserProjects"])
def test_a_name_joins_nothing(name):
    assert not joins(name, "User", "projects")


def test_what_arguments_do():
    assert limits("first")
    assert limits("pageSize")
    assert not limits("status")
    assert shapes("locale")
    assert shapes("displayCurrency")
    assert not shapes("id")
    assert is_relative("nextProject")
    assert not is_relative("member")


def test_words_of_frameworks_are_left_out_of_a_type():
    assert type_words("ProjectNodeType") == ("project",)
    assert type_words("Node") == ("node",)
