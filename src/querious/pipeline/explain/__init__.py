"""Asking more about one finding."""
