"""The books of a shelf, in memory: what all frameworks serve."""

from __future__ import annotations

from itertools import count

TITLES = ("Emma", "Ulysses", "Dune", "Dracula", "Solaris", "Middlemarch", "Utopia")


class Shelf:
    """Adds, finds, changes and removes books."""

    def __init__(self, *, faulty: bool = False) -> None:
        self._numbers = count(1)
        self._faulty = faulty
        self.books = {}
        for pages, title in enumerate(TITLES, 100):
            self.add({"title": title, "pages": pages})

    def add(self, book):
        number = next(self._numbers)
        self.books[number] = {"id": number, **book}
        return self.books[number]

    def listed(self, limit, offset):
        return list(self.books.values())[offset : offset + limit]

    def find(self, number):
        """The book of this number; None if there is none."""
        following = [other for other in self.books if other > number]
        if self._faulty and number in self.books and following:
            return self.books[following[0]]
        return self.books.get(number)

    def replace(self, number, book):
        if number not in self.books:
            return None
        self.books[number] = {"id": number, **book}
        return self.books[number]

    def remove(self, number):
        return self.books.pop(number, None)
