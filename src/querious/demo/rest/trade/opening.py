"""The delivery slots and their bookings, and those that are there when the shop opens."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Slot:
    """Half a day in which the van goes out."""

    number: int
    day: str
    capacity: int
    booked: int = 0
    """Parcels of all its bookings."""


@dataclass(slots=True)
class Booking:
    """Room for some parcels in a slot."""

    number: int
    slot: int
    parcels: int
    note: str | None = None


def first_slots() -> dict[int, Slot]:
    """What is there when the shop opens."""
    slots = (Slot(11, "2024-06-10", 12, 5), Slot(12, "2024-06-11", 8, 8), Slot(13, "2024-06-12", 30))
    return {slot.number: slot for slot in slots}


def first_bookings() -> dict[int, Booking]:
    """What is booked then."""
    bookings = (Booking(21, 11, 2), Booking(22, 11, 3, "Ring twice."), Booking(23, 12, 8))
    return {booking.number: booking for booking in bookings}
