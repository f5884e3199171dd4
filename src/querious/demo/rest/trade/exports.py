"""What takes a while: exports as jobs that are polled; and the price list, a file that can be read in parts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.demo.rest.refusal import RefusalError
from querious.demo.rest.trade import schemas
from querious.demo.rest.trade.endpoints import Endpoint, Outcome
from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.items import all_items, matches
from querious.demo.rest.trade.memory import Job
from querious.demo.rest.trade.views import etag, shown_export, shown_order, shown_supplier
from querious.demo.store import CAPACITY

if TYPE_CHECKING:
    from querious.demo.rest.trade.endpoints import Schema
    from querious.demo.rest.trade.memory import Memory

CSV: Final = "text/csv"
_RANGE: Final = re.compile(r"bytes=(\d{0,9})-(\d{0,9})")
NEW: Final[Schema] = {
    "type": "object",
    "properties": {"kind": schemas.EXPORT["properties"]["kind"]},
    "required": ["kind"],
    "additionalProperties": False,
}


def create_export(memory: Memory, ask: Inquiry) -> Reply:
    """A new job: its address says how far it is."""
    if len(memory.jobs) >= CAPACITY:
        raise RefusalError(409, f"the shop keeps at most {CAPACITY} exports")
    memory.last_job += 1
    job = Job(f"x{memory.last_job}", ask.body["kind"], memory.requests)
    memory.jobs[job.id] = job
    return Reply(202, shown_export(job, memory), {"location": f"/exports/{job.id}"})


def read_export(memory: Memory, ask: Inquiry) -> Reply:
    """How far a job is."""
    return Reply(200, shown_export(find_job(memory, ask), memory))


def read_export_file(memory: Memory, ask: Inquiry) -> Reply:
    """What came of a job."""
    job = find_job(memory, ask)
    if shown_export(job, memory)["state"] != "done":
        raise RefusalError(409, "this export is not done")
    return Reply(200, _table(memory, job.kind), media=CSV)


def delete_export(memory: Memory, ask: Inquiry) -> Reply:
    """Take a job out, done or not."""
    del memory.jobs[find_job(memory, ask).id]
    return Reply(204)


def find_job(memory: Memory, ask: Inquiry) -> Job:
    """The job of a path."""
    job = memory.jobs.get(ask.keys["export_id"])
    if job is None:
        raise RefusalError(404, "there is no such export")
    return job


def _table(memory: Memory, kind: str) -> str:
    rows = {
        "items": [(item["sku"], item["name"]) for item in all_items(memory)],
        "orders": [(order["id"], order["status"]) for order in map(shown_order, memory.store.orders.values())],
        "suppliers": [(one["id"], one["name"]) for one in map(shown_supplier, memory.store.suppliers.values())],
    }[kind]
    return "".join(f"{key},{word}\n" for key, word in rows)


def read_price_list(memory: Memory, ask: Inquiry) -> Reply:
    """All prices as a table, or the part of it that was asked for."""
    whole = "".join(f"{item['sku']},{item['price']:.2f}\n" for item in all_items(memory))
    headers = {"etag": etag(whole), "accept-ranges": "bytes"}
    if matches(ask.headers.get("if-none-match", ""), headers["etag"]):
        return Reply(304, None, {"etag": headers["etag"]})
    part = wanted_part(ask.headers.get("range", ""), len(whole))
    if part is None:
        return Reply(200, whole, headers, CSV)
    first, last = part
    told = {**headers, "content-range": f"bytes {first}-{last}/{len(whole)}"}
    return Reply(206, whole[first : last + 1], told, CSV)


def wanted_part(header: str, size: int) -> tuple[int, int] | None:
    """The first and the last byte that a Range header asks for; None if it is not one range of bytes."""
    found = _RANGE.fullmatch(header.strip())
    if found is None or found[0] == "bytes=-":
        return None
    first, last = found[1], found[2]
    if first and last and int(first) > int(last):
        return None
    start = int(first) if first else max(0, size - int(last))
    if start >= size or (not first and int(last) == 0):
        raise RefusalError(416, "the price list is shorter")
    return start, min(size - 1, int(last)) if first and last else size - 1


_ID: Final = {"export_id": schemas.JOB}
_EXPORT: Final = schemas.reference("Export")
_TAGGED: Final = ("ETag", "Accept-Ranges")

ENDPOINTS: Final = (
    Endpoint(
        *("exports.create", "POST", "/exports", "Begin to export a table.", create_export),
        {202: Outcome(_EXPORT, ("Location",), about="Accepted: Location says how far it is.")},
        (400, 409, 422),
        body=NEW,
    ),
    Endpoint(
        *("exports.read", "GET", "/exports/{export_id}", "Ask how far an export is.", read_export),
        {200: Outcome(_EXPORT)},
        (404,),
        keys=_ID,
    ),
    Endpoint(
        *("exports.delete", "DELETE", "/exports/{export_id}", "Delete an export.", delete_export),
        {204: Outcome()},
        (404,),
        keys=_ID,
    ),
    Endpoint(
        *("exports.file", "GET", "/exports/{export_id}/file", "Read what was exported, once it is done."),
        read_export_file,
        {200: Outcome(schemas.TEXT, media=CSV)},
        (404, 409),
        keys=_ID,
    ),
    Endpoint(
        *("prices.read", "GET", "/price-list", "Read all prices, or a part of them.", read_price_list),
        {
            200: Outcome(schemas.TEXT, _TAGGED, CSV),
            206: Outcome(schemas.TEXT, (*_TAGGED, "Content-Range"), CSV, "A part."),
            304: Outcome(None, ("ETag",), about="Not modified."),
        },
        (416,),
        headers={"Range": {"type": "string"}, "If-None-Match": {"type": "string"}},
        has_head=True,
    ),
)
