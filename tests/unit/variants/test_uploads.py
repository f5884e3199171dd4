import hashlib
import json

import pytest
from graphql import build_schema

from querious.answers.order import PromisedOrder
from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes
from querious.graphql.uploads import files_in, in_variables, upload_fields, upload_scalars, with_files, with_several
from querious.model import Case, Exchange, Field, Variable
from querious.model.graphql_forms import SentForm, form_of, request_in
from querious.model.request_body import content_of
from querious.variants import FormAnswer, FormKnowledge, UploadPromise
from querious.variants.uploads import check_uploads, edges, files_sent, plain_file, promise_of, was_taken
from varying import told

SDL = """
scalar Upload
scalar Blob @specifiedBy(url: "https://github.com/jaydenseric/graphql-multipart-request-spec")
"The bytes of a file upload."
scalar Content
scalar Date
input Cover { "A PNG only." image: Upload! title: String inner: Cover }
type File { filename: String mimetype: String size: Int sha256: String checksum: String name: String }
type Payload { ok: Boolean file: File errors: [String!] }
type Query { a: Int }
type Mutation {
  "Files of at most 1 KB."
  upload(file: Upload!): File
  uploads(files: [Blob!]!): [File!]
  cover(cover: Cover!): Payload
  other(content: Content, date: Date): Int
  none(date: Date): Int
}
"""
SCHEMA = build_schema(SDL)
NOTHING = UploadPromise()
PLAIN = plain_file(NOTHING)


def knowledge(promise=NOTHING):
    return FormKnowledge("Query", Shapes(SCHEMA).of, PromisedOrder(SCHEMA), promise=lambda _: promise)


def operation(document, *files):
    (read,) = read_documents(SCHEMA, document, "test")
    places = iter(files)

    def filled(node):
        values = [
            (name, value._replace(value=[*places] if "[" in value.type else next(places)))
            for name, value in node.arguments
        ]
        return node._replace(arguments=values)

    return read._replace(selections=[filled(node) for node in read.selections])


ONE = "mutation($f: Upload!) { upload(file: $f) { filename mimetype size sha256 checksum name } }"
SEVERAL = "mutation($f: [Blob!]!) { uploads(files: $f) { filename size } }"


def answer(asked, data=None, status=200, errors=None):
    payload = {"data": data} if errors is None else {"data": data, "errors": errors}
    exchange = Exchange(Case(0, asked, request_in(SentForm.MULTIPART, asked)), status, {}, b"", payload, is_json=True)
    return FormAnswer(exchange, payload)


def echoed(file, **changes):
    content = content_of(file)
    told = {"filename": file["filename"], "mimetype": file.get("type"), "size": len(content)}
    told |= {
        "sha256": hashlib.sha256(content).hexdigest(),
        "checksum": hashlib.md5(content, usedforsecurity=False).hexdigest(),
        "name": file["filename"],
    }
    return {**told, **changes}


def found(file, promise=NOTHING, **changes):
    asked = operation(ONE, file)
    return told(check_uploads([answer(asked, {"upload": echoed(file, **changes)})], knowledge(promise)))


# which fields take files, and how they are sent


def test_fields_that_take_files_are_known_by_name_specification_and_description():
    assert upload_scalars(SCHEMA) == ["Upload", "Blob", "Content"]
    assert [one.coordinate for one in upload_fields(SCHEMA)] == [
        "Mutation.upload",
        "Mutation.uploads",
        "Mutation.cover",
        "Mutation.other",
    ]
    assert "A PNG only." in upload_fields(SCHEMA)[2].told


def test_files_are_lifted_into_variables_and_sent_as_parts():
    (read,) = read_documents(SCHEMA, 'mutation { cover(cover: {title: "a", image: 1}) { ok } }', "test")
    literal = read._replace(
        selections=[read.selections[0]._replace(arguments=[("cover", {"title": "a", "image": PLAIN})])]
    )
    lifted = in_variables(SCHEMA, literal)
    assert lifted.selections[0].arguments == [
        ("cover", Variable("querious0", "Cover!", {"title": "a", "image": PLAIN}))
    ]
    assert files_in(lifted) == [PLAIN]
    request = request_in(SentForm.MULTIPART, lifted)
    assert form_of(request) is SentForm.MULTIPART
    assert list(request.body) == ["operations", "map", "0"]
    assert request.body["operations"]["variables"] == {"querious0": {"title": "a", "image": None}}
    assert request.body["map"] == {"0": ["variables.querious0.image"]}


def test_equal_files_are_one_part_for_two_places_and_their_order_is_kept():
    other = {**PLAIN, "filename": "b.txt"}
    asked = operation(SEVERAL, PLAIN, other, PLAIN)
    request = request_in(SentForm.MULTIPART, asked)
    assert request.body["map"] == {"0": ["variables.f.0", "variables.f.2"], "1": ["variables.f.1"]}
    assert files_sent(answer(asked)) == [PLAIN, other, PLAIN]


def test_files_are_replaced_place_by_place():
    asked = operation(SEVERAL, PLAIN, PLAIN)
    changed = with_files(asked, lambda place: {**PLAIN, "filename": str(place)})
    assert [file["filename"] for file in files_in(changed)] == ["0", "1"]
    assert isinstance(changed.selections[0], Field)


# what descriptions promise


@pytest.mark.parametrize(
    ("text", "promise"),
    [
        ("Uploads one file, at most 1 MB.", UploadPromise(1_000_000, 2**20 + 1)),
        ("The maximum file size is 512 KiB", UploadPromise(512 * 1024, 512 * 1024 + 1)),
        ("max size: 100 bytes", UploadPromise(100, 101)),
        ("must not exceed 2.5kB", UploadPromise(2_500, 2_561)),
        ("Files up to 4 GB", UploadPromise(0, 0)),
        ("Only PNG and image/jpeg.", UploadPromise(types=("image/jpeg", "image/png"))),
        ("A picture, such as a PNG.", UploadPromise()),
        ("Must be application/pdf, no larger than 1 KB", UploadPromise(1_000, 1_025, ("application/pdf",))),
        ("Only admins may upload. A PDF is best.", UploadPromise()),
        ("Returns at most 10 files", UploadPromise()),
        ("", UploadPromise()),
    ],
)
def test_what_a_description_promises(text, promise):
    assert promise_of(text) == promise


@pytest.mark.parametrize(
    "promise",
    [
        UploadPromise(),
        UploadPromise(1_000, 1_025),
        UploadPromise(types=("image/png",)),
        UploadPromise(types=("image/x-icon",)),
    ],
)
def test_every_edge_can_be_sent_and_is_small_in_a_report(promise):
    every = list(edges(promise))
    assert len(every) > 10
    for edge in every:
        assert len(json.dumps(edge.file)) < 2_000
        assert isinstance(content_of(edge.file), bytes)
    if promise.refused:
        assert max(len(content_of(edge.file)) for edge in every) >= promise.refused


# what must hold


@pytest.mark.parametrize("edge", list(edges(NOTHING)), ids=lambda edge: edge.file["filename"][:20])
def test_what_is_echoed_as_it_was_sent_is_healthy(edge):
    assert found(edge.file) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"filename": None, "size": None, "sha256": None, "checksum": None, "mimetype": None},
        {"mimetype": "text/plain; charset=utf-8"},
        {"sha256": "b64:abc", "checksum": "crc:1"},
        {"name": "A title"},
    ],
)
def test_what_services_may_say_otherwise(changes):
    assert found(PLAIN, **changes) == []


@pytest.mark.parametrize(
    ("file", "changes", "expected"),
    [
        (
            PLAIN,
            {"size": 8},
            "fault File.size: the size of a file is told as 8, and not as that of what was sent: 9 bytes",
        ),
        (PLAIN, {"sha256": "0" * 64}, "fault File.sha256: another sha256 than that of the file that was sent"),
        (PLAIN, {"checksum": "0" * 32}, "suspicion File.checksum: another md5 than that of the file that was sent"),
        (
            PLAIN,
            {"mimetype": "image/png"},
            'suspicion File.mimetype: the type of a file is told as "image/png", and "text/plain" was sent',
        ),
        (
            PLAIN,
            {"filename": "x"},
            'suspicion File.filename: the name of a file is told as "x", and "querious.txt" was sent',
        ),
        (
            {**PLAIN, "filename": "ü.txt"},
            {"filename": "Ã¼.txt"},
            'fault File.filename: the name of a file comes back garbled: "ü.txt" became "Ã¼.txt"',
        ),
        (
            {"filename": "a.png", "base64": "iVBORw0=", "type": "image/png"},
            {"size": 1},
            "suspicion File.size: the size of a file is told as 1, and not as that of what was sent: 5 bytes",
        ),
    ],
)
def test_what_is_another_files(file, changes, expected):
    assert found(file, **changes) == [expected]


def test_files_of_a_list_are_told_apart():
    files = [{**PLAIN, "filename": str(number), "content": "q" * (number + 1)} for number in range(3)]
    rows = [{"filename": file["filename"], "size": len(file["content"])} for file in files]
    asked = operation(SEVERAL, *files)
    assert told(check_uploads([answer(asked, {"uploads": rows})], knowledge())) == []
    swapped = told(check_uploads([answer(asked, {"uploads": rows[::-1]})], knowledge()))
    assert "fault File.size: the size of a file is told as 3, and not as that of what was sent: 1 byte" in swapped
    assert told(check_uploads([answer(asked, {"uploads": rows[:2]})], knowledge())) == []


def test_what_the_description_refuses_is_not_taken():
    promise = UploadPromise(1_000, 1_025, ("text/plain",))
    large, other = {**PLAIN, "size": 1_025}, next(edges(UploadPromise(types=("text/plain",)))).file
    assert other["type"] == "image/png"
    assert found(large, promise) == [
        "fault Mutation.upload: a file is taken that is larger than the description allows: 1,025 bytes"
    ]
    (message,) = [one for one in found(other, promise) if "Mutation" in one]
    assert (
        message == 'fault Mutation.upload: a file is taken of a type that the description does not allow: "image/png"'
    )
    assert found({**PLAIN, "size": 1_024}, promise) == []
    assert found({**PLAIN, "type": "image/png"}, promise) == []
    assert (
        told(
            check_uploads([answer(operation(ONE, large), None, errors=[{"message": "too large"}])], knowledge(promise))
        )
        == []
    )
    assert told(check_uploads([answer(operation(ONE, large), {"upload": None})], knowledge(promise))) == []


@pytest.mark.parametrize(
    ("data", "taken"),
    [
        ({"upload": {"size": 1}}, True),
        ({"upload": None}, False),
        ({"cover": {"ok": True, "errors": []}}, True),
        ({"cover": {"ok": False}}, None),
        ({"cover": {"ok": True, "errors": ["no"]}}, None),
        ({"other": False}, None),
    ],
)
def test_whether_an_upload_was_carried_out(data, taken):
    assert was_taken(answer(operation(ONE, PLAIN), data)) is taken


def test_a_file_that_people_send_is_refused_between_plain_ones():
    odd = {**PLAIN, "filename": "a file.txt"}
    good, bad = (
        answer(operation(ONE, PLAIN), {"upload": {"size": 9}}),
        answer(operation(ONE, odd), None, errors=[{"message": "no"}]),
    )
    assert told(check_uploads([good, bad, good, bad, good], knowledge())) == [
        'suspicion Mutation.upload: a file is refused that a plain one is not: "a file.txt", 9 bytes'
    ]
    assert told(check_uploads([good, bad, bad, bad, good], knowledge())) == []
    assert told(check_uploads([bad], knowledge())) == []


def test_a_stream_that_several_places_share_is_not_held_against_anybody():
    asked = operation(SEVERAL, PLAIN, PLAIN)
    rows = [{"filename": PLAIN["filename"], "size": size} for size in (9, 0)]
    assert told(check_uploads([answer(asked, {"uploads": rows})], knowledge())) == []


def test_lists_of_files_are_made_longer():
    assert files_in(with_several(operation(SEVERAL, PLAIN))) == [PLAIN] * 3
    assert files_in(with_several(operation(ONE, PLAIN))) == [PLAIN]
