"""The REST protocol: OpenAPI descriptions, collections behind plain HTTP, and what their answers mean."""
