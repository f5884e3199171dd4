"""Reporting: a Run → the screen, JSON, JUnit XML, GitHub annotations. Nothing here changes a Run or sends a request."""
