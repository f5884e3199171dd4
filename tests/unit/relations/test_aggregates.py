from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from querious.model import Severity
from querious.relations.aggregates import RELATION, aggregated_lists
from relating import Api, said

if TYPE_CHECKING:
    from collections.abc import Callable

SDL = """
    enum Genre { ROCK JAZZ FOLK }
    scalar Decimal
    input ArtistFilter { genre: Genre, minFollowers: Int }
    type Query {
      artists(filter: ArtistFilter, first: Int = 10, after: String): ArtistConnection!
      artistCount(filter: ArtistFilter): Int!
      artistStatistics(filter: ArtistFilter): ArtistStatistics!
      concerts(city: String): [Concert!]!
      newestArtists(genre: Genre): ArtistStatistics
    }
    type Concert { id: ID! city: String! }
    type Artist { id: ID! genre: Genre! followers: Int! fee: Decimal! }
    type ArtistConnection { nodes: [Artist!]! pageInfo: PageInfo! totalCount: Int! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type ArtistStatistics {
      count: Int! averageFee: Decimal lowestFee: Decimal highestFee: Decimal totalFollowers: Int! byGenre: [GenreCount!]!
    }
    type GenreCount { genre: Genre! count: Int! }
"""
GENRES = ("ROCK", "JAZZ", "FOLK", "ROCK", "JAZZ", "ROCK")
ROWS = [
    {"id": str(place), "genre": GENRES[place % 6], "followers": place * 37 % 101, "fee": f"{place * 71 % 97 + 3}.50"}
    for place in range(24)
]
Rows = list[dict[str, Any]]


def chosen(asked: dict[str, Any] | None, rows: Rows | None = None) -> Rows:
    asked = asked or {}
    found = ROWS if rows is None else rows
    found = [row for row in found if asked.get("genre") in (None, row["genre"])]
    return [row for row in found if row["followers"] >= asked.get("minFollowers", 0)]


def statistics(rows: Rows) -> dict[str, Any]:
    fees = [Decimal(row["fee"]) for row in rows]
    genres = [row["genre"] for row in rows]
    return {
        "count": len(rows),
        "averageFee": str(round(sum(fees) / len(fees), 2)) if fees else None,
        "lowestFee": str(min(fees)) if fees else None,
        "highestFee": str(max(fees)) if fees else None,
        "totalFollowers": sum(row["followers"] for row in rows),
        "byGenre": [{"genre": genre, "count": genres.count(genre)} for genre in dict.fromkeys(genres)],
    }


def api(
    told: Callable[[Any], dict[str, Any]] = lambda asked: statistics(chosen(asked)),
    count: Callable[[Any], int] = lambda asked: len(chosen(asked)),
    shown: Rows | None = None,
) -> Api:
    def artists(_: Any, __: Any, filter: Any = None, first: int = 10, after: str = "0") -> dict[str, Any]:  # noqa: A002
        rows, start = chosen(filter, shown), int(after)
        end = min(start + min(first, 10), len(rows))
        info = {"hasNextPage": end < len(rows), "endCursor": str(end)}
        return {"nodes": rows[start:end], "pageInfo": info, "totalCount": len(rows)}

    resolvers = {
        "Query.artists": artists,
        "Query.artistCount": lambda *_, **asked: count(asked.get("filter")),
        "Query.artistStatistics": lambda *_, **asked: told(asked.get("filter")),
        "Query.concerts": lambda *_, **__: [{"id": "1", "city": "Lund"}],
    }
    return Api(SDL, resolvers).know("{ artists { nodes { id } } artistCount concerts { id } }")


def changed(**changes: Callable[[dict[str, Any], Rows], Any]) -> Api:
    def told(asked: dict[str, Any] | None) -> dict[str, Any]:
        right = statistics(chosen(asked))
        return {**right, **{name: change(right, chosen(asked)) for name, change in changes.items()}}

    return api(told)


def faults(tested: Api) -> list[str]:
    return said([one for one in tested.found(RELATION) if one.severity is Severity.FAULT])


def test_the_fields_that_tell_of_a_list():
    pairs = aggregated_lists(api().observed.types, "Query")
    assert [(pair.told, pair.listed) for pair in pairs] == [
        ("Query.artistCount", "Query.artists"),
        ("Query.artistStatistics", "Query.artists"),
    ]


def test_aggregates_that_are_right_stay_silent():
    assert said(api().found(RELATION)) == []


def test_a_count_that_ignores_its_filter_is_a_fault():
    (fault,) = faults(api(count=lambda _: len(ROWS)))
    assert fault.startswith("Query.artistCount: artistCount is 24, but Query.artists has ")


def test_statistics_that_ignore_their_filter_are_a_fault():
    assert any("count is 24" in fault for fault in faults(api(lambda _: statistics(ROWS))))


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("lowestFee", lambda right, _: right["highestFee"], "lowestFee is"),
        (
            "highestFee",
            lambda _, rows: [*sorted((row["fee"] for row in rows), key=Decimal)[-2:], None][0],
            "highestFee is",
        ),
        ("averageFee", lambda right, _: right["averageFee"] and "1", "which is more than averageFee"),
        ("byGenre", lambda right, _: right["byGenre"][1:], 'byGenre has nothing for "ROCK"'),
        ("byGenre", lambda right, _: [{**one, "count": 1} for one in right["byGenre"][:1]] + right["byGenre"][1:], "1"),
    ],
)
def test_numbers_that_contradict_the_rows_are_faults(name: str, change: Any, says: str):
    assert any(says in fault for fault in faults(changed(**{name: change})))


def test_a_sum_that_is_always_another_is_a_suspicion():
    """It may be that of some rows only."""
    found = changed(totalFollowers=lambda right, _: right["totalFollowers"] // 2 + 1).found(RELATION)
    assert {one.severity for one in found} == {Severity.SUSPICION}


def test_rows_that_nobody_may_see_explain_larger_numbers():
    assert faults(api(shown=ROWS[:15])) == []


def test_a_mean_that_is_rounded_is_right():
    rounded = changed(averageFee=lambda right, _: right["averageFee"] and str(round(Decimal(right["averageFee"]))))
    assert said(rounded.found(RELATION)) == []


def test_a_sum_beyond_the_largest_int_may_be_cut_off_there():
    rows = [{**row, "followers": 2**30} for row in ROWS]
    cut_off = api(lambda _: {**statistics(rows), "totalFollowers": 2**31 - 1}, shown=rows)
    assert not [one for one in said(cut_off.found(RELATION)) if "totalFollowers" in one]
