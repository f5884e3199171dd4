from __future__ import annotations

import pytest

from querious.model.rest_call import RestArgument, RestCall
from querious.rest.call_requests import call_case, request_of
from querious.rest.openapi import RestOperation
from querious.rest.openapi.operations import RestBody, RestParameter
from unit.rest.openapi.descriptions import described

LIST, OBJECT = ["blue", "black"], {"R": 100, "G": 200}


def sent(where, value, style, *, explode, path="/colors/{color}"):
    parameter = RestParameter("color", where, required=True, schema={}, style=style, explode=explode)
    operation = RestOperation("get", path if where == "path" else "/colors", parameters=(parameter,))
    return request_of(RestCall("GET", operation.path, (RestArgument(where, "color", value),)), operation)


@pytest.mark.parametrize(
    ("style", "explode", "value", "written"),
    [
        ("simple", False, "blue", "blue"),
        ("simple", False, LIST, "blue,black"),
        ("simple", False, OBJECT, "R,100,G,200"),
        ("simple", True, OBJECT, "R=100,G=200"),
        ("label", False, LIST, ".blue,black"),
        ("label", True, LIST, ".blue.black"),
        ("label", True, OBJECT, ".R=100.G=200"),
        ("matrix", False, "blue", ";color=blue"),
        ("matrix", False, LIST, ";color=blue,black"),
        ("matrix", True, LIST, ";color=blue;color=black"),
        ("json", False, {"a": 1}, "%7B%22a%22%3A%201%7D"),
        ("simple", False, "a/b c?", "a%2Fb%20c%3F"),
        ("simple", False, 1.5, "1.5"),
        ("simple", False, True, "true"),
    ],
)
def test_parameters_of_a_path(style, explode, value, written):
    assert sent("path", value, style, explode=explode).path == f"/colors/{written}"


@pytest.mark.parametrize(
    ("style", "explode", "value", "written"),
    [
        ("form", True, "blue", "color=blue"),
        ("form", True, LIST, "color=blue&color=black"),
        ("form", False, LIST, "color=blue,black"),
        ("form", True, OBJECT, "R=100&G=200"),
        ("form", False, OBJECT, "color=R,100,G,200"),
        ("spaceDelimited", False, LIST, "color=blue%20black"),
        ("pipeDelimited", False, LIST, "color=blue%7Cblack"),
        ("deepObject", True, OBJECT, "color[R]=100&color[G]=200"),
        ("json", False, OBJECT, "color=%7B%22R%22%3A%20100%2C%20%22G%22%3A%20200%7D"),
        ("form", True, None, "color="),
        ("form", True, "&=é", "color=%26%3D%C3%A9"),
    ],
)
def test_parameters_of_a_query(style, explode, value, written):
    assert sent("query", value, style, explode=explode).path == f"/colors?{written}"


def test_headers_and_cookies_stay_within_what_http_takes():
    assert sent("header", "a\r\nb: é", "simple", explode=False).headers == {"color": "a??b: ?"}
    assert sent("header", LIST, "simple", explode=False).headers == {"color": "blue,black"}
    assert sent("cookie", "a b", "form", explode=True).headers == {"cookie": "color=a%20b"}


def test_a_body_goes_in_its_media_type_and_below_the_path_of_the_server():
    operation = RestOperation("post", "/books")
    case = call_case(7, RestCall("POST", "/books", (), "text/csv", "a,b"), operation, "/api", "a flaw")
    assert (case.number, case.flaw, case.valid, case.is_graphql) == (7, "a flaw", False, False)
    assert case.request == ("POST", "/api/books", "a,b", True, {"content-type": "text/csv"}, None, (), False)
    assert request_of(RestCall("POST", "/books", (), "application/json", {}), operation).headers == {}


@pytest.mark.parametrize(
    ("version", "told", "style", "explode"),
    [
        ("3.1.0", {"in": "query"}, "form", True),
        ("3.1.0", {"in": "path"}, "simple", False),
        ("3.1.0", {"in": "query", "style": "pipeDelimited"}, "pipeDelimited", False),
        ("3.1.0", {"in": "query", "explode": False}, "form", False),
        ("3.1.0", {"in": "query", "content": {"application/json": {"schema": {}}}}, "json", False),
        ("2.0", {"in": "query", "type": "array"}, "form", False),
        ("2.0", {"in": "query", "type": "array", "collectionFormat": "multi"}, "form", True),
        ("2.0", {"in": "query", "type": "array", "collectionFormat": "ssv"}, "spaceDelimited", False),
    ],
)
def test_the_style_is_read_from_the_description(version, told, style, explode):
    more = {"swagger": "2.0", "openapi": None} if version == "2.0" else {}
    paths = {"/books/{id}": {"get": {"parameters": [{"name": "id", **told}], "responses": {}}}}
    (parameter,) = described(paths, version=version, **more).operations[0].parameters
    assert (parameter.style, parameter.explode) == (style, explode)


def test_files_have_the_type_that_the_description_names_and_those_of_edges_stay():
    body = RestBody({"multipart/form-data": {}}, files=frozenset({"a", "b"}), file_types={"a": "application/pdf"})
    odd = {"filename": "x y", "content": "c", "type": ""}
    call = RestCall("POST", "/files", (), "multipart/form-data", {"a": "text", "b": ["text", odd], "note": "n"})
    assert request_of(call, RestOperation("post", "/files", body=body)).body == {
        "a": {"filename": "querious.pdf", "content": "text", "type": "application/pdf"},
        "b": [{"filename": "querious.txt", "content": "text"}, odd],
        "note": "n",
    }
