from __future__ import annotations

from flask import Flask
from flask_smorest import Api, Blueprint, abort
from marshmallow import Schema, fields, validate

from frameworks.books import Shelf


class BookIn(Schema):
    title = fields.String(required=True, validate=validate.Length(1, 80))
    pages = fields.Integer(required=True, strict=True, validate=validate.Range(1, 5000))


class Book(BookIn):
    id = fields.Integer(required=True)


class Page(Schema):
    limit = fields.Integer(load_default=20, validate=validate.Range(1, 50))
    offset = fields.Integer(load_default=0, validate=validate.Range(0, 10**6))


def create_app(*, faulty: bool = False) -> Flask:
    app, shelf = Flask("shelf"), Shelf(faulty=faulty)
    app.config |= {"API_TITLE": "Shelf", "API_VERSION": "v1", "OPENAPI_VERSION": "3.0.3", "OPENAPI_URL_PREFIX": "/"}
    app.config["OPENAPI_JSON_PATH"] = "openapi.json"
    books = Blueprint("books", "books", url_prefix="/books")

    def found(book):
        if book is None:
            abort(404, message="There is no such book")
        return book

    @books.route("")
    @books.arguments(Page, location="query")
    @books.response(200, Book(many=True))
    def list_books(page):
        return shelf.listed(**page)

    @books.route("", methods=["POST"])
    @books.arguments(BookIn)
    @books.response(201, Book)
    def add_book(book):
        return shelf.add(book)

    @books.route("/<int:book_id>")
    @books.response(200, Book)
    @books.alt_response(404)
    def read_book(book_id):
        return found(shelf.find(book_id))

    @books.route("/<int:book_id>", methods=["PUT"])
    @books.arguments(BookIn)
    @books.response(200, Book)
    @books.alt_response(404)
    def replace_book(book, book_id):
        return found(shelf.replace(book_id, book))

    @books.route("/<int:book_id>", methods=["DELETE"])
    @books.response(204)
    @books.alt_response(404)
    def remove_book(book_id):
        found(shelf.remove(book_id))

    Api(app).register_blueprint(books)
    return app
