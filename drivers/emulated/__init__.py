"""The other side of every wire: registers, tags, a hub on a pty, and the felt they lie on."""
