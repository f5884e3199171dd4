from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, HTTPException, Query
from pydantic import BaseModel, Field

from frameworks.books import Shelf


class BookIn(BaseModel):
    title: str = Field(min_length=1, max_length=80)
    pages: int = Field(ge=1, le=5000)


class Book(BookIn):
    id: int


class BookPatch(BaseModel):
    """What is null stays as it was: a book cannot be without it."""

    title: str | None = Field(default=None, min_length=1, max_length=80)
    pages: int | None = Field(default=None, ge=1, le=5000)


class Problem(BaseModel):
    detail: str


ABSENT = {404: {"model": Problem}}


def create_app(*, faulty: bool = False) -> FastAPI:
    app, shelf = FastAPI(title="Shelf"), Shelf(faulty=faulty)

    def found(book):
        if book is None:
            raise HTTPException(404, "There is no such book")
        return book

    @app.get("/books")
    def list_books(
        limit: Annotated[int, Query(ge=1, le=50)] = 20, offset: Annotated[int, Query(ge=0, le=10**6)] = 0
    ) -> list[Book]:
        return shelf.listed(limit, offset)

    @app.post("/books", status_code=201)
    def add_book(book: BookIn) -> Book:
        return shelf.add(book.model_dump())

    @app.get("/books/{book_id}", responses=ABSENT)
    def read_book(book_id: int) -> Book:
        return found(shelf.find(book_id))

    @app.put("/books/{book_id}", responses=ABSENT)
    def replace_book(book_id: int, book: BookIn) -> Book:
        return found(shelf.replace(book_id, book.model_dump()))

    @app.patch("/books/{book_id}", responses=ABSENT)
    def change_book(book_id: int, patch: BookPatch) -> Book:
        before = found(shelf.books.get(book_id))
        return shelf.replace(book_id, {**before, **patch.model_dump(exclude_none=True)})

    @app.delete("/books/{book_id}", status_code=204, responses=ABSENT)
    def remove_book(book_id: int) -> None:
        found(shelf.remove(book_id))

    return app
