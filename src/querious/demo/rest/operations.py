"""What can be done to a collection, healthily. One class for all: the tables of ``kinds`` say what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.rest import schemas
from querious.demo.rest.checking import mistake
from querious.demo.rest.exchange import Answer, Ask, Operation
from querious.demo.rest.kinds import KINDS, Removal
from querious.demo.rest.paging import page
from querious.demo.rest.refusal import RefusalError
from querious.demo.rest.shop import completed, merged

if TYPE_CHECKING:
    from querious.demo.rest.kinds import Kind
    from querious.demo.rest.shop import Entry, Shop, Table
    from querious.model.values import JSON

_OK: Final = 200
_CREATED: Final = 201
_NO_CONTENT: Final = 204


class Desk:
    """Serves one collection. A request is refused in this order: 404 or 410, 422, 409, and 412 last, as HTTP has it."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self._sent = schemas.sent(kind)
        self._change = schemas.change(kind)

    async def list(self, shop: Shop, ask: Ask) -> Answer:
        """All that is neither removed nor in the trash."""
        table = self._table(shop, ask)
        rows = table.under(ask.parent)
        return Answer(_OK, page(self.kind, rows, ask.query, lambda entry: view(self.kind, entry)))

    async def create(self, shop: Shop, ask: Ask) -> Answer:
        """A new entry under a new key."""
        table = self._table(shop, ask)
        value = self._checked(shop, ask.body, "")
        return self._created(shop.add(table, value, ask.parent))

    async def read(self, shop: Shop, ask: Ask) -> Answer:
        """One entry; one in the trash too."""
        return self._shown(self._found(shop, ask))

    async def replace(self, shop: Shop, ask: Ask) -> Answer:
        """What is not given is as it would be in a new entry."""
        table = self._table(shop, ask)
        if self.kind.own_key and ask.key not in table.entries:
            return self._put_new(shop, ask, table)
        entry = self._found(shop, ask)
        value = self._checked(shop, ask.body, entry.key)
        require_match(entry, ask)
        shop.update(entry, value)
        return self._shown(entry)

    async def change(self, shop: Shop, ask: Ask) -> Answer:
        """What is not given stays as it is."""
        entry = self._found(shop, ask)
        require_fit(ask.body, self._change)
        value = self._checked(shop, merged(entry.value, ask.body), entry.key)
        require_match(entry, ask)
        shop.update(entry, value)
        return self._shown(entry)

    async def delete(self, shop: Shop, ask: Ask) -> Answer:
        """Take an entry out, as the collection's removal says. To put into the trash twice changes nothing."""
        table = self._table(shop, ask)
        entry = self._found(shop, ask)
        if shop.referring(self.kind, ask.key):
            raise RefusalError(409, f"something still refers to this {self.kind.noun}")
        require_match(entry, ask)
        if self.kind.removal is Removal.TRASH:
            entry.trashed = True
            return Answer(_NO_CONTENT, key=ask.key)
        shop.remove(table, ask.key)
        if self.kind.removal is Removal.TOMBSTONE:
            table.tombstones.add(ask.key)
        return Answer(_NO_CONTENT, key=ask.key)

    async def empty(self, shop: Shop, ask: Ask) -> Answer:
        """Remove all that is in the trash."""
        table = self._table(shop, ask)
        for key in [entry.key for entry in table.entries.values() if entry.trashed]:
            shop.remove(table, key)
        return Answer(_NO_CONTENT)

    def _table(self, shop: Shop, ask: Ask) -> Table:
        if self.kind.parent and ask.parent not in shop.tables[self.kind.parent].entries:
            raise RefusalError(404, f"there is nothing of {self.kind.parent} with this key")
        return shop.tables[self.kind.name]

    def _found(self, shop: Shop, ask: Ask) -> Entry:
        table = self._table(shop, ask)
        entry = table.entries.get(ask.key)
        if entry is not None and entry.parent == ask.parent:
            return entry
        if ask.key in table.tombstones:
            raise RefusalError(410, f"this {self.kind.noun} was deleted")
        raise RefusalError(404, f"there is no such {self.kind.noun}")

    def _checked(self, shop: Shop, body: JSON, key: str) -> dict[str, JSON]:
        """The body, whole; refused if it does not fit, refers to nothing, or takes what another entry has."""
        require_fit(body, self._sent)
        value = completed(body, self.kind.fields)
        name, wanted = self.kind.reference
        if name and value[name] not in shop.tables[wanted].entries:
            raise RefusalError(422, f"{name} names nothing of {wanted}")
        unique = self.kind.unique
        if unique and value[unique] is not None:
            others = (entry for entry in shop.tables[self.kind.name].entries.values() if entry.key != key)
            if any(entry.value[unique] == value[unique] for entry in others):
                raise RefusalError(409, f"another {self.kind.noun} has this {unique}")
        return value

    def _put_new(self, shop: Shop, ask: Ask, table: Table) -> Answer:
        require_fit(ask.key, self.kind.key_schema)
        value = self._checked(shop, ask.body, ask.key)
        if ask.if_match:
            raise RefusalError(412, f"there is no such {self.kind.noun}")
        return self._created(shop.add(table, value, key=ask.key))

    def _created(self, entry: Entry) -> Answer:
        headers = {"location": address(self.kind, entry), "etag": entry.etag}
        return Answer(_CREATED, None if self.kind.silent else view(self.kind, entry), headers, entry.key)

    def _shown(self, entry: Entry) -> Answer:
        return Answer(_OK, view(self.kind, entry), {"etag": entry.etag}, entry.key)


def view(kind: Kind, entry: Entry) -> dict[str, JSON]:
    """An entry as clients see it."""
    here = address(kind, entry)
    made: dict[str, Any] = {
        "created_at": entry.created,
        "updated_at": entry.updated,
        "version": entry.version,
        "trashed": entry.trashed,
        "book_id": int(entry.parent or 0),
        "links": {"self": here, **({"comments": f"{here}/comments"} if kind.name == "books" else {})},
    }
    key = int(entry.key) if kind.key_schema["type"] == "integer" else entry.key
    return {kind.key_name: key, **completed(entry.value, kind.fields), **{name: made[name] for name in kind.made}}


def address(kind: Kind, entry: Entry) -> str:
    """The path of an entry."""
    above = f"/{kind.parent}/{entry.parent}" if kind.parent else ""
    return f"{above}/{kind.name}/{entry.key}"


def require_fit(body: JSON, schema: dict[str, Any]) -> None:
    """Refuse a body that does not fit."""
    wrong = mistake(body, schema)
    if wrong:
        raise RefusalError(422, wrong)


def require_match(entry: Entry, ask: Ask) -> None:
    """Refuse a change of something that was changed since the client saw it, if it says what it saw."""
    tags = {tag.strip() for tag in ask.if_match.split(",")}
    if ask.if_match and not tags & {entry.etag, "*"}:
        raise RefusalError(412, "it was changed since")


def healthy_operations() -> dict[str, Operation]:
    """All operations, by collection and name: ``books.create``."""
    desks = [(kind, Desk(kind)) for kind in KINDS]
    return {f"{kind.name}.{name}": getattr(desk, name) for kind, desk in desks for name in kind.operations}
