"""Limits that do not hold, or hold too early: of the parcels that a delivery slot takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.rest.refusal import RefusalError
from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.faults.fault import TradeFault, instead, told
from querious.demo.rest.trade.slots import (
    add_booking,
    bookings_of,
    find_booking,
    find_slot,
    require_room,
    set_booking,
)

if TYPE_CHECKING:
    from querious.demo.rest.trade.exchange import Deal
    from querious.demo.rest.trade.memory import Memory

KIND: Final = "limit"


def _one_more(_: Deal, memory: Memory, ask: Inquiry) -> Reply:
    slot = find_slot(memory, ask)
    require_room(slot, int(ask.body["parcels"]) - 1)
    return add_booking(memory, slot, ask.body)


def _one_less(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    slot = find_slot(memory, ask)
    if slot.booked + int(ask.body["parcels"]) >= slot.capacity:
        raise RefusalError(409, "there is no room for so many parcels in this slot")
    return deal(memory, ask)


def _bookings_counted(_: Deal, memory: Memory, ask: Inquiry) -> Reply:
    slot = find_slot(memory, ask)
    require_room(slot, len(bookings_of(memory, slot)) + 1 - slot.booked)
    return add_booking(memory, slot, ask.body)


def _of_all_slots(_: Deal, memory: Memory, ask: Inquiry) -> Reply:
    slot = find_slot(memory, ask)
    booked = sum(one.booked for one in memory.slots.values() if one.number > _FIRST)
    require_room(slot, booked - slot.booked + int(ask.body["parcels"]))
    return add_booking(memory, slot, ask.body)


def _change_unchecked(_: Deal, memory: Memory, ask: Inquiry) -> Reply:
    return set_booking(memory, find_booking(memory, ask), ask.body)


def _not_given_back(_: Deal, memory: Memory, ask: Inquiry) -> Reply:
    del memory.bookings[find_booking(memory, ask).number]
    return Reply(204)


def _one_given_back(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    booking = find_booking(memory, ask)
    reply = deal(memory, ask)
    memory.slots[booking.slot].booked += booking.parcels - 1
    return reply


def _available_by_capacity(reply: Reply) -> Reply:
    if isinstance(reply.body, list):
        return reply.but(body=[{**slot, "available": slot["capacity"]} for slot in reply.body])
    return reply.showing(available=reply.body["capacity"])


_FIRST: Final = 1000
"""Slots that were there when the shop opened are from before the count."""

FAULTS: Final = (
    TradeFault(
        "slot-overbooked",
        KIND,
        "Off by one: a slot takes one parcel more than it has room for.",
        (instead("bookings.create", _one_more),),
    ),
    TradeFault(
        "slot-never-full",
        KIND,
        "Off by one: the last parcel that a slot has room for is refused.",
        (instead("bookings.create", _one_less),),
    ),
    TradeFault(
        "slot-counts-bookings",
        KIND,
        "The capacity is held against the number of bookings, not against that of their parcels.",
        (instead("bookings.create", _bookings_counted),),
    ),
    TradeFault(
        "slot-counts-all",
        KIND,
        "The capacity of a slot is held against what is booked in all new slots together.",
        (instead("bookings.create", _of_all_slots),),
    ),
    TradeFault(
        "slot-change-unchecked",
        KIND,
        "Whether there is room is asked for new bookings alone: more parcels go into an old one.",
        (instead("bookings.change", _change_unchecked),),
    ),
    TradeFault(
        "slot-place-lost",
        KIND,
        "To delete a booking does not give its places back.",
        (instead("bookings.delete", _not_given_back),),
    ),
    TradeFault(
        "slot-one-place-back",
        KIND,
        "To delete a booking gives one place back, however many parcels it had.",
        (instead("bookings.delete", _one_given_back),),
    ),
    TradeFault(
        "slot-available-is-capacity",
        KIND,
        "What is available of a slot is told as its whole capacity, whatever is booked.",
        tuple(told(f"slots.{verb}", _available_by_capacity) for verb in ("list", "create", "read")),
    ),
)
