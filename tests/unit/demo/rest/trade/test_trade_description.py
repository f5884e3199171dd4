from __future__ import annotations

import re
from typing import Any

from jsonschema import Draft202012Validator

from querious.demo.rest.trade.catalogue import ENDPOINTS
from querious.demo.rest.trade.description import trade_description


def every(value: Any, name: str):
    """All values that stand under a name, anywhere."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ()):
        if key == name:
            yield inner
        yield from every(inner, name)


def test_schemas_are_valid_and_references_lead_somewhere():
    document = trade_description()
    schemas = document["components"]["schemas"]
    for schema in (*schemas.values(), *every(document["paths"], "schema")):
        Draft202012Validator.check_schema(schema)
    used = {reference.removeprefix("#/components/schemas/") for reference in every(document, "$ref")}
    assert used == schemas.keys()


def test_path_parameters_are_those_in_the_path_and_operations_have_names_of_their_own():
    for endpoint in ENDPOINTS:
        assert re.findall(r"\{(\w+)\}", endpoint.path) == list(endpoint.keys)
        assert (endpoint.body is not None) == (400 in endpoint.refusals)
        assert endpoint.secured == (401 in endpoint.refusals)
    names = list(every(trade_description()["paths"], "operationId"))
    assert len(set(names)) == len(names) == len(ENDPOINTS) + sum(endpoint.has_head for endpoint in ENDPOINTS)


def test_security_is_told_where_a_key_is_needed():
    paths = trade_description()["paths"]
    secured = {path for path, item in paths.items() if any("security" in one for one in item.values())}
    assert secured == {"/customers", "/customers/{customer_id}", "/customers/{customer_id}/orders"}
