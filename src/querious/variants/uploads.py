"""Files at their edges, and what an answer to an upload must say of them.

What is certain: a file that the description refuses by its size or type is taken; what the answer calls the size or the
SHA-256 (MD5, SHA-1) of a file is another one's; a name comes back garbled, each of its letters as two or three. That a
name or a type is another one is a suspicion: services rename files and look into them. So is a refusal of a file that
is within what the description says: whose name, content or emptiness a service does not want, it need not say.
"""

from __future__ import annotations

import hashlib
import re
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.objects import objects_in
from querious.answers.response import SERVER_ERROR, errors_of, message_of
from querious.model import Severity
from querious.model.known_files import KNOWN_FILES, ODD_NAMES, ORDINARY_NAMES, renamed
from querious.model.operation import fields
from querious.model.request_body import content_of
from querious.model.shape import path_text
from querious.text.display import plural
from querious.text.words import folded, words
from querious.variants.agreement import shown
from querious.variants.form_answers import UploadPromise, data_in
from querious.variants.variant import VariantMismatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.answers.objects import PlacedObject
    from querious.model import JSON, Operation
    from querious.variants.form_answers import FormAnswer, FormKnowledge


class UploadRule(NamedTuple):
    """The rule as the reference shows it."""

    name: str
    about: str
    """What must hold, in one line."""


RULE: Final = UploadRule("upload", "an answer to an upload tells of the file that was sent, within what is described")
NAME: Final = RULE.name

_WORDS: Final = {"png": "image/png", "pdf": "application/pdf", "csv": "text/csv", "json": "application/json"}
_SUCCESS: Final = frozenset({"success", "ok", "successful"})
_SIZES: Final = frozenset({"size", "filesize", "bytes", "bytesize", "bytelength", "sizeinbytes", "contentlength"})
_NAMES: Final = frozenset({"filename", "originalname", "originalfilename"})
_TYPES: Final = frozenset({"mimetype", "contenttype", "mediatype", "type", "mime"})
_HASHES: Final = frozenset({"sha256", "sha1", "md5", "sha256sum", "md5sum", "checksum", "hash", "digest", "sha256hash"})
_OF_FILES: Final = frozenset((*_SIZES, *_NAMES, *_TYPES, *_HASHES, "name", "url", "path", "encoding", "extension"))
_LIKE_A_FILE: Final = frozenset(
    {"file", "upload", "document", "image", "attachment", "media", "asset", "blob", "photo", "picture", "avatar"}
)
_ALGORITHMS: Final = {32: "md5", 40: "sha1", 64: "sha256"}
_HEX: Final = re.compile(r"[0-9a-fA-F]+")
_NUMBERED: Final = re.compile(r"^\d+-")
_MOST_OBJECTS: Final = 100
_LARGEST: Final = 8 * 2**20
"""Bytes of a file that is sent to see whether a limit is held."""
_UNITS: Final = {"b": (1, 1), "k": (1_000, 2**10), "m": (1_000_000, 2**20), "g": (10**9, 2**30)}
_LIMIT: Final = re.compile(
    r"(?:at most|up to|max(?:imum|imal|\.)?(?: (?:file )?size)?(?: (?:is|of))?:?"
    r"|(?:no|not|not be) (?:more|larger|bigger|greater) than|(?:not|must not|may not) exceed"
    r"|limit(?:ed)?(?: (?:is|of|to))?:?)\s*(\d+(?:\.\d+)?)\s*(bytes?|[kmg]i?b)\b",
    re.IGNORECASE,
)
_MEDIA: Final = re.compile(r"\b(?:image|text|application|audio|video)/(?:\*|[\w+-]+(?:\.[\w+-]+)*)")
_ONLY: Final = re.compile(r"\b(?:only|must be|nothing but|has to be|no other)\b", re.IGNORECASE)


class UploadEdge(NamedTuple):
    """A file at an edge."""

    file: dict[str, JSON]
    repeated: bool = False
    """Whether a refusal is asked again: somebody may well want to send such a file."""


def promise_of(text: str) -> UploadPromise:
    """What the words promise; a limit in MB may be meant either way, so it is refused beyond both."""
    found = _LIMIT.search(text)
    accepted = refused = 0
    if found:
        number, unit = float(found[1]), found[2].lower()
        decimal, binary = _UNITS[unit[0]]
        accepted = int(number * (binary if "i" in unit else decimal))
        refused = int(number * binary) + 1
    types = list(_MEDIA.findall(text))
    types += [kind for word, kind in _WORDS.items() if re.search(rf"\b{word}s?\b", text, re.IGNORECASE)]
    sentences = [one for one in re.split(r"(?<=[.;\n])", text) if _ONLY.search(one)]
    is_exclusive = any(_MEDIA.search(one) or any(word in one.lower() for word in _WORDS) for one in sentences)
    return UploadPromise(
        accepted if accepted <= _LARGEST else 0,
        refused if refused <= _LARGEST else 0,
        tuple(dict.fromkeys(types)) if is_exclusive else (),
    )


def plain_file(promise: UploadPromise) -> dict[str, JSON]:
    """One that is taken if any is."""
    kinds = promise.types or ("text/plain",)
    known = (file for kind, file in KNOWN_FILES.items() if any(_covers(allowed, kind) for allowed in kinds))
    return next(known, {**KNOWN_FILES["text/plain"], "type": kinds[0]})


def edges(promise: UploadPromise) -> Iterator[UploadEdge]:
    """Files at the edges of sizes, names and types, the most telling first."""
    plain = plain_file(promise)
    is_text = "content" in plain
    if promise.refused:
        yield UploadEdge({**plain, "size": promise.refused})
    if promise.types:
        others = [file for file in KNOWN_FILES.values() if _unwanted(file, promise)]
        if others:
            yield UploadEdge(others[0])
    if promise.accepted and is_text:
        yield UploadEdge({**plain, "size": promise.accepted}, repeated=True)
    if is_text:
        yield UploadEdge({**plain, "content": "", "size": 0})
        yield UploadEdge({**plain, "content": "q"})
    for name in (*ORDINARY_NAMES, *ODD_NAMES):
        yield UploadEdge(renamed(plain, name), repeated=name in ORDINARY_NAMES)
    yield UploadEdge({**plain, "type": ""})
    yield UploadEdge({**plain, "type": "querious"})
    if not promise.types:
        for file in KNOWN_FILES.values():
            yield UploadEdge(file)
        yield UploadEdge({**KNOWN_FILES["image/png"], "type": "text/plain"})
        yield UploadEdge({**plain, "content": "a\r\n--boundary\r\n\x00\r\n--querious--\r\n"})
        yield UploadEdge({**plain, "size": 70_000})


def is_plain(file: JSON, promise: UploadPromise) -> bool:
    """Whether it is one of those that are taken if any is."""
    plain = plain_file(promise)
    return all(file.get(key) == plain.get(key) for key in ("content", "base64", "type", "size"))


# what must hold


def was_taken(answer: FormAnswer) -> bool | None:
    """Whether an upload was carried out; None where the answer does not tell, or in words of its own."""
    data = data_in(answer.payload)
    if data is None or any(value is None for value in data.values()):
        return False
    return None if any(map(_tells_of_failure, data.values())) else True


def _tells_of_failure(value: JSON) -> bool:
    if isinstance(value, list):
        return any(map(_tells_of_failure, value))
    if not isinstance(value, dict):
        return value is False
    for key, item in value.items():
        if folded(key) in _SUCCESS and item is not True:
            return True
        if "error" in folded(key) and item not in (None, [], ""):
            return True
    return False


def check_uploads(trace: Sequence[FormAnswer], knowledge: FormKnowledge) -> Iterator[VariantMismatch]:
    """What the last answer says that is not so, and what was taken or refused otherwise than the description says."""
    last = trace[-1]
    files = files_sent(last)
    if not files or last.exchange.failure is not None:
        return
    coordinate = field_of(last.operation)
    promise = knowledge.promise(coordinate)
    unwanted = next(filter(None, (_unwanted(file, promise) for file in files)), "")
    if unwanted and was_taken(last):
        yield VariantMismatch(coordinate, f"a file is taken {unwanted}", excerpt=shown(last.payload))
    yield from _echoes(last, files, knowledge)
    yield from _refusal(trace, coordinate, promise)


def _unwanted(file: JSON, promise: UploadPromise) -> str:
    """Why the description refuses a file, in words; empty where it does not."""
    size = len(content_of(file))
    if promise.refused and size >= promise.refused:
        return f"that is larger than the description allows: {plural(size, 'byte')}"
    kind = file.get("type", "")
    # Only what is of another type through and through: services go by the name, the content, or what they are told.
    is_what_it_says = kind in KNOWN_FILES and content_of(file) == content_of(KNOWN_FILES[kind])
    if promise.types and is_what_it_says and not any(_covers(allowed, kind) for allowed in promise.types):
        return f"of a type that the description does not allow: {shown(kind)}"
    return ""


def _covers(allowed: str, kind: str) -> bool:
    return allowed == kind or (allowed.endswith("/*") and kind.startswith(allowed[:-1]))


def _refusal(trace: Sequence[FormAnswer], coordinate: str, promise: UploadPromise) -> Iterator[VariantMismatch]:
    """A file that somebody may want to send is refused twice, and plain ones are taken before, between and after."""
    odd = [answer for answer in trace if not _has_plain_files(answer, promise)]
    plain = [answer for answer in trace if _has_plain_files(answer, promise)]
    is_between = len(odd) > 1 and len(plain) > len(odd)
    if (
        not is_between
        or not all(was_taken(one) is True for one in plain)
        or any(was_taken(one) is not False for one in odd)
    ):
        return
    file = files_sent(odd[-1])[0]
    step = max(place for place, answer in enumerate(trace) if answer is odd[-1])
    size = len(content_of(file))
    messages = [message_of(error) for error in errors_of(odd[-1].payload)]
    told = f"a file is refused that a plain one is not: {shown(file['filename'])}, {plural(size, 'byte')}"
    if odd[-1].exchange.status < SERVER_ERROR:
        why = shown(messages[0]) if messages else ""
        yield VariantMismatch(coordinate, told, step, Severity.SUSPICION, excerpt=why)


def _has_plain_files(answer: FormAnswer, promise: UploadPromise) -> bool:
    plain = plain_file(promise)
    return all(
        is_plain(file, promise) and _NUMBERED.sub("", file["filename"]) == plain["filename"]
        for file in files_sent(answer)
    )


def numbered(file: dict[str, JSON], place: int) -> dict[str, JSON]:
    """The file under a name that tells its place, so that no two are alike."""
    return {**file, "filename": f"{place}-{file['filename']}"} if place else file


def field_of(operation: Operation) -> str:
    """The coordinate of the mutation that takes the files."""
    return next((node.coordinate for node in fields(operation.selections)), "")


def files_sent(answer: FormAnswer) -> list[dict[str, JSON]]:
    """The files of a request, in the order of their places."""
    body = answer.exchange.case.request.body
    places = body.get("map") if isinstance(body, dict) else None
    found: list[tuple[list[tuple[int, str]], dict[str, JSON]]] = []
    for number, paths in places.items() if isinstance(places, dict) else ():
        for path in paths:
            steps = [(int(step), "") if step.isdecimal() else (-1, step) for step in path.split(".")]
            found.append((steps, body[number]))
    return [file for _, file in sorted(found, key=itemgetter(0))]


# what an answer says of a file


def _echoes(
    answer: FormAnswer, files: Sequence[dict[str, JSON]], knowledge: FormKnowledge
) -> Iterator[VariantMismatch]:
    data = data_in(answer.payload)
    # Many servers hand out one stream for all places of a part, and whoever reads it first leaves nothing.
    is_shared = any(len(paths) > 1 for paths in answer.exchange.case.request.body["map"].values())
    if data is None or is_shared:
        return
    rows: dict[tuple[str | int, ...], list[Any]] = {}
    for found in objects_in(knowledge.shape_of(answer.operation), data, _MOST_OBJECTS):
        if _speaks_of_a_file(found.value, found.shape.typename):
            is_row = bool(found.path) and isinstance(found.path[-1], int)
            rows.setdefault(found.path[:-1] if is_row else found.path, []).append(found)
    for group in rows.values():
        if len(group) == len(files):
            for file, found in zip(files, group, strict=True):
                yield from _told_otherwise(found, file)


def _told_otherwise(found: PlacedObject, file: dict[str, JSON]) -> Iterator[VariantMismatch]:
    """What an object says of a file, and what is not so."""
    for key, value in found.value.items():
        field = found.shape.fields.get(key)
        told = _echo(folded(field.name if field is not None else key), value, file)
        if told is not None:
            coordinate = field.coordinate if field is not None else found.shape.typename
            severity, message = told
            yield VariantMismatch(coordinate, message, -1, severity, path_text((*found.path, key)), shown(value))


def _speaks_of_a_file(value: dict[str, Any], typename: str) -> bool:
    """Whether an object has two members that files have, or a type that is called like one."""
    told = sum(folded(key) in _OF_FILES for key in value)
    return told > 1 or (told == 1 and not _LIKE_A_FILE.isdisjoint(words(typename)))


def _echo(name: str, value: JSON, file: dict[str, JSON]) -> tuple[Severity, str] | None:
    content = content_of(file)
    is_image = str(file.get("type", "")).startswith("image/") or "base64" in file
    # Services make images smaller, and look into what they are given.
    certainly = Severity.SUSPICION if is_image else Severity.FAULT
    if name in _SIZES and isinstance(value, int) and not isinstance(value, bool) and value != len(content):
        return (
            certainly,
            f"the size of a file is told as {value}, and not as that of what was sent: {plural(len(content), 'byte')}",
        )
    if name in _HASHES and isinstance(value, str):
        algorithm = _ALGORITHMS.get(len(value)) if _HEX.fullmatch(value) else None
        if algorithm is None or hashlib.new(algorithm, content, usedforsecurity=False).hexdigest() == value.lower():
            return None
        is_named = algorithm in name
        return (
            certainly if is_named else Severity.SUSPICION
        ), f"another {algorithm} than that of the file that was sent"
    if name in {*_NAMES, "name"} and isinstance(value, str) and value != file["filename"]:
        sent = str(file["filename"])
        garbled = not sent.isascii() and value == sent.encode("utf-8", "replace").decode("latin-1")
        if garbled:
            return Severity.FAULT, f"the name of a file comes back garbled: {shown(sent)} became {shown(value)}"
        if name in _NAMES and sent == plain_file(UploadPromise())["filename"]:
            return Severity.SUSPICION, f"the name of a file is told as {shown(value)}, and {shown(sent)} was sent"
    if name in _TYPES and isinstance(value, str) and "/" in value and file.get("type") == "text/plain" and not is_image:
        told = value.partition(";")[0].strip().lower()
        if told != "text/plain":
            return Severity.SUSPICION, f'the type of a file is told as {shown(value)}, and "text/plain" was sent'
    return None
