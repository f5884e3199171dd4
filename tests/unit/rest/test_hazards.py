from __future__ import annotations

import pytest

from querious.model.hazards import Grade, Threat
from querious.rest.hazards import only_reads, operation_hazard
from querious.rest.openapi import RestOperation


@pytest.mark.parametrize(
    ("asked", "grade", "threat"),
    [
        ("post /books", Grade.CREATING, None),
        ("put /books/{id}", Grade.CHANGING, None),
        ("patch /books/{id}", Grade.CHANGING, None),
        ("delete /books/{id}", Grade.DELETING, None),
        ("post /orders/{id}/approve", Grade.ACTING, None),
        ("post /orders/{id}/lines", Grade.CREATING, None),
        ("post /orders/{id}/delete", Grade.DELETING, None),
        ("delete /books", Grade.DANGEROUS, Threat.BULK),
        ("post /logout", Grade.DANGEROUS, Threat.SESSION),
        ("post /admin/shutdown", Grade.DANGEROUS, Threat.SHUTDOWN),
        ("put /settings", Grade.DANGEROUS, Threat.SETTINGS),
        ("post /admin/maintenance", Grade.DANGEROUS, Threat.SETTINGS),
        ("post /auth/simple/settings", Grade.DANGEROUS, Threat.SETTINGS),
        ("post /configurations", Grade.CREATING, None),
        ("delete /users/{id}", Grade.DANGEROUS, Threat.ACCOUNT),
        ("put /books/{id}/settings/{name}", Grade.CHANGING, None),
    ],
)
def test_grades(asked, grade, threat):
    method, path = asked.split()
    assert operation_hazard(RestOperation(method, path)) == (grade, threat)


def test_a_post_that_looks_for_something_only_reads():
    assert operation_hazard(RestOperation("post", "/books/filter")) is None
    assert operation_hazard(RestOperation("post", "/books/{id}/pages/search")) is None
    assert operation_hazard(RestOperation("post", "/filters")) == (Grade.CREATING, None)


@pytest.mark.parametrize("method", ["get", "head", "options", "trace", "query"])
def test_what_changes_nothing_has_no_grade(method):
    assert operation_hazard(RestOperation(method, "/orders")) is None


@pytest.mark.parametrize(
    ("path", "threat"),
    [
        ("/auth/logout", Threat.SESSION),
        ("/sign-out/", Threat.SESSION),
        ("/shutdown", Threat.SHUTDOWN),
        ("/server/restart", Threat.SHUTDOWN),
    ],
)
def test_a_get_that_ends_something_is_no_read(path, threat):
    assert operation_hazard(RestOperation("get", path)) == (Grade.DANGEROUS, threat)
    assert not only_reads(RestOperation("head", path))


@pytest.mark.parametrize("path", ["/stop", "/logout/urls", "/restart-policy", "/restarts", "/shutdown/{id}", "/"])
def test_a_get_of_something_that_is_called_like_an_end_is_a_read(path):
    assert operation_hazard(RestOperation("get", path)) is None
