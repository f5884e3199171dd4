"""What is written beside the tests, one file per language; it knows nothing of querious."""
