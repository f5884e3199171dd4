"""Delivery slots, which take so many parcels and no more, and the bookings of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.rest.refusal import RefusalError
from querious.demo.rest.trade import schemas
from querious.demo.rest.trade.endpoints import Endpoint, Outcome
from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.opening import Booking, Slot
from querious.demo.store import CAPACITY

if TYPE_CHECKING:
    from querious.demo.rest.trade.endpoints import Schema
    from querious.demo.rest.trade.memory import Memory
    from querious.demo.rest.trade.views import Shown

LARGEST: Final = 40
"""Parcels that a slot may be made for."""
MOST_PARCELS: Final = 20
"""Of one booking."""


NEW_SLOT: Final[Schema] = {
    "type": "object",
    "properties": {
        "day": {"type": "string", "format": "date"},
        "capacity": {"type": "integer", "minimum": 1, "maximum": LARGEST, "description": "In parcels."},
    },
    "required": ["day", "capacity"],
    "additionalProperties": False,
}
_PARCELS: Final[Schema] = {"type": "integer", "minimum": 1, "maximum": MOST_PARCELS}
_NOTE: Final[Schema] = {"type": ["string", "null"], "maxLength": 100}
NEW_BOOKING: Final[Schema] = {
    "type": "object",
    "properties": {"parcels": _PARCELS, "note": _NOTE},
    "required": ["parcels"],
    "additionalProperties": False,
}
CHANGE: Final[Schema] = {
    "type": "object",
    "properties": {"parcels": _PARCELS, "note": _NOTE},
    "minProperties": 1,
    "additionalProperties": False,
}


def list_slots(memory: Memory, _: Inquiry) -> Reply:
    """All of them."""
    return Reply(200, [shown_slot(slot) for slot in memory.slots.values()])


def create_slot(memory: Memory, ask: Inquiry) -> Reply:
    """A new slot, in which nothing is booked."""
    if len(memory.slots) >= CAPACITY:
        raise RefusalError(409, f"the shop keeps at most {CAPACITY} slots")
    slot = Slot(memory.store.number(), ask.body["day"], int(ask.body["capacity"]))
    memory.slots[slot.number] = slot
    return Reply(201, shown_slot(slot), {"location": f"/slots/{slot.number}"})


def read_slot(memory: Memory, ask: Inquiry) -> Reply:
    """One slot."""
    return Reply(200, shown_slot(find_slot(memory, ask)))


def delete_slot(memory: Memory, ask: Inquiry) -> Reply:
    """Take a slot out, and its bookings with it."""
    slot = find_slot(memory, ask)
    for booking in bookings_of(memory, slot):
        del memory.bookings[booking.number]
    del memory.slots[slot.number]
    return Reply(204)


def list_bookings(memory: Memory, ask: Inquiry) -> Reply:
    """Those of a slot."""
    return Reply(200, [shown_booking(booking) for booking in bookings_of(memory, find_slot(memory, ask))])


def create_booking(memory: Memory, ask: Inquiry) -> Reply:
    """Room for some parcels, if there is so much left."""
    slot = find_slot(memory, ask)
    require_room(slot, int(ask.body["parcels"]))
    return add_booking(memory, slot, ask.body)


def add_booking(memory: Memory, slot: Slot, body: dict[str, Any]) -> Reply:
    """Without asking whether there is room."""
    booking = Booking(memory.store.number(), slot.number, int(body["parcels"]), body.get("note"))
    memory.bookings[booking.number] = booking
    slot.booked += booking.parcels
    return Reply(201, shown_booking(booking), {"location": f"/slots/{slot.number}/bookings/{booking.number}"})


def read_booking(memory: Memory, ask: Inquiry) -> Reply:
    """One booking."""
    return Reply(200, shown_booking(find_booking(memory, ask)))


def change_booking(memory: Memory, ask: Inquiry) -> Reply:
    """Another number of parcels, if there is room for more, or another note."""
    booking = find_booking(memory, ask)
    more = int(ask.body.get("parcels", booking.parcels)) - booking.parcels
    require_room(memory.slots[booking.slot], more)
    return set_booking(memory, booking, ask.body)


def set_booking(memory: Memory, booking: Booking, body: dict[str, Any]) -> Reply:
    """Without asking whether there is room."""
    parcels = int(body.get("parcels", booking.parcels))
    memory.slots[booking.slot].booked += parcels - booking.parcels
    booking.parcels = parcels
    booking.note = body.get("note", booking.note)
    return Reply(200, shown_booking(booking))


def delete_booking(memory: Memory, ask: Inquiry) -> Reply:
    """Give the room back."""
    booking = find_booking(memory, ask)
    memory.slots[booking.slot].booked -= booking.parcels
    del memory.bookings[booking.number]
    return Reply(204)


def require_room(slot: Slot, parcels: int) -> None:
    """Refuse what the slot has no room for."""
    if slot.booked + parcels > slot.capacity:
        raise RefusalError(409, "there is no room for so many parcels in this slot")


def bookings_of(memory: Memory, slot: Slot) -> list[Booking]:
    """In the order in which they were made."""
    return [booking for booking in memory.bookings.values() if booking.slot == slot.number]


def find_slot(memory: Memory, ask: Inquiry) -> Slot:
    """The slot of a path."""
    slot = memory.slots.get(ask.keys["slot_id"])
    if slot is None:
        raise RefusalError(404, "there is no such slot")
    return slot


def find_booking(memory: Memory, ask: Inquiry) -> Booking:
    """The booking of a path, in the slot of that path."""
    slot, booking = find_slot(memory, ask), memory.bookings.get(ask.keys["booking_id"])
    if booking is None or booking.slot != slot.number:
        raise RefusalError(404, "there is no such booking")
    return booking


def shown_slot(slot: Slot) -> Shown:
    """A slot, with what is left of it."""
    return {
        "id": slot.number,
        "day": slot.day,
        "capacity": slot.capacity,
        "booked": slot.booked,
        "available": slot.capacity - slot.booked,
    }


def shown_booking(booking: Booking) -> Shown:
    """A booking."""
    return {"id": booking.number, "slot_id": booking.slot, "parcels": booking.parcels, "note": booking.note}


_SLOT_ID: Final = {"slot_id": {**schemas.NUMBER, "maximum": 1_000_000}}
_ID: Final = {**_SLOT_ID, "booking_id": {**schemas.NUMBER, "maximum": 1_000_000}}
_SLOT: Final = schemas.reference("Slot")
_BOOKING: Final = schemas.reference("Booking")

ENDPOINTS: Final = (
    Endpoint(
        *("slots.list", "GET", "/slots", "List the slots in which the shop delivers.", list_slots),
        {200: Outcome(schemas.listed(_SLOT))},
    ),
    Endpoint(
        *("slots.create", "POST", "/slots", "Offer another slot.", create_slot),
        {201: Outcome(_SLOT, ("Location",), about="Created.")},
        (400, 409, 422),
        body=NEW_SLOT,
    ),
    Endpoint(
        *("slots.read", "GET", "/slots/{slot_id}", "Read a slot.", read_slot), {200: Outcome(_SLOT)}, (404,), _SLOT_ID
    ),
    Endpoint(
        *("slots.delete", "DELETE", "/slots/{slot_id}", "Delete a slot and its bookings.", delete_slot),
        {204: Outcome()},
        (404,),
        _SLOT_ID,
    ),
    Endpoint(
        *("bookings.list", "GET", "/slots/{slot_id}/bookings", "List the bookings of a slot.", list_bookings),
        {200: Outcome(schemas.listed(_BOOKING))},
        (404,),
        _SLOT_ID,
    ),
    Endpoint(
        *("bookings.create", "POST", "/slots/{slot_id}/bookings", "Book room for parcels in a slot.", create_booking),
        {201: Outcome(_BOOKING, ("Location",), about="Created.")},
        (400, 404, 409, 422),
        _SLOT_ID,
        body=NEW_BOOKING,
    ),
    Endpoint(
        *("bookings.read", "GET", "/slots/{slot_id}/bookings/{booking_id}", "Read a booking.", read_booking),
        {200: Outcome(_BOOKING)},
        (404,),
        _ID,
    ),
    Endpoint(
        *("bookings.change", "PATCH", "/slots/{slot_id}/bookings/{booking_id}"),
        "Change a booking: what is not given stays.",
        change_booking,
        {200: Outcome(_BOOKING)},
        (400, 404, 409, 422),
        _ID,
        body=CHANGE,
    ),
    Endpoint(
        *("bookings.delete", "DELETE", "/slots/{slot_id}/bookings/{booking_id}", "Delete a booking.", delete_booking),
        {204: Outcome()},
        (404,),
        _ID,
    ),
)
