"""Answers as objects, whoever sent them: who is at fault, identity, comparison, what is volatile, pages."""
