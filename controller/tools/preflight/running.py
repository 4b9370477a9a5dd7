"""Whether the table itself runs: two programs on one bus would disturb each other."""

from __future__ import annotations

import socket
from pathlib import Path


def is_running(sockets: Path) -> bool:
    """Whether a table answers at the sockets of this folder."""
    for name in ("dealer.sock", "player.sock"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as probe:
            try:
                probe.connect(str(sockets / name))
            except PermissionError:
                return True
            except OSError:
                continue
            return True
    return False
