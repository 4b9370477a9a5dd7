"""Readers, keys and lamps at the edge of the table; they know wires and tags, and no poker."""
