from __future__ import annotations

APOLLO = {
    "data": {
        "variant": {
            "operationCollections": [
                {
                    "name": "Shop",
                    "operations": [
                        {
                            "name": "two in one",
                            "lastUpdatedAt": "2024-01-01T00:00:00Z",
                            "currentOperationRevision": {
                                "body": "query A($id: ID!) { a(id: $id) } query B { b }",
                                "variables": '{"id": "1"}',
                                "headers": [{"name": "Authorization", "value": "Bearer hunter2"}],
                            },
                        },
                        {"name": "empty", "currentOperationRevision": {"body": "", "variables": None}},
                    ],
                }
            ]
        }
    }
}
LABORATORY = [
    {
        "id": "1",
        "name": "Shop",
        "createdAt": "2024-01-01T00:00:00Z",
        "operations": [
            {
                "id": "2",
                "name": "C",
                "query": "mutation C { c }",
                "variables": "",
                "headers": '{"Authorization": "hunter2"}',
                "createdAt": "2024-02-01T00:00:00Z",
            }
        ],
    }
]


def test_collections_of_apollos_explorer(read):
    recordings, importing = read(APOLLO)
    assert importing.format == "collection"
    assert [(one.operation_name, one.variables) for one in recordings] == [("A", {"id": "1"}), ("B", {"id": "1"})]
    assert "hunter2" not in repr(recordings)


def test_collections_of_hives_laboratory(read):
    (recording,), importing = read(LABORATORY)
    assert importing.format == "collection"
    assert (recording.operation_name, recording.kind, recording.created_at.month) == ("C", "mutation", 2)
    assert "hunter2" not in repr(recording)


def test_collections_as_hives_api_answers_them(read):
    node = {"name": "D", "query": "{ d }", "variables": None, "headers": None}
    answer = {
        "data": {"target": {"documentCollections": {"edges": [{"node": {"operations": {"edges": [{"node": node}]}}}]}}}
    }
    (recording,), _ = read(answer)
    assert recording.kind == "query"


def test_postmans_collections_too(read):
    item = {
        "name": "E",
        "request": {"body": {"mode": "graphql", "graphql": {"query": "{ e }", "variables": '{"a": 1}'}}},
    }
    (recording,), _ = read({"info": {"name": "x"}, "item": [item]})
    assert recording.variables == {"a": 1}


def test_what_is_no_json_is_told(read):
    recordings, importing = read('{"data": [', "collection")
    assert recordings == []
    assert "not JSON" in importing.bad[0][1]
