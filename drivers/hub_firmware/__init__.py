"""The reference firmware of the hub for MicroPython, flashed as a folder (docs/hub-protocol.md)."""
