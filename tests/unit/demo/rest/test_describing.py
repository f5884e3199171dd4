from __future__ import annotations

import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from querious.demo import REST_FAULTS
from querious.demo.rest.describing import description

METHODS = {"get", "post", "put", "patch", "delete"}


def operations(document: dict[str, Any]):
    for path, item in document["paths"].items():
        for method in METHODS & item.keys():
            yield path, method, item, item[method]


def every(value: Any, name: str):
    """All values that stand under a name, anywhere."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == name:
                yield inner
            yield from every(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from every(inner, name)


def test_it_is_served(shopper: Any):
    reply = shopper().get("/openapi.json")
    assert reply.headers["content-type"] == "application/json"
    assert reply.payload == description()


@pytest.mark.parametrize("fault", [fault.name for fault in REST_FAULTS])
def test_no_fault_changes_it(shopper: Any, fault: str):
    assert shopper(fault).get("/openapi.json").payload == description()


def test_schemas_are_valid_and_references_lead_somewhere():
    document = description()
    schemas = document["components"]["schemas"]
    for schema in (*schemas.values(), *every(document["paths"], "schema")):
        Draft202012Validator.check_schema(schema)
    used = {reference.removeprefix("#/components/schemas/") for reference in every(document, "$ref")}
    assert used == schemas.keys()


def test_path_parameters_are_those_in_the_path_and_operations_have_names_of_their_own():
    document = description()
    names = []
    for path, _, item, operation in operations(document):
        declared = [one["name"] for one in item.get("parameters", ()) if one["in"] == "path"]
        assert re.findall(r"\{(\w+)\}", path) == declared
        names.append(operation["operationId"])
        assert operation["summary"]
        assert ("requestBody" in operation) == ("400" in operation["responses"])
    assert len(set(names)) == len(names) == 34
    linked = {link["operationId"] for links in every(document["paths"], "links") for link in links.values()}
    assert linked <= set(names)
    assert "readBook" in linked


def test_what_clients_cannot_set_is_marked_where_a_schema_is_shared():
    schemas = description()["components"]["schemas"]
    marked = {name for name, schema in schemas["Task"]["properties"].items() if schema.get("readOnly")}
    assert marked == {"id", "trashed", "created_at", "updated_at"}
    assert "TaskIn" not in schemas
    assert json.dumps(schemas["BookIn"]).count("readOnly") == 0
    assert set(schemas["Book"]["properties"]) - set(schemas["BookIn"]["properties"]) == {
        "id",
        "created_at",
        "updated_at",
        "version",
        "links",
    }
