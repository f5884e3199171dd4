"""Logging in for others: tests that were exported, scripts, curl."""
