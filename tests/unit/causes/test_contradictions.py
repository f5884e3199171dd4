"""Which contradictions between answers of a REST API may be one cause, and which may not."""

from __future__ import annotations

from querious.causes import grouped, possible_causes
from querious.model import Case, Exchange, Finding, Request
from querious.model.rest_call import RestArgument, RestCall


def exchange(asked: str, status: int = 200) -> Exchange:
    """``GET /items sort`` asks with that parameter."""
    method, path, *names = asked.split()
    call = RestCall(method, path, tuple(RestArgument("query", name, "x") for name in names))
    return Exchange(Case(0, call, Request(method, path)), status)


def found(oracle: str, message: str, *asked: str, member: str = "", status: int = 200, place: str = "") -> Finding:
    trace = tuple(exchange(one, status) for one in asked)
    where = place or trace[-1].case.call.coordinate
    return Finding(oracle, where, message, trace[-1], path=member, trace=trace, shrunk=True)


def promise(place: str, message: str, status: int = 200, oracle: str = "response_schema") -> Finding:
    return Finding(oracle, place, message, exchange(place, status), shrunk=True)


def differs(name: str, look_up: str = "GET /items/{id}") -> Finding:
    return found("same-facts", f"{name} differs", "GET /items", look_up, member=name)


def share(one: Finding, other: Finding) -> set[str]:
    return {cause[0] for cause in possible_causes(one) & possible_causes(other)}


def test_a_member_that_one_operation_tells_otherwise_is_one_cause():
    below = found("two-routes", "price of one object differs", "GET /items", "GET /groups/{id}/items", member="price")
    answered = found(
        "action-answer", "price is 1 in the answer", "GET /items/{id}", "POST /items/{id}/buy", member="price"
    )
    told = promise("GET /items/{id}", "200: data[0].price: '1' is not of type 'number'")
    filtered = found("filter", 'min_price "3" leaves out', "GET /items", "GET /items min_price", member="price")
    for other in (below, answered, told, filtered):
        assert share(differs("price"), other) == {"told"}
        assert not share(differs("stock"), other)


def test_signs_that_all_lists_read_as_patterns_are_one_cause():
    said = 'search "{}" finds id "{}", where no row has "{}" there'
    one = found("search", said.format("a_b", 7, "_"), "GET /items search")
    assert "promise" in share(one, found("search", said.format("Amst_rdam", "x1", "_"), "GET /shops search"))
    assert not share(one, found("search", 'search "Amsterdam" does not find id "x1"', "GET /shops search"))


def test_what_the_description_says_of_the_whole_body_is_not_about_a_member():
    assert not share(
        promise("GET /items", "200: the body: [] is not of type 'object'"),
        promise("GET /items", "200: the body: 'name' is a required property"),
    ) & {"told"}


def test_what_a_list_and_its_look_up_show_otherwise_is_one_cause():
    assert share(differs("name"), differs("city")) == {"collection"}
    assert not share(differs("name"), differs("city", "GET /groups/{id}"))


def test_filters_are_one_cause_by_what_they_look_at_or_where_several_meet():
    def wrong(name: str, member: str, beside: str = "") -> Finding:
        message = f'{name} "a"{beside} lets through a row whose {member} is "b"'
        return found("filter", message, f"GET /items {name}", member=member)

    assert share(wrong("from", "day"), wrong("until", "day")) == {"told"}
    assert not share(wrong("from", "day"), wrong("name", "name"))
    assert share(wrong("from", "day", " beside another filter"), wrong("name", "name", " beside another filter")) == {
        "filters"
    }


def test_what_is_wrong_with_the_pages_or_the_order_of_one_list_is_one_cause():
    lost = found("pagination", "pages joined have 7 of 8 rows", "GET /items limit")
    total = found("pagination", "the total is 8, and all pages have 7 rows", "GET /items")
    filtered = found("filter", "the total is 8 where name gives 1 row", "GET /items name")
    assert len(grouped([lost, total, filtered])) == 1
    assert len(grouped([lost, found("pagination", "pages joined have 1 of 2 rows", "GET /orders limit")])) == 2

    def unsorted(name: str, where: str = "GET /items") -> Finding:
        return found("sort", f'sort "{name}" gives rows out of order: {name} 2 comes before 1', f"{where} sort {name}")

    assert share(unsorted("name"), unsorted("price")) == {"sort"}
    assert not share(unsorted("name"), unsorted("price", "GET /orders"))


def test_an_action_is_one_cause_whatever_it_did():
    def acted(rule: str, where: str, member: str) -> Finding:
        return found(rule, f"{member} of another entry changed", "GET /orders/{id}", where, member=member)

    first = acted("action-others", "POST /orders/{id}/ship", "status")
    assert share(first, acted("action-answer", "POST /orders/{id}/ship", "day")) == {"action"}
    assert not share(first, acted("action-answer", "POST /orders/{id}/cancel", "day"))


def test_what_frameworks_do_is_one_cause_at_all_operations():
    open_read = found("security", "answers 200 without credentials", "GET /items")
    assert "promise" in share(open_read, found("security-writes", "answers 201 without credentials", "POST /items"))
    assert not share(open_read, found("head", "answers 200 without credentials", "HEAD /items"))


def test_an_undocumented_answer_that_also_contradicts_is_one_cause():
    message = "`HEAD /items` responded with 404 Not Found; documented: `200`"
    undocumented = Finding("undocumented_status", "", message, exchange("HEAD /items", 404))
    head = found("head", "HEAD answers 404 where GET answers 200", "GET /items", "HEAD /items", status=404)
    assert "answer" in share(undocumented, head)
    assert not share(undocumented, found("head", "HEAD answers 404", "GET /orders", "HEAD /orders", status=404))
