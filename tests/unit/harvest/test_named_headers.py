from __future__ import annotations

import pytest

from querious.harvest.named_headers import named_by

DOCUMENT = {
    "openapi": "3.1.0",
    "components": {
        "parameters": {"Shop": {"name": "X-Shop", "in": "header", "schema": {"type": "string"}}},
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Api-Key"},
            "session": {"type": "apiKey", "in": "cookie", "name": "sid"},
        },
    },
    "paths": {
        "/books": {
            "parameters": [{"name": "theme", "in": "cookie"}, {"name": "sid", "in": "cookie"}],
            "get": {
                "parameters": [
                    {"$ref": "#/components/parameters/Shop"},
                    {"name": "Accept", "in": "header"},
                    {"name": "X-Api-Key", "in": "header"},
                    {"name": "page", "in": "query", "example": {"in": "header", "name": "X-Example"}},
                ]
            },
        }
    },
}


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ([("X-SHOP", "7"), ("accept", "text/html"), ("x-other", "1")], {"x-shop": "7"}),
        ([("cookie", "a=1; theme=dark;sid=secret")], {"cookie": "theme=dark"}),
        ([("cookie", "sid=secret")], {}),
        ([("authorization", "Bearer x"), ("x-api-key", "k"), ("x-example", "1")], {}),
    ],
)
def test_parameters_are_kept_and_credentials_are_not(sent, kept):
    assert named_by(DOCUMENT).chosen(sent) == kept
