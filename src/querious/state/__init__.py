"""Models of collections: sequences of commands run on a service and on a dictionary, and compared after every step."""
