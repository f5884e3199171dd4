"""Which failures of REST calls may be one, by what the smallest calls carry and by what the server says."""

from __future__ import annotations

from dataclasses import replace

from querious.causes import grouped, possible_causes
from querious.model import Case, Exchange, Finding, Request
from querious.model.rest_call import RestArgument, RestCall
from querious.model.state import CommandSequence

MASKED = "HTTP 500 Internal Server Error"
TRACE = 'Traceback\n  File "/app/rows.py", line 7, in rows\nKeyError: {}'


def failed(path: str, *names: str, where: str = "query", body=None, message: str = MASKED, answer=b"") -> Finding:
    call = RestCall("GET", path, tuple(RestArgument(where, name, 0) for name in names), body=body)
    exchange = Exchange(Case(0, call, Request("GET", path)), 500, body=answer)
    return Finding("server_error", call.coordinate, message, exchange, shrunk=True)


def share(one: Finding, other: Finding) -> set[str]:
    return {cause[0] for cause in possible_causes(one) & possible_causes(other)}


def test_one_parameter_is_behind_failures_that_say_nothing():
    assert "argument" in share(failed("/a", "since"), failed("/b", "since"))
    assert not share(failed("/a", "since"), failed("/b", "until"))


def test_words_that_only_say_who_was_told_do_not_make_two_failures_one():
    said = f"{MASKED}: A programmatic error occurred, developers have been informed."
    assert not share(failed("/version", message=said), failed("/groups", body={"members": 1}, message=said))
    werkzeug = f"{MASKED}: The server encountered an internal error and was unable to complete your request."
    assert not share(failed("/version", message=werkzeug), failed("/groups", body={"members": 1}, message=werkzeug))
    named = f"{MASKED}: no such table"
    assert "words" in share(failed("/version", message=named), failed("/groups", body={"members": 1}, message=named))


def test_so_is_a_member_of_bodies():
    assert "argument" in share(failed("/a", body={"of": [{"price": 1}]}), failed("/b", body={"price": 0}))
    assert not share(failed("/a", body={"price": 1}), failed("/b", body={"cost": 1}))


def test_calls_that_carry_nothing_are_one_cause_where_many_of_one_form_fail():
    many = [failed(f"/rows{number}/{{id}}", "id", where="path") for number in range(10)]
    assert len(grouped(many)) == 1
    assert len(grouped(many[:9])) == 9
    assert len(grouped([*many, failed("/rows")])) == 2
    assert (
        len(grouped([replace(one, message=f"{MASKED}: no table rows, {'x' * at}") for at, one in enumerate(many)]))
        == 10
    )


def test_a_service_that_has_no_time_is_one_cause_whatever_was_asked():
    busy, called = failed("/a", "since", answer=b"try later"), failed("/b/{id}", body={"price": 1}, answer=b"try later")
    unavailable = [replace(one, exchange=replace(one.exchange, status=503)) for one in (busy, called)]
    in_sequence = replace(unavailable[1], oracle="server-error", coordinate="b", sequence=CommandSequence(()))
    assert share(*unavailable) == {"unavailable"}
    assert len(grouped([*unavailable, in_sequence])) == 1
    assert not share(busy, called)
    maintenance = replace(unavailable[1], exchange=replace(unavailable[1].exchange, body=b"in maintenance"))
    assert not share(unavailable[0], maintenance)


def test_a_line_of_the_servers_own_code_is_one_cause():
    first, second = (failed(path, answer=TRACE.format(path).encode()) for path in ("/a", "/b"))
    assert "frame" in share(first, second)
    other = failed("/b", answer=TRACE.replace("line 7", "line 8").encode())
    assert "frame" not in share(first, other)


def test_one_path_fails_alike_by_all_methods_that_read():
    read, traced = failed("/delay/{id}"), failed("/delay/{id}")
    call = traced.exchange.case.call._replace(method="TRACE")
    asked = replace(traced.exchange, case=replace(traced.exchange.case, asked=call))
    assert "read" in share(read, replace(traced, exchange=asked, coordinate="TRACE /delay/{id}"))
