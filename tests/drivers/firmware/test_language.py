"""The firmware keeps to what MicroPython can: its imports, its syntax, and the same lines in both."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from drivers.hubline import LineReader, message
from tests.drivers.firmware.interpreter import FIRMWARE, MICROPYTHON, PICO, needs_micropython

SOURCES = sorted(FIRMWARE.glob("*.py"))
MODULES = {"binascii", "hub_firmware", "machine", "micropython", "neopixel", "os", "select", "sys", "time"}
# Not in the language of MicroPython 1.20, or not in its types.
SYNTAX = (ast.Match, ast.Starred, ast.AsyncFunctionDef, ast.TryStar, ast.YieldFrom, ast.Global, ast.Nonlocal)
LACKING = {"bit_count", "casefold", "isalnum", "isdecimal", "ljust", "removeprefix", "removesuffix", "zfill"}
DECORATORS = {"property"}


def _faults(source: str) -> list[str]:
    """What MicroPython would stumble over, with its line."""
    nodes = list(ast.walk(ast.parse(source)))
    # A star works before an argument of a call, and nowhere else.
    allowed = {arg for call in nodes if isinstance(call, ast.Call) for arg in call.args}
    faults = []
    for node in nodes:
        match node:
            case ast.Import(names=names):
                said = [name.name for name in names if name.name not in MODULES]
            case ast.ImportFrom(module=module, level=0):
                said = [str(module)] if str(module).split(".")[0] not in MODULES else []
            case ast.Starred() if node in allowed:
                said = []
            case ast.FunctionDef(decorator_list=decorators) | ast.ClassDef(decorator_list=decorators):
                said = [ast.unparse(d) for d in decorators if ast.unparse(d) not in DECORATORS]
            case ast.Attribute(attr=attribute):
                said = [attribute] if attribute in LACKING else []
            case ast.FormattedValue(conversion=conversion):
                said = ["a conversion in an f-string"] if conversion != -1 else []
            case ast.keyword(arg=None):
                said = ["**"]
            case _:
                said = [type(node).__name__] if isinstance(node, SYNTAX) else []
        faults += [f"{getattr(node, 'lineno', 0)}: {what}" for what in said]
    return faults


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_the_firmware_keeps_to_the_language(path: Path) -> None:
    assert _faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "import dataclasses",
        "from typing import Any",
        "from __future__ import annotations",
        "match a:\n    case 1: pass",
        "a = [*b, 1]",
        "@dataclass\nclass A: pass",
        "'a'.removeprefix('b')",
        "f'{a!r}'",
        "f(**a)",
        "async def f(): pass",
    ],
)
def test_the_check_sees_what_does_not_run(source: str) -> None:
    assert _faults(source)


def _lines(interpreter: str) -> str:
    command = [interpreter, str(PICO / "events.py"), str(FIRMWARE.parent)]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


def test_the_script_of_events_has_all_kinds_of_lines() -> None:
    *lines, lights = _lines(sys.executable).splitlines(keepends=True)
    bodies = LineReader(mid_line=False).feed("".join(lines).encode())
    assert all(message(body) for body in bodies)
    assert {body.split(" ")[0] for body in bodies} == {"H", "T", "S", "B", "K", "<"}
    for word in ("unreadable", "dead", "weak"):
        assert any(f":{word}" in body for body in bodies), word
    assert lights == "[(3, (16744448, 500))]\n"


@needs_micropython
def test_micropython_says_the_same_lines() -> None:
    assert MICROPYTHON is not None
    assert _lines(MICROPYTHON) == _lines(sys.executable)
