"""Who runs a tool, for the records."""

from __future__ import annotations

import os
import pwd


def login_name() -> str:
    """The name of the user who runs this process, or his number where he has none.

    Of the administrator it is the name under which he came.
    """
    uid = os.getuid()
    if uid == 0 and (came := os.environ.get("SUDO_USER")):
        return came
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid {uid}"
