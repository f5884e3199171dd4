"""Django has one set of settings and URLs in a process: what is served last is what the URLs lead to."""

from __future__ import annotations

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.urls import path

from frameworks.books import Shelf

if not settings.configured:
    settings.configure(
        ALLOWED_HOSTS=["*"],
        INSTALLED_APPS=["rest_framework", "drf_spectacular"],
        REST_FRAMEWORK={
            "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
            "DEFAULT_AUTHENTICATION_CLASSES": [],
            "UNAUTHENTICATED_USER": None,
        },
        ROOT_URLCONF=__name__,
        SECRET_KEY="shelf",
        SPECTACULAR_SETTINGS={"TITLE": "Shelf", "VERSION": "1", "SERVE_INCLUDE_SCHEMA": False},
        USE_TZ=True,
    )
    django.setup()

from drf_spectacular.utils import OpenApiResponse, extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers, viewsets
from rest_framework.exceptions import NotFound
from rest_framework.response import Response

SHELF = Shelf()
ABSENT = OpenApiResponse(description="There is no such book")


class BookSerializer(serializers.Serializer):
    id = serializers.IntegerField(read_only=True)
    title = serializers.CharField(min_length=1, max_length=80)
    pages = serializers.IntegerField(min_value=1, max_value=5000)


class PageSerializer(serializers.Serializer):
    limit = serializers.IntegerField(min_value=1, max_value=50, default=20)
    offset = serializers.IntegerField(min_value=0, max_value=10**6, default=0)


def found(book):
    if book is None:
        raise NotFound
    return book


def checked(serializer):
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data


BAD = OpenApiResponse(description="The body or a parameter is not valid")


class BookViewSet(viewsets.ViewSet):
    @extend_schema(parameters=[PageSerializer], responses={200: BookSerializer(many=True), 400: BAD})
    def list(self, request):
        return Response(SHELF.listed(**checked(PageSerializer(data=request.query_params))))

    @extend_schema(request=BookSerializer, responses={201: BookSerializer, 400: BAD})
    def create(self, request):
        return Response(SHELF.add(checked(BookSerializer(data=request.data))), 201)

    @extend_schema(responses={200: BookSerializer, 404: ABSENT})
    def retrieve(self, _request, book_id: int):
        return Response(found(SHELF.find(book_id)))

    @extend_schema(request=BookSerializer, responses={200: BookSerializer, 400: BAD, 404: ABSENT})
    def update(self, request, book_id: int):
        return Response(found(SHELF.replace(book_id, checked(BookSerializer(data=request.data)))))

    @extend_schema(responses={204: None, 404: ABSENT})
    def destroy(self, _request, book_id: int):
        found(SHELF.remove(book_id))
        return Response(status=204)


urlpatterns = [
    path("api/schema/", SpectacularAPIView.as_view()),
    path("books/", BookViewSet.as_view({"get": "list", "post": "create"})),
    path("books/<int:book_id>/", BookViewSet.as_view({"get": "retrieve", "put": "update", "delete": "destroy"})),
]


def create_app(*, faulty: bool = False) -> WSGIHandler:
    global SHELF  # noqa: PLW0603 - views of Django are found by their URLs alone
    SHELF = Shelf(faulty=faulty)
    return WSGIHandler()
