"""The document of the protocol is the one that the code generates, and its examples are real frames."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from controller import packets
from controller.tools import protocol
from controller.views import (
    Answer,
    DealerView,
    FloorView,
    Message,
    PlayerView,
    PreviewView,
    Request,
    RevealView,
    SignInView,
    from_json,
)

KIND_OF = {
    "To the player screen": PlayerView,
    "To the dealer screen": DealerView,
    "To the floor screen before somebody signed in": SignInView,
    "To the floor screen": FloorView,
    "To the floor screen that asked for a reveal": RevealView,
    "To the floor screen that asked for a preview": PreviewView,
    "From the dealer screen": Request,
    "The answer when it is taken": Answer,
    "The answer when it is refused": Answer,
}


def test_the_document_is_current() -> None:
    assert protocol.main(["--check"]) == 0


def test_an_old_document_is_found_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(protocol, "DOCUMENT", tmp_path / "protocol.md")
    assert protocol.main(["--check"]) == 1
    assert "is not current; run: python -m controller.tools.protocol" in capsys.readouterr().err
    assert protocol.main([]) == 0
    assert protocol.main(["--check"]) == 0
    protocol.DOCUMENT.write_text(protocol.document().replace("whole number", "number"))
    assert protocol.main(["--check"]) == 1


def test_every_example_in_the_document_is_a_frame() -> None:
    found = re.findall(r"### ([^\n]+)\n\n```json\n(.*?)```", protocol.document(), re.S)
    assert [title for title, _ in found] == list(KIND_OF)
    for title, text in found:
        frame = json.loads(text)
        kind = KIND_OF[title]
        ((_, inner),) = frame.items() if kind is not Request else [("", frame)]
        assert isinstance(from_json(kind, inner), kind)


@pytest.mark.parametrize(
    "kind", [PlayerView, DealerView, FloorView, SignInView, RevealView, Request, Answer, Message]
)
def test_every_type_has_a_section_and_every_link_a_target(kind: type) -> None:
    text = protocol.document()
    sections = {title.lower() for title in re.findall(r"^### (\w+)$", text, re.M)}
    assert kind.__name__.lower() in sections
    assert set(re.findall(r"\]\(#(\w+)\)", text)) <= sections


def test_the_limits_are_those_of_the_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "at most 4096 bytes" in protocol.document()
    monkeypatch.setattr(packets, "MAX_REQUEST", 1234)
    assert "at most 1234 bytes" in protocol.document()
