from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

from litestar import Litestar, delete, get, post, put
from litestar.exceptions import NotFoundException
from litestar.params import Parameter

from frameworks.books import Shelf


@dataclass
class BookIn:
    title: str
    pages: int


@dataclass
class Book:
    id: int
    title: str
    pages: int


def create_app(*, faulty: bool = False) -> Litestar:
    shelf = Shelf(faulty=faulty)

    def found(book) -> Book:
        if book is None:
            raise NotFoundException("There is no such book")
        return Book(**book)

    @get("/books", raises=[])
    async def list_books(
        limit: Annotated[int, Parameter(ge=1, le=50)] = 20, offset: Annotated[int, Parameter(ge=0, le=10**6)] = 0
    ) -> list[Book]:
        return [Book(**book) for book in shelf.listed(limit, offset)]

    @post("/books")
    async def add_book(data: BookIn) -> Book:
        return Book(**shelf.add(asdict(data)))

    @get("/books/{book_id:int}", raises=[NotFoundException])
    async def read_book(book_id: int) -> Book:
        return found(shelf.find(book_id))

    @put("/books/{book_id:int}", raises=[NotFoundException])
    async def replace_book(book_id: int, data: BookIn) -> Book:
        return found(shelf.replace(book_id, asdict(data)))

    @delete("/books/{book_id:int}", raises=[NotFoundException])
    async def remove_book(book_id: int) -> None:
        found(shelf.remove(book_id))

    return Litestar([list_books, add_book, read_book, replace_book, remove_book])
