from __future__ import annotations

from querious.model import Class, Path, Reach, Step, Walked
from querious.report.reach_json import REACH as CODEC
from querious.report.reach_text import reach_lines

VIEWER = Path((Step("Query", "viewer", "User"),))
BOOK = Path((Step("Query", "book", "Book"),))
REACH = Reach(
    "tuples",
    paths=2,
    known="all there are",
    operations=1,
    asked=2,
    classes={Class.MALFORMED: 2},
    expected=2,
    unauthorised=1,
    missed=(Walked(BOOK, 0, Class.MALFORMED), Walked(VIEWER, 0, Class.MALFORMED, unauthorised=True)),
)


def test_paths_that_need_credentials_are_not_called_malformed_and_the_remedy_is_named():
    lines = [line.plain for line in reach_lines([REACH], 80)]
    assert lines[-3:] == [
        "    1 of them refused for lack of credentials: pass --header, --bearer or --cookie",
        "    0 of 1  Query.book<Book> (malformed)",
        "    0 of 1  Query.viewer<User> (no access)",
    ]


def test_it_comes_back_from_json():
    assert CODEC.read(CODEC.write(REACH)).unauthorised == 1
    assert CODEC.read(CODEC.write(REACH)).missed == REACH.missed
