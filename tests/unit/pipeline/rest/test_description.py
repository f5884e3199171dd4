from __future__ import annotations

import json

from querious.model import Exchange, Settings
from querious.pipeline.rest.description import described_by, read_described

PATHS = {
    "/books": {"$ref": "parts/books.yaml"},
    "/secrets": {"$ref": "../secrets.yaml"},
    "/far": {"$ref": "http://a/b"},
}
ROOT = json.dumps({"openapi": "3.0.0", "paths": PATHS, "info": {}})
BOOKS = "get: {responses: {200: {description: ok}}}\n"


def test_files_beside_a_description_are_read_and_no_others(tmp_path):
    folder = tmp_path / "api"
    (folder / "parts").mkdir(parents=True)
    (folder / "openapi.json").write_text(ROOT)
    (folder / "parts" / "books.yaml").write_text(BOOKS)
    (tmp_path / "secrets.yaml").write_text(BOOKS)
    description = read_described(folder / "openapi.json")
    assert [str(each) for each in description.operations] == ["GET /books"]
    assert [each.path for each in description.unusable] == ["/secrets", "/far"]


def test_an_application_is_asked_for_the_documents_of_its_origin():
    served = {"/openapi.json": ROOT, "/parts/books.yaml": BOOKS, "/secrets.yaml": BOOKS}
    asked = []

    def send(case):
        asked.append(case.request.path)
        body = served.get(case.request.path, "")
        is_json = body.startswith("{")
        payload = json.loads(body) if is_json else None
        return Exchange(case, 200 if body else 404, body=body.encode(), payload=payload, is_json=is_json)

    service = described_by(send, object(), Settings())
    assert service is not None
    assert [str(each) for each in service.description.operations] == ["GET /books", "GET /secrets"]
    assert not any("//" in path for path in asked)
