"""Writes `docs/protocol.md` from `controller.views`: what a screen receives, and what a console may send.

`python -m controller.tools.protocol` writes the document; with `--check` it only says whether it is current.
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from string import Template
from typing import Any

from controller import access, floordesk, packets, publish
from controller.views import (
    VERSION,
    ActionsView,
    Answer,
    BlindsView,
    ChangeView,
    ChoiceView,
    DealerView,
    FactView,
    FloorView,
    Message,
    PlayerView,
    PotView,
    PreviewView,
    PromptView,
    QuickBet,
    Request,
    RevealView,
    SeatView,
    SignInView,
    to_json,
)

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"

_SEATS = {
    1: SeatView("Aino", 940, 20, 2, (), "live", "BB", "post"),
    2: SeatView("Bilal", 1200, 60, 2, (), "live", "", "raise"),
    5: SeatView("Chanda", 495, 10, 0, (), "folded", "SB", "fold"),
}
_PLAYER = PlayerView(
    v=VERSION,
    n=412,
    table="Table 7",
    game="no-limit",
    hand=38,
    phase="preflop",
    blinds=BlindsView(10, 20),
    button=2,
    actor=1,
    to_call=40,
    min_raise_to=100,
    board=(),
    pot_total=90,
    pots=(PotView(0, (1, 2)),),
    seats=_SEATS,
    paused=False,
)
_DEALER = DealerView(
    **{f.name: getattr(_PLAYER, f.name) for f in fields(_PLAYER)},
    prompt=PromptView("act", Message("prompt.act", {"seat": 1, "name": "Ana"}), seat=1),
    actions=ActionsView(fold=True, call=40, raise_min=100, raise_max=960, all_in=960),
    quick_bets=(QuickBet("quick.percent", 190, 100),),
    asks=("fold", "call", "raise", "all-in", "floor"),
)
_EARLY = Message("irregular.skipped", {"seat": 2})
_FLOOR = FloorView(
    **{f.name: getattr(_DEALER, f.name) for f in fields(_DEALER)},
    who="lee",
    facts=(FactView("D12", _EARLY, stops=True, seat=2, since=12),),
    choices=(
        ChoiceView(
            "R17",
            Message("ruling.R17", {"seat": 1}),
            seat=1,
            changes=(ChangeView("actor", 0, "2", "1"),),
            source="D1 T24-53",
        ),
    ),
    log=(Message("log.floor"),),
    held={"seat 1": 2, "seat 2": 2},
)
_SIGN_IN = SignInView(VERSION, 412, "Table 7", called=True, names=("kim", "lee"), waits={"kim": 240})
_REQUEST = Request(id="c3-0017", on=412, ask="raise", seat=1, amount=100)
_TAKEN = Answer("c3-0017")
_REFUSED = Answer("c3-0018", Message("refused.stale"))

# One pair a kind of frame: a title, and the JSON value of the frame.
EXAMPLES: Mapping[str, Any] = {
    "To the player screen": {"view": to_json(_PLAYER)},
    "To the dealer screen": {"view": to_json(_DEALER)},
    "To the floor screen before somebody signed in": {"sign_in": to_json(_SIGN_IN)},
    "To the floor screen": {"view": to_json(_FLOOR)},
    "To the floor screen that asked for a reveal": {"reveal": to_json(RevealView("f1-7", 2, ("Ah", "Kd")))},
    "To the floor screen that asked for a preview": {
        "preview": to_json(PreviewView("f1-8", _FLOOR.choices[0]))
    },
    "From the dealer screen": to_json(_REQUEST),
    "The answer when it is taken": {"answer": to_json(_TAKEN)},
    "The answer when it is refused": {"answer": to_json(_REFUSED)},
}

_HEAD = Template("""\
# The protocol of the screens

Generated from `controller/views` by `python -m controller.tools.protocol`; do not edit it by hand.

The table controller and its screens are separate processes. They talk over Unix sockets of the kind
`SOCK_SEQPACKET`: one packet is one frame, and one frame is one JSON object in UTF-8. This is version
$version; it is the field `v` of every view. A screen that does not know the version says so and shows
nothing else.

## Rules

1. `player.sock` is read only: whatever a client sends there is answered `refused.read_only`. `dealer.sock`
   and `floor.sock` take requests. All have mode 0660, `floor.sock` a group of its own where there is one, and
   the user of the process at the other end must be an allowed one.
2. The controller sends `{"view": {...}}`, always a whole snapshot and never a difference. A new connection
   gets the newest snapshot at once, if there is one. `n` grows with every snapshot.
3. A screen that is slow never holds the table up. The next snapshot is sent when it has taken all that was
   sent before; snapshots that were overtaken meanwhile are skipped. A screen that takes nothing for
   $patience seconds is disconnected; it may connect again.
4. A frame from the controller has at most $max_frame bytes. At most $max_clients screens connect to one
   socket.
5. A request is one JSON object, the `Request` below, of at most $max_request bytes. Its `id` is chosen by the
   client, has 1 to $max_id printable ASCII characters, and comes back as `re`. Its texts are printable, and
   ASCII but for `text` and names, which have at most $max_text characters; numbers are 0 to 2^53. An empty
   packet closes the connection.
6. Each request is answered with `{"answer": {...}}`: `refused` is null when it was taken, else the reason.
   Answers are never skipped and may overtake a snapshot. A client that leaves more than $max_answers answers
   waiting is disconnected.
7. A request is refused as stale when the prompt or the actor changed since snapshot `on`. A repeated `id` is
   answered and not applied again.
8. What is no request is answered `refused.request` with `what`: `length` (too long), `json` (not JSON in
   UTF-8), `fields` (missing, unknown or of the wrong type), `id`, `numbers` (out of range) or `text` (not
   printable ASCII). `re` is empty when the id could not be read. A client that sends rubbish, or anything at
   all to `player.sock`, more than $max_rubbish times is disconnected.
9. `pot_total` includes the bets of this street, `pots` does not.
10. No view can hold a card that was not shown: a seat has the number of its cards, and the faces of those
    that everybody saw.
11. `floor.sock` sends `{"sign_in": {...}}` until somebody signs in on that connection: by `sign-in` with
   name and PIN, or with a badge at the reader `badge`, which signs in every connected floor screen. From then
   on it sends `{"view": {...}}`, a FloorView, until `sign-out`, or until it has asked for nothing during
   $idle seconds. A signed-in connection asks without a PIN;
   it may ask whatever the dealer may. On `dealer.sock` what the floor alone may ask carries `who` and `pin`.
12. $wrong_pins wrong PINs in a row lock a name for $locked seconds (`refused.locked`). What the floor asked
   and was refused is in the journal; of a locked name nothing more is.
13. After the answer to a `reveal` that was taken, `{"reveal": {...}}` goes once to the floor connection that
   asked; a `preview` changes nothing and is followed by `{"preview": {...}}`.
""")

_FRAMES = (PlayerView, DealerView, SignInView, FloorView, RevealView, PreviewView, Request, Answer)
_PLAIN = {int: "whole number", str: "string", bool: "true or false", type(None): "null"}


def document() -> str:
    """The whole text of `docs/protocol.md`."""
    head = _HEAD.substitute(
        version=VERSION,
        patience=f"{publish.PATIENCE:g}",
        max_frame=publish.MAX_FRAME,
        max_request=packets.MAX_REQUEST,
        max_id=packets.MAX_ID,
        max_text=packets.MAX_TEXT,
        wrong_pins=access.WRONG_PINS,
        locked=f"{access.LOCKED:g}",
        idle=f"{floordesk.IDLE:g}",
        max_answers=publish.MAX_ANSWERS,
        max_clients=publish.MAX_CLIENTS,
        max_rubbish=publish.MAX_RUBBISH,
    )
    frames = [f"### {title}\n\n```json\n{_pretty(frame)}\n```\n" for title, frame in EXAMPLES.items()]
    kinds = [_section(kind) for kind in _reachable(_FRAMES)]
    return "\n".join([head, "## Examples\n", *frames, "## Types\n", *kinds])


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the document, or compare it with `--check`; exit code 1 when it is not current."""
    parser = argparse.ArgumentParser(prog="python -m controller.tools.protocol", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if it is not current")
    if not parser.parse_args(arguments).check:
        DOCUMENT.write_text(document(), encoding="utf-8")
        return 0
    if DOCUMENT.is_file() and DOCUMENT.read_text(encoding="utf-8") == document():
        return 0
    print(f"{DOCUMENT} is not current; run: python -m controller.tools.protocol", file=sys.stderr)
    return 1


def _pretty(value: object) -> str:
    """Indented JSON in which a small object or list stays on one line."""
    return "\n".join(_lines(value, ""))


def _lines(value: object, indent: str) -> Iterator[str]:
    flat = json.dumps(value)
    if len(flat) + len(indent) <= 100 or not isinstance(value, dict):
        yield flat
        return
    yield "{"
    for at, (name, inner) in enumerate(value.items(), 1):
        first, *rest = _lines(inner, indent + "  ")
        comma = "," if at < len(value) else ""
        lines = [f"{indent}  {json.dumps(name)}: {first}", *rest]
        lines[-1] += comma
        yield from lines
    yield indent + "}"


def _reachable(roots: Sequence[type]) -> list[type]:
    """The view types that a frame may hold, each once, in the order in which a reader meets them."""
    found: list[type] = []
    for kind in roots:
        if kind not in found:
            found.append(kind)
        for hint in typing.get_type_hints(kind).values():
            found += [inner for inner in _reachable(_views_in(hint)) if inner not in found]
    return found


def _views_in(hint: Any) -> list[type]:
    if is_dataclass(hint) and isinstance(hint, type):
        return [hint]
    return [kind for inner in typing.get_args(hint) for kind in _views_in(inner)]


def _section(kind: type) -> str:
    parents = [parent for parent in kind.__bases__ if is_dataclass(parent)]
    inherited = {f.name for parent in parents for f in fields(parent)}
    more = [f"All fields of {parent.__name__}, and:\n" for parent in parents]
    hints = typing.get_type_hints(kind)
    rows = [
        f"| `{f.name}` | {_words(hints[f.name])} | {_default(f)} |"
        for f in fields(kind)
        if f.name not in inherited
    ]
    table = "\n".join(["| field | type | when left out |", "|---|---|---|", *rows])
    return "\n".join([f"### {kind.__name__}\n", inspect.getdoc(kind) or "", "", *more, table, ""])


def _words(hint: Any) -> str:
    """A type in the words of JSON."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    inner = typing.get_args(hint)
    match typing.get_origin(hint):
        case types.UnionType | typing.Union:
            return " or ".join(map(_words, inner))
        case origin if origin is tuple:
            return f"list ({_words(inner[0])})"
        case origin if origin is Mapping:
            key = "seat number" if inner[0] is int else "name"
            return f"object ({key}: {_words(inner[1])})"
    return f"[{hint.__name__}](#{hint.__name__.lower()})"


def _default(of: Field[Any]) -> str:
    if of.default_factory is not MISSING:
        return f"`{json.dumps(to_json(of.default_factory()))}`"
    return "required" if of.default is MISSING else f"`{json.dumps(to_json(of.default))}`"


if __name__ == "__main__":
    raise SystemExit(main())
