from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.store.places import read_place

pytestmark = pytest.mark.any_graphql_core


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("harvest.sqlite", "harvest.sqlite"),
        ("/a/b.db", "/a/b.db"),
        ("sqlite:///a.db", "a.db"),
        ("sqlite:////a.db", "/a.db"),
    ],
)
def test_a_file_is_named_by_its_path(text: str, path: str):
    place = read_place(text)
    assert (place.path, place.shown, place.url) == (path, path, "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://ann:secret@db.example:5433/shop", "postgresql://db.example:5433/shop"),
        ("postgres://db/shop", "postgresql://db/shop"),
        ("POSTGRESQL+psycopg://ann@db/shop?password=secret&sslmode=require", "postgresql://db/shop"),
        ("postgresql:///shop?host=/run/pg&user=ann", "postgresql:///shop"),
        ("postgresql://ann:secret@[::1]:5432/shop", "postgresql://[::1]:5432/shop"),
        ("postgresql://ann:secret@one:1,two:2/shop", "postgresql://one:1,two:2/shop"),
    ],
)
def test_a_database_is_shown_without_user_password_and_options(text: str, shown: str):
    place = read_place(text)
    assert place.shown == shown
    assert place.url.startswith("postgresql://")
    assert "secret" not in repr(place)


@pytest.mark.parametrize("text", ["", "  ", "a\x00b"])
def test_what_cannot_be_a_file_is_refused(text: str):
    with pytest.raises(ConfigError, match=r"a store is a file such as harvest\.sqlite"):
        read_place(text)


@pytest.mark.parametrize("text", ["mysql://ann:secret@db/shop", "http://ann:secret@db", "sqlite://x", "sqlite:///"])
def test_other_databases_are_refused_without_repeating_the_url(text: str):
    with pytest.raises(ConfigError, match="unknown kind of store") as told:
        read_place(text)
    assert "secret" not in str(told.value)


@given(st.text(st.sampled_from("ab@/?#:%[],&= .é"), min_size=1, max_size=12))
def test_no_piece_of_a_password_is_shown_however_badly_it_is_written(odd: str):
    password = f"PASS{odd}WORD"
    for url in (f"postgresql://ann:{password}@db:5432/shop", f"postgresql://db/shop?password={password}"):
        shown = read_place(url).shown
        assert "PASS" not in shown
        assert "WORD" not in shown
