"""Streams of subscriptions: a case → messages until it is stopped, over four transports behind one interface."""
