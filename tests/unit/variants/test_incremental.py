import json

import pytest

from querious.model import Severity
from querious.model.graphql_forms import SentForm, form_of
from querious.variants import Pieces
from querious.variants.incremental import VARIANT, join
from varying import Service, found, knowledge_of, told

OLD = [
    {"data": {"book": {"id": 1}, "tags": ["a"]}, "hasNext": True},
    {"incremental": [{"path": ["book"], "data": {"title": "A"}, "label": "x"}], "hasNext": True},
    {"incremental": [{"path": ["tags", 1], "items": ["b", "c"]}], "hasNext": True},
    {"hasNext": False},
]
FLAT = [
    {"data": {"book": {"id": 1}}, "hasNext": True},
    {"path": ["book"], "data": {"title": "A"}, "label": "x", "hasNext": False},
]
NEW = [
    {
        "data": {"book": {"id": 1}, "tags": ["a"]},
        "pending": [{"id": "0", "path": ["book"], "label": "x"}, {"id": "1", "path": ["tags"]}],
        "hasNext": True,
    },
    {"incremental": [{"id": "0", "data": {"title": "A"}}], "completed": [{"id": "0"}], "hasNext": True},
    {"incremental": [{"id": "1", "items": ["b", "c"]}], "completed": [{"id": "1"}], "hasNext": False},
]
BELOW = [
    {"data": {"book": {"author": {}}}, "pending": [{"id": "0", "path": ["book"]}], "hasNext": True},
    {
        "incremental": [{"id": "0", "subPath": ["author"], "data": {"name": "Ann"}}],
        "completed": [{"id": "0"}],
        "hasNext": False,
    },
]
WHOLE = {"data": {"book": {"id": 1, "title": "A"}, "tags": ["a", "b", "c"]}}


@pytest.mark.parametrize(
    ("payloads", "payload"),
    [
        (OLD, WHOLE),
        (NEW, WHOLE),
        (FLAT, {"data": {"book": {"id": 1, "title": "A"}}}),
        (BELOW, {"data": {"book": {"author": {"name": "Ann"}}}}),
        ([{"data": {"tags": []}}], {"data": {"tags": []}}),
        ([{"data": None, "errors": [{"message": "no"}]}], {"data": None, "errors": [{"message": "no"}]}),
    ],
)
def test_pieces_of_both_formats_join(payloads, payload):
    joined = join(Pieces(tuple(payloads)))
    assert (joined.payload, joined.flaws) == (payload, ())


def changed(payloads, change):
    copied = json.loads(json.dumps(payloads))
    change(copied)
    return copied


@pytest.mark.parametrize(
    ("payloads", "change", "flaw"),
    [
        (OLD, lambda all_: all_[0].update(hasNext=False), "a piece comes after the one that says that it is the last"),
        (OLD, lambda all_: all_[-1].update(hasNext=True), "the last piece says that another one follows"),
        (OLD, lambda all_: all_[-1].clear(), "the last piece does not say so: hasNext is missing"),
        (OLD, lambda all_: all_.pop(), "the last piece says that another one follows"),
        (
            OLD,
            lambda all_: all_[1]["incremental"][0].update(path=["novel"]),
            'a piece has a path that leads to no object: "',
        ),
        (
            OLD,
            lambda all_: all_[2]["incremental"][0].update(path=["tags", 5]),
            "items have a path that leads to no end",
        ),
        (
            OLD,
            lambda all_: all_[2]["incremental"][0].update(path=["tags", 0]),
            "items have a path that leads to no end",
        ),
        (NEW, lambda all_: all_[1]["incremental"][0].update(id="7"), 'a piece belongs to nothing pending: "7"'),
        (NEW, lambda all_: all_[1].pop("completed"), "something pending is never completed"),
        (NEW, lambda all_: all_[2]["completed"].append({"id": "0"}), 'something is completed that is not pending: "0"'),
        (NEW, lambda all_: all_[0]["pending"][0].update(path=["x"]), "what is pending has a path that leads nowhere"),
        (NEW, lambda all_: all_.insert(1, ["a"]), "a piece that is no object"),
        (OLD, lambda all_: all_.clear(), "no piece came"),
    ],
)
def test_what_breaks_the_rules_of_delivery(payloads, change, flaw):
    flaws = join(Pieces(tuple(changed(payloads, change)))).flaws
    assert any(one.startswith(flaw) for one in flaws), flaws


class InPieces(Service):
    """Leaves every deferred fragment of the first level, and all but the first tag, for later."""

    def __init__(self, *faults):
        super().__init__(*faults)
        self.served = 0

    def _answer(self, request):
        status, headers, answer = super()._answer(request)
        document = request.body.get("query", "") if isinstance(request.body, dict) else ""
        if form_of(request) is not SentForm.INCREMENTAL or "@" not in document or not answer.get("data"):
            return status, headers, answer
        self.served += 1
        last = {"hasNext": "no-end" in self.faults}
        first = {"data": {}, "hasNext": True}
        later = dict(answer["data"])
        if "loses" in self.faults:
            later = {name: value for name, value in later.items() if name != "tags"} | (
                {"tags": ["a"]} if "tags" in later else {}
            )
        path = ["nowhere"] if "nowhere" in self.faults else []
        parts = [first, {"incremental": [{"path": path, "data": later}], "hasNext": True}, last]
        body = b"".join(
            b"\r\n---\r\ncontent-type: application/json\r\n\r\n" + json.dumps(one).encode() for one in parts
        )
        if "garbled" in self.faults:
            body = body.replace(b'"hasNext"', b"hasNext", 1)
        closing = b"\r\n---\r\n" if "unclosed" in self.faults else b"\r\n-----\r\n"
        return 200, {"content-type": 'multipart/mixed; boundary="-"; deferSpec=20220824'}, body + closing


def test_a_healthy_answer_in_pieces():
    service = InPieces()
    assert told(found(VARIANT, service)) == []
    assert service.served > 5


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("no-end", "fault Query: the last piece says that another one follows"),
        ("nowhere", "fault Query: a piece has a path that leads to no object"),
        ("loses", "fault Query.tags: fewer items when sent so that it may come in pieces"),
        ("garbled", "fault Query: a piece is no JSON"),
        ("unclosed", "suspicion Query: the body of an answer in pieces ends without its closing delimiter"),
    ],
)
def test_a_fault_of_delivery_is_told(fault, message):
    messages = told(found(VARIANT, InPieces(fault)))
    assert any(one.startswith(message) for one in messages), messages


def test_a_flaw_is_told_once_and_is_a_fault():
    (one,) = found(VARIANT, InPieces("no-end"), "{ tags }")
    assert one.severity is Severity.FAULT


def test_nothing_is_asked_where_the_schema_has_neither_directive():
    service = Service()
    knowledge = knowledge_of(service)._replace(directives=frozenset({"include"}))
    with pytest.raises(StopIteration) as end:
        next(VARIANT.probe(knowledge))
    assert end.value.value is False
