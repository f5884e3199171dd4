"""What needs no server; the rest is in tests/integration/test_store.py."""

from __future__ import annotations

import psycopg
import pytest

from querious.errors import ConfigError
from querious.store import open_store
from querious.store.places import read_place
from querious.store.postgres import _explain, _parameters, _reason

pytestmark = pytest.mark.any_graphql_core


def test_a_url_that_cannot_be_read_is_told_without_any_of_it():
    with pytest.raises(ConfigError, match=r"the URL of the store cannot be read\. Is a character such as") as told:
        open_store("postgresql://ann:hunter%zz2@db/shop")
    assert "hunter" not in str(told.value)


def test_what_the_url_says_goes_before_what_is_usual():
    told = _parameters(read_place("postgresql://ann@db/shop?connect_timeout=3&application_name=mine"))
    assert (told["connect_timeout"], told["application_name"], told["client_encoding"]) == ("3", "mine", "utf8")
    assert _parameters(read_place("postgresql://db/shop"))["connect_timeout"] == 10


def test_a_server_that_is_not_there_is_told_without_the_password():
    with pytest.raises(ConfigError) as told:
        open_store("postgresql://ann:hunter2@127.0.0.1:1/shop")
    assert (
        str(told.value)
        == "postgresql://127.0.0.1:1/shop cannot be reached; is it running, and are host and port right?"
    )


@pytest.mark.parametrize(
    "password", ["hun@ter2", "hunter/2", "hunter?2", "hunter#2", "hunter:2", "hun ter", "[hunter2"]
)
def test_a_password_that_is_not_encoded_is_not_told_either(password: str):
    with pytest.raises(ConfigError) as told:
        open_store(f"postgresql://ann:{password}@127.0.0.1:1/shop?connect_timeout=1")
    assert "hun" not in str(told.value)
    assert told.value.__cause__ is None
    assert told.value.__suppress_context__


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ('FATAL: password authentication failed for user "x"', "refuses the user or the password of the URL"),
        ('FATAL: database "x" does not exist', "has no such database or user; create it first"),
        ("FATAL: sorry, too many clients already", "has no connection left; close others, or allow more"),
        ("connection timeout expired", "does not answer; is it there, and is the port right?"),
        ("something else", "cannot be reached; is it running, and are host and port right?"),
    ],
)
def test_reasons_are_told_in_words_of_our_own(message: str, told: str):
    assert _reason(message) == told


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (psycopg.errors.LockNotAvailable(), "is kept locked"),
        (psycopg.errors.InsufficientPrivilege(), "does not let this user use the schema querious"),
        (psycopg.errors.DiskFull(), "has no room left"),
        (psycopg.errors.ReadOnlySqlTransaction(), "can only be read"),
        (psycopg.errors.AdminShutdown(), "hung up"),
        (psycopg.OperationalError("server closed the connection unexpectedly"), "hung up"),
    ],
)
def test_what_goes_wrong_later_is_told(error: BaseException, told: str):
    assert _explain(error).startswith(told)


def test_a_fault_of_ours_is_not_explained_away():
    assert _explain(psycopg.errors.SyntaxError()) == ""
    assert _explain(psycopg.errors.UniqueViolation()) == ""
