"""The same workspace over REST."""
