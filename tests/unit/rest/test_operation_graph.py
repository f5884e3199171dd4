from __future__ import annotations

from querious.rest.cases.calls import OperationCalls
from querious.rest.observed_edges import ObservedEdges
from querious.rest.openapi.schemas import Schemas
from querious.rest.operation_graph import ROOT, OperationEdge, operation_graph
from querious.values import Pool
from querious.values.lessons import ArgumentTrial
from unit.pipeline.rest.library import DESCRIPTION
from unit.rest.openapi.descriptions import described


def graph_of(paths, observed=()):
    description = described(paths, {})
    calls = OperationCalls(description.operations, Schemas(description.document, description.dialect), Pool())
    return operation_graph(calls.plans, calls, observed)


def edges(paths, observed=()):
    return {(edge.producer, edge.consumer, edge.parameter) for edge in graph_of(paths, observed).edges}


def key(name):
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def shows(schema=None, **more):
    content = {"application/json": {"schema": schema}} if schema else {}
    return {"responses": {"200": {"description": "", "content": content, **more}}}


def test_what_answers_show_leads_to_what_takes_it():
    found = edges(DESCRIPTION["paths"])
    assert {
        (ROOT, "GET /books", ""),
        (ROOT, "GET /authors", ""),
        ("GET /books", "GET /books/{id}", "id"),
        ("GET /authors", "GET /authors/{id}", "id"),
        ("GET /authors", "GET /authors/{id}/books", "id"),
        ("GET /authors/{id}", "GET /authors/{id}/books", "id"),
    } <= found
    assert ("GET /authors", "GET /books/{id}", "id") not in found


def test_a_list_leads_to_its_entries_and_links_and_locations_are_followed():
    link = {"links": {"next": {"operationId": "parcel", "parameters": {"code": "$response.body#/code"}}}}
    paths = {
        "/orders": {"get": shows(), "post": shows(headers={"Location": {}}, **link)},
        "/orders/{number}": {"get": {**shows(), "parameters": [key("number")]}},
        "/parcels/by/{code}": {"get": {**shows(), "operationId": "parcel", "parameters": [key("code")]}},
    }
    found = edges(paths)
    assert ("GET /orders", "GET /orders/{number}", "number") in found
    assert ("POST /orders", "GET /orders/{number}", "number") in found
    assert ("POST /orders", "GET /parcels/by/{code}", "code") in found


def test_everything_can_be_reached_from_the_root_even_what_needs_each_other():
    member = {"type": "object", "properties": {"bId": {"type": "string"}, "aId": {"type": "string"}}}
    paths = {
        "/a/{aId}": {"get": {**shows(member), "parameters": [key("aId")]}},
        "/b/{bId}": {"get": {**shows(member), "parameters": [key("bId")]}},
    }
    graph = graph_of(paths)
    assert set(graph.names) == {ROOT, "GET /a/{aId}", "GET /b/{bId}"}
    assert [edge.producer for edge in graph.edges] == sorted(
        (edge.producer for edge in graph.edges), key=graph.names.index
    )


def test_values_that_went_from_one_operation_to_another_make_an_edge():
    observed = ObservedEdges()
    observed.note(ArgumentTrial("GET /things", {}, worked=True), [("thing.token", "k-7f3a9b21", 0), ("thing.n", 1, 0)])
    observed.note(ArgumentTrial("GET /other/{t}", {"t": "k-7f3a9b21", "n": 1}, worked=True), [])
    observed.note(ArgumentTrial("GET /refused/{t}", {"t": "k-7f3a9b21"}, worked=False), [])
    edge = OperationEdge("GET /things", "GET /other/{t}", "t", frozenset({"thing.token"}))
    assert list(observed.edges()) == [edge]
    paths = {"/things": {"get": shows()}, "/other/{t}": {"get": {**shows(), "parameters": [key("t")]}}}
    assert edge in graph_of(paths, observed.edges()).edges
