from __future__ import annotations

from querious.graphql.shrink import shrink_cases
from querious.graphql.shrink.joint_cuts import fewer_arguments, fewer_fields, only_about
from sample import case

LONG = (
    '{ node(id: "1") { __typename id ... on Book { id pages colour price(currency: "EUR") '
    "author { id name books { id name pages colour sequels(first: 3) { id pages name } } } } } }"
)


def documents(candidates) -> list[list[str]]:
    return [[one.document for one in candidate] for candidate in candidates]


def test_nothing_but_the_field_at_fault_is_left_in_any_step():
    first, second = documents(only_about((case(LONG), case("{ book(id: 2) { id pages name } }")), "Book.pages"))
    assert "price" not in first[0]
    assert "name" not in "".join(first)
    assert first[1] == "{ book(id: 2) { pages } }"
    assert second[1] == "{ book(id: 2) { id pages } }"


def test_a_step_that_does_not_ask_for_it_stays():
    first, _ = documents(only_about((case("{ version }"), case("{ book(id: 2) { id pages } }")), "Book.pages"))
    assert first == ["{ version }", "{ book(id: 2) { pages } }"]


def test_fields_are_cut_in_all_steps_at_once_the_most_first():
    pair = (case("{ book(id: 2) { id pages name } }"), case("{ book(id: 2) { id pages colour } }"))
    cut = documents(fewer_fields(pair))
    assert ["{ book(id: 2) { id name } }", "{ book(id: 2) { id colour } }"] in cut
    lengths = [sum(map(len, one)) for one in cut]
    assert min(lengths[:3]) <= min(lengths[3:])


def test_arguments_are_cut_in_all_steps_at_once():
    pair = (case("{ author(slug: 1) { books(colours: [RED]) { id } } }"), case("{ author(slug: 1) { id } }"))
    cut = documents(fewer_arguments(pair))
    assert cut[0] == ["{ author { books { id } } }", "{ author { id } }"]


def test_a_scenario_of_large_steps_becomes_small_in_few_tries():
    """Both steps must ask for the same field, as rules that compare answers have it."""
    conversation = shrink_cases((case(LONG), case(LONG.replace('"1"', '"2"'))), lambda _: True, "Book.pages")

    def shows(candidate) -> bool:
        return len(candidate) == 2 and all("node" in one.document and "pages" in one.document for one in candidate)

    tries = 0
    candidate = next(conversation)
    try:
        while True:
            tries += 1
            candidate = conversation.send(shows(candidate))
    except StopIteration as stop:
        smallest = [one.document for one in stop.value]
    assert smallest == ["{ node { pages } }"] * 2
    assert tries < 20
