"""A finished run → one HTML page that opens offline."""

from querious.report.html.page import html

__all__ = ["html"]
