from __future__ import annotations

REPORT = {
    "size": 3,
    "map": {
        "k1": {"operation": "query A { a }", "operationName": "A", "fields": ["Query", "Query.a"]},
        "k2": {"operation": "mutation B { b }", "fields": ["Mutation"]},
        "k3": {"fields": []},
    },
    "operations": [
        {"operationMapKey": "k1", "timestamp": 1_630_756_800_000, "execution": {"ok": True, "duration": 250_000_000, "errorsTotal": 0}},
        {"operationMapKey": "k1", "timestamp": 1_630_843_200_000, "execution": {"ok": False, "duration": 750_000_000, "errorsTotal": 2}},
        {"operationMapKey": "gone", "timestamp": 1_630_843_200_000, "execution": {}},
    ],
}  # fmt: skip


def test_calls_are_added_up_for_each_document(read):
    (called, unused), importing = read(REPORT)
    assert importing.format == "usage"
    assert (called.operation_name, called.times_called, called.statuses) == ("A", 2, {"200": 1, "errors": 1})
    assert (called.created_at.day, called.updated_at.day) == (4, 5)
    assert (called.latency.count, called.latency.total, called.latency.longest) == (2, 1.0, 0.75)
    assert (unused.kind, unused.times_called) == ("mutation", 1)
    assert [reason for _, reason in importing.bad] == [
        "no operation in the map",
        "a call of 'gone', which is not in the map",
    ]


def test_what_is_no_report_is_told(read):
    for content in ({"map": 5}, {"map": {}, "operations": [1]}, []):
        recordings, importing = read(content, "usage")
        assert recordings == []
        assert len(importing.bad) == 1
