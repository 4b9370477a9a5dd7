"""Every view survives the wire, and every kind of wrong JSON is refused with the field named."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller import views
from controller.views import DealerView, Lamps, Message, PlayerView, Request, ViewError, from_json, to_json

KINDS: list[type] = [kind for kind in vars(views).values() if isinstance(kind, type) and is_dataclass(kind)]
FIELDS = [(kind, f.name) for kind in KINDS for f in fields(kind)]
REQUIRED = [
    (kind, f.name)
    for kind in KINDS
    for f in fields(kind)
    if f.default is MISSING and f.default_factory is MISSING
]


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type as it is written in views.py."""
    inner = typing.get_args(hint)
    if is_dataclass(hint):
        hints = typing.get_type_hints(hint)
        return st.builds(typing.cast("type", hint), **{name: values(of) for name, of in hints.items()})
    match typing.get_origin(hint):
        case types.UnionType | typing.Union:
            return st.one_of(*map(values, inner))
        case origin if origin is tuple:
            return st.lists(values(inner[0]), max_size=3).map(tuple)
        case origin if origin is Mapping:
            return st.dictionaries(values(inner[0]), values(inner[1]), max_size=2)
    return {int: st.integers(), str: st.text(max_size=6), bool: st.booleans(), type(None): st.none()}[hint]


def valid(kind: type) -> dict[str, Any]:
    """The JSON of one value of `kind`, with each required field filled."""
    return typing.cast("dict[str, Any]", json.loads(json.dumps(to_json(smallest(kind)))))


def smallest(hint: Any) -> Any:
    """A value with something in each list and mapping, so that there is an inside to break."""
    inner = typing.get_args(hint)
    if is_dataclass(hint):
        given = {name: smallest(of) for name, of in typing.get_type_hints(hint).items()}
        return typing.cast("type", hint)(**given)
    match typing.get_origin(hint):
        case types.UnionType | typing.Union:
            return smallest(inner[0])
        case origin if origin is tuple:
            return (smallest(inner[0]),)
        case origin if origin is Mapping:
            return {smallest(inner[0]): smallest(inner[1])}
    return {int: 3, str: "x", bool: True}[hint]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(max_examples=25, deadline=None)
@given(draw=st.data())
def test_a_view_is_the_same_after_the_wire(kind: type, draw: st.DataObject) -> None:
    view = draw.draw(values(kind))
    assert from_json(kind, json.loads(json.dumps(to_json(view)))) == view


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("wrong", [None, 7, "text", [], 1.5, True])
def test_what_is_no_object_is_refused(kind: type, wrong: object) -> None:
    with pytest.raises(ViewError, match=f"^{kind.__name__} must be an object"):
        from_json(kind, wrong)


@pytest.mark.parametrize(("kind", "name"), FIELDS)
def test_a_field_of_the_wrong_type_is_named(kind: type, name: str) -> None:
    with pytest.raises(ViewError, match=rf"{kind.__name__}\.{name} must be "):
        from_json(kind, valid(kind) | {name: 1.5})


@pytest.mark.parametrize(("kind", "name"), REQUIRED)
def test_a_missing_field_is_named(kind: type, name: str) -> None:
    value = valid(kind)
    del value[name]
    with pytest.raises(ViewError, match=f"{kind.__name__} lacks the field '{name}'"):
        from_json(kind, value)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_unknown_field_is_named(kind: type) -> None:
    with pytest.raises(ViewError, match=f"{kind.__name__} has no field 'hole_cards'"):
        from_json(kind, valid(kind) | {"hole_cards": []})


@pytest.mark.parametrize(
    ("kind", "change", "place"),
    [
        (Request, {"seat": True}, "Request.seat must be int"),
        (Request, {"seat": "3"}, "Request.seat must be int"),
        (Request, {"seat": None}, "Request.seat must be int"),
        (Request, {"ask": 3}, "Request.ask must be str"),
        (Request, {"cards": "Ah"}, "Request.cards must be a list"),
        (Request, {"cards": ["x", 1]}, "Request.cards[1] must be str"),
        (PlayerView, {"paused": 1}, "PlayerView.paused must be bool"),
        (PlayerView, {"blinds": {"small": 1}}, "PlayerView.blinds lacks the field 'big'"),
        (PlayerView, {"pots": [{"amount": 1, "seats": [1.0]}]}, "PlayerView.pots[0].seats[0] must be int"),
        (PlayerView, {"seats": []}, "PlayerView.seats must be an object"),
        (PlayerView, {"seats": {"1": {"faces": 2}}}, "PlayerView.seats.1.faces must be a list"),
        (PlayerView, {"seats": {"one": valid(views.SeatView)}}, "PlayerView.seats has a key that is no int"),
        (DealerView, {"misdeal_possible": "no"}, "DealerView.misdeal_possible must be"),
        (DealerView, {"prompt": {"do": "act"}}, "DealerView.prompt lacks the field 'sentence'"),
        (Message, {"args": {"seat": [1, "2"]}}, "Message.args.seat"),
        (Lamps, {"values": {"seat 3": 1}}, "Lamps.values.seat 3 must be str"),
    ],
)
def test_the_place_inside_a_view_is_named(kind: type, change: dict[str, Any], place: str) -> None:
    with pytest.raises(ViewError) as raised:
        from_json(kind, valid(kind) | change)
    assert place in str(raised.value)


def test_a_default_may_be_left_out() -> None:
    assert from_json(Request, {"id": "a", "on": 1, "ask": "fold"}) == Request("a", 1, "fold")


def test_an_error_repeats_no_more_than_forty_characters_of_a_value() -> None:
    with pytest.raises(ViewError) as raised:
        from_json(Request, {"id": ["x" * 5000], "on": 1, "ask": "fold"})
    assert len(str(raised.value)) < 80
