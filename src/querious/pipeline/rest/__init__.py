"""REST as a protocol of the pipeline."""
