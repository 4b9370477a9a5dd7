"""The pins of this computer: the one place that asks for RPi.GPIO, and says what to type where it fails.

RPi.GPIO is an interface with two providers. The original one cannot drive a Pi 5 and sees no edges from
kernel 6.6 on; rpi-lgpio works on every Pi. Both are imported by the same name, so either may hide the other.
"""

from __future__ import annotations

import getpass
import importlib
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from drivers.base import BadWiring

_MODEL = Path("/proc/device-tree/model")
_APT = "/usr/lib/python3/"
_FIRST_KERNEL_WITHOUT = (6, 6)


@dataclass(frozen=True, slots=True)
class Machine:
    """What the remedy depends on: the model (empty off a Pi), the kernel, and the Python that runs.

    `own_packages`: it is a virtual environment that does not see the packages of the system.
    """

    model: str
    kernel: str
    python: str = sys.executable
    own_packages: bool = False

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        return self.model.startswith("Raspberry Pi")


def this_machine() -> Machine:
    """The computer that runs this."""
    model = _MODEL.read_bytes().rstrip(b"\0").decode() if _MODEL.exists() else ""
    settings = Path(sys.prefix, "pyvenv.cfg")
    shared = settings.exists() and "include-system-site-packages = true" in settings.read_text()
    return Machine(model, os.uname().release, own_packages=settings.exists() and not shared)


def gpio(machine: Machine | None = None) -> Any:
    """The module RPi.GPIO, counting in BCM numbers.

    Raises BadWiring with what to type when it is missing, is the original one where that cannot work, or
    counts otherwise.
    """
    machine = machine or this_machine()
    try:
        module = importlib.import_module("RPi.GPIO")
    except (ImportError, RuntimeError, NotImplementedError, OSError) as error:
        raise BadWiring(import_remedy(machine, error)) from error
    if is_original(module) and (sentence := remedy(machine, str(module.__file__))):
        raise BadWiring(sentence)
    if module.getmode() not in (None, module.BCM):
        raise BadWiring(
            "the pins are numbered BOARD by another part of this program, but BCM is needed;"
            " take its GPIO.setmode(GPIO.BOARD) out"
        )
    try:
        module.setmode(module.BCM)
    except failures(module) as error:
        raise BadWiring(
            f"the pins cannot be opened ({error}); type: sudo usermod -aG gpio {getpass.getuser()}"
            " and start this program again after a new login"
        ) from error
    return module


def refuse_original(machine: Machine | None = None) -> None:
    """Raise BadWiring, with what to type, where the original RPi.GPIO is installed and cannot work.

    For the start of a program: other troubles with pins are met when they are used, and tried again.
    """
    machine = machine or this_machine()
    for folder in sys.path:
        module = Path(folder, "RPi", "GPIO", "__init__.py")
        if module.exists():
            # rpi-lgpio is written in Python; the original is a compiled module under a name of its own.
            if "RPi._GPIO" in module.read_text() and (sentence := remedy(machine, str(module))):
                raise BadWiring(sentence)
            return


def failures(module: Any) -> tuple[type[Exception], ...]:
    """What the functions of `module` may raise when the system refuses: rpi-lgpio has an error of its own."""
    own = getattr(getattr(module, "lgpio", None), "error", None)
    return (RuntimeError, ValueError, OSError, *((own,) if own else ()))


def is_original(module: Any) -> bool:
    """Whether this is RPi.GPIO itself, whose functions come out of a compiled module, and not rpi-lgpio."""
    return getattr(module.setup, "__module__", None) == "RPi._GPIO"


def remedy(machine: Machine, origin: str) -> str | None:
    """What to type when the original RPi.GPIO, imported from `origin`, cannot work here; None if it can."""
    if "Raspberry Pi 5" in machine.model or "Compute Module 5" in machine.model:
        why = f"cannot reach the pins of a {machine.model}"
    elif _version(machine.kernel) >= _FIRST_KERNEL_WITHOUT:
        why = f"does not work with kernel {machine.kernel}"
    else:
        return None
    return f"the package RPi.GPIO ({origin}) {why}; rpi-lgpio replaces it: type: {_replace(machine, origin)}"


def import_remedy(machine: Machine, error: Exception) -> str:
    """What to do when RPi.GPIO could not be imported because of `error`."""
    if ".lgd-nfy" in str(error):
        return (
            f"lgpio cannot make its file in the working folder {Path.cwd()}; set LG_WD to a folder that may"
            " be written (in a unit: Environment=LG_WD=/run/table-controller), or type:"
            f" export LG_WD={Path.home()}"
        )
    if not machine.is_pi:
        return (
            f"this computer is no Raspberry Pi and has no pins ({error}); connect readers, keys and lamps to"
            " a hub, or run the table on a Pi"
        )
    if isinstance(error, ImportError):
        return f"the package rpi-lgpio is needed here ({error}); type: {_install(machine)}"
    return (
        f"RPi.GPIO cannot be used here ({error}); in a container set RPI_LGPIO_REVISION (see Revision in"
        f" /proc/cpuinfo) and RPI_LGPIO_CHIP (0), otherwise type: {_install(machine)}"
    )


def _install(machine: Machine) -> str:
    if machine.own_packages:
        return f"sudo {machine.python} -m pip install rpi-lgpio"
    return "sudo apt install python3-rpi-lgpio"


def _replace(machine: Machine, origin: str) -> str:
    """Removing one of the two by pip takes the files of the other away, so both go and one comes back."""
    if origin.startswith(_APT):
        return "sudo apt install python3-rpi-lgpio python3-rpi.gpio-"
    pip = f"sudo {machine.python} -m pip"
    return f"{pip} uninstall -y RPi.GPIO rpi-lgpio && {pip} install rpi-lgpio"


def _version(kernel: str) -> tuple[int, int]:
    found = re.match(r"(\d+)\.(\d+)", kernel)
    return (int(found[1]), int(found[2])) if found else (0, 0)
