from __future__ import annotations

import pytest

from querious.text.path_templates import template_of


@pytest.mark.parametrize(
    ("path", "template"),
    [
        ("/", "/"),
        ("/books", "/books"),
        ("/books/17", "/books/{id}"),
        ("/books/17/", "/books/{id}/"),
        ("/books/17/comments/4", "/books/{book_id}/comments/{id}"),
        ("/categories/3/books", "/categories/{id}/books"),
        ("/v1/books/17", "/v1/books/{id}"),
        ("/api/v2.1/s3/oauth2/token", "/api/v2.1/s3/oauth2/token"),
        ("/customers/cus_NffrFeUfNV2Hib", "/customers/{id}"),
        ("/jobs/0b1e2c3d-0000-4000-8000-000000000001/logs", "/jobs/{id}/logs"),
        ("/commits/9fceb02d0ae598e95dc970b74767f19372d61af8", "/commits/{id}"),
        ("/users/ann%40example.com", "/users/{id}"),
        ("/days/2026-05-01", "/days/{id}"),
        ("/orders/BK-0001/lines/2", "/orders/{order_id}/lines/{id}"),
        ("/shelves/fiction", "/shelves/fiction"),
        ("/tokens/REDACTED-1", "/tokens/{id}"),
        ("/1/2/3", "/{entry_id}/{entry_id_2}/{id}"),
    ],
)
def test_segments_that_are_values_by_their_form_are_parameters(path, template):
    assert template_of(path) == template
