"""What may be behind a finding, read off its evidence; two findings that share one of these may be one fault.

- ``frame``: the line of the API's own code, where a stack trace leaks.
- ``words``: what the server said, without what it repeats, wherever it said so. Words that are shown instead of an
  exception ("Internal server error") say nothing of the cause, and the words for a broken promise ("Cannot return null
  for non-nullable field User.name") are those of the GraphQL library: neither makes two places one.
- ``attribute``: the same complaint about fields of the same name, on whichever types.
- ``argument``: the same complaint with an argument or input field of the same name. As long as a finding is not shrunk
  it has many arguments that have nothing to do with it.
- ``value``: the same member of an enum, or a word of it (``DESC`` in ``NAME_DESC``), for what is asked to be sorted.
- ``type``: the same complaint about fields of one type, where the words say nothing.
- ``scalar``: values of one scalar are wrong at many fields.
- ``shape``: objects of one type lack fields, or have others than were asked for; or an object in an answer of one REST
  operation lacks properties, or has others than the description says.
- ``conditions``: fields are there that ``@skip`` or ``@include`` leave out, wherever they stand.
- ``typename``: objects of one type stand where only others can, whatever holds them.
- ``flaw``: an operation with the same kind of flaw is accepted, whichever names it holds.
- ``promise``: answers of REST operations break the description in the same words about a member of the same name, of
  whichever object: they share what they promise.
- ``status``: operations answer with the same status where the same others are documented.
- ``bound``: the same value is refused with the same status, although the description allows it, of whichever parameter.
- ``failure``: an operation fails with the same words in a single call and in a sequence of commands.
- ``call``: many REST operations of one method and one form of path fail alike with no more than what names an entry.
- ``told``: a member of the objects that a REST operation answers, which contradicts other operations, the description,
  or what the list was filtered by.
- ``filters``: a REST list is wrong where it is filtered by several members at once.
- ``collection``: rows of a list, what its entries show, what deletes them, their keys or their preconditions.
- ``sort``: in which order rows of a REST list come, whichever is asked for.
- ``action``: an action of a REST API does or answers something else than it should, to whichever members and entries.
- ``answer``: the same request, answered with the same status, is undocumented and contradicts other answers.
- ``read``: GET and HEAD of one path fail with the same parameters.
- ``route``: values of objects that come through one field disagree with those that come through others.
- ``command``: the last command of a sequence that changes a collection; those after it only read what it did.
- ``entry``: one member of entries is shown otherwise than it was written, in the same way, in whichever collection.
- ``member``: what a list tells of itself, its count or whether more follows, whichever rule says that it is wrong.
- ``pages``: pages of a list lose or repeat rows, or are wrong about what follows, whichever rule says so.
- ``ties``: pages lose or repeat rows that are alike in what they are sorted by: nothing else orders them, in any list.
- ``page``: all lists tell the same untruth of their pages, or take a size of 0 in the same way: they share that code.
- ``size``: many lists give more rows than a page of the size that was asked for, by the same arguments.
- ``key``: an exception that tells no more than a name, such as the key that was not there; in many places it is one.
- ``unknown``: many look-ups answer to keys that nobody knows: the part of them that they do not look at is the same.
- ``twice``: one field is asked for twice in one place, and what stands below it fails or is not as it should be.
- ``form``: another way of asking for the same, a fragment or an alias, wherever it is answered differently.

Some are as good as proof that two findings are one (``PROOFS``): the same line of code (``frame``), the same smallest
requests, whatever their values (``core``), the same field whose values disagree, by whichever rule (``facts``), an API
that orders rows by nothing but what it was asked for (``ties``).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from querious.answers.fault.traces import texts
from querious.answers.pages import PageMember, member_of
from querious.answers.response import SERVER_ERROR, errors_of, message_of, path_of, sent_strings
from querious.causes.broken_descriptions import of_description
from querious.causes.collection_rules import of_collection
from querious.causes.contradictions import of_contradiction
from querious.causes.entry_members import of_member
from querious.causes.failed_calls import of_failed_call
from querious.causes.messages import is_masked, name_of, words_of
from querious.model.operation import Field, fields, walk
from querious.model.state import Command
from querious.model.values import EnumValue, Variable
from querious.text.words import written_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import Case, Exchange, Finding, Selection
    from querious.model.state import CommandSequence

Cause: TypeAlias = tuple[str, ...]
"""Its kind, and what there is to tell it from others of that kind."""

_SAID_BY_SERVER: Final = frozenset({"server_fault", "server_error", "refused_valid"})
"""Rules whose message repeats the server's own words after a colon."""
_ABOUT_ORDER: Final = "sort"
"""The relation that asks with a key and a direction: one of the two is at fault, and not the argument as such."""
_ABOUT_FORM: Final = "selection"
"""The relation that asks for the same in another form: the form is at fault, not the field that shows it."""
_ABOUT_PAGES: Final = "pagination"
"""The relation that says what is wrong with pages."""
_ABOUT_LISTS: Final = frozenset(
    {"pagination", "filter", "filter-logic", "sort", "partition", "kinds", "search", "counts"}
)
"""Relations that blame a list, in which many things can be wrong; all others blame a field for the values it shows."""
PROOFS: Final = frozenset({"frame", "core", "facts", "ties", "answer"})
"""Kinds of causes that findings cannot share by chance."""
_EXTRA: Final = re.compile(r"an object of type (\w+) holds a key")
_MISSING: Final = "the requested field is missing"
_IMPOSSIBLE: Final = re.compile(r"__typename must be .*, got (.+)")
_CONDITIONS: Final = frozenset({"skip", "include"})
_LAX: Final = "accepted_invalid"
"""The rule that tells of operations that should have been refused."""
_NUMBER: Final = re.compile(r"\d+")
_NO_NULL: Final = re.compile(r"non-?null", re.IGNORECASE)
_THROUGH: Final = re.compile(r'through "([^"]*\w[^"]*)"')
"""The way by which a relation says that it came to a value."""
_LEAF: Final = re.compile(r"expected (?:a member of )?\w+")
_TOKEN: Final = re.compile(r"\w+")
_FRAME: Final = re.compile(
    r'File "(?P<python>[^"\n]+)", line (?P<line>\d+)'
    r"|^\s*at (?P<other>.*[/\\.](?:[cm]?[jt]sx?|java|kt|scala|cs|rb|php|go):(?:line )?\d+).*$",
    re.MULTILINE,
)
_OF_OTHERS: Final = re.compile(r"node_modules|site-packages|dist-packages|node:|[/\\]vendor[/\\]|<anonymous>")
_REWORDING: Final = re.compile(r"\b(?:in a fragment|under an alias|with a (?:variable|literal)|in another order)\b")
"""How a request was worded otherwise; see the relation ``selection``."""
_LOST_ROWS: Final = re.compile(
    r"\b(?:repeats|leaves out) rows\b|\bpages tell rows\b|\bpages together hold\b|\balthough there are more\b"
)
_LOST_TIES: Final = re.compile(r"\bpages tell rows with the same\b")
_UNKNOWN_KEY: Final = re.compile(r"^looked up by an unknown (\w+)")
_PAGE_TOO_LARGE: Final = re.compile(r"\bfor a page of at most \d+$")
_PAGE_OF_NOTHING: Final = re.compile(r"\bfor a page of 0$")
_BARE_NAME: Final = re.compile(r"'\w+'")
_KEY: Final = re.compile(r"[^\W\d]\w*")


def possible_causes(finding: Finding) -> frozenset[Cause]:
    """Everything that may be behind it."""
    found = {*_of_place(finding), *_of_frame(finding), *_of_core(finding)}
    if finding.sequence is not None:
        found.update(_of_sequence(finding.coordinate, finding.sequence))
        found.update(of_member(finding))
        found.update(of_collection(finding))
    elif finding.trace:
        found.update(_of_relation(finding))
    elif finding.oracle in _SAID_BY_SERVER:
        found.update(_of_server_words(finding))
    elif finding.exchange.case.is_graphql:
        found.update(_of_broken_promise(finding))
    if not finding.exchange.case.is_graphql:
        found.update(of_description(finding))
        found.update(of_failed_call(finding))
        found.update(of_collection(finding))
        if finding.trace:
            found.update(of_contradiction(finding))
    return frozenset(found)


def _of_broken_promise(finding: Finding) -> Iterator[Cause]:
    """Where an answer is not as the schema promises."""
    if _LEAF.match(finding.message):
        yield "scalar", finding.oracle, words_of(finding)
    extra = _EXTRA.match(finding.message)
    if extra:
        yield "shape", finding.oracle, extra[1]
        if _has_conditions(finding.exchange.case):
            yield "conditions", finding.oracle
    elif _MISSING in finding.message:
        yield "shape", finding.oracle, finding.coordinate.rpartition(".")[0]
    impossible = _IMPOSSIBLE.match(finding.message)
    if impossible:
        yield "typename", impossible[1]
    if finding.oracle == _LAX:
        names = _names_in(finding.exchange.case)
        yield "flaw", _TOKEN.sub(lambda token: "<>" if token[0] in names else token[0], finding.message)


def _names_in(case: Case) -> set[str]:
    """The types, fields and arguments of an operation."""
    names = set()
    for node in walk(case.operation.selections):
        if isinstance(node, Field):
            names |= {node.parent, node.name, *(name for name, _ in node.arguments)}
        else:
            names.add(node.on)
    return names


def _has_conditions(case: Case) -> bool:
    """Whether it has a condition anywhere, on a field or a fragment."""
    return any(one.name in _CONDITIONS for node in walk(case.operation.selections) for one in node.directives)


def _of_place(finding: Finding) -> Iterator[Cause]:
    yield "attribute", finding.oracle, name_of(finding), words_of(finding)


def _of_sequence(collection: str, sequence: CommandSequence) -> Iterator[Cause]:
    changes = [step.verb for step in sequence.steps if not step.verb.only_reads]
    if changes:
        last = changes[-1]
        yield "command", collection, Command.PATCH.value if last is Command.PUT else last.value


def _of_server_words(finding: Finding) -> Iterator[Cause]:
    words = words_of(finding)
    kind = finding.coordinate.rpartition(".")[0]
    if _NO_NULL.search(finding.message) and finding.coordinate in finding.message:
        return
    if not is_masked(finding):
        yield "words", finding.oracle, words
        yield from _of_errors_beside(finding)
        return
    said = finding.message.partition(": ")[2]
    if _BARE_NAME.fullmatch(said) and said[1:-1] not in sent_strings(finding.exchange):
        yield "key", finding.oracle, said
    operation = finding.exchange.case.operation
    if finding.shrunk and _asks_twice(operation.selections):
        yield "twice", finding.oracle, words
    if _is_below_twice(finding):
        yield ("twice",)
    if kind and kind != operation.root:
        yield "type", finding.oracle, kind, words
    for argument in _arguments_at(finding):
        yield "argument", finding.oracle, argument, words


def _of_errors_beside(finding: Finding) -> Iterator[Cause]:
    """What else went wrong in the smallest request: it was needed, so this error only follows, as in a transaction."""
    kind, _, _ = finding.message.partition(": ")
    own = _KEY.findall(finding.path)[1:]
    for error in errors_of(finding.exchange.payload) if finding.shrunk else ():
        way = [step for step in path_of(error) or () if isinstance(step, str)]
        if way and way == own[: len(way)]:
            continue  # nothing in the request is there for that one alone
        other = replace(finding, message=f"{kind}: {message_of(error)}")
        if not is_masked(other) and not _NO_NULL.search(other.message):
            yield "words", finding.oracle, words_of(other)


def _of_relation(finding: Finding) -> Iterator[Cause]:
    mentioned = set(_TOKEN.findall(finding.message))
    operations = [exchange.case.operation.selections for exchange in finding.trace]
    if finding.oracle == _ABOUT_FORM:
        rewording = _REWORDING.search(finding.message)
        yield "form", rewording[0] if rewording else words_of(finding)
    if finding.exchange.case.is_graphql and finding.oracle not in _ABOUT_LISTS:
        yield "facts", finding.coordinate
        yield from (("unknown", finding.oracle, key) for key in _UNKNOWN_KEY.findall(finding.message))
        for route in _THROUGH.findall(finding.message):
            yield "route", finding.oracle, route
            yield "route", finding.oracle, _TOKEN.findall(route)[0]
    members = [word for word in mentioned if member_of(word) is not None]
    yield from _of_pages(finding, members)
    if _is_below_twice(finding):
        yield ("twice",)
    for word in members:
        yield "member", name_of(finding), word
    for argument, value in _leaves_in(operations):
        if isinstance(value, EnumValue) and value in mentioned and finding.oracle == _ABOUT_ORDER:
            for word in written_words(value):
                yield "value", finding.oracle, name_of(finding), argument, word
        elif argument in mentioned and finding.oracle != _ABOUT_ORDER:
            yield "argument", "", name_of(finding), argument


def _of_pages(finding: Finding, members: Sequence[str]) -> Iterator[Cause]:
    """What is wrong with the pages of a list; ``members``: what the message says that a list tells of itself."""
    tells_of_next = any(member_of(word) is PageMember.NEXT for word in members)
    if finding.oracle in _ABOUT_LISTS and (tells_of_next or _LOST_ROWS.search(finding.message)):
        yield "pages", name_of(finding)
    if _LOST_TIES.search(finding.message):
        yield ("ties",)
    if finding.oracle != _ABOUT_PAGES:
        return
    if members or _PAGE_OF_NOTHING.search(finding.message):
        yield "page", words_of(finding)
    arguments = _arguments_at(finding) if _PAGE_TOO_LARGE.search(finding.message) else ()
    if arguments:
        yield "size", *sorted(arguments)


def _of_frame(finding: Finding) -> Iterator[Cause]:
    """The innermost line of a stack trace that is the API's own: last in Python, first elsewhere."""
    for text in _texts_of_error(finding.exchange):
        own = [frame for frame in _FRAME.finditer(text) if not _OF_OTHERS.search(frame[0])]
        if own:
            frame = own[-1] if own[-1]["python"] else own[0]
            yield "frame", frame[0].strip()
            return


def _texts_of_error(exchange: Exchange) -> Iterator[str]:
    """What lies beside the first error of GraphQL; the whole answer of REST where the server failed."""
    payload = exchange.payload
    if exchange.case.is_graphql:
        yield from (text for error in errors_of(payload)[:1] for _, text in texts(error))
    elif exchange.status >= SERVER_ERROR:
        if isinstance(payload, dict):
            yield from (text for _, text in texts(payload))
        else:
            yield exchange.body.decode("utf-8", "replace")


def _of_core(finding: Finding) -> Iterator[Cause]:
    """Shrunk requests, without their values. What a single field alone shows is told by its place."""
    if not finding.shrunk or finding.sequence is not None or not finding.exchange.case.is_graphql:
        return
    shapes = dict.fromkeys(_shape(exchange.case) for exchange in finding.steps)
    if len(shapes) > 1 or "(" in "".join(shapes):
        yield "core", *shapes


def _shape(case: Case) -> str:
    return "".join(_selection_shape(one) for one in case.operation.selections)


def _selection_shape(node: Selection) -> str:
    inside = "".join(_selection_shape(child) for child in node.children)
    below = f"{{{inside}}}" if inside else ""
    if not isinstance(node, Field):
        return below
    arguments = " ".join(sorted(name for name, _ in node.arguments))
    return f" {node.name}({arguments}){below}" if arguments else f" {node.name}{below}"


def _arguments_at(finding: Finding) -> set[str]:
    """Names of arguments and input fields, wherever the field at fault is asked for."""
    selections = finding.exchange.case.operation.selections
    at_fault = [node for node in fields(selections) if node.coordinate == finding.coordinate]
    return {name for node in at_fault for name, _ in _leaves(node.arguments)}


def _asks_twice(selections: Sequence[Selection]) -> bool:
    """Whether a field is asked for twice in one place, under two names."""
    names = Counter(node.coordinate for node in selections if isinstance(node, Field))
    return any(count > 1 for count in names.values()) or any(_asks_twice(node.children) for node in selections)


def _is_below_twice(finding: Finding) -> bool:
    """Whether a field of an object stands twice on the way to the place at fault; look-ups by alias are of the root."""
    keys = _KEY.findall(finding.path)[1:]
    return any(_passes_twice(exchange.case.operation.selections, keys) for exchange in finding.steps)


def _passes_twice(selections: Sequence[Selection], keys: Sequence[str]) -> bool:
    """Whether one of the keys but the first is that of an object or list which is asked for twice."""
    for key in keys:
        level = list(_fields_of(selections))
        found = [node for node in level if node.key == key]
        alike = [node for node in level if found and node.coordinate == found[0].coordinate]
        if len(alike) > len(found) > 0 and found[0].children and key != keys[0]:
            return True
        selections = [child for node in found for child in node.children]
    return False


def _fields_of(selections: Sequence[Selection]) -> Iterator[Field]:
    """The fields of one object, those in fragments too."""
    for node in selections:
        if isinstance(node, Field):
            yield node
        else:
            yield from _fields_of(node.children)


def _leaves_in(operations: Sequence[Sequence[Selection]]) -> Iterator[tuple[str, Any]]:
    for selections in operations:
        for node in fields(selections):
            yield from _leaves(node.arguments)


def _leaves(arguments: Sequence[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Every argument and input field with its name, those that hold others too."""
    for name, value in arguments:
        inner = value.value if isinstance(value, Variable) else value
        yield name, inner
        for item in inner if isinstance(inner, list) else [inner]:
            if isinstance(item, dict):
                yield from _leaves(list(item.items()))
